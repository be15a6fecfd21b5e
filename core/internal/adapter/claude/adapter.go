// Package claude reads the sessions of Claude Code: JSON lines below
// projects/ in its configuration folder, as every version from 0.2 to 2.1
// wrote them, and the layout that older descriptions of it state. FORMAT.md
// says what the files look like and which rule answers which trap.
package claude

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude/facts"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// reader is the adapter. It has no state.
type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

// Name implements adapter.Adapter.
func (reader) Name() string { return facts.Name }

// Places, relative to the mount.
const (
	projectsName = "projects"
	desktopMount = "claude-desktop" // Claude Desktop keeps a configuration folder for each task
	configName   = ".claude"
	subagentsDir = "subagents"
	memoryDir    = "memory" // notes of the model, no session
	titleFile    = "custom-title.json"
	sessionExt   = ".jsonl"
	metaExt      = ".meta.json"
	agentPrefix  = "agent-" // what a subagent's file name begins with
)

// Mounts implements adapter.Mounted: CLAUDE_CONFIG_DIR may be a list.
func (reader) Mounts() []string { return []string{"claude", "claude-2", "claude-3", desktopMount} }

// Discover implements adapter.Adapter. It lists the project folders and, in
// them, the folders that sessions have; it opens no file.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	d := &discovery{env: env, side: &side{folders: map[string]*folder{}, files: map[string]string{}}}
	for _, mount := range (reader{}).Mounts() {
		err := error(nil)
		if mount == desktopMount {
			err = d.listDesktop()
		} else {
			err = d.listProjects(mount + "/" + projectsName)
		}
		if err != nil {
			return nil, err
		}
	}
	order.SortStable(d.refs, func(i, j int) bool {
		a, b := &d.refs[i], &d.refs[j]
		return a.Path < b.Path || a.Path == b.Path && a.ID < b.ID
	})
	d.side.renameTwins(d.refs)
	d.side.assignFolders(d.refs)
	d.side.nested = newNestedAgents(d.refs)
	return &adapter.Index{Refs: d.refs, Side: d.side}, nil
}

// listProjects lists the project folders of one configuration folder.
func (d *discovery) listProjects(root string) error {
	entries, err := d.env.Host.Files.List(root)
	if err != nil {
		if fault.CodeOf(err) != fault.BadRef {
			return err
		}
		if info, statErr := d.env.Host.Files.Stat(root); statErr == nil && info.Kind != host.Dir {
			d.reportUnexpected(root, "a folder is expected here")
		}
		return nil
	}
	for _, e := range entries {
		switch path := root + "/" + e.Name; e.Kind {
		case host.Dir:
			if err := d.listProject(path); err != nil {
				return err
			}
		case host.Link:
			d.reportUnexpected(path, "the link leaves the agent's folder")
		}
	}
	return nil
}

// maxDesktopDepth bounds how deep the configuration folders of Claude Desktop's tasks are
// looked for: below the account, the organization and the task.
const maxDesktopDepth = 6

// listDesktop looks for the configuration folders of Claude Desktop's tasks.
func (d *discovery) listDesktop() error {
	type level struct {
		folder string
		depth  int
	}
	for todo := []level{{desktopMount, 0}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		entries, err := d.env.Host.Files.List(at.folder)
		if err != nil {
			if fault.CodeOf(err) == fault.Timeout {
				return err
			}
			if fault.CodeOf(err) != fault.BadRef {
				d.env.Diagnose(fault.DiagnosticOf("claude", err))
			}
			continue
		}
		for _, e := range entries {
			path := at.folder + "/" + e.Name
			switch {
			case e.Kind != host.Dir:
			case e.Name == configName:
				if err := d.listProjects(path + "/" + projectsName); err != nil {
					return err
				}
			case at.depth < maxDesktopDepth:
				todo = append(todo, level{path, at.depth + 1})
			}
		}
	}
	return nil
}

// Updated implements adapter.Adapter. What the tail shows is kept for the walks
// that look for titles in the file.
func (reader) Updated(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	end, err := lookAtEnd(env, ref)
	if f := sideOf(ix).folderOf(ref); f != nil && err == nil {
		f.lock.acquire()
		defer f.lock.release()
		if f.ends == nil {
			f.ends = map[string]fileEnd{}
		}
		f.ends[ref.Path] = end
	}
	return end.last, err
}

// discovery collects the refs of one Discover.
type discovery struct {
	env  *adapter.Env
	refs []adapter.Ref
	side *side
}

// reportUnexpected reports something in an unexpected place; the rest is read.
func (d *discovery) reportUnexpected(path, message string) {
	d.env.Diagnose(fault.DiagnosticOf(facts.Name, fault.New(fault.BadRef, message).At(path, 0, 0)))
}

// listFolder lists a folder. One that cannot be read is a diagnostic; only a
// deadline ends the discovery.
func (d *discovery) listFolder(path string) ([]host.Info, error) {
	entries, err := d.env.Host.Files.List(path)
	if err != nil && fault.CodeOf(err) != fault.Timeout {
		d.env.Diagnose(fault.DiagnosticOf(facts.Name, err))
		return nil, nil
	}
	return entries, err
}

func (d *discovery) listProject(path string) error {
	entries, err := d.listFolder(path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		stem, found := strings.CutSuffix(e.Name, sessionExt)
		switch {
		case found && stem != "":
			d.addFile(path, e, adapter.Ref{ID: stem, Subagent: strings.HasPrefix(stem, agentPrefix)})
		case e.Kind == host.Dir && e.Name != memoryDir:
			if err := d.sessionFolder(path, e.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// addFile adds the ref of a session file.
func (d *discovery) addFile(folder string, e host.Info, ref adapter.Ref) {
	ref.Path = folder + "/" + e.Name
	switch e.Kind {
	case host.File:
	case host.Link:
		d.reportUnexpected(ref.Path, "the link leaves the agent's folder, or leads nowhere")
		return
	default:
		d.reportUnexpected(ref.Path, "a session file is expected here")
		return
	}
	ref.Size, ref.ModTime = e.Size, session.TimeOfMillis(e.ModTime)
	d.refs = append(d.refs, ref)
}

// sessionFolder looks for what is beside the session called id: the name
// its user gave it and its subagents.
func (d *discovery) sessionFolder(project, id string) error {
	path := project + "/" + id
	entries, err := d.listFolder(path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		switch {
		case e.Name == titleFile && e.Kind == host.File:
			d.side.files[path+sessionExt] = path + "/" + titleFile
		case e.Name == subagentsDir && e.Kind == host.Dir:
			if err := d.listSubagents(path+"/"+subagentsDir, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxDepth bounds how deep the folders below subagents/ are read: the agent nests three.
const maxDepth = 100

// listSubagents adds the subagents' files in a folder and below it: agents of the
// Workflow tool have a folder for each run.
func (d *discovery) listSubagents(path, parent string) error {
	type level struct {
		folder string
		depth  int
	}
	todo := []level{{path, 0}}
	for len(todo) > 0 {
		last := len(todo) - 1
		folder, depth := todo[last].folder, todo[last].depth
		todo = todo[:last]
		entries, err := d.listFolder(folder)
		if err != nil {
			return err
		}
		below := folder[len(path):]
		for _, e := range entries {
			switch stem, found := strings.CutSuffix(e.Name, sessionExt); {
			case found && strings.HasPrefix(stem, agentPrefix):
				d.addFile(folder, e, adapter.Ref{ID: parent + below + "/" + stem, Subagent: true, Parent: parent})
			case e.Kind == host.Dir && depth == maxDepth:
				d.env.Diagnose(fault.DiagnosticOf(facts.Name, fault.New(fault.LimitExceeded,
					"the folders of subagents are nested too deeply; those below are not read").At(folder, 0, 0)))
			case e.Kind == host.Dir:
				todo = append(todo, level{folder + "/" + e.Name, depth + 1})
			case e.Kind == host.Link:
				d.reportUnexpected(folder+"/"+e.Name, "the link leaves the agent's folder, or leads nowhere")
			case e.Kind == host.File && strings.HasPrefix(e.Name, agentPrefix):
				if stem, found := strings.CutSuffix(e.Name, metaExt); found {
					d.side.files[folder+"/"+stem+sessionExt] = folder + "/" + e.Name
				}
			}
		}
	}
	return nil
}

// side is what Discover found besides the refs, and what walks of the same
// operation learned about whole folders.
type side struct {
	folders map[string]*folder // by path
	files   map[string]string  // path of a session's or subagent's side file, by the path of its records
	nested  *nestedAgents
	twins   map[string]string // the agent's own id of a shorter copy, by its path
}

// renameTwins gives the shorter ones of files with one id names of their own: a session
// that was moved or copied into another project's folder. The longest file keeps the id.
func (s *side) renameTwins(refs []adapter.Ref) {
	longest := make(map[string]int, len(refs))
	for i := range refs {
		at, twice := longest[refs[i].ID]
		if !twice {
			longest[refs[i].ID] = i
			continue
		}
		shorter := i
		if a, b := &refs[at], &refs[i]; b.Size > a.Size || b.Size == a.Size && b.ModTime > a.ModTime {
			longest[b.ID], shorter = i, at
		}
		if s.twins == nil {
			s.twins = map[string]string{}
		}
		r := &refs[shorter]
		s.twins[r.Path] = r.ID
		_, project, _ := text.Cut(r.Path, "/"+projectsName+"/")
		project, _, _ = text.Cut(project, "/")
		r.ID += "@" + project
	}
}

// folder is one project folder. What is read of it is read at most once, by
// the first walk that needs it.
type folder struct {
	sessions []*adapter.Ref // conversations in it
	agents   []*adapter.Ref // subagents' files beside them

	lock lock
	summaries
	roots    map[string][]originRef // sessions by the id of their first line; nil until read
	children map[string][]string    // ids of agents, by the session that started them; nil until read
}

// lock is a mutex. It is a channel because package sync would be linked into
// the wasm module for it alone, where it is never contended.
type lock chan struct{}

func (l lock) acquire() { l <- struct{}{} }

func (l lock) release() { <-l }

// assignFolders hands the refs, which stay where they are, to their folders.
func (s *side) assignFolders(refs []adapter.Ref) {
	for i := range refs {
		if refs[i].Parent != "" {
			continue
		}
		dir := refs[i].Path[:strings.LastIndexByte(refs[i].Path, '/')]
		f := s.folders[dir]
		if f == nil {
			f = &folder{lock: make(lock, 1)}
			s.folders[dir] = f
		}
		if refs[i].Subagent {
			f.agents = append(f.agents, &refs[i])
		} else {
			f.sessions = append(f.sessions, &refs[i])
		}
	}
}

// sideOf returns the side data of an index; an empty one for an index that
// was not made by Discover.
func sideOf(ix *adapter.Index) *side {
	if ix != nil {
		if s, ok := ix.Side.(*side); ok {
			return s
		}
	}
	return &side{}
}

// folderOf returns the folder that holds a ref, or nil.
func (s *side) folderOf(ref *adapter.Ref) *folder {
	if i := strings.LastIndexByte(ref.Path, '/'); i >= 0 {
		return s.folders[ref.Path[:i]]
	}
	return nil
}
