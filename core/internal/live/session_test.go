package live

import (
	"bufio"
	"bytes"
	"os"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// TestQueriesEnd: every query of a recording of Claude Code ends with its result.
func TestQueriesEnd(t *testing.T) {
	f, _ := os.Open("../../../testdata/streams/claude/m-control.jsonl")
	s, err := Open(session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: "a0000003-0000-4000-8000-000000000003", Cwd: "/x", CanAsk: false})
	if err != nil {
		t.Fatal(err)
	}
	queries, replies := 0, 0
	show := func() {
		for _, o := range s.Step().Outputs {
			if o.Kind == session.LiveOutputKindReply && o.Error == nil {
				replies++
			}
		}
	}
	show()
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			break
		}
		v, _ := scan.Parse(line)
		m := v.Get("msg")
		if v.Get("dir").EqualString("in") {
			if m.Get("type").EqualString("user") {
				queries++
				s.Command(session.LiveCommandRequest{ID: m.Get("uuid").String(), Kind: "query", Text: m.Get("message.content.0.text").String(), Now: 5})
				show()
			}
			continue
		}
		raw := bytes.ReplaceAll(m.Raw(), []byte("req_1_toy"), []byte("heddle-1"))
		s.Feed(6, append(append([]byte{}, raw...), '\n'))
		show()
	}
	s.Exit(session.LiveExitRequest{Now: 9})
	show()
	if queries < 5 || replies != queries {
		t.Errorf("%d of %d queries ended", replies, queries)
	}
}
