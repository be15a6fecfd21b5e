"""The engine, core.wasm inside wasmtime, on a thread of its own."""

from .engine import Engine

__all__ = ["Engine"]
