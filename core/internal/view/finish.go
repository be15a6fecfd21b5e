package view

import "github.com/heddle-dev/heddle/core/session"

// Finish returns the view once all messages were added.
func (b *Builder) Finish() *session.SessionView {
	if b.current != nil {
		b.endTurn()
	}
	head := b.head.Summary()
	out := &session.SessionView{Session: &head, Redactions: b.head.Redactions, Turns: []session.ViewTurn{}}
	out.Subagents = b.matchChildren()
	page := b.turns
	if b.o.At >= 0 && len(page) > 1 {
		page = page[len(page)-1:]
	}
	for _, t := range page {
		out.Turns = append(out.Turns, t.assemble())
	}
	if last := len(page) - 1; last >= 0 && b.o.Turn == 0 && b.o.At < 0 && page[last].Turn < b.totals.Turns {
		out.Next = page[last].Turn
	}
	for i := range b.ended {
		t, line := b.ended[i], &b.outline[i]
		line.Calls, line.Failed, line.Edits = t.calls, t.failed, t.edits
	}
	if out.Outline = b.outline; len(b.outline) > outlineTurns {
		out.Outline = nil
		for _, t := range page {
			out.Outline = append(out.Outline, b.outline[t.line])
		}
	}
	if out.Outline == nil {
		out.Outline = []session.ViewOutline{}
	}
	for _, branch := range b.head.Branches {
		v := session.ViewBranch{ID: branch.LeafID, Title: branch.Title, Messages: branch.MessageCount, At: branch.UpdatedAt}
		if at, ok := b.from[branch.ForkID]; ok {
			v.From = &at
		}
		out.Branches = append(out.Branches, v)
	}
	out.Totals = b.addTotals()
	return out
}

// addTotals completes the totals.
func (b *Builder) addTotals() *session.ViewTotals {
	t := &b.totals
	t.Messages, t.Files, t.DurationMS = b.n, int64(len(b.files)), between(b.first, b.last)
	c := b.head.Cost
	if c == nil {
		return t
	}
	u := session.TokenUsage{InputTokens: c.InputTokens, OutputTokens: c.OutputTokens, ThinkingTokens: c.ThinkingTokens, CachedTokens: c.CachedTokens,
		CacheWriteTokens: c.CacheWriteTokens, CacheWrite1hTokens: c.CacheWrite1hTokens, WebSearches: c.WebSearches, NanoCredits: c.NanoCredits}
	t.Usage, t.CostUSD, t.CostSource = &u, c.TotalUSD, c.Source
	if c.Subagents != nil {
		t.SubagentsUSD = c.Subagents.TotalUSD
	}
	if t.CostUSD != nil {
		rest := *t.CostUSD
		for _, part := range [...]*session.Money{t.TurnsUSD, t.SubagentsUSD} {
			if part != nil {
				rest -= *part
			}
		}
		if rest != 0 {
			t.OtherUSD = &rest
		}
	}
	return t
}

// assemble returns the turn with its items.
func (t *turn) assemble() session.ViewTurn {
	out := t.ViewTurn
	out.Items = make([]session.ViewItem, 0, len(t.items))
	for _, it := range t.items {
		v := it.ViewItem
		for _, c := range it.list {
			v.Calls = append(v.Calls, *c.view)
		}
		if v.Kind == session.ViewKindCalls {
			v.Summary = counted(int64(len(v.Calls)), "tool call")
		}
		out.Items = append(out.Items, v)
	}
	return out
}
