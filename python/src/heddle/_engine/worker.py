"""A thread of the engine's own.

The engine's calls run in it and not in the caller's thread: the exception of a
signal (Ctrl-C) would otherwise be raised in the middle of a host call, where
wasmtime may lose it. So the caller only waits, and the engine unwinds.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue

_STACK_BYTES = 8 << 20  # some systems give a thread less than compiled wasm may use


class Job:
    """One call."""

    def __init__(self, call: Callable[[], bytes]) -> None:
        self._call: Callable[[], bytes] | None = call
        self._result: bytes | None = None
        self._error: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        """Runs in the worker."""
        try:
            if self._call is not None:
                self._result = self._call()
        except BaseException as e:
            self._error = e
        finally:
            self._call = None
            self.done.set()

    def result(self) -> bytes:
        """What the call returned, or raises what it raised."""
        error, self._error = self._error, None
        try:
            if error is not None:
                raise error
            assert self._result is not None
            return self._result
        finally:
            del error  # its traceback holds this frame


class Worker:
    """A thread that lives as long as this object."""

    def __init__(self) -> None:
        jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._jobs = jobs
        self._thread = threading.Thread(target=_work, args=(jobs,), name="heddle", daemon=True)
        before = threading.stack_size(_STACK_BYTES)
        try:
            self._thread.start()
        finally:
            threading.stack_size(before)
        weakref.finalize(self, jobs.put, None)

    @property
    def alive(self) -> bool:
        """Whether jobs are still taken."""
        return self._thread.is_alive()

    def begin(self, job: Job) -> None:
        """Starts a job; its done is set at the end."""
        self._jobs.put(job)


def _work(jobs: SimpleQueue[Job | None]) -> None:
    while True:
        job = jobs.get()
        if job is None:
            return
        job.run()
        del job  # nothing is held while waiting
