package opencode_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns"
)

// Rule: builds of a channel have a database of their own beside opencode.db; a session in both counts
// once, and other names do not count.
func TestDatabaseOfAChannel(t *testing.T) {
	data, err := os.ReadFile("../../../../testdata/agents/opencode/home/.local/share/opencode/opencode.db")
	if err != nil {
		t.Fatal(err)
	}
	list := func(names ...string) (ids map[string]int, total string) {
		folder := t.TempDir()
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		native, err := hostfns.Open(hostfns.Options{Mounts: map[string]string{"opencode": folder}})
		if err != nil {
			t.Fatal(err)
		}
		defer native.Close()
		call := native.Call(t.Context(), nil)
		defer call.Release()
		found, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).List(session.ListRequest{Agent: "opencode", Limit: 1000, Subagents: true})
		if err != nil {
			t.Fatal(err)
		}
		ids = map[string]int{}
		for _, s := range found {
			ids[s.SessionID]++
		}
		cost, err := catalog.New(&call.Host, func(fault.Diagnostic) {}).TotalCost(session.CostRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return ids, cost.TotalUSD.String()
	}
	want, sum := list("opencode.db")
	for _, names := range [][]string{{"opencode-beta.db"}, {"opencode.db", "opencode-local.db"}} {
		if got, total := list(names...); len(got) != len(want) || len(want) == 0 || total != sum {
			t.Errorf("%v: %d sessions for %s, want %d for %s", names, len(got), total, len(want), sum)
		}
	}
	if got, _ := list("opencodex.db", "opencode.db.bak"); len(got) != 0 {
		t.Errorf("other names: %d sessions", len(got))
	}
}
