"""The texts of messages."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Mapping
from typing import Any, overload

from .._api.messages import StoreMessage
from .events import AgentEvent, ended_error

Message = Mapping[str, Any]


def text_content(message: Message) -> str:
    """The text that a message adds to the agent's answer; empty for prompts, tools, subagents and everything else.

    for m in turn.messages:
        print(heddle.text_content(m), end="")
    """
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
    return text_content(message) or text
