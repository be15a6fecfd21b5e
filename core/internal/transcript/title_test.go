package transcript

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// TestTitleIsTheFirstShownPrompts: titles of prompts below a prompt are not kept, and the session's
// title is nevertheless that of the first prompt that is shown, regardless of what was rewound
// and on every branch.
func TestTitleIsTheFirstShownPrompts(t *testing.T) {
	for seed := range uint64(20_000) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		texts := &TextSink{}
		b := NewBuilder(BuilderOptions{Agent: "claude", Sink: texts})
		n := 2 + rnd.IntN(14)
		asTree := seed%2 == 0
		for i := range n {
			r := adapter.Record{Kind: adapter.Message, Role: session.RoleUser, Prompt: rnd.IntN(3) > 0, Text: "text " + strconv.Itoa(i), Time: session.Time(i + 1)}
			if rnd.IntN(6) == 0 {
				r.Text = ""
			}
			if i == 0 {
				r.Facts = &adapter.Facts{Tree: asTree, OneRoot: rnd.IntN(2) == 0}
			} else if rnd.IntN(9) == 0 {
				r.Facts = &adapter.Facts{DropTurns: int64(1 + rnd.IntN(3))}
			}
			if rnd.IntN(8) > 0 {
				r.ID = strconv.Itoa(i)
				if rnd.IntN(8) > 0 {
					r.Parent = strconv.Itoa(rnd.IntN(n)) // later ones too: loops
				}
				if rnd.IntN(2) == 0 {
					r.Parent = strconv.Itoa(i - 1)
				}
			}
			r.Aside, r.Branch = rnd.IntN(10) == 0, rnd.IntN(10) == 0
			if seed%5 == 0 {
				r.Place = int64(i + 1)
				if rnd.IntN(6) == 0 {
					r.Facts = &adapter.Facts{Tree: asTree, DropFrom: int64(1 + rnd.IntN(n))}
				}
			}
			if err := b.Record(&r); err != nil {
				t.Fatal(err)
			}
		}
		for i := -1; i < n; i++ {
			branch := ""
			if i >= 0 {
				branch = strconv.Itoa(i)
			}
			tree, ok := b.ResolveTree(branch)
			if !ok {
				continue
			}
			want := ""
			for m := range tree.Shown {
				if d := b.Messages.At(m); want == "" && tree.Shown[m] && d.IsPrompt() {
					want = session.Title(texts.Body(m).Content)
				}
			}
			if got := b.sessionTitle(tree); got != want {
				t.Fatalf("seed %d, branch %q: title %q, want %q", seed, branch, got, want)
			}
		}
	}
}
