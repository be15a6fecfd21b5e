"""live.wasm inside wasmtime. Unlike the engine it runs in the caller's thread."""

from __future__ import annotations

import threading
from importlib import resources

import wasmtime

from .._host import Host
from . import cache as _cache
from .instance import LIVE_MEMORY_BYTES, Instance

_SETTINGS = "live"

_lock = threading.Lock()
_compiled: tuple[wasmtime.Engine, wasmtime.Module] | None = None


def compile_live() -> None:
    """Compiles live.wasm, or loads it from the user's cache folder. Any thread may do it before the first instance is needed."""
    global _compiled
    with _lock:
        if _compiled is None:
            engine = wasmtime.Engine()
            wasm = resources.files("heddle").joinpath("live.wasm").read_bytes()
            _compiled = engine, _cache.load(engine, wasm, _SETTINGS, name="live.wasm")


def new_live_instance() -> Instance:
    """Returns a new instance, for use by one thread. It keeps the state of the live sessions that were opened in it."""
    compile_live()
    assert _compiled is not None
    return Instance(*_compiled, Host({}), "live.wasm", LIVE_MEMORY_BYTES)
