package native_test

import (
	"context"
	"database/sql"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

// sqliteHomes are fixtures whose sessions are in SQLite, and their agents.
var sqliteHomes = map[string]string{"opencode": "opencode", "hermes-v22": "hermes", "openclaw": "openclaw", "copilot-1.0.73": "copilot",
	"cursor-ide-handmade": "cursor", "cursor-cli-handmade": "cursor", "cursor-described": "cursor"}

// forged says how a table of a database is replaced by something that runs:
// its parameter is the table's name and columns.
var forged = map[string]func(name string, columns []string) string{
	"endless view": func(name string, columns []string) string {
		list := make([]string, len(columns))
		for i, c := range columns {
			list[i] = "n AS " + quoted(c)
		}
		return "CREATE VIEW " + quoted(name) + " AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT " + strings.Join(list, ", ") + " FROM r"
	},
	"virtual table": func(name string, columns []string) string {
		list := make([]string, len(columns))
		for i, c := range columns {
			if c == "rank" || c == "rowid" {
				c += "_"
			}
			list[i] = quoted(c)
		}
		return "CREATE VIRTUAL TABLE " + quoted(name) + " USING fts5(" + strings.Join(list, ", ") + ")"
	},
	"computed columns": func(name string, columns []string) string {
		list := []string{"real_column"}
		for _, c := range columns {
			list = append(list, quoted(c)+" AS (hex(zeroblob(real_column)))")
		}
		return "CREATE TABLE " + quoted(name) + "(" + strings.Join(list, ", ") + "); INSERT INTO " + quoted(name) + "(real_column) VALUES (1), (2)"
	},
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// A database whose tables are views, virtual tables or computed is not an
// agent's: no row of it is asked for, and a diagnostic or an error says so.
func TestForgedTables(t *testing.T) {
	for i, fixture := range slices.Sorted(maps.Keys(sqliteHomes)) {
		for j, how := range slices.Sorted(maps.Keys(forged)) {
			agent, forge := sqliteHomes[fixture], forged[how]
			t.Run(fixture+"/"+how, func(t *testing.T) {
				if testing.Short() && i%len(forged) != j {
					t.Skip("-short forges the tables of each database in one way")
				}
				home := t.TempDir()
				if err := os.CopyFS(home, os.DirFS("../../testdata/agents/"+fixture+"/home")); err != nil {
					t.Fatal(err)
				}
				if n := forgeAll(t, home, forge); n == 0 {
					t.Fatal("no database in the fixture")
				}
				engine, err := native.Open(bindings.Options{Host: hostfns.Options{Home: home}})
				if err != nil {
					t.Fatal(err)
				}
				defer engine.Close()
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // only against a hang
				defer cancel()
				said := false
				for _, op := range []string{"sessions.list", "sessions.search", "sessions.totalCost", "sessions.doctor"} {
					request := `{"agent":"` + agent + `"}`
					if op == "sessions.search" {
						request = `{"agent":"` + agent + `","text":"parcel"}`
					}
					res, err := engine.Call(ctx, op, []byte(request))
					if err != nil && !strings.Contains(err.Error(), "PARSE_ERROR") {
						t.Errorf("%s: %v", op, err)
					}
					said = said || err != nil
					for _, d := range res.Diagnostics() {
						said = said || d.Code == "PARSE_ERROR"
					}
				}
				if !said {
					t.Error("nothing says that the database was not understood")
				}
			})
		}
	}
}

// forgeAll replaces every table of every database below a folder and returns
// the number of databases.
func forgeAll(t *testing.T, home string, forge func(string, []string) string) (n int) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		head := make([]byte, 15)
		if f, err := os.Open(path); err == nil {
			_, _ = f.Read(head)
			f.Close()
		}
		if string(head) == "SQLite format 3" {
			n++
			forgeOne(t, path, forge)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func forgeOne(t *testing.T, path string, forge func(string, []string) string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	names := list(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%fts%' AND name NOT LIKE '%search_index%'")
	columns := map[string][]string{}
	for _, name := range names {
		columns[name] = list(t, db, "SELECT name FROM pragma_table_info('"+name+"')")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(path + "-wal")
	_ = os.Remove(path + "-shm")
	made, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	for _, name := range names {
		if _, err := made.Exec(forge(name, columns[name])); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

func list(t *testing.T, db *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// A file that says it is a store, with something that runs in place of its
// tables or beside them, is refused before anything is read or recorded.
func TestForgedStores(t *testing.T) {
	for name, change := range map[string]string{
		"trigger":          "CREATE TRIGGER x AFTER INSERT ON event BEGIN UPDATE stream SET head = 0; END",
		"view":             "DROP TABLE state; CREATE VIEW state AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS stream, n AS seq, X'' AS body, n AS sum FROM r",
		"computed columns": "DROP TABLE freed; CREATE TABLE freed(first INTEGER PRIMARY KEY, last INTEGER AS (first), sum INTEGER AS (0))",
		"virtual table":    "DROP TABLE chunk; CREATE VIRTUAL TABLE chunk USING fts5(id, sum, n, data)",
		"another table":    "CREATE TABLE notes(a)",
		"index":            "CREATE INDEX x ON event(hex(payload))",
		"missing table":    "DROP TABLE state",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "heddle.db")
			call := func(op, request string) (bindings.Response, error) {
				engine, err := native.Open(bindings.Options{Host: hostfns.Options{Home: t.TempDir(), Stores: map[string]string{"store/heddle.db": path}}})
				if err != nil {
					t.Fatal(err)
				}
				defer engine.Close()
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // only against a hang
				defer cancel()
				return engine.Call(ctx, op, []byte(request))
			}
			record := `{"sessionId":"a","messages":[{"type":"user","content":"hi"}]}`
			if _, err := call("store.record", record); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
			if err == nil {
				_, err = db.Exec("ANALYZE")
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := call("store.record", record); err != nil {
				t.Fatalf("after ANALYZE: %v", err)
			}
			if _, err := db.Exec(change); err != nil {
				t.Fatal(err)
			}
			db.Close()
			for op, request := range map[string]string{"store.record": record, "store.messages": `{"sessionId":"a"}`, "store.list": `{}`, "store.stats": `{}`, "store.compact": `{}`} {
				if _, err := call(op, request); err == nil || !strings.Contains(err.Error(), "PARSE_ERROR") {
					t.Errorf("%s: %v", op, err)
				}
			}
		})
	}
}

// An OpenCode session of more messages than one page, whose times are of any
// storage class, is read once.
func TestTimesOfAnyClass(t *testing.T) {
	messages := 4096*2 + 100
	if testing.Short() {
		messages = 4096 + 100
	}
	for name, value := range map[string]string{"text": "printf('t%06d', n)", "blob": "CAST(printf('t%06d', n) AS BLOB)", "null": "NULL", "real": "n + 0.5",
		"huge": "9223372036854775807", "numbers in text": "'2026-01-01'", "mixed": "CASE n % 4 WHEN 0 THEN n WHEN 1 THEN 't' || n WHEN 2 THEN NULL ELSE CAST(n AS BLOB) END"} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "null" && name != "mixed" {
				t.Skip("-short tries two kinds of values")
			}
			home := t.TempDir()
			path := filepath.Join(home, ".local/share/opencode/opencode.db")
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=synchronous(0)")
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []string{"CREATE TABLE session(id TEXT PRIMARY KEY, title TEXT, time_created, time_updated)",
				"CREATE TABLE message(id TEXT PRIMARY KEY, session_id TEXT, time_created, data TEXT)",
				"CREATE TABLE part(id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT)",
				"INSERT INTO session VALUES ('ses_a', 'a', 1780000000000, 1780000000000)",
				"WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < " + strconv.Itoa(messages) + ") INSERT INTO message SELECT printf('msg_%06d', n), 'ses_a', " + value + ", '{\"role\":\"user\"}' FROM r",
				"INSERT INTO part SELECT 'prt_' || id, id, 'ses_a', '{\"type\":\"text\",\"text\":\"hi\"}' FROM message"} {
				if _, err := db.Exec(s); err != nil {
					t.Fatal(err)
				}
			}
			db.Close()
			engine, err := native.Open(bindings.Options{Host: hostfns.Options{Home: home}})
			if err != nil {
				t.Fatal(err)
			}
			defer engine.Close()
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // only against a hang
			defer cancel()
			res, err := engine.Call(ctx, "sessions.get", []byte(`{"agent":"opencode","sessionId":"ses_a"}`))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(string(res.Body), `"content":"hi"`); got != messages {
				t.Errorf("%d messages, want %d", got, messages)
			}
		})
	}
}
