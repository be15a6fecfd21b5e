package live

import (
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// acpScript plays an agent: a test says what it prints.
type acpScript struct {
	*testing.T
	s        *Session
	now      session.Time
	outputs  []session.LiveOutput
	written  []string
	read     int // how many written records the test has seen
	commands []session.LiveCommandRequest
}

const (
	acpAll = `{"protocolVersion":1,"agentCapabilities":{"loadSession":true,"promptCapabilities":{"image":true,"audio":true,"embeddedContext":true},` +
		`"mcpCapabilities":{"http":true,"sse":true},"sessionCapabilities":{"fork":{},"resume":{},"close":{},"additionalDirectories":{}}},` +
		`"agentInfo":{"name":"scripted","version":"1.2.3"},"authMethods":[{"id":"a","name":"Key","description":"Set KEY"},{"id":"b","name":"Browser"}]}`
	acpNone   = `{"protocolVersion":1,"agentCapabilities":{}}`
	acpOffers = `"configOptions":[{"id":"m","name":"Model","category":"model","type":"select","currentValue":"small","options":[{"group":"g","name":"G","options":[{"value":"small","name":"S"},{"value":"large","name":"L"}]}]},` +
		`{"id":"t","name":"Thinking","category":"thought_level","type":"select","currentValue":"low","options":[{"value":"low","name":"L"},{"value":"high","name":"H"}]},` +
		`{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"build","options":[{"value":"build","name":"B"},{"value":"plan","name":"P"}]}]`
)

// startACP opens a session, and answers initialize.
func startACP(t *testing.T, o session.LiveOpenRequest, announced string) *acpScript {
	t.Helper()
	o.Now, o.SessionID, o.Cwd = 1000, "b0000000-0000-4000-8000-000000000001", "/work"
	if o.Agent == "" {
		o.Agent = "acp:scripted"
	}
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	a := &acpScript{T: t, s: s, now: o.Now}
	a.take()
	a.answer("initialize", announced)
	return a
}

// readyACP opens a session that begins as asked for.
func readyACP(t *testing.T, o session.LiveOpenRequest, announced, begun string) *acpScript {
	t.Helper()
	a := startACP(t, o, announced)
	a.answer("session/new", begun)
	return a
}

func (a *acpScript) take() {
	for _, o := range a.s.Step().Outputs {
		a.outputs = append(a.outputs, o)
		if o.Kind == session.LiveOutputKindWrite {
			a.written = append(a.written, strings.TrimSuffix(o.Data, "\n"))
		}
	}
}

// say prints a line.
func (a *acpScript) say(line string) {
	a.now++
	a.s.Feed(a.now, []byte(line+"\n"))
	a.take()
}

// update prints an update of the session.
func (a *acpScript) update(update string) {
	a.say(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"S1","update":` + update + `}}`)
}

func (a *acpScript) chunk(said string) {
	a.update(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"` + said + `"}}`)
}

// wrote returns the next written record, which must be a request or notification
// of a method, and skips none.
func (a *acpScript) wrote(method string) scan.Value {
	a.Helper()
	if a.read == len(a.written) {
		a.Fatalf("nothing was written; want %s", method)
	}
	v, _ := scan.Parse([]byte(a.written[a.read]))
	a.read++
	if got := v.Get("method").String(); got != method {
		a.Fatalf("wrote %s\nwant %s", v.Raw(), method)
	}
	return v
}

// wroteNothing checks that everything written was seen.
func (a *acpScript) wroteNothing() {
	a.Helper()
	if a.read != len(a.written) {
		a.Fatalf("wrote %s", strings.Join(a.written[a.read:], "\n"))
	}
}

// answer answers the next written record, a request of a method, with a result.
func (a *acpScript) answer(method, result string) scan.Value {
	a.Helper()
	v := a.wrote(method)
	a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"result":` + result + `}`)
	return v.Get("params")
}

// refuse answers the next written record with an error.
func (a *acpScript) refuse(method, failure string) {
	a.Helper()
	v := a.wrote(method)
	a.say(`{"jsonrpc":"2.0","id":` + string(v.Get("id").Raw()) + `,"error":` + failure + `}`)
}

// command gives a command, and returns its id.
func (a *acpScript) command(c session.LiveCommandRequest) string {
	a.now++
	c.ID = "d0000000-0000-4000-8000-" + text.FormatInt(1_000_000_000_000 + int64(len(a.commands)))[1:]
	c.Now = a.now
	a.commands = append(a.commands, c)
	a.s.Command(c)
	a.take()
	return c.ID
}

func (a *acpScript) query(said string) string {
	return a.command(session.LiveCommandRequest{Kind: session.LiveCommandKindQuery, Text: said})
}

// reply returns the reply to a command.
func (a *acpScript) reply(id string) session.LiveOutput {
	a.Helper()
	for _, o := range a.outputs {
		if o.Kind == session.LiveOutputKindReply && o.ID == id {
			return o
		}
	}
	a.Fatalf("no reply to %s", id)
	return session.LiveOutput{}
}

// replyCode returns the code of the error that a command ended with, or "".
func (a *acpScript) replyCode(id string) string {
	a.Helper()
	if e := a.reply(id).Error; e != nil {
		return e.Code
	}
	return ""
}

// result returns the result that a query ended with.
func (a *acpScript) result(id string) scan.Value {
	a.Helper()
	o := a.reply(id)
	if o.Error != nil {
		a.Fatalf("query %s: %s", id, o.Error.Message)
	}
	v, _ := scan.Parse(o.Value)
	return v
}

// messages lists the recorded messages of a type, by their contents.
func (a *acpScript) messages(kind string) (list []string) {
	for _, o := range a.outputs {
		v, err := scan.Parse(o.Message)
		if o.Kind == session.LiveOutputKindEvent && o.Record && err == nil && v.Get("type").EqualString(kind) {
			list = append(list, v.Get("content").String())
		}
	}
	return list
}

// ask returns the request for permission that came last.
func (a *acpScript) ask() (id string, about *session.LiveAsk) {
	a.Helper()
	for i := len(a.outputs) - 1; i >= 0; i-- {
		if o := a.outputs[i]; o.Kind == session.LiveOutputKindAsk {
			return o.ID, o.Ask
		}
	}
	a.Fatal("nobody was asked")
	return "", nil
}

// exit ends the process, and checks that everything was replied to.
func (a *acpScript) exit() {
	a.Helper()
	a.now++
	a.s.Exit(session.LiveExitRequest{Now: a.now, Status: 1})
	a.take()
	checkReplies(a.T, a.commands, a.outputs)
}

// failure returns the error with which the session ended.
func (a *acpScript) failure() session.Diagnostic {
	a.Helper()
	a.exit()
	last := a.outputs[len(a.outputs)-1]
	if last.Kind != session.LiveOutputKindState || last.Health != session.LiveHealthError || last.Error == nil {
		a.Fatalf("the session ended with %s", appendOutput(nil, &last))
	}
	return *last.Error
}

// wantEqual compares what a test expects.
func (a *acpScript) wantEqual(what, got, want string) {
	a.Helper()
	if got != want {
		a.Errorf("%s is %q, want %q", what, got, want)
	}
}

// TestACPScripts plays agents that no recording has. What the sessions write is
// kept: js/test/acp-schema.test.mjs checks it by the protocol's own schema.
func TestACPScripts(t *testing.T) {
	written, all := []string{}, true
	for _, rec := range acpRecordings {
		for _, o := range replayACP(t, rec.path, rec.agent, nil).outputs {
			if o.Kind == session.LiveOutputKindWrite {
				written = append(written, strings.TrimSuffix(o.Data, "\n"))
			}
		}
	}
	for _, script := range acpScripts {
		ran := false
		t.Run(script.name, func(t *testing.T) {
			ran = true
			for _, a := range script.run(t) {
				written = append(written, a.written...)
			}
		})
		all = all && ran
	}
	if !all || t.Failed() {
		return // a part of the tests was run
	}
	const path = "testdata/acp/written.jsonl"
	got := strings.Join(written, "\n") + "\n"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != got {
		t.Errorf("%s is not what was written (%v): run the test with -update, and read the difference", path, err)
	}
}
