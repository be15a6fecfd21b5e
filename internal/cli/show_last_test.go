package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// counting is an engine that counts its calls by operation.
type counting struct {
	bindings.Engine
	calls map[string]int
}

func (e *counting) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	e.calls[op]++
	return e.Engine.Call(ctx, op, request)
}

// TestShowLastOfALongSession: the end of a session of many turns is shown without a read of
// the session for each page before it.
func TestShowLastOfALongSession(t *testing.T) {
	const turns = 6000
	home := t.TempDir()
	dir := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for i := range turns {
		parent := "null"
		if i > 0 {
			parent = fmt.Sprintf(`"v%d"`, i-1)
		}
		fmt.Fprintf(&text, `{"type":"user","uuid":"u%d","parentUuid":%s,"sessionId":"s","cwd":"/w","timestamp":"2026-11-20T10:00:00.000Z","message":{"role":"user","content":"question %d"}}`+"\n", i, parent, i)
		fmt.Fprintf(&text, `{"type":"assistant","uuid":"v%d","parentUuid":"u%d","sessionId":"s","timestamp":"2026-11-20T10:00:01.000Z","message":{"id":"m%d","role":"assistant","model":"opus","content":[{"type":"text","text":"answer %d"}]}}`+"\n", i, i, i, i)
	}
	if err := os.WriteFile(filepath.Join(dir, "s.jsonl"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, first, last string }{
		{"--last 2", "question 5999", "answer 5999"},
		{"--last 3", "answer 5998", "answer 5999"},
		{"--at 11990", "answer 5993", "answer 5999"},
	} {
		e := &counting{calls: map[string]int{}}
		engines := map[string]app.Opener{"native": func(o bindings.Options) (bindings.Engine, error) {
			engine, err := clitest.OnNative["native"](o)
			e.Engine = engine
			return e, err
		}}
		s := clitest.Pipe()
		if code := run(context.Background(), append([]string{"--home", home, "show", "claude:s"}, strings.Fields(c.args)...), s, engines); code != app.ExitOK {
			t.Fatalf("%s: exit status %d: %s", c.args, code, s.Err)
		}
		out := s.Out.(*clitest.Buffer).String()
		first, last := strings.Index(out, c.first), strings.Index(out, c.last)
		if first < 0 || last < first || strings.Contains(out, "answer 5992") {
			t.Errorf("%s shows %q", c.args, out)
		}
		if n := e.calls["sessions.view"]; n > 3 {
			t.Errorf("%s: %d views", c.args, n)
		}
	}
}
