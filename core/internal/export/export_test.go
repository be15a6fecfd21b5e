package export

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

func sample() *session.Session {
	usd := session.Money(12_301_500_000)
	s := &session.Session{Agent: "claude", SessionID: "s1", UnifiedID: "claude:s1", Title: "Fix the | parser", Model: "claude-opus-5-5",
		Cwd: "/home/dev/x", TurnCount: 1, MessageCount: 4, Lineage: "local",
		CreatedAt: 1795194952107, UpdatedAt: 1795194953107,
		Cost: &session.CostRecord{InputTokens: 3, OutputTokens: 4, TotalUSD: &usd, Source: session.CostSourceComputed, PriceTable: "2026-09-23"}}
	s.Messages = []session.Message{
		{Role: session.RoleUser, Type: session.MessageTypeUser, Content: "Fix ```this``` & <that>", Timestamp: 1795194952107},
		{Role: session.RoleAssistant, Type: session.MessageTypeAssistant, Content: "I look.\n", Thinking: "hm ```` quotes", Model: "claude-opus-5-5",
			ToolCalls: []session.ToolCall{{ToolCallID: "t1", ToolName: "Bash", Input: session.JSON(`{"command":"ls \"x\"","list":[],"n":1e5,"o":{}}`)}}},
		{Role: session.RoleTool, Type: session.MessageTypeToolResult, ToolResult: &session.ToolResult{ToolCallID: "t1", ToolName: "Bash", Output: session.TextJSON("a\n```\nb"), IsError: true, ExitCode: 3}},
		{Role: session.RoleSystem, Type: session.MessageTypeSystem, Kind: "compaction", Content: "Summary"},
	}
	return s
}

func TestJSONIsTheCanonicalFormIndented(t *testing.T) {
	s := sample()
	canonical := s.AppendJSON(nil)
	out := Render(s, JSON)
	var back bytes.Buffer
	if err := json.Compact(&back, out); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(back.Bytes(), canonical) {
		t.Errorf("compacted export differs from the canonical form:\n%s\n%s", back.Bytes(), canonical)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, canonical, "", "  "); err != nil {
		t.Fatal(err)
	}
	if want.String()+"\n" != string(out) {
		t.Errorf("indentation differs from encoding/json's:\n%s", out)
	}
}

func TestJSONLHasAHeaderLineAndAMessagePerLine(t *testing.T) {
	s := sample()
	lines := strings.Split(strings.TrimSuffix(string(Render(s, JSONL)), "\n"), "\n")
	if len(lines) != 1+len(s.Messages) {
		t.Fatalf("%d lines", len(lines))
	}
	for i, l := range lines {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatal(err)
		}
		_, isHeader := m["unifiedId"]
		_, isMessage := m["role"]
		if isHeader != (i == 0) || isMessage != (i > 0) {
			t.Errorf("line %d: %s", i, l)
		}
	}
}

func TestMarkdown(t *testing.T) {
	out := string(Render(sample(), Markdown))
	for _, want := range []string{
		"# Fix the | parser\n", "### User\n", "### Assistant\n", "### Tool: Bash\n", "### System (compaction)\n",
		"<details>\n<summary>Thinking</summary>\n\n`````text\nhm ```` quotes\n`````\n\n</details>\n",
		"**Tool call:** `Bash`\n\n```json\n{\n  \"command\": \"ls \\\"x\\\"\"", "**Exit code:** 3\n\n````text\na\n```\nb\n````\n",
		"## Cost\n", "| Total | $0.0123015 (computed) |", "| Price table | 2026-09-23 |", "| Created | 2026-11-20T17:15:52.107Z |",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Index(out, "## Cost") < strings.LastIndex(out, "### ") {
		t.Error("the cost summary is not at the end")
	}
}

func TestMarkdownWithoutUsage(t *testing.T) {
	s := sample()
	s.Cost, s.Title = nil, ""
	out := string(Render(s, Markdown))
	if !strings.Contains(out, "No usage is recorded") || !strings.HasPrefix(out, "# claude:s1\n") {
		t.Error(out)
	}
}

func TestUnknownFormat(t *testing.T) {
	if IsKnownFormat("pdf") || Render(sample(), "pdf") != nil {
		t.Error("pdf is rendered")
	}
}
