package live

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// claudeRecorded replays recordings of the control protocol.
var claudeRecorded = recordedProtocol{
	request: func(m scan.Value) (id, name string) {
		if !m.Get("type").EqualString("control_request") {
			return "", ""
		}
		return string(m.Get("request_id").Raw()), m.Get("request.subtype").String()
	},
	response: func(m scan.Value) string {
		if !m.Get("type").EqualString("control_response") {
			return ""
		}
		return string(m.Get("response.request_id").Raw())
	},
	withID: func(record []byte, from, to string) []byte {
		before, after, _ := bytes.Cut(record, []byte(`"request_id"`))
		after = bytes.Replace(after, []byte(from), []byte(to), 1)
		return bytes.Join([][]byte{before, after}, []byte(`"request_id"`))
	},
	command: claudeCommand,
	answer: func(m scan.Value) (native string, c session.LiveCommandRequest, ok bool) {
		if !m.Get("type").EqualString("control_response") {
			return "", c, false
		}
		d := m.Get("response.response")
		c.Allow, c.Text = d.Get("behavior").EqualString("allow"), d.Get("message").String()
		if input := d.Get("updatedInput"); input.Exists() {
			c.UpdatedInput = session.JSON(input.Raw())
		}
		return string(m.Get("response.request_id").Raw()), c, true
	},
	adapt: adaptClaude,
}

func claudeCommand(_ *replay, m scan.Value) (c session.LiveCommandRequest, ok bool) {
	if m.Get("type").EqualString("user") {
		c.ID, c.Text, c.Kind = m.Get("uuid").String(), m.Get("message.content.0.text").String(), session.LiveCommandKindQuery
		if c.Text == "/clear" {
			c.Kind, c.Text = session.LiveCommandKindClear, ""
		}
		return c, true
	}
	q := m.Get("request")
	c.Kind = session.LiveCommandKind(q.Get("subtype").String())
	switch c.Kind {
	case session.LiveCommandKindSetModel:
		c.Model = q.Get("model").String()
	case session.LiveCommandKindSetPermissionMode:
		c.Mode = q.Get("mode").String()
	case session.LiveCommandKindRewindFiles:
		c.MessageID, c.DryRun = q.Get("user_message_id").String(), q.Get("dry_run").Bool()
	case session.LiveCommandKindMcpStatus, session.LiveCommandKindInterrupt:
	default:
		return c, false
	}
	return c, true
}

// adaptClaude gives a repeated prompt the id of the query: a prompt without an
// id, as some recordings have them, gets one of the agent.
func adaptClaude(r *replay, record []byte) []byte {
	m, _ := scan.Parse(record)
	if !m.Get("type").EqualString("user") || !m.Get("isReplay").Bool() {
		return record
	}
	for i := len(r.commands) - 1; i >= 0; i-- {
		if c := r.commands[i]; c.Kind == session.LiveCommandKindQuery && c.Text == m.Get("message.content.0.text").String() {
			return bytes.Replace(record, []byte(m.Get("uuid").String()), []byte(c.ID), 1)
		}
	}
	return record
}

// claudeRecordings are the recordings of the control protocol.
var claudeRecordings = []string{"claude/m-control.jsonl", "claude/native-claude-ctl.jsonl", "claude/native-claude-ctl-2.1.330.jsonl"}

func claudeOptions(steps []recordedStep) session.LiveOpenRequest {
	id := ""
	for _, step := range steps {
		if v, _ := scan.Parse(step.msg); id == "" {
			id = v.Get("session_id").String()
		}
	}
	return session.LiveOpenRequest{Now: 1, Agent: "claude", SessionID: id, Cwd: "/home/dev/projects/toy", CanAsk: true, FileCheckpointing: true}
}

// delayClear lets /clear wait for the result before it: a session refuses it while
// a turn runs.
func delayClear(steps []recordedStep) []recordedStep {
	out, waits := []recordedStep{}, []recordedStep{}
	for _, step := range steps {
		v, _ := scan.Parse(step.msg)
		if step.sent && v.Get("message.content.0.text").EqualString("/clear") {
			waits = append(waits, step)
			continue
		}
		out = append(out, step)
		if v.Get("type").EqualString("result") {
			out = append(out, waits...)
			waits = nil
		}
	}
	return out
}

// TestClaudeRecordings: what a session makes of each recording, as a person read
// it.
func TestClaudeRecordings(t *testing.T) {
	for _, name := range claudeRecordings {
		t.Run(name, func(t *testing.T) {
			steps := delayClear(readRecording(t, name))
			r := startReplay(t, claudeRecorded, claudeOptions(steps))
			r.run(steps)
			r.session.Exit(session.LiveExitRequest{Now: r.now})
			r.take("")
			checkReplies(t, r.commands, r.outputs)
			r.checkGolden(strings.TrimSuffix(name, ".jsonl"))
		})
	}
}
