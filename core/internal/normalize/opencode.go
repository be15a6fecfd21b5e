package normalize

import "github.com/heddle-dev/heddle/core/internal/scan"

// openCodeShapes are the ways in which OpenCode prints: what opencode run
// --format json prints, the events of its server, and the messages that the
// server and export give.
var openCodeShapes = []struct{ cond, shape string }{
	{"sessionID,{part|error", "run"}, {"{properties,\"type", "event"}, {"{payload,directory|payload.properties", "global"},
	{"{info,[messages", "session"}, {"{info,[parts", "message"},
}

func (s *Stream) openCode(v scan.Value) {
	shape := ""
	for _, o := range openCodeShapes {
		if shape == "" && test(v, o.cond) {
			shape = o.shape
		}
	}
	switch shape {
	case "run":
		id := str(v, "sessionID")
		if s.session = id; !s.alone && !s.again("session ", id) {
			s.begin(id, "", scan.Value{})
		}
		if test(v, "error") {
			s.run(v, "error error")
		} else {
			s.part(pick(v, "part"), "assistant", true)
		}
	case "event":
		s.openCodeEvent(str(v, "type"), pick(v, "properties"))
	case "global":
		if test(v, "payload.type#sync,{payload.properties") { // sync repeats the event beside it
			s.openCodeEvent(str(v, "payload.type"), pick(v, "payload.properties"))
		}
	case "session":
		s.openCodeSession(pick(v, "info"))
		pick(v, "messages").Each(func(_ int, e scan.Value) bool {
			s.openCodeMessage(pick(e, "info"), pick(e, "parts"))
			return true
		})
	case "message":
		s.openCodeMessage(pick(v, "info"), pick(v, "parts"))
	}
}

// openCodeSession prints the beginning of a session.
func (s *Stream) openCodeSession(info scan.Value) {
	id := str(info, "id")
	if id == "" || s.again("session ", id) {
		return
	}
	s.time = pick(info, "time.created")
	th := s.threadOf(id)
	th.since = whole(info, "time.created")
	if th.call = str(info, "parentID"); th.call == "" {
		s.run(info, "begin id model.id directory")
	}
}

// openCodeRules are for the properties of events.
var openCodeRules = []rule{
	{" session.created ", "own session"},
	{" message.updated ", "own message"},
	{" message.part.updated ", "own part"},
	{" message.part.delta ", "if field=text; own delta"},
	{" session.error ", "own error"},
	{" session.idle ", "own idle"},
	{" session.compacted ", "note compact_boundary -"},
	{" permission.asked question.asked ", "put control_request requestId=id request=metadata|questions"},
	{" permission.replied question.replied ", "put control_response requestId=requestID|permissionID response=response|reply|answers"},
}

// openCodeEvent reads an event of the server.
func (s *Stream) openCodeEvent(kind string, p scan.Value) {
	if id := str(p, "sessionID|part.sessionID|info.sessionID"); id != "" {
		s.enter(id)
	}
	own, _ := s.apply(openCodeRules, kind, p)
	th := s.threadOf(s.session)
	part := pick(p, "part")
	switch own {
	case "session":
		s.openCodeSession(pick(p, "info"))
	case "message":
		s.openCodeUpdate(th, pick(p, "info"))
	case "part":
		s.time = pick(p, "part.time.start|part.state.time.start|time")
		role := s.names["role "+str(part, "messageID")]
		s.part(part, role, role == "user" || test(part, "time.end|type=step-finish|type=file"))
	case "delta":
		if !s.seen["part "+str(p, "partID")] {
			s.run(p, "delta assistant partID delta")
		}
	case "error":
		if !th.known { // else its message said it
			s.run(p, "error error")
		}
	case "idle":
		s.openCodeIdle(th)
	}
}

// openCodeUpdate reads what an event says of a message.
func (s *Stream) openCodeUpdate(th *thread, info scan.Value) {
	id, role := str(info, "id"), str(info, "role")
	if s.names["role "+id] == "" && role == "user" {
		th.active, th.known = true, false // a turn begins
	}
	s.names["role "+id] = role
	s.time = pick(info, "time.completed|time.created")
	if at := whole(info, "time.created"); at != 0 && at < th.since {
		s.seen["copy "+id] = true // a fork has it from its parent
		return
	}
	if test(info, "error") && !s.again("error ", id) {
		th.known = true
		s.run(info, "error error")
	}
	s.run(info, "model modelID|model.modelID")
}

// openCodeIdle ends a turn. Parts that are not complete may still come.
func (s *Stream) openCodeIdle(th *thread) {
	if s.parent != "" || !th.active {
		return
	}
	th.active = false
	stop, pieces := s.threadOf("turn "+s.scope).stop, s.pieces
	s.pieces = nil
	s.put(s.turnEnd(th.known || s.failed != nil).stop(stop))
	s.pieces = pieces
}

// openCodeMessage reads a message with its parts, as the server answers.
func (s *Stream) openCodeMessage(info, parts scan.Value) {
	s.run(info, "session sessionID; model modelID|model.modelID")
	id, role := str(info, "id"), str(info, "role")
	steps := false
	parts.Each(func(_ int, p scan.Value) bool {
		if s.time = pick(p, "time.start|state.time.start"); !s.time.Exists() {
			s.time = pick(info, "time.created")
		}
		steps = steps || test(p, "type=step-finish")
		s.part(p, role, true)
		return true
	})
	if !steps && test(info, "tokens") && !s.again("spent ", id) {
		s.run(info, "tokens id - tokens cost")
	}
	if test(info, "error") && !s.again("error ", id) {
		s.run(info, "error error")
	}
}

// partRules are for parts of messages; those of a user's have "user-" before
// their type. A command that failed counts as failed, although the tool worked.
var partRules = []rule{
	{" user-text ", `if "text; unless ?synthetic; put user content:text messageId:messageID uuid:id`},
	{" text ", "say assistant messageID text"},
	{" reasoning ", "say thinking messageID text"},
	{" compaction user-compaction ", "note compact_boundary -"},
	{" tool ", "call callID tool messageID state.input; result callID tool state.status=error|?state.metadata.exit state.metadata.exit state.output+state.error; " +
		"child state.metadata.sessionId callID"},
	{" step-finish ", "tokens messageID - tokens cost; own stop"},
}

// part reads a part of a message, once; done says whether it is complete.
func (s *Stream) part(p scan.Value, role string, done bool) {
	id, kind := str(p, "id"), str(p, "type")
	if kind == "tool" {
		done = test(p, "state.status=completed|state.status=error")
	}
	if !done || s.seen["copy "+str(p, "messageID")] || s.again("part ", id) {
		return
	}
	s.drop(id)
	if role == "user" {
		kind = "user-" + kind
	}
	if own, _ := s.apply(partRules, kind, p); own == "" {
		return
	}
	r := pick(p, "reason")
	if s.scope != "" { // the server says when the session is idle
		s.threadOf("turn " + s.scope).stop = r.String()
	} else if ParseStopReason(r.String()) != StopToolUse && s.parent == "" {
		s.run(p, "end none reason")
	}
}
