"""The events of a session, as a program reads them."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Any

from .._errors import HeddleError
from .connection import Connection
from .events import AgentEvent, ended_error
from .values import event_of

if TYPE_CHECKING:
    from concurrent.futures import Future
    from types import TracebackType

    from typing_extensions import Self

WINDOW = 1 << 20
"""The bytes of events that may be here unread; the program keeps the rest."""


class Subscription:
    """A bounded queue of the events of a session. Iterating ends when the session ends.

    One that is read too slowly raises LIMIT_EXCEEDED after the events that it
    holds; the store has the rest.

        async with agent.events() as events:
            async for event in events: ...
    """

    def __init__(self, connection: Connection, subscriptions: dict[str, Subscription], name: str, session: str, **about: Any) -> None:
        """Use AgentSession.events."""
        self._connection, self._subscriptions, self._name = connection, subscriptions, name
        self.session = session
        """The session, by its handle."""
        self._queue: deque[tuple[Mapping[str, Any] | AgentEvent, int]] = deque()
        self._read = 0  # bytes that the program does not know of yet
        self._end: HeddleError | None = None
        self._waiting: list[Callable[[], Any]] = []
        subscriptions[name] = self
        request = {"session": session, "subscription": name, "window": WINDOW, **about}
        try:
            connection.send("live.subscribe", request)[1].add_done_callback(self._begin)
        except HeddleError as e:
            self.finish(e)

    def _begin(self, answer: Future[Any]) -> None:
        error = answer.exception()
        if isinstance(error, HeddleError):
            self.finish(ended_error() if error.code == "COMPLETE" else error)

    def __aiter__(self) -> AsyncIterator[AgentEvent]:
        return self

    async def __anext__(self) -> AgentEvent:
        try:
            return await self._await_event()
        except HeddleError as e:
            if self.is_over(e):
                raise StopAsyncIteration from None
            raise

    def is_over(self, error: HeddleError) -> bool:
        """Reports whether an error of the next event ends a loop over the events: the session ended, or close was called."""
        return error is self._end and error.code in ("COMPLETE", "BAD_REF")

    async def _await_event(self) -> AgentEvent:
        if (first := self.take()) is not None:
            return first
        loop, woken = asyncio.get_running_loop(), asyncio.Event()
        while True:
            woken.clear()
            self._waiting.append(lambda: loop.call_soon_threadsafe(woken.set))
            event = self.take()  # after being listed, so that none is missed
            if event is not None:
                return event
            await woken.wait()

    def wait_event(self, timeout: float | None) -> AgentEvent:
        """Returns the next event, as next does, for a thread without an event loop."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            woken = threading.Event()
            self._waiting.append(woken.set)
            event = self.take()
            if event is not None:
                return event
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise _timeout_error()
            woken.wait(min(left or 0.1, 0.1) if sys.platform == "win32" else left)  # Windows interrupts no longer wait

    def take(self) -> AgentEvent | None:
        """Returns the next event if there is one now; raises at the end."""
        end = self._end  # before the queue, which then has all
        if not self._queue:
            if end is not None:
                raise end
            return None
        event, size = self._queue.popleft()
        self._read += size
        if self._read >= WINDOW // 2 and self._end is None:
            self._connection.notify("live.credit", {"subscription": self._name, "bytes": self._read})
            self._read = 0
        return event if isinstance(event, AgentEvent) else event_of(event)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    async def next(self, timeout: float | None = None) -> AgentEvent:
        """Returns the next event.

        Args:
            timeout: After so many seconds it raises TIMEOUT. Default: no limit.

        Raises:
            HeddleError: COMPLETE when the session has ended, BAD_REF when the subscription was closed, LIMIT_EXCEEDED, TIMEOUT.
        """
        try:
            return await asyncio.wait_for(self._await_event(), timeout)
        except asyncio.TimeoutError:
            raise _timeout_error() from None

    def close(self) -> None:
        """Ends the subscription and drops its events; next then raises BAD_REF. Closing twice is harmless."""
        if self._end is None:
            with contextlib.suppress(HeddleError):  # the program has ended
                self._connection.send("live.unsubscribe", {"subscription": self._name})
        self.finish(HeddleError("BAD_REF", "the subscription is closed"))
        self._queue.clear()

    def put(self, event: Mapping[str, Any] | AgentEvent, size: int = 0) -> None:
        """Adds an event, whose line has so many bytes."""
        if self._end is None:
            self._queue.append((event, size))
            self._wake()

    def finish(self, error: HeddleError, position: int | None = None) -> None:
        """Ends the subscription after the events that it holds. Position is that of the store after which events were dropped."""
        if position is not None:
            error.hint = f"read on from the store, after position {position}"
        if self._end is None:
            self._end = error
            self._subscriptions.pop(self._name, None)
        self._wake()

    def _wake(self) -> None:
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for wake in waiting:
                with contextlib.suppress(RuntimeError):  # its event loop is closed
                    wake()


def _timeout_error() -> HeddleError:
    return HeddleError("TIMEOUT", "no event arrived in time")
