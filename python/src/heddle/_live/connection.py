"""The connection to heddle live serve: JSON-RPC 2.0, one message a line (docs/live-protocol.md).

Threads read and write, so that sessions of any event loop can share the program.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from itertools import count
from typing import Any, Protocol

from .._errors import HeddleError
from .._wire import parse, plain_floats
from .program import INSTALL_HINT
from .protocol import LIVE_PROTOCOL
from .values import error_of

_CHUNK = 1 << 16
_MAX_LINE = 128 << 20
_METHOD_NOT_FOUND, _FAILED = -32601, -32000
_START_SECONDS = 60.0
_END_SECONDS = 20.0  # the program stops its sessions within 15


class UnknownMethodError(Exception):
    """Is raised by a listener that does not know a request."""


class Listener(Protocol):
    """What the program's messages are given to, on the thread that reads them."""

    def notice(self, method: str, params: Any, size: int) -> None:
        """Takes a notification, whose line has so many bytes."""

    def ask(self, method: str, params: Any) -> tuple[asyncio.AbstractEventLoop, Coroutine[Any, Any, Any]]:
        """Takes a request, and returns what answers it and where. What that raises is the answer's error."""

    def lost(self, error: HeddleError) -> None:
        """The program has ended; it is called once."""


class Connection:
    """A running program."""

    def __init__(self, path: str, version: str, listener: Listener) -> None:
        """Starts the program and introduces this one, which waits for it."""
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        try:
            # A group of its own from its first moment: Ctrl-C reaches this program alone, which decides.
            self._child = subprocess.Popen(  # noqa: S603
                [path, "live", "serve"], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, creationflags=flags
            )
        except OSError as e:
            raise HeddleError("UNSUPPORTED", f"the program {path} cannot be started: {e.strerror}", hint=INSTALL_HINT) from e
        self._listener = listener
        self._lock = threading.Lock()
        self._ids = count(1)
        self._calls: dict[int, Future[Any]] = {}
        self._asks: dict[int | str, Future[Any]] = {}
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.lost: HeddleError | None = None
        """Why the program has ended; None while it runs."""
        for work in (self._read, self._write):
            threading.Thread(target=work, name="heddle-live-serve", daemon=True).start()
        hello = {"protocol": LIVE_PROTOCOL, "client": "heddle for Python", "version": version, "pid": os.getpid()}
        try:
            program = self.send("initialize", hello)[1].result(_START_SECONDS)
            if program["version"] != version:
                raise HeddleError("UNSUPPORTED", f"the program {path} is heddle {program['version']}, and this package is {version}")
        except FutureTimeout:
            self._child.kill()
            raise HeddleError("TIMEOUT", f"the program {path} does not answer", hint=INSTALL_HINT) from None
        except BaseException as e:
            self.close()
            if isinstance(e, HeddleError) and e.code == "UNSUPPORTED":
                raise HeddleError("UNSUPPORTED", e.message, hint=f"{INSTALL_HINT}=={version}") from None
            raise

    def send(self, method: str, params: dict[str, Any]) -> tuple[int, Future[Any]]:
        """Sends a request, and returns its id and its answer."""
        number = next(self._ids)
        answer: Future[Any] = Future()
        answer.set_running_or_notify_cancel()  # whoever waits for it cannot cancel it
        line = _line_of({"id": number, "method": method, "params": params})
        with self._lock:
            if self.lost is not None:
                raise self.lost
            self._calls[number] = answer
        self._lines.put(line)
        return number, answer

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Sends a notification."""
        if self.lost is None:
            self._lines.put(_line_of({"method": method, "params": params}))

    async def ask(self, method: str, params: dict[str, Any], *, finish: bool = False) -> Any:
        """Sends a request and waits for its result. When the waiting task is cancelled the request is; finish waits until it has ended."""
        number, answer = self.send(method, params)
        try:
            return await asyncio.wrap_future(answer)
        except asyncio.CancelledError:
            self.notify("$/cancelRequest", {"id": number})
            if finish:
                await asyncio.wait([asyncio.wrap_future(answer)])
            raise

    def close(self) -> None:
        """Closes the program's input, which ends it and its sessions."""
        self._lines.put(None)

    def disown(self, error: HeddleError) -> None:
        """Leaves the program to the process that this one was forked from."""
        self.lost = error
        for stream in (self._child.stdin, self._child.stdout):
            if stream is not None:
                stream.close()
        self._child.returncode = 0  # it is not a child of this process

    def _write(self) -> None:
        stream = self._child.stdin
        assert stream is not None
        try:
            while (line := self._lines.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[stream.write(rest) :]
        except OSError:
            pass  # the program has ended, as its output shows
        finally:
            stream.close()  # it has no buffer that could fail

    def _read(self) -> None:
        stream = self._child.stdout
        assert stream is not None
        pieces: list[bytes] = []  # of the line that is being received
        why = ""
        try:
            while data := stream.read(_CHUNK):
                *lines, rest = data.split(b"\n")
                for line in lines:
                    whole = b"".join([*pieces, line]) if pieces else line
                    pieces.clear()
                    if whole:
                        self._handle(whole)
                if rest:
                    pieces.append(rest)
        except ValueError as e:
            why = str(e)
            self._child.kill()
        self.close()
        try:
            status = self._child.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._child.kill()
            status = self._child.wait()
        stream.close()
        self._lose(why or (f"signal {-status}" if status < 0 else f"status {status}"))

    def _handle(self, line: bytes) -> None:
        message = _message_of(line)
        method, params, number = message.get("method"), message.get("params"), message.get("id")
        if method is None:
            self._answered(message)
        elif number is not None:
            self._answer(number, method, params)
        elif method == "$/cancelRequest":
            asked = self._asks.get((params or {}).get("id", 0))
            if asked is not None:
                asked.cancel()
        else:
            self._listener.notice(method, params, len(line))

    def _answered(self, message: dict[str, Any]) -> None:
        with self._lock:
            answer = self._calls.pop(message.get("id") or 0, None)
        if answer is None:
            return
        error = message.get("error")
        if error is None:
            answer.set_result(message.get("result"))
        else:
            answer.set_exception(error_of({"message": error["message"], **(error.get("data") or {})}))

    def _answer(self, number: int | str, method: str, params: Any) -> None:
        def reply(done: Future[Any]) -> None:
            self._asks.pop(number, None)
            error = None if done.cancelled() else done.exception()
            if done.cancelled():
                answer: dict[str, Any] = {"error": {"code": _FAILED, "message": "the answer is not needed"}}
            elif error is None:
                answer = {"result": done.result()}
            else:
                code = _METHOD_NOT_FOUND if isinstance(error, UnknownMethodError) else _FAILED
                answer = {"error": {"code": code, "message": str(error.message if isinstance(error, HeddleError) else error)}}
            if self.lost is None:
                self._lines.put(_line_of({"id": number, **answer}))

        work: Coroutine[Any, Any, Any] | None = None
        try:
            loop, work = self._listener.ask(method, params)
            future: Future[Any] = asyncio.run_coroutine_threadsafe(work, loop)
        except (UnknownMethodError, RuntimeError) as e:  # the loop is closed
            if work is not None:
                work.close()
            future = Future()
            future.set_exception(e)
        self._asks[number] = future
        future.add_done_callback(reply)

    def _lose(self, why: str) -> None:
        hint = "start_agent() starts it again; resume the session with resume="
        with self._lock:
            self.lost = HeddleError("INTERNAL", f"heddle live serve has ended: {why}", hint=hint)
            calls, self._calls = list(self._calls.values()), {}
        for answer in calls:
            answer.set_exception(self.lost)
        for asked in list(self._asks.values()):
            asked.cancel()
        self._listener.lost(self.lost)


def _line_of(message: dict[str, Any]) -> bytes:
    try:
        line = json.dumps({"jsonrpc": "2.0", **message}, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    except (TypeError, ValueError) as e:
        raise HeddleError("INVALID_ARGUMENT", f"the request cannot be written as JSON: {e}") from e
    if len(line) > _MAX_LINE:
        raise HeddleError("LIMIT_EXCEEDED", "the request is longer than 128 MiB")
    return line


def _message_of(line: bytes) -> dict[str, Any]:
    try:
        message: Any = json.loads(line)
    except (RecursionError, ValueError):  # deep, or a number of thousands of digits
        try:
            message = plain_floats(parse(line))
        except ValueError:
            message = None
    if not isinstance(message, dict):
        raise ValueError(f"its output is not JSON: {line[:80].decode('utf-8', 'replace')}")
    return message


def wait_for(answer: Future[Any]) -> Any:
    """Waits for an answer. Ctrl-C ends the wait, on Windows too, where only a short one can be interrupted."""
    while sys.platform == "win32":
        try:
            return answer.result(0.1)
        except FutureTimeout:
            if answer.done():
                raise
    return answer.result()
