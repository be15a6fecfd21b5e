package session

// The inputs of the machine of a live session, and what it wants done. They are Go
// values only: no program in another language sees them. LiveOpenRequest is in live_gen.go: its
// members are those of live.start.

// LiveCommandRequest is what the caller of a session wants. Each kind uses the members that its description names.
type LiveCommandRequest struct {
	// The current time.
	Now Time
	// A UUID that no other command of the session has. The reply has it; a query is known by it, and its prompt gets it as uuid.
	ID string
	// The kind of the command.
	Kind LiveCommandKind
	// A query's or steer's prompt, or why a permission is denied.
	Text string
	// Files that go with a prompt: each an object with mediaType, such as image/png or text/plain, data (base64; of a text, the text itself) and an optional name.
	Attachments []JSON
	// A model; of a query, from this one on.
	Model string
	// A permission mode; of a query, from this one on.
	Mode string
	// Of a query: how much the agent thinks.
	Thinking string
	// Of a query: a JSON schema that the answer must match.
	OutputSchema JSON
	// Of a query: its steps at most. No agent takes it for one query.
	MaxTurns int64
	// Of a query: the length of its answers at most. No agent takes it. In tokens.
	MaxTokens int64
	// Of a query: its cost at most, a decimal number. No agent takes it for one query. In USD.
	MaxBudgetUSD string
	// Of a query: another system prompt. No agent takes it for one query.
	SystemPrompt string
	// Of a query: tools that need no permission. No agent takes it for one query.
	AllowedTools []string
	// Of a query: tools that are refused. No agent takes it for one query.
	DisallowedTools []string
	// Of a query: the agent definition to run as. No agent takes it for one query.
	Subagent string
	// How long this query may take; 0 for no limit. Default: the session's. In ms.
	TimeoutMS int64
	// The id of the request for permission that is answered.
	Ask string
	// Whether the tool may run.
	Allow bool
	// The input with which the tool runs instead.
	UpdatedInput JSON
	// Permission updates in the agent's form, such as a suggestion of the request; true for the first one.
	Rules JSON
	// End the turn after denying.
	Interrupt bool
	// The user message to rewind files to.
	MessageID string
	// Only say what rewinding would change.
	DryRun bool
	// The query to interrupt; one that waits is dropped. Of measured: the id of the measurement. Default: the running one.
	Query string
	// The tokens that were measured, a TokenUsage; absent when they could not be.
	Usage JSON
	// The amount that was measured, a decimal number; Text is the session's title. In USD.
	USD string
	// Where the amount is from: the agent's record or the price table. Model is the model of the record.
	CostSource CostSource
}

// LiveExitRequest is how the process ended.
type LiveExitRequest struct {
	// The current time.
	Now Time
	// The exit status; 128 and the number of the signal for a process that a signal ended.
	Status int64
	// Why the process could not be started.
	Error string
	// The code of that error. Default: IO_ERROR.
	ErrorCode string
	// What to do about it.
	Hint string
	// The last lines of standard error, for the message of an error.
	Stderr string
	// The title in the agent's own record; empty for none, or when nobody has looked.
	Title string
}

// LiveStep is what a session wants done after an input.
type LiveStep struct {
	// What to do, in this order.
	Outputs []LiveOutput
	// When Tick is due, unless a later step says otherwise; absent for never.
	Deadline Time
	// The session's state.
	Health LiveHealth
}

// LiveOutput is something that a session wants done. Each kind uses the members that its description names.
type LiveOutput struct {
	// The kind.
	Kind LiveOutputKind
	// The process to start.
	Spawn *LiveSpawn
	// What to write to standard input.
	Data string
	// The signal for the whole process group.
	Signal LiveSignal
	// The message is whole: it belongs into the stored session.
	Record bool
	// First store all messages with record up to this output.
	Durable bool
	// The query that an event or request for permission belongs to; absent for what the agent does by itself.
	Query string
	// The message to deliver; docs/messages.md describes messages.
	Message JSON
	// The request for permission, the command that is replied to, or the measurement.
	ID string
	// What permission is requested for.
	Ask *LiveAsk
	// The reply's value.
	Value JSON
	// Why a command failed, or a defect in what the agent printed.
	Error *Diagnostic
	// The new state.
	Health LiveHealth
	// The agent's own id of the session, with every state from ready on.
	NativeSessionID string
}

// LiveSpawn is a process to start, in a process group of its own.
type LiveSpawn struct {
	// The program, a path or a name to look up.
	Program string
	// Its arguments.
	Args []string
	// Its working directory.
	Cwd string
	// Variables to set in the inherited environment, each NAME=value.
	Env []string
	// Variables to remove from it first; a trailing * stands for any end.
	Unset []string
	// How to get the program, for the error when it is missing.
	Install string
	// Files to write before the start, which only this user can read, and to remove after the end.
	Files []LivePrivateFile
}

// LivePrivateFile is what a process gets in a file, because other users can see its arguments.
type LivePrivateFile struct {
	// The file's name, without a folder.
	Name string
	// What it contains.
	Content string
	// The index of the argument that the file's path replaces.
	Arg int64
}

// LiveCommandKind is the kind of a command.
type LiveCommandKind string

// The values of LiveCommandKind.
const (
	LiveCommandKindQuery             LiveCommandKind = "query"               // Send text and attachments as a prompt; the turn's messages have its id, and the reply follows its result.
	LiveCommandKindSteer             LiveCommandKind = "steer"               // Send text to the running turn.
	LiveCommandKindAnswer            LiveCommandKind = "answer"              // Answer the request for permission ask with allow, updatedInput, rules, or text and interrupt.
	LiveCommandKindInterrupt         LiveCommandKind = "interrupt"           // End the running turn, or drop the query that waits.
	LiveCommandKindSetModel          LiveCommandKind = "set_model"           // Change to model.
	LiveCommandKindSetPermissionMode LiveCommandKind = "set_permission_mode" // Change to mode.
	LiveCommandKindClear             LiveCommandKind = "clear"               // Begin a new conversation in the same process.
	LiveCommandKindMcpStatus         LiveCommandKind = "mcp_status"          // Report the MCP servers.
	LiveCommandKindServerInfo        LiveCommandKind = "server_info"         // Report what the agent said when it started.
	LiveCommandKindRewindFiles       LiveCommandKind = "rewind_files"        // Restore files to their state before messageId.
	LiveCommandKindInfo              LiveCommandKind = "info"                // Report the session's state, ids, model and folder.
	LiveCommandKindMeasured          LiveCommandKind = "measured"            // Pass the usage and usd that a measurement asked for, with its id as query.
	LiveCommandKindStop              LiveCommandKind = "stop"                // End the session and its process.
)

// LiveSignal is a signal for a process group.
type LiveSignal string

// The values of LiveSignal.
const (
	LiveSignalInterrupt LiveSignal = "interrupt" // As Ctrl-C sends it.
	LiveSignalTerminate LiveSignal = "terminate" // Ask it to end.
	LiveSignalKill      LiveSignal = "kill"      // End it.
)
