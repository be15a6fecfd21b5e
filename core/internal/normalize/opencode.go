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
		if shape == "" && testCondition(v, o.cond) {
			shape = o.shape
		}
	}
	switch shape {
	case "run":
		id := firstString(v, "sessionID")
		if s.session = id; !s.alone && !s.seenBefore("session ", id) {
			s.beginSession(id, "", scan.Value{})
		}
		if testCondition(v, "error") {
			s.runScript(v, "error error")
		} else {
			s.readPart(firstValue(v, "part"), "assistant", true)
		}
	case "event":
		s.openCodeEvent(firstString(v, "type"), firstValue(v, "properties"))
	case "global":
		if testCondition(v, "payload.type#sync,{payload.properties") { // sync repeats the event beside it
			s.openCodeEvent(firstString(v, "payload.type"), firstValue(v, "payload.properties"))
		}
	case "session":
		s.openCodeSession(firstValue(v, "info"))
		firstValue(v, "messages").EachElement(func(_ int, e scan.Value) bool {
			s.openCodeMessage(firstValue(e, "info"), firstValue(e, "parts"))
			return true
		})
	case "message":
		s.openCodeMessage(firstValue(v, "info"), firstValue(v, "parts"))
	}
}

// openCodeSession prints the beginning of a session.
func (s *Stream) openCodeSession(info scan.Value) {
	id := firstString(info, "id")
	if id == "" || s.seenBefore("session ", id) {
		return
	}
	s.time = firstValue(info, "time.created")
	th := s.threadOf(id)
	th.since = firstCount(info, "time.created")
	if th.call = firstString(info, "parentID"); th.call == "" {
		s.runScript(info, "begin id model.id directory")
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
	if id := firstString(p, "sessionID|part.sessionID|info.sessionID"); id != "" {
		s.enterThread(id)
	}
	own, _ := s.applyRules(openCodeRules, kind, p)
	th := s.threadOf(s.session)
	part := firstValue(p, "part")
	switch own {
	case "session":
		s.openCodeSession(firstValue(p, "info"))
	case "message":
		s.openCodeUpdate(th, firstValue(p, "info"))
	case "part":
		s.time = firstValue(p, "part.time.start|part.state.time.start|time")
		role := s.names["role "+firstString(part, "messageID")]
		s.readPart(part, role, role == "user" || testCondition(part, "time.end|type=step-finish|type=file"))
	case "delta":
		if !s.seen["part "+firstString(p, "partID")] {
			s.runScript(p, "delta assistant partID delta")
		}
	case "error":
		if !th.known { // else its message said it
			s.runScript(p, "error error")
		}
	case "idle":
		s.openCodeIdle(th)
	}
}

// openCodeUpdate reads what an event says of a message.
func (s *Stream) openCodeUpdate(th *thread, info scan.Value) {
	id, role := firstString(info, "id"), firstString(info, "role")
	if s.names["role "+id] == "" && role == "user" {
		th.active, th.known = true, false // a turn begins
	}
	s.names["role "+id] = role
	s.time = firstValue(info, "time.completed|time.created")
	if at := firstCount(info, "time.created"); at != 0 && at < th.since {
		s.seen["copy "+id] = true // a fork has it from its parent
		return
	}
	if testCondition(info, "error") && !s.seenBefore("error ", id) {
		th.known = true
		s.runScript(info, "error error")
	}
	s.runScript(info, "model modelID|model.modelID")
}

// openCodeIdle ends a turn. Parts that are not complete may still come.
func (s *Stream) openCodeIdle(th *thread) {
	if s.parent != "" || !th.active {
		return
	}
	th.active = false
	stop, pieces := s.threadOf("turn "+s.scope).stop, s.pieces
	s.pieces = nil
	s.putMessage(s.turnEnd(th.known || s.failed != nil).setStopReason(stop))
	s.pieces = pieces
}

// openCodeMessage reads a message with its parts, as the server answers.
func (s *Stream) openCodeMessage(info, parts scan.Value) {
	s.runScript(info, "session sessionID; model modelID|model.modelID")
	id, role := firstString(info, "id"), firstString(info, "role")
	steps := false
	parts.EachElement(func(_ int, p scan.Value) bool {
		if s.time = firstValue(p, "time.start|state.time.start"); !s.time.Exists() {
			s.time = firstValue(info, "time.created")
		}
		steps = steps || testCondition(p, "type=step-finish")
		s.readPart(p, role, true)
		return true
	})
	if !steps && testCondition(info, "tokens") && !s.seenBefore("spent ", id) {
		s.runScript(info, "tokens id - tokens cost")
	}
	if testCondition(info, "error") && !s.seenBefore("error ", id) {
		s.runScript(info, "error error")
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

// readPart reads a part of a message, once; done says whether it is complete.
func (s *Stream) readPart(p scan.Value, role string, done bool) {
	id, kind := firstString(p, "id"), firstString(p, "type")
	if kind == "tool" {
		done = testCondition(p, "state.status=completed|state.status=error")
	}
	if !done || s.seen["copy "+firstString(p, "messageID")] || s.seenBefore("part ", id) {
		return
	}
	s.dropPieces(id)
	if role == "user" {
		kind = "user-" + kind
	}
	if own, _ := s.applyRules(partRules, kind, p); own == "" {
		return
	}
	r := firstValue(p, "reason")
	if s.scope != "" { // the server says when the session is idle
		s.threadOf("turn " + s.scope).stop = r.String()
	} else if ParseStopReason(r.String()) != StopToolUse && s.parent == "" {
		s.runScript(p, "end none reason")
	}
}
