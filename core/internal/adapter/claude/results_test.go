package claude_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// persisted is a session with a large result whose file is at a path.
func persisted(path string) []byte {
	result, _ := json.Marshal("<persisted-output>\nOutput too large (1 MB). Full output saved to: " + path + "\n\nPreview:\nzpreview\n</persisted-output>")
	out := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(result))
	return []byte(strings.Join([]string{userLine("begin", ""),
		`{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:01.000Z","message":{"id":"m","role":"assistant","model":"x","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}`,
		fmt.Sprintf(`{"type":"user","uuid":"r","parentUuid":"a","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:02.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":%s}]}}`, out)}, "\n") + "\n")
}

// Rule: the whole of a large result is read, shown and searched, from a file in the session's own folder alone.
func TestLargeResults(t *testing.T) {
	const project = "claude/projects/-p/"
	big := strings.Repeat("x", 1<<20) + " zwholeresult end"
	for path, found := range map[string]bool{
		"/home/dev/.claude/projects/-p/own/tool-results/b1.txt":            true,
		`C:\\Users\\dev\\.claude\\projects\\-p\\own\\tool-results\\b1.txt`: false, // doubled backslashes are two
		`C:\Users\dev\.claude\projects\-p\own\tool-results\b1.txt`:         true,
		"/home/dev/.claude/projects/-p/own/tool-results/../../b2.jsonl":    false,
		"/home/dev/.claude/projects/-p/own/tool-results/..":                false,
		"/home/dev/.claude/projects/-p/other/tool-results/b1.txt":          false,
		"/home/dev/.claude/projects/-p/own/tool-results/gone.txt":          false,
		"/home/dev/.claude/projects/-p/own/tool-results/out.txt":           false,
		"/home/dev/.claude/projects/-p/own/tool-results/huge.txt":          false,
		"/etc/passwd": false,
	} {
		m := hosttest.NewMounts().File(project+"own.jsonl", persisted(path)).File(project+"own/tool-results/b1.txt", []byte(big)).
			File(project+"other/tool-results/b1.txt", []byte(big)).File(project+"own/tool-results/huge.txt", []byte(strings.Repeat("zwholeresult ", 17<<20/13+1)))
		m.Add(hosttest.Entry{Path: project + "own/tool-results/out.txt", Shape: hosttest.Outside})
		h := openMounts(t, m)
		s := h.get(t, "own")
		out := string(s.Messages[2].ToolResult.Output)
		if strings.Contains(out, "zwholeresult") != found || strings.Contains(out, "zpreview") == found {
			t.Errorf("%s: %d bytes", path, len(out))
		}
		hits, _, err := h.catalog().Search(session.SearchRequest{Agent: "claude", Text: "zwholeresult"})
		if err != nil || len(hits) == 1 != found {
			t.Errorf("%s: search finds %d, %v", path, len(hits), err)
		}
	}
}
