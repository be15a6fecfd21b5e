package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/text"
)

const (
	// applicationID stands at byte 68 of the file: "Hdle".
	applicationID = 0x48646c65
	// formatVersion stands at byte 60 of the file.
	formatVersion = 1
	// seqBits is the width of a sequence inside a position.
	seqBits = 36
)

// schema makes an empty store. FORMAT.md explains every column.
var schema = []string{
	"CREATE TABLE stream(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, head INTEGER NOT NULL, sum INTEGER NOT NULL)",
	"CREATE TABLE event(pos INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, time INTEGER NOT NULL, kind BLOB NOT NULL, " +
		"size INTEGER NOT NULL, payload BLOB, sum INTEGER NOT NULL)",
	"CREATE TABLE chunk(id BLOB NOT NULL, sum INTEGER NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(id, sum, n))",
	"CREATE TABLE freed(first INTEGER PRIMARY KEY, last INTEGER NOT NULL, sum INTEGER NOT NULL)",
	"CREATE TABLE state(stream INTEGER PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL)",
	"PRAGMA application_id = " + "1214540901",
	"PRAGMA user_version = 1",
}

// tables is how many of schema make tables.
const tables = 5

// prepare makes sure that the file is a store of this version. An empty one
// becomes a store when it may be written to, and has is false otherwise.
func (j *SQL) prepare() (has bool, err error) {
	for try := 0; ; try++ {
		app, version, tables, err := j.identity()
		switch {
		case err != nil:
			return false, err
		case app == applicationID && version == formatVersion:
			return true, nil
		case app == applicationID:
			return false, fault.New(fault.Unsupported, "the store has format "+text.Int(version)+", this engine reads "+text.Int(formatVersion)).
				At(j.path, 0, 0).WithHint("use a newer version of heddle")
		case app == 0 && tables != 0 && try == 0: // perhaps made between two looks: look again
			continue
		case app != 0 || tables != 0:
			return false, fault.New(fault.ParseError, "this database is not a store of heddle").At(j.path, 0, 0)
		case !j.writable:
			return false, nil
		}
		batch := make([]host.Statement, len(schema))
		for i, s := range schema {
			batch[i].SQL = s
		}
		// Another process may make the store at the same moment: look again.
		if err := j.sql.Exec(j.handle, batch); err != nil && try > 0 {
			return false, err
		}
	}
}

func (j *SQL) identity() (app, version, tables int64, err error) {
	for _, q := range []struct {
		sql  string
		into *int64
	}{
		{"PRAGMA application_id", &app}, {"PRAGMA user_version", &version},
		{"SELECT count(*) FROM sqlite_master", &tables},
	} {
		rows, err := j.sql.Query(j.handle, q.sql)
		if err != nil {
			return 0, 0, 0, err
		}
		if len(rows) != 1 || len(rows[0]) != 1 {
			return 0, 0, 0, j.damaged("the header cannot be read")
		}
		*q.into = rows[0][0].Int
	}
	return app, version, tables, nil
}

// damaged returns the error of a file that is not what was written.
func (j *SQL) damaged(what string) error {
	return fault.New(fault.ParseError, what).At(j.path, 0, 0).WithHint("heddle store check names every defect")
}
