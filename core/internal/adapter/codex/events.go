package codex

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// handler takes the lines of one kind. Handlers stand in tables: the code of
// a switch over as many words would be several times as large.
type handler struct {
	kind string
	take func(w *walk, l *line, r *adapter.Record) error
}

// handle lets the handler of a kind take a line; without one the line is of
// an unknown kind, which place precedes in reports.
func (w *walk) handle(table []handler, l *line, r *adapter.Record, place, kind string) error {
	for i := range table {
		if table[i].kind == kind {
			return table[i].take(w, l, r)
		}
	}
	return w.unknown(r, place+kind)
}

// event takes what Codex told its user interface. Most of it repeats items.
func (w *walk) event(l *line, r *adapter.Record, kind string) error {
	return w.handle(events, l, r, "event_msg/", kind)
}

var events = []handler{
	{"token_count", (*walk).tokenCount},
	{"item_completed", (*walk).itemCompleted},
	{"user_message", func(w *walk, l *line, r *adapter.Record) error { return w.userEvent(l, r, l.get(fMessage)) }},
	{"agent_message", func(w *walk, l *line, r *adapter.Record) error { return w.answerEvent(r, l.get(fMessage), false) }},
	{"agent_reasoning", func(w *walk, l *line, r *adapter.Record) error { return w.answerEvent(r, l.get(fText), true) }},
	{"task_started", (*walk).turnStarted},
	{"turn_started", (*walk).turnStarted},
	{"task_complete", (*walk).turnComplete},
	{"turn_complete", (*walk).turnComplete},
	{"turn_aborted", (*walk).aborted},
	{"error", (*walk).errorEvent},
	{"stream_error", (*walk).errorEvent},
	{"exec_command_end", func(w *walk, l *line, r *adapter.Record) error {
		return w.commandEnded(l, r, fCallID, fExit, fDuration)
	}},
	{"patch_apply_end", (*walk).toolEnded},
	{"mcp_tool_call_end", (*walk).toolEnded},
	{"sub_agent_activity", func(w *walk, l *line, r *adapter.Record) error { return w.child(r, l.get(fAgentThread)) }},
	{"thread_settings_applied", (*walk).settings},
	{"thread_name_updated", (*walk).threadNamed},
	{"thread_rolled_back", (*walk).rolledBack},
	// The rest says nothing of its own: it repeats items, marks steps or
	// belongs to the interface.
	{"context_compacted", (*walk).pass},
	{"thread_goal_updated", (*walk).pass},
	{"entered_review_mode", (*walk).pass},
	{"exited_review_mode", (*walk).pass},
	{"agent_reasoning_raw_content", (*walk).pass},
	{"agent_reasoning_section_break", (*walk).pass},
	{"web_search_begin", (*walk).pass},
	{"web_search_end", (*walk).pass},
	{"exec_command_begin", (*walk).pass},
	{"patch_apply_begin", (*walk).pass},
	{"mcp_tool_call_begin", (*walk).pass},
	{"view_image_tool_call", (*walk).pass},
	{"image_generation_begin", (*walk).pass},
	{"image_generation_end", (*walk).pass},
	{"turn_diff", (*walk).pass},
	{"plan_update", (*walk).pass},
	{"warning", (*walk).pass},
	{"background_event", (*walk).pass},
	{"item_started", (*walk).pass},
	{"shutdown_complete", (*walk).pass},
}

// pass ignores a line.
func (w *walk) pass(_ *line, r *adapter.Record) error { return w.ignore(r) }

func (w *walk) turnStarted(_ *line, r *adapter.Record) error {
	w.turn = turn{events: w.turn.events}
	return w.turnEdge(r)
}

func (w *walk) errorEvent(l *line, r *adapter.Record) error {
	text := l.get(fMessage)
	return w.failed(r, body(text), text.String())
}

// commandEnded takes the end of a command from the fields that hold its id,
// its exit code and its duration.
func (w *walk) commandEnded(l *line, r *adapter.Record, id, code, duration int) error {
	n, _ := l.get(code).Int()
	w.calls.ended(l.str(id), exit{n, n != 0})
	return w.ran(r, l.str(id), millis(l.get(duration)))
}

func (w *walk) toolEnded(l *line, r *adapter.Record) error {
	w.calls.ended(l.str(fCallID), exit{0, l.get(fSuccess).Kind() == scan.False})
	return w.ran(r, l.str(fCallID), millis(l.get(fDuration)))
}

func (w *walk) threadNamed(l *line, r *adapter.Record) error {
	r.Kind = adapter.Meta
	if id := l.str(fThreadID); id == "" || id == w.f.thread {
		w.fact().UserTitle = l.str(fThreadName)
		w.state(r)
	}
	return w.emit(r)
}

// turnEdge takes a line that separates turns.
func (w *walk) turnEdge(r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	return w.ignore(r)
}

// turnComplete shows why a turn failed. Its last message repeats one.
func (w *walk) turnComplete(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	e := l.get(fError)
	if e.Kind() == scan.Object {
		e = e.Get("message")
	}
	if len(body(e)) == 0 {
		return w.ignore(r)
	}
	return w.failed(r, body(e), e.String())
}

// aborted shows that a turn was interrupted, and why.
func (w *walk) aborted(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	r.Kind, r.Role, r.Special = adapter.Message, session.RoleSystem, "interrupted"
	r.Type = string(session.MessageTypeSystem)
	if w.texts() {
		r.Text = l.str(fReason)
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
	if n, ok := l.get(fTurns).Int(); ok && n > 0 {
		w.fact().DropTurns = n
		w.state(r)
	}
	return w.emit(r)
}

// settings names the model of the turns to come, until a turn_context does.
func (w *walk) settings(l *line, r *adapter.Record) error {
	r.Kind = adapter.Meta
	m := l.str(fSettingsModel)
	if w.model == "" {
		w.model = m
	}
	w.fact().Model = m
	w.state(r)
	return w.emit(r)
}

// child states that a subagent's thread belongs to this one.
func (w *walk) child(r *adapter.Record, thread scan.Value) error {
	r.Kind = adapter.Meta
	w.fact().Child = thread.String()
	w.state(r)
	return w.emit(r)
}

// itemCompleted takes the events of paginated threads.
func (w *walk) itemCompleted(l *line, r *adapter.Record) error {
	return w.handle(completedItems, l, r, "event_msg/item_completed/", l.str(fItemType))
}

var completedItems = []handler{
	{"UserMessage", func(w *walk, l *line, r *adapter.Record) error { return w.userEvent(l, r, l.get(fItemContent)) }},
	{"AgentMessage", func(w *walk, l *line, r *adapter.Record) error { return w.answerEvent(r, l.get(fItemContent), false) }},
	{"Reasoning", func(w *walk, l *line, r *adapter.Record) error { return w.answerEvent(r, l.get(fItemSummary), true) }},
	{"CommandExecution", func(w *walk, l *line, r *adapter.Record) error {
		return w.commandEnded(l, r, fItemID, fItemExit, fItemDuration)
	}},
	{"FileChange", (*walk).itemEnded},
	{"McpToolCall", (*walk).itemEnded},
	{"SubAgentActivity", func(w *walk, l *line, r *adapter.Record) error { return w.child(r, l.get(fItemThread)) }},
	{"CollabAgentToolCall", (*walk).children},
	{"ContextCompaction", (*walk).pass},
	{"WebSearch", (*walk).pass},
	{"ImageView", (*walk).pass},
	{"ImageGeneration", (*walk).pass},
	{"EnteredReviewMode", (*walk).pass},
	{"ExitedReviewMode", (*walk).pass},
}

func (w *walk) itemEnded(l *line, r *adapter.Record) error {
	w.calls.ended(l.str(fItemID), exit{0, l.get(fItemStatus).EqualString("failed")})
	return w.ran(r, l.str(fItemID), millis(l.get(fItemDuration)))
}

// children states all threads that a call between agents reached.
func (w *walk) children(l *line, r *adapter.Record) error {
	var threads []string
	l.get(fItemThreads).Each(func(_ int, e scan.Value) bool {
		if id := e.String(); id != "" && id != w.f.thread {
			threads = append(threads, id)
		}
		return true
	})
	r.Kind = adapter.Meta
	for len(threads) > 1 {
		more := *r
		more.Raw = nil
		w.fact().Child = threads[0]
		w.state(&more)
		if err := w.emit(&more); err != nil {
			return err
		}
		threads = threads[1:]
	}
	if len(threads) == 1 {
		w.fact().Child = threads[0]
		w.state(r)
	}
	return w.emit(r)
}

// userEvent takes the event of a prompt. Its item stands before it; without
// one the event is all there is.
func (w *walk) userEvent(l *line, r *adapter.Record, text scan.Value) error {
	if w.turn.prompts > 0 {
		w.turn.prompts--
		return w.ignore(r)
	}
	c := w.contentOf(text, scan.Value{}, true, w.want.Prompts || w.texts())
	l.get(fImages).Each(func(_ int, e scan.Value) bool {
		if e.Kind() == scan.String {
			c.files = append(c.files, attachment(e))
		}
		return true
	})
	if !c.typed {
		return w.ignore(r)
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
		return w.ignore(r)
	}
	c := w.contentOf(text, scan.Value{}, false, w.texts())
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
	return w.ignore(r)
}
