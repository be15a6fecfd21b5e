"""The live sessions of one thread, in an instance of live.wasm.

After a trap the instance is lost. Sessions between turns continue from their
last saved state, in a new instance; the others end.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

from .. import _abi
from .._api.hints import translate_hints
from .._engine import Instance, new_live_instance
from .._errors import HeddleError
from .._types import LIVE_OPS
from .._wire import encode, parse, time_text
from .steps import Step, parse_step

STDOUT = 1
"""The stream of live.feed for standard output."""
KEEP_MEMORY_BYTES = 128 << 20
"""A larger instance is replaced when every session is between turns."""

_TIME = struct.Struct("<q")


class Trap(HeddleError):
    """live.wasm stopped during an operation of a session."""

    def __init__(self, cause: HeddleError, restored: bool) -> None:
        """Restored: the session is as it was after its last turn."""
        super().__init__("INTERNAL", cause.message, op=cause.op, hint="resume the session" if not restored else "")
        self.restored = restored


class _Kept:
    """What is known of an open session outside the instance."""

    __slots__ = ("header", "lost", "saved")

    def __init__(self, header: bytes, lost: Callable[[HeddleError], None]) -> None:
        self.header, self.lost = header, lost
        self.saved: str | None = None  # None while a turn runs


class Machine:
    """The sessions of one thread. The methods are the operations live.*."""

    def __init__(self) -> None:
        self._instance: Instance | None = None
        self._sessions: dict[str, _Kept] = {}

    def open(self, handle: str, request: dict[str, Any], now: int, lost: Callable[[HeddleError], None]) -> Step:
        """Begins a session. lost is called when a trap in another session's operation has ended this one."""
        name = handle.encode()
        self._sessions[handle] = _Kept(bytes([len(name)]) + name + bytes([STDOUT]), lost)
        try:
            return self._step("live.open", handle, encode(request), now)
        except BaseException:
            self._forget(handle)
            raise

    def feed(self, handle: str, now: int, data: bytes) -> Step:
        """Passes what the agent printed on standard output."""
        return self._step("live.feed", handle, self._sessions[handle].header + _TIME.pack(now) + data, now)

    def command(self, handle: str, request: dict[str, Any], now: int) -> Step:
        """Passes what the caller wants."""
        return self._step("live.command", handle, encode(request), now)

    def tick(self, handle: str, request: dict[str, Any], now: int) -> Step:
        """Passes the time."""
        return self._step("live.tick", handle, encode(request), now)

    def exit(self, handle: str, request: dict[str, Any], now: int) -> Step:
        """Reports the end of the process."""
        return self._step("live.exit", handle, encode(request), now)

    def close(self, handle: str) -> None:
        """Forgets a session. Without sessions the instance is released."""
        if handle in self._sessions and self._instance is not None:
            try:
                self._instance.call(LIVE_OPS["live.close"], encode({"handle": handle}))
            except HeddleError as e:
                self._forget(handle)
                self._recover(e, "", 0)
        self._forget(handle)

    def _forget(self, handle: str) -> None:
        self._sessions.pop(handle, None)
        if not self._sessions:
            self._instance = None

    def _step(self, op: str, handle: str, request: bytes, now: int) -> Step:
        if self._instance is None:
            self._instance = new_live_instance()
        try:
            header, body = _abi.split(self._instance.call(LIVE_OPS[op], request))
        except HeddleError as e:
            raise Trap(e, self._recover(e, handle, now)) from e
        if b'"error"' in header:
            raise HeddleError.from_json(*translate_hints([parse(header)["error"]]))
        step = parse_step(body)
        self._save(handle, step, now)
        return step

    def _save(self, handle: str, step: Step, now: int) -> None:
        """Keeps the state of a session that is between turns."""
        kept = self._sessions[handle]
        if step.health != "ready":
            kept.saved = None
            return
        assert self._instance is not None
        try:
            header, body = _abi.split(self._instance.call(LIVE_OPS["live.save"], encode({"handle": handle})))
        except HeddleError as e:
            raise Trap(e, self._recover(e, handle, now)) from e
        kept.saved = None if b'"error"' in header else body.decode("utf-8", "replace")
        if self._instance.memory_bytes() > KEEP_MEMORY_BYTES and all(k.saved for k in self._sessions.values()):
            self._recover(None, "", now)

    def _recover(self, cause: HeddleError | None, handle: str, now: int) -> bool:
        """Restores the sessions in a new instance and reports those that are lost; returns whether that of handle is restored."""
        lost = [(name, kept) for name, kept in self._sessions.items() if kept.saved is None]
        for name, _ in lost:
            del self._sessions[name]
        self._instance = None
        while self._sessions and self._instance is None:
            self._instance = new_live_instance()
            for name, kept in self._sessions.items():
                if not self._restore(name, kept.saved or "", now):  # a trap in it has lost the others again
                    lost.append((name, self._sessions.pop(name)))
                    self._instance = None
                    break
        for name, kept in lost:
            if name != handle:
                kept.lost(Trap(cause or HeddleError("INTERNAL", "the session cannot be restored"), restored=False))
        return handle in self._sessions

    def _restore(self, handle: str, state: str, now: int) -> bool:
        assert self._instance is not None
        request = {"handle": handle, "now": time_of(now), "state": state}
        try:
            header, _ = _abi.split(self._instance.call(LIVE_OPS["live.restore"], encode(request)))
        except HeddleError:
            return False
        return b'"error"' not in header


def time_of(now: int) -> str:
    """A time in milliseconds since the epoch as live.wasm takes it."""
    return time_text(datetime.fromtimestamp(now // 1000, timezone.utc).replace(microsecond=now % 1000 * 1000))


_local = threading.local()


def thread_machine() -> Machine:
    """Returns the machine of this thread."""
    machine = getattr(_local, "machine", None)
    if machine is None:
        machine = _local.machine = Machine()
    assert isinstance(machine, Machine)
    return machine
