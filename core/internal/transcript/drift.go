package transcript

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// answerCounts is what a session's answers lack.
type answerCounts struct {
	answers int64
	undated int64             // answers without a time
	last    uint64            // hash of the message that the latest answer is a part of
	billed  bool              // it has usage
	open    bool              // there is a latest answer
	texts   map[uint64]uint64 // hashes of texts, by those of their records' ids
	tokens  bool              // some record states tokens
	untimed bool              // some record with tokens has no time
	place   bool              // some record has a parent, or is the first
}

// countDrift counts what a record has that no rule knows, and what it lacks.
func (b *Builder) countDrift(to *drift.Counts, r *adapter.Record) {
	agent := b.options.Agent
	if !drift.Knows(agent) {
		return
	}
	b.countRepeated(to, r)
	b.lacks.tokens = b.lacks.tokens || r.Stated || r.Usage != nil && !r.Usage.Zero()
	b.lacks.untimed = b.lacks.untimed || r.Usage != nil && r.Time == 0
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
	if err != nil {
		return false
	}
	if v.Kind() == scan.String {
		return strings.HasPrefix(v.String(), "*** Begin Patch") // of apply_patch
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
	message := UsageHash(key)
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

// countRepeated counts a text that is not shown because its record repeats the id of another
// one with other words.
func (b *Builder) countRepeated(to *drift.Counts, r *adapter.Record) {
	if !to.Deep || r.ID == "" || r.Kind != adapter.Message || r.Text == "" {
		return
	}
	if b.lacks.texts == nil {
		b.lacks.texts = map[uint64]uint64{}
	}
	id, words := HashKey(r.ID), HashKey(r.Text)
	if old, repeated := b.lacks.texts[id]; repeated && old != words {
		to.Add(drift.UnreachableTexts, "", 1)
	} else {
		b.lacks.texts[id] = words
	}
}

// countUnreachable returns how many messages neither the current branch nor another one holds.
func (b *Builder) countUnreachable() (n int64) {
	if !b.Facts.Tree {
		return 0
	}
	t, _ := b.ResolveTree("")
	held := make([]bool, b.nodes.Len())
	for _, branch := range t.Branches() {
		at, ok := b.ids.find(hashName(branch.LeafID))
		for ok && at >= 0 && !held[at] && !t.onPath[at] {
			held[at] = true
			at = b.node(int(at)).parent
		}
	}
	for i := range b.nodes.Len() {
		if t.isHidden(i) && !held[i] {
			n++
		}
	}
	return n
}

// LacksSome reports whether a walk for requests alone counted something, or found no tokens where
// the agent records some: what a walk of messages counts is then not known.
func (b *Builder) LacksSome(d adapter.Defects) bool {
	agent, version := b.options.Agent, b.Facts.FormatVersion
	return d.Log().Drift.HasAny() || b.lacks.untimed && drift.HasTimes(agent, version) || d.Log().Drift != nil && !b.lacks.tokens && b.Facts.Totals == nil &&
		(drift.UsageOfAnswers(agent) || drift.UsageOfSession(agent, version))
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
	if to.Deep && b.options.Names {
		to.Add(drift.UnreachableTexts, "", b.countUnreachable())
	}
	if to.Deep && drift.IsNewer(version, drift.Tested(b.options.Agent)) {
		to.Add(drift.NewerVersions, version, 1)
	}
	return to.Rows(version)
}
