package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/pages"
	"github.com/heddle-dev/heddle/core/session"
)

// Replay passes messages of a session on, the visible ones unless Shown says others, in order, while the session
// is walked a second time: the first walk has decided which are visible, and where
// the last fragment of each is. In memory are those messages alone that wait for a
// fragment of theirs, or of one before them. The builder must have kept spans.
type Replay struct {
	Shown []bool // by message

	t    *Transcript
	log  *adapter.DefectLog
	emit func(i int, key uint64, m *session.Message) error

	linked   []bool // by node: a message has it
	nodes    int32  // how many were recorded so far
	messages int    // and messages
	waiting  TextSink
	parts    []replayPart // of the messages that wait
	first    int          // message of the first one that waits
}

// replayPart is what there was of a message so far.
type replayPart struct {
	key       uint64 // hash of its usage key, 0 = none
	fragments uint32
}

// NewReplay returns a Replay of t that calls emit for every message that is shown, with the
// hash of its usage key. Defects go to the log of d.
func NewReplay(t *Transcript, d adapter.Defects, emit func(i int, key uint64, m *session.Message) error) *Replay {
	return &Replay{Shown: t.Tree.Shown, t: t, log: d.Log(), emit: emit, linked: make([]bool, t.Builder.nodes.Len())}
}

// Log implements adapter.Defects.
func (p *Replay) Log() *adapter.DefectLog { return p.log }

// Record implements adapter.Outlet. It numbers messages as Builder.Record does.
func (p *Replay) Record(r *adapter.Record) error {
	b := p.t.Builder
	node, repeated := p.nodeOf(r)
	if r.Kind != adapter.Message || repeated {
		return nil
	}
	at := p.messages
	if i, ok := b.MessageOfMerge(hashName(r.Merge)); ok && int(i) < at {
		at = int(i)
	}
	if at >= b.Messages.Len() {
		return nil // the file was changed meanwhile: it is read as it was
	}
	if node >= 0 {
		p.linked[node] = true
	}
	first := at == p.messages
	if first {
		p.messages++
		p.parts = append(p.parts, replayPart{})
	}
	if at < p.first {
		return nil
	}
	part := &p.parts[at-p.first]
	if part.fragments++; part.key == 0 {
		part.key = UsageHash(r.UsageKey)
	}
	switch {
	case p.Shown[at]:
		p.waiting.AddFragment(at-p.first, r, first)
	case first:
		p.waiting.bodies = append(p.waiting.bodies, nil)
	}
	return p.emitReady(false)
}

// nodeOf returns the node of a record, -1 for none, and whether it repeats another.
func (p *Replay) nodeOf(r *adapter.Record) (at int32, repeated bool) {
	if r.ID == "" {
		return -1, false
	}
	at, ok := p.t.Builder.ids.find(hashName(r.ID))
	switch {
	case !ok:
		return -1, false
	case at == p.nodes:
		p.nodes++
		return at, false
	}
	return at, p.linked[at] || r.Kind != adapter.Message
}

// Finish passes on what still waits: fragments of it are no longer there.
func (p *Replay) Finish() error { return p.emitReady(true) }

func (p *Replay) emitReady(all bool) error {
	b := p.t.Builder
	for len(p.waiting.bodies) > 0 && (all || b.Messages.At(p.first).isWhole(p.parts[0].fragments)) {
		i, body, part := p.first, p.waiting.bodies[0], p.parts[0]
		p.waiting.bodies[0] = nil
		p.waiting.bodies, p.parts = p.waiting.bodies[1:], p.parts[1:]
		p.first++
		if body == nil {
			continue
		}
		m := b.wholeMessage(i, body)
		if err := p.emit(i, part.key, &m); err != nil {
			return err
		}
	}
	return nil
}

// LinkSink keeps which tools were called under which ids, and no texts.
type LinkSink struct {
	calls pages.List[linkedCall]
	tools []string
	known map[string]int32
}

// linkedCall is a tool call.
type linkedCall struct {
	id            uint64 // hash, 0 = none
	message, tool int32
}

// PriorText implements Sink.
func (*LinkSink) PriorText(int) string { return "" }

// AddFragment implements Sink.
func (s *LinkSink) AddFragment(i int, r *adapter.Record, _ bool) {
	for k := range r.ToolCalls {
		c := &r.ToolCalls[k]
		tool, ok := s.known[c.ToolName]
		if !ok {
			if s.known == nil {
				s.known = map[string]int32{}
			}
			tool = int32(len(s.tools))
			s.tools = append(s.tools, c.ToolName)
			s.known[c.ToolName] = tool
		}
		s.calls.Append(linkedCall{hashName(c.ToolCallID), int32(i), tool})
	}
}

// ToolNames returns a function that names the tool which the visible messages call
// under an id: of several calls the last message's, and there the first's.
func (s *LinkSink) ToolNames(tree *Tree) func(callID string) string {
	var ids hashIndex
	var last pages.List[linkedCall]
	for i := range s.calls.Len() {
		c := *s.calls.At(i)
		if !tree.Shown[c.message] {
			continue
		}
		at, ok := ids.find(c.id)
		if !ok {
			ids.add(c.id)
			last.Append(c)
		} else if old := last.At(int(at)); c.message > old.message || c.message == old.message && c.id == 0 {
			*old = c
		}
	}
	return func(callID string) string {
		if at, ok := ids.find(hashName(callID)); ok {
			return s.tools[last.At(int(at)).tool]
		}
		return ""
	}
}

// Count returns how many calls the visible messages make.
func (s *LinkSink) Count(tree *Tree) (n int64) {
	for i := range s.calls.Len() {
		if tree.Shown[s.calls.At(i).message] {
			n++
		}
	}
	return n
}
