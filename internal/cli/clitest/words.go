package clitest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// WordsOfTime is testdata/words.json: what every host's bounds of time list of some sessions, and
// which values they take.
type WordsOfTime struct {
	From     string
	Sessions []struct {
		ID    string
		Times []string
	}
	Bounds []struct {
		CommandLine, MCP string
		Listed           []string
		Names            struct{ CommandLine string }
	}
	Values []WordOfTime
}

// WordOfTime is a value, repeated so many times; 0 is once.
type WordOfTime struct {
	Value       any
	Times       int
	CommandLine bool // it is taken by the command line and by MCP
}

// Text returns the value as it is written on a command line.
func (v WordOfTime) Text() string { return strings.Repeat(fmt.Sprint(v.Value), max(v.Times, 1)) }

// ReadWordsOfTime reads the table in a file, and makes a home with its sessions.
func ReadWordsOfTime(t *testing.T, file string) (w WordsOfTime, home string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	if err := decoder.Decode(&w); err != nil {
		t.Fatal(err)
	}
	home = t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, s := range w.Sessions {
		lines := ""
		for i, at := range s.Times {
			lines += fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":%q,"version":"2.1.330","cwd":"/w","timestamp":%q,"message":{"role":"user","content":"hello"}}`+"\n", i, s.ID, at)
		}
		if err := os.WriteFile(filepath.Join(folder, s.ID+".jsonl"), []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return w, home
}

// Lists reports whether a text names these sessions and no others of the table. ids are the
// beginnings of their ids, two characters each.
func (w *WordsOfTime) Lists(text string, ids []string) bool {
	for _, s := range w.Sessions {
		if strings.Contains(text, s.ID) != slices.Contains(ids, s.ID[:2]) {
			return false
		}
	}
	return true
}
