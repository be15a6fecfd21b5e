package hermes_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/hermes"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: a file with more messages of a session than the database has is reported; the database counts.
func TestFileWithMoreMessages(t *testing.T) {
	for n, want := range map[int]int{1: 0, 100: 1} {
		h, m := mounted(t, "hermes-v22")
		one := `{"role":"user","content":"x"},{"role":"assistant","content":"y"}`
		m.File("hermes/sessions/session_"+codexOne+".json", []byte(`{"session_start":"2026-08-11T08:15:00","messages":[`+strings.Repeat(one+",", n-1)+one+`]}`))
		var notes []fault.Diagnostic
		c := catalog.New(h, func(d fault.Diagnostic) { notes = append(notes, d) })
		s, _, err := c.Get(session.GetRequest{Agent: hermes.Name, SessionID: codexOne})
		if err != nil || s.MessageCount >= 100 || len(notes) != want {
			t.Errorf("%d: %d messages, %v, %v", n, s.MessageCount, notes, err)
		}
	}
}
