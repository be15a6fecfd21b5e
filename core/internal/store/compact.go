package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// Compact frees the events of deleted sessions that no fork shows. Nothing
// visible changes; only positions before a deletion can no longer be read. Each session is one transaction: it can be interrupted at any time.
func (s *Store) Compact() (*session.StoreCompacted, error) {
	freer, ok := host.Unguarded(s.journal).(host.Compactor)
	if !ok {
		return nil, fault.New(fault.Unsupported, "this journal keeps everything")
	}
	dead, names, err := s.endedLives()
	if err != nil {
		return nil, err
	}
	needed, err := s.neededByForks()
	if err != nil {
		return nil, err
	}
	var out session.StoreCompacted
	for _, name := range names {
		n, err := freer.Free(name, spanGaps(needed[name], dead[name]))
		if err != nil {
			return nil, err
		}
		delete(s.states, name)
		if n > 0 {
			out.Sessions++
			out.Bytes += n
		}
		if err := s.pollHost(0); err != nil {
			return nil, err
		}
	}
	return &out, freer.Vacuum(s.clock)
}

// endedLives returns, for every stream with deletions, the last event before the
// latest deletion, and the names of these streams.
func (s *Store) endedLives() (dead map[string]int64, names []string, err error) {
	dead = map[string]int64{}
	err = s.eachState(func(st *State) error {
		if st.lifeStart > 1 {
			dead[st.ID] = st.lifeStart - 1
			names = append(names, st.ID)
		}
		return nil
	})
	return dead, names, err
}

// neededByForks returns the spans that existing sessions share. Others may fork
// and delete while it reads stream after stream, so it repeats until nothing has
// changed between two passes: after that a new fork can only share what an
// existing session already shares.
func (s *Store) neededByForks() (map[string][]host.Span, error) {
	needed := map[string][]host.Span{}
	last := int64(-1)
	for range maxRetries {
		moved := int64(0)
		err := s.eachState(func(st *State) error {
			moved += st.seq + 1
			if st.erased > 0 { // other stores have to see it
				needed[st.ID] = append(needed[st.ID], host.Span{From: st.erased, To: st.erased})
			}
			for _, p := range st.parts {
				if p.stream != "" {
					needed[p.stream] = append(needed[p.stream], host.Span{From: p.seq, To: p.seq + p.n - 1})
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if moved == last {
			return needed, nil
		}
		last = moved
	}
	return nil, fault.New(fault.Conflict, "other writers keep changing the store").WithHint("compact it when nobody writes")
}

// spanGaps returns the parts of 1 … last that no span covers.
func spanGaps(spans []host.Span, last int64) []host.Span {
	order.SortStable(spans, func(i, j int) bool { return spans[i].From < spans[j].From })
	var out []host.Span
	next := int64(1)
	for _, sp := range spans {
		if sp.From > next {
			out = append(out, host.Span{From: next, To: min(sp.From-1, last)})
		}
		next = max(next, sp.To+1)
	}
	if next <= last {
		out = append(out, host.Span{From: next, To: last})
	}
	return out
}

// sizedJournal is a journal that knows its size.
type sizedJournal interface {
	FileSize() (bytes, events int64, err error)
}

// Stats counts.
func (s *Store) Stats() (*session.StoreStats, error) {
	var out session.StoreStats
	err := s.eachListed(func(st *State) error {
		out.Events += st.seq
		if st.ID == TagsID {
			return nil
		}
		if !st.isComplete() {
			out.Deleted++
			return nil
		}
		out.Sessions++
		out.Messages += st.Count()
		out.Threads += int64(len(st.threads))
		if st.share != nil && st.share.Status == session.ShareStatusActive {
			out.Shares++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if z, ok := host.Unguarded(s.journal).(sizedJournal); ok {
		out.Bytes, _, err = z.FileSize()
	}
	return &out, err
}
