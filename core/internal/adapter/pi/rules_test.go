package pi_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/pi"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// open mounts a home, both places of it.
func open(t testing.TB, home string) *catalog.Catalog {
	t.Helper()
	const agents = "../../../../testdata/agents/"
	h := hosttest.Host(hosttest.NewMounts().Load(t, "pi", agents+home+"/home/.pi/agent").Load(t, "pi-sessions", agents+home+"/home/elsewhere/sessions"))
	return catalog.New(&h, func(d fault.Diagnostic) { t.Errorf("%+v", d) })
}

func get(t testing.TB, home, id, branch string) *session.Session {
	t.Helper()
	s, report, err := open(t, home).Get(session.GetRequest{Agent: "pi", SessionID: id, Branch: branch})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.UnknownTypes) > 0 || report.SkippedCount > 0 || report.FormatVersion != "session v3" {
		t.Errorf("%s: %+v", id, report)
	}
	return s
}

// texts renders what is said in a session, a word for each message.
func texts(s *session.Session) string {
	var out []string
	for i := range s.Messages {
		m := &s.Messages[i]
		word := string(m.Role)
		if m.Kind != "" {
			word = m.Kind
		}
		if text := strings.Fields(m.Content); len(text) > 0 {
			word += ":" + strings.Join(text[:min(2, len(text))], "_")
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// Rule: the leaf is the last line of the file: not the newest child of a fork,
// not the deepest. Other branches stay reachable, and their spend counts.
func TestLeafIsTheLastLine(t *testing.T) {
	for _, x := range []struct{ home, id, shown, branch, other string }{
		// A, then B, then back to A.
		{"pi", "01a1f9fe-f13b-71f9-993e-f427c760f5b5", "user:Suggest_two assistant:Two_ideas: user:Plan_A: assistant:Then_call user:What_did assistant:We_decided",
			"c9cbec14", "user:Suggest_two assistant:Two_ideas: user:Plan_B: assistant:Then_call"},
		// A abandoned for B.
		{"pi", "01a1f9fe-ef8e-7628-a74e-6ec8b6429a7c", "user:Suggest_two assistant:Two_ideas: user:Plan_B: assistant:Then_call",
			"2a6b7a27", "user:Suggest_two assistant:Two_ideas: user:Plan_A: assistant:Then_call"},
		// Two prompts under the settings that begin the file.
		{"pi", "01a1f9fe-f1ad-7360-96c3-8659879579bc", "user:Plan_B: assistant:Then_call", "bc6e51d1", "user:Plan_A: assistant:Then_call"},
		// A summary of the branch that was left.
		{"pi", "01a1f9fe-f09d-7226-a38f-128f159de326", "user:Suggest_two assistant:Two_ideas: notice:[preamble_removed] notice:Injected_by user:Plan_B: assistant:Then_call",
			"c13e6493", "user:Suggest_two assistant:Two_ideas: user:Plan_A: assistant:Then_call"},
		{"pi-1.5", "01a1f9ff-7c78-7669-ba68-c1757bdcc36e", "user:Suggest_two assistant:Two_ideas: user:Plan_A: assistant:Then_call user:What_did assistant:We_decided",
			"", ""},
	} {
		s := get(t, x.home, x.id, "")
		if got := texts(s); got != x.shown {
			t.Errorf("%s shows %s", x.id, got)
		}
		if len(s.Branches) != 1 {
			t.Errorf("%s: branches %+v", x.id, s.Branches)
		}
		if x.branch == "" {
			continue
		}
		if s.Branches[0].LeafID != x.branch {
			t.Errorf("%s: branches %+v", x.id, s.Branches)
		}
		if got := texts(get(t, x.home, x.id, x.branch)); got != x.other {
			t.Errorf("%s, branch %s, shows %s", x.id, x.branch, got)
		}
	}
	if c := get(t, "pi", "01a1f9fe-f13b-71f9-993e-f427c760f5b5", "").Cost; c.InputTokens != 968+995+1022+1020 {
		t.Errorf("the left branch is not counted: %+v", c)
	}
}

// Rule: two entries without a parent are two branches.
func TestTwoRoots(t *testing.T) {
	line := func(s, id, parent, role, text string) string {
		return `{"type":"message","id":"` + id + `","parentId":` + parent + `,"timestamp":"2026-11-20T10:00:0` + s + `Z","message":{"role":"` + role + `","content":"` + text + `"}}` + "\n"
	}
	data := `{"type":"session","version":3,"id":"own","timestamp":"2026-11-20T10:00:00Z","cwd":"/w"}` + "\n" +
		line("1", "a", "null", "user", "A") + line("2", "b", `"a"`, "assistant", "1") + line("3", "c", "null", "user", "B") + line("4", "d", `"c"`, "assistant", "2")
	h := hosttest.Host(hosttest.NewMounts().File("pi/sessions/--w--/2026-11-20T10-00-00-000Z_own.jsonl", []byte(data)))
	s, _, err := catalog.New(&h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: "pi", SessionID: "own"})
	if err != nil || texts(s) != "user:B assistant:2" || len(s.Branches) != 1 || s.Branches[0].LeafID != "b" {
		t.Errorf("%v %s %+v", err, texts(s), s.Branches)
	}
}

// Rule: a fork's copies are its source's; a session that was only started from
// another is a child. What is copied is shown, and inherited spend.
func TestForks(t *testing.T) {
	s := get(t, "pi", "01a1f9fe-63cd-7762-a21b-02e67c5fa1b1", "")
	if s.ForkedFrom != "01a1f9fe-2900-704f-ba05-d3f5a6d08705" || len(s.Messages) != 8 || s.Cost.InputTokens != 1065 || s.Cost.Inherited.InputTokens != 3031 {
		t.Errorf("%s %+v", s.ForkedFrom, s.Cost)
	}
	for i, m := range s.Messages {
		if (m.Origin != nil) != (i < 6) {
			t.Errorf("message %d has the origin %+v", i, m.Origin)
		}
	}
	s = get(t, "pi", "01a1f9fe-f1db-72b1-bee1-9ca219dbc8fa", "")
	if s.ForkedFrom != "" || s.ParentSessionID != "01a1f9fe-ef8e-7628-a74e-6ec8b6429a7c" || s.Cost.Inherited != nil {
		t.Errorf("a child: %+v", s)
	}
	s = get(t, "pi-1.5", "01a1f9ff-7d74-7669-ba68-c1787a8c79c9", "") // only copies: as young as its header
	if s.ForkedFrom != "01a1f9ff-7a5d-7669-ba68-c16e29d1068a" || s.UpdatedAt.String() != "2026-11-20T17:27:13.012Z" {
		t.Errorf("a clone: %+v", s)
	}
}

// Rule: compactions and branch summaries of 1.5 cost, those of 0.73 do not
// say; system messages of 1.5 are no messages.
func TestSummariesCost(t *testing.T) {
	old, now := get(t, "pi", "01a1f9fe-b71f-77d8-b9e7-c1f61ce38d6c", ""), get(t, "pi-1.5", "01a1f9ff-3bfa-73dc-8ecd-3c63e774271b", "")
	if got := texts(old); got != "user:Suggest_two assistant:Two_ideas: shell:ls_-1; user:Write_a assistant:Chapter_1: compaction:##_Goal user:What_did assistant:We_decided" {
		t.Error(got)
	}
	for _, x := range []struct {
		s    *session.Session
		cost bool
	}{{old, false}, {now, true}} {
		for _, m := range x.s.Messages {
			if m.Kind == "compaction" && ((m.TokenUsage != nil) != x.cost || (m.Model != "") != x.cost) {
				t.Errorf("compaction %+v", m)
			}
			if m.Role == session.RoleSystem && m.Kind == "" {
				t.Errorf("a system message is shown: %+v", m)
			}
		}
	}
	if old.Title != "Naming the pet 🦀" || now.Title != old.Title {
		t.Errorf("titles %q, %q", old.Title, now.Title)
	}
}

// Rule: the model of a resumed session is in its answers only.
func TestModelOfAnswers(t *testing.T) {
	var models []string
	for _, m := range get(t, "pi", "01a1f9fe-2900-704f-ba05-d3f5a6d08705", "").Messages {
		if m.Model != "" {
			models = append(models, m.Model)
		}
	}
	if got := strings.Join(models, " "); got != "toy-small toy-small toy-think" {
		t.Error(got)
	}
}

// Rule: a failed request is no answer, and spends nothing.
func TestFailure(t *testing.T) {
	s := get(t, "pi", "01a1f9fe-7c9d-713a-8634-213d46aee409", "")
	if texts(s) != "user:Fail_with api_error:400_toy" || s.TurnCount != 0 || s.Cost != nil {
		t.Errorf("%s, %d turns, %+v", texts(s), s.TurnCount, s.Cost)
	}
}

// Rule: both mounts are read.
func TestMounts(t *testing.T) {
	if m := adapter.MountsOf(pi.New()); len(m) != 2 || m[0] != "pi" || m[1] != "pi-sessions" {
		t.Errorf("mounts %v", m)
	}
	list, err := open(t, "pi").List(session.ListRequest{Agent: "pi", Limit: 1})
	if err != nil || len(list) != 1 || list[0].SessionID != "01a1f9ff-1128-725e-acc8-927ff517923f" {
		t.Errorf("%v %+v", err, list)
	}
}

// A fork whose header is damaged has the same time in a short list, which knows
// its name and its end only, as in a long one.
func TestForkWithoutHeader(t *testing.T) {
	copied := func(minute string) string {
		return `{"type":"message","id":"a","parentId":null,"timestamp":"2026-05-01T10:` + minute + `:00.000Z","message":{"role":"user","content":"q"}}` + "\n"
	}
	const dir = "pi/sessions/--w--/2026-05-01T"
	h := hosttest.Host(hosttest.NewMounts().
		File(dir+"12-00-00-000Z_fork.jsonl", []byte(`{"type":"session","version":3,"id":"fork","times`+"\n"+copied("01"))).
		File(dir+"11-00-00-000Z_other.jsonl", []byte(`{"type":"session","version":3,"id":"other","timestamp":"2026-05-01T11:00:00.000Z","cwd":"/w"}`+"\n"+copied("02"))))
	c := catalog.New(&h, func(fault.Diagnostic) {})
	long, err := c.List(session.ListRequest{Agent: "pi"})
	if err != nil || len(long) != 2 {
		t.Fatalf("%v %v", long, err)
	}
	short, err := c.List(session.ListRequest{Agent: "pi", Limit: 1})
	if err != nil || len(short) != 1 || short[0].UnifiedID != long[0].UnifiedID || short[0].UnifiedID != "pi:fork" {
		t.Errorf("%v %v", short, err)
	}
	if got := long[0].UpdatedAt.String(); got != "2026-05-01T12:00:00.000Z" {
		t.Errorf("updated %s", got)
	}
}
