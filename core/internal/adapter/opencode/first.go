package opencode

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// The layout of 0.1: a message carries its parts, and what is later at
// its top is under "metadata".

// isFirst reports whether the values come from a message of 0.1.
func isFirst(vals *messageValues) bool {
	return vals[msgParts].Kind() == scan.Array && vals[msgMetadata].Kind() == scan.Object
}

// liftFirst puts the values of a 0.1 message where later versions have them.
func liftFirst(vals *messageValues) {
	meta := vals[msgMetadata]
	a := meta.Get("assistant")
	vals[msgCreated], vals[msgCompleted] = meta.Get("time.created"), meta.Get("time.completed")
	vals[msgError] = meta.Get("error")
	vals[msgModel], vals[msgProvider] = a.Get("modelID"), a.Get("providerID")
	vals[msgCwd] = a.Get("path.cwd")
	vals[msgCost], vals[msgTokens] = a.Get("cost"), a.Get("tokens")
	vals[msgSummary] = a.Get("summary")
}

// firstParts reads the parts of a 0.1 message.
func firstParts(vals *messageValues, role session.Role, want adapter.Want) []part {
	var out []part
	tools := map[string]scan.Value{} // what became of the calls, by their ids
	vals[msgMetadata].Get("tool").EachMember(func(k, e scan.Value) bool {
		tools[k.String()] = e
		return true
	})
	vals[msgParts].EachElement(func(_ int, v scan.Value) bool {
		p := part{kind: v.Get("type").String()}
		switch p.kind {
		case typeText:
			p.setText(v.Get("text"), want.Text || want.Prompts && role == session.RoleUser)
		case typeReasoning:
			p.setText(v.Get("text"), want.Text)
		case typeFile:
			p.file = attachmentOf(v.Get("mediaType"), v.Get("filename"), v.Get("url"))
		case typeInvocation:
			p.kind = typeTool
			p.tool = firstTool(v.Get("toolInvocation"), tools, want.Text)
		}
		out = append(out, p)
		return true
	})
	return out
}

// firstTool reads a call of 0.1.
func firstTool(v scan.Value, tools map[string]scan.Value, text bool) *tool {
	t := &tool{}
	t.call.ToolCallID, t.call.ToolName = v.Get("toolCallId").String(), v.Get("toolName").String()
	if text {
		t.call.Input = v.Get("args").AppendCanonical(nil)
	}
	about := tools[t.call.ToolCallID]
	t.setTimes(about.Get("time"))
	if !v.Get("state").EqualString("result") {
		return t
	}
	t.result = &session.ToolResult{ToolCallID: t.call.ToolCallID, ToolName: t.call.ToolName, IsError: about.Get("error").Bool()}
	t.result.ExitCode, _ = about.Get("exit").Int()
	if text {
		t.result.Output = toolOutput(v.Get("result"), scan.Value{})
	}
	return t
}
