# Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.
"""Every type that crosses the engine's boundary, from the operation table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Union

from ._wire import bound_text, money, plain, ratio, texts, time, time_text

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
    "sessions.search": 8,
    "sessions.totalCost": 9,
    "sessions.diff": 10,
    "sessions.renderDiff": 11,
    "sessions.doctor": 12,
    "sessions.command": 13,
    "store.register": 14,
    "store.update": 15,
    "store.record": 16,
    "store.get": 17,
    "store.list": 18,
    "store.messages": 19,
    "store.messageCount": 20,
    "store.sessionCount": 21,
    "store.delete": 22,
    "store.clear": 23,
    "store.fork": 24,
    "store.share": 25,
    "store.getShare": 26,
    "store.unshare": 27,
    "store.revert": 28,
    "store.unrevert": 29,
    "store.summarize": 30,
    "store.getSummary": 31,
    "store.export": 32,
    "store.import": 33,
    "store.events": 34,
    "store.check": 35,
    "store.stats": 36,
    "store.compact": 37,
    "store.nativeSessions": 38,
    "store.nativeMessages": 39,
    "messages.normalize": 40,
    "messages.parseStopReason": 41,
    "messages.parsePermissionMode": 42,
    "messages.makeRequestId": 43,
    "sessions.import": 44,
    "threads.start": 45,
    "threads.list": 46,
    "threads.loaded": 47,
    "threads.get": 48,
    "threads.read": 49,
    "threads.messages": 50,
    "threads.record": 51,
    "threads.resume": 52,
    "threads.fork": 53,
    "threads.rollback": 54,
    "threads.compact": 55,
    "threads.archive": 56,
    "threads.unarchive": 57,
    "threads.rename": 58,
    "threads.updateMetadata": 59,
    "threads.setStatus": 60,
    "threads.delete": 61,
    "threads.setActive": 62,
    "threads.active": 63,
    "threads.clearActive": 64,
    "threads.unsubscribe": 65,
    "threads.count": 66,
    "threads.clear": 67,
    "threads.unrollback": 68,
    "messages.normalizeText": 69,
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

AgentName = Literal[
    "claude",
    "codex",
    "gemini",
    "copilot",
    "cursor",
    "opencode",
    "pi",
    "omp",
    "openclaw",
    "hermes",
    "heddle",
]
"""The name of an agent that this version reads, or of the store."""

Agent = AgentName | str
"""An agent: one of the names above, or one that a later version reads."""

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

SearchSort = Literal[
    "relevance",  # relevance_score.
    "date",  # updated_at.
    "cost",  # cost.total_usd, unpriced last.
]
"""What search results are ordered by."""

HitField = Literal[
    "title",  # The session's title.
    "content",  # A message's content.
    "thinking",  # A message's thinking.
    "toolCall",  # The input of a tool call.
    "toolResult",  # A tool's output.
]
"""A text that a search looks into."""

GroupBy = Literal[
    "agent",  # The agent.
    "model",  # The model that answered.
    "day",  # Day of the request, YYYY-MM-DD, in the zone that was asked for, else in UTC.
    "tag",  # The caller's tags.
    "cwd",  # The session's working directory.
    "session",  # The session's unified_id.
]
"""What spend is grouped by."""

DiffType = Literal[
    "addition",  # Only in b.
    "removal",  # Only in a.
    "modification",  # In both, with different content.
    "unchanged",  # In both, the same.
]
"""What a step of a comparison is."""

TextEditType = Literal[
    "equal",  # It stays.
    "delete",  # Only in a.
    "insert",  # Only in b.
]
"""What happens to a stretch of text."""

DiffFormat = Literal[
    "unified",  # One column, - and + before lines.
    "side-by-side",  # Two columns.
    "markdown",  # Headings and fenced diffs.
]
"""How a comparison is shown."""

SessionAction = Literal[
    "resume",  # In the session itself.
    "fork",  # In a copy; the session stays as it is.
]
"""How to go on with a session."""

ThreadStatus = Literal[
    "active",  # It goes on.
    "paused",  # It rests.
    "completed",  # It has come to its end.
    "archived",  # It is put away.
]
"""The status of a thread."""

ShareStatus = Literal[
    "active",  # It holds.
    "revoked",  # It was taken back or replaced.
]
"""The status of a share."""

ImportStatus = Literal[
    "new",  # It was not in the store.
    "updated",  # Messages were added.
    "rewritten",  # The agent changed its past: what differs is hidden, and what stands there now was added.
    "unchanged",  # There was nothing to do.
    "failed",  # It could not be read.
]
"""What an import did with a session."""


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

    agent: Agent
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

    agent: Agent
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

    agent: Agent
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
    imported_as: str | None = None
    """Unified id of its copy in the store."""
    original_unified_id: str | None = None
    """Of a copy in the store: unified id of the session it was imported from."""
    original_gone: bool = False
    """Of a copy in the store: the agent does not have the original any more."""
    lineage: str
    """local: forks and copies are known from this session's own marks only."""
    kind: str | None = None
    """memory: a search result that is no session but a memory entry of the agent."""
    relevance_score: float | None = None
    """Search results: from 0 to 1, the best of a search being 1."""
    hit_count: int | None = None
    """Search results: messages that match, the title being one."""
    hits: tuple[SearchHit, ...] = ()
    """Search results: the first matches, in order."""

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
            imported_as=o.get("importedAs"),
            original_unified_id=o.get("originalUnifiedId"),
            original_gone=o.get("originalGone", False),
            lineage=o["lineage"],
            kind=o.get("kind"),
            relevance_score=ratio(o.get("relevanceScore")),
            hit_count=o.get("hitCount"),
            hits=tuple(SearchHit.from_json(x) for x in o.get("hits", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """One place where a search matches."""

    field: HitField
    """Which text it is."""
    message_index: int | None = None
    """Zero-based index into the session's messages; absent for a title."""
    message_id: str | None = None
    """Id of that message."""
    role: Role | None = None
    """Who speaks there."""
    snippet: str
    """The text around the first match, on one line."""
    ranges: tuple[MatchRange, ...]
    """What matches in the snippet."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            field=o["field"],
            message_index=o.get("messageIndex"),
            message_id=o.get("messageId"),
            role=o.get("role"),
            snippet=o["snippet"],
            ranges=tuple(MatchRange.from_json(x) for x in o["ranges"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRange:
    """A stretch of a snippet."""

    start: int
    """Where it begins. Unit: code points."""
    end: int
    """Where it ends, exclusive. Unit: code points."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            start=o["start"],
            end=o["end"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostSummary:
    """Spend of many sessions."""

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
    session_count: int
    """Sessions that matched; with since or until, those of them that made a request in between. Subagents and superseded copies are not counted."""
    run_count: int
    """Runs of the sessions that matched in the run index of agent-mux; with since or until, those that began in between."""
    price_table: str
    """Date of the price table."""
    unpriced: tuple[ModelTokens, ...] = ()
    """Tokens that no price is known for, by model; part of the token figures, not of total_usd."""
    not_itemised_usd: Decimal | None = None
    """Money in the agents' own running totals that no request on disk explains (titles, compactions); not part of total_usd. It has no time: absent with since or until. Unit: USD."""
    inherited: Spend | None = None
    """Spend that the matching sessions repeat from other sessions; not part of the figures beside it."""
    subagents: Spend | None = None
    """The part of the figures beside it that subagents spent."""
    breakdowns: Mapping[str, CostBreakdown] = field(default_factory=dict)
    """One group for each key, when group_by is set; the key is empty where nothing tells. A session with several tags is in several groups."""

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
            session_count=o["sessionCount"],
            run_count=o["runCount"],
            price_table=o["priceTable"],
            unpriced=tuple(ModelTokens.from_json(x) for x in o.get("unpriced", ())),
            not_itemised_usd=money(o.get("notItemisedUsd")),
            inherited=Spend.from_json(o["inherited"]) if "inherited" in o else None,
            subagents=Spend.from_json(o["subagents"]) if "subagents" in o else None,
            breakdowns={k: CostBreakdown.from_json(x) for k, x in o.get("breakdowns", {}).items()},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostBreakdown:
    """Spend of one group."""

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
    key: str
    """The group: agent, model, day of the request in the zone that was asked for, tag, working directory or unified_id."""
    session_count: int
    """Sessions in this group; of a model or day, those with spend in it. With since or until, those that made a request in between."""
    run_count: int | None = None
    """Their runs in the run index."""
    unpriced: tuple[ModelTokens, ...] = ()
    """Tokens that no price is known for, by model."""
    not_itemised_usd: Decimal | None = None
    """Money in the agents' own running totals that no request on disk explains; not part of total_usd. Absent in groups by day. Unit: USD."""
    inherited: Spend | None = None
    """Spend repeated from other sessions; not part of the figures beside it."""
    subagents: Spend | None = None
    """The part that subagents spent."""

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
            key=o["key"],
            session_count=o["sessionCount"],
            run_count=o.get("runCount"),
            unpriced=tuple(ModelTokens.from_json(x) for x in o.get("unpriced", ())),
            not_itemised_usd=money(o.get("notItemisedUsd")),
            inherited=Spend.from_json(o["inherited"]) if "inherited" in o else None,
            subagents=Spend.from_json(o["subagents"]) if "subagents" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTokens:
    """Tokens of one model."""

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
    model: str
    """The model; empty when the agent does not say."""

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
            model=o["model"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDiff:
    """What two sessions share and where they differ."""

    a: DiffSide
    """The first session."""
    b: DiffSide
    """The second session."""
    operations: tuple[DiffOperation, ...]
    """In order: every message of a and of b stands in exactly one."""
    stats: DiffStats
    """How many of each."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            a=DiffSide.from_json(o["a"]),
            b=DiffSide.from_json(o["b"]),
            operations=tuple(DiffOperation.from_json(x) for x in o["operations"]),
            stats=DiffStats.from_json(o["stats"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffSide:
    """One of the two sessions."""

    agent: Agent
    """The owning agent."""
    session_id: str
    """The agent's own session id."""
    unified_id: str
    """agent:session_id."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            unified_id=o["unifiedId"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffOperation:
    """One step from a to b."""

    type: DiffType
    """What happens."""
    index_a: int | None = None
    """Zero-based index in a; absent for additions."""
    index_b: int | None = None
    """Zero-based index in b; absent for removals."""
    message_a: Message | None = None
    """The message of a; absent for additions."""
    message_b: Message | None = None
    """The message of b; absent for removals."""
    text_edits: tuple[TextEdit, ...] = ()
    """On request, of modifications: how the content changed."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            type=o["type"],
            index_a=o.get("indexA"),
            index_b=o.get("indexB"),
            message_a=Message.from_json(o["messageA"]) if "messageA" in o else None,
            message_b=Message.from_json(o["messageB"]) if "messageB" in o else None,
            text_edits=tuple(TextEdit.from_json(x) for x in o.get("textEdits", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEdit:
    """One step from a content to another."""

    type: TextEditType
    """What happens to the text."""
    text: str
    """The words, with the space around them."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            type=o["type"],
            text=o["text"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffStats:
    """Counts of the operations."""

    removals: int
    """Messages only in a."""
    additions: int
    """Messages only in b."""
    modifications: int
    """Messages of one role in the same place with different content."""
    unchanged: int
    """Messages that are the same in both."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            removals=o["removals"],
            additions=o["additions"],
            modifications=o["modifications"],
            unchanged=o["unchanged"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorReport:
    """What reading all session files met."""

    agents: tuple[AgentHealth, ...]
    """One summary for each agent looked over."""
    files: tuple[FileHealth, ...]
    """One report for each session file or row, in order of agent and path."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agents=tuple(AgentHealth.from_json(x) for x in o["agents"]),
            files=tuple(FileHealth.from_json(x) for x in o["files"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentHealth:
    """How well an agent's files could be read."""

    agent: Agent
    """The agent."""
    found: bool
    """Whether its base folder is there."""
    files: int
    """Session files or rows read."""
    bytes: int
    """Bytes read. Unit: bytes."""
    records: int
    """Records understood or kept as unknown."""
    injected: int | None = None
    """Records of context that nobody typed."""
    skipped_count: int
    """Stretches that could not be read as they stand."""
    unreadable: int
    """Files of which nothing could be read."""
    unknown_types: Mapping[str, int] = field(default_factory=dict)
    """Records of types this version does not know, by type."""
    format_versions: Mapping[str, int] = field(default_factory=dict)
    """Files by the version of the agent that wrote them."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            found=o["found"],
            files=o["files"],
            bytes=o["bytes"],
            records=o["records"],
            injected=o.get("injected"),
            skipped_count=o["skippedCount"],
            unreadable=o["unreadable"],
            unknown_types=dict(o.get("unknownTypes", {})),
            format_versions=dict(o.get("formatVersions", {})),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileHealth:
    """What reading one session met."""

    agent: Agent
    """The agent."""
    session_id: str
    """The agent's own session id."""
    path: str
    """Mount-relative path of its main file."""
    report: Report | None = None
    """What was read and skipped."""
    error: Diagnostic | None = None
    """Why nothing could be read."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            path=o["path"],
            report=Report.from_json(o["report"]) if "report" in o else None,
            error=Diagnostic.from_json(o["error"]) if "error" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentCommand:
    """A command line of an agent."""

    agent: Agent
    """The agent."""
    session_id: str
    """The session it goes on with."""
    action: SessionAction
    """What the command does."""
    argv: tuple[str, ...]
    """Program and arguments, each as it is, not quoted for a shell."""
    paths: tuple[int, ...] = ()
    """Indexes of the arguments that are mount-relative paths: the host replaces them by its own."""
    cwd: str | None = None
    """Where to run it: the session's working directory."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            action=o["action"],
            argv=tuple(o["argv"]),
            paths=tuple(o.get("paths", ())),
            cwd=o.get("cwd"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session with its messages."""

    agent: Agent
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
    imported_as: str | None = None
    """Unified id of its copy in the store."""
    original_unified_id: str | None = None
    """Of a copy in the store: unified id of the session it was imported from."""
    original_gone: bool = False
    """Of a copy in the store: the agent does not have the original any more."""
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
            imported_as=o.get("importedAs"),
            original_unified_id=o.get("originalUnifiedId"),
            original_gone=o.get("originalGone", False),
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
    not_itemised_usd: Decimal | None = None
    """Money in the agent's own running total that no request on disk explains (titles, compactions); not part of total_usd. Absent when there is none, or when nothing tells. Unit: USD."""
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
            not_itemised_usd=money(o.get("notItemisedUsd")),
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
    agent: Agent | None = None
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
    """truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; the last three are still read."""

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
class StoredSession:
    """A session's metadata in the store."""

    session_id: str
    """Its id."""
    adapter: str | None = None
    """The agent that runs it."""
    model: str | None = None
    """The model, as last set or as its messages say."""
    cwd: str | None = None
    """The working directory."""
    created_at: datetime | None = None
    """When it began."""
    updated_at: datetime | None = None
    """When it last changed."""
    message_count: int
    """Recorded messages, hidden ones too."""
    message_limit: int | None = None
    """The greatest number of messages, when it has one of its own."""
    extra: JSON = None
    """The caller's members, and the store's own: fork, share, summary, view."""
    position: int | None = None
    """Sequence number of the last event: what expect and at speak of; absent of a session that the store does not keep."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session_id=o["sessionId"],
            adapter=o.get("adapter"),
            model=o.get("model"),
            cwd=o.get("cwd"),
            created_at=time(o.get("createdAt")),
            updated_at=time(o.get("updatedAt")),
            message_count=o["messageCount"],
            message_limit=o.get("messageLimit"),
            extra=plain(o.get("extra")),
            position=o.get("position"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredShare:
    """The state of a session's share."""

    share_id: str
    """Its id."""
    session_id: str
    """The session."""
    created_at: datetime | None = None
    """When it was made."""
    status: ShareStatus
    """Whether it holds."""
    revoked_at: datetime | None = None
    """When it was revoked."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            share_id=o["shareId"],
            session_id=o["sessionId"],
            created_at=time(o.get("createdAt")),
            status=o["status"],
            revoked_at=time(o.get("revokedAt")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSummary:
    """A stored summary of a session."""

    session_id: str
    """The session."""
    content: str
    """The text."""
    generated_at: datetime | None = None
    """When it was made."""
    message_count: int
    """Messages recorded when it was made."""
    generated_by: str
    """Who made it."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session_id=o["sessionId"],
            content=o["content"],
            generated_at=time(o.get("generatedAt")),
            message_count=o["messageCount"],
            generated_by=o["generatedBy"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreEvents:
    """A page of a session's log."""

    events: tuple[StoreEvent, ...]
    """In order."""
    next: int
    """Ask for what is after this position next time."""
    complete: bool
    """The stream has come to an end for now: the last event is a result or an error, or deletes the session."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            events=tuple(StoreEvent.from_json(x) for x in o["events"]),
            next=o["next"],
            complete=o["complete"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreEvent:
    """One entry of a session's log."""

    seq: int
    """Its position."""
    id: str
    """Its UUID."""
    time: datetime | None = None
    """When it was recorded."""
    kind: str
    """What happened; core/internal/store/FORMAT.md lists the kinds."""
    payload: JSON = None
    """What belongs to it; absent when the kind says it all."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            seq=o["seq"],
            id=o["id"],
            time=time(o.get("time")),
            kind=o["kind"],
            payload=plain(o.get("payload")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreProblem:
    """A defect that a check found."""

    session_id: str | None = None
    """The session; absent when it concerns the file as a whole."""
    position: int | None = None
    """The event, when known."""
    message: str
    """What is wrong."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session_id=o.get("sessionId"),
            position=o.get("position"),
            message=o["message"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreStats:
    """How large a store is."""

    sessions: int
    """Sessions."""
    deleted: int
    """Deleted sessions whose log is still there."""
    messages: int
    """Messages of the sessions; those that forks share count in each."""
    threads: int
    """Threads."""
    shares: int
    """Active shares."""
    events: int
    """Events of all logs, freed ones too."""
    bytes: int
    """Size of the file; 0 when unknown. Unit: bytes."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            sessions=o["sessions"],
            deleted=o["deleted"],
            messages=o["messages"],
            threads=o["threads"],
            shares=o["shares"],
            events=o["events"],
            bytes=o["bytes"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreCompacted:
    """What a compaction did."""

    sessions: int
    """Deleted sessions of which something was freed."""
    bytes: int
    """Payload freed. Unit: bytes."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            sessions=o["sessions"],
            bytes=o["bytes"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredThread:
    """A thread's metadata."""

    thread_id: str
    """Its id."""
    session_id: str
    """Its session."""
    name: str
    """Its name."""
    status: ThreadStatus
    """Its status."""
    parent_thread_id: str | None = None
    """The thread it comes from."""
    created_at: datetime | None = None
    """When it began."""
    updated_at: datetime | None = None
    """When it last changed."""
    archived_at: datetime | None = None
    """When it was archived."""
    archived: bool
    """Whether it is archived."""
    active: bool
    """Whether it is the session's active thread."""
    message_count: int
    """Its messages, hidden ones too."""
    visible_message_count: int
    """Its messages that are shown."""
    metadata: JSON = None
    """The caller's object."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            thread_id=o["threadId"],
            session_id=o["sessionId"],
            name=o["name"],
            status=o["status"],
            parent_thread_id=o.get("parentThreadId"),
            created_at=time(o.get("createdAt")),
            updated_at=time(o.get("updatedAt")),
            archived_at=time(o.get("archivedAt")),
            archived=o["archived"],
            active=o["active"],
            message_count=o["messageCount"],
            visible_message_count=o["visibleMessageCount"],
            metadata=plain(o.get("metadata")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedThreads:
    """A session's threads with what is active."""

    threads: tuple[StoredThread, ...]
    """The latest update first, then by id."""
    active_thread_id: str | None = None
    """The active one."""
    count: int
    """How many threads are listed."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            threads=tuple(StoredThread.from_json(x) for x in o["threads"]),
            active_thread_id=o.get("activeThreadId"),
            count=o["count"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadUnsubscribed:
    """A thread that is not the active one."""

    thread_id: str
    """The thread."""
    unsubscribed: bool
    """true."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            thread_id=o["threadId"],
            unsubscribed=o["unsubscribed"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadContent:
    """A thread with its messages."""

    thread: StoredThread
    """The thread."""
    messages: tuple[JSON, ...] = ()
    """What it shows, when asked for."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            thread=StoredThread.from_json(o["thread"]),
            messages=tuple(plain(x) for x in o.get("messages", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did."""

    sessions: tuple[ImportedSession, ...]
    """Each session looked at, in the order of the list."""
    imported: int
    """Sessions that are new in the store."""
    updated: int
    """Sessions that grew or changed."""
    unchanged: int
    """Sessions that were there already, whole."""
    failed: int
    """Sessions that could not be read; the diagnostics say why."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            sessions=tuple(ImportedSession.from_json(x) for x in o["sessions"]),
            imported=o["imported"],
            updated=o["updated"],
            unchanged=o["unchanged"],
            failed=o["failed"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedSession:
    """What an import did with a session."""

    unified_id: str
    """The agent's session."""
    store_id: str
    """Its id in the store."""
    status: ImportStatus
    """What happened."""
    messages: int
    """Its visible messages."""
    added: int
    """Messages that were added now."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            unified_id=o["unifiedId"],
            store_id=o["storeId"],
            status=o["status"],
            messages=o["messages"],
            added=o["added"],
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

    agent: Agent
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

    agent: Agent | None = None
    """Only this agent's sessions. Default: all agents."""
    since: datetime | date | timedelta | str | None = None
    """Only sessions created at or after this time."""
    until: datetime | date | timedelta | str | None = None
    """Only sessions created at or before this time; a bare date includes that day."""
    active_since: datetime | date | timedelta | str | None = None
    """Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after active_until."""
    active_until: datetime | date | timedelta | str | None = None
    """Only sessions with a record of their own at or before this time and not before active_since; a bare date includes that day."""
    zone: Zone | None = None
    """The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, compared exactly but for a trailing slash."""
    limit: int | None = None
    """At most this many; 0: all. Default: 100."""
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
            o["since"] = bound_text(self.since)
        if self.until is not None:
            o["until"] = bound_text(self.until)
        if self.active_since is not None:
            o["activeSince"] = bound_text(self.active_since)
        if self.active_until is not None:
            o["activeUntil"] = bound_text(self.active_until)
        if self.zone is not None:
            o["zone"] = self.zone.to_json()
        if self.model is not None:
            o["model"] = self.model
        if self.tags is not None:
            o["tags"] = texts(self.tags)
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

    agent: Agent | None = None
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

    agent: Agent | None = None
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What to look for, where, and how many."""

    text: str
    """Words that must all occur somewhere in the session, in any case; "words in quotes" occur together; -word must not occur. With regex: one expression."""
    regex: bool = False
    """The text is a regular expression (RE2 syntax, linear time), matched in any case unless it says (?-i)."""
    agent: Agent | None = None
    """Only this agent's sessions; an unknown one finds nothing. Default: all agents."""
    since: datetime | date | timedelta | str | None = None
    """Only sessions created at or after this time."""
    until: datetime | date | timedelta | str | None = None
    """Only sessions created at or before this time; a bare date includes that day."""
    active_since: datetime | date | timedelta | str | None = None
    """Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after active_until."""
    active_until: datetime | date | timedelta | str | None = None
    """Only sessions with a record of their own at or before this time and not before active_since; a bare date includes that day."""
    zone: Zone | None = None
    """The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, compared exactly but for a trailing slash."""
    role: Role | None = None
    """Only text of messages of this role counts; titles do not."""
    tool: str | None = None
    """Only calls of this tool and their results count, its name in any case; text may then be empty."""
    limit: int | None = None
    """At most this many; 0: all. Default: 50."""
    offset: int | None = None
    """Skip this many of the best: the page header's nextOffset. Default: 0."""
    sort: SearchSort | None = None
    """Greatest first; ties are broken by the last update, then by unified_id. Default: relevance."""
    subagents: bool = False
    """Also search subagents' sessions."""
    memories: bool = False
    """Also search the memory entries that an agent keeps beside its sessions."""
    hits: int | None = None
    """At most this many matching messages are shown of a session; 0 means the default. Default: 3."""
    strict: bool = False
    """Any unreadable record is PARSE_ERROR."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["text"] = self.text
        if self.regex:
            o["regex"] = self.regex
        if self.agent is not None:
            o["agent"] = self.agent
        if self.since is not None:
            o["since"] = bound_text(self.since)
        if self.until is not None:
            o["until"] = bound_text(self.until)
        if self.active_since is not None:
            o["activeSince"] = bound_text(self.active_since)
        if self.active_until is not None:
            o["activeUntil"] = bound_text(self.active_until)
        if self.zone is not None:
            o["zone"] = self.zone.to_json()
        if self.model is not None:
            o["model"] = self.model
        if self.tags is not None:
            o["tags"] = texts(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.role is not None:
            o["role"] = self.role
        if self.tool is not None:
            o["tool"] = self.tool
        if self.limit is not None:
            o["limit"] = self.limit
        if self.offset is not None:
            o["offset"] = self.offset
        if self.sort is not None:
            o["sort"] = self.sort
        if self.subagents:
            o["subagents"] = self.subagents
        if self.memories:
            o["memories"] = self.memories
        if self.hits is not None:
            o["hits"] = self.hits
        if self.strict:
            o["strict"] = self.strict
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRequest:
    """Which sessions' spend to add up, and how to group it."""

    agent: Agent | None = None
    """Only this agent's sessions. Default: all agents."""
    since: datetime | date | timedelta | str | None = None
    """Only requests made at or after this time. A request without a time counts at its session's created_at."""
    until: datetime | date | timedelta | str | None = None
    """Only requests made at or before this time; a bare date includes that day."""
    created_since: datetime | date | timedelta | str | None = None
    """Only sessions created at or after this time."""
    created_until: datetime | date | timedelta | str | None = None
    """Only sessions created at or before this time; a bare date includes that day."""
    zone: Zone | None = None
    """The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, compared exactly but for a trailing slash."""
    group_by: GroupBy | None = None
    """Fill breakdowns by this dimension; days are those of zone. Default: no groups."""
    strict: bool = False
    """Any unreadable session is an error instead of a diagnostic."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.since is not None:
            o["since"] = bound_text(self.since)
        if self.until is not None:
            o["until"] = bound_text(self.until)
        if self.created_since is not None:
            o["createdSince"] = bound_text(self.created_since)
        if self.created_until is not None:
            o["createdUntil"] = bound_text(self.created_until)
        if self.zone is not None:
            o["zone"] = self.zone.to_json()
        if self.model is not None:
            o["model"] = self.model
        if self.tags is not None:
            o["tags"] = texts(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.group_by is not None:
            o["groupBy"] = self.group_by
        if self.strict:
            o["strict"] = self.strict
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """The clock of a place: which instants are a day there. The caller knows it, the engine has no table of zones."""

    name: str | None = None
    """What the place is called, for people: Europe/Berlin."""
    changes: Sequence[ZoneChange]
    """The offsets from UTC in order, at most 10,000. The first has no at: it holds before all others."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.name is not None:
            o["name"] = self.name
        o["changes"] = [x.to_json() for x in self.changes]
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneChange:
    """An offset from UTC, and from when on it holds."""

    at: datetime | date | str | None = None
    """When it begins to hold; required but of the first, and later than the one before."""
    offset_seconds: int
    """By how much the clock is ahead of UTC; negative west of it. At most 26 hours either way. Unit: seconds."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.at is not None:
            o["at"] = time_text(self.at)
        o["offsetSeconds"] = self.offset_seconds
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRef:
    """Names a session, by agent and session_id or by unified_id."""

    agent: Agent | None = None
    """The agent; needed with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of the two."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRequest:
    """Two sessions to compare."""

    a: SessionRef
    """The first session, the left side."""
    b: SessionRef
    """The second session, the right side."""
    text_edits: bool = False
    """Also say, word by word, how the content of a modified message changed."""
    strict: bool = False
    """Any unreadable record is PARSE_ERROR."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["a"] = self.a.to_json()
        o["b"] = self.b.to_json()
        if self.text_edits:
            o["textEdits"] = self.text_edits
        if self.strict:
            o["strict"] = self.strict
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderDiffRequest:
    """Two sessions to compare, and how to show it."""

    a: SessionRef
    """The first session, the left side."""
    b: SessionRef
    """The second session, the right side."""
    text_edits: bool = False
    """Also say, word by word, how the content of a modified message changed."""
    strict: bool = False
    """Any unreadable record is PARSE_ERROR."""
    format: DiffFormat | None = None
    """How the text looks. Default: unified."""
    width: int | None = None
    """Width of a line in side-by-side; 0 means the default. Unit: columns. Default: 120."""
    context: int | None = None
    """Unchanged messages shown around a difference; 0 means the default. Unit: messages. Default: 3."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["a"] = self.a.to_json()
        o["b"] = self.b.to_json()
        if self.text_edits:
            o["textEdits"] = self.text_edits
        if self.strict:
            o["strict"] = self.strict
        if self.format is not None:
            o["format"] = self.format
        if self.width is not None:
            o["width"] = self.width
        if self.context is not None:
            o["context"] = self.context
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorRequest:
    """What to look over."""

    agent: Agent | None = None
    """Only this agent's files. Default: all agents."""
    problems: bool = False
    """List only files in which something was skipped, unknown or unreadable; the summaries still count all."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.problems:
            o["problems"] = self.problems
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRequest:
    """Names a session and what to do with it."""

    agent: Agent | None = None
    """The agent; needed with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of the two."""
    action: SessionAction | None = None
    """Go on with it, or with a copy of it. Default: resume."""
    prompt: str | None = None
    """Run one turn with this prompt without a terminal, instead of opening the agent. Default: interactive."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.action is not None:
            o["action"] = self.action
        if self.prompt is not None:
            o["prompt"] = self.prompt
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreRequest:
    """Asks about the store as a whole; no fields."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreName:
    """Names a session of the store."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreRead:
    """Names a session of the store, now or in the past."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    at: int | None = None
    """Read the past: the session's position to read at. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreChange:
    """Names a session of the store to change."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterRequest:
    """A new session's metadata."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    created_at: datetime | date | str | None = None
    """When it began. Default: now."""
    adapter: str | None = None
    """The agent that runs it, for example claude."""
    model: str | None = None
    """The model."""
    cwd: str | None = None
    """The working directory."""
    updated_at: datetime | date | str | None = None
    """Time of the last update. Default: now."""
    message_limit: int | None = None
    """The greatest number of messages; 0: any."""
    extra: JSON = None
    """An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.created_at is not None:
            o["createdAt"] = time_text(self.created_at)
        if self.adapter is not None:
            o["adapter"] = self.adapter
        if self.model is not None:
            o["model"] = self.model
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.updated_at is not None:
            o["updatedAt"] = time_text(self.updated_at)
        if self.message_limit is not None:
            o["messageLimit"] = self.message_limit
        if self.extra is not None:
            o["extra"] = self.extra
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateRequest:
    """Metadata to set; what is left out stays."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    adapter: str | None = None
    """The agent that runs it, for example claude."""
    model: str | None = None
    """The model."""
    cwd: str | None = None
    """The working directory."""
    updated_at: datetime | date | str | None = None
    """Time of the last update. Default: now."""
    message_limit: int | None = None
    """The greatest number of messages; 0: any."""
    extra: JSON = None
    """An object of the caller's, laid over what is there; null removes a member. fork, share, summary and view are the store's."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.adapter is not None:
            o["adapter"] = self.adapter
        if self.model is not None:
            o["model"] = self.model
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.updated_at is not None:
            o["updatedAt"] = time_text(self.updated_at)
        if self.message_limit is not None:
            o["messageLimit"] = self.message_limit
        if self.extra is not None:
            o["extra"] = self.extra
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRequest:
    """Messages to append."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    messages: Sequence[JSON]
    """Objects with a type, kept as they are in canonical form; docs/messages.md lists the types."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["messages"] = list(self.messages)
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreListRequest:
    """Which sessions to list."""

    adapter: str | None = None
    """Only this agent's."""
    cwd: str | None = None
    """Only those of this working directory."""
    model: str | None = None
    """Only those of this model."""
    since: datetime | date | timedelta | str | None = None
    """Only those updated at this time or later."""
    zone: Zone | None = None
    """The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC."""
    limit: int | None = None
    """At most this many. Default: all."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.adapter is not None:
            o["adapter"] = self.adapter
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.model is not None:
            o["model"] = self.model
        if self.since is not None:
            o["since"] = bound_text(self.since)
        if self.zone is not None:
            o["zone"] = self.zone.to_json()
        if self.limit is not None:
            o["limit"] = self.limit
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreMessagesRequest:
    """Which messages to read."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    limit: int | None = None
    """At most this many. Default: all."""
    offset: int | None = None
    """Skip this many of what would be returned."""
    types: Sequence[str] | None = None
    """Only messages of these types. Default: all."""
    include_hidden: bool = False
    """Also what a revert or rollback hides."""
    at: int | None = None
    """Read the past: the session's position to read at. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.limit is not None:
            o["limit"] = self.limit
        if self.offset is not None:
            o["offset"] = self.offset
        if self.types is not None:
            o["types"] = texts(self.types)
        if self.include_hidden:
            o["includeHidden"] = self.include_hidden
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreForkRequest:
    """What to fork, and how."""

    session_id: str
    """The session to fork."""
    new_session_id: str | None = None
    """Id of the fork. Default: a new one."""
    include_hidden: bool | None = None
    """true keeps hidden messages, hidden; false leaves them out. Default: true."""
    extra: JSON = None
    """An object laid over the copied extra."""
    at: int | None = None
    """Read the past: the session's position to read at. Default: now."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.new_session_id is not None:
            o["newSessionId"] = self.new_session_id
        if self.include_hidden is not None:
            o["includeHidden"] = self.include_hidden
        if self.extra is not None:
            o["extra"] = self.extra
        if self.at is not None:
            o["at"] = self.at
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRequest:
    """What to share."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    share_id: str | None = None
    """Id of the share. Default: a new one."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.share_id is not None:
            o["shareId"] = self.share_id
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class RevertRequest:
    """Where to revert to."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    visible_message_count: int | None = None
    """Show exactly the first recorded messages, so many of them; all when there are fewer."""
    message_id: str | None = None
    """Show everything up to the last message with this id, which may be hidden now."""
    uuid: str | None = None
    """Show everything up to the last message with this uuid, which may be hidden now."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.visible_message_count is not None:
            o["visibleMessageCount"] = self.visible_message_count
        if self.message_id is not None:
            o["messageId"] = self.message_id
        if self.uuid is not None:
            o["uuid"] = self.uuid
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarizeRequest:
    """What to summarize, and with what."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    content: str | None = None
    """The summary's text. Default: derived."""
    summary: str | None = None
    """Another name of content, which goes first."""
    generated_by: str | None = None
    """Who made it. Default: heddle."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.content is not None:
            o["content"] = self.content
        if self.summary is not None:
            o["summary"] = self.summary
        if self.generated_by is not None:
            o["generatedBy"] = self.generated_by
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreImportRequest:
    """A snapshot, as JSON or compressed."""

    snapshot: JSON = None
    """The snapshot."""
    compressed: str | None = None
    """Instead: the snapshot compressed with zstd, in base64. UNSUPPORTED where the host does not decompress."""
    session_id: str | None = None
    """Id of the session. Default: the snapshot's."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.snapshot is not None:
            o["snapshot"] = self.snapshot
        if self.compressed is not None:
            o["compressed"] = self.compressed
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsRequest:
    """Which events to read."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    after: int | None = None
    """The position behind which to begin: the page's next. Default: 0."""
    limit: int | None = None
    """At most this many; a page of long events has fewer. Default: 256."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.after is not None:
            o["after"] = self.after
        if self.limit is not None:
            o["limit"] = self.limit
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeMessagesRequest:
    """Which messages to read from the agent."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    adapter: str | None = None
    """The agent that keeps it. Default: the stored session's, else all."""
    limit: int | None = None
    """At most this many. Default: all."""
    offset: int | None = None
    """Skip this many of what would be returned."""
    types: Sequence[str] | None = None
    """Only messages of these types. Default: all."""
    include_hidden: bool = False
    """Also what a revert or rollback hides."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.adapter is not None:
            o["adapter"] = self.adapter
        if self.limit is not None:
            o["limit"] = self.limit
        if self.offset is not None:
            o["offset"] = self.offset
        if self.types is not None:
            o["types"] = texts(self.types)
        if self.include_hidden:
            o["includeHidden"] = self.include_hidden
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalizeRequest:
    """What an agent printed."""

    message: JSON
    """The wire message, an object."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["message"] = self.message
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalizeTextRequest:
    """What a process printed."""

    text: str
    """All of it: JSON Lines, JSON or server-sent events."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["text"] = self.text
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseRequest:
    """What to read."""

    value: str
    """As an agent writes it."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["value"] = self.value
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """Which sessions to copy: one that is named, or all that match."""

    agent: Agent | None = None
    """The agent; needed with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of the two."""
    all: bool = False
    """Copy every session that matches the filters, instead of one."""
    since: datetime | date | timedelta | str | None = None
    """Only sessions created at or after this time."""
    until: datetime | date | timedelta | str | None = None
    """Only sessions created at or before this time; a bare date includes that day."""
    active_since: datetime | date | timedelta | str | None = None
    """Only active sessions: those with a record of their own, not copied from another session, at or after this time and not after active_until."""
    active_until: datetime | date | timedelta | str | None = None
    """Only sessions with a record of their own at or before this time and not before active_since; a bare date includes that day."""
    zone: Zone | None = None
    """The zone whose days bare dates and the groups of days mean; times that name no zone are read in it as well. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory."""
    dry_run: bool = False
    """Say what would be copied, and copy nothing."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.all:
            o["all"] = self.all
        if self.since is not None:
            o["since"] = bound_text(self.since)
        if self.until is not None:
            o["until"] = bound_text(self.until)
        if self.active_since is not None:
            o["activeSince"] = bound_text(self.active_since)
        if self.active_until is not None:
            o["activeUntil"] = bound_text(self.active_until)
        if self.zone is not None:
            o["zone"] = self.zone.to_json()
        if self.model is not None:
            o["model"] = self.model
        if self.tags is not None:
            o["tags"] = texts(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.dry_run:
            o["dryRun"] = self.dry_run
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRead:
    """Names a thread, now or in the past."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    at: int | None = None
    """Read the past: the session's position to read at. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadChange:
    """Names a thread to change."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadStartRequest:
    """A new thread."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str | None = None
    """Its id. Default: a new one."""
    name: str | None = None
    """Its name. Default: the thread's id."""
    parent_thread_id: str | None = None
    """The thread it comes from; lineage only. Of a fork, by default the source."""
    metadata: JSON = None
    """An object of the caller's."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.thread_id is not None:
            o["threadId"] = self.thread_id
        if self.name is not None:
            o["name"] = self.name
        if self.parent_thread_id is not None:
            o["parentThreadId"] = self.parent_thread_id
        if self.metadata is not None:
            o["metadata"] = self.metadata
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadsLoadedRequest:
    """Which threads to list."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    include_archived: bool | None = None
    """false leaves archived ones out. Default: true."""
    thread_id: str | None = None
    """Only this one."""
    status: ThreadStatus | None = None
    """Only those of this status."""
    limit: int | None = None
    """At most this many. Default: all."""
    at: int | None = None
    """Read the past: the session's position to read at. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.include_archived is not None:
            o["includeArchived"] = self.include_archived
        if self.thread_id is not None:
            o["threadId"] = self.thread_id
        if self.status is not None:
            o["status"] = self.status
        if self.limit is not None:
            o["limit"] = self.limit
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadReadRequest:
    """Which thread to read."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    include_messages: bool = False
    """Also its visible messages."""
    at: int | None = None
    """Read the past: the session's position to read at. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        if self.include_messages:
            o["includeMessages"] = self.include_messages
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadMessagesRequest:
    """Which messages of a thread to read."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    limit: int | None = None
    """At most this many. Default: all."""
    offset: int | None = None
    """Skip this many of what would be returned."""
    types: Sequence[str] | None = None
    """Only messages of these types. Default: all."""
    include_hidden: bool = False
    """Also what a revert or rollback hides."""
    at: int | None = None
    """Read the past: the session's position to read at. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        if self.limit is not None:
            o["limit"] = self.limit
        if self.offset is not None:
            o["offset"] = self.offset
        if self.types is not None:
            o["types"] = texts(self.types)
        if self.include_hidden:
            o["includeHidden"] = self.include_hidden
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRecordRequest:
    """Messages to append."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    messages: Sequence[JSON]
    """Objects with a type, kept as they are in canonical form; docs/messages.md lists the types."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        o["messages"] = list(self.messages)
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadForkRequest:
    """Which thread to fork, and how."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread to fork."""
    new_thread_id: str | None = None
    """Id of the fork. Default: a new one."""
    name: str | None = None
    """Its name. Default: the thread's id."""
    parent_thread_id: str | None = None
    """The thread it comes from; lineage only. Of a fork, by default the source."""
    metadata: JSON = None
    """An object of the caller's."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        if self.new_thread_id is not None:
            o["newThreadId"] = self.new_thread_id
        if self.name is not None:
            o["name"] = self.name
        if self.parent_thread_id is not None:
            o["parentThreadId"] = self.parent_thread_id
        if self.metadata is not None:
            o["metadata"] = self.metadata
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRollbackRequest:
    """Where to roll back to."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    count: int | None = None
    """Hide this many visible messages from the end, and change nothing else."""
    visible_message_count: int | None = None
    """Show exactly the first recorded messages, so many of them; all when there are fewer."""
    message_id: str | None = None
    """Show everything up to the last message with this id, which may be hidden now."""
    uuid: str | None = None
    """Show everything up to the last message with this uuid, which may be hidden now."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        if self.count is not None:
            o["count"] = self.count
        if self.visible_message_count is not None:
            o["visibleMessageCount"] = self.visible_message_count
        if self.message_id is not None:
            o["messageId"] = self.message_id
        if self.uuid is not None:
            o["uuid"] = self.uuid
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadCompactRequest:
    """Where to roll back to."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str | None = None
    """The thread. Default: the active one."""
    count: int | None = None
    """Hide this many visible messages from the end, and change nothing else."""
    visible_message_count: int | None = None
    """Show exactly the first recorded messages, so many of them; all when there are fewer."""
    message_id: str | None = None
    """Show everything up to the last message with this id, which may be hidden now."""
    uuid: str | None = None
    """Show everything up to the last message with this uuid, which may be hidden now."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.thread_id is not None:
            o["threadId"] = self.thread_id
        if self.count is not None:
            o["count"] = self.count
        if self.visible_message_count is not None:
            o["visibleMessageCount"] = self.visible_message_count
        if self.message_id is not None:
            o["messageId"] = self.message_id
        if self.uuid is not None:
            o["uuid"] = self.uuid
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRenameRequest:
    """A new name."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    name: str
    """The name."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        o["name"] = self.name
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadMetadataRequest:
    """Members to lay over the metadata."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    metadata: JSON
    """An object; null removes a member."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        o["metadata"] = self.metadata
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadStatusRequest:
    """A new status."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    status: str
    """active, paused or completed."""
    request_id: str | None = None
    """A UUID that makes the change happen once: asked for again with it, nothing changes and the first result comes back. Default: a new one."""
    expect: int | None = None
    """The position that the session must be at, else CONFLICT; 0: it must never have existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        o["threadId"] = self.thread_id
        o["status"] = self.status
        if self.request_id is not None:
            o["requestId"] = self.request_id
        if self.expect is not None:
            o["expect"] = self.expect
        return o
