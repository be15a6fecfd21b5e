package live

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// fakeClaude answers what a session writes as Claude Code would, in pieces that
// a schedule prints. A silent one answers nothing any more.
type fakeClaude struct {
	random  *rand.Rand
	newer   bool     // it names the prompts that a result answers
	silent  bool     // it answers nothing
	lines   []string // to print
	blocked string   // the permission that the next line waits for
	total   int      // in cents
	number  int
}

// read takes what was written.
func (f *fakeClaude) read(record string) {
	v, err := scan.Parse([]byte(record))
	if err != nil || f.silent {
		return
	}
	switch v.Get("type").String() {
	case "user":
		f.answerPrompt(v)
	case "control_request":
		f.answerRequest(v)
	case "control_response":
		if id := v.Get("response.request_id").String(); id == f.blocked {
			f.blocked = ""
		}
	}
}

func (f *fakeClaude) answerRequest(v scan.Value) {
	id := v.Get("request_id").String()
	switch v.Get("request.subtype").String() {
	case "interrupt":
		f.lines, f.blocked = nil, ""
		f.print(`{"type":"control_response","response":{"subtype":"success","request_id":"%s"}}`, id)
		f.result(``, `"subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming"`)
	case "set_model":
		f.print(`{"type":"control_response","response":{"subtype":"error","request_id":"%s","error":"no such model"}}`, id)
	default:
		f.print(`{"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{}}}`, id)
	}
}

func (f *fakeClaude) answerPrompt(v scan.Value) {
	id, said := v.Get("uuid").String(), v.Get("message.content.0.text").String()
	if said == "/clear" {
		f.result("", `"subtype":"success"`)
		return
	}
	if f.newer {
		f.print(`{"type":"command_lifecycle","command_uuid":"%s","state":"started"}`, id)
	}
	f.print(`{"type":"system","subtype":"init","session_id":"s"}`)
	f.print(`{"type":"user","uuid":"%s","isReplay":true,"message":{"content":[{"type":"text","text":"%s"}]}}`, id, said)
	for range f.random.Intn(4) {
		f.number++
		switch f.random.Intn(4) {
		case 0:
			f.print(`{"type":"stream_event","api_message_id":"m%d","event":{"type":"content_block_delta","delta":{"text":"x"}}}`, f.number)
		case 1:
			f.print(`{"type":"assistant","message":{"id":"m%d","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{}}]}}`, f.number, f.number)
			f.print(`{"type":"control_request","request_id":"p%d","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{},"tool_use_id":"t%d"}}`, f.number, f.number)
			f.print(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t%d","content":"ok"}]}}`, f.number)
		case 2:
			f.print(`garbage`)
		}
	}
	f.result(id, `"subtype":"success"`)
}

func (f *fakeClaude) print(format string, args ...any) {
	f.lines = append(f.lines, fmt.Sprintf(format, args...))
}

// result ends a turn.
func (f *fakeClaude) result(id, members string) {
	f.total += 1 + f.random.Intn(9)
	if f.newer && id != "" {
		members += `,"user_message_uuids":["` + id + `"]`
	}
	f.print(`{"type":"result","session_id":"s","usage":{"input_tokens":1},"total_cost_usd":0.%03d,%s}`, f.total%1000, members)
}

// ownTurn is what the agent does by itself.
func (f *fakeClaude) ownTurn() {
	if len(f.lines) > 0 || f.blocked != "" || f.silent {
		return
	}
	f.print(`{"type":"system","subtype":"init","session_id":"s"}`)
	f.print(`{"type":"assistant","message":{"content":[{"type":"text","text":"done"}]}}`)
	f.result("", `"subtype":"success","origin":{"kind":"task-notification"}`)
}

// next returns the next line to print; "" for none.
func (f *fakeClaude) next() string {
	if len(f.lines) == 0 || f.blocked != "" {
		return ""
	}
	line := f.lines[0]
	f.lines = f.lines[1:]
	if v, err := scan.Parse([]byte(line)); err == nil && v.Get("request.subtype").EqualString("can_use_tool") {
		f.blocked = v.Get("request_id").String()
	}
	return line
}

// schedule is a random order of what may happen to a session.
type schedule struct {
	*replay
	random *rand.Rand
	agent  *fakeClaude
	seen   int      // outputs that the agent has read
	open   []string // requests for permission
	killed bool     // the process must have ended
	closed bool     // its input is
}

// settle passes what the session wrote to the agent.
func (s *schedule) settle() {
	s.take("")
	for _, o := range s.outputs[s.seen:] {
		switch o.Kind {
		case session.LiveOutputKindWrite:
			if s.closed {
				s.Errorf("a write after the input was closed: %s", o.Data)
			}
			s.agent.read(strings.TrimSuffix(o.Data, "\n"))
		case session.LiveOutputKindAsk:
			s.open = append(s.open, o.ID)
		case session.LiveOutputKindCloseInput:
			s.closed = true
		case session.LiveOutputKindSignal:
			s.killed = s.killed || o.Signal == session.LiveSignalKill
		}
	}
	s.seen = len(s.outputs)
}

// step does one thing at random.
func (s *schedule) step() {
	s.now += session.Time(s.random.Intn(50))
	do := func(c session.LiveCommandRequest) { s.command(c) }
	switch s.random.Intn(20) {
	case 0, 1, 2:
		c := session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: fmt.Sprint("prompt ", len(s.commands)), TimeoutMS: int64(s.random.Intn(3) * 1000)}
		if s.random.Intn(4) == 0 {
			c.Model, c.Mode = fmt.Sprint("m", s.random.Intn(2)), []string{"", "plan", "default", "nonsense"}[s.random.Intn(4)]
		}
		do(c)
	case 3:
		query := ""
		if n := len(s.commands); n > 0 && s.random.Intn(2) == 0 {
			query = s.commands[s.random.Intn(n)].ID
		}
		do(session.LiveCommandRequest{Kind: session.LiveCommandKindInterrupt, Query: query})
	case 4, 5:
		if n := len(s.open); n > 0 {
			i := s.random.Intn(n)
			do(session.LiveCommandRequest{Kind: session.LiveCommandKindAnswer, Ask: s.open[i], Allow: s.random.Intn(2) == 0, Interrupt: s.random.Intn(4) == 0})
		}
	case 6:
		kinds := []session.LiveCommandKind{"clear", "set_model", "mcp_status", "info", "server_info", "set_permission_mode", "steer", "rewind_files", "nonsense"}
		do(session.LiveCommandRequest{Kind: kinds[s.random.Intn(len(kinds))], Mode: "plan", Model: "m", MessageID: "u"})
	case 7:
		s.now += session.Time(s.random.Intn(5000))
	case 8:
		s.tick()
	case 9:
		s.agent.ownTurn()
	case 10:
		if s.random.Intn(20) == 0 {
			do(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
		}
	case 11:
		s.agent.silent = s.agent.silent || s.random.Intn(30) == 0
	default:
		if line := s.agent.next(); line != "" {
			s.session.Feed(s.now, []byte(line+"\n"))
		}
	}
	s.settle()
}

func (s *schedule) tick() {
	if d := s.session.Step().Deadline; d != 0 {
		s.now = max(s.now, d)
	}
	s.session.Tick(s.now)
}

// TestSchedules: in any order of what may happen, no reply is lost and no
// query is without an end.
func TestSchedules(t *testing.T) {
	seeds := 3000
	if testing.Short() {
		seeds = 100
	}
	total := map[string]int{}
	for seed := range int64(seeds) {
		random := rand.New(rand.NewSource(seed))
		o := session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: "s", Cwd: "/x", CanAsk: true, MaxQueued: 3, PermissionTimeoutMS: 20_000,
			IdleTimeoutMS: int64(random.Intn(2) * 30_000), TimeoutMS: 60_000, StartTimeoutMS: 30_000}
		s := &schedule{replay: startReplay(t, claudeRecorded, o), random: random, agent: &fakeClaude{random: random, newer: random.Intn(2) == 0}}
		s.quiet = true
		s.settle()
		for range 20 + random.Intn(150) {
			s.step()
		}
		s.drain()
		s.exit(int64(random.Intn(2)))
		for _, c := range s.outputs {
			total[string(c.Kind)]++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%v", total)
	for _, kind := range []string{"ask", "cancel_ask", "signal", "close_input", "diagnostic", "reply"} {
		if total[kind] < seeds/10 {
			t.Errorf("only %d outputs of kind %s: the schedules try too little", total[kind], kind)
		}
	}
}

// drain lets the time pass until the session waits for nothing. Some agents say
// what they have to say, others have fallen silent.
func (s *schedule) drain() {
	s.agent.silent = s.agent.silent || s.random.Intn(2) == 0
	for range 1000 {
		if line := s.agent.next(); line != "" && !s.agent.silent {
			s.session.Feed(s.now, []byte(line+"\n"))
		} else if s.session.deadline() == 0 || s.killed {
			break
		} else {
			s.tick()
		}
		s.settle()
	}
	switch {
	case s.killed || s.session.phase == ended:
	case s.session.deadline() != 0:
		s.Errorf("the session still has the deadline %d after 1000 of them", s.session.deadline())
	case !s.agent.silent && !s.closed && s.session.health != session.LiveHealthReady:
		s.Errorf("the agent has answered everything, and the session is %s", s.session.health)
	case s.session.turn != nil || len(s.session.queue) > 0 || len(s.session.asks) > 0 || len(s.session.requests) > 0:
		s.Errorf("the session waits for ever: turn %v, %d queries, %d asks, %d requests", s.session.turn != nil, len(s.session.queue), len(s.session.asks), len(s.session.requests))
	}
}
