package core_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// streamed collects what SessionsStream passes on.
func streamed(e *core.Engine, req session.GetRequest) (*session.Session, error) {
	var s *session.Session
	err := e.SessionsStream(req, func(head *session.Session) error {
		whole := *head
		whole.Messages = []session.Message{}
		s = &whole
		return nil
	}, func(m *session.Message) error {
		s.Messages = append(s.Messages, *m)
		return nil
	})
	return s, err
}

// hostOf returns the host of a home until the test ends.
func hostOf(t *testing.T, home string) *host.Host {
	t.Helper()
	open, closeHost, err := hostfns.Options{Home: home}.Open(1)
	if err != nil {
		t.Fatal(err)
	}
	h, done := open(context.Background(), nil)
	t.Cleanup(func() {
		done()
		_ = closeHost()
	})
	return h
}

// TestStreamIsGet: of every session of the fixtures, and of every branch, a stream
// passes on what get returns, and notes the same.
func TestStreamIsGet(t *testing.T) {
	homes, err := filepath.Glob(filepath.Join("..", "testdata", "agents", "*", "home*"))
	if err != nil || len(homes) == 0 {
		t.Fatal("no homes", err)
	}
	compared := 0
	for _, home := range homes {
		if info, err := os.Stat(home); err != nil || !info.IsDir() {
			continue
		}
		h := hostOf(t, home)
		list, err := core.New(h).SessionsList(session.ListRequest{Limit: 1 << 20, Subagents: true, Superseded: true})
		if err != nil {
			t.Fatal(home, err)
		}
		for _, sum := range list {
			for _, strict := range []bool{false, true} {
				req := session.GetRequest{UnifiedID: sum.UnifiedID, Strict: strict}
				got := compareStream(t, h, req)
				compared++
				hidden := req
				hidden.Redact = true
				compareStream(t, h, hidden)
				for i := 0; got != nil && i < len(got.Branches); i++ {
					req.Branch = got.Branches[i].LeafID
					compareStream(t, h, req)
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d sessions", compared)
	}
}

// compareStream compares what a stream and get say of a session, and returns what get does.
func compareStream(t *testing.T, h *host.Host, req session.GetRequest) *session.Session {
	t.Helper()
	whole, parts := core.New(h), core.New(h)
	want, wantErr := whole.SessionsGet(req)
	got, err := streamed(parts, req)
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("%+v: %v, want %v", req, err, wantErr)
		return nil
	}
	if err != nil {
		return nil
	}
	if a, b := string(got.AppendJSON(nil)), string(want.AppendJSON(nil)); a != b {
		at := 0
		for at < min(len(a), len(b)) && a[at] == b[at] {
			at++
		}
		t.Errorf("%+v differs at %d:\n%.200s\nwant\n%.200s", req, at, a[max(0, at-80):], b[max(0, at-80):])
	}
	a, b := parts.Notes(), whole.Notes()
	if fmt.Sprint(a.Diagnostics) != fmt.Sprint(b.Diagnostics) || string(a.Report.AppendJSON(nil)) != string(b.Report.AppendJSON(nil)) {
		t.Errorf("%+v notes %v %s\nwant %v %s", req, a.Diagnostics, a.Report.AppendJSON(nil), b.Diagnostics, b.Report.AppendJSON(nil))
	}
	return want
}
