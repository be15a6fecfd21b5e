package catalog_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// Rule: a database that cannot be read is a row with its path and why, and counts as unreadable.
func TestDoctorOfDamagedDatabases(t *testing.T) {
	for agent, path := range map[string]string{"opencode": "opencode/opencode.db", "hermes": "hermes/state.db"} {
		for name, data := range map[string]string{"no database": "this is no database, but it is longer than a header of one hundred bytes, which SQLite reads first of all files."} {
			h := hosttest.Host(hosttest.NewMounts().File(path, []byte(data)))
			h.SQL = sqlite.New(h.Files, sqlite.Options{})
			c := catalog.New(&h, func(fault.Diagnostic) {})
			for _, problems := range []bool{false, true} {
				r, err := c.Doctor(session.DoctorRequest{Agent: agent, Problems: problems})
				if err != nil || len(r.Files) != 1 || r.Files[0].Path != path || r.Files[0].Error == nil || r.Files[0].Error.Code == "" || r.Agents[0].Unreadable != 1 {
					t.Errorf("%s, %s: %+v, %v", agent, name, r, err)
				}
			}
		}
	}
}
