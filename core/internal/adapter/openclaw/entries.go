package openclaw

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// entryPaths are what a session's entry may have. In 2026.7.1 the entries
// are in sessions.json, since then each in a row of session_nodes.
var entryPaths = scan.CompilePaths("sessionId", "label", "displayName", "model", "archivedAt", "spawnedBy", "parentSessionKey",
	"forkSource.sessionId", "forkedFromParent")

const (
	entrySession = iota
	entryLabel
	entryDisplay
	entryModel
	entryArchived
	entrySpawned
	entryParent
	entrySource
	entryOfParent
	entryCount
)

type entry [entryCount]scan.Value

// subagentMark is in the keys of subagents' sessions.
const subagentMark = ":subagent:"

// applyEntry learns what the entry of a session says of it.
func (f *facts) applyEntry(v *entry) {
	setNonEmpty(&f.label, v[entryLabel].String())
	setNonEmpty(&f.display, v[entryDisplay].String())
	setNonEmpty(&f.model, v[entryModel].String())
	f.archived = f.archived || v[entryArchived].Kind() == scan.Number
	f.linkOrigin(v[entrySpawned].String(), v[entryParent].String(), v[entrySource].String())
	f.ofParent = f.ofParent || v[entryOfParent].Bool()
}

// linkOrigin learns where a session comes from: keys of the session that spawned it
// and of its parent, and the id of the one it was forked from.
func (f *facts) linkOrigin(spawnedBy, parentKey, source string) {
	f.subagent = f.subagent || spawnedBy != "" || text.Index(f.key, subagentMark) >= 0
	setNonEmpty(&f.parentKey, parentKey)
	setNonEmpty(&f.parentKey, spawnedBy)
	if source != "" {
		f.origin, f.forked = source, true
	}
}

func setNonEmpty(to *string, s string) {
	if s != "" {
		*to = s
	}
}

// readEntries reads sessions.json: an object of entries by session key. Without
// it the sessions lack titles and parents.
func (f *finder) readEntries(folder, path string) error {
	data, err := adapter.ReadFile(f.env, path, MaxIndexBytes)
	if err != nil {
		return f.tolerateError(err)
	}
	root, err := scan.Parse(data)
	if err != nil || root.Kind() != scan.Object {
		f.env.Diagnose(fault.Diagnostic{Code: fault.ParseError, Agent: f.env.Agent, Path: path,
			Message: "the index of sessions cannot be read", Hint: "titles and parents of sessions are missing"})
		return nil
	}
	root.EachMember(func(key, value scan.Value) bool {
		var v entry
		if value.Kind() != scan.Object || entryPaths.Scan(value.Raw(), v[:]) != nil {
			return true
		}
		s := f.byPlace[folder+"\x00"+v[entrySession].String()]
		if s == nil || s.db != nil {
			return true // never used, or since moved to the database
		}
		s.key = key.String()
		f.byKey[s.key] = s
		s.applyEntry(&v)
		return true
	})
	return nil
}
