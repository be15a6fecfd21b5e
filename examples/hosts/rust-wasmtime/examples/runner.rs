//! A runner of the conformance kit: docs/how-to-write-a-host.md of the repository.

use std::collections::HashMap;
use std::io::{stdin, stdout, BufRead, Read, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use heddle_host::{Failure, Grant, Heddle, Module, CLOCK, ENTROPY, FILES};

#[derive(Clone, Copy)]
struct Fixed {
    time: i64,
    step: i64,
    seed: u64,
    drawn: u64,
}

/// What the clock and the ids of the open host come from.
static FIXED: Mutex<Fixed> = Mutex::new(Fixed { time: 0, step: 0, seed: 0, drawn: 0 });

fn now() -> i64 {
    let mut fixed = FIXED.lock().unwrap();
    fixed.time += fixed.step;
    fixed.time - fixed.step
}

fn id() -> [u8; 16] {
    let mut fixed = FIXED.lock().unwrap();
    let high = ((1767323045678 + fixed.drawn) << 16) | (splitmix(&mut fixed.seed) & 0xfff);
    let low = splitmix(&mut fixed.seed) & !(3 << 62) | 1 << 63;
    fixed.drawn += 1;
    let mut id = [0; 16];
    id[..8].copy_from_slice(&(high & !0xf000 | 0x7000).to_be_bytes());
    id[8..].copy_from_slice(&low.to_be_bytes());
    id
}

/// Compiles the module at a path once.
fn compile(compiled: &mut HashMap<String, Module>, path: &str) -> Result<Module, Failure> {
    if !compiled.contains_key(path) {
        compiled.insert(path.into(), Heddle::compile(&std::fs::read(path).unwrap_or_default())?);
    }
    Ok(compiled[path].clone())
}

fn grant() -> Grant {
    Grant { now, id, ..Grant::new(&[]) }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e3779b97f4a7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
    z ^ z >> 31
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut input, mut out) = (stdin().lock(), stdout().lock());
    let (mut module, mut grant, mut open, mut line) = (String::new(), grant(), None::<Heddle>, String::new());
    let mut compiled = HashMap::new();
    while input.read_line(&mut line)? > 0 {
        let (word, rest) = line.trim_end_matches('\n').split_once(' ').unwrap_or((line.trim_end(), ""));
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "kit" => writeln!(out, "runner rust-wasmtime files clock entropy links memory")?,
            "module" => module = rest.into(),
            "mount" => grant.mounts.push((first.into(), PathBuf::from(second))),
            "powers" => {
                let bit = |name| {
                    [("files", FILES), ("clock", CLOCK), ("entropy", ENTROPY)].iter().find(|p| p.0 == name).map_or(0, |p| p.1)
                };
                grant.powers = rest.split(' ').map(bit).sum();
            }
            "clock" => {
                let mut fixed = FIXED.lock()?;
                (fixed.time, fixed.step, fixed.drawn) = (first.parse()?, second.parse()?, 0);
            }
            "entropy" => FIXED.lock()?.seed = rest.parse()?,
            "memory" => grant.memory = rest.parse()?,
            "open" => match compile(&mut compiled, &module).and_then(|module| Heddle::open(module, grant.clone())) {
                Ok(heddle) => {
                    open = Some(heddle);
                    writeln!(out, "ok")?;
                }
                Err(e) => refuse(&mut out, e.code, &e.message)?,
            },
            "call" => {
                let mut request = vec![0; second.parse()?];
                input.read_exact(&mut request)?;
                match open.as_mut().ok_or("nothing is open")?.call(first.parse()?, &request) {
                    Ok((header, body)) => {
                        writeln!(out, "response {}", 4 + header.len() + body.len())?;
                        for part in [&(header.len() as u32).to_le_bytes()[..], &header, &body] {
                            out.write_all(part)?;
                        }
                    }
                    Err(e) => refuse(&mut out, e.code, &e.message)?,
                }
            }
            "close" => {
                (open, grant) = (None, self::grant());
                writeln!(out, "ok")?;
            }
            _ => return Err(format!("unknown line: {line}").into()),
        }
        out.flush()?;
        line.clear();
    }
    Ok(())
}

fn refuse(out: &mut impl Write, code: &str, message: &str) -> std::io::Result<()> {
    writeln!(out, "error {code} {}", message.split_whitespace().collect::<Vec<_>>().join(" "))
}
