package gemini

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// call is one call of a tool with its result, once there is one.
type call struct {
	id     string
	name   string
	input  session.JSON
	child  string // session of the subagent that it started
	bare   bool   // recorded without an id: the id is made up
	done   bool   // result is known
	poor   bool   // of the result only what the screen showed
	time   session.Time
	naive  bool
	result session.ToolResult
}

// Fields of a recorded call.
const (
	cID = iota
	cName
	cArgs
	cResult
	cStatus
	cTime
	cAgent
	cDisplay
	callFields
)

var callPaths = scan.CompilePaths("id", "name", "args", "result", "status", "timestamp", "agentId", "resultDisplay")

// recordedCalls takes the calls of an answer with their results.
func (r *replay) recordedCalls(at int32, v scan.Value, wanted bool) {
	v.EachElement(func(i int, e scan.Value) bool {
		var c [callFields]scan.Value
		if e.Kind() != scan.Object || callPaths.Scan(e.Raw(), c[:]) != nil {
			return true
		}
		x := call{id: c[cID].String(), name: c[cName].String(), child: c[cAgent].String()}
		x.time, x.naive = adapter.TimeOf(c[cTime])
		if wanted {
			x.input = argsOf(c[cArgs])
		}
		status := c[cStatus].String()
		failed := status == "error" || status == "cancelled"
		if result := c[cResult]; result.Exists() && result.Kind() != scan.Null {
			if x.done = true; wanted {
				x.setResult(responseIn(result, x.id))
				x.result.IsError = x.result.IsError || failed
			}
		} else if failed || status == "success" {
			x.done, x.poor = true, true
			x.result = session.ToolResult{IsError: failed, Output: session.TextJSON(c[cDisplay].String())}
		}
		r.addCall(r.placeOf(at, &x), x, i)
		return true
	})
}

// addCall adds a call to an answer, or what a copy of it says.
func (r *replay) addCall(at int32, x call, n int) {
	if own, ok := r.placed[x.id]; ok {
		at = own
	}
	e := &r.entries[at]
	if x.bare = x.id == ""; x.bare {
		x.id = e.id + "/" + text.FormatInt(int64(n))
	}
	for i := range e.calls {
		old := &e.calls[i]
		if old.id != x.id {
			continue
		}
		if old.input == nil {
			old.input = x.input
		}
		if x.done && (!old.done || old.poor) {
			old.done, old.poor, old.result, old.time, old.naive = true, x.poor, x.result, x.time, x.naive
		}
		if old.child == "" {
			old.child = x.child
		}
		return
	}
	if _, taken := r.byCall[x.id]; !taken {
		r.byCall[x.id] = at
	}
	if x.bare && !x.done {
		r.open = append(r.open, openCall{at, int32(len(e.calls))})
	}
	e.calls = append(e.calls, x)
}

// applyResponses gives results to the calls that they answer. Those whose call is
// not on disk stay with the entry that brought them.
func (r *replay) applyResponses(at int32, list []response, wanted bool) {
	for n, v := range list {
		c := r.pendingCall(v.id, v.name)
		if c != nil && c.done && !c.poor {
			continue
		}
		x := call{id: v.id, name: v.name, done: true, time: r.entries[at].time, naive: r.entries[at].naive}
		if wanted {
			x.setResult(v)
		}
		if c == nil {
			r.addCall(at, x, n)
			continue
		}
		x.result.IsError = x.result.IsError || c.result.IsError
		c.done, c.poor, c.result, c.time, c.naive = true, false, x.result, x.time, x.naive
	}
}

// pendingCall returns the call that a response answers: by its id, or, where calls
// have none, the oldest of that name that waits.
func (r *replay) pendingCall(id, name string) *call {
	if at, ok := r.byCall[id]; ok && id != "" {
		for i := range r.entries[at].calls {
			if c := &r.entries[at].calls[i]; c.id == id {
				return c
			}
		}
	}
	for i, o := range r.open {
		if c := &r.entries[o.entry].calls[o.call]; c.name == name {
			r.open = append(r.open[:i:i], r.open[i+1:]...)
			return c
		}
	}
	return nil
}

// response is a functionResponse: what a tool answered.
type response struct {
	id, name    string
	body, parts scan.Value
}

var responsePaths = scan.CompilePaths("id", "name", "response", "parts")

func responseOf(v scan.Value) response {
	var p [4]scan.Value
	if v.Kind() != scan.Object || responsePaths.Scan(v.Raw(), p[:]) != nil || !p[2].Exists() {
		return response{body: v}
	}
	return response{p[0].String(), p[1].String(), p[2], p[3]}
}

// responseIn returns the response to a call in its result, which may hold
// those of its neighbours too.
func responseIn(result scan.Value, id string) response {
	list := contentOf(result, false).responses
	for _, r := range list {
		if r.id == id {
			return r
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return response{body: result}
}

const shellTool = "run_shell_command"

// setResult sets the result of a call.
func (c *call) setResult(r response) {
	out := r.body
	if s := out.Get("error"); s.Exists() && s.Kind() != scan.Null {
		c.result.IsError = true
		out = s
	} else if s := out.Get("output"); s.Exists() {
		out = s
	}
	c.result.Output = out.AppendCanonical(nil)
	if out.Kind() == scan.String {
		s := out.String()
		c.result.Output = session.TextJSON(s)
		if c.name == shellTool {
			c.result.ExitCode = exitCode(s)
		}
	}
	if r.parts.Kind() == scan.Array {
		c.result.Output = withMedia(c.result.Output, contentOf(r.parts, true).media)
	}
}

// withMedia is an output as a list of blocks, without the bytes of files.
func withMedia(output session.JSON, media []session.Attachment) session.JSON {
	if len(media) == 0 {
		return output
	}
	m := canon.Object([]byte{'['})
	m.Key("text")
	m.B = append(m.B, output...)
	m.Str("type", "text")
	b := m.End()
	for _, a := range media {
		m = canon.Object(append(b, ','))
		m.OptNum("bytes", a.Bytes)
		m.OptStr("mediaType", a.MediaType)
		m.OptStr("name", a.Name)
		m.Str("type", "file")
		b = m.End()
	}
	return append(b, ']')
}

// exitCode finds the exit code that the shell tool writes after the output;
// 0 when the command succeeded or did not run.
func exitCode(output string) int64 {
	const label = "\nExit Code: "
	i := text.LastIndex("\n"+output, label)
	if i < 0 {
		return 0
	}
	digits := ("\n" + output)[i+len(label):]
	if end := strings.IndexByte(digits, '\n'); end >= 0 {
		digits = digits[:end]
	}
	v, err := scan.Parse([]byte(digits))
	if err != nil {
		return 0
	}
	n, _ := v.Int()
	return n
}
