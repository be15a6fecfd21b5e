package replica_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
)

const unwanted = "an unwanted text"

func erase(t *testing.T, s *store.Store, id string) {
	t.Helper()
	if _, err := s.Erase(id); err != nil {
		t.Fatal(err)
	}
}

func fork(t *testing.T, s *store.Store, id, child string) {
	t.Helper()
	if _, err := s.Fork(id, store.ForkOptions{SessionID: child}, store.Request{}); err != nil {
		t.Fatal(err)
	}
}

// TestErasedEverywhere: what one store erases is gone from each that follows it, and comes back from none:
// not from one that was offline, not with a fork of it, not by keeping both.
func TestErasedEverywhere(t *testing.T) {
	both := replica.Options{KeepBoth: true}
	for name, away := range map[string]func(t *testing.T, s *store.Store){
		"a follower":                   func(*testing.T, *store.Store) {},
		"one with a fork":              func(t *testing.T, s *store.Store) { fork(t, s, "s", "fork") },
		"one that has deleted it":      func(t *testing.T, s *store.Store) { must(t, s.Delete("s", store.Request{})) },
		"one that has erased it":       func(t *testing.T, s *store.Store) { erase(t, s, "s") },
		"one that has compacted it":    func(t *testing.T, s *store.Store) { must(t, s.Delete("s", store.Request{})); compact(t, s) },
		"one with a fork that grew":    func(t *testing.T, s *store.Store) { fork(t, s, "s", "fork"); record(t, s, "fork", "own") },
		"one with a fork of the fork":  func(t *testing.T, s *store.Store) { fork(t, s, "s", "fork"); fork(t, s, "fork", "fork2") },
		"one that was made anew later": nil,
	} {
		t.Run(name, func(t *testing.T) {
			hub, laptop, other := storeAt(1, 1), storeAt(2, 2), storeAt(3, 3)
			record(t, hub, "s", "first", unwanted, "last")
			record(t, hub, "kept", "kept")
			if away != nil {
				synced(t, laptop, hub, both)
				away(t, laptop)
			}
			erase(t, hub, "s")
			var all replica.Report
			for range 3 {
				for _, pair := range [][2]*store.Store{{laptop, hub}, {other, hub}, {other, laptop}} {
					r := synced(t, pair[0], pair[1], both)
					all.Problems = append(all.Problems, r.Problems...)
				}
			}
			if len(all.Problems) > 0 {
				t.Errorf("reported: %+v", all.Problems)
			}
			for i, s := range []*store.Store{hub, laptop, other} {
				if ids := holding(t, s, unwanted); ids != "" {
					t.Errorf("store %d has the text in %s", i, ids)
				}
				if ids := holding(t, s, "kept"); ids != "kept " {
					t.Errorf("store %d has what was kept in %q", i, ids)
				}
				if got, want := shownBy(t, s), shownBy(t, hub); got != want {
					t.Errorf("store %d has\n%s\nand the hub\n%s", i, got, want)
				}
			}
			if strings.Contains(name, "fork") {
				if n, err := other.MessageCount("fork"); err != nil || n < 3 {
					t.Errorf("the fork has %d messages, %v", n, err)
				}
			}
		})
	}
}

// TestGrownOffline: what was recorded after an erasure, without knowing of it, is reported and kept where it is;
// nothing of it reaches another store.
func TestGrownOffline(t *testing.T) {
	hub, laptop := storeAt(1, 1), storeAt(2, 2)
	record(t, hub, "s", "first", unwanted)
	synced(t, laptop, hub, replica.Options{})
	record(t, laptop, "s", "more", "and more")
	erase(t, hub, "s")
	for range 2 {
		r := synced(t, laptop, hub, replica.Options{KeepBoth: true})
		if len(r.Diverged) != 2 || r.Diverged[0].Kept || !strings.Contains(r.Diverged[0].Why, "deleted") {
			t.Errorf("%+v", r)
		}
	}
	if ids := holding(t, hub, unwanted); ids != "" {
		t.Errorf("the hub has the text in %s", ids)
	}
	erase(t, laptop, "s")
	if r := synced(t, laptop, hub, replica.Options{KeepBoth: true}); len(r.Problems) > 0 {
		t.Errorf("%+v", r)
	}
	for _, s := range []*store.Store{hub, laptop} {
		if ids := holding(t, s, unwanted); ids != "" {
			t.Errorf("a store has the text in %s", ids)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func compact(t *testing.T, s *store.Store) {
	t.Helper()
	if _, err := s.Compact(); err != nil {
		t.Fatal(err)
	}
}

// shownBy is what all sessions of a store show.
func shownBy(t *testing.T, s *store.Store) string {
	t.Helper()
	list, err := s.List(store.ListOptions{})
	must(t, err)
	ids := map[string]string{}
	for _, m := range list {
		messages, err := s.Messages(m.SessionID, store.MessageOptions{})
		must(t, err)
		text := ""
		for _, b := range messages {
			text += string(b) + "\n"
		}
		ids[m.SessionID] = text
	}
	out := ""
	info, err := s.Journal().Stream("s")
	must(t, err)
	last, err := s.Journal().Read("s", info.Head-1, 1)
	must(t, err)
	if len(last) == 1 {
		out = store.UUID(last[0].ID) + " "
	}
	for _, id := range []string{"s", "kept", "fork", "fork2"} {
		out += id + ": " + ids[id]
	}
	return out
}
