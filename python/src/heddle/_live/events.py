"""What happens in a session, and the bounded queues of those who listen."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .._api.messages import StoreMessage
from .._errors import HeddleError
from .._types import LiveAsk, LiveHealth

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from types import TracebackType

    from typing_extensions import Self

MAX_QUEUED_BYTES = 64 << 20
"""The size of the messages that a subscription holds."""

AgentEventKind = Literal["event", "state", "ask", "cancel_ask", "diagnostic"]
"""event: a message; state: the session's state; ask: a request for permission; cancel_ask: one that needs no
answer any more; diagnostic: a defect, nothing ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A request for permission."""

    id: str
    """The request in its session."""
    query: str | None
    """The query that the agent works on; None when it works by itself."""
    about: LiveAsk | None
    """What permission is requested for; None for a request that needs no answer any more."""

    @property
    def tool_name(self) -> str:
        """The tool."""
        return self.about.tool_name if self.about else ""

    @property
    def input(self) -> Any:
        """The tool's input."""
        return self.about.input if self.about else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEvent:
    """Something that happened in a session. Which members it has depends on its kind."""

    kind: AgentEventKind
    query: str | None = None
    """The query that it belongs to; None for what the agent does by itself."""
    message: StoreMessage | None = None
    """A message; docs/messages.md describes messages."""
    whole: bool = False
    """The message is complete and belongs into the store; a piece of one does not."""
    health: LiveHealth | None = None
    """The new state."""
    ask: Ask | None = None
    """The request for permission."""
    error: HeddleError | None = None
    """The diagnostic, or why the session ended."""
    size: int = field(default=0, repr=False)
    """The length of the message's text."""


def ended_error() -> HeddleError:
    """The error of a call after the end of the session."""
    return HeddleError("COMPLETE", "the session has ended", hint="resume it: start a session with resume=")


def _queued_size(event: AgentEvent) -> int:
    """What an event counts in a subscription: a message may be larger than all that it holds."""
    return min(event.size, MAX_QUEUED_BYTES // 2)


class Subscription:
    """A bounded queue of the events of a session. Iterating ends when the session ends.

    One that is read too slowly raises LIMIT_EXCEEDED after the events that it
    holds; the store has the rest.

        async with agent.events() as events:
            async for event in events: ...
    """

    def __init__(self, query: str | None, limit: int, close: Callable[[Subscription], None]) -> None:
        """Use AgentSession.events."""
        self.query, self._limit, self._close = query, limit, close
        self._queue: deque[AgentEvent] = deque()
        self._bytes = 0
        self._end: HeddleError | None = None
        self._wake = asyncio.Event()

    def __aiter__(self) -> AsyncIterator[AgentEvent]:
        return self

    async def __anext__(self) -> AgentEvent:
        try:
            return await self._await_event()
        except HeddleError as e:
            if e.code == "COMPLETE":
                raise StopAsyncIteration from None
            raise

    async def _await_event(self) -> AgentEvent:
        while (event := self.take()) is None:
            self._wake.clear()
            await self._wake.wait()
        return event

    def take(self) -> AgentEvent | None:
        """Returns the next event if there is one now; raises at the end."""
        if self._queue:
            event = self._queue.popleft()
            self._bytes -= _queued_size(event)
            return event
        if self._end is not None:
            raise self._end
        return None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    async def next(self, timeout: float | None = None) -> AgentEvent:
        """Returns the next event.

        Args:
            timeout: After so many seconds it raises TIMEOUT. Default: no limit.

        Raises:
            HeddleError: COMPLETE at the end, LIMIT_EXCEEDED, TIMEOUT.
        """
        try:
            return await asyncio.wait_for(self._await_event(), timeout)
        except asyncio.TimeoutError:
            raise HeddleError("TIMEOUT", "no event arrived in time") from None

    def close(self) -> None:
        """Ends the subscription and drops its events. Closing twice is harmless."""
        self._close(self)
        self._queue.clear()
        self._bytes = 0
        self.finish(HeddleError("COMPLETE", "the subscription is closed"))

    def put(self, event: AgentEvent, position: int) -> bool:
        """Adds an event, and returns whether the subscription continues."""
        if self._end is not None:
            return False
        if len(self._queue) >= self._limit or self._bytes + _queued_size(event) > MAX_QUEUED_BYTES:
            hint = f"read on from the store, after position {position}"
            self.finish(HeddleError("LIMIT_EXCEEDED", "the subscription was read too slowly: events were dropped", hint=hint))
            return False
        self._queue.append(event)
        self._bytes += _queued_size(event)
        self._wake.set()
        return True

    def finish(self, error: HeddleError) -> None:
        """Ends the subscription after the events that it holds."""
        if self._end is None:
            self._end = error
        self._wake.set()
