package page

import (
	"bytes"
	"encoding/json"
	"html/template"
	"strings"

	"github.com/heddle-dev/heddle"
)

// callView is what is shown of a call.
type callView struct {
	*heddle.ToolCall
	Summary string
	Edits   []edit
	Input   template.HTML
	Result  *resultView
}

func viewCall(c *heddle.ToolCall) callView {
	v := callView{ToolCall: c, Edits: editsOf(c.Input)}
	var m map[string]json.RawMessage
	_ = json.Unmarshal(c.Input, &m)
	v.Summary, _ = member(m, "command", "cmd", "file_path", "filePath", "path", "absolute_path", "pattern", "query", "url", "description", "prompt")
	var argv []string
	if v.Summary == "" && json.Unmarshal(m["command"], &argv) == nil && len(argv) > 0 {
		v.Summary = argv[len(argv)-1]
	}
	if len(v.Edits) > 0 && v.Summary == "" {
		v.Summary = v.Edits[0].Path
	}
	if len(v.Edits) == 0 {
		v.Input = inputHTML(c.Input, m)
	}
	return v
}

// inputHTML shows the arguments of a call: a command as one, anything else as JSON.
func inputHTML(input heddle.JSON, m map[string]json.RawMessage) template.HTML {
	var text string
	if json.Unmarshal(input, &text) == nil {
		return code(text, "")
	}
	if command, ok := member(m, "command", "cmd"); ok && len(m) <= 2 {
		shown := code(command, "bash")
		if about, ok := member(m, "description"); ok {
			return template.HTML(template.HTMLEscapeString("# "+oneLine(about))+"\n") + shown
		} else if len(m) == 1 {
			return shown
		}
	}
	return code(indented(input), "json")
}

// indented spreads JSON over lines. What is nested deeply stays on one: indentation would make it very large.
func indented(value []byte) string {
	var b bytes.Buffer
	if depthOf(value) > maxNesting || json.Indent(&b, value, "", "  ") != nil {
		return string(value)
	}
	return b.String()
}

// depthOf returns a bound of how deep JSON is nested.
func depthOf(value []byte) (deepest int) {
	depth := 0
	for _, c := range value {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		deepest = max(deepest, depth)
	}
	return deepest
}

// resultView is what is shown of a result.
type resultView struct {
	*heddle.ToolResult
	Size  int
	Lines int
	Parts []template.HTML
}

func viewResult(r *heddle.ToolResult) *resultView {
	v := &resultView{ToolResult: r, Size: len(r.Output)}
	var text string
	if json.Unmarshal(r.Output, &text) == nil {
		v.Size = len(text)
		v.addText(text)
		return v
	}
	var blocks []struct {
		Type, Text string
		Data, Mime string
		MimeType   string `json:"mimeType"`
		Source     struct {
			MediaType string `json:"media_type"`
			Data      string
		}
	}
	var raw []json.RawMessage
	if json.Unmarshal(r.Output, &raw) != nil || json.Unmarshal(r.Output, &blocks) != nil {
		v.addJSON(r.Output)
		return v
	}
	for i, b := range blocks {
		switch {
		case b.Type == "text":
			v.addText(b.Text)
		case b.Type == "image" && isPicture(b.Source.MediaType, b.Source.Data):
			v.Parts = append(v.Parts, imageTag(b.Source.MediaType, b.Source.Data, "image from the tool"))
		case b.Type == "image" && isPicture(b.MimeType, b.Data):
			v.Parts = append(v.Parts, imageTag(b.MimeType, b.Data, "image from the tool"))
		default:
			v.addJSON(raw[i])
		}
	}
	return v
}

func (v *resultView) addText(text string) {
	v.Lines += strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
	v.Parts = append(v.Parts, "<pre tabindex=\"0\">"+template.HTML(template.HTMLEscapeString(visible(text)))+"</pre>")
}

func (v *resultView) addJSON(value []byte) {
	v.Parts = append(v.Parts, "<pre class=\"chroma\" tabindex=\"0\">"+code(indented(value), "json")+"</pre>")
}
