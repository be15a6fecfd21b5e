package live

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// acpRecorded replays recordings of the Agent Client Protocol.
var acpRecorded = recordedProtocol{
	request: func(m scan.Value) (id, name string) {
		if !m.Get("method").Exists() || !m.Get("id").Exists() {
			return "", ""
		}
		return string(m.Get("id").Raw()), m.Get("method").String() + m.Get("params.configId").String()
	},
	response: func(m scan.Value) string {
		if m.Get("method").Exists() {
			return ""
		}
		return string(m.Get("id").Raw())
	},
	withID: func(record []byte, from, to string) []byte {
		return bytes.Replace(record, []byte(`"id": `+from), []byte(`"id": `+to), 1)
	},
	command: acpCommand,
	answer: func(m scan.Value) (native string, c session.LiveCommandRequest, ok bool) {
		option := m.Get("result.outcome.optionId").String()
		c.Allow = option == "once" || option == "allow_once" || option == "proceed_once"
		return string(m.Get("id").Raw()), c, !m.Get("method").Exists()
	},
}

func acpCommand(_ *replay, m scan.Value) (c session.LiveCommandRequest, ok bool) {
	params := m.Get("params")
	mode := func(id string) (session.LiveCommandRequest, bool) {
		c.Kind, c.Mode = session.LiveCommandKindSetPermissionMode, string(modeOfID(id))
		return c, c.Mode != ""
	}
	switch m.Get("method").String() {
	case "session/prompt":
		c.Kind, c.Text = session.LiveCommandKindQuery, params.Get("prompt.0.text").String()
		return c, true
	case "session/cancel":
		c.Kind = session.LiveCommandKindInterrupt
		return c, true
	case "session/set_mode":
		return mode(params.Get("modeId").String())
	case "session/set_config_option":
		switch params.Get("configId").String() {
		case "mode":
			return mode(params.Get("value").String())
		case "model":
			c.Kind, c.Model = session.LiveCommandKindSetModel, params.Get("value").String()
			return c, true
		}
	}
	return c, false
}

// acpRecordings are the recordings of the protocol, and the agents that they are
// of.
var acpRecordings = []struct{ path, agent string }{
	{"acp/acp-claude-agent-acp.jsonl", "acp:claude-agent-acp"}, {"acp/acp-codex-acp.jsonl", "acp:npx codex-acp"},
	{"acp/acp-copilot.jsonl", "copilot"}, {"acp/acp-gemini.jsonl", "gemini"}, {"acp/acp-opencode.jsonl", "opencode"},
	{"../../core/internal/live/testdata/acp-gemini-nofs.jsonl", "gemini"},
}

// acpConversation returns the steps of a recording before its client tried what
// a session does not do.
func acpConversation(steps []recordedStep) []recordedStep {
	for i, step := range steps {
		m, _ := scan.Parse(step.msg)
		if step.sent && m.Get("method").EqualString("session/list") {
			return steps[:i]
		}
	}
	return steps
}

func acpOptions(agent string) session.LiveOpenRequest {
	return session.LiveOpenRequest{Now: 1, Agent: agent, SessionID: "a0000000-0000-4000-8000-000000000001", Cwd: "/home/dev/projects/toy", CanAsk: true}
}

// finishACP stops a session and ends its process.
func finishACP(r *replay) {
	r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindStop})
	r.session.Exit(session.LiveExitRequest{Now: r.now})
	r.take("")
	checkReplies(r.T, r.commands, r.outputs)
}

// measureACP makes a driver that measures turns: a hundred tokens each.
func measureACP(r *replay, from int) int {
	for ; from < len(r.outputs); from++ {
		if o := r.outputs[from]; o.Kind == session.LiveOutputKindMeasure {
			r.command(session.LiveCommandRequest{Kind: session.LiveCommandKindMeasured, Query: o.ID, Usage: session.JSON(`{"inputTokens":100,"outputTokens":10}`), USD: "0.5"})
		}
	}
	return from
}

// replayACP replays a recording. feed, when it is not nil, passes what the agent
// printed.
func replayACP(t *testing.T, path, agent string, feed func(s *Session, now session.Time, data []byte)) *replay {
	r := startReplay(t, acpRecorded, acpOptions(agent))
	if feed != nil {
		r.feed = func(now session.Time, data []byte) { feed(r.session, now, data) }
	}
	seen := 0
	for _, step := range acpConversation(readRecording(t, path)) {
		r.run([]recordedStep{step})
		seen = measureACP(r, seen)
	}
	finishACP(r)
	return r
}

// TestACPRecordings: what a session makes of each recording, as a person read it.
func TestACPRecordings(t *testing.T) {
	for _, rec := range acpRecordings {
		name := strings.TrimSuffix(rec.path[strings.LastIndexByte(rec.path, '/')+1:], ".jsonl")
		t.Run(name, func(t *testing.T) {
			replayACP(t, rec.path, rec.agent, nil).checkGolden("acp/" + name)
		})
	}
}

// TestClientVersion: agents get to know the version that is released.
func TestClientVersion(t *testing.T) {
	text, err := os.ReadFile("../../../version.txt")
	if err != nil || strings.TrimSpace(string(text)) != clientVersion {
		t.Errorf("version.txt says %q (%v), clientVersion is %q", text, err, clientVersion)
	}
}
