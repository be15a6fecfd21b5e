package store_test

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// foreign makes messages of a copy.
func foreign(texts ...string) []session.JSON {
	out := []session.JSON{}
	for _, s := range texts {
		out = append(out, session.JSON(`{"content":"`+s+`","import":{"agent":"claude"},"type":"user"}`))
	}
	return out
}

// copyOf describes a session's present contents.
func copyOf(visible, hidden []session.JSON) store.Copy {
	return store.Copy{Visible: visible, Hidden: hidden, Source: session.JSON(fmt.Sprintf(`{"digest":"%x"}`, store.Digest(visible, hidden))),
		Patch: store.Patch{CreatedAt: 1_700_000_000_000, UpdatedAt: 1_700_000_000_500}}
}

// flaky fails an append, before or after it is written.
type flaky struct {
	host.Journal
	left  int // appends until the failure; never when negative
	after bool
}

var errFlaky = errors.New("the disk is gone")

func (f *flaky) Append(w []host.Write) ([]host.Appended, error) {
	if f.left--; f.left != -1 {
		return f.Journal.Append(w)
	}
	if f.after {
		_, _ = f.Journal.Append(w)
	}
	return nil, errFlaky
}

// shown returns what a session shows, and how many messages it holds.
func shown(t *testing.T, s *store.Store, id string) ([]session.JSON, int) {
	t.Helper()
	visible, err := s.Messages(id, store.MessageOptions{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Messages(id, store.MessageOptions{IncludeHidden: true})
	if err != nil {
		t.Fatal(err)
	}
	return visible, len(all)
}

func sameMessages(a, b []session.JSON) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if string(a[i]) != string(b[i]) {
			return false
		}
	}
	return true
}

// TestCopyFollowsItsOriginal lets an original grow, go back and branch at
// random; the copy always shows what it shows, and never loses a message.
// Now and then an append fails, and the next import completes it.
func TestCopyFollowsItsOriginal(t *testing.T) {
	for seed := int64(0); seed < 300; seed++ {
		rnd := rand.New(rand.NewSource(seed))
		h := hosttest.Host(hosttest.NewMounts())
		f := &flaky{Journal: journal.NewMemory(), left: -1}
		var now, hidden []session.JSON
		ever := map[string]bool{}
		next := 0
		for step := 0; step < 25; step++ {
			switch rnd.Intn(4) {
			case 0:
				if n := rnd.Intn(len(now) + 1); n < len(now) {
					hidden = append(hidden, now[n:]...)
					now = now[:n:n]
				}
			case 1:
				hidden = append(hidden, foreign(fmt.Sprint("aside ", next))...)
				next++
			default:
				for range rnd.Intn(4) {
					now = append(now, foreign(fmt.Sprint(next))...)
					next++
				}
			}
			for _, m := range append(append([]session.JSON{}, now...), hidden...) {
				ever[string(m)] = true
			}
			s := store.New(f, h, store.Options{})
			if rnd.Intn(3) == 0 {
				f.left, f.after = rnd.Intn(2), rnd.Intn(2) == 0
				_, _ = s.Copy("claude:s", copyOf(now, hidden), false)
				f.left = -1
				s = store.New(f, h, store.Options{})
			}
			if _, err := s.Copy("claude:s", copyOf(now, hidden), false); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, step, err)
			}
			visible, n := shown(t, s, "claude:s")
			if !sameMessages(visible, now) || n < len(ever) {
				t.Fatalf("seed %d, step %d: shows %d of %d messages, holds %d of %d", seed, step, len(visible), len(now), n, len(ever))
			}
			meta, err := s.Get("claude:s", 0)
			if err != nil || meta.CreatedAt != 1_700_000_000_000 || meta.UpdatedAt != 1_700_000_000_500 {
				t.Fatalf("seed %d, step %d: %+v %v", seed, step, meta, err)
			}
			again, err := s.Copy("claude:s", copyOf(now, hidden), false)
			if err != nil || again != (store.Copied{}) {
				t.Fatalf("seed %d, step %d: again %+v %v", seed, step, again, err)
			}
			if later, _ := s.Get("claude:s", 0); later.Position != meta.Position {
				t.Fatalf("seed %d, step %d: something was written", seed, step)
			}
		}
	}
}

// TestCopyInPieces: a long copy is written in several appends; after a failure
// between any two the next import writes the rest, each message once.
func TestCopyInPieces(t *testing.T) {
	var long []session.JSON
	for i := 0; i < 10_000; i++ {
		long = append(long, foreign(fmt.Sprint(i))...)
	}
	c := copyOf(long, foreign("aside"))
	for _, after := range []bool{false, true} {
		for n := 0; n < 4; n++ {
			h := hosttest.Host(hosttest.NewMounts())
			f := &flaky{Journal: journal.NewMemory(), left: n, after: after}
			_, err := store.New(f, h, store.Options{}).Copy("s", c, false)
			if (err == nil) != (n == 3) {
				t.Fatalf("append %d: %v", n, err)
			}
			f.left = -1
			s := store.New(f, h, store.Options{})
			if _, err := s.Copy("s", c, false); err != nil {
				t.Fatal(err)
			}
			if visible, all := shown(t, s, "s"); !sameMessages(visible, long) || all != len(long)+1 {
				t.Errorf("append %d: %d messages, %d in all", n, len(visible), all)
			}
		}
	}
}

// TestCopyOfDeleted: a copy that was deleted comes back only when asked for.
func TestCopyOfDeleted(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	s := store.New(journal.NewMemory(), h, store.Options{})
	c := copyOf(foreign("a", "b"), nil)
	for round := 0; round < 3; round++ {
		c.Again = round > 0
		done, err := s.Copy("s", c, false)
		if err != nil || !done.New || done.Added != 2 {
			t.Fatalf("round %d: %+v %v", round, done, err)
		}
		if err := s.Delete("s", store.Request{}); err != nil {
			t.Fatal(err)
		}
		c.Again = false
		for _, dry := range []bool{true, false} {
			if done, err = s.Copy("s", c, dry); err != nil || done != (store.Copied{Deleted: true}) {
				t.Fatalf("round %d: %+v %v", round, done, err)
			}
		}
		if n, _ := s.SessionCount(); n != 0 {
			t.Fatalf("round %d: it is back", round)
		}
	}
}

// TestCopyOfOlder: an original whose later state the store has changes nothing, also where
// its last message was shorter then.
func TestCopyOfOlder(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	s := store.New(journal.NewMemory(), h, store.Options{})
	at := func(second int, texts ...string) store.Copy {
		c := store.Copy{}
		for i, text := range texts {
			c.Visible = append(c.Visible, session.JSON(fmt.Sprintf(`{"content":%q,"id":"%d","import":{"agent":"claude"},"type":"user"}`, text, i)))
		}
		c.Source = session.JSON(fmt.Sprintf(`{"digest":"%x","updatedAt":"2026-11-20T17:24:%02d.000Z"}`, store.Digest(c.Visible), second))
		return c
	}
	if _, err := s.Copy("s", at(10, "a", "b longer", "c"), false); err != nil {
		t.Fatal(err)
	}
	for name, older := range map[string]store.Copy{"shorter": at(5, "a", "b longer"), "another version": at(5, "a", "b")} {
		if done, err := s.Copy("s", older, false); err != nil || done.Changed {
			t.Errorf("%s: %+v %v", name, done, err)
		}
	}
	for i, want := range []bool{true, false, false} { // two programs that write one message differently
		c := at(10, "a", []string{"b longer", "b by another program"}[(i+1)%2], "c")
		if done, err := s.Copy("s", c, false); err != nil || done.Changed != want {
			t.Errorf("program %d: %+v %v", i, done, err)
		}
	}
	if done, err := s.Copy("s", at(11, "a"), false); err != nil || !done.Rewritten {
		t.Errorf("later, the agent went back: %+v %v", done, err)
	}
	if done, err := s.Copy("s", at(6, "a", "b", "c", "d"), false); err != nil || done.Added != 3 {
		t.Errorf("older, with a message that is not stored: %+v %v", done, err)
	}
}

// TestForkOfCopy has the messages itself: another store's import may take the copy's place.
func TestForkOfCopy(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	s := store.New(journal.NewMemory(), h, store.Options{})
	model := "opus"
	c := copyOf(foreign("a", "b", "c"), foreign("aside"))
	c.Patch.Model = &model
	if _, err := s.Copy("s", c, false); err != nil {
		t.Fatal(err)
	}
	for name, omit := range map[string]bool{"whole": false, "shown": true} {
		m, err := s.Fork("s", store.ForkOptions{SessionID: name, OmitHidden: omit}, store.Request{})
		if err != nil || m.Model != model {
			t.Fatal(m, err)
		}
		visible, all := shown(t, s, name)
		if want := map[bool]int{false: 4, true: 3}[omit]; !sameMessages(visible, foreign("a", "b", "c")) || all != want {
			t.Errorf("%s: %s, %d in all", name, visible, all)
		}
		events, err := s.Events(name, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if parts, err := store.SharedParts(&host.Event{Kind: events.Events[0].Kind, Payload: events.Events[0].Payload}); err != nil || len(parts) > 0 {
			t.Errorf("%s shares %+v, %v", name, parts, err)
		}
	}
}

// TestCopyRespectsTheLimit and writes nothing beyond it.
func TestCopyRespectsTheLimit(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	s := store.New(journal.NewMemory(), h, store.Options{MessageLimit: 2})
	if _, err := s.Copy("s", copyOf(foreign("a", "b", "c"), nil), false); fault.CodeOf(err) != fault.MessageLimitReached {
		t.Errorf("%v", err)
	}
	if n, _ := s.SessionCount(); n != 0 {
		t.Errorf("%d sessions", n)
	}
}
