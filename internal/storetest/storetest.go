// Package storetest opens stores for tests and compares what is in them.
package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
)

// Open opens a store in a file or at an address, beside no sessions of agents: home has none. The
// test's end closes it.
func Open(t testing.TB, home, store string) *heddle.Heddle {
	t.Helper()
	h, err := heddle.Open(heddle.Options{Home: home, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// Contents returns everything that each session of a store has, by its id: its summary, its messages
// and its events. The test fails when something cannot be read, or when the store's check finds a problem.
func Contents(t testing.TB, h *heddle.Heddle) map[string]string {
	t.Helper()
	list, err := h.Store.List(t.Context(), heddle.StoreListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, s := range list.Items {
		var text strings.Builder
		fmt.Fprintln(&text, s.MessageCount, s.Position, s.UpdatedAt)
		writeMessages(t, &text, h, s.SessionID)
		writeEvents(t, &text, h, s.SessionID)
		out[s.SessionID] = text.String()
	}
	if problems, err := h.Store.Check(t.Context()); err != nil || len(problems.Items) > 0 {
		t.Errorf("the store's check: %v, %v", problems, err)
	}
	return out
}

func writeMessages(t testing.TB, text *strings.Builder, h *heddle.Heddle, session string) {
	t.Helper()
	messages, err := h.Store.Messages(t.Context(), session, heddle.StoreMessagesOptions{IncludeHidden: true})
	if err != nil {
		t.Fatalf("%s: %v", session, err)
	}
	for _, m := range messages.Items {
		fmt.Fprintf(text, "%s\n", m)
	}
}

func writeEvents(t testing.TB, text *strings.Builder, h *heddle.Heddle, session string) {
	t.Helper()
	for after := int64(0); ; {
		page, err := h.Store.Events(t.Context(), session, heddle.EventsOptions{After: after})
		if err != nil {
			t.Fatalf("%s: %v", session, err)
		}
		if len(page.Events) == 0 {
			return
		}
		for _, e := range page.Events {
			fmt.Fprintf(text, "%d %s %v %s %s\n", e.Seq, e.ID, e.Time, e.Kind, e.Payload)
		}
		after = page.Next
	}
}
