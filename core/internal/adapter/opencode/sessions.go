package opencode

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/session"
)

// The database of 1.2 and later: tables session, message, part.

// addDatabases finds the sessions in opencode.db and in the databases of other channels. A
// session in several counts where it was last written to. The first error is returned; what
// could be read counts.
func (f *finder) addDatabases() (failure error) {
	entries, err := f.env.Host.Files.List(Name)
	if err != nil {
		if fault.CodeOf(err) == fault.BadRef {
			return nil
		}
		return err
	}
	at := map[string]int{} // places in the index, by id
	for _, e := range entries {
		channel, stem := strings.CutPrefix(e.Name, databaseStem)
		channel, ext := strings.CutSuffix(channel, databaseExt)
		if !stem || !ext || channel != "" && channel[0] != '-' || e.Kind == host.File && e.Size == 0 {
			continue
		}
		one := &finder{env: f.env, ix: &adapter.Index{}, side: &side{infos: map[string]*info{}}}
		if err := one.addDatabase(Name + "/" + e.Name); err != nil {
			if fault.CodeOf(err) == fault.Timeout {
				return err
			}
			if failure == nil {
				failure = err
			} else {
				f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
			}
		}
		for _, r := range one.ix.Refs {
			old, twice := at[r.ID]
			switch {
			case !twice:
				at[r.ID] = len(f.ix.Refs)
				f.ix.Refs = append(f.ix.Refs, r)
			case f.ix.Refs[old].Updated < r.Updated:
				f.ix.Refs[old] = r
			default:
				continue
			}
			f.side.infos[r.ID] = one.side.infos[r.ID]
		}
	}
	return failure
}

// addDatabase finds the sessions in one database. Rows that could be read before an error
// count.
func (f *finder) addDatabase(path string) error {
	db, err := openDatabase(f.env.Host, path)
	if err != nil {
		return err
	}
	err = db.RunStable(func() error {
		f.ix.Refs, f.side.infos = nil, map[string]*info{}
		return f.readTables(db)
	})
	if len(f.ix.Refs) == 0 {
		db.Close()
		return err
	}
	for _, d := range db.Diagnostics(f.env.Agent) {
		f.env.Diagnose(d)
	}
	return err // it stays open for Walk until the end of the call
}

// readTables reads the sessions of whichever tables there are.
func (f *finder) readTables(db *database) error {
	if err := db.LoadTables("session", "message", "part", "event", "sessions", "messages", "tool_calls"); err != nil {
		return err
	}
	switch {
	case db.HasColumn("session", "id"):
		return f.readRows(db)
	case db.HasColumn("sessions", "id"):
		db.described = true
		return f.describedRows(db)
	}
	rows, err := db.Query("SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	if sqlwal.IntegerOf(&rows[0][0]) == 0 {
		return nil
	}
	return fault.New(fault.ParseError, "the database has no table of sessions").At(db.Path(), 0, 0).
		WithHint("it is not OpenCode's, or of a version that this reader does not know")
}

// readRows reads the session table.
func (f *finder) readRows(db *database) error {
	q := &sqlwal.Paged{Columns: "CAST(id AS BLOB), " + db.SelectList("session", "parent_id, title, directory, version, model, "+
		"#time_created, #time_updated, #time_archived, #revert") + " IS NOT NULL", From: "session WHERE 1", Key: []string{"id"}, Limit: sessionPage}
	var ids []string
	failure := db.EachRow(q, func(_, v []host.Value) error {
		r := row(v)
		id := r.textAt(0)
		if id == "" {
			return nil
		}
		s := &info{}
		s.parent, s.title, s.directory, s.version = r.textAt(1), r.textAt(2), r.textAt(3), r.textAt(4)
		s.model, s.created, s.updated = modelOf(r[5].Bytes), r.timeAt(6), r.timeAt(7)
		s.archived, s.reverted = r.intAt(8) != 0, r.intAt(9) != 0
		s.subagent = s.parent != "" && namesSubagent(s.title)
		if f.side.infos[id] == nil {
			ids = append(ids, id)
		}
		f.side.infos[id] = s
		return nil
	})
	if failure == nil {
		failure = f.resolveSubagents(db, ids)
	}
	f.addRows(db, ids)
	return failure
}

// addRows makes refs of sessions in the database.
func (f *finder) addRows(db *database, ids []string) {
	for _, id := range ids {
		f.side.infos[id].db = db
		f.ix.Refs = append(f.ix.Refs, f.side.infos[id].completeRef(adapter.Ref{ID: id, Path: db.Path()}))
	}
}

// modelOf reads the model column, which holds {"id":…} or a name.
func modelOf(data []byte) string {
	if v, err := scan.Parse(data); err == nil && v.Kind() == scan.Object {
		return v.Get("id").String()
	}
	return string(data)
}

// resolveSubagents finds out which children are subagents although their title does
// not say so: those that a task tool of their parent names.
func (f *finder) resolveSubagents(db *database, ids []string) error {
	if !db.HasColumn("part", "session_id") {
		return nil
	}
	looked := map[string]bool{}
	for _, id := range ids {
		s := f.side.infos[id]
		if s.parent == "" || s.subagent || looked[s.parent] || len(looked) == maxParents || f.side.infos[s.parent] == nil {
			continue
		}
		looked[s.parent] = true
		if err := f.markTasks(db, s.parent); fault.CodeOf(err) == fault.Timeout {
			return err
		}
	}
	return nil
}

// markTasks marks the sessions that the task tools of a session started. OpenCode
// writes its JSON without spaces, so a task part holds the mark below.
func (f *finder) markTasks(db *database, parent string) error {
	const mark = `"tool":"task"`
	q := &sqlwal.Paged{Columns: "CAST(id AS BLOB), CAST(data AS BLOB)", Key: []string{"id"}, Limit: taskPage,
		From: "part WHERE session_id = ? AND instr(CAST(data AS BLOB), CAST(? AS BLOB)) > 0", Args: []host.Value{sqlwal.TextValue(parent), sqlwal.TextValue(mark)}}
	return db.EachRow(q, func(_, r []host.Value) error {
		p, err := parsePart(row(r).textAt(0), r[1].Bytes, session.RoleAssistant, adapter.Want{})
		if err != nil || p.tool == nil {
			return nil
		}
		if s := f.side.infos[p.tool.child]; s != nil && s.parent == parent {
			s.subagent = true
		}
		return nil
	})
}
