"""What a session has spent, read from the agent's own files."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from typing import Any

from .._api import Heddle
from .._errors import HeddleError
from .recorder import client_thread

READ_TIMEOUT = 5.0
"""Seconds that one reading may take."""
PAUSES = (0.0, 0.05, 0.1, 0.25, 0.6)
"""Seconds to wait for the agent to write its files."""
PAUSES_UNWRITTEN = 3
"""The number of pauses for an agent that has not written the session at all."""

_TOKENS = ("inputTokens", "outputTokens", "thinkingTokens", "cachedTokens", "cacheWriteTokens", "cacheWrite1hTokens")
_OPTIONAL = "cacheWrite1hTokens"


class Meter:
    """Measures the turns of one session as differences of its totals."""

    def __init__(self, client: Heddle | None, agent: str, resumed: str | None) -> None:
        self._client, self._agent, self._resumed = client, agent, resumed
        self._last: dict[str, Any] = {}
        self._lock = asyncio.Lock()
        self._beginning: asyncio.Task[None] | None = None

    def begin(self, native_id: str) -> None:
        """Reads what a resumed session has spent before."""
        if self._client is not None and self._resumed:
            self._beginning = asyncio.get_running_loop().create_task(self._begin(native_id, self._resumed))

    async def _begin(self, native_id: str, resumed: str) -> None:
        self._last = await self._read(native_id) or await self._read(resumed) or {}

    async def measure(self, native_id: str) -> dict[str, Any]:
        """The members usage and usd of a command measured; none when the agent's files do not say."""
        if self._client is None:
            return {}
        if self._beginning is not None:
            await self._beginning
        async with self._lock:
            for i, pause in enumerate(PAUSES):
                await asyncio.sleep(pause)
                total = await self._read(native_id)
                if total is not None and any(total.get(n) != self._last.get(n, 0) for n in _TOKENS if n in total):
                    spent, self._last = _difference(total, self._last), total
                    return spent
                if total is None and i + 1 == PAUSES_UNWRITTEN:
                    break
        return {}

    async def _read(self, native_id: str) -> dict[str, Any] | None:
        """What the session has spent in total; None when its files do not say."""
        assert self._client is not None
        calls, request = self._client._calls, json.dumps({"agent": self._agent, "sessionId": native_id}).encode()

        def run() -> Any:
            return calls.send("sessions.get", request, READ_TIMEOUT, None).json()

        try:
            answer = await asyncio.get_running_loop().run_in_executor(client_thread(self._client), run)
        except HeddleError:
            return None
        cost = answer.get("cost")
        return cost if isinstance(cost, dict) else None


def _difference(total: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    usage = {name: int(total.get(name, 0)) - int(before.get(name, 0)) for name in _TOKENS if name != _OPTIONAL or name in total}
    spent: dict[str, Any] = {"usage": usage}
    if total.get("totalUsd") is not None:
        spent["usd"] = format(Decimal(total["totalUsd"]) - Decimal(before.get("totalUsd") or 0), "f")
    return spent
