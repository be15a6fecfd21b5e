package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// writeClaudeRecords writes a session of Claude Code whose messages are at this moment.
func writeClaudeRecords(t *testing.T, home, id string, messages ...mcpArgs) {
	t.Helper()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, m := range messages {
		record := mcpArgs{"type": m["role"], "uuid": fmt.Sprint("u", i), "sessionId": id, "cwd": "/w", "message": m, "timestamp": time.Now().UTC().Format(time.RFC3339Nano)}
		if i > 0 {
			record["parentUuid"] = fmt.Sprint("u", i-1)
		}
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(string(line) + "\n")
	}
	if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func ownCall(name, id string, input mcpArgs) mcpArgs {
	return mcpArgs{"role": "assistant", "id": "m" + id, "model": "claude-opus-5-5", "content": []any{mcpArgs{"type": "tool_use", "id": id, "name": name, "input": input}}}
}

// TestMCPFindsItsCaller: the session that asks is the last hit and marked, last is the newest other,
// and what Heddle answered before is no hit, regardless of the name of the server.
func TestMCPFindsItsCaller(t *testing.T) {
	dir := t.TempDir()
	const meant, earlier, asks = "5e551000-0000-4000-8000-000000000031", "5e551000-0000-4000-8000-000000000032", "5e551000-0000-4000-8000-000000000033"
	clitest.WriteClaudeSession(t, dir, meant, "the work of yesterday", "now the giraffe parser works")
	c := askMCP(t, dir, nil)
	said := textOf(call(t, c, "search", mcpArgs{"query": "giraffe"}))
	if !strings.HasPrefix(said, `{"_answer_of":"heddle",`) {
		t.Fatalf("%.60s", said)
	}
	for _, quoted := range []any{said, []any{mcpArgs{"type": "text", "text": said}}, "Wall time: 0.1 seconds\nOutput:\n[{\"type\":\"text\",\"text\":" + string(mustJSON(t, said)) + "}]"} {
		writeClaudeRecords(t, dir, earlier, mcpArgs{"role": "user", "content": "what was done"}, ownCall("mcp__history__search", "t1", mcpArgs{"query": "tall animal"}),
			mcpArgs{"role": "user", "content": []any{mcpArgs{"type": "tool_result", "tool_use_id": "t1", "content": quoted}}})
		if got := answer[mcpSessions](t, c, "search", mcpArgs{"query": "giraffe"}); len(got.Sessions) != 1 || got.Sessions[0].Ref != "claude:"+meant {
			t.Errorf("an earlier answer is a hit: %+v", got.Sessions)
		}
	}
	for _, name := range []string{"mcp__heddle__search", "mcp__past-work__search", "heddle.search"} {
		writeClaudeRecords(t, dir, asks, mcpArgs{"role": "user", "content": "giraffe giraffe giraffe: where did we fix the giraffe?"}, ownCall(name, "t2", mcpArgs{"query": "giraffe"}))
		got := answer[mcpSessions](t, c, "search", mcpArgs{"query": "giraffe"})
		if len(got.Sessions) != 2 || got.Sessions[0].Ref != "claude:"+meant || got.Sessions[0].Asking || got.Sessions[1].Ref != "claude:"+asks || !got.Sessions[1].Asking {
			t.Errorf("%s: %+v", name, got.Sessions)
		}
		first := answer[mcpSessions](t, c, "search", mcpArgs{"query": "giraffe", "limit": 1})
		second := answer[mcpSessions](t, c, "search", mcpArgs{"query": "giraffe", "limit": 1, "offset": 1})
		if first.Sessions[0].Ref != "claude:"+meant || first.NextOffset != 1 || second.Sessions[0].Ref != "claude:"+asks || second.NextOffset != 0 {
			t.Errorf("%s, page by page: %+v %+v", name, first, second)
		}
		for word, want := range map[string]string{"last": earlier, "claude:last": earlier, "last-1": meant} {
			if got := answer[mcpTranscript](t, c, "show", mcpArgs{"session": word}); got.Session.Ref != "claude:"+want {
				t.Errorf("%s is %s", word, got.Session.Ref)
			}
		}
	}
	writeClaudeRecords(t, dir, asks, mcpArgs{"role": "user", "content": "giraffe"}, ownCall("Bash", "t3", mcpArgs{"command": "ls"}))
	if got := answer[mcpSessions](t, c, "search", mcpArgs{"query": "giraffe"}); len(got.Sessions) != 2 || got.Sessions[0].Asking || got.Sessions[1].Asking {
		t.Errorf("another open call: %+v", got.Sessions)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestOwnCalls has names that agents give to tools of this server, and tools of others.
func TestOwnCalls(t *testing.T) {
	for name, want := range map[string]bool{"mcp__heddle__search": true, "mcp__x__show": true, "heddle-list": true, "heddle/cost": true, "search": false, "WebSearch": false, "research": false, "mcp__x__find": false} {
		if got := isOwnCall(&heddle.ToolCall{ToolName: name, Input: heddle.JSON(`{"query":"a","limit":3}`)}); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if isOwnCall(&heddle.ToolCall{ToolName: "mcp__github__search", Input: heddle.JSON(`{"query":"a","repository":"b"}`)}) {
		t.Error("arguments of another tool")
	}
	for client, want := range map[string]string{"claude-code": "claude", "codex-mcp-client": "codex", "gemini-cli-mcp-client": "gemini", "github-copilot": "copilot", "my-app": "", "pi": "pi", "api-client": ""} {
		if got := agentOfClient(client); got != want {
			t.Errorf("%s: %q, want %q", client, got, want)
		}
	}
}
