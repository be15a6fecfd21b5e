package catalog

import (
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/session"
)

// someRecords makes records as adapters make them, from drawn numbers below
// n: messages in fragments, calls that repeat each other, usage and keys.
func someRecords(draw func(n int) int) []adapter.Record {
	text := func() string {
		list := []string{"", "", "fix", "Fix it", "auth", "fix auth", "a\n\nfix", "prefix\nauth", strings.Repeat("fix", 80)}
		return list[draw(len(list))]
	}
	id := func(of string) string { return []string{"", of + "1", of + "2", of + "3"}[draw(4)] }
	value := func() session.JSON {
		return []session.JSON{nil, session.TextJSON(text()), session.JSON(`{"id":"fix","x":` + string(session.TextJSON(text())) + `}`)}[draw(3)]
	}
	out := make([]adapter.Record, draw(20))
	for i := range out {
		r := adapter.Record{ID: id("i"), Parent: id("i"), Merge: id("m"), Time: session.Time(draw(50)), Copied: draw(8) == 0, Aside: draw(8) == 0,
			Kind: []adapter.Kind{adapter.Message, adapter.Message, adapter.Message, adapter.Usage, adapter.Injected}[draw(5)], Model: id("model"),
			Role: []session.Role{session.RoleUser, session.RoleAssistant, session.RoleTool}[draw(3)], Prompt: draw(4) == 0, Text: text(), Thinking: text()}
		for range draw(3) {
			r.ToolCalls = append(r.ToolCalls, session.ToolCall{ToolCallID: id("c"), Input: value()})
		}
		if draw(3) == 0 {
			r.ToolResult = &session.ToolResult{Output: value()}
		}
		if draw(2) == 0 {
			r.Usage, r.UsageKey = &session.TokenUsage{InputTokens: 1}, id("u")
		}
		if draw(4) == 0 {
			r.Facts = &adapter.Facts{Key: id("k"), ResumeCopies: draw(2) == 0, Tree: draw(2) == 0, DropTurns: int64(draw(2)), AgentTitle: text()}
		}
		out[i] = r
	}
	return out
}

// checkTally checks that a fold which counts makes the same of records as one
// that keeps them.
func checkTally(t *testing.T, q *search.Query, records []adapter.Record, f *fold) (lost bool) {
	t.Helper()
	s := &searching{c: &Catalog{}, req: &session.SearchRequest{Subagents: true}, q: q}
	ref := &adapter.Ref{ID: "s"}
	keeps := newFold(true)
	var room scan.Room
	for i := range records {
		r := records[i]
		r.ToolCalls = slices.Clone(r.ToolCalls) // which Keep writes to
		if r.ToolResult != nil {
			result := *r.ToolResult
			r.ToolResult = &result
		}
		if err := keeps.visit(&r); err != nil {
			t.Fatal(err)
		}
		lent := records[i]
		lent.Keep(&room)
		if err := f.visit(&lent); err != nil {
			t.Fatal(err)
		}
		room.Reset()
		room.Keep(strings.Repeat("?", 4096)) // what was lent is gone
	}
	if f.tally.lost {
		return true
	}
	whole, err := s.c.view(claudeAdapter(t), ref, keeps, "")
	if err != nil {
		t.Fatal(err)
	}
	counted, err := s.c.view(claudeAdapter(t), ref, f, "")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(whole.summary, counted.summary) || whole.empty != counted.empty {
		t.Fatalf("summary %+v %v, by counting %+v %v", whole.summary, whole.empty, counted.summary, counted.empty)
	}
	a, b := s.match(whole), s.match(counted)
	if (a == nil) != (b == nil) || a != nil && (!reflect.DeepEqual(a.stat, b.stat) || a.summary.HitCount != b.summary.HitCount) {
		t.Fatalf("%v: %+v, by counting %+v", q.Words(), a, b)
	}
	whole.forget()
	counted.forget()
	if !slices.Equal(whole.fold.keys, counted.fold.keys) {
		t.Fatalf("keys %v, by counting %v", whole.fold.keys, counted.fold.keys)
	}
	return false
}

func claudeAdapter(t *testing.T) adapter.Adapter {
	t.Helper()
	a, err := find("claude")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var tallied = []string{"fix", "fix auth", "fix -auth", `"fix auth"`, "it"}

func TestTallyCountsWhatAFoldKeeps(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	compared := 0
	for _, text := range tallied {
		q, err := search.Parse(text, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, usage := range []bool{false, true} {
			folds := make(countingFolds, 1)
			for range 1000 {
				f := folds.take(q, usage)
				if !checkTally(t, q, someRecords(r.Intn), f) {
					compared++
				}
				folds.give(f)
			}
		}
	}
	if compared < 2000 {
		t.Error("only", compared, "compared")
	}
}

func FuzzTally(f *testing.F) {
	f.Add([]byte("0123456789"), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		draw := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			c := int(data[0])
			data = data[1:]
			return c % n
		}
		q, err := search.Parse(tallied[int(which)%len(tallied)], false)
		if err != nil {
			t.Fatal(err)
		}
		checkTally(t, q, someRecords(draw), make(countingFolds, 1).take(q, which&1 == 0))
	})
}

func TestLargeFoldsAreNotKept(t *testing.T) {
	q, _ := search.Parse("fix", false)
	folds := make(countingFolds, 1)
	f := folds.take(q, false)
	f.messages = make([]message, 0, keptMessages+1)
	folds.give(f)
	if len(folds) != 0 {
		t.Error("a large fold is kept")
	}
}

// Lines that may hold a term are asked for until they are expected; one that
// cannot ends that.
func TestExpectedLines(t *testing.T) {
	asked := 0
	x := expected{line: func(raw []byte) bool { asked++; return raw[0] == 'y' }}
	for i := range surelyAfter {
		if !x.match([]byte("y")) || asked != i+1 || x.passed {
			t.Fatal("line", i, asked, x.passed)
		}
	}
	for range surelyFor {
		if !x.match([]byte("n")) {
			t.Fatal("not expected")
		}
	}
	if asked != surelyAfter || !x.passed {
		t.Error("asked", asked, x.passed)
	}
	if !x.match([]byte("y")) || asked != surelyAfter+1 || !x.match([]byte("n")) || asked != surelyAfter+1 {
		t.Error("one that may is enough to go on", asked)
	}
	for range surelyFor - 1 {
		x.match([]byte("n"))
	}
	if x.match([]byte("n")) || asked != surelyAfter+2 || x.match([]byte("n")) || asked != surelyAfter+3 {
		t.Error("one that cannot ends it", asked)
	}
}
