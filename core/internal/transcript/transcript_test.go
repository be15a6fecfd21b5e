package transcript

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// tree is a compact way to write records: "id<parent role text".
func tree(lines ...string) []adapter.Record {
	out := []adapter.Record{{Kind: adapter.Ignored, Facts: &adapter.Facts{Tree: true}}}
	for i, l := range lines {
		f := strings.Fields(l)
		id, parent, _ := strings.Cut(f[0], "<")
		r := adapter.Record{ID: id, Parent: parent, Time: session.Time(1000 + i), Text: strings.Join(f[2:], " ")}
		switch f[1] {
		case "u":
			r.Role, r.Prompt = session.RoleUser, true
		case "a":
			r.Role = session.RoleAssistant
		case "t":
			r.Role, r.Text = session.RoleTool, ""
			r.ToolResult = &session.ToolResult{ToolCallID: f[2]}
		case "e":
			r.Role, r.Special = session.RoleSystem, "api_error"
		case ".":
			r.Kind = adapter.Injected
		}
		out = append(out, r)
	}
	return out
}

func folded(t *testing.T, branch string, recs ...adapter.Record) (*Builder, *Tree, *TextSink) {
	t.Helper()
	texts := &TextSink{}
	b := NewBuilder(BuilderOptions{Agent: "claude", Sink: texts})
	for i := range recs {
		if err := b.Record(&recs[i]); err != nil {
			t.Fatal(err)
		}
	}
	v, ok := b.ResolveTree(branch)
	if !ok {
		t.Fatalf("no branch %q", branch)
	}
	return b, v, texts
}

func shown(b *Builder, v *Tree) string {
	var out []string
	for i := range b.Messages.Len() {
		if v.Shown[i] {
			out = append(out, b.idOf(i))
		}
	}
	return strings.Join(out, " ")
}

// Records without a type are reported like those with an unknown one.
func TestUnknownTypes(t *testing.T) {
	b, _, _ := folded(t, "", adapter.Record{Kind: adapter.Unknown}, adapter.Record{Kind: adapter.Unknown, Type: "new"}, adapter.Record{Kind: adapter.Unknown})
	if len(b.unknown) != 2 || b.unknown["(none)"] != 2 || b.unknown["new"] != 1 {
		t.Errorf("%v", b.unknown)
	}
}

func TestCurrentBranch(t *testing.T) {
	for name, c := range map[string]struct {
		recs []adapter.Record
		leaf string
		want string
	}{
		"a chain":                  {tree("1 u hi", "2<1 a", "3<2 u", "4<3 a"), "", "1 2 3 4"},
		"a rewind":                 {tree("1 u hi", "2<1 a", "3<2 u old", "4<3 a", "5<2 u new", "6<5 a"), "", "1 2 5 6"},
		"the leaf the agent names": {tree("1 u hi", "2<1 a", "3<2 u old", "4<3 a", "5<2 u new", "6<5 a"), "4", "1 2 3 4"},
		"parallel tool results":    {tree("1 u hi", "2<1 a", "3<2 a", "4<2 t c1", "5<3 t c2", "6<5 a"), "", "1 2 3 4 5 6"},
		"context in the chain":     {tree("1 u hi", "x<1 .", "2<x a", "y<2 .", "3<y u"), "", "1 2 3"},
		"two roots":                {tree("1 u hi", "2<1 a", "3 u again", "4<3 a"), "", "1 2 3 4"},
		"a lost parent":            {tree("1 u hi", "2<1 a", "4<3 a", "5<4 u"), "", "1 2 4 5"},
		"a loop":                   {tree("1<3 u hi", "2<1 a", "3<2 u"), "", "1 2 3"},
		"its own parent":           {tree("1<1 u hi", "2<1 a"), "", "1 2"},
		"a parent written later":   {tree("2<1 a", "1 u hi"), "2", "2 1"},
	} {
		recs := c.recs
		if c.leaf != "" {
			recs = append(recs, adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Leaf: c.leaf}})
		}
		b, v, _ := folded(t, "", recs...)
		if got := shown(b, v); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestRewindToBeforeTheFirstPrompt(t *testing.T) {
	recs := tree("1 u first", "2<1 a", "3 u edited", "4<3 a")
	recs = append(recs, adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{OneRoot: true}})
	b, v, _ := folded(t, "", recs...)
	if got := shown(b, v); got != "3 4" {
		t.Errorf("shows %s", got)
	}
	list := v.Branches()
	if len(list) != 1 || list[0].LeafID != "2" || list[0].ForkID != "" || list[0].MessageCount != 2 {
		t.Fatalf("%+v", list)
	}
	b, v, _ = folded(t, "2", recs...)
	if got := shown(b, v); got != "1 2" {
		t.Errorf("the other branch shows %s", got)
	}
	recs = append(tree("1 u first", "2 a", "3 u second", "4 a"), recs[len(recs)-1])
	b, v, _ = folded(t, "", recs...)
	if got := shown(b, v); got != "1 2 3 4" {
		t.Errorf("a plain list shows %s", got)
	}
	recs = append(tree("1 u first", "2<1 a", "9<lost a", "x .", "3<x u again"), recs[len(recs)-1])
	b, v, _ = folded(t, "", recs...)
	if got := shown(b, v); got != "1 2 9 3" {
		t.Errorf("parts that are no rewind: %s", got)
	}
}

func TestBranchesAreReachable(t *testing.T) {
	recs := tree("1 u hi", "2<1 a", "3<2 u old", "4<3 a", "5<2 u new", "6<5 a", "7<4 u older still")
	recs = append(recs, adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Leaf: "6"}})
	_, current, _ := folded(t, "", recs...)
	list := current.Branches()
	if len(list) != 1 || list[0].LeafID != "7" || list[0].ForkID != "2" || list[0].MessageCount != 3 || list[0].UpdatedAt != 1006 {
		t.Fatalf("%+v", list)
	}
	b, v, _ := folded(t, list[0].LeafID, recs...)
	if got := shown(b, v); got != "1 2 3 4 7" {
		t.Errorf("the other branch shows %s", got)
	}
	if _, ok := b.ResolveTree("nope"); ok {
		t.Error("an unknown branch is accepted")
	}
}

func TestRemovedRunsAreBranchesToo(t *testing.T) {
	recs := tree("1 u hi", "2 a", "3 u gone", "4 a", "5 u new")[1:]
	recs[2].Branch, recs[3].Branch = true, true
	b, v, _ := folded(t, "", recs...)
	if got := shown(b, v); got != "1 2 5" {
		t.Errorf("shows %s", got)
	}
	list := v.Branches()
	if len(list) != 1 || list[0].LeafID != "4" || list[0].ForkID != "2" || list[0].MessageCount != 2 {
		t.Fatalf("%+v", list)
	}
	b, v, _ = folded(t, "4", recs...)
	if got := shown(b, v); got != "1 2 3 4" {
		t.Errorf("the removed run shows %s", got)
	}
}

func TestTurns(t *testing.T) {
	for name, c := range map[string]struct {
		recs []adapter.Record
		want int64
	}{
		"one answer":       {tree("1 u", "2<1 a", "3<2 t c", "4<3 a"), 1},
		"no answer":        {tree("1 u"), 0},
		"only a failure":   {tree("1 u", "2<1 e"), 0},
		"failed, repeated": {tree("1 u", "2<1 e", "3<2 u", "4<3 a"), 1},
		"two at once":      {tree("1 u", "2<1 u", "3<2 a"), 1},
		"answer first":     {tree("1 a", "2<1 u", "3<2 a"), 1},
	} {
		b, v, _ := folded(t, "", c.recs...)
		if got, _ := b.countTurns(v); got != c.want {
			t.Errorf("%s: %d turns, want %d", name, got, c.want)
		}
	}
}

func TestFragmentsMerge(t *testing.T) {
	use := func(out int64) *session.TokenUsage { return &session.TokenUsage{InputTokens: 10, OutputTokens: out} }
	frag := func(id, text string, out int64) adapter.Record {
		return adapter.Record{ID: id, Merge: "m1", UsageKey: "m1", Role: session.RoleAssistant, Model: "gpt-5", Text: text, Usage: use(out), Time: 5}
	}
	recs := []adapter.Record{frag("a", "one", 1), {ID: "r", Role: session.RoleTool, ToolResult: &session.ToolResult{ToolCallID: "c"}}, frag("b", "two", 90), frag("b", "two", 90)}
	b, _, texts := folded(t, "", recs...)
	if b.Messages.Len() != 2 || texts.WholeMessage(b, 0).Content != "one\n\ntwo" {
		t.Fatalf("%d messages, first %q", b.Messages.Len(), texts.WholeMessage(b, 0).Content)
	}
	if b.Requests.Len() != 1 || b.Requests.Get(0).Usage.InputTokens != 10 || b.Requests.Get(0).Usage.OutputTokens != 90 {
		t.Errorf("requests %+v", b.Requests)
	}
}

func TestTitleModelTimes(t *testing.T) {
	recs := tree("1 u", "2<1 a", "3<2 u  second\nprompt", "4<3 a", "5<4 a")
	recs[2].Model, recs[4].Model, recs[5].Model = "old", "new", "old"
	recs[1].Copied, recs[1].Time = true, 7
	b, v, _ := folded(t, "", recs...)
	if got := b.sessionTitle(v); got != "second prompt" {
		t.Errorf("title %q", got)
	}
	if got := b.mainModel(v); got != "old" {
		t.Errorf("model %q", got)
	}
	created, updated := b.sessionTimes(&adapter.Ref{ModTime: 1})
	if created != 1001 || updated != 1004 {
		t.Errorf("times %d %d: copied records decide", created, updated)
	}
	b.Facts.AgentTitle = "made"
	if b.sessionTitle(v) != "made" {
		t.Error("the agent's title loses")
	}
	b.Facts.UserTitle = "named"
	if b.sessionTitle(v) != "named" {
		t.Error("the user's title loses")
	}
}

func TestCopiesSupersede(t *testing.T) {
	mk := func(id string, n int, resumable bool) *Transcript {
		b := NewBuilder(BuilderOptions{Agent: "claude"})
		b.Facts.Resumable = resumable
		for i := 0; i < n; i++ {
			b.keys = append(b.keys, uint64(i+1))
		}
		return &Transcript{Builder: b, Summary: session.SessionSummary{SessionID: id, MessageCount: int64(n)}}
	}
	a, ab, abc, fork := mk("a", 1, true), mk("ab", 2, true), mk("abc", 3, true), mk("fork", 4, false)
	other := mk("other", 3, true)
	other.Builder.keys[1] = 99
	var x SupersededIndex
	x.Add(ab, nil, fork, abc, a, other)
	for w, want := range map[*Transcript]string{a: "abc", ab: "abc", abc: "", fork: "", other: ""} {
		if got := x.LongestCopy(w); got != want && !(w == a && got == "other") {
			t.Errorf("%s is superseded by %q, want %q", w.Summary.SessionID, got, want)
		}
	}
}
