"""The engine inside wasmtime: core.wasm on a thread of its own."""

from .engine import Engine
from .instance import Instance

__all__ = ["Engine", "Instance"]
