package cursor

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

// finder collects the places of all sessions.
type finder struct {
	env     *adapter.Env
	side    *side
	failure error // of the first database that could not be read
}

// sessionFor returns what is known about an id.
func (f *finder) sessionFor(id string) *found {
	s := f.side.sessions[id]
	if s == nil {
		s = &found{}
		f.side.sessions[id] = s
	}
	return s
}

// noteFolder remembers a project's folder by the name that its transcripts' folder
// would have. A name that two folders share identifies neither.
func (f *finder) noteFolder(path string) {
	if path == "" {
		return
	}
	name := mungePath(path)
	if old, ok := f.side.folders[name]; ok && old != path {
		path = ""
	}
	f.side.folders[name] = path
}

// tolerateError deals with the error of a database or a side file: only a deadline
// ends the search.
func (f *finder) tolerateError(err error) error {
	switch code := fault.CodeOf(err); {
	case code == fault.Timeout:
		return err
	case err == nil || code == fault.BadRef: // gone
		return nil
	}
	if f.failure == nil {
		f.failure = err
	} else if fault.CodeOf(err) != fault.Unsupported {
		f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
	}
	return nil
}

// listFolder returns a folder's entries; a folder that is not there has none, one
// that cannot be read is a diagnostic. Links out of the mount are named.
func (f *finder) listFolder(folder string) ([]host.Info, error) {
	list, err := f.env.Host.Files.List(folder)
	switch code := fault.CodeOf(err); {
	case err == nil:
	case code == fault.Timeout:
		return nil, err
	case code != fault.BadRef:
		f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
	}
	for _, e := range list {
		if e.Kind == host.Link {
			f.env.Diagnose(fault.Diagnostic{Code: fault.PermissionDenied, Agent: f.env.Agent, Path: folder + "/" + e.Name,
				Message: "symbolic link leaves its mount", Hint: "its target is not read"})
		}
	}
	return list, nil
}

// eachFolder calls visit with every folder below root.
func (f *finder) eachFolder(root string, visit func(path, name string) error) error {
	list, err := f.listFolder(root)
	if err != nil {
		return err
	}
	for _, e := range list {
		if e.Kind != host.Dir {
			continue
		}
		if err := visit(root+"/"+e.Name, e.Name); err != nil {
			return err
		}
	}
	return nil
}

// findChats finds the command line agent's stores.
func (f *finder) findChats() error {
	for _, mount := range []string{Name, serverMount} {
		err := f.eachFolder(mount+"/chats", func(path, _ string) error { return f.eachFolder(path, f.addChat) })
		if err != nil {
			return err
		}
	}
	return nil
}

// addChat takes one agent's folder: store.db, its -wal, meta.json.
func (f *finder) addChat(path, id string) error {
	list, err := f.listFolder(path)
	if err != nil {
		return err
	}
	var db, side *host.Info
	var modified session.Time
	for i := range list {
		e := &list[i]
		if e.Kind != host.File {
			continue
		}
		switch e.Name {
		case "meta.json":
			side = e
		case "store.db":
			db = e
			modified = session.Latest(modified, session.TimeOfMillis(e.ModTime))
		case "store.db-wal":
			modified = session.Latest(modified, session.TimeOfMillis(e.ModTime))
		}
	}
	empty := false
	s := f.sessionFor(id)
	if side != nil {
		if empty, err = f.readSidecar(s, path+"/meta.json"); err != nil {
			return err
		}
	}
	if db == nil || empty {
		return nil
	}
	s.modified = session.Latest(s.modified, modified)
	return f.addDatabase(s, place{kind: store, path: path + "/store.db", size: db.Size})
}

// addDatabase adds a place that needs SQLite to be read.
func (f *finder) addDatabase(s *found, p place) error {
	if f.env.Host.SQL == nil {
		_, err := openDatabase(f.env.Host, p.path)
		return f.tolerateError(err)
	}
	s.places = append(s.places, p)
	return nil
}

var sidecarPaths = scan.CompilePaths("title", "cwd", "createdAtMs", "updatedAtMs", "isSubagent", "hasConversation")

// readSidecar reads meta.json and reports whether it says that nothing was said.
func (f *finder) readSidecar(s *found, path string) (empty bool, err error) {
	data, err := adapter.ReadFile(f.env, path, maxSideBytes)
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return false, err
		}
		f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
		return false, nil
	}
	vals := [6]scan.Value{}
	if sidecarPaths.Scan(scan.TrimBOM(data), vals[:]) != nil {
		return false, nil // only a help: the store has the same
	}
	s.title, s.cwd = givenTitle(vals[0].String()), vals[1].String()
	s.created, s.updated = parseMoment(vals[2]), parseMoment(vals[3])
	s.subagent = vals[4].Bool()
	f.noteFolder(s.cwd)
	return vals[5].Kind() == scan.False, nil
}

// findProjects finds transcripts.
func (f *finder) findProjects() error {
	for _, mount := range []string{Name, serverMount} {
		err := f.eachFolder(mount+"/projects", func(path, _ string) error {
			path += "/agent-transcripts"
			if err := f.addTranscripts(path, ""); err != nil {
				return err
			}
			return f.eachFolder(path, func(path, id string) error {
				if err := f.addTranscripts(path, ""); err != nil {
					return err
				}
				return f.addTranscripts(path+"/subagents", id)
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// addTranscripts takes the transcripts in a folder.
func (f *finder) addTranscripts(folder, parent string) error {
	list, err := f.listFolder(folder)
	if err != nil {
		return err
	}
	for _, e := range list {
		id, isLines := strings.CutSuffix(e.Name, ".jsonl")
		p := place{kind: lines, path: folder + "/" + e.Name, size: e.Size}
		if !isLines {
			p.kind = plain
			if id, isLines = strings.CutSuffix(e.Name, ".txt"); !isLines {
				continue
			}
		}
		if e.Kind != host.File || id == "" {
			continue
		}
		s := f.sessionFor(id)
		s.places = append(s.places, p)
		s.modified = session.Latest(s.modified, session.TimeOfMillis(e.ModTime))
		if parent != "" {
			s.parent, s.subagent = parent, true
		}
	}
	return nil
}

// projectName returns the munged name of the project that a transcript is in.
func projectName(path string) string {
	_, rest, _ := text.Cut(path, "/projects/")
	name, _, _ := text.Cut(rest, "/")
	return mungePath(name)
}

// openPresent opens a database that may not be there; nil when it is not there or
// empty.
func (f *finder) openPresent(path string) (*database, session.Time, error) {
	st, err := f.env.Host.Files.Stat(path)
	if err != nil || st.Kind == host.File && st.Size == 0 {
		return nil, 0, err
	}
	if st.Kind != host.File {
		return nil, 0, fault.New(fault.PermissionDenied, "not a regular file").At(path, 0, 0)
	}
	modified := session.TimeOfMillis(st.ModTime)
	if wal, err := f.env.Host.Files.Stat(path + "-wal"); err == nil {
		modified = session.Latest(modified, session.TimeOfMillis(wal.ModTime))
	}
	db, err := openDatabase(f.env.Host, path)
	return db, modified, err
}

// readTracking reads what the IDE's statistics know about conversations: a title
// and a model, for those that have none of their own.
func (f *finder) readTracking() error {
	db, _, err := f.openPresent(trackingPath)
	if err != nil || db == nil {
		return f.tolerateHintError(err)
	}
	defer db.Close()
	const table = "conversation_summaries"
	if err := db.learnTables(table); err != nil || !db.HasColumn(table, "conversationId") {
		return f.tolerateHintError(err)
	}
	q := &sqlwal.Paged{Columns: "CAST(conversationId AS BLOB), " + db.SelectList(table, "title, model"), From: table + " WHERE 1",
		Key: []string{"conversationId"}, Limit: rowPage}
	return f.tolerateHintError(db.EachStable(q, func(_, r []host.Value) error {
		if s := f.side.sessions[string(r[0].Bytes)]; s != nil {
			s.hint = string(r[1].Bytes)
			if s.model == "" {
				s.model = namedModel(string(r[2].Bytes))
			}
		}
		return nil
	}))
}

// tolerateHintError deals with the error of a database without which nothing is lost but
// a hint.
func (f *finder) tolerateHintError(err error) error {
	switch code := fault.CodeOf(err); {
	case code == fault.Timeout:
		return err
	case err != nil && code != fault.BadRef && code != fault.Unsupported:
		f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
	}
	return nil
}
