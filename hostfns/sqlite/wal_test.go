package sqlite_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/internal/clock"
	"github.com/heddle-dev/heddle/hostfns/osfs"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// query runs one query, by SQLite itself or by ours.
type query func(text string) ([][]host.Value, error)

// ours reads path through an overlay.
func ours(t *testing.T, files host.Files, path string) (query, host.Database) {
	t.Helper()
	db := sqlite.New(files, sqlite.Options{})
	t.Cleanup(db.Release)
	snap, err := hosttest.CommittedState(files, path)
	if err != nil {
		t.Fatal(err)
	}
	handle, err := db.Open(snap)
	if err != nil {
		return func(string) ([][]host.Value, error) { return nil, err }, snap
	}
	return func(text string) ([][]host.Value, error) { return db.Query(handle, text) }, snap
}

// theirs lets SQLite read a private copy in its own way, recovery included.
func theirs(t *testing.T, main, wal []byte) query {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.db")
	write(t, file, main)
	if wal != nil {
		write(t, file+"-wal", wal)
	}
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return func(text string) ([][]host.Value, error) { return standard(db, text) }
}

// standard is a query through database/sql.
func standard(db *sql.DB, text string) ([][]host.Value, error) {
	rows, err := db.Query(text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	var all [][]host.Value
	for rows.Next() {
		raw, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range raw {
			to[i] = &raw[i]
		}
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		row := make([]host.Value, len(raw))
		for i, v := range raw {
			switch v := v.(type) {
			case int64:
				row[i] = host.Value{Kind: host.Integer, Int: v}
			case float64:
				row[i] = host.Value{Kind: host.Real, Real: v}
			case string:
				row[i] = host.Value{Kind: host.Text, Bytes: []byte(v)}
			case []byte:
				row[i] = host.Value{Kind: host.Blob, Bytes: v}
			case nil:
			default:
				return nil, fmt.Errorf("unexpected %T", v)
			}
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// dump renders every table, so that two readings can be compared.
func dump(q query) (string, error) {
	tables, err := q("SELECT name FROM sqlite_schema WHERE type='table' AND rootpage>0 ORDER BY name")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, row := range tables {
		name := string(row[0].Bytes)
		rows, err := q(`SELECT * FROM "` + name + `" ORDER BY 1, 2`)
		if err != nil {
			if rows, err = q(`SELECT * FROM "` + name + `" ORDER BY 1`); err != nil {
				return "", err
			}
		}
		fmt.Fprintf(&out, "%s %d\n", name, len(rows))
		for _, r := range rows {
			fmt.Fprintf(&out, "  %v\n", r)
		}
	}
	return out.String(), nil
}

func mustDump(t *testing.T, q query) string {
	t.Helper()
	s, err := dump(q)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLiveDatabasesReadAsSQLiteReadsThem(t *testing.T) {
	for _, c := range []struct{ folder, file, missing string }{
		{"opencode-livewal/home/.local/share/opencode", "opencode.db", "message"},
		{"hermes-livewal/home/.hermes", "state.db", "sessions"},
	} {
		t.Run(c.file, func(t *testing.T) {
			folder := filepath.Join("../../testdata/agents", c.folder)
			hosttest.Freeze(t, folder)
			main, wal := readFile(t, filepath.Join(folder, c.file)), readFile(t, filepath.Join(folder, c.file+"-wal"))
			want := mustDump(t, theirs(t, main, wal))

			abs, err := filepath.Abs(folder)
			if err != nil {
				t.Fatal(err)
			}
			onDisk := osfs.New(map[string]osfs.Mount{"m": {Folder: abs}}, osfs.Options{})
			defer onDisk.Release()
			inMemory := hosttest.NewMounts().Load(t, "m", folder)
			for name, files := range map[string]host.Files{"disk": onDisk, "memory": inMemory} {
				q, snap := ours(t, files, "m/"+c.file)
				if len(snap.Overlay) == 0 {
					t.Errorf("%s: no overlay", name)
				}
				if got := mustDump(t, q); got != want {
					t.Errorf("%s: reads differently:\n%s\nSQLite:\n%s", name, got, want)
				}
			}
			without := mustDump(t, theirs(t, main, nil))
			if without == want {
				t.Error("the log holds nothing: the fixture proves nothing")
			}
		})
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// grow makes a database whose log holds many transactions of all sorts, and
// returns both files as they are while the writer is alive.
func grow(t *testing.T, pageSize int, seed uint64) (main, wal []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "grow.db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec := func(text string, args ...any) {
		t.Helper()
		if _, err := db.Exec(text, args...); err != nil {
			t.Fatal(text, err)
		}
	}
	exec(fmt.Sprintf("PRAGMA page_size=%d", pageSize))
	exec("PRAGMA journal_mode=WAL")
	exec("PRAGMA wal_autocheckpoint=0")
	exec("CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
	exec("INSERT INTO t VALUES(1, 'first')")
	exec("PRAGMA wal_checkpoint(TRUNCATE)")
	random := rand.New(rand.NewPCG(seed, 2))
	for i := range 12 {
		switch random.IntN(5) {
		case 0:
			exec("DELETE FROM t WHERE id % 3 = ?", random.IntN(3))
		case 1:
			exec("UPDATE t SET v = v || 'x' WHERE id > ?", random.IntN(20))
		case 2:
			exec(fmt.Sprintf("CREATE TABLE IF NOT EXISTS t%d(a, b)", i))
		default:
			exec("INSERT INTO t(v) VALUES(?), (?)", bytes.Repeat([]byte{byte(i)}, random.IntN(3*pageSize)), i)
		}
	}
	if seed%2 == 0 {
		exec("DELETE FROM t")
		exec("VACUUM")
	}
	return readFile(t, file), readFile(t, file+"-wal")
}

func TestGeneratedLogsReadAsSQLiteReadsThem(t *testing.T) {
	for seed := range uint64(6) {
		main, wal := grow(t, 512<<(seed%3*2), seed)
		m := hosttest.NewMounts().File("m/a.db", main).File("m/a.db-wal", wal)
		q, _ := ours(t, m, "m/a.db")
		if got, want := mustDump(t, q), mustDump(t, theirs(t, main, wal)); got != want {
			t.Errorf("seed %d reads differently:\n%s\nSQLite:\n%s", seed, got, want)
		}
		check, err := q("PRAGMA integrity_check(1)")
		if err != nil || string(check[0][0].Bytes) != "ok" {
			t.Errorf("seed %d: integrity %v, %v", seed, check, err)
		}
	}
}

// SQLite itself is asked what it makes of cut and damaged logs. In both
// hands the answer is the same earlier state.
func TestDamagedLogsReadAsSQLiteReadsThem(t *testing.T) {
	main, wal := grow(t, 512, 1)
	random := rand.New(rand.NewPCG(1, 1))
	cases := 120
	if testing.Short() {
		cases = 30
	}
	for range cases {
		damaged := bytes.Clone(wal)
		at := random.IntN(len(wal))
		what := fmt.Sprintf("byte %d flipped", at)
		if random.IntN(2) == 0 {
			damaged, what = damaged[:at], fmt.Sprintf("cut at %d", at)
		} else {
			damaged[at] ^= 1 << random.IntN(8)
		}
		m := hosttest.NewMounts().File("m/a.db", main).File("m/a.db-wal", damaged)
		q, _ := ours(t, m, "m/a.db")
		if got, want := mustDump(t, q), mustDump(t, theirs(t, main, damaged)); got != want {
			t.Errorf("%s: reads differently:\n%s\nSQLite:\n%s", what, got, want)
		}
	}
}

// A log is bound to its database by nothing but its name. SQLite follows it
// when it brings its own page 1, and so do we.
func TestLogOfAnotherPageSize(t *testing.T) {
	main, _ := grow(t, 512, 1)
	_, wal := grow(t, 2048, 1)
	q, _ := ours(t, hosttest.NewMounts().File("m/a.db", main).File("m/a.db-wal", wal), "m/a.db")
	got, ourErr := dump(q)
	want, theirErr := dump(theirs(t, main, wal))
	if got != want || (ourErr == nil) != (theirErr == nil) {
		t.Errorf("reads differently:\n%s %v\nSQLite:\n%s %v", got, ourErr, want, theirErr)
	}
}

// An agent appends, checkpoints and starts its log again while it is read.
func TestReadingUnderAWriter(t *testing.T) {
	folder := t.TempDir()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "a.db")+"?_pragma=journal_mode(WAL)&_pragma=wal_autocheckpoint(20)&_pragma=synchronous(OFF)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE TABLE total(n); INSERT INTO total VALUES(0)"); err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan struct{}), make(chan error)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				done <- nil
				return
			case <-time.After(time.Duration(i%8) * time.Millisecond):
			}
			if _, err := db.Exec("BEGIN; INSERT INTO t(v) VALUES(randomblob(300)); UPDATE total SET n = n + 1; COMMIT"); err != nil {
				done <- err
				return
			}
		}
	}()
	files := osfs.New(map[string]osfs.Mount{"m": {Folder: folder}}, osfs.Options{})
	defer files.Release()
	h := hosttest.Host(files)
	h.Clock = clock.System{}
	own := sqlite.New(files, sqlite.Options{})
	h.SQL = own
	reads, busy := 0, 0
	length := 3 * time.Second
	if testing.Short() {
		length /= 6
	}
	for began := time.Now(); time.Since(began) < length; {
		var counted, total int64
		err := hosttest.ViewDatabase(h, "m/a.db", func(db int64) error {
			files.Release() // a new call would open the files afresh
			rows, err := own.Query(db, "SELECT (SELECT count(*) FROM t), (SELECT n FROM total)")
			if err == nil {
				counted, total = rows[0][0].Int, rows[0][1].Int
			}
			return err
		})
		if fault.CodeOf(err) == fault.Conflict {
			busy++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if counted != total {
			t.Fatalf("%d rows and a total of %d: not one state", counted, total)
		}
		reads++
	}
	close(stop)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	t.Logf("%d consistent reads, %d given up", reads, busy)
	if reads == 0 {
		t.Error("no read came through")
	}
}
