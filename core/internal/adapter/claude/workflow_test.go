package claude_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// spender is an answer of 1,000,000 input tokens, and the line before it.
func spender(id, prompt string) []byte {
	return []byte(fmt.Sprintf(`{"type":"user","uuid":"u%[1]s","parentUuid":null,"isSidechain":true,"sessionId":"s1","version":"2.1.330","timestamp":"2026-11-22T20:00:00.000Z","message":{"role":"user","content":"%[2]s"}}
{"type":"assistant","uuid":"a%[1]s","parentUuid":"u%[1]s","isSidechain":true,"sessionId":"s1","version":"2.1.330","requestId":"r%[1]s","timestamp":"2026-11-22T20:00:01.000Z","message":{"id":"m%[1]s","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"zworkflow answer"}],"usage":{"input_tokens":1000000,"output_tokens":0}}}
`, id, prompt))
}

// Rule: agents of the Workflow tool are subagents, however deep their folders are; what is beside
// them is no session. Label and phase are the title.
func TestWorkflowAgents(t *testing.T) {
	own := strings.ReplaceAll(string(spender("0", "begin")), `"isSidechain":true,`, "")
	m := hosttest.NewMounts().File("claude/projects/-p/s1.jsonl", []byte(own))
	const run = "claude/projects/-p/s1/subagents/workflows/run-1/"
	for path, data := range map[string]string{
		run + "agent-1.jsonl": string(spender("1", "one")), run + "agent-1.meta.json": `{"label":"scan","phase":"Find","model":"claude-haiku-4-5"}`,
		run + "deep/er/agent-1.jsonl": string(spender("2", "two")), run + "deep/er/agent-1.meta.json": `{"label":"only a label"}`,
		run + "journal.jsonl": `{"type":"started"}`, run + "agent-1.meta.json.tmp": "x", run + "notes.txt": "x",
		"claude/projects/-p/s1/workflows/run-1.json": `{"script":"x"}`, "claude/projects/-p/s1/workflows/agent-9.jsonl": string(spender("9", "nine")),
	} {
		m.File(path, []byte(data))
	}
	m.Add(hosttest.Entry{Path: run + "out", Shape: hosttest.Outside}, hosttest.Entry{Path: run + "agent-2.jsonl", Shape: hosttest.Outside})
	h := openMounts(t, m)
	if len(h.notes) != 2 {
		t.Errorf("diagnostics %v", h.notes)
	}
	list, err := h.catalog().List(session.ListRequest{Agent: "claude", Limit: 100, Subagents: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, fmt.Sprint(s.SessionID, " of ", s.ParentSessionID, " ", s.IsSubagent, " ", s.Title))
	}
	slices.Sort(got)
	same(t, "sessions", strings.Join(got, "\n")+"\n", `
		s1 of  false begin
		s1/workflows/run-1/agent-1 of s1 true scan (Find)
		s1/workflows/run-1/deep/er/agent-1 of s1 true only a label
	`)
	total, err := h.catalog().TotalCost(session.CostRequest{Agent: "claude"})
	if err != nil || total.TotalUSD.String() != "3" || total.SessionCount != 1 || total.Subagents.TotalUSD.String() != "2" {
		t.Errorf("cost %s, %v", total.AppendJSON(nil), err)
	}
	found, _, err := h.catalog().Search(session.SearchRequest{Agent: "claude", Text: "zworkflow", Subagents: true})
	if err != nil || len(found) != 3 {
		t.Errorf("search finds %d, %v", len(found), err)
	}
}

// Folders without an end are a diagnostic, and what is above them is read.
func TestDeepWorkflowFolders(t *testing.T) {
	path := "claude/projects/-p/s1/subagents"
	m := hosttest.NewMounts().File(path+"/agent-0.jsonl", spender("0", "top"))
	for i := 0; i < 1000; i++ {
		path += "/w"
	}
	m.File(path+"/agent-1.jsonl", spender("1", "bottom"))
	h := openMounts(t, m)
	if len(h.ix.Refs) != 1 || len(h.notes) != 1 || h.notes[0].Code != "LIMIT_EXCEEDED" {
		t.Errorf("%d sessions, diagnostics %v", len(h.ix.Refs), h.notes)
	}
}
