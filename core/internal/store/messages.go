package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// MessageOptions says which messages are read. Limit and Offset count after
// hidden messages and other types are left out.
type MessageOptions struct {
	Limit         int64 // 0 = all
	Offset        int64
	Types         []string // empty = all
	IncludeHidden bool
	At            int64 // position; 0 = now
}

func (o *MessageOptions) validate() error {
	if o.Limit < 0 || o.Offset < 0 {
		return fault.New(fault.InvalidArgument, "limit and offset must not be negative")
	}
	return nil
}

// Messages returns a session's messages in the order in which they were
// recorded.
func (s *Store) Messages(id string, o MessageOptions) ([]session.JSON, error) {
	st, err := s.findSession(id, o.At)
	if err != nil {
		return nil, err
	}
	var all revert.Places
	all.AddRun(0, st.Count())
	return s.collectMessages(st, &all, &st.window, o, "")
}

// collectMessages returns the messages of st in places that view shows; view is
// a window over the indexes of places. With a thread, its id replaces the thread
// id of the messages.
func (s *Store) collectMessages(st *State, places *revert.Places, view *revert.Window, o MessageOptions, thread string) ([]session.JSON, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if o.IncludeHidden {
		view = &revert.Window{}
	}
	out := []session.JSON{}
	from := int64(0)
	if len(o.Types) == 0 { // the place of the first one is known
		from, o.Offset = view.NthVisible(o.Offset), 0
	}
	want := o.Limit
	err := s.walkVisible(st, places, view, from, want, len(o.Types) > 0, func(e *host.Event) (bool, error) {
		if len(o.Types) > 0 && !ofType(e.Payload, o.Types) {
			return true, nil
		}
		if o.Offset > 0 {
			o.Offset--
			return true, nil
		}
		out = append(out, tagMessage(e.Payload, thread))
		return want == 0 || int64(len(out)) < want, nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Takes reports whether messages of a type are asked for.
func (o *MessageOptions) Takes(kind string) bool {
	for _, t := range o.Types {
		if t == kind {
			return true
		}
	}
	return len(o.Types) == 0
}

// typePath is the member with a message's type.
var typePath = scan.CompilePaths("type")

func ofType(message []byte, types []string) bool {
	var v [1]scan.Value
	if typePath.Scan(message, v[:]) != nil {
		return false
	}
	for _, t := range types {
		if v[0].EqualString(t) {
			return true
		}
	}
	return false
}

// threadPath is the member with the id of a message's thread.
var threadPath = scan.CompilePaths("threadId")

func tagMessage(message []byte, thread string) session.JSON {
	var v [1]scan.Value
	if thread == "" || threadPath.Scan(message, v[:]) == nil && v[0].EqualString(thread) {
		return message
	}
	return setMember(message, "threadId", session.TextJSON(thread))
}

// walkVisible calls visit for the visible messages of places from index on, until it
// returns false. want is the number of messages to read, 0 for all; choosy says
// that visit skips some, so that more than want may be read.
func (s *Store) walkVisible(st *State, places *revert.Places, view *revert.Window, from, want int64, choosy bool, visit func(e *host.Event) (bool, error)) error {
	end := places.Len()
	more := true
	var failed error
	view.EachVisible(from, end, func(v revert.Interval) bool {
		for i := v.From; i < v.To && more && failed == nil; {
			first := places.At(i)
			n := min(v.To-i, places.RunLength(i))
			if want > 0 && !choosy {
				n = min(n, want)
			}
			failed = s.readMessages(st, first, n, func(e *host.Event) (bool, error) {
				ok, err := visit(e)
				more = ok && err == nil
				return more, err
			})
			i += n
		}
		return more && failed == nil
	})
	return failed
}

// readMessages calls visit for messages first … first+n-1 of a session.
func (s *Store) readMessages(st *State, first, n int64, visit func(e *host.Event) (bool, error)) error {
	birth := st.lifeStart
	for n > 0 {
		p := st.partOf(first)
		seq, left := p.seq+first-p.index, min(n, p.index+p.n-first)
		first, n = first+left, n-left
		name := p.stream
		if name == "" {
			name = st.ID
		}
		for left > 0 {
			events, err := s.journal.Read(name, seq-1, min(left, readEvents))
			if err != nil {
				return err
			}
			if len(events) == 0 || events[0].Seq != seq {
				erased, err := s.ErasedBefore(name)
				if err != nil || erased <= seq {
					return s.missingMessage(st.ID, birth, name, seq)
				}
				events = events[:0]
				for at := seq; at < min(erased, seq+left); at++ {
					events = append(events, host.Event{Stream: name, Seq: at, Kind: kindMessage, Payload: []byte(erasedMessage)})
				}
			}
			for i := range events {
				if events[i].Seq != seq || events[i].Kind != kindMessage {
					return s.missingMessage(st.ID, birth, name, seq)
				}
				if more, err := visit(&events[i]); !more || err != nil {
					return err
				}
				seq++
				left--
			}
			if err := s.pollHost(seq); err != nil {
				return err
			}
		}
	}
	return nil
}

// erasedMessage is shown where a fork shares a message that was erased.
const erasedMessage = `{"type":"erased"}`

// ErasedBefore returns the position before which everything of a session was erased, 0 for none.
func (s *Store) ErasedBefore(id string) (int64, error) {
	st, err := s.readState(id)
	if err != nil {
		return 0, err
	}
	return st.erased, nil
}

// missingMessage returns the error of a message that is not in the log: others
// deleted and compacted its session during the read, or the log is damaged.
func (s *Store) missingMessage(id string, birth int64, stream string, seq int64) error {
	delete(s.states, id)
	now, err := s.loadState(id)
	switch {
	case err != nil:
		return err
	case now.lifeStart == birth:
		return fault.New(fault.ParseError, "message event "+text.FormatInt(seq)+" of \""+stream+"\" is missing").
			WithHint("store.check lists every defect")
	case !now.isComplete():
		return sessionNotFound(id)
	}
	return fault.New(fault.BadRef, "the session was deleted and created again while it was read").WithHint("read it again")
}

// partOf returns the part that holds a message's number.
func (st *State) partOf(index int64) part {
	lo, hi := 0, len(st.parts)
	for lo < hi {
		mid := (lo + hi) / 2
		if st.parts[mid].index+st.parts[mid].n <= index {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return st.parts[lo]
}
