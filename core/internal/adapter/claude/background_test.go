package claude_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/session"
)

// exchange is a prompt and its answer of a million tokens, as session id has them.
func exchange(id, n, parent, more string) string {
	if parent == "" {
		parent = "null"
	}
	return fmt.Sprintf(`{"parentUuid":%[3]s,"isSidechain":false,"type":"user","uuid":"u%[2]s","sessionId":"%[1]s"%[4]s,"version":"2.1.330","timestamp":"2026-11-22T20:0%[2]s:00.000Z","message":{"role":"user","content":"prompt %[2]s"}}
{"parentUuid":"u%[2]s","isSidechain":false,"type":"assistant","uuid":"a%[2]s","sessionId":"%[1]s"%[4]s,"requestId":"r%[2]s","version":"2.1.330","timestamp":"2026-11-22T20:0%[2]s:01.000Z","message":{"id":"m%[2]s","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"answer %[2]s"}],"usage":{"input_tokens":1000000,"output_tokens":0}}}
`, id, n, parent, more)
}

// inheritedOf returns how many messages of a session are another's.
func inheritedOf(s *session.Session) (n int) {
	for i := range s.Messages {
		if s.Messages[i].Origin != nil {
			n++
		}
	}
	return n
}

// Rule: a session that was sent to the background repeats the other's lines: it is forked from
// that, and what it repeats is inherited and counts once.
func TestBackgroundFork(t *testing.T) {
	const bg = `,"sessionKind":"bg"`
	m := hosttest.NewMounts().
		File("claude/projects/-p/own.jsonl", []byte(exchange("own", "1", "", "")+exchange("own", "2", `"a1"`, ""))).
		File("claude/projects/-p/back.jsonl", []byte(exchange("back", "1", "", bg)+exchange("back", "2", `"a1"`, bg)+exchange("back", "3", `"a2"`, bg))).
		File("claude/projects/-p/other.jsonl", []byte(strings.ReplaceAll(exchange("other", "5", "", ""), "u5", "u9")))
	h := openMounts(t, m)
	s, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: "back"})
	if err != nil || s.ForkedFrom != "own" || s.MessageCount != 6 || inheritedOf(s) != 4 {
		t.Fatalf("forked from %q, %d of %d messages inherited, %v", s.ForkedFrom, inheritedOf(s), s.MessageCount, err)
	}
	if s.Cost == nil || s.Cost.TotalUSD.String() != "1" {
		t.Errorf("the fork spent %v", s.Cost)
	}
	total, err := h.catalog().TotalCost(session.CostRequest{})
	if err != nil || total.TotalUSD.String() != "4" {
		t.Errorf("cost %s, %v", total.AppendJSON(nil), err)
	}
	if s, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: "own"}); err != nil || s.ForkedFrom != "" || inheritedOf(s) != 0 {
		t.Errorf("the original is forked from %q, %v", s.ForkedFrom, err)
	}
}

// Two background sessions with the same beginning are not each other's origin.
func TestBackgroundForksOfEachOther(t *testing.T) {
	const bg = `,"sessionKind":"bg"`
	m := hosttest.NewMounts()
	for _, id := range []string{"a", "b"} {
		m.File("claude/projects/-p/"+id+".jsonl", []byte(exchange(id, "1", "", bg)))
	}
	h := openMounts(t, m)
	list, err := h.catalog().List(session.ListRequest{Agent: "claude", Superseded: true})
	if err != nil || len(list) != 2 {
		t.Fatalf("%d sessions, %v", len(list), err)
	}
	for _, s := range list {
		if want := map[string]string{"a": "", "b": "a"}[s.SessionID]; s.ForkedFrom != want {
			t.Errorf("%s is forked from %q, want %q", s.SessionID, s.ForkedFrom, want)
		}
	}
}

// Rule: a subagent of a subagent hangs under the one whose call started it.
func TestNestedSubagents(t *testing.T) {
	own := strings.ReplaceAll(string(spender("0", "begin")), `"isSidechain":true,`, "")
	call := func(data []byte, id string) []byte {
		return []byte(strings.Replace(string(data), `{"type":"text","text":"zworkflow answer"}`, `{"type":"tool_use","id":"`+id+`","name":"Task","input":{}}`, 1))
	}
	const at = "claude/projects/-p/s1/subagents/"
	m := hosttest.NewMounts().File("claude/projects/-p/s1.jsonl", call([]byte(own), "toolu_1")).
		File(at+"agent-1.jsonl", call(spender("1", "one"), "toolu_2")).File(at+"agent-1.meta.json", []byte(`{"toolUseId":"toolu_1","spawnDepth":1}`)).
		File(at+"agent-2.jsonl", call(spender("2", "two"), "toolu_3")).File(at+"agent-2.meta.json", []byte(`{"toolUseId":"toolu_2","spawnDepth":2}`)).
		File(at+"agent-3.jsonl", spender("3", "three")).File(at+"agent-3.meta.json", []byte(`{"toolUseId":"toolu_3","spawnDepth":3}`))
	// Two that claim each other as their parent hang under the session.
	for i, id := range []string{"8", "9"} {
		m.File(at+"agent-"+id+".jsonl", call(spender(id, id), "toolu_"+id)).
			File(at+"agent-"+id+".meta.json", []byte(`{"toolUseId":"toolu_`+[]string{"9", "8"}[i]+`","spawnDepth":2}`))
	}
	h := openMounts(t, m)
	list, err := h.catalog().List(session.ListRequest{Agent: "claude", Limit: 100, Subagents: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, strings.TrimSpace(fmt.Sprint(s.SessionID, " of ", s.ParentSessionID)))
	}
	slices.Sort(got)
	same(t, "sessions", strings.Join(got, "\n")+"\n", `
		s1 of
		s1/agent-1 of s1
		s1/agent-2 of s1/agent-1
		s1/agent-3 of s1/agent-2
		s1/agent-8 of s1
		s1/agent-9 of s1
	`)
	total, err := h.catalog().TotalCost(session.CostRequest{Agent: "claude"})
	if err != nil || total.TotalUSD.String() != "6" || total.Subagents.TotalUSD.String() != "5" {
		t.Errorf("cost %s, %v", total.AppendJSON(nil), err)
	}
	if s, _, err := h.catalog().Get(session.GetRequest{Agent: "claude", SessionID: "s1/agent-1"}); err != nil || s.Cost.TotalUSD.String() != "3" {
		t.Errorf("the first agent with those below it spent %v, %v", s.Cost, err)
	}
}
