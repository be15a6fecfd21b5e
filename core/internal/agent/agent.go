// Package agent describes one agent as plain data: protocols, formats and tools by their
// names. It links neither a reader nor a protocol.
package agent

// Row is all that is known of an agent besides how its files are read. A part that the
// agent does not have is zero: without Live, for example, it cannot run live sessions.
type Row struct {
	Name  string // in ids, requests and mounts
	Title string // for people
	// Database says that the newest version keeps sessions as rows of a database.
	Database bool
	Commands Commands
	Tools    []Tool
	Live     *Live
	Writes   *Writes
}

// Commands are how the agent's program is asked to continue a session, with arguments
// separated by blanks. {id} is the session's id, {path} its file, {prompt} the prompt,
// {agent} the OpenClaw agent and {profile} the Hermes profile that it belongs to. An empty
// one does not exist.
type Commands struct {
	Resume, ResumePrompt string
	Fork, ForkPrompt     string
	Without              string   // what to do instead of a command that does not exist
	Known                []string // patterns of the files that the program finds; nil: all
	Unknown              string   // what to do about the others
}

// Tool is an agent's tool that edits files.
type Tool struct {
	Name string
	// Members are the members of the input that name the file or hold a patch,
	// separated by blanks; the first one with a text counts. An input that is a text
	// itself is a patch.
	Members string
	// Command says that the tool runs a command, which may call apply_patch.
	Command bool
	// Several says that one call may edit several files: edits name them, or the
	// sections of a text.
	Several bool
}

// Writes is what the versions of an agent are known to write. Lists are words separated by
// blanks, with one at both ends.
type Writes struct {
	Format  string // the newest format, of files that do not name the version of their program
	Usage   UsageRule
	Since   string // the first version with usage and times, where not all have them
	Old     string // names of formats that have neither
	Timed   bool   // every answer has a time
	Parents bool   // every record but the first has a parent
	Blocks  string // types of blocks; of Gemini's, which have none, their members
	Tokens  string // members of usage
	Epoch   bool   // records may have times as numbers
	Open    bool   // tools of MCP servers cannot be distinguished by their names
	Needs   []Need
	Aside   string // folders that are not searched for sessions that no rule takes
}

// UsageRule says where an agent's versions record tokens.
type UsageRule uint8

// The rules. UsageNowhere also stands for: not in every session.
const (
	UsageNowhere UsageRule = iota
	UsageOfSession
	UsageOfAnswer
)

// Need says which members an object has: a record, or one of its blocks. Members are paths.
type Need struct {
	At, Is string // the object has this member, and its value is one of these words
	With   string // it also has this member; "" for none
	Has    string // words: the members that it then has
	Only   string // words: all members that it may have; "" for any
}

// What Pi and its relatives write.
const (
	PiTokens = " input output cacheRead cacheWrite cacheWrite1h reasoning reasoningTokens total totalTokens cost contextUsage server orchestrationInput orchestrationOutput" +
		" orchestrationCacheRead orchestrationCacheWrite premiumRequests "
	PiBlocks = " text thinking toolCall image redactedThinking tool_use tool_result "
)

// PiNeeds are the members of Pi's records and of those of its relatives.
var PiNeeds = []Need{
	{At: "type", Is: " message ", Has: "message.role"},
	{At: "type", Is: " session ", Has: "id cwd"},
	{At: "message.role", Is: " user assistant toolResult ", Has: "message.content"},
	{At: "message.role", Is: " assistant ", Has: "message.model"},
	{At: "message.role", Is: " toolResult ", Has: "message.toolCallId"},
	{At: "type", Is: " toolCall ", Has: "id name arguments"},
	{At: "type", Is: " text ", Has: "text"},
	{At: "type", Is: " thinking ", Has: "thinking"},
}

// Live is how live sessions run the agent.
type Live struct {
	Engine     string   // the protocol
	Dialect    string   // how the agent differs from others of its protocol
	Program    string   // the executable
	Args       []string // that select the protocol
	Older      []OlderArgs
	Env        []string // to set, each NAME=value
	Unset      []string // what marks a nested session; a trailing * stands for any end
	MinVersion string
	Install    string // the command that installs the agent
	Tested     bool
	Can        string // capabilities in byte order, separated by blanks
}

// OlderArgs are the arguments that versions before one need instead.
type OlderArgs struct {
	Before string
	Args   []string
}

// What agents that speak the Agent Client Protocol can do. The first two are for
// untested agents: they announce what they cannot do. Tokens are known where the agent
// reports them or its sessions are read.
const (
	ACP              = "attachments clear deltas fork interrupt mcp_servers permissions query_thinking resume server_info set_model set_permission_mode thinking"
	ACPMeasured      = ACP + " usage"
	ACPPlans         = "attachments clear deltas interrupt mcp_servers permissions plan_mode resume server_info set_model set_permission_mode usage"
	ACPPlansAndForks = "attachments clear deltas fork interrupt mcp_servers permissions plan_mode query_thinking resume server_info set_model set_permission_mode thinking usage"
)

// ReadDocs stands for the command that installs an untested agent.
const ReadDocs = "see the agent's documentation"
