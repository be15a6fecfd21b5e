package copilot

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// readUser reads a message that has the role of the user: a prompt, unless the event says
// that a skill, a schedule, the autopilot or a parent agent wrote it. What the
// agent made of the text for the model (transformedContent) is not shown.
func (w *walk) readUser(r *adapter.Record) error {
	r.Role = session.RoleUser
	source := w.dataField("source").String()
	typed := (source == "" || source == "user") && !w.dataField("isAutopilotContinuation").Bool()
	said, cut := adapter.CutMarks(injectedMarks, w.v[fContent])
	if (!typed || cut && !said.Exists()) && !r.Aside {
		return w.injectRecord(r)
	}
	r.Prompt = !r.Aside
	if w.texts || w.want.Prompts {
		r.Text = said.String()
	}
	if w.texts {
		r.Attachments = attachmentsOf(w.dataField("attachments"))
	}
	return w.emitRecord(r)
}

// attachmentsOf names files, folders, selections, references and inline data.
func attachmentsOf(v scan.Value) (out []session.Attachment) {
	v.EachElement(func(_ int, e scan.Value) bool {
		a := session.Attachment{MediaType: e.Get("mimeType").String(), Bytes: int64(len(stringBytes(e.Get("data"))))}
		for _, key := range [...]string{"displayName", "path", "filePath", "title", "url", "description"} {
			if a.Name == "" {
				a.Name = e.Get(key).String()
			}
		}
		if a != (session.Attachment{}) {
			out = append(out, a)
		}
		return true
	})
	return out
}

// readAssistant reads an answer. The event of its tokens, when there is one,
// precedes it and names the same request.
func (w *walk) readAssistant(r *adapter.Record) error {
	r.Role = session.RoleAssistant
	if r.Model = w.v[fModel].String(); r.Model == "" && !r.Aside {
		r.Model = w.model
	}
	id := w.v[fMessageID].String()
	if id == "" {
		id = r.ID
	}
	if r.Merge = w.requestEvent(); r.Merge == "" {
		r.Merge = id
		w.queueAnswer(r)
	}
	if w.texts {
		r.Text = w.v[fContent].String()
		r.Thinking = w.v[fReasoning].String()
		w.v[fCalls].EachElement(func(_ int, e scan.Value) bool {
			r.ToolCalls = append(r.ToolCalls, session.ToolCall{ToolCallID: e.Get("toolCallId").String(),
				ToolName: e.Get("name").String(), Input: e.Get("arguments").AppendCanonical(nil)})
			return true
		})
	}
	return w.emitRecord(r)
}

// toolResult reads the end of a tool call. Up to 1.0.0 it is also the first
// to say which model a resumed session runs with.
func (w *walk) toolResult(r *adapter.Record) error {
	if w.model == "" && !r.Aside {
		if err := w.assignModel(w.v[fModel].String()); err != nil {
			return err
		}
	}
	r.Role = session.RoleTool
	res := &session.ToolResult{ToolCallID: w.v[fToolCall].String(), IsError: w.dataField("success").Kind() == scan.False}
	r.ToolResult = res
	if !w.texts {
		return w.emitRecord(r)
	}
	out := w.dataField("result.content")
	if res.IsError || !out.Exists() {
		if e := w.dataField("error.message"); e.Exists() {
			out = e
		}
	}
	switch out.Kind() {
	case scan.String:
		s := out.String()
		res.Output, res.ExitCode = session.TextJSON(s), exitCode(s)
	case scan.Missing, scan.Null:
		res.Output = session.TextJSON("")
	default:
		res.Output = out.AppendCanonical(nil)
	}
	r.Attachments = attachmentsOf(w.dataField("result.binaryResultsForLlm"))
	if code, ok := w.dataField("shellExecution.exitCode").Int(); ok {
		res.ExitCode = code
	}
	res.IsError = res.IsError || res.ExitCode != 0
	return w.emitRecord(r)
}

// maxExitDigits bounds the digits of an exit code.
const maxExitDigits = 9

// exitCode reads the code from the last line that versions before 1.0.102 put
// after a command's output: <exited with exit code 3> up to 1.0.40,
// <shellId: 0 completed with exit code 3> later.
func exitCode(s string) (code int64) {
	s = strings.TrimRight(s, "\r\n")
	line := s[strings.LastIndexByte(s, '\n')+1:]
	if !strings.HasPrefix(line, "<exited with ") && !strings.HasPrefix(line, "<shellId: ") {
		return 0
	}
	_, digits, ok := text.Cut(line, " with exit code ")
	digits, closed := strings.CutSuffix(digits, ">")
	if !ok || !closed || len(digits) > maxExitDigits {
		return 0
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0
		}
		code = code*10 + int64(digits[i]-'0')
	}
	return code
}

// userTool reads a command that the user ran in the session; its result
// follows like that of any call.
func (w *walk) userTool(r *adapter.Record) error {
	r.Role, r.Special = session.RoleUser, "shell"
	if w.texts {
		if r.Text = w.dataField("arguments.command").String(); r.Text == "" {
			r.Text = w.dataField("toolName").String()
		}
	}
	return w.emitRecord(r)
}

func (w *walk) emitNotice(r *adapter.Record, kind string, typ session.MessageType, value scan.Value) error {
	r.Role, r.Special, r.Type = session.RoleSystem, kind, string(typ)
	if w.texts {
		r.Text = value.String()
	}
	return w.emitRecord(r)
}

func (w *walk) emitFailure(r *adapter.Record) error {
	return w.emitNotice(r, "api_error", session.MessageTypeError, w.dataField("message"))
}

func (w *walk) emitAborted(r *adapter.Record) error {
	return w.emitNotice(r, "interrupted", session.MessageTypeSystem, w.dataField("reason"))
}
