package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// Compact frees what deleted sessions left behind, unless a fork shows it.
// Nothing visible changes; only positions before a deletion can no longer be
// read. Each session is one transaction: it can be interrupted at any time.
func (s *Store) Compact() (*session.StoreCompacted, error) {
	freer, ok := host.Unguarded(s.journal).(host.Freer)
	if !ok {
		return nil, fault.New(fault.Unsupported, "this journal keeps everything")
	}
	dead, names, err := s.overLives()
	if err != nil {
		return nil, err
	}
	needed, err := s.neededByForks()
	if err != nil {
		return nil, err
	}
	var out session.StoreCompacted
	for _, name := range names {
		n, err := freer.Free(name, gaps(needed[name], dead[name]))
		if err != nil {
			return nil, err
		}
		delete(s.states, name)
		if n > 0 {
			out.Sessions++
			out.Bytes += n
		}
		if err := s.step(0); err != nil {
			return nil, err
		}
	}
	return &out, freer.Tidy()
}

// overLives returns, for every stream, the last event of the lives that a
// deletion ended, but for the one that says so.
func (s *Store) overLives() (dead map[string]int64, names []string, err error) {
	dead = map[string]int64{}
	err = s.each(func(st *State) error {
		if st.birth > 1 {
			dead[st.ID] = st.birth - 1
			names = append(names, st.ID)
		}
		return nil
	})
	return dead, names, err
}

// neededByForks returns what living sessions share. Streams are looked at one
// after the other while others may fork and delete, so it looks until nothing
// has moved in between: from then on a new fork can only share what a living
// session already does.
func (s *Store) neededByForks() (map[string][]host.Span, error) {
	needed := map[string][]host.Span{}
	last := int64(-1)
	for range maxTries {
		moved := int64(0)
		err := s.each(func(st *State) error {
			moved += st.Seq + 1
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

// gaps returns what of 1 … last is in none of the spans.
func gaps(spans []host.Span, last int64) []host.Span {
	order.Stable(spans, func(i, j int) bool { return spans[i].From < spans[j].From })
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

// sizer is a journal that knows its size.
type sizer interface {
	Size() (bytes, events int64, err error)
}

// Stats counts.
func (s *Store) Stats() (*session.StoreStats, error) {
	var out session.StoreStats
	err := s.each(func(st *State) error {
		out.Events += st.Seq
		if !st.Exists() {
			out.Deleted++
			return nil
		}
		out.Sessions++
		out.Messages += st.Count()
		out.Threads += int64(len(st.Threads))
		if st.share != nil && st.share.Status == session.ShareStatusActive {
			out.Shares++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if z, ok := s.journal.(sizer); ok {
		out.Bytes, _, err = z.Size()
	}
	return &out, err
}
