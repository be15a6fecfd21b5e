package jsonltree

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// MaxFolderDepth is how deep session files are looked for below a root: a
// folder per working directory, a folder per session in it, and subagents of
// subagents.
const MaxFolderDepth = 6

// Discover finds the sessions below roots, the preferred one first, by the
// names of files and folders:
//
//	<time>_<id>.jsonl                in a root or in a working directory's folder: a session
//	-<working directory>/<id>.jsonl  a session, with any name
//	<time>_<id>/<name>.jsonl         a subagent of the session beside the folder
//	<id>/<any>.jsonl                 the described layout: a session of several files
//
// A file that lies in several roots is one session, and so are copies of one
// size in several folders of a root. Two that share an id only are two, and two
// of one name that differ in size continued apart: the one in the less preferred
// place is called by its file's name.
func Discover(env *adapter.Env, roots ...string) (*adapter.Index, error) {
	d := &discovery{env: env, byName: map[string]int{}}
	for _, root := range roots {
		d.root = len(d.refs)
		d.todo = append(d.todo, folder{path: root})
		for len(d.todo) > 0 {
			f := d.todo[len(d.todo)-1]
			d.todo = d.todo[:len(d.todo)-1]
			if err := d.listFolder(f); err != nil {
				return nil, err
			}
		}
	}
	d.renameDuplicates()
	order.SortStable(d.refs, func(i, j int) bool { return d.refs[i].Path < d.refs[j].Path })
	return &adapter.Index{Refs: d.refs}, nil
}

type discovery struct {
	env    *adapter.Env
	refs   []adapter.Ref
	byName map[string]int // ref by file name, of files with a time in it
	root   int            // the first ref of the root that is being listed
	todo   []folder
}

// folder is one to be listed.
type folder struct {
	_ [0]func() // never compared

	path   string
	depth  int
	parent string // id of the session whose subagents are in it
	group  string // id of the session it is, in the described layout
}

func (d *discovery) listFolder(f folder) error {
	entries, err := d.env.Host.Files.List(f.path)
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return err
		}
		if fault.CodeOf(err) != fault.BadRef || f.depth > 0 {
			d.env.Diagnose(fault.DiagnosticOf(d.env.Agent, err))
		}
		return nil
	}
	group := -1
	for _, e := range entries {
		path := f.path + "/" + e.Name
		stem, lines := strings.CutSuffix(e.Name, Ext)
		switch {
		case e.Kind == host.Dir:
			d.enterFolder(f, e.Name)
		case !lines || stem == "" || stem[0] == '.':
		case e.Kind != host.File:
			d.env.Diagnose(fault.Diagnostic{Code: fault.BadRef, Agent: d.env.Agent, Path: path,
				Message: "not a regular file inside the agent's folder; it is not opened"})
		default:
			group = d.addFile(f, path, stem, e, group)
		}
	}
	return nil
}

// enterFolder enters a folder: the subagents of a session, or what belongs to one
// working directory or session.
func (d *discovery) enterFolder(f folder, name string) {
	in := folder{path: f.path + "/" + name, depth: f.depth + 1}
	switch id, timed := FileID(name); {
	case in.depth > MaxFolderDepth || name[0] == '.':
		return
	case f.parent != "":
		in.parent = f.parent + "/" + name
	case timed:
		in.parent = id
	case f.depth > 0:
		return
	case name[0] != '-':
		in.group = name
	}
	d.todo = append(d.todo, in)
}

// addFile adds a file: as a ref, or to the ref of its folder, which is group.
func (d *discovery) addFile(f folder, path, stem string, e host.Info, group int) int {
	ref := adapter.Ref{Path: path, Size: e.Size, ModTime: session.TimeOfMillis(e.ModTime)}
	id, timed := FileID(stem)
	switch {
	case f.parent != "":
		ref.ID, ref.Subagent, ref.Parent = f.parent+"/"+stem, true, f.parent
	case f.group != "" && !timed:
		if group >= 0 {
			r := &d.refs[group]
			r.Alternates = append(r.Alternates, path)
			r.ModTime = session.Latest(r.ModTime, ref.ModTime)
			return group
		}
		ref.ID, group = f.group, len(d.refs)
	default:
		ref.ID = id
		if at, known := d.byName[stem]; !known {
			d.byName[stem] = len(d.refs)
		} else if old := &d.refs[at]; timed && (at < d.root || old.Size == ref.Size) {
			d.addDuplicate(old, ref)
			return group
		}
	}
	d.refs = append(d.refs, ref)
	return group
}

// addDuplicate takes a second place of a session: the longer file is read, of equal
// ones the first.
func (d *discovery) addDuplicate(old *adapter.Ref, ref adapter.Ref) {
	if ref.Size <= old.Size {
		old.Alternates = append(old.Alternates, ref.Path)
		return
	}
	ref.Alternates = append(old.Alternates, old.Path)
	*old = ref
}

// renameDuplicates gives refs whose id is taken another one.
func (d *discovery) renameDuplicates() {
	taken := map[string]bool{}
	for i := range d.refs {
		r := &d.refs[i]
		whole := isFolderSession(r)
		if taken[r.ID] && !whole {
			r.ID = strings.TrimSuffix(baseName(r.Path), Ext)
		}
		if taken[r.ID] && whole {
			r.ID = r.Path[:strings.LastIndexByte(r.Path, '/')]
		} else if taken[r.ID] {
			r.ID = strings.TrimSuffix(r.Path, Ext)
		}
		taken[r.ID] = true
	}
}
