"""A supervisor, which starts sessions again that have failed."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._errors import HeddleError
from .options import AgentOptions, milliseconds
from .protocol import LiveSessionInfo
from .service import Service
from .session import AgentSession
from .start import AUTO, launch, release_start, start_of, start_request

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack

_runs = threading.Lock()

Restarted = Callable[[str, HeddleError, "HeddleError | None"], Any]


class Supervisor:
    """Keeps named sessions running: one that fails is started again, with the agent's session resumed. One that is stopped stays stopped.

    async with heddle.Supervisor() as agents:
        await agents.start("claude", name="assistant")
        agent = await agents.session("assistant")  # waits while it is being restarted
        print((await agent.query("Hello")).text)
    """

    def __init__(
        self, *, min_delay: float = 1.0, max_delay: float = 30.0, max_restarts: int | None = None, restarted: Restarted | None = None
    ) -> None:
        """Makes a supervisor without sessions.

        Args:
            min_delay: Seconds before the first restart, doubled with each further one. A session that ran
                for max_delay begins with it again.
            max_delay: The greatest delay in seconds.
            max_restarts: The number of restarts in a row before a session is given up. Default: no limit.
            restarted: Called after each restart with the name, why the session ended, and why it could
                not be started again, or None.
        """
        limits = {"minDelayMs": milliseconds(min_delay), "maxDelayMs": milliseconds(max(min_delay, max_delay)), "maxRestarts": max_restarts}
        self._limits = {name: limit for name, limit in limits.items() if limit is not None}
        self._restarted = restarted
        self._children: dict[str, _Child] = {}
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    @property
    def names(self) -> list[str]:
        """The supervised sessions, sorted."""
        return sorted(self._children)

    async def start(self, agent: str = AUTO, **options: Unpack[AgentOptions]) -> AgentSession:
        """Starts a session, which needs a name, and keeps it running. The first start must succeed."""
        name = options.get("name")
        if not name:
            raise HeddleError("INVALID_ARGUMENT", "a supervised session needs a name", hint="pass name=")
        if self._closed:
            raise HeddleError("COMPLETE", "the supervisor is closed")
        request = {**start_request(agent, options), **self._limits}
        started = start_of(options)
        session = await launch("live.supervise", request, options, started)
        child = _Child(session.service, session.handle)
        started.restarted = lambda info, ended, failed: self._report(name, child, info, ended, failed)
        self._children[name] = child
        self._watch(name, child, session)
        return session

    async def session(self, name: str) -> AgentSession:
        """Returns the running session of a name, and waits while it is being restarted.

        Raises:
            HeddleError: BAD_REF for an unknown name; the last error of a session that was given up; COMPLETE when it was stopped meanwhile.
        """
        child = self._child(name)
        info = await child.service.connection.ask("live.supervised", {"name": name})
        return self._run_of(name, child, LiveSessionInfo.from_json(info))

    async def stop(self, name: str) -> None:
        """Ends a session for good. BAD_REF: no session has the name."""
        child = self._child(name)
        del self._children[name]
        connection = child.service.connection
        try:
            await connection.ask("live.unsupervise", {"name": name}, finish=True)
        except HeddleError:
            if connection.lost is None:
                raise
        finally:
            release_start(child.service, child.handle)

    async def close(self) -> None:
        """Ends all sessions. Closing twice is harmless."""
        self._closed = True
        await asyncio.gather(*(self.stop(name) for name in self.names))

    def _child(self, name: str) -> _Child:
        child = self._children.get(name)
        if child is None:
            raise HeddleError("BAD_REF", f"no supervised agent has the name {name}")
        return child

    def _run_of(self, name: str, child: _Child, info: LiveSessionInfo) -> AgentSession:
        """The session of a run, which the response or the notification names first."""
        with _runs:
            known = child.service.sessions.get(info.session)
            if isinstance(known, AgentSession):
                known.keep_info(info)
                return known
            session = AgentSession(child.service, info)
        self._watch(name, child, session)
        return session

    def _watch(self, name: str, child: _Child, session: AgentSession) -> None:
        """Forgets a session that was stopped by itself."""

        def forget() -> None:
            if session.error is None and self._children.get(name) is child:
                del self._children[name]
                release_start(child.service, child.handle)

        session.when_ended(forget)

    def _report(self, name: str, child: _Child, info: LiveSessionInfo | None, ended: HeddleError, failed: HeddleError | None) -> None:
        started = child.service.started.get(child.handle)
        if info is not None:
            session = self._run_of(name, child, info)
            if started is not None:
                started.session = session.handle
        if started is not None and self._restarted is not None:
            with contextlib.suppress(RuntimeError):  # the event loop is closed
                started.loop.call_soon_threadsafe(self._restarted, name, ended, failed)


@dataclass(frozen=True)
class _Child:
    """A session that is kept running."""

    service: Service
    handle: str
