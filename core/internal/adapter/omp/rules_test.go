package omp_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

func open(t testing.TB) *catalog.Catalog {
	t.Helper()
	h := hosttest.Host(hosttest.NewMounts().Load(t, "omp", "../../../../testdata/agents/omp/home/.omp/agent"))
	return catalog.New(&h, func(d fault.Diagnostic) { t.Errorf("%+v", d) })
}

func get(t testing.TB, id string) *session.Session {
	t.Helper()
	s, report, err := open(t).Get(session.GetRequest{Agent: "omp", SessionID: id})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.UnknownTypes) > 0 || report.SkippedCount > 0 || report.FormatVersion != "session v3" {
		t.Errorf("%s: %+v", id, report)
	}
	return s
}

// roles renders the messages of a session, a word for each.
func roles(s *session.Session) string {
	var out []string
	for i := range s.Messages {
		word := string(s.Messages[i].Role)
		if k := s.Messages[i].Kind; k != "" {
			word = k
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// Rule: the first line is the title's slot, the second the header. The slot
// and title changes name the session, an empty one does not.
func TestTitleSlot(t *testing.T) {
	for id, title := range map[string]string{
		"01a1f9fd-14b9-75d8-b1b6-dac83919d014": "Naming the pet 🦀",
		"01a1f9fd-a4db-70d1-81fc-4e0300795331": "Toy tide notes, renamed by hand",
		"01a1f9fd-9474-7518-989f-7f9244ca1d87": "Two plans, one file",
		"01a1f9fc-9197-726a-912a-04520e6ffe35": "Hello feeder",
	} {
		s := get(t, id)
		if s.Title != title || s.Cwd == "" || s.CreatedAt == 0 {
			t.Errorf("%s: title %q, cwd %q, created %v", id, s.Title, s.Cwd, s.CreatedAt)
		}
	}
}

// Rule: the files in a session's folder are its subagents: not listed as
// sessions, called as their file, their spend counted in their parent's.
func TestSubagents(t *testing.T) {
	const parent = "01a1f9fe-ae1f-75d8-852b-a71488522c7e"
	list, err := open(t).List(session.ListRequest{Agent: "omp", Limit: 100})
	if err != nil || len(list) != 14 {
		t.Fatalf("%v, %d sessions", err, len(list))
	}
	for _, s := range list {
		if s.IsSubagent {
			t.Errorf("%s is listed", s.SessionID)
		}
	}
	sub := get(t, parent+"/SeedHelper")
	if !sub.IsSubagent || sub.ParentSessionID != parent || sub.ForkedFrom != "" || sub.Title != "SeedHelper" || sub.TurnCount != 1 {
		t.Errorf("%+v", sub)
	}
	// The reminders that keep it going are injected, and hide no answer.
	if got := roles(sub); got != "user assistant tool assistant assistant assistant assistant" {
		t.Error(got)
	}
	s := get(t, parent)
	if got := roles(s); got != "user assistant tool assistant subagent_result assistant" {
		t.Error(got)
	}
	if s.Cost.Subagents == nil || s.Cost.Subagents.InputTokens != sub.Cost.InputTokens || s.Cost.InputTokens != 34767+sub.Cost.InputTokens {
		t.Errorf("spend %+v, the subagent's %+v", s.Cost, sub.Cost)
	}
}

// Rule: side calls of the model are spend without a message.
func TestModelUsage(t *testing.T) {
	sub := get(t, "01a1f9fe-ae1f-75d8-852b-a71488522c7e/SeedHelper")
	var said int64
	for _, m := range sub.Messages {
		if m.TokenUsage != nil {
			said += m.TokenUsage.InputTokens
		}
	}
	if sub.Cost.InputTokens-said != 199 || sub.Model != "toy-large" {
		t.Errorf("%d of %d tokens are messages', model %s", said, sub.Cost.InputTokens, sub.Model)
	}
}

// Rule: compactions, left branches and resets are in the conversation or
// are passed over; the marks between a call and its result break no branch.
func TestEntries(t *testing.T) {
	s := get(t, "01a1f9fd-9c94-7528-8f94-0ea01bb4a3e0")
	if got := roles(s); got != "user assistant notice notice user assistant compaction user assistant user assistant" {
		t.Error(got)
	}
	if len(s.Branches) != 1 || s.Branches[0].MessageCount != 2 || s.TurnCount != 4 {
		t.Errorf("%d turns, branches %+v", s.TurnCount, s.Branches)
	}
	if got := roles(get(t, "01a1f9fc-6d00-76df-8d0f-f3534715464a")); got != "user assistant tool tool assistant" {
		t.Error(got)
	}
	failed := get(t, "01a1f9fc-5a4c-7686-a348-1bfd23f43226")
	codes := ""
	for _, m := range failed.Messages {
		if m.ToolResult != nil && m.ToolResult.ExitCode != 0 {
			codes += m.ToolResult.ToolName
		}
	}
	if codes != "bash" {
		t.Errorf("failed tools: %q", codes)
	}
}

// Rule: a fork names its source by path, and what it copied is inherited.
func TestFork(t *testing.T) {
	s := get(t, "01a1f9fd-6c2b-7090-aa2b-8837fe50d582")
	if s.ForkedFrom != "01a1f9fd-14b9-75d8-b1b6-dac83919d014" || s.Cost.InputTokens != 11480 || s.Cost.Inherited.InputTokens != 11432 {
		t.Errorf("fork of %q, %+v", s.ForkedFrom, s.Cost)
	}
	// The rest of the copied keys are those of messages without usage.
	if got := roles(s); got != "user assistant shell user assistant compaction" {
		t.Error(got)
	}
}
