// Package stats counts what sessions did: the calls of their tools, the models
// that answered, the files that were edited, and when.
package stats

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// CallSink is the transcript.Sink that keeps the tool calls of a session and
// what became of them, and no texts but the prompts'. The walk may lend its
// texts.
type CallSink struct {
	agent   string
	calls   []call
	results []result
	errors  []int32 // messages that are errors
	latest  []int32 // by message: its latest call, as an index plus one
	byID    map[uint64]int32
}

// call is a tool call.
type call struct {
	id       uint64 // hash, 0 = none
	before   int32  // the call before it in the same message, as its index plus one
	message  int32
	name     string
	duration int64
	input    bool
	failed   bool
	paths    []string // of the files that it edits, as it names them
}

// result is the tool result of a message.
type result struct {
	id      uint64
	message int32
	failed  bool
}

// Want is what a walk into a CallSink needs.
var Want = adapter.Want{Prompts: true, Text: true, Usage: true, Lend: true}

// NewCallSink returns the sink for one session of an agent.
func NewCallSink(agent string) *CallSink { return &CallSink{agent: agent} }

// PriorText implements transcript.Sink.
func (*CallSink) PriorText(int) string { return "" }

// AddFragment implements transcript.Sink.
func (s *CallSink) AddFragment(i int, r *adapter.Record, first bool) {
	if first {
		s.latest = append(s.latest, 0)
		if r.Special == "api_error" || r.Type == string(session.MessageTypeError) {
			s.errors = append(s.errors, int32(i))
		}
	}
	for k := range r.ToolCalls {
		s.addCall(int32(i), &r.ToolCalls[k], first)
	}
	if t := r.ToolResult; t != nil {
		if n := len(s.results); first || n == 0 || s.results[n-1].message != int32(i) { // only the first of a message counts
			s.results = append(s.results, result{hashID(t.ToolCallID), int32(i), t.IsError || t.ExitCode != 0})
		}
	}
}

// hashID returns the hash of a call's id; 0 without an id.
func hashID(id string) uint64 {
	if id == "" {
		return 0
	}
	return transcript.HashKey(id)
}

// addCall adds a call. A repeated call only fills in what is missing, as in
// transcript.TextSink.
func (s *CallSink) addCall(message int32, t *session.ToolCall, first bool) {
	id := hashID(t.ToolCallID)
	for at := s.latest[message]; at > 0 && id != 0 && !first; at = s.calls[at-1].before {
		if c := &s.calls[at-1]; c.id == id {
			c.duration = max(c.duration, t.DurationMS)
			s.setInput(c, t)
			return
		}
	}
	s.calls = append(s.calls, call{id: id, before: s.latest[message], message: message, name: t.ToolName, duration: t.DurationMS})
	s.latest[message] = int32(len(s.calls))
	s.setInput(&s.calls[len(s.calls)-1], t)
}

func (s *CallSink) setInput(c *call, t *session.ToolCall) {
	if c.input || t.Input == nil {
		return
	}
	c.input = true
	if !edits.MayEdit(s.agent, c.name) {
		return
	}
	input, err := scan.Parse(t.Input)
	if err != nil {
		return
	}
	edits.Files(s.agent, c.name, input, func(path string) {
		for _, old := range c.paths {
			if old == path {
				return
			}
		}
		c.paths = append(c.paths, strings.Clone(path))
	})
}

// linkResults says of each call whether it failed.
func (s *CallSink) linkResults() {
	s.byID = make(map[uint64]int32, len(s.calls))
	for i := range s.calls {
		if id := s.calls[i].id; id != 0 {
			s.byID[id] = int32(i)
		}
	}
	for _, r := range s.results {
		if i, ok := s.byID[r.id]; ok && r.failed {
			s.calls[i].failed = true
		}
	}
}
