package diff_test

import (
	"fmt"

	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/session"
)

func ExampleCompare() {
	a := []session.Message{{Role: session.RoleUser, Content: "Fix the parser"}, {Role: session.RoleAssistant, Content: "Done."}}
	b := []session.Message{{Role: session.RoleUser, Content: "Fix the lexer"}, {Role: session.RoleAssistant, Content: "Done."}}
	ops, stats, err := diff.Compare(a, b, diff.Options{TextEdits: true})
	if err != nil {
		panic(err)
	}
	for _, e := range ops[0].TextEdits {
		fmt.Printf("%s %q\n", e.Type, e.Text)
	}
	fmt.Println(stats.Modifications, "modified,", stats.Unchanged, "unchanged")
	// Output:
	// equal "Fix the "
	// delete "parser"
	// insert "lexer"
	// 1 modified, 1 unchanged
}

func ExampleRender() {
	a := []session.Message{{Role: session.RoleUser, Content: "Fix the parser"}, {Role: session.RoleAssistant, Content: "Done."}}
	b := []session.Message{{Role: session.RoleUser, Content: "Fix the lexer"}, {Role: session.RoleAssistant, Content: "Done."}}
	ops, stats, _ := diff.Compare(a, b, diff.Options{})
	d := &session.SessionDiff{A: &session.DiffSide{UnifiedID: "claude:1"}, B: &session.DiffSide{UnifiedID: "codex:2"}, Operations: ops, Stats: &stats}
	fmt.Printf("%s", diff.Render(d, diff.RenderOptions{}))
	// Output:
	// --- claude:1 (2 messages)
	// +++ codex:2 (2 messages)
	// 1 unchanged, 1 modified, 0 removed, 0 added
	//
	// @@ a 0..1, b 0..1 @@
	// ~ [0 > 0] user
	// -   Fix the parser
	// +   Fix the lexer
	//   [1 = 1] assistant: Done.
}
