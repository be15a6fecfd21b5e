"""core.wasm inside wasmtime."""

from __future__ import annotations

import contextlib
import threading
from importlib import resources
from pathlib import Path

import wasmtime

from .._errors import HeddleError
from .._host import Deadline, Host
from . import cache as _cache
from .instance import MEMORY_BYTES, Instance, op_name
from .worker import Job, Worker

KEEP_MEMORY_BYTES = 128 << 20
"""The next call opens a new instance when the memory of this one is larger."""
GRACE_SECONDS = 2.0
"""How long a call may run after its deadline, to unwind, before it is interrupted."""

_TICK_SECONDS, _SLOW_TICK_SECONDS = 0.05, 1.0
_SETTINGS = "epochs"


def core_wasm() -> bytes:
    """Returns the core.wasm of this package."""
    return resources.files("heddle").joinpath("core.wasm").read_bytes()


class Engine:
    """Runs operations for one host. Safe for use by many threads; calls run one after the other."""

    def __init__(self, host: Host, wasm: bytes | None = None, *, cache: Path | None = None, memory: int = MEMORY_BYTES) -> None:
        self._host, self._memory = host, memory
        self._lock = threading.Lock()
        config = wasmtime.Config()
        config.epoch_interruption = True
        self._engine = wasmtime.Engine(config)
        self._module = _cache.load(self._engine, core_wasm() if wasm is None else wasm, _SETTINGS, cache)
        self._instance: Instance | None = Instance(self._engine, self._module, host, memory=memory)
        self._worker: Worker | None = None
        self._closed = False

    def call(
        self,
        op: int,
        request: bytes = b"",
        *,
        timeout: float | None = None,
        cancel: threading.Event | None = None,
    ) -> bytes:
        """Runs an operation on request bytes and returns the response (see wasm/abi/ABI.md)."""
        deadline = Deadline(timeout, cancel)
        with self._lock:
            if self._closed:
                raise HeddleError("INVALID_ARGUMENT", "the engine is closed", op=op_name(op))
            if self._worker is None or not self._worker.alive:  # a forked process has no threads
                self._worker = Worker()
            job = Job(lambda: self._run(op, request, deadline))
            self._worker.begin(job)
            try:
                while not job.done.wait(_SLOW_TICK_SECONDS if deadline.endless else _TICK_SECONDS):
                    if deadline.passed() is not None:
                        self._interrupt(job)
            except HeddleError as e:
                e.op = op_name(op)
                raise
            except BaseException:  # usually KeyboardInterrupt
                deadline.stop()
                with contextlib.suppress(HeddleError):
                    self._interrupt(job)
                raise
            return job.result()

    def close(self) -> None:
        """Releases the instance, its thread and its files. Closing twice is harmless."""
        with self._lock:
            self._closed, self._instance, self._worker = True, None, None
            self._host.close()

    def _interrupt(self, job: Job) -> None:
        """Waits for a late call to unwind, then interrupts it. A host call that the system never answers blocks later calls."""
        if job.done.wait(GRACE_SECONDS):
            return
        self._engine.increment_epoch()
        if not job.done.wait(GRACE_SECONDS):
            raise HeddleError("TIMEOUT", "the system does not answer", hint="open another engine")

    def _run(self, op: int, request: bytes, deadline: Deadline) -> bytes:
        self._host.deadline = deadline
        try:
            passed = deadline.passed()
            if passed is not None:
                raise passed
            if self._instance is None:
                self._instance = Instance(self._engine, self._module, self._host, memory=self._memory)
            response = self._instance.call(op, request)
            if self._instance.memory_bytes() > KEEP_MEMORY_BYTES:
                self._instance = None
            return response
        except BaseException as e:
            self._instance = None
            if isinstance(e, HeddleError):
                e.op = e.op or op_name(op)
            raise
        finally:
            self._host.end_call()
            self._host.deadline = Deadline()
