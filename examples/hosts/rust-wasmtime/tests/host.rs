//! The host with both modules of `build`, which `make wasm lite` builds, and with small modules of the test's own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heddle_host::{Heddle, Machine, ABI};

const LIST: u32 = 5;
const NORMALIZE: u32 = 69; // messages.normalizeText

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The modules that are built: core.wasm must be, core-lite.wasm may be.
fn modules() -> Vec<Vec<u8>> {
    let core = std::fs::read(root().join("build/core.wasm")).expect("make wasm builds it");
    match std::fs::read(root().join("build/core-lite.wasm")) {
        Ok(lite) => vec![core, lite],
        Err(_) => {
            eprintln!("core-lite.wasm is left out: make lite builds it");
            vec![core]
        }
    }
}

/// A module with all exports, whose version and function `call` are given.
fn module(version: u32, call: &str) -> Vec<u8> {
    let text = format!(
        r#"(module (import "heddle" "host_call" (func $host (param i32 i32 i32 i32 i32) (result i64)))
             (memory (export "memory") 1)
             (func (export "_initialize"))
             (func (export "abi_version") (result i32) i32.const {version})
             (func (export "alloc") (param i32) (result i32) i32.const 1024)
             (func (export "release") (param i32))
             (func (export "call") (param i32 i32 i32) (result i64) {call}))"#
    );
    wat::parse_str(text).unwrap()
}

fn open(wasm: &[u8]) -> wasmtime::Result<Heddle> {
    Heddle::open(wasm, Arc::new(Machine(Default::default())))
}

fn small(wasm: &[u8]) -> Heddle {
    Heddle { memory: 32 << 20, fuel: 1 << 26, ..open(wasm).unwrap() }
}

#[test]
fn lists_sessions() {
    let home = root().join("testdata/agents/claude/home/.claude");
    let mut answers = vec![];
    for wasm in modules() {
        let host = Machine([("claude".to_string(), home.clone())].into());
        let heddle = Heddle::open(&wasm, Arc::new(host)).unwrap();
        let answer = heddle.call(LIST, br#"{"agent":"claude"}"#).unwrap();
        assert_eq!(answer.0, br#"{"op":"sessions.list"}"#);
        assert!(String::from_utf8_lossy(&answer.1).matches(r#""sessionId":"#).count() > 3);
        let (header, body) = heddle.call(LIST, br#"{"agent":"hermes"}"#).unwrap();
        assert!(
            !header.is_empty() && (body.is_empty() || body == b"[]"),
            "{}",
            String::from_utf8_lossy(&header)
        );
        answers.push(answer);
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "core.wasm and core-lite.wasm differ");
}

#[test]
fn refuses_other_modules() {
    let core = &modules()[0];
    let (cut, bare) = (&core[..core.len() / 2], wat::parse_str("(module)").unwrap());
    let (other, text) = (module(ABI + 6, "i64.const 0"), b"no module");
    for (name, wasm, reason) in [
        ("cut", cut, ""),
        ("without exports", &bare, "_initialize"),
        ("another ABI", &other, "it speaks version 7"),
        ("text", text.as_slice(), ""),
        ("empty", b"", ""),
    ] {
        let failure = open(wasm).err().unwrap_or_else(|| panic!("{name} was accepted"));
        let text = format!("{failure:#}");
        assert!(text.contains("speaks version 1") && text.contains(reason), "{name}: {text}");
    }
}

#[test]
fn survives_a_full_memory() {
    for wasm in modules() {
        let heddle = Heddle { fuel: 1 << 40, ..small(&wasm) };
        let request = format!(r#"{{"text":"{}"}}"#, "x".repeat(30 << 20));
        let failure = heddle.call(NORMALIZE, request.as_bytes()).unwrap_err();
        assert!(failure.to_string().contains("32 MiB"), "{failure:#}");
        let (header, body) = heddle.call(3, br#"{"unifiedId":"codex:019f"}"#).unwrap();
        assert_eq!(header, br#"{"op":"ids.resolveNativeId"}"#);
        assert_eq!(body, br#"{"agent":"codex","nativeSessionId":"019f"}"#);
    }
}

#[test]
fn survives_hostile_modules() {
    for (name, call) in [
        ("a trap", "unreachable"),
        ("a response outside the memory", "i64.const -1"),
        ("a header longer than the response", "(i32.store (i32.const 64) (i32.const 100)) i64.const 0x4000000008"),
        ("a request outside the memory", "(call $host (i32.const 1) (i32.const -8) (i32.const 64) (i32.const 0) (i32.const 8))"),
        ("a result outside the memory", "(call $host (i32.const 0) (i32.const 0) (i32.const 0) (i32.const -2) (i32.const 8))"),
        ("no end", "(loop $again (br $again)) unreachable"),
        ("all memory", "(loop $again (drop (memory.grow (i32.const 1))) (br_if $again (i32.lt_u (memory.size) (i32.const 512)))) unreachable"),
    ] {
        let heddle = small(&module(ABI, call));
        for _ in 0..2 {
            let failure = heddle.call(1, b"{}").unwrap_err();
            assert!(failure.to_string().contains("operation 1"), "{name}: {failure:#}");
        }
    }
}
