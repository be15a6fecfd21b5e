package heddle_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// folder is where a home keeps its store.
func folder(home string) string { return filepath.Join(home, ".local", "share", "heddle") }

// desk is a home whose store can be written to.
type desk struct {
	t      testing.TB
	home   string
	native *hostfns.Native
	host   *host.Host
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	d := &desk{t: t, home: t.TempDir()}
	native, err := hostfns.Open(hostfns.Options{Home: d.home, Workers: 1, Entropy: &hosttest.Entropy{},
		Stores: map[string]string{heddle.StorePath: filepath.Join(folder(d.home), "heddle.db")}})
	if err != nil {
		t.Fatal(err)
	}
	call := native.Call(context.Background(), nil)
	d.native, d.host = native, &call.Host
	t.Cleanup(func() {
		call.Release()
		native.Close()
	})
	return d
}

// with runs fn on the store.
func (d *desk) with(fn func(s *store.Store) error) {
	d.t.Helper()
	s, done, err := store.Open(*d.host, heddle.StorePath, true, store.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	defer done()
	if err := fn(s); err != nil {
		d.t.Fatal(err)
	}
}

// record records messages, one a line.
func (d *desk) record(id, lines string) {
	d.t.Helper()
	var list []session.JSON
	for _, l := range strings.Split(strings.TrimSpace(lines), "\n") {
		list = append(list, session.JSON(strings.TrimSpace(l)))
	}
	d.with(func(s *store.Store) error {
		_, err := s.Record(id, list, store.Request{})
		return err
	})
}

func (d *desk) catalog(notes *[]fault.Diagnostic) *catalog.Catalog {
	return catalog.New(d.host, func(n fault.Diagnostic) {
		if notes != nil {
			*notes = append(*notes, n)
		}
	})
}

func (d *desk) get(id string) *session.Session {
	d.t.Helper()
	s, _, err := d.catalog(nil).Get(session.GetRequest{Agent: heddle.Name, SessionID: id})
	if err != nil {
		d.t.Fatal(err)
	}
	if err := s.Validate(); err != nil {
		d.t.Error(err)
	}
	return s
}

// sample fills a store with sessions of every kind.
func (d *desk) sample() {
	d.record("live", `
		{"type":"system","subtype":"init","content":"ready","uuid":"u0"}
		{"type":"user","content":"Where does the ferry leave?","uuid":"u1","timestamp":"2026-11-20T10:00:00Z"}
		{"type":"thinking","content":"The timetable says it.","timestamp":1795168801000}
		{"type":"assistant","content":"I look it up.","contentBlocks":[{"type":"text","text":"I look it up."},{"type":"tool_use","id":"t1","name":"Read","input":{"path":"/ferry.txt"}}],"messageId":"m1","model":"claude-sonnet-4-5","usage":{"input_tokens":10,"output_tokens":5,"cache_read_input_tokens":100},"uuid":"u2"}
		{"type":"user","contentBlocks":[{"type":"tool_result","tool_use_id":"t1","content":"Pier 4, 10:40"}],"content":"","uuid":"u3"}
		{"type":"assistant","content":"At pier 4, at 10:40.","messageId":"m2","model":"claude-sonnet-4-5","usage":{"inputTokens":20,"outputTokens":7},"uuid":"u4"}
		{"type":"result","content":"At pier 4, at 10:40.","usage":{"input_tokens":30,"output_tokens":12},"totalCostUsd":0.01}
		{"type":"error","content":"overloaded","category":"server_error"}
		{"type":"raw","raw":{"type":"whatever"}}
		{"type":"stream_event","event":{}}`)
	d.with(func(s *store.Store) error {
		two := int64(2)
		if _, err := s.Fork("live", store.ForkOptions{SessionID: "fork"}, store.Request{}); err != nil {
			return err
		}
		if _, err := s.Revert("fork", store.Selector{VisibleMessageCount: &two}, store.Request{}); err != nil {
			return err
		}
		_, err := s.Register("empty", store.Patch{}, store.Request{})
		return err
	})
	d.record("fork", `
		{"type":"user","content":"And the bus?","uuid":"u1"}
		{"type":"assistant","content":"From the station.","messageId":"m9","model":"claude-sonnet-4-5","usage":{"inputTokens":1,"outputTokens":2}}`)
}

// closed copies a store that nobody has open any more, or with its log still
// beside it, to a home of its own.
func (d *desk) closed(live bool) string {
	d.t.Helper()
	home := d.t.TempDir()
	if !live {
		d.native.Close()
	}
	if err := os.MkdirAll(folder(home), 0o755); err != nil {
		d.t.Fatal(err)
	}
	for _, name := range []string{"heddle.db", "heddle.db-wal"} {
		data, err := os.ReadFile(filepath.Join(folder(d.home), name))
		if err != nil && (live || name == "heddle.db") {
			d.t.Fatal(err)
		}
		if err != nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder(home), name), data, 0o644); err != nil {
			d.t.Fatal(err)
		}
	}
	return home
}
