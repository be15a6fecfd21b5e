package heddle_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

func openSpecified(t *testing.T, home string) *heddle.Heddle {
	t.Helper()
	h, err := heddle.Open(heddle.Options{Home: home, Store: filepath.Join(t.TempDir(), "heddle.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

func mustReturn[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// The samples of the specification of sessions, in the manner of Go.
func TestSpecifiedSessions(t *testing.T) {
	h := openSpecified(t, "testdata/agents/claude/home")
	first := mustReturn(h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Claude, Limit: 1}))(t).Items[0]
	markdown := mustReturn(h.Sessions.Export(ctx, first.Ref(), heddle.ExportOptions{Format: "markdown"}))(t)
	if markdown.Text == "" || markdown.Version() != 0 {
		t.Errorf("%q", markdown.Text)
	}
	if id, err := h.Sessions.ResolveUnifiedID(ctx, heddle.Claude, "a1b2c3d4"); id != "claude:a1b2c3d4" || err != nil {
		t.Error(id, err)
	}
	if id := mustReturn(h.Sessions.ResolveNativeID(ctx, "claude:a:b"))(t); *id != (heddle.NativeID{Agent: heddle.Claude, NativeSessionID: "a:b"}) {
		t.Error(id)
	}
	for _, invalid := range []string{"claude:", "not-a-valid-id", "unknown-agent:123", ""} {
		if id, err := h.Sessions.ResolveNativeID(ctx, invalid); id != nil || err != nil {
			t.Errorf("%q: %v, %v", invalid, id, err)
		}
	}
	if _, err := h.Sessions.Get(ctx, "claude:last"); fault.CodeOf(err) != fault.SessionNotFound {
		t.Error("an id that does not exist:", err)
	}
	since := time.UnixMilli(first.CreatedAt.UnixMilli())
	for _, s := range mustReturn(h.Sessions.List(ctx, heddle.ListOptions{Since: since}))(t).Items {
		if s.CreatedAt.Before(since) {
			t.Error(s.UnifiedID, "was created before")
		}
	}
	none := mustReturn(openSpecified(t, t.TempDir()).Sessions.TotalCost(ctx))(t)
	if none.SessionCount != 0 || none.InputTokens != 0 || none.OutputTokens != 0 || none.TotalUSD == nil || none.TotalUSD.String() != "0" {
		t.Errorf("%+v", none)
	}
}

// The samples of the specification of the store and of threads.
func TestSpecifiedStore(t *testing.T) {
	h := openSpecified(t, t.TempDir())
	for range 3 {
		mustReturn(h.Store.Record(ctx, "sess_001", heddle.JSON(`{"type":"assistant","content":"Hello!"}`)))(t)
	}
	if snapshot := mustReturn(h.Store.Export(ctx, "sess_001"))(t); snapshot.Version() != 1 {
		t.Error(snapshot.Text)
	}
	if summary := mustReturn(h.Store.Summarize(ctx, "sess_001", heddle.SummarizeOptions{Summary: "greetings"}))(t); summary.Content != "greetings" {
		t.Errorf("%+v", summary)
	}
	thread := mustReturn(h.Threads.Start(ctx, "sess_001", heddle.ThreadStartOptions{Name: "bug-investigation"}))(t)
	message := heddle.JSON(`{"type":"user","content":"Hi","uuid":"msg_xyz"}`)
	mustReturn(h.Threads.Record(ctx, "sess_001", thread.ThreadID, []heddle.JSON{message, message}))(t)
	for selector, want := range map[string]int64{`{"count":1}`: 1, `{"visible_message_count":0}`: 0, `{"visibleMessageCount":2}`: 2} {
		if got := mustReturn(h.Threads.Compact(ctx, "sess_001", heddle.ThreadCompactOptions{Selector: heddle.JSON(`{"visibleMessageCount":2}`)}))(t); got.VisibleMessageCount != 2 {
			t.Errorf("%+v", got)
		}
		got := mustReturn(h.Threads.Compact(ctx, "sess_001", heddle.ThreadCompactOptions{Selector: heddle.JSON(selector)}))(t)
		if got.VisibleMessageCount != want {
			t.Errorf("%s: %d messages", selector, got.VisibleMessageCount)
		}
	}
	for _, bad := range []string{`{"cuont":1}`, `[]`, `{"count":-1}`, `{"count":"1"}`, `{"count":1,"uuid":"msg_xyz"}`} {
		_, err := h.Threads.Compact(ctx, "sess_001", heddle.ThreadCompactOptions{Selector: heddle.JSON(bad)})
		if e := (&fault.Error{}); !errors.As(err, &e) || e.Code != fault.InvalidSelector {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// What all hosts answer alike: the operations themselves, as a plugin or another language calls them.
func TestWordsOfOperations(t *testing.T) {
	h := openSpecified(t, "testdata/agents/claude/home")
	newest := mustReturn(h.Sessions.List(ctx, heddle.ListOptions{Limit: 2}))(t).Items
	id := newest[0].SessionID
	get := func(request string) (string, string) {
		r, err := h.Engine().Call(ctx, "sessions.get", []byte(request))
		if err != nil {
			return "", string(fault.CodeOf(err))
		}
		var s struct{ UnifiedID string }
		if err := json.Unmarshal(r.Body, &s); err != nil {
			t.Fatal(err)
		}
		return s.UnifiedID, ""
	}
	for _, c := range []struct{ request, found, code string }{
		{`{"ref":"last"}`, newest[0].UnifiedID, ""},
		{`{"ref":"claude:last"}`, newest[0].UnifiedID, ""},
		{`{"ref":"last-1"}`, newest[1].UnifiedID, ""},
		{`{"ref":"` + id + `"}`, newest[0].UnifiedID, ""},
		{`{"ref":"claude:` + id[:8] + `"}`, newest[0].UnifiedID, ""},
		{`{"ref":"` + id[:8] + `"}`, newest[0].UnifiedID, ""},
		{`{"ref":"last-99999"}`, "", "SESSION_NOT_FOUND"},
		{`{"ref":"codex:last"}`, "", "SESSION_NOT_FOUND"},
		{`{"ref":"` + id[:3] + `"}`, "", "SESSION_NOT_FOUND"},
		{`{"ref":"none at all"}`, "", "SESSION_NOT_FOUND"},
		{`{"ref":"claude:"}`, "", "SESSION_NOT_FOUND"},
		{`{"ref":"last","unifiedId":"claude:x"}`, "", "INVALID_ARGUMENT"},
		{`{"agent":"claude","sessionId":"last"}`, "", "SESSION_NOT_FOUND"},
		{`{"unifiedId":"last"}`, "", "INVALID_ARGUMENT"},
	} {
		if found, code := get(c.request); found != c.found || code != c.code {
			t.Errorf("%s: %q %q", c.request, found, code)
		}
	}
	if s := mustReturn(h.Sessions.Get(ctx, heddle.Named("last")))(t); s.UnifiedID != newest[0].UnifiedID {
		t.Error(s.UnifiedID)
	}
}
