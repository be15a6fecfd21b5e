# Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.
"""The messages of heddle live serve, docs/live-protocol.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from .._types import JSON, Agent, Diagnostic, LiveAsk, LiveHealth, LivePermissionMode
from .._wire import plain_floats, text_list

if TYPE_CHECKING:
    from typing_extensions import Self

LIVE_PROTOCOL = 1
"""The number of the protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveNothing:
    """No members."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveInitialize:
    """Who the client is."""

    protocol: int
    """The number of the protocol that the client speaks."""
    client: str
    """The client's name, such as heddle for JavaScript."""
    version: str
    """The client's version."""
    pid: int | None = None
    """The process id of the host on this machine. When it ends, the program ends as if its input had ended. Left out: the host runs on another machine."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["protocol"] = self.protocol
        o["client"] = self.client
        o["version"] = self.version
        if self.pid is not None:
            o["pid"] = self.pid
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveShutdown:
    """How long stopping may take."""

    timeout_ms: int | None = None
    """After this time the agents are killed. Unit: ms. Default: 15,000."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.timeout_ms is not None:
            o["timeoutMs"] = self.timeout_ms
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveHandle:
    """A session."""

    session: str
    """The session, by the handle that live.start named."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveName:
    """A supervised session."""

    name: str
    """The session's name."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["name"] = self.name
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveStart:
    """Which agent to run, and how."""

    session: str
    """A handle for the session, of the client's choice: 1 to 128 bytes without a slash that no running session has."""
    name: str | None = None
    """A name that no other running session of this program has."""
    agent: Agent | None = None
    """An agent that live.agents lists, acp: and a command line that speaks the Agent Client Protocol, or auto for the first of prefer that is installed. Default: auto."""
    prefer: Sequence[str] | None = None
    """The agents of auto, best first. Default: all tested ones."""
    session_id: str | None = None
    """A UUID: the id of the stored session and, of an agent that lets its caller choose, of its own new session. Default: that of the stored session that names the resumed one, else a new one."""
    resume: str | None = None
    """The agent's own id of the session to continue, or the name of a session, such as claude:ID, or heddle:ID for the one that was stored under this id. Default: a new session."""
    continue_: bool = False
    """Resume the agent's newest session in cwd."""
    tags: Sequence[str] | None = None
    """Tags of the stored session."""
    record: bool | None = None
    """Whether messages are stored. Default: true."""
    home: str | None = None
    """A home folder to read instead of this user's, whose store is the default one. Default: that of environment."""
    store: str | None = None
    """The store's file, an absolute path, or its address; - for no store. Default: that of home."""
    prices: str | None = None
    """A file with the user's own prices, an absolute path. Default: the built-in ones."""
    environment: Sequence[str] | None = None
    """The whole environment of the host, each NAME=value: agents inherit it, and it says where agents keep their files and where the store is. Default: that of this program."""
    state_folder: str | None = None
    """Where running processes are registered; - for nowhere. Default: that of environment."""
    permission: bool = False
    """The client decides about permissions: live.permission asks it. Otherwise each is denied at once, unless canAnswer is set."""
    can_answer: bool = False
    """Somebody who reads the events calls live.answer."""
    hooks: Sequence[str] | None = None
    """The hooks that live.hook reports: sessionStart, sessionEnd, queryStart, queryEnd, toolUse, permission, diagnostic."""
    attachments: str | None = None
    """The folder that attachments may be read from by path, absolute."""
    queue_events: int | None = None
    """The number of events that a subscription holds. Default: 4096."""
    fork: bool = False
    """Continue a copy of that session."""
    origin: str | None = None
    """The machine that the session comes from, for extra.origin of its recording: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -."""
    cwd: str | None = None
    """The working directory, absolute. Default: that of this program."""
    program: str | None = None
    """The program to run instead. Default: the agent's command."""
    args: Sequence[str] | None = None
    """Further arguments of the program."""
    model: str | None = None
    """The model. Default: the agent's."""
    system_prompt: str | None = None
    """The system prompt, instead of the agent's own."""
    permission_mode: LivePermissionMode | None = None
    """What the agent may do without asking. Default: default."""
    allowed_tools: Sequence[str] | None = None
    """Tools that need no permission."""
    disallowed_tools: Sequence[str] | None = None
    """Tools that are refused."""
    max_turns: int | None = None
    """The greatest number of the agent's steps in one query."""
    max_budget_usd: str | None = None
    """The greatest amount to spend, a decimal number. Unit: USD."""
    max_thinking_tokens: int | None = None
    """The greatest number of tokens for thinking in one request. Unit: tokens."""
    thinking: str | None = None
    """How much the agent thinks, in its own words, such as low or high."""
    output_schema: JSON = None
    """A JSON schema that the answer must match."""
    subagent: str | None = None
    """The agent's own agent definition to run as."""
    add_dirs: Sequence[str] | None = None
    """Further folders that the agent may use."""
    mcp_servers: JSON = None
    """MCP servers by name, as the agent's configuration has them."""
    settings: JSON = None
    """Further settings in the agent's own form."""
    no_session_persistence: bool = False
    """The agent does not keep the session in its own files."""
    file_checkpointing: bool = False
    """The agent keeps what rewinding files needs."""
    env: Sequence[str] | None = None
    """Variables that the environment gets, each NAME=value."""
    timeout_ms: int | None = None
    """How long a query may take; waiting for a permission does not count. 0 for no limit. Unit: ms. Default: 300,000."""
    idle_timeout_ms: int | None = None
    """How long a query may go without text, thinking or a running tool. Unit: ms. Default: no limit."""
    start_timeout_ms: int | None = None
    """How long the agent may take to be ready. Unit: ms. Default: 120,000."""
    permission_timeout_ms: int | None = None
    """After this time without an answer a permission is denied. Unit: ms. Default: 600,000."""
    max_queued: int | None = None
    """The greatest number of queries that wait for the one before. Default: 16."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        if self.name is not None:
            o["name"] = self.name
        if self.agent is not None:
            o["agent"] = self.agent
        if self.prefer is not None:
            o["prefer"] = text_list(self.prefer)
        if self.session_id is not None:
            o["sessionId"] = self.session_id
        if self.resume is not None:
            o["resume"] = self.resume
        if self.continue_:
            o["continue"] = self.continue_
        if self.tags is not None:
            o["tags"] = text_list(self.tags)
        if self.record is not None:
            o["record"] = self.record
        if self.home is not None:
            o["home"] = self.home
        if self.store is not None:
            o["store"] = self.store
        if self.prices is not None:
            o["prices"] = self.prices
        if self.environment is not None:
            o["environment"] = text_list(self.environment)
        if self.state_folder is not None:
            o["stateFolder"] = self.state_folder
        if self.permission:
            o["permission"] = self.permission
        if self.can_answer:
            o["canAnswer"] = self.can_answer
        if self.hooks is not None:
            o["hooks"] = text_list(self.hooks)
        if self.attachments is not None:
            o["attachments"] = self.attachments
        if self.queue_events is not None:
            o["queueEvents"] = self.queue_events
        if self.fork:
            o["fork"] = self.fork
        if self.origin is not None:
            o["origin"] = self.origin
        if self.cwd is not None:
            o["cwd"] = self.cwd
        if self.program is not None:
            o["program"] = self.program
        if self.args is not None:
            o["args"] = text_list(self.args)
        if self.model is not None:
            o["model"] = self.model
        if self.system_prompt is not None:
            o["systemPrompt"] = self.system_prompt
        if self.permission_mode is not None:
            o["permissionMode"] = self.permission_mode
        if self.allowed_tools is not None:
            o["allowedTools"] = text_list(self.allowed_tools)
        if self.disallowed_tools is not None:
            o["disallowedTools"] = text_list(self.disallowed_tools)
        if self.max_turns is not None:
            o["maxTurns"] = self.max_turns
        if self.max_budget_usd is not None:
            o["maxBudgetUsd"] = self.max_budget_usd
        if self.max_thinking_tokens is not None:
            o["maxThinkingTokens"] = self.max_thinking_tokens
        if self.thinking is not None:
            o["thinking"] = self.thinking
        if self.output_schema is not None:
            o["outputSchema"] = self.output_schema
        if self.subagent is not None:
            o["subagent"] = self.subagent
        if self.add_dirs is not None:
            o["addDirs"] = text_list(self.add_dirs)
        if self.mcp_servers is not None:
            o["mcpServers"] = self.mcp_servers
        if self.settings is not None:
            o["settings"] = self.settings
        if self.no_session_persistence:
            o["noSessionPersistence"] = self.no_session_persistence
        if self.file_checkpointing:
            o["fileCheckpointing"] = self.file_checkpointing
        if self.env is not None:
            o["env"] = text_list(self.env)
        if self.timeout_ms is not None:
            o["timeoutMs"] = self.timeout_ms
        if self.idle_timeout_ms is not None:
            o["idleTimeoutMs"] = self.idle_timeout_ms
        if self.start_timeout_ms is not None:
            o["startTimeoutMs"] = self.start_timeout_ms
        if self.permission_timeout_ms is not None:
            o["permissionTimeoutMs"] = self.permission_timeout_ms
        if self.max_queued is not None:
            o["maxQueued"] = self.max_queued
        return o


class LiveStartOptions(TypedDict, total=False):
    """The members of LiveStart that are options of callers as they are."""

    name: str
    """A name that no other running session of this program has."""
    prefer: Sequence[str]
    """The agents of auto, best first. Default: all tested ones."""
    session_id: str
    """A UUID: the id of the stored session and, of an agent that lets its caller choose, of its own new session. Default: that of the stored session that names the resumed one, else a new one."""
    resume: str
    """The agent's own id of the session to continue, or the name of a session, such as claude:ID, or heddle:ID for the one that was stored under this id. Default: a new session."""
    tags: Sequence[str]
    """Tags of the stored session."""
    record: bool
    """Whether messages are stored. Default: true."""
    queue_events: int
    """The number of events that a subscription holds. Default: 4096."""
    fork: bool
    """Continue a copy of that session."""
    origin: str
    """The machine that the session comes from, for extra.origin of its recording: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -."""
    program: str
    """The program to run instead. Default: the agent's command."""
    args: Sequence[str]
    """Further arguments of the program."""
    model: str
    """The model. Default: the agent's."""
    system_prompt: str
    """The system prompt, instead of the agent's own."""
    permission_mode: LivePermissionMode
    """What the agent may do without asking. Default: default."""
    allowed_tools: Sequence[str]
    """Tools that need no permission."""
    disallowed_tools: Sequence[str]
    """Tools that are refused."""
    max_turns: int
    """The greatest number of the agent's steps in one query."""
    max_thinking_tokens: int
    """The greatest number of tokens for thinking in one request. Unit: tokens."""
    thinking: str
    """How much the agent thinks, in its own words, such as low or high."""
    output_schema: JSON
    """A JSON schema that the answer must match."""
    subagent: str
    """The agent's own agent definition to run as."""
    mcp_servers: JSON
    """MCP servers by name, as the agent's configuration has them."""
    settings: JSON
    """Further settings in the agent's own form."""
    no_session_persistence: bool
    """The agent does not keep the session in its own files."""
    file_checkpointing: bool
    """The agent keeps what rewinding files needs."""
    max_queued: int
    """The greatest number of queries that wait for the one before. Default: 16."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSupervise(LiveStart):
    """Which agent to keep running, and how: the members of LiveStart, name being required, and when to start it again."""

    min_delay_ms: int | None = None
    """The time before the first restart, doubled with each further one. Unit: ms. Default: 1,000."""
    max_delay_ms: int | None = None
    """The longest time before a restart. A session that ran for so long begins at minDelayMs again. Unit: ms. Default: 30,000."""
    max_restarts: int | None = None
    """The number of restarts in a row before the session is given up. Default: no limit."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = LiveStart.to_json(self)
        if self.min_delay_ms is not None:
            o["minDelayMs"] = self.min_delay_ms
        if self.max_delay_ms is not None:
            o["maxDelayMs"] = self.max_delay_ms
        if self.max_restarts is not None:
            o["maxRestarts"] = self.max_restarts
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveQuery:
    """A prompt and its options."""

    session: str
    """The session, by the handle that live.start named."""
    id: str | None = None
    """A UUID that no other query of the session has. The prompt has it as uuid. Default: a new one."""
    text: str
    """The prompt."""
    attachments: Sequence[LiveAttachment] | None = None
    """Files that go with the prompt."""
    messages: bool = False
    """The result has the messages of the turn."""
    omit: Sequence[str] | None = None
    """raw: messages of the result have no member raw, where they have one."""
    model: str | None = None
    """The model from this query on. A query that is refused leaves it as it was."""
    permission_mode: LivePermissionMode | None = None
    """The permission mode from this query on. A query that is refused leaves it as it was."""
    thinking: str | None = None
    """How much the agent thinks, in its own words."""
    output_schema: JSON = None
    """A JSON schema that the answer must match; the capability query_output_schema."""
    max_turns: int | None = None
    """UNSUPPORTED with every agent: an option of a session."""
    max_tokens: int | None = None
    """UNSUPPORTED with every agent. Unit: tokens."""
    max_budget_usd: str | None = None
    """UNSUPPORTED with every agent: an option of a session. Unit: USD."""
    system_prompt: str | None = None
    """UNSUPPORTED with every agent: an option of a session."""
    allowed_tools: Sequence[str] | None = None
    """UNSUPPORTED with every agent: an option of a session."""
    disallowed_tools: Sequence[str] | None = None
    """UNSUPPORTED with every agent: an option of a session."""
    subagent: str | None = None
    """UNSUPPORTED with every agent: an option of a session."""
    timeout_ms: int | None = None
    """How long the query may take; waiting for a permission does not count. 0 for no limit. Unit: ms. Default: the session's."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        if self.id is not None:
            o["id"] = self.id
        o["text"] = self.text
        if self.attachments is not None:
            o["attachments"] = [x.to_json() for x in self.attachments]
        if self.messages:
            o["messages"] = self.messages
        if self.omit is not None:
            o["omit"] = text_list(self.omit)
        if self.model is not None:
            o["model"] = self.model
        if self.permission_mode is not None:
            o["permissionMode"] = self.permission_mode
        if self.thinking is not None:
            o["thinking"] = self.thinking
        if self.output_schema is not None:
            o["outputSchema"] = self.output_schema
        if self.max_turns is not None:
            o["maxTurns"] = self.max_turns
        if self.max_tokens is not None:
            o["maxTokens"] = self.max_tokens
        if self.max_budget_usd is not None:
            o["maxBudgetUsd"] = self.max_budget_usd
        if self.system_prompt is not None:
            o["systemPrompt"] = self.system_prompt
        if self.allowed_tools is not None:
            o["allowedTools"] = text_list(self.allowed_tools)
        if self.disallowed_tools is not None:
            o["disallowedTools"] = text_list(self.disallowed_tools)
        if self.subagent is not None:
            o["subagent"] = self.subagent
        if self.timeout_ms is not None:
            o["timeoutMs"] = self.timeout_ms
        return o


class LiveQueryOptions(TypedDict, total=False):
    """The members of LiveQuery that are options of callers as they are."""

    id: str
    """A UUID that no other query of the session has. The prompt has it as uuid. Default: a new one."""
    model: str
    """The model from this query on. A query that is refused leaves it as it was."""
    permission_mode: LivePermissionMode
    """The permission mode from this query on. A query that is refused leaves it as it was."""
    thinking: str
    """How much the agent thinks, in its own words."""
    output_schema: JSON
    """A JSON schema that the answer must match; the capability query_output_schema."""
    max_turns: int
    """UNSUPPORTED with every agent: an option of a session."""
    max_tokens: int
    """UNSUPPORTED with every agent. Unit: tokens."""
    system_prompt: str
    """UNSUPPORTED with every agent: an option of a session."""
    allowed_tools: Sequence[str]
    """UNSUPPORTED with every agent: an option of a session."""
    disallowed_tools: Sequence[str]
    """UNSUPPORTED with every agent: an option of a session."""
    subagent: str
    """UNSUPPORTED with every agent: an option of a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveAttachment:
    """A file that goes with a prompt: data, text, or a path. At most 32 MiB."""

    name: str | None = None
    """Its name. Default: that of path."""
    media_type: str | None = None
    """Such as image/png. Default: that of the name's ending."""
    data: str | None = None
    """The content in base64."""
    text: str | None = None
    """The content of a text."""
    path: str | None = None
    """A file below the folder attachments of live.start."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.name is not None:
            o["name"] = self.name
        if self.media_type is not None:
            o["mediaType"] = self.media_type
        if self.data is not None:
            o["data"] = self.data
        if self.text is not None:
            o["text"] = self.text
        if self.path is not None:
            o["path"] = self.path
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveText:
    """A text for a session."""

    session: str
    """The session, by the handle that live.start named."""
    text: str
    """The text."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        o["text"] = self.text
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveQueryId:
    """A query of a session."""

    session: str
    """The session, by the handle that live.start named."""
    query: str
    """The id of the query."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        o["query"] = self.query
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveModel:
    """A model for a session."""

    session: str
    """The session, by the handle that live.start named."""
    model: str
    """The model."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        o["model"] = self.model
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveMode:
    """A permission mode for a session."""

    session: str
    """The session, by the handle that live.start named."""
    mode: LivePermissionMode
    """The mode."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        o["mode"] = self.mode
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRewind:
    """What to rewind files to."""

    session: str
    """The session, by the handle that live.start named."""
    message_id: str
    """The user message."""
    dry_run: bool = False
    """Only say what would change."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        o["messageId"] = self.message_id
        if self.dry_run:
            o["dryRun"] = self.dry_run
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveDecision:
    """An answer to a request for permission."""

    allow: bool
    """Whether the tool may run."""
    reason: str | None = None
    """The explanation of a denial."""
    updated_input: JSON = None
    """Replaces the tool's input, if the request has can_update_input."""
    rules: JSON = None
    """Permission updates in the agent's form, or true for those that it suggests, if the request has can_remember."""
    interrupt: bool = False
    """Ends the turn after a denial."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["allow"] = self.allow
        if self.reason is not None:
            o["reason"] = self.reason
        if self.updated_input is not None:
            o["updatedInput"] = self.updated_input
        if self.rules is not None:
            o["rules"] = self.rules
        if self.interrupt:
            o["interrupt"] = self.interrupt
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveAnswer:
    """An answer to a request for permission that an event named."""

    session: str
    """The session, by the handle that live.start named."""
    ask: str
    """The id of the request for permission."""
    allow: bool
    """Whether the tool may run."""
    reason: str | None = None
    """The explanation of a denial."""
    updated_input: JSON = None
    """Replaces the tool's input, if the request has can_update_input."""
    rules: JSON = None
    """Permission updates in the agent's form, or true for those that it suggests, if the request has can_remember."""
    interrupt: bool = False
    """Ends the turn after a denial."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        o["ask"] = self.ask
        o["allow"] = self.allow
        if self.reason is not None:
            o["reason"] = self.reason
        if self.updated_input is not None:
            o["updatedInput"] = self.updated_input
        if self.rules is not None:
            o["rules"] = self.rules
        if self.interrupt:
            o["interrupt"] = self.interrupt
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSubscribe:
    """The events of a session from now on."""

    session: str
    """The session, by the handle that live.start named."""
    subscription: str
    """A name for the subscription, of the client's choice: 1 to 128 bytes, that no other one of the connection has."""
    query: str | None = None
    """Only events of this query, which may be sent later, and diagnostics. The subscription ends with the query. Default: all events."""
    window: int | None = None
    """The credit at the beginning, at most 67,108,864. Unit: bytes. Default: 1,048,576."""
    omit: Sequence[str] | None = None
    """What is not sent. raw: the member raw of messages; deltas: pieces of messages."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["session"] = self.session
        o["subscription"] = self.subscription
        if self.query is not None:
            o["query"] = self.query
        if self.window is not None:
            o["window"] = self.window
        if self.omit is not None:
            o["omit"] = text_list(self.omit)
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSubscription:
    """A subscription."""

    subscription: str
    """The subscription's name."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["subscription"] = self.subscription
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveCredit:
    """Credit for a subscription."""

    subscription: str
    """The subscription's name."""
    bytes: int
    """What is added to the credit. Unit: bytes."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["subscription"] = self.subscription
        o["bytes"] = self.bytes
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePlace:
    """Where processes are registered."""

    environment: Sequence[str] | None = None
    """The environment of the host, each NAME=value, which says where the user's state folder is. Default: that of this program."""
    state_folder: str | None = None
    """The folder. Default: that of environment."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        if self.environment is not None:
            o["environment"] = text_list(self.environment)
        if self.state_folder is not None:
            o["stateFolder"] = self.state_folder
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveCancelRequest:
    """A request to cancel."""

    id: JSON
    """The id of the request, a string or a whole number."""

    def to_json(self) -> dict[str, Any]:
        """The request's wire form."""
        o: dict[str, Any] = {}
        o["id"] = self.id
        return o


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveProgram:
    """What the program is."""

    protocol: int
    """The number of the protocol that the program speaks."""
    version: str
    """The version of the program."""
    pid: int
    """Its process id."""
    max_line: int
    """The greatest length of a line, in both directions. Unit: bytes."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            protocol=o["protocol"],
            version=o["version"],
            pid=o["pid"],
            max_line=o["maxLine"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSessionInfo:
    """The state of a session."""

    session: str
    """The session, by the handle that live.start named."""
    name: str | None = None
    """The session's name."""
    agent: Agent
    """The agent."""
    agent_version: str | None = None
    """The version of its program."""
    engine: str | None = None
    """The protocol: claude, codex, pi or acp."""
    capabilities: tuple[str, ...]
    """What the agent can do, in byte order; empty after the end."""
    cwd: str
    """The working folder."""
    health: LiveHealth
    """The session's state."""
    model: str | None = None
    """The model."""
    permission_mode: LivePermissionMode | None = None
    """What the agent may do without asking."""
    native_session_id: str | None = None
    """The agent's own id of the session, for resume."""
    session_id: str | None = None
    """The id of the stored session; absent when nothing is recorded."""
    recording: bool
    """Whether messages are being stored."""
    position: int
    """The position of the stored session up to which it is written."""
    query: str | None = None
    """The running query."""
    queued: int
    """The number of queries that wait."""
    pending_permissions: int
    """The number of requests for permission that wait for an answer."""
    queries: int
    """The number of prompts that were sent."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session=o["session"],
            name=o.get("name"),
            agent=o["agent"],
            agent_version=o.get("agentVersion"),
            engine=o.get("engine"),
            capabilities=tuple(o["capabilities"]),
            cwd=o["cwd"],
            health=o["health"],
            model=o.get("model"),
            permission_mode=o.get("permissionMode"),
            native_session_id=o.get("nativeSessionId"),
            session_id=o.get("sessionId"),
            recording=o["recording"],
            position=o["position"],
            query=o.get("query"),
            queued=o["queued"],
            pending_permissions=o["pendingPermissions"],
            queries=o["queries"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTurn:
    """The end of a query."""

    result: JSON
    """The whole message of type result; docs/messages.md describes it."""
    text: str | None = None
    """The agent's final answer. Left out with messages when the line would be too long: they have it."""
    messages: tuple[JSON, ...] = ()
    """On request: the whole messages of the turn, with the prompt and the result."""
    dropped: int | None = None
    """How many of the first messages are left out, because the line would be too long. The store has them."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            result=plain_floats(o["result"]),
            text=o.get("text"),
            messages=tuple(plain_floats(x) for x in o.get("messages", ())),
            dropped=o.get("dropped"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSessionState:
    """The state of a session."""

    session: str
    """The session, by the handle that live.start named."""
    health: LiveHealth
    """The new state."""
    native_session_id: str | None = None
    """The agent's own id of the session."""
    session_id: str | None = None
    """The stored session; it changes with live.clear. Absent when nothing is recorded."""
    model: str | None = None
    """The model."""
    queries: int
    """The number of prompts that were sent."""
    recording: bool
    """Whether messages are being stored."""
    position: int
    """The position of the stored session up to which it is written."""
    error: Diagnostic | None = None
    """Why the session failed."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session=o["session"],
            health=o["health"],
            native_session_id=o.get("nativeSessionId"),
            session_id=o.get("sessionId"),
            model=o.get("model"),
            queries=o["queries"],
            recording=o["recording"],
            position=o["position"],
            error=Diagnostic.from_json(o["error"]) if "error" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEnded:
    """The end of a session."""

    session: str
    """The session, by the handle that live.start named."""
    info: LiveSessionInfo
    """The last state."""
    error: Diagnostic | None = None
    """Why the session failed; absent after live.stop."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session=o["session"],
            info=LiveSessionInfo.from_json(o["info"]),
            error=Diagnostic.from_json(o["error"]) if "error" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEvent:
    """Something that happened in a session."""

    subscription: str
    """The subscription."""
    kind: str
    """event (a message), state, ask, cancel_ask or diagnostic."""
    query: str | None = None
    """The query that it belongs to; absent for what the agent does by itself."""
    message: JSON = None
    """Of event: the message, as docs/messages.md describes it."""
    whole: bool = False
    """Of event: the message is complete and is recorded; otherwise it is a piece of one."""
    health: LiveHealth | None = None
    """Of state: the new state."""
    id: str | None = None
    """Of ask and cancel_ask: the request for permission."""
    ask: LiveAsk | None = None
    """Of ask: what permission is requested for."""
    error: Diagnostic | None = None
    """Of diagnostic, and of state: why the session failed."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            subscription=o["subscription"],
            kind=o["kind"],
            query=o.get("query"),
            message=plain_floats(o.get("message")),
            whole=o.get("whole", False),
            health=o.get("health"),
            id=o.get("id"),
            ask=LiveAsk.from_json(o["ask"]) if "ask" in o else None,
            error=Diagnostic.from_json(o["error"]) if "error" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEnd:
    """The end of a subscription."""

    subscription: str
    """The subscription."""
    error: Diagnostic | None = None
    """LIMIT_EXCEEDED: the events were read too slowly, and the rest was dropped. Absent when the session or the query has ended."""
    position: int | None = None
    """With LIMIT_EXCEEDED: the position of the stored session after which it has what was dropped."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            subscription=o["subscription"],
            error=Diagnostic.from_json(o["error"]) if "error" in o else None,
            position=o.get("position"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRestarted:
    """A restart of a supervised session."""

    name: str
    """The session's name."""
    session: str
    """The handle of the session that live.supervise named."""
    ended: Diagnostic
    """Why the session before has ended."""
    failed: Diagnostic | None = None
    """Why it could not be started again; absent when it was."""
    info: LiveSessionInfo | None = None
    """The session that runs now. Its handle is that of live.supervise, a slash and the number of the run."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            name=o["name"],
            session=o["session"],
            ended=Diagnostic.from_json(o["ended"]),
            failed=Diagnostic.from_json(o["failed"]) if "failed" in o else None,
            info=LiveSessionInfo.from_json(o["info"]) if "info" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePermission:
    """A request for permission."""

    session: str
    """The handle that live.start or live.supervise named."""
    id: str
    """Names the request for permission in its session."""
    query: str | None = None
    """The query that it belongs to; absent for what the agent does by itself."""
    ask: LiveAsk
    """What permission is requested for."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session=o["session"],
            id=o["id"],
            query=o.get("query"),
            ask=LiveAsk.from_json(o["ask"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveHookCall:
    """A point of a session."""

    session: str
    """The handle that live.start or live.supervise named."""
    hook: str
    """sessionStart, sessionEnd, queryStart, queryEnd, toolUse, permission or diagnostic."""
    info: LiveSessionInfo | None = None
    """Of sessionStart and sessionEnd: the session."""
    query: str | None = None
    """The query that it belongs to; absent for what the agent does by itself."""
    result: JSON = None
    """Of queryEnd: the result, if there is one."""
    tool_use: LiveToolUse | None = None
    """Of toolUse: the call."""
    id: str | None = None
    """Of permission: the request for permission."""
    ask: LiveAsk | None = None
    """Of permission: what permission is requested for."""
    error: Diagnostic | None = None
    """Of sessionEnd and queryEnd: why it failed. Of diagnostic: the defect."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            session=o["session"],
            hook=o["hook"],
            info=LiveSessionInfo.from_json(o["info"]) if "info" in o else None,
            query=o.get("query"),
            result=plain_floats(o.get("result")),
            tool_use=LiveToolUse.from_json(o["toolUse"]) if "toolUse" in o else None,
            id=o.get("id"),
            ask=LiveAsk.from_json(o["ask"]) if "ask" in o else None,
            error=Diagnostic.from_json(o["error"]) if "error" in o else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveToolUse:
    """A call of a tool by the agent."""

    id: str
    """The call."""
    name: str
    """The tool."""
    input: JSON
    """Its input."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            id=o["id"],
            name=o["name"],
            input=plain_floats(o["input"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveProcess:
    """A registered process of a live session."""

    pid: int
    """The process, the leader of its group."""
    owner_pid: int
    """The program that started it."""
    agent: Agent
    """The agent."""
    session_id: str
    """The session."""
    cwd: str
    """Its working folder."""
    since: str
    """When it was started, RFC 3339."""
    runs: bool
    """Whether the process runs."""
    orphan: bool
    """Whether it runs and its owner does not."""

    @classmethod
    def from_json(cls, o: Mapping[str, Any]) -> Self:
        """Reads the object's wire form."""
        return cls(
            pid=o["pid"],
            owner_pid=o["ownerPid"],
            agent=o["agent"],
            session_id=o["sessionId"],
            cwd=o["cwd"],
            since=o["since"],
            runs=o["runs"],
            orphan=o["orphan"],
        )


LIVE_CLIENT_CALLS: dict[str, type] = {
    "initialize": LiveInitialize,
    "shutdown": LiveShutdown,
    "live.agents": LiveNothing,
    "live.start": LiveStart,
    "live.supervise": LiveSupervise,
    "live.supervised": LiveName,
    "live.unsupervise": LiveName,
    "live.query": LiveQuery,
    "live.steer": LiveText,
    "live.interrupt": LiveHandle,
    "live.cancel": LiveQueryId,
    "live.answer": LiveAnswer,
    "live.setModel": LiveModel,
    "live.setPermissionMode": LiveMode,
    "live.clear": LiveHandle,
    "live.conversation": LiveHandle,
    "live.info": LiveHandle,
    "live.capabilities": LiveHandle,
    "live.mcpStatus": LiveHandle,
    "live.serverInfo": LiveHandle,
    "live.rewindFiles": LiveRewind,
    "live.stop": LiveHandle,
    "live.subscribe": LiveSubscribe,
    "live.unsubscribe": LiveSubscription,
    "live.processes": LivePlace,
    "live.reap": LivePlace,
}
"""The requests of the client. With the type of the parameters of each."""


LIVE_CLIENT_NOTICES: dict[str, type] = {
    "live.credit": LiveCredit,
    "$/cancelRequest": LiveCancelRequest,
}
"""The notifications of the client. With the type of the parameters of each."""


LIVE_SERVER_CALLS: dict[str, type] = {
    "live.permission": LivePermission,
    "live.hook": LiveHookCall,
}
"""The requests of the program. With the type of the parameters of each."""


LIVE_SERVER_NOTICES: dict[str, type] = {
    "live.event": LiveEvent,
    "live.end": LiveEnd,
    "live.state": LiveSessionState,
    "live.ended": LiveEnded,
    "live.restarted": LiveRestarted,
    "$/cancelRequest": LiveCancelRequest,
}
"""The notifications of the program. With the type of the parameters of each."""
