package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// allTags lists the tags of a store in one text.
func allTags(t *testing.T, s *store.Store) string {
	t.Helper()
	var out []string
	if err := s.Tags(func(unified string, tags []string) { out = append(out, unified+"="+strings.Join(tags, ",")) }); err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, " ")
}

// TestTagsAreNoSession tags sessions and looks for what the tags could be mistaken for.
func TestTagsAreNoSession(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		if got := allTags(t, s); got != "" {
			t.Errorf("an empty store has the tags %s", got)
		}
		tag := func(unified, add, remove, want string) {
			t.Helper()
			got, err := s.Tag(unified, strings.Fields(add), strings.Fields(remove), now)
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("%s +%s -%s: %q, %v; want %s", unified, add, remove, got, err, want)
			}
		}
		tag("claude:a", "x", "x", "")
		tag("claude:b.c\"", "z y z", "", "y z")
		tag("claude:a", "x", "", "x")
		tag("claude:b.c\"", "", "z none", "y")
		before := must[*session.StoredSession](t)(s.Get(store.TagsID, 0)).Position
		tag("claude:a", "x", "", "x") // no event
		if after := must[*session.StoredSession](t)(s.Get(store.TagsID, 0)).Position; after != before {
			t.Errorf("a change that changes nothing is recorded: %d events, then %d", before, after)
		}
		if got := allTags(t, s); got != "claude:a=x claude:b.c\"=y" {
			t.Error(got)
		}
		list, err := s.List(store.ListOptions{})
		n, err2 := s.SessionCount()
		stats, err3 := s.Stats()
		if err != nil || err2 != nil || err3 != nil || len(list) != 0 || n != 0 || stats.Sessions != 0 {
			t.Errorf("the tags are listed as a session: %v, %d, %+v", list, n, stats)
		}
		if n, err := s.Clear(); n != 0 || err != nil {
			t.Errorf("cleared %d, %v", n, err)
		}
		tag("claude:a", "", "x", "")
		if got := allTags(t, s); got != "claude:b.c\"=y" {
			t.Error(got)
		}
	})
}

// TestTagsOfOthers reads what another engine may have written where the tags are.
func TestTagsOfOthers(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must[*session.StoredSession](t)(s.Update(store.TagsID, store.Patch{Extra: session.JSON(`{"a:1":["y",7,"x","y"],"b:2":"x","c:3":{},"title":"tags"}`)}, now))
		if got := allTags(t, s); got != "a:1=x,y" {
			t.Error(got)
		}
	})
}

// TestManyTags gives many sessions tags, and one too many.
func TestManyTags(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		for i := range 600 {
			if _, err := s.Tag(fmt.Sprintf("claude:%04d", i), []string{"t"}, nil, now); err != nil {
				t.Fatal(err)
			}
		}
		if n := strings.Count(allTags(t, s), "="); n != 600 {
			t.Errorf("%d sessions have tags", n)
		}
		var many []string
		for i := range 101 {
			many = append(many, fmt.Sprint("tag", i))
		}
		if _, err := s.Tag("claude:x", many, nil, now); fault.CodeOf(err) != fault.LimitExceeded {
			t.Errorf("101 tags: %v", err)
		}
		if tags, err := s.Tag("claude:x", many[:100], nil, now); err != nil || len(tags) != 100 {
			t.Errorf("100 tags: %v", err)
		}
	})
}
