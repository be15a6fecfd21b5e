package live

import (
	"bytes"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// codexRecorded replays recordings of codex app-server.
var codexRecorded = recordedProtocol{
	request: func(m scan.Value) (id, name string) {
		if id := m.Get("id"); m.Get("method").Exists() && id.Exists() {
			return string(id.Raw()), m.Get("method").String()
		}
		return "", ""
	},
	response: func(m scan.Value) string {
		if m.Get("method").Exists() {
			return ""
		}
		return string(m.Get("id").Raw())
	},
	withID: func(record []byte, from, to string) []byte {
		return bytes.Replace(record, []byte(`"id":`+from), []byte(`"id":`+to), 1)
	},
	command: func(r *replay, m scan.Value) (c session.LiveCommandRequest, ok bool) {
		switch m.Get("method").String() {
		case "turn/start":
			if model := m.Get("params.model").String(); model != "" {
				r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: model})
			}
			c.Kind, c.Text = session.LiveCommandKindQuery, m.Get("params.input.0.text").String()
			return c, true
		case "turn/interrupt":
			c.Kind = session.LiveCommandKindInterrupt
			return c, true
		}
		return c, false
	},
	answer: func(m scan.Value) (native string, c session.LiveCommandRequest, ok bool) {
		d := m.Get("result.decision")
		c.Allow = d.EqualString("accept")
		return string(m.Get("id").Raw()), c, d.Exists()
	},
}

// threadSteps returns the steps of a recording that belong to one thread and its
// subagents: a recording has many threads, a session one.
func threadSteps(steps []recordedStep, thread string) []recordedStep {
	begins, roots := map[string]string{}, map[string]bool{} // the threads that requests begin
	mine := map[string]bool{}                               // requests of either side, by id and side
	for _, step := range steps {
		v, _ := scan.Parse(step.msg)
		if id := v.Get("result.thread.id").String(); id != "" && !step.sent && v.Get("result.model").Exists() {
			begins[string(v.Get("id").Raw())], roots[id] = id, true
		}
		child := v.Get("params.item.agentThreadId").String() + v.Get("params.item.receiverThreadIds.0").String()
		if child != "" && !v.Get("params.threadId").EqualString(thread) {
			roots[child] = true // a subagent of another thread
		}
	}
	kept := []recordedStep{}
	for _, step := range steps {
		v, _ := scan.Parse(step.msg)
		method, id := v.Get("method").String(), string(v.Get("id").Raw())
		about := v.Get("params.threadId").String() + v.Get("params.thread.id").String()
		keep := false
		switch {
		case method == "initialize" || method == "initialized":
			keep = true
		case step.sent && method != "":
			keep = begins[id] == thread || begins[id] == "" && about == thread
		case method == "" && step.sent:
			keep = mine["theirs "+id]
		case method == "":
			keep = mine["ours "+id]
		default:
			keep = about == "" || about == thread || !roots[about]
		}
		if !keep {
			continue
		}
		if kept = append(kept, step); method != "" && id != "" {
			mine[map[bool]string{true: "ours ", false: "theirs "}[step.sent]+id] = true
		}
	}
	return kept
}

const (
	codexID     = "a0000003-0000-4000-8000-000000000003"
	codexParent = "01a1f9fb-d291-7cb1-9728-320b70d06a28"
	codexAsks   = "01a1f9fc-cb56-7730-aca5-1b83ce7bd80d"
)

// codexThreads are the threads of the recordings.
var codexThreads = []struct {
	name, file, thread string
	options            session.LiveOpenRequest
}{
	{"turns", "n-app-server", codexParent, session.LiveOpenRequest{Model: "gpt-5.5"}},
	{"fork", "n-app-server", "01a1f9fb-d4a1-7381-9aed-30527f349537", session.LiveOpenRequest{Resume: codexParent, Fork: true}},
	{"failure", "n-app-server", "01a1f9fb-dc6e-74e2-bb2c-d9ba7ff71b17", session.LiveOpenRequest{PermissionMode: "bypass_permissions"}},
	{"compact", "n-app-server", "01a1f9fb-deec-7471-a628-5857edb61f89", session.LiveOpenRequest{}},
	{"subagent", "n-app-server", "01a1f9fb-dff7-7021-86cf-70cad7b7821f", session.LiveOpenRequest{}},
	{"subagent-old", "n-app-server", "01a1f9fb-e0b2-71d0-8ab4-e640b6f4791d", session.LiveOpenRequest{}},
	{"approvals", "o-app-server-approvals", codexAsks, session.LiveOpenRequest{CanAsk: true}},
	{"denied", "o-app-server-approvals", codexAsks, session.LiveOpenRequest{PermissionMode: "dont_ask"}},
}

// TestCodexRecordings replays every thread of the recordings.
func TestCodexRecordings(t *testing.T) {
	for _, c := range codexThreads {
		t.Run(c.name, func(t *testing.T) {
			o := c.options
			o.Agent, o.SessionID, o.Cwd, o.Now = "codex", codexID, "/home/dev/projects/fetch-kit", 1
			r := startReplay(t, codexRecorded, o)
			r.run(threadSteps(readRecording(t, "codex/"+c.file+".jsonl"), c.thread))
			r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
			r.session.Exit(session.LiveExitRequest{Now: r.now})
			r.take("")
			r.checkGolden("codex/" + c.name)
			checkReplies(t, r.commands, r.outputs)
		})
	}
}
