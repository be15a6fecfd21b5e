package replica_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// side is one of the stores of a random test. History has every event that it
// ever had, also those that it has freed.
type side struct {
	name    string
	journal *journal.Memory
	*store.Store
	history map[string]map[int64]host.Event
}

func newSide(name string, ids host.Entropy) *side {
	h := hosttest.Host(nil)
	h.Entropy = ids
	j := journal.NewMemory()
	return &side{name, j, store.New(j, h, store.Options{}), map[string]map[int64]host.Event{}}
}

// entropy draws ids that no two stores share.
type entropy struct{ random *rand.Rand }

func (e entropy) ID() (id [16]byte) {
	for i := range id {
		id[i] = byte(e.random.Uint32())
	}
	return id
}

// remember adds the present events to the history. Where a fork took the
// place of a stream, what was replaced is forgotten.
func (s *side) remember(t testing.TB) {
	for name, events := range readAll(t, s.journal) {
		if s.history[name] == nil {
			s.history[name] = map[int64]host.Event{}
		}
		there := map[int64]bool{}
		for _, e := range events {
			there[e.Seq] = true
		}
		for seq, e := range s.history[name] {
			if held, _ := s.journal.Held(name, seq, e.ID); !held && !there[seq] { // replaced by what was freed elsewhere
				delete(s.history[name], seq)
			}
		}
		for _, e := range events {
			if old, ok := s.history[name][e.Seq]; ok && !reflect.DeepEqual(old, e) { // replaced, and what follows as well
				for seq := range s.history[name] {
					if seq >= e.Seq {
						delete(s.history[name], seq)
					}
				}
			}
			s.history[name][e.Seq] = e
		}
	}
}

func readAll(t testing.TB, j host.Journal) map[string][]host.Event {
	t.Helper()
	out := map[string][]host.Event{}
	for after := ""; ; {
		infos, err := j.Streams(after, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(infos) == 0 {
			return out
		}
		for _, info := range infos {
			after = info.Name
			for seq := int64(0); ; {
				list, err := j.Read(info.Name, seq, 1000)
				if err != nil {
					t.Fatal(err)
				}
				if len(list) == 0 {
					break
				}
				seq = list[len(list)-1].Seq
				out[info.Name] = append(out[info.Name], list...)
			}
		}
	}
}

var names = []string{"a", "b", "c", "d", "e"}

func text(s string) session.JSON { return session.JSON(fmt.Sprintf(`{"content":%q,"type":"user"}`, s)) }

// change does something random to a store.
func (s *side) change(t testing.TB, r *rand.Rand) {
	t.Helper()
	id := names[r.IntN(len(names))]
	var err error
	switch n := r.IntN(20); {
	case n < 8:
		var list []session.JSON
		for range 1 + r.IntN(4) {
			list = append(list, text(fmt.Sprint(s.name, r.Uint32())))
		}
		_, err = s.Record(id, list, store.Request{})
	case n < 12:
		_, err = s.Fork(id, store.ForkOptions{SessionID: names[r.IntN(len(names))], OmitHidden: r.IntN(2) == 0}, store.Request{})
	case n < 14:
		err = s.Delete(id, store.Request{})
	case n < 16:
		s.remember(t)
		_, err = s.Compact()
	case n < 17:
		keep := int64(r.IntN(5))
		_, err = s.Revert(id, store.Selector{VisibleMessageCount: &keep}, store.Request{})
	case n < 18:
		_, err = s.Threads().Start(id, store.ThreadOptions{}, store.Request{})
	case n < 19:
		_, err = s.Share(id, "", store.Request{})
	default:
		_, err = s.Tag("claude:"+id, []string{s.name}, nil, store.Request{})
	}
	switch fault.CodeOf(err) {
	case "", fault.SessionNotFound, fault.Conflict, fault.ThreadNotFound:
	default:
		t.Fatal(err)
	}
	s.remember(t)
}

// failing is a journal whose writes fail after some.
type failing struct {
	*journal.Memory
	left *int
}

var errKilled = errors.New("killed")

func (f failing) spend() error {
	if *f.left == 0 {
		return errKilled
	}
	*f.left--
	return nil
}

func (f failing) Append(writes []host.Write) ([]host.Appended, error) {
	if err := f.spend(); err != nil {
		return nil, err
	}
	return f.Memory.Append(writes)
}

func (f failing) Replace(stream string, expect, keep int64, events []host.Event) error {
	if err := f.spend(); err != nil {
		return err
	}
	return f.Memory.Replace(stream, expect, keep, events)
}

func (f failing) Refill(stream string, events []host.Event) error {
	if err := f.spend(); err != nil {
		return err
	}
	return f.Memory.Refill(stream, events)
}

// pull pulls with writes that fail now and then, until one call ends.
func pull(t testing.TB, from, into *side, r *rand.Rand, keep bool) replica.Report {
	t.Helper()
	h := hosttest.Host(nil)
	h.Entropy = entropy{r}
	for try := 0; ; try++ {
		left := -1
		if try < 3 {
			left = r.IntN(4)
		}
		target := store.New(failing{into.journal, &left}, h, store.Options{})
		report, err := replica.Pull(from.Store, target, replica.Options{KeepBoth: keep})
		into.Store = store.New(into.journal, h, store.Options{})
		sound(t, into)
		if err == nil {
			into.remember(t)
			return report
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 {
			into.remember(t)
			if _, err := into.Compact(); err != nil {
				t.Fatal(err)
			}
			sound(t, into)
		}
	}
}

// sound fails unless everything in the store can be read.
func sound(t testing.TB, s *side) {
	t.Helper()
	problems, err := s.Check()
	if err != nil || len(problems) > 0 {
		t.Fatal(s.name, ": ", problems, err)
	}
}

// firstDifference is the first sequence at which two histories differ, 0 when one
// is a prefix of the other. What was before a deletion that both have may have
// been freed, and counts no longer.
func firstDifference(a, b map[int64]host.Event) int64 {
	first := int64(1)
	for seq, e := range a {
		if e.Kind == "session.deleted" && seq > first && reflect.DeepEqual(e, b[seq]) {
			first = seq
		}
	}
	for seq := first; ; seq++ {
		x, inA := a[seq]
		y, inB := b[seq]
		if !inA || !inB {
			return 0
		}
		if !reflect.DeepEqual(x, y) {
			return seq
		}
	}
}

func TestRandomStores(t *testing.T) {
	seeds := 120
	if testing.Short() {
		seeds = 20
	}
	var diverged, kept, events int64
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(seed), 7))
			sides := []*side{newSide("one", entropy{r}), newSide("two", entropy{r}), newSide("three", entropy{r})}
			for range 40 {
				for range r.IntN(6) {
					sides[r.IntN(len(sides))].change(t, r)
				}
				i := r.IntN(len(sides))
				from, into := sides[i], sides[(i+1+r.IntN(2))%3]
				before := exports(t, into)
				keep := r.IntN(2) == 0
				report := pull(t, from, into, r, keep)
				checkPulled(t, from, into, before, report, keep)
				diverged += int64(len(report.Diverged))
				events += report.Events
				for _, d := range report.Diverged {
					if d.Kept {
						kept++
					}
				}
			}
		})
	}
	t.Logf("%d events, %d diverged, %d kept", events, diverged, kept)
}

// stopped is a clock for snapshots, which say when they were made.
type stopped struct{}

func (stopped) Now() int64 { return 1 << 40 }

// exports are the snapshots of all living sessions, by id.
func exports(t testing.TB, s *side) map[string]string {
	t.Helper()
	h := hosttest.Host(nil)
	h.Clock = stopped{}
	s = &side{name: s.name, Store: store.New(s.Journal(), h, store.Options{})}
	out := map[string]string{}
	list, err := s.List(store.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		b, err := s.Export(m.SessionID, 0)
		if err != nil {
			t.Fatal(s.name, m.SessionID, err)
		}
		out[m.SessionID] = string(b)
	}
	return out
}

// messagesOf cuts the messages out of a snapshot.
func messagesOf(t testing.TB, snapshot string) string {
	b := []byte(snapshot)
	from, to := bytes.Index(b, []byte(`"messages":`)), bytes.Index(b, []byte(`"metadata":`))
	if from < 0 || to < 0 {
		t.Fatal(snapshot)
	}
	return snapshot[from:to]
}

// checkPulled checks everything that must hold after a pull.
func checkPulled(t testing.TB, from, into *side, before map[string]string, report replica.Report, keep bool) {
	t.Helper()
	differing := map[string]replica.Divergence{}
	for _, d := range report.Diverged {
		differing[d.SessionID] = d
		if !keep && d.Kept {
			t.Errorf("%+v although only one was to be kept", d)
		}
	}
	broken := map[string]bool{}
	for _, p := range report.Problems {
		broken[p.SessionID] = true
	}
	theirs, ours := exports(t, from), exports(t, into)
	for name := range readAll(t, from.journal) {
		a, _ := from.journal.Stream(name)
		b, _ := into.journal.Stream(name)
		d, reported := differing[name]
		if reported && !d.Kept || broken[name] || name == store.TagsID {
			continue
		}
		if theirs[name] == "" && ours[name] == "" { // deleted in both: one of the two logs remains
			continue
		}
		if b.Head < a.Head {
			t.Errorf("%s: %d of %d events", name, b.Head, a.Head)
		}
		if seq := firstDifference(from.history[name], into.history[name]); seq != 0 {
			t.Fatalf("%s: event %d differs and was not reported: %+v", name, seq, report)
		}
		if a.Head == b.Head && theirs[name] != ours[name] {
			t.Errorf("%s: the snapshots differ:\n%s\n%s", name, theirs[name], ours[name])
		}
		if reported && before[name] != "" && d.KeptAs == "" {
			t.Errorf("%+v, and it was %s", d, before[name])
		} else if d.KeptAs != "" && before[name] != "" && messagesOf(t, before[name]) != messagesOf(t, ours[d.KeptAs]) {
			t.Errorf("%s is not what %s was:\n%s\n%s", d.KeptAs, name, ours[d.KeptAs], before[name])
		}
	}
	for name := range before {
		if _, still := ours[name]; !still && theirs[name] != "" && !broken[name] {
			t.Errorf("%s is gone", name)
		}
	}
	h := hosttest.Host(nil)
	again, err := replica.Pull(from.Store, store.New(into.journal, h, store.Options{}), replica.Options{})
	if err != nil || again.Events != 0 {
		t.Errorf("a second pull: %+v, %v", again, err)
	}
	for _, d := range again.Diverged {
		if first, ok := differing[d.SessionID]; !ok || first.Kept {
			t.Errorf("a second pull differs: %+v", d)
		}
	}
}
