package gemini

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// emitSession visits what the files amount to: the session's facts, then every
// message that was ever part of it, with the results of its calls after it.
func (w *walk) emitSession() error {
	if !w.hasContent() {
		return nil
	}
	if err := w.emitFacts(); err != nil {
		return err
	}
	for i := range w.entries {
		if e := &w.entries[i]; e.kind == notice && w.anchorOf(int32(i)) < 0 {
			e.parent, w.opening = w.opening, int32(i)
		}
	}
	merge := ""
	for i := range w.entries {
		e := &w.entries[i]
		if w.saved && e.kind == model { // a turn may be split over several entries
			if merge == "" {
				merge = e.id
			}
		} else {
			merge = ""
		}
		if w.want.UsageOnly() && e.usage == nil && !startsSubagent(e) || e.isEmpty() || e.kind == replaced {
			continue
		}
		if err := w.emitEntry(int32(i), merge); err != nil {
			return err
		}
	}
	return nil
}

// hasContent reports whether the files hold more than a header and context.
func (w *walk) hasContent() bool {
	for i := range w.entries {
		if e := &w.entries[i]; e.kind <= notice || len(e.calls) > 0 {
			return true
		}
	}
	return false
}

// startsSubagent reports whether an entry starts a subagent.
func startsSubagent(e *entry) bool {
	for i := range e.calls {
		if e.calls[i].child != "" {
			return true
		}
	}
	return false
}

// emitFacts visits what is known of the session. The record is the root of the
// tree, so that a rewind to before the first prompt makes a branch.
func (w *walk) emitFacts() error {
	x := &w.facts
	x.Subagent = w.subagent
	x.Tree = true
	for _, path := range pathsOf(w.ref) {
		if cwd := w.side.projects.cwdOf(path); cwd != "" {
			x.Cwd = cwd
			break
		}
	}
	if w.saved {
		x.Superseded = w.side.longer[w.ref.ID]
	}
	if w.leafAt >= 0 {
		x.Leaf = w.lastRecordID(w.leafAt)
		for i := w.leafAt + 1; i < int32(len(w.entries)); i++ { // what follows it is on its branch
			if (w.entries[i].kind == notice || w.countOrphans(i) > 0) && w.anchorOf(i) == w.leafAt {
				x.Leaf = w.lastRecordID(i)
			}
		}
	}
	w.rec = adapter.Record{Kind: adapter.Meta, ID: w.rootID(), Facts: x}
	return w.out.Record(&w.rec)
}

// rootID is the id of the record that all others follow.
func (w *walk) rootID() string { return "session " + w.ref.ID }

// parentID returns the id of the record that an entry follows. Notices in front
// of the first message are in front of every branch.
func (w *walk) parentID(self int32) string {
	at := w.entries[self].parent
	for steps := len(w.entries); steps >= 0; steps-- {
		if at = w.followReplaced(at); at < 0 {
			break
		}
		if p := &w.entries[at]; p.kind != carrier && !p.isEmpty() || w.countOrphans(at) > 0 {
			return w.lastRecordID(at)
		}
		at = w.entries[at].parent
	}
	if w.opening >= 0 && w.entries[self].kind != notice {
		return w.entries[w.opening].id
	}
	return w.rootID()
}

// lastRecordID returns the id of an entry's last record: its own, or that of the last
// result of its calls.
func (w *walk) lastRecordID(at int32) string {
	e := &w.entries[at]
	for i := len(e.calls) - 1; i >= 0; i-- {
		if c := &e.calls[i]; c.done && w.ownsCall(at, c) {
			return resultID(c)
		}
	}
	return e.id
}

// ownsCall reports whether a call is shown with this entry: its id may be in
// several.
func (w *walk) ownsCall(at int32, c *call) bool { return w.byCall[c.id] == at }

// countOrphans counts the results that an entry brings and no call asked for.
func (w *walk) countOrphans(at int32) (n int) {
	e := &w.entries[at]
	for i := range e.calls {
		if w.ownsCall(at, &e.calls[i]) {
			n++
		}
	}
	return n
}

func resultID(c *call) string { return "result " + c.id }

func (w *walk) emitEntry(at int32, merge string) error {
	e := &w.entries[at]
	parent := w.parentID(at)
	if e.kind != carrier {
		w.rec = adapter.Record{ID: e.id, Parent: parent, Path: w.alternatePath(e.path), Line: e.line, Offset: e.offset,
			Time: e.time, Naive: e.naive, Copied: e.copied}
		w.fillRecord(e, merge)
		if err := w.out.Record(&w.rec); err != nil {
			return err
		}
		parent = e.id
	}
	for i := range e.calls {
		c := &e.calls[i]
		if c.child != "" {
			w.rec = adapter.Record{Kind: adapter.Meta, Path: w.alternatePath(e.path), Line: e.line, Offset: e.offset, Facts: &adapter.Facts{Child: c.child}}
			if err := w.out.Record(&w.rec); err != nil {
				return err
			}
		}
		if !c.done || w.want.UsageOnly() || !w.ownsCall(at, c) {
			continue
		}
		if err := w.emitResult(e, c, parent); err != nil {
			return err
		}
		parent = resultID(c)
	}
	return nil
}

// fillRecord completes the record of a message.
func (w *walk) fillRecord(e *entry, merge string) {
	r := &w.rec
	switch e.kind {
	case injected:
		r.Kind = adapter.Injected
		return
	case user:
		r.Role, r.Prompt = session.RoleUser, true
		if e.special != "" { // the summary that a compression put into the user's place
			r.Role, r.Prompt, r.Special = session.RoleSystem, false, e.special
		}
	case notice:
		r.Role, r.Special = session.RoleSystem, e.special
		if e.failure {
			r.Type = string(session.MessageTypeError)
		}
	case model:
		r.Role, r.Model, r.Merge = session.RoleAssistant, e.model, merge
		if e.usage != nil {
			r.Usage, r.UsageKey = e.usage, e.id
		}
	}
	if w.want.Text || r.Prompt && w.want.Prompts {
		r.Text = e.text
	}
	if !w.want.Text {
		return
	}
	r.Thinking, r.Attachments = e.thinking, e.media
	for i := range e.calls {
		c := &e.calls[i]
		r.ToolCalls = append(r.ToolCalls, session.ToolCall{ToolCallID: c.id, ToolName: c.name, Input: c.input})
	}
}

// emitResult visits what a tool returned.
func (w *walk) emitResult(e *entry, c *call, parent string) error {
	w.rec = adapter.Record{ID: resultID(c), Parent: parent, Path: w.alternatePath(e.path), Line: e.line, Offset: e.offset,
		Time: c.time, Naive: c.naive, Copied: e.copied, Role: session.RoleTool}
	if w.rec.Time == 0 {
		w.rec.Time, w.rec.Naive = e.time, e.naive
	}
	if w.want.Text {
		c.result.ToolCallID, c.result.ToolName = c.id, c.name
		result := c.result
		w.rec.ToolResult = &result
	}
	return w.out.Record(&w.rec)
}
