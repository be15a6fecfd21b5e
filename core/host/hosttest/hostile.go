package hosttest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// hostileSuite is testdata/sql/hostile.json: statements of a guest that wants
// to leave its grant. README.md there explains the file.
type hostileSuite struct {
	Disguises [][2]string `json:"disguises"` // what surrounds each statement, in turn
	Groups    []struct {
		About string        `json:"about"`
		Cases []hostileCase `json:"cases"`
	} `json:"groups"`
}

type hostileCase struct {
	SQL   string     `json:"sql"`
	Fill  int        `json:"fill"` // the length of what replaces each %
	Args  []SQLValue `json:"args"`
	Query string     `json:"query"` // the code; "" is an answer, "-" is left out
	Exec  string     `json:"exec"`
}

// testHostile runs every statement in a query on a foreign database and on the
// store, and in a batch on both; afterwards everything must be as it was.
func testHostile(t *testing.T, sql host.SQL) {
	var suite hostileSuite
	b, err := os.ReadFile(Testdata(t, "sql", "hostile.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &suite); err != nil {
		t.Fatal(err)
	}
	h := hostileHandles{sql: sql}
	h.openDatabases(t)
	for _, g := range suite.Groups {
		t.Run(g.About, func(t *testing.T) {
			for _, c := range g.Cases {
				h.tryDisguised(t, c, suite.Disguises)
			}
		})
	}
	h.checkUnchanged(t, "at the end")
	if left, _ := filepath.Glob("*heddle-escape*"); left != nil {
		t.Error("files were made:", left)
	}
}

// hostileHandles are a foreign database, the store, and the store for reading.
type hostileHandles struct {
	sql                     host.SQL
	foreign, store, reading int64
}

func (h *hostileHandles) openDatabases(t *testing.T) {
	for _, o := range []struct {
		into *int64
		db   host.Database
	}{
		{&h.foreign, host.Database{Path: "db/keep.db"}},
		{&h.store, host.Database{Path: "store/heddle.db", Writable: true}},
		{&h.reading, host.Database{Path: "store/heddle.db"}},
	} {
		handle, err := h.sql.Open(o.db)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { h.sql.Close(handle) })
		*o.into = handle
	}
	if err := h.sql.Exec(h.store, []host.Statement{{SQL: "CREATE TABLE keep(x)"}, {SQL: "INSERT INTO keep VALUES('kept')"}}); err != nil {
		t.Fatal(err)
	}
}

func (h *hostileHandles) tryDisguised(t *testing.T, c hostileCase, disguises [][2]string) {
	if c.Fill > 0 { // long texts once
		h.tryStatement(t, strings.ReplaceAll(c.SQL, "%", strings.Repeat("x", c.Fill)), c)
		return
	}
	for _, around := range disguises {
		h.tryStatement(t, around[0]+c.SQL+around[1], c)
	}
}

func (h *hostileHandles) tryStatement(t *testing.T, text string, c hostileCase) {
	args := hostValues(c.Args)
	batch := []host.Statement{{SQL: "INSERT INTO keep VALUES('gone')"}, {SQL: text, Args: args}}
	if c.Exec == "" {
		batch = batch[1:]
	}
	for where, handle := range map[string]int64{"foreign": h.foreign, "store": h.store, "read-only store": h.reading} {
		if _, err := h.sql.Query(handle, text, args...); c.Query != "-" && string(fault.CodeOf(err)) != c.Query {
			t.Errorf("Query, %s, %.100q: %v, want %q", where, text, err, c.Query)
		}
		want := "PERMISSION_DENIED"
		if handle == h.store {
			want = c.Exec
		}
		if want == "-" {
			continue
		}
		if err := h.sql.Exec(handle, batch); string(fault.CodeOf(err)) != want {
			t.Errorf("Exec, %s, %.100q: %v, want %q", where, text, err, want)
		}
	}
	h.checkUnchanged(t, text)
}

// checkUnchanged checks that the table is as it was and no transaction is open.
func (h *hostileHandles) checkUnchanged(t *testing.T, after string) {
	t.Helper()
	for _, handle := range []int64{h.foreign, h.store, h.reading} {
		rows, err := h.sql.Query(handle, "SELECT x, (SELECT count(*) FROM sqlite_master WHERE name = 'keep' OR type <> 'table') FROM keep")
		if err != nil || len(rows) != 1 || string(rows[0][0].Bytes) != "kept" || rows[0][1].Int != 1 {
			t.Fatalf("after %.100q: %s, %v", after, formatRows(rows), err)
		}
	}
}
