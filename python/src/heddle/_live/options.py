"""Options of a live session and of its queries."""

from __future__ import annotations

import base64
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypedDict, Union

from .._api import Heddle
from .._api.messages import StoreMessage
from .._api.options import UnknownOption, suggest_name
from .._errors import HeddleError
from .events import Ask
from .protocol import LiveAttachment, LiveQueryOptions, LiveStartOptions
from .texts import final_text


@dataclass(frozen=True, slots=True)
class Allow:
    """Permits a tool."""

    updated_input: Any = None
    """The input with which the tool runs instead, if the request can_update_input."""
    rules: Any = None
    """Permission updates in the agent's form, or True for those that it suggests, if the request can_remember."""


@dataclass(frozen=True, slots=True)
class Deny:
    """Refuses a tool."""

    reason: str = ""
    """The reason that the agent gets."""
    interrupt: bool = False
    """End the turn as well."""


PermissionAnswer = Union[Allow, Deny, bool]
PermissionHandler = Callable[[Ask], Union[PermissionAnswer, Awaitable[PermissionAnswer]]]
"""Decides about a request for permission. A function that is not async runs in a thread, and may wait for a person.
An exception denies with its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentToolUse:
    """A call of a tool by the agent."""

    query: str | None
    """The query that the agent works on; None when it works by itself."""
    id: str
    """The call."""
    name: str
    """The tool."""
    input: Any
    """Its input."""


class AgentHooks(TypedDict, total=False):
    """Callbacks at points of a session, called in order. They cannot change or delay anything.

    One that is not async runs in a thread. When 1,024 calls wait, further ones are dropped and
    reported as a diagnostic.
    """

    session_start: Callable[[AgentSessionInfo], Any]
    """The agent is ready."""
    session_end: Callable[[AgentSessionInfo, HeddleError | None], Any]
    """The session has ended; the error says why, if it ended by a failure."""
    query_start: Callable[[str], Any]
    """The turn of a query has begun."""
    query_end: Callable[[str, StoreMessage | None, HeddleError | None], Any]
    """A query has ended with its result or an error."""
    tool_use: Callable[[AgentToolUse], Any]
    """The agent calls a tool."""
    permission: Callable[[Ask], Any]
    """The agent requests permission."""
    diagnostic: Callable[[HeddleError], Any]
    """A defect that ends nothing. What this hook raises is dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSessionInfo:
    """What is known of a session."""

    name: str | None
    """The name that it was started with."""
    agent: str
    """The agent."""
    agent_version: str | None
    """What the program said with --version."""
    engine: str
    """The protocol: claude, codex, pi or acp."""
    capabilities: tuple[str, ...]
    """What the agent can do; docs/live.md explains each."""
    cwd: str
    """The working folder."""
    health: str
    """The session's state, a LiveHealth."""
    model: str | None
    """The model."""
    native_id: str | None
    """The agent's own id of the session; pass it as resume= to continue later."""
    permission_mode: str
    """What the agent may do without asking."""
    pending_permissions: int
    """The number of requests for permission that wait for an answer."""
    query: str | None
    """The running query."""
    queued: int
    """The number of queries that wait."""
    store_id: str | None
    """The stored session; None when nothing is recorded."""
    recording: bool
    """Messages are being stored."""
    position: int
    """The position of the stored session up to which it is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTurn:
    """What a query returned. A turn that failed or timed out has a result too, with isError."""

    id: str
    """The query's id, which its prompt has as uuid."""
    result: StoreMessage
    """The message that ended the turn, with usage, totalCostUsd and usageSource as far as they are known."""
    messages: list[StoreMessage]
    """All messages of the turn, prompt and result included."""
    dropped: int = 0
    """How many of the first messages are left out, because they are more than 128 MiB; the store has them."""

    @property
    def text(self) -> str:
        """The agent's final answer."""
        return final_text(self.messages)

    @property
    def is_error(self) -> bool:
        """The turn failed, was interrupted or took too long; the result says which."""
        return bool(self.result.get("isError", False))


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptFile:
    """A file that goes with a prompt: its content, or a path in the folder that the option attachments grants."""

    path: str | os.PathLike[str] | None = None
    """The path, relative to that folder."""
    data: bytes | None = None
    """The content."""
    name: str | None = None
    """Its name. Default: that of the path."""
    media_type: str | None = None
    """Such as image/png. Default: the one of the name's ending."""


class QueryOptions(LiveQueryOptions, total=False):
    """Options of query and stream."""

    attachments: Sequence[PromptFile | str | os.PathLike[str]]
    """Files that go with the prompt."""
    max_budget_usd: Decimal | float | str
    """UNSUPPORTED: no agent takes it for one query; an option of a session."""
    timeout: float
    """Seconds that the query may take; waiting for a permission does not count. 0 for no limit. Default: the session's."""


class AgentOptions(LiveStartOptions, total=False):
    """Options of start_agent and run_agent."""

    cwd: str | os.PathLike[str]
    """The working folder. Default: this process's."""
    client: Heddle
    """A Heddle whose home, store and prices hold for the session. Without a store nothing is recorded. It may be closed
    meanwhile. Default: this user's home and store."""
    continue_: bool
    """Continue the agent's newest session in the folder."""
    env: Mapping[str, str]
    """Variables that the inherited environment gets."""
    permission: PermissionHandler
    """Decides about requests for permission. Default: each is denied at once."""
    can_ask: bool
    """Without a handler: requests wait for AgentSession.answer. Default: False."""
    max_budget_usd: Decimal | float | str
    """The greatest amount to spend."""
    add_dirs: Sequence[str | os.PathLike[str]]
    """Further folders that the agent may use."""
    timeout: float
    """Seconds that a query may take; waiting for a permission does not count. 0 for no limit. Default: 300."""
    idle_timeout: float
    """Seconds that a query may go without text, thinking or a running tool. Default: no limit."""
    start_timeout: float
    """Seconds that the agent may take to be ready. Default: 120."""
    permission_timeout: float
    """Seconds after which a permission is denied without an answer. Default: 600."""
    hooks: AgentHooks
    """Callbacks at points of the session."""
    attachments: str | os.PathLike[str]
    """The folder that attachments may be read from by path. Default: none."""
    state_folder: str | os.PathLike[str] | None
    """Where processes are registered; None for nowhere. Default: the user's state folder."""
    heddle_program: str | os.PathLike[str]
    """The program heddle that runs the session. Default: the variable HEDDLE_PROGRAM, the package heddle-cli, the PATH."""


def check_options(given: Mapping[str, Any], known: type, taker: str) -> None:
    """Refuses unknown options and suggests the closest known one."""
    names = list(known.__annotations__)
    for name in given:
        if name not in names:
            message = f"unknown option '{name}'{suggest_name(name, names)}"
            raise UnknownOption("INVALID_ARGUMENT", message, hint=f"{taker} takes " + ", ".join(names))


def milliseconds(seconds: float | None) -> int | None:
    """A time limit of a request."""
    if seconds is None:
        return None
    if not seconds >= 0:
        raise HeddleError("INVALID_ARGUMENT", f"{seconds!r} is no time limit", hint="give seconds; 0 for no limit")
    return 0 if seconds == float("inf") else max(1, round(seconds * 1000)) if seconds else 0


def attachment_of(file: PromptFile | str | os.PathLike[str]) -> LiveAttachment:
    """A file as the program takes it. It reads paths itself, in the folder that is granted."""
    if not isinstance(file, PromptFile):
        file = PromptFile(path=file)
    path = None if file.path is None else os.fspath(file.path)
    if path is None and file.data is None:
        raise HeddleError("INVALID_ARGUMENT", "an attachment needs data or a path")
    data = None if file.data is None else base64.b64encode(file.data).decode()
    name = file.name or (os.path.basename(path) if path and data is not None else None)
    return LiveAttachment(name=name, media_type=file.media_type, data=data, path=path if data is None else None)
