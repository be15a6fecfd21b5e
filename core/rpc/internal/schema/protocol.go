package schema

// ProtocolVersion is the number of the protocol of heddle live serve. Client and program must have the
// same one.
const ProtocolVersion = 1

// Message is a method of the protocol of heddle live serve, docs/live-protocol.md.
type Message struct {
	Name string // "live.start"
	Doc  string
	// Params is a type of the protocol. The sender encodes it: it is a request type for what the client sends.
	Params string
	// Result is a field type, or "none"; empty for a notification.
	Result string
	Errors []string
}

// ClientCalls are the requests of the client.
var ClientCalls = []Message{
	{Name: "initialize", Params: "LiveInitialize", Result: "LiveProgram", Doc: "Opens the connection. It must be the first request. UNSUPPORTED: the program speaks another protocol.", Errors: []string{"UNSUPPORTED", "INVALID_ARGUMENT"}},
	{Name: "shutdown", Params: "LiveShutdown", Result: "none", Doc: "Stops all sessions, and ends when no process of an agent is left and everything is stored. No session can be started from then on. The end of the input does the same."},
	{Name: "live.agents", Params: "LiveNothing", Result: "[]LiveAgent", Doc: "Lists the agents that live sessions can run, with what each can do."},
	{Name: "live.start", Params: "LiveStart", Result: "LiveSessionInfo", Doc: "Starts an agent, and ends when it is ready. Cancelling the request kills the process. Each member is what holds at the time of the request; the program keeps none of them for later starts.",
		Errors: []string{"UNSUPPORTED", "SESSION_NOT_FOUND", "CONFLICT", "INVALID_ARGUMENT", "TIMEOUT", "LIMIT_EXCEEDED", "COMPLETE"}},
	{Name: "live.supervise", Params: "LiveSupervise", Result: "LiveSessionInfo", Doc: "Starts an agent, which needs a name, and keeps it running: a session that fails is started again, with the agent's session resumed. The first start must succeed. Each further run is a session of its own; live.restarted names it.",
		Errors: []string{"UNSUPPORTED", "SESSION_NOT_FOUND", "CONFLICT", "INVALID_ARGUMENT", "TIMEOUT", "LIMIT_EXCEEDED", "COMPLETE"}},
	{Name: "live.supervised", Params: "LiveName", Result: "LiveSessionInfo", Doc: "Returns the running session of a name, and waits while it is started again. The error of a session that was given up is that of its last start.", Errors: []string{"BAD_REF", "COMPLETE", "TIMEOUT"}},
	{Name: "live.unsupervise", Params: "LiveName", Result: "none", Doc: "Stops the session of a name for good. Cancelling the request kills the process.", Errors: []string{"BAD_REF", "TIMEOUT"}},
	{Name: "live.query", Params: "LiveQuery", Result: "LiveTurn", Doc: "Sends a prompt, and ends with the result of its turn. A turn that failed, was interrupted or timed out has a result too. One turn runs at a time; a query waits for those before it. Cancelling the request interrupts the turn.",
		Errors: []string{"CONFLICT", "UNSUPPORTED", "INVALID_ARGUMENT", "PERMISSION_DENIED", "BAD_REF", "LIMIT_EXCEEDED", "COMPLETE", "TIMEOUT"}},
	{Name: "live.steer", Params: "LiveText", Result: "none", Doc: "Sends text to the running turn. CONFLICT: no turn runs.", Errors: []string{"CONFLICT", "UNSUPPORTED", "COMPLETE"}},
	{Name: "live.interrupt", Params: "LiveHandle", Result: "none", Doc: "Asks the agent to end the running turn, which then ends with its result. Without a running turn nothing happens.", Errors: []string{"UNSUPPORTED", "COMPLETE"}},
	{Name: "live.cancel", Params: "LiveQueryId", Result: "none", Doc: "Interrupts a query that runs, or drops one that waits.", Errors: []string{"UNSUPPORTED", "COMPLETE"}},
	{Name: "live.answer", Params: "LiveAnswer", Result: "none", Doc: "Answers a request for permission that an event named. BAD_REF: it needs no answer any more.", Errors: []string{"BAD_REF", "INVALID_ARGUMENT", "UNSUPPORTED", "COMPLETE"}},
	{Name: "live.setModel", Params: "LiveModel", Result: "none", Doc: "Changes the model.", Errors: []string{"UNSUPPORTED", "INVALID_ARGUMENT", "COMPLETE"}},
	{Name: "live.setPermissionMode", Params: "LiveMode", Result: "none", Doc: "Changes what the agent may do without asking.", Errors: []string{"UNSUPPORTED", "INVALID_ARGUMENT", "COMPLETE"}},
	{Name: "live.clear", Params: "LiveHandle", Result: "none", Doc: "Begins a new conversation in the same process. What was said stays in the store.", Errors: []string{"CONFLICT", "UNSUPPORTED", "COMPLETE"}},
	{Name: "live.conversation", Params: "LiveHandle", Result: "[]json", Doc: "Returns the messages of the session: the stored ones, or the agent's own records when nothing is recorded.", Errors: []string{"SESSION_NOT_FOUND", "LIMIT_EXCEEDED", "COMPLETE"}},
	{Name: "live.info", Params: "LiveHandle", Result: "LiveSessionInfo", Doc: "Returns the state of the session.", Errors: []string{"COMPLETE"}},
	{Name: "live.capabilities", Params: "LiveHandle", Result: "[]string", Doc: "Returns what the agent can do, in byte order, as far as it has announced it.", Errors: []string{"COMPLETE"}},
	{Name: "live.mcpStatus", Params: "LiveHandle", Result: "json", Doc: "Returns the agent's report of its MCP servers, in its own form.", Errors: []string{"UNSUPPORTED", "COMPLETE"}},
	{Name: "live.serverInfo", Params: "LiveHandle", Result: "json", Doc: "Returns what the agent said of itself when it started, in its own form.", Errors: []string{"UNSUPPORTED", "COMPLETE"}},
	{Name: "live.rewindFiles", Params: "LiveRewind", Result: "json", Doc: "Restores files to their state before a user message. The result is in the agent's own form.", Errors: []string{"UNSUPPORTED", "COMPLETE"}},
	{Name: "live.stop", Params: "LiveHandle", Result: "none", Doc: "Ends the session: the protocol's own way, then the end of its input, after 2 s a signal to terminate, after 3 s more a kill. It ends when no process is left and everything is stored. Cancelling the request kills the process at once."},
	{Name: "live.subscribe", Params: "LiveSubscribe", Result: "none", Doc: "Begins to send the events of a session, as live.event, as far as there is credit. CONFLICT: the subscription's name is taken.", Errors: []string{"CONFLICT", "INVALID_ARGUMENT", "LIMIT_EXCEEDED", "COMPLETE"}},
	{Name: "live.unsubscribe", Params: "LiveSubscription", Result: "none", Doc: "Ends a subscription. Nothing of it is sent after the response. An unknown one is ignored."},
	{Name: "live.processes", Params: "LivePlace", Result: "[]LiveProcess", Doc: "Lists the registered processes of live sessions, of all programs of this user.", Errors: []string{"UNSUPPORTED", "IO_ERROR"}},
	{Name: "live.reap", Params: "LivePlace", Result: "[]LiveProcess", Doc: "Ends the processes of live sessions whose program was killed, and returns them. live.start does it too.", Errors: []string{"UNSUPPORTED", "IO_ERROR"}},
}

// ClientNotices are the notifications of the client.
var ClientNotices = []Message{
	{Name: "live.credit", Params: "LiveCredit", Doc: "Gives a subscription more credit: the client has consumed so many bytes of its events."},
	{Name: "$/cancelRequest", Params: "LiveCancelRequest", Doc: "Cancels a request of the client, which then ends soon: with its result if it came in time, else with TIMEOUT. An unknown or ended one is ignored."},
}

// ServerCalls are the requests of the program.
var ServerCalls = []Message{
	{Name: "live.permission", Params: "LivePermission", Result: "LiveDecision", Doc: "Asks whether a tool may run. An error denies with its message. Without a response within permissionTimeoutMs of the start it is denied, and the request is cancelled."},
	{Name: "live.hook", Params: "LiveHookCall", Result: "json", Doc: "Reports a point of a session, one at a time for each session, in order. The result is ignored. Without a response within 10 s the program continues, and the request is cancelled. When 1024 of a session wait, further ones are dropped and reported as a diagnostic."},
}

// ServerNotices are the notifications of the program.
var ServerNotices = []Message{
	{Name: "live.event", Params: "LiveEvent", Doc: "An event of a subscription. The bytes of its line are taken from the subscription's credit."},
	{Name: "live.end", Params: "LiveEnd", Doc: "The end of a subscription, after its last event."},
	{Name: "live.state", Params: "LiveSessionState", Doc: "The state of a session, whenever it has changed. When the client reads slowly only the newest is sent."},
	{Name: "live.ended", Params: "LiveEnded", Doc: "The end of a session, after the responses to its requests: no process of it is left, and everything is stored. Its handle may be used again."},
	{Name: "live.restarted", Params: "LiveRestarted", Doc: "A supervised session was started again, or could not be."},
	{Name: "$/cancelRequest", Params: "LiveCancelRequest", Doc: "A request of the program is moot: the response is not needed any more, but may still be sent."},
}

var (
	protocolSession = Field{Name: "session", Go: "Session", Type: "string", Host: true, Doc: "The session, by the handle that live.start named."}
	protocolName    = Field{Name: "name", Go: "Name", Type: "string", Doc: "The session's name."}
	protocolQuery   = Field{Name: "query", Go: "Query", Type: "string", Optional: true, Doc: "The query that it belongs to; absent for what the agent does by itself."}
)

// liveStartFields are the members of live.start.
func liveStartFields() []Field {
	return append([]Field{
		{Name: "session", Go: "Session", Type: "string", Host: true, Doc: "A handle for the session, of the client's choice: 1 to 128 bytes without a slash that no running session has."},
		{Name: "name", Go: "Name", Type: "string", Optional: true, Doc: "A name that no other running session of this program has."},
		{Name: "agent", Go: "Agent", Type: "string", Optional: true, Default: "auto", Doc: "An agent that live.agents lists, acp: and a command line that speaks the Agent Client Protocol, or auto for the first of prefer that is installed."},
		{Name: "prefer", Go: "Prefer", Type: "[]string", Optional: true, Default: "all tested ones", Doc: "The agents of auto, best first."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Default: "that of the stored session that names the resumed one, else a new one", Doc: "A UUID: the id of the stored session and, of an agent that lets its caller choose, of its own new session."},
		{Name: "resume", Go: "Resume", Type: "string", Optional: true, Default: "a new session", Doc: "The agent's own id of the session to continue, or the name of a session, such as claude:ID, or heddle:ID for the one that was stored under this id."},
		{Name: "continue", Go: "Continue", Type: "bool", Optional: true, Doc: "Resume the agent's newest session in cwd."},
		{Name: "tags", Go: "Tags", Type: "[]string", Optional: true, Doc: "Tags of the stored session."},
		{Name: "record", Go: "Record", Type: "flag", Optional: true, Default: "true", Doc: "Whether messages are stored."},
		{Name: "home", Go: "Home", Type: "string", Host: true, Optional: true, Default: "that of environment", Doc: "A home folder to read instead of this user's, whose store is the default one."},
		{Name: "store", Go: "Store", Type: "string", Host: true, Optional: true, Default: "that of home", Doc: "The store's file, an absolute path, or its address; - for no store."},
		{Name: "prices", Go: "Prices", Type: "string", Host: true, Optional: true, Default: "the built-in ones", Doc: "A file with the user's own prices, an absolute path."},
		{Name: "environment", Go: "Environment", Type: "[]string", Host: true, Optional: true, Default: "that of this program", Doc: "The whole environment of the host, each NAME=value: agents inherit it, and it says where agents keep their files and where the store is."},
		{Name: "stateFolder", Go: "StateFolder", Type: "string", Host: true, Optional: true, Default: "that of environment", Doc: "Where running processes are registered; - for nowhere."},
		{Name: "permission", Go: "Permission", Type: "bool", Host: true, Optional: true, Doc: "The client decides about permissions: live.permission asks it. Otherwise each is denied at once, unless canAnswer is set."},
		{Name: "canAnswer", Go: "CanAnswer", Type: "bool", Optional: true, Doc: "Somebody who reads the events calls live.answer."},
		{Name: "hooks", Go: "Hooks", Type: "[]string", Host: true, Optional: true, Doc: "The hooks that live.hook reports: sessionStart, sessionEnd, queryStart, queryEnd, toolUse, permission, diagnostic."},
		{Name: "attachments", Go: "Attachments", Type: "string", Host: true, Optional: true, Doc: "The folder that attachments may be read from by path, absolute."},
		{Name: "queueEvents", Go: "QueueEvents", Type: "int", Optional: true, Default: "4096", Doc: "The number of events that a subscription holds."},
	}, liveOptions...)
}

// ProtocolRequests are the types that the client sends.
var ProtocolRequests = []Type{
	{Name: "LiveNothing", In: true, Doc: "No members."},
	{Name: "LiveInitialize", In: true, Doc: "Who the client is.", Fields: []Field{
		{Name: "protocol", Go: "Protocol", Type: "int", Doc: "The number of the protocol that the client speaks."},
		{Name: "client", Go: "Client", Type: "string", Doc: "The client's name, such as heddle for JavaScript."},
		{Name: "version", Go: "Version", Type: "string", Doc: "The client's version."},
		{Name: "pid", Go: "PID", Type: "int", Optional: true, Doc: "The process id of the host on this machine. When it ends, the program ends as if its input had ended. Left out: the host runs on another machine."},
	}},
	{Name: "LiveShutdown", In: true, Doc: "How long stopping may take.", Fields: []Field{
		{Name: "timeoutMs", Go: "TimeoutMS", Type: "int", Optional: true, Default: "15,000", Unit: "ms", Doc: "After this time the agents are killed."},
	}},
	{Name: "LiveHandle", In: true, Doc: "A session.", Fields: []Field{protocolSession}},
	{Name: "LiveName", In: true, Doc: "A supervised session.", Fields: []Field{protocolName}},
	{Name: "LiveStart", In: true, Doc: "Which agent to run, and how.", Fields: liveStartFields()},
	{Name: "LiveSupervise", In: true, Doc: "Which agent to keep running, and how: the members of LiveStart, name being required, and when to start it again.", Base: "LiveStart", Fields: []Field{
		{Name: "minDelayMs", Go: "MinDelayMS", Type: "int", Optional: true, Default: "1,000", Unit: "ms", Doc: "The time before the first restart, doubled with each further one."},
		{Name: "maxDelayMs", Go: "MaxDelayMS", Type: "int", Optional: true, Default: "30,000", Unit: "ms", Doc: "The longest time before a restart. A session that ran for so long begins at minDelayMs again."},
		{Name: "maxRestarts", Go: "MaxRestarts", Type: "int", Optional: true, Default: "no limit", Doc: "The number of restarts in a row before the session is given up."}}},
	{Name: "LiveQuery", In: true, Doc: "A prompt and its options.", Fields: []Field{protocolSession,
		{Name: "id", Go: "ID", Type: "string", Optional: true, Default: "a new one", Doc: "A UUID that no other query of the session has. The prompt has it as uuid."},
		{Name: "text", Go: "Text", Type: "string", Host: true, Doc: "The prompt."},
		{Name: "attachments", Go: "Attachments", Type: "[]LiveAttachment", Host: true, Optional: true, Doc: "Files that go with the prompt."},
		{Name: "messages", Go: "Messages", Type: "bool", Host: true, Optional: true, Doc: "The result has the messages of the turn."},
		{Name: "omit", Go: "Omit", Type: "[]string", Host: true, Optional: true, Doc: "raw: messages of the result have no member raw, where they have one."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model from this query on. A query that is refused leaves it as it was."},
		{Name: "permissionMode", Go: "PermissionMode", Type: "LivePermissionMode", Optional: true, Doc: "The permission mode from this query on. A query that is refused leaves it as it was."},
		{Name: "thinking", Go: "Thinking", Type: "string", Optional: true, Doc: "How much the agent thinks, in its own words."},
		{Name: "outputSchema", Go: "OutputSchema", Type: "json", Optional: true, Doc: "A JSON schema that the answer must match; the capability query_output_schema."},
		{Name: "maxTurns", Go: "MaxTurns", Type: "int", Optional: true, Doc: "UNSUPPORTED with every agent: an option of a session."},
		{Name: "maxTokens", Go: "MaxTokens", Type: "int", Optional: true, Unit: "tokens", Doc: "UNSUPPORTED with every agent."},
		{Name: "maxBudgetUsd", Go: "MaxBudgetUSD", Type: "string", Optional: true, Unit: "USD", Doc: "UNSUPPORTED with every agent: an option of a session."},
		{Name: "systemPrompt", Go: "SystemPrompt", Type: "string", Optional: true, Doc: "UNSUPPORTED with every agent: an option of a session."},
		{Name: "allowedTools", Go: "AllowedTools", Type: "[]string", Optional: true, Doc: "UNSUPPORTED with every agent: an option of a session."},
		{Name: "disallowedTools", Go: "DisallowedTools", Type: "[]string", Optional: true, Doc: "UNSUPPORTED with every agent: an option of a session."},
		{Name: "subagent", Go: "Subagent", Type: "string", Optional: true, Doc: "UNSUPPORTED with every agent: an option of a session."},
		{Name: "timeoutMs", Go: "TimeoutMS", Type: "int", Optional: true, Default: "the session's", Unit: "ms", ZeroAll: true, Doc: "How long the query may take; waiting for a permission does not count. 0 for no limit."},
	}},
	{Name: "LiveAttachment", In: true, Doc: "A file that goes with a prompt: data, text, or a path. At most 32 MiB.", Fields: []Field{
		{Name: "name", Go: "Name", Type: "string", Optional: true, Default: "that of path", Doc: "Its name."},
		{Name: "mediaType", Go: "MediaType", Type: "string", Optional: true, Default: "that of the name's ending", Doc: "Such as image/png."},
		{Name: "data", Go: "Data", Type: "string", Optional: true, Doc: "The content in base64."},
		{Name: "text", Go: "Text", Type: "string", Optional: true, Doc: "The content of a text."},
		{Name: "path", Go: "Path", Type: "string", Optional: true, Doc: "A file below the folder attachments of live.start."},
	}},
	{Name: "LiveText", In: true, Doc: "A text for a session.", Fields: []Field{protocolSession, {Name: "text", Go: "Text", Type: "string", Doc: "The text."}}},
	{Name: "LiveQueryId", In: true, Doc: "A query of a session.", Fields: []Field{protocolSession, {Name: "query", Go: "Query", Type: "string", Doc: "The id of the query."}}},
	{Name: "LiveModel", In: true, Doc: "A model for a session.", Fields: []Field{protocolSession, {Name: "model", Go: "Model", Type: "string", Doc: "The model."}}},
	{Name: "LiveMode", In: true, Doc: "A permission mode for a session.", Fields: []Field{protocolSession, {Name: "mode", Go: "Mode", Type: "LivePermissionMode", Doc: "The mode."}}},
	{Name: "LiveRewind", In: true, Doc: "What to rewind files to.", Fields: []Field{protocolSession,
		{Name: "messageId", Go: "MessageID", Type: "string", Doc: "The user message."},
		{Name: "dryRun", Go: "DryRun", Type: "bool", Optional: true, Doc: "Only say what would change."}}},
	{Name: "LiveDecision", In: true, Doc: "An answer to a request for permission.", Fields: decisionFields()},
	{Name: "LiveAnswer", In: true, Doc: "An answer to a request for permission that an event named.", Fields: append([]Field{protocolSession,
		{Name: "ask", Go: "Ask", Type: "string", Doc: "The id of the request for permission."}}, decisionFields()...)},
	{Name: "LiveSubscribe", In: true, Doc: "The events of a session from now on.", Fields: []Field{protocolSession,
		{Name: "subscription", Go: "Subscription", Type: "string", Doc: "A name for the subscription, of the client's choice: 1 to 128 bytes, that no other one of the connection has."},
		{Name: "query", Go: "Query", Type: "string", Optional: true, Default: "all events", Doc: "Only events of this query, which may be sent later, and diagnostics. The subscription ends with the query."},
		{Name: "window", Go: "Window", Type: "int", Optional: true, Default: "1,048,576", Unit: "bytes", Doc: "The credit at the beginning, at most 67,108,864."},
		{Name: "omit", Go: "Omit", Type: "[]string", Optional: true, Doc: "What is not sent. raw: the member raw of messages; deltas: pieces of messages."},
	}},
	{Name: "LiveSubscription", In: true, Doc: "A subscription.", Fields: []Field{{Name: "subscription", Go: "Subscription", Type: "string", Doc: "The subscription's name."}}},
	{Name: "LiveCredit", In: true, Doc: "Credit for a subscription.", Fields: []Field{
		{Name: "subscription", Go: "Subscription", Type: "string", Doc: "The subscription's name."},
		{Name: "bytes", Go: "Bytes", Type: "int", Unit: "bytes", Doc: "What is added to the credit."}}},
	{Name: "LivePlace", In: true, Doc: "Where processes are registered.", Fields: []Field{
		{Name: "environment", Go: "Environment", Type: "[]string", Optional: true, Default: "that of this program", Doc: "The environment of the host, each NAME=value, which says where the user's state folder is."},
		{Name: "stateFolder", Go: "StateFolder", Type: "string", Optional: true, Default: "that of environment", Doc: "The folder."}}},
	{Name: "LiveCancelRequest", In: true, Doc: "A request to cancel.", Fields: []Field{{Name: "id", Go: "ID", Type: "json", Doc: "The id of the request, a string or a whole number."}}},
}

func decisionFields() []Field {
	return []Field{
		{Name: "allow", Go: "Allow", Type: "bool", Doc: "Whether the tool may run."},
		{Name: "reason", Go: "Reason", Type: "string", Optional: true, Doc: "The explanation of a denial."},
		{Name: "updatedInput", Go: "UpdatedInput", Type: "json", Optional: true, Doc: "Replaces the tool's input, if the request has canUpdateInput."},
		{Name: "rules", Go: "Rules", Type: "json", Optional: true, Doc: "Permission updates in the agent's form, or true for those that it suggests, if the request has canRemember."},
		{Name: "interrupt", Go: "Interrupt", Type: "bool", Optional: true, Doc: "Ends the turn after a denial."},
	}
}

// ProtocolTypes are the types that the program sends.
var ProtocolTypes = []Type{
	{Name: "LiveProgram", Doc: "What the program is.", Fields: []Field{
		{Name: "protocol", Go: "Protocol", Type: "int", Doc: "The number of the protocol that the program speaks."},
		{Name: "version", Go: "Version", Type: "string", Doc: "The version of the program."},
		{Name: "pid", Go: "PID", Type: "int", Doc: "Its process id."},
		{Name: "maxLine", Go: "MaxLine", Type: "int", Unit: "bytes", Doc: "The greatest length of a line, in both directions."},
	}},
	{Name: "LiveSessionInfo", Doc: "The state of a session.", Fields: []Field{protocolSession,
		{Name: "name", Go: "Name", Type: "string", Optional: true, Doc: "The session's name."},
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "agentVersion", Go: "AgentVersion", Type: "string", Optional: true, Doc: "The version of its program."},
		{Name: "engine", Go: "Engine", Type: "string", Optional: true, Doc: "The protocol: claude, codex, pi or acp."},
		{Name: "capabilities", Go: "Capabilities", Type: "[]string", Doc: "What the agent can do, in byte order; empty after the end."},
		{Name: "cwd", Go: "Cwd", Type: "string", Doc: "The working folder."},
		{Name: "health", Go: "Health", Type: "LiveHealth", Doc: "The session's state."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model."},
		{Name: "permissionMode", Go: "PermissionMode", Type: "LivePermissionMode", Optional: true, Doc: "What the agent may do without asking."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Optional: true, Doc: "The agent's own id of the session, for resume."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The id of the stored session; absent when nothing is recorded."},
		{Name: "recording", Go: "Recording", Type: "bool", Doc: "Whether messages are being stored."},
		{Name: "position", Go: "Position", Type: "int", Doc: "The position of the stored session up to which it is written."},
		{Name: "query", Go: "Query", Type: "string", Optional: true, Doc: "The running query."},
		{Name: "queued", Go: "Queued", Type: "int", Doc: "The number of queries that wait."},
		{Name: "pendingPermissions", Go: "PendingPermissions", Type: "int", Doc: "The number of requests for permission that wait for an answer."},
		{Name: "queries", Go: "Queries", Type: "int", Doc: "The number of prompts that were sent."},
	}},
	{Name: "LiveTurn", Doc: "The end of a query.", Fields: []Field{
		{Name: "result", Go: "Result", Type: "json", Doc: "The whole message of type result; docs/messages.md describes it."},
		{Name: "text", Go: "Text", Type: "string", Optional: true, Doc: "The agent's final answer. Left out with messages when the line would be too long: they have it."},
		{Name: "messages", Go: "Messages", Type: "[]json", Optional: true, Empty: true, Doc: "On request: the whole messages of the turn, with the prompt and the result."},
		{Name: "dropped", Go: "Dropped", Type: "int", Optional: true, Doc: "How many of the first messages are left out, because the line would be too long. The store has them."},
	}},
	{Name: "LiveSessionState", Doc: "The state of a session.", Fields: []Field{protocolSession,
		{Name: "health", Go: "Health", Type: "LiveHealth", Doc: "The new state."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Optional: true, Doc: "The agent's own id of the session."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Optional: true, Doc: "The stored session; it changes with live.clear. Absent when nothing is recorded."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "The model."},
		{Name: "queries", Go: "Queries", Type: "int", Doc: "The number of prompts that were sent."},
		{Name: "recording", Go: "Recording", Type: "bool", Doc: "Whether messages are being stored."},
		{Name: "position", Go: "Position", Type: "int", Doc: "The position of the stored session up to which it is written."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "Why the session failed."},
	}},
	{Name: "LiveEnded", Doc: "The end of a session.", Fields: []Field{protocolSession,
		{Name: "info", Go: "Info", Type: "LiveSessionInfo", Doc: "The last state."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "Why the session failed; absent after live.stop."},
	}},
	{Name: "LiveEvent", Doc: "Something that happened in a session.", Fields: []Field{
		{Name: "subscription", Go: "Subscription", Type: "string", Doc: "The subscription."},
		{Name: "kind", Go: "Kind", Type: "string", Doc: "event (a message), state, ask, cancel_ask or diagnostic."},
		protocolQuery,
		{Name: "message", Go: "Message", Type: "json", Optional: true, Doc: "Of event: the message, as docs/messages.md describes it."},
		{Name: "whole", Go: "Whole", Type: "bool", Optional: true, Doc: "Of event: the message is complete and is recorded; otherwise it is a piece of one."},
		{Name: "health", Go: "Health", Type: "LiveHealth", Optional: true, Doc: "Of state: the new state."},
		{Name: "id", Go: "ID", Type: "string", Optional: true, Doc: "Of ask and cancel_ask: the request for permission."},
		{Name: "ask", Go: "Ask", Type: "LiveAsk", Optional: true, Doc: "Of ask: what permission is requested for."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "Of diagnostic, and of state: why the session failed."},
	}},
	{Name: "LiveEnd", Doc: "The end of a subscription.", Fields: []Field{
		{Name: "subscription", Go: "Subscription", Type: "string", Doc: "The subscription."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "LIMIT_EXCEEDED: the events were read too slowly, and the rest was dropped. Absent when the session or the query has ended."},
		{Name: "position", Go: "Position", Type: "int", Optional: true, Doc: "With LIMIT_EXCEEDED: the position of the stored session after which it has what was dropped."},
	}},
	{Name: "LiveRestarted", Doc: "A restart of a supervised session.", Fields: []Field{
		protocolName,
		{Name: "session", Go: "Session", Type: "string", Doc: "The handle of the session that live.supervise named."},
		{Name: "ended", Go: "Ended", Type: "Diagnostic", Doc: "Why the session before has ended."},
		{Name: "failed", Go: "Failed", Type: "Diagnostic", Optional: true, Doc: "Why it could not be started again; absent when it was."},
		{Name: "info", Go: "Info", Type: "LiveSessionInfo", Optional: true, Doc: "The session that runs now. Its handle is that of live.supervise, a slash and the number of the run."},
	}},
	{Name: "LivePermission", Doc: "A request for permission.", Fields: []Field{
		{Name: "session", Go: "Session", Type: "string", Doc: "The handle that live.start or live.supervise named."},
		{Name: "id", Go: "ID", Type: "string", Doc: "Names the request for permission in its session."},
		protocolQuery,
		{Name: "ask", Go: "Ask", Type: "LiveAsk", Doc: "What permission is requested for."},
	}},
	{Name: "LiveHookCall", Doc: "A point of a session.", Fields: []Field{
		{Name: "session", Go: "Session", Type: "string", Doc: "The handle that live.start or live.supervise named."},
		{Name: "hook", Go: "Hook", Type: "string", Doc: "sessionStart, sessionEnd, queryStart, queryEnd, toolUse, permission or diagnostic."},
		{Name: "info", Go: "Info", Type: "LiveSessionInfo", Optional: true, Doc: "Of sessionStart and sessionEnd: the session."},
		protocolQuery,
		{Name: "result", Go: "Result", Type: "json", Optional: true, Doc: "Of queryEnd: the result, if there is one."},
		{Name: "toolUse", Go: "ToolUse", Type: "LiveToolUse", Optional: true, Doc: "Of toolUse: the call."},
		{Name: "id", Go: "ID", Type: "string", Optional: true, Doc: "Of permission: the request for permission."},
		{Name: "ask", Go: "Ask", Type: "LiveAsk", Optional: true, Doc: "Of permission: what permission is requested for."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "Of sessionEnd and queryEnd: why it failed. Of diagnostic: the defect."},
	}},
	{Name: "LiveToolUse", Doc: "A call of a tool by the agent.", Fields: []Field{
		{Name: "id", Go: "ID", Type: "string", Doc: "The call."},
		{Name: "name", Go: "Name", Type: "string", Doc: "The tool."},
		{Name: "input", Go: "Input", Type: "json", Doc: "Its input."},
	}},
	{Name: "LiveProcess", Doc: "A registered process of a live session.", Fields: []Field{
		{Name: "pid", Go: "PID", Type: "int", Doc: "The process, the leader of its group."},
		{Name: "ownerPid", Go: "OwnerPID", Type: "int", Doc: "The program that started it."},
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "The session."},
		{Name: "cwd", Go: "Cwd", Type: "string", Doc: "Its working folder."},
		{Name: "since", Go: "Since", Type: "string", Doc: "When it was started, RFC 3339."},
		{Name: "runs", Go: "Runs", Type: "bool", Doc: "Whether the process runs."},
		{Name: "orphan", Go: "Orphan", Type: "bool", Doc: "Whether it runs and its owner does not."},
	}},
}
