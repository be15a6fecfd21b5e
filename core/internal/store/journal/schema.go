package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/text"
)

const (
	// applicationID is at byte 68 of the file: "Hdle".
	applicationID = 0x48646c65
	// formatVersion is at byte 60 of the file.
	formatVersion = 1
	// redactVersion is there in a store that redacts: programs that would not do it refuse the file.
	redactVersion = 2
	// seqBits is the width of a sequence inside a position.
	seqBits = 36
	// maxStreamID is the greatest number of a stream.
	maxStreamID = 1<<27 - 1
)

// schema creates an empty store. FORMAT.md explains every column.
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

// tablesOfStore is the number of statements of schema that create tables.
const tablesOfStore = 5

// prepareTries bounds how often a store is created that does not exist afterwards.
const prepareTries = 4

// prepareFile makes sure that the file is a store of this version. An empty one
// becomes a store when it may be written to, and has is false otherwise.
func (j *SQL) prepareFile() (has bool, err error) {
	for try := 0; ; try++ {
		app, version, tables, err := j.readIdentity()
		switch {
		case err != nil:
			return false, err
		case app == applicationID && (version == formatVersion || version == redactVersion):
			j.policy.Redact = version == redactVersion
			return true, nil
		case app == applicationID:
			return false, fault.New(fault.Unsupported, "the store has format "+text.FormatInt(version)+", this engine reads 1 and 2").
				At(j.path, 0, 0).WithHint("use a newer version of heddle")
		case app == 0 && tables != 0 && try == 0: // perhaps made between two looks: look again
			continue
		case app != 0 || tables != 0:
			return false, fault.New(fault.ParseError, "this database is not a store of heddle").At(j.path, 0, 0)
		case !j.writable:
			return false, nil
		case try == prepareTries:
			return false, fault.New(fault.IO, "the store cannot be created: written data cannot be read back").At(j.path, 0, 0)
		}
		batch := make([]host.Statement, len(schema))
		for i, s := range schema {
			batch[i].SQL = s
		}
		// Another process may make the store at any moment, so that its tables exist by now: look again.
		if err := j.sql.Exec(j.handle, batch); err != nil && try > 0 && (fault.CodeOf(err) != fault.ParseError || try == prepareTries-1) {
			return false, err
		}
	}
}

// readIdentity reads what distinguishes a store from other databases. A file that says it is
// a store has the tables of one and nothing else that runs: a view in place of a
// table may never end, and a trigger would run when something is recorded.
func (j *SQL) readIdentity() (app, version, tables int64, err error) {
	for _, q := range []struct {
		sql  string
		into *int64
	}{
		{"PRAGMA application_id", &app}, {"PRAGMA user_version", &version},
	} {
		rows, err := j.sql.Query(j.handle, q.sql)
		if err != nil {
			return 0, 0, 0, err
		}
		if len(rows) != 1 || len(rows[0]) != 1 {
			return 0, 0, 0, j.damagedError("the header cannot be read")
		}
		*q.into = rows[0][0].Int
	}
	own, other, err := j.schemaObjects()
	if err == nil && app == applicationID && version <= redactVersion && (own != tablesOfStore || other != "") {
		err = fault.New(fault.ParseError, "this file says it is a store of heddle, but "+j.describeSchema(own, other)).At(j.path, 0, 0).
			WithHint("do not use it: it was not made by heddle, or another program has changed it")
	}
	if other != "" {
		own++
	}
	return app, version, own, err
}

// schemaObjects counts the tables that equal those of a new store, and names
// something else in the schema: "view x", "trigger x".
// SQLite's own statistics are data, and indexes without a text belong to
// tables.
func (j *SQL) schemaObjects() (own int64, other string, err error) {
	rows, err := j.queryRows("SELECT CAST(type AS BLOB), CAST(substr(name, 1, 64) AS BLOB), CAST(substr(sql, 1, 1000) AS BLOB), rootpage FROM sqlite_schema " +
		"WHERE NOT (type = 'index' AND sql IS NULL) AND NOT (type = 'table' AND name GLOB 'sqlite_stat[14]' AND rootpage > 0) ORDER BY rowid LIMIT 16")
	for _, r := range rows {
		made := false
		for _, s := range schema[:tablesOfStore] {
			made = made || string(r[0].Bytes) == "table" && string(r[2].Bytes) == s && r[3].Int > 0
		}
		if made {
			own++
		} else if other == "" {
			other = string(r[0].Bytes) + " " + string(r[1].Bytes)
		}
	}
	return own, other, err
}

func (j *SQL) describeSchema(own int64, other string) string {
	if other != "" {
		return "it has " + other
	}
	return "only " + text.FormatInt(own) + " of its tables"
}

// damagedError returns the error of a file that differs from what was written.
func (j *SQL) damagedError(what string) error {
	return fault.New(fault.ParseError, what).At(j.path, 0, 0).WithHint("store.check lists every defect")
}

// Policy implements host.Policed: as it was when the file was opened, which each call does.
func (j *SQL) Policy() (host.Policy, error) { return j.policy, nil }

// SetPolicy implements host.Policed.
func (j *SQL) SetPolicy(p host.Policy) error {
	set := schema[len(schema)-1]
	if p.Redact {
		set = "PRAGMA user_version = 2"
	}
	err := j.sql.Exec(j.handle, []host.Statement{{SQL: set}})
	if err == nil {
		j.policy = p
	}
	return err
}
