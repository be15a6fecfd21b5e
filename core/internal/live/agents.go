package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/agent"
	"github.com/heddle-dev/heddle/core/internal/agents"
	"github.com/heddle-dev/heddle/core/session"
)

// agentRow is what is known of an agent before it runs.
type agentRow struct {
	name string
	can  []string // capabilities, in byte order
	agent.Live
}

// The capabilities.
const (
	canAttach       = "attachments"
	canClear        = "clear"
	canFork         = "fork"
	canInterrupt    = "interrupt"
	canLimitTurns   = "max_turns"
	canLimitBudget  = "max_budget"
	canMCPServers   = "mcp_servers"
	canMCPStatus    = "mcp_status"
	canNotPersist   = "no_session_persistence"
	canSchema       = "output_schema"
	canPermit       = "permissions"
	canChangeMode   = "set_permission_mode"
	canPlan         = "plan_mode"
	canQuerySchema  = "query_output_schema"
	canQueryThink   = "query_thinking"
	canResume       = "resume"
	canRewind       = "rewind_files"
	canInfo         = "server_info"
	canChooseID     = "session_id"
	canChangeModel  = "set_model"
	canSteer        = "steer"
	canStream       = "deltas"
	canSubagent     = "subagent"
	canSystemPrompt = "system_prompt"
	canThink        = "thinking"
	canTokens       = "usage"
)

// capabilityTexts complete "cannot …". They are lists: maps would be built in
// every module that links this package.
var capabilityTexts = [...]struct{ capability, text string }{
	{canAttach, "take attachments"}, {canClear, "begin a new conversation"}, {canFork, "continue a copy of a session"}, {canInterrupt, "interrupt a turn"},
	{canLimitTurns, "limit its steps"}, {canLimitBudget, "limit its budget"}, {canMCPServers, "take MCP servers"}, {canMCPStatus, "report its MCP servers"},
	{canNotPersist, "leave a session unsaved"}, {canSchema, "answer by a schema"}, {canChangeMode, "change its permission mode"}, {canResume, "resume a session"},
	{canRewind, "rewind files"}, {canInfo, "report about itself"}, {canChangeModel, "change its model"}, {canSteer, "be steered while a turn runs"},
	{canSubagent, "run as one of its agents"}, {canSystemPrompt, "take another system prompt"}, {canThink, "change how much it thinks"},
	{canQuerySchema, "answer one query by a schema"}, {canQueryThink, "change how much it thinks for one query"},
}

// neededCapabilities are what commands need.
var neededCapabilities = [...]struct {
	kind session.LiveCommandKind
	need string
}{
	{session.LiveCommandKindSteer, canSteer}, {session.LiveCommandKindSetModel, canChangeModel}, {session.LiveCommandKindSetPermissionMode, canChangeMode},
	{session.LiveCommandKindClear, canClear}, {session.LiveCommandKindMcpStatus, canMCPStatus}, {session.LiveCommandKindServerInfo, canInfo},
	{session.LiveCommandKindRewindFiles, canRewind},
}

// agentRows lists the agents that can be run.
func agentRows() []*agentRow {
	var out []*agentRow
	for _, row := range agents.All {
		if row.Live != nil {
			out = append(out, &agentRow{row.Name, strings.Fields(row.Live.Can), *row.Live})
		}
	}
	return out
}

// findRow returns the row of an agent; nil for an unknown one.
func findRow(name string) *agentRow {
	for _, row := range agentRows() {
		if row.name == name {
			return row
		}
	}
	return nil
}

// findAgent returns the row of an agent, or makes one for acp:<command>.
func findAgent(name string) (*agentRow, error) {
	if row := findRow(name); row != nil {
		return row, nil
	}
	if command, ok := strings.CutPrefix(name, "acp:"); ok {
		if words := strings.Fields(command); len(words) > 0 {
			row := &agentRow{name, strings.Fields(agent.ACP), agent.Live{Engine: "acp", Program: words[0], Args: words[1:], Install: agent.ReadDocs, Dialect: dialectOfCommand(words)}}
			if known := rowOfDialect(row.Dialect); known != nil {
				row.Unset = known.Unset
				if known.Engine == "acp" {
					row.can = known.can
				} else {
					row.can = strings.Fields(agent.ACPMeasured)
				}
			}
			return row, nil
		}
	}
	if name == "" {
		return nil, fault.New(fault.InvalidArgument, "no agent is named").WithHint("live.agents lists them")
	}
	return nil, fault.New(fault.AgentNotFound, "no live session can run \""+name+"\"").
		WithHint("live.agents lists the agents; acp:COMMAND runs any that speaks the Agent Client Protocol")
}

// rowOfDialect returns the row of an agent, or of the one that an adapter runs;
// nil for an unknown dialect.
func rowOfDialect(dialect string) *agentRow {
	switch dialect {
	case "claude-agent-acp":
		dialect = "claude"
	case "codex-acp":
		dialect = "codex"
	}
	return findRow(dialect)
}

// argsOf returns the arguments of a version that select the protocol.
func (r *agentRow) argsOf(version string) []string {
	for _, o := range r.Older {
		if version != "" && versionBefore(version, o.Before) {
			return o.Args
		}
	}
	return r.Args
}

// dialectOfCommand recognizes an agent that somebody runs by its command.
func dialectOfCommand(words []string) string {
	program := words[0][strings.LastIndexAny(words[0], `/\`)+1:]
	for _, end := range []string{".exe", ".cmd"} {
		program = strings.TrimSuffix(program, end)
	}
	for _, known := range []string{"claude-agent-acp", "codex-acp"} {
		if program == known {
			return known
		}
	}
	for _, row := range agentRows() {
		if row.Engine == "acp" && row.Program == program {
			return row.name
		}
	}
	return ""
}

// textOfCapability completes "cannot …".
func textOfCapability(capability string) string {
	for _, c := range capabilityTexts {
		if c.capability == capability {
			return c.text
		}
	}
	return capability
}

// neededCapability returns what a command needs; ok is false for one that does
// not exist.
func neededCapability(kind session.LiveCommandKind) (need string, ok bool) {
	for _, n := range neededCapabilities {
		if n.kind == kind {
			return n.need, true
		}
	}
	return "", false
}

// newProtocol starts the protocol of an agent.
func (r *agentRow) newProtocol() protocol {
	switch r.Engine {
	case "codex":
		return newCodex()
	case "pi":
		return newPi(r.Dialect)
	case "acp":
		return newACP(r.Dialect)
	}
	return newClaude()
}

// has reports whether the running agent has a capability.
func (s *Session) has(capability string) bool { return listed(s.can, capability) }

// lose removes capabilities that the agent turned out not to have.
func (s *Session) lose(capabilities ...string) {
	kept := []string{}
	for _, c := range s.can {
		if !listed(capabilities, c) {
			kept = append(kept, c)
		}
	}
	s.can = kept
}

// gain adds a capability that the agent announced.
func (s *Session) gain(capability string) {
	if s.has(capability) {
		return
	}
	more, at := []string{}, 0
	for at < len(s.can) && s.can[at] < capability {
		at++
	}
	more = append(append(append(more, s.can[:at]...), capability), s.can[at:]...)
	s.can = more
}

func listed(list []string, name string) bool {
	for _, x := range list {
		if x == name {
			return true
		}
	}
	return false
}

// Agents lists the agents of the table.
func Agents() []session.LiveAgent {
	var out []session.LiveAgent
	for _, r := range agentRows() {
		out = append(out, session.LiveAgent{Agent: r.name, Engine: r.Engine, Program: r.Program, Args: r.Args, MinVersion: r.MinVersion,
			Install: r.Install, Tested: r.Tested, Capabilities: r.can})
	}
	return out
}

// checkVersion refuses an agent that is too old.
func (s *Session) checkVersion() error {
	if s.version == "" || s.agent.MinVersion == "" || !versionBefore(s.version, s.agent.MinVersion) {
		return nil
	}
	return fault.New(fault.Unsupported, s.agent.name+" "+s.version+" is too old; live sessions need "+s.agent.MinVersion+" or newer").
		WithHint(s.agent.Install)
}

// checkOptions refuses options that the agent does not have.
func (s *Session) checkOptions() error {
	o := &s.options
	if o.SessionID == "" || o.Cwd == "" {
		return fault.New(fault.InvalidArgument, "a live session needs sessionId and cwd")
	}
	if o.Fork && o.Resume == "" {
		return fault.New(fault.InvalidArgument, "fork needs the session to continue in resume")
	}
	for _, need := range []struct {
		asked      bool
		capability string
	}{
		{o.Resume != "", canResume}, {o.Fork, canFork}, {o.SystemPrompt != "", canSystemPrompt}, {o.MaxTurns > 0, canLimitTurns},
		{o.MaxBudgetUSD != "", canLimitBudget}, {o.MaxThinkingTokens > 0 || o.Thinking != "", canThink}, {len(o.OutputSchema) > 0, canSchema},
		{o.Subagent != "", canSubagent}, {len(o.MCPServers) > 0, canMCPServers}, {o.NoSessionPersistence, canNotPersist}, {o.FileCheckpointing, canRewind},
	} {
		if need.asked && !s.has(need.capability) {
			return s.unsupported(textOfCapability(need.capability))
		}
	}
	return session.CheckOrigin(o.Origin)
}

// checkQueryOptions refuses options of a query that the agent takes only for a whole
// session.
func (s *Session) checkQueryOptions(c *session.LiveCommandRequest) error {
	for _, need := range []struct {
		asked      bool
		capability string
	}{
		{c.Thinking != "", canQueryThink}, {len(c.OutputSchema) > 0, canQuerySchema},
	} {
		if need.asked && !s.has(need.capability) {
			return s.unsupported(textOfCapability(need.capability))
		}
	}
	for _, option := range []struct {
		asked      bool
		name, text string
	}{
		{c.MaxTurns != 0, "maxTurns", "limit the steps of one query"}, {c.MaxBudgetUSD != "", "maxBudgetUsd", "limit the cost of one query"},
		{c.SystemPrompt != "", "systemPrompt", "take another system prompt for one query"},
		{len(c.AllowedTools) > 0, "allowedTools", "allow tools for one query"}, {len(c.DisallowedTools) > 0, "disallowedTools", "refuse tools for one query"},
		{c.Subagent != "", "subagent", "run as one of its agents for one query"},
	} {
		if option.asked {
			return fault.New(fault.Unsupported, s.agent.name+" cannot "+option.text).
				WithHint(option.name + " is an option of a session; resume this one with it, with fork to keep it as it is")
		}
	}
	if c.MaxTokens != 0 {
		return fault.New(fault.Unsupported, s.agent.name+" cannot limit the tokens of its answers").WithHint("no agent can")
	}
	return nil
}

// versionIn returns the first dotted number in what a program prints.
func versionIn(said string) string {
	for i := 0; i < len(said); i++ {
		if said[i] < '0' || said[i] > '9' {
			continue
		}
		end := i
		for end < len(said) && (said[end] >= '0' && said[end] <= '9' || said[end] == '.') {
			end++
		}
		if v := strings.TrimRight(said[i:end], "."); strings.Contains(v, ".") {
			return v
		}
		i = end
	}
	return ""
}

// versionBefore reports whether a is older than b, number by number.
func versionBefore(a, b string) bool {
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		if len(x) != len(y) {
			return len(x) < len(y)
		}
		if x != y {
			return x < y
		}
	}
	return false
}
