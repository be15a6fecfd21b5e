package catalog_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// TestFirstHits: a search that shows few hits of a session reads no texts after them. They are the
// first of those that a search which shows all hits finds, in every format.
func TestFirstHits(t *testing.T) {
	compared := 0
	for _, home := range sampleHomes(t) {
		for _, text := range []string{"the", "e", "file -zebra", "error", `t\w+e`} {
			search := func(hits int64) (out []session.SessionSummary) {
				ask(t, home, func(c *catalog.Catalog) (err error) {
					out, _, err = c.Search(session.SearchRequest{Text: text, Regex: text == `t\w+e`, Hits: hits, Limit: 1000, Subagents: true, AllBranches: text == "e"})
					return err
				})
				return out
			}
			all := search(1000)
			for _, hits := range []int64{3, 1} {
				few := search(hits)
				if len(few) != len(all) {
					t.Fatalf("%s: %s: %d sessions, %d with all hits", home, text, len(few), len(all))
				}
				for i := range few {
					if n := int(hits); len(all[i].Hits) > n {
						all[i].Hits, compared = all[i].Hits[:n:n], compared+1
					}
					if !reflect.DeepEqual(few[i], all[i]) {
						t.Errorf("%s: %s, %d hits: %s\n%+v\nwant\n%+v", filepath.Base(filepath.Dir(home)), text, hits, few[i].UnifiedID, few[i].Hits, all[i].Hits)
					}
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d sessions with more hits were compared", compared)
	}
}
