package gemini

import (
	"strings"

	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/text"
)

// call is one call of a tool with its result, once there is one.
type call struct {
	id     string
	name   string
	input  session.JSON
	child  string // session of the subagent that it started
	bare   bool   // recorded without an id: the id is made up
	done   bool   // result is known
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

var callPaths = scan.Compile("id", "name", "args", "result", "status", "timestamp", "agentId", "resultDisplay")

// recordedCalls takes the calls of an answer with their results.
func (r *replay) recordedCalls(at int32, v scan.Value, wanted bool) {
	v.Each(func(i int, e scan.Value) bool {
		var c [callFields]scan.Value
		if e.Kind() != scan.Object || callPaths.Scan(e.Raw(), c[:]) != nil {
			return true
		}
		x := call{id: c[cID].String(), name: c[cName].String(), child: c[cAgent].String()}
		x.time, x.naive, _ = session.ParseTime(c[cTime].String())
		if wanted {
			x.input = argsOf(c[cArgs])
		}
		status := c[cStatus].String()
		failed := status == "error" || status == "cancelled"
		if result := c[cResult]; result.Exists() && result.Kind() != scan.Null {
			x.answer(responseIn(result, x.id), wanted)
			x.result.IsError = x.result.IsError || failed
		} else if failed || status == "success" {
			x.done = true
			x.result = session.ToolResult{IsError: failed, Output: session.TextJSON(c[cDisplay].String())}
		}
		r.call(at, x, i)
		return true
	})
}

// call adds a call to an answer, or what a copy of it says.
func (r *replay) call(at int32, x call, n int) {
	e := &r.entries[at]
	if x.bare = x.id == ""; x.bare {
		x.id = e.id + "/" + text.Int(int64(n))
	}
	for i := range e.calls {
		old := &e.calls[i]
		if old.id != x.id {
			continue
		}
		if old.input == nil {
			old.input = x.input
		}
		if !old.done && x.done {
			old.done, old.result, old.time, old.naive = true, x.result, x.time, x.naive
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

// responses gives results to the calls that they answer. Those whose call is
// not on disk stay with the entry that brought them.
func (r *replay) responses(at int32, list []scan.Value, wanted bool) {
	for n, v := range list {
		id, name := v.Get("id").String(), v.Get("name").String()
		c := r.waiting(id, name)
		if c == nil {
			if _, known := r.byCall[id]; known && id != "" {
				continue
			}
			x := call{id: id, name: name, time: r.entries[at].time, naive: r.entries[at].naive}
			x.answer(v, wanted)
			r.call(at, x, n)
			continue
		}
		if !c.done {
			c.answer(v, wanted)
			c.time, c.naive = r.entries[at].time, r.entries[at].naive
		}
	}
}

// waiting returns the call that a response answers: by its id, or, where calls
// have none, the oldest of that name that waits.
func (r *replay) waiting(id, name string) *call {
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

// responseIn returns the response to a call in its result, which may hold
// those of its neighbours too.
func responseIn(result scan.Value, id string) scan.Value {
	if result.Kind() != scan.Array {
		if r := result.Get("functionResponse"); r.Exists() {
			return r
		}
		return result
	}
	var first, found scan.Value
	result.Each(func(_ int, e scan.Value) bool {
		r := e.Get("functionResponse")
		if r.Exists() && r.Get("id").EqualString(id) {
			found = r
		}
		if !first.Exists() {
			first = r
		}
		return !found.Exists()
	})
	switch {
	case found.Exists():
		return found
	case first.Exists():
		return first
	}
	return result
}

const shellTool = "run_shell_command"

// answer sets the result of a call from a functionResponse, or from whatever
// stands in its place.
func (c *call) answer(v scan.Value, wanted bool) {
	c.done = true
	out := v.Get("response")
	if !out.Exists() {
		out = v
	}
	if s := out.Get("error"); s.Exists() && s.Kind() != scan.Null {
		c.result.IsError = true
		out = s
	} else if s := out.Get("output"); s.Exists() {
		out = s
	}
	if !wanted {
		return
	}
	c.result.Output = out.AppendCanonical(nil)
	if out.Kind() == scan.String {
		s := out.String()
		c.result.Output = session.TextJSON(s)
		if c.name == shellTool {
			c.result.ExitCode = exitCode(s)
		}
	}
	if parts := v.Get("parts"); parts.Kind() == scan.Array {
		c.result.Output = withMedia(c.result.Output, contentOf(parts, true).media)
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

// exitCode finds the exit code that the shell tool writes behind the output;
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
