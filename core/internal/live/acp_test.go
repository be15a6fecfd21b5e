package live

import (
	"bytes"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// acpRecorded replays recordings of the Agent Client Protocol.
var acpRecorded = recordedProtocol{
	request: func(m scan.Value) (id, name string) {
		if !m.Get("method").Exists() || !m.Get("id").Exists() {
			return "", ""
		}
		return string(m.Get("id").Raw()), m.Get("method").String() + m.Get("params.configId").String()
	},
	response: func(m scan.Value) string {
		if m.Get("method").Exists() {
			return ""
		}
		return string(m.Get("id").Raw())
	},
	withID: func(record []byte, from, to string) []byte {
		return bytes.Replace(record, []byte(`"id": `+from), []byte(`"id": `+to), 1)
	},
	command: acpCommand,
	answer: func(m scan.Value) (native string, c session.LiveCommandRequest, ok bool) {
		option := m.Get("result.outcome.optionId").String()
		c.Allow = option == "once" || option == "allow_once" || option == "proceed_once"
		return string(m.Get("id").Raw()), c, !m.Get("method").Exists()
	},
}

func acpCommand(_ *replay, m scan.Value) (c session.LiveCommandRequest, ok bool) {
	params := m.Get("params")
	mode := func(id string) (session.LiveCommandRequest, bool) {
		c.Kind, c.Mode = session.LiveCommandKindSetPermissionMode, string(modeOfID(id))
		return c, c.Mode != ""
	}
	switch m.Get("method").String() {
	case "session/prompt":
		c.Kind, c.Text = session.LiveCommandKindQuery, params.Get("prompt.0.text").String()
		return c, true
	case "session/cancel":
		c.Kind = session.LiveCommandKindInterrupt
		return c, true
	case "session/set_mode":
		return mode(params.Get("modeId").String())
	case "session/set_config_option":
		switch params.Get("configId").String() {
		case "mode":
			return mode(params.Get("value").String())
		case "model":
			c.Kind, c.Model = session.LiveCommandKindSetModel, params.Get("value").String()
			return c, true
		}
	}
	return c, false
}

// acpRecordings are the recordings of the protocol, and the agents that they are
// of.
var acpRecordings = []struct{ path, agent string }{
	{"acp/acp-claude-agent-acp.jsonl", "acp:claude-agent-acp"}, {"acp/acp-codex-acp.jsonl", "acp:npx codex-acp"},
	{"acp/acp-copilot.jsonl", "copilot"}, {"acp/acp-gemini.jsonl", "gemini"}, {"acp/acp-opencode.jsonl", "opencode"},
	{"../../core/internal/live/testdata/acp-gemini-nofs.jsonl", "gemini"},
}

// acpConversation returns the steps of a recording before its client tried what
// a session does not do.
func acpConversation(steps []recordedStep) []recordedStep {
	for i, step := range steps {
		m, _ := scan.Parse(step.msg)
		if step.sent && m.Get("method").EqualString("session/list") {
			return steps[:i]
		}
	}
	return steps
}

func acpOptions(agent string) session.LiveOpenRequest {
	return session.LiveOpenRequest{Now: 1, Agent: agent, SessionID: "a0000000-0000-4000-8000-000000000001", Cwd: "/home/dev/projects/toy", CanAsk: true}
}

// finishACP stops a session and ends its process.
func finishACP(r *replay) {
	r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
	r.session.Exit(session.LiveExitRequest{Now: r.now})
	r.take("")
	checkReplies(r.T, r.commands, r.outputs)
}

// measureACP makes a driver that measures turns: a hundred tokens each.
func measureACP(r *replay, from int) int {
	for ; from < len(r.outputs); from++ {
		if o := r.outputs[from]; o.Kind == session.LiveOutputKindMeasure {
			r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindMeasured, Query: o.ID, Usage: session.JSON(`{"inputTokens":100,"outputTokens":10}`), USD: "0.5"})
		}
	}
	return from
}

// replayACP replays a recording. feed, when it is not nil, passes what the agent
// printed.
func replayACP(t *testing.T, path, agent string, feed func(s *Session, now session.Time, data []byte)) *replay {
	r := startReplay(t, acpRecorded, acpOptions(agent))
	if feed != nil {
		r.feed = func(now session.Time, data []byte) { feed(r.session, now, data) }
	}
	seen := 0
	for _, step := range acpConversation(readRecording(t, path)) {
		r.run([]recordedStep{step})
		seen = measureACP(r, seen)
	}
	finishACP(r)
	return r
}

// TestACPRecordings: what a session makes of each recording, as a person read it.
func TestACPRecordings(t *testing.T) {
	for _, rec := range acpRecordings {
		name := strings.TrimSuffix(rec.path[strings.LastIndexByte(rec.path, '/')+1:], ".jsonl")
		t.Run(name, func(t *testing.T) {
			replayACP(t, rec.path, rec.agent, nil).checkGolden("acp/" + name)
		})
	}
}

// TestClientVersion: agents get to know the version that is released.
func TestClientVersion(t *testing.T) {
	text, err := os.ReadFile("../../../version.txt")
	if err != nil || strings.TrimSpace(string(text)) != clientVersion {
		t.Errorf("version.txt says %q (%v), clientVersion is %q", text, err, clientVersion)
	}
}

// cutting feeds what an agent prints in pieces of the lengths that size returns.
func cutting(size func() int) func(s *Session, now session.Time, data []byte) {
	return func(s *Session, now session.Time, data []byte) {
		for len(data) > 0 {
			n := min(size(), len(data))
			s.Feed(now, append([]byte{}, data[:n]...))
			data = data[n:]
		}
	}
}

// TestACPChunks: how the output of an agent is cut changes nothing.
func TestACPChunks(t *testing.T) {
	random := rand.New(rand.NewSource(13))
	for _, rec := range acpRecordings {
		want := replayACP(t, rec.path, rec.agent, nil).golden.String()
		if got := replayACP(t, rec.path, rec.agent, cutting(func() int { return 1 })).golden.String(); got != want {
			t.Errorf("%s differs byte by byte", rec.path)
		}
		for range 5 {
			if got := replayACP(t, rec.path, rec.agent, cutting(func() int { return 1 + random.Intn(700) })).golden.String(); got != want {
				t.Errorf("%s differs when it is cut at random", rec.path)
			}
		}
	}
}

// TestACPBreaks: the process may end after any byte. Every command is replied to
// once, and every query that was sent has one result.
func TestACPBreaks(t *testing.T) {
	for _, rec := range acpRecordings {
		events, total := acpEvents(t, rec.path, rec.agent)
		step := 83
		if testing.Short() {
			step = 1999
		}
		for n := 0; n < total; n += step {
			breakACP(t, rec.agent, events, n)
		}
		at := 0
		for _, e := range events { // before, within and after the end of each line
			if at += len(e.printed); len(e.printed) > 0 && !testing.Short() {
				breakACP(t, rec.agent, events, at-2)
				breakACP(t, rec.agent, events, at-1)
				breakACP(t, rec.agent, events, at)
			}
		}
	}
}

// acpEvent is what happened to a session: a command, or what the agent printed.
type acpEvent struct {
	command *session.LiveCommandRequest
	printed []byte
	now     session.Time
}

// acpEvents returns what happens to a session that replays a recording, and how
// many bytes the agent prints.
func acpEvents(t *testing.T, path, agent string) (events []acpEvent, total int) {
	taken := 0
	var r *replay
	note := func() {
		for ; taken < len(r.commands); taken++ {
			events = append(events, acpEvent{command: &r.commands[taken], now: r.now})
		}
	}
	r = startReplay(t, acpRecorded, acpOptions(agent))
	r.feed = func(now session.Time, data []byte) {
		note()
		events = append(events, acpEvent{printed: append([]byte{}, data...), now: now})
		total += len(data)
		r.session.Feed(now, data)
	}
	seen := 0
	for _, step := range acpConversation(readRecording(t, path)) {
		r.run([]recordedStep{step})
		seen = measureACP(r, seen)
	}
	note()
	return events, total
}

// breakACP replays events until the agent has printed n bytes, and ends it.
func breakACP(t *testing.T, agent string, events []acpEvent, n int) {
	t.Helper()
	s, err := Open(acpOptions(agent))
	if err != nil {
		t.Fatal(err)
	}
	now, commands := session.Time(1), []session.LiveCommandRequest{}
	for _, e := range events {
		now = e.now
		if e.command != nil {
			commands = append(commands, *e.command)
			s.Command(*e.command)
			continue
		}
		whole := min(n, len(e.printed))
		s.Feed(now, e.printed[:whole])
		if n -= whole; n == 0 {
			break
		}
	}
	s.Exit(session.LiveExitRequest{Now: now, Status: 137, Stderr: "killed"})
	outputs := s.Step().Outputs
	checkReplies(t, commands, outputs)
	if last := outputs[len(outputs)-1]; last.Kind != session.LiveOutputKindState || last.Health != session.LiveHealthError {
		t.Fatalf("after %d bytes the last output is %s", n, appendOutput(nil, &last))
	}
}

// TestACPFailures: each agent says a failure of the model's provider in its own
// way. It is an error before a result that is one.
func TestACPFailures(t *testing.T) {
	for path, want := range map[string]string{
		"acp/acp-claude-agent-acp.jsonl": `unknown "" Internal error: API Error: 400 Mock provider error: request refused`,
		"acp/acp-codex-acp.jsonl":        `unknown "invalid_request_error" toy validation error`,
		"acp/acp-copilot.jsonl":          `unknown "" Error: 400 Mock provider error: request refused`,
		"acp/acp-gemini.jsonl":           `unknown "INVALID_ARGUMENT" Mock provider error: request refused`,
		"acp/acp-opencode.jsonl":         `unknown "APIError" Internal error: Mock provider error: request refused`,
	} {
		for _, rec := range acpRecordings {
			if rec.path != path {
				continue
			}
			failure, failed := "", ""
			for _, o := range replayACP(t, rec.path, rec.agent, nil).outputs {
				v, _ := scan.Parse(o.Message)
				switch v.Get("type").String() {
				case "error":
					failure = v.Get("category").String() + " " + strconv.Quote(v.Get("errorType").String()) + " " + v.Get("content").String()
				case "result":
					if failure != "" && failed == "" {
						failed = string(v.Get("isError").Raw())
					}
				}
			}
			if failure != want || failed != "true" {
				t.Errorf("%s: the error is %s, the result's isError %q", path, failure, failed)
			}
		}
	}
}

// TestACPArguments: older versions of Gemini call the protocol experimental.
func TestACPArguments(t *testing.T) {
	for version, want := range map[string]string{"0.32.1": "--experimental-acp", "gemini 0.33.0-preview.11": "--acp", "0.61.0": "--acp", "": "--acp"} {
		o := acpOptions("gemini")
		o.ProgramVersion = version
		s, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Step().Outputs[1].Spawn.Args, " "); got != want {
			t.Errorf("%q: the arguments are %s, want %s", version, got, want)
		}
	}
	o := acpOptions("gemini")
	o.ProgramVersion = "0.12.0"
	if _, err := Open(o); err == nil {
		t.Error("a version that is too old was started")
	}
	for command, want := range map[string]string{"acp:/opt/bin/claude-agent-acp --x": "claude-agent-acp", `acp:C:\bin\codex-acp.cmd`: "codex-acp", "acp:gemini --acp": "gemini", "acp:other": ""} {
		row, err := findAgent(command)
		if err != nil || row.Dialect != want {
			t.Errorf("%s: dialect %q, want %q (%v)", command, row.Dialect, want, err)
		}
	}
}

// FuzzACP: an agent may print anything. Nothing is lost, and every command ends.
func FuzzACP(f *testing.F) {
	for _, rec := range acpRecordings {
		text, err := os.ReadFile(filepath.Join(recordings, rec.path))
		if err != nil {
			f.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if v, err := scan.Parse(line); err == nil && i%9 == 0 {
				f.Add(append(append([]byte{}, v.Get("msg").Raw()...), '\n'))
			}
		}
	}
	f.Add([]byte(`{"method":"session/update"}` + "\n"))
	f.Add([]byte(`{"id":null,"method":"session/request_permission"}` + "\n" + `{"id":1,"result":[]}` + "\n"))
	f.Fuzz(func(t *testing.T, printed []byte) {
		o := acpOptions("opencode")
		o.IdleTimeoutMS = 1000
		s, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		commands, outputs, now := []session.LiveCommandRequest{}, []session.LiveOutput{}, session.Time(1)
		command := func(kind session.LiveCommandKind) {
			now++
			c := session.LiveCommandRequest{ID: "f" + strconv.Itoa(len(commands)), Kind: kind, Text: "go", Mode: "plan", Model: "m", Now: now}
			commands = append(commands, c)
			s.Command(c)
		}
		command(session.LiveCommandKindQuery)
		s.Feed(now, []byte(`{"jsonrpc":"2.0","id":1,"result":`+acpAll+"}\n"+`{"jsonrpc":"2.0","id":2,"result":{"sessionId":"S1",`+acpOffers+"}}\n"))
		s.Feed(now, printed)
		for _, kind := range []session.LiveCommandKind{"set_permission_mode", "query", "set_model", "interrupt", "clear"} {
			command(kind)
			s.Feed(now, printed)
		}
		s.Tick(now + 400_000)
		s.Exit(session.LiveExitRequest{Now: now + 400_001})
		outputs = append(outputs, s.Step().Outputs...)
		checkReplies(t, commands, outputs)
	})
}
