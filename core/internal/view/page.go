package view

import (
	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/session"
)

// page is the turns that are shown together.
type page struct {
	turns  []*turn // the last one of the session may not be wanted
	room   int     // bytes of texts that it may still have
	differ *diff.LineDiffer
	until  int64 // the last message that adds to it
}

func newPage() *page { return &page{room: pageBytes, differ: diff.NewLineDiffer()} }

// seam is a compaction whose context is not known yet.
type seam struct {
	item *session.ViewItem
	turn *turn
}

// pages are those of a session, one after the other.
type pages struct {
	counted *Builder
	waiting []*page // until the last message that adds to them
	emit    func(*session.SessionView) error
}

// NewCount returns a Builder that counts: its view has no turns.
func NewCount(head *session.Session) *Builder {
	b := New(head, Options{At: -1})
	b.full, b.late = true, map[int64]int64{}
	return b
}

// NewPages returns a Builder that passes all pages to emit, each as soon as no further
// message adds to it. counted has counted the same messages.
func NewPages(counted *Builder, o Options, emit func(*session.SessionView) error) *Builder {
	b := New(counted.head, o)
	b.more = &pages{counted: counted, emit: emit}
	return b
}

// noteLate notes that the message under way adds to a turn that may have ended.
func (b *Builder) noteLate(t *turn) {
	if b.late != nil && t != b.current {
		b.late[t.Turn] = b.n
	}
}

// turnPage begins another page where the one under way has no room for a further turn.
func (b *Builder) turnPage() {
	p := b.page
	for _, t := range p.turns[max(len(p.turns)-1, 0):] {
		p.until = max(p.until, b.more.counted.late[t.Turn])
	}
	if n := int64(len(p.turns)); b.full || n >= b.o.Limit {
		b.full, b.o.After = false, b.o.After+n
		b.more.waiting, b.page = append(b.more.waiting, p), newPage()
	}
}

// passOn emits the pages that are whole.
func (b *Builder) passOn() error {
	for b.more != nil && len(b.more.waiting) > 0 && b.more.waiting[0].until < b.n {
		p := b.more.waiting[0]
		b.more.waiting = b.more.waiting[1:]
		if err := b.more.emit(b.more.counted.assemble(p)); err != nil {
			return err
		}
		for _, t := range p.turns {
			t.release()
		}
	}
	return nil
}

// EndPages emits the rest once all messages were added.
func (b *Builder) EndPages() error {
	b.more.waiting, b.n = append(b.more.waiting, b.page), 1<<62
	if b.current != nil {
		b.endTurn()
	}
	return b.passOn()
}
