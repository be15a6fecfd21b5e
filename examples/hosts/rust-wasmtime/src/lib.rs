//! A host of Heddle's core.wasm and core-lite.wasm over wasmtime. wasm/abi/ABI.md describes the ABI.

mod machine;
#[cfg(test)]
mod machine_test;

use std::io::{Error, ErrorKind, Result as Answer};
use std::sync::Arc;

pub use machine::Machine;
use wasmtime::{error::Context, *};

/// The version of the ABI that this host speaks.
pub const ABI: u32 = 1;

/// Answers what the module asks for. Texts and numbers are encoded as ABI.md says.
pub trait Host: Send + Sync {
    fn answer(&self, call: u32, request: &[u8]) -> Answer<Vec<u8>>;
    /// Reads from an offset of a file; fewer bytes than asked for only at its end.
    fn read(&self, path: &[u8], offset: u64, into: &mut [u8]) -> Answer<u64>;
}

/// A module with its host. Each call gets an instance of its own: a trap spoils no other call, and calls may
/// run at the same time.
#[derive(Clone)]
pub struct Heddle {
    pub module: Module,
    pub host: Arc<dyn Host>,
    pub memory: usize, // bytes that a call may use
    pub fuel: u64,     // about the number of instructions that a call may run
}

/// What the imports of an instance work with.
struct State {
    host: Arc<dyn Host>,
    kept: Vec<u8>,   // for host_take
    printed: String, // the module's last words
    limits: StoreLimits,
}

impl Heddle {
    /// Compiles a module, which takes seconds, and checks its ABI. An error is UNSUPPORTED.
    pub fn open(wasm: &[u8], host: Arc<dyn Host>) -> Result<Heddle> {
        let open = || -> Result<Heddle> {
            let module = Module::new(&Engine::new(Config::new().consume_fuel(true))?, wasm)?;
            let heddle = Heddle { module, host, memory: 512 << 20, fuel: 1 << 40 };
            heddle.start().map(|_| heddle)
        };
        open().with_context(|| format!("this host speaks version {ABI} of Heddle's ABI, the module does not"))
    }

    /// Runs the operation with this number in abi.json on a JSON request; returns the header and the body of
    /// the response. The header has the operation's error. An error here is INTERNAL: the module was stopped.
    pub fn call(&self, op: u32, request: &[u8]) -> Result<(Vec<u8>, Vec<u8>)> {
        let (mut store, exports) = self.start()?;
        let answer = run(&mut store, &exports, op, request);
        answer.with_context(|| {
            let (said, memory) = (store.data().printed.trim(), self.memory >> 20);
            format!("operation {op}, which may use {memory} MiB here, stopped the module: {said}")
        })
    }

    fn start(&self) -> Result<(Store<State>, Instance)> {
        let limits = StoreLimitsBuilder::new().memory_size(self.memory).table_elements(1 << 20).build();
        let state = State { host: self.host.clone(), kept: vec![], printed: String::new(), limits };
        let mut store = Store::new(self.module.engine(), state);
        store.limiter(|state| &mut state.limits);
        store.set_fuel(self.fuel)?;
        let exports = link(&mut store, &self.module)?.instantiate(&mut store, &self.module)?;
        exports.get_typed_func::<(), ()>(&mut store, "_initialize")?.call(&mut store, ())?;
        let version = exports.get_typed_func::<(), u32>(&mut store, "abi_version")?.call(&mut store, ())?;
        ensure!(version == ABI, "it speaks version {version}");
        Ok((store, exports))
    }
}

fn run(store: &mut Store<State>, exports: &Instance, op: u32, request: &[u8]) -> Result<(Vec<u8>, Vec<u8>)> {
    let size = u32::try_from(request.len())?;
    let at = exports.get_typed_func::<u32, u32>(&mut *store, "alloc")?.call(&mut *store, size)?;
    ensure!(at != 0, "the request is larger than 160 MiB");
    let memory = exports.get_memory(&mut *store, "memory").ok_or_else(|| format_err!("it has no memory"))?;
    part(memory.data_mut(&mut *store), at, size)?.copy_from_slice(request);
    let call = exports.get_typed_func::<(u32, u32, u32), u64>(&mut *store, "call")?;
    let packed = call.call(&mut *store, (op, at, size))?;
    let response = part(memory.data_mut(store), (packed >> 32) as u32, packed as u32)?;
    let size = number(response, 0)?; // release is for instances that are called again
    Ok((part(response, 4, size)?.to_vec(), response[4 + size as usize..].to_vec()))
}

/// A part of the guest's memory; one that is not in it is an error, which stops the module.
fn part(memory: &mut [u8], at: u32, size: u32) -> Result<&mut [u8]> {
    let wrong = || format_err!("{size} bytes at {at} are not in the module's memory");
    memory.get_mut(at as usize..).and_then(|rest| rest.get_mut(..size as usize)).ok_or_else(wrong)
}

fn number(memory: &mut [u8], at: u32) -> Result<u32> {
    Ok(u32::from_le_bytes(part(memory, at, 4)?.try_into()?))
}

/// The text that a request begins with.
pub fn text_in(request: &[u8]) -> Answer<&[u8]> {
    let size = request.first_chunk().map(|bytes| u32::from_le_bytes(*bytes) as usize);
    let text = size.and_then(|size| request[4..].get(..size));
    text.ok_or_else(|| Error::new(ErrorKind::InvalidInput, "a text beyond the request"))
}

pub fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text);
}

impl State {
    /// Keeps the record of an error for host_take and returns its negative length.
    fn keep(&mut self, path: &[u8], e: Error) -> i64 {
        let code = match e.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => "BAD_REF",
            ErrorKind::PermissionDenied => "PERMISSION_DENIED",
            ErrorKind::Unsupported => "UNSUPPORTED",
            ErrorKind::InvalidInput => "INVALID_ARGUMENT",
            _ => "IO_ERROR",
        };
        self.kept.clear();
        for text in [code.as_bytes(), path, e.to_string().as_bytes(), b""] {
            put_text(&mut self.kept, text);
        }
        -(self.kept.len() as i64)
    }
}

type Guest<'a> = Caller<'a, State>;

/// The guest's memory, which may have grown since it was last looked up, and the state of its imports.
fn split<'a>(guest: &'a mut Guest) -> Result<(&'a mut [u8], &'a mut State)> {
    let memory = guest.get_export("memory").and_then(|export| export.into_memory());
    Ok(memory.ok_or_else(|| format_err!("it exports no memory"))?.data_and_store_mut(guest))
}

fn link(store: &mut Store<State>, module: &Module) -> Result<Linker<State>> {
    const HEDDLE: &str = "heddle";
    const WASI: &str = "wasi_snapshot_preview1";
    let mut linker = Linker::new(module.engine());
    linker.func_wrap(HEDDLE, "host_call", |mut guest: Guest, call, p: u32, n: u32, out: u32, cap: u32| {
        let (memory, state) = split(&mut guest)?;
        let request = part(memory, p, n)?.to_vec();
        part(memory, out, cap)?;
        state.kept = match state.host.answer(call, &request) {
            Ok(result) => result,
            Err(e) => return Ok(state.keep(text_in(&request).unwrap_or_default(), e)),
        };
        let size = state.kept.len() as u32;
        if size <= cap {
            part(memory, out, size)?.copy_from_slice(&std::mem::take(&mut state.kept));
        }
        Ok(size as i64)
    })?;
    linker.func_wrap(HEDDLE, "host_take", |mut guest: Guest, out: u32, cap: u32| {
        let (memory, state) = split(&mut guest)?;
        let kept = std::mem::take(&mut state.kept);
        if kept.len() <= cap as usize {
            part(memory, out, kept.len() as u32)?.copy_from_slice(&kept);
        }
        Ok(kept.len() as u32)
    })?;
    linker.func_wrap(HEDDLE, "file_read", |mut guest: Guest, p: u32, n: u32, at, out: u32, cap: u32| {
        let (memory, state) = split(&mut guest)?;
        let (path, into) = (part(memory, p, n)?.to_vec(), part(memory, out, cap)?);
        let read = state.host.read(&path, at, into);
        Ok(read.map_or_else(|e| state.keep(&path, e), |n| n as i64))
    })?;
    linker.func_wrap(HEDDLE, "poll", |_done: u64, _total: u64| 0u32)?;
    let started = std::time::Instant::now();
    linker.func_wrap(WASI, "clock_time_get", move |mut guest: Guest, _: u32, _: u64, at: u32| {
        let elapsed = 1 + started.elapsed().as_nanos() as u64; // Go refuses a clock that says 0
        part(split(&mut guest)?.0, at, 8)?.copy_from_slice(&elapsed.to_le_bytes());
        Ok(0u32)
    })?;
    linker.func_wrap(WASI, "fd_write", |mut guest: Guest, _: u32, pieces: u32, _: u32, written: u32| {
        let (memory, state) = split(&mut guest)?;
        let (at, size) = (number(memory, pieces)?, number(memory, pieces.wrapping_add(4))?);
        let text = part(memory, at, size)?;
        if state.printed.len() < 200 {
            state.printed.extend(String::from_utf8_lossy(&text[..text.len().min(200)]).chars());
        }
        part(memory, written, 4)?.copy_from_slice(&size.to_le_bytes());
        Ok(0u32)
    })?;
    linker.func_wrap(WASI, "proc_exit", |code: u32| -> Result<()> { bail!("it exited with {code}") })?;
    linker.define_unknown_imports_as_default_values(store, module)?; // of the rest of WASI 0 is enough
    Ok(linker)
}
