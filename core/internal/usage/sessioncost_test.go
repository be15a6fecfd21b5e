package usage

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// costOf is the cost record of a session without subagents' files.
func costOf(t *testing.T, recs ...adapter.Record) *session.CostRecord {
	t.Helper()
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: "claude"})
	for i := range recs {
		if err := b.Record(&recs[i]); err != nil {
			t.Fatal(err)
		}
	}
	return costRecord(b, cost.Sum{}, cost.BuiltinTable())
}

func TestCopiedAndAsideSpend(t *testing.T) {
	use := func(n int64) *session.TokenUsage { return &session.TokenUsage{OutputTokens: n} }
	recs := []adapter.Record{
		{Kind: adapter.Usage, UsageKey: "1", Usage: use(1), Copied: true}, {Kind: adapter.Usage, UsageKey: "2", Usage: use(10)},
		{Kind: adapter.Usage, UsageKey: "3", Usage: use(100), Aside: true}, {Kind: adapter.Usage, UsageKey: "1", Usage: use(1), Copied: true},
		{Kind: adapter.Usage, Usage: use(1000)}, {Kind: adapter.Usage, Usage: use(1000)},
	}
	rec := costOf(t, recs...)
	if rec.OutputTokens != 2110 || rec.Subagents.OutputTokens != 100 || rec.Inherited.OutputTokens != 1 || rec.Source != session.CostSourceUnpriced {
		t.Errorf("%+v", rec)
	}
	if rec := costOf(t, recs[0]); rec.OutputTokens != 0 || rec.Inherited.OutputTokens != 1 {
		t.Errorf("a pure copy spends %+v", rec)
	}
}
