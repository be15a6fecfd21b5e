package view

import "github.com/heddle-dev/heddle/core/session"

// Finish returns the view once all messages were added.
func (b *Builder) Finish() *session.SessionView {
	b.EndCount()
	page := *b.page
	if last := len(page.turns) - 1; b.o.At >= 0 && last > 0 {
		page.turns = page.turns[last:]
	}
	return b.assemble(&page)
}

// EndCount ends the counting once all messages were added.
func (b *Builder) EndCount() {
	if b.current != nil {
		b.endTurn()
	}
	b.rest = b.matchChildren()
	for i := range b.ended {
		t, line := b.ended[i], &b.outline[i]
		line.Calls, line.Failed, line.Edits = t.calls, t.failed, t.edits
	}
	b.addTotals()
}

// assemble returns the view with a page. A page that follows another does not repeat an outline of
// all turns.
func (b *Builder) assemble(page *page) *session.SessionView {
	head := b.head.Summary()
	out := &session.SessionView{Session: &head, Redactions: b.head.Redactions, Turns: []session.ViewTurn{}, Outline: []session.ViewOutline{},
		Subagents: b.rest, Totals: &b.totals}
	whole := len(b.outline) <= outlineTurns
	if first := len(page.turns) == 0 || page.turns[0].Turn == 1; whole && (first || b.late == nil) {
		out.Outline = append(out.Outline, b.outline...)
	}
	for _, t := range page.turns {
		out.Turns = append(out.Turns, t.assemble())
		if i := int(t.Turn) - 1; !whole && i < len(b.outline) {
			out.Outline = append(out.Outline, b.outline[i])
		}
	}
	if last := len(page.turns) - 1; last >= 0 && b.o.Turn == 0 && b.o.At < 0 && page.turns[last].Turn < b.totals.Turns {
		out.Next = page.turns[last].Turn
	}
	for _, branch := range b.head.Branches {
		v := session.ViewBranch{ID: branch.LeafID, Title: branch.Title, Messages: branch.MessageCount, At: branch.UpdatedAt}
		if at, ok := b.from[branch.ForkID]; ok {
			v.From = &at
		}
		out.Branches = append(out.Branches, v)
	}
	return out
}

// addTotals completes the totals.
func (b *Builder) addTotals() {
	t := &b.totals
	t.Messages, t.Files, t.DurationMS = b.n, int64(len(b.files)), between(b.first, b.last)
	c := b.head.Cost
	if c == nil {
		return
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

// release drops the turn's memory; results of its calls may still be added.
func (t *turn) release() {
	for _, it := range t.items {
		for _, c := range it.list {
			c.view = nil
		}
	}
	t.items = nil
}
