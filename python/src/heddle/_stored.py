"""What the operations of the store share."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from ._wire import plain

if TYPE_CHECKING:
    from ._api import Heddle, _Answer

StoreMessageType = Literal[
    "text",
    "assistant",
    "tool_use",
    "tool_result",
    "system",
    "result",
    "error",
    "user",
    "control_request",
    "control_response",
    "stream_event",
    "rate_limit_event",
    "tool_progress",
    "tool_use_summary",
    "thinking",
    "auth_status",
    "prompt_suggestion",
    "raw",
]
"""The types that messages.normalize gives; docs/messages.md says what each is."""


class _StoreMessage(TypedDict):
    type: StoreMessageType | str


class StoreMessage(_StoreMessage, total=False):
    """A message of the store in its wire form; further members are kept as well. docs/messages.md describes them."""

    content: str
    contentBlocks: list[dict[str, Any]]
    uuid: str
    messageId: str
    sessionId: str
    threadId: str
    timestamp: str | int
    model: str
    parentToolUseId: str | None
    toolName: str
    toolInput: dict[str, Any]
    toolUseId: str
    durationMs: int
    durationApiMs: int
    numTurns: int
    stopReason: str
    stopReasonAtom: str
    usage: dict[str, Any]
    totalCostUsd: float
    category: str
    retryAfter: float
    errorType: str
    errorInfo: dict[str, Any]
    raw: Any


AnyMessage = StoreMessage | Mapping[str, Any]
"""A message to record: an object with a type."""


class Operations:
    """Runs operations with the deadline and the cancel event of a call."""

    def __init__(self, heddle: Heddle) -> None:
        self._heddle = heddle

    def _ask(self, op: str, request: Any, timeout: float | None, cancel: threading.Event | None) -> _Answer:
        return self._heddle._run(op, request, timeout, cancel)

    def _messages(self, op: str, request: Any, timeout: float | None, cancel: threading.Event | None) -> list[StoreMessage]:
        return cast("list[StoreMessage]", plain(self._ask(op, request, timeout, cancel).json()))


def listed(messages: AnyMessage | Sequence[AnyMessage]) -> Sequence[Any]:
    """Takes one message or many."""
    return [messages] if isinstance(messages, Mapping) else cast("Sequence[Any]", messages)
