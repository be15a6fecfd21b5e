// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package liveserve

import "encoding/json"

// Protocol is the number of the protocol.
const Protocol = 1

// clientCalls are the names of the client's requests.
var clientCalls = []string{
	"initialize",
	"shutdown",
	"live.agents",
	"live.start",
	"live.supervise",
	"live.supervised",
	"live.unsupervise",
	"live.query",
	"live.steer",
	"live.interrupt",
	"live.cancel",
	"live.answer",
	"live.setModel",
	"live.setPermissionMode",
	"live.clear",
	"live.conversation",
	"live.info",
	"live.capabilities",
	"live.mcpStatus",
	"live.serverInfo",
	"live.rewindFiles",
	"live.stop",
	"live.subscribe",
	"live.unsubscribe",
	"live.processes",
	"live.reap",
}

// wireNothing is LiveNothing: No members.
type wireNothing struct {
}

// wireInitialize is LiveInitialize: Who the client is.
type wireInitialize struct {
	// The number of the protocol that the client speaks.
	Protocol int64 `json:"protocol"`
	// The client's name, such as heddle for JavaScript.
	Client string `json:"client"`
	// The client's version.
	Version string `json:"version"`
	// The process id of the host on this machine. When it ends, the program ends as if its input
	// had ended. Left out: the host runs on another machine.
	PID int64 `json:"pid,omitempty"`
}

// wireShutdown is LiveShutdown: How long stopping may take.
type wireShutdown struct {
	// After this time the agents are killed.
	TimeoutMS int64 `json:"timeoutMs,omitempty"`
}

// wireHandle is LiveHandle: A session.
type wireHandle struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
}

func (p *wireHandle) handle() string { return p.Session }

// wireName is LiveName: A supervised session.
type wireName struct {
	// The session's name.
	Name string `json:"name"`
}

// wireStart is LiveStart: Which agent to run, and how.
type wireStart struct {
	// A handle for the session, of the client's choice: 1 to 128 bytes without a slash that no
	// running session has.
	Session string `json:"session"`
	// A name that no other running session of this program has.
	Name string `json:"name,omitempty"`
	// An agent that live.agents lists, acp: and a command line that speaks the Agent Client
	// Protocol, or auto for the first of prefer that is installed.
	Agent string `json:"agent,omitempty"`
	// The agents of auto, best first.
	Prefer []string `json:"prefer,omitempty"`
	// A UUID: the id of the stored session and, of an agent that lets its caller choose, of its own
	// new session.
	SessionID string `json:"sessionId,omitempty"`
	// The agent's own id of the session to continue, or the name of a session, such as claude:ID,
	// or heddle:ID for the one that was stored under this id.
	Resume string `json:"resume,omitempty"`
	// Resume the agent's newest session in cwd.
	Continue bool `json:"continue,omitempty"`
	// Tags of the stored session.
	Tags []string `json:"tags,omitempty"`
	// Whether messages are stored.
	Record *bool `json:"record,omitempty"`
	// A home folder to read instead of this user's, whose store is the default one.
	Home string `json:"home,omitempty"`
	// The store's file, an absolute path, or its address; - for no store.
	Store string `json:"store,omitempty"`
	// A file with the user's own prices, an absolute path.
	Prices string `json:"prices,omitempty"`
	// The whole environment of the host, each NAME=value: agents inherit it, and it says where
	// agents keep their files and where the store is.
	Environment []string `json:"environment,omitempty"`
	// Where running processes are registered; - for nowhere.
	StateFolder string `json:"stateFolder,omitempty"`
	// The client decides about permissions: live.permission asks it. Otherwise each is denied at
	// once, unless canAnswer is set.
	Permission bool `json:"permission,omitempty"`
	// Somebody who reads the events calls live.answer.
	CanAnswer bool `json:"canAnswer,omitempty"`
	// The hooks that live.hook reports: sessionStart, sessionEnd, queryStart, queryEnd, toolUse,
	// permission, diagnostic.
	Hooks []string `json:"hooks,omitempty"`
	// The folder that attachments may be read from by path, absolute.
	Attachments string `json:"attachments,omitempty"`
	// The number of events that a subscription holds.
	QueueEvents int64 `json:"queueEvents,omitempty"`
	// Continue a copy of that session.
	Fork bool `json:"fork,omitempty"`
	// The machine that the session comes from, for extra.origin of its recording: text of 1 to 128
	// bytes without control characters and without blanks at its ends, but not -.
	Origin string `json:"origin,omitempty"`
	// The working directory, absolute.
	Cwd string `json:"cwd,omitempty"`
	// The program to run instead.
	Program string `json:"program,omitempty"`
	// Further arguments of the program.
	Args []string `json:"args,omitempty"`
	// The model.
	Model string `json:"model,omitempty"`
	// The system prompt, instead of the agent's own.
	SystemPrompt string `json:"systemPrompt,omitempty"`
	// What the agent may do without asking.
	PermissionMode string `json:"permissionMode,omitempty" oneof:"default,accept_edits,bypass_permissions,plan,dont_ask"`
	// Tools that need no permission.
	AllowedTools []string `json:"allowedTools,omitempty"`
	// Tools that are refused.
	DisallowedTools []string `json:"disallowedTools,omitempty"`
	// The greatest number of the agent's steps in one query.
	MaxTurns int64 `json:"maxTurns,omitempty"`
	// The greatest amount to spend, a decimal number.
	MaxBudgetUSD string `json:"maxBudgetUsd,omitempty"`
	// The greatest number of tokens for thinking in one request.
	MaxThinkingTokens int64 `json:"maxThinkingTokens,omitempty"`
	// How much the agent thinks, in its own words, such as low or high.
	Thinking string `json:"thinking,omitempty"`
	// A JSON schema that the answer must match.
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	// The agent's own agent definition to run as.
	Subagent string `json:"subagent,omitempty"`
	// Further folders that the agent may use.
	AddDirs []string `json:"addDirs,omitempty"`
	// MCP servers by name, as the agent's configuration has them.
	MCPServers json.RawMessage `json:"mcpServers,omitempty"`
	// Further settings in the agent's own form.
	Settings json.RawMessage `json:"settings,omitempty"`
	// The agent does not keep the session in its own files.
	NoSessionPersistence bool `json:"noSessionPersistence,omitempty"`
	// The agent keeps what rewinding files needs.
	FileCheckpointing bool `json:"fileCheckpointing,omitempty"`
	// Variables that the environment gets, each NAME=value.
	Env []string `json:"env,omitempty"`
	// How long a query may take; waiting for a permission does not count. 0 for no limit.
	TimeoutMS *int64 `json:"timeoutMs,omitempty"`
	// How long a query may go without text, thinking or a running tool.
	IdleTimeoutMS int64 `json:"idleTimeoutMs,omitempty"`
	// How long the agent may take to be ready.
	StartTimeoutMS int64 `json:"startTimeoutMs,omitempty"`
	// After this time without an answer a permission is denied.
	PermissionTimeoutMS int64 `json:"permissionTimeoutMs,omitempty"`
	// The greatest number of queries that wait for the one before.
	MaxQueued int64 `json:"maxQueued,omitempty"`
}

func (p *wireStart) handle() string { return p.Session }

// wireSupervise is LiveSupervise: Which agent to keep running, and how: the members of LiveStart,
// name being required, and when to start it again.
type wireSupervise struct {
	wireStart
	// The time before the first restart, doubled with each further one.
	MinDelayMS int64 `json:"minDelayMs,omitempty"`
	// The longest time before a restart. A session that ran for so long begins at minDelayMs again.
	MaxDelayMS int64 `json:"maxDelayMs,omitempty"`
	// The number of restarts in a row before the session is given up.
	MaxRestarts int64 `json:"maxRestarts,omitempty"`
}

// wireQuery is LiveQuery: A prompt and its options.
type wireQuery struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// A UUID that no other query of the session has. The prompt has it as uuid.
	ID string `json:"id,omitempty"`
	// The prompt.
	Text string `json:"text"`
	// Files that go with the prompt.
	Attachments []wireAttachment `json:"attachments,omitempty"`
	// The result has the messages of the turn.
	Messages bool `json:"messages,omitempty"`
	// raw: messages of the result have no member raw, where they have one.
	Omit []string `json:"omit,omitempty"`
	// The model from this query on. A query that is refused leaves it as it was.
	Model string `json:"model,omitempty"`
	// The permission mode from this query on. A query that is refused leaves it as it was.
	PermissionMode string `json:"permissionMode,omitempty" oneof:"default,accept_edits,bypass_permissions,plan,dont_ask"`
	// How much the agent thinks, in its own words.
	Thinking string `json:"thinking,omitempty"`
	// A JSON schema that the answer must match; the capability query_output_schema.
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	// UNSUPPORTED with every agent: an option of a session.
	MaxTurns int64 `json:"maxTurns,omitempty"`
	// UNSUPPORTED with every agent.
	MaxTokens int64 `json:"maxTokens,omitempty"`
	// UNSUPPORTED with every agent: an option of a session.
	MaxBudgetUSD string `json:"maxBudgetUsd,omitempty"`
	// UNSUPPORTED with every agent: an option of a session.
	SystemPrompt string `json:"systemPrompt,omitempty"`
	// UNSUPPORTED with every agent: an option of a session.
	AllowedTools []string `json:"allowedTools,omitempty"`
	// UNSUPPORTED with every agent: an option of a session.
	DisallowedTools []string `json:"disallowedTools,omitempty"`
	// UNSUPPORTED with every agent: an option of a session.
	Subagent string `json:"subagent,omitempty"`
	// How long the query may take; waiting for a permission does not count. 0 for no limit.
	TimeoutMS *int64 `json:"timeoutMs,omitempty"`
}

func (p *wireQuery) handle() string { return p.Session }

// wireAttachment is LiveAttachment: A file that goes with a prompt: data, text, or a path. At most
// 32 MiB.
type wireAttachment struct {
	// Its name.
	Name string `json:"name,omitempty"`
	// Such as image/png.
	MediaType string `json:"mediaType,omitempty"`
	// The content in base64.
	Data string `json:"data,omitempty"`
	// The content of a text.
	Text string `json:"text,omitempty"`
	// A file below the folder attachments of live.start.
	Path string `json:"path,omitempty"`
}

// wireText is LiveText: A text for a session.
type wireText struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The text.
	Text string `json:"text"`
}

func (p *wireText) handle() string { return p.Session }

// wireQueryId is LiveQueryId: A query of a session.
type wireQueryId struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The id of the query.
	Query string `json:"query"`
}

func (p *wireQueryId) handle() string { return p.Session }

// wireModel is LiveModel: A model for a session.
type wireModel struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The model.
	Model string `json:"model"`
}

func (p *wireModel) handle() string { return p.Session }

// wireMode is LiveMode: A permission mode for a session.
type wireMode struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The mode.
	Mode string `json:"mode" oneof:"default,accept_edits,bypass_permissions,plan,dont_ask"`
}

func (p *wireMode) handle() string { return p.Session }

// wireRewind is LiveRewind: What to rewind files to.
type wireRewind struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The user message.
	MessageID string `json:"messageId"`
	// Only say what would change.
	DryRun bool `json:"dryRun,omitempty"`
}

func (p *wireRewind) handle() string { return p.Session }

// wireDecision is LiveDecision: An answer to a request for permission.
type wireDecision struct {
	// Whether the tool may run.
	Allow bool `json:"allow"`
	// The explanation of a denial.
	Reason string `json:"reason,omitempty"`
	// Replaces the tool's input, if the request has canUpdateInput.
	UpdatedInput json.RawMessage `json:"updatedInput,omitempty"`
	// Permission updates in the agent's form, or true for those that it suggests, if the request
	// has canRemember.
	Rules json.RawMessage `json:"rules,omitempty"`
	// Ends the turn after a denial.
	Interrupt bool `json:"interrupt,omitempty"`
}

// wireAnswer is LiveAnswer: An answer to a request for permission that an event named.
type wireAnswer struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The id of the request for permission.
	Ask string `json:"ask"`
	// Whether the tool may run.
	Allow bool `json:"allow"`
	// The explanation of a denial.
	Reason string `json:"reason,omitempty"`
	// Replaces the tool's input, if the request has canUpdateInput.
	UpdatedInput json.RawMessage `json:"updatedInput,omitempty"`
	// Permission updates in the agent's form, or true for those that it suggests, if the request
	// has canRemember.
	Rules json.RawMessage `json:"rules,omitempty"`
	// Ends the turn after a denial.
	Interrupt bool `json:"interrupt,omitempty"`
}

func (p *wireAnswer) handle() string { return p.Session }

// wireSubscribe is LiveSubscribe: The events of a session from now on.
type wireSubscribe struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// A name for the subscription, of the client's choice: 1 to 128 bytes, that no other one of the
	// connection has.
	Subscription string `json:"subscription"`
	// Only events of this query, which may be sent later, and diagnostics. The subscription ends
	// with the query.
	Query string `json:"query,omitempty"`
	// The credit at the beginning, at most 67,108,864.
	Window int64 `json:"window,omitempty"`
	// What is not sent. raw: the member raw of messages; deltas: pieces of messages.
	Omit []string `json:"omit,omitempty"`
}

func (p *wireSubscribe) handle() string { return p.Session }

// wireSubscription is LiveSubscription: A subscription.
type wireSubscription struct {
	// The subscription's name.
	Subscription string `json:"subscription"`
}

// wireCredit is LiveCredit: Credit for a subscription.
type wireCredit struct {
	// The subscription's name.
	Subscription string `json:"subscription"`
	// What is added to the credit.
	Bytes int64 `json:"bytes"`
}

// wirePlace is LivePlace: Where processes are registered.
type wirePlace struct {
	// The environment of the host, each NAME=value, which says where the user's state folder is.
	Environment []string `json:"environment,omitempty"`
	// The folder.
	StateFolder string `json:"stateFolder,omitempty"`
}

// wireCancelRequest is LiveCancelRequest: A request to cancel.
type wireCancelRequest struct {
	// The id of the request, a string or a whole number.
	ID json.RawMessage `json:"id"`
}

// wireProgram is LiveProgram: What the program is.
type wireProgram struct {
	// The number of the protocol that the program speaks.
	Protocol int64 `json:"protocol"`
	// The version of the program.
	Version string `json:"version"`
	// Its process id.
	PID int64 `json:"pid"`
	// The greatest length of a line, in both directions.
	MaxLine int64 `json:"maxLine"`
}

// wireSessionInfo is LiveSessionInfo: The state of a session.
type wireSessionInfo struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The session's name.
	Name string `json:"name,omitempty"`
	// The agent.
	Agent string `json:"agent"`
	// The version of its program.
	AgentVersion string `json:"agentVersion,omitempty"`
	// The protocol: claude, codex, pi or acp.
	Engine string `json:"engine,omitempty"`
	// What the agent can do, in byte order; empty after the end.
	Capabilities []string `json:"capabilities"`
	// The working folder.
	Cwd string `json:"cwd"`
	// The session's state.
	Health string `json:"health"`
	// The model.
	Model string `json:"model,omitempty"`
	// What the agent may do without asking.
	PermissionMode string `json:"permissionMode,omitempty"`
	// The agent's own id of the session, for resume.
	NativeSessionID string `json:"nativeSessionId,omitempty"`
	// The id of the stored session; absent when nothing is recorded.
	SessionID string `json:"sessionId,omitempty"`
	// Whether messages are being stored.
	Recording bool `json:"recording"`
	// The position of the stored session up to which it is written.
	Position int64 `json:"position"`
	// The running query.
	Query string `json:"query,omitempty"`
	// The number of queries that wait.
	Queued int64 `json:"queued"`
	// The number of requests for permission that wait for an answer.
	PendingPermissions int64 `json:"pendingPermissions"`
	// The number of prompts that were sent.
	Queries int64 `json:"queries"`
}

// wireTurn is LiveTurn: The end of a query.
type wireTurn struct {
	// The whole message of type result; docs/messages.md describes it.
	Result json.RawMessage `json:"result"`
	// The agent's final answer. Left out with messages when the line would be too long: they have
	// it.
	Text string `json:"text,omitempty"`
	// On request: the whole messages of the turn, with the prompt and the result.
	Messages []json.RawMessage `json:"messages,omitempty"`
	// How many of the first messages are left out, because the line would be too long. The store
	// has them.
	Dropped int64 `json:"dropped,omitempty"`
}

// wireSessionState is LiveSessionState: The state of a session.
type wireSessionState struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The new state.
	Health string `json:"health"`
	// The agent's own id of the session.
	NativeSessionID string `json:"nativeSessionId,omitempty"`
	// The stored session; it changes with live.clear. Absent when nothing is recorded.
	SessionID string `json:"sessionId,omitempty"`
	// The model.
	Model string `json:"model,omitempty"`
	// The number of prompts that were sent.
	Queries int64 `json:"queries"`
	// Whether messages are being stored.
	Recording bool `json:"recording"`
	// The position of the stored session up to which it is written.
	Position int64 `json:"position"`
	// Why the session failed.
	Error json.RawMessage `json:"error,omitempty"`
}

// wireEnded is LiveEnded: The end of a session.
type wireEnded struct {
	// The session, by the handle that live.start named.
	Session string `json:"session"`
	// The last state.
	Info wireSessionInfo `json:"info"`
	// Why the session failed; absent after live.stop.
	Error json.RawMessage `json:"error,omitempty"`
}

// wireEvent is LiveEvent: Something that happened in a session.
type wireEvent struct {
	// The subscription.
	Subscription string `json:"subscription"`
	// event (a message), state, ask, cancel_ask or diagnostic.
	Kind string `json:"kind"`
	// The query that it belongs to; absent for what the agent does by itself.
	Query string `json:"query,omitempty"`
	// Of event: the message, as docs/messages.md describes it.
	Message json.RawMessage `json:"message,omitempty"`
	// Of event: the message is complete and is recorded; otherwise it is a piece of one.
	Whole bool `json:"whole,omitempty"`
	// Of state: the new state.
	Health string `json:"health,omitempty"`
	// Of ask and cancel_ask: the request for permission.
	ID string `json:"id,omitempty"`
	// Of ask: what permission is requested for.
	Ask json.RawMessage `json:"ask,omitempty"`
	// Of diagnostic, and of state: why the session failed.
	Error json.RawMessage `json:"error,omitempty"`
}

// wireEnd is LiveEnd: The end of a subscription.
type wireEnd struct {
	// The subscription.
	Subscription string `json:"subscription"`
	// LIMIT_EXCEEDED: the events were read too slowly, and the rest was dropped. Absent when the
	// session or the query has ended.
	Error json.RawMessage `json:"error,omitempty"`
	// With LIMIT_EXCEEDED: the position of the stored session after which it has what was dropped.
	Position int64 `json:"position,omitempty"`
}

// wireRestarted is LiveRestarted: A restart of a supervised session.
type wireRestarted struct {
	// The session's name.
	Name string `json:"name"`
	// The handle of the session that live.supervise named.
	Session string `json:"session"`
	// Why the session before has ended.
	Ended json.RawMessage `json:"ended"`
	// Why it could not be started again; absent when it was.
	Failed json.RawMessage `json:"failed,omitempty"`
	// The session that runs now. Its handle is that of live.supervise, a slash and the number of
	// the run.
	Info *wireSessionInfo `json:"info,omitempty"`
}

// wirePermission is LivePermission: A request for permission.
type wirePermission struct {
	// The handle that live.start or live.supervise named.
	Session string `json:"session"`
	// Names the request for permission in its session.
	ID string `json:"id"`
	// The query that it belongs to; absent for what the agent does by itself.
	Query string `json:"query,omitempty"`
	// What permission is requested for.
	Ask json.RawMessage `json:"ask"`
}

// wireHookCall is LiveHookCall: A point of a session.
type wireHookCall struct {
	// The handle that live.start or live.supervise named.
	Session string `json:"session"`
	// sessionStart, sessionEnd, queryStart, queryEnd, toolUse, permission or diagnostic.
	Hook string `json:"hook"`
	// Of sessionStart and sessionEnd: the session.
	Info *wireSessionInfo `json:"info,omitempty"`
	// The query that it belongs to; absent for what the agent does by itself.
	Query string `json:"query,omitempty"`
	// Of queryEnd: the result, if there is one.
	Result json.RawMessage `json:"result,omitempty"`
	// Of toolUse: the call.
	ToolUse *wireToolUse `json:"toolUse,omitempty"`
	// Of permission: the request for permission.
	ID string `json:"id,omitempty"`
	// Of permission: what permission is requested for.
	Ask json.RawMessage `json:"ask,omitempty"`
	// Of sessionEnd and queryEnd: why it failed. Of diagnostic: the defect.
	Error json.RawMessage `json:"error,omitempty"`
}

// wireToolUse is LiveToolUse: A call of a tool by the agent.
type wireToolUse struct {
	// The call.
	ID string `json:"id"`
	// The tool.
	Name string `json:"name"`
	// Its input.
	Input json.RawMessage `json:"input"`
}

// wireProcess is LiveProcess: A registered process of a live session.
type wireProcess struct {
	// The process, the leader of its group.
	PID int64 `json:"pid"`
	// The program that started it.
	OwnerPID int64 `json:"ownerPid"`
	// The agent.
	Agent string `json:"agent"`
	// The session.
	SessionID string `json:"sessionId"`
	// Its working folder.
	Cwd string `json:"cwd"`
	// When it was started, RFC 3339.
	Since string `json:"since"`
	// Whether the process runs.
	Runs bool `json:"runs"`
	// Whether it runs and its owner does not.
	Orphan bool `json:"orphan"`
}
