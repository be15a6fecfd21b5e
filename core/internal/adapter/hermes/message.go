package hermes

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// message is one stored message: a row, or an object of a file.
type message struct {
	id           string
	line, offset int64
	role         string
	text         string     // plain content, or the texts of its blocks
	blocks       scan.Value // content that is a list
	calls        scan.Value
	callID, tool string
	reasoning    string
	model        string
	time         session.Time
	naive        bool
	summary      bool // flagged as a summary of what came before
	observed     bool // said in a group, not to the agent
	hidden       bool // flagged as not to be shown
	branch       bool
	spent        spent  // per message in the described layout only
	key          string // of what was spent
	raw          []byte
}

// setContent takes content as stored: text, or JSON of a list after a mark.
func (m *message) setContent(s string) {
	if list, ok := strings.CutPrefix(s, jsonMark); ok {
		if v, err := scan.Parse([]byte(list)); err == nil {
			m.setBlocks(v)
			return
		}
		s = list
	}
	m.text = s
}

// setBlocks takes content that is JSON.
func (m *message) setBlocks(v scan.Value) {
	switch v.Kind() {
	case scan.String:
		m.text = v.String()
	case scan.Array:
		m.blocks = v
		v.EachElement(func(_ int, b scan.Value) bool {
			t := b.Get("text")
			if b.Kind() == scan.String {
				t = b
			}
			m.text = joinBlocks(m.text, t.String())
			return true
		})
	case scan.Object:
		m.text = string(v.AppendCanonical(nil))
	}
}

func joinBlocks(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// fileAttachments are the blocks that are no text, without their bytes.
func (m *message) fileAttachments() []session.Attachment {
	var out []session.Attachment
	m.blocks.EachElement(func(_ int, b scan.Value) bool {
		kind := b.Get("type").String()
		if b.Kind() != scan.Object || strings.HasSuffix(kind, "text") {
			return true
		}
		url := ""
		for _, path := range []string{"image_url.url", "image_url", "file_url", "url", "source.url", "file.file_data"} {
			if v := b.Get(path); url == "" && v.Kind() == scan.String {
				url = v.String()
			}
		}
		a := session.Attachment{MediaType: b.Get("mime_type").String(), Name: b.Get("filename").String()}
		if data, ok := strings.CutPrefix(url, "data:"); ok {
			head, body, _ := strings.Cut(data, ",")
			media, _, _ := strings.Cut(head, ";")
			a.MediaType, a.Bytes = media, int64(len(body))
		} else if a.Name == "" {
			a.Name = url
		}
		if a.MediaType == "" && strings.HasSuffix(strings.TrimSuffix(kind, "_url"), "image") {
			a.MediaType = "image"
		}
		out = append(out, a)
		return true
	})
	return out
}

// reasoningOf returns the first of the fields that has the reasoning; they
// repeat each other. The first two are plain, the others JSON lists.
func reasoningOf(plain, content string, details, items scan.Value) string {
	if plain != "" {
		return plain
	}
	if content != "" {
		return content
	}
	out := ""
	details.EachElement(func(_ int, d scan.Value) bool {
		t := d.Get("text").String()
		if t == "" {
			t = d.Get("summary").String()
		}
		out = joinBlocks(out, t)
		return true
	})
	if out != "" {
		return out
	}
	items.EachElement(func(_ int, item scan.Value) bool {
		item.Get("summary").EachElement(func(_ int, s scan.Value) bool {
			out = joinBlocks(out, s.Get("text").String())
			return true
		})
		return true
	})
	return out
}

// toolCalls reads the calls of an assistant's message, whose arguments are
// JSON inside a string.
func (m *message) toolCalls() []session.ToolCall {
	var out []session.ToolCall
	m.calls.EachElement(func(_ int, c scan.Value) bool {
		if c.Kind() != scan.Object {
			return true
		}
		t := session.ToolCall{ToolCallID: c.Get("id").String(), ToolName: c.Get("function.name").String()}
		if t.ToolCallID == "" {
			t.ToolCallID = c.Get("call_id").String()
		}
		if t.ToolName == "" {
			t.ToolName = c.Get("name").String()
		}
		args := c.Get("function.arguments")
		if !args.Exists() {
			args = c.Get("arguments")
		}
		t.Input = embeddedJSON(args)
		out = append(out, t)
		return true
	})
	return out
}

// embeddedJSON is JSON, or JSON inside a string, or any other string.
func embeddedJSON(v scan.Value) session.JSON {
	if v.Kind() == scan.String {
		s := v.String()
		if in, err := scan.Parse([]byte(s)); err == nil {
			return in.AppendCanonical(nil)
		}
		return session.TextJSON(s)
	}
	if !v.Exists() {
		return nil
	}
	return v.AppendCanonical(nil)
}

// readToolResult reads what a tool returned: JSON text as a rule. What is nothing but
// output and a status is shown as the output.
func (m *message) readToolResult() *session.ToolResult {
	r := &session.ToolResult{ToolCallID: m.callID, ToolName: m.tool}
	if m.blocks.Exists() {
		r.Output = m.blockOutput()
		return r
	}
	v, err := scan.Parse([]byte(m.text))
	if err != nil || v.Kind() != scan.Object {
		r.Output = session.TextJSON(m.text)
		return r
	}
	bare := v.Get("output").Kind() == scan.String
	v.EachMember(func(k, e scan.Value) bool {
		switch k.String() {
		case "output":
		case "exit_code":
			r.ExitCode, _ = e.Int()
		case "error":
			said := e.Exists() && e.Kind() != scan.Null && e.Kind() != scan.False && e.String() != "" || e.Kind() == scan.Object
			r.IsError = r.IsError || said
			bare = bare && !said
		case "success":
			r.IsError = r.IsError || e.Kind() == scan.False
			bare = false
		default:
			bare = false
		}
		return true
	})
	if bare {
		r.Output = session.TextJSON(v.Get("output").String())
	} else {
		r.Output = v.AppendCanonical(nil)
	}
	return r
}

// blockOutput is a result's list of blocks without the bytes of files.
func (m *message) blockOutput() session.JSON {
	b := canon.Members{}
	b.Open('[')
	n := 0
	if m.text != "" {
		b.B = append(b.B, `{"text":`...)
		b.String(m.text)
		b.B = append(b.B, `,"type":"text"}`...)
		n++
	}
	for _, a := range m.fileAttachments() {
		b.Item(n)
		b.B = append(b.B, `{"bytes":`...)
		b.Int(a.Bytes)
		b.B = append(b.B, `,"mediaType":`...)
		b.String(a.MediaType)
		b.B = append(b.B, `,"type":"file"}`...)
		n++
	}
	b.Close(']')
	return b.B
}

// isSummary reports whether a message is what Hermes made of the ones before.
func (m *message) isSummary() bool {
	return (m.role == string(session.RoleUser) || m.role == string(session.RoleAssistant)) &&
		(m.summary || hasPrefixOf(m.text, summaryPrefixes))
}

// isNotice reports whether Hermes and not a person said it.
func (m *message) isNotice() bool {
	return m.role == string(session.RoleUser) && (m.hidden || hasPrefixOf(m.text, noticePrefixes))
}
