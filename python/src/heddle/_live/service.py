"""The program that runs this process's live sessions.

All sessions share it: the first starts it, and it is closed some seconds after
the last. A forked process starts its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from importlib import resources
from itertools import count
from typing import Any, Protocol

from .._errors import HeddleError
from .callbacks import call_hook, decide
from .connection import Connection, UnknownMethodError
from .events import AgentEvent, ended_error
from .options import AgentHooks, PermissionHandler
from .program import find_program
from .protocol import LiveEnded, LiveHookCall, LivePermission, LiveRestarted, LiveSessionInfo, LiveSessionState
from .subscription import Subscription
from .values import diagnostic_error, error_of

_IDLE_SECONDS = 3.0


class RunningSession(Protocol):
    """A session, as messages about it are given to it."""

    @property
    def name(self) -> str | None:
        """The name that it was started with."""

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""

    def keep_state(self, state: LiveSessionState) -> None:
        """Keeps a new state."""

    def keep_end(self, info: LiveSessionInfo | None, error: HeddleError | None) -> None:
        """The session has ended; without a last state the program has."""


@dataclass
class Started:
    """What a start is made of: a session, or a supervised one with all its runs."""

    loop: asyncio.AbstractEventLoop
    permission: PermissionHandler | None
    hooks: AgentHooks
    session: str
    """The session that runs, or ran last."""
    restarted: Callable[[LiveSessionInfo | None, HeddleError, HeddleError | None], None] | None = None
    """Of a supervised session: is called with each further run, or with why it could not be started."""


_lock = threading.Lock()
_services: dict[str, Service] = {}  # by the program's path


def hold_running(program: str | os.PathLike[str] | None) -> Service | None:
    """Holds the program if it runs already, until release."""
    with _lock:
        service = _services.get(find_program(program))
        return service if service is not None and service.hold() else None


def acquire_service(program: str | os.PathLike[str] | None) -> Service:
    """Finds the program, starts it unless it runs, which waits for it, and holds it until release."""
    path = find_program(program)
    with _starting:
        service = hold_running(path)
        if service is None:
            service = Service(path)
            with _lock:
                service.hold()
                if service.connection.lost is None:
                    _services[path] = service
        return service


_starting = threading.Lock()


def find_session(name: str) -> RunningSession | None:
    """The running session of a name."""
    for service in list(_services.values()):
        for session in reversed(list(service.sessions.values())):
            if session.name == name and session.is_running:
                return session
    return None


class Service:
    """A running program and what it runs."""

    def __init__(self, path: str) -> None:
        """Starts the program."""
        self._path, self._users, self._ids = path, 0, count(1)
        self._idle: threading.Timer | None = None
        self.sessions: dict[str, RunningSession] = {}
        """By their handles; a further run of a supervised session has its own."""
        self.subscriptions: dict[str, Subscription] = {}
        self.started: dict[str, Started] = {}
        """By the handle that live.start or live.supervise named."""
        version = resources.files("heddle").joinpath("version.txt").read_text().strip()
        self.connection = Connection(path, version, self)

    def hold(self) -> bool:
        """Counts a user, who calls release; False when the program has ended. The caller has the lock."""
        if self.connection.lost is not None:
            return False
        self._users += 1
        if self._idle is not None:
            self._idle.cancel()
        return True

    def release(self) -> None:
        """Ends a use. After the last one the program is closed, unless it is used again soon."""
        with _lock:
            self._users -= 1
            if self._users > 0 or self.connection.lost is not None:
                return
            self._close_later()

    def _close_later(self) -> None:
        self._idle = threading.Timer(_IDLE_SECONDS, self._close_idle)
        self._idle.daemon = True
        self._idle.start()

    def _close_idle(self) -> None:
        with _lock:
            if self._users > 0:
                return
            if self.subscriptions:  # somebody may still read what was said
                self._close_later()
                return
            self._forget()
        self.connection.close()

    def new_id(self, kind: str) -> str:
        """A handle or a name that this connection has not used."""
        return kind + str(next(self._ids))

    def subscribe(self, session: str, **about: Any) -> Subscription:
        """Begins to receive events of a session."""
        return Subscription(self.connection, self.subscriptions, self.new_id("e"), session, **about)

    def notice(self, method: str, params: Any, size: int) -> None:
        """Takes a notification of the program."""
        if method == "live.event":
            subscription = self.subscriptions.get(params["subscription"])
            if subscription is not None:
                subscription.put(params, size)
        elif method == "live.end":
            subscription = self.subscriptions.get(params["subscription"])
            if subscription is not None:
                subscription.finish(error_of(params["error"]) if params.get("error") else ended_error(), params.get("position"))
        elif method == "live.state":
            session = self.sessions.get(params["session"])
            if session is not None:
                session.keep_state(LiveSessionState.from_json(params))
        elif method == "live.ended":
            ended = LiveEnded.from_json(params)
            session = self.sessions.pop(ended.session, None)
            if session is not None:
                session.keep_end(ended.info, diagnostic_error(ended.error))
        elif method == "live.restarted":
            again = LiveRestarted.from_json(params)
            started = self.started.get(again.session)
            if started is not None and started.restarted is not None:
                started.restarted(again.info, diagnostic_error(again.ended) or ended_error(), diagnostic_error(again.failed))

    def ask(self, method: str, params: Any) -> tuple[asyncio.AbstractEventLoop, Coroutine[Any, Any, Any]]:
        """Takes a request of the program."""
        if method not in ("live.permission", "live.hook"):
            raise UnknownMethodError(f"there is no method {method}")
        started = self.started.get(params["session"])
        if started is None:
            raise RuntimeError("the session has ended")
        if method == "live.permission":
            return started.loop, decide(started.permission, LivePermission.from_json(params))
        return started.loop, self._call_hook(started, LiveHookCall.from_json(params))

    async def _call_hook(self, started: Started, call: LiveHookCall) -> None:
        def report(error: HeddleError) -> None:
            for subscription in list(self.subscriptions.values()):
                if subscription.session == started.session:
                    subscription.put(AgentEvent(kind="diagnostic", error=error))

        work = asyncio.ensure_future(call_hook(started.hooks, call, report))
        _hooks.add(work)
        work.add_done_callback(_hooks.discard)
        await asyncio.shield(work)  # a hook that takes long continues when the program does

    def lost(self, error: HeddleError) -> None:
        """The program has ended, and with it everything that it ran."""
        with _lock:
            self._forget()
            if self._idle is not None:
                self._idle.cancel()
        for handle in list(self.sessions):
            session = self.sessions.pop(handle, None)
            if session is not None:
                session.keep_end(None, error)
        for subscription in list(self.subscriptions.values()):
            subscription.finish(error)
        for started in list(self.started.values()):
            if started.restarted is not None:
                started.restarted(None, error, error)

    def _forget(self) -> None:
        """The next start begins another program."""
        if _services.get(self._path) is self:
            del _services[self._path]


_hooks: set[asyncio.Future[None]] = set()  # which a loop alone would not keep


def _forget_after_fork() -> None:
    """A forked process has none of the threads, and must not hold the pipes."""
    global _lock, _starting
    _lock, _starting = threading.Lock(), threading.Lock()
    error = HeddleError("COMPLETE", "the session belongs to the process that started it", hint="start another one in this process")
    for service in list(_services.values()):
        with contextlib.suppress(OSError):
            service.connection.disown(error)
    _services.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)
