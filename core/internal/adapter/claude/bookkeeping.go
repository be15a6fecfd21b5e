package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// visitBookkeeping visits a line without a place in the tree. Some of them say
// something about the whole session.
func (w *walk) visitBookkeeping(rec scan.Record, v *values) error {
	r := &w.rec
	r.Kind = adapter.Ignored
	r.Time, r.Naive = adapter.TimeOf(v[fTime])
	if !w.seen && r.Time != 0 && w.copies.opened == 0 {
		w.copies.opened = r.Time
	}
	if isText(v[fType], "cost-state") && w.want.Usage {
		w.applyTotals(rec.Bytes)
	}
	if !w.want.UsageOnly() {
		w.applyFacts(rec.Bytes, stringBytes(v[fType]))
	}
	return w.emitRecord(&w.rec, undecided.resolve(w.copies.done))
}

// titleFields are the fields of the lines that stated reads.
var titleFields = scan.CompilePaths("customTitle", "agentName", "aiTitle", "leafUuid")

// applyFacts takes the facts of a bookkeeping line. A summary line has none: it
// titles the session that contains its leaf (titles.go).
func (w *walk) applyFacts(line, typ []byte) {
	switch string(typ) {
	case "custom-title", "agent-name", "ai-title", "last-prompt":
	default:
		return
	}
	var v [4]scan.Value
	if titleFields.Scan(line, v[:]) != nil {
		return
	}
	switch {
	case bytes.Equal(typ, []byte("last-prompt")):
		w.leaf = v[3].String()
	case v[2].String() != "":
		w.named = true
		w.recordFacts().AgentTitle = v[2].String()
	case v[0].String() != "":
		w.recordFacts().UserTitle = v[0].String()
	case v[1].String() != "":
		w.recordFacts().UserTitle = v[1].String()
	}
}

// applyTotals takes what the program itself has counted for the session so far.
func (w *walk) applyTotals(line []byte) {
	v, err := scan.Parse(line)
	if err != nil {
		return
	}
	var out []adapter.ModelTotal
	v.Get("modelUsage").EachMember(func(model, e scan.Value) bool {
		t := adapter.ModelTotal{Model: model.String(), Usage: session.TokenUsage{
			InputTokens: adapter.CountOf(e.Get("inputTokens")), OutputTokens: adapter.CountOf(e.Get("outputTokens")), CachedTokens: adapter.CountOf(e.Get("cacheReadInputTokens")),
			CacheWriteTokens: adapter.CountOf(e.Get("cacheCreationInputTokens")), CacheWrite1hTokens: adapter.CountOf(e.Get("cacheCreationEphemeral1hInputTokens")),
			WebSearches: adapter.CountOf(e.Get("webSearchRequests"))}}
		if m := moneyOf(e.Get("costUSD")); m != nil {
			t.USD = *m
		}
		out = append(out, t)
		return len(out) < maxTotals
	})
	if out != nil {
		w.recordFacts().Totals = &adapter.Totals{Models: out}
	}
}

// maxTotals bounds the models of one session's totals.
const maxTotals = 256
