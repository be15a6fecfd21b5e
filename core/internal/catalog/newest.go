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
// (an archive that keeps none), all tails are read.
func (l *sessionList) walkNewest() ([]session.SessionSummary, error) {
	q := &dateQueue{l: l, cands: l.listCandidates(), step: batchSize}
	order.SortStable(q.cands, func(i, j int) bool { return q.cands[i].bound > q.cands[j].bound })
	var out []session.SessionSummary
	for {
		batch := make([]listCandidate, 0, batchSize)
		for len(batch) < batchSize {
			next, err := q.nextNewest()
			if err != nil {
				return nil, err
			}
			full := int64(len(out)) >= l.req.Limit
			if next == nil || next.updated < l.req.ActiveSince || full && l.topNComplete(out, next) || !full && int64(len(out)+len(batch)) >= l.req.Limit {
				break
			}
			batch = append(batch, *next)
			q.ready = q.ready[1:]
		}
		if len(batch) == 0 {
			return out, nil
		}
		walks, err := l.walkBatch(batch)
		if err != nil {
			return nil, err
		}
		l.superseded.Add(walks...)
		out = append(out, l.filterSummaries(walks)...)
		sortSummaries(out, l.req)
	}
}

// topNComplete reports whether a full list has no room for next. A summary is
// not newer than the tail of its file, but it may be older: a subagent's records
// do not count.
func (l *sessionList) topNComplete(out []session.SessionSummary, next *listCandidate) bool {
	last := &out[l.req.Limit-1]
	return last.UpdatedAt > next.updated || last.UpdatedAt == next.updated &&
		last.UnifiedID < session.UnifiedID(next.src.a.Name(), next.ref.ID)
}

// dateQueue returns candidates, newest first.
type dateQueue struct {
	l                *sessionList
	cands            []listCandidate // by their bounds, the newest first
	ready            []listCandidate // time of the last record known, the newest first
	step             int             // how many to date next
	mtimesUnreliable bool            // a file time was earlier than the last record: no file time is a bound
}

// fileTimeStep is how many milliseconds a correct file time may be too early:
// the coarsest file system, FAT, has steps of two seconds.
const fileTimeStep = 2000

// nextNewest returns the newest remaining candidate, and nil after the last one.
// It reads tails until no undated candidate can be newer.
func (q *dateQueue) nextNewest() (*listCandidate, error) {
	for len(q.cands) > 0 && (q.mtimesUnreliable || len(q.ready) == 0 || q.cands[0].bound >= q.ready[0].updated) {
		n := min(len(q.cands), q.step)
		for !q.mtimesUnreliable && n > 1 && len(q.ready) > 0 && q.cands[n-1].bound < q.ready[0].updated {
			n--
		}
		if err := q.l.dateBatch(q.cands[:n]); err != nil {
			return nil, err
		}
		for i := range q.cands[:n] {
			q.mtimesUnreliable = q.mtimesUnreliable || q.cands[i].updated > q.cands[i].bound+fileTimeStep
		}
		q.ready = append(q.ready, q.cands[:n]...)
		q.cands = q.cands[n:]
		q.step *= 2 // file times that decide so little may decide nothing
		order.SortStable(q.ready, func(i, j int) bool {
			a, b := &q.ready[i], &q.ready[j]
			if a.updated != b.updated {
				return a.updated > b.updated
			}
			if a.src != b.src {
				return a.src.a.Name() < b.src.a.Name()
			}
			return a.ref.ID < b.ref.ID
		})
	}
	if len(q.ready) == 0 {
		return nil, nil
	}
	return &q.ready[0], nil
}

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
