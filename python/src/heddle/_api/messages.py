"""Messages of the store, as they are recorded and as they are returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, cast

from .._wire import plain_floats

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


def message_list(messages: AnyMessage | Sequence[AnyMessage]) -> Sequence[Any]:
    """The messages of a request, of one message or many."""
    return [messages] if isinstance(messages, Mapping) else cast("Sequence[Any]", messages)


def message_of(value: Any) -> StoreMessage:
    """A message of a response."""
    return cast("StoreMessage", plain_floats(value))


def messages_of(value: Any) -> list[StoreMessage]:
    """The messages of a response."""
    return cast("list[StoreMessage]", plain_floats(value))
