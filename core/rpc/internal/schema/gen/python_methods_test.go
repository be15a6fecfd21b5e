package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

func TestThePythonTablesNameWhatThereIs(t *testing.T) {
	methods, members := map[string]bool{}, map[string]bool{}
	for _, op := range schema.Ops {
		m := schema.MethodOf(op)
		name := m.Namespace + "." + pyMethodName(m.Name)
		methods[name], members[op.Name] = true, true
		if m.Pages {
			methods[name+"_all"] = true
			if pyPageResult[op.Name] == "" {
				t.Errorf("pyPageResult: no function for %s", op.Name)
			}
		}
		for _, f := range schema.RequestOf(op).Fields {
			members[op.Name+"."+f.Name] = true
		}
	}
	for name := range pyNotes {
		if !methods[name] {
			t.Errorf("pyNotes: no method is called %s", name)
		}
	}
	for _, name := range slices.Concat(pyByHand, pyLeftOut, slices.Collect(maps.Keys(pyNoted)),
		slices.Collect(maps.Keys(pyPageResult)), slices.Collect(maps.Keys(pyOverrides))) {
		if !members[name] {
			t.Errorf("no operation or member is called %s", name)
		}
	}
}

func TestFirstSentence(t *testing.T) {
	long := strings.Repeat("very ", 20)
	for _, c := range []struct{ text, first, rest string }{
		{"One sentence.", "One sentence.", ""},
		{"One. Two. Three.", "One.", "Two. Three."},
		{"A list: short. More.", "A list: short.", "More."},
		{"A list: " + long + "long. More.", "A list.", strings.ToUpper(long[:1]) + long[1:] + "long. More."},
	} {
		if first, rest := pyFirstSentence(c.text); first != c.first || rest != c.rest {
			t.Errorf("%q: %q and %q", c.text, first, rest)
		}
	}
}

func TestWrappedLinesEnd(t *testing.T) {
	text := strings.TrimSpace(strings.Repeat("words of a paragraph… ", 30))
	wrapped := pyWrap(text, "    ", "        ")
	for _, line := range strings.Split(strings.TrimSuffix(wrapped, "\n"), "\n") {
		if n := len([]rune(line)); n > pyWidth || n < pyWidth/3 {
			t.Errorf("a line of %d characters: %q", n, line)
		}
	}
	if got := strings.Join(strings.Fields(wrapped), " "); got != text {
		t.Errorf("wrapping changed the words: %q", got)
	}
}
