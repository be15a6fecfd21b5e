package cli

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// TestMCPBadLines sends lines that are no requests; each is answered, and the next one as well.
func TestMCPBadLines(t *testing.T) {
	initialize := `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	lines := []string{initialize, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{bad`, `[]`, `42`, `"text"`, `{}`, "", "\x00\xff",
		strings.Repeat("[", 100_000), `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 1<<20) + `"}`,
		`{"jsonrpc":"2.0","id":2,"method":"no/such"}`, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":7}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list","arguments":[1]}}`,
		`{"jsonrpc":"2.0","id":99,"result":{}}`, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"list"}}`}
	s := clitest.Pipe()
	s.In = strings.NewReader(strings.Join(lines, "\n")) // the last line has no end
	if code := run(t.Context(), []string{"mcp", "--home", clitest.Home(t, "claude")}, s, clitest.OnNative); code != app.ExitOK {
		t.Fatalf("exit status %d: %s", code, s.Err)
	}
	nulls, ids := 0, map[string]string{}
	for line := range strings.Lines(s.Out.(*clitest.Buffer).String()) {
		var message struct {
			ID    json.RawMessage
			Error *struct{ Code int }
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if string(message.ID) == "null" && message.Error != nil {
			nulls++
		}
		ids[string(message.ID)] = line
	}
	if nulls != 8 {
		t.Errorf("%d lines were answered as no request, want 8", nulls)
	}
	for _, id := range []string{"2", "3"} {
		if !strings.Contains(ids[id], `"error"`) {
			t.Errorf("request %s: %s", id, ids[id])
		}
	}
	if !strings.Contains(ids["4"], "rror") || !strings.Contains(ids["5"], "claude:") {
		t.Errorf("requests 4 and 5: %s%s", ids["4"], ids["5"])
	}
}

// TestMCPWithoutAHome checks that what the server cannot serve is an error at its start.
func TestMCPWithoutAHome(t *testing.T) {
	s := clitest.Pipe()
	if code := run(t.Context(), []string{"mcp", "--home", "/no/such/folder"}, s, clitest.OnNative); code != app.ExitUsage {
		t.Errorf("exit status %d", code)
	}
	s = clitest.Pipe()
	s.In = io.MultiReader(strings.NewReader("\n"), failingReader{})
	if code := run(t.Context(), []string{"mcp", "--home", t.TempDir()}, s, clitest.OnNative); code != app.ExitFailure {
		t.Errorf("input that cannot be read: exit status %d", code)
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, os.ErrPermission }
