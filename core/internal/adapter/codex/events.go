package codex

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/terms"
	"github.com/heddle-dev/heddle/core/session"
)

// handler takes the lines of one kind. Handlers are in tables: the code of
// a switch over as many words would be several times as large.
type handler struct {
	kind string
	take func(w *walk, l *line, r *adapter.Record) error
}

// dispatchLine lets the handler of a kind take a line; without one the line is of
// an unknown kind, which place precedes in reports.
func (w *walk) dispatchLine(table []handler, l *line, r *adapter.Record, place, kind string) error {
	for i := range table {
		if table[i].kind == kind {
			return table[i].take(w, l, r)
		}
	}
	return w.emitUnknown(r, place+kind)
}

// readEvent takes what Codex sent to its user interface. Most of it repeats items.
func (w *walk) readEvent(l *line, r *adapter.Record, kind string) error {
	return w.dispatchLine(events, l, r, "event_msg/", kind)
}

var events = []handler{
	{"token_count", (*walk).tokenCount},
	{"item_completed", (*walk).itemCompleted},
	{"user_message", func(w *walk, l *line, r *adapter.Record) error { return w.userEvent(l, r, l.fieldValue(fMessage)) }},
	{"agent_message", func(w *walk, l *line, r *adapter.Record) error {
		return w.answerEvent(r, l.fieldValue(fMessage), false)
	}},
	{"agent_reasoning", func(w *walk, l *line, r *adapter.Record) error { return w.answerEvent(r, l.fieldValue(fText), true) }},
	{"task_started", (*walk).turnStarted},
	{"turn_started", (*walk).turnStarted},
	{"task_complete", (*walk).turnComplete},
	{"turn_complete", (*walk).turnComplete},
	{"turn_aborted", (*walk).emitAborted},
	{"error", (*walk).errorEvent},
	{"stream_error", (*walk).errorEvent},
	{"exec_command_end", func(w *walk, l *line, r *adapter.Record) error {
		return w.commandEnded(l, r, fCallID, fExit, fDuration)
	}},
	{"patch_apply_end", (*walk).toolEnded},
	{"mcp_tool_call_end", (*walk).toolEnded},
	{"sub_agent_activity", func(w *walk, l *line, r *adapter.Record) error { return w.linkChild(r, l.fieldValue(fAgentThread)) }},
	{"thread_settings_applied", (*walk).applySettings},
	{"thread_name_updated", (*walk).threadNamed},
	{"thread_rolled_back", (*walk).rolledBack},
	// The rest says nothing of its own: it repeats items, marks steps or
	// belongs to the interface.
	{"context_compacted", (*walk).ignoreLine},
	{"thread_goal_updated", (*walk).ignoreLine},
	{"entered_review_mode", (*walk).ignoreLine},
	{"exited_review_mode", (*walk).ignoreLine},
	{"agent_reasoning_raw_content", (*walk).ignoreLine},
	{"agent_reasoning_section_break", (*walk).ignoreLine},
	{"web_search_begin", (*walk).ignoreLine},
	{"web_search_end", (*walk).ignoreLine},
	{"exec_command_begin", (*walk).ignoreLine},
	{"patch_apply_begin", (*walk).ignoreLine},
	{"mcp_tool_call_begin", (*walk).ignoreLine},
	{"view_image_tool_call", (*walk).ignoreLine},
	{"image_generation_begin", (*walk).ignoreLine},
	{"image_generation_end", (*walk).ignoreLine},
	{"turn_diff", (*walk).ignoreLine},
	{"plan_update", (*walk).ignoreLine},
	{"warning", (*walk).ignoreLine},
	{"background_event", (*walk).ignoreLine},
	{"item_started", (*walk).ignoreLine},
	{"shutdown_complete", (*walk).ignoreLine},
}

// ignoreLine ignores a line.
func (w *walk) ignoreLine(_ *line, r *adapter.Record) error { return w.ignoreRecord(r) }

func (w *walk) turnStarted(_ *line, r *adapter.Record) error {
	w.turn = turn{events: w.turn.events}
	return w.turnEdge(r)
}

func (w *walk) errorEvent(l *line, r *adapter.Record) error {
	text := l.fieldValue(fMessage)
	return w.emitFailure(r, stringBytes(text), text.String())
}

// commandEnded takes the end of a command from the fields that hold its id,
// its exit code and its duration.
func (w *walk) commandEnded(l *line, r *adapter.Record, id, code, duration int) error {
	n, _ := l.fieldValue(code).Int()
	w.calls.recordExit(l.fieldText(id), exit{n, n != 0})
	return w.emitDuration(r, l.fieldText(id), durationMillis(l.fieldValue(duration)))
}

func (w *walk) toolEnded(l *line, r *adapter.Record) error {
	w.calls.recordExit(l.fieldText(fCallID), exit{0, l.fieldValue(fSuccess).Kind() == scan.False})
	return w.emitDuration(r, l.fieldText(fCallID), durationMillis(l.fieldValue(fDuration)))
}

func (w *walk) threadNamed(l *line, r *adapter.Record) error {
	r.Kind = adapter.Meta
	if id := l.fieldText(fThreadID); id == "" || id == w.f.thread {
		w.beginFacts().UserTitle = l.fieldText(fThreadName)
		w.attachFacts(r)
	}
	return w.emit(r)
}

// turnEdge takes a line that separates turns.
func (w *walk) turnEdge(r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	return w.ignoreRecord(r)
}

// turnComplete shows why a turn failed. Its last message repeats one.
func (w *walk) turnComplete(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	e := l.fieldValue(fError)
	if e.Kind() == scan.Object {
		e = e.Get("message")
	}
	if len(stringBytes(e)) == 0 {
		return w.ignoreRecord(r)
	}
	return w.emitFailure(r, stringBytes(e), e.String())
}

// emitAborted shows that a turn was interrupted, and why.
func (w *walk) emitAborted(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	r.Kind, r.Role, r.Special = adapter.Message, session.RoleSystem, "interrupted"
	r.Type = string(session.MessageTypeSystem)
	if w.wantsTexts() {
		r.Text = l.fieldText(fReason)
	}
	return w.emit(r)
}

// rolledBack takes back the last turns: they stay in the file and leave the
// visible history.
func (w *walk) rolledBack(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	r.Kind = adapter.Meta
	if n, ok := l.fieldValue(fTurns).Int(); ok && n > 0 {
		w.beginFacts().DropTurns = n
		w.attachFacts(r)
	}
	return w.emit(r)
}

// applySettings names the model of the turns to come, until a turn_context does.
func (w *walk) applySettings(l *line, r *adapter.Record) error {
	r.Kind = adapter.Meta
	m := l.fieldText(fSettingsModel)
	if w.model == "" {
		w.model = m
	}
	if l.fieldValue(fSettings).Kind() == scan.Object {
		w.terms = terms.Add("", terms.Tier, stringBytes(l.fieldValue(fSettingsTier)))
	}
	w.beginFacts().Model = m
	w.attachFacts(r)
	return w.emit(r)
}

// linkChild states that a subagent's thread belongs to this one.
func (w *walk) linkChild(r *adapter.Record, thread scan.Value) error {
	r.Kind = adapter.Meta
	w.beginFacts().Child = thread.String()
	w.attachFacts(r)
	return w.emit(r)
}

// itemCompleted takes the events of paginated threads.
func (w *walk) itemCompleted(l *line, r *adapter.Record) error {
	return w.dispatchLine(completedItems, l, r, "event_msg/item_completed/", l.fieldText(fItemType))
}

var completedItems = []handler{
	{"UserMessage", func(w *walk, l *line, r *adapter.Record) error { return w.userEvent(l, r, l.fieldValue(fItemContent)) }},
	{"AgentMessage", func(w *walk, l *line, r *adapter.Record) error {
		return w.answerEvent(r, l.fieldValue(fItemContent), false)
	}},
	{"Reasoning", func(w *walk, l *line, r *adapter.Record) error {
		return w.answerEvent(r, l.fieldValue(fItemSummary), true)
	}},
	{"CommandExecution", func(w *walk, l *line, r *adapter.Record) error {
		return w.commandEnded(l, r, fItemID, fItemExit, fItemDuration)
	}},
	{"FileChange", (*walk).itemEnded},
	{"McpToolCall", (*walk).itemEnded},
	{"SubAgentActivity", func(w *walk, l *line, r *adapter.Record) error { return w.linkChild(r, l.fieldValue(fItemThread)) }},
	{"CollabAgentToolCall", (*walk).linkChildren},
	{"ContextCompaction", (*walk).ignoreLine},
	{"WebSearch", (*walk).ignoreLine},
	{"ImageView", (*walk).ignoreLine},
	{"ImageGeneration", (*walk).ignoreLine},
	{"EnteredReviewMode", (*walk).ignoreLine},
	{"ExitedReviewMode", (*walk).ignoreLine},
}

func (w *walk) itemEnded(l *line, r *adapter.Record) error {
	w.calls.recordExit(l.fieldText(fItemID), exit{0, l.fieldValue(fItemStatus).EqualString("failed")})
	return w.emitDuration(r, l.fieldText(fItemID), durationMillis(l.fieldValue(fItemDuration)))
}

// linkChildren states all threads that a call between agents reached.
func (w *walk) linkChildren(l *line, r *adapter.Record) error {
	var threads []string
	l.fieldValue(fItemThreads).EachElement(func(_ int, e scan.Value) bool {
		if id := e.String(); id != "" && id != w.f.thread {
			threads = append(threads, id)
		}
		return true
	})
	r.Kind = adapter.Meta
	for len(threads) > 1 {
		more := *r
		more.Raw = nil
		w.beginFacts().Child = threads[0]
		w.attachFacts(&more)
		if err := w.emit(&more); err != nil {
			return err
		}
		threads = threads[1:]
	}
	if len(threads) == 1 {
		w.beginFacts().Child = threads[0]
		w.attachFacts(r)
	}
	return w.emit(r)
}

// userEvent takes the event of a prompt. Its item precedes it; without
// one the event is all there is.
func (w *walk) userEvent(l *line, r *adapter.Record, text scan.Value) error {
	if w.turn.prompts > 0 {
		w.turn.prompts--
		return w.ignoreRecord(r)
	}
	c := w.contentOf(text, scan.Value{}, true, w.want.Prompts || w.wantsTexts())
	l.fieldValue(fImages).EachElement(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.String {
			c.files = append(c.files, attachmentOf(e))
		}
		return true
	})
	if !c.typed {
		return w.ignoreRecord(r)
	}
	if err := w.endTurn(); err != nil {
		return err
	}
	w.turn.prompt, w.turn.promptAt = c.sign, true
	r.Kind, r.Role, r.Prompt = adapter.Message, session.RoleUser, true
	r.Text, r.Attachments = c.text, c.files
	return w.emit(r)
}

// compactDone is an event of 0.45 that no item repeats and no model said.
const compactDone = "Compact task completed"

// answerEvent takes the event of an answer or of thinking. Its item follows.
func (w *walk) answerEvent(r *adapter.Record, text scan.Value, reasoning bool) error {
	if w.turn.compacted && text.EqualString(compactDone) {
		return w.ignoreRecord(r)
	}
	c := w.contentOf(text, scan.Value{}, false, w.wantsTexts())
	rec := *r
	rec.Kind, rec.Role, rec.Model = adapter.Message, session.RoleAssistant, w.model
	if reasoning {
		rec.Thinking = c.text
	} else {
		rec.Text = c.text
	}
	if c.sign.length > 0 {
		if err := w.queueEvent(reasoning, c.sign, rec); err != nil {
			return err
		}
	}
	return w.ignoreRecord(r)
}
