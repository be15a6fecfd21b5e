"""A supervisor, which starts sessions again that have failed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from .._errors import HeddleError
from .events import ended_error
from .options import AgentOptions
from .session import AgentSession
from .start import AUTO, start_agent

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack

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
        self._min, self._max, self._restarts, self._restarted = min_delay, max(min_delay, max_delay), max_restarts, restarted
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
        session = await start_agent(agent, **options)
        child = _Child(agent, options, session)
        self._children[name] = child
        child.task = asyncio.get_running_loop().create_task(self._watch(name, child, session))
        return session

    async def session(self, name: str) -> AgentSession:
        """Returns the running session of a name, and waits while it is being restarted.

        Raises:
            HeddleError: BAD_REF for an unknown name; the last error of a session that was given up; COMPLETE when it was stopped meanwhile.
        """
        child = self._children.get(name)
        if child is None:
            raise HeddleError("BAD_REF", f"no supervised agent has the name {name}")
        return await asyncio.shield(child.session)

    async def stop(self, name: str) -> None:
        """Ends a session for good. BAD_REF: no session has the name."""
        child = self._children.pop(name, None)
        if child is None:
            raise HeddleError("BAD_REF", f"no supervised agent has the name {name}")
        await child.stop()

    async def close(self) -> None:
        """Ends all sessions. Closing twice is harmless."""
        self._closed = True
        children, self._children = list(self._children.values()), {}
        await asyncio.gather(*(child.stop() for child in children))

    async def _watch(self, name: str, child: _Child, session: AgentSession) -> None:
        """Starts a session again when it has failed."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await session.wait_ended()
            ended = session.error
            if ended is None or child.stopping:
                if self._children.get(name) is child:
                    del self._children[name]
                child.give_up(ended_error())
                return
            child.session = loop.create_future()
            child.resume_after(session)
            if loop.time() - began >= self._max:
                child.restarts = 0
            next_session = await self._restart(name, child, ended)
            if next_session is None:
                return
            session = next_session
            child.session.set_result(session)

    async def _restart(self, name: str, child: _Child, ended: HeddleError) -> AgentSession | None:
        """Starts a session again; None after it was given up."""
        while True:
            if self._restarts is not None and child.restarts >= self._restarts:
                child.give_up(ended)
                return None
            delay = min(self._min * 2**child.restarts, self._max)
            child.restarts += 1
            await asyncio.sleep(delay)
            failed = session = None
            try:
                session = await start_agent(child.agent, **cast("AgentOptions", child.options))
            except HeddleError as e:
                failed = e
            if self._restarted is not None:
                self._restarted(name, ended, failed)
            if session is not None:
                return session
            ended = failed or ended


class _Child:
    """A session that is kept running."""

    def __init__(self, agent: str, options: AgentOptions, session: AgentSession) -> None:
        self.agent, self.options = agent, dict(options)
        self.restarts, self.stopping = 0, False
        self.session: asyncio.Future[AgentSession] = asyncio.get_running_loop().create_future()
        self.session.set_result(session)
        self.task: asyncio.Task[None] | None = None

    def resume_after(self, session: AgentSession) -> None:
        """Makes the options those of the next run, which continues the session if there is anything to continue."""
        continues = session.queried or self.options.get("resume") or self.options.get("continue_")
        if not continues or (self.options.get("fork") and not session.queried):
            return  # the agent keeps no session without a prompt
        self.agent = session.agent
        self.options |= {"resume": session.native_id, "cwd": session.cwd, "fork": False, "continue_": False}

    def give_up(self, error: HeddleError) -> None:
        """Has further calls fail."""
        if self.session.done():
            self.session = asyncio.get_running_loop().create_future()
        self.session.set_exception(error)
        self.session.exception()  # nobody has to ask for it

    async def stop(self) -> None:
        """Ends the running session, or its restart."""
        self.stopping = True
        running = self.session.result() if self.session.done() and self.session.exception() is None else None
        if running is not None:
            await running.stop()
        elif self.task is not None:
            self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            if self.task is not None:
                await self.task
        if not self.session.done():
            self.give_up(ended_error())
