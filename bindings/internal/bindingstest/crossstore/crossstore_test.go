// Package crossstore shows that a store's file means the same in every
// language: Go, core.wasm in wazero, the js package in Node and the Python
// package each write one, and all of them read it, and write on in it.
package crossstore

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/bindings/wazero"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
)

const root = "../../../.."

// call is one operation.
type call struct {
	Op      string `json:"op"`
	Request []byte `json:"request"` // base64 on the way to a child
}

// job is what one engine does between opening and closing a store's file.
type job struct {
	Home  string `json:"home"`  // an empty folder
	Store string `json:"store"` // the file
	// The clock's first answer; each further one is a second later.
	Clock int64  `json:"clock"`
	Seed  uint64 `json:"seed"` // of the ids, as hosttest.NewEntropy
	Calls []call `json:"calls"`
}

// language runs jobs and returns each call's header, a newline and its body.
type language struct {
	name string
	run  func(*testing.T, job) [][]byte
}

// writing is everything that changes a session, with requests that are alike everywhere.
var writing = []struct{ op, request string }{
	{"store.register", `{"sessionId":"s","adapter":"claude","model":"m","cwd":"/w","createdAt":"2026-11-01T00:00:00Z","messageLimit":900,"extra":{"n":1.10,"big":123456789012345678901234567890,"é":"ü\u0000"}}`},
	{"store.record", `{"sessionId":"s","requestId":"0190b2c0-0000-7000-8000-000000000001","messages":[` + messages("a", 8) + `]}`},
	{"store.record", `{"sessionId":"s","requestId":"0190b2c0-0000-7000-8000-000000000002","messages":[` + messages("b", 300) + `]}`},
	{"store.record", `{"sessionId":"s","requestId":"0190b2c0-0000-7000-8000-000000000003","messages":[{"type":"user","content":"` + strings.Repeat("long ✓ 😀 ", 200_000) + `"}]}`},
	{"store.fork", `{"sessionId":"s","newSessionId":"fork","extra":{"kind":"fork","origin":"laptop"},"requestId":"0190b2c0-0000-7000-8000-000000000004"}`},
	{"store.revert", `{"sessionId":"s","visibleMessageCount":5}`},
	{"store.record", `{"sessionId":"s","messages":[` + messages("c", 3) + `]}`},
	{"store.fork", `{"sessionId":"s","newSessionId":"visible","includeHidden":false}`},
	{"threads.start", `{"sessionId":"s","threadId":"t","name":"one","metadata":{"k":[1,null]}}`},
	{"threads.record", `{"sessionId":"s","threadId":"t","messages":[` + messages("t", 6) + `]}`},
	{"threads.fork", `{"sessionId":"s","threadId":"t","newThreadId":"tf","name":"two"}`},
	{"threads.record", `{"sessionId":"s","threadId":"tf","messages":[` + messages("u", 2) + `]}`},
	{"threads.rollback", `{"sessionId":"s","threadId":"t","count":2}`},
	{"store.share", `{"sessionId":"s","shareId":"shared"}`},
	{"store.summarize", `{"sessionId":"s"}`},
	{"store.summarize", `{"sessionId":"fork","content":"given","generatedBy":"g"}`},
	{"store.update", `{"sessionId":"gone","model":"m"}`},
	{"store.record", `{"sessionId":"gone","messages":[` + messages("g", 4) + `]}`},
	{"store.fork", `{"sessionId":"gone","newSessionId":"kept"}`},
	{"store.delete", `{"sessionId":"gone"}`},
	{"store.register", `{"sessionId":"name ✓ 日本"}`},
}

// reading is what every reader is asked.
var reading = []call{
	{"store.list", []byte(`{}`)},
	{"store.list", []byte(`{"origin":"laptop"}`)},
	{"store.list", []byte(`{"origin":"-"}`)},
	{"store.check", []byte(`{}`)},
}

func init() {
	for _, id := range []string{"s", "fork", "visible", "kept", "gone", "name ✓ 日本"} {
		for _, op := range []string{"store.get", "store.messageCount", "store.messages", "store.export", "store.getShare", "store.getSummary",
			"threads.list", "threads.active", "store.events"} {
			reading = append(reading, call{op, []byte(fmt.Sprintf(`{"sessionId":%q}`, id))})
		}
		reading = append(reading,
			call{"store.messages", []byte(fmt.Sprintf(`{"sessionId":%q,"includeHidden":true}`, id))},
			call{"store.messages", []byte(fmt.Sprintf(`{"sessionId":%q,"at":4}`, id))},
			call{"store.events", []byte(fmt.Sprintf(`{"sessionId":%q,"after":256}`, id))})
	}
	for _, id := range []string{"t", "tf"} {
		reading = append(reading, call{"threads.messages", []byte(fmt.Sprintf(`{"sessionId":"s","threadId":%q}`, id))})
	}
}

// messages returns n messages, comma-separated, of all sorts of members.
func messages(prefix string, n int) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		kind := []string{"user", "assistant", "tool_use"}[i%3]
		fmt.Fprintf(&b, `{"type":%q,"content":"%s%d \"é\" \\ \u2028","messageId":"%s-%d","uuid":"u-%s-%d","model":"m%d","n":%d.50,"z":{"b":[true,null],"a":-0}}`,
			kind, prefix, i, prefix, i, prefix, i, i%2, i)
	}
	return b.String()
}

func TestStoresAcrossLanguages(t *testing.T) {
	if os.Getenv("HEDDLE_CROSS") == "" {
		t.Skip("HEDDLE_CROSS is not set; make cross sets it, once the js package is built")
	}
	languages := all(t)
	home := t.TempDir()
	var written []call
	for _, w := range writing {
		written = append(written, call{w.op, []byte(w.request)})
	}
	var first [][]byte // what the first writer was answered
	for _, writer := range languages {
		file := filepath.Join(t.TempDir(), "heddle.db")
		answers := writer.run(t, job{home, file, 1795000000000, 1, written})
		for i, a := range answers {
			if bytes.Contains(a, []byte(`"error"`)) {
				t.Fatalf("%s: %s: %.500s", writer.name, written[i].Op, a)
			}
		}
		if first == nil {
			first = answers
		}
		same(t, writer.name+", writing, against "+languages[0].name, written, first, answers)
		t.Run(writer.name, func(t *testing.T) { readEverywhere(t, languages, writer.name, home, file) })
	}
}

// readEverywhere compares what all languages read in a file, lets each record
// more in it and compares again.
func readEverywhere(t *testing.T, languages []language, writer, home, file string) {
	read := func(when string, recorded int) {
		t.Helper()
		var want [][]byte
		for _, reader := range languages {
			got := reader.run(t, job{home, file, 1796000000000, 2, reading})
			if want == nil {
				want = got
				expect(t, when, got, "store.check", "[]")
				expect(t, when, got, "store.messageCount", strconv.Itoa(recorded))
			}
			same(t, when+": "+reader.name+" against "+languages[0].name, reading, want, got)
		}
	}
	read("as written by "+writer, 8+300+1+3+6+2)
	for i, l := range languages {
		more := []call{ // the last one again, as it was asked for when the file was made
			{"store.record", []byte(fmt.Sprintf(`{"sessionId":"s","messages":[{"type":"user","content":"from %s"}]}`, l.name))},
			{"threads.record", []byte(`{"sessionId":"s","threadId":"tf","messages":[` + messages("x"+l.name, 2) + `]}`)},
			{"store.record", []byte(`{"sessionId":"s","requestId":"0190b2c0-0000-7000-8000-000000000001","messages":[` + messages("a", 8) + `]}`)},
		}
		for j, a := range l.run(t, job{home, file, 1795500000000 + int64(i)*1000000, 3 + uint64(i), more}) {
			if bytes.Contains(a, []byte(`"error"`)) {
				t.Fatalf("%s in %s's file: %s: %.500s", l.name, writer, more[j].Op, a)
			}
		}
	}
	read("after all have written in it", 8+300+1+3+6+2+3*len(languages)) // what was asked for again counts once
}

// expect compares the body of the first answer to an operation.
func expect(t *testing.T, when string, answers [][]byte, op, want string) {
	t.Helper()
	for i, c := range reading {
		if c.Op != op {
			continue
		}
		if _, body, _ := bytes.Cut(answers[i], []byte("\n")); string(body) != want {
			t.Errorf("%s: %s answers %.500s, want %s", when, op, answers[i], want)
		}
		return
	}
	t.Fatalf("%s is not asked", op)
}

// same reports the calls that two languages answered differently.
func same(t *testing.T, what string, calls []call, want, got [][]byte) {
	t.Helper()
	if len(want) != len(calls) || len(got) != len(calls) {
		t.Fatalf("%s: %d and %d answers to %d calls", what, len(want), len(got), len(calls))
	}
	for i := range want {
		if !bytes.Equal(want[i], got[i]) {
			t.Errorf("%s: %s %.80s\nwant %.2000s\ngot  %.2000s", what, calls[i].Op, calls[i].Request, want[i], got[i])
		}
	}
}

// all returns the languages; one whose parts are missing skips the test.
func all(t *testing.T) []language {
	module, err := filepath.Abs(filepath.Join(root, "build", "core.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	dist := filepath.Join(root, "js", "dist", "node", "index.js")
	python := filepath.Join(root, "build", "venv", "bin", "python")
	for file, from := range map[string]string{module: "make wasm", dist: "npm run build in js", python: "make setup"} {
		if _, err := os.Stat(file); err != nil {
			t.Skipf("%s is missing; %s makes it", file, from)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node here")
	}
	languages := []language{
		{"Go", func(t *testing.T, j job) [][]byte {
			return inProcess(t, j, func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) })
		}},
		{"wazero", func(t *testing.T, j job) [][]byte {
			return inProcess(t, j, func(o bindings.Options) (bindings.Engine, error) {
				o.ModulePath, o.Workers = module, 1
				return wazero.Open(o)
			})
		}},
		{"Node", startChild(t, node, "child.mjs")},
		{"Python", startChild(t, python, "child.py")},
	}
	node22 := filepath.Join(root, "js", "test", "node22", "node_modules", ".bin", "node")
	if _, err := os.Stat(node22); err != nil {
		t.Log("without Node 22, and so without node:sqlite: npm ci in js/test/node22 installs it")
		return languages
	}
	return append(languages, language{"Node 22", startChild(t, node22, "child.mjs")})
}

// inProcess runs a job on an engine of this process.
func inProcess(t *testing.T, j job, open func(bindings.Options) (bindings.Engine, error)) [][]byte {
	t.Helper()
	e, err := open(bindings.Options{Host: hostfns.Options{
		Home:    j.Home,
		Stores:  map[string]string{core.StorePath: j.Store},
		Clock:   hosttest.NewClock(j.Clock, 1000),
		Entropy: hosttest.NewEntropy(j.Seed),
	}})
	if err != nil {
		t.Fatal(err)
	}
	var answers [][]byte
	for _, c := range j.Calls {
		r, _ := e.Call(context.Background(), c.Op, c.Request) // an error is in the header too
		answers = append(answers, append(append(append([]byte(nil), r.Header...), '\n'), r.Body...))
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return answers
}

// startChild starts a program that answers a line of answers to a line with a
// job, until the test ends.
func startChild(t *testing.T, program, script string) func(*testing.T, job) [][]byte {
	t.Helper()
	c := exec.Command(program, script)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := c.Wait(); err != nil {
			t.Errorf("%s: %v", script, err)
		}
	})
	lines := bufio.NewReader(out)
	return func(t *testing.T, j job) [][]byte {
		t.Helper()
		line, err := json.Marshal(j)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write(append(line, '\n')); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		answer, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("%s ended: %v", script, err)
		}
		var answers [][]byte
		if err := json.Unmarshal(answer, &answers); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		return answers
	}
}
