package jsonltree_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: names of files and folders identify sessions and their kinds.
func TestDiscover(t *testing.T) {
	const at = "2026-11-20T10-00-00-000Z_"
	m := hosttest.NewMounts()
	for path, size := range map[string]int{
		"pi/sessions/--w--/" + at + "one.jsonl":                      1,
		"pi-sessions/" + at + "one.jsonl":                            2, // longer: the one to read
		"pi/sessions/--w--/" + at + "two.jsonl":                      2,
		"pi-sessions/" + at + "two.jsonl":                            2, // the same, mounted twice
		"pi-sessions/2026-11-20T11-00-00-000Z_two.jsonl":             1, // another with the same id
		"pi/sessions/--w--/" + at + "under_score.jsonl":              1,
		"pi/sessions/--w--/named.jsonl":                              1,
		"pi/sessions/--w--/" + at + "apart.jsonl":                    1,
		"pi/sessions/--x--/" + at + "apart.jsonl":                    2, // a copied folder in which it continued
		"pi/sessions/--w--/" + at + "copied.jsonl":                   1,
		"pi/sessions/--x--/" + at + "copied.jsonl":                   1, // and one in which it did not
		"pi/sessions/--w--/.hidden.jsonl":                            1,
		"pi/sessions/--w--/" + at + "one.jsonl.lock":                 1,
		"pi/sessions/--w--/" + at + "one/Helper.jsonl":               1,
		"pi/sessions/--w--/" + at + "one/Helper.md":                  1,
		"pi/sessions/--w--/" + at + "one/Helper/Inner.jsonl":         1,
		"pi/sessions/--w--/notes/x.jsonl":                            1,
		"pi/sessions/chat/a.jsonl":                                   1,
		"pi/sessions/chat/b.jsonl":                                   1,
		"pi-sessions/chat/a.jsonl":                                   1,
		"pi/sessions/" + at + "flat.jsonl":                           1,
		"pi/sessions/a/b/c/d/e/f/g/h.jsonl":                          1,
		"pi/sessions/--w--/" + at + "one/1/2/3/4/5/6/Far/Far2.jsonl": 1,
	} {
		m.File(path, make([]byte, size))
	}
	m.Add(hosttest.Entry{Path: "pi/sessions/--w--/" + at + "pipe.jsonl", Shape: hosttest.FIFO})
	h := hosttest.Host(m)
	notes := 0
	env := &adapter.Env{Host: &h, Agent: "pi", DefectLog: adapter.DefectLog{OnDiagnostic: func(fault.Diagnostic) { notes++ }}}
	ix, err := jsonltree.Discover(env, "pi/sessions", "pi-sessions", "nowhere")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range ix.Refs {
		line := r.ID + " " + strings.ReplaceAll(r.Path, at, "@")
		if r.Subagent {
			line += " of " + r.Parent
		}
		for _, a := range r.Alternates {
			line += " + " + strings.ReplaceAll(a, at, "@")
		}
		got = append(got, line)
	}
	want := `one pi-sessions/@one.jsonl + pi/sessions/--w--/@one.jsonl
2026-11-20T11-00-00-000Z_two pi-sessions/2026-11-20T11-00-00-000Z_two.jsonl
pi-sessions/chat pi-sessions/chat/a.jsonl
2026-11-20T10-00-00-000Z_apart pi/sessions/--w--/@apart.jsonl
one/Helper pi/sessions/--w--/@one/Helper.jsonl of one
one/Helper/Inner pi/sessions/--w--/@one/Helper/Inner.jsonl of one/Helper
two pi/sessions/--w--/@two.jsonl + pi-sessions/@two.jsonl
under_score pi/sessions/--w--/@under_score.jsonl
named pi/sessions/--w--/named.jsonl
apart pi/sessions/--x--/@apart.jsonl
copied pi/sessions/--x--/@copied.jsonl + pi/sessions/--w--/@copied.jsonl
flat pi/sessions/@flat.jsonl
chat pi/sessions/chat/a.jsonl + pi/sessions/chat/b.jsonl`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
	if notes != 1 {
		t.Errorf("%d notes, want one about the pipe", notes)
	}
}

// describedHost has one session of the described layout: a folder with two
// files of bare messages.
func describedHost(agent string) host.Host {
	m := hosttest.NewMounts()
	m.File(agent+"/sessions/proj-xyz/a.jsonl", []byte(`{"id":"1","parentId":null,"role":"user","content":"Begin","timestamp":"2026-01-01T10:00:00Z"}
{"id":"2","parentId":"1","role":"assistant","content":"Left","timestamp":"2026-01-01T10:00:05Z","model":"m","usage":{"inputTokens":10,"outputTokens":2}}
{"id":"3","parentId":"1","role":"assistant","content":"Right","timestamp":"2026-01-01T10:00:02Z","model":"m","usage":{"input":20,"output":3,"cost":{"total":0.5}}}
`))
	m.File(agent+"/sessions/proj-xyz/b.jsonl", []byte(`{"id":"4","parentId":"2","role":"user","content":"On","timestamp":"2026-01-01T10:00:06Z"}
{"type":"message","id":"5","parentId":"4","timestamp":"2026-01-01T10:00:07Z","message":{"role":"assistant","content":[{"type":"text","text":"Done"}],"model":"m","usage":{"input":1,"output":1}}}
`))
	return hosttest.Host(m)
}

// Rule: a folder is one session of all its files; its current branch goes, at
// every fork, to the newest child; its title is the root's text.
func TestDescribedLayout(t *testing.T) {
	for _, agent := range []string{"pi", "omp"} {
		h := describedHost(agent)
		c := catalog.New(&h, func(d fault.Diagnostic) { t.Errorf("%+v", d) })
		s, report, err := c.Get(session.GetRequest{Agent: agent, SessionID: "proj-xyz"})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, m := range s.Messages {
			texts = append(texts, m.Content)
		}
		if got := strings.Join(texts, " "); got != "Begin Left On Done" || s.Title != "Begin" || s.TurnCount != 2 || len(report.UnknownTypes) > 0 {
			t.Errorf("%s: %s, title %q, %d turns, %+v", agent, got, s.Title, s.TurnCount, report)
		}
		if len(s.Branches) != 1 || s.Branches[0].LeafID != "3" || s.Cost.InputTokens != 31 || s.Cost.OutputTokens != 6 {
			t.Errorf("%s: branches %+v, cost %+v", agent, s.Branches, s.Cost)
		}
		list, err := c.List(session.ListRequest{Agent: agent, Limit: 1})
		if err != nil || len(list) != 1 || list[0].UpdatedAt.String() != "2026-01-01T10:00:07.000Z" {
			t.Errorf("%s: list %+v %v", agent, list, err)
		}
	}
}

// Rule: a file of a folder that cannot be read does not hide the others.
func TestDescribedDamage(t *testing.T) {
	h := describedHost("pi")
	h.Files.(*hosttest.Mounts).File("pi/sessions/proj-xyz/a.jsonl", []byte("nothing here\n"))
	notes := 0
	s, _, err := catalog.New(&h, func(fault.Diagnostic) { notes++ }).Get(session.GetRequest{Agent: "pi", SessionID: "proj-xyz"})
	if err != nil || len(s.Messages) != 2 || notes != 1 {
		t.Errorf("%v, %d notes, %+v", err, notes, s)
	}
	if _, _, err = catalog.New(&h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: "pi", SessionID: "proj-xyz", Strict: true}); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("strict: %v", err)
	}
}

// Rule: a clone of old entries is as young as its header, which the tail does
// not show; a tail without times says nothing.
func TestUpdated(t *testing.T) {
	const clone = "pi/sessions/--w--/2026-11-20T12-00-00-000Z_own.jsonl"
	lines := strings.Repeat(message("1", "a", "null", prompt)+"\n", 500)
	m := hosttest.NewMounts().File(clone, []byte(head+"\n"+lines)).File(path, []byte(head+"\n"+lines+message("7", "b", "a", `{"pad":"`+strings.Repeat("x", 20_000)+`"}`)))
	h := hosttest.Host(m)
	env := &adapter.Env{Host: &h}
	for file, want := range map[string]string{clone: "2026-11-20T12:00:00.000Z", path: ""} {
		info, err := h.Files.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := jsonltree.LastUpdate(env, &adapter.Ref{ID: "own", Path: file, Size: info.Size})
		if err != nil || want == "" && got != 0 || want != "" && got.String() != want {
			t.Errorf("%s: %v, %v", file, got, err)
		}
	}
}
