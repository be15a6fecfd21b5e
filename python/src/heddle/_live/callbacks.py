"""Callbacks of the caller, async or not."""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Callable
from typing import Any

MAX_WAITING = 1024
"""The number of hook calls that wait."""


async def call_back(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function of the caller. One that is not async runs in a thread, so that it cannot stop the event loop."""
    if inspect.iscoroutinefunction(function):
        return await function(*args)
    value = await asyncio.to_thread(function, *args)
    return await value if inspect.isawaitable(value) else value


class HookQueue:
    """Calls hooks in order, in a task that exists while some wait."""

    def __init__(self, report: Callable[[Exception], None]) -> None:
        """Report receives what a hook raises."""
        self._report = report
        self._queue: deque[tuple[Callable[..., Any], tuple[Any, ...]]] = deque()
        self._task: asyncio.Task[None] | None = None

    def add(self, function: Callable[..., Any], *args: Any) -> bool:
        """Queues a call, and returns False when too many wait."""
        if len(self._queue) >= MAX_WAITING:
            return False
        self._queue.append((function, args))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())
        return True

    async def drain(self) -> None:
        """Waits until all calls have been made."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._queue:
                function, args = self._queue.popleft()
                try:
                    await call_back(function, *args)
                except Exception as e:
                    self._report(e)
        finally:
            self._task = None
