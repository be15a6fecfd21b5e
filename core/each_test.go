package core_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// countingFiles counts the calls that look for files, and those that read them.
type countingFiles struct {
	host.Files
	calls *atomic.Int64
}

func (f countingFiles) Stat(path string) (host.Info, error) {
	f.calls.Add(1)
	return f.Files.Stat(path)
}

func (f countingFiles) List(path string) ([]host.Info, error) {
	f.calls.Add(1)
	return f.Files.List(path)
}

// TestEachIsLinear: reading all sessions with SessionsEach takes as many calls for
// each of many as for each of few. Half of the sessions are of a version whose longer copies
// supersede them: these are looked for among all.
func TestEachIsLinear(t *testing.T) {
	perSession := func(n int) int64 {
		home := t.TempDir()
		for i := range n {
			dir := filepath.Join(home, ".claude", "projects", fmt.Sprint("-p", i))
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf(`{"type":"user","uuid":"u%d","parentUuid":null,"sessionId":"s%d","timestamp":"2025-06-01T00:00:00.000Z","cwd":"/p","version":"%s","message":{"role":"user","content":"hello"}}`+"\n",
				i, i, []string{"1.0.20", "2.1.0"}[i%2])
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("s%d.jsonl", i)), []byte(line), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		open, closeHost, err := hostfns.Options{Home: home}.Open(2)
		if err != nil {
			t.Fatal(err)
		}
		defer closeHost()
		h, done := open(context.Background(), nil)
		defer done()
		var calls, read atomic.Int64
		counted := *h
		counted.Files = countingFiles{h.Files, &calls}
		err = core.New(&counted).SessionsEach(false, n, func(e *core.Engine, i int) {
			out := int64(0)
			err := e.SessionsStream(session.GetRequest{UnifiedID: fmt.Sprint("claude:s", i)}, func(*session.Session) error { return nil },
				func(*session.Message) error { out++; return nil })
			if err != nil || out != 1 {
				t.Error(i, out, err)
			}
			read.Add(out)
		})
		if err != nil || read.Load() != int64(n) {
			t.Fatal(read.Load(), err)
		}
		return calls.Load() / int64(n)
	}
	few, many := perSession(40), perSession(240)
	if many > 2*few {
		t.Errorf("%d calls for each of 240 sessions, %d for each of 40", many, few)
	}
}

// TestEachIsGet: engines of SessionsEach return what others do.
func TestEachIsGet(t *testing.T) {
	homes, err := filepath.Glob(filepath.Join("..", "testdata", "agents", "*", "home"))
	if err != nil || len(homes) == 0 {
		t.Fatal("no homes", err)
	}
	for _, home := range homes {
		open, closeHost, err := hostfns.Options{Home: home}.Open(1)
		if err != nil {
			t.Fatal(err)
		}
		h, done := open(context.Background(), nil)
		list, err := core.New(h).SessionsList(session.ListRequest{Limit: 1 << 20, Subagents: true, Superseded: true})
		if err != nil {
			t.Fatal(home, err)
		}
		err = core.New(h).SessionsEach(false, len(list), func(e *core.Engine, i int) {
			req := session.GetRequest{UnifiedID: list[i].UnifiedID}
			want, wantErr := core.New(h).SessionsGet(req)
			got, err := e.SessionsGet(req)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil && string(got.AppendJSON(nil)) != string(want.AppendJSON(nil)) {
				t.Errorf("%s %s: %v, want %v", home, req.UnifiedID, err, wantErr)
			}
		})
		if err != nil {
			t.Error(home, err)
		}
		done()
		closeHost()
	}
}
