"""Compiled code of the engine, kept between processes.

Native code is loaded from these files, so a file is used only when no other
user can write to it. The code is compiled again when a file is missing, damaged
or not private; without a folder to write to, every process compiles.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import wasmtime

from .._errors import HeddleError

_SUFFIX = ".cwasm"
_SUM_BYTES = 32
_KEEP_FILES = 4
_SLOW_BYTES = 1 << 20


def load(engine: wasmtime.Engine, wasm: bytes, settings: str, folder: Path | None = None, *, name: str = "core.wasm") -> wasmtime.Module:
    """Returns the compiled module, which errors call name. Settings are part of the key, beside the module and the versions."""
    key = hashlib.sha256(wasm)
    key.update(f"\0{version('wasmtime')}\0{sys.platform}\0{settings}".encode())
    folder = folder or cache_folder()
    file = folder / (key.hexdigest() + _SUFFIX) if folder else None
    if file is not None:
        code = _read_code(file)
        if code is not None:
            with contextlib.suppress(wasmtime.WasmtimeError):  # code of another processor, or with other features
                return wasmtime.Module.deserialize(engine, code)
    _announce(len(wasm), file is not None)
    module = _compile(engine, wasm, name)
    if file is not None:
        with contextlib.suppress(OSError):
            _write_code(file, bytes(module.serialize()))
    return module


def _compile(engine: wasmtime.Engine, wasm: bytes, name: str) -> wasmtime.Module:
    reason = f"its {len(wasm)} bytes are no WebAssembly module"
    if wasm.startswith(b"\0asm"):  # wasmtime would take a text for the source of one
        try:
            return wasmtime.Module(engine, wasm)
        except wasmtime.WasmtimeError as e:
            reason = " ".join(str(e).split())
    raise HeddleError("UNSUPPORTED", f"{name} is damaged: {reason}", hint="pip install --force-reinstall heddle-sessions")


_announced = False


def _announce(size: int, kept: bool) -> None:
    """Says on stderr why the first call takes so long: once in a process, and only of a module that takes seconds."""
    global _announced
    if _announced or size < _SLOW_BYTES or sys.stderr is None:  # stderr is None in a program without a console
        return
    _announced = True
    often = "once; later programs use the result" if kept else "because no cache folder can be written to"
    print(f"heddle: compiling the engine, which takes some seconds, {often}", file=sys.stderr, flush=True)


def cache_folder() -> Path | None:
    """The user's cache folder; None when it has no known path."""
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
            root = Path(base) if base else Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            root = Path.home() / "Library" / "Caches"
        else:
            base = os.environ.get("XDG_CACHE_HOME")
            root = Path(base) if base and os.path.isabs(base) else Path.home() / ".cache"
    except RuntimeError:  # no home
        return None
    return root / "heddle" / "python"


def _read_code(file: Path) -> bytes | None:
    """Returns the code, or None when the file is missing, damaged or not private."""
    try:
        with file.open("rb") as f:
            if not _is_private(os.fstat(f.fileno())) or not _is_private(os.stat(file.parent)):
                return None
            data = f.read()
    except OSError:
        return None
    code, total = data[:-_SUM_BYTES], data[-_SUM_BYTES:]
    return code if hashlib.sha256(code).digest() == total else None


def _is_private(st: os.stat_result) -> bool:
    if os.name != "posix":
        return True  # on Windows the user's profile is private
    return st.st_uid == os.geteuid() and not st.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _write_code(file: Path, code: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not _is_private(os.stat(file.parent)):
        return
    fd, name = tempfile.mkstemp(dir=file.parent, prefix="new-")
    try:
        with os.fdopen(fd, "wb") as f:
            f.write(code)
            f.write(hashlib.sha256(code).digest())
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
    old = sorted(file.parent.glob("*" + _SUFFIX), key=lambda p: p.stat().st_mtime)[:-_KEEP_FILES]
    for other in old:
        other.unlink(missing_ok=True)
