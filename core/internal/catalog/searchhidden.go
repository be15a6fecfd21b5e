package catalog

import (
	"slices"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/redact"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// hiding is what a search of redacted texts needs beside a plain one. What it finds, counts and ranks
// must not depend on what is replaced: otherwise a caller finds a secret by guessing it piece by piece.
type hiding struct {
	q         *search.Query
	redactors *pool.Pool[*redact.Redactor]
	anywhere  bool // a term may be in a replacement, so that stored bytes rule out no session
}

func newHiding(q *search.Query) *hiding {
	h := &hiding{q: q, redactors: pool.New(func() *redact.Redactor { return redact.New() })}
	r := h.redactors.Get()
	h.anywhere = q.MayTouch(r.Replacements())
	h.redactors.Put(r)
	return h
}

// hide calls fn with a redactor for texts of a session that ran in a folder. A nil hiding has none.
func (h *hiding) hide(cwd string, fn func(r *redact.Redactor)) {
	if h == nil {
		return
	}
	r := h.redactors.Get()
	r.Forget()
	r.Learn(cwd)
	fn(r)
	h.redactors.Put(r)
}

// hideTexts redacts what a search looks at: the title, and the visible messages that may match.
func (h *hiding) hideTexts(env *adapter.Env, t *transcript.Transcript, texts *transcript.TextSink) (err error) {
	h.hide(t.Summary.Cwd, func(r *redact.Redactor) {
		t.Summary.Title = r.Text(r.WholeTitle(t.Summary.Title, len(t.Tree.Shown), func(i int) string {
			if !t.Tree.Shown[i] {
				return ""
			}
			return texts.Body(i).Content
		}))
		for i, shown := range t.Tree.Shown {
			body := texts.Body(i)
			if !shown || !h.anywhere && !h.q.MayHit(body) {
				continue
			}
			if err = env.Host.Poll.Poll(t.Ref.Size, t.Ref.Size); err != nil {
				return
			}
			body.MapTexts(r)
		}
	})
	return err
}

// hideSummary redacts what a result says of a session beside its hits.
func (h *hiding) hideSummary(sum *session.SessionSummary) {
	h.hide(sum.Cwd, func(r *redact.Redactor) {
		sum.Tags = slices.Clone(sum.Tags)
		sum.MapTexts(r)
	})
}
