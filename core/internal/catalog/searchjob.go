package catalog

import (
	"slices"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// searchJob is one session to search.
type searchJob struct {
	a       adapter.Adapter
	ix      *adapter.Index
	ref     *adapter.Ref
	may     []bool  // by term: the stored bytes may hold it
	tf      []int64 // by term: how often the session holds it; nil when that was not counted
	found   *searchMatch
	notes   []fault.Diagnostic
	err     error
	lastHit int32 // after how many lines that were tested the hits to show are complete; 0: unknown
	leftOut bool  // it has the words, and began before the range in which it may have been active
	empty   bool  // it holds no session
}

// searchSession sifts one session and, where the words may occur, walks it.
func (j *searchJob) searchSession(s *sessionSearch) {
	env, share := s.progress.walkEnv(s.c, j.a.Name(), s.req.Strict, j.ref.Size, &j.notes)
	defer share.finish()
	env.Report = &session.Report{}
	env.Cache = adapter.NewReadCache()
	defer env.Cache.Release()
	if possible, err := j.siftBytes(s, env); err != nil || !possible && !s.isNamed(j.ref) {
		j.err = err
		return
	}
	if s.actions != nil {
		if may, err := s.actions.mayMatch(j.a, env, j.ix, j.ref); err != nil || !may {
			j.err = err
			return
		}
	}
	j.readTerms(s, env)
}

// searchTexts walks a session again that was ruled out, for a part of the words.
func (j *searchJob) searchTexts(s *sessionSearch) {
	env := s.c.env(j.a.Name(), false)
	env.Report = &session.Report{}
	env.Cache = adapter.NewReadCache()
	defer env.Cache.Release()
	j.readTerms(s, env)
}

// readTerms walks a session and keeps it when it matches.
func (j *searchJob) readTerms(s *sessionSearch, env *adapter.Env) {
	if s.counts {
		j.err = j.countTerms(s, env)
	} else {
		j.err = j.matchTexts(s, env)
	}
	if s.actions != nil && j.found != nil && j.err == nil {
		j.err = j.checkActions(s, env)
	}
}

// checkActions walks a session that matches again, and drops it where what it did
// excludes it.
func (j *searchJob) checkActions(s *sessionSearch, env *adapter.Env) error {
	quiet := &adapter.Env{Host: env.Host, Agent: env.Agent, Cache: env.Cache, Long: env.Long}
	t, calls, err := walkCalls(s.c, j.a, quiet, j.ix, j.ref)
	if err != nil {
		return err
	}
	matches, err := s.actions.matches(s.c, j.a, quiet, j.ix, t, calls)
	if !matches {
		j.found = nil
	}
	return err
}

// siftBytes reports whether the words may occur in the session's bytes.
func (j *searchJob) siftBytes(s *sessionSearch, env *adapter.Env) (possible bool, err error) {
	j.may = make([]bool, s.q.TermCount())
	x, ok := j.a.(adapter.Sifter)
	if !ok || s.q.IsEmpty() || s.hiding != nil && s.hiding.anywhere {
		return true, nil
	}
	sieve := search.NewSieve(s.q)
	j.empty = true // until anything is shown
	err = x.Sift(env, j.ix, j.ref, func(raw []byte) bool {
		j.empty = j.empty && len(raw) == 0
		return sieve.ScanChunk(raw)
	})
	if err != nil {
		return false, err
	}
	for t := range j.may {
		j.may[t] = sieve.MayContain(t)
	}
	if s.hiding != nil { // how many sessions have a word is counted in redacted texts
		return slices.Contains(j.may, true), nil
	}
	return sieve.MayMatch(), nil
}

// has reports whether the session counts as one that has a term.
func (j *searchJob) has(term int, counted bool) bool {
	return j.tf != nil && j.tf[term] > 0 || !counted && j.may[term]
}

// countTerms searches the session by counting, which is enough to rank it.
func (j *searchJob) countTerms(s *sessionSearch, env *adapter.Env) error {
	want := s.want()
	want.Lend = true
	b := s.builders.getBuilder(j.a.Name(), s.filter.Active)
	if j.ref.Size > 0 {
		want.Match = b.counts.lines.acceptLine
	}
	noted := len(j.notes)
	t, err := s.c.readSession(j.a, env, j.ix, j.ref, want, b.Builder, "")
	if err != nil {
		return err
	}
	if b.counts.lost || b.counts.lines.untested && b.counts.totalBytes() > j.ref.Size { // rare: search the texts
		j.notes = j.notes[:noted]
		*env.Report = session.Report{}
		return j.matchTexts(s, env)
	}
	err = j.keepMatch(s, env, t, func(doc *search.Doc) int64 { return s.showCounts(j, t, b.counts, doc) })
	s.builders.putBuilder(b)
	return err
}

// matchTexts searches the texts of the session.
func (j *searchJob) matchTexts(s *sessionSearch, env *adapter.Env) error {
	if s.streams(j) {
		t, err := s.readLinks(j, env)
		if err != nil {
			return err
		}
		return j.keepMatch(s, env, t, func(doc *search.Doc) int64 {
			quiet := &adapter.Env{Host: env.Host, Agent: env.Agent, Cache: env.Cache, Long: env.Long}
			bytes, err := s.showReplayed(j, quiet, t, doc)
			j.err = err
			return bytes
		})
	}
	texts := &transcript.TextSink{}
	t, err := s.readTexts(j, env, texts)
	if err != nil {
		return err
	}
	return j.keepMatch(s, env, t, func(doc *search.Doc) int64 { return s.showTexts(t, texts, doc) })
}

// keepMatch keeps the session when it matches, and releases its messages. show
// shows the messages to the document and returns their length in bytes.
func (j *searchJob) keepMatch(s *sessionSearch, env *adapter.Env, t *transcript.Transcript, show func(doc *search.Doc) int64) (err error) {
	j.notes = append(j.notes, Damage(j.ref.ID, env.Report)...)
	j.empty = t.Empty
	if !t.Empty {
		j.found = s.matchSession(j, t, show)
	}
	if j.err != nil {
		return j.err
	}
	if j.found != nil && s.req.Sort == session.SearchSortCost {
		_, err = usage.SetCost(j.a, env, j.ix, t, s.c.prices)
		j.found.summary.Cost = t.Summary.Cost
	}
	t.ReleaseMessages()
	return err
}

// readTexts walks a session and keeps its texts, redacted if that is asked for.
func (s *sessionSearch) readTexts(j *searchJob, env *adapter.Env, texts *transcript.TextSink) (*transcript.Transcript, error) {
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: j.a.Name(), Sink: texts, Active: s.filter.Active})
	t, err := s.c.readSession(j.a, env, j.ix, j.ref, j.wantHits(s), b, "")
	if err != nil || s.hiding == nil {
		return t, err
	}
	return t, s.hiding.hideTexts(env, t, texts)
}

// want is what a walk for this search needs.
func (s *sessionSearch) want() adapter.Want {
	want := adapter.Want{Prompts: true, Text: true, Usage: true, Match: s.q.MayMatchRecord}
	if s.hiding != nil { // what is hidden in a text depends on all of it
		want.Match = nil
	}
	return want
}

// wantHits is what a walk for the hits of a session needs. A walk that counted has tested the
// same lines.
func (j *searchJob) wantHits(s *sessionSearch) adapter.Want {
	want := s.want()
	if j.lastHit > 0 {
		line := int32(0)
		want.Match = func(raw []byte) bool {
			line++
			return line <= j.lastHit && s.q.MayMatchRecord(raw)
		}
	}
	return want
}

// matchSession looks for the words in what a session shows; nil when it does not
// match.
func (s *sessionSearch) matchSession(j *searchJob, t *transcript.Transcript, show func(doc *search.Doc) int64) *searchMatch {
	selected := s.filter.Matches(t)
	if t.Summary.IsSubagent && !s.req.Subagents || !selected && !s.continuedInto(t) {
		return nil
	}
	doc := s.newDoc(0)
	doc.SetLength(max(t.Ref.Size, show(doc)))
	if !selected {
		j.leftOut = doc.IsMatch()
		return nil
	}
	j.tf = doc.RankStat().TF
	if !doc.IsMatch() && !s.isNamed(t.Ref) && !(s.partial && doc.IsPartialMatch()) {
		return nil
	}
	t.Summary.HitCount = doc.HitCount()
	return &searchMatch{transcript: t, summary: t.Summary, stat: doc.RankStat()}
}

// showCounts shows a session's title and the counts of its visible messages to a
// document, notes in j when its hits are complete, and returns the length of the texts in bytes.
func (s *sessionSearch) showCounts(j *searchJob, t *transcript.Transcript, counts *termCounts, doc *search.Doc) (bytes int64) {
	doc.AddTitle(t.Summary.Title)
	for i := range t.Builder.Messages.Len() {
		if s.reads(t, i) {
			bytes += counts.messageBytes(i)
			n, excluded := counts.termsOf(i)
			before := doc.HitCount()
			doc.AddCounts(t.Builder.RoleOf(i), n, excluded)
			if before < doc.HitCount() && before < s.req.Hits {
				j.lastHit = max(j.lastHit, counts.messages.At(i).line)
			}
		}
	}
	return bytes
}

// reads reports whether a message is searched.
func (s *sessionSearch) reads(t *transcript.Transcript, i int) bool {
	return t.Tree.Shown[i] || s.req.AllBranches
}

// showTexts shows a session's title and visible messages to a document, and
// returns the length of the texts in bytes.
func (s *sessionSearch) showTexts(t *transcript.Transcript, texts *transcript.TextSink, doc *search.Doc) (bytes int64) {
	doc.AddTitle(t.Summary.Title)
	var index int64
	for i := range t.Builder.Messages.Len() {
		if !s.reads(t, i) {
			continue
		}
		m := texts.WholeMessage(t.Builder, i)
		bytes += int64(len(m.Content) + len(m.Thinking))
		if !t.Tree.Shown[i] {
			doc.AddMessage(-1, &m)
			continue
		}
		doc.AddMessage(index, &m)
		index++
	}
	return bytes
}

// streamedSize is the size in bytes from which a session is walked twice rather than
// held in memory.
const streamedSize = 8 << 20

// streams reports whether the texts of a session are shown while it is walked a second
// time. What is hidden in a text depends on the whole session.
func (s *sessionSearch) streams(j *searchJob) bool {
	return j.ref.Size > streamedSize && s.hiding == nil
}

// readLinks walks a session for showReplayed.
func (s *sessionSearch) readLinks(j *searchJob, env *adapter.Env) (*transcript.Transcript, error) {
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: j.a.Name(), Sink: transcript.PromptSink{}, Active: s.filter.Active, Spans: true})
	return s.c.readSession(j.a, env, j.ix, j.ref, adapter.Want{Prompts: true, Text: true, Usage: true, Lend: true}, b, "")
}

// showReplayed does what showTexts does, and walks the session again for it.
func (s *sessionSearch) showReplayed(j *searchJob, env *adapter.Env, t *transcript.Transcript, doc *search.Doc) (bytes int64, err error) {
	doc.AddTitle(t.Summary.Title)
	var index int64
	out := transcript.NewReplay(t, env, func(i int, _ uint64, m *session.Message) error {
		bytes += int64(len(m.Content) + len(m.Thinking))
		if !t.Tree.Shown[i] {
			doc.AddMessage(-1, m)
			return nil
		}
		doc.AddMessage(index, m)
		index++
		return nil
	})
	out.Shown = make([]bool, len(t.Tree.Shown))
	for i := range out.Shown {
		out.Shown[i] = s.reads(t, i)
	}
	if err = j.a.Walk(env, j.ix, j.ref, j.wantHits(s), out); err == nil {
		err = out.Finish()
	}
	return bytes, err
}

func (s *sessionSearch) newDoc(hits int64) *search.Doc {
	return search.NewDoc(s.q, search.Options{Role: s.req.Role, Tool: s.req.Tool, MaxHits: hits})
}
