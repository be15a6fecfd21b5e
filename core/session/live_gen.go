// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package session

// LiveOpenRequest: An agent to run in a new session, and how it is to work.
type LiveOpenRequest struct {
	// The current time.
	Now Time
	// An agent that live.agents lists, or acp: and a command line that speaks the Agent Client Protocol.
	Agent string
	// A UUID: the id of the new session of an agent that lets its caller choose, and the origin of the ids that the session makes.
	SessionID string
	// The agent's own id of the session to continue. Default: a new session.
	Resume string
	// What the program prints with --version.
	ProgramVersion string
	// Somebody answers requests for permission. Otherwise each is denied at once.
	CanAsk bool
	// Continue a copy of that session.
	Fork bool
	// The machine that the session comes from, for extra.origin of its recording: text of 1 to 128 bytes without control characters and without blanks at its ends, but not -.
	Origin string
	// The working directory, absolute. Default: that of this program.
	Cwd string
	// The program to run instead. Default: the agent's command.
	Program string
	// Further arguments of the program.
	Args []string
	// The model. Default: the agent's.
	Model string
	// The system prompt, instead of the agent's own.
	SystemPrompt string
	// What the agent may do without asking. Default: default.
	PermissionMode LivePermissionMode
	// Tools that need no permission.
	AllowedTools []string
	// Tools that are refused.
	DisallowedTools []string
	// The greatest number of the agent's steps in one query.
	MaxTurns int64
	// The greatest amount to spend, a decimal number. Unit: USD.
	MaxBudgetUSD string
	// The greatest number of tokens for thinking in one request. Unit: tokens.
	MaxThinkingTokens int64
	// How much the agent thinks, in its own words, such as low or high.
	Thinking string
	// A JSON schema that the answer must match.
	OutputSchema JSON
	// The agent's own agent definition to run as.
	Subagent string
	// Further folders that the agent may use.
	AddDirs []string
	// MCP servers by name, as the agent's configuration has them.
	MCPServers JSON
	// Further settings in the agent's own form.
	Settings JSON
	// The agent does not keep the session in its own files.
	NoSessionPersistence bool
	// The agent keeps what rewinding files needs.
	FileCheckpointing bool
	// Variables that the environment gets, each NAME=value.
	Env []string
	// How long a query may take; waiting for a permission does not count. 0 for no limit. Default: 300,000. Unit: ms.
	TimeoutMS int64
	// How long a query may go without text, thinking or a running tool. Default: no limit. Unit: ms.
	IdleTimeoutMS int64
	// How long the agent may take to be ready. Default: 120,000. Unit: ms.
	StartTimeoutMS int64
	// After this time without an answer a permission is denied. Default: 600,000. Unit: ms.
	PermissionTimeoutMS int64
	// The greatest number of queries that wait for the one before. Default: 16.
	MaxQueued int64
}
