package codex

import (
	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// event takes what Codex told its user interface. Most of it repeats items.
func (w *walk) event(l *line, r *adapter.Record, kind string) error {
	switch kind {
	case "token_count":
		return w.tokenCount(l, r)
	case "item_completed":
		return w.itemCompleted(l, r)
	case "user_message":
		return w.userEvent(l, r, l.get(fMessage))
	case "agent_message":
		return w.answerEvent(l, r, l.get(fMessage), false)
	case "agent_reasoning":
		return w.answerEvent(l, r, l.get(fText), true)
	case "task_started", "turn_started":
		w.turn = turn{events: w.turn.events}
		return w.turnEdge(r)
	case "task_complete", "turn_complete":
		return w.turnComplete(l, r)
	case "turn_aborted":
		return w.aborted(l, r)
	case "error", "stream_error":
		text := l.get(fMessage)
		return w.failed(r, body(text), text.String())
	case "exec_command_end":
		code, _ := l.get(fExit).Int()
		w.calls.ended(l.str(fCallID), exit{code, code != 0})
		return w.ran(r, l.str(fCallID), millis(l.get(fDuration)))
	case "patch_apply_end", "mcp_tool_call_end":
		w.calls.ended(l.str(fCallID), exit{0, l.get(fSuccess).Kind() == scan.False})
		return w.ran(r, l.str(fCallID), millis(l.get(fDuration)))
	case "sub_agent_activity":
		return w.child(l, r, l.get(fAgentThread))
	case "thread_settings_applied":
		return w.settings(l, r)
	case "thread_name_updated":
		r.Kind = adapter.Meta
		if id := l.str(fThreadID); id == "" || id == w.f.thread {
			w.state(r, adapter.Facts{UserTitle: l.str(fThreadName)})
		}
		return w.deliver(r)
	case "thread_rolled_back":
		return w.rolledBack(l, r)
	}
	if knownEvent(kind) {
		return w.ignore(r)
	}
	return w.unknown(r, "event_msg/"+kind)
}

// knownEvent lists the events that say nothing of their own: they repeat
// items, mark steps or belong to the interface.
func knownEvent(kind string) bool {
	switch kind {
	case "context_compacted", "thread_goal_updated", "entered_review_mode", "exited_review_mode",
		"agent_reasoning_raw_content", "agent_reasoning_section_break", "web_search_begin", "web_search_end",
		"exec_command_begin", "patch_apply_begin", "mcp_tool_call_begin", "view_image_tool_call",
		"image_generation_begin", "image_generation_end", "turn_diff", "plan_update", "warning",
		"background_event", "item_started", "shutdown_complete":
		return true
	}
	return false
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
	if w.want.Text {
		r.Text = l.str(fReason)
	}
	return w.deliver(r)
}

// rolledBack takes back the last turns: they stay in the file and leave the
// visible history.
func (w *walk) rolledBack(l *line, r *adapter.Record) error {
	if err := w.endTurn(); err != nil {
		return err
	}
	r.Kind = adapter.Meta
	if n, ok := l.get(fTurns).Int(); ok && n > 0 {
		w.state(r, adapter.Facts{DropTurns: n})
	}
	return w.deliver(r)
}

// settings names the model of the turns to come, until a turn_context does.
func (w *walk) settings(l *line, r *adapter.Record) error {
	r.Kind = adapter.Meta
	m := l.str(fSettingsModel)
	if w.model == "" {
		w.model = m
	}
	w.state(r, adapter.Facts{Model: m})
	return w.deliver(r)
}

// child states that a subagent's thread belongs to this one.
func (w *walk) child(_ *line, r *adapter.Record, thread scan.Value) error {
	r.Kind = adapter.Meta
	w.state(r, adapter.Facts{Child: thread.String()})
	return w.deliver(r)
}

// itemCompleted takes the events of paginated threads.
func (w *walk) itemCompleted(l *line, r *adapter.Record) error {
	switch kind := l.str(fItemType); kind {
	case "UserMessage":
		return w.userEvent(l, r, l.get(fItemContent))
	case "AgentMessage":
		return w.answerEvent(l, r, l.get(fItemContent), false)
	case "Reasoning":
		return w.answerEvent(l, r, l.get(fItemSummary), true)
	case "CommandExecution":
		code, _ := l.get(fItemExit).Int()
		w.calls.ended(l.str(fItemID), exit{code, code != 0})
		return w.ran(r, l.str(fItemID), millis(l.get(fItemDuration)))
	case "FileChange", "McpToolCall":
		w.calls.ended(l.str(fItemID), exit{0, l.get(fItemStatus).EqualString("failed")})
		return w.ran(r, l.str(fItemID), millis(l.get(fItemDuration)))
	case "SubAgentActivity":
		return w.child(l, r, l.get(fItemThread))
	case "CollabAgentToolCall":
		return w.children(l, r)
	case "ContextCompaction", "WebSearch", "ImageView", "ImageGeneration", "EnteredReviewMode", "ExitedReviewMode":
		return w.ignore(r)
	default:
		return w.unknown(r, "event_msg/item_completed/"+kind)
	}
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
		w.state(&more, adapter.Facts{Child: threads[0]})
		if err := w.deliver(&more); err != nil {
			return err
		}
		threads = threads[1:]
	}
	if len(threads) == 1 {
		w.state(r, adapter.Facts{Child: threads[0]})
	}
	return w.deliver(r)
}

// userEvent takes the event of a prompt. Its item stands before it; without
// one the event is all there is.
func (w *walk) userEvent(l *line, r *adapter.Record, text scan.Value) error {
	if w.turn.prompts > 0 {
		w.turn.prompts--
		return w.ignore(r)
	}
	c := contentOf(text, scan.Value{}, true, w.want.Prompts || w.want.Text)
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
	r.Text, r.Attachments = c.joined(), c.files
	return w.deliver(r)
}

// compactDone is an event of 0.45 that no item repeats and no model said.
const compactDone = "Compact task completed"

// answerEvent takes the event of an answer or of thinking. Its item follows.
func (w *walk) answerEvent(_ *line, r *adapter.Record, text scan.Value, reasoning bool) error {
	if w.turn.compacted && text.EqualString(compactDone) {
		return w.ignore(r)
	}
	c := contentOf(text, scan.Value{}, false, w.want.Text)
	rec := *r
	rec.Kind, rec.Role, rec.Model = adapter.Message, session.RoleAssistant, w.model
	if reasoning {
		rec.Thinking = c.joined()
	} else {
		rec.Text = c.joined()
	}
	if c.sign.length > 0 {
		if err := w.expect(reasoning, c.sign, rec); err != nil {
			return err
		}
	}
	return w.ignore(r)
}
