package adaptertest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/search"
	"github.com/heddle-dev/heddle/core/session"
)

// searched is one session of a home, to be searched in three ways.
type searched struct {
	a   adapter.Adapter
	env *adapter.Env
	ix  *adapter.Index
	ref *adapter.Ref
	raw [][]byte // what Sift showed
}

// testSift checks that what a session shows cheaply holds its title and all its
// visible text, and that a walk that decodes only lines which may match finds
// the same.
func (s Suite) testSift(t *testing.T) {
	walks := 12 // per session
	if testing.Short() {
		walks = 2
	}
	for i, home := range s.Homes {
		if testing.Short() && i%2 != 0 { // the others are in testActive
			continue
		}
		t.Run(home, func(t *testing.T) {
			eachSearched(t, NativeHost(t, home), s.Agent, func(x *searched, got *session.Session) {
				words := x.checkShown(t, got)
				for i := 0; i < len(words); i += 1 + len(words)/walks {
					x.checkMatches(t, words[i])
				}
			})
		})
	}
}

// eachSearched visits the sessions of a home that can be read.
func eachSearched(t *testing.T, h *host.Host, agent string, visit func(x *searched, got *session.Session)) {
	t.Helper()
	for _, a := range catalog.Adapters() {
		if a.Name() != agent {
			continue
		}
		env := &adapter.Env{Host: h, Agent: agent}
		ix, err := a.Discover(env)
		if err != nil {
			t.Fatal(err)
		}
		for i := range ix.Refs {
			got, _, _, err := getSession(h, agent, ix.Refs[i].ID, false)
			if err != nil {
				continue
			}
			x := &searched{a: a, env: env, ix: ix, ref: &ix.Refs[i]}
			if sifter, ok := a.(adapter.Sifter); ok {
				err := sifter.Sift(env, ix, x.ref, func(raw []byte) bool {
					x.raw = append(x.raw, append([]byte(nil), raw...))
					return true
				})
				if err != nil {
					t.Errorf("%s: %v", x.ref.ID, err)
				}
			}
			visit(x, got)
		}
	}
}

// quoteTerm makes one term of a text.
func quoteTerm(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// wordsPerText is how many words of each text are looked for.
const wordsPerText = 5

// checkShown checks that no word of the title and none of the first words of a
// text is ruled out by what Sift shows. It returns the queries that it tried.
func (x *searched) checkShown(t *testing.T, got *session.Session) (queries []string) {
	t.Helper()
	check := func(where, text string) {
		words := strings.Fields(text)
		words = words[:min(len(words), wordsPerText)]
		terms := []string{quoteTerm(strings.Join(words, " "))}
		for _, w := range words {
			terms = append(terms, quoteTerm(w))
		}
		for _, term := range terms {
			q, err := search.Parse(term, false)
			if err != nil || q.IsEmpty() {
				continue
			}
			queries = append(queries, term)
			d := search.NewDoc(q, search.Options{})
			d.AddTitle(text) // any text: it matches in any place alike
			if _, ok := x.a.(adapter.Sifter); ok && d.IsMatch() && !x.mayMatch(q) {
				t.Errorf("%s: %s: %s is not shown", x.ref.ID, where, term)
			}
		}
	}
	check("title", got.Title)
	for i := range got.Messages {
		m := &got.Messages[i]
		check("content", m.Content)
		check("thinking", m.Thinking)
		for j := range m.ToolCalls {
			eachString(m.ToolCalls[j].Input, func(s string) { check("input", s) })
		}
		if m.ToolResult != nil {
			eachString(m.ToolResult.Output, func(s string) { check("output", s) })
		}
	}
	return queries
}

func (x *searched) mayMatch(q *search.Query) bool {
	s := search.NewSieve(q)
	for _, raw := range x.raw {
		if !s.ScanChunk(raw) {
			break
		}
	}
	return s.MayMatch()
}

// eachString visits the texts of a JSON value, but no names or ids.
func eachString(j session.JSON, visit func(s string)) {
	v, err := scan.Parse(j)
	if err != nil {
		return
	}
	var walk func(v scan.Value)
	walk = func(v scan.Value) {
		switch v.Kind() {
		case scan.String:
			visit(v.String())
		case scan.Array:
			v.EachElement(func(_ int, e scan.Value) bool { walk(e); return true })
		case scan.Object:
			v.EachMember(func(key, e scan.Value) bool {
				switch key.String() {
				case "type", "role", "id":
				default:
					walk(e)
				}
				return true
			})
		}
	}
	walk(v)
}

// checkMatches checks that a walk which asks for matching texts only finds what a
// walk that asks for all finds, in the same places.
func (x *searched) checkMatches(t *testing.T, query string) {
	t.Helper()
	q, err := search.Parse(query, false)
	if err != nil {
		t.Fatal(err)
	}
	whole, wholeMessages := x.walkMatches(t, q, nil)
	part, partMessages := x.walkMatches(t, q, q.MayMatchRecord)
	if !reflect.DeepEqual(whole.RankStat(), part.RankStat()) || whole.HitCount() != part.HitCount() {
		t.Errorf("%s: %s: %v %d when all is decoded, %v %d when some is", x.ref.ID, query,
			whole.RankStat(), whole.HitCount(), part.RankStat(), part.HitCount())
		return
	}
	for i := range whole.Hits() {
		a, b := whole.Hits()[i], part.Hits()[i]
		if a.Field != b.Field || a.MessageID != b.MessageID || !reflect.DeepEqual(a.MessageIndex, b.MessageIndex) {
			t.Errorf("%s: %s: hit %d is %+v when all is decoded, %+v when some is", x.ref.ID, query, i, a, b)
		}
	}
	if counted := x.countMatches(t, q, partMessages); whole.IsMatch() != counted.IsMatch() || whole.IsMatch() &&
		(!reflect.DeepEqual(whole.RankStat(), counted.RankStat()) || whole.HitCount() != counted.HitCount()) {
		t.Errorf("%s: %s: %v %d when texts are kept, %v %d when they are lent", x.ref.ID, query,
			whole.RankStat(), whole.HitCount(), counted.RankStat(), counted.HitCount())
	}
	if !reflect.DeepEqual(wholeMessages, partMessages) {
		t.Errorf("%s: %s: the messages differ when only some are decoded\n%v\n%v", x.ref.ID, query, wholeMessages, partMessages)
	}
}

// walkMatches matches a session as a search does, and lists its messages.
func (x *searched) walkMatches(t *testing.T, q *search.Query, match func([]byte) bool) (*search.Doc, []string) {
	t.Helper()
	var list []session.Message
	var names []string
	byMerge := map[string]int{}
	err := x.a.Walk(x.env, x.ix, x.ref, adapter.Want{Text: true, Match: match}, adapter.NewOutlet(x.env, func(r *adapter.Record) error {
		if r.Kind != adapter.Message {
			return nil
		}
		i, ok := byMerge[r.Merge]
		if r.Merge == "" || !ok {
			i = len(list)
			byMerge[r.Merge] = i
			list = append(list, session.Message{ID: r.ID, Role: r.Role})
			names = append(names, r.ID+" "+string(r.Role)+" "+r.Special)
		}
		m := &list[i]
		m.Content += "\n\n" + r.Text
		m.Thinking += "\n\n" + r.Thinking
		m.ToolCalls = append(m.ToolCalls, r.ToolCalls...)
		for _, c := range r.ToolCalls {
			if c.ToolName != "" {
				names[i] += " " + c.ToolCallID + ":" + c.ToolName
			}
		}
		if r.ToolResult != nil {
			m.ToolResult = r.ToolResult
			names[i] += " " + r.ToolResult.ToolCallID
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	d := search.NewDoc(q, search.Options{MaxHits: 1 << 30})
	for i := range list {
		d.AddMessage(int64(i), &list[i])
	}
	return d, names
}

// countMatches matches a session as walk does, but by texts that are lent: nothing of
// them is kept.
func (x *searched) countMatches(t *testing.T, q *search.Query, names []string) *search.Doc {
	t.Helper()
	type counted struct {
		role session.Role
		n    []int64
		out  bool
	}
	var list []counted
	byMerge := map[string]int{}
	c := search.NewCounter(q)
	err := x.a.Walk(x.env, x.ix, x.ref, adapter.Want{Text: true, Match: q.MayMatchRecord, Lend: true}, adapter.NewOutlet(x.env, func(r *adapter.Record) error {
		if r.Kind != adapter.Message {
			return nil
		}
		i, ok := byMerge[r.Merge]
		if r.Merge == "" || !ok {
			i = len(list)
			byMerge[r.Merge] = i
			list = append(list, counted{role: r.Role, n: make([]int64, q.TermCount())})
		}
		m := &list[i]
		m.out = c.CountText(r.Text, m.n) || m.out
		m.out = c.CountText(r.Thinking, m.n) || m.out
		for k := range r.ToolCalls {
			m.out = c.CountJSON(r.ToolCalls[k].Input, m.n) || m.out
		}
		if r.ToolResult != nil {
			m.out = c.CountJSON(r.ToolResult.Output, m.n) || m.out
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(names) {
		t.Errorf("%s: %d messages when texts are lent, not %d", x.ref.ID, len(list), len(names))
	}
	d := search.NewDoc(q, search.Options{})
	for i := range list {
		d.AddCounts(list[i].role, list[i].n, list[i].out)
	}
	return d
}
