//! A host of Heddle's core.wasm and core-lite.wasm, over wasmtime. It grants read-only folders, the clock and
//! randomness. `wasm/abi/ABI.md` of the repository describes the ABI.

mod files;
#[cfg(test)]
mod files_test;

use std::io::{Error, ErrorKind};
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub use wasmtime::Module;
use wasmtime::{bail, format_err, Caller, Engine, Linker, Memory, Result, Store, StoreLimits, StoreLimitsBuilder};

/// The version of the ABI that this host speaks.
pub const ABI: u32 = 1;
/// The bits of the powers that this host can grant.
pub const FILES: u32 = 1;
pub const CLOCK: u32 = 8;
pub const ENTROPY: u32 = 16;

/// What the module may use. Mounts are names of places.json with their folders.
#[derive(Clone)]
pub struct Grant {
    pub mounts: Vec<(String, PathBuf)>,
    pub powers: u32,
    pub memory: usize,        // bytes of an instance
    pub now: fn() -> i64,     // milliseconds since 1970
    pub id: fn() -> [u8; 16], // a UUID of version 7
}

impl Grant {
    /// Grants folders, this machine's clock and randomness, and memory for messages of 100 MB.
    pub fn new(mounts: &[(&str, PathBuf)]) -> Grant {
        let mounts = mounts.iter().map(|(name, folder)| (name.to_string(), folder.clone())).collect();
        Grant { mounts, powers: FILES | CLOCK | ENTROPY, memory: 512 << 20, now, id: uuid7 }
    }
}

/// The module cannot be used, or a call has stopped it.
#[derive(Debug)]
pub struct Failure {
    pub code: &'static str,
    pub message: String,
}

/// The module with the folders that it may read. It runs one call at a time.
pub struct Heddle {
    module: Module,
    grant: Grant,
    instance: Option<Instance>, // None after a trap
}

struct Instance {
    store: Store<Host>,
    exports: wasmtime::Instance,
    memory: Memory,
}

/// What the imports of an instance work with.
struct Host {
    grant: Grant,
    folders: files::Folders,
    kept: Vec<u8>, // for host_take
    printed: String,
    started: bool,
    limits: StoreLimits,
}

impl Heddle {
    /// Compiles a module, which takes seconds. Any number of hosts can be opened on it.
    pub fn compile(wasm: &[u8]) -> Result<Module, Failure> {
        Module::new(&Engine::default(), wasm).map_err(refusal)
    }

    /// Opens a module and checks its ABI.
    pub fn open(module: Module, grant: Grant) -> Result<Heddle, Failure> {
        let mut heddle = Heddle { module, grant, instance: None };
        heddle.instance = Some(heddle.start().map_err(refusal)?);
        Ok(heddle)
    }

    /// Runs the operation with this number in abi.json on a JSON request; returns the header and the body of the
    /// response. The header has the operation's error. A Failure means that the module has stopped: the next call
    /// gets a new instance.
    pub fn call(&mut self, op: u32, request: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Failure> {
        let mut instance = self.instance.take().map_or_else(|| self.start(), Ok).map_err(refusal)?;
        let answer = instance.call(op, request);
        instance.store.data_mut().folders.close();
        if answer.is_ok() {
            self.instance = Some(instance);
            return answer.map_err(refusal);
        }
        let printed = instance.store.data().printed.lines().next().unwrap_or_default().to_string();
        let reason = answer.map_or_else(|e| e.root_cause().to_string(), |_| String::new());
        let limit = format!("an operation may use {} MiB here", self.grant.memory >> 20);
        Err(Failure { code: "INTERNAL", message: format!("operation {op} stopped the module: {printed} {reason}; {limit}") })
    }

    fn start(&self) -> Result<Instance> {
        let limits = StoreLimitsBuilder::new().memory_size(self.grant.memory).table_elements(1 << 20).build();
        let folders = files::Folders::new(&self.grant.mounts);
        let host = Host { grant: self.grant.clone(), folders, kept: vec![], printed: String::new(), started: false, limits };
        let mut store = Store::new(self.module.engine(), host);
        store.limiter(|host| &mut host.limits);
        let exports = link(&mut store, &self.module)?.instantiate(&mut store, &self.module)?;
        store.data_mut().started = true;
        exports.get_typed_func::<(), ()>(&mut store, "_initialize")?.call(&mut store, ())?;
        let version = exports.get_typed_func::<(), u32>(&mut store, "abi_version")?.call(&mut store, ())?;
        if version != ABI {
            bail!("it speaks version {version}");
        }
        let memory = exports.get_memory(&mut store, "memory").ok_or_else(|| format_err!("it exports no memory"))?;
        Ok(Instance { store, exports, memory })
    }
}

/// The error about a module that is cut, replaced or of another ABI.
fn refusal(e: wasmtime::Error) -> Failure {
    let message = format!("this host speaks version {ABI} of Heddle's ABI, the module does not: {e:#}");
    Failure { code: "UNSUPPORTED", message }
}

impl Instance {
    fn call(&mut self, op: u32, request: &[u8]) -> Result<(Vec<u8>, Vec<u8>)> {
        let Instance { store, exports, memory } = self;
        let at = exports.get_typed_func::<u32, u32>(&mut *store, "alloc")?.call(&mut *store, u32::try_from(request.len())?)?;
        if at == 0 {
            bail!("the request is larger than 160 MiB");
        }
        memory.write(&mut *store, at as usize, request)?;
        let call = exports.get_typed_func::<(u32, u32, u32), u64>(&mut *store, "call")?;
        let packed = call.call(&mut *store, (op, at, request.len() as u32))?;
        let (at, response) = ((packed >> 32) as u32, memory.data_mut(&mut *store));
        let response = part(response, at, packed as u32)?;
        let size = u32_at(response, 0)?;
        let (header, body) = (part(response, 4, size)?.to_vec(), response[4 + size as usize..].to_vec());
        exports.get_typed_func::<u32, ()>(&mut *store, "release")?.call(&mut *store, at)?;
        Ok((header, body))
    }
}

impl Host {
    fn answer(&mut self, call: u32, request: &[u8]) -> std::io::Result<Vec<u8>> {
        let powers = self.grant.powers;
        match call {
            0 => Ok(powers.to_le_bytes().to_vec()),
            1 if powers & FILES != 0 => self.folders.stat(text_in(request)?),
            2 if powers & FILES != 0 => self.folders.list(text_in(request)?),
            8 if powers & CLOCK != 0 => Ok((self.grant.now)().to_le_bytes().to_vec()),
            9 if powers & ENTROPY != 0 => Ok((self.grant.id)().to_vec()),
            _ => Err(Error::new(ErrorKind::Unsupported, "this host does not grant that")),
        }
    }

    /// Keeps the record of an error for host_take and returns its negative length.
    fn keep(&mut self, path: &[u8], e: Error) -> i64 {
        let code = match e.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidInput => "BAD_REF",
            ErrorKind::PermissionDenied => "PERMISSION_DENIED",
            ErrorKind::Unsupported => "UNSUPPORTED",
            ErrorKind::InvalidData => "INVALID_ARGUMENT",
            _ => "IO_ERROR",
        };
        self.kept.clear();
        for text in [code.as_bytes(), path, e.to_string().as_bytes(), b""] {
            files::put_str(&mut self.kept, text);
        }
        -(self.kept.len() as i64)
    }
}

/// A part of the guest's memory; one that is not in it is an error, which stops the module.
fn part(memory: &mut [u8], at: u32, size: u32) -> Result<&mut [u8]> {
    let wrong = || format_err!("{size} bytes at {at} are not in the module's memory");
    memory.get_mut(at as usize..at as usize + size as usize).ok_or_else(wrong)
}

fn u32_at(memory: &mut [u8], at: u32) -> Result<u32> {
    Ok(u32::from_le_bytes(part(memory, at, 4)?.try_into()?))
}

/// The text that a request begins with.
fn text_in(request: &[u8]) -> std::io::Result<&[u8]> {
    let size = request.first_chunk().map(|bytes| u32::from_le_bytes(*bytes) as usize);
    let text = size.and_then(|size| request.get(4..4 + size));
    text.ok_or_else(|| Error::new(ErrorKind::InvalidData, "a text beyond the request"))
}

type Guest<'a> = Caller<'a, Host>;

/// The guest's memory, which may have grown since it was last looked up, and the host.
fn split<'a>(guest: &'a mut Guest) -> Result<(&'a mut [u8], &'a mut Host)> {
    let memory = guest.get_export("memory").and_then(|export| export.into_memory());
    Ok(memory.ok_or_else(|| format_err!("it exports no memory"))?.data_and_store_mut(guest))
}

fn link(store: &mut Store<Host>, module: &Module) -> Result<Linker<Host>> {
    let mut linker = Linker::new(module.engine());
    linker.func_wrap("heddle", "host_call", |mut guest: Guest, call: u32, p: u32, n: u32, out: u32, cap: u32| {
        let (memory, host) = split(&mut guest)?;
        if !host.started {
            return Ok(host.keep(b"", ErrorKind::Unsupported.into()));
        }
        let request = part(memory, p, n)?.to_vec();
        part(memory, out, cap)?;
        host.kept = match host.answer(call, &request) {
            Ok(result) => result,
            Err(e) => return Ok(host.keep(text_in(&request).unwrap_or_default(), e)),
        };
        let size = host.kept.len() as u32;
        if size <= cap {
            part(memory, out, size)?.copy_from_slice(&std::mem::take(&mut host.kept));
        }
        Ok(size as i64)
    })?;
    linker.func_wrap("heddle", "host_take", |mut guest: Guest, out: u32, cap: u32| {
        let (memory, host) = split(&mut guest)?;
        let kept = std::mem::take(&mut host.kept);
        if host.started && kept.len() <= cap as usize {
            part(memory, out, kept.len() as u32)?.copy_from_slice(&kept);
        }
        Ok(kept.len() as u32)
    })?;
    linker.func_wrap("heddle", "file_read", |mut guest: Guest, p: u32, n: u32, offset: u64, out: u32, cap: u32| {
        let (memory, host) = split(&mut guest)?;
        if !host.started || host.grant.powers & FILES == 0 {
            return Ok(host.keep(b"", ErrorKind::Unsupported.into()));
        }
        let (path, into) = (part(memory, p, n)?.to_vec(), part(memory, out, cap)?);
        let read = host.folders.read(&path, offset, into);
        Ok(read.map_or_else(|e| host.keep(&path, e), |n| n as i64))
    })?;
    linker.func_wrap("heddle", "poll", |_done: u64, _total: u64| 0u32)?;
    const WASI: &str = "wasi_snapshot_preview1";
    let started = Instant::now();
    linker.func_wrap(WASI, "clock_time_get", move |mut guest: Guest, _id: u32, _precision: u64, at: u32| {
        let elapsed = started.elapsed().as_nanos() as u64;
        part(split(&mut guest)?.0, at, 8)?.copy_from_slice(&elapsed.to_le_bytes());
        Ok(0u32)
    })?;
    linker.func_wrap(WASI, "random_get", |mut guest: Guest, at: u32, size: u32| {
        getrandom::fill(part(split(&mut guest)?.0, at, size)?).map_err(|e| format_err!("no randomness: {e}"))?;
        Ok(0u32)
    })?;
    linker.func_wrap(WASI, "fd_write", |mut guest: Guest, _file: u32, pieces: u32, count: u32, written: u32| {
        let (memory, host) = split(&mut guest)?;
        let mut total = 0;
        for piece in (0..count.min(64)).map(|n| pieces.wrapping_add(8 * n)) {
            let (at, size) = (u32_at(memory, piece)?, u32_at(memory, piece.wrapping_add(4))?);
            host.printed.extend(String::from_utf8_lossy(part(memory, at, size)?).chars().take(200));
            total += size;
        }
        part(memory, written, 4)?.copy_from_slice(&total.to_le_bytes());
        Ok(0u32)
    })?;
    linker.func_wrap(WASI, "proc_exit", |code: u32| -> Result<()> { bail!("it exited with {code}") })?;
    linker.define_unknown_imports_as_default_values(store, module)?; // of the rest of WASI 0 is enough
    Ok(linker)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// A UUID of version 7: 48 bits of time, the rest random.
fn uuid7() -> [u8; 16] {
    let mut id = [0; 16];
    getrandom::fill(&mut id[6..]).expect("the system has randomness");
    id[..6].copy_from_slice(&now().to_be_bytes()[2..]);
    id[6] = id[6] & 0x0f | 0x70;
    id[8] = id[8] & 0x3f | 0x80;
    id
}
