package rpc

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// lineFeeder feeds sessions of one Live.
type lineFeeder struct {
	t *testing.T
	l *Live
}

// open begins sessions of Claude Code.
func (f *lineFeeder) open(handles ...string) {
	for _, h := range handles {
		if _, err := f.l.Open(session.LiveOpenRequest{Handle: h, Now: 1, Agent: "claude", SessionID: h, Cwd: "/x"}); err != nil {
			f.t.Fatal(err)
		}
		f.feed(h, `{"type":"control_response","response":{"subtype":"success","request_id":"heddle-1","response":{}}}`+"\n")
	}
}

// feed passes what an agent printed and returns what comes of it: the lengths of texts, and errors.
func (f *lineFeeder) feed(handle, data string) string {
	step, err := f.l.Feed(handle, 2, Stdout, []byte(data))
	if err != nil {
		f.t.Fatal(err)
	}
	var got []string
	for _, o := range step.Outputs {
		switch {
		case o.Error != nil:
			got = append(got, o.Error.Message)
		case o.Message != nil:
			got = append(got, fmt.Sprint(bytes.Count(o.Message, []byte("x"))))
		}
	}
	return strings.Join(got, " ")
}

const (
	lineBegin = `{"type":"new_kind","said":"`
	lineEnd   = `"}` + "\n"
)

// TestKeptBytes: when unfinished lines take too much memory together, the longest of them is skipped
// and reported where it ends. The others and the session itself continue.
func TestKeptBytes(t *testing.T) {
	f := lineFeeder{t, &Live{KeptBytes: 10_000}}
	f.open("a", "b", "c")
	part := func(n int) string { return strings.Repeat("x", n) }
	for _, tt := range []struct{ handle, data, want string }{
		{"a", lineBegin + part(2000), ""},
		{"b", lineBegin + part(5000), ""},
		{"c", lineBegin + part(2000), ""},
		{"a", part(1500), ""}, // b makes room
		{"b", part(3000), ""},
		{"a", lineEnd, "3500"},
		{"b", part(9000) + lineEnd + lineBegin + part(10) + lineEnd, "a line of the agent was skipped: the unfinished lines of all sessions took too much memory 10"},
		{"c", part(1) + lineEnd, "2001"},
		{"a", lineBegin + part(20_000) + lineEnd, "20000"}, // it is whole
	} {
		if got := f.feed(tt.handle, tt.data); got != tt.want {
			t.Errorf("%s gets %q, want %q", tt.handle, got, tt.want)
		}
	}
	f.feed("a", lineBegin+part(9000))
	f.l.Close("a") // what it has kept is free
	if got := f.feed("b", lineBegin+part(9000)) + f.feed("b", lineEnd); got != "9000" || f.l.kept != 0 {
		t.Errorf("b gets %q, and %d bytes are kept", got, f.l.kept)
	}
}

// TestLineBytes: a line that is longer than the limit of the machine is skipped and reported.
func TestLineBytes(t *testing.T) {
	f := lineFeeder{t, &Live{LineBytes: 1 << 20}}
	f.open("a")
	if got := f.feed("a", lineBegin+strings.Repeat("x", 1<<20)+lineEnd); got != "a line of the agent is longer than 1 MiB; it was skipped" {
		t.Errorf("it says %q", got)
	}
	if got := f.feed("a", lineBegin+"xx"+lineEnd); got != "2" {
		t.Errorf("the next line gives %q", got)
	}
}
