package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: titles are looked for in the files that were written to since the
// session began, as file times show, or the content at the ends of a file.
func TestWhereTitlesAreLookedFor(t *testing.T) {
	const (
		began   = "2025-06-10T12:00:00.000Z"
		before  = "2025-06-01T12:00:00.000Z"
		summary = `{"type":"summary","summary":"titled","leafUuid":"u"}` + "\n"
	)
	at := func(s string) int64 {
		parsed, _, ok := session.ParseTime(s)
		if !ok {
			t.Fatal(s)
		}
		return int64(parsed)
	}
	line := func(time, version string) string {
		return `{"type":"user","uuid":"x` + time + `","sessionId":"other","version":"` + version + `","message":{"role":"user","content":"` +
			strings.Repeat("long ", 1000) + `"},"timestamp":"` + time + `"}` + "\n"
	}
	many := func(time string) string { return strings.Repeat(line(time, "1.0.24"), 10) }
	const day = 24 * 60 * 60 * 1000
	for _, x := range []struct {
		name, lines string
		modTime     int64
		found       bool
	}{
		{"at the start", summary + many(before), at(began), true},
		{"at the end", many(before) + summary, at(began), true},
		{"in the middle, before a later line", many(before) + summary + many(began), at(began), true},
		{"in the middle, before older lines", many(before) + summary + many(before), at(began), false},
		{"nothing else", summary, at(began), true},
		{"no line has a time", strings.Repeat(`{"type":"x","x":"`+strings.Repeat("y", 9000)+`"}`+"\n", 4) + summary + strings.Repeat(`{"x":"`+strings.Repeat("y", 9000)+`"}`+"\n", 4), at(began), true},
		{"a file time in another zone", summary + many(before), at(began) - day + 1, true},
		{"an older file", summary + many(before), at(began) - 2*day, false},
		{"a version without summaries", line(before, "2.1.30") + summary + many(began), at(began), false},
		{"a newer version behind it", summary + line(began, "2.1.30"), at(began), true},
	} {
		own := `{"type":"user","uuid":"u","sessionId":"own","version":"1.0.24","message":{"role":"user","content":"first"},"timestamp":"` + began + `"}` + "\n"
		m := hosttest.NewMounts().File("claude/projects/-p/own.jsonl", []byte(own))
		m.Add(hosttest.Entry{Path: "claude/projects/-p/other.jsonl", Data: []byte(x.lines), ModTime: x.modTime})
		want := "first"
		if x.found {
			want = "titled"
		}
		if got := openMounts(t, m).get(t, "own").Title; got != want {
			t.Errorf("%s: %q, want %q", x.name, got, want)
		}
	}
}

// Rule: of several files that title a leaf, the one that was written to last
// wins; in one file the last line does.
func TestWhichTitleWins(t *testing.T) {
	title := func(s string) string { return `{"type":"summary","summary":"` + s + `","leafUuid":"u"}` + "\n" }
	line := func(time string) string {
		return `{"type":"user","uuid":"u","sessionId":"own","version":"1.0.24","message":{"role":"user","content":"first"},"timestamp":"` + time + `"}` + "\n"
	}
	m := hosttest.NewMounts().File("claude/projects/-p/own.jsonl", []byte(line("2025-06-10T12:00:00.000Z")))
	m.Add(hosttest.Entry{Path: "claude/projects/-p/a.jsonl", Data: []byte(title("a1") + title("a2") + line("2025-06-12T12:00:00.000Z"))})
	m.Add(hosttest.Entry{Path: "claude/projects/-p/b.jsonl", Data: []byte(title("b") + line("2025-06-11T12:00:00.000Z"))})
	if got := openMounts(t, m).get(t, "own").Title; got != "a2" {
		t.Errorf("%q", got)
	}
}
