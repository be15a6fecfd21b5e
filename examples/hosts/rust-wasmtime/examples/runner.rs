//! A runner of the conformance kit: docs/how-to-write-a-host.md of the repository.

use std::collections::HashMap;
use std::io::{stdin, stdout, BufRead, Error, ErrorKind, Read, Result as Answer, Write};
use std::sync::{Arc, Mutex};

use heddle_host::{Heddle, Host, Machine};
use wasmtime::Result;

/// The words of the powers, with their bits and their calls.
const POWERS: [(&str, u32, std::ops::RangeInclusive<u32>); 3] =
    [("files", 1, 1..=2), ("clock", 8, 8..=8), ("entropy", 16, 9..=9)];

/// What the lines before "open" say.
#[derive(Default)]
struct Settings {
    module: String,
    mounts: HashMap<String, std::path::PathBuf>,
    powers: String,
    memory: Option<usize>,
    lies: HashMap<String, String>,
    drawn: Mutex<Drawn>,
}

/// Where the clock and the ids are.
#[derive(Default)]
struct Drawn {
    time: i64,
    step: i64,
    seed: u64,
    ids: u64,
}

/// A machine that grants what the settings say only, and lies.
struct Limited {
    machine: Machine,
    settings: Settings,
}

impl Limited {
    fn has(&self, power: &str) -> bool {
        self.settings.powers.split(' ').any(|word| word == power)
    }

    /// Refuses when the settings have a lie of this kind, whose argument is a code.
    fn refuse(&self, about: &str) -> Answer<()> {
        let kind = match self.settings.lies.get(about).map(String::as_str) {
            None => return Ok(()),
            Some("PERMISSION_DENIED") => ErrorKind::PermissionDenied,
            Some("BAD_REF") => ErrorKind::NotFound,
            Some("UNSUPPORTED") => ErrorKind::Unsupported,
            Some(_) => ErrorKind::Other,
        };
        Err(Error::new(kind, "a lie"))
    }

    /// Changes the size and the time of an entry, and returns how long it is.
    fn distort(&self, entry: &mut [u8]) -> usize {
        for (about, at) in [("size", 1), ("time", 9)] {
            if let Some(number) = self.settings.lies.get(about).and_then(|what| what.parse::<i64>().ok()) {
                entry[at..at + 8].copy_from_slice(&number.to_le_bytes());
            }
        }
        21 + u32::from_le_bytes(entry[17..21].try_into().unwrap()) as usize
    }
}

impl Host for Limited {
    fn answer(&self, call: u32, request: &[u8]) -> Answer<Vec<u8>> {
        let bits = POWERS.iter().filter(|power| self.has(power.0)).map(|power| power.1).sum::<u32>();
        if call == 0 {
            return Ok(bits.to_le_bytes().to_vec());
        }
        if POWERS.iter().any(|power| power.2.contains(&call) && !self.has(power.0)) {
            return Err(ErrorKind::Unsupported.into());
        }
        match call {
            8 => return Ok(self.settings.drawn.lock().unwrap().now().to_le_bytes().to_vec()),
            9 => return Ok(self.settings.drawn.lock().unwrap().id().to_vec()),
            1 => self.refuse("stat")?,
            2 => self.refuse("list")?,
            _ => {}
        }
        let mut answer = self.machine.answer(call, request)?;
        let mut at = if call == 2 { 4 } else { 0 };
        while at < answer.len() {
            at += self.distort(&mut answer[at..]);
        }
        Ok(answer)
    }

    fn read(&self, path: &[u8], offset: u64, into: &mut [u8]) -> Answer<u64> {
        if !self.has("files") {
            return Err(ErrorKind::Unsupported.into());
        }
        self.refuse("read")?;
        let most = self.settings.lies.get("short").and_then(|what| what.parse().ok()).unwrap_or(into.len());
        let asked = into.len() as u64;
        let read = self.machine.read(path, offset, &mut into[..most.min(asked as usize)])?;
        Ok(if self.settings.lies.contains_key("long") { asked + 1 } else { read })
    }
}

impl Drawn {
    fn now(&mut self) -> i64 {
        self.time += self.step;
        self.time - self.step
    }

    fn id(&mut self) -> [u8; 16] {
        let high = ((1767323045678 + self.ids) << 16) | (self.random() & 0xfff);
        let low = self.random() & !(3 << 62) | 1 << 63;
        self.ids += 1;
        let mut id = [0; 16];
        id[..8].copy_from_slice(&(high & !0xf000 | 0x7000).to_be_bytes());
        id[8..].copy_from_slice(&low.to_be_bytes());
        id
    }

    fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.seed;
        z = (z ^ z >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
        z ^ z >> 31
    }
}

impl Settings {
    fn set(&mut self, word: &str, rest: &str) -> std::result::Result<(), Box<dyn std::error::Error>> {
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        let drawn = self.drawn.get_mut().unwrap();
        match word {
            "module" => self.module = rest.into(),
            "mount" => drop(self.mounts.insert(first.into(), second.into())),
            "powers" => self.powers = rest.into(),
            "clock" => (drawn.time, drawn.step) = (first.parse()?, second.parse()?),
            "entropy" => drawn.seed = rest.parse()?,
            "memory" => self.memory = Some(rest.parse()?),
            "lie" => drop(self.lies.insert(first.into(), second.into())),
            _ => return Err(format!("unknown line: {word} {rest}").into()),
        }
        Ok(())
    }
}

/// Opens a host, and compiles its module once.
fn open(settings: Settings, modules: &mut HashMap<String, Heddle>) -> Result<Heddle> {
    let (module, memory) = (settings.module.clone(), settings.memory);
    let host = Arc::new(Limited { machine: Machine(settings.mounts.clone()), settings });
    if !modules.contains_key(&module) {
        modules.insert(module.clone(), Heddle::open(&std::fs::read(&module)?, host.clone())?);
    }
    let opened = modules[&module].clone();
    Ok(Heddle { host, memory: memory.unwrap_or(opened.memory), ..opened })
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let (mut input, mut out) = (stdin().lock(), stdout().lock());
    let (mut settings, mut host, mut line) = (Settings::default(), None::<Heddle>, String::new());
    let mut modules = HashMap::new();
    while input.read_line(&mut line)? > 0 {
        let (word, rest) = line.trim_end_matches('\n').split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            "kit" => writeln!(out, "runner rust-wasmtime files clock entropy links memory lies")?,
            "open" => match open(std::mem::take(&mut settings), &mut modules) {
                Ok(opened) => {
                    host = Some(opened);
                    writeln!(out, "ok")?;
                }
                Err(e) => refuse(&mut out, "UNSUPPORTED", e)?,
            },
            "call" => {
                let (op, size) = rest.split_once(' ').ok_or("a call has two numbers")?;
                let mut request = vec![0; size.parse()?];
                input.read_exact(&mut request)?;
                match host.as_ref().ok_or("nothing is open")?.call(op.parse()?, &request) {
                    Ok((header, body)) => {
                        writeln!(out, "response {}", 4 + header.len() + body.len())?;
                        for part in [&(header.len() as u32).to_le_bytes()[..], &header, &body] {
                            out.write_all(part)?;
                        }
                    }
                    Err(e) => refuse(&mut out, "INTERNAL", e)?,
                }
            }
            "close" => {
                (host, settings) = (None, Settings::default());
                writeln!(out, "ok")?;
            }
            _ => settings.set(word, rest)?,
        }
        out.flush()?;
        line.clear();
    }
    Ok(())
}

fn refuse(out: &mut impl Write, code: &str, e: wasmtime::Error) -> std::io::Result<()> {
    let text = format!("{e:#}");
    writeln!(out, "error {code} {}", text.split_whitespace().collect::<Vec<_>>().join(" "))
}
