package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/stats"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// batchSize is how many sessions are walked before the limit is checked again. It
// is a constant, so that the result never depends on the number of cores.
const batchSize = 32

// sessionList is one list over one or more agents.
type sessionList struct {
	c          *Catalog
	req        session.ListRequest
	actions    *actionFilter // nil: any session
	sources    []*listSource
	superseded transcript.SupersededIndex
}

// listSource is one agent's part of a list. It collects its diagnostics, so
// that their order does not depend on which agent's sessions are newer.
type listSource struct {
	a     adapter.Adapter
	env   *adapter.Env
	ix    *adapter.Index
	notes []fault.Diagnostic
}

// addSource adds an agent.
func (l *sessionList) addSource(a adapter.Adapter, ix *adapter.Index) *listSource {
	src := &listSource{a: a, ix: ix, env: &adapter.Env{Host: l.c.host, Agent: a.Name()}}
	src.env.Strict = l.req.Strict
	src.env.OnDiagnostic = func(d fault.Diagnostic) { src.notes = append(src.notes, d) }
	l.sources = append(l.sources, src)
	return src
}

// flushDiagnostics reports the diagnostics, one agent after the other.
func (l *sessionList) flushDiagnostics() {
	for _, src := range l.sources {
		env := l.c.env(src.a.Name(), l.req.Strict)
		for _, d := range src.notes {
			env.Diagnose(d)
		}
		src.notes = nil
	}
}

// isByDate reports whether the newest sessions decide the result, so that older
// ones need not be opened. A copy that supersedes a session is newer than it, but
// naming the longest copy needs them all.
func (l *sessionList) isByDate() bool {
	return !l.req.Superseded && (l.req.Sort == "" || l.req.Sort == session.SortKeyDate) && l.req.SortDirection != session.SortDirectionAsc
}

// listCandidate is a session that may be listed.
type listCandidate struct {
	src     *listSource
	ref     *adapter.Ref
	bound   session.Time           // no record is later than this
	updated session.Time           // known time of the last record
	done    *transcript.Transcript // walked already
	failed  bool                   // could not be read; reported already
	skipped bool                   // its stored bytes exclude it: it was not walked
}

func (l *sessionList) listCandidates() []listCandidate {
	var out []listCandidate
	for _, src := range l.sources {
		if src.ix == nil {
			continue
		}
		for i := range src.ix.Refs {
			ref := &src.ix.Refs[i]
			if !strings.HasPrefix(ref.ID, l.req.IDPrefix) || ref.Subagent && !l.req.Subagents || l.req.Agent != heddle.Name && l.c.imports.HiddenFrom(l.req.Origin, src.a.Name(), ref.ID) {
				continue
			}
			if l.req.Origin != "" && src.a.Name() == heddle.Name && !heddle.ComesFrom(src.ix, ref.ID, l.req.Origin) {
				continue
			}
			cand := listCandidate{src: src, ref: ref, bound: ref.ModTime, updated: ref.Updated}
			if ref.Updated != 0 {
				cand.bound = ref.Updated
			}
			out = append(out, cand)
		}
	}
	return out
}

// walkAll walks all sessions; the order of the result needs them all.
func (l *sessionList) walkAll() ([]session.SessionSummary, error) {
	cands, err := l.dropInactive(l.listCandidates())
	if err != nil {
		return nil, err
	}
	walks := make([]*transcript.Transcript, 0, len(cands))
	for len(cands) > 0 {
		n := min(len(cands), batchSize)
		ws, err := l.walkBatch(cands[:n])
		if err != nil {
			return nil, err
		}
		walks = append(walks, ws...)
		cands = cands[n:]
	}
	l.superseded.Add(walks...)
	return l.filterSummaries(walks), nil
}

// dropInactive drops the candidates that were last updated before the requested
// active range. A copy that supersedes an active session is newer than it, and
// is kept.
func (l *sessionList) dropInactive(cands []listCandidate) ([]listCandidate, error) {
	if l.req.ActiveSince == 0 {
		return cands, nil
	}
	if err := l.dateBatch(cands); err != nil {
		return nil, err
	}
	kept := cands[:0]
	for i := range cands {
		if cands[i].updated >= l.req.ActiveSince {
			kept = append(kept, cands[i])
		}
	}
	return kept, nil
}

// quietEnv returns an environment that reports nothing.
func (src *listSource) quietEnv() *adapter.Env {
	return &adapter.Env{Host: src.env.Host, Agent: src.env.Agent}
}

// walkSession walks one session for its summary, its cost included; nil for one
// that its stored bytes exclude.
func (l *sessionList) walkSession(src *listSource, env *adapter.Env, ref *adapter.Ref) (*transcript.Transcript, error) {
	want := adapter.Want{Prompts: true, Usage: true, Times: l.req.ActiveUntil != 0} // without an end, the last record decides
	var sink transcript.Sink = transcript.PromptSink{}
	var calls *stats.CallSink
	if l.actions != nil {
		env.Cache = adapter.NewReadCache()
		defer env.Cache.Release()
		if may, err := l.actions.mayMatch(src.a, env, src.ix, ref); err != nil || !may {
			return nil, err
		}
		calls = stats.NewCallSink(src.a.Name())
		sink, want.Text, want.Lend = calls, true, true
	}
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: src.a.Name(), Sink: sink, Active: l.filter().Active})
	t, err := l.c.readSession(src.a, withDrift(env), src.ix, ref, want, b, "")
	if err != nil {
		return nil, err
	}
	l.c.drift.add(src.a.Name(), b.FinishDrift(env))
	if calls != nil {
		matches, err := l.actions.matches(l.c, src.a, env, src.ix, t, calls)
		if err != nil {
			return nil, err
		}
		t.Excluded = !matches
	}
	if !t.Excluded {
		if _, err := usage.SetCost(src.a, env, src.ix, t, l.c.prices); err != nil {
			return nil, err
		}
	}
	t.ReleaseMessages()
	return t, nil
}

// walkBatch walks candidates on all cores and joins results and diagnostics
// in their order. A session that cannot be read is nil and a diagnostic.
func (l *sessionList) walkBatch(cands []listCandidate) ([]*transcript.Transcript, error) {
	walks := make([]*transcript.Transcript, len(cands))
	errs := make([]error, len(cands))
	notes := make([][]fault.Diagnostic, len(cands))
	l.c.runParallel(len(cands), func(i int) {
		if cands[i].done != nil || cands[i].failed {
			walks[i] = cands[i].done
			return
		}
		src := cands[i].src
		env := l.c.walkEnv(src.a.Name(), l.req.Strict, &notes[i])
		env.Report = &session.Report{}
		walks[i], errs[i] = l.walkSession(src, env, cands[i].ref)
		cands[i].skipped = walks[i] == nil && errs[i] == nil
		if errs[i] == nil && !cands[i].skipped {
			notes[i] = append(notes[i], Damage(cands[i].ref.ID, env.Report)...)
		}
	})
	for i := range cands {
		src := cands[i].src
		src.notes = append(src.notes, notes[i]...)
		if !cands[i].skipped && (walks[i] == nil || walks[i].Empty) {
			l.c.imports.MarkUnreadable(src.a.Name(), cands[i].ref.ID)
		}
		if errs[i] == nil {
			continue
		}
		if l.req.Strict || fault.CodeOf(errs[i]) == fault.Timeout {
			return nil, errs[i]
		}
		src.env.Diagnose(fault.DiagnosticOf(src.a.Name(), errs[i]))
	}
	return walks, nil
}

// Damage returns one diagnostic for the damaged records of a session, or nil.
func Damage(id string, r *session.Report) []fault.Diagnostic {
	if r.SkippedCount == 0 {
		return nil
	}
	s := r.Skipped[0]
	message := countNoun(r.SkippedCount, "damaged record") + " (first: " + s.Reason + ")"
	if s.Line == 0 {
		message = "session " + id + ": " + message
	}
	return []fault.Diagnostic{{Code: scan.Reason(s.Reason).FaultCode(), Path: s.Path, Line: s.Line, Offset: s.Offset,
		Message: message, Hint: "what can be read was read"}}
}

// filterSummaries applies the filters and drops files without a session,
// superseded sessions, and those that turned out to be subagents'.
func (l *sessionList) filterSummaries(walks []*transcript.Transcript) []session.SessionSummary {
	var out []session.SessionSummary
	filter := l.filter()
	for _, w := range walks {
		if w == nil || w.Empty || w.Excluded {
			continue
		}
		s := w.Summary
		if by := l.superseded.LongestCopy(w); by != "" {
			s.SupersededBy = by
		}
		if s.SupersededBy != "" && !l.req.Superseded && !filter.Shows(w) || s.IsSubagent && !l.req.Subagents || !filter.Matches(w) {
			continue
		}
		out = append(out, s)
	}
	return out
}

func (l *sessionList) filter() transcript.SessionFilter {
	r := &l.req
	return transcript.SessionFilter{Created: transcript.TimeRange{Since: r.Since, Until: r.Until},
		Active: transcript.TimeRange{Since: r.ActiveSince, Until: r.ActiveUntil}, Model: r.Model, Cwd: r.Cwd, Under: r.Under, Tags: r.Tags, Machine: r.Origin,
		Source: transcript.SourceFilter{Branches: r.GitBranches, Repositories: r.Repositories, Versions: r.AgentVersions}}
}
