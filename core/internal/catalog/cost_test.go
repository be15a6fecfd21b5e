package catalog

import (
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// paper is an adapter over sessions written down in a test.
type paper struct {
	name     string
	sessions map[string][]adapter.Record
	refs     []adapter.Ref
}

func (p *paper) Name() string { return p.name }
func (p *paper) Discover(*adapter.Env) (*adapter.Index, error) {
	return &adapter.Index{Refs: p.refs}, nil
}
func (p *paper) Updated(*adapter.Env, *adapter.Index, *adapter.Ref) (session.Time, error) {
	return 0, nil
}
func (p *paper) Walk(_ *adapter.Env, _ *adapter.Index, ref *adapter.Ref, _ adapter.Want, out adapter.Outlet) error {
	if ref.ID == "broken" {
		return fault.New(fault.ParseError, "broken")
	}
	for _, r := range p.sessions[ref.ID] {
		if err := out.Record(&r); err != nil {
			return err
		}
	}
	return nil
}

func (p *paper) add(id string, recs ...adapter.Record) *adapter.Ref {
	if p.sessions == nil {
		p.sessions = map[string][]adapter.Record{}
	}
	p.sessions[id] = recs
	p.refs = append(p.refs, adapter.Ref{ID: id, Path: p.name + "/" + id})
	return &p.refs[len(p.refs)-1]
}

// answered is one answer with usage, made at a minute of 2026-07-01.
func answered(minute int64, key, model string, input int64) adapter.Record {
	return adapter.Record{Kind: adapter.Message, Role: session.RoleAssistant, Time: session.Time(1782864000000 + minute*60_000),
		Model: model, UsageKey: key, Usage: &session.TokenUsage{InputTokens: input}}
}

func total(t *testing.T, req session.CostRequest, runs string, agents ...adapter.Adapter) *session.CostSummary {
	t.Helper()
	m := hosttest.NewMounts()
	if runs != "" {
		m.File("home-files/.agent-mux/run-index.jsonl", []byte(runs))
	}
	h := hosttest.Host(m)
	c := New(&h, func(fault.Diagnostic) {})
	s, err := c.totalCostOf(agents, &req)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRequestsCountOnce: a fork that is listed first, and that was made on a
// computer whose clock was slow, inherits what it repeats.
func TestRequestsCountOnce(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("fork", answered(0, "k1", "claude-sonnet-5", 100), answered(9, "k3", "claude-sonnet-5", 1))
	p.add("parent", answered(0, "k1", "claude-sonnet-5", 100), answered(1, "k2", "claude-sonnet-5", 10))
	s := total(t, session.CostRequest{GroupBy: session.GroupBySession}, "", p)
	if s.InputTokens != 111 || s.SessionCount != 2 || s.Inherited == nil || s.Inherited.InputTokens != 100 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	// The same minute: the smallest unified id owns it.
	if g := s.Breakdowns["claude:fork"]; g.InputTokens != 101 || g.Inherited != nil {
		t.Errorf("fork %+v", g)
	}
	p.sessions["fork"][0].Copied = true // now the marks say which is the copy
	s = total(t, session.CostRequest{GroupBy: session.GroupBySession}, "", p)
	if g := s.Breakdowns["claude:fork"]; g.InputTokens != 1 || g.Inherited.InputTokens != 100 {
		t.Errorf("fork %s", g.AppendJSON(nil))
	}
	if g := s.Breakdowns["claude:parent"]; g.InputTokens != 110 || g.Inherited != nil {
		t.Errorf("parent %s", g.AppendJSON(nil))
	}
	// Filters apply afterwards: the fork alone still does not own the copy.
	late := session.Time(1782864000000 + 5*60_000)
	s = total(t, session.CostRequest{CreatedSince: late}, "", p)
	if s.InputTokens != 1 || s.SessionCount != 1 || s.Inherited.InputTokens != 100 {
		t.Errorf("since: %s", s.AppendJSON(nil))
	}
}

// TestCopiesOfGoneSessionsCount: what a session repeats from one that is no
// longer on disk is its own, nothing spent is lost.
func TestCopiesOfGoneSessionsCount(t *testing.T) {
	p := &paper{name: "claude"}
	copied := answered(0, "k1", "claude-sonnet-5", 100)
	copied.Copied = true
	p.add("fork", copied)
	if s := total(t, session.CostRequest{}, "", p); s.InputTokens != 100 || s.Inherited != nil {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestKeysOfAgentsAreApart: two agents may use the same id.
func TestKeysOfAgentsAreApart(t *testing.T) {
	a, b := &paper{name: "claude"}, &paper{name: "codex"}
	a.add("x", answered(0, "k", "m", 1))
	b.add("x", answered(0, "k", "m", 2))
	if s := total(t, session.CostRequest{GroupBy: session.GroupByAgent}, "", a, b); s.InputTokens != 3 || s.Breakdowns["codex"].InputTokens != 2 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestUnfinishedCopies: a copy made before the last figures were written does
// not make them smaller.
func TestUnfinishedCopies(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("a", answered(0, "k", "", 1))
	p.add("b", answered(1, "k", "claude-sonnet-5", 7))
	s := total(t, session.CostRequest{GroupBy: session.GroupByModel}, "", p)
	if s.InputTokens != 7 || s.Breakdowns["claude-sonnet-5"].InputTokens != 7 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestSubagents: their spend is inside and shown apart, whether the place or
// the parent names them, and whether their parent is there or not.
func TestSubagents(t *testing.T) {
	p := &paper{name: "codex"}
	start := adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Child: "named"}}
	aside := answered(1, "k2", "m", 10)
	aside.Aside = true
	p.add("main", start, answered(0, "k1", "m", 1), aside)
	p.add("named", answered(2, "k3", "m", 100))
	placed := p.add("placed", answered(3, "k4", "m", 1000))
	placed.Subagent, placed.Parent = true, "main"
	nested := p.add("nested", answered(4, "k5", "m", 10_000))
	nested.Subagent, nested.Parent = true, "placed"
	orphan := p.add("orphan", answered(5, "k6", "m", 100_000))
	orphan.Subagent, orphan.Parent = true, "gone"
	s := total(t, session.CostRequest{GroupBy: session.GroupBySession}, "", p)
	if s.InputTokens != 111_111 || s.Subagents.InputTokens != 111_110 || s.SessionCount != 1 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	if g := s.Breakdowns["codex:main"]; g.InputTokens != 11_111 || g.Subagents.InputTokens != 11_110 {
		t.Errorf("%s", g.AppendJSON(nil))
	}
}

func TestLoopsOfParentsEnd(t *testing.T) {
	p := &paper{name: "codex"}
	a := p.add("a", answered(0, "k1", "m", 1))
	a.Subagent, a.Parent = true, "b"
	b := p.add("b", answered(1, "k2", "m", 2))
	b.Subagent, b.Parent = true, "a"
	if s := total(t, session.CostRequest{}, "", p); s.InputTokens != 3 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestUnpriced: an unknown model has tokens and no money, recorded money
// needs no price.
func TestUnpriced(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("a", answered(0, "k1", "nobody-knows", 5))
	s := total(t, session.CostRequest{}, "", p)
	if s.TotalUSD != nil || s.Source != session.CostSourceUnpriced || len(s.Unpriced) != 1 || s.Unpriced[0].InputTokens != 5 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	usd := session.Money(5)
	r := answered(1, "k2", "nobody-knows", 7)
	r.USD = &usd
	p.add("b", r)
	s = total(t, session.CostRequest{}, "", p)
	if *s.TotalUSD != 5 || s.Source != session.CostSourceMixed || s.Unpriced[0].InputTokens != 5 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestNoSessionsCostNothing: the specification's totalCost returns zeros when no session matches.
func TestNoSessionsCostNothing(t *testing.T) {
	s := total(t, session.CostRequest{GroupBy: session.GroupByAgent}, "", &paper{name: "claude"})
	if got := string(s.AppendJSON(nil)); !strings.Contains(got, `"totalUsd":0`) || !strings.Contains(got, `"source":"computed"`) || !strings.Contains(got, `"sessionCount":0`) || !strings.Contains(got, `"breakdowns":{}`) {
		t.Error(got)
	}
	if got := string(total(t, session.CostRequest{}, "", &paper{name: "claude"}).AppendJSON(nil)); strings.Contains(got, "breakdowns") {
		t.Error(got)
	}
}

// TestGroups: days are the requests' days, a session is in the group of every
// tag it has.
func TestGroups(t *testing.T) {
	p := &paper{name: "claude"}
	meta := adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Cwd: "/work"}}
	p.add("a", meta, answered(0, "k1", "m1", 1), answered(24*60, "k2", "m2", 10))
	p.add("b", answered(0, "k3", "m1", 100))
	runs := `{"runId":"r1","agent":"claude","sessionId":"a","tags":["x","y"],"timestamp":"2026-07-01T00:00:00Z"}` + "\n"
	for by, want := range map[session.GroupBy]map[string]int64{
		session.GroupByDay:   {"2026-07-01": 101, "2026-07-02": 10},
		session.GroupByModel: {"m1": 101, "m2": 10},
		session.GroupByTag:   {"x": 11, "y": 11, "": 100},
		session.GroupByCwd:   {"/work": 11, "": 100},
		session.GroupByAgent: {"claude": 111},
	} {
		s := total(t, session.CostRequest{GroupBy: by}, runs, p)
		if len(s.Breakdowns) != len(want) || s.RunCount != 1 {
			t.Errorf("%s: %s", by, s.AppendJSON(nil))
		}
		for k, n := range want {
			if g := s.Breakdowns[k]; g.InputTokens != n || g.Key != k {
				t.Errorf("%s %q: %+v", by, k, g)
			}
		}
	}
	if s := total(t, session.CostRequest{Tags: []string{"y"}}, runs, p); s.InputTokens != 11 || s.SessionCount != 1 {
		t.Errorf("tag filter: %s", s.AppendJSON(nil))
	}
	if s := total(t, session.CostRequest{Model: "m2"}, runs, p); s.InputTokens != 11 {
		t.Errorf("model filter: %s", s.AppendJSON(nil))
	}
}

// TestGroupByFolder: the folders that the filter takes for one are one group.
func TestGroupByFolder(t *testing.T) {
	p := &paper{name: "claude"}
	for i, cwd := range []string{"/work", "/work/", "/", "//", `C:\work`, `C:\work\`, ""} {
		p.add("s"+strconv.Itoa(i), adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Cwd: cwd}}, answered(int64(i), "k"+strconv.Itoa(i), "m", 1))
	}
	s := total(t, session.CostRequest{GroupBy: session.GroupByCwd}, "", p)
	want := map[string]int64{"/work": 2, "/": 2, `C:\work`: 2, "": 1}
	if len(s.Breakdowns) != len(want) {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	for cwd, n := range want {
		if got := s.Breakdowns[cwd].SessionCount; got != n {
			t.Errorf("%q: %d sessions, want %d", cwd, got, n)
		}
		if got := total(t, session.CostRequest{Cwd: cwd}, "", p).SessionCount; cwd != "" && got != n {
			t.Errorf("%q: the filter keeps %d sessions, want %d", cwd, got, n)
		}
	}
}

// TestRunIndex: the run index fills what sessions lack and never counts what
// they hold.
func TestRunIndex(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("full", answered(0, "k1", "claude-sonnet-5", 1))
	p.add("bare", adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Time: 1782864000000})
	p.add("unpriced", answered(0, "k2", "nobody-knows", 10))
	runs := strings.Join([]string{
		`{"runId":"1","agent":"claude","sessionId":"full","model":"m","costUsd":9,"inputTokens":100000,"timestamp":"2026-07-01T00:00:00Z"}`,
		`{"runId":"2","agent":"claude","sessionId":"bare","model":"m","costUsd":0.5,"inputTokens":100,"outputTokens":7,"timestamp":"2026-07-01T00:00:00Z"}`,
		`{"runId":"3","agent":"claude","sessionId":"unpriced","model":"m","costUsd":0.25,"inputTokens":777,"timestamp":"2026-07-01T00:00:00Z"}`,
		`{"runId":"4","agent":"codex","sessionId":"gone","model":"m","costUsd":0.125,"inputTokens":1000,"tags":["old"],"timestamp":1782864000000}`,
		`{"runId":"4","agent":"codex","sessionId":"gone","model":"m","costUsd":0.125,"inputTokens":1000,"tags":["old"],"timestamp":1782864000000,"more":[]}`,
		`not json`, ``,
	}, "\n")
	s := total(t, session.CostRequest{GroupBy: session.GroupByAgent}, runs, p)
	if s.InputTokens != 1111 || s.OutputTokens != 7 || s.RunCount != 4 || s.SessionCount != 4 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	if g := s.Breakdowns["codex"]; g.InputTokens != 1000 || *g.TotalUSD != 125_000_000_000 || g.RunCount != 1 || g.SessionCount != 1 {
		t.Errorf("codex %s", g.AppendJSON(nil))
	}
	if s := total(t, session.CostRequest{Tags: []string{"old"}}, runs, p); s.InputTokens != 1000 || s.SessionCount != 1 || s.RunCount != 1 {
		t.Errorf("tag of a session that is gone: %s", s.AppendJSON(nil))
	}
	if s := total(t, session.CostRequest{Agent: "claude"}, runs, p); s.RunCount != 3 || s.InputTokens != 111 {
		t.Errorf("one agent: %s", s.AppendJSON(nil))
	}
}

// TestLargeRequests: figures beyond 32 bits stay exact.
func TestLargeRequests(t *testing.T) {
	p := &paper{name: "hermes"}
	p.add("a", answered(0, "k1", "m", 1<<40), answered(1, "k2", "m", 3))
	p.add("b", answered(2, "k1", "m", 1<<41))
	if s := total(t, session.CostRequest{}, "", p); s.InputTokens != 1<<41+3 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

// TestSilentSessions: a session without requests and times is one all the
// same.
func TestSilentSessions(t *testing.T) {
	p := &paper{name: "cursor"}
	p.add("a", adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: true, Text: "hi"})
	p.add("bookkeeping", adapter.Record{Kind: adapter.Ignored})
	if s := total(t, session.CostRequest{}, "", p); s.SessionCount != 1 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
}

func TestBrokenSessionsAreDiagnostics(t *testing.T) {
	p := &paper{name: "claude"}
	p.add("broken")
	p.add("good", answered(0, "k", "m", 1))
	if s := total(t, session.CostRequest{}, "", p); s.InputTokens != 1 || s.SessionCount != 1 {
		t.Errorf("%s", s.AppendJSON(nil))
	}
	h := hosttest.Host(hosttest.NewMounts())
	c := New(&h, func(fault.Diagnostic) {})
	if _, err := c.totalCostOf([]adapter.Adapter{p}, &session.CostRequest{Strict: true}); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("strict: %v", err)
	}
}
