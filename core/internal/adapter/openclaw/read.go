package openclaw

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// walk is one walk over a session, over all places that hold it.
type walk struct {
	env  *adapter.Env
	ref  *adapter.Ref
	want adapter.Want
	out  *adapter.TolerantOutlet
	log  *adapter.DefectLog // of out
	info info
	db   *database
	leaf string // as the database states it

	// Of a session with several copies.
	seen   map[string]bool // ids, or usage keys when nothing else is wanted
	copied bool            // another copy is being read

	pace adapter.Pace
	told bool // that compressed events cannot be read
}

// Walk implements adapter.Adapter.
//
// The best copy of a session is read first. What only another one holds, an
// archive from before a reset for instance, follows and is not on the current
// branch.
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	w, err := newWalk(env, ix, ref, out)
	if err != nil {
		return err
	}
	defer w.close()
	w.want = want
	known := w.info.places
	if len(known) > 1 {
		w.seen = map[string]bool{}
	}
	if err := w.visitFacts(); err != nil {
		return err
	}
	if err := w.readPlace(&known[0]); err != nil {
		return err
	}
	for i := range known[1:] {
		w.copied = true
		if err := w.readCopy(&known[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// newWalk begins a walk over a session of an index.
func newWalk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, out adapter.Outlet) (*walk, error) {
	s, ok := ix.Side.(*side)
	if !ok {
		return nil, fault.New(fault.Internal, "not an index of this adapter").At(ref.Path, 0, 0)
	}
	known := s.infos[ref.ID]
	if known == nil {
		return nil, fault.New(fault.BadRef, "not a session of this index").At(ref.Path, 0, 0)
	}
	w := &walk{env: env, ref: ref, out: adapter.NewTolerantOutlet(env, out), log: out.Log(), info: *known}
	if known.db != nil {
		w.db = &database{known.db.Borrow()}
	}
	return w, nil
}

func (w *walk) close() {
	if w.db != nil {
		w.db.Close()
	}
}

// readCopy reads a further copy. A failure is reported and costs nothing of
// the session.
func (w *walk) readCopy(p *place) error {
	return w.out.Tolerate(w.readPlace(p))
}

// visitFacts visits what is known beside the transcript.
func (w *walk) visitFacts() error {
	s := &w.info
	if w.db != nil && s.places[0].form == formRows {
		if err := w.readNode(); err != nil {
			return err
		}
	}
	x := adapter.Facts{UserTitle: s.label, AgentTitle: s.display, Model: s.model, Subagent: s.subagent,
		Archived: s.archived, Superseded: s.superseded}
	if s.forked {
		x.ForkedFrom = s.origin
	}
	if s.subagent || !s.forked && !s.ofParent {
		x.ParentID = s.parent
	}
	return w.out.Record(&adapter.Record{Kind: adapter.Meta, Facts: &x})
}

// readPlace reads one copy.
func (w *walk) readPlace(p *place) error {
	if p.form == formDocument {
		return w.walkDocument(p)
	}
	opt := jsonltree.Options{Ref: w.ref, Want: w.want, Child: w.info.subagent, Gateway: true}
	opt.Want.LendKeys = false // record keeps them
	if !w.info.subagent {
		opt.ForkedFrom = w.info.origin
	}
	if p.form == formRows {
		opt.Leaf = w.leaf
		t := jsonltree.NewWalker(w.env, opt, transcriptOutlet{w.out, w})
		err := w.eachEvent(func(raw []byte) error { return t.VisitEntry(scan.Record{Bytes: raw}) })
		if err != nil {
			return err
		}
		return t.EndSession()
	}
	env, path, size, err := w.openTranscript(p)
	if err != nil {
		return err
	}
	t := jsonltree.NewWalker(env, opt, transcriptOutlet{w.out, w})
	if err := t.VisitFile(path, size); err != nil {
		return err
	}
	return t.EndSession()
}

// transcriptOutlet is the Outlet of one copy's transcript: it passes on what no
// copy before it holds.
type transcriptOutlet struct {
	adapter.Outlet
	w *walk
}

// Record implements adapter.Outlet.
func (o transcriptOutlet) Record(r *adapter.Record) error {
	w := o.w
	if f := r.Facts; f != nil && f.ForkedFrom == w.info.origin && !w.info.forked {
		f.ForkedFrom = "" // rewound in the same session
	}
	if r.Prompt && w.info.subagent {
		r.Text = subagentTask(r.Text)
	}
	if w.seen == nil {
		return o.Outlet.Record(r)
	}
	key := r.ID
	if w.want.UsageOnly() {
		key = r.UsageKey
	}
	if w.copied {
		if key == "" || w.seen[key] {
			return nil
		}
		r.Branch, r.Facts = true, nil
	}
	if key != "" {
		w.seen[key] = true
	}
	return o.Outlet.Record(r)
}

// subagentTask returns the task in a subagent's first message, which first says what
// the subagent is, after a time in brackets or not:
// "[Subagent Context] …\n\n[Subagent Task]: …".
func subagentTask(s string) string {
	const mark = "[Subagent Task]"
	body := s
	if i := text.Index(s, "] ["); i > 0 && text.Index(s[:i], "\n") < 0 && !hasContext(s) {
		body = s[i+2:]
	}
	if !hasContext(body) {
		return s
	}
	if at := text.Index(body, mark); at >= 0 {
		return strings.TrimLeft(body[at+len(mark):], ": \n")
	}
	if _, rest, ok := text.Cut(body, "\n\n"); ok {
		return rest
	}
	return s
}

// hasContext reports whether a message begins with a subagent's context.
func hasContext(s string) bool {
	const mark = "[subagent context"
	if len(s) < len(mark) {
		return false
	}
	for i := 0; i < len(mark); i++ {
		if s[i]|0x20 != mark[i]|0x20 {
			return false
		}
	}
	return true
}

// skipReason names what is wrong with a value.
func skipReason(err error) string {
	if d, ok := err.(*scan.Defect); ok {
		return string(d.Reason)
	}
	return "unreadable row: " + string(fault.CodeOf(err))
}
