package search

import "github.com/heddle-dev/heddle/core/session"

// Options narrows what of a session counts.
type Options struct {
	// Role limits the search to messages of this role; titles do not count
	// then. "" is all.
	Role session.Role
	// Tool limits it to the inputs of calls of this tool, whose name is
	// compared in any case, and to the results of such calls. "" is all.
	Tool string
	// MaxHits is how many hits are kept; the rest is only counted.
	MaxHits int64
}

// Doc matches one session against a query. It belongs to one goroutine.
type Doc struct {
	q    *Query
	o    Options
	stat Stat
	hits []session.SearchHit
	n    int64
}

// NewDoc starts a session.
func NewDoc(q *Query, o Options) *Doc {
	return &Doc{q: q, o: o, stat: Stat{TF: make([]int64, q.want)}}
}

// Title takes the session's title, once, before its messages.
func (d *Doc) Title(text string) {}

// Message takes the visible message with this index: its content, thinking,
// the inputs of its tool calls and its tool result. Of JSON only the values
// that are text are looked into: keys, ids and encoded data never match.
func (d *Doc) Message(index int64, m *session.Message) {}

// Length tells the session's size in stored bytes, which ranking takes for
// its length.
func (d *Doc) Length(bytes int64) { d.stat.Length = bytes }

// Matched reports whether what was taken holds every positive term and no
// negative one.
func (d *Doc) Matched() bool { return true }

// Stat returns what ranking needs of the session. It shares d's memory.
func (d *Doc) Stat() Stat { return d.stat }

// HitCount returns the number of messages that hold a positive term, the
// title being one.
func (d *Doc) HitCount() int64 { return d.n }

// Hits returns the first of them, in order.
func (d *Doc) Hits() []session.SearchHit { return d.hits }
