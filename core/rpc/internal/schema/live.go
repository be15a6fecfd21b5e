package schema

// liveOptions say how the agent is to work.
var liveOptions = []Field{
	{Name: "fork", Go: "Fork", Type: "bool", Optional: true, Doc: "Continue a copy of that session."},
	{Name: "origin", Go: "Origin", Type: "string", Optional: true, Doc: "The machine that the session comes from, for extra.origin of its recording: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -."},
	{Name: "cwd", Go: "Cwd", Type: "string", Host: true, Optional: true, Default: "that of this program", Doc: "The working directory, absolute."},
	{Name: "program", Go: "Program", Type: "string", Optional: true, Default: "the agent's command", Doc: "The program to run instead."},
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
	{Name: "env", Go: "Env", Type: "[]string", Host: true, Optional: true, Doc: "Variables that the environment gets, each NAME=value."},
	{Name: "timeoutMs", Go: "TimeoutMS", Type: "int", Optional: true, Default: "300,000", Unit: "ms", ZeroAll: true, Doc: "How long a query may take; waiting for a permission does not count. 0 for no limit."},
	{Name: "idleTimeoutMs", Go: "IdleTimeoutMS", Type: "int", Optional: true, Default: "no limit", Unit: "ms", Doc: "How long a query may go without text, thinking or a running tool."},
	{Name: "startTimeoutMs", Go: "StartTimeoutMS", Type: "int", Optional: true, Default: "120,000", Unit: "ms", Doc: "How long the agent may take to be ready."},
	{Name: "permissionTimeoutMs", Go: "PermissionTimeoutMS", Type: "int", Optional: true, Default: "600,000", Unit: "ms", Doc: "After this time without an answer a permission is denied."},
	{Name: "maxQueued", Go: "MaxQueued", Type: "int", Optional: true, Default: "16", Doc: "The greatest number of queries that wait for the one before."},
}

// LiveOpen is what the machine of a live session begins with.
var LiveOpen = Type{Name: "LiveOpenRequest", Doc: "An agent to run in a new session, and how it is to work.", Fields: append([]Field{
	{Name: "now", Go: "Now", Type: "time", Doc: "The current time."},
	{Name: "agent", Go: "Agent", Type: "string", Doc: "An agent that live.agents lists, or acp: and a command line that speaks the Agent Client Protocol."},
	{Name: "sessionId", Go: "SessionID", Type: "string", Doc: "A UUID: the id of the new session of an agent that lets its caller choose, and the origin of the ids that the session makes."},
	{Name: "resume", Go: "Resume", Type: "string", Optional: true, Default: "a new session", Doc: "The agent's own id of the session to continue."},
	{Name: "programVersion", Go: "ProgramVersion", Type: "string", Optional: true, Doc: "What the program prints with --version."},
	{Name: "canAsk", Go: "CanAsk", Type: "bool", Optional: true, Doc: "Somebody answers requests for permission. Otherwise each is denied at once."},
}, liveOptions...)}

// liveTypes are what live sessions show their callers, in each language.
var liveTypes = []Type{
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

// liveEnums are the closed sets of strings of live sessions.
var liveEnums = []Enum{
	{Name: "LivePermissionMode", Doc: "What an agent may do without asking.", Values: []EnumValue{
		{"default", "Ask as usual."}, {"accept_edits", "Edit files without asking."}, {"bypass_permissions", "Do everything without asking."},
		{"plan", "Read and plan only."}, {"dont_ask", "Deny everything that is not allowed beforehand."}}},
	{Name: "LiveOutputKind", Doc: "The kind of an output.", Values: []EnumValue{
		{"spawn", "Start the process spawn."}, {"write", "Write data to its standard input."}, {"close_input", "Close its standard input."},
		{"signal", "Send signal to its process group."}, {"event", "Deliver message to those who listen; with record, append it to the stored session as well."},
		{"ask", "Request the permission ask from whoever decides."},
		{"cancel_ask", "The request id needs no answer any more."}, {"reply", "The command id ends with value or error."},
		{"measure", "Read from the agent's own files what nativeSessionId has spent since the measurement before, or since it was resumed, and pass it with a command measured whose query is id."},
		{"state", "The session's state is health."}, {"diagnostic", "Report error; nothing ends."}}},
	{Name: "LiveHealth", Doc: "The state of a session.", Values: []EnumValue{
		{"connecting", "The process is being started."}, {"initializing", "The agent is getting ready."}, {"ready", "No turn runs."},
		{"active_query", "A turn runs."}, {"waiting", "A turn waits for a permission."}, {"error", "The session ended by a failure."},
		{"stopped", "The session has ended."}}},
}
