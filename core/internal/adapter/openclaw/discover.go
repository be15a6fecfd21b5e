package openclaw

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// finder collects the sessions of all agents and channels.
type finder struct {
	env     *adapter.Env
	infos   []*info
	byPlace map[string]*info // by folder and id
	byKey   map[string]*info
	failure error // the first of a database
}

// Discover implements adapter.Adapter. What cannot be read costs itself: a
// database that fails is an error only when there is nothing else.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	f := &finder{env: env, byPlace: map[string]*info{}, byKey: map[string]*info{}}
	for _, mount := range (reader{}).Mounts() {
		if err := f.eachFolder(mount+agentsDir, f.addAgent); err != nil {
			return nil, err
		}
		if err := f.eachFolder(mount+sessionsDir, f.addChannel); err != nil {
			return nil, err
		}
	}
	if f.failure != nil {
		if env.Strict || len(f.infos) == 0 {
			return nil, f.failure
		}
		env.Diagnose(fault.DiagnosticOf(env.Agent, f.failure))
	}
	return f.buildIndex(), nil
}

// eachFolder visits the folders in root.
func (f *finder) eachFolder(root string, visit func(name, path string) error) error {
	list, err := f.listFolder(root)
	if err != nil {
		return err
	}
	for _, e := range list {
		if e.Kind != host.Dir {
			continue
		}
		if err := visit(e.Name, root+"/"+e.Name); err != nil {
			return err
		}
	}
	return nil
}

// listFolder lists a folder; one that is not there is empty, and one that cannot be
// read is a diagnostic.
func (f *finder) listFolder(path string) ([]host.Info, error) {
	list, err := f.env.Host.Files.List(path)
	return list, f.tolerateError(err)
}

// tolerateError keeps going after an error that concerns one place only.
func (f *finder) tolerateError(err error) error {
	switch fault.CodeOf(err) {
	case "", fault.BadRef:
		return nil
	case fault.Timeout:
		return err
	}
	f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
	return nil
}

// addAgent finds the sessions of one agent.
func (f *finder) addAgent(name, path string) error {
	if err := f.addDatabase(name, path); err != nil {
		code := fault.CodeOf(err)
		if code == fault.Timeout {
			return err
		}
		if f.failure == nil && code != fault.BadRef { // else it vanished, or is no file
			f.failure = err
		} else {
			f.env.Diagnose(fault.DiagnosticOf(f.env.Agent, err))
		}
	}
	for _, dir := range []string{sessionsDir, importDir, sessionsDir + importDir} {
		rank := rankLive
		if dir != sessionsDir {
			rank = rankImported
		}
		if err := f.addTranscripts(name, path+dir, rank); err != nil {
			return err
		}
	}
	return f.readEntries(name, path+sessionsDir+indexFile)
}

// addTranscripts finds the transcripts in a folder. What is not a
// regular file is reported and not opened.
func (f *finder) addTranscripts(folder, path string, rank int) error {
	list, err := f.listFolder(path)
	if err != nil {
		return err
	}
	for _, e := range list {
		id, p, ok := parseName(e.Name)
		if !ok || e.Kind == host.Dir {
			continue
		}
		p.path, p.size, p.modTime, p.rank = path+"/"+e.Name, e.Size, session.TimeOfMillis(e.ModTime), max(p.rank, rank)
		if e.Kind != host.File {
			f.reportIrregular(p.path)
			continue
		}
		s := f.sessionFor(folder, id)
		if s.db != nil {
			p.rank = max(p.rank, rankImported)
		}
		s.places = append(s.places, p)
	}
	return nil
}

func (f *finder) reportIrregular(path string) {
	f.env.Diagnose(fault.Diagnostic{Code: fault.BadRef, Agent: f.env.Agent, Path: path,
		Message: "not a regular file inside the mount; it is not opened"})
}

// addChannel finds the documents of the described layout in a channel's folder.
func (f *finder) addChannel(name, path string) error {
	list, err := f.listFolder(path)
	if err != nil {
		return err
	}
	for _, e := range list {
		id, ok := strings.CutSuffix(e.Name, extDocument)
		if !ok || id == "" || id[0] == '.' || e.Kind == host.Dir {
			continue
		}
		p := place{path: path + "/" + e.Name, form: formDocument, size: e.Size, modTime: session.TimeOfMillis(e.ModTime)}
		if e.Kind != host.File {
			f.reportIrregular(p.path)
			continue
		}
		s := f.sessionFor(sessionsDir+"/"+name, id)
		s.folder = name
		s.places = append(s.places, p)
	}
	return nil
}

// sessionFor returns the session with an id in a folder, a new one if need be.
func (f *finder) sessionFor(folder, id string) *info {
	at := folder + "\x00" + id
	s := f.byPlace[at]
	if s == nil {
		s = &info{id: id, folder: folder}
		f.byPlace[at] = s
		f.infos = append(f.infos, s)
	}
	return s
}

// buildIndex makes refs of the sessions. An id that two folders have, of agents or
// of channels, names the session in the first; the others are distinguished by their
// folder.
func (f *finder) buildIndex() *adapter.Index {
	found := make([]*info, 0, len(f.infos))
	for _, s := range f.infos {
		if s.sortPlaces(); len(s.places) > 0 {
			found = append(found, s)
		}
	}
	order.SortStable(found, func(i, j int) bool {
		a, b := found[i], found[j]
		if p, q := a.places[0].path, b.places[0].path; p != q {
			return p < q
		}
		return a.id < b.id
	})
	sd := &side{infos: map[string]*info{}}
	ids := map[*info]string{}
	for _, s := range found {
		id := s.id
		if sd.infos[id] != nil {
			id = s.folder + "/" + id
		}
		if sd.infos[id] != nil {
			continue // only where names of folders are made to clash
		}
		sd.infos[id], ids[s] = s, id
	}
	ix := &adapter.Index{Side: sd}
	for _, s := range found {
		if p := f.byKey[s.parentKey]; p != nil && p != s {
			s.parent = ids[p]
		}
		if id := ids[s]; id != "" {
			ix.Refs = append(ix.Refs, s.buildRef(id))
		}
	}
	order.SortStable(ix.Refs, func(i, j int) bool {
		a, b := &ix.Refs[i], &ix.Refs[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.ID < b.ID
	})
	return ix
}

// sortPlaces puts the places in order, the best first and of archives the
// newest, and leaves out blobs that were exported to a file.
func (s *info) sortPlaces() {
	kept := s.places[:0]
	for _, p := range s.places {
		if p.form != formBlob || !s.isExported(p.name) {
			kept = append(kept, p)
		}
	}
	s.places = kept
	order.SortStable(kept, func(i, j int) bool {
		a, b := &kept[i], &kept[j]
		if a.rank != b.rank {
			return a.rank < b.rank
		}
		if a.path != b.path {
			return a.path > b.path
		}
		return a.generation > b.generation
	})
}

func (s *info) isExported(name string) bool {
	for i := range s.places {
		if p := &s.places[i]; p.form != formBlob && strings.HasSuffix(p.path, "/"+name) {
			return true
		}
	}
	return false
}

func (s *info) buildRef(id string) adapter.Ref {
	best := &s.places[0]
	ref := adapter.Ref{ID: id, Path: best.path, Size: best.size, Created: s.created, Updated: s.updated,
		Subagent: s.subagent, Archived: s.archived || best.rank == rankArchive}
	if s.subagent {
		ref.Parent = s.parent
	}
	for i := range s.places {
		p := &s.places[i]
		ref.ModTime = session.Latest(ref.ModTime, p.modTime)
		if i > 0 {
			ref.Alternates = append(ref.Alternates, p.path)
			ref.Updated = 0 // the copies may hold later records
		}
	}
	order.SortStrings(ref.Alternates)
	return ref
}
