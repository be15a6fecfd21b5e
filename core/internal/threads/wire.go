package threads

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
)

// AppendJSON appends the threads.
func (l *Loaded) AppendJSON(b []byte) []byte {
	o := canon.Object(b)
	o.OptStr("activeThreadId", l.ActiveThreadID)
	o.Num("count", l.Count)
	o.Key("threads")
	o.Open('[')
	for i, t := range l.Threads {
		o.Item(i)
		o.B = t.AppendJSON(o.B)
	}
	o.Close(']')
	return o.End()
}

// AppendJSON appends the thread and, when they were asked for, its messages.
func (r *Read) AppendJSON(b []byte) []byte {
	o := canon.Object(b)
	if r.Messages != nil {
		o.Key("messages")
		o.Open('[')
		for i, m := range r.Messages {
			o.Item(i)
			o.B = m.AppendJSON(o.B)
		}
		o.Close(']')
	}
	o.Key("thread")
	o.B = r.Thread.AppendJSON(o.B)
	return o.End()
}
