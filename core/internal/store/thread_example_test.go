package store_test

import (
	"encoding/json"
	"fmt"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// Two threads of one session: the second begins with what the first shows,
// and then each goes its own way.
func ExampleThreads_branching() {
	s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
	t := s.Threads()
	var req store.Request
	check := func(_ *session.StoredThread, err error) {
		if err != nil {
			panic(err)
		}
	}
	record := func(thread string, texts ...string) {
		var messages []session.JSON
		for _, text := range texts {
			messages = append(messages, session.JSON(fmt.Sprintf(`{"type":"user","content":%q}`, text)))
		}
		check(t.Record("s", thread, messages, req))
	}
	shown := func(thread string) (out []session.Message) {
		list, err := t.Messages("s", thread, store.MessageOptions{})
		if err != nil {
			panic(err)
		}
		for _, m := range list {
			var x struct{ Content string }
			if err := json.Unmarshal(m, &x); err != nil {
				panic(err)
			}
			out = append(out, session.Message{Role: session.RoleUser, Content: x.Content})
		}
		return out
	}

	check(t.Start("s", store.ThreadOptions{ThreadID: "design"}, req))
	record("design", "a log", "a table", "a tree")
	check(t.Fork("s", "design", store.ThreadOptions{ThreadID: "other"}, req))
	two := int64(2)
	check(t.Rollback("s", "design", store.Selector{Count: &two}, req))
	record("design", "a fold")
	record("other", "a graph")

	d := session.SessionDiff{A: &session.DiffSide{UnifiedID: "design"}, B: &session.DiffSide{UnifiedID: "other"}}
	operations, stats, err := diff.Compare(shown("design"), shown("other"), diff.Options{})
	if err != nil {
		panic(err)
	}
	d.Operations, d.Stats = operations, &stats
	fmt.Println(string(diff.Render(&d, diff.RenderOptions{})))
	count, err := s.MessageCount("s")
	if err != nil {
		panic(err)
	}
	active, err := t.Active("s", 0)
	if err != nil {
		panic(err)
	}
	fmt.Println("the session has", count, "messages; active:", active)
	// Output:
	// --- design (2 messages)
	// +++ other (4 messages)
	// 1 unchanged, 1 modified, 0 removed, 2 added
	//
	// @@ a 0..1, b 0..3 @@
	//   [0 = 0] user: a log
	// ~ [1 > 1] user
	// -   a fold
	// +   a table
	// + [2] user
	// +   a tree
	// + [3] user
	// +   a graph
	//
	// the session has 5 messages; active: design
}
