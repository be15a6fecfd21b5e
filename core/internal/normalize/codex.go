package normalize

import "github.com/heddle-dev/heddle/core/internal/scan"

// codexRules are for what codex exec --json prints.
var codexRules = []rule{
	{" thread.started ", "goes; begin thread_id - -"},
	{" item.started ", "goes; own started"},
	{" item.completed ", "goes; own completed"},
	{" error ", "error message"},
	{" turn.failed ", "error error; end type -"},
	{" turn.completed ", "goes; own turn"},
	{" turn.started item.updated ", "goes"},
}

func (s *Stream) readCodex(v scan.Value) {
	own, _ := s.applyRules(codexRules, firstString(v, "type"), v)
	switch own {
	case "turn":
		s.codexTurn(firstValue(v, "usage"))
	case "started", "completed":
		s.codexItem(firstValue(v, "item"), own == "completed")
	}
}

// codexTurn ends a turn. Its tokens are those of the thread up to here.
func (s *Stream) codexTurn(usage scan.Value) {
	th := s.threadOf(s.session)
	if total, ok := ParseUsage(usage); ok {
		own, more := subtractUsage(&total, &th.total)
		if !more {
			own = total
		}
		th.total = total
		s.addSpend(&own, nil)
	}
	s.putMessage(s.turnEnd(false).setUsage("totalUsage", &th.total))
}

// itemRules are for complete items; those of calls are not among them. Items
// of codex exec and of its app server have the same names but for underscores.
var itemRules = []rule{
	{" usermessage ", "put user content:content uuid:id"},
	{" agentmessage ", "drop id; say assistant id text"},
	{" plan ", "drop id; say assistant - text"},
	{" reasoning ", "drop id; say thinking - text|summary+content"},
	{" error ", "note warning message"},
	{" contextcompaction ", "note compact_boundary -"},
	{" subagentactivity ", "child agentThreadId id"},
}

// codexItem reads an item.
func (s *Stream) codexItem(item scan.Value, done bool) {
	kind := normalizeWord(firstString(item, "type"))
	if !done {
		for i := range itemRules {
			if isWord(itemRules[i].on, kind) {
				return // it comes again, whole
			}
		}
	} else if _, known := s.applyRules(itemRules, kind, item); known {
		return
	}
	id, name := firstString(item, "id"), firstString(item, "tool")
	if name == "" {
		name = snakeCase(firstString(item, "type"))
	}
	in := firstValue(item, "arguments|input").Raw()
	if len(in) == 0 || in[0] != '{' {
		in = membersBut(item, notInput)
	}
	s.printCall(id, name, "", in)
	firstValue(item, "receiverThreadIds").EachElement(func(_ int, e scan.Value) bool {
		s.setParentCall(e.String(), id)
		return true
	})
	if done {
		s.runScript(item, callEnded)
	}
}

// callEnded is for an item that is a call.
const callEnded = "drop id; result id - status=failed|status=declined|status=error|status=cancelled|status=interrupted|?exit_code|?exitCode|!success|error " +
	"exit_code|exitCode aggregated_output|aggregatedOutput|result.content|result|contentItems+error.message|error"

// notInput are the members of a call that are not its input.
const notInput = " id type tool server status aggregated_output aggregatedOutput exit_code exitCode result error contentItems success startedAtMs " +
	"completedAtMs durationMs processId commandActions source pluginId scriptPath agentsStates receiverThreadIds senderThreadId "

// setParentCall says which call started a thread.
func (s *Stream) setParentCall(thread, call string) {
	if thread != "" && s.threadOf(thread).call == "" && thread != s.session {
		s.threadOf(thread).call = call
	}
}

// snakeCase returns a name with underscores in place of capitals.
func snakeCase(name string) string {
	b := make([]byte, 0, len(name)+4)
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			b = append(b, '_')
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return string(b)
}

// membersBut returns an object without some of its members and those that are
// null.
func membersBut(v scan.Value, but string) []byte {
	var m message
	v.EachMember(func(key, e scan.Value) bool {
		if k := key.String(); !isWord(but, k) {
			m.setValue(k, e)
		}
		return true
	})
	if len(m.members) == 0 {
		return nil
	}
	return m.canonicalJSON()
}
