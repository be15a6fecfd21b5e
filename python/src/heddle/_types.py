# Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.
"""Every type that crosses the engine's boundary, from the operation table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Union

from ._wire import bound_text, parse_money, parse_ratio, parse_time, plain_floats, text_list, time_text

if TYPE_CHECKING:
    from typing_extensions import Self

JSON = Union[dict[str, "JSON"], list["JSON"], str, int, float, bool, None]
"""Any JSON value."""

ABI_VERSION = 1
"""The version of the wasm ABI of this package."""

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
    "sessions.stats": 79,
    "sessions.tag": 80,
    "sessions.tags": 81,
    "sessions.view": 82,
    "sessions.story": 83,
    "attachments.get": 84,
    "edits.find": 85,
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
"""The author of a message."""

MessageType = Literal[
    "user",  # A prompt.
    "assistant",  # An answer.
    "tool_result",  # A tool's result.
    "system",  # A notice.
    "error",  # A failure.
]
"""The message types of the agent SDK that sessions on disk use."""

CostSource = Literal[
    "recorded",  # The agent recorded it.
    "computed",  # Tokens times the prices of the price table.
    "mixed",  # Parts of several sources; unpriced parts are listed.
    "unpriced",  # No price is known.
]
"""How an amount in USD was determined."""

SortKey = Literal[
    "date",  # updated_at.
    "cost",  # cost.total_usd, unpriced last.
    "turns",  # turn_count.
]
"""The sort key of a list."""

SortDirection = Literal[
    "asc",  # Smallest first.
    "desc",  # Greatest first.
]
"""The direction of a sort."""

SearchSort = Literal[
    "relevance",  # relevance_score.
    "date",  # updated_at.
    "cost",  # cost.total_usd, unpriced last.
]
"""The sort key of search results."""

HitField = Literal[
    "title",  # The session's title.
    "content",  # A message's content.
    "thinking",  # A message's thinking.
    "toolCall",  # The input of a tool call.
    "toolResult",  # A tool's output.
]
"""A text that a search reads."""

GroupBy = Literal[
    "agent",  # The agent.
    "model",  # The model that answered.
    "day",  # The day of the request, YYYY-MM-DD, in the zone of the request, else in UTC.
    "tag",  # The caller's tags.
    "cwd",  # The session's working directory.
    "tier",  # The terms of the request: standard, fast, priority, flex, batch or a region; several are joined by +.
    "session",  # The session's unified_id.
    "git-branch",  # The branch of the repository when the request was made, as the request's own record has it; empty when it has none.
    "repo",  # The URL of the repository's remote, likewise.
    "version",  # The version of the agent, likewise.
    "origin",  # The origin of the copy that has the request; empty for requests without one. Of several origins it is the first one in byte order.
]
"""The dimension by which spend is grouped."""

DiffType = Literal[
    "addition",  # Only in b.
    "removal",  # Only in a.
    "modification",  # In both, with different content.
    "unchanged",  # In both, the same.
]
"""The type of a step of a comparison."""

TextEditType = Literal[
    "equal",  # In both.
    "delete",  # Only in a.
    "insert",  # Only in b.
]
"""The type of a change of text."""

DiffFormat = Literal[
    "unified",  # One column, with - and + before lines.
    "side-by-side",  # Two columns.
    "markdown",  # Headings and fenced diffs.
]
"""The format of a comparison as text."""

SessionPersistence = Literal[
    "file",  # In files, one or several for each session.
    "sqlite",  # In SQLite databases.
    "server",  # On a server: the store of an address.
]
"""Where an agent keeps its sessions."""

SessionAction = Literal[
    "resume",  # Continues the session itself.
    "fork",  # Continues a copy; the session does not change.
]
"""How to continue a session."""

ThreadStatus = Literal[
    "active",  # In progress.
    "paused",  # Paused by the caller.
    "completed",  # Completed by the caller.
    "archived",  # Archived; it cannot be the active thread.
]
"""The status of a thread."""

ShareStatus = Literal[
    "active",  # In effect.
    "revoked",  # Revoked or replaced.
]
"""The status of a share."""

ImportStatus = Literal[
    "new",  # The session was not in the store.
    "updated",  # Messages were added.
    "rewritten",  # The agent changed earlier messages: the old ones are hidden, and the new ones were added.
    "unchanged",  # The store already had all of it.
    "deleted",  # It was deleted from the store and was not copied again.
    "failed",  # The session could not be read.
]
"""The result of an import for one session."""

LivePermissionMode = Literal[
    "default",  # Ask as usual.
    "accept_edits",  # Edit files without asking.
    "bypass_permissions",  # Do everything without asking.
    "plan",  # Read and plan only.
    "dont_ask",  # Deny everything that is not allowed beforehand.
]
"""What an agent may do without asking."""

LiveOutputKind = Literal[
    "spawn",  # Start the process spawn.
    "write",  # Write data to its standard input.
    "close_input",  # Close its standard input.
    "signal",  # Send signal to its process group.
    "event",  # Deliver message to those who listen; with record, append it to the stored session as well.
    "ask",  # Request the permission ask from whoever decides.
    "cancel_ask",  # The request id needs no answer any more.
    "reply",  # The command id ends with value or error.
    "measure",  # Read from the agent's own files what native_session_id has spent since the measurement before, or since it was resumed, and pass it with a command measured whose query is id.
    "state",  # The session's state is health.
    "diagnostic",  # Report error; nothing ends.
]
"""The kind of an output."""

LiveHealth = Literal[
    "connecting",  # The process is being started.
    "initializing",  # The agent is getting ready.
    "ready",  # No turn runs.
    "active_query",  # A turn runs.
    "waiting",  # A turn waits for a permission.
    "error",  # The session ended by a failure.
    "stopped",  # The session has ended.
]
"""The state of a session."""

ViewKind = Literal[
    "text",  # What the model wrote.
    "thinking",  # What it thought.
    "calls",  # Tool calls without a text between them.
    "note",  # What the agent's program said.
    "error",  # A failure of the model's provider or of the agent.
    "seam",  # Messages were compacted.
    "rewind",  # Here another branch was left.
]
"""The kind of a part of a turn."""

ViewOutcome = Literal[
    "ok",  # It succeeded.
    "failed",  # It failed: its result is an error, or the exit status is not 0.
    "denied",  # A person or a rule refused it.
    "open",  # There is no result.
]
"""How a call ended."""

ViewEditKind = Literal[
    "write",  # Writes the whole file.
    "edit",  # Changes a part.
    "delete",  # Deletes it.
    "move",  # Moves it, with or without a change.
]
"""What an edit does to a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """The versions of the engine, the ABI and the price table."""

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
    """The two parts of a unified id."""

    agent: Agent
    """The agent's name."""
    native_session_id: str
    """The agent's own session id."""

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
    """Whether its base folder exists."""
    location: str | None = None
    """The mount that contains its files."""
    session_count: int
    """Session files or rows found, without opening the files: it includes superseded copies, and subagents whose file name does not identify them. Of the store it leaves out the recordings of sessions that their agent still has."""
    can_resume: bool
    """Whether sessions.command returns a command of the agent that continues a session; OpenClaw needs a prompt for it."""
    can_fork: bool
    """Whether sessions.command returns a command of the agent that continues a copy of a session."""
    can_run: bool
    """Whether live sessions can run the agent, on hosts that run processes; live.agents says what it can do there."""
    has_memories: bool
    """Whether the agent keeps memory entries beside its sessions, which sessions.search shows with memories."""
    session_persistence: SessionPersistence
    """Where the newest version of the agent keeps its sessions; older sessions may be elsewhere."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            found=o["found"],
            location=o.get("location"),
            session_count=o["sessionCount"],
            can_resume=o["canResume"],
            can_fork=o["canFork"],
            can_run=o["canRun"],
            has_memories=o["hasMemories"],
            session_persistence=o["sessionPersistence"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A session without its messages."""

    agent: Agent
    """The agent that the session belongs to."""
    session_id: str
    """The agent's own session id."""
    unified_id: str
    """agent:session_id."""
    title: str
    """The name set by the user, else by the agent, else the first real prompt; one line of at most 100 code points."""
    created_at: datetime | None = None
    """The time of the first record; absent when it is unknown."""
    updated_at: datetime | None = None
    """The time of the last record."""
    turn_count: int
    """The number of answered prompts by a person or SDK caller."""
    message_count: int
    """The number of visible messages of all roles."""
    model: str | None = None
    """The model with the most answers; on a tie, the latest."""
    cost: CostRecord | None = None
    """The spend of the session; absent when no usage is on disk."""
    tags: tuple[str, ...]
    """Tags of the session: those of sessions.tag, those in the run index of agent-mux, and extra.tags of a recording in the store."""
    cwd: str | None = None
    """The working directory at the start."""
    spans: tuple[Span, ...] = ()
    """The parts of the session in order, where the project was moved between prompts, or its branch, commit or the agent's version changed; absent when nothing changed."""
    forked_from: str | None = None
    """The native id of the session that it was forked from."""
    is_subagent: bool = False
    """Whether it is a subagent's session."""
    parent_session_id: str | None = None
    """The native id of the session that started this subagent or child."""
    superseded_by: str | None = None
    """The native id of the longer copy that replaces it."""
    archived: bool = False
    """Whether the agent keeps it in its archive."""
    imported_as: str | None = None
    """The unified id of its copy in the store."""
    recorded_as: tuple[str, ...] = ()
    """The unified ids of its recordings in the store: sessions of the store whose extra.native names it."""
    original_unified_id: str | None = None
    """For a copy or recording in the store: the unified id of the session that it was imported from, or that the agent wrote while it was recorded."""
    original_gone: bool = False
    """For a copy or recording in the store: whether the agent no longer has the original here."""
    origin: str | None = None
    """The machine that the session comes from, as the import of its copy or the recording named it. Of several, the first one in byte order."""
    lineage: str
    """local: forks and copies are detected only from this session's own records."""
    repository: str | None = None
    """The URL of the repository's remote that the agent recorded last, without credentials. Absent when it recorded none."""
    git_branch: str | None = None
    """The branch of the repository that the agent recorded last. Absent when it recorded none."""
    commit: str | None = None
    """The commit that was checked out that the agent recorded last. Absent when it recorded none."""
    agent_version: str | None = None
    """The version of the agent that the agent recorded last. Absent when it recorded none."""
    kind: str | None = None
    """memory for a search result that is a memory entry of the agent instead of a session."""
    relevance_score: float | None = None
    """In search results: the relevance from 0 to 1, where the best result has 1."""
    partial: bool = False
    """In search results with partial: it has some of the words only."""
    hit_count: int | None = None
    """In search results: the number of matching messages; the title counts as one."""
    hits: tuple[SearchHit, ...] = ()
    """In search results: the first matches, in order."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            unified_id=o["unifiedId"],
            title=o["title"],
            created_at=parse_time(o.get("createdAt")),
            updated_at=parse_time(o.get("updatedAt")),
            turn_count=o["turnCount"],
            message_count=o["messageCount"],
            model=o.get("model"),
            cost=CostRecord.from_json(o["cost"]) if "cost" in o else None,
            tags=tuple(o["tags"]),
            cwd=o.get("cwd"),
            spans=tuple(Span.from_json(x) for x in o.get("spans", ())),
            forked_from=o.get("forkedFrom"),
            is_subagent=o.get("isSubagent", False),
            parent_session_id=o.get("parentSessionId"),
            superseded_by=o.get("supersededBy"),
            archived=o.get("archived", False),
            imported_as=o.get("importedAs"),
            recorded_as=tuple(o.get("recordedAs", ())),
            original_unified_id=o.get("originalUnifiedId"),
            original_gone=o.get("originalGone", False),
            origin=o.get("origin"),
            lineage=o["lineage"],
            repository=o.get("repository"),
            git_branch=o.get("gitBranch"),
            commit=o.get("commit"),
            agent_version=o.get("agentVersion"),
            kind=o.get("kind"),
            relevance_score=parse_ratio(o.get("relevanceScore")),
            partial=o.get("partial", False),
            hit_count=o.get("hitCount"),
            hits=tuple(SearchHit.from_json(x) for x in o.get("hits", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A part of a session that ran in one folder, on one branch and commit, by one version of the agent."""

    from_: int
    """Zero-based index of its first message."""
    cwd: str
    """The working directory."""
    repository: str | None = None
    """The URL of the repository's remote, without credentials. Absent when the agent did not record it."""
    git_branch: str | None = None
    """The branch of the repository. Absent when the agent did not record it."""
    commit: str | None = None
    """The commit that was checked out. Absent when the agent did not record it."""
    agent_version: str | None = None
    """The version of the agent. Absent when the agent did not record it."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            from_=o["from"],
            cwd=o["cwd"],
            repository=o.get("repository"),
            git_branch=o.get("gitBranch"),
            commit=o.get("commit"),
            agent_version=o.get("agentVersion"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """A place where a search matches."""

    field: HitField
    """The text that matches."""
    message_index: int | None = None
    """Zero-based index of the message in the session; absent for a title, and on a branch that is not the current one."""
    message_id: str | None = None
    """The id of that message."""
    role: Role | None = None
    """The role of that message."""
    snippet: str
    """The text around the first match, on one line."""
    ranges: tuple[MatchRange, ...]
    """The parts of the snippet that match."""

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
    """A part of a snippet."""

    start: int
    """The start of the part. Unit: code points."""
    end: int
    """The end of the part, exclusive. Unit: code points."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            start=o["start"],
            end=o["end"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostSummary:
    """The spend of all matching sessions."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, including thinking. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, if the agent reports it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, of all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    web_searches: int | None = None
    """Web searches at the provider, which cost money beside tokens."""
    nano_credits: int | None = None
    """Credits that the agent recorded (Copilot). Unit: billionths of an AI credit."""
    total_usd: Decimal | None = None
    """Money spent; absent when nothing has a price, never 0 instead. Unit: USD."""
    source: CostSource
    """How total_usd was determined."""
    session_count: int
    """Sessions that match; with since or until, only those with a request in that range. Subagents and superseded copies are not counted."""
    run_count: int
    """Runs of the matching sessions: those in the run index of agent-mux, and queries of recorded live sessions that ended. With since or until, only those that began in that range."""
    price_table: str
    """The date of the price table."""
    unpriced: tuple[ModelTokens, ...] = ()
    """Tokens without a known price, by model; included in the token counts, not in total_usd."""
    not_itemised_usd: Decimal | None = None
    """Money in the agents' own running totals without a request on disk (titles, compactions); not part of total_usd. It has no time, so it is absent with since or until. Unit: USD."""
    inherited: Spend | None = None
    """Spend that the matching sessions repeat from other sessions; not included in the other figures."""
    subagents: Spend | None = None
    """The part of the other figures that subagents spent."""
    tiers: tuple[TierSpend, ...] = ()
    """The other figures by tier, when any part is not of the standard one."""
    breakdowns: Mapping[str, CostBreakdown] = field(default_factory=dict)
    """A group for each key, when group_by is set; the key is empty when it is unknown. A session with several tags belongs to several groups."""

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
            web_searches=o.get("webSearches"),
            nano_credits=o.get("nanoCredits"),
            total_usd=parse_money(o.get("totalUsd")),
            source=o["source"],
            session_count=o["sessionCount"],
            run_count=o["runCount"],
            price_table=o["priceTable"],
            unpriced=tuple(ModelTokens.from_json(x) for x in o.get("unpriced", ())),
            not_itemised_usd=parse_money(o.get("notItemisedUsd")),
            inherited=Spend.from_json(o["inherited"]) if "inherited" in o else None,
            subagents=Spend.from_json(o["subagents"]) if "subagents" in o else None,
            tiers=tuple(TierSpend.from_json(x) for x in o.get("tiers", ())),
            breakdowns={k: CostBreakdown.from_json(x) for k, x in o.get("breakdowns", {}).items()},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostBreakdown:
    """The spend of one group."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, including thinking. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, if the agent reports it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, of all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    web_searches: int | None = None
    """Web searches at the provider, which cost money beside tokens."""
    nano_credits: int | None = None
    """Credits that the agent recorded (Copilot). Unit: billionths of an AI credit."""
    total_usd: Decimal | None = None
    """Money spent; absent when nothing has a price, never 0 instead. Unit: USD."""
    source: CostSource
    """How total_usd was determined."""
    key: str
    """The group's key: agent, model, tier, day of the request in the zone of the request, tag, working directory, unified_id, branch, repository or version of the agent."""
    session_count: int
    """Sessions in this group; for a model or day, those with spend in it. With since or until, only those with a request in that range."""
    run_count: int | None = None
    """Runs of these sessions, as in the summary."""
    unpriced: tuple[ModelTokens, ...] = ()
    """Tokens without a known price, by model."""
    not_itemised_usd: Decimal | None = None
    """Money in the agents' own running totals without a request on disk; not part of total_usd. Absent in groups by day. Unit: USD."""
    inherited: Spend | None = None
    """Spend that is repeated from other sessions; not included in the other figures."""
    subagents: Spend | None = None
    """The part of the other figures that subagents spent."""
    tiers: tuple[TierSpend, ...] = ()
    """The other figures by tier, when any part is not of the standard one."""

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
            web_searches=o.get("webSearches"),
            nano_credits=o.get("nanoCredits"),
            total_usd=parse_money(o.get("totalUsd")),
            source=o["source"],
            key=o["key"],
            session_count=o["sessionCount"],
            run_count=o.get("runCount"),
            unpriced=tuple(ModelTokens.from_json(x) for x in o.get("unpriced", ())),
            not_itemised_usd=parse_money(o.get("notItemisedUsd")),
            inherited=Spend.from_json(o["inherited"]) if "inherited" in o else None,
            subagents=Spend.from_json(o["subagents"]) if "subagents" in o else None,
            tiers=tuple(TierSpend.from_json(x) for x in o.get("tiers", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTokens:
    """The tokens of one model."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, including thinking. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, if the agent reports it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, of all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    web_searches: int | None = None
    """Web searches at the provider, which cost money beside tokens."""
    nano_credits: int | None = None
    """Credits that the agent recorded (Copilot). Unit: billionths of an AI credit."""
    model: str
    """The model; empty when the agent does not record it."""

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
            web_searches=o.get("webSearches"),
            nano_credits=o.get("nanoCredits"),
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
    """The steps from a to b in order; every message of a and of b is in exactly one."""
    stats: DiffStats
    """The number of steps of each type."""

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
    """One of the two sessions compared."""

    agent: Agent
    """The agent that the session belongs to."""
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
    """The type of the step."""
    index_a: int | None = None
    """Zero-based index in a; absent for additions."""
    index_b: int | None = None
    """Zero-based index in b; absent for removals."""
    message_a: Message | None = None
    """The message of a; absent for additions."""
    message_b: Message | None = None
    """The message of b; absent for removals."""
    text_edits: tuple[TextEdit, ...] = ()
    """On request, for modifications: how the content changed."""

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
    """One step from the content of a to the content of b."""

    type: TextEditType
    """Whether the text is kept, deleted or inserted."""
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
    """The number of messages of each type of step."""

    removals: int
    """Messages only in a."""
    additions: int
    """Messages only in b."""
    modifications: int
    """Messages of the same role and place with different content."""
    unchanged: int
    """Messages that are equal in both."""

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
    """The result of reading all session files."""

    agents: tuple[AgentHealth, ...]
    """A summary for each agent."""
    files: tuple[FileHealth, ...]
    """A report for each session file or row, ordered by agent and path."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agents=tuple(AgentHealth.from_json(x) for x in o["agents"]),
            files=tuple(FileHealth.from_json(x) for x in o["files"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentHealth:
    """A summary of an agent's files."""

    agent: Agent
    """The agent."""
    found: bool
    """Whether its base folder exists."""
    files: int
    """Session files or rows read."""
    bytes: int
    """Bytes read. Unit: bytes."""
    records: int
    """Records understood or kept as unknown."""
    injected: int | None = None
    """Records of context that the user did not type, such as reminders."""
    skipped_count: int
    """Parts of files that could not be read unchanged."""
    unreadable: int
    """Files that could not be read at all."""
    unknown_types: Mapping[str, int] = field(default_factory=dict)
    """Records of types that this version does not know, by type."""
    drift: tuple[DriftCount, ...] = ()
    """What a newer version of the agent may have changed, by version and kind."""
    format_versions: Mapping[str, int] = field(default_factory=dict)
    """Files, by the version of the agent that wrote them."""

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
            drift=tuple(DriftCount.from_json(x) for x in o.get("drift", ())),
            format_versions=dict(o.get("formatVersions", {})),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileHealth:
    """The result of reading one session."""

    agent: Agent
    """The agent."""
    session_id: str
    """The agent's own session id; empty for a database that cannot be read."""
    path: str
    """The mount-relative path of its main file, or of the database."""
    report: Report | None = None
    """What was read and what was skipped."""
    error: Diagnostic | None = None
    """Why the session could not be read."""

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
    """A command line that continues a session."""

    agent: Agent
    """The agent."""
    session_id: str
    """The session that the command continues."""
    action: SessionAction
    """What the command does."""
    argv: tuple[str, ...]
    """The program and its arguments, not quoted for a shell."""
    paths: tuple[int, ...] = ()
    """Indexes of the arguments that are mount-relative paths; the host replaces them by its own paths."""
    cwd: str | None = None
    """The folder to run it in: the session's working directory."""

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
    """The agent that the session belongs to."""
    session_id: str
    """The agent's own session id."""
    unified_id: str
    """agent:session_id."""
    title: str
    """The name set by the user, else by the agent, else the first real prompt; one line of at most 100 code points."""
    created_at: datetime | None = None
    """The time of the first record; absent when it is unknown."""
    updated_at: datetime | None = None
    """The time of the last record."""
    turn_count: int
    """The number of answered prompts by a person or SDK caller."""
    message_count: int
    """The number of visible messages of all roles."""
    model: str | None = None
    """The model with the most answers; on a tie, the latest."""
    cost: CostRecord | None = None
    """The spend of the session; absent when no usage is on disk."""
    tags: tuple[str, ...]
    """Tags of the session: those of sessions.tag, those in the run index of agent-mux, and extra.tags of a recording in the store."""
    cwd: str | None = None
    """The working directory at the start."""
    spans: tuple[Span, ...] = ()
    """The parts of the session in order, where the project was moved between prompts, or its branch, commit or the agent's version changed; absent when nothing changed."""
    forked_from: str | None = None
    """The native id of the session that it was forked from."""
    is_subagent: bool = False
    """Whether it is a subagent's session."""
    parent_session_id: str | None = None
    """The native id of the session that started this subagent or child."""
    superseded_by: str | None = None
    """The native id of the longer copy that replaces it."""
    archived: bool = False
    """Whether the agent keeps it in its archive."""
    imported_as: str | None = None
    """The unified id of its copy in the store."""
    recorded_as: tuple[str, ...] = ()
    """The unified ids of its recordings in the store: sessions of the store whose extra.native names it."""
    original_unified_id: str | None = None
    """For a copy or recording in the store: the unified id of the session that it was imported from, or that the agent wrote while it was recorded."""
    original_gone: bool = False
    """For a copy or recording in the store: whether the agent no longer has the original here."""
    origin: str | None = None
    """The machine that the session comes from, as the import of its copy or the recording named it. Of several, the first one in byte order."""
    lineage: str
    """local: forks and copies are detected only from this session's own records."""
    repository: str | None = None
    """The URL of the repository's remote that the agent recorded last, without credentials. Absent when it recorded none."""
    git_branch: str | None = None
    """The branch of the repository that the agent recorded last. Absent when it recorded none."""
    commit: str | None = None
    """The commit that was checked out that the agent recorded last. Absent when it recorded none."""
    agent_version: str | None = None
    """The version of the agent that the agent recorded last. Absent when it recorded none."""
    messages: tuple[Message, ...]
    """The visible messages of the chosen branch, in order."""
    branches: tuple[Branch, ...] = ()
    """Other branches, newest leaf first."""
    raw: JSON = None
    """On request: the original text of the session's records, as one string."""
    redactions: tuple[Redaction, ...] = ()
    """With redact: what was replaced, by rule; empty when nothing was."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            unified_id=o["unifiedId"],
            title=o["title"],
            created_at=parse_time(o.get("createdAt")),
            updated_at=parse_time(o.get("updatedAt")),
            turn_count=o["turnCount"],
            message_count=o["messageCount"],
            model=o.get("model"),
            cost=CostRecord.from_json(o["cost"]) if "cost" in o else None,
            tags=tuple(o["tags"]),
            cwd=o.get("cwd"),
            spans=tuple(Span.from_json(x) for x in o.get("spans", ())),
            forked_from=o.get("forkedFrom"),
            is_subagent=o.get("isSubagent", False),
            parent_session_id=o.get("parentSessionId"),
            superseded_by=o.get("supersededBy"),
            archived=o.get("archived", False),
            imported_as=o.get("importedAs"),
            recorded_as=tuple(o.get("recordedAs", ())),
            original_unified_id=o.get("originalUnifiedId"),
            original_gone=o.get("originalGone", False),
            origin=o.get("origin"),
            lineage=o["lineage"],
            repository=o.get("repository"),
            git_branch=o.get("gitBranch"),
            commit=o.get("commit"),
            agent_version=o.get("agentVersion"),
            messages=tuple(Message.from_json(x) for x in o["messages"]),
            branches=tuple(Branch.from_json(x) for x in o.get("branches", ())),
            raw=plain_floats(o.get("raw")),
            redactions=tuple(Redaction.from_json(x) for x in o.get("redactions", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """How often a rule replaced something in a redacted result."""

    rule: str
    """email, home-path, or the name of a rule of gitleaks for secrets."""
    count: int
    """The number of replacements."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            rule=o["rule"],
            count=o["count"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A branch of a session that is not the one shown."""

    leaf_id: str
    """The id of its last message; pass it as branch."""
    fork_id: str | None = None
    """The id of the last record that it shares with the current branch."""
    message_count: int
    """The number of messages that only this branch has."""
    title: str | None = None
    """Its first prompt, as a title."""
    updated_at: datetime | None = None
    """The time of its last message."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            leaf_id=o["leafId"],
            fork_id=o.get("forkId"),
            message_count=o["messageCount"],
            title=o.get("title"),
            updated_at=parse_time(o.get("updatedAt")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One API message, one prompt, or one tool result."""

    id: str | None = None
    """The agent's id of the record, or of the first of several merged records."""
    parent_id: str | None = None
    """The id of the record that it follows, if the format is a tree."""
    origin: Origin | None = None
    """The session that first recorded it, when this session is a fork or copy that repeats it."""
    role: Role
    """The message's author."""
    type: MessageType
    """The message type of the agent SDK."""
    kind: str | None = None
    """The kind of a special message: compaction, api_error, interrupted, subagent_result, shell, model_switch or notice."""
    content: str
    """The text; blocks are joined by a blank line. Empty for tool results and messages that only call tools."""
    timestamp: datetime | None = None
    """The time at which it was recorded."""
    tool_calls: tuple[ToolCall, ...] = ()
    """The tool calls of this message."""
    tool_result: ToolResult | None = None
    """The tool's result, when role is tool."""
    attachments: tuple[Attachment, ...] = ()
    """Images and files, without their bytes."""
    token_usage: TokenUsage | None = None
    """The tokens of this API message."""
    cost: CostRecord | None = None
    """The cost of this API message."""
    thinking: str | None = None
    """The thinking or reasoning text."""
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
            timestamp=parse_time(o.get("timestamp")),
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
    """The first record of a message that this session repeats."""

    session_id: str
    """The native id of the session that first recorded it."""
    index: int
    """Zero-based index of the message among those repeated from that session."""

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
    """The tool's name."""
    input: JSON
    """The arguments; a string if the agent stored text."""
    output: JSON = None
    """On request: the output of its result."""
    duration_ms: int | None = None
    """The duration of the call, if recorded. Unit: ms."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            tool_call_id=o["toolCallId"],
            tool_name=o["toolName"],
            input=plain_floats(o["input"]),
            output=plain_floats(o.get("output")),
            duration_ms=o.get("durationMs"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool returned."""

    tool_call_id: str
    """The id of the call that it answers."""
    tool_name: str
    """The tool's name; empty when the call is not on disk."""
    output: JSON
    """The output: a string for text, a list of blocks when there is more than text."""
    is_error: bool = False
    """Whether the tool failed or was refused."""
    exit_code: int | None = None
    """The command's exit status, if it is not 0."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            tool_call_id=o["toolCallId"],
            tool_name=o["toolName"],
            output=plain_floats(o["output"]),
            is_error=o.get("isError", False),
            exit_code=o.get("exitCode"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """An image or file that belongs to a message."""

    id: str | None = None
    """Its id within the session: attachments.get returns its bytes, where the agent's files have them."""
    media_type: str | None = None
    """The MIME type."""
    name: str | None = None
    """The file name or URL."""
    bytes: int | None = None
    """The size of the stored (base64) text. Unit: bytes."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            id=o.get("id"),
            media_type=o.get("mediaType"),
            name=o.get("name"),
            bytes=o.get("bytes"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUsage:
    """The tokens of one API message."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, including thinking. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, if the agent reports it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, of all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    web_searches: int | None = None
    """Web searches at the provider, which cost money beside tokens."""
    nano_credits: int | None = None
    """Credits that the agent recorded (Copilot). Unit: billionths of an AI credit."""

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
            web_searches=o.get("webSearches"),
            nano_credits=o.get("nanoCredits"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRecord:
    """The tokens and money of a session or message."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, including thinking. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, if the agent reports it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, of all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    web_searches: int | None = None
    """Web searches at the provider, which cost money beside tokens."""
    nano_credits: int | None = None
    """Credits that the agent recorded (Copilot). Unit: billionths of an AI credit."""
    total_usd: Decimal | None = None
    """Money spent; absent when nothing has a price, never 0 instead. Unit: USD."""
    source: CostSource
    """How total_usd was determined."""
    price_table: str | None = None
    """The date of the price table, when any part was computed."""
    unpriced_models: tuple[str, ...] = ()
    """Models whose tokens are counted but have no price."""
    not_itemised_usd: Decimal | None = None
    """Money in the agent's own running total without a request on disk (titles, compactions); not part of total_usd. Absent when it is zero or unknown. Unit: USD."""
    inherited: Spend | None = None
    """Spend of records copied from another session; not included in the other figures."""
    subagents: Spend | None = None
    """The part of the other figures that subagents spent."""
    tiers: tuple[TierSpend, ...] = ()
    """The other figures by tier, when any part is not of the standard one."""

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
            web_searches=o.get("webSearches"),
            nano_credits=o.get("nanoCredits"),
            total_usd=parse_money(o.get("totalUsd")),
            source=o["source"],
            price_table=o.get("priceTable"),
            unpriced_models=tuple(o.get("unpricedModels", ())),
            not_itemised_usd=parse_money(o.get("notItemisedUsd")),
            inherited=Spend.from_json(o["inherited"]) if "inherited" in o else None,
            subagents=Spend.from_json(o["subagents"]) if "subagents" in o else None,
            tiers=tuple(TierSpend.from_json(x) for x in o.get("tiers", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spend:
    """The tokens and money of a part."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, including thinking. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, if the agent reports it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, of all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    web_searches: int | None = None
    """Web searches at the provider, which cost money beside tokens."""
    nano_credits: int | None = None
    """Credits that the agent recorded (Copilot). Unit: billionths of an AI credit."""
    total_usd: Decimal | None = None
    """Money spent; absent when nothing has a price, never 0 instead. Unit: USD."""
    source: CostSource
    """How total_usd was determined."""

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
            web_searches=o.get("webSearches"),
            nano_credits=o.get("nanoCredits"),
            total_usd=parse_money(o.get("totalUsd")),
            source=o["source"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TierSpend:
    """The part of a spend that was made on the same terms."""

    input_tokens: int
    """Prompt tokens, without those read from or written to a cache. Unit: tokens."""
    output_tokens: int
    """Answer tokens, including thinking. Unit: tokens."""
    thinking_tokens: int
    """The part of output_tokens that was thinking, if the agent reports it. Unit: tokens."""
    cached_tokens: int
    """Prompt tokens read from a cache. Unit: tokens."""
    cache_write_tokens: int
    """Prompt tokens written to a cache, of all lifetimes. Unit: tokens."""
    cache_write_1h_tokens: int | None = None
    """The part of cache_write_tokens kept for an hour. Unit: tokens."""
    web_searches: int | None = None
    """Web searches at the provider, which cost money beside tokens."""
    nano_credits: int | None = None
    """Credits that the agent recorded (Copilot). Unit: billionths of an AI credit."""
    total_usd: Decimal | None = None
    """Money spent; absent when nothing has a price, never 0 instead. Unit: USD."""
    source: CostSource
    """How total_usd was determined."""
    tier: str
    """standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +."""
    unknown_factor: bool = False
    """Some of it is computed at the standard price, because no factor is known for its model and tier."""

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
            web_searches=o.get("webSearches"),
            nano_credits=o.get("nanoCredits"),
            total_usd=parse_money(o.get("totalUsd")),
            source=o["source"],
            tier=o["tier"],
            unknown_factor=o.get("unknownFactor", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A reason why a result is incomplete."""

    code: str
    """A stable error code."""
    agent: Agent | None = None
    """The agent whose data it concerns."""
    path: str | None = None
    """The mount-relative path of the file."""
    line: int | None = None
    """The line, counted from 1."""
    offset: int | None = None
    """The offset from the start of the file. Unit: bytes."""
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
    """What was read of a session's files, and what was skipped."""

    bytes: int
    """Bytes read. Unit: bytes."""
    records: int
    """Records understood or kept as unknown."""
    injected: int | None = None
    """Records of context that the user did not type: reminders, environment blocks, system prompts."""
    skipped: tuple[SkippedRecord, ...] = ()
    """The first 100 parts that could not be read unchanged, in file order."""
    skipped_count: int | None = None
    """The total number of skipped parts."""
    unknown_types: Mapping[str, int] = field(default_factory=dict)
    """Records of types that this version does not know, by type."""
    drift: tuple[DriftCount, ...] = ()
    """What a newer version of the agent may have changed in the session, by kind."""
    format_version: str | None = None
    """The newest version of the agent that wrote the session, or the name of the format."""
    naive_times: bool = False
    """Whether times without a zone were read as UTC."""

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
            drift=tuple(DriftCount.from_json(x) for x in o.get("drift", ())),
            format_version=o.get("formatVersion"),
            naive_times=o.get("naiveTimes", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftCount:
    """How often a session has what this Heddle does not know, or does not have what it should."""

    kind: str
    """answersWithoutUsage, answersWithoutTime, unknownRecords, unknownBlocks, unknownMembers, unknownUsageMembers, unknownTools, missingMembers, missingParents, unknownTags, missingColumns, unreadFiles, unreachableTexts, newerVersions, numbersAsText or epochTimes; the last two are read all the same."""
    name: str | None = None
    """The type, member, tool, tag, column, folder or version, where there is one."""
    version: str | None = None
    """The version of the agent that wrote it."""
    count: int
    """How often."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            kind=o["kind"],
            name=o.get("name"),
            version=o.get("version"),
            count=o["count"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedRecord:
    """A part of a file that could not be read."""

    path: str
    """The mount-relative path of the file."""
    line: int | None = None
    """The line, counted from 1."""
    offset: int
    """The offset from the start of the file. Unit: bytes."""
    reason: str
    """truncated, syntax, nul, depth, line-too-long, sparse, not-object, glued, utf8 or shape; with the last three the part is still read."""

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
    """The session's id."""
    adapter: str | None = None
    """The agent that runs the session."""
    model: str | None = None
    """The model, as last set or as the messages record it."""
    cwd: str | None = None
    """The working directory."""
    created_at: datetime | None = None
    """The time of its creation."""
    updated_at: datetime | None = None
    """The time of its last change."""
    message_count: int
    """The number of recorded messages, including hidden ones."""
    message_limit: int | None = None
    """The greatest number of messages, if the session has its own limit."""
    extra: JSON = None
    """The caller's members and those of the store: fork, share, summary and view."""
    position: int | None = None
    """The sequence number of the last event, as expect and at use it; absent for a session that is not in the store."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session_id=o["sessionId"],
            adapter=o.get("adapter"),
            model=o.get("model"),
            cwd=o.get("cwd"),
            created_at=parse_time(o.get("createdAt")),
            updated_at=parse_time(o.get("updatedAt")),
            message_count=o["messageCount"],
            message_limit=o.get("messageLimit"),
            extra=plain_floats(o.get("extra")),
            position=o.get("position"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredShare:
    """The state of a session's share."""

    share_id: str
    """The share's id."""
    session_id: str
    """The session."""
    created_at: datetime | None = None
    """The time of its creation."""
    status: ShareStatus
    """Whether the share is active."""
    revoked_at: datetime | None = None
    """The time at which it was revoked."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            share_id=o["shareId"],
            session_id=o["sessionId"],
            created_at=parse_time(o.get("createdAt")),
            status=o["status"],
            revoked_at=parse_time(o.get("revokedAt")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSummary:
    """A stored summary of a session."""

    session_id: str
    """The session."""
    content: str
    """The summary's text."""
    generated_at: datetime | None = None
    """The time of its creation."""
    message_count: int
    """The number of messages recorded at that time."""
    generated_by: str
    """The summary's author."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session_id=o["sessionId"],
            content=o["content"],
            generated_at=parse_time(o.get("generatedAt")),
            message_count=o["messageCount"],
            generated_by=o["generatedBy"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreEvents:
    """A page of a session's log."""

    events: tuple[StoreEvent, ...]
    """The events, in order."""
    next: int
    """The position to pass as after for the next page."""
    complete: bool
    """Whether the turn has ended: the last event is a result or an error, or deletes the session."""

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
    """The event's position."""
    id: str
    """The event's UUID."""
    time: datetime | None = None
    """The time at which it was recorded."""
    kind: str
    """The kind of the event; core/internal/store/FORMAT.md lists the kinds."""
    payload: JSON = None
    """The event's data; absent when the kind has none."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            seq=o["seq"],
            id=o["id"],
            time=parse_time(o.get("time")),
            kind=o["kind"],
            payload=plain_floats(o.get("payload")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreProblem:
    """A defect that a check found."""

    session_id: str | None = None
    """The session; absent when the defect concerns the whole file."""
    position: int | None = None
    """The position of the event, if known."""
    message: str
    """A description of the defect."""

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
    """The size of a store."""

    sessions: int
    """The number of sessions."""
    deleted: int
    """The number of deleted sessions whose log still exists."""
    messages: int
    """The number of messages of the sessions; messages that forks share count in each."""
    threads: int
    """The number of threads."""
    shares: int
    """The number of active shares."""
    events: int
    """The number of events of all logs, including freed ones."""
    bytes: int
    """The size of the file; 0 when it is unknown. Unit: bytes."""

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
    """The result of a compaction."""

    sessions: int
    """The number of deleted sessions whose space was freed."""
    bytes: int
    """The size of the freed payloads. Unit: bytes."""

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
    """The thread's id."""
    session_id: str
    """The thread's session."""
    name: str
    """The thread's name."""
    status: ThreadStatus
    """The thread's status."""
    parent_thread_id: str | None = None
    """The thread's parent."""
    created_at: datetime | None = None
    """The time of its creation."""
    updated_at: datetime | None = None
    """The time of its last change."""
    archived_at: datetime | None = None
    """The time at which it was archived."""
    archived: bool
    """Whether it is archived."""
    active: bool
    """Whether it is the session's active thread."""
    message_count: int
    """The number of its messages, including hidden ones."""
    visible_message_count: int
    """The number of its visible messages."""
    metadata: JSON = None
    """The caller's own object."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            thread_id=o["threadId"],
            session_id=o["sessionId"],
            name=o["name"],
            status=o["status"],
            parent_thread_id=o.get("parentThreadId"),
            created_at=parse_time(o.get("createdAt")),
            updated_at=parse_time(o.get("updatedAt")),
            archived_at=parse_time(o.get("archivedAt")),
            archived=o["archived"],
            active=o["active"],
            message_count=o["messageCount"],
            visible_message_count=o["visibleMessageCount"],
            metadata=plain_floats(o.get("metadata")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedThreads:
    """A session's threads and the active one."""

    threads: tuple[StoredThread, ...]
    """The threads, last updated first, then by id."""
    active_thread_id: str | None = None
    """The active thread's id."""
    count: int
    """The number of threads listed."""

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
    """The confirmation that a thread is not the active one."""

    thread_id: str
    """The thread."""
    unsubscribed: bool
    """Always true."""

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
    """On request: the messages that it shows."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            thread=StoredThread.from_json(o["thread"]),
            messages=tuple(plain_floats(x) for x in o.get("messages", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """The result of an import."""

    sessions: tuple[ImportedSession, ...]
    """The result for each session, in the order of the list."""
    imported: int
    """The number of sessions that are new in the store."""
    updated: int
    """The number of sessions that grew or changed."""
    unchanged: int
    """The number of sessions that were already complete in the store."""
    deleted: int | None = None
    """The number of sessions that were deleted from the store and remain so."""
    failed: int
    """The number of sessions that could not be read; the diagnostics say why."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            sessions=tuple(ImportedSession.from_json(x) for x in o["sessions"]),
            imported=o["imported"],
            updated=o["updated"],
            unchanged=o["unchanged"],
            deleted=o.get("deleted"),
            failed=o["failed"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedSession:
    """The result of an import for one session."""

    unified_id: str
    """The unified id of the agent's session."""
    store_id: str
    """The session's id in the store."""
    status: ImportStatus
    """The result for this session."""
    messages: int
    """The number of its visible messages."""
    added: int
    """The number of messages that this import added."""

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
class LiveAsk:
    """A request for permission."""

    tool_name: str
    """The tool."""
    tool_use_id: str | None = None
    """The call."""
    input: JSON = None
    """The tool's input."""
    title: str | None = None
    """What the agent says the call is about."""
    reason: str | None = None
    """Why it asks."""
    suggestions: JSON = None
    """Permission updates that the agent suggests, in its own form."""
    can_update_input: bool = False
    """The input may be changed."""
    can_remember: bool = False
    """The answer may be a rule for the rest of the session."""
    options: JSON = None
    """The choices as the agent offers them."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            tool_name=o["toolName"],
            tool_use_id=o.get("toolUseId"),
            input=plain_floats(o.get("input")),
            title=o.get("title"),
            reason=o.get("reason"),
            suggestions=plain_floats(o.get("suggestions")),
            can_update_input=o.get("canUpdateInput", False),
            can_remember=o.get("canRemember", False),
            options=plain_floats(o.get("options")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveAgent:
    """An agent that live sessions can run."""

    agent: Agent
    """The agent's name."""
    engine: str
    """The protocol: claude, codex, pi or acp."""
    program: str
    """The program."""
    args: tuple[str, ...]
    """The arguments that select the protocol."""
    min_version: str | None = None
    """The oldest version that works."""
    install: str | None = None
    """How to get it."""
    tested: bool
    """Whether it was run with this engine."""
    capabilities: tuple[str, ...]
    """What it can do, in byte order; docs/live.md explains each. The agent may announce less when it runs."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            engine=o["engine"],
            program=o["program"],
            args=tuple(o["args"]),
            min_version=o.get("minVersion"),
            install=o.get("install"),
            tested=o["tested"],
            capabilities=tuple(o["capabilities"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStats:
    """What the matching sessions did."""

    session_count: int
    """Sessions that match; with since or until, only those that did something in that range. Subagents and superseded copies are not counted."""
    message_count: int
    """Visible messages of all roles, without subagents'."""
    turn_count: int
    """Answered prompts by a person or SDK caller."""
    call_count: int
    """Tool calls, subagents' included."""
    failure_count: int
    """Tool calls that failed or were refused: their result is an error, or their command's exit status is not 0."""
    file_count: int
    """Different files that tools edited."""
    duration_ms: int
    """The times from each session's first message to its last, added up. Unit: ms."""
    active_ms: int
    """The part of duration_ms without pauses: times between two messages that are longer than 15 minutes. Unit: ms."""
    first_at: datetime | None = None
    """The time of the first message."""
    last_at: datetime | None = None
    """The time of the last message."""
    tools: tuple[ToolStats, ...]
    """The tools, most calls first, then by name."""
    other_tools: OtherStats | None = None
    """The tools beyond limit."""
    models: tuple[ModelStats, ...]
    """The models, most answers first, then by name."""
    other_models: OtherStats | None = None
    """The models beyond limit."""
    files: tuple[FileStats, ...]
    """The edited files, most edits first, then by path."""
    other_files: OtherStats | None = None
    """The files beyond limit."""
    tiers: tuple[TierStats, ...] = ()
    """The requests by tier, most first, then by name; absent when all are of the standard one."""
    hours: tuple[int, ...]
    """Messages by hour of the day, 24 numbers; messages without a time are left out."""
    weekdays: tuple[int, ...]
    """Messages by weekday, 7 numbers from Monday on."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session_count=o["sessionCount"],
            message_count=o["messageCount"],
            turn_count=o["turnCount"],
            call_count=o["callCount"],
            failure_count=o["failureCount"],
            file_count=o["fileCount"],
            duration_ms=o["durationMs"],
            active_ms=o["activeMs"],
            first_at=parse_time(o.get("firstAt")),
            last_at=parse_time(o.get("lastAt")),
            tools=tuple(ToolStats.from_json(x) for x in o["tools"]),
            other_tools=OtherStats.from_json(o["otherTools"]) if "otherTools" in o else None,
            models=tuple(ModelStats.from_json(x) for x in o["models"]),
            other_models=OtherStats.from_json(o["otherModels"]) if "otherModels" in o else None,
            files=tuple(FileStats.from_json(x) for x in o["files"]),
            other_files=OtherStats.from_json(o["otherFiles"]) if "otherFiles" in o else None,
            tiers=tuple(TierStats.from_json(x) for x in o.get("tiers", ())),
            hours=tuple(o["hours"]),
            weekdays=tuple(o["weekdays"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStats:
    """The calls of one tool."""

    name: str
    """The tool's name; tools of several agents may share it."""
    calls: int
    """Its calls."""
    failures: int
    """The calls that failed or were refused."""
    session_count: int
    """The sessions that called it."""
    duration_ms: int | None = None
    """The durations of its calls added up, as far as they are recorded. Unit: ms."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            name=o["name"],
            calls=o["calls"],
            failures=o["failures"],
            session_count=o["sessionCount"],
            duration_ms=o.get("durationMs"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelStats:
    """The answers of one model."""

    name: str
    """The model; empty when the agent does not record it."""
    answers: int
    """Its messages, subagents' included."""
    session_count: int
    """The sessions in which it answered."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            name=o["name"],
            answers=o["answers"],
            session_count=o["sessionCount"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TierStats:
    """The requests of one tier."""

    name: str
    """standard, or what the agent recorded: fast, priority, flex, batch, a region; several are joined by +."""
    requests: int
    """Its requests, subagents' included."""
    session_count: int
    """The sessions that made them."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            name=o["name"],
            requests=o["requests"],
            session_count=o["sessionCount"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileStats:
    """The edits of one file."""

    path: str
    """Its path; a relative one is joined with the session's working directory. It may be another system's, and need not exist."""
    edits: int
    """Tool calls that edited, created, moved or deleted it and did not fail."""
    session_count: int
    """The sessions that edited it."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            path=o["path"],
            edits=o["edits"],
            session_count=o["sessionCount"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherStats:
    """The groups that are not listed one by one."""

    groups: int
    """The number of groups."""
    count: int
    """Their calls, answers or edits."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            groups=o["groups"],
            count=o["count"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionTags:
    """The tags of a session that the store keeps."""

    unified_id: str
    """The session; for a copy in the store, its original."""
    tags: tuple[str, ...]
    """Its tags in the store, in byte order."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            unified_id=o["unifiedId"],
            tags=tuple(o["tags"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TagCount:
    """A tag and how many sessions have it."""

    tag: str
    """The tag."""
    session_count: int
    """The number of sessions with this tag, including sessions that are no longer on disk."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            tag=o["tag"],
            session_count=o["sessionCount"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A page of a session, as a person reads it."""

    session: SessionSummary
    """The session, as a list has it."""
    totals: ViewTotals
    """What the whole session adds up to."""
    branches: tuple[ViewBranch, ...] = ()
    """Other branches, newest first."""
    outline: tuple[ViewOutline, ...]
    """All turns in a line each; of more than 5,000 turns the page's only."""
    turns: tuple[ViewTurn, ...]
    """The turns of this page."""
    next: int | None = None
    """Pass it as after for the next page; absent on the last one."""
    subagents: tuple[ViewAgent, ...] = ()
    """Subagents whose call the records do not name."""
    redactions: tuple[Redaction, ...] = ()
    """With redact: what was replaced in the whole session, by rule; empty when nothing was."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session=SessionSummary.from_json(o["session"]),
            totals=ViewTotals.from_json(o["totals"]),
            branches=tuple(ViewBranch.from_json(x) for x in o.get("branches", ())),
            outline=tuple(ViewOutline.from_json(x) for x in o["outline"]),
            turns=tuple(ViewTurn.from_json(x) for x in o["turns"]),
            next=o.get("next"),
            subagents=tuple(ViewAgent.from_json(x) for x in o.get("subagents", ())),
            redactions=tuple(Redaction.from_json(x) for x in o.get("redactions", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewTotals:
    """What a session adds up to."""

    turns: int
    """The turns of the view: prompts, and work before the first one."""
    messages: int
    """The visible messages of all roles."""
    calls: int
    """The tool calls."""
    failed: int
    """The calls that failed or were denied."""
    edits: int
    """The edits of files that did not fail."""
    files: int
    """The different files that they changed."""
    attachments: int | None = None
    """The pictures and files. Nothing redacts what they show."""
    usage: TokenUsage | None = None
    """The tokens, as in the session's cost."""
    cost_usd: Decimal | None = None
    """The session's cost: turns_usd, other_usd and subagents_usd together. Unit: USD."""
    cost_source: CostSource | None = None
    """How cost_usd was determined."""
    turns_usd: Decimal | None = None
    """The cost of all turns together. Unit: USD."""
    other_usd: Decimal | None = None
    """The cost of requests that no visible message shows, such as those of other branches. Unit: USD."""
    subagents_usd: Decimal | None = None
    """The cost of all subagents. Unit: USD."""
    duration_ms: int | None = None
    """The time from the first message to the last. Unit: ms."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            turns=o["turns"],
            messages=o["messages"],
            calls=o["calls"],
            failed=o["failed"],
            edits=o["edits"],
            files=o["files"],
            attachments=o.get("attachments"),
            usage=TokenUsage.from_json(o["usage"]) if "usage" in o else None,
            cost_usd=parse_money(o.get("costUsd")),
            cost_source=o.get("costSource"),
            turns_usd=parse_money(o.get("turnsUsd")),
            other_usd=parse_money(o.get("otherUsd")),
            subagents_usd=parse_money(o.get("subagentsUsd")),
            duration_ms=o.get("durationMs"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewBranch:
    """A branch that is not shown."""

    id: str
    """Its leaf id: pass it as branch."""
    title: str | None = None
    """The first line of its first prompt."""
    messages: int
    """The messages that only this branch has."""
    from_: int | None = None
    """The number of the last message that it shares with the branch shown."""
    at: datetime | None = None
    """The time of its last message."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            id=o["id"],
            title=o.get("title"),
            messages=o["messages"],
            from_=o.get("from"),
            at=parse_time(o.get("at")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewOutline:
    """A turn in one line."""

    turn: int
    """Its number, from 1."""
    n: int
    """The number of its first message."""
    at: datetime | None = None
    """The time of its first message."""
    text: str | None = None
    """The first line of its prompt, at most 200 bytes."""
    calls: int | None = None
    """Its tool calls."""
    failed: int | None = None
    """Those that failed or were denied."""
    edits: int | None = None
    """Its edits of files that did not fail."""
    cost_usd: Decimal | None = None
    """Its cost, without subagents'. Unit: USD."""
    seam: bool = False
    """Messages were compacted in it."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            turn=o["turn"],
            n=o["n"],
            at=parse_time(o.get("at")),
            text=o.get("text"),
            calls=o.get("calls"),
            failed=o.get("failed"),
            edits=o.get("edits"),
            cost_usd=parse_money(o.get("costUsd")),
            seam=o.get("seam", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewTurn:
    """A prompt and what the agent did then."""

    turn: int
    """Its number, from 1."""
    n: int
    """The number of its first message, as heddle show --at takes it."""
    at: datetime | None = None
    """The time of its first message."""
    duration_ms: int | None = None
    """The time from its first message to its last. Unit: ms."""
    model: str | None = None
    """The model that answered last."""
    usage: TokenUsage | None = None
    """Its tokens, without subagents'."""
    context_tokens: int | None = None
    """The prompt tokens of its last request, of all kinds: how full the context was. Unit: tokens."""
    cost_usd: Decimal | None = None
    """Its cost, without subagents' and without what was copied from another session. Unit: USD."""
    cost_source: CostSource | None = None
    """How cost_usd was determined."""
    prompt: ViewPrompt | None = None
    """The prompt; absent for work before the first one."""
    items: tuple[ViewItem, ...]
    """What followed, in order."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            turn=o["turn"],
            n=o["n"],
            at=parse_time(o.get("at")),
            duration_ms=o.get("durationMs"),
            model=o.get("model"),
            usage=TokenUsage.from_json(o["usage"]) if "usage" in o else None,
            context_tokens=o.get("contextTokens"),
            cost_usd=parse_money(o.get("costUsd")),
            cost_source=o.get("costSource"),
            prompt=ViewPrompt.from_json(o["prompt"]) if "prompt" in o else None,
            items=tuple(ViewItem.from_json(x) for x in o["items"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewPrompt:
    """What a person or SDK caller asked."""

    n: int
    """The message's number."""
    id: str | None = None
    """The message's id."""
    text: str
    """Markdown source."""
    omitted: int | None = None
    """What was left out of text. Unit: bytes."""
    attachments: tuple[Attachment, ...] = ()
    """Its pictures and files."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            n=o["n"],
            id=o.get("id"),
            text=o["text"],
            omitted=o.get("omitted"),
            attachments=tuple(Attachment.from_json(x) for x in o.get("attachments", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewItem:
    """A part of a turn; kind says which members it has."""

    kind: ViewKind
    """What it is."""
    n: int
    """The message's number; of calls, the first one's."""
    id: str | None = None
    """The message's id."""
    at: datetime | None = None
    """The message's time."""
    model: str | None = None
    """text: the model that wrote it."""
    name: str | None = None
    """note: the message's kind."""
    text: str | None = None
    """text, thinking, note, error: Markdown source."""
    omitted: int | None = None
    """What was left out of text or summary. Unit: bytes."""
    attachments: tuple[Attachment, ...] = ()
    """The message's pictures and files."""
    code: str | None = None
    """error: the provider's code or status, if the text has one."""
    retries: int | None = None
    """error: how many more of the same text followed at once; they are not shown."""
    summary: str | None = None
    """calls: for example 6 tool calls. seam: what the agent kept of the messages before."""
    calls: tuple[ViewCall, ...] = ()
    """calls: neighbours without a text between them."""
    trigger: str | None = None
    """seam: auto or manual, if it is recorded."""
    tokens_before: int | None = None
    """seam: the context before it, as it was recorded or of the last request. Unit: tokens."""
    tokens_after: int | None = None
    """seam: the context after it, as it was recorded or of the first request. Unit: tokens."""
    removed: int | None = None
    """seam: messages before it, since the seam before, that the model no longer sees as they were."""
    branch: str | None = None
    """rewind: the branch that was left here."""
    messages: int | None = None
    """rewind: the messages that only that branch has."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            kind=o["kind"],
            n=o["n"],
            id=o.get("id"),
            at=parse_time(o.get("at")),
            model=o.get("model"),
            name=o.get("name"),
            text=o.get("text"),
            omitted=o.get("omitted"),
            attachments=tuple(Attachment.from_json(x) for x in o.get("attachments", ())),
            code=o.get("code"),
            retries=o.get("retries"),
            summary=o.get("summary"),
            calls=tuple(ViewCall.from_json(x) for x in o.get("calls", ())),
            trigger=o.get("trigger"),
            tokens_before=o.get("tokensBefore"),
            tokens_after=o.get("tokensAfter"),
            removed=o.get("removed"),
            branch=o.get("branch"),
            messages=o.get("messages"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewCall:
    """A tool call and its result."""

    n: int
    """The number of the message that made it."""
    result_n: int | None = None
    """The number of the message with its result."""
    id: str | None = None
    """The agent's id of the call."""
    tool: str
    """The tool's name."""
    summary: str | None = None
    """One line: the command, the file and the lines added and removed, the query."""
    outcome: ViewOutcome
    """How it ended."""
    at: datetime | None = None
    """When it was made."""
    duration_ms: int | None = None
    """Its duration, if recorded, else the time until its result. Unit: ms."""
    exit_code: int | None = None
    """The command's exit status, if it is not 0."""
    thinking: str | None = None
    """What the model thought before it, where no text is between it and the call before."""
    input: str | None = None
    """The arguments as a person reads them: the command, the patch, else JSON. Absent where edits have all of it."""
    input_omitted: int | None = None
    """What was left out of input. Unit: bytes."""
    edits: tuple[ViewEdit, ...] = ()
    """The edits of files, where the call has their texts."""
    output: ViewOutput | None = None
    """What it printed or returned."""
    attachments: tuple[Attachment, ...] = ()
    """Pictures and files of its result."""
    permission: ViewPermission | None = None
    """Who refused it, where that is recorded."""
    agent: ViewAgent | None = None
    """The subagent that it started."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            n=o["n"],
            result_n=o.get("resultN"),
            id=o.get("id"),
            tool=o["tool"],
            summary=o.get("summary"),
            outcome=o["outcome"],
            at=parse_time(o.get("at")),
            duration_ms=o.get("durationMs"),
            exit_code=o.get("exitCode"),
            thinking=o.get("thinking"),
            input=o.get("input"),
            input_omitted=o.get("inputOmitted"),
            edits=tuple(ViewEdit.from_json(x) for x in o.get("edits", ())),
            output=ViewOutput.from_json(o["output"]) if "output" in o else None,
            attachments=tuple(Attachment.from_json(x) for x in o.get("attachments", ())),
            permission=ViewPermission.from_json(o["permission"]) if "permission" in o else None,
            agent=ViewAgent.from_json(o["agent"]) if "agent" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewEdit:
    """An edit of one file."""

    path: str
    """The file, as the call names it."""
    kind: ViewEditKind
    """What was done to it."""
    to: str | None = None
    """move: its new name."""
    added: int
    """Lines added."""
    removed: int
    """Lines removed."""
    whole: bool = False
    """The text is the whole file, whose past is not known."""
    hunks: tuple[ViewHunk, ...]
    """What changed, with up to three lines around."""
    omitted: int | None = None
    """Lines left out of hunks. Unit: lines."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            path=o["path"],
            kind=o["kind"],
            to=o.get("to"),
            added=o["added"],
            removed=o["removed"],
            whole=o.get("whole", False),
            hunks=tuple(ViewHunk.from_json(x) for x in o["hunks"]),
            omitted=o.get("omitted"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewHunk:
    """Neighbouring lines of an edit."""

    old: int
    """The number of its first line before the edit; 0 when it is not known."""
    new: int
    """The number of its first line after the edit; 0 when it is not known."""
    lines: tuple[ViewLine, ...]
    """The lines."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            old=o["old"],
            new=o["new"],
            lines=tuple(ViewLine.from_json(x) for x in o["lines"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewLine:
    """A line of an edit."""

    op: str
    """A blank for a line that stays, + or -."""
    text: str
    """The line, without its end."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            op=o["op"],
            text=o["text"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewOutput:
    """The output of a call, without control sequences."""

    spans: tuple[ViewSpan, ...]
    """Its text in pieces of one style."""
    omitted: int | None = None
    """What was left out between its beginning and its end. Unit: bytes."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            spans=tuple(ViewSpan.from_json(x) for x in o["spans"]),
            omitted=o.get("omitted"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewSpan:
    """Text of one style."""

    text: str
    """The text, with line breaks."""
    bold: bool = False
    """Bold."""
    dim: bool = False
    """Dim."""
    italic: bool = False
    """Italic."""
    underline: bool = False
    """Underlined."""
    inverse: bool = False
    """Colours exchanged."""
    fg: str | None = None
    """The colour: black, red, green, yellow, blue, magenta, cyan, white, these with bright before them as in brightRed, or #rrggbb."""
    bg: str | None = None
    """The background's colour."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            text=o["text"],
            bold=o.get("bold", False),
            dim=o.get("dim", False),
            italic=o.get("italic", False),
            underline=o.get("underline", False),
            inverse=o.get("inverse", False),
            fg=o.get("fg"),
            bg=o.get("bg"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewPermission:
    """The answer to a request for permission."""

    answer: str
    """denied."""
    reason: str | None = None
    """What was said with it, in one line."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            answer=o["answer"],
            reason=o.get("reason"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewAgent:
    """A subagent's session."""

    agent: Agent
    """Its agent."""
    session_id: str
    """Its native id."""
    title: str
    """Its title."""
    turns: int
    """Its answered prompts."""
    messages: int
    """Its messages."""
    calls: int
    """Its tool calls, without those of its own subagents."""
    usage: TokenUsage | None = None
    """The tokens that it spent itself."""
    cost_usd: Decimal | None = None
    """The money that it spent itself. Unit: USD."""
    duration_ms: int | None = None
    """The time from its first record to its last. Unit: ms."""
    agents: int | None = None
    """The subagents that it started itself."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            title=o["title"],
            turns=o["turns"],
            messages=o["messages"],
            calls=o["calls"],
            usage=TokenUsage.from_json(o["usage"]) if "usage" in o else None,
            cost_usd=parse_money(o.get("costUsd")),
            duration_ms=o.get("durationMs"),
            agents=o.get("agents"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStory:
    """What happened in a session."""

    session: SessionSummary
    """The session, as a list has it."""
    totals: ViewTotals
    """What the whole session adds up to."""
    steps: tuple[StoryStep, ...]
    """A step for each turn."""
    redactions: tuple[Redaction, ...] = ()
    """With redact: what was replaced, by rule; empty when nothing was."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session=SessionSummary.from_json(o["session"]),
            totals=ViewTotals.from_json(o["totals"]),
            steps=tuple(StoryStep.from_json(x) for x in o["steps"]),
            redactions=tuple(Redaction.from_json(x) for x in o.get("redactions", ())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryStep:
    """A prompt and what came of it."""

    turn: int
    """The turn's number, from 1."""
    n: int
    """The number of its first message."""
    at: datetime | None = None
    """The time of its first message."""
    prompt: str | None = None
    """The prompt's first line, at most 200 bytes; empty for work before the first one."""
    files: tuple[StoryFile, ...] = ()
    """The files that changed, in the order of their first edit."""
    commands: tuple[StoryCommand, ...] = ()
    """Its tests, commits and failed commands, in order; at most 100."""
    fixed: tuple[StoryFix, ...] = ()
    """Commands that failed and then passed, here or in an earlier turn."""
    commits: tuple[StoryCommit, ...] = ()
    """The commits that it made."""
    calls: int | None = None
    """Its tool calls."""
    failed: int | None = None
    """Those that failed or were denied."""
    tests_passed: int | None = None
    """Test commands that passed."""
    tests_failed: int | None = None
    """Test commands that failed."""
    cost_usd: Decimal | None = None
    """Its cost, without subagents'. Unit: USD."""
    duration_ms: int | None = None
    """The time from its first message to its last. Unit: ms."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            turn=o["turn"],
            n=o["n"],
            at=parse_time(o.get("at")),
            prompt=o.get("prompt"),
            files=tuple(StoryFile.from_json(x) for x in o.get("files", ())),
            commands=tuple(StoryCommand.from_json(x) for x in o.get("commands", ())),
            fixed=tuple(StoryFix.from_json(x) for x in o.get("fixed", ())),
            commits=tuple(StoryCommit.from_json(x) for x in o.get("commits", ())),
            calls=o.get("calls"),
            failed=o.get("failed"),
            tests_passed=o.get("testsPassed"),
            tests_failed=o.get("testsFailed"),
            cost_usd=parse_money(o.get("costUsd")),
            duration_ms=o.get("durationMs"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryFile:
    """A file that a step changed."""

    path: str
    """The file, as the calls name it; below the session's folder without that."""
    added: int
    """Lines added."""
    removed: int
    """Lines removed."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            path=o["path"],
            added=o["added"],
            removed=o["removed"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCommand:
    """A command that a step ran."""

    command: str
    """Its first line, at most 200 bytes."""
    outcome: ViewOutcome
    """How it ended."""
    n: int
    """The number of the message that made the call."""
    test: bool = False
    """It runs tests, a compiler or a linter."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            command=o["command"],
            outcome=o["outcome"],
            n=o["n"],
            test=o.get("test", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryFix:
    """A command that failed and then passed."""

    command: str
    """Its first line, at most 200 bytes."""
    failed_n: int
    """The number of the message with its first failure since it passed last."""
    passed_n: int
    """The number of the message with the call that passed."""
    failed_at: datetime | None = None
    """When it failed."""
    passed_at: datetime | None = None
    """When it passed."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            command=o["command"],
            failed_n=o["failedN"],
            passed_n=o["passedN"],
            failed_at=parse_time(o.get("failedAt")),
            passed_at=parse_time(o.get("passedAt")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCommit:
    """A commit that a step made."""

    hash: str | None = None
    """The short hash, as the output shows it."""
    message: str | None = None
    """Its first line."""
    n: int
    """The number of the message that made the call."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            hash=o.get("hash"),
            message=o.get("message"),
            n=o["n"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentData:
    """The bytes of an attachment."""

    media_type: str | None = None
    """The MIME type: of pictures what their bytes say, else what the agent recorded."""
    name: str | None = None
    """The name that the agent recorded; never a path to read."""
    bytes: int
    """The size of the attachment itself. Unit: bytes."""
    data: str
    """The bytes in base64."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            media_type=o.get("mediaType"),
            name=o.get("name"),
            bytes=o["bytes"],
            data=o["data"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEdits:
    """The edits that wrote lines."""

    edits: tuple[FoundEdit, ...]
    """The edits, oldest first."""
    lines: tuple[FoundLine, ...]
    """An entry for each line of the request, in its order."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            edits=tuple(FoundEdit.from_json(x) for x in o["edits"]),
            lines=tuple(FoundLine.from_json(x) for x in o["lines"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLine:
    """Which edits wrote a line."""

    edits: tuple[int, ...]
    """Indexes into edits, newest first, at most 100; empty when none wrote it."""
    confidence: str | None = None
    """exact: they wrote this line; reformatted: they wrote it with other white space, and none wrote it exactly. Absent without edits."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            edits=tuple(o["edits"]),
            confidence=o.get("confidence"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEdit:
    """An edit of a file by a tool call."""

    agent: Agent
    """The agent of the session."""
    session_id: str
    """The agent's own session id. An edit that several sessions repeat is that of the oldest one."""
    unified_id: str
    """agent:session_id."""
    path: str
    """The file, as the session has it; relative paths begin in its working directory."""
    time: datetime | None = None
    """The time of the call."""
    tool: str
    """The tool that was called."""
    whole: bool = False
    """Whether the call wrote the whole file: it may have lines that somebody else wrote before."""
    tool_call_id: str | None = None
    """The id of the call."""
    model: str | None = None
    """The model that called it."""
    message_index: int | None = None
    """Zero-based index of the message with the call; absent on a branch that is not the current one."""
    message_id: str | None = None
    """The id of that message."""
    cwd: str | None = None
    """The working directory then."""
    repository: str | None = None
    """The URL of the repository's remote then."""
    git_branch: str | None = None
    """The branch of the repository then."""
    commit: str | None = None
    """The commit that was checked out then."""
    is_subagent: bool = False
    """Whether the session is a subagent's."""
    parent_session_id: str | None = None
    """The native id of the session that started the subagent."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            agent=o["agent"],
            session_id=o["sessionId"],
            unified_id=o["unifiedId"],
            path=o["path"],
            time=parse_time(o.get("time")),
            tool=o["tool"],
            whole=o.get("whole", False),
            tool_call_id=o.get("toolCallId"),
            model=o.get("model"),
            message_index=o.get("messageIndex"),
            message_id=o.get("messageId"),
            cwd=o.get("cwd"),
            repository=o.get("repository"),
            git_branch=o.get("gitBranch"),
            commit=o.get("commit"),
            is_subagent=o.get("isSubagent", False),
            parent_session_id=o.get("parentSessionId"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRequest:
    """The request for the versions, without fields."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveUnifiedIDRequest:
    """The agent and the native session id to join."""

    agent: Agent
    """A known agent's name, for example claude."""
    native_session_id: str
    """The agent's own session id; it may contain colons."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["agent"] = self.agent
        o["nativeSessionId"] = self.native_session_id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveNativeIDRequest:
    """The unified id to split."""

    unified_id: str
    """agent:native_session_id."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["unifiedId"] = self.unified_id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentsRequest:
    """The request for all agents, without fields."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRequest:
    """Filters, order and limit of a list of sessions."""

    agent: Agent | None = None
    """Only this agent's sessions. Default: all agents."""
    id_prefix: str | None = None
    """Only sessions whose session_id begins with this text. Other sessions are not read, so a longer copy with another id supersedes none of them."""
    since: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or after this time; a session that began before it and continued is left out, and active_since selects it. A diagnostic says at most how many such sessions there are, by the times of their files."""
    until: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or before this time, also if they were active later; a bare date includes that day. active_until bounds the activity."""
    active_since: datetime | date | timedelta | str | int | None = None
    """Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after active_until."""
    active_until: datetime | date | timedelta | str | int | None = None
    """Only sessions with a record of their own at or before this time and not before active_since; a bare date includes that day."""
    zone: Zone | None = None
    """The time zone of bare dates, of groups by day and of times without a zone. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    under: str | None = None
    """Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    origin: str | None = None
    """Only sessions of this origin, the machine that an import or a recording named; - for sessions without one. Sessions that were imported from several machines are found under each."""
    git_branches: Sequence[str] | None = None
    """Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part."""
    repositories: Sequence[str] | None = None
    """Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part."""
    agent_versions: Sequence[str] | None = None
    """Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part."""
    edited: str | None = None
    """Only sessions that edited this file: an absolute path, or the last components of one, for example src/parser.go; src/ stands for all files below src. Edits that failed do not count, those of subagents and of branches that were left do. Relative paths that a tool was given begin in the session's working directory."""
    failed: bool = False
    """Only sessions in which a tool call failed or was refused, on any branch, or whose last message is an error."""
    limit: int | None = None
    """The greatest number of sessions returned; 0 for all. Default: 100."""
    sort: SortKey | None = None
    """The sort key; date is the time of the last update. Default: date."""
    sort_direction: SortDirection | None = None
    """The sort direction; ties are broken by unified_id, ascending. Default: desc."""
    subagents: bool = False
    """Also list subagents' sessions."""
    superseded: bool = False
    """Also list sessions that a longer copy supersedes."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.id_prefix is not None:
            o["idPrefix"] = self.id_prefix
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
            o["tags"] = text_list(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.under is not None:
            o["under"] = self.under
        if self.origin is not None:
            o["origin"] = self.origin
        if self.git_branches is not None:
            o["gitBranches"] = text_list(self.git_branches)
        if self.repositories is not None:
            o["repositories"] = text_list(self.repositories)
        if self.agent_versions is not None:
            o["agentVersions"] = text_list(self.agent_versions)
        if self.edited is not None:
            o["edited"] = self.edited
        if self.failed:
            o["failed"] = self.failed
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
    """A session, named by agent and session_id, by unified_id or by ref, and the optional parts to return."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    branch: str | None = None
    """Show the branch that ends in this leaf id, one of those in branches. Default: the current branch."""
    raw: bool = False
    """Return the original text of the session's records in raw."""
    tool_output: bool = False
    """Also return each tool's output in tool_calls[].output."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
        if self.branch is not None:
            o["branch"] = self.branch
        if self.raw:
            o["raw"] = self.raw
        if self.tool_output:
            o["toolOutput"] = self.tool_output
        if self.strict:
            o["strict"] = self.strict
        if self.redact:
            o["redact"] = self.redact
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """A session and the format of its text."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    format: str | None = None
    """json, jsonl, markdown or html; any other value is INVALID_EXPORT_FORMAT. Default: markdown."""
    branch: str | None = None
    """Show the branch that ends in this leaf id, one of the session's branches. Default: the current branch."""
    raw: bool = False
    """Return the original text of the session's records in raw."""
    tool_output: bool = False
    """Also return each tool's output in tool_calls[].output."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""
    script: str | None = None
    """html: the reader, the script of the page. Clients fill it in from the file reader.js that they ship; without it, html is INVALID_EXPORT_FORMAT."""
    script_hash: str | None = None
    """html: the SHA-256 of script in base64, which the page's policy allows."""
    script_url: str | None = None
    """html: instead of script, the file with the reader, relative to the page."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
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
        if self.redact:
            o["redact"] = self.redact
        if self.script is not None:
            o["script"] = self.script
        if self.script_hash is not None:
            o["scriptHash"] = self.script_hash
        if self.script_url is not None:
            o["scriptUrl"] = self.script_url
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What to search for, in which sessions, and how many to return."""

    text: str
    """Words that must all occur in the session, ignoring case; "words in quotes" must occur together; -word must not occur. With regex, one expression."""
    regex: bool = False
    """Read text as a regular expression (RE2 syntax, linear time), which ignores case unless it contains (?-i)."""
    agent: Agent | None = None
    """Only this agent's sessions; an unknown agent finds nothing. Default: all agents."""
    since: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or after this time; a session that began before it and continued is left out, and active_since selects it. A diagnostic says at most how many such sessions there are, by the times of their files."""
    until: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or before this time, also if they were active later; a bare date includes that day. active_until bounds the activity."""
    active_since: datetime | date | timedelta | str | int | None = None
    """Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after active_until."""
    active_until: datetime | date | timedelta | str | int | None = None
    """Only sessions with a record of their own at or before this time and not before active_since; a bare date includes that day."""
    zone: Zone | None = None
    """The time zone of bare dates, of groups by day and of times without a zone. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    under: str | None = None
    """Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    origin: str | None = None
    """Only sessions of this origin, the machine that an import or a recording named; - for sessions without one. Sessions that were imported from several machines are found under each."""
    git_branches: Sequence[str] | None = None
    """Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part."""
    repositories: Sequence[str] | None = None
    """Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part."""
    agent_versions: Sequence[str] | None = None
    """Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part."""
    edited: str | None = None
    """Only sessions that edited this file: an absolute path, or the last components of one, for example src/parser.go; src/ stands for all files below src. Edits that failed do not count, those of subagents and of branches that were left do. Relative paths that a tool was given begin in the session's working directory."""
    failed: bool = False
    """Only sessions in which a tool call failed or was refused, on any branch, or whose last message is an error."""
    role: Role | None = None
    """Search only messages of this role, and no titles."""
    tool: str | None = None
    """Search only calls of this tool and their results, ignoring the case of its name; text may then be empty."""
    limit: int | None = None
    """The greatest number of sessions returned; 0 for all. Default: 50."""
    offset: int | None = None
    """Skip this many of the best sessions; the header's page returns the next one as nextOffset. Default: 0."""
    sort: SearchSort | None = None
    """The sort key, greatest first; ties are broken by the last update, then by unified_id. Default: relevance."""
    subagents: bool = False
    """Also search subagents' sessions."""
    all_branches: bool = False
    """Also search branches that were left; their hits have no message_index."""
    memories: bool = False
    """Also search the memory entries that agents keep in addition to sessions."""
    hits: int | None = None
    """The greatest number of matching messages returned for a session; 0 means the default. Default: 3."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""
    partial: bool = False
    """When no session has all of the words, return the best of those that have some, marked partial and ranked by how rare their words are; a diagnostic says how many sessions may have each word. The id of a session, or at least 8 characters of its beginning with a digit among them, finds that session first."""
    redact: bool = False
    """Search the redacted texts, as sessions.get shows them with redact: what is replaced is not found, and neither hits, counts nor order depend on it. Slower: every session that may have one of the words is read."""

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
            o["tags"] = text_list(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.under is not None:
            o["under"] = self.under
        if self.origin is not None:
            o["origin"] = self.origin
        if self.git_branches is not None:
            o["gitBranches"] = text_list(self.git_branches)
        if self.repositories is not None:
            o["repositories"] = text_list(self.repositories)
        if self.agent_versions is not None:
            o["agentVersions"] = text_list(self.agent_versions)
        if self.edited is not None:
            o["edited"] = self.edited
        if self.failed:
            o["failed"] = self.failed
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
        if self.all_branches:
            o["allBranches"] = self.all_branches
        if self.memories:
            o["memories"] = self.memories
        if self.hits is not None:
            o["hits"] = self.hits
        if self.strict:
            o["strict"] = self.strict
        if self.partial:
            o["partial"] = self.partial
        if self.redact:
            o["redact"] = self.redact
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRequest:
    """The sessions whose spend is added up, and how it is grouped."""

    agent: Agent | None = None
    """Only this agent's sessions. Default: all agents."""
    since: datetime | date | timedelta | str | int | None = None
    """Only requests made at or after this time. A request without a time counts at the created_at of its session."""
    until: datetime | date | timedelta | str | int | None = None
    """Only requests made at or before this time; a bare date includes that day."""
    created_since: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or after this time."""
    created_until: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or before this time; a bare date includes that day."""
    zone: Zone | None = None
    """The time zone of bare dates, of groups by day and of times without a zone. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    under: str | None = None
    """Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    git_branches: Sequence[str] | None = None
    """Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part."""
    repositories: Sequence[str] | None = None
    """Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part."""
    agent_versions: Sequence[str] | None = None
    """Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part."""
    origin: str | None = None
    """Only requests of this origin; - for those without one. A request that copies of several origins have counts for the first one in byte order."""
    group_by: GroupBy | None = None
    """Return breakdowns by this dimension; days are those of zone. Default: no groups."""
    strict: bool = False
    """Fail on any unreadable session instead of reporting a diagnostic."""

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
            o["tags"] = text_list(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.under is not None:
            o["under"] = self.under
        if self.git_branches is not None:
            o["gitBranches"] = text_list(self.git_branches)
        if self.repositories is not None:
            o["repositories"] = text_list(self.repositories)
        if self.agent_versions is not None:
            o["agentVersions"] = text_list(self.agent_versions)
        if self.origin is not None:
            o["origin"] = self.origin
        if self.group_by is not None:
            o["groupBy"] = self.group_by
        if self.strict:
            o["strict"] = self.strict
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A time zone as a list of UTC offsets. The caller provides it, because the engine has no table of zones."""

    name: str | None = None
    """The zone's name for display, for example Europe/Berlin."""
    changes: Sequence[ZoneChange]
    """The offsets from UTC in order, at most 10,000. The first has no at: it applies before all others."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.name is not None:
            o["name"] = self.name
        o["changes"] = [x.to_json() for x in self.changes]
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneChange:
    """An offset from UTC and the time from which it applies."""

    at: datetime | date | str | int | None = None
    """The time from which it applies; required except for the first change, and later than in the one before."""
    offset_seconds: int
    """The offset from UTC, negative to the west. At most 26 hours in either direction. Unit: seconds."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.at is not None:
            o["at"] = time_text(self.at)
        o["offsetSeconds"] = self.offset_seconds
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRef:
    """A session, named by agent and session_id, by unified_id or by ref."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRequest:
    """Two sessions to compare."""

    a: SessionRef
    """The first session, the left side."""
    b: SessionRef
    """The second session, the right side."""
    text_edits: bool = False
    """Also return, word by word, how the content of modified messages changed."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""

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
    """Two sessions to compare, and the format of the text."""

    a: SessionRef
    """The first session, the left side."""
    b: SessionRef
    """The second session, the right side."""
    text_edits: bool = False
    """Also return, word by word, how the content of modified messages changed."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""
    format: DiffFormat | None = None
    """The format of the text. Default: unified."""
    width: int | None = None
    """The width of a side-by-side line; 0 means the default. Unit: columns. Default: 120."""
    context: int | None = None
    """The number of unchanged messages shown around a difference; 0 means the default. Unit: messages. Default: 3."""

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
    """The files to check, and which of them to list."""

    agent: Agent | None = None
    """Only this agent's files. Default: all agents."""
    problems: bool = False
    """List only files with something skipped, unknown or unreadable; the summaries still count all files."""

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
    """A session and how to continue it."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    action: SessionAction | None = None
    """Continue the session itself, or a copy of it. Default: resume."""
    prompt: str | None = None
    """Run one turn with this prompt and without a terminal, instead of opening the agent. Default: interactive."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
        if self.action is not None:
            o["action"] = self.action
        if self.prompt is not None:
            o["prompt"] = self.prompt
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreRequest:
    """A request about the whole store, without fields."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreName:
    """A session of the store."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreRead:
    """A session of the store, now or at an earlier position."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreChange:
    """A session of the store to change."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The metadata of a new session."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    created_at: datetime | date | str | int | None = None
    """The time at which the session began. Default: now."""
    adapter: str | None = None
    """The agent that runs the session, for example claude."""
    model: str | None = None
    """The model."""
    cwd: str | None = None
    """The working directory."""
    updated_at: datetime | date | str | int | None = None
    """The time of the last update. Default: now."""
    message_limit: int | None = None
    """The greatest number of messages that the session accepts; 0 for no limit."""
    extra: JSON = None
    """The caller's own object, merged into the stored one; null removes a member. The members fork, share, summary and view belong to the store."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """Metadata to set; omitted fields do not change."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    adapter: str | None = None
    """The agent that runs the session, for example claude."""
    model: str | None = None
    """The model."""
    cwd: str | None = None
    """The working directory."""
    updated_at: datetime | date | str | int | None = None
    """The time of the last update. Default: now."""
    message_limit: int | None = None
    """The greatest number of messages that the session accepts; 0 for no limit."""
    extra: JSON = None
    """The caller's own object, merged into the stored one; null removes a member. The members fork, share, summary and view belong to the store."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The messages to append."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    messages: Sequence[JSON]
    """Objects with a type, stored unchanged in canonical form; docs/messages.md lists the types."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """Filters and limit of a list of sessions."""

    adapter: str | None = None
    """Only sessions of this agent."""
    cwd: str | None = None
    """Only sessions of this working directory."""
    model: str | None = None
    """Only sessions of this model."""
    origin: str | None = None
    """Only sessions of this origin; - for those without one."""
    since: datetime | date | timedelta | str | int | None = None
    """Only sessions updated at or after this time."""
    zone: Zone | None = None
    """The time zone of bare dates, of groups by day and of times without a zone. Default: UTC."""
    limit: int | None = None
    """The greatest number of sessions returned. Default: all."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.adapter is not None:
            o["adapter"] = self.adapter
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.model is not None:
            o["model"] = self.model
        if self.origin is not None:
            o["origin"] = self.origin
        if self.since is not None:
            o["since"] = bound_text(self.since)
        if self.zone is not None:
            o["zone"] = self.zone.to_json()
        if self.limit is not None:
            o["limit"] = self.limit
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreMessagesRequest:
    """The messages to return."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    limit: int | None = None
    """The greatest number of messages returned. Default: all."""
    offset: int | None = None
    """Skip this many of the matching messages."""
    types: Sequence[str] | None = None
    """Only messages of these types. Default: all."""
    include_hidden: bool = False
    """Include messages that a revert or rollback hides."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.limit is not None:
            o["limit"] = self.limit
        if self.offset is not None:
            o["offset"] = self.offset
        if self.types is not None:
            o["types"] = text_list(self.types)
        if self.include_hidden:
            o["includeHidden"] = self.include_hidden
        if self.redact:
            o["redact"] = self.redact
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreForkRequest:
    """The session to fork, and how."""

    session_id: str
    """The session to fork."""
    new_session_id: str | None = None
    """The id of the fork. Default: a new one."""
    include_hidden: bool | None = None
    """true keeps hidden messages hidden; false omits them. Default: true."""
    extra: JSON = None
    """An object that is merged into the copied extra."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The session to share."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    share_id: str | None = None
    """The id of the share. Default: a new one."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The session and its new boundary."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    visible_message_count: int | None = None
    """Show exactly this many of the first recorded messages; all when there are fewer."""
    message_id: str | None = None
    """Show everything up to the last message with this id, which may be hidden."""
    uuid: str | None = None
    """Show everything up to the last message with this uuid, which may be hidden."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The session to summarize and, optionally, the summary's text."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    content: str | None = None
    """The summary's text. Default: derived."""
    summary: str | None = None
    """Another name for content, which has precedence."""
    generated_by: str | None = None
    """The summary's author. Default: heddle."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
class StoreExportRequest:
    """A session of the store, now or at an earlier position."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.at is not None:
            o["at"] = self.at
        if self.redact:
            o["redact"] = self.redact
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreImportRequest:
    """A snapshot to import, as JSON or compressed."""

    snapshot: JSON = None
    """The snapshot."""
    compressed: str | None = None
    """Instead of snapshot: the snapshot compressed with zstd, in base64. UNSUPPORTED if the host cannot decompress it."""
    session_id: str | None = None
    """The id of the session. Default: the snapshot's."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The events to return."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    after: int | None = None
    """Return events after this position: the next of the page before. Default: 0."""
    limit: int | None = None
    """The greatest number of events; a page of long events has fewer. Default: 256."""

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
    """The messages to return from the agent's files."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    adapter: str | None = None
    """The session's agent. Default: the stored session's, else all."""
    limit: int | None = None
    """The greatest number of messages returned. Default: all."""
    offset: int | None = None
    """Skip this many of the matching messages."""
    types: Sequence[str] | None = None
    """Only messages of these types. Default: all."""
    include_hidden: bool = False
    """Include messages that a revert or rollback hides."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""

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
            o["types"] = text_list(self.types)
        if self.include_hidden:
            o["includeHidden"] = self.include_hidden
        if self.redact:
            o["redact"] = self.redact
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalizeRequest:
    """A record that an agent printed."""

    message: JSON
    """The record, an object."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["message"] = self.message
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalizeTextRequest:
    """The output of a process."""

    text: str
    """The whole output: JSON Lines, JSON or server-sent events."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["text"] = self.text
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseRequest:
    """A value to convert."""

    value: str
    """The value as an agent writes it."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["value"] = self.value
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """The sessions to copy: one that is named, or all that match."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    all: bool = False
    """Copy every session that matches the filters, instead of one."""
    since: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or after this time; a session that began before it and continued is left out, and active_since selects it. A diagnostic says at most how many such sessions there are, by the times of their files."""
    until: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or before this time, also if they were active later; a bare date includes that day. active_until bounds the activity."""
    active_since: datetime | date | timedelta | str | int | None = None
    """Only active sessions: those with a record of their own (not copied from another session) at or after this time and not after active_until."""
    active_until: datetime | date | timedelta | str | int | None = None
    """Only sessions with a record of their own at or before this time and not before active_since; a bare date includes that day."""
    zone: Zone | None = None
    """The time zone of bare dates, of groups by day and of times without a zone. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory."""
    under: str | None = None
    """Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    origin: str | None = None
    """The machine that the sessions come from: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -. Each origin has copies of its own."""
    redact: bool = False
    """Copy without secrets, home folders and e-mail addresses, which are replaced in all texts as in sessions.get. The agent's files do not change. A session that was copied without redact is copied anew, and what the copy showed is hidden but still stored. What was copied with redact is always copied so."""
    again: bool = False
    """Copy also what was deleted from the store."""
    dry_run: bool = False
    """Report what would be copied without copying it."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
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
            o["tags"] = text_list(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.under is not None:
            o["under"] = self.under
        if self.origin is not None:
            o["origin"] = self.origin
        if self.redact:
            o["redact"] = self.redact
        if self.again:
            o["again"] = self.again
        if self.dry_run:
            o["dryRun"] = self.dry_run
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRead:
    """A thread, now or at an earlier position."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""

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
    """A thread to change."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The session and the properties of a new thread."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str | None = None
    """The thread's id. Default: a new one."""
    name: str | None = None
    """The thread's name. Default: the thread's id."""
    parent_thread_id: str | None = None
    """The thread's parent, for lineage only. For a fork, by default the source."""
    metadata: JSON = None
    """The caller's own metadata, an object."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """Filters and limit of a list of threads."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    include_archived: bool | None = None
    """false omits archived threads. Default: true."""
    thread_id: str | None = None
    """Only this thread."""
    status: ThreadStatus | None = None
    """Only threads of this status."""
    limit: int | None = None
    """The greatest number of threads returned. Default: all."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""

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
    """The thread to return, and whether with its messages."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    include_messages: bool = False
    """Also return its visible messages."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""

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
    """The messages of a thread to return."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    limit: int | None = None
    """The greatest number of messages returned. Default: all."""
    offset: int | None = None
    """Skip this many of the matching messages."""
    types: Sequence[str] | None = None
    """Only messages of these types. Default: all."""
    include_hidden: bool = False
    """Include messages that a revert or rollback hides."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""
    at: int | None = None
    """Read the session as it was at this position of its log. Default: now."""

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
            o["types"] = text_list(self.types)
        if self.include_hidden:
            o["includeHidden"] = self.include_hidden
        if self.redact:
            o["redact"] = self.redact
        if self.at is not None:
            o["at"] = self.at
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRecordRequest:
    """The messages to append."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    messages: Sequence[JSON]
    """Objects with a type, stored unchanged in canonical form; docs/messages.md lists the types."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The thread to fork, and how."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread to fork."""
    new_thread_id: str | None = None
    """The id of the fork. Default: a new one."""
    name: str | None = None
    """The thread's name. Default: the thread's id."""
    parent_thread_id: str | None = None
    """The thread's parent, for lineage only. For a fork, by default the source."""
    metadata: JSON = None
    """The caller's own metadata, an object."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The thread and its new boundary."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    count: int | None = None
    """Hide this many visible messages from the end and change nothing else."""
    visible_message_count: int | None = None
    """Show exactly this many of the first recorded messages; all when there are fewer."""
    message_id: str | None = None
    """Show everything up to the last message with this id, which may be hidden."""
    uuid: str | None = None
    """Show everything up to the last message with this uuid, which may be hidden."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """The thread and its new boundary."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str | None = None
    """The thread to roll back. Default: the active thread."""
    count: int | None = None
    """Hide this many visible messages from the end and change nothing else."""
    selector: JSON = None
    """The boundary as an object with one of count, visible_message_count, message_id and uuid, instead of these members."""
    visible_message_count: int | None = None
    """Show exactly this many of the first recorded messages; all when there are fewer."""
    message_id: str | None = None
    """Show everything up to the last message with this id, which may be hidden."""
    uuid: str | None = None
    """Show everything up to the last message with this uuid, which may be hidden."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["sessionId"] = self.session_id
        if self.thread_id is not None:
            o["threadId"] = self.thread_id
        if self.count is not None:
            o["count"] = self.count
        if self.selector is not None:
            o["selector"] = self.selector
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
    """A thread and its new name."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    name: str
    """The new name."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """Members to merge into a thread's metadata."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    metadata: JSON
    """The members, an object; null removes a member."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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
    """A thread and its new status."""

    session_id: str
    """The session, at most 1,024 bytes of UTF-8."""
    thread_id: str
    """The thread."""
    status: str
    """The new status: active, paused or completed."""
    request_id: str | None = None
    """A UUID that makes the change idempotent: a repeated request with it changes nothing and returns the first result. Default: a new one."""
    expect: int | None = None
    """Fail with CONFLICT unless the session is at this position; 0: unless it never existed. Default: any."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsRequest:
    """The sessions that are counted, and how many groups are returned."""

    agent: Agent | None = None
    """Only this agent's sessions. Default: all agents."""
    since: datetime | date | timedelta | str | int | None = None
    """Only messages recorded at or after this time. A message without a time counts at the created_at of its session."""
    until: datetime | date | timedelta | str | int | None = None
    """Only messages recorded at or before this time; a bare date includes that day."""
    created_since: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or after this time."""
    created_until: datetime | date | timedelta | str | int | None = None
    """Only sessions created at or before this time; a bare date includes that day."""
    zone: Zone | None = None
    """The time zone of bare dates, of times without a zone, and of hours and weekdays. Default: UTC."""
    model: str | None = None
    """Only sessions in which this model answered."""
    tags: Sequence[str] | None = None
    """Only sessions with any of these tags."""
    cwd: str | None = None
    """Only sessions that ran in this working directory, at the start or after the project was moved, compared exactly except for a trailing slash; a word without a slash is the end of a path. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    under: str | None = None
    """Only sessions that ran in this folder or below it: an absolute path, or a word without a slash, which is a component of one. Paths of Windows are compared without the case of ASCII letters. Several lines are several folders, such as the names of one that is reached through a link."""
    git_branches: Sequence[str] | None = None
    """Only what was recorded on any of these branches of a repository; - for what has none. In costs, requests; else sessions with any such part."""
    repositories: Sequence[str] | None = None
    """Only what was recorded in any of these repositories: the URL of a remote, in any of the ways to write it, or the last components of one, such as owner/name; an absolute path is the folder of a working tree, for agents that record no URL. In costs, requests; else sessions with any such part."""
    agent_versions: Sequence[str] | None = None
    """Only what any of these versions of the agent recorded; 2.1 stands for all that begin with 2.1. too. In costs, requests; else sessions with any such part."""
    origin: str | None = None
    """Only sessions of this origin; - for those without one. A session of several origins counts for the copy that a list shows."""
    limit: int | None = None
    """The greatest number of tools, of models and of files returned, 0 for all; the others are added up. Default: 20."""
    all_branches: bool = False
    """Count the messages of all branches, not only those of the current one."""
    strict: bool = False
    """Fail on any unreadable session instead of reporting a diagnostic."""

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
            o["tags"] = text_list(self.tags)
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.under is not None:
            o["under"] = self.under
        if self.git_branches is not None:
            o["gitBranches"] = text_list(self.git_branches)
        if self.repositories is not None:
            o["repositories"] = text_list(self.repositories)
        if self.agent_versions is not None:
            o["agentVersions"] = text_list(self.agent_versions)
        if self.origin is not None:
            o["origin"] = self.origin
        if self.limit is not None:
            o["limit"] = self.limit
        if self.all_branches:
            o["allBranches"] = self.all_branches
        if self.strict:
            o["strict"] = self.strict
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class TagRequest:
    """A session, and how its tags change. A tag is text of 1 to 128 bytes without control characters and without blanks at its ends."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    add: Sequence[str] | None = None
    """The tags to add; a session has at most 100."""
    remove: Sequence[str] | None = None
    """The tags to remove; the session need not have them."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
        if self.add is not None:
            o["add"] = text_list(self.add)
        if self.remove is not None:
            o["remove"] = text_list(self.remove)
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsRequest:
    """The request for all tags, without fields."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewRequest:
    """A session, the turns to return, and how much of each text."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    branch: str | None = None
    """Show the branch that ends in this leaf id, one of those in branches. Default: the current branch."""
    after: int | None = None
    """Return the turns after this one; next of the page before."""
    limit: int | None = None
    """The greatest number of turns returned, 1 to 1000. A page ends earlier when it has 4 MiB of texts. Default: 50."""
    turn: int | None = None
    """Return this turn alone; the first one is 1."""
    at: int | None = None
    """Return the turn that has the message of this number alone; the first message is 0."""
    max_text: int | None = None
    """What a text, a prompt, a patch and the input of a call keep at most. Unit: bytes. Default: 262144."""
    max_output: int | None = None
    """What the output of a call keeps at most: its beginning and its end. Unit: bytes. Default: 16384."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
        if self.branch is not None:
            o["branch"] = self.branch
        if self.after is not None:
            o["after"] = self.after
        if self.limit is not None:
            o["limit"] = self.limit
        if self.turn is not None:
            o["turn"] = self.turn
        if self.at is not None:
            o["at"] = self.at
        if self.max_text is not None:
            o["maxText"] = self.max_text
        if self.max_output is not None:
            o["maxOutput"] = self.max_output
        if self.strict:
            o["strict"] = self.strict
        if self.redact:
            o["redact"] = self.redact
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryRequest:
    """A session whose story is returned."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    branch: str | None = None
    """Show the branch that ends in this leaf id, one of those in branches. Default: the current branch."""
    strict: bool = False
    """Fail with PARSE_ERROR on any unreadable record."""
    redact: bool = False
    """Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE], addresses by [redacted:email], home folders by ~. Ids stay."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
        if self.branch is not None:
            o["branch"] = self.branch
        if self.strict:
            o["strict"] = self.strict
        if self.redact:
            o["redact"] = self.redact
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentRequest:
    """A session and the id of one of its attachments."""

    agent: Agent | None = None
    """The agent; required with session_id."""
    session_id: str | None = None
    """The agent's own session id."""
    unified_id: str | None = None
    """agent:session_id, instead of agent and session_id."""
    ref: str | None = None
    """The session as a person names it, instead of agent, session_id and unified_id: agent:id or id, the beginning of either (of an id alone at least 4 characters), last, last-2 or agent:last. INVALID_ARGUMENT when several sessions may be meant."""
    id: str | None = None
    """The attachment's id, from a message or a view; without it the request is INVALID_ARGUMENT."""
    max_bytes: int | None = None
    """LIMIT_EXCEEDED when the attachment is larger. Unit: bytes. Default: 20971520."""
    redact: bool = False
    """Refuse with UNSUPPORTED: pictures are not redacted, so that its bytes are returned without redact only."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.agent is not None:
            o["agent"] = self.agent
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.unified_id is not None:
            o["unifiedId"] = self.unified_id
        if self.ref is not None:
            o["ref"] = self.ref
        if self.id is not None:
            o["id"] = self.id
        if self.max_bytes is not None:
            o["maxBytes"] = self.max_bytes
        if self.redact:
            o["redact"] = self.redact
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class FindEditsRequest:
    """A file, and lines of it."""

    paths: Sequence[str]
    """The file, under each name that it had: an absolute path, or the last components of one, such as src/parser.go; 1 to 100."""
    lines: Sequence[str]
    """The lines, without their ends, at most 100,000."""
    times: Sequence[str] | None = None
    """For each line the latest time at which it may have been written, in RFC 3339, empty for none: later edits, and edits without a time, are left out."""
    agent: Agent | None = None
    """Only this agent's sessions. Default: all agents."""
    strict: bool = False
    """Fail on any unreadable session instead of reporting a diagnostic."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["paths"] = text_list(self.paths)
        o["lines"] = text_list(self.lines)
        if self.times is not None:
            o["times"] = text_list(self.times)
        if self.agent is not None:
            o["agent"] = self.agent
        if self.strict:
            o["strict"] = self.strict
        return o
