"""The texts of messages."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Generator, Iterable, Mapping
from typing import Any, overload

from .._api.messages import StoreMessage
from .events import AgentEvent, ended_error

Message = Mapping[str, Any]


@overload
def text_content(messages: Message) -> str: ...
@overload
def text_content(messages: AsyncIterable[Message]) -> AsyncGenerator[str, None]: ...
@overload
def text_content(messages: Iterable[Message]) -> Generator[str, None, None]: ...
def text_content(messages: Message | AsyncIterable[Message] | Iterable[Message]) -> str | AsyncGenerator[str, None] | Generator[str, None, None]:
    """The text that a message adds to the agent's answer; empty for prompts, tools, subagents and everything else.

    For the messages of a stream: an iterator over such texts, as they are written.

    async for piece in heddle.text_content(agent.stream("Explain parsers", deltas=True)):
        print(piece, end="")
    """
    if isinstance(messages, Mapping):
        return _text_of(messages)
    if isinstance(messages, AsyncIterable):
        return _pieces_async(messages)
    return _pieces(messages)


def _pieces(messages: Iterable[Message]) -> Generator[str, None, None]:
    filter_ = _PieceFilter()
    for message in messages:
        if text := filter_.take(message):
            yield text


async def _pieces_async(messages: AsyncIterable[Message]) -> AsyncGenerator[str, None]:
    filter_ = _PieceFilter()
    async for message in messages:
        if text := filter_.take(message):
            yield text


class _PieceFilter:
    """Leaves out a whole message whose pieces have come before."""

    def __init__(self) -> None:
        self._pieces = False

    def take(self, message: Message) -> str:
        text = _text_of(message)
        if not text:
            return ""
        repeats = self._pieces and not message.get("delta")
        self._pieces = bool(message.get("delta"))
        return "" if repeats else text


def _text_of(message: Message) -> str:
    if message.get("type") not in ("assistant", "text") or message.get("parentToolUseId"):
        return ""
    return str(message.get("content") or "")


@overload
def final_text(messages: AsyncIterable[Message]) -> Awaitable[str]: ...
@overload
def final_text(messages: Iterable[Message]) -> str: ...
def final_text(messages: Iterable[Message] | AsyncIterable[Message]) -> str | Awaitable[str]:
    """The agent's final answer: the text of the result, else that of the last answer.

    text = await heddle.final_text(agent.stream("What is a parser?"))
    """
    if isinstance(messages, AsyncIterable):
        return _final_text_async(messages)
    text = ""
    for message in messages:
        text = _later_text(text, message)
    return text


async def collect_messages(events: AsyncIterable[AgentEvent], last: Callable[[StoreMessage], bool] | None = None) -> list[StoreMessage]:
    """Collects the whole messages of a subscription.

    Args:
        events: The subscription.
        last: Whether a message is the last one to collect. Default: one of type result is.

    Raises:
        HeddleError: COMPLETE when the session ends before; LIMIT_EXCEEDED.
    """
    found = []
    async for event in events:
        if event.message is None or not event.whole:
            continue
        found.append(event.message)
        if last(event.message) if last is not None else event.message["type"] == "result":
            return found
    raise ended_error()


async def _final_text_async(messages: AsyncIterable[Message]) -> str:
    text = ""
    async for message in messages:
        text = _later_text(text, message)
    return text


def _later_text(text: str, message: Message) -> str:
    if message.get("delta"):
        return text
    if message.get("type") == "result":
        return text if message.get("isError") else str(message.get("content") or text)
    return _text_of(message) or text
