package gemini

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// side is what Discover learned beside the sessions.
type side struct {
	projects *projects
	longer   map[string]string // session that a checkpoint was saved from, by the checkpoint's id
}

// place is one file of a session.
type place struct {
	path   string
	size   int64
	mod    session.Time
	parent string // session whose subagent wrote this file
}

// found is one session with its places.
type found struct {
	id      string
	places  []place
	prompts *prompts // set when the session is in the prompt log only
}

type discovery struct {
	env   *adapter.Env
	side  *side
	found []found
	byID  map[string]int
	saved []place // checkpoints
	mute  []mute  // files that do not state their id
	logs  promptLogs
}

// mute is a file that states no more of its id than its name holds.
type mute struct {
	short string
	place
}

// Discover implements adapter.Adapter. A file's name holds only the first
// eight characters of the session's id, so the first bytes of each main
// session's file are read; nothing else of it is.
//
// One session may have several files: copies made by an upgrade, the log that
// continues a document, stubs. They are one Ref.
func (agent) Discover(env *adapter.Env) (*adapter.Index, error) {
	known, err := readProjects(env)
	if err != nil {
		return nil, err
	}
	d := &discovery{env: env, byID: map[string]int{}, logs: promptLogs{byID: map[string]*prompts{}, saves: map[string]string{}},
		side: &side{projects: known, longer: map[string]string{}}}
	folders, err := d.listFolder(tmpPath)
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		if f.Kind != host.Dir {
			continue
		}
		if err := d.readProject(f.Name); err != nil {
			return nil, err
		}
	}
	if err := d.addDescribed(); err != nil {
		return nil, err
	}
	d.resolveShortIDs()
	for _, f := range folders { // every directory's slug is known now
		if f.Kind == host.Dir {
			if err := d.readPromptLog(f.Name); err != nil {
				return nil, err
			}
		}
	}
	d.addCheckpoints()
	d.promptsOnly()
	return d.buildIndex(), nil
}

// listFolder returns a folder's entries; what cannot be listed is a diagnostic.
func (d *discovery) listFolder(path string) ([]host.Info, error) {
	list, err := d.env.Host.Files.List(path)
	switch fault.CodeOf(err) {
	case "", fault.BadRef:
	case fault.Timeout:
		return nil, err
	default:
		d.env.Diagnose(fault.DiagnosticOf(d.env.Agent, err))
	}
	return list, nil
}

// readProject looks through what one project has.
func (d *discovery) readProject(name string) error {
	path := tmpPath + "/" + name
	list, err := d.listFolder(path)
	if err != nil {
		return err
	}
	for _, info := range list {
		at := path + "/" + info.Name
		switch {
		case info.Name == rootFile && info.Kind == host.File:
			b, err := readSide(d.env, at)
			if err != nil {
				return err
			}
			d.side.projects.addFolder(name, strings.TrimRight(string(b), "\r\n"))
		case info.Name == chatsFolder && info.Kind == host.Dir:
			if err := d.addChats(at, ""); err != nil {
				return err
			}
		case strings.HasPrefix(info.Name, savedPrefix) && strings.HasSuffix(info.Name, extDocument):
			if d.isRegular(at, info) {
				d.saved = append(d.saved, placeOf(at, info))
			}
		}
	}
	return nil
}

func placeOf(path string, info host.Info) place {
	return place{path: path, size: info.Size, mod: session.TimeOfMillis(info.ModTime)}
}

// isRegular reports whether an entry may be opened.
func (d *discovery) isRegular(path string, info host.Info) bool {
	if info.Kind == host.File {
		return true
	}
	d.env.Diagnose(fault.DiagnosticOf(d.env.Agent, notRegular(path)))
	return false
}

// addChats takes the session files of a folder: main sessions, or, in a folder
// named after a session, its subagents'.
func (d *discovery) addChats(path, parent string) error {
	list, err := d.listFolder(path)
	if err != nil {
		return err
	}
	for _, info := range list {
		at := path + "/" + info.Name
		if info.Kind == host.Dir {
			if parent == "" {
				if err := d.addChats(at, info.Name); err != nil {
					return err
				}
			}
			continue
		}
		stem, isLog := strings.CutSuffix(info.Name, extLines)
		if !isLog {
			var isDocument bool
			stem, isDocument = strings.CutSuffix(info.Name, extDocument)
			if !isDocument || parent != "" {
				continue
			}
		}
		if stem == "" || parent == "" && !strings.HasPrefix(stem, chatPrefix) || !d.isRegular(at, info) {
			continue
		}
		p := placeOf(at, info)
		p.parent = parent
		if parent == "" {
			var short string
			if stem, short, err = d.idOf(p, stem[len(chatPrefix):]); err != nil {
				return err
			}
			if stem == "" {
				d.mute = append(d.mute, mute{short, p})
				continue
			}
		}
		d.addPlace(stem, p)
	}
	return nil
}

// addDescribed takes the sessions of the described layout.
func (d *discovery) addDescribed() error {
	list, err := d.listFolder(describedPath)
	if err != nil {
		return err
	}
	for _, info := range list {
		at := describedPath + "/" + info.Name
		if id, ok := strings.CutSuffix(info.Name, extLines); ok && id != "" && info.Kind != host.Dir && d.isRegular(at, info) {
			d.addPlace(id, placeOf(at, info))
		}
	}
	return nil
}

// shortLength is how many characters of the id are in a file's name.
const shortLength = 8

// idOf returns the session id that a file states: the first that begins as
// the name says, "" without one. short is what the name says.
func (d *discovery) idOf(p place, stem string) (id, short string, err error) {
	short = stem
	if n := len(stem) - shortLength; n > 0 && stem[n-1] == '-' {
		short = stem[n:]
	} else if i := strings.LastIndexByte(stem, '-'); i >= 0 && i+1 < len(stem) {
		short = stem[i+1:]
	}
	head, err := readHead(d.env, p.path, p.size)
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return "", short, err
		}
		d.env.Diagnose(fault.DiagnosticOf(d.env.Agent, err))
	}
	stated := ""
	for len(head) > 0 {
		if id, head = nextValue(head, "sessionId"); !isID(id) {
			continue
		}
		if strings.HasPrefix(id, short) {
			return id, short, nil
		}
		if stated == "" {
			stated = id
		}
	}
	return stated, short, nil
}

// resolveShortIDs gives the files that do not state their id to the session whose id
// begins as their name says; what it says is the id when no such session exists.
func (d *discovery) resolveShortIDs() {
	for _, m := range d.mute {
		id := m.short
		for i := range d.found {
			if strings.HasPrefix(d.found[i].id, m.short) {
				id = d.found[i].id
				break
			}
		}
		d.addPlace(id, m.place)
	}
}

// isID reports whether a text can be a session's id.
func isID(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || c == '\\' || c == '/' {
			return false
		}
	}
	return s != "" && len(s) <= 128
}

func (d *discovery) addPlace(id string, p place) *found {
	at, known := d.byID[id]
	if !known {
		at = len(d.found)
		d.byID[id] = at
		d.found = append(d.found, found{id: id})
	}
	f := &d.found[at]
	f.places = append(f.places, p)
	return f
}

// isPreferred orders the files of one session: the log, which continues the
// document, and of those the larger; a folder with a slug before a hashed one,
// from which it was copied.
func isPreferred(a, b *place) bool {
	if x, y := strings.HasSuffix(a.path, extLines), strings.HasSuffix(b.path, extLines); x != y {
		return x
	}
	if a.size != b.size {
		return a.size > b.size
	}
	if len(a.path) != len(b.path) {
		return len(a.path) < len(b.path)
	}
	return a.path < b.path
}

// addCheckpoints gives every saved checkpoint its place. The prompt log says
// which session it was saved from. When nothing else of that session is left,
// the checkpoint is its content, else a copy that the session supersedes.
func (d *discovery) addCheckpoints() {
	same := d.side.projects.canonicalFolder
	order.SortStable(d.saved, func(i, j int) bool { return isPreferred(&d.saved[i], &d.saved[j]) })
	copies := map[string]string{}
	for _, p := range d.saved {
		dir := strings.TrimPrefix(p.path[:len(p.path)-len(baseName(p.path))-1], tmpPath+"/")
		name := strings.TrimSuffix(baseName(p.path), extDocument)
		key := same(dir) + "/" + name + "/" + text.FormatInt(p.size)
		if id := copies[key]; id != "" { // the copy that an upgrade left
			d.addPlace(id, p)
			continue
		}
		id := dir + "/" + name
		if from := d.logs.saves[same(dir)+"/"+strings.TrimPrefix(name, savedPrefix)]; from != "" {
			if _, known := d.byID[from]; known {
				d.side.longer[id] = from
			} else {
				id = from
			}
		}
		copies[key] = id
		d.addPlace(id, p)
	}
}

// promptsOnly adds the sessions that have only prompts left, and completes those
// that have only a checkpoint left: it has no times.
func (d *discovery) promptsOnly() {
	for _, id := range d.logs.ids {
		p := d.logs.byID[id]
		at, known := d.byID[id]
		if known && isSession(d.found[at].places[0].path) || p.count == 0 {
			continue
		}
		for _, l := range p.places {
			d.addPlace(id, l)
		}
		d.found[d.byID[id]].prompts = p
	}
}

// isSession reports whether a file was written as a session.
func isSession(path string) bool {
	return isChat(path) || strings.HasSuffix(path, extLines)
}

func (d *discovery) buildIndex() *adapter.Index {
	refs := make([]adapter.Ref, 0, len(d.found))
	for i := range d.found {
		f := &d.found[i]
		if f.prompts == nil { // else the checkpoint comes before the logs
			order.SortStable(f.places, func(i, j int) bool { return isPreferred(&f.places[i], &f.places[j]) })
		}
		best := &f.places[0]
		ref := adapter.Ref{ID: f.id, Path: best.path, Size: best.size, Subagent: best.parent != "", Parent: best.parent}
		for _, p := range f.places {
			ref.ModTime = session.Latest(ref.ModTime, p.mod)
			if p.path != best.path {
				ref.Alternates = append(ref.Alternates, p.path)
			}
		}
		if p := f.prompts; p != nil {
			ref.Created, ref.Updated = p.first, p.last
		}
		refs = append(refs, ref)
	}
	order.SortStable(refs, func(i, j int) bool {
		if refs[i].Path != refs[j].Path {
			return refs[i].Path < refs[j].Path
		}
		return refs[i].ID < refs[j].ID
	})
	return &adapter.Index{Refs: refs, Side: d.side}
}
