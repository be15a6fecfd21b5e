package normalize_test

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

var update = flag.Bool("update", false, "write the golden messages of the recordings anew")

// recordings are what real agents printed.
const recordings = "../../../testdata/streams"

// eachRecording calls fn for every recording.
func eachRecording(t *testing.T, fn func(t *testing.T, name string, text []byte)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(recordings, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".golden") {
			return err
		}
		n++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		t.Run(strings.TrimPrefix(filepath.ToSlash(path), recordings+"/"), func(t *testing.T) { fn(t, path, text) })
		return nil
	})
	if err != nil || n < 60 {
		t.Fatalf("%d recordings, %v", n, err)
	}
}

// messages normalizes a text; skipped lines are rendered after the messages.
func messages(text []byte) string {
	var skipped bytes.Buffer
	list, _ := normalize.ParseOutput(text, func(s scan.Skipped) {
		skipped.WriteString("skipped line " + string(session.TextJSON(string(s.Reason))) + " at ")
		skipped.WriteString(strings.Repeat("|", int(min(s.Line, 99))) + "\n")
	})
	var b bytes.Buffer
	for _, m := range list {
		b.Write(m)
		b.WriteByte('\n')
	}
	return b.String() + skipped.String()
}

// TestRecordings: what each recording says, as a person read it.
func TestRecordings(t *testing.T) {
	eachRecording(t, func(t *testing.T, path string, text []byte) {
		got := messages(text)
		if *update {
			if err := os.WriteFile(path+".golden", []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range g {
				if i >= len(w) || g[i] != w[i] {
					t.Fatalf("message %d is\n%s\nwant\n%s", i, g[i], append(w, "nothing")[min(i, len(w))])
				}
			}
			t.Fatalf("%d lines, want %d", len(g), len(w))
		}
	})
}

// TestLineEndings: the line ends, a byte order mark and how records were cut
// into pieces change nothing.
func TestLineEndings(t *testing.T) {
	eachRecording(t, func(t *testing.T, _ string, text []byte) {
		want := messages(text)
		for name, other := range map[string][]byte{
			"CRLF":        bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
			"no last one": bytes.TrimRight(text, "\n"),
			"empty lines": bytes.ReplaceAll(text, []byte("}\n"), []byte("}\n\n \n")),
			"BOM":         append([]byte("\xef\xbb\xbf"), text...),
		} {
			got := messages(other)
			if skips := strings.Contains(want, "skipped line"); got != want && !(skips && strings.Count(got, "\n") == strings.Count(want, "\n")) {
				t.Errorf("%s: %d bytes of messages, want %d", name, len(got), len(want))
			}
		}
	})
}

// TestRecordsOneByOne: a stream that is read as it comes gives the same
// messages, and none of them needs its record any longer.
func TestRecordsOneByOne(t *testing.T) {
	eachRecording(t, func(t *testing.T, path string, text []byte) {
		if !strings.HasSuffix(path, ".jsonl") {
			t.Skip("not one record on each line")
		}
		var b bytes.Buffer
		s := normalize.NewStream(func(m session.JSON) { b.Write(m); b.WriteByte('\n') })
		for _, line := range bytes.Split(text, []byte("\n")) {
			buffer := append([]byte{}, line...)
			if v, err := scan.Parse(buffer); err == nil {
				s.ReadRecord(v)
			}
			for i := range buffer { // the caller's buffer is used again
				buffer[i] = 'x'
			}
		}
		s.End()
		if b.String() != messages(text) {
			t.Errorf("got\n%.2000s\nwant\n%.2000s", b.String(), messages(text))
		}
	})
}

// TestNothingEmpty: no notice without a text, no error without a category, no
// name with an underscore but inside what is not ours.
func TestNothingEmpty(t *testing.T) {
	eachRecording(t, func(t *testing.T, _ string, text []byte) {
		list, _ := normalize.ParseOutput(text, func(scan.Skipped) {})
		for _, m := range list {
			v, err := scan.Parse(m)
			if err != nil {
				t.Fatal(err)
			}
			switch kind := v.Get("type").String(); kind {
			case "system":
				if v.Get("content").Kind() != scan.String || v.Get("content").EqualString("") {
					t.Errorf("an empty notice: %s", m)
				}
			case "error":
				if !strings.Contains(" "+strings.Join(normalize.Categories, " ")+" ", " "+v.Get("category").String()+" ") {
					t.Errorf("no category: %s", m)
				}
			case "raw":
				continue
			}
			v.EachMember(func(key, _ scan.Value) bool {
				if strings.Contains(key.String(), "_") {
					t.Errorf("member %s: %.300s", key.String(), m)
				}
				return true
			})
		}
	})
}

// TestRetriedRequest: what a request said before it was cut is no part of the answer when the agent tries it again.
func TestRetriedRequest(t *testing.T) {
	codex := func(method, params string) string {
		return `{"method":"` + method + `","params":{"threadId":"t","turnId":"u",` + params + `}}`
	}
	delta := func(item string) string { return codex("item/agentMessage/delta", `"itemId":"`+item+`","delta":"Hel"`) }
	cut := func(again string) string {
		return codex("error", `"willRetry":`+again+`,"error":{"message":"stream disconnected"}`)
	}
	whole := codex("item/completed", `"item":{"type":"agentMessage","id":"b","text":"Hello"}`)
	end := func(status string) string {
		return codex("turn/completed", `"turn":{"id":"u","status":"`+status+`","items":[]}`)
	}
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"answered":     {[]string{delta("a"), cut("true"), delta("b"), whole, end("completed")}, "Hello"},
		"cut again":    {[]string{delta("a"), cut("true"), delta("b"), cut("false"), end("failed")}, "Hel"},
		"of a child":   {[]string{delta("a"), `{"method":"error","params":{"threadId":"child","willRetry":true,"error":{"message":"x"}}}`, end("interrupted")}, "Hel"},
		"without more": {[]string{delta("a"), end("interrupted")}, "Hel"},
	} {
		var said []string
		s := normalize.NewStream(func(m session.JSON) {
			if v, err := scan.Parse(m); err == nil && v.Get("type").EqualString("assistant") {
				said = append(said, v.Get("content").String())
			}
		})
		s.Expect("codex")
		for _, line := range append([]string{codex("turn/started", `"turn":{"id":"u"}`), codex("item/completed", `"item":{"type":"subAgentActivity","agentThreadId":"child","id":"call"}`)}, c.lines...) {
			v, err := scan.Parse([]byte(line))
			if err != nil {
				t.Fatal(line, err)
			}
			s.ReadRecord(v)
		}
		if got := strings.Join(said, "|"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
