package store

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/session"
)

// AppendJSON appends the event.
func (e *Event) AppendJSON(b []byte) []byte {
	o := canon.Object(b)
	o.Str("id", e.ID)
	o.Str("kind", e.Kind)
	if len(e.Payload) > 0 {
		o.Key("payload")
		o.B = e.Payload.AppendJSON(o.B)
	}
	o.Num("seq", e.Seq)
	session.OptTime(&o, "time", e.Time)
	return o.End()
}

// eventBytes is more than an event takes without its payload.
const eventBytes = 256

// reserve makes room for n more bytes, so that a large text is not copied as
// it grows.
func reserve(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	return append(make([]byte, 0, len(b)+n), b...)
}

// AppendJSON appends the page.
func (p *EventPage) AppendJSON(b []byte) []byte {
	size := 1024 // and room for what a response puts before it
	for i := range p.Events {
		size += len(p.Events[i].Payload) + eventBytes
	}
	o := canon.Object(reserve(b, size))
	o.Flag("complete", p.Complete)
	o.Key("events")
	o.Open('[')
	for i := range p.Events {
		o.Item(i)
		o.B = p.Events[i].AppendJSON(o.B)
	}
	o.Close(']')
	o.Num("next", p.Next)
	return o.End()
}

// AppendJSON appends the problem.
func (p *Problem) AppendJSON(b []byte) []byte {
	o := canon.Object(b)
	o.Str("message", p.Message)
	o.OptNum("position", p.Position)
	o.OptStr("sessionId", p.SessionID)
	return o.End()
}

// AppendJSON appends the counts.
func (s *Stats) AppendJSON(b []byte) []byte {
	o := canon.Object(b)
	o.Num("bytes", s.Bytes)
	o.Num("deleted", s.Deleted)
	o.Num("events", s.Events)
	o.Num("messages", s.Messages)
	o.Num("sessions", s.Sessions)
	o.Num("shares", s.Shares)
	o.Num("threads", s.Threads)
	return o.End()
}

// AppendJSON appends what was freed.
func (c *Compacted) AppendJSON(b []byte) []byte {
	o := canon.Object(b)
	o.Num("bytes", c.Bytes)
	o.Num("sessions", c.Sessions)
	return o.End()
}
