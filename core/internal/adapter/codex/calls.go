package codex

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

func itoa(n int) string { return text.FormatInt(int64(n)) }

// joinBlocks puts a blank line between blocks of text.
func joinBlocks(blocks []string) string { return text.Join(blocks, "\n\n") }

// joinParagraphs puts a blank line between two blocks of text; an empty one vanishes.
func joinParagraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// calls remembers what events say about tool calls until their output comes.
type calls struct {
	open   map[string]string // response of a call without output
	exits  map[string]exit
	spawns map[string]bool
}

// exit is how a call ended, by its event.
type exit struct {
	code   int64
	failed bool
}

func (c *calls) recordStart(id, response string) {
	if id == "" || len(c.open) >= MaxOpenCalls {
		return
	}
	if c.open == nil {
		c.open = map[string]string{}
	}
	c.open[id] = response
}

func (c *calls) recordExit(id string, e exit) {
	if id == "" || !e.failed || len(c.exits) >= MaxOpenCalls {
		return
	}
	if c.exits == nil {
		c.exits = map[string]exit{}
	}
	c.exits[id] = e
}

func (c *calls) recordSpawn(id string) {
	if id == "" || len(c.spawns) >= MaxOpenCalls {
		return
	}
	if c.spawns == nil {
		c.spawns = map[string]bool{}
	}
	c.spawns[id] = true
}

// Names of calls whose items bear none.
const (
	nameLocalShell = "local_shell"
	nameSpawn      = "spawn_agent"
)

// callItem takes a call of any tool: function_call, custom_tool_call,
// local_shell_call, web_search_call and their like.
func (w *walk) callItem(l *line, r *adapter.Record, kind string) error {
	w.turn.prompts, w.turn.promptAt = 0, false
	r.Kind, r.Role, r.Model = adapter.Message, session.RoleAssistant, w.model
	r.Merge = w.responses.itemResponse()
	w.setItemKey(l, r)
	id := l.fieldText(fCallID)
	if id == "" {
		id = r.ID
	}
	name := l.fieldText(fName)
	if name == nameSpawn {
		w.calls.recordSpawn(id)
	}
	if !w.want.Text {
		return w.emit(r)
	}
	if name == "" {
		name = strings.TrimSuffix(kind, "_call")
	}
	call := session.ToolCall{ToolCallID: id, ToolName: name}
	if w.wantsTexts() {
		call.Input = w.inputOf(l)
	}
	r.ToolCalls = []session.ToolCall{call}
	w.calls.recordStart(id, r.Merge)
	return w.emit(r)
}

// emitDuration turns a record into the part of a call's message that says how long
// the call took. It is ignored when it has nothing to say.
func (w *walk) emitDuration(r *adapter.Record, id string, ms int64) error {
	response := w.calls.open[id]
	if response == "" || ms <= 0 {
		return w.ignoreRecord(r)
	}
	r.Kind, r.Role, r.Merge, r.Model = adapter.Message, session.RoleAssistant, response, w.model
	r.ToolCalls = []session.ToolCall{{ToolCallID: id, DurationMS: ms}}
	return w.emit(r)
}

// durationMillis reads a duration as Rust writes it: {"secs":1,"nanos":500000000}.
func durationMillis(v scan.Value) int64 {
	secs, _ := v.Get("secs").Int()
	nanos, _ := v.Get("nanos").Int()
	if secs < 0 || secs > maxCallSeconds || nanos < 0 {
		return 0
	}
	return secs*1000 + nanos/1_000_000
}

// maxCallSeconds is beyond what a call can take (a year).
const maxCallSeconds = 366 * 86_400

// inputOf returns a call's arguments: the object that a string of JSON holds,
// else the string.
func (w *walk) inputOf(l *line) session.JSON {
	if v := l.fieldValue(fInput); v.Exists() { // custom tools take text
		return w.room.DeduplicatedJSON(v)
	}
	v := l.fieldValue(fArguments)
	if v.Kind() == scan.String {
		s := w.room.DecodeBytes(v)
		if parsed, err := scan.Parse(s); err == nil {
			return w.room.DeduplicatedJSON(parsed)
		}
		return session.TextJSON(string(s))
	}
	if !v.Exists() {
		v = l.fieldValue(fAction)
	}
	if !v.Exists() {
		return session.JSON("{}")
	}
	return w.room.DeduplicatedJSON(v)
}

// outputItem takes a tool's output.
func (w *walk) outputItem(l *line, r *adapter.Record) error {
	id := l.fieldText(fCallID)
	if id == "" { // context in the form of an output, such as the agent's goal
		return w.injectRecord(r)
	}
	w.responses.noteOutput()
	r.Kind, r.Role = adapter.Message, session.RoleTool
	w.setItemKey(l, r)
	ended, known := w.calls.exits[id]
	if known {
		delete(w.calls.exits, id)
	}
	out := l.fieldValue(fOutput)
	if w.calls.spawns[id] {
		delete(w.calls.spawns, id)
		w.beginFacts().Child = spawnedThread(out)
		w.attachFacts(r)
	}
	if !w.want.Text {
		return w.emit(r)
	}
	if !out.Exists() {
		out = l.fieldValue(fContent)
	}
	if !w.wantsTexts() {
		out = scan.Value{}
	}
	res, ms := resultOf(out, w.room)
	if ms > 0 && w.calls.open[id] != "" {
		part := adapter.Record{Path: r.Path, Line: r.Line, Offset: r.Offset, Time: r.Time, Copied: r.Copied, Origin: r.Origin}
		if err := w.emitDuration(&part, id, ms); err != nil {
			return err
		}
	}
	delete(w.calls.open, id)
	res.ToolCallID = id
	res.IsError = res.IsError || ended.failed
	if res.ExitCode == 0 {
		res.ExitCode = ended.code
	}
	r.ToolResult = &res
	return w.emit(r)
}

// spawnedThread returns the thread that a spawn_agent call started, which its
// output names up to 0.99.
func spawnedThread(out scan.Value) string {
	if out.Kind() != scan.String {
		return ""
	}
	v, err := scan.Parse([]byte(out.String()))
	if err != nil {
		return ""
	}
	return v.Get("agent_id").String()
}
