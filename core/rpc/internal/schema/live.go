package schema

// liveModule is the module of the operations of live sessions: live.wasm. Their
// state stays in the instance, so a pool of instances cannot serve them.
const liveModule = "live"

// LiveOps are the operations of live sessions, in ascending ID order. A driver calls them: it starts
// the agent's process, passes everything that happens to the session, and does
// what the session asks for.
var LiveOps = []Op{
	{ID: 70, Name: "live.open", Module: liveModule, Doc: "Begins a session. The first outputs start the agent's process.",
		Request: "LiveOpenRequest", Result: "LiveStep", Errors: []string{"AGENT_NOT_FOUND", "INVALID_ARGUMENT", "UNSUPPORTED", "CONFLICT"}},
	{ID: 71, Name: "live.feed", Module: liveModule, Doc: "Passes bytes that the agent printed. The request is no JSON: the length of the handle (one byte), the handle, the stream (one byte: 1 for standard output, 2 for standard error), the time in milliseconds (eight bytes, little endian), then the bytes, cut anywhere.",
		Request: "LiveFeedRequest", Result: "LiveStep", Errors: []string{"INVALID_ARGUMENT", "BAD_REF"}},
	{ID: 72, Name: "live.command", Module: liveModule, Doc: "Passes what the caller wants: a query, an answer, an interrupt. A reply with the command's id follows, at once or later.",
		Request: "LiveCommandRequest", Result: "LiveStep", Errors: []string{"INVALID_ARGUMENT", "BAD_REF"}},
	{ID: 73, Name: "live.tick", Module: liveModule, Doc: "Passes the time. The driver calls it when the deadline of the last step has come.",
		Request: "LiveTickRequest", Result: "LiveStep", Errors: []string{"INVALID_ARGUMENT", "BAD_REF"}},
	{ID: 74, Name: "live.exit", Module: liveModule, Doc: "Reports that the process has ended and both its streams are read to their end, or that it could not be started.",
		Request: "LiveExitRequest", Result: "LiveStep", Errors: []string{"INVALID_ARGUMENT", "BAD_REF"}},
	{ID: 75, Name: "live.save", Module: liveModule, Doc: "Returns the state of a session that is between turns, a few KB. CONFLICT while a turn runs.",
		Request: "LiveHandleRequest", Result: "text", Errors: []string{"BAD_REF", "CONFLICT"}},
	{ID: 76, Name: "live.restore", Module: liveModule, Doc: "Continues a session from a saved state, with the process that it had.",
		Request: "LiveRestoreRequest", Result: "LiveStep", Errors: []string{"INVALID_ARGUMENT", "CONFLICT"}},
	{ID: 77, Name: "live.close", Module: liveModule, Doc: "Forgets a session. Its process must have ended. An unknown handle is ignored.",
		Request: "LiveHandleRequest", Result: "none", Errors: []string{"INVALID_ARGUMENT"}},
	{ID: 78, Name: "live.agents", Module: liveModule, Doc: "Lists the agents that live sessions can run, with what each can do. Pure.",
		Request: "LiveAgentsRequest", Result: "[]LiveAgent"},
}

var (
	liveHandle = Field{Name: "handle", Go: "Handle", Type: "string", Doc: "The session, by a name that the driver chose."}
	liveNow    = Field{Name: "now", Go: "Now", Type: "time", Doc: "The current time."}
)

// liveRequests are the requests of LiveOps.
var liveRequests = []Type{
	{Name: "LiveAgentsRequest", In: true, Doc: "The request for the agents, without fields."},
	{Name: "LiveHandleRequest", In: true, Doc: "A session.", Fields: []Field{liveHandle}},
	{Name: "LiveOpenRequest", In: true, Doc: "An agent to run in a new session, and how it is to work.", Fields: []Field{liveHandle, liveNow,
		{Name: "agent", Go: "Agent", Type: "string", Doc: "An agent that live.agents lists, or acp: and a command line that speaks the Agent Client Protocol."},
		{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "A UUID: the id of the new session of an agent that lets its caller choose, and the origin of the ids that the session makes."},
		{Name: "resume", Go: "Resume", Type: "string", Optional: true, Default: "a new session", Doc: "The agent's own id of the session to continue."},
		{Name: "fork", Go: "Fork", Type: "bool", Optional: true, Doc: "Continue a copy of that session."},
		{Name: "cwd", Go: "Cwd", Type: "string", Doc: "The working directory, absolute."},
		{Name: "program", Go: "Program", Type: "string", Optional: true, Default: "the agent's command", Doc: "The program to run instead."},
		{Name: "programVersion", Go: "ProgramVersion", Type: "string", Optional: true, Doc: "What the program prints with --version."},
		{Name: "args", Go: "Args", Type: "[]string", Optional: true, Doc: "Further arguments of the program."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Default: "the agent's", Doc: "The model."},
		{Name: "systemPrompt", Go: "SystemPrompt", Type: "string", Optional: true, Doc: "The system prompt, instead of the agent's own."},
		{Name: "permissionMode", Go: "PermissionMode", Type: "LivePermissionMode", Optional: true, Default: "default", Doc: "What the agent may do without asking."},
		{Name: "allowedTools", Go: "AllowedTools", Type: "[]string", Optional: true, Doc: "Tools that need no permission."},
		{Name: "disallowedTools", Go: "DisallowedTools", Type: "[]string", Optional: true, Doc: "Tools that are refused."},
		{Name: "maxTurns", Go: "MaxTurns", Type: "int", Optional: true, Doc: "The greatest number of the agent's steps in one query."},
		{Name: "maxBudgetUsd", Go: "MaxBudgetUSD", Type: "string", Optional: true, Unit: "USD", Doc: "The greatest amount to spend, a decimal number."},
		{Name: "maxThinkingTokens", Go: "MaxThinkingTokens", Type: "int", Optional: true, Unit: "tokens", Doc: "The greatest number of tokens for thinking in one request."},
		{Name: "thinking", Go: "Thinking", Type: "string", Optional: true, Doc: "How much the agent thinks, in its own words, such as low or high."},
		{Name: "outputSchema", Go: "OutputSchema", Type: "json", Optional: true, Doc: "A JSON schema that the answer must match."},
		{Name: "subagent", Go: "Subagent", Type: "string", Optional: true, Doc: "The agent's own agent definition to run as."},
		{Name: "addDirs", Go: "AddDirs", Type: "[]string", Optional: true, Doc: "Further folders that the agent may use."},
		{Name: "mcpServers", Go: "MCPServers", Type: "json", Optional: true, Doc: "MCP servers by name, as the agent's configuration has them."},
		{Name: "settings", Go: "Settings", Type: "json", Optional: true, Doc: "Further settings in the agent's own form."},
		{Name: "noSessionPersistence", Go: "NoSessionPersistence", Type: "bool", Optional: true, Doc: "The agent does not keep the session in its own files."},
		{Name: "fileCheckpointing", Go: "FileCheckpointing", Type: "bool", Optional: true, Doc: "The agent keeps what rewinding files needs."},
		{Name: "env", Go: "Env", Type: "[]string", Optional: true, Doc: "Variables that the environment gets, each NAME=value."},
		{Name: "canAsk", Go: "CanAsk", Type: "bool", Optional: true, Doc: "Somebody answers requests for permission. Otherwise each is denied at once."},
		{Name: "timeoutMs", Go: "TimeoutMS", Type: "int", Optional: true, Default: "300,000", Unit: "ms", ZeroAll: true, Doc: "How long a query may take; waiting for a permission does not count. 0 for no limit."},
		{Name: "idleTimeoutMs", Go: "IdleTimeoutMS", Type: "int", Optional: true, Default: "no limit", Unit: "ms", Doc: "How long a query may go without text, thinking or a running tool."},
		{Name: "startTimeoutMs", Go: "StartTimeoutMS", Type: "int", Optional: true, Default: "120,000", Unit: "ms", Doc: "How long the agent may take to be ready."},
		{Name: "permissionTimeoutMs", Go: "PermissionTimeoutMS", Type: "int", Optional: true, Default: "600,000", Unit: "ms", Doc: "After this time without an answer a permission is denied."},
		{Name: "maxQueued", Go: "MaxQueued", Type: "int", Optional: true, Default: "16", Doc: "The greatest number of queries that wait for the one before."},
	}},
	{Name: "LiveFeedRequest", In: true, Doc: "Bytes of the agent's process; see live.feed for their form.", Fields: []Field{liveHandle, liveNow,
		{Name: "stream", Go: "Stream", Type: "int", Doc: "1 for standard output, 2 for standard error."},
		{Name: "data", Go: "Data", Type: "string", Doc: "The bytes."}}},
	{Name: "LiveCommandRequest", In: true, Doc: "What the caller of a session wants. Each kind uses the members that its description names.", Fields: []Field{liveHandle, liveNow,
		{Name: "id", Go: "ID", Type: "string", Doc: "A UUID that no other command of the session has. The reply has it; a query is known by it, and its prompt gets it as uuid."},
		{Name: "kind", Go: "Kind", Type: "LiveCommandKind", Doc: "The kind of the command."},
		{Name: "text", Go: "Text", Type: "string", Optional: true, Doc: "A query's or steer's prompt, or why a permission is denied."},
		{Name: "attachments", Go: "Attachments", Type: "[]json", Optional: true, Doc: "Files that go with a prompt: each an object with mediaType, such as image/png or text/plain, data (base64; of a text, the text itself) and an optional name."},
		{Name: "model", Go: "Model", Type: "string", Optional: true, Doc: "A model."},
		{Name: "mode", Go: "Mode", Type: "string", Optional: true, Doc: "A permission mode."},
		{Name: "thinking", Go: "Thinking", Type: "string", Optional: true, Doc: "Of a query: how much the agent thinks."},
		{Name: "timeoutMs", Go: "TimeoutMS", Type: "int", Optional: true, Default: "the session's", Unit: "ms", ZeroAll: true, Doc: "How long this query may take; 0 for no limit."},
		{Name: "ask", Go: "Ask", Type: "string", Optional: true, Doc: "The id of the request for permission that is answered."},
		{Name: "allow", Go: "Allow", Type: "bool", Optional: true, Doc: "Whether the tool may run."},
		{Name: "updatedInput", Go: "UpdatedInput", Type: "json", Optional: true, Doc: "The input with which the tool runs instead."},
		{Name: "rules", Go: "Rules", Type: "json", Optional: true, Doc: "Permission updates in the agent's form, such as a suggestion of the request; true for the first one."},
		{Name: "interrupt", Go: "Interrupt", Type: "bool", Optional: true, Doc: "End the turn after denying."},
		{Name: "messageId", Go: "MessageID", Type: "string", Optional: true, Doc: "The user message to rewind files to."},
		{Name: "dryRun", Go: "DryRun", Type: "bool", Optional: true, Doc: "Only say what rewinding would change."},
		{Name: "query", Go: "Query", Type: "string", Optional: true, Default: "the running one", Doc: "The query to interrupt; one that waits is dropped. Of measured: the id of the measurement."},
		{Name: "usage", Go: "Usage", Type: "json", Optional: true, Doc: "The tokens that were measured, a TokenUsage; absent when they could not be."},
		{Name: "usd", Go: "USD", Type: "string", Optional: true, Unit: "USD", Doc: "The amount that was measured, a decimal number."},
	}},
	{Name: "LiveTickRequest", In: true, Doc: "The time.", Fields: []Field{liveHandle, liveNow}},
	{Name: "LiveExitRequest", In: true, Doc: "How the process ended.", Fields: []Field{liveHandle, liveNow,
		{Name: "status", Go: "Status", Type: "int", Optional: true, Doc: "The exit status; 128 and the number of the signal for a process that a signal ended."},
		{Name: "error", Go: "Error", Type: "string", Optional: true, Doc: "Why the process could not be started."},
		{Name: "errorCode", Go: "ErrorCode", Type: "string", Optional: true, Default: "IO_ERROR", Doc: "The code of that error."},
		{Name: "hint", Go: "Hint", Type: "string", Optional: true, Doc: "What to do about it."},
		{Name: "stderr", Go: "Stderr", Type: "string", Optional: true, Doc: "The last lines of standard error, for the message of an error."}}},
	{Name: "LiveRestoreRequest", In: true, Doc: "A session to continue.", Fields: []Field{liveHandle, liveNow,
		{Name: "state", Go: "State", Type: "string", Doc: "What live.save returned."}}},
}

// liveTypes are the results of LiveOps.
var liveTypes = []Type{
	{Name: "LiveStep", Doc: "What a session wants done after an input.", Fields: []Field{
		{Name: "outputs", Go: "Outputs", Type: "[]LiveOutput", Doc: "What to do, in this order."},
		{Name: "deadline", Go: "Deadline", Type: "time", Optional: true, Doc: "When live.tick is due, unless a later step says otherwise; absent for never."},
		{Name: "health", Go: "Health", Type: "LiveHealth", Doc: "The session's state."},
	}},
	{Name: "LiveOutput", Doc: "Something that a session wants done. Each kind uses the members that its description names.", Fields: []Field{
		{Name: "kind", Go: "Kind", Type: "LiveOutputKind", Doc: "The kind."},
		{Name: "spawn", Go: "Spawn", Type: "LiveSpawn", Optional: true, Doc: "The process to start."},
		{Name: "data", Go: "Data", Type: "string", Optional: true, Doc: "What to write to standard input."},
		{Name: "signal", Go: "Signal", Type: "LiveSignal", Optional: true, Doc: "The signal for the whole process group."},
		{Name: "record", Go: "Record", Type: "bool", Optional: true, Doc: "The message is whole: it belongs into the stored session."},
		{Name: "durable", Go: "Durable", Type: "bool", Optional: true, Doc: "First store all messages with record up to this output."},
		{Name: "query", Go: "Query", Type: "string", Optional: true, Doc: "The query that an event or request for permission belongs to; absent for what the agent does by itself."},
		{Name: "message", Go: "Message", Type: "json", Optional: true, Doc: "The message to deliver; docs/messages.md describes messages."},
		{Name: "id", Go: "ID", Type: "string", Optional: true, Doc: "The request for permission, the command that is replied to, or the measurement."},
		{Name: "ask", Go: "Ask", Type: "LiveAsk", Optional: true, Doc: "What permission is requested for."},
		{Name: "value", Go: "Value", Type: "json", Optional: true, Doc: "The reply's value."},
		{Name: "error", Go: "Error", Type: "Diagnostic", Optional: true, Doc: "Why a command failed, or a defect in what the agent printed."},
		{Name: "health", Go: "Health", Type: "LiveHealth", Optional: true, Doc: "The new state."},
		{Name: "nativeSessionId", Go: "NativeSessionID", Type: "string", Optional: true, Doc: "The agent's own id of the session, with every state from ready on."},
	}},
	{Name: "LiveSpawn", Doc: "A process to start, in a process group of its own.", Fields: []Field{
		{Name: "program", Go: "Program", Type: "string", Doc: "The program, a path or a name to look up."},
		{Name: "args", Go: "Args", Type: "[]string", Doc: "Its arguments."},
		{Name: "cwd", Go: "Cwd", Type: "string", Doc: "Its working directory."},
		{Name: "env", Go: "Env", Type: "[]string", Doc: "Variables to set in the inherited environment, each NAME=value."},
		{Name: "unset", Go: "Unset", Type: "[]string", Doc: "Variables to remove from it first; a trailing * stands for any end."},
		{Name: "install", Go: "Install", Type: "string", Optional: true, Doc: "How to get the program, for the error when it is missing."},
		{Name: "files", Go: "Files", Type: "[]LivePrivateFile", Optional: true, Doc: "Files to write before the start, which only this user can read, and to remove after the end."},
	}},
	{Name: "LivePrivateFile", Doc: "What a process gets in a file, because other users can see its arguments.", Fields: []Field{
		{Name: "name", Go: "Name", Type: "string", Doc: "The file's name, without a folder."},
		{Name: "content", Go: "Content", Type: "string", Doc: "What it contains."},
		{Name: "arg", Go: "Arg", Type: "int", Doc: "The index of the argument that the file's path replaces."},
	}},
	{Name: "LiveAsk", Doc: "A request for permission.", Fields: []Field{
		{Name: "toolName", Go: "ToolName", Type: "string", Doc: "The tool."},
		{Name: "toolUseId", Go: "ToolUseID", Type: "string", Optional: true, Doc: "The call."},
		{Name: "input", Go: "Input", Type: "json", Optional: true, Doc: "The tool's input."},
		{Name: "title", Go: "Title", Type: "string", Optional: true, Doc: "What the agent says the call is about."},
		{Name: "reason", Go: "Reason", Type: "string", Optional: true, Doc: "Why it asks."},
		{Name: "suggestions", Go: "Suggestions", Type: "json", Optional: true, Doc: "Permission updates that the agent suggests, in its own form."},
		{Name: "canUpdateInput", Go: "CanUpdateInput", Type: "bool", Optional: true, Doc: "The input may be changed."},
		{Name: "canRemember", Go: "CanRemember", Type: "bool", Optional: true, Doc: "The answer may be a rule for the rest of the session."},
		{Name: "options", Go: "Options", Type: "json", Optional: true, Doc: "The choices as the agent offers them."},
	}},
	{Name: "LiveAgent", Doc: "An agent that live sessions can run.", Fields: []Field{
		{Name: "agent", Go: "Agent", Type: "string", Doc: "The agent's name."},
		{Name: "engine", Go: "Engine", Type: "string", Doc: "The protocol: claude, codex, pi or acp."},
		{Name: "program", Go: "Program", Type: "string", Doc: "The program."},
		{Name: "args", Go: "Args", Type: "[]string", Doc: "The arguments that select the protocol."},
		{Name: "minVersion", Go: "MinVersion", Type: "string", Optional: true, Doc: "The oldest version that works."},
		{Name: "install", Go: "Install", Type: "string", Optional: true, Doc: "How to get it."},
		{Name: "tested", Go: "Tested", Type: "bool", Doc: "Whether it was run with this engine."},
		{Name: "capabilities", Go: "Capabilities", Type: "[]string", Doc: "What it can do, in byte order; docs/live.md explains each. The agent may announce less when it runs."},
	}},
}

// liveEnums are the closed sets of strings of LiveOps.
var liveEnums = []Enum{
	{Name: "LivePermissionMode", Doc: "What an agent may do without asking.", Values: []EnumValue{
		{"default", "Ask as usual."}, {"accept_edits", "Edit files without asking."}, {"bypass_permissions", "Do everything without asking."},
		{"plan", "Read and plan only."}, {"dont_ask", "Deny everything that is not allowed beforehand."}}},
	{Name: "LiveCommandKind", Doc: "The kind of a command.", Values: []EnumValue{
		{"query", "Send text and attachments as a prompt; the turn's messages have its id, and the reply follows its result."},
		{"steer", "Send text to the running turn."},
		{"answer", "Answer the request for permission ask with allow, updatedInput, rules, or text and interrupt."},
		{"interrupt", "End the running turn, or drop the query that waits."},
		{"set_model", "Change to model."}, {"set_permission_mode", "Change to mode."},
		{"clear", "Begin a new conversation in the same process."},
		{"mcp_status", "Report the MCP servers."}, {"server_info", "Report what the agent said when it started."},
		{"rewind_files", "Restore files to their state before messageId."},
		{"info", "Report the session's state, ids, model and folder."},
		{"measured", "Pass the usage and usd that a measurement asked for, with its id as query."},
		{"stop", "End the session and its process."}}},
	{Name: "LiveOutputKind", Doc: "The kind of an output.", Values: []EnumValue{
		{"spawn", "Start the process spawn."}, {"write", "Write data to its standard input."}, {"close_input", "Close its standard input."},
		{"signal", "Send signal to its process group."}, {"event", "Deliver message to those who listen; with record, append it to the stored session as well."},
		{"ask", "Request the permission ask from whoever decides."},
		{"cancel_ask", "The request id needs no answer any more."}, {"reply", "The command id ends with value or error."},
		{"measure", "Read from the agent's own files what nativeSessionId has spent since the measurement before, or since it was resumed, and pass it with a command measured whose query is id."},
		{"state", "The session's state is health."}, {"diagnostic", "Report error; nothing ends."}}},
	{Name: "LiveSignal", Doc: "A signal for a process group.", Values: []EnumValue{
		{"interrupt", "As Ctrl-C sends it."}, {"terminate", "Ask it to end."}, {"kill", "End it."}}},
	{Name: "LiveHealth", Doc: "The state of a session.", Values: []EnumValue{
		{"connecting", "The process is being started."}, {"initializing", "The agent is getting ready."}, {"ready", "No turn runs."},
		{"active_query", "A turn runs."}, {"waiting", "A turn waits for a permission."}, {"error", "The session ended by a failure."},
		{"stopped", "The session has ended."}}},
}
