package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: the lines of one message.id are one message; each number of its usage
// is the greatest on any line; request ids do not matter.
func TestOneMessagePerMessageID(t *testing.T) {
	s := openHome(t, "claude-2.1.30").get(t, "c50cabd0")
	m := s.Messages[1]
	if len(m.ToolCalls) != 3 || m.Content != "Let me look around." || m.Thinking == "" {
		t.Errorf("five lines of one message became %+v", m)
	}
	for _, x := range []struct {
		fixture, id string
		message     int
		output      int64
	}{
		{"claude-2.1.30", "9f7849fc", 3, 89},   // lines say 1, 1, 89
		{"claude-2.1.30", "c50cabd0", 1, 1},    // no line ever got the final number: a lower bound
		{"claude-1.0.24", "002267b2", 5, 67},   // lines say 1, 67
		{"claude-1.0.24", "778eca8c", 3, 89},   // early line without the final number
		{"claude-1.0.24", "f3c0d4ac", 3, 89},   // the same message as a copy without request id
		{"claude-0.2.126", "eba8e10f", 1, 180}, // one line, five blocks
	} {
		m := openHome(t, x.fixture).get(t, x.id).Messages[x.message]
		if m.TokenUsage == nil || m.TokenUsage.OutputTokens != x.output {
			t.Errorf("%s %s: message %d has usage %+v, want output %d", x.fixture, x.id, x.message, m.TokenUsage, x.output)
		}
	}
}

// Rule: input excludes the cache; writes of one hour are a part of all writes.
func TestUsageConvention(t *testing.T) {
	h := oneSession(t, `{"type":"assistant","uuid":"a","sessionId":"own","timestamp":"2026-01-02T03:04:05.000Z","requestId":"r","message":{"id":"m","model":"x","content":[],`+
		`"usage":{"input_tokens":1,"cache_creation_input_tokens":20,"cache_read_input_tokens":300,"output_tokens":4000,"cache_creation":{"ephemeral_5m_input_tokens":5,"ephemeral_1h_input_tokens":15}}}}`)
	want := session.TokenUsage{InputTokens: 1, OutputTokens: 4000, CachedTokens: 300, CacheWriteTokens: 20, CacheWrite1hTokens: 15}
	r := h.walk(t, "own", everything)[0]
	if r.Usage == nil || *r.Usage != want || r.UsageKey != "m" || r.Merge != "m" {
		t.Errorf("got %+v", r)
	}
	h = oneSession(t, `{"type":"assistant","uuid":"a","message":{"id":"m","content":[],"usage":{"input_tokens":-1,"output_tokens":"7","cache_creation":{"ephemeral_5m_input_tokens":5,"ephemeral_1h_input_tokens":15}}}}`)
	want = session.TokenUsage{OutputTokens: 7, CacheWriteTokens: 20, CacheWrite1hTokens: 15} // a newer version may write numbers in quotes
	if r := h.walk(t, "own", everything)[0]; r.Usage == nil || *r.Usage != want {
		t.Errorf("without a sum of writes: %+v", r.Usage)
	}
}

// Rule: costUSD of 0.2.126 is the recorded price of its message, once; copies
// say 0, which is no price.
func TestRecordedCost(t *testing.T) {
	h := openHome(t, "claude-0.2.126")
	paid := map[string]session.Money{}
	for i := range h.ix.Refs {
		for _, r := range h.walk(t, h.ix.Refs[i].ID, everything) {
			if r.USD == nil {
				continue
			}
			if *r.USD == 0 || r.Copied {
				t.Errorf("%s line %d: price %v, copied %v", h.ix.Refs[i].ID, r.Line, r.USD, r.Copied)
			}
			if old, ok := paid[r.UsageKey]; ok && old != *r.USD {
				t.Errorf("%s costs %v and %v", r.UsageKey, old, *r.USD)
			}
			paid[r.UsageKey] = *r.USD
		}
	}
	if len(paid) != 21 {
		t.Errorf("%d messages have a price, want all 21", len(paid))
	}
	if got := paid["msg_01iMgyOovKAVI5kHY8aY8NIW"].String(); got != "0.0112275" {
		t.Errorf("0.011227499999999998 became %s", got)
	}
	s := h.list(t)["430d1ba9-3e70-4048-9592-7dbdcd8293a3"]
	if s.Cost.Source != session.CostSourceRecorded || s.Cost.TotalUSD.String() != "0.02145675" || s.Cost.Subagents.TotalUSD.String() != "0.0050661" {
		t.Errorf("cost %s", s.Cost.AppendJSON(nil))
	}
}

// Rule: cost-state lines are cumulative over resumes and forks and never a
// price.
func TestCostStateIsNoCost(t *testing.T) {
	h := openHome(t, "claude")
	for i := range h.ix.Refs {
		for _, r := range h.walk(t, h.ix.Refs[i].ID, everything) {
			if r.USD != nil {
				t.Errorf("%s line %d has a price", h.ix.Refs[i].ID, r.Line)
			}
		}
	}
	// What the price table makes of the tokens is what the agent itself added up.
	list := h.list(t)
	for id, want := range map[string]string{
		"3b067d2e-e875-4cbc-aa9c-92d248ba650e": "0.0571962",
		"d0c0308c-9f39-4637-83a7-815cd195b3e0": "0.0514366", // subagent included
		"d2d663fd-ab15-4934-8db6-14366a916aed": "0.0430108",
		"0ea0f83d-6fc9-455a-8ac2-4b1e054fdbaa": "0.04275235",
		"e8397ec2-fcbd-45a5-8c30-ae39282e4ecd": "0.01055575",
	} {
		if got := list[id].Cost.TotalUSD.String(); got != want {
			t.Errorf("%s costs %s, its cost-state says %s", id, got, want)
		}
	}
}

// Reading nothing but usage skips lines; what it says of usage, of copies and
// of the session's beginning must be what reading everything says.
func TestSpendAgreesWithReading(t *testing.T) {
	type spend struct {
		tokens                  session.TokenUsage
		copied, aside           bool
		model, origin, key, usd string
	}
	collect := func(recs []adapter.Record) (out []spend, facts adapter.Facts, created session.Time) {
		for _, r := range recs {
			if r.Time != 0 && !r.Copied && !r.Aside {
				created = session.Earliest(created, r.Time)
			}
			if f := r.Facts; f != nil {
				if facts.Cwd == "" {
					facts.Cwd = f.Cwd
				}
				if f.ForkedFrom != "" {
					facts.ForkedFrom = f.ForkedFrom
				}
				facts.ParentID += f.ParentID
				facts.ResumeCopies = facts.ResumeCopies || f.ResumeCopies
			}
			if r.Usage != nil {
				s := spend{*r.Usage, r.Copied, r.Aside, r.Model, r.Origin, r.UsageKey, ""}
				if r.USD != nil {
					s.usd = r.USD.String()
				}
				out = append(out, s)
			}
		}
		return out, facts, created
	}
	for _, fixture := range fixtures {
		h := openHome(t, fixture)
		for i := range h.ix.Refs {
			id := h.ix.Refs[i].ID
			full, fullFacts, fullCreated := collect(h.walk(t, id, everything))
			fast, fastFacts, fastCreated := collect(h.walk(t, id, adapter.Want{Usage: true}))
			if len(full) != len(fast) || fullFacts != fastFacts || len(full) > 0 && fullCreated != fastCreated {
				t.Errorf("%s %s: %d usages, %+v, %s; reading: %d, %+v, %s", fixture, id, len(fast), fastFacts, fastCreated, len(full), fullFacts, fullCreated)
				continue
			}
			for j := range full {
				if full[j] != fast[j] {
					t.Errorf("%s %s: %+v, reading: %+v", fixture, id, fast[j], full[j])
				}
			}
		}
	}
}
