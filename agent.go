package heddle

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// AutoAgent selects the first agent of AgentOptions.Prefer that is installed.
const AutoAgent Agent = live.AutoAgent

// AgentOptions say which agent StartAgent runs, and how. What an agent cannot do is UNSUPPORTED;
// ListAgents lists what each can do.
type AgentOptions struct {
	// Agent is the agent to run, or acp: and a command line that speaks the Agent Client Protocol.
	// Empty means AutoAgent.
	Agent Agent
	// Prefer lists the agents of AutoAgent, best first; empty means all tested ones.
	Prefer []Agent
	// Name registers the session under a name, for AgentByName and the Supervisor.
	Name string

	// Client records the session, and finds the session to continue. Nil means one of this user's
	// store, which closes with the session.
	Client *Heddle
	// NoRecording leaves the store as it is.
	NoRecording bool
	// SessionID is the id, a UUID, of the stored session and, if the agent lets its caller choose,
	// of its own new session. Empty means the stored session of the session that Resume names, else a new id.
	SessionID string
	// Tags become part of the stored session.
	Tags []string
	// Origin names the machine that the stored session comes from, as ImportOptions.Origin does.
	// A session that Resume names is then not recorded into one that comes from another machine.
	Origin string

	// Resume is the agent's own id of the session to continue, or the name of a session, such as
	// "claude:3b067d2e-…", or "heddle:ID" for the session that was stored under this id.
	Resume string
	// Continue resumes the agent's newest session in the folder.
	Continue bool
	// Fork continues a copy of the session.
	Fork bool

	// Cwd is the folder to work in; empty means the working folder.
	Cwd string
	// Program is the program to run instead of the agent's own, with Args as further arguments and
	// Env (each NAME=value) in its environment.
	Program string
	Args    []string
	Env     []string

	Model          string
	SystemPrompt   string // instead of the agent's own
	PermissionMode LivePermissionMode
	// AllowedTools need no permission, DisallowedTools are refused.
	AllowedTools, DisallowedTools []string
	MaxTurns                      int64 // steps of the agent in one query; 0 for no limit
	MaxBudgetUSD                  Money // 0 for no limit
	MaxThinkingTokens             int64 // in one request; 0 for no limit
	// Thinking says how much the agent thinks, in its own words, such as low or high.
	Thinking string
	// OutputSchema is a JSON schema that the answer must match.
	OutputSchema JSON
	// Subagent is the agent's own agent definition to run as.
	Subagent string
	// AddDirs are further folders that the agent may use.
	AddDirs []string
	// MCPServers are MCP servers by name, Settings further settings, as the agent's configuration has them.
	MCPServers, Settings JSON
	// NoSessionPersistence has the agent keep no session in its own files.
	NoSessionPersistence bool
	// FileCheckpointing has the agent keep what RewindFiles needs.
	FileCheckpointing bool

	// Timeout limits a query, without the time in which somebody is asked: 0 means 300 s.
	// IdleTimeout limits the time without text, thinking or a running tool: 0 means no limit.
	// StartTimeout limits the start: 0 means 120 s. PermissionTimeout is the time after which a permission is
	// denied: 0 means 600 s. A negative one means no limit.
	Timeout, IdleTimeout, StartTimeout, PermissionTimeout time.Duration
	// MaxQueued is the number of queries that may wait; 0 means 16.
	MaxQueued int64

	// Permission decides about requests for permission, on a goroutine of its own. Its context
	// ends when the answer is no longer needed. An error denies with its text. Without Permission
	// every request is denied, unless CanAnswer is set.
	Permission func(ctx context.Context, ask AgentAsk) (AgentDecision, error)
	// CanAnswer says that somebody who listens to the events calls AgentSession.Answer.
	CanAnswer bool
	// Hooks are called in order, on one goroutine that the session does not wait for.
	Hooks AgentHooks
	// Attachments is the folder that attachments may be read from by path; nil for none.
	Attachments *os.Root
	// QueueEvents is the number of events that a subscription holds before it ends with
	// LIMIT_EXCEEDED; 0 means 4096.
	QueueEvents int
	// WaitForReaders has the agent wait while a subscription or a stream is full, so that none ends with
	// LIMIT_EXCEEDED: what the agent prints is not read meanwhile. A reader that stops reading without
	// closing its subscription stops the agent; time limits continue.
	WaitForReaders bool
	// StateFolder is where running processes are registered: empty means heddle/live in this user's
	// state folder, "-" nowhere.
	StateFolder string
	// Environ is the environment that the agent inherits, each NAME=value; nil means this process's.
	Environ []string
}

// AgentAsk is a request for permission.
type AgentAsk struct {
	// ID names the request in its session.
	ID string
	// Query is the query that the agent works on; empty when it works by itself.
	Query string
	LiveAsk
}

// AgentDecision answers a request for permission.
type AgentDecision struct {
	// Allow lets the tool run.
	Allow bool
	// Reason is the explanation of a denial.
	Reason string
	// UpdatedInput replaces the tool's input, if LiveAsk.CanUpdateInput.
	UpdatedInput JSON
	// Rules are permission updates in the agent's form, or true for those that it suggests, if
	// LiveAsk.CanRemember.
	Rules JSON
	// Interrupt ends the turn after a denial.
	Interrupt bool
}

// AgentHooks are callbacks at points of a session; each may be nil. They cannot change or delay
// anything: when 1024 calls wait, further ones are dropped and reported as a diagnostic.
type AgentHooks struct {
	SessionStart func(sessionID string)
	SessionEnd   func(sessionID string, err error)
	QueryStart   func(query string)
	QueryEnd     func(query string, result JSON, err error)
	ToolUse      func(AgentToolUse)
	Permission   func(AgentAsk)
	// Diagnostic is called with every defect that ends nothing.
	Diagnostic func(error)
}

// AgentToolUse is a call of a tool by the agent.
type AgentToolUse struct {
	// Query is the query that the agent works on; empty when it works by itself.
	Query string
	ID    string
	Name  string
	Input JSON
}

// ListAgents lists the agents that StartAgent can run, with what each can do.
func ListAgents() []LiveAgent { return convertList(live.Agents(), toLiveAgent) }

// names are the running sessions that have a name; nil for one that starts.
var names struct {
	sync.Mutex
	sessions map[string]*AgentSession
}

// AgentByName returns the running session of a name; BAD_REF without one.
func AgentByName(name string) (*AgentSession, error) {
	names.Lock()
	defer names.Unlock()
	if s := names.sessions[name]; s != nil {
		return s, nil
	}
	return nil, fault.New(fault.BadRef, "no running agent has the name "+name)
}

// reserveName takes a name; CONFLICT: another session has it.
func reserveName(name string) error {
	if name == "" {
		return nil
	}
	names.Lock()
	defer names.Unlock()
	if _, taken := names.sessions[name]; taken {
		return fault.New(fault.Conflict, "another running agent has the name "+name)
	}
	if names.sessions == nil {
		names.sessions = map[string]*AgentSession{}
	}
	names.sessions[name] = nil
	return nil
}

// setName gives a reserved name to a session; nil releases it.
func setName(name string, s *AgentSession) {
	if name == "" {
		return
	}
	names.Lock()
	defer names.Unlock()
	if s == nil {
		delete(names.sessions, name)
		return
	}
	names.sessions[name] = s
}

// StartAgent starts a coding agent and returns when it is ready. Every whole message of the session
// is recorded in the store of the client while it runs. Stop it.
//
// When ctx is done before the agent is ready, its process is killed and the error is TIMEOUT; later ctx
// does not matter. Processes that a killed program left are ended first.
//
// UNSUPPORTED: the program is missing or too old, or the agent cannot do what an option asks for.
// SESSION_NOT_FOUND: there is no session to continue, or the agent refused to resume it.
// CONFLICT: another session has the name.
func StartAgent(ctx context.Context, options AgentOptions) (*AgentSession, error) {
	if err := reserveName(options.Name); err != nil {
		return nil, err
	}
	s, err := startAgent(ctx, options)
	if err != nil {
		setName(options.Name, nil)
		return nil, err
	}
	setName(options.Name, s)
	go s.release()
	return s, nil
}

func startAgent(ctx context.Context, options AgentOptions) (*AgentSession, error) {
	s := &AgentSession{client: options.Client, name: options.Name, released: make(chan struct{})}
	if s.client == nil {
		client, err := Open(Options{})
		if err != nil {
			return nil, err
		}
		s.client, s.owned = client, true
	}
	o, err := options.driver(s.client)
	if err == nil {
		s.live, err = live.Start(ctx, o)
	}
	if err != nil {
		if s.owned {
			s.client.Close()
		}
		return nil, err
	}
	return s, nil
}

// driver returns the options as the driver takes them.
func (o *AgentOptions) driver(client *Heddle) (live.Options, error) {
	agent := string(o.Agent)
	if agent == "" {
		agent = live.AutoAgent
	}
	if o.Continue && o.Resume != "" {
		return live.Options{}, optionFault("Continue and Resume exclude each other", "leave out one of the two")
	}
	out := live.Options{Engine: client.engine, NoRecording: o.NoRecording, StoreID: o.SessionID, Tags: o.Tags, Continue: o.Continue,
		Attachments: o.Attachments, QueueEvents: o.QueueEvents, WaitForReaders: o.WaitForReaders, StateFolder: o.StateFolder, Environ: o.Environ, Hooks: o.Hooks.driver()}
	for _, name := range o.Prefer {
		out.Prefer = append(out.Prefer, string(name))
	}
	if f := o.Permission; f != nil {
		out.Permission = func(ctx context.Context, ask live.Ask) (live.Decision, error) {
			d, err := f(ctx, toAgentAsk(ask))
			return d.driver(), err
		}
	}
	out.Open = session.LiveOpenRequest{Agent: agent, Resume: o.Resume, Fork: o.Fork, Cwd: o.Cwd, Program: o.Program,
		Args: o.Args, Env: o.Env, Model: o.Model, SystemPrompt: o.SystemPrompt, PermissionMode: o.PermissionMode, Origin: o.Origin, AllowedTools: o.AllowedTools,
		DisallowedTools: o.DisallowedTools, MaxTurns: o.MaxTurns, MaxThinkingTokens: o.MaxThinkingTokens, Thinking: o.Thinking,
		OutputSchema: session.JSON(o.OutputSchema), Subagent: o.Subagent, AddDirs: o.AddDirs, MCPServers: session.JSON(o.MCPServers),
		Settings: session.JSON(o.Settings), NoSessionPersistence: o.NoSessionPersistence, FileCheckpointing: o.FileCheckpointing,
		CanAsk: o.CanAnswer, TimeoutMS: limitMS(o.Timeout), IdleTimeoutMS: max(0, limitMS(o.IdleTimeout)), StartTimeoutMS: limitMS(o.StartTimeout),
		PermissionTimeoutMS: limitMS(o.PermissionTimeout), MaxQueued: o.MaxQueued}
	if o.MaxBudgetUSD > 0 {
		out.Open.MaxBudgetUSD = o.MaxBudgetUSD.String()
	}
	return out, nil
}

// limitMS returns a time limit as the machine takes it: 0 for the default, NoLimit for a negative one.
func limitMS(d time.Duration) int64 {
	switch {
	case d < 0:
		return session.NoLimit
	case d > 0:
		return max(1, d.Milliseconds())
	}
	return 0
}

func (h AgentHooks) driver() (out live.Hooks) {
	if f := h.SessionStart; f != nil {
		out.SessionStart = func(info live.Info) { f(info.StoreID) }
	}
	if f := h.SessionEnd; f != nil {
		out.SessionEnd = func(info live.Info, err error) { f(info.StoreID, err) }
	}
	if f := h.QueryEnd; f != nil {
		out.QueryEnd = func(query string, result session.JSON, err error) { f(query, JSON(result), err) }
	}
	if f := h.ToolUse; f != nil {
		out.ToolUse = func(use live.ToolUse) { f(AgentToolUse{use.Query, use.ID, use.Name, JSON(use.Input)}) }
	}
	if f := h.Permission; f != nil {
		out.Permission = func(ask live.Ask) { f(toAgentAsk(ask)) }
	}
	out.QueryStart, out.Diagnostic = h.QueryStart, h.Diagnostic
	return out
}

func toAgentAsk(ask live.Ask) AgentAsk {
	return AgentAsk{ID: ask.ID, Query: ask.Query, LiveAsk: toLiveAsk(&ask.LiveAsk)}
}

func (d AgentDecision) driver() live.Decision {
	return live.Decision{Allow: d.Allow, Reason: d.Reason, UpdatedInput: session.JSON(d.UpdatedInput), Rules: session.JSON(d.Rules), Interrupt: d.Interrupt}
}

// AgentProcess is a registered process of a live session.
type AgentProcess = live.Process

// AgentProcesses lists the processes of live sessions on this machine, of all programs of this user.
// UNSUPPORTED: this user has no state folder.
func AgentProcesses() ([]AgentProcess, error) { return live.Processes() }

// ReapAgents ends the processes whose program was killed, and returns them. StartAgent does it too.
// UNSUPPORTED: this user has no state folder.
func ReapAgents() ([]AgentProcess, error) { return live.Reap() }

// messageHead is what every message may have. It has no content, because that may be 50 MB.
type messageHead struct {
	Type            string
	Delta           bool
	ParentToolUseID string
}

func readHead(m JSON) (head messageHead) {
	if json.Unmarshal(m, &head) != nil {
		return messageHead{}
	}
	return head
}

// textContent is the content of a message when it is a text; other content is left out.
type textContent string

func (t *textContent) UnmarshalJSON(content []byte) error {
	if !bytes.HasPrefix(content, []byte(`"`)) {
		return nil
	}
	return json.Unmarshal(content, (*string)(t))
}

// spoken is a message with its text.
type spoken struct {
	messageHead
	Content textContent
}

func readSpoken(m JSON) (s spoken) {
	if json.Unmarshal(m, &s) != nil {
		return spoken{}
	}
	return s
}
