package core

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// TestRedactedFailures reads a session whose folder names a home and a token and whose records are
// damaged: neither the error nor what is noted may say them.
func TestRedactedFailures(t *testing.T) {
	const token, id = "ghp_0kQ3zV9xW2bN7mL4sT8yR1cF6hJ5pD2aG0eU", "3b067d2e-e875-4cbc-aa9c-92d248ba650e"
	path := "claude/projects/-home-annabel-" + token + "/" + id + ".jsonl"
	h := hosttest.Host(hosttest.NewMounts().File(path, []byte(`{"type":"user","message":{"role":"user","content":"hello"},"uuid":"a","sessionId":"`+id+`","timestamp":"2026-11-20T10:00:00.000Z"}`+"\n{\"broken\n")))
	says := func(text string) {
		t.Helper()
		if strings.Contains(text, token) || strings.Contains(text, "annabel") {
			t.Errorf("%q is not redacted", text)
		}
	}
	for _, redacted := range []bool{false, true} {
		e := New(&h)
		_, err := e.SessionsGet(session.GetRequest{Agent: "claude", SessionID: id, Strict: true, Redact: redacted})
		f := fault.From(err)
		if err == nil || f.Code != fault.ParseError || f.Line != 2 {
			t.Fatal(err)
		}
		if !redacted {
			if f.Path != path {
				t.Errorf("the error names %s", f.Path)
			}
			continue
		}
		says(f.Error() + f.Path + f.Hint)
		if _, err = e.SessionsExport(session.ExportRequest{Agent: "claude", SessionID: id, Strict: true, Redact: true}); err == nil {
			t.Error("a damaged record was exported with strict")
		} else {
			says(err.Error())
		}
	}
	e := New(&h)
	if _, err := e.SessionsGet(session.GetRequest{Agent: "claude", SessionID: id, Redact: true}); err != nil {
		t.Fatal(err)
	}
	for _, s := range e.Notes().Report.Skipped {
		says(s.Path)
	}
}
