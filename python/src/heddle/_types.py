# Code generated from core/rpc/schema by `make generate`. DO NOT EDIT.
"""Every type that crosses the engine's boundary, from the operation table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Union

from ._wire import money, plain, time, time_text

if TYPE_CHECKING:
    from typing_extensions import Self

JSON = Union[dict[str, "JSON"], list["JSON"], str, int, float, bool, None]
"""Any JSON value."""

ABI_VERSION = 1
"""The wasm ABI that this package speaks."""

OPS: dict[str, int] = {
    "version": 1,
    "ids.resolveUnifiedId": 2,
    "ids.resolveNativeId": 3,
    "agents.list": 4,
    "sessions.list": 5,
    "sessions.get": 6,
    "sessions.export": 7,
}
"""The operations' numbers in the wasm ABI."""

ErrorCode = Literal[
    "AGENT_NOT_FOUND",
    "SESSION_NOT_FOUND",
    "THREAD_NOT_FOUND",
    "MESSAGE_NOT_FOUND",
    "PARSE_ERROR",
    "INVALID_ARGUMENT",
    "INVALID_SELECTOR",
    "INVALID_EXPORT_FORMAT",
    "MESSAGE_LIMIT_REACHED",
    "CONFLICT",
    "PERMISSION_DENIED",
    "LIMIT_EXCEEDED",
    "UNSUPPORTED",
    "TIMEOUT",
    "COMPLETE",
    "BAD_REF",
    "IO_ERROR",
    "INTERNAL",
]
"""The stable error codes."""

Role = Literal[
    "user",  # A person or SDK caller.
    "assistant",  # The model.
    "system",  # The agent: summaries, failures, notices.
    "tool",  # A tool's result.
]
"""Who speaks."""

MessageType = Literal[
    "user",  # A prompt.
    "assistant",  # An answer.
    "tool_result",  # A tool's result.
    "system",  # A notice.
    "error",  # A failure.
]
"""The message types of the agent SDK that sessions on disk use."""

CostSource = Literal[
    "recorded",  # The agent wrote it down.
    "computed",  # Tokens times the price table.
    "mixed",  # Parts of several kinds; what is unpriced is listed.
    "unpriced",  # No price is known.
]
"""Where a figure in USD comes from."""

SortKey = Literal[
    "date",  # updated_at.
    "cost",  # cost.total_usd, unpriced last.
    "turns",  # turn_count.
]
"""What a list is ordered by."""

SortDirection = Literal[
    "asc",  # Smallest first.
    "desc",  # Greatest first.
]
"""Which end comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """What is running."""

    version: str
    """The engine's version."""
    abi: int
    """The wasm ABI's version."""
    price_table: str
    """The date of the built-in price table, YYYY-MM-DD."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            version=o["version"],
            abi=o["abi"],
            price_table=o["priceTable"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeID:
    """The two halves of a unified id."""

    agent: str
    """The agent's name."""
    native_session_id: str
    """Its own session id."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            native_session_id=o["nativeSessionId"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentInfo:
    """One supported agent."""

    agent: str
    """The agent's name."""
    found: bool
    """Whether its base folder is there."""
    location: str | None = None
    """The mount that holds its files."""
    session_count: int
    """Session files or rows found, without opening the files: subagents that the name does not tell and superseded copies are among them."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            found=o["found"],
            location=o.get("location"),
            session_count=o["sessionCount"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A session without its messages."""

    agent: str
    """The owning agent."""
    session_id: str
    """The agent's own session id."""
    unified_id: str
    """agent:session_id."""
    title: str
    """Name set by the user, else by the agent, else the first real prompt; one line, at most 100 code points."""
    created_at: datetime | None = None
    """Time of the first record; absent when nothing tells."""
    updated_at: datetime | None = None
    """Time of the last record."""
    turn_count: int
    """Prompts by a person or SDK caller that got an answer."""
    message_count: int
    """Visible messages of all roles."""
    model: str | None = None
    """The model with most answers, the latest on a tie."""
    cost: CostRecord | None = None
    """Spend of the session; absent when no usage is on disk."""
    tags: tuple[str, ...]
    """Tags given by the caller that ran it."""
    cwd: str | None = None
    """Working directory at the start."""
    forked_from: str | None = None
    """Native id of the session it was forked from."""
    is_subagent: bool = False
    """It is a subagent's session."""
    parent_session_id: str | None = None
    """Native id of the session that started this subagent or child."""
    superseded_by: str | None = None
    """Native id of the longer copy that replaced it."""
    archived: bool = False
    """The agent keeps it in its archive."""
    lineage: str
    """local: forks and copies are known from this session's own marks only."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            unified_id=o["unifiedId"],
            title=o["title"],
            created_at=time(o.get("createdAt")),
            updated_at=time(o.get("updatedAt")),
            turn_count=o["turnCount"],
            message_count=o["messageCount"],
            model=o.get("model"),
            cost=CostRecord.from_json(o["cost"]) if "cost" in o else None,
            tags=tuple(o["tags"]),
            cwd=o.get("cwd"),
            forked_from=o.get("forkedFrom"),
            is_subagent=o.get("isSubagent", False),
            parent_session_id=o.get("parentSessionId"),
            superseded_by=o.get("supersededBy"),
            archived=o.get("archived", False),
            lineage=o["lineage"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session with its messages."""

    agent: str
    """The owning agent."""
    session_id: str
    """The agent's own session id."""
    unified_id: str
    """agent:session_id."""
    title: str
    """Name set by the user, else by the agent, else the first real prompt; one line, at most 100 code points."""
    created_at: datetime | None = None
    """Time of the first record; absent when nothing tells."""
    updated_at: datetime | None = None
    """Time of the last record."""
    turn_count: int
    """Prompts by a person or SDK caller that got an answer."""
    message_count: int
    """Visible messages of all roles."""
    model: str | None = None
    """The model with most answers, the latest on a tie."""
    cost: CostRecord | None = None
    """Spend of the session; absent when no usage is on disk."""
    tags: tuple[str, ...]
    """Tags given by the caller that ran it."""
    cwd: str | None = None
    """Working directory at the start."""
    forked_from: str | None = None
    """Native id of the session it was forked from."""
    is_subagent: bool = False
    """It is a subagent's session."""
    parent_session_id: str | None = None
    """Native id of the session that started this subagent or child."""
    superseded_by: str | None = None
    """Native id of the longer copy that replaced it."""
    archived: bool = False
    """The agent keeps it in its archive."""
    lineage: str
    """local: forks and copies are known from this session's own marks only."""
    messages: tuple[Message, ...]
    """The visible messages of the chosen branch, in order."""
    branches: tuple[Branch, ...] = ()
    """Other branches, newest leaf first."""
    raw: JSON = None
    """On request: the original text of the session's records as one string."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            unified_id=o["unifiedId"],
            title=o["title"],
            created_at=time(o.get("createdAt")),
            updated_at=time(o.get("updatedAt")),
            turn_count=o["turnCount"],
            message_count=o["messageCount"],
            model=o.get("model"),
            cost=CostRecord.from_json(o["cost"]) if "cost" in o else None,
            tags=tuple(o["tags"]),
            cwd=o.get("cwd"),
            forked_from=o.get("forkedFrom"),
            is_subagent=o.get("isSubagent", False),
            parent_session_id=o.get("parentSessionId"),
            superseded_by=o.get("supersededBy"),
            archived=o.get("archived", False),
            lineage=o["lineage"],
            messages=tuple(Message.from_json(x) for x in o["messages"]),
            branches=tuple(Branch.from_json(x) for x in o.get("branches", ())),
            raw=plain(o.get("raw")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A branch that the current one does not show."""

    leaf_id: str
    """Id of its last message; pass it as branch."""
    fork_id: str | None = None
    """Id of the last record it shares with the current branch."""
    message_count: int
    """Messages that only this branch has."""
    updated_at: datetime | None = None
    """Time of its last message."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            leaf_id=o["leafId"],
            fork_id=o.get("forkId"),
            message_count=o["messageCount"],
            updated_at=time(o.get("updatedAt")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One API message, one prompt, or one tool result."""

    id: str | None = None
    """The agent's id of the record (of the first, when several were merged)."""
    parent_id: str | None = None
    """Id of the record it follows, where the format is a tree."""
    origin: Origin | None = None
    """Where it was first recorded, when a fork or copy repeats it."""
    role: Role
    """Who speaks."""
    type: MessageType
    """The message type of the agent SDK."""
    kind: str | None = None
    """What a special message is: compaction, api_error, interrupted, subagent_result, shell, model_switch, notice."""
    content: str
    """Text; blocks are joined by a blank line. Empty for tool results and tool-only messages."""
    timestamp: datetime | None = None
    """When it was recorded."""
    tool_calls: tuple[ToolCall, ...] = ()
    """Calls this message makes."""
    tool_result: ToolResult | None = None
    """Set when role is tool."""
    attachments: tuple[Attachment, ...] = ()
    """Images and files; their bytes stay on disk."""
    token_usage: TokenUsage | None = None
    """Tokens of this API message."""
    cost: CostRecord | None = None
    """Money of this API message."""
    thinking: str | None = None
    """Thinking or reasoning text."""
    model: str | None = None
    """The model that answered."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            id=o.get("id"),
            parent_id=o.get("parentId"),
            origin=Origin.from_json(o["origin"]) if "origin" in o else None,
            role=o["role"],
            type=o["type"],
            kind=o.get("kind"),
            content=o["content"],
            timestamp=time(o.get("timestamp")),
            tool_calls=tuple(ToolCall.from_json(x) for x in o.get("toolCalls", ())),
            tool_result=ToolResult.from_json(o["toolResult"]) if "toolResult" in o else None,
            attachments=tuple(Attachment.from_json(x) for x in o.get("attachments", ())),
            token_usage=TokenUsage.from_json(o["tokenUsage"]) if "tokenUsage" in o else None,
            cost=CostRecord.from_json(o["cost"]) if "cost" in o else None,
            thinking=o.get("thinking"),
            model=o.get("model"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The first record of a message that is repeated here."""

    session_id: str
    """Native id of that session."""
    index: int
    """Zero-based place of the message among those repeated from it."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session_id=o["sessionId"],
            index=o["index"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call of a tool."""

    tool_call_id: str
    """The agent's id of the call."""
    tool_name: str
    """The tool."""
    input: JSON
    """Its arguments; a string where the agent stored text."""
    output: JSON = None
    """On request: the result's output."""
    duration_ms: int | None = None
    """How long it ran, if recorded. Unit: ms."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            tool_call_id=o["toolCallId"],
            tool_name=o["toolName"],
            input=plain(o["input"]),
            output=plain(o.get("output")),
            duration_ms=o.get("durationMs"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool returned."""

    tool_call_id: str
    """The call it answers."""
    tool_name: str
    """The tool; empty when the call is not on disk."""
    output: JSON
    """Text as a string; a list of blocks when there is more than text."""
    is_error: bool = False
    """The tool failed or was refused."""
    exit_code: int | None = None
    """A command's exit status when it was not 0."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            tool_call_id=o["toolCallId"],
            tool_name=o["toolName"],
            output=plain(o["output"]),
            is_error=o.get("isError", False),
            exit_code=o.get("exitCode"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """An image or file that belongs to a message."""

    media_type: str | None = None
    """MIME type."""
    name: str | None = None
    """File name or address."""
    bytes: int | None = None
    """Size of the stored (base64) text. Unit: bytes."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            media_type=o.get("mediaType"),
            name=o.get("name"),
            bytes=o.get("bytes"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUsage:
    """Tokens of one API message."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, thinking included. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, where the agent says it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            input_tokens=o["inputTokens"],
            output_tokens=o["outputTokens"],
            thinking_tokens=o["thinkingTokens"],
            cached_tokens=o["cachedTokens"],
            cache_write_tokens=o["cacheWriteTokens"],
            cache_write_1h_tokens=o.get("cacheWrite1hTokens"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRecord:
    """Tokens and money of a session or message."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, thinking included. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, where the agent says it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    total_usd: Decimal | None = None
    """Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD."""
    source: CostSource
    """Where total_usd comes from."""
    price_table: str | None = None
    """Date of the price table, when any part was computed."""
    unpriced_models: tuple[str, ...] = ()
    """Models whose tokens are counted but not priced."""
    inherited: Spend | None = None
    """Spend of records copied from another session; not part of the figures beside it."""
    subagents: Spend | None = None
    """The part of the figures beside it that subagents spent."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            input_tokens=o["inputTokens"],
            output_tokens=o["outputTokens"],
            thinking_tokens=o["thinkingTokens"],
            cached_tokens=o["cachedTokens"],
            cache_write_tokens=o["cacheWriteTokens"],
            cache_write_1h_tokens=o.get("cacheWrite1hTokens"),
            total_usd=money(o.get("totalUsd")),
            source=o["source"],
            price_table=o.get("priceTable"),
            unpriced_models=tuple(o.get("unpricedModels", ())),
            inherited=Spend.from_json(o["inherited"]) if "inherited" in o else None,
            subagents=Spend.from_json(o["subagents"]) if "subagents" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spend:
    """Tokens and money of a part."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, thinking included. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, where the agent says it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    total_usd: Decimal | None = None
    """Money spent; absent when nothing could be priced, never a made-up 0. Unit: USD."""
    source: CostSource
    """Where total_usd comes from."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            input_tokens=o["inputTokens"],
            output_tokens=o["outputTokens"],
            thinking_tokens=o["thinkingTokens"],
            cached_tokens=o["cachedTokens"],
            cache_write_tokens=o["cacheWriteTokens"],
            cache_write_1h_tokens=o.get("cacheWrite1hTokens"),
            total_usd=money(o.get("totalUsd")),
            source=o["source"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """Why a result is partial."""

    code: str
    """A stable error code."""
    agent: str | None = None
    """The agent concerned."""
    path: str | None = None
    """Mount-relative path."""
    line: int | None = None
    """1-based line."""
    offset: int | None = None
    """Byte offset from the start of the file. Unit: bytes."""
    message: str
    """What happened."""
    hint: str | None = None
    """What to do next."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            code=o["code"],
            agent=o.get("agent"),
            path=o.get("path"),
            line=o.get("line"),
            offset=o.get("offset"),
            message=o["message"],
            hint=o.get("hint"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What reading a session's files met."""

    bytes: int
    """Bytes read. Unit: bytes."""
    records: int
    """Records understood or kept as unknown."""
    injected: int | None = None
    """Records of context that nobody typed: reminders, environment blocks, system prompts."""
    skipped: tuple[SkippedRecord, ...] = ()
    """What could not be read as it stands, in file order; the first 100."""
    skipped_count: int | None = None
    """How many there are in all."""
    unknown_types: Mapping[str, int] = field(default_factory=dict)
    """Records of types this version does not know, by type."""
    format_version: str | None = None
    """The newest version of the agent that wrote it, or the format's name."""
    naive_times: bool = False
    """Times without a zone were read as UTC."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            bytes=o["bytes"],
            records=o["records"],
            injected=o.get("injected"),
            skipped=tuple(SkippedRecord.from_json(x) for x in o.get("skipped", ())),
            skipped_count=o.get("skippedCount"),
            unknown_types=dict(o.get("unknownTypes", {})),
            format_version=o.get("formatVersion"),
            naive_times=o.get("naiveTimes", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedRecord:
    """A stretch of a file that could not be read."""

    path: str
    """Mount-relative path."""
    line: int | None = None
    """1-based line."""
    offset: int
    """Byte offset from the start of the file. Unit: bytes."""
    reason: str
    """truncated, syntax, nul, depth, line-too-long, not-object, glued, utf8 or shape; the last three are still read."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            path=o["path"],
            line=o.get("line"),
            offset=o["offset"],
            reason=o["reason"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRequest:
    """Asks for the versions; no fields."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveUnifiedIDRequest:
    """What to join."""

    agent: str
    """A known agent's name, for example claude."""
    native_session_id: str
    """The agent's own session id; may hold colons."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["agent"] = self.agent
        o["nativeSessionId"] = self.native_session_id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveNativeIDRequest:
    """What to split."""

    unified_id: str
    """agent:native_session_id."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["unifiedId"] = self.unified_id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentsRequest:
    """Asks for all agents; no fields."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRequest:
    """Filters, order and bounds of a list."""

    agent: str | None = None
    """Only this agent's sessions. Default: all agents."""
    since: datetime | date | str | None = None
    """Only sessions created at or after this time."""
    until: datetime | date | str | None = None
    """Only sessions created at or before this time; a bare date means the end of that UTC day."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, compared exactly but for a trailing slash."""
    limit: int | None = None
    """At most this many; 0 means the default. Default: 100."""
    sort: SortKey | None = None
    """date is the time of the last update. Default: date."""
    sort_direction: SortDirection | None = None
    """Ties are broken by unified_id, ascending. Default: desc."""
    subagents: bool = False
    """Also list subagents' sessions."""
    superseded: bool = False
    """Also list sessions that a longer copy supersedes."""
    strict: bool = False
    """Any unreadable record is PARSE_ERROR."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.since is not None:
            o["since"] = time_text(self.since)
        if self.until is not None:
            o["until"] = time_text(self.until)
        if self.model is not None:
            o["model"] = self.model
        if self.tags is not None:
            o["tags"] = list(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.limit is not None:
            o["limit"] = self.limit
        if self.sort is not None:
            o["sort"] = self.sort
        if self.sort_direction is not None:
            o["sortDirection"] = self.sort_direction
        if self.subagents:
            o["subagents"] = self.subagents
        if self.superseded:
            o["superseded"] = self.superseded
        if self.strict:
            o["strict"] = self.strict
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class GetRequest:
    """Names a session, by agent and session_id or by unified_id, and what to fill."""

    agent: str | None = None
    """The agent; needed with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of the two."""
    branch: str | None = None
    """Show the branch that ends in this leaf id (see branches). Default: the current branch."""
    raw: bool = False
    """Fill raw with the original text of the session's records."""
    tool_output: bool = False
    """Also fill tool_calls[].output from the results."""
    strict: bool = False
    """Any unreadable record is PARSE_ERROR."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.branch is not None:
            o["branch"] = self.branch
        if self.raw:
            o["raw"] = self.raw
        if self.tool_output:
            o["toolOutput"] = self.tool_output
        if self.strict:
            o["strict"] = self.strict
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """Names a session and a format."""

    agent: str | None = None
    """The agent; needed with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of the two."""
    format: str | None = None
    """json, jsonl or markdown; another one is INVALID_EXPORT_FORMAT. Default: markdown."""
    branch: str | None = None
    """Show the branch that ends in this leaf id. Default: the current branch."""
    raw: bool = False
    """Fill raw."""
    tool_output: bool = False
    """Also fill tool_calls[].output."""
    strict: bool = False
    """Any unreadable record is PARSE_ERROR."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.format is not None:
            o["format"] = self.format
        if self.branch is not None:
            o["branch"] = self.branch
        if self.raw:
            o["raw"] = self.raw
        if self.tool_output:
            o["toolOutput"] = self.tool_output
        if self.strict:
            o["strict"] = self.strict
        return o
