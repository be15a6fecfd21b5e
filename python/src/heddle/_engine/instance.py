"""An instance of a module with the exports of core.wasm, and what it may call."""

from __future__ import annotations

import contextlib
import ctypes
import struct
from collections.abc import Callable
from typing import Any

import wasmtime
from wasmtime import Func, FuncType, Memory, ValType

from .. import _abi as abi
from .._errors import HeddleError
from .._host import Host
from .._types import ABI_VERSION, OPS

MEMORY_BYTES = 512 << 20
"""The greatest memory of one instance of core.wasm."""

_STDERR_BYTES = 4096
_NEVER = 1 << 62  # epochs
_EBADF = 8

_NAMES = {number: name for name, number in OPS.items()}


def op_name(op: int) -> str:
    """The name of an operation, for messages."""
    return _NAMES.get(op, f"op {op}")


class Instance:
    """One instance of the module. It must not be used after an exception from call."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module, host: Host, name: str = "core.wasm", memory: int = MEMORY_BYTES) -> None:
        self._host, self._imports, self._limit = host, _Imports(host), memory
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=memory)
        self._store.set_epoch_deadline(_NEVER)
        self._store.set_wasi(wasmtime.WasiConfig())  # no arguments, no environment, no files
        try:
            exports = self._imports.link(engine).instantiate(self._store, module).exports(self._store)
        except wasmtime.WasmtimeError as e:
            raise HeddleError("UNSUPPORTED", f"{name} does not fit this package: {e}", hint="pip install --force-reinstall heddle-sessions") from e
        self._memory = self._imports.memory = _find_export(exports, "memory", Memory, name)
        self._alloc = _find_export(exports, "alloc", Func, name)
        self._call = _find_export(exports, "call", Func, name)
        self._release = _find_export(exports, "release", Func, name)
        self._run("open", _find_export(exports, "_initialize", Func, name))
        version = self._run("open", _find_export(exports, "abi_version", Func, name))
        if version != ABI_VERSION:
            message = f"{name} speaks version {version} of the ABI, this package version {ABI_VERSION}"
            raise HeddleError("UNSUPPORTED", message, hint="pip install --force-reinstall heddle-sessions")

    def call(self, op: int, request: bytes) -> bytes:
        """Runs an operation and returns the response. An epoch of the wasmtime engine interrupts it."""
        name = op_name(op)
        self._store.set_epoch_deadline(1)
        at = 0
        if request:
            at = _as_unsigned(self._run(name, self._alloc, _as_signed(len(request))))
            if at == 0:
                raise HeddleError("LIMIT_EXCEEDED", "the request is larger than 160 MiB", op=name)
            self._imports.view(self._store, at, len(request))[:] = request
        packed = self._run(name, self._call, _as_signed(op), _as_signed(at), _as_signed(len(request)))
        at, size = _as_unsigned(packed >> 32), _as_unsigned(packed)
        response = bytes(self._imports.view(self._store, at, size))
        self._run(name, self._release, _as_signed(at))
        return response

    def memory_bytes(self) -> int:
        """The size of the module's memory, which never shrinks."""
        return int(self._memory.data_len(self._store))

    def _run(self, name: str, func: Func, *args: int) -> Any:
        """Calls into the module; a trap becomes a HeddleError."""
        try:
            return func(self._store, *args)
        except (wasmtime.Trap, wasmtime.WasmtimeError, _Stop) as e:
            raised = self._imports.raised
            if isinstance(raised, Exception) and not isinstance(raised, HeddleError):
                raise HeddleError("INTERNAL", f"a host call failed: {raised!r}", op=name) from raised
            if raised is not None:
                raise raised from None
            if isinstance(e, wasmtime.Trap) and e.trap_code == wasmtime.TrapCode.INTERRUPT:
                raise (self._host.deadline.passed() or HeddleError("TIMEOUT", "interrupted", op=name)) from None
            output = self._imports.stderr  # Go's runtime has one message for objects and one for its own tables
            full = b"out of memory" in output or b"cannot allocate memory" in output
            hint = f"an operation may use {self._limit >> 20} MiB here" if full else ""
            raise HeddleError("INTERNAL", f"the engine stopped: {self._reason_of(e)}", op=name, hint=hint) from e

    def _reason_of(self, e: Exception) -> str:
        """The line with the reason, from what the module printed or from the message of wasmtime."""
        lines = [*self._imports.stderr.decode("utf-8", "replace").split("\n"), *str(e).split("\n")]
        for line in lines:
            for mark in ("panic: ", "fatal error: ", "runtime: out of memory", "wasm trap: "):
                if mark in line:
                    return line[line.index(mark) :].strip()
        return next(filter(None, map(str.strip, lines)), "no reason given")


class _Imports:
    """What the module may call.

    wasmtime keeps these methods until their store is released, so they must not
    refer to the store. They raise only _Stop: wasmtime keeps the last exception
    of all threads in one variable.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self.memory: Memory | None = None
        self.kept: bytes | bytearray = b""
        self.stderr = bytearray()
        self.raised: BaseException | None = None

    def link(self, engine: wasmtime.Engine) -> wasmtime.Linker:
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        linker.allow_shadowing = True
        i32, i64 = ValType.i32(), ValType.i64()

        def define(module: str, name: str, params: list[ValType], result: ValType, method: Callable[..., int]) -> None:
            def guarded(*args: Any) -> int:
                try:
                    return method(*args)
                except BaseException as e:
                    self.raised = e
                    raise _Stop from None

            linker.define_func(module, name, FuncType(params, [result]), guarded, access_caller=True)

        define("wasi_snapshot_preview1", "fd_write", [i32, i32, i32, i32], i32, self._fd_write)
        define(abi.MODULE, "host_call", [i32, i32, i32, i32, i32], i64, self._host_call)
        define(abi.MODULE, "host_take", [i32, i32], i32, self._host_take)
        define(abi.MODULE, "file_read", [i32, i32, i64, i32, i32], i64, self._file_read)
        define(abi.MODULE, "poll", [i64, i64], i32, self._poll)
        return linker

    def view(self, store: Any, at: int, size: int) -> memoryview:
        """A view of the module's memory, valid until it runs again."""
        at, size = _as_unsigned(at), _as_unsigned(size)
        if self.memory is None or at + size > self.memory.data_len(store):
            raise HeddleError("INTERNAL", "the engine named bytes outside its memory")
        if size == 0:
            return memoryview(bytearray())
        base = ctypes.addressof(self.memory.data_ptr(store).contents)
        return memoryview((ctypes.c_ubyte * size).from_address(base + at)).cast("B")

    def _host_call(self, caller: Any, call: int, p: int, n: int, out: int, cap: int) -> int:
        self.kept = b""
        try:
            self.view(caller, out, cap)  # refused before anything is done
            answer = self._host.serve(_as_unsigned(call), bytes(self.view(caller, p, n)))
        except HeddleError as e:
            return self._keep_error(e)
        if len(answer) > _as_unsigned(cap):
            self.kept = answer
        else:
            self.view(caller, out, len(answer))[:] = answer
        return len(answer)

    def _host_take(self, caller: Any, out: int, cap: int) -> int:
        kept, self.kept = self.kept, b""
        if len(kept) <= _as_unsigned(cap):
            with contextlib.suppress(HeddleError):  # an address outside the memory: nothing is copied
                self.view(caller, out, len(kept))[:] = kept
        return len(kept)

    def _file_read(self, caller: Any, p: int, n: int, offset: int, out: int, cap: int) -> int:
        self.kept = b""
        try:
            path, into = bytes(self.view(caller, p, n)), self.view(caller, out, cap)
            return self._host.read(path, into, offset)
        except HeddleError as e:
            return self._keep_error(e)

    def _poll(self, caller: Any, done: int, total: int) -> int:
        return 0 if self._host.deadline.passed() is None else 1

    def _fd_write(self, caller: Any, fd: int, vectors: int, count: int, written: int) -> int:
        """Keeps what the module prints; it prints only before it stops."""
        if fd not in (1, 2):
            return _EBADF
        total = 0
        for at, size in struct.iter_unpack("<II", self.view(caller, vectors, 8 * count)):
            self.stderr += self.view(caller, at, size)[: max(0, _STDERR_BYTES - len(self.stderr))]
            total += size
        self.view(caller, written, 4)[:] = struct.pack("<I", total)
        return 0

    def _keep_error(self, error: HeddleError) -> int:
        """Keeps an error record for host_take."""
        w = abi.Writer()
        w.error(error)
        self.kept = w.data
        return -len(w.data)


class _Stop(Exception):
    """Stops the module; _Imports.raised has the reason."""


def _find_export(exports: Any, name: str, kind: Any, module: str) -> Any:
    item = exports.get(name)
    if not isinstance(item, kind):
        raise HeddleError("UNSUPPORTED", f"{module} has no export {name}", hint="pip install --force-reinstall heddle-sessions")
    return item


def _as_unsigned(n: int) -> int:
    return n & 0xFFFFFFFF


def _as_signed(n: int) -> int:
    return n - (1 << 32) if n & 0x80000000 else n
