package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// walkNewest walks sessions, newest first across all agents, and stops when no
// remaining session can be among the newest that match. The file time bounds the
// time of the last record from above, so a tail is read only while its session
// could still be among the newest; where a file time turns out to be too early
// (an archive that keeps none), all tails are read. It returns how many match at most
// as well.
func (l *sessionList) walkNewest() (_ []session.SessionSummary, atMost int64, err error) {
	q := &dateQueue{l: l, cands: l.listCandidates(), step: batchSize, ready: order.Heap[listCandidate]{Less: isNewer}}
	order.SortStable(q.cands, func(i, j int) bool { return q.cands[i].bound > q.cands[j].bound })
	out := newNewestSummaries(&l.req)
	atMost = int64(len(q.cands))
	for {
		batch := make([]listCandidate, 0, batchSize)
		for len(batch) < batchSize {
			next, err := q.nextNewest()
			if err != nil {
				return nil, 0, err
			}
			if next == nil || next.updated < l.req.ActiveSince || out.isFull() && l.topNComplete(out.last(), next) ||
				!out.isFull() && int64(len(out.kept.Items)+len(batch)) >= l.req.Limit {
				break
			}
			batch = append(batch, q.ready.Pop())
		}
		if len(batch) == 0 {
			return out.summaries(), atMost, nil
		}
		walks, err := l.walkBatch(batch)
		if err != nil {
			return nil, 0, err
		}
		l.superseded.Add(walks...)
		kept := l.filterSummaries(walks)
		atMost -= int64(len(batch) - len(kept))
		for _, s := range kept {
			out.add(s)
		}
	}
}

// topNComplete reports whether a full list that ends with last has no room for
// next. A summary is not newer than the tail of its file, but it may be older: a
// subagent's records do not count.
func (l *sessionList) topNComplete(last *session.SessionSummary, next *listCandidate) bool {
	return last.UpdatedAt > next.updated || last.UpdatedAt == next.updated &&
		last.UnifiedID < session.UnifiedID(next.src.a.Name(), next.ref.ID)
}

// newestSummaries keeps the first summaries of a list, as many as its limit: the
// one that is listed last is the first to go.
type newestSummaries struct {
	limit int64
	added int64
	kept  order.Heap[addedSummary]
}

// addedSummary is a summary and how many were added before it: of equal ones the
// earlier is listed first.
type addedSummary struct {
	session.SessionSummary
	before int64
}

func newNewestSummaries(req *session.ListRequest) *newestSummaries {
	n := &newestSummaries{limit: req.Limit}
	n.kept.Less = func(a, b *addedSummary) bool {
		after := isListedBefore(&b.SessionSummary, &a.SessionSummary, req)
		return after || a.before > b.before && !isListedBefore(&a.SessionSummary, &b.SessionSummary, req)
	}
	return n
}

func (n *newestSummaries) isFull() bool { return int64(len(n.kept.Items)) >= n.limit }

// last returns the summary that a full list ends with.
func (n *newestSummaries) last() *session.SessionSummary { return &n.kept.Items[0].SessionSummary }

func (n *newestSummaries) add(s session.SessionSummary) {
	full := n.isFull()
	n.kept.Push(addedSummary{s, n.added})
	n.added++
	if full {
		n.kept.Pop()
	}
}

// summaries returns what was kept, in the order of the list.
func (n *newestSummaries) summaries() []session.SessionSummary {
	out := make([]session.SessionSummary, len(n.kept.Items))
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = n.kept.Pop().SessionSummary
	}
	return out
}

// dateQueue returns candidates, newest first.
type dateQueue struct {
	l                *sessionList
	cands            []listCandidate           // by their bounds, the newest first
	ready            order.Heap[listCandidate] // time of the last record known
	step             int                       // how many to date next
	mtimesUnreliable bool                      // a file time was earlier than the last record: no file time is a bound
}

// isNewer reports whether the last record of a is newer than that of b.
func isNewer(a, b *listCandidate) bool {
	if a.updated != b.updated {
		return a.updated > b.updated
	}
	if a.src != b.src {
		return a.src.a.Name() < b.src.a.Name()
	}
	if a.ref.ID != b.ref.ID {
		return a.ref.ID < b.ref.ID
	}
	return a.ref.Path < b.ref.Path
}

// fileTimeStep is how many milliseconds a correct file time may be too early:
// the coarsest file system, FAT, has steps of two seconds.
const fileTimeStep = 2000

// nextNewest returns the newest remaining candidate, and nil after the last one.
// It reads tails until no undated candidate can be newer.
func (q *dateQueue) nextNewest() (*listCandidate, error) {
	for len(q.cands) > 0 && (q.mtimesUnreliable || len(q.ready.Items) == 0 || q.mayBeNewest(&q.cands[0])) {
		n := min(len(q.cands), q.step)
		if !q.mtimesUnreliable && len(q.ready.Items) > 0 {
			n = q.countNewest(n)
		}
		if err := q.l.dateBatch(q.cands[:n]); err != nil {
			return nil, err
		}
		for _, c := range q.cands[:n] {
			q.mtimesUnreliable = q.mtimesUnreliable || c.updated > c.bound+fileTimeStep
			q.ready.Push(c)
		}
		q.cands = q.cands[n:]
		q.step *= 2 // file times that decide so little may decide nothing
	}
	if len(q.ready.Items) == 0 {
		return nil, nil
	}
	return &q.ready.Items[0], nil
}

// countNewest returns how many of the first n candidates, at least one, may be
// newer than all dated ones.
func (q *dateQueue) countNewest(n int) int {
	lo, hi := 1, n
	for lo < hi {
		if mid := (lo + hi) / 2; q.mayBeNewest(&q.cands[mid]) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// mayBeNewest reports whether an undated candidate may be newer than all dated ones.
func (q *dateQueue) mayBeNewest(c *listCandidate) bool { return c.bound >= q.ready.Items[0].updated }

// dateBatch finds the time of the last record of each candidate: from its
// tail, or by walking it where the tail does not have it.
func (l *sessionList) dateBatch(cands []listCandidate) error {
	errs := make([]error, len(cands))
	l.c.runParallel(len(cands), func(i int) {
		if c := &cands[i]; c.updated == 0 {
			c.updated, errs[i] = c.src.a.Updated(c.src.quietEnv(), c.src.ix, c.ref)
		}
	})
	var slow []int
	for i := range cands {
		if fault.CodeOf(errs[i]) == fault.Timeout {
			return errs[i]
		}
		if cands[i].updated == 0 {
			slow = append(slow, i)
		}
	}
	for len(slow) > 0 {
		n := min(len(slow), batchSize)
		if err := l.dateByWalking(cands, slow[:n]); err != nil {
			return err
		}
		slow = slow[n:]
	}
	return nil
}

// dateByWalking walks the candidates whose tails do not have the time.
func (l *sessionList) dateByWalking(cands []listCandidate, slow []int) error {
	part := make([]listCandidate, len(slow))
	for k, i := range slow {
		part[k] = cands[i]
	}
	walks, err := l.walkBatch(part)
	if err != nil {
		return err
	}
	for k, i := range slow {
		cands[i].done = walks[k]
		cands[i].failed, cands[i].skipped = walks[k] == nil, part[k].skipped
		if walks[k] != nil && !walks[k].Empty {
			cands[i].updated = walks[k].Summary.UpdatedAt
		}
		if cands[i].updated == 0 {
			cands[i].updated = 1 // nothing readable: last of all, dropped by filterSummaries
		}
	}
	return nil
}
