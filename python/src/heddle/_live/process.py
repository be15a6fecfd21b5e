"""The process of an agent, in a process group of its own, with its pipes on the event loop."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import shutil
import signal as _signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .._errors import HeddleError
from .group import VANISH_SECONDS, group_runs, signal_group
from .registry import Registry

CHUNK_BYTES = 64 << 10
"""The most that is read from a pipe at once."""
STDERR_BYTES = 64 << 10
"""The end of standard error that is kept."""
LINGER_SECONDS = 0.5
"""How long a pipe may stay open after the process has ended."""
LINGER_BYTES = 1 << 20
"""What is read from a pipe that another process holds open."""

_SIGNALS = {"interrupt": _signal.SIGINT, "terminate": _signal.SIGTERM, "kill": _signal.Signals(9)}

_running: set[Process] = set()


class ProcessEnd(NamedTuple):
    """How a process ended."""

    status: int
    """The exit status; 128 and the number of the signal for a process that a signal ended."""
    stderr: str
    """The end of standard error, at most 64 KB."""
    gone: bool
    """No process of the group is left."""


class Process:
    """A running process. Its methods belong to the event loop that started it."""

    ended: asyncio.Future[ProcessEnd]
    """Done when the process has ended, all its output was passed on, its group was killed and all pipes are closed."""

    def __init__(
        self,
        argv: Sequence[str],
        cwd: str | None,
        env: Mapping[str, str],
        output: Callable[[bytes], None],
        registry: Registry | None = None,
        about: dict[str, str] | None = None,
        files: Path | None = None,
    ) -> None:
        """Starts a process and registers it.

        Args:
            argv: The program's path and its arguments.
            cwd: The working folder; None for this process's.
            env: The whole environment.
            output: Receives what the process prints on standard output, at most 64 KB at once.
            registry: Where the process is registered; None for nowhere.
            about: What the registry keeps of it.
            files: A folder that is removed after its end.

        Raises:
            HeddleError: IO_ERROR when it cannot be started, UNSUPPORTED on Windows.
        """
        if sys.platform == "win32":
            raise HeddleError("UNSUPPORTED", "the Python library does not run agents on Windows", hint="use heddle run")
        self._loop = asyncio.get_running_loop()
        self._output = output
        self._files = files
        try:
            self._popen = subprocess.Popen(  # noqa: S603
                argv, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as e:
            reason = e.strerror if isinstance(e, OSError) else str(e)
            raise HeddleError("IO_ERROR", f"the program {argv[0]} cannot be started: {reason}") from e
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self.pid = self._popen.pid
        self._collected = False
        self._stdin: int | None = self._popen.stdin.fileno()
        self._stdout, self._stderr = self._popen.stdout.fileno(), self._popen.stderr.fileno()
        self._queue: deque[memoryview] = deque()
        self._closing = self._writing = False
        self._tail = bytearray()
        self._open = {self._stdout, self._stderr}
        self._drained = asyncio.Event()
        self._flowing = asyncio.Event()
        self._flowing.set()
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        self._registry_file = registry.add(self.pid, about or {}) if registry is not None else None
        _running.add(self)
        self._loop.add_reader(self._stdout, self._read, self._stdout)
        self._loop.add_reader(self._stderr, self._read, self._stderr)
        self.ended = self._loop.create_task(self._finish(_watch_leader(self._loop, self._popen)))

    def write(self, data: bytes) -> None:
        """Queues data for standard input. It does not wait; what cannot be written because the process has ended is dropped."""
        if self._stdin is not None and not self._closing:
            self._queue.append(memoryview(data))
            if not self._writing:
                self._flush()

    def close_input(self) -> None:
        """Closes standard input after what is queued."""
        self._closing = True
        if not self._queue:
            self._close_stdin()

    def signal(self, name: str) -> None:
        """Sends interrupt, terminate or kill to the group. A group that has ended is ignored."""
        if not self._collected:
            signal_group(self.pid, _SIGNALS[name])

    def pause_output(self) -> None:
        """Stops reading standard output: the process waits when the pipe is full."""
        if self._flowing.is_set():
            self._flowing.clear()
            if self._stdout in self._open:
                self._loop.remove_reader(self._stdout)

    def resume_output(self) -> None:
        """Continues reading standard output."""
        if not self._flowing.is_set():
            self._flowing.set()
            if self._stdout in self._open:
                self._loop.add_reader(self._stdout, self._read, self._stdout)

    def _flush(self) -> None:
        assert self._stdin is not None
        try:
            while self._queue:
                n = os.write(self._stdin, self._queue[0])
                if n == len(self._queue[0]):
                    self._queue.popleft()
                else:
                    self._queue[0] = self._queue[0][n:]
        except (BlockingIOError, InterruptedError):
            if not self._writing:
                self._writing = True
                self._loop.add_writer(self._stdin, self._flush)
            return
        except OSError:  # the process does not read any more
            self._close_stdin()
            return
        if self._writing:
            self._writing = False
            self._loop.remove_writer(self._stdin)
        if self._closing:
            self._close_stdin()

    def _close_stdin(self) -> None:
        self._queue.clear()
        if self._stdin is None:
            return
        if self._writing:
            self._loop.remove_writer(self._stdin)
        self._stdin, self._writing = None, False
        assert self._popen.stdin is not None
        with contextlib.suppress(OSError):
            self._popen.stdin.close()

    def _read(self, fd: int) -> int:
        """Reads what a pipe has and returns the number of bytes; 0 at its end, -1 when it has nothing now."""
        try:
            data = os.read(fd, CHUNK_BYTES)
        except (BlockingIOError, InterruptedError):
            return -1
        except OSError:
            data = b""
        if not data:
            self._close_output(fd)
        elif fd == self._stdout:
            self._output(data)
        else:
            self._tail += data
            if len(self._tail) > 2 * STDERR_BYTES:
                del self._tail[:-STDERR_BYTES]
        return len(data)

    def _close_output(self, fd: int) -> None:
        if fd in self._open:
            self._loop.remove_reader(fd)
            self._open.discard(fd)
            if not self._open:
                self._drained.set()

    async def _finish(self, leader: asyncio.Future[None]) -> ProcessEnd:
        try:
            return await self._collect(leader)
        except asyncio.CancelledError:  # the event loop ends before the session
            self._abandon()
            raise

    async def _collect(self, leader: asyncio.Future[None]) -> ProcessEnd:
        await leader
        await self._await_drained(LINGER_SECONDS)  # somebody else may hold a pipe
        signal_group(self.pid, _signal.SIGKILL)
        code = self._popen.wait()  # it has ended: its id was not given away until now
        self._collected = True
        await self._await_drained(LINGER_SECONDS)  # somebody who left the group may hold it
        await self._read_rest()
        gone = await self._await_gone()
        self._release(gone)
        return ProcessEnd(code if code >= 0 else 128 - code, self._tail[-STDERR_BYTES:].decode("utf-8", "replace"), gone)

    async def _await_drained(self, seconds: float) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._drained.wait(), seconds)

    async def _read_rest(self) -> None:
        """Reads what is left in pipes that never end, and no more."""
        for fd in (self._stdout, self._stderr):
            left = LINGER_BYTES
            while fd in self._open and left > 0:
                if fd == self._stdout:
                    await self._flowing.wait()
                n = self._read(fd)
                if n < 0:
                    break
                left -= n
            self._close_output(fd)

    async def _await_gone(self) -> bool:
        """Waits until no process of the group runs, and returns whether that came true."""
        end, pause = self._loop.time() + VANISH_SECONDS, 0.001
        while group_runs(self.pid):
            if self._loop.time() > end:
                return False
            signal_group(self.pid, _signal.SIGKILL)
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.05)
        return True

    def _release(self, gone: bool) -> None:
        self._close_stdin()
        for pipe in (self._popen.stdout, self._popen.stderr):
            assert pipe is not None
            pipe.close()
        _running.discard(self)
        self._remove_files()
        if gone and self._registry_file is not None:
            self._registry_file.unlink(missing_ok=True)

    def _abandon(self) -> None:
        """Kills the group and releases everything without waiting."""
        self.kill_at_exit()
        if not self._collected:
            self._popen.wait()
        for fd in list(self._open):
            self._close_output(fd)
        self._release(not group_runs(self.pid))

    def kill_at_exit(self) -> None:
        """Kills the group when the interpreter ends before the session."""
        signal_group(self.pid, _signal.SIGKILL)
        self._remove_files()

    def _remove_files(self) -> None:
        if self._files is not None:
            shutil.rmtree(self._files, ignore_errors=True)


def _watch_leader(loop: asyncio.AbstractEventLoop, popen: subprocess.Popen[bytes]) -> asyncio.Future[None]:
    """Returns a future that is done when the process has ended. Where the system permits it stays to be collected, so that its id is not reused."""
    ended: asyncio.Future[None] = loop.create_future()

    def finish() -> None:
        if not ended.done():
            ended.set_result(None)

    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fd = os.pidfd_open(popen.pid)

            def on_end() -> None:
                loop.remove_reader(fd)
                os.close(fd)
                finish()

            loop.add_reader(fd, on_end)
            return ended

    def wait() -> None:
        if hasattr(os, "waitid"):
            os.waitid(os.P_PID, popen.pid, os.WEXITED | os.WNOWAIT)
        else:
            popen.wait()
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(finish)

    threading.Thread(target=wait, name="heddle-process", daemon=True).start()
    return ended


@atexit.register
def _end_running() -> None:
    for process in list(_running):
        process.kill_at_exit()
