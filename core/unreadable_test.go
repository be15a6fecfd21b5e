package core_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// TestUnreadableStoredSession: any operation that walks a store returns all sessions that can be read,
// and names the one that cannot be.
func TestUnreadableStoredSession(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, ".claude", "projects", "-p")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	line := `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s1","timestamp":"2025-06-01T00:00:00.000Z","cwd":"/p","version":"2.1.0","message":{"role":"user","content":"apples"}}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "s1.jsonl"), []byte(line), 0o644); err != nil {
		t.Fatal(err)
	}
	open, closeHost, err := hostfns.Options{Home: home}.Open(2)
	if err != nil {
		t.Fatal(err)
	}
	defer closeHost()
	granted, done := open(context.Background(), nil)
	defer done()
	h := *granted
	h.SQL, h.Journal = nil, journal.NewMemory()
	e := core.New(&h)
	for _, id := range []string{"a", "z"} {
		if _, err := e.StoreRecord(session.RecordRequest{SessionID: id, Messages: []session.JSON{session.JSON(`{"type":"user","content":"apples"}`)}}); err != nil {
			t.Fatal(err)
		}
	}
	bad := host.Event{ID: [16]byte{9}, Time: 1, Kind: "session.forked", Payload: []byte(`{"parts":[["a",0,1]]}`)}
	if _, err := h.Journal.Append([]host.Write{{Stream: "m", Events: []host.Event{bad}}}); err != nil {
		t.Fatal(err)
	}
	for name, count := range map[string]func() (int64, error){
		"list": func() (int64, error) {
			list, err := e.StoreList(session.StoreListRequest{})
			return int64(len(list)), err
		},
		"count": func() (int64, error) { return e.StoreSessionCount(session.StoreRequest{}) },
		"stats": func() (int64, error) {
			s, err := e.StoreStats(session.StoreRequest{})
			if err != nil {
				return 0, err
			}
			return s.Sessions, nil
		},
		"sessions.list": func() (int64, error) {
			list, err := e.SessionsList(session.ListRequest{Agent: "heddle"})
			return int64(len(list)), err
		},
		"search": func() (int64, error) {
			list, err := e.SessionsSearch(session.SearchRequest{Text: "apples", Agent: "heddle"})
			return int64(len(list)), err
		},
		"another agent's session": func() (int64, error) {
			_, err := e.SessionsGet(session.GetRequest{Agent: "claude", SessionID: "s1"})
			return 2, err
		},
		"cost": func() (int64, error) {
			_, err := e.SessionsTotalCost(session.CostRequest{Agent: "heddle"})
			return 2, err
		},
		"doctor": func() (int64, error) {
			_, err := e.SessionsDoctor(session.DoctorRequest{})
			return 2, err
		},
		"clear threads": func() (int64, error) { _, err := e.ThreadsClear(session.StoreRequest{}); return 2, err },
	} {
		e.Begin("test")
		n, err := count()
		if n != 2 || err != nil {
			t.Errorf("%s: %d sessions, %v", name, n, err)
		}
		named := 0
		for _, d := range e.Notes().Diagnostics {
			if d.Code == fault.ParseError && strings.Contains(d.Message, `"m"`) {
				named++
			}
		}
		if named != 1 {
			t.Errorf("%s: noted %v", name, e.Notes().Diagnostics)
		}
	}
	if _, err := e.StoreCompact(session.StoreRequest{}); err == nil {
		t.Error("compact: nobody knows what the session that cannot be read needs")
	}
}
