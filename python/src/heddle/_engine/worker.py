"""A thread of the engine's own.

Calls run in it and not in the caller's thread, where Ctrl-C could raise its
exception inside a host call: wasmtime may lose it there. The caller only waits,
and the engine unwinds.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue

_STACK_BYTES = 8 << 20  # on some systems the default is less than compiled wasm needs


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
            del error  # its traceback refers to this frame


class Worker:
    """A thread that lives as long as this object."""

    def __init__(self) -> None:
        jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._jobs = jobs
        self._thread = threading.Thread(target=_run_jobs, args=(jobs,), name="heddle", daemon=True)
        before = threading.stack_size(_STACK_BYTES)
        try:
            self._thread.start()
        finally:
            threading.stack_size(before)
        weakref.finalize(self, jobs.put, None)

    @property
    def alive(self) -> bool:
        """Whether the thread still runs jobs."""
        return self._thread.is_alive()

    def begin(self, job: Job) -> None:
        """Starts a job; its done is set at the end."""
        self._jobs.put(job)


def _run_jobs(jobs: SimpleQueue[Job | None]) -> None:
    while True:
        job = jobs.get()
        if job is None:
            return
        job.run()
        del job  # a waiting thread must not keep the last result
