package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// modelCount is how many visible answers a model gave, and its last one.
type modelCount struct {
	model string
	n     int64
	last  int
}

func (t *Transcript) summarize(more *Annotations) session.SessionSummary {
	b, ref := t.Builder, t.Ref
	agent := b.options.Agent
	s := session.SessionSummary{Agent: agent, SessionID: ref.ID, UnifiedID: session.UnifiedID(agent, ref.ID),
		Cwd: b.Facts.Cwd, ForkedFrom: b.Facts.ForkedFrom, Lineage: "local",
		IsSubagent: ref.Subagent || b.Facts.Subagent, ParentSessionID: b.Facts.ParentID,
		SupersededBy: b.Facts.Superseded, Archived: ref.Archived || b.Facts.Archived,
		Tags: more.Tags, ImportedAs: more.ImportedAs, RecordedAs: more.RecordedAs, OriginalUnifiedID: more.OriginalUnifiedID, OriginalGone: more.OriginalGone}
	if s.ParentSessionID == "" {
		s.ParentSessionID = ref.Parent
	}
	if len(t.Machines) > 0 {
		s.Origin = t.Machines[0]
	}
	s.CreatedAt, s.UpdatedAt = b.sessionTimes(ref)
	s.Title = b.sessionTitle(t.Tree)
	s.TurnCount, s.MessageCount = b.countTurns(t.Tree)
	s.Model = b.mainModel(t.Tree)
	b.setSource(&s, t.Tree)
	return s
}

// sessionTimes prefers the times of the session's own records, then those of
// copied records, then what the file or the index says.
func (b *Builder) sessionTimes(ref *adapter.Ref) (created, updated session.Time) {
	f := &b.Facts
	created = session.Earliest(f.Created, f.First)
	updated = session.Latest(f.Updated, f.Last)
	for _, t := range []session.Time{f.FirstAny, ref.Created, f.LastAny, ref.Updated, ref.ModTime} {
		if created == 0 {
			created = t
		}
	}
	for _, t := range []session.Time{f.LastAny, ref.Updated, created} {
		if updated == 0 {
			updated = t
		}
	}
	return created, session.Latest(created, updated)
}

// sessionTitle prefers the user's title, then the agent's, then the first
// visible prompt.
func (b *Builder) sessionTitle(tree *Tree) string {
	for _, t := range []string{b.Facts.UserTitle, b.Facts.AgentTitle} {
		if t := session.Title(t); t != "" {
			return t
		}
	}
	first, title := int32(-1), -1
	for i := range b.prompts.Len() { // of one message the later title has the whole text
		if m := *b.prompts.At(i); tree.Shown[m] && (first < 0 || m <= first) {
			first, title = m, i
		}
	}
	if first < 0 {
		return ""
	}
	return b.titles.At(title)
}

// countTurns counts the prompts that got an answer before the next prompt, and
// the visible messages.
func (b *Builder) countTurns(tree *Tree) (turns, messages int64) {
	open := false
	for i := range b.Messages.Len() {
		if !tree.Shown[i] {
			continue
		}
		messages++
		switch m := b.Messages.At(i); {
		case m.IsPrompt():
			open = true
		case open && b.RoleOf(i) == session.RoleAssistant && b.KindOf(i) == "":
			turns++
			open = false
		}
	}
	return turns, messages
}

// mainModel is the model with most visible answers, the latest on a tie.
func (b *Builder) mainModel(tree *Tree) string {
	counts := make([]modelCount, len(b.models))
	for i := range b.Messages.Len() {
		if m := &b.styles[b.Messages.At(i).style]; tree.Shown[i] && m.model > 0 && m.role == session.RoleAssistant {
			c := &counts[m.model-1]
			c.model, c.last = b.models[m.model-1], i
			c.n++
		}
	}
	b.answers = nil
	best := modelCount{model: b.Facts.Model}
	for _, c := range counts {
		if c.n == 0 {
			continue
		}
		b.answers = append(b.answers, c)
		if c.n > best.n || c.n == best.n && c.last > best.last {
			best = c
		}
	}
	return best.model
}

// hasAnswerOf reports whether a model gave a visible answer.
func (t *Transcript) hasAnswerOf(model string) bool {
	for _, c := range t.Builder.answers {
		if c.model == model {
			return true
		}
	}
	return len(t.Builder.answers) == 0 && t.Builder.Facts.Model == model
}
