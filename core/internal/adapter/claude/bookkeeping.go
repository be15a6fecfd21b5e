package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// bookkeeping visits a line without a place in the tree. Some of them say
// something about the whole session.
func (w *walk) bookkeeping(rec scan.Record, v *values) error {
	r := &w.rec
	r.Kind = adapter.Ignored
	r.Time, r.Naive = timeOf(v[fTime])
	if !w.seen && r.Time != 0 && w.copies.opened == 0 {
		w.copies.opened = r.Time
	}
	if is(v[fType], "cost-state") && w.want.Usage {
		w.counted(rec.Bytes)
	}
	if !w.want.UsageOnly() {
		w.stated(rec.Bytes, body(v[fType]))
	}
	return w.emit(undecided.resolve(w.copies.done))
}

// titleFields are the fields of the lines that stated reads.
var titleFields = scan.Compile("customTitle", "agentName", "aiTitle", "leafUuid")

// stated takes the facts of a bookkeeping line. A summary line is none: it
// titles whatever session its leaf is in (titles.go).
func (w *walk) stated(line, typ []byte) {
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
		w.facts().AgentTitle = v[2].String()
	case v[0].String() != "":
		w.facts().UserTitle = v[0].String()
	case v[1].String() != "":
		w.facts().UserTitle = v[1].String()
	}
}

// counted takes what the program itself has counted for the session so far.
func (w *walk) counted(line []byte) {
	v, err := scan.Parse(line)
	if err != nil {
		return
	}
	var out []adapter.ModelTotal
	v.Get("modelUsage").Fields(func(model, e scan.Value) bool {
		t := adapter.ModelTotal{Model: model.String(), Usage: session.TokenUsage{
			InputTokens: count(e.Get("inputTokens")), OutputTokens: count(e.Get("outputTokens")), CachedTokens: count(e.Get("cacheReadInputTokens")),
			CacheWriteTokens: count(e.Get("cacheCreationInputTokens")), CacheWrite1hTokens: count(e.Get("cacheCreationEphemeral1hInputTokens"))}}
		if m := money(e.Get("costUSD")); m != nil {
			t.USD = *m
		}
		out = append(out, t)
		return len(out) < maxTotals
	})
	if out != nil {
		w.facts().Totals = &adapter.Totals{Models: out}
	}
}

// maxTotals bounds the models of one session's totals.
const maxTotals = 256
