package liveserve

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/process"
)

// work is a request that was accepted: what it does, and what follows its response.
type work struct {
	run  func(context.Context) (any, error)
	done func()
}

// method prepares a request, on the reader's goroutine.
type method func(s *server, params json.RawMessage) (work, error)

var methods map[string]method

func init() {
	methods = map[string]method{
		"initialize":             initialize,
		"shutdown":               onServer((*server).shutdown),
		"live.agents":            onServer(listAgents),
		"live.start":             start,
		"live.supervise":         supervise,
		"live.supervised":        onServer((*server).awaitSupervised),
		"live.unsupervise":       onServer((*server).unsupervise),
		"live.processes":         onServer(listProcesses),
		"live.reap":              onServer(reapProcesses),
		"live.stop":              stopSession,
		"live.query":             onSession(beginQuery),
		"live.subscribe":         onSession(beginSubscription),
		"live.unsubscribe":       onServer((*server).unsubscribe),
		"live.conversation":      onSession(readConversation),
		"live.info":              onSession(readInfo),
		"live.capabilities":      onSession(readCapabilities),
		"live.answer":            onSession(answer),
		"live.interrupt":         command[wireHandle](session.LiveCommandKindInterrupt),
		"live.cancel":            command[wireQueryId](session.LiveCommandKindInterrupt),
		"live.steer":             command[wireText](session.LiveCommandKindSteer),
		"live.setModel":          command[wireModel](session.LiveCommandKindSetModel),
		"live.setPermissionMode": command[wireMode](session.LiveCommandKindSetPermissionMode),
		"live.clear":             command[wireHandle](session.LiveCommandKindClear),
		"live.mcpStatus":         report[wireHandle](session.LiveCommandKindMcpStatus),
		"live.serverInfo":        report[wireHandle](session.LiveCommandKindServerInfo),
		"live.rewindFiles":       report[wireRewind](session.LiveCommandKindRewindFiles),
	}
}

// onServer makes a method of a function that needs no session.
func onServer[P any](run func(*server, context.Context, *P) (any, error)) method {
	return func(s *server, params json.RawMessage) (work, error) {
		p := new(P)
		if err := decodeParams(params, p); err != nil {
			return work{}, err
		}
		return work{run: func(ctx context.Context) (any, error) { return run(s, ctx, p) }}, nil
	}
}

// end is the second half of a request: it waits for the result.
type end func(context.Context) (any, error)

// sessionParams are params that name a session.
type sessionParams[P any] interface {
	*P
	handle() string
}

// onSession makes a method of a function that begins a request of a session: those of one session are called
// in the order of their lines.
func onSession[P any, Q sessionParams[P]](begin func(*server, context.Context, *agentSession, *P) (end, error)) method {
	return func(s *server, params json.RawMessage) (work, error) {
		p := new(P)
		if err := decodeParams(params, p); err != nil {
			return work{}, err
		}
		handle := Q(p).handle()
		a := s.find(handle)
		if a == nil || !a.enter() {
			return work{}, errNoSession(handle)
		}
		before, begun := a.queue()
		return work{done: a.leave, run: func(ctx context.Context) (any, error) {
			select {
			case <-before:
			case <-ctx.Done():
				go func() { // the order of the others stays
					<-before
					close(begun)
				}()
				return nil, errCancelled(ctx)
			}
			if a.agent == nil {
				close(begun)
				return nil, errNoSession(handle)
			}
			wait, err := begin(s, ctx, a, p)
			close(begun)
			if err != nil {
				return nil, err
			}
			return wait(ctx)
		}}, nil
	}
}

func errCancelled(ctx context.Context) error {
	return fault.Wrap(fault.Timeout, "cancelled", ctx.Err())
}

// report makes a method of a command of the session, whose members the params have, with its reply as the result.
func report[P any, Q sessionParams[P]](kind session.LiveCommandKind) method {
	return onSession[P, Q](func(_ *server, ctx context.Context, a *agentSession, p *P) (end, error) {
		begun, err := a.agent.Driver().BeginCommand(ctx, copyFields(session.LiveCommandRequest{Kind: kind}, p))
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context) (any, error) {
			value, _, err := begun.Wait(ctx)
			return json.RawMessage(value), err
		}, nil
	})
}

// command is report for a command whose reply has no value.
func command[P any, Q sessionParams[P]](kind session.LiveCommandKind) method {
	prepare := report[P, Q](kind)
	return func(s *server, params json.RawMessage) (work, error) {
		w, err := prepare(s, params)
		if run := w.run; run != nil {
			w.run = func(ctx context.Context) (any, error) {
				_, err := run(ctx)
				return nil, err
			}
		}
		return w, err
	}
}

// initialize is done before the next line is read.
func initialize(s *server, params json.RawMessage) (work, error) {
	p := new(wireInitialize)
	if err := decodeParams(params, p); err != nil {
		return work{}, err
	}
	program, err := s.initialize(p)
	return work{run: func(context.Context) (any, error) { return program, nil }}, err
}

func listAgents(*server, context.Context, *wireNothing) (any, error) {
	return heddle.ListAgents(), nil
}

func start(s *server, params json.RawMessage) (work, error) {
	p := new(wireStart)
	if err := decodeParams(params, p); err != nil {
		return work{}, err
	}
	return s.prepareStart(p, startOnce)
}

func supervise(s *server, params json.RawMessage) (work, error) {
	p := new(wireSupervise)
	if err := decodeParams(params, p); err != nil {
		return work{}, err
	}
	if p.Name == "" {
		return work{}, refuse(codeParams, fault.InvalidArgument, "a supervised session needs a name")
	}
	return s.prepareStart(&p.wireStart, s.supervise(p))
}

// stopSession stops a session; one that does not run is left as it is. Cancelling the request kills the process.
func stopSession(s *server, params json.RawMessage) (work, error) {
	p := new(wireHandle)
	if err := decodeParams(params, p); err != nil {
		return work{}, err
	}
	a := s.find(p.Session)
	return work{run: func(ctx context.Context) (any, error) {
		if a == nil {
			return nil, nil
		}
		return nil, a.stop(ctx)
	}}, nil
}

func beginQuery(s *server, ctx context.Context, a *agentSession, p *wireQuery) (end, error) {
	q := copyFields(live.Query{}, p)
	if p.TimeoutMS != nil {
		if q.TimeoutMS = *p.TimeoutMS; q.TimeoutMS == 0 {
			q.TimeoutMS = session.NoLimit
		}
	}
	for i := range p.Attachments {
		file, err := attachmentOf(&p.Attachments[i])
		if err != nil {
			return nil, err
		}
		q.Attachments = append(q.Attachments, file)
	}
	begun, err := a.agent.Driver().Begin(ctx, q)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		result, messages, err := begun.Wait(ctx)
		if err != nil {
			return nil, err
		}
		return encodeTurn(result, messages, p, s.maxLine), nil
	}, nil
}

func attachmentOf(p *wireAttachment) (file live.Attachment, err error) {
	file = live.Attachment{Name: p.Name, MediaType: p.MediaType, Path: p.Path}
	given := 0
	for _, content := range []string{p.Data, p.Text, p.Path} {
		if content != "" {
			given++
		}
	}
	if given > 1 {
		return file, refuse(codeParams, fault.InvalidArgument, "an attachment has data, text or a path, and not several of them")
	}
	if p.Path != "" {
		return file, nil
	}
	if file.Data, err = base64.StdEncoding.DecodeString(p.Data); err != nil {
		return file, refuse(codeParams, fault.InvalidArgument, "data of an attachment must be base64")
	}
	if p.Text != "" {
		file.Data = []byte(p.Text)
	}
	return file, nil
}

// turnRoom is for what a turn has besides its messages.
const turnRoom = 1 << 10

// encodeTurn encodes the end of a query. When the line would be too long the text is left out, which the messages have
// too, then the members raw, then the first messages.
func encodeTurn(result session.JSON, messages []session.JSON, p *wireQuery, maxLine int) pieces {
	noRaw := slices.Contains(p.Omit, "raw")
	if !p.Messages {
		return turnLine(result, messages, nil, noRaw, true)
	}
	for _, try := range []struct{ noRaw, text bool }{{noRaw, true}, {noRaw, false}, {true, false}} {
		line := turnLine(result, messages, messages, try.noRaw, try.text)
		if line.size() <= maxLine-turnRoom {
			return line
		}
	}
	room, first := maxLine-turnRoom-len(result), len(messages)
	for first > 0 {
		if room -= withoutRaw(messages[first-1]).size() + len(","); room < 0 {
			break
		}
		first--
	}
	line := turnLine(result, messages, messages[first:], true, false)
	return append(line[:len(line)-1], fmt.Appendf(nil, `,"dropped":%d}`, first))
}

// turnLine returns a turn with these messages; nil for none at all.
func turnLine(result session.JSON, all, messages []session.JSON, noRaw, text bool) pieces {
	wanted := func(m session.JSON) pieces { return pieces{m} }
	if noRaw {
		wanted = func(m session.JSON) pieces { return withoutRaw(m) }
	}
	line := append(pieces{[]byte(`{"result":`)}, wanted(result)...)
	if text {
		line = append(line, []byte(`,"text":`), finalText(all))
	}
	if messages != nil {
		line = append(append(line, []byte(`,"messages":`)), list(messages, wanted)...)
	}
	return append(line, []byte("}"))
}

// list returns a list of messages.
func list(messages []session.JSON, wanted func(session.JSON) pieces) pieces {
	line := pieces{[]byte("[")}
	for i, m := range messages {
		if i > 0 {
			line = append(line, []byte(","))
		}
		line = append(line, wanted(m)...)
	}
	return append(line, []byte("]"))
}

func answer(_ *server, ctx context.Context, a *agentSession, p *wireAnswer) (end, error) {
	err := a.agent.Answer(ctx, p.Ask, copyFields(heddle.AgentDecision{}, p))
	return func(context.Context) (any, error) { return nil, err }, nil
}

func readInfo(_ *server, _ context.Context, a *agentSession, _ *wireHandle) (end, error) {
	return func(ctx context.Context) (any, error) { return infoOf(ctx, a.handle, a.agent), nil }, nil
}

func readCapabilities(_ *server, _ context.Context, a *agentSession, _ *wireHandle) (end, error) {
	return func(ctx context.Context) (any, error) { return infoOf(ctx, a.handle, a.agent).Capabilities, nil }, nil
}

func readConversation(_ *server, _ context.Context, a *agentSession, _ *wireHandle) (end, error) {
	return func(ctx context.Context) (any, error) {
		found, err := a.agent.Conversation(ctx)
		if err != nil {
			return nil, err
		}
		messages := make([]session.JSON, len(found.Items))
		for i, m := range found.Items {
			messages[i] = session.JSON(m)
		}
		return list(messages, func(m session.JSON) pieces { return pieces{m} }), nil
	}, nil
}

// registryOf returns the registry of processes that params name.
func registryOf(p *wirePlace) (*process.Registry, error) {
	folder := p.StateFolder
	if folder == "" {
		folder = process.StateFolder(lookup(p.Environment))
	}
	if folder == "" {
		return nil, fault.New(fault.Unsupported, "this user has no state folder").WithHint("set XDG_STATE_HOME or HOME")
	}
	return process.NewRegistry(folder), nil
}

func listProcesses(_ *server, _ context.Context, p *wirePlace) (any, error) {
	registry, err := registryOf(p)
	if err != nil {
		return nil, err
	}
	list, err := registry.List()
	return processesOf(list), err
}

func reapProcesses(_ *server, _ context.Context, p *wirePlace) (any, error) {
	registry, err := registryOf(p)
	if err != nil {
		return nil, err
	}
	list, err := registry.Reap()
	return processesOf(list), err
}

func processesOf(list []process.Leftover) []wireProcess {
	out := make([]wireProcess, len(list))
	for i, l := range list {
		out[i] = copyFields(wireProcess{PID: int64(l.PID), OwnerPID: int64(l.OwnerPID), Since: l.Since.UTC().Format(time.RFC3339Nano)}, l)
	}
	return out
}
