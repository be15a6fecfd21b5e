package codex

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// sessionMeta takes the header. Only a file's first one is its own: a copied
// history brings its parent's along.
func (w *walk) sessionMeta(l *line, r *adapter.Record) error {
	f := w.f
	r.Kind = adapter.Meta
	if f.meta {
		if f.lines == 2 && f.copy.segments == nil && !f.copy.guessing {
			if id := l.fieldText(fID); id != "" && id != f.thread {
				w.copyFork(f, id)
				w.beginFacts().ForkedFrom = id
				w.attachFacts(r)
			}
		}
		return w.ignoreRecord(r)
	}
	f.meta = true
	if id := l.fieldText(fID); id != "" {
		f.thread = id
	}
	f.created, _ = adapter.TimeOf(l.fieldValue(fTimestamp))
	f.agent = l.fieldText(fAgentPath)
	var drop int64 // the history comes first
	var err error
	if f.segment != "" {
		if !f.history {
			drop, err = w.startSegment(l.fieldValue(fHistoryBase))
		}
	} else {
		err = w.startFork(l)
	}
	if err != nil {
		return err
	}
	w.headerFacts(l)
	w.facts.DropFrom = drop
	f.cwd = w.facts.Cwd != ""
	w.attachFacts(r)
	return w.emit(r)
}

// startFork reads a fork's history, or finds out how much of it was copied
// into the file.
func (w *walk) startFork(l *line) error {
	if base := l.fieldValue(fHistoryBase); base.Kind() == scan.Object {
		return w.readHistory(base)
	}
	if id := l.fieldText(fForkedFrom); id != "" {
		w.copyFork(w.f, id)
	}
	return nil
}

// headerFacts begins the facts of a session_meta.
func (w *walk) headerFacts(l *line) {
	f, x := w.f, w.beginFacts()
	x.Cwd = l.fieldText(fCwd)
	x.Created = f.created
	x.FormatVersion = l.fieldText(fVersion)
	x.Source = sourceOf(l.fieldValue(fGit), x.FormatVersion)
	x.ForkedFrom = l.fieldText(fForkedFrom)
	if id := l.fieldValue(fHistoryBase).Get("thread_id").String(); x.ForkedFrom == "" && id != f.thread && id != w.ref.ID {
		x.ForkedFrom = id
	}
	sub := l.fieldValue(fSource).Get("subagent")
	x.Subagent = sub.Exists() && sub.Kind() != scan.Null
	x.ParentID = l.fieldText(fParentThread)
	if x.ParentID == "" {
		x.ParentID = sub.Get("thread_spawn.parent_thread_id").String()
	}
	if root := l.fieldText(fSessionID); x.ParentID == "" && root != "" && root != f.thread {
		x.ParentID = root
	}
	x.Subagent = x.Subagent || x.ParentID != ""
	if x.Subagent {
		// A subagent's path ends in the name of its task.
		x.AgentTitle = f.agent[strings.LastIndexByte(f.agent, '/')+1:]
	}
}

// sourceOf returns what a header says of the repository, and which version wrote it.
func sourceOf(git scan.Value, version string) *session.Span {
	return &session.Span{Repository: git.Get("repository_url").String(), GitBranch: git.Get("branch").String(),
		Commit: git.Get("commit_hash").String(), AgentVersion: version}
}

// turnContext names the model: once per request up to 0.99, once per turn
// later. In both cases the response before it is complete.
func (w *walk) turnContext(l *line, r *adapter.Record) error {
	r.Kind = adapter.Meta
	if m := l.fieldValue(fModel); m.Exists() && !m.EqualString(w.model) {
		w.model = m.String()
	}
	if err := w.endTurn(); err != nil {
		return err
	}
	x := w.beginFacts()
	x.Model = w.model
	if !w.f.cwd { // the header has it; a file that lost its header needs it
		x.Cwd = l.fieldText(fCwd)
		w.f.cwd = x.Cwd != ""
	} else if !w.f.history && !r.Copied {
		x.Folder = l.fieldText(fCwd)
	}
	w.attachFacts(r)
	return w.emit(r)
}

// emitCompacted shows the summary that replaced the history. The items in it
// repeat old ones and are not shown.
func (w *walk) emitCompacted(l *line, r *adapter.Record) error {
	text := l.fieldValue(fMessage)
	w.matchSummary(text)
	if err := w.emitUnmatched(w.turn.events.Len()); err != nil {
		return err
	}
	w.turn.compacted = true
	r.Kind, r.Role, r.Special = adapter.Message, session.RoleSystem, "compaction"
	r.Type = string(session.MessageTypeSystem)
	r.Merge = w.responses.compactionRequest()
	if w.wantsTexts() {
		r.Text = text.String()
	}
	return w.emit(r)
}

// bareLine takes a line without an envelope: the header, a state mark or an
// item of a file up to 0.29, or a message of the described format.
func (w *walk) bareLine(l *line, r *adapter.Record) error {
	f := w.f
	if l.v[slotRecordType].Exists() {
		w.responses.markState()
		return w.ignoreRecord(r)
	}
	_, inner := l.lineTypes()
	if inner == "" && !l.fieldValue(fRole).Exists() && !l.fieldValue(fMessage).Exists() {
		if f.lines > 1 || !l.fieldValue(fID).Exists() {
			return w.emitUnknown(r, "")
		}
		f.created = r.Time
		r.Kind = adapter.Meta
		w.stateBare(r, r.Time, formatBare)
		if v, err := scan.Parse(l.rec.Bytes); err == nil {
			r.Facts.Source = sourceOf(v.Get("git"), "")
		}
		return w.emit(r)
	}
	if inner == "user" || inner == "assistant" || inner == "" || l.fieldValue(fMessage).Kind() == scan.Object || l.fieldValue(fUsage).Exists() {
		return w.describedMessage(l, r)
	}
	return w.responseItem(l, r, inner)
}

// stateBare attaches the facts of the header of a version that resumes by
// copying.
func (w *walk) stateBare(r *adapter.Record, created session.Time, format string) {
	x := w.beginFacts()
	x.Created, x.FormatVersion, x.ResumeCopies = created, format, true
	w.attachFacts(r)
}
