package heddle_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// words is testdata/words.json, which the tests of all hosts play.
type words struct {
	From     json.RawMessage
	Sessions []struct {
		ID    string
		Times []string
	}
	Bounds []struct {
		Libraries string
		Listed    []string
		Names     struct{ Libraries string }
	}
	Values []struct {
		Value     json.RawMessage
		Times     int
		Libraries bool
	}
}

// TestWordsOfTime plays the table with the library, on requests as other hosts write them.
func TestWordsOfTime(t *testing.T) {
	data, err := os.ReadFile("testdata/words.json")
	if err != nil {
		t.Fatal(err)
	}
	var w words
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
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
	h, err := heddle.Open(heddle.Options{Home: home, Store: "-"})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	list := func(member string, value json.RawMessage) (ids []string, notes string, err error) {
		answer, err := h.Engine().Call(t.Context(), "sessions.list", []byte(fmt.Sprintf(`{%q:%s}`, member, value)))
		if err != nil {
			return nil, "", err
		}
		var found []struct{ SessionID string }
		if err := json.Unmarshal(answer.Body, &found); err != nil {
			t.Fatal(err)
		}
		for _, s := range found {
			ids = append(ids, s.SessionID[:2])
		}
		return ids, string(answer.Header), nil
	}
	for _, b := range w.Bounds {
		ids, notes, err := list(b.Libraries, w.From)
		if err != nil || !sameWords(ids, b.Listed) || !strings.Contains(notes, b.Names.Libraries) || b.Names.Libraries == "" && strings.Contains(notes, "diagnostics") {
			t.Errorf("%s: %v, %q, %v", b.Libraries, ids, notes, err)
		}
		for _, v := range w.Values {
			value := v.Value
			if v.Times > 0 {
				value = json.RawMessage(`"` + strings.Repeat("x", v.Times) + `"`)
			}
			_, _, err := list(b.Libraries, value)
			if (err == nil) != v.Libraries || err != nil && fault.CodeOf(err) != fault.InvalidArgument {
				t.Errorf("%s of %.40s: %v", b.Libraries, value, err)
			}
		}
	}
}

// sameWords reports whether two lists have the same words, in any order.
func sameWords(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, w := range a {
		if !strings.Contains(" "+strings.Join(b, " ")+" ", " "+w+" ") {
			return false
		}
	}
	return true
}
