package bindingstest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

func openHome(t *testing.T, home string) bindings.Engine {
	t.Helper()
	var o bindings.Options
	o.Host = hostfns.Options{Home: home}
	e, err := native.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// ask calls an operation, which must succeed without a diagnostic.
func ask(t *testing.T, e bindings.Engine, op, request string, into any) []byte {
	t.Helper()
	r, err := e.Call(context.Background(), op, []byte(request))
	if err != nil || bytes.Contains(r.Header, []byte("diagnostics")) {
		t.Fatalf("%s %s: %v %s", op, request, err, r.Header)
	}
	if into != nil {
		if err := json.Unmarshal(r.Body, into); err != nil {
			t.Fatal(err)
		}
	}
	return r.Body
}

// TestCoded: sessions of code are read without a defect, and one has the rare word.
func TestCoded(t *testing.T) {
	home := t.TempDir()
	if err := Coded(home, 3, 4); err != nil {
		t.Fatal(err)
	}
	e := openHome(t, home)
	for word, want := range map[string]int{RareWord: 1, CommonWord: 3, "func": 3} {
		var found []any
		if ask(t, e, "sessions.search", `{"text":"`+word+`"}`, &found); len(found) != want {
			t.Errorf("%s: %d sessions, want %d", word, len(found), want)
		}
	}
}

// TestSample: the engine finds in a sample what the sample says of itself.
func TestSample(t *testing.T) {
	s := Sample{Sessions: 7, Turns: 4}
	home := t.TempDir()
	if err := s.Write(home); err != nil {
		t.Fatal(err)
	}
	e := openHome(t, home)
	var total struct {
		SessionCount int
		Unpriced     []any
	}
	ask(t, e, "sessions.totalCost", `{}`, &total)
	if total.SessionCount != s.Files() || len(total.Unpriced) != 0 {
		t.Errorf("%+v", total)
	}
	var list []struct {
		Agent     string
		TurnCount int
		UpdatedAt string
	}
	listed := ask(t, e, "sessions.list", `{"limit":100000}`, &list)
	agents := map[string]int{}
	for i, x := range list {
		agents[x.Agent]++
		if x.TurnCount != s.Turns || i > 0 && x.UpdatedAt > list[i-1].UpdatedAt {
			t.Errorf("%d: %+v", i, x)
		}
	}
	if len(agents) != 3 || len(list) != s.Files() {
		t.Errorf("%v", agents)
	}
	for word, want := range map[string]int{RareWord: 3, CommonWord: s.Files()} {
		var found []any
		if ask(t, e, "sessions.search", `{"limit":1000,"text":"`+word+`"}`, &found); len(found) != want {
			t.Errorf("%s: %d sessions", word, len(found))
		}
	}
	s.Copied = true
	copied := t.TempDir()
	if err := s.Write(copied); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, openHome(t, copied), "sessions.list", `{"limit":100000}`, nil); !bytes.Equal(got, listed) {
		t.Errorf("the copied home lists\n%s\ninstead of\n%s", got, listed)
	}
}

// TestSampleIsKept: the same shape is not written again, another one is.
func TestSampleIsKept(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	own := filepath.Join(home, "own")
	for _, c := range []struct {
		s    Sample
		kept bool
	}{
		{Sample{Sessions: 1, Turns: 1}, false},
		{Sample{Sessions: 1, Turns: 1}, true},
		{Sample{Sessions: 1, Turns: 2}, false},
	} {
		if err := c.s.Write(home); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(own); (err == nil) != c.kept {
			t.Errorf("%+v: %v", c.s, err)
		}
		if err := os.WriteFile(own, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGiants: each session has its one long line and its usage.
func TestGiants(t *testing.T) {
	home := t.TempDir()
	if err := Giants(home, 2, 100_000); err != nil {
		t.Fatal(err)
	}
	var total struct{ SessionCount, OutputTokens int }
	if ask(t, openHome(t, home), "sessions.totalCost", `{}`, &total); total.SessionCount != 2 || total.OutputTokens != 200 {
		t.Errorf("%+v", total)
	}
}

// TestServe: jobs are done in order, and one that fails ends nothing.
func TestServe(t *testing.T) {
	opened := 0
	jobs := `{"op":"ids.resolveNativeId","request":{"unifiedId":"claude:x"},"calls":3}
{"op":"","request":{},"calls":0}
{"op":"no.such.op","request":{},"calls":1}
{"op":"version","request":{},"calls":1}
`
	var out bytes.Buffer
	err := Serve(strings.NewReader(jobs), &out, func() (bindings.Engine, error) {
		opened++
		var o bindings.Options
		o.Host = hostfns.Options{Mounts: map[string]string{}}
		return native.Open(o)
	})
	if err != nil || opened != 2 {
		t.Errorf("opened %d times, %v", opened, err)
	}
	replies := json.NewDecoder(&out)
	for i, fails := range []bool{false, false, true, false} {
		var r Reply
		if err := replies.Decode(&r); err != nil || (r.Error != "") != fails || r.MS < 0 || r.MS > float64(time.Hour.Milliseconds()) {
			t.Errorf("reply %d: %+v %v", i, r, err)
		}
	}
}
