package live

import (
	"bytes"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// claudeScript is a short conversation: a turn with deltas, a permission and a
// tool, a turn of the agent's own, an interrupted turn and /clear.
var claudeScript = []string{
	`>{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}`,
	`{"type":"control_response","response":{"subtype":"success","request_id":"1","response":{}}}`,
	`>{"type":"user","uuid":"q1","message":{"content":[{"type":"text","text":"a"}]}}`,
	`{"type":"command_lifecycle","command_uuid":"q1","state":"started"}`,
	`{"type":"system","subtype":"init","session_id":"s","model":"m","permissionMode":"default"}`,
	`{"type":"user","uuid":"q1","isReplay":true,"message":{"role":"user","content":[{"type":"text","text":"a"}]}}`,
	`{"type":"stream_event","event":{"type":"message_start","message":{"id":"m1"}},"api_message_id":"m1"}`,
	`{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"é"}},"api_message_id":"m1"}`,
	`{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"é"}]}}`,
	`{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`,
	`{"type":"control_request","request_id":"p1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{},"tool_use_id":"t1"}}`,
	`>{"type":"control_response","response":{"request_id":"p1","response":{"behavior":"allow","updatedInput":{}}}}`,
	`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}`,
	`{"type":"result","subtype":"success","result":"é","session_id":"s","total_cost_usd":0.5,"usage":{"input_tokens":3},"user_message_uuids":["q1"]}`,
	`{"type":"system","subtype":"init","session_id":"s"}`,
	`{"type":"result","subtype":"success","result":"b","session_id":"s","total_cost_usd":0.75,"origin":{"kind":"task-notification"}}`,
	`>{"type":"user","uuid":"q2","message":{"content":[{"type":"text","text":"c"}]}}`,
	`>{"type":"user","uuid":"q3","message":{"content":[{"type":"text","text":"d"}]}}`,
	`{"type":"command_lifecycle","command_uuid":"q2","state":"started"}`,
	`>{"type":"control_request","request_id":"2","request":{"subtype":"interrupt"}}`,
	`{"type":"control_response","response":{"subtype":"success","request_id":"2"}}`,
	`{"type":"result","subtype":"error_during_execution","is_error":true,"session_id":"s","total_cost_usd":1,"user_message_uuids":["q2"]}`,
	`{"type":"command_lifecycle","command_uuid":"q3","state":"started"}`,
	`{"type":"result","subtype":"success","result":"d","session_id":"s","total_cost_usd":1.25,"user_message_uuids":["q3"]}`,
	`>{"type":"user","uuid":"c1","message":{"content":[{"type":"text","text":"/clear"}]}}`,
	`{"type":"conversation_reset"}`,
	`{"type":"result","subtype":"success","session_id":"s2","total_cost_usd":0}`,
}

// scriptSteps returns a script as a recording: lines with > are sent.
func scriptSteps(lines []string) []recordedStep {
	steps := []recordedStep{}
	for i, line := range lines {
		text, sent := strings.CutPrefix(line, ">")
		steps = append(steps, recordedStep{sent: sent, at: session.Time(10 * (i + 1)), msg: []byte(text)})
	}
	return steps
}

// eachConversation calls fn for the script and every recording of Claude Code.
func eachConversation(t *testing.T, fn func(t *testing.T, steps []recordedStep)) {
	t.Run("script", func(t *testing.T) { fn(t, scriptSteps(claudeScript)) })
	for _, name := range claudeRecordings {
		t.Run(name, func(t *testing.T) { fn(t, delayClear(readRecording(t, name))) })
	}
}

// startClaude opens a session for steps.
func startClaude(t *testing.T, steps []recordedStep) *replay {
	t.Helper()
	o := claudeOptions(steps)
	if o.SessionID == "" {
		o.SessionID = "s"
	}
	return startReplay(t, claudeRecorded, o)
}

// exit ends the process and checks what a session owes then.
func (r *replay) exit(status int64) {
	r.Helper()
	r.session.Exit(session.LiveExitRequest{Now: r.now, Status: status})
	r.take("")
	checkReplies(r, r.commands, r.outputs)
	last, ended := session.LiveHealth(""), false
	for _, o := range r.outputs {
		if o.Kind == session.LiveOutputKindState {
			if ended {
				r.Errorf("state %s after the session has ended", o.Health)
			}
			last, ended = o.Health, o.Health == session.LiveHealthError || o.Health == session.LiveHealthStopped
			if o.Health == session.LiveHealthError && (o.Error == nil || o.Error.Code == "" || o.Error.Message == "") {
				r.Error("an error state without the error")
			}
		}
	}
	if !ended || r.session.Step().Deadline != 0 {
		r.Errorf("after the end the state is %s and the deadline %d", last, r.session.Step().Deadline)
	}
}

// texts returns outputs as JSON, one a line.
func texts(outputs []session.LiveOutput) string {
	b := []byte{}
	for i := range outputs {
		b = append(appendOutput(b, &outputs[i]), '\n')
	}
	return string(b)
}

// TestChunks: the outputs do not depend on how the input is cut.
func TestChunks(t *testing.T) {
	eachConversation(t, func(t *testing.T, steps []recordedStep) {
		for i := range steps {
			steps[i].at = 5 // a record may be read together with later ones
		}
		play := func(cut func() int) string {
			r := startClaude(t, steps)
			held := []byte{}
			flush := func(keep int) {
				for len(held) > keep {
					n := min(1+cut(), len(held)-keep)
					r.session.Feed(r.now, held[:n])
					held = held[n:]
				}
			}
			r.feed = func(_ session.Time, data []byte) {
				held = append(held, data...)
				flush(min(cut(), len(held)))
			}
			for i := range steps {
				v, _ := scan.Parse(steps[i].msg)
				if steps[i].sent || r.protocol.response(v) != "" {
					flush(0)
					r.take("")
				}
				r.run(steps[i : i+1])
				if id, _ := r.protocol.request(v); id != "" && !steps[i].sent {
					flush(0)
					r.take(id)
				}
			}
			flush(0)
			r.exit(0)
			return texts(r.outputs)
		}
		whole := play(func() int { return 1 << 30 })
		if whole == "" || strings.Count(whole, `"kind":"reply"`) < 4 {
			t.Fatalf("the conversation is too short: %s", whole)
		}
		if play(func() int { return 0 }) != whole {
			t.Error("byte by byte the outputs differ")
		}
		for seed := range int64(5) {
			random := rand.New(rand.NewSource(seed))
			if play(func() int { return random.Intn(300) }) != whole {
				t.Errorf("cut at random, seed %d, the outputs differ", seed)
			}
		}
	})
}

// TestCutAnywhere: wherever the process ends, at every byte of the script and in
// every record of the recordings, every command is replied to and every query has
// one result.
func TestCutAnywhere(t *testing.T) {
	eachConversation(t, func(t *testing.T, steps []recordedStep) {
		for i, step := range steps {
			cuts := []int{0}
			if n := len(step.msg); step.sent {
			} else if strings.HasSuffix(t.Name(), "/script") {
				for c := 1; c <= n; c++ {
					cuts = append(cuts, c)
				}
			} else if !testing.Short() {
				cuts = append(cuts, 1, n/2, n-1, n)
			}
			for _, c := range cuts {
				r := startClaude(t, steps)
				r.quiet = true
				r.run(steps[:i])
				if !step.sent {
					r.session.Feed(r.now, step.msg[:c])
				}
				r.exit(1)
				if t.Failed() {
					t.Fatalf("cut at byte %d of record %d: %s", c, i, step.msg[:min(len(step.msg), 200)])
				}
			}
		}
	})
}

// TestStrangeLines: garbage is reported with its place and ends nothing; what
// JSON allows inside strings stays there.
func TestStrangeLines(t *testing.T) {
	strange := []string{"", "\r", "garbage", "{", "[1]", "7", "\"text\"", "\x00\x00", "{\"type\":\"assistant\"\x00}", "\xff\xfe", "null", "{}", `{"type":"news","x":1}`,
		`{"type":7}`, `{"type":"result"`, `{"type":"control_response"}`, `{"type":"control_response","response":{"request_id":"heddle-99","subtype":"success"}}`,
		`{"type":"control_request"}`, `{"type":"control_request","request_id":"h1","request":{"subtype":"hook_callback"}}`, `{"type":"control_cancel_request","request_id":"nothing"}`,
		`{"type":"user"}`, `{"type":"assistant","message":7}`, `{"type":"stream_event"}`, `{"type":"system"}`, `{"type":"command_lifecycle"}`, `{"type":"keep_alive"}`}
	steps := scriptSteps(claudeScript)
	plain := startClaude(t, steps)
	plain.run(steps)
	plain.exit(0)
	r := startClaude(t, steps)
	for i := range steps {
		line := strange[i%len(strange)] + "\r\n"
		if i > 0 { // before its answer the agent prints nothing
			r.session.Feed(r.now, []byte(line))
			r.take("")
		}
		r.run(steps[i : i+1])
	}
	r.exit(0)
	results := func(outputs []session.LiveOutput) (list []string) {
		for _, o := range outputs {
			if v, err := scan.Parse(o.Message); err == nil && v.Get("type").EqualString("result") {
				list = append(list, v.Get("queryId").String()+" "+v.Get("content").String()+" "+string(v.Get("costUsd").Raw()))
			}
		}
		return list
	}
	if got, want := results(r.outputs), results(plain.outputs); !slices.Equal(got, want) || len(want) != 4 {
		t.Errorf("results %q, want %q", got, want)
	}
	garbage, raws := 0, 0
	for _, o := range r.outputs {
		if o.Kind == session.LiveOutputKindDiagnostic {
			if garbage++; o.Error.Code != "PARSE_ERROR" || o.Error.Line == 0 {
				t.Errorf("diagnostic %+v", *o.Error)
			}
		}
		if bytes.Contains(o.Message, []byte(`"type":"raw"`)) {
			raws++
		}
	}
	if garbage != 10 || raws < 2 {
		t.Errorf("%d lines reported, %d raw messages", garbage, raws)
	}
	r = startClaude(t, steps)
	r.run(steps[:9])
	from := len(r.outputs)
	r.print([]byte("{\"type\":\"assistant\",\"message\":{\"id\":\"m2\",\"content\":[{\"type\":\"text\",\"text\":\"a\u2028b\u2029\\u0000c\\r\\n\"}]}}"))
	v, _ := scan.Parse(r.outputs[from].Message)
	if got := v.Get("content").String(); got != "a\u2028b\u2029\x00c\r\n" {
		t.Errorf("content %q", got)
	}
}

// TestGarbagePlace: a diagnostic has the line and the offset of its line, and
// many are cut short.
func TestGarbagePlace(t *testing.T) {
	r := startClaude(t, scriptSteps(claudeScript))
	r.session.Feed(2, []byte("{}\r\nab"))
	r.session.Feed(3, []byte("c\n\n"+strings.Repeat("x\n", 100)))
	r.take("")
	var seen []session.Diagnostic
	for _, o := range r.outputs {
		if o.Kind == session.LiveOutputKindDiagnostic {
			seen = append(seen, *o.Error)
		}
	}
	if len(seen) != maxGarbageNotes+1 || seen[0].Line != 2 || seen[0].Offset != 4 || seen[1].Line != 4 || seen[1].Offset != 9 {
		t.Errorf("%d diagnostics: %+v", len(seen), seen[:2])
	}
}

// TestLongLines: a long line is read, one beyond the limit is skipped and
// reported, and the lines after it are read.
func TestLongLines(t *testing.T) {
	long := 50 << 20
	if testing.Short() {
		long = 5 << 20
	}
	steps := scriptSteps(claudeScript)
	r := startClaude(t, steps)
	r.quiet = true
	r.run(steps[:9])
	from := len(r.outputs)
	r.print([]byte(`{"type":"assistant","message":{"id":"m2","content":[{"type":"text","text":"` + strings.Repeat("x", long) + `"}]}}`))
	v, _ := scan.Parse(r.outputs[from].Message)
	if got := len(v.Get("content").String()); got != long {
		t.Errorf("the content has %d bytes, want %d", got, long)
	}
	if testing.Short() {
		return
	}
	piece := bytes.Repeat([]byte("y"), 1<<20)
	for range 129 {
		r.session.Feed(r.now, piece)
	}
	from = len(r.outputs)
	r.session.Feed(r.now, []byte("end\n"))
	r.take("")
	r.run(steps[9:])
	if d := r.outputs[from].Error; d == nil || d.Code != "LIMIT_EXCEEDED" || d.Line == 0 {
		t.Errorf("the output after a line beyond the limit is %+v", r.outputs[from])
	}
	for range 129 {
		r.session.Feed(r.now, piece)
	}
	from = len(r.outputs)
	r.exit(1)
	if d := r.outputs[from].Error; d == nil || d.Code != "LIMIT_EXCEEDED" {
		t.Errorf("the output after a cut line beyond the limit is %+v", r.outputs[from])
	}
}

// FuzzFeed: for any output of an agent in the middle of a turn, the session does
// not depend on its cuts and owes nothing in the end.
func FuzzFeed(f *testing.F) {
	for _, line := range claudeScript {
		f.Add([]byte(strings.TrimPrefix(line, ">")+"\n"), byte(1))
	}
	f.Add([]byte("\xff\x00{\"type\":\"result\"}\r\n{\"type\":\"control_request\",\"request_id\":[],\"request\":{\"subtype\":\"can_use_tool\"}}"), byte(3))
	f.Fuzz(func(t *testing.T, data []byte, size byte) {
		play := func(size int) string {
			s, err := Open(session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: "s", Cwd: "/x", CanAsk: true})
			if err != nil {
				t.Fatal(err)
			}
			outputs := s.Step().Outputs
			query := session.LiveCommandRequest{Now: 2, ID: "q1", Kind: session.LiveCommandKindQuery, Text: "a"}
			s.Command(query)
			s.Feed(3, []byte(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-1"}}`+"\n"))
			outputs = append(outputs, s.Step().Outputs...)
			for rest := data; len(rest) > 0; {
				n := min(size, len(rest))
				s.Feed(4, rest[:n])
				rest = rest[n:]
				outputs = append(outputs, s.Step().Outputs...)
			}
			s.Exit(session.LiveExitRequest{Now: 5})
			outputs = append(outputs, s.Step().Outputs...)
			checkReplies(t, []session.LiveCommandRequest{query}, outputs)
			return texts(outputs)
		}
		if play(1+int(size)) != play(max(len(data), 1)) {
			t.Error("the outputs depend on the cuts")
		}
	})
}
