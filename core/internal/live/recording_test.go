package live

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

var update = flag.Bool("update", false, "write the golden outputs of the recordings anew")

// recordings are what real agents printed and were sent.
const recordings = "../../../testdata/streams"

// recordedStep is one record of a recording.
type recordedStep struct {
	sent bool // to the agent
	at   session.Time
	msg  []byte
}

// readRecording reads a recording of lines {"t":ms,"dir":"in"|"out","msg":record}.
// Without t a record comes 10 ms after the one before. A recording of what an
// agent printed alone is printed after the text of prompt was sent.
func readRecording(t testing.TB, path string) []recordedStep {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(recordings, path))
	if err != nil {
		t.Fatal(err)
	}
	steps := []recordedStep{}
	for i, line := range bytes.Split(text, []byte("\n")) {
		v, err := scan.Parse(line)
		if err != nil {
			continue
		}
		step := recordedStep{at: session.Time(10 * (i + 1)), msg: append([]byte{}, v.Raw()...)}
		if m := v.Get("msg"); v.Get("dir").Exists() {
			if m.Kind() != scan.Object {
				continue // the end of the recording
			}
			step.msg, step.sent = append([]byte{}, m.Raw()...), v.Get("dir").EqualString("in")
			if ms, ok := v.Get("t").Int(); ok {
				step.at = session.Time(ms)
			}
		}
		steps = append(steps, step)
	}
	return steps
}

// recordedProtocol is how the recordings of a protocol are replayed. A nil
// function applies to no record.
type recordedProtocol struct {
	// request returns the id of a request, as JSON, and the name of what it
	// requests; "" for other records. It reads records of both directions.
	request func(m scan.Value) (id, name string)
	// response returns the id, as JSON, of the request that a record of the agent
	// answers; "" for other records.
	response func(m scan.Value) string
	// withID returns a response of the agent with another id.
	withID func(record []byte, from, to string) []byte
	// command returns what the caller wanted when the record was sent; ok is
	// false for what a session sends by itself.
	command func(r *replay, m scan.Value) (c session.LiveCommandRequest, ok bool)
	// answer returns the decision about the agent's request native (its id as
	// JSON) that was sent.
	answer func(m scan.Value) (native string, c session.LiveCommandRequest, ok bool)
	// adapt changes a record of the agent where it depends on what it was sent.
	adapt func(r *replay, record []byte) []byte
}

// replay drives a session with a recording.
type replay struct {
	*testing.T
	session  *Session
	protocol recordedProtocol
	// feed passes bytes to the session; whole records unless a test cuts them.
	feed     func(now session.Time, data []byte)
	commands []session.LiveCommandRequest
	outputs  []session.LiveOutput
	golden   strings.Builder
	quiet    bool // no golden text is needed

	now    session.Time
	theirs map[string]recordedRequest // that were sent in the recording, by their ids
	counts map[string]int             // of them, by name
	ours   map[string][]string        // ids of the requests that the session sent, by name
	asks   map[string]string          // ids of asks, by the ids of the agent's requests
}

// recordedRequest is the nth request of a name in a recording.
type recordedRequest struct {
	name string
	n    int
}

// startReplay opens a session for a recording.
func startReplay(t *testing.T, p recordedProtocol, o session.LiveOpenRequest) *replay {
	t.Helper()
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	r := &replay{T: t, session: s, protocol: p, theirs: map[string]recordedRequest{}, counts: map[string]int{}, ours: map[string][]string{},
		asks: map[string]string{}}
	r.feed = s.Feed
	r.take("")
	return r
}

// run replays steps, one after the other.
func (r *replay) run(steps []recordedStep) {
	for _, step := range steps {
		r.now = max(r.now, step.at)
		if step.sent {
			r.send(step.msg)
		} else {
			r.print(step.msg)
		}
	}
}

// send does what made the recording's client send a record.
func (r *replay) send(record []byte) {
	m, _ := scan.Parse(record)
	r.note("sent", record)
	if r.protocol.request != nil {
		if id, name := r.protocol.request(m); id != "" {
			r.theirs[id] = recordedRequest{name, r.counts[name]}
			r.counts[name]++
		}
	}
	if r.protocol.answer != nil {
		if native, c, ok := r.protocol.answer(m); ok {
			if id := r.asks[native]; id != "" {
				c.Kind, c.Ask = session.LiveCommandKindAnswer, id
				r.command(c)
			}
			return
		}
	}
	if c, ok := r.protocol.command(r, m); ok {
		r.command(c)
	}
}

// command gives a command to the session. Without an id it gets the next one.
func (r *replay) command(c session.LiveCommandRequest) {
	c.Now = r.now
	if c.ID == "" {
		c.ID = "c0000000-0000-4000-8000-" + strconv.FormatInt(1_000_000_000_000+int64(len(r.commands)), 10)[1:]
	}
	r.commands = append(r.commands, c)
	r.note("command", appendCommand(nil, &c))
	r.session.Command(c)
	r.take("")
}

// print feeds a record that the agent printed.
func (r *replay) print(record []byte) {
	m, _ := scan.Parse(record)
	if r.protocol.response != nil {
		if id := r.protocol.response(m); id != "" {
			their, known := r.theirs[id]
			if ids := r.ours[their.name]; known && their.n < len(ids) {
				record = r.protocol.withID(record, id, ids[their.n])
			} else if known {
				r.golden.WriteString("left out: the answer to " + their.name + ", which the session does not send\n")
				return
			}
		}
	}
	if r.protocol.adapt != nil {
		record = r.protocol.adapt(r, record)
	}
	r.note("printed", record)
	r.feed(r.now, append(append([]byte{}, record...), '\n'))
	native := ""
	if r.protocol.request != nil {
		native, _ = r.protocol.request(m)
	}
	r.take(native)
}

// take takes the outputs of a step. native is the id of the agent's request that
// the step may have asked about.
func (r *replay) take(native string) {
	last := ""
	for _, o := range r.session.Step().Outputs {
		r.outputs = append(r.outputs, o)
		r.noteOutput(&o, native)
		if r.quiet {
			continue
		}
		line := abbreviate(appendOutput(nil, &o))
		if o.Kind == session.LiveOutputKindReply && last != "" && string(o.Value) == last {
			line = "the reply to " + o.ID + " is this result"
		}
		last = string(o.Message)
		r.golden.WriteString("    " + line + "\n")
	}
}

// noteOutput notes what later records refer to.
func (r *replay) noteOutput(o *session.LiveOutput, native string) {
	switch o.Kind {
	case session.LiveOutputKindWrite:
		if v, err := scan.Parse([]byte(o.Data)); err == nil && r.protocol.request != nil {
			if id, name := r.protocol.request(v); id != "" {
				r.ours[name] = append(r.ours[name], id)
			}
		}
	case session.LiveOutputKindAsk:
		r.asks[native] = o.ID
	}
}

// note adds a record of the recording to the golden text.
func (r *replay) note(what string, record []byte) {
	if r.quiet {
		return
	}
	line := abbreviate(record)
	if len(line) > 300 && what != "command" {
		line = strings.ToValidUTF8(line[:300], "") + "…"
	}
	r.golden.WriteString(what + " " + line + "\n")
}

// abbreviate returns JSON for a person to read: without the records that
// messages keep in raw, and with long texts and lists cut. A reply that repeats
// the result before it says only that.
func abbreviate(j []byte) string {
	var v any
	d := json.NewDecoder(bytes.NewReader(j))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return string(j)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(abbreviated(v)) != nil {
		return string(j)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func abbreviated(v any) any {
	switch x := v.(type) {
	case map[string]any:
		if _, message := x["type"]; message {
			delete(x, "raw")
		}
		for _, k := range []string{"modelUsage", "subagentStats"} { // long, and normalize's business
			if x[k] != nil {
				x[k] = "…"
			}
		}
		for k := range x {
			x[k] = abbreviated(x[k])
		}
	case []any:
		if len(x) > 4 {
			x = append(x[:4:4], "… "+strconv.Itoa(len(x)))
		}
		for i := range x {
			x[i] = abbreviated(x[i])
		}
		return x
	case string:
		if c := []byte(strings.TrimSpace(x)); len(c) > 1 && c[0] == '{' && json.Valid(c) { // what is written
			return "JSON " + abbreviate(c)
		}
		if len(x) > 400 {
			return strings.ToValidUTF8(x[:400], "") + "… " + strconv.Itoa(len(x)) + " bytes"
		}
	}
	return v
}

// checkGolden compares what a replay did with what a person has read.
func (r *replay) checkGolden(name string) {
	r.Helper()
	path, got := filepath.Join("testdata", name+".golden"), r.golden.String()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			r.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			r.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		r.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			r.Fatalf("line %d is\n%s\nwant\n%s", i+1, g[i], append(w, "nothing")[min(i, len(w))])
		}
	}
	if len(g) != len(w) {
		r.Fatalf("%d lines, want %d", len(g), len(w))
	}
}

// checkReplies checks, after the process has ended, that every command was
// replied to once, that every query which was sent ended with one result
// message before its reply, and that every request for permission was closed.
func checkReplies(t testing.TB, commands []session.LiveCommandRequest, outputs []session.LiveOutput) {
	t.Helper()
	replies, results, prompts, asks := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for i, o := range outputs {
		switch o.Kind {
		case session.LiveOutputKindAsk:
			asks[o.ID]++
		case session.LiveOutputKindCancelAsk:
			asks[o.ID]--
		case session.LiveOutputKindReply:
			replies[o.ID]++
		case session.LiveOutputKindEvent:
			v, err := scan.Parse(o.Message)
			if err != nil {
				t.Fatalf("output %d is no message: %v", i, err)
			}
			switch v.Get("type").String() {
			case "result":
				id := v.Get("queryId").String()
				if results[id]++; id == "" && !v.Get("origin").EqualString("agent") {
					t.Errorf("a result belongs to nothing: %s", o.Message)
				}
				if replies[id] > 0 && id != "" {
					t.Errorf("the result of %s comes after its reply", id)
				}
				if !o.Record || !o.Durable {
					t.Errorf("a result is not stored before it is delivered: %s", o.Message)
				}
			case "user":
				prompts[v.Get("uuid").String()]++
			}
		}
	}
	for _, c := range commands {
		if replies[c.ID] != 1 {
			t.Errorf("command %s %s has %d replies", c.Kind, c.ID, replies[c.ID])
		}
		if c.Kind == session.LiveCommandKindQuery && (results[c.ID] != prompts[c.ID] || results[c.ID] > 1) {
			t.Errorf("query %s: %d prompts, %d results", c.ID, prompts[c.ID], results[c.ID])
		}
		delete(replies, c.ID)
	}
	for id := range replies {
		t.Errorf("a reply to %s, which is no command", id)
	}
	for id, open := range asks {
		if open != 0 {
			t.Errorf("request for permission %s is open %d times", id, open)
		}
	}
}
