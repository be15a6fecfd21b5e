// Package live runs live sessions of coding agents: it starts the agent's
// process, passes everything that happens to a machine (core.LiveSession), does
// what the machine asks for, and records every message in the store of an engine
// while the session runs.
//
// Programs use heddle.StartAgent, the typed API above it.
package live

import (
	"context"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// Transport starts the process of an agent.
type Transport interface {
	// Start starts a process. Its files are there before it starts, and are removed
	// after it has ended. output receives what it prints on standard output,
	// from one goroutine, and the process waits until output returns.
	Start(spawn *session.LiveSpawn, output func([]byte)) (Connection, error)
}

// Connection is a running process.
type Connection interface {
	// Write queues data for standard input and keeps it. It does not wait.
	Write(data []byte)
	// CloseInput closes standard input after what is queued.
	CloseInput()
	// Signal sends a signal to the whole process group.
	Signal(session.LiveSignal)
	// Wait waits for the end of the group; all output was passed on before.
	Wait() Exit
}

// Exit says how a process ended.
type Exit struct {
	// Status is the exit status; 128 and the number of the signal for a process
	// that a signal ended.
	Status int
	// Stderr is the end of standard error, at most 64 KB.
	Stderr string
	// Gone reports that no process of the agent is left, Left which ones are, as far as that is known.
	Gone bool
	Left []int
}

// AutoAgent is the agent name that selects the first installed agent of Options.Prefer.
const AutoAgent = "auto"

// Options say which agent to run and what happens to the session.
type Options struct {
	// Open is the machine's request: the agent (or AutoAgent), the folder, what
	// to resume, the model, the limits. Start sets Now, CanAsk and ProgramVersion, SessionID if
	// it is empty, and makes Cwd absolute; an empty one is the working folder. Resume may also be agent:ID, and
	// heddle:ID for the session that was stored under this id.
	Open session.LiveOpenRequest
	// Continue resumes the agent's newest session in the folder.
	Continue bool
	// Prefer lists the agents of AutoAgent, best first; empty means all tested ones.
	Prefer []string

	// Engine records the session and reads what the agent wrote; nil for neither.
	Engine bindings.Engine
	// NoRecording leaves the store as it is.
	NoRecording bool
	// StoreID is the id of the stored session. Empty means the one that names the resumed session, from
	// the machine of Open.Origin or from none, else a new one.
	StoreID string
	// Tags become part of the stored session.
	Tags []string

	// Permission decides about requests for permission. It runs on a goroutine of
	// its own; its context ends when the answer is no longer needed. An error
	// denies with its text. Without Permission every request is denied.
	Permission func(ctx context.Context, ask Ask) (Decision, error)
	// Hooks are called in order, on one goroutine that the session does not wait for.
	Hooks Hooks
	// Attachments is the folder that attachments may be read from by path; nil for none.
	Attachments *os.Root
	// QueueEvents is the number of events that a subscription holds before it
	// ends with LIMIT_EXCEEDED; 0 means 4096.
	QueueEvents int
	// WaitForReaders has the agent wait while a subscription is full, instead of ending it.
	WaitForReaders bool

	// Environ is the environment that the agent inherits, each NAME=value; nil means this process's.
	Environ []string
	// Transport starts the process; nil means a process of this system.
	Transport Transport
	// StateFolder is where processes are registered: empty means this user's state
	// folder, "-" nowhere.
	StateFolder string
	// Now and NewID are the clock and the source of UUIDs, safe for concurrent use;
	// nil means the system's.
	Now   func() time.Time
	NewID func() string
}

// Ask is a request for permission.
type Ask struct {
	// ID names the request in the session.
	ID string
	// Query is the query that the agent works on; empty when it works by itself.
	Query string
	session.LiveAsk
}

// Decision answers a request for permission.
type Decision struct {
	// Allow lets the tool run.
	Allow bool
	// Reason is the agent's explanation of a denial.
	Reason string
	// UpdatedInput replaces the tool's input, if Ask.CanUpdateInput.
	UpdatedInput session.JSON
	// Rules are permission updates in the agent's form, or true for those that it
	// suggests, if Ask.CanRemember.
	Rules session.JSON
	// Interrupt ends the turn after a denial.
	Interrupt bool
}

// Hooks are callbacks at points of a session; each may be nil. They cannot change or delay anything:
// when 1024 calls wait, further ones are dropped and reported as a diagnostic.
type Hooks struct {
	SessionStart func(Info)
	SessionEnd   func(Info, error)
	QueryStart   func(query string)
	QueryEnd     func(query string, result session.JSON, err error)
	ToolUse      func(ToolUse)
	Permission   func(Ask)
	// Diagnostic is called with every defect that ends nothing.
	Diagnostic func(error)
}

// Info is what is known of a session.
type Info struct {
	Agent string
	// StoreID is the stored session; empty when nothing is recorded.
	StoreID string
	// NativeID is the agent's own id of the session.
	NativeID string
	Cwd      string
	Model    string
	Health   session.LiveHealth
	// Recording reports that messages are being stored: not when nothing is recorded, and not while the
	// store cannot be written.
	Recording bool
	// Lost is how many messages were not stored and will not be.
	Lost int64
	// Queries is how many prompts were sent.
	Queries int64
	// Position is the position of the stored session up to which it is written.
	Position int64
}

func (o *Options) setDefaults() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	if o.NewID == nil {
		o.NewID = uuid.NewString
	}
	if o.QueueEvents <= 0 {
		o.QueueEvents = 4096
	}
}

// registry returns where processes are registered; nil for nowhere.
func (o *Options) registry() *process.Registry {
	switch o.StateFolder {
	case "-":
		return nil
	case "":
		return process.UserRegistry()
	}
	return process.NewRegistry(o.StateFolder)
}
