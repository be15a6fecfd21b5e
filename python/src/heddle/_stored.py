"""What the operations of the store share."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from ._errors import HeddleError
from ._types import Session, SessionSummary, StoredSession, StoredThread
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


StoredName = str | StoredSession | SessionSummary | Session
"""A session of the store by its id, or by itself; a summary of another agent is refused."""

ThreadName = str | StoredThread
"""A thread by its id, or by itself."""


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


def stored_id(name: StoredName) -> str:
    """The id of a session of the store."""
    if isinstance(name, str):
        return name
    if not isinstance(name, StoredSession | SessionSummary | Session):
        raise nameless(name, "a session")
    if isinstance(name, SessionSummary | Session) and name.agent != "heddle":
        raise HeddleError(
            "INVALID_ARGUMENT",
            f"this is a session of {name.agent}, and not one of the store",
            hint="sessions.import_ copies it into the store",
        )
    return name.session_id


def thread_id_of(name: ThreadName) -> str:
    """The id of a thread."""
    if isinstance(name, str):
        return name
    if not isinstance(name, StoredThread):
        raise nameless(name, "a thread")
    return name.thread_id


def nameless(value: object, what: str) -> HeddleError:
    """The error about something that names nothing."""
    why = f"{what} is not named: None was given" if value is None else f"{value!r:.80} is not the name of {what}"
    return HeddleError("INVALID_ARGUMENT", why, hint=f"give an id, or {what} as a list returned it")
