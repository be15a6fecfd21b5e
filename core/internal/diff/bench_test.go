package diff_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/session"
)

// session10k is a session of 10,000 messages: prompts, answers, calls and
// their results, mostly a few hundred bytes, some 4 KB. salt makes contents
// that no other salt has.
func session10k(salt string) []session.Message {
	r := rand.New(rand.NewSource(5))
	out := make([]session.Message, 10_000)
	for i := range out {
		m := &out[i]
		text := fmt.Sprintf("%s %d %s", salt, i, strings.Repeat("some words of an answer ", 1+r.Intn(20)))
		if i%25 == 0 {
			text = strings.Repeat(text, 10)
		}
		switch i % 4 {
		case 0:
			m.Role, m.Content = session.RoleUser, text
		case 1:
			m.Role, m.Content = session.RoleAssistant, text
		case 2:
			m.Role = session.RoleAssistant
			m.ToolCalls = []session.ToolCall{{ToolCallID: text[:5], ToolName: "Bash", Input: session.JSON(`{"command":"` + text + `"}`)}}
		case 3:
			m.Role = session.RoleTool
			m.ToolResult = &session.ToolResult{ToolName: "Bash", Output: session.TextJSON(text)}
		}
	}
	return out
}

func BenchmarkCompare(b *testing.B) {
	base := session10k("a")
	r := rand.New(rand.NewSource(6))
	few := append([]session.Message(nil), session10k("a")...)
	for range 20 {
		at := r.Intn(len(few))
		few[at].Content += "changed"
		few = append(few[:at:at], few[at+r.Intn(3):]...)
	}
	other := session10k("b")
	half := session10k("b")
	shared := session10k("a")
	for n, k := range r.Perm(len(half)) {
		if n < len(half)/2 {
			half[k] = shared[k]
		}
	}
	shuffled := append([]session.Message(nil), half...)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	repeated := func(distinct int) []session.Message {
		out := make([]session.Message, 10_000)
		for i := range out {
			out[i] = base[r.Intn(distinct)]
		}
		return out
	}
	whole := append([]session.Message(nil), session10k("a")...)
	r.Shuffle(len(whole), func(i, j int) { whole[i], whole[j] = whole[j], whole[i] })
	reversed := session10k("a")
	for i := range len(reversed) / 2 {
		k := len(reversed) - 1 - i
		reversed[i], reversed[k] = reversed[k], reversed[i]
	}
	for _, c := range []struct {
		name string
		a, b []session.Message
	}{
		{"equal", base, session10k("a")},
		{"few edits", base, few},
		{"nothing shared", base, other},
		{"half shared", base, half},
		{"half shared, shuffled", base, shuffled},
		{"all shared, shuffled", base, whole},
		{"reversed", base, reversed},
		{"2 distinct", repeated(2), repeated(2)},
		{"20 distinct", repeated(20), repeated(20)},
		{"200 distinct", repeated(200), repeated(200)},
		{"1000 distinct", repeated(1000), repeated(1000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := diff.Compare(c.a, c.b, diff.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("nothing shared, text edits", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := diff.Compare(base, other, diff.Options{TextEdits: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRender(b *testing.B) {
	x, y := session10k("a"), session10k("b")
	ops, stats, err := diff.Compare(x, y, diff.Options{})
	if err != nil {
		b.Fatal(err)
	}
	d := &session.SessionDiff{Operations: ops, Stats: &stats}
	for _, format := range formats {
		b.Run(string(format), func(b *testing.B) {
			for b.Loop() {
				b.SetBytes(int64(len(diff.Render(d, diff.RenderOptions{Format: format}))))
			}
		})
	}
}
