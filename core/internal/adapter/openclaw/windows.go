package openclaw

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The tables that are read. A window is one transcript, a node the session
// that continues through several of them under one key.
const (
	tableWindows  = "session_windows"
	tableNodes    = "session_nodes"
	tableEvents   = "transcript_events"
	tableIDs      = "transcript_event_identities"
	tableState    = "session_transcript_index_state"
	tableArchives = "session_transcript_archives"
	tableCold     = "session_transcript_cold_archives"
)

// addDatabase finds the sessions in an agent's database. Those that could be
// read before an error count.
func (f *finder) addDatabase(folder, path string) error {
	file := path + databaseFile
	st, err := f.env.Host.Files.Stat(file)
	if fault.CodeOf(err) == fault.BadRef || err == nil && st.Kind == host.File && st.Size == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if st.Kind != host.File {
		return fault.New(fault.BadRef, "not a regular file inside the mount; it is not opened").At(file, 0, 0)
	}
	db, err := openDatabase(f.env.Host, file)
	if err != nil {
		return err
	}
	w := &windows{db: db, dir: path, folder: folder, modTime: session.TimeOfMillis(st.ModTime)}
	if log, err := f.env.Host.Files.Stat(file + "-wal"); err == nil {
		w.modTime = session.Latest(w.modTime, session.TimeOfMillis(log.ModTime))
	}
	err = db.RunStable(func() error {
		w.found, w.byID, w.current = nil, map[string]*info{}, map[string]*info{}
		return w.readTables()
	})
	if len(w.found) == 0 {
		db.Close()
		return err
	}
	for _, d := range db.Diagnostics(f.env.Agent) {
		f.env.Diagnose(d)
	}
	for _, s := range w.found { // db stays open for Walk until the end of the call
		if at := folder + "\x00" + s.id; f.byPlace[at] == nil { // else OpenClaw's newer folder has it
			f.infos = append(f.infos, s)
			f.byPlace[at] = s
		}
	}
	for key, s := range w.current {
		if f.byKey[key] == nil {
			f.byKey[key] = s
		}
	}
	return err
}

// windows reads what a database says of its sessions.
type windows struct {
	db      *database
	dir     string
	folder  string
	modTime session.Time
	found   []*info
	byID    map[string]*info
	current map[string]*info // by key: where the session continues
}

func (w *windows) readTables() error {
	if err := w.db.LoadTables(tableWindows, tableNodes, tableEvents, tableIDs, tableState, tableArchives, tableCold); err != nil {
		return err
	}
	if !w.db.HasColumn(tableWindows, "session_id") || !w.db.HasColumn(tableEvents, "event_json") {
		found, err := w.db.queryRows("SELECT count(*) FROM sqlite_schema")
		if err != nil || found[0].intAt(0) == 0 {
			return err
		}
		return fault.New(fault.ParseError, "the database has no transcripts that this reader knows").At(w.db.Path(), 0, 0).
			WithHint("it is not OpenClaw's, or of a version that this reader does not know")
	}
	for _, part := range []func() error{w.readWindows, w.readNodes, w.markSuperseded, w.readColdStorage, w.readArchives} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// eachRow reads all rows of a table: its key, which is a unique text, as the first
// column, then the columns.
func (w *windows) eachRow(columns, from, key string, visit func(r row)) error {
	q := &sqlwal.Paged{Columns: "CAST(" + key + " AS BLOB), " + columns, From: from, Key: []string{key}, Limit: sessionPage}
	return w.db.EachRow(q, func(_, r []host.Value) error {
		if len(r[0].Bytes) > 0 {
			visit(r)
		}
		return nil
	})
}

// readWindows reads the transcripts there are. The times of their first and last
// events are looked up by the key of the events.
func (w *windows) readWindows() error {
	const edge = "(SELECT e.created_at FROM " + tableEvents + " e WHERE e.session_id = w.session_id ORDER BY e.seq"
	times := edge + " LIMIT 1), " + edge + " DESC LIMIT 1)"
	if !w.db.HasColumn(tableEvents, "created_at") {
		times = "NULL, NULL"
	}
	columns := times + ", " + w.db.ListAs(tableWindows, "w",
		"session_key, previous_session_id, display_name, model, parent_session_key, spawned_by")
	return w.eachRow(columns, tableWindows+" w WHERE 1", "w.session_id", func(r row) {
		s := w.addWindow(r.textAt(0))
		s.key, s.origin, s.display, s.model = r.textAt(3), r.textAt(4), r.textAt(5), r.textAt(6)
		s.linkOrigin(r.textAt(8), r.textAt(7), "")
		if r.isNull(1) {
			return // nothing was said yet, or it is in cold storage
		}
		s.created, s.updated = r.timeAt(1), session.Latest(r.timeAt(1), r.timeAt(2))
		s.places = append(s.places, place{path: w.db.Path(), form: formRows, modTime: w.modTime})
	})
}

func (w *windows) addWindow(id string) *info {
	s := &info{id: id, folder: w.folder, db: w.db}
	w.byID[id] = s
	w.found = append(w.found, s)
	return s
}

// readNodes reads what concerns the window in which a session continues. The entry
// of a node has it as well, but is large: Walk reads that.
func (w *windows) readNodes() error {
	if !w.db.HasColumn(tableNodes, "session_key") {
		return nil
	}
	columns := w.db.ListAs(tableNodes, "n", "current_session_id, label, display_name, "+
		"#archived_at, parent_session_key, spawned_by, fork_source_session_id")
	err := w.eachRow(columns, tableNodes+" n WHERE 1", "n.session_key", func(r row) {
		s := w.byID[r.textAt(1)]
		if s == nil {
			return
		}
		s.key = r.textAt(0)
		w.current[s.key] = s
		setNonEmpty(&s.label, r.textAt(2))
		setNonEmpty(&s.display, r.textAt(3))
		s.archived = !r.isNull(4)
		s.linkOrigin(r.textAt(6), r.textAt(5), r.textAt(7))
	})
	if err != nil || !w.db.HasColumn(tableNodes, "entry_json") {
		return err
	}
	// Whose subagent a session is must be known before any walk; where the
	// columns do not say it, the entry is read after all.
	from := tableNodes + " n WHERE instr(n.session_key, '" + subagentMark + "') > 0"
	for _, c := range []string{"spawned_by", "parent_session_key"} {
		if w.db.HasColumn(tableNodes, c) {
			from += " AND n." + c + " IS NULL"
		}
	}
	return w.eachRow("CAST(n.entry_json AS BLOB)", from, "n.session_key", func(r row) {
		var v entry
		if s := w.current[r.textAt(0)]; s != nil && entryPaths.Scan(r[1].Bytes, v[:]) == nil {
			s.linkOrigin(v[entrySpawned].String(), v[entryParent].String(), "")
		}
	})
}

// markSuperseded finds the windows that a later one repeats whole: a rewind
// copies everything, what it takes back included.
func (w *windows) markSuperseded() error {
	if !w.db.HasColumn(tableWindows, "previous_session_id") || !w.db.HasColumn(tableIDs, "event_type") {
		return nil
	}
	const old = "SELECT 1 FROM " + tableIDs + " a WHERE a.session_id = w.previous_session_id AND a.event_type IS NOT 'session'"
	from := tableWindows + " w" +
		" WHERE w.previous_session_id <> w.session_id AND EXISTS (" + old + ") AND NOT EXISTS (" + old +
		" AND NOT EXISTS (SELECT 1 FROM " + tableIDs + " b WHERE b.session_id = w.session_id AND b.event_id = a.event_id))"
	return w.eachRow("CAST(w.previous_session_id AS BLOB)", from, "w.session_id", func(r row) {
		if s := w.byID[r.textAt(1)]; s != nil {
			s.superseded = r.textAt(0)
		}
	})
}

// readColdStorage finds the transcripts in cold storage: compressed, in a file or in the
// row itself, and nowhere else.
func (w *windows) readColdStorage() error {
	if !w.db.HasColumn(tableCold, "archive_name") {
		return nil
	}
	columns := w.db.ListAs(tableCold, "c", "archive_name, storage, #archived_at, #archive_bytes")
	return w.eachRow(columns, tableCold+" c WHERE 1", "c.session_id", func(r row) {
		s := w.byID[r.textAt(0)]
		if s == nil {
			return
		}
		p := place{path: w.dir + sessionsDir + coldDir + "/" + r.textAt(1), form: formPacked, rank: rankCold, size: r.intAt(4), modTime: r.timeAt(3)}
		if r.textAt(2) == "sqlite" {
			p.path, p.form, p.name = w.db.Path(), formBlob, tableCold
		} else if text.Index(r.textAt(1), "/") >= 0 {
			return
		}
		s.places = append(s.places, p)
	})
}

// readArchives finds the transcripts that were set aside and not yet, or also,
// exported to a file.
func (w *windows) readArchives() error {
	if !w.db.HasColumn(tableArchives, "archive_blob") {
		return nil
	}
	columns := w.db.ListAs(tableArchives, "a", "session_id, generation, session_key, #created_at")
	return w.eachRow(columns, tableArchives+" a WHERE 1", "a.archive_name", func(r row) {
		s := w.byID[r.textAt(1)]
		if s == nil {
			s = w.addWindow(r.textAt(1))
			s.key = r.textAt(3)
			s.linkOrigin("", "", "")
		}
		s.places = append(s.places, place{path: w.db.Path(), form: formBlob, rank: rankArchive, modTime: r.timeAt(4),
			generation: r.textAt(2), name: r.textAt(0)})
	})
}
