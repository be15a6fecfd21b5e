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

// session returns what is known about an id.
func (f *finder) session(id string) *found {
	s := f.side.sessions[id]
	if s == nil {
		s = &found{}
		f.side.sessions[id] = s
	}
	return s
}

// folder remembers a project's folder by the name that its transcripts' folder
// would have. A name that two folders share tells nothing.
func (f *finder) folder(path string) {
	if path == "" {
		return
	}
	name := munge(path)
	if old, ok := f.side.folders[name]; ok && old != path {
		path = ""
	}
	f.side.folders[name] = path
}

// failed deals with the error of a database or a side file: only a deadline
// ends the search.
func (f *finder) failed(err error) error {
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

// entries returns a folder's entries; a folder that is not there has none, one
// that cannot be read is a diagnostic. Links out of the mount are named.
func (f *finder) entries(folder string) ([]host.Info, error) {
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

// below calls visit with every folder below root.
func (f *finder) below(root string, visit func(path, name string) error) error {
	list, err := f.entries(root)
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

// chats finds the command line agent's stores.
func (f *finder) chats() error {
	for _, mount := range []string{Name, serverMount} {
		err := f.below(mount+"/chats", func(path, _ string) error { return f.below(path, f.chat) })
		if err != nil {
			return err
		}
	}
	return nil
}

// chat takes one agent's folder: store.db, its -wal, meta.json.
func (f *finder) chat(path, id string) error {
	list, err := f.entries(path)
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
	s := f.session(id)
	if side != nil {
		if empty, err = f.sidecar(s, path+"/meta.json"); err != nil {
			return err
		}
	}
	if db == nil || empty {
		return nil
	}
	s.modified = session.Latest(s.modified, modified)
	return f.database(s, place{kind: store, path: path + "/store.db", size: db.Size})
}

// database adds a place that needs SQLite to be read.
func (f *finder) database(s *found, p place) error {
	if f.env.Host.SQL == nil {
		_, err := openDatabase(f.env.Host, p.path)
		return f.failed(err)
	}
	s.places = append(s.places, p)
	return nil
}

var sidecarPaths = scan.Compile("title", "cwd", "createdAtMs", "updatedAtMs", "isSubagent", "hasConversation")

// sidecar reads meta.json and reports whether it says that nothing was said.
func (f *finder) sidecar(s *found, path string) (empty bool, err error) {
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
		return false, nil // only a help: the store tells the same
	}
	s.title, s.cwd = title(vals[0].String()), vals[1].String()
	s.created, s.updated = moment(vals[2]), moment(vals[3])
	s.subagent = vals[4].Bool()
	f.folder(s.cwd)
	return vals[5].Kind() == scan.False, nil
}

// projects finds transcripts.
func (f *finder) projects() error {
	for _, mount := range []string{Name, serverMount} {
		err := f.below(mount+"/projects", func(path, _ string) error {
			path += "/agent-transcripts"
			if err := f.transcripts(path, ""); err != nil {
				return err
			}
			return f.below(path, func(path, id string) error {
				if err := f.transcripts(path, ""); err != nil {
					return err
				}
				return f.transcripts(path+"/subagents", id)
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// transcripts takes the transcripts in a folder.
func (f *finder) transcripts(folder, parent string) error {
	list, err := f.entries(folder)
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
		s := f.session(id)
		s.places = append(s.places, p)
		s.modified = session.Latest(s.modified, session.TimeOfMillis(e.ModTime))
		if parent != "" {
			s.parent, s.subagent = parent, true
		}
	}
	return nil
}

// project returns the munged name of the project that a transcript is in.
func project(path string) string {
	_, rest, _ := text.Cut(path, "/projects/")
	name, _, _ := text.Cut(rest, "/")
	return munge(name)
}

// present opens a database that may not be there; nil when it is not there or
// empty.
func (f *finder) present(path string) (*database, session.Time, error) {
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

// tracking reads what the IDE's statistics know about conversations: a title
// and a model, for those that have none of their own.
func (f *finder) tracking() error {
	db, _, err := f.present(trackingPath)
	if err != nil || db == nil {
		return f.hint(err)
	}
	defer db.Close()
	const table = "conversation_summaries"
	if err := db.learn(table); err != nil || !db.Has(table, "conversationId") {
		return f.hint(err)
	}
	q := &sqlwal.Paged{Columns: "CAST(conversationId AS BLOB), " + db.List(table, "title, model"), From: table + " WHERE 1",
		Key: []string{"conversationId"}, Limit: rowPage}
	return f.hint(db.EachStable(q, func(_, r []host.Value) error {
		if s := f.side.sessions[string(r[0].Bytes)]; s != nil {
			s.hint = string(r[1].Bytes)
			if s.model == "" {
				s.model = model(string(r[2].Bytes))
			}
		}
		return nil
	}))
}

// hint deals with the error of a database without which nothing is lost but
// a hint.
func (f *finder) hint(err error) error {
	switch code := fault.CodeOf(err); {
	case code == fault.Timeout:
		return err
	case err != nil && code != fault.BadRef && code != fault.Unsupported:
		f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
	}
	return nil
}
