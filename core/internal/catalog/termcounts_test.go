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
	"github.com/heddle-dev/heddle/core/internal/transcript"
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

// checkCounts checks that counting the terms of records gives the same as keeping
// their texts. It reports whether a text was lost, so that nothing was compared.
func checkCounts(t *testing.T, q *search.Query, records []adapter.Record, b *termBuilder) (lost bool) {
	t.Helper()
	s := &sessionSearch{c: &Catalog{}, req: &session.SearchRequest{Subagents: true}, q: q}
	ref := &adapter.Ref{ID: "s"}
	texts := &transcript.TextSink{}
	keeps := transcript.NewBuilder(transcript.BuilderOptions{Agent: "claude", Sink: texts})
	var room scan.Room
	for i := range records {
		r := records[i]
		r.ToolCalls = slices.Clone(r.ToolCalls) // which Keep writes to
		if r.ToolResult != nil {
			result := *r.ToolResult
			r.ToolResult = &result
		}
		if err := keeps.Record(&r); err != nil {
			t.Fatal(err)
		}
		lent := records[i]
		lent.RetainTexts(&room)
		if err := b.Record(&lent); err != nil {
			t.Fatal(err)
		}
		room.Reset()
		room.KeepText(strings.Repeat("?", 4096)) // overwrites the texts that were lent
	}
	if b.counts.lost {
		return true
	}
	whole, counted := newTranscript(t, keeps, ref), newTranscript(t, b.Builder, ref)
	if !reflect.DeepEqual(whole.Summary, counted.Summary) || whole.Empty != counted.Empty {
		t.Fatalf("summary %+v %v, by counting %+v %v", whole.Summary, whole.Empty, counted.Summary, counted.Empty)
	}
	x := s.matchSession(&searchJob{}, whole, func(doc *search.Doc) int64 { return s.showTexts(whole, texts, doc) })
	var j searchJob
	y := s.matchSession(&j, counted, func(doc *search.Doc) int64 { return s.showCounts(&j, counted, b.counts, doc) })
	if (x == nil) != (y == nil) || x != nil && (!reflect.DeepEqual(x.stat, y.stat) || x.summary.HitCount != y.summary.HitCount) {
		t.Fatalf("%v: %+v, by counting %+v", q.TermTexts(), x, y)
	}
	whole.ReleaseMessages()
	counted.ReleaseMessages()
	if !slices.Equal(whole.Builder.StableKeys(), counted.Builder.StableKeys()) {
		t.Fatalf("keys %v, by counting %v", whole.Builder.StableKeys(), counted.Builder.StableKeys())
	}
	return false
}

func newTranscript(t *testing.T, b *transcript.Builder, ref *adapter.Ref) *transcript.Transcript {
	t.Helper()
	out, err := transcript.New(b, ref, "", &transcript.Annotations{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var countedQueries = []string{"fix", "fix auth", "fix -auth", `"fix auth"`, "it"}

func TestTermCountsMatchTexts(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	compared := 0
	for _, text := range countedQueries {
		q, err := search.Parse(text, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, requests := range []transcript.RequestDetail{transcript.HashRequests, transcript.CountRequests} {
			builders := newTermBuilders(q, requests)
			for range 1000 {
				b := builders.getBuilder("claude", transcript.TimeRange{})
				if !checkCounts(t, q, someRecords(r.Intn), b) {
					compared++
				}
				builders.putBuilder(b)
			}
		}
	}
	if compared < 2000 {
		t.Error("only", compared, "compared")
	}
}

func FuzzTermCounts(f *testing.F) {
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
		q, err := search.Parse(countedQueries[int(which)%len(countedQueries)], false)
		if err != nil {
			t.Fatal(err)
		}
		requests := transcript.HashRequests
		if which&1 == 0 {
			requests = transcript.CountRequests
		}
		checkCounts(t, q, someRecords(draw), newTermBuilders(q, requests).getBuilder("claude", transcript.TimeRange{}))
	})
}

func TestLargeBuildersAreNotReused(t *testing.T) {
	q, _ := search.Parse("fix", false)
	for _, many := range []bool{false, true} {
		builders := newTermBuilders(q, transcript.HashRequests)
		b := builders.getBuilder("claude", transcript.TimeRange{})
		if many {
			for range 1 << 15 {
				b.Messages.Append(transcript.MessageDraft{})
			}
		}
		builders.putBuilder(b)
		if reused := builders.idle.Get() == b; reused == many {
			t.Errorf("many messages: %v, reused: %v", many, reused)
		}
	}
}

// A streak of lines that may hold a term ends the testing for a while; a line
// that cannot begins it again.
func TestAdaptiveFilter(t *testing.T) {
	asked := 0
	x := adaptiveFilter{mayMatch: func(raw []byte) bool { asked++; return raw[0] == 'y' }}
	for i := range skipAfter {
		if !x.acceptLine([]byte("y")) || asked != i+1 || x.untested {
			t.Fatal("line", i, asked, x.untested)
		}
	}
	for range skipLines {
		if !x.acceptLine([]byte("n")) {
			t.Fatal("not expected")
		}
	}
	if asked != skipAfter || !x.untested {
		t.Error("asked", asked, x.untested)
	}
	if !x.acceptLine([]byte("y")) || asked != skipAfter+1 || !x.acceptLine([]byte("n")) || asked != skipAfter+1 {
		t.Error("one that may is enough to go on", asked)
	}
	for range skipLines - 1 {
		x.acceptLine([]byte("n"))
	}
	if x.acceptLine([]byte("n")) || asked != skipAfter+2 || x.acceptLine([]byte("n")) || asked != skipAfter+3 {
		t.Error("one that cannot ends it", asked)
	}
}
