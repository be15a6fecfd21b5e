package live

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// script drives a session by hand: what a test prints for the agent, and what the
// session writes to it.
type script struct {
	*testing.T
	session  *Session
	now      session.Time
	outputs  []session.LiveOutput
	commands []session.LiveCommandRequest
	wrote    []string
}

func startScript(t *testing.T, o session.LiveOpenRequest) *script {
	t.Helper()
	if o.SessionID == "" {
		o.SessionID = "a0000000-0000-4000-8000-000000000001"
	}
	o.Cwd, o.Now = "/home/dev", 1
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	x := &script{T: t, session: s, now: 1000}
	x.take()
	return x
}

func (x *script) take() {
	for _, o := range x.session.Step().Outputs {
		x.outputs = append(x.outputs, o)
		if o.Kind == session.LiveOutputKindWrite {
			x.wrote = append(x.wrote, strings.TrimSuffix(o.Data, "\n"))
		}
	}
}

// print prints lines for the agent.
func (x *script) print(lines ...string) {
	for _, line := range lines {
		x.now++
		x.session.Feed(x.now, []byte(line+"\n"))
		x.take()
	}
}

// do gives a command with an id to the session.
func (x *script) do(id string, c session.LiveCommandRequest) {
	c.ID, c.Now = id, x.now
	x.commands = append(x.commands, c)
	x.session.Command(c)
	x.take()
}

func (x *script) query(id, text string) {
	x.do(id, session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: text})
}

// wants checks what the session has written since the last call.
func (x *script) wants(lines ...string) {
	x.Helper()
	if got, want := strings.Join(x.wrote, "\n"), strings.Join(lines, "\n"); got != want {
		x.Fatalf("the session wrote\n%s\nwant\n%s", got, want)
	}
	x.wrote = nil
}

// reply returns the reply to a command, as JSON of the output.
func (x *script) reply(id string) string {
	for _, o := range x.outputs {
		if o.Kind == session.LiveOutputKindReply && o.ID == id {
			return string(appendOutput(nil, &o))
		}
	}
	return ""
}

// replies checks that the reply to a command contains a text.
func (x *script) replies(id, part string) {
	x.Helper()
	if got := x.reply(id); !strings.Contains(got, part) || got == "" {
		x.Fatalf("the reply to %s is %q, want it with %q", id, got, part)
	}
}

// ask returns the last request for permission.
func (x *script) ask() session.LiveOutput {
	x.Helper()
	for i := len(x.outputs) - 1; i >= 0; i-- {
		if x.outputs[i].Kind == session.LiveOutputKindAsk {
			return x.outputs[i]
		}
	}
	x.Fatal("nothing was asked")
	return session.LiveOutput{}
}

// end ends the process, and checks that everything was replied to.
func (x *script) end(stderr string) {
	x.Helper()
	x.session.Exit(session.LiveExitRequest{Now: x.now, Status: 1, Stderr: stderr})
	x.take()
	checkReplies(x, x.commands, x.outputs)
}

// messages returns the messages of a type that were recorded.
func (x *script) messages(kind string) []scan.Value {
	found := []scan.Value{}
	for _, o := range x.outputs {
		if v, err := scan.Parse(o.Message); err == nil && o.Record && v.Get("type").EqualString(kind) {
			found = append(found, v)
		}
	}
	return found
}

// replayOf replays a recording that a test has prepared, with what the agent
// prints cut by feed.
type replayOf func(t *testing.T, feed func(s *Session) func(session.Time, []byte)) *replay

// checkCuts checks that a replay says the same however the bytes are cut.
func checkCuts(t *testing.T, run replayOf) {
	t.Helper()
	want := run(t, nil).golden.String()
	random := rand.New(rand.NewSource(1))
	for name, size := range map[string]func() int{"bytes": func() int { return 1 }, "pieces": func() int { return 1 + random.Intn(700) }} {
		got := run(t, func(s *Session) func(session.Time, []byte) {
			return func(now session.Time, data []byte) {
				for len(data) > 0 {
					n := min(size(), len(data))
					s.Feed(now, data[:n])
					data = data[n:]
				}
			}
		}).golden.String()
		if got != want {
			t.Errorf("cut into %s, the replay differs", name)
		}
	}
}

// checkTruncated ends the process in the middle of every third record:
// every command is replied to all the same.
func checkTruncated(t *testing.T, start func(t *testing.T) *replay, steps []recordedStep, each func(r *replay, step recordedStep)) {
	t.Helper()
	for n := 0; n < len(steps); n += 3 {
		r := start(t)
		for _, step := range steps[:n] {
			each(r, step)
		}
		if !steps[n].sent {
			half := steps[n].msg[:len(steps[n].msg)/2]
			r.feed(r.now, half)
			r.take("")
		}
		r.session.Exit(session.LiveExitRequest{Now: r.now, Status: 137})
		r.take("")
		checkReplies(t, r.commands, r.outputs)
		if t.Failed() {
			t.Fatalf("the process ended at record %d", n)
		}
	}
}
