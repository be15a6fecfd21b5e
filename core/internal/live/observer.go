package live

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Observer makes messages of a conversation between a client and an agent that
// it only watches: both directions of a channel, in the order in which they were
// seen. Its zero value is not ready: use NewObserver.
type Observer struct {
	stream   *normalize.Stream
	in, out  lineBuffer
	now      session.Time
	messages []session.JSON
	skipped  int64

	dialect      string // of an agent of the Agent Client Protocol; "" for unknown
	called, said bool   // in this turn: a call was announced; text came since then
}

// NewObserver starts an observer of an agent; an empty name or one that is no agent's means that
// only the agent itself says which one it is.
func NewObserver(agent string) *Observer {
	o := &Observer{}
	if row := rowOfDialect(agent); row != nil && row.Engine == "acp" {
		o.dialect = row.Dialect
	}
	o.stream = normalize.NewStream(o.takeMessage)
	return o
}

// Feed takes bytes of one direction, cut anywhere, and keeps none of them.
func (o *Observer) Feed(now session.Time, fromAgent bool, data []byte) {
	o.now = max(o.now, now)
	o.stream.SetTime(o.now)
	lines := &o.in
	if fromAgent {
		lines = &o.out
	}
	for len(data) > 0 {
		var line []byte
		var whole bool
		line, data, whole = lines.takeLine(data)
		if whole {
			o.readLine(line, lines.refused != nil, fromAgent)
		}
	}
}

func (o *Observer) readLine(line []byte, tooLong, fromAgent bool) {
	if line = trimSpace(line); len(line) == 0 && !tooLong {
		return
	}
	v, err := scan.Parse(line)
	if tooLong || err != nil || v.Kind() != scan.Object {
		o.skipped++
		return
	}
	switch {
	case !fromAgent:
		if v.Get("method").EqualString("session/prompt") {
			o.called, o.said = false, false
		}
		o.stream.ReadSent(v)
	case o.isNotice(v):
		o.stream.End()
		o.messages = append(o.messages, noticeOf(v.Get("params").Get("update"), o.stream.SessionID(), o.now))
	default:
		o.stream.ReadRecord(v)
	}
}

// isNotice reports whether a line of the agent is a notice, and notes what decides
// about the next ones.
func (o *Observer) isNotice(v scan.Value) bool {
	if name := v.Get("result").Get("agentInfo").Get("name"); name.Exists() && o.dialect == "" {
		o.dialect = dialectOfName(name.String())
	}
	switch method := v.Get("method"); {
	case method.EqualString("session/request_permission"):
		o.called = true
	case method.EqualString("session/update"):
		u := v.Get("params").Get("update")
		switch u.Get("sessionUpdate").String() {
		case "tool_call", "tool_call_update":
			o.called, o.said = true, false
		case "agent_thought_chunk", "user_message_chunk":
			o.said = false
		case "agent_message_chunk":
			if isRetryText(o.dialect, u) {
				o.stream.DropBegun()
				return true
			}
			if o.called && !o.said && isNoticeText(o.dialect, u) {
				return true
			}
			o.said = o.said || !u.Get("content").Get("text").EqualString("")
		}
	}
	return false
}

// takeMessage keeps a message. Of what goes over the control channel only
// requests for permission and their answers are part of the conversation.
func (o *Observer) takeMessage(m session.JSON) {
	v, err := scan.Parse(m)
	if err != nil {
		return
	}
	switch v.Get("type").String() {
	case "control_request":
		if sub := v.Get("request.subtype"); sub.Exists() && !sub.EqualString("can_use_tool") {
			return
		}
	case "control_response":
		if v.Get("response.subtype").Exists() && !v.Get("response.response.behavior").Exists() {
			return
		}
	}
	o.messages = append(o.messages, m)
}

// Take returns the messages since the last call.
func (o *Observer) Take() []session.JSON {
	list := o.messages
	o.messages = nil
	return list
}

// End says that nothing follows: what was begun becomes a partial message.
func (o *Observer) End() {
	for _, lines := range []*lineBuffer{&o.in, &o.out} {
		if rest, whole := lines.takeRest(); whole {
			o.readLine(rest, lines.refused != nil, lines == &o.out)
		}
	}
	o.stream.End()
}

// SessionID is the agent's own id of its session, once it was seen.
func (o *Observer) SessionID() string { return o.stream.SessionID() }

// Skipped reports the lines that were no records; nil without any.
func (o *Observer) Skipped() error {
	if o.skipped == 0 {
		return nil
	}
	return fault.New(fault.ParseError, "some lines were no records of a known protocol and were not recorded")
}
