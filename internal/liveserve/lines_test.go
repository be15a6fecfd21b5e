package liveserve

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/live"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// readAll returns all lines of a reader; a skipped one is "SKIPPED".
func readAll(t *testing.T, in io.Reader, limit int) (list []string) {
	t.Helper()
	r := newLineReader(in, limit)
	for {
		line, err := r.next()
		switch {
		case err == nil:
			list = append(list, string(line))
		case errors.Is(err, errLongLine):
			list = append(list, "SKIPPED")
		case errors.Is(err, io.EOF):
			return list
		default:
			t.Fatal(err)
		}
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for in, want := range map[string]string{
		"":                             "",
		"a\nb\n":                       "a|b",
		"a\r\n\r\n\n  \nb\n":           "a|b",
		"a\nhalf":                      "a",
		"0123456789\n":                 "0123456789",
		"0123456789\r\n":               "0123456789",
		"01234567890\na\n":             "SKIPPED|a",
		"01234567890\r\na\n":           "SKIPPED|a",
		long + "\nb\n":                 "SKIPPED|b",
		long + "\n" + long + "\nb\n":   "SKIPPED|SKIPPED|b",
		"a\n" + long:                   "a",
		strings.Repeat(" ", 10) + "\n": "",
	} {
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(in), "bytes": iotest.OneByteReader(strings.NewReader(in)), "halves": iotest.HalfReader(strings.NewReader(in))} {
			if got := strings.Join(readAll(t, r, 10), "|"); got != want {
				t.Errorf("%s of %.30q: %.60q, want %q", name, in, got, want)
			}
		}
	}
}

// endless is input without a newline.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	e.left -= n
	return n, nil
}

// TestLineWithoutEnd: of a line without an end no more is kept than a line may have.
func TestLineWithoutEnd(t *testing.T) {
	var kept int
	allocated := testing.Benchmark(func(b *testing.B) {
		r := newLineReader(&endless{left: 64 << 20}, 1<<20)
		line, _ := r.read()
		kept = len(line)
	}).AllocedBytesPerOp()
	if kept != 0 || allocated > 16<<20 {
		t.Errorf("%d bytes are kept, %d were allocated", kept, allocated)
	}
}

// FuzzLines: however the input is cut, the lines are those between its newlines.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{"a\nb\n", "\r\n\n", "0123456789012\nx", "a\x00\r\r\n\xff\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var want []string
		lines := bytes.Split(in, []byte("\n"))
		for _, line := range lines[:len(lines)-1] {
			line = bytes.TrimRight(line, "\r")
			switch {
			case len(line) > 10:
				want = append(want, "SKIPPED")
			case len(bytes.TrimSpace(line)) > 0:
				want = append(want, string(line))
			}
		}
		for _, r := range []io.Reader{bytes.NewReader(in), iotest.OneByteReader(bytes.NewReader(in))} {
			if got := readAll(t, r, 10); strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%q: %q, want %q", in, got, want)
			}
		}
	})
}

// lockedBuffer is a buffer for several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

// serveInput has a server without engines read an input, and returns what it wrote.
func serveInput(t *testing.T, in io.Reader, limit int) string {
	var out lockedBuffer
	s := newServer(Options{Out: &out, Open: func(bindings.Options) (bindings.Engine, error) { return nil, errors.New("no engine") }})
	s.maxLine = limit
	s.serve(t.Context(), in)
	out.mu.Lock()
	defer out.mu.Unlock()
	return out.String()
}

// FuzzServer: the program answers any input in whole messages, and ends with it.
func FuzzServer(f *testing.F) {
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1,"client":"x","version":"1"}}` + "\n"
	f.Add([]byte(hello))
	f.Add([]byte(hello + "garbage\n[]\n" + `{"jsonrpc":"2.0","id":1,"method":"live.info","params":{"session":"s"}}` + "\n"))
	f.Add([]byte(hello + `{"jsonrpc":"2.0","id":2,"method":"live.start","params":{"session":"s","record":false,"hooks":["x"]}}` + "\n"))
	f.Add([]byte(hello + `{"jsonrpc":"2.0","id":"a","method":"live.subscribe","params":{"session":"s","subscription":"e"}}` + "\n" + `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"a"}}` + "\n"))
	f.Add([]byte(hello + `{"jsonrpc":"2.0","id":3,"method":"shutdown"}` + "\n" + `{"jsonrpc":"2.0","id":4,"result":null}` + "\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, name := range []string{"live.processes", "live.reap"} { // they look at this user's processes
			in = bytes.ReplaceAll(in, []byte(name), []byte("live.agents"))
		}
		out := serveInput(t, iotest.HalfReader(bytes.NewReader(in)), 4096)
		for line := range strings.Lines(out) {
			var m message
			if err := json.Unmarshal([]byte(line), &m); err != nil || m.Version != "2.0" || !strings.HasSuffix(line, "\n") {
				t.Errorf("%q is no message", line)
			}
		}
	})
}

// TestPage: the requests of the page are such as the program accepts.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/live-protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	requests := 0
	for text := range strings.Lines(string(page)) {
		text, found := strings.CutPrefix(text, "→ ")
		if !found {
			continue
		}
		requests++
		m, wrong := decodeMessage([]byte(text))
		if wrong != nil {
			t.Errorf("%s: %v", text, wrong)
			continue
		}
		s := newServer(Options{Out: io.Discard})
		if m.ID == nil {
			err = decodeParams(m.Params, &wireCredit{})
		} else if m.Method != "initialize" { // the page's process does not run here
			_, err = s.prepare(m)
		}
		if err != nil && !errors.Is(err, fault.Complete) { // the session does not run
			t.Errorf("%s: %v", text, err)
		}
	}
	if requests < 5 {
		t.Errorf("the page has %d requests", requests)
	}
}

// TestLongLine: a line that is too long is answered, and the next one too.
func TestLongLine(t *testing.T) {
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1,"client":"x","version":"1"}}` + "\n" + strings.Repeat("x", 5000) + "\n" + `{"jsonrpc":"2.0","id":2,"method":"nope"}` + "\n")
	r, w := io.Pipe()
	var out lockedBuffer
	s := newServer(Options{Out: &out})
	s.maxLine = 4096
	done := make(chan struct{})
	go func() { s.serve(t.Context(), r); close(done) }()
	io.Copy(w, in)
	for said := ""; !strings.Contains(said, `"id":null,"error":{"code":-32600,"message":"the line is longer`) || !strings.Contains(said, `"id":2,"error":{"code":-32601`); {
		out.mu.Lock()
		said = out.String()
		out.mu.Unlock()
		runtime.Gosched()
	}
	w.Close()
	<-done
}

func joined(p pieces) string { return string(bytes.Join(p, nil)) }

// TestFinalText: it is that of package heddle.
func TestFinalText(t *testing.T) {
	list := []string{`{"content":"a","type":"text"}`, `{"content":"b","delta":true,"type":"text"}`, `{"content":"c","parentToolUseId":"x","type":"assistant"}`, `{"content":"","type":"result"}`,
		`{"content":["d"],"type":"assistant"}`, `{"content":"e\"\\","parentToolUseId":null,"type":"result"}`, `{"content":"f","delta":false,"parentToolUseId":"","type":"assistant"}`, `{"type":"result"}`, `{"content":"g","type":"user"}`, `{}`, `{"a":{"content":"h"},"content":7,"type":"text"}`}
	for i := range 1 << len(list) {
		var chosen []session.JSON
		var typed []heddle.JSON
		for k, m := range list {
			if i>>k&1 == 1 {
				chosen, typed = append(chosen, session.JSON(m)), append(typed, heddle.JSON(m))
			}
		}
		var got string
		if err := json.Unmarshal(finalText(chosen), &got); err != nil || got != heddle.FinalText(typed) {
			t.Fatalf("%s: %q %v, want %q", chosen, got, err, heddle.FinalText(typed))
		}
	}
}

// TestLongMessages: a message that does not fit into a line has no raw, or is in the store only.
func TestLongMessages(t *testing.T) {
	x := &subscription{name: "e"}
	text := strings.Repeat("y", 1500)
	e := live.Event{Kind: session.LiveOutputKindEvent, Whole: true, Message: session.JSON(`{"content":"` + text + `","raw":{"a":"` + text + `"},"type":"text"}`)}
	if line := joined(x.encode(&e, 1<<20)); !strings.Contains(line, `"raw"`) || !json.Valid([]byte(line)) {
		t.Error(line)
	}
	if line := joined(x.encode(&e, 3000)); strings.Contains(line, `"raw"`) || !strings.Contains(line, text) || !json.Valid([]byte(line)) {
		t.Error(line)
	}
	if line := joined(x.encode(&e, 2000)); !strings.Contains(line, "LIMIT_EXCEEDED") || len(line) > 2000 {
		t.Error(line)
	}
	messages := []session.JSON{session.JSON(`{"content":"` + text + `","type":"text"}`), session.JSON(`{"content":"short","type":"text"}`), session.JSON(`{"type":"result"}`)}
	var turn wireTurn
	body := joined(encodeTurn(messages[2], messages, &wireQuery{Messages: true}, 2300))
	if err := json.Unmarshal([]byte(body), &turn); err != nil || len(turn.Messages) != 2 || turn.Dropped != 1 || turn.Text != "" || len(body) > 2300 {
		t.Errorf("%s %v", body, err)
	}
	body = joined(encodeTurn(messages[2], messages, &wireQuery{Messages: true}, 1<<20))
	if err := json.Unmarshal([]byte(body), &turn); err != nil || len(turn.Messages) != 3 || turn.Text != "short" {
		t.Errorf("%s %v", body, err)
	}
	body = joined(encodeTurn(messages[2], messages[2:], &wireQuery{}, 2300))
	if strings.Contains(body, "messages") {
		t.Errorf("%s", body)
	}
}

// FuzzWithoutRaw: the rest of the message stays as it is.
func FuzzWithoutRaw(f *testing.F) {
	for _, seed := range []string{`{}`, `{"raw":1}`, `{"a":1,"raw":{"raw":[1,"}"]},"z":"raw"}`, `{"a":{"raw":2}}`, `{"a":["raw",{"b":"\"raw\":"}],"raw":"x\\"}`, `{"":"raw","raw":null}`, `{"raws":1,"ra":2}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want map[string]json.RawMessage
		var compact bytes.Buffer
		if json.Unmarshal([]byte(text), &want) != nil || want == nil || json.Compact(&compact, []byte(text)) != nil {
			return
		}
		if strings.Count(compact.String(), `\`) > 0 && strings.Contains(compact.String(), `\u`) {
			return // canonical names have no such escapes
		}
		names := 0
		d := json.NewDecoder(bytes.NewReader(compact.Bytes()))
		d.Token()
		for d.More() {
			d.Token()
			var v json.RawMessage
			d.Decode(&v)
			names++
		}
		if names != len(want) {
			return // a canonical object has no name twice
		}
		delete(want, "raw")
		var got map[string]json.RawMessage
		out := []byte(joined(withoutRaw(compact.Bytes())))
		if err := json.Unmarshal(out, &got); err != nil || len(got) != len(want) {
			t.Fatalf("%s: %s %v", text, out, err)
		}
		for name, value := range want {
			var w bytes.Buffer
			json.Compact(&w, value)
			if w.String() != string(got[name]) {
				t.Errorf("%s: %s is %s", text, name, got[name])
			}
		}
	})
}
