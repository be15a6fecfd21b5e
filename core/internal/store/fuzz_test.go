package store_test

import (
	"encoding/json"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// FuzzImport: any bytes are refused or give a session whose snapshot comes
// back as it is.
func FuzzImport(f *testing.F) {
	f.Add([]byte(`{"version":1,"session_id":"s","metadata":{"created_at":1700000000000,"extra":{"view":{"visible_message_count":1}}},"messages":[{"type":"user"},{"type":"raw","tool_name":1}]}`))
	f.Add([]byte(`{"version":1,"sessionId":"s","exportedAt":"2026-01-02T03:05:05.678Z","metadata":{"extra":{"share":{"status":"active","shareId":"x"},"fork":{"parentSessionId":"p"}}},"messages":[]}`))
	f.Add([]byte(`{"version":1,"sessionId":"s","activeThreadId":"t","metadata":{},"messages":[{"type":"user"},{"type":"user"}],"threads":[{"threadId":"t","places":[[0,1],[1,9]],"hidden":[[1,2]],"status":"paused","metadata":{"a":null}},{"threadId":"t"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
		m, err := s.Import(b, "", now)
		if err != nil {
			if c := fault.CodeOf(err); c != fault.InvalidExportFormat && c != fault.InvalidArgument {
				t.Fatal(err)
			}
			return
		}
		one := must[[]byte](t)(s.Export(m.SessionID, 0))
		if !json.Valid(one) {
			t.Fatalf("snapshot %q", one)
		}
		again := store.New(journal.NewMemory(), hosttest.Host(nil), store.Options{})
		must[*session.StoredSession](t)(again.Import(one, "", now))
		equal(t, "snapshot of the snapshot", string(must[[]byte](t)(again.Export(m.SessionID, 0))), string(one))
		sound(t, s)
	})
}

// FuzzState: a cached state of any bytes is used or not, and never panics;
// in every case, check compares it with the events.
func FuzzState(f *testing.F) {
	j := journal.NewMemory()
	s := store.New(j, hosttest.Host(nil), store.Options{})
	if _, err := s.Record("s", say("a", "b"), now); err != nil {
		f.Fatal(err)
	}
	info, _ := j.Stream("s")
	f.Add(info.State)
	f.Fuzz(func(t *testing.T, b []byte) {
		j := journal.NewMemory()
		s := store.New(j, hosttest.Host(nil), store.Options{})
		must[*session.StoredSession](t)(s.Record("s", say("a", "b"), now))
		if _, err := j.Append([]host.Write{{Stream: "s", Expect: 2, State: b}}); err != nil {
			t.Fatal(err)
		}
		s = store.New(j, hosttest.Host(nil), store.Options{})
		_, _ = s.Get("s", 0)
		_, _ = s.Messages("s", store.MessageOptions{})
		_, _ = s.Check()
	})
}
