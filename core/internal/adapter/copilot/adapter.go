// Package copilot reads the sessions of the GitHub Copilot CLI: a stream of
// events per session, in a file of its own up to 0.0.370 and in a folder
// later. The files on disk are described in FORMAT.md.
package copilot

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/copilot/facts"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// Limits of what is read.
const (
	// MaxDocumentBytes is the largest described document that is read.
	MaxDocumentBytes = 128 << 20
	// MaxWorkspaceBytes is the largest workspace.yaml that is read.
	MaxWorkspaceBytes = 64 << 10
)

// Name is the agent's name and that of its mount.
const Name = facts.Name

// Places below the mounts.
const (
	configMount   = "copilot-config"
	statePath     = Name + "/session-state"
	describedPath = configMount + "/sessions"
	eventsFile    = "/events.jsonl"
	workspaceFile = "/workspace.yaml"
	extLines      = ".jsonl"
	extDocument   = ".json"
)

type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

// Name implements adapter.Adapter.
func (reader) Name() string { return Name }

// Mounts implements adapter.Mounted.
func (reader) Mounts() []string { return []string{Name, configMount} }

// Discover implements adapter.Adapter. A session in several
// places is one ref: its folder is preferred to the single file that older
// versions wrote, and that to the described document.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	d := discovery{env: env, byID: map[string]int{}}
	if err := d.findEventFiles(); err != nil {
		return nil, err
	}
	list, err := d.listFolder(describedPath)
	if err != nil {
		return nil, err
	}
	for _, info := range list {
		if id, ok := strings.CutSuffix(info.Name, extDocument); ok {
			d.addFile(id, describedPath+"/"+info.Name, info)
		}
	}
	if err := d.findStored(); err != nil {
		return nil, err
	}
	order.SortStable(d.refs, func(i, j int) bool { return d.refs[i].Path < d.refs[j].Path })
	return &adapter.Index{Refs: d.refs, Side: d.side}, nil
}

type discovery struct {
	env  *adapter.Env
	refs []adapter.Ref
	byID map[string]int
	side map[string]*stored
}

// findEventFiles finds the folders and, of older versions, the files of events.
func (d *discovery) findEventFiles() error {
	list, err := d.listFolder(statePath)
	if err != nil {
		return err
	}
	for _, info := range list {
		path := statePath + "/" + info.Name
		if info.Kind != host.Dir {
			if id, ok := strings.CutSuffix(info.Name, extLines); ok {
				d.addFile(id, path, info)
			}
			continue
		}
		events, err := d.env.Host.Files.Stat(path + eventsFile)
		if err = d.tolerateError(err); err != nil {
			return err
		}
		if events.Name != "" {
			d.addFile(info.Name, path+eventsFile, events)
		}
	}
	return nil
}

func (d *discovery) listFolder(path string) ([]host.Info, error) {
	list, err := d.env.Host.Files.List(path)
	return list, d.tolerateError(err)
}

// tolerateError lets only a timeout end the search: what is missing is missing,
// and what cannot be read must not hide the other sessions.
func (d *discovery) tolerateError(err error) error {
	switch fault.CodeOf(err) {
	case "", fault.BadRef:
		return nil
	case fault.Timeout:
		return err
	}
	d.env.Diagnose(fault.DiagnosticOf(d.env.Agent, err))
	return nil
}

func (d *discovery) addFile(id, path string, info host.Info) {
	if id == "" || id[0] == '.' {
		return
	}
	if info.Kind != host.File {
		d.env.Diagnose(fault.Diagnostic{Code: fault.BadRef, Agent: d.env.Agent, Path: path,
			Message: "not a regular file inside the mount; it is not opened"})
		return
	}
	if at, known := d.byID[id]; known {
		d.refs[at].Alternates = append(d.refs[at].Alternates, path)
		return
	}
	d.byID[id] = len(d.refs)
	d.refs = append(d.refs, adapter.Ref{ID: id, Path: path, Size: info.Size, ModTime: session.TimeOfMillis(info.ModTime)})
}

// Updated implements adapter.Adapter. A document does not show it in its tail.
func (reader) Updated(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	if strings.HasSuffix(ref.Path, extDocument) || ref.Path == storePath {
		return ref.Updated, nil
	}
	return adapter.TailTime(env, ref.Path, ref.Size)
}
