package claude

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Old versions resume, and all versions fork, by copying another session's
// lines in front of the new ones. What marks a copy differs by version, and
// mostly marks answers only; everything in front of a copied answer is copied
// as well. So lines wait until the next answer decides, and from the first own
// answer on nothing is a copy any more.

// verdict says whether a record repeats another session's.
type verdict uint8

const (
	own verdict = iota
	copied
	undecided
)

// copying is the state of distinguishing copies from own lines.
type copying struct {
	own        string // id of this session
	done       bool   // an own answer was seen
	continues  bool   // the file's first line follows one of another file: a continuation, not a copy
	origin     string // session that the last copy came from
	prompted   string // foreign session that the last typed line names
	opened     session.Time
	previous   session.Time    // time of the line before
	any        bool            // something was copied
	background bool            // the session was sent to the background
	shared     map[string]bool // ids of the lines of the session that it continues
	forked     string          // origin already stated as a fact

	undecided adapter.Pending[adapter.Record] // lines that the next answer decides
}

// Limits of what waits for its verdict. Beyond them it counts as own, which
// only misses that a prompt is a copy, never usage.
const (
	maxPendingRecords = 256
	maxPendingBytes   = 1 << 20
)

// momentMS is how far apart in milliseconds lines may be that were written as
// one batch. Copies of one resume share their time; answers take longer.
const momentMS = 2

// judgeAnswer judges an answer by all marks that there are (FORMAT.md).
func (c *copying) judgeAnswer(w *walk, v *values) verdict {
	if c.done || w.rec.Aside {
		return undecided.resolve(c.done)
	}
	if c.hasCopyMark(v) {
		return copied
	}
	switch {
	case c.shared != nil: // nothing but the ids says what was copied
		c.done = true
		return own
	case c.prompted != "":
		c.origin = c.prompted
		return copied
	case isZero(v[fUSD]) && isZero(v[fDuration]),
		!v[fRequest].Exists() && !v[fUSD].Exists() && w.version >= versionRequests && w.version < versionKeeps && c.sameMoment(w.rec.Time),
		c.opened != 0 && w.rec.Time != 0 && w.rec.Time < c.opened:
		return copied
	}
	c.done = true
	return own
}

// judgeLine judges any other line of the tree.
func (c *copying) judgeLine(w *walk, v *values) verdict {
	if c.done || w.rec.Aside {
		return undecided.resolve(c.done)
	}
	if c.hasCopyMark(v) {
		if isText(v[fType], "user") {
			c.prompted = c.origin
		}
		return copied
	}
	if isText(v[fModel], synthetic) && c.prompted != "" {
		return copied
	}
	if w.rec.Prompt {
		c.prompted = ""
	}
	return undecided
}

// hasCopyMark reports whether a line names the session it was copied from. That a
// continuation's lines name the session they continue is no such mark.
func (c *copying) hasCopyMark(v *values) bool {
	if c.shared != nil {
		return c.shared[v[fUUID].String()]
	}
	from := v[fForkedFrom]
	if from.Kind() == scan.Object {
		from = from.Get("sessionId")
	}
	return c.isForeign(from) || c.isForeign(v[fRequestSession]) || !c.continues && c.isForeign(v[fSession])
}

// isForeign reports whether id is another session's, and remembers it.
func (c *copying) isForeign(id scan.Value) bool {
	if len(stringBytes(id)) == 0 || id.EqualString(c.own) {
		return false
	}
	if !id.EqualString(c.origin) {
		c.origin = id.String()
	}
	return true
}

func (c *copying) sameMoment(t session.Time) bool {
	return t != 0 && c.previous != 0 && t >= c.previous && t-c.previous <= momentMS
}

// resolve turns undecided into own when nothing is a copy any more.
func (v verdict) resolve(done bool) verdict {
	if done {
		return own
	}
	return v
}

// emitRecord visits a record at once, or keeps it until its verdict is known.
func (w *walk) emitRecord(r *adapter.Record, v verdict) error {
	w.finishRecord(r)
	c := &w.copies
	if r.Time != 0 {
		c.previous = r.Time
	}
	switch v {
	case undecided:
		return w.deferRecord(r)
	case copied:
		c.any = true
		if err := w.flushHeld(copied); err != nil {
			return err
		}
		return w.visitCopied(r, copied)
	}
	if c.undecided.Len() > 0 {
		if err := w.flushHeld(own); err != nil {
			return err
		}
	}
	return w.out.Record(r)
}

// finishRecord completes a record before it is emitted.
func (w *walk) finishRecord(r *adapter.Record) {
	if r.Raw == nil && w.raw != nil {
		r.Raw, w.raw = w.raw, nil
	}
	switch {
	case r.Aside:
	case r.Kind == adapter.Message || r.Kind == adapter.Usage:
		w.first = session.Earliest(w.first, r.Time)
		w.leaf = ""
	case w.first == 0 || r.Time < w.first:
		r.Time = 0 // rendered or queued before the session began
	}
	if r.ID != "" && !r.Aside {
		w.last = r.ID
	}
}

// deferRecord keeps a copy of a record until its verdict is known.
func (w *walk) deferRecord(r *adapter.Record) error {
	c := &w.copies
	size := len(r.Text) + len(r.Raw)
	if r.ToolResult != nil {
		size += len(r.ToolResult.Output)
	}
	c.undecided.Add(r.Retained(w.room), size)
	if c.undecided.Exceeds(maxPendingRecords, maxPendingBytes) {
		return w.flushHeld(own)
	}
	return nil
}

// flushHeld visits the undecided records, which the verdict v is about.
func (w *walk) flushHeld(v verdict) error {
	return w.copies.undecided.EmitAll(func(r *adapter.Record) error {
		old := w.copies.any && r.Time != 0 && r.Time < w.copies.opened
		if v == copied || old {
			return w.visitCopied(r, copied)
		}
		return w.out.Record(r)
	})
}

// visitCopied visits a copied record and states once where it came from.
func (w *walk) visitCopied(r *adapter.Record, v verdict) error {
	c := &w.copies
	if v == copied && r.Kind != adapter.Ignored && r.Kind != adapter.Meta {
		r.Copied, r.Origin = true, c.origin
		if c.origin != "" && c.forked != c.origin {
			c.forked = c.origin
			f := adapter.Facts{}
			if r.Facts != nil {
				f = *r.Facts
			}
			f.ForkedFrom = c.origin
			r.Facts = &f
		}
	}
	return w.out.Record(r)
}
