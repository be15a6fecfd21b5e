package opencode

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// part is one piece of a message, of any version.
type part struct {
	id   string
	kind string // its type
	own  bool   // it is a record of its own; in 0.1 it is inside its message's
	raw  []byte // that record, when wanted
	path string // file that holds it; "" for a row

	text     string // of text, reasoning, subtask, retry; decoded when wanted
	hasText  bool
	injected bool // the user did not type it
	timed    bool // it says when it was written
	start    session.Time
	end      session.Time

	tool   *tool
	file   session.Attachment
	tokens tokens
	usd    *session.Money
}

// tool is a call with its result.
type tool struct {
	call     session.ToolCall
	result   *session.ToolResult // nil while it runs
	child    string              // session that a task ran in
	started  session.Time
	finished session.Time
}

// partPaths are what a part since 0.5 may have.
var partPaths = scan.CompilePaths("type", "text", "synthetic", "ignored", "time", "time.start", "time.end",
	"tool", "callID", "state", "tokens", "cost", "mime", "filename", "url", "prompt", "error.data.message")

const (
	partType = iota
	partText
	partSynthetic
	partIgnored
	partTime
	partStart
	partEnd
	partTool
	partCallID
	partState
	partTokens
	partCost
	partMime
	partFilename
	partURL
	partPrompt
	partError
	partCount
)

// parsePart reads a part of its own record, as stored since 0.5.
func parsePart(id string, data []byte, role session.Role, want adapter.Want) (part, error) {
	vals := &[partCount]scan.Value{}
	if err := partPaths.Scan(data, vals[:]); err != nil {
		return part{}, err
	}
	p := part{id: id, own: true, kind: vals[partType].String()}
	if want.Raw {
		p.raw = data
	}
	p.timed = vals[partTime].Exists()
	p.start, p.end = millisTime(vals[partStart]), millisTime(vals[partEnd])
	text := want.Text || want.Prompts && role == session.RoleUser
	switch p.kind {
	case typeText:
		p.setText(vals[partText], text)
		p.injected = role == session.RoleUser && (vals[partSynthetic].Bool() || vals[partIgnored].Bool())
	case typeReasoning:
		p.setText(vals[partText], want.Text)
	case typeSubtask:
		p.setText(vals[partPrompt], text)
	case typeRetry:
		p.setText(vals[partError], want.Text)
	case typeTool:
		p.tool = parseTool(vals, want.Text)
	case typeFile:
		p.file = attachmentOf(vals[partMime], vals[partFilename], vals[partURL])
	case typeStepFinish:
		p.tokens, p.usd = parseTokens(vals[partTokens]), costOf(vals[partCost])
	}
	return p, nil
}

func (p *part) setText(v scan.Value, decode bool) {
	p.hasText = v.Kind() == scan.String && len(v.Raw()) > len(`""`)
	if decode {
		p.text = v.String()
	}
}

// attachmentOf describes a file without its bytes, which a data: address holds.
func attachmentOf(mime, name, url scan.Value) session.Attachment {
	a := session.Attachment{MediaType: mime.String(), Name: name.String()}
	raw := url.Raw()
	if n := dataBytes(raw); n > 0 {
		a.Bytes = n
	} else if a.Name == "" {
		a.Name = url.String()
	}
	return a
}

// dataBytes returns the length of the content of a data: address in bytes, 0
// for any other string.
func dataBytes(raw []byte) int64 {
	const scheme = `"data:`
	if len(raw) < len(scheme) || string(raw[:len(scheme)]) != scheme {
		return 0
	}
	for i, c := range raw {
		if c == ',' {
			return int64(len(raw) - i - len(`,"`))
		}
	}
	return 0
}

// toolInvalid stands for a call that no tool could take: it failed.
const toolInvalid = "invalid"

// parseTool reads a tool part and the result in it.
func parseTool(vals *[partCount]scan.Value, text bool) *tool {
	t := &tool{}
	t.call.ToolCallID, t.call.ToolName = vals[partCallID].String(), vals[partTool].String()
	var status string
	var output, failure, metadata, files scan.Value
	vals[partState].EachMember(func(k, e scan.Value) bool {
		switch k.String() {
		case "status":
			status = e.String()
		case "input":
			if text {
				t.call.Input = e.AppendCanonical(nil)
			}
		case "output":
			output = e
		case "error":
			failure = e
		case "metadata":
			metadata = e
		case "attachments":
			files = e
		case "time":
			t.setTimes(e)
		}
		return true
	})
	if t.call.ToolName == toolTask {
		t.child = metadata.Get("sessionId").String()
		if t.child == "" { // 0.5 copies the child's tool parts instead
			t.child = metadata.Get("summary.0.sessionID").String()
		}
	}
	switch status {
	case "completed":
		t.result = &session.ToolResult{IsError: metadata.Get("error").Bool()}
	case "error":
		t.result = &session.ToolResult{IsError: true}
		output = failure
	default:
		return t
	}
	t.result.IsError = t.result.IsError || t.call.ToolName == toolInvalid
	t.result.ToolCallID, t.result.ToolName = t.call.ToolCallID, t.call.ToolName
	t.result.ExitCode, _ = metadata.Get("exit").Int()
	if text {
		t.result.Output = toolOutput(output, files)
	}
	return t
}

func (t *tool) setTimes(v scan.Value) {
	start, end := millisTime(v.Get("start")), millisTime(v.Get("end"))
	t.started, t.finished = start, session.Latest(end, start)
	if start != 0 && end > start {
		t.call.DurationMS = int64(end - start)
	}
}

// toolOutput is the text of a result, or a list of blocks when files came
// with it.
func toolOutput(output, files scan.Value) session.JSON {
	if files.Kind() != scan.Array || files.Get("0").Kind() != scan.Object {
		if output.Kind() != scan.String {
			return output.AppendCanonical(nil)
		}
		return session.TextJSON(output.String())
	}
	m := canon.Members{}
	m.Open('[')
	n := 0
	if output.Kind() == scan.String && len(output.Raw()) > len(`""`) {
		m.B = append(m.B, `{"text":`...)
		m.String(output.String())
		m.B = append(m.B, `,"type":"text"}`...)
		n++
	}
	files.EachElement(func(_ int, f scan.Value) bool {
		a := attachmentOf(f.Get("mime"), f.Get("filename"), f.Get("url"))
		m.Item(n)
		m.B = append(m.B, `{"bytes":`...)
		m.Int(a.Bytes)
		m.B = append(m.B, `,"mediaType":`...)
		m.String(a.MediaType)
		m.B = append(m.B, `,"type":"`...)
		m.B = append(m.B, blockType(a.MediaType)...)
		m.B = append(m.B, `"}`...)
		n++
		return true
	})
	m.Close(']')
	return m.B
}

func blockType(mediaType string) string {
	const image = "image/"
	if len(mediaType) >= len(image) && mediaType[:len(image)] == image {
		return "image"
	}
	return typeFile
}

// skipReason is the reason for a skip.
func skipReason(err error) string {
	if d, ok := err.(*scan.Defect); ok {
		return string(d.Reason)
	}
	return string(fault.CodeOf(err))
}
