package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// answerCounts is what a session's answers lack.
type answerCounts struct {
	answers int64
	undated int64  // answers without a time
	last    uint64 // hash of the message that the latest answer is a part of
	billed  bool   // it has usage
	open    bool   // there is a latest answer
	tokens  bool   // some record states tokens
	place   bool   // some record has a parent, or is the first
}

// countDrift counts what a record has that no rule knows, and what it lacks.
func (b *Builder) countDrift(to *drift.Counts, r *adapter.Record) {
	agent := b.options.Agent
	b.lacks.tokens = b.lacks.tokens || r.Stated || r.Usage != nil && !r.Usage.Zero()
	switch {
	case r.Kind == adapter.Unknown:
		name := r.Type
		if name == "" {
			name = untyped
		}
		to.Add(drift.UnknownRecords, name, 1)
	case r.Kind != adapter.Message || r.Copied || r.Branch && r.Special != "":
	case r.Role == session.RoleAssistant && r.Special == "":
		b.countAnswer(to, r)
	case r.Prompt && !r.Typed:
		if tag := drift.UnknownTag(r.Text); tag != "" {
			to.Add(drift.UnknownTags, tag, 1)
		}
	}
	if r.ID != "" && !r.Aside && r.Kind != adapter.Ignored && drift.HasParents(agent) {
		if b.lacks.place && r.Parent == "" && !r.Prompt && r.Kind == adapter.Message && r.Special == "" {
			to.Add(drift.MissingParents, "", 1)
		}
		b.lacks.place = true
	}
	for i := range r.ToolCalls {
		c := &r.ToolCalls[i]
		if c.Input != nil && !edits.MayEdit(agent, c.ToolName) && drift.ToolMayEdit(agent, c.ToolName) && namesFile(c.Input) {
			to.Add(drift.UnknownTools, c.ToolName, 1)
		}
	}
}

// namesFile reports whether a tool's input has a path.
func namesFile(input []byte) bool {
	v, err := scan.Parse(input)
	if err != nil || v.Kind() != scan.Object {
		return false
	}
	for _, name := range drift.PathMembers() {
		if v.Get(name).Kind() == scan.String {
			return true
		}
	}
	return false
}

// countAnswer counts an answer, or one more part of it.
func (b *Builder) countAnswer(to *drift.Counts, r *adapter.Record) {
	l := &b.lacks
	billed := r.Stated || r.Usage != nil
	key := r.Merge
	if key == "" {
		key = r.UsageKey
	}
	message := usageHash(key)
	if l.open && message != 0 && message == l.last {
		l.billed = l.billed || billed
		return
	}
	b.closeAnswer(to)
	l.answers++
	l.last, l.billed, l.open = message, billed, true
	if r.Time == 0 {
		l.undated++
	}
}

// closeAnswer counts the latest answer if it has no usage.
func (b *Builder) closeAnswer(to *drift.Counts) {
	if l := &b.lacks; l.open {
		if l.open = false; !l.billed && drift.UsageOfAnswers(b.options.Agent) {
			to.Add(drift.AnswersWithoutUsage, "", 1)
		}
	}
}

// FinishDrift counts what only the whole session shows, and returns all that was counted.
func (b *Builder) FinishDrift(d adapter.Defects) []session.DriftCount {
	to := d.Log().Drift
	if to == nil {
		return nil
	}
	b.closeAnswer(to)
	version := b.Facts.FormatVersion
	if b.lacks.answers > 0 && !b.lacks.tokens && b.Facts.Totals == nil && drift.UsageOfSession(b.options.Agent, version) {
		to.Add(drift.AnswersWithoutUsage, "", b.lacks.answers)
	}
	if drift.HasTimes(b.options.Agent, version) {
		to.Add(drift.AnswersWithoutTime, "", b.lacks.undated)
	}
	if to.Deep && drift.IsNewer(version, drift.Tested(b.options.Agent)) {
		to.Add(drift.NewerVersions, version, 1)
	}
	return to.Rows(version)
}
