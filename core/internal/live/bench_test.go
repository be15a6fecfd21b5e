package live

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// BenchmarkFeed reads a recorded turn of Claude Code with deltas, and reports the
// time for each record.
func BenchmarkFeed(b *testing.B) {
	lines, bytes := [][]byte{}, 0
	for _, step := range readRecording(b, "claude/b1-stream-partial.jsonl") {
		lines = append(lines, append(step.msg, '\n'))
		bytes += len(step.msg) + 1
	}
	first, _ := scan.Parse(lines[0])
	s, err := Open(session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: first.Get("session_id").String(), Cwd: "/x"})
	if err != nil {
		b.Fatal(err)
	}
	s.Feed(1, []byte(`{"type":"control_response","response":{"subtype":"success","request_id":"heddle-1"}}`+"\n"))
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		s.Command(session.LiveCommandRequest{Now: 2, ID: "q", Kind: session.LiveCommandKindQuery, Text: "a"})
		for _, line := range lines {
			s.Feed(3, line)
			s.Step()
		}
		if s.turn != nil {
			b.Fatal("the query has not ended")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/record")
}
