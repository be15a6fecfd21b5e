package sqlite_test

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/poll"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// FuzzForeignDatabase opens and reads arbitrary bytes as a database: an
// answer or an error, never a crash.
func FuzzForeignDatabase(f *testing.F) {
	for _, image := range hosttest.LoadSQLSuite(f).Images {
		for _, data := range image.Files {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		db := sqlite.New(hosttest.NewMounts().File("m/a.db", data), sqlite.Options{Check: poll.New(ctx, nil).Check, MaxResultBytes: 1 << 20})
		defer db.Release()
		handle, err := db.Open(host.Database{Path: "m/a.db"})
		if err != nil {
			expected(t, err)
			return
		}
		tables, err := db.Query(handle, "SELECT name FROM sqlite_schema ORDER BY 1")
		expected(t, err)
		for _, row := range tables {
			if row[0].Kind != host.Text {
				continue
			}
			_, err := db.Query(handle, "SELECT * FROM "+quote(string(row[0].Bytes)))
			expected(t, err)
		}
	})
}

func expected(t *testing.T, err error) {
	t.Helper()
	switch fault.CodeOf(err) {
	case "", fault.ParseError, fault.LimitExceeded, fault.Timeout, fault.PermissionDenied, fault.InvalidArgument:
	default:
		t.Fatal(err)
	}
}

func quote(name string) string {
	quoted := []byte{'"'}
	for _, c := range []byte(name) {
		if c == '"' {
			quoted = append(quoted, '"')
		}
		quoted = append(quoted, c)
	}
	return string(append(quoted, '"'))
}
