package live

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Only a file of the session and of this minute keeps a session of Gemini waiting.
func TestHasFileOfMinute(t *testing.T) {
	home, id := t.TempDir(), "3939ac7d-0000-4000-8000-000000000000"
	now := time.Date(2026, 3, 4, 5, 6, 30, 0, time.FixedZone("x", 3600))
	folder := filepath.Join(home, ".gemini", "tmp", "toy", "chats")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file string
		want bool
	}{
		{"session-2026-03-04T04-05-3939ac7d.jsonl", false},
		{"session-2026-03-04T04-06-00000000.jsonl", false},
		{"session-2026-03-04T05-06-3939ac7d.jsonl", false},
		{"session-2026-03-04T04-06-3939ac7d.jsonl", true},
	} {
		if err := os.WriteFile(filepath.Join(folder, c.file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := hasFileOfMinute(home, id, now); got != c.want {
			t.Errorf("with %s: %v", c.file, got)
		}
	}
	for _, other := range []string{"last", "../../../../etc", "3939ac7*-0000"} {
		if hasFileOfMinute(home, other, now) {
			t.Errorf("%q is taken for an id", other)
		}
	}
}
