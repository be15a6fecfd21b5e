"""The engines inside wasmtime: core.wasm on a thread of its own, live.wasm in the caller's thread."""

from .engine import Engine
from .instance import Instance
from .live import compile_live, new_live_instance

__all__ = ["Engine", "Instance", "compile_live", "new_live_instance"]
