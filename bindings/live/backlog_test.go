package live

import (
	"fmt"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// toyStore is a store for one session: others write to it, and it may be away.
type toyStore struct {
	messages []string
	position int64
	thread   string
	requests map[string]string // what was stored, by the id of the change
	away     bool
	random   *rand.Rand
}

// do does a step of a recorder.
func (s *toyStore) do(t *testing.T, x step) (o outcome) {
	unsaid := false // the change is made, and its answer is lost
	switch {
	case s.away && s.random.Intn(4) == 0:
		unsaid = true
	case s.away && (x.kind == stepMessages || x.kind == stepMeta || s.random.Intn(4) > 0): // a locked store may be read
		code := []fault.Code{fault.Timeout, fault.Conflict}[s.random.Intn(2)]
		return outcome{err: fault.New(code, "the store is locked")}
	}
	switch x.kind {
	case stepThread:
		if s.position == 0 {
			return outcome{err: fault.New(fault.SessionNotFound, "no session")}
		}
		return outcome{thread: s.thread}
	case stepPosition:
		if s.position == 0 {
			return outcome{err: fault.New(fault.SessionNotFound, "no session")}
		}
		return outcome{position: s.position}
	case stepMeta:
		s.position++
		return outcome{position: s.position}
	}
	said := make([]string, len(x.messages))
	for i, m := range x.messages {
		said[i] = string(m)
	}
	whole := strings.Join(said, "|")
	if before, known := s.requests[x.request]; known {
		if before != whole {
			t.Fatalf("the change %s was %q and is %q", x.request, before, whole)
		}
		return outcome{position: s.position}
	}
	switch {
	case x.expect != 0 && x.expect != s.position:
		return outcome{err: fault.New(fault.Conflict, "another position")}
	case strings.Contains(whole, "bad"):
		return outcome{err: fault.New(fault.InvalidArgument, "a bad message")}
	}
	s.requests[x.request] = whole
	s.messages = append(s.messages, said...)
	s.position += int64(len(said))
	if unsaid {
		return outcome{err: fault.New(fault.Timeout, "the answer was lost")}
	}
	if x.thread != "" {
		return outcome{}
	}
	return outcome{position: s.position}
}

// TestBacklogSchedules plays recordings with other writers, a store that is away,
// and messages that it does not take: every message is stored once and in order, or
// it is counted as lost.
func TestBacklogSchedules(t *testing.T) {
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		b := &backlog{id: "s", lazy: r.Intn(2) == 0}
		store := &toyStore{requests: map[string]string{}, random: r}
		ids, now, sent := 0, int64(0), []string{}
		newID := func() string { ids++; return strconv.Itoa(ids) }
		opensAt := r.Intn(10)
		play := func(n int) {
			for range n {
				x := b.next(now, newID)
				if x.kind == stepWait || x.kind == stepEnd {
					return
				}
				if r.Intn(3) == 0 && store.position > 0 { // somebody else writes
					store.position++
				}
				b.done(now, x, store.do(t, x))
			}
		}
		for i := range 60 {
			if i == opensAt {
				b.open = true
			}
			now += int64(r.Intn(100))
			store.away = store.away != (r.Intn(8) == 0)
			if r.Intn(10) == 0 {
				store.thread = strconv.Itoa(r.Intn(3))
			}
			switch r.Intn(6) {
			case 0:
				b.setMeta(&session.UpdateRequest{})
			case 1:
				b.settled()
			default:
				m := fmt.Sprintf("m%d", len(sent))
				if r.Intn(12) == 0 {
					m += "bad"
				}
				sent = append(sent, m)
				b.add(now, recorded{session.JSON(m), strconv.Itoa(len(sent) / 7)})
			}
			play(r.Intn(5))
		}
		b.close()
		steps := 0
		for ; ; steps++ {
			x := b.next(now, newID)
			if x.kind == stepEnd {
				break
			}
			if x.kind == stepWait {
				if x.until <= now {
					t.Fatalf("seed %d: it waits for nothing", seed)
				}
				now = x.until
				continue
			}
			b.done(now, x, store.do(t, x))
			if steps > 500 {
				t.Fatalf("seed %d: it does not end", seed)
			}
		}
		checkBacklog(t, seed, b, store, sent)
	}
}

func checkBacklog(t *testing.T, seed int64, b *backlog, store *toyStore, sent []string) {
	t.Helper()
	at := 0 // of sent: what is stored is a part of it, in order
	for _, m := range store.messages {
		for at < len(sent) && sent[at] != m {
			at++
		}
		if at++; at > len(sent) {
			t.Fatalf("seed %d: sent %q, stored %q", seed, sent, store.messages)
		}
	}
	missing := len(sent) - len(store.messages)
	if b.stored+b.lost != b.added || b.added != int64(len(sent)) || b.stored > int64(len(store.messages)) || b.lost < int64(missing) {
		t.Fatalf("seed %d: %d sent, %d in the store, %d said to be stored and %d lost", seed, len(sent), len(store.messages), b.stored, b.lost)
	}
	told := slices.ContainsFunc(b.takeReports(), func(err error) bool { return strings.Contains(err.Error(), "are not stored") })
	if told != (b.lost > 0) {
		t.Fatalf("seed %d: %d are lost, that is reported: %v", seed, b.lost, told)
	}
	if !store.away && b.open {
		for _, m := range sent {
			if !strings.Contains(m, "bad") && !slices.Contains(store.messages, m) {
				t.Fatalf("seed %d: %s is not stored although the store is there", seed, m)
			}
		}
	}
}

// TestBacklogBound: while the store is away no more waits than the limit, and the
// agent continues.
func TestBacklogBound(t *testing.T) {
	b := &backlog{open: true}
	message := session.JSON(strings.Repeat("x", 1<<20))
	newID := func() string { return "id" }
	b.add(0, recorded{message, ""})
	x := b.next(100, newID)
	b.done(100, x, outcome{err: fault.New(fault.IO, "away")})
	for range 100 {
		b.add(100, recorded{message, ""})
	}
	if b.bytes > maxBacklog || b.lost != 101-maxBacklog/(1<<20) || b.slow() || !b.settled() {
		t.Errorf("%d bytes wait, %d messages are lost, slow %v", b.bytes, b.lost, b.slow())
	}
	if n := len(b.takeReports()); n != 2 {
		t.Errorf("%d reports", n)
	}
}

// TestBacklogConflicts: others that write all the time end nothing.
func TestBacklogConflicts(t *testing.T) {
	b := &backlog{open: true, position: 5}
	b.add(0, recorded{session.JSON("m"), ""})
	now, conflicts := int64(1000), 0
	for conflicts < 100 {
		switch x := b.next(now, func() string { return "id" }); x.kind {
		case stepWait:
			now = x.until
		case stepPosition:
			b.done(now, x, outcome{position: 5 + int64(conflicts)})
		case stepMessages:
			conflicts++
			b.done(now, x, outcome{err: fault.New(fault.Conflict, "another position")})
		default:
			t.Fatalf("step %v after %d conflicts", x.kind, conflicts)
		}
	}
	if x := b.next(now, nil); x.kind != stepWait && x.kind != stepPosition || b.lost > 0 || b.away != nil {
		t.Errorf("%+v %+v", x, b)
	}
}

// TestBacklogLocked: a store that another program has locked answers CONFLICT, too, at a position that does not move: it is
// away, nobody waits for it, and what waits is bounded.
func TestBacklogLocked(t *testing.T) {
	for name, position := range map[string]int64{"known position": 5, "new session": 0} {
		b := &backlog{open: true, position: position}
		b.setMeta(&session.UpdateRequest{})
		locked, now, attempts := true, int64(1000), 0
		play := func(until func() bool) {
			for i := 0; !until(); i++ {
				if i > 50 {
					t.Fatalf("%s: %+v", name, b)
				}
				x := b.next(now, func() string { return "id" })
				switch {
				case x.kind == stepWait:
					now = max(now+1, x.until)
				case x.kind == stepPosition && position == 0:
					b.done(now, x, outcome{err: fault.New(fault.SessionNotFound, "no session")})
				case x.kind == stepPosition:
					b.done(now, x, outcome{position: position})
				case locked:
					attempts++
					b.done(now, x, outcome{err: fault.New(fault.Conflict, "database is locked")})
				default:
					b.done(now, x, outcome{position: position + 1})
				}
			}
		}
		if position != 0 {
			b.meta = nil
		}
		b.add(now, recorded{session.JSON("m"), ""})
		play(b.settled)
		if b.away == nil || attempts > 1 {
			t.Errorf("%s: %d attempts, %+v", name, attempts, b)
		}
		locked = false
		play(func() bool { return b.stored == 1 })
		if b.away != nil || len(b.takeReports()) != 2 {
			t.Errorf("%s: %+v", name, b)
		}
	}
}
