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

// storedMessage renders a message as the store keeps it.
func storedMessage(kind, text string) session.JSON {
	return session.JSON(fmt.Sprintf(`{"type":%q,"content":%q}`, kind, text))
}

// spoken makes messages of what the store keeps, to compare them.
func spoken(s *store.Store, id string) []session.Message {
	list, err := s.Messages(id, store.MessageOptions{})
	if err != nil {
		panic(err)
	}
	var out []session.Message
	for _, m := range list {
		var x struct{ Type, Content string }
		if err := json.Unmarshal(m, &x); err != nil {
			panic(err)
		}
		out = append(out, session.Message{Role: session.Role(x.Type), Content: x.Content})
	}
	return out
}

// A conversation branches: a fork tries another answer, the original goes
// back and continues, and a comparison shows where they part.
func Example_branching() {
	s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
	check := func(_ *session.StoredSession, err error) {
		if err != nil {
			panic(err)
		}
	}
	check(s.Record("trunk", []session.JSON{
		storedMessage("user", "Which parser do we take?"), storedMessage("assistant", "A hand-written one."), storedMessage("user", "Is it fast enough?"),
	}, store.Request{}))
	// A fork shares the messages so far; nothing is copied.
	check(s.Fork("trunk", store.ForkOptions{SessionID: "branch"}, store.Request{}))
	check(s.Record("branch", []session.JSON{storedMessage("assistant", "Yes: 400 MB a second.")}, store.Request{}))
	// A revert hides what followed the first question; what is recorded
	// afterwards is visible.
	one := int64(1)
	check(s.Revert("trunk", store.Selector{VisibleMessageCount: &one}, store.Request{}))
	check(s.Record("trunk", []session.JSON{storedMessage("assistant", "A generated one.")}, store.Request{}))

	operations, _, err := diff.Compare(spoken(s, "trunk"), spoken(s, "branch"), diff.Options{})
	if err != nil {
		panic(err)
	}
	for _, o := range operations {
		switch {
		case o.MessageA == nil:
			fmt.Println("+", o.MessageB.Content)
		case o.MessageB == nil:
			fmt.Println("-", o.MessageA.Content)
		case o.MessageA.Content == o.MessageB.Content:
			fmt.Println(" ", o.MessageA.Content)
		default:
			fmt.Println("-", o.MessageA.Content)
			fmt.Println("+", o.MessageB.Content)
		}
	}
	meta, err := s.Unrevert("trunk", store.Request{})
	if err != nil {
		panic(err)
	}
	fmt.Println("of", meta.MessageCount, "messages nothing is lost:", len(spoken(s, "trunk")), "are shown again")
	// Output:
	//   Which parser do we take?
	// - A generated one.
	// + A hand-written one.
	// + Is it fast enough?
	// + Yes: 400 MB a second.
	// of 4 messages nothing is lost: 4 are shown again
}

// The same request twice happens once, and a change that expects another
// position is refused.
func ExampleStore_Record() {
	s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
	id, _ := store.ParseUUID("0190b2c0-0000-7000-8000-000000000001")
	for range 2 {
		meta, err := s.Record("s", []session.JSON{storedMessage("user", "hello")}, store.Request{ID: id})
		fmt.Println(meta.MessageCount, err)
	}
	_, err := s.Record("s", []session.JSON{storedMessage("user", "late")}, store.Request{Expect: 7})
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// 1 <nil>
	// CONFLICT: the session is at position 1; another writer changed it: read what is new and try again
}
