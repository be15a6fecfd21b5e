package catalog_test

import (
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// TestGroupsAddUp: in every sample home, the groups of a cost report by agent, model, day, session,
// tier, folder, branch, repository and version come to the total, in tokens and in money.
func TestGroupsAddUp(t *testing.T) {
	spent := false
	for _, home := range sampleHomes(t) {
		name := filepath.Base(filepath.Dir(home))
		for _, by := range []session.GroupBy{session.GroupByAgent, session.GroupByModel, session.GroupByDay, session.GroupBySession, session.GroupByTier, session.GroupByCwd,
			session.GroupByGitBranch, session.GroupByRepo, session.GroupByVersion} {
			var total *session.CostSummary
			ask(t, home, func(c *catalog.Catalog) (err error) {
				total, err = c.TotalCost(session.CostRequest{GroupBy: by})
				return err
			})
			type figures struct{ input, output, cached, written, searches, money int64 }
			usd := func(m *session.Money) int64 {
				if m == nil {
					return 0
				}
				return int64(*m)
			}
			want := figures{total.InputTokens, total.OutputTokens, total.CachedTokens, total.CacheWriteTokens, total.WebSearches, usd(total.TotalUSD)}
			var sum figures
			for _, g := range total.Breakdowns {
				sum.input, sum.output, sum.cached = sum.input+g.InputTokens, sum.output+g.OutputTokens, sum.cached+g.CachedTokens
				sum.written, sum.searches, sum.money = sum.written+g.CacheWriteTokens, sum.searches+g.WebSearches, sum.money+usd(g.TotalUSD)
			}
			if sum != want {
				t.Errorf("%s by %s: the groups come to %+v, the total is %+v", name, by, sum, want)
			}
			spent = spent || want.money > 0
		}
	}
	if !spent {
		t.Error("no sample home has spent anything")
	}
}
