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
