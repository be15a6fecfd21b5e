package hermes

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// info is what a session's row says, and what its neighbours make of it.
type info struct {
	id, source, model  string
	title, titleSource string
	cwd, parent        string
	endReason          string
	branch             string // of the repository
	branchedFrom       string // marks in model_config
	delegateFrom       string
	resetFrom          string
	started, ended     session.Time
	said               session.Time // its newest message
	last               session.Time // the newest of all that is known
	archived           bool
	spent              spent // the row's own totals
	schema             string
	store              *store

	link  link
	root  *info   // the session that the conversation began in
	next  *info   // the session that continues it
	chain []*info // of a root: all of them, in order
}

// finder collects the sessions of all places. An id counts once: a database
// before files, the copy that was written to last before others.
type finder struct {
	env    *adapter.Env
	ix     *adapter.Index
	side   *side
	failed []error
}

// listHomes lists the mount and the profiles below it, which are whole homes.
func (f *finder) listHomes() ([]string, error) {
	homes := []string{Name}
	profiles, err := f.listFolder(Name + profilesFolder)
	for _, p := range profiles {
		if p.Kind == host.Dir {
			homes = append(homes, Name+profilesFolder+"/"+p.Name)
		}
	}
	return homes, err
}

// findSessions looks through all homes.
func (f *finder) findSessions() error {
	homes, err := f.listHomes()
	if err != nil {
		return err
	}
	for _, h := range homes {
		if err := f.readDatabases(h); err != nil {
			return err
		}
	}
	f.addRows()
	known := map[string]bool{}
	for i := range f.ix.Refs {
		known[f.ix.Refs[i].ID] = true
	}
	for _, h := range homes {
		if err := f.addFiles(h+sessionsFolder, known); err != nil {
			return err
		}
	}
	return nil
}

// listFolder returns a folder's entries; none when there is no such folder.
func (f *finder) listFolder(folder string) ([]host.Info, error) {
	entries, err := f.env.Host.Files.List(folder)
	switch fault.CodeOf(err) {
	case "":
		return entries, nil
	case fault.Timeout:
		return nil, err
	case fault.BadRef:
	default:
		f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
	}
	return nil, nil
}

// readDatabases reads a home's state.db; without one, any other database
// that has sessions, because the older description leaves the name open.
func (f *finder) readDatabases(home string) error {
	st, err := f.env.Host.Files.Stat(home + "/" + databaseName)
	if fault.CodeOf(err) != fault.BadRef {
		if err == nil && st.Kind == host.File && st.Size == 0 {
			return nil
		}
		return f.readDatabase(home+"/"+databaseName, true)
	}
	entries, err := f.listFolder(home)
	if err != nil {
		return err
	}
	n := 0
	for _, e := range entries {
		if e.Kind == host.File && e.Size > 0 && e.Name != factsName && strings.HasSuffix(e.Name, databaseSuffix) && n < maxDatabases {
			n++
			if err := f.readDatabase(home+"/"+e.Name, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// readDatabase reads the sessions of one database. Rows that could be read before
// an error count. A database that is only a candidate may be anything.
func (f *finder) readDatabase(path string, ours bool) error {
	fail := func(err error) error {
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		if err != nil && ours {
			f.failed = append(f.failed, err)
		}
		return nil
	}
	db, err := openDatabase(f.env.Host, path)
	if err != nil {
		return fail(err)
	}
	s := &store{db: db}
	err = db.RunStable(func() error {
		s.infos, s.order = map[string]*info{}, nil
		return s.readSessions(ours)
	})
	if len(s.order) == 0 {
		db.Close()
		return fail(err)
	}
	for _, d := range db.Diagnostics(f.env.Agent) {
		f.env.Diagnose(d)
	}
	s.relateSessions()
	f.side.stores = append(f.side.stores, s) // stays open for Walk until the end of the call
	return fail(err)
}

// readSessions reads the session table.
func (s *store) readSessions(ours bool) error {
	db := s.db
	if err := db.LoadTables(tableSessions, tableMessages, tableUsage, tableSchema); err != nil {
		return err
	}
	if !db.HasColumn(tableSessions, "id") {
		rows, err := db.Query("SELECT count(*) FROM sqlite_schema")
		if err != nil || (row)(rows[0]).intAt(0) == 0 || !ours {
			return err
		}
		return fault.New(fault.ParseError, "the database has no table of sessions").At(db.Path(), 0, 0).
			WithHint("it is not Hermes', or of a version that this reader does not know")
	}
	schema := ""
	if db.HasColumn(tableSchema, "version") {
		rows, err := db.Query("SELECT max(version) FROM " + tableSchema)
		if err != nil {
			return err
		}
		if !row(rows[0]).isNull(0) {
			schema = "schema " + text.FormatInt(row(rows[0]).intAt(0))
		}
	}
	q := &sqlwal.Paged{Columns: db.SelectList(tableSessions, sessionColumns) + s.newestColumn(tableMessages, timeNames) + s.newestColumn(tableUsage, "last_seen"),
		From: tableSessions + " s WHERE 1", Key: []string{"s.rowid"}, Limit: sessionPage}
	return db.EachRow(q, func(_, r []host.Value) error {
		in := parseInfo(r)
		in.store, in.schema = s, schema
		if in.id != "" && s.infos[in.id] == nil {
			s.infos[in.id] = in
			s.order = append(s.order, in)
		}
		return nil
	})
}

// newestColumn is the greatest time that a table has of a session, which its index
// gives without reading rows.
func (s *store) newestColumn(table, names string) string {
	at := s.db.FirstColumn(table, names)
	if at == "" || !s.db.HasColumn(table, "session_id") {
		return ", NULL"
	}
	return ", (SELECT max(t." + at + ") FROM " + table + " t WHERE t.session_id = s.id)"
}

// Likely names of times.
const (
	timeNames    = "timestamp created_at created time"
	updatedNames = "updated_at updated"
)

// The columns of a session, with the older description's likely names after
// the real ones.
const sessionColumns = "id, source, model, title summary name, title_source, cwd working_directory, parent_session_id parent_id, " +
	"end_reason, model_config, #started_at created_at created, #ended_at, #archived, " +
	"#input_tokens, #output_tokens, #cache_read_tokens, #cache_write_tokens, #reasoning_tokens, " +
	"#estimated_cost_usd, #actual_cost_usd, cost_status, #" + updatedNames + ", git_branch"

var configPaths = scan.CompilePaths("_branched_from", "_delegate_from", "_reset_from", "cwd")

func parseInfo(r row) *info {
	in := &info{id: r.textAt(0), source: r.textAt(1), model: r.textAt(2), title: r.textAt(3), titleSource: r.textAt(4), cwd: r.textAt(5),
		parent: r.textAt(6), endReason: r.textAt(7), archived: r.intAt(11) != 0}
	in.started, _ = r.timeAt(9)
	in.ended, _ = r.timeAt(10)
	in.spent = parseSpent(r[12:])
	in.branch = r.textAt(21)
	in.said, _ = r.timeAt(22)
	for _, i := range []int{20, 23} {
		t, _ := r.timeAt(i)
		in.last = session.Latest(in.last, t)
	}
	in.last = session.Latest(in.last, in.said)
	var v [4]scan.Value
	if configPaths.Scan(r[8].Bytes, v[:]) == nil {
		in.branchedFrom, in.delegateFrom, in.resetFrom = v[0].String(), v[1].String(), v[2].String()
		if in.cwd == "" {
			in.cwd = v[3].String()
		}
	}
	return in
}

// addRows makes refs of the sessions in databases. The continuations of a
// conversation are refs as well, each a part that the whole supersedes, so
// that the ids Hermes shows lead somewhere.
func (f *finder) addRows() {
	for _, s := range f.side.stores {
		for _, in := range s.order {
			old := f.side.infos[in.id]
			if old == nil || old.lastUpdate() < in.lastUpdate() {
				f.side.infos[in.id] = in
			}
		}
	}
	for _, s := range f.side.stores {
		for _, in := range s.order {
			if f.side.infos[in.id] != in {
				continue
			}
			ref := adapter.Ref{ID: in.id, Path: s.db.Path(), Created: in.started, Updated: in.lastUpdate(), Archived: in.isArchived()}
			if in.root.link.kind == linkSubagent {
				ref.Subagent = true
				if in.root == in { // a part's spend is in the whole's
					ref.Parent = in.link.to
				}
			}
			f.ix.Refs = append(f.ix.Refs, ref)
		}
	}
}

// walkedParts are the sessions that a walk of this one reads.
func (in *info) walkedParts() []*info {
	if in.root == in {
		return in.chain
	}
	return []*info{in}
}

func (in *info) lastUpdate() session.Time {
	t := in.started
	for _, p := range in.walkedParts() {
		t = session.Latest(session.Latest(t, p.started), p.last)
	}
	return t
}

func (in *info) isArchived() bool {
	for _, p := range in.walkedParts() {
		if p.archived {
			return true
		}
	}
	return false
}
