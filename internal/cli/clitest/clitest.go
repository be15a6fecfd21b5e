// Package clitest has what the tests of the command line share.
package clitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// Buffer is an output that several goroutines write to.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// Screen is a fake terminal of a width.
func Screen(width int) terminal.Streams {
	return terminal.Streams{In: strings.NewReader(""), Out: &Buffer{}, Err: &Buffer{}, Terminal: true, Width: width}
}

// Pipe is what a script sees.
func Pipe() terminal.Streams {
	return terminal.Streams{In: strings.NewReader(""), Out: &Buffer{}, Err: &Buffer{}}
}

// OnNative is the engine of most tests.
var OnNative = map[string]func(bindings.Options) (bindings.Engine, error){
	"native": func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) },
}

// Home is a fixture home.
func Home(t *testing.T, name string) string {
	t.Helper()
	for up := ".."; len(up) < 30; up = filepath.Join("..", up) { // a test runs in the folder of its package
		path, err := filepath.Abs(filepath.Join(up, "testdata", "agents", name, "home"))
		if _, missing := os.Stat(path); err == nil && missing == nil {
			return path
		}
	}
	t.Fatalf("no fixture home of %s", name)
	return ""
}

// WriteClaudeSession writes a session of Claude Code with a text in each of its messages.
func WriteClaudeSession(t *testing.T, home, id string, texts ...string) {
	t.Helper()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, text := range texts {
		role, message := "user", map[string]any{"role": "user", "content": text}
		if i%2 == 1 {
			role = "assistant"
			message = map[string]any{"id": fmt.Sprint("m", i), "role": role, "model": "claude-opus-5-5", "content": []any{map[string]any{"type": "text", "text": text}}}
		}
		record := map[string]any{"type": role, "uuid": fmt.Sprint("u", i), "sessionId": id, "cwd": "/w", "message": message,
			"timestamp": time.Date(2026, 11, 20, 10, 0, i, 0, time.UTC).Format(time.RFC3339)}
		if i > 0 {
			record["parentUuid"] = fmt.Sprint("u", i-1)
		}
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(string(line) + "\n")
	}
	if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func WaitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 600 {
		if done() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("it did not happen")
}
