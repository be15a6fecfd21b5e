package live

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// Agents lists the agents that live sessions can run.
func Agents() []session.LiveAgent { return core.LiveAgents() }

// Start starts an agent and returns when it is ready, with NativeID known. When
// ctx is done before, the process is killed and the error is TIMEOUT; later ctx
// does not matter. Processes that a killed owner left are ended first.
//
// UNSUPPORTED: the program is missing or too old, or the agent cannot do what an
// option asks for. SESSION_NOT_FOUND: there is no session to continue, or the agent refused to resume it.
func Start(ctx context.Context, o Options) (*Session, error) {
	o.setDefaults()
	if err := ctx.Err(); err != nil {
		return nil, cancelled(ctx)
	}
	if err := o.complete(ctx); err != nil {
		return nil, err
	}
	s := newSession(o)
	if s.transport = o.Transport; s.transport == nil {
		registry := o.registry()
		if registry != nil {
			if err := registry.Check(); err != nil {
				s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: err}) // the agent runs unregistered
			}
			registry.Reap() // an error is that of other processes
		}
		s.transport = &processTransport{registry, process.Entry{Agent: o.Open.Agent, SessionID: o.Open.SessionID, Cwd: o.Open.Cwd, Since: o.Now()}, o.Environ}
	}
	if err := s.awaitMinute(ctx); err != nil {
		s.recorder.close()
		return nil, err
	}
	open := o.Open
	open.Now, open.CanAsk = s.now(), o.Open.CanAsk || o.Permission != nil
	machine, step, err := core.OpenLive(open, debug.FreeOSMemory)
	if err != nil {
		s.recorder.close()
		return nil, err
	}
	s.machine = machine
	if err := s.usePrices(ctx); err != nil {
		s.publish(Event{Kind: session.LiveOutputKindDiagnostic, Err: err}) // turns have no computed cost
	}
	go s.run(step)
	select {
	case <-s.ready:
	case <-ctx.Done():
		s.kill()
		<-s.done
		return nil, cancelled(ctx)
	}
	if s.isReady {
		return s, nil
	}
	<-s.done
	if err := s.Err(); err != nil {
		return nil, err
	}
	return nil, errEnded()
}

// usePrices gives the machine the engine's prices.
func (s *Session) usePrices(ctx context.Context) error {
	if s.o.Engine == nil {
		return s.machine.UsePrices(nil)
	}
	engine, ok := s.o.Engine.(direct)
	if !ok {
		return nil
	}
	_, err := engine.Do(ctx, rpc.OpSessionsGet, func(e *core.Engine) error { return s.machine.UsePrices(e) })
	return err
}

// complete fills in what the options leave open.
func (o *Options) complete(ctx context.Context) (err error) {
	if o.Open.Cwd, err = filepath.Abs(o.Open.Cwd); err != nil {
		return fault.Wrap(fault.IO, "the working folder is unknown", err)
	}
	if err := o.readResume(ctx); err != nil {
		return err
	}
	if err := o.selectAgent(); err != nil {
		return err
	}
	if o.Continue {
		if err := o.findNewest(ctx); err != nil {
			return err
		}
	}
	if info, err := os.Stat(o.Open.Cwd); o.Transport == nil && (err != nil || !info.IsDir()) {
		return fault.New(fault.InvalidArgument, "the working folder "+o.Open.Cwd+" does not exist")
	}
	if o.Engine != nil && !o.NoRecording && o.StoreID == "" && o.Open.Resume != "" && !o.Open.Fork {
		o.StoreID = o.findStored(ctx)
	}
	if o.Open.SessionID == "" {
		o.Open.SessionID = o.NewID()
		if o.Open.Resume == "" && isUUID(o.StoreID) {
			o.Open.SessionID = o.StoreID
		}
	}
	if !isUUID(o.Open.SessionID) {
		return fault.New(fault.InvalidArgument, "the id of a new session must be a UUID, not \""+o.Open.SessionID+"\"")
	}
	if o.StoreID == "" {
		o.StoreID = o.Open.SessionID
	}
	return o.askVersion(ctx)
}

// storeName is the agent name of sessions of the store.
const storeName = "heddle"

// readResume replaces the name of a session to resume by the agent's own id of it.
func (o *Options) readResume(ctx context.Context) error {
	name, id, named := strings.Cut(o.Open.Resume, ":")
	if !named {
		return nil
	}
	agent := name
	if name == storeName {
		found, err := o.readStored(ctx, id)
		if err != nil {
			return err
		}
		if o.StoreID == "" && !o.Open.Fork {
			o.StoreID = id
		}
		agent, id = found.Agent, found.SessionID
	}
	switch o.Open.Agent {
	case AutoAgent:
		o.Open.Agent = agent
	case agent:
	default:
		return fault.New(fault.InvalidArgument, "the session "+o.Open.Resume+" is not one of "+o.Open.Agent)
	}
	o.Open.Resume = id
	return nil
}

// readStored returns the agent's own session that a stored one names.
func (o *Options) readStored(ctx context.Context, id string) (found native, err error) {
	if o.Engine == nil {
		return found, fault.New(fault.InvalidArgument, "the stored session cannot be read: Engine is missing")
	}
	request := session.StoreRead{SessionID: id}
	response, err := o.Engine.Call(ctx, "store.get", request.AppendJSON(nil))
	if err != nil {
		return found, err
	}
	var answer struct{ Extra struct{ Native native } }
	if json.Unmarshal(response.Body, &answer) != nil || answer.Extra.Native.SessionID == "" {
		return found, fault.New(fault.SessionNotFound, "the stored session "+id+" names no session of an agent").
			WithHint("resume the agent's own session by its id")
	}
	return answer.Extra.Native, nil
}

// isUUID reports whether s has the form of a UUID.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		dash := i == 8 || i == 13 || i == 18 || i == 23
		hex := c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
		if dash != (c == '-') || !dash && !hex {
			return false
		}
	}
	return true
}

// selectAgent replaces AutoAgent by the first agent that is installed.
func (o *Options) selectAgent() error {
	if o.Open.Agent != AutoAgent {
		return nil
	}
	rows, prefer := Agents(), o.Prefer
	if len(prefer) == 0 {
		for _, row := range rows {
			if row.Tested {
				prefer = append(prefer, row.Agent)
			}
		}
	}
	for _, name := range prefer {
		for _, row := range rows {
			if row.Agent != name {
				continue
			}
			if _, err := process.Find(row.Program, o.Open.Cwd, o.environment(), row.Install); err == nil {
				o.Open.Agent = name
				return nil
			}
		}
	}
	return fault.New(fault.Unsupported, "none of these agents is installed: "+strings.Join(prefer, ", ")).
		WithHint("heddle agents --live lists the agents and how to get them")
}

// environment is that of the agent, except for what its row sets and removes.
func (o *Options) environment() []string {
	return process.Environment(o.Environ, o.Open.Env, nil)
}

// askVersion finds the program and asks for its version, if the agent's row
// names the oldest one that works.
func (o *Options) askVersion(ctx context.Context) error {
	if o.Transport != nil || o.Open.ProgramVersion != "" {
		return nil
	}
	for _, row := range Agents() {
		if row.Agent != o.Open.Agent || row.MinVersion == "" {
			continue
		}
		program := row.Program
		if o.Open.Program != "" {
			program = o.Open.Program
		}
		path, err := process.Find(program, o.Open.Cwd, o.environment(), row.Install)
		if err != nil {
			return err
		}
		o.Open.ProgramVersion = process.Version(ctx, path, o.environment())
	}
	if ctx.Err() != nil {
		return cancelled(ctx)
	}
	return nil
}

// findNewest resumes the agent's newest session in the folder.
func (o *Options) findNewest(ctx context.Context) error {
	switch {
	case o.Open.Resume != "":
		return fault.New(fault.InvalidArgument, "continue and resume exclude each other")
	case o.Engine == nil:
		return fault.New(fault.InvalidArgument, "the session to continue is found through the catalog: Engine is missing")
	}
	request := session.ListRequest{Agent: o.Open.Agent, Cwd: o.Open.Cwd, Limit: 50}
	response, err := o.Engine.Call(ctx, "sessions.list", request.AppendJSON(nil))
	if err != nil {
		return err
	}
	var list []listed
	if err := json.Unmarshal(response.Body, &list); err != nil {
		return fault.Wrap(fault.Internal, "the engine's answer cannot be read", err)
	}
	for _, x := range list {
		if id := x.nativeID(o.Open.Agent); id != "" {
			o.Open.Resume = id
			if x.Cwd != "" {
				o.Open.Cwd = x.Cwd
			}
			return nil
		}
	}
	return fault.New(fault.SessionNotFound, o.Open.Agent+" has no session in "+o.Open.Cwd).WithHint("start one without continue")
}

// listed is a session of a list: the agent's own, or a recording or copy of it.
type listed struct {
	Agent, SessionID, OriginalUnifiedID, Cwd string
	OriginalGone                             bool
}

// nativeID returns the agent's own id of the session; "" when the agent does not
// have it any more.
func (x *listed) nativeID(agent string) string {
	if x.Agent == agent {
		return x.SessionID
	}
	id, ok := strings.CutPrefix(x.OriginalUnifiedID, agent+":")
	if !ok || x.OriginalGone {
		return ""
	}
	return id
}

// native is what a stored session says of the agent's own one.
type native struct {
	Agent     string `json:"agent"`
	SessionID string `json:"sessionId"`
}

// findStored returns the stored session that names the resumed one; "" when none
// does. With an origin it is the one from there, else one without.
func (o *Options) findStored(ctx context.Context) string {
	request := session.StoreListRequest{Adapter: o.Open.Agent}
	response, err := o.Engine.Call(ctx, "store.list", request.AppendJSON(nil))
	if err != nil {
		return "" // recording will say why
	}
	var list []struct {
		SessionID string
		Extra     struct {
			Native native
			Origin string
		}
	}
	if json.Unmarshal(response.Body, &list) != nil {
		return ""
	}
	found := ""
	for _, x := range list {
		switch origin := x.Extra.Origin; {
		case x.Extra.Native != native{o.Open.Agent, o.Open.Resume}:
		case o.Open.Origin == "" || origin == o.Open.Origin:
			return x.SessionID
		case origin == "" && found == "":
			found = x.SessionID
		}
	}
	return found
}

// metadata is that of the stored session. extra.native names the agent's own one, extra.previous the stored
// session that clear has ended.
func (s *Session) metadata(info Info, previous string) session.UpdateRequest {
	extra := map[string]any{"native": native{info.Agent, info.NativeID}}
	if previous != "" {
		extra["previous"] = previous
	}
	if len(s.o.Tags) > 0 {
		extra["tags"] = s.o.Tags
	}
	if s.o.Open.Origin != "" {
		extra["origin"] = s.o.Open.Origin
	}
	text, err := json.Marshal(extra)
	if err != nil {
		panic(err) // strings always have a JSON form
	}
	return session.UpdateRequest{Adapter: info.Agent, Model: info.Model, CWD: info.Cwd, Extra: text}
}
