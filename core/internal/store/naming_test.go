package store_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// Sessions whose metadata have a text are found in every journal, also when their
// cached states are old, missing or spell the text otherwise.
func TestSessionsNaming(t *testing.T) {
	for name, open := range journals {
		t.Run(name, func(t *testing.T) {
			j := open(t)
			s := store.New(j, hosttest.Host(nil), store.Options{})
			for n := range 40 {
				extra := fmt.Sprintf(`{"native":"other-%d"}`, n)
				switch n {
				case 7, 8:
					extra = `{"native":"wanted"}`
				case 9:
					extra = `{"native":"w\u0061nted"}`
				}
				must[*session.StoredSession](t)(s.Update(fmt.Sprintf("s%02d", n), store.Patch{Extra: session.JSON(extra)}, now))
			}
			want := []string{"s07", "s08", "s09"}
			naming := func() (found []string, seen int) {
				err := s.SessionsNaming("wanted", func(st *store.State) error {
					seen++
					if m := st.Meta(); slices.Contains([]string{`{"native":"wanted"}`, `{"native":"w\u0061nted"}`}, string(m.Extra)) {
						found = append(found, m.SessionID)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return found, seen
			}
			for _, step := range []string{"as recorded", "again", "without cached states", "and again"} {
				found, seen := naming()
				if !slices.Equal(found, want) {
					t.Errorf("%s: %q, want %q", step, found, want)
				}
				if q, ok := j.(*journal.SQL); ok && step == "again" {
					if seen > len(want) {
						t.Errorf("%d states were read for %d sessions", seen, len(want))
					}
					if err := q.DropStates(); err != nil {
						t.Fatal(err)
					}
				}
			}
			must[*session.StoredSession](t)(s.Update("s20", store.Patch{Extra: session.JSON(`{"native":"wanted"}`)}, now))
			if found, _ := naming(); !slices.Equal(found, append(want, "s20")) {
				t.Errorf("after a change: %q", found)
			}
		})
	}
}
