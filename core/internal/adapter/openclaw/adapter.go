// Package openclaw reads the sessions of OpenClaw: one SQLite database per
// agent since 2026.7.2, JSONL files with an index before, and what both leave
// in archives. FORMAT.md beside it describes them.
package openclaw

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	agentfacts "github.com/heddle-dev/heddle/core/internal/adapter/openclaw/facts"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Name is the agent's name and that of its mount, the folder ~/.openclaw. The mounts of its
// older names are openclaw-clawdbot, openclaw-moltbot and openclaw-moldbot.
const Name = agentfacts.Name

// The places below a mount.
const (
	agentsDir    = "/agents" // a folder per agent
	databaseFile = "/agent/openclaw-agent.sqlite"
	sessionsDir  = "/sessions" // of an agent; below a mount the described layout: a folder per channel
	coldDir      = "/cold"
	importDir    = "/session-sqlite-import-archive"
	indexFile    = "/sessions.json"
)

// Limits of what is read.
const (
	// MaxIndexBytes is the largest sessions.json that is read; an entry has
	// about 15 KB.
	MaxIndexBytes = scan.MaxLineBytes
	// MaxDocumentBytes is the largest document of the described layout.
	MaxDocumentBytes = scan.MaxLineBytes
	// MaxPackedBytes is the largest compressed transcript that is read, and
	// MaxUnpackedBytes the largest content of one.
	MaxPackedBytes   = 64 << 20
	MaxUnpackedBytes = 256 << 20
	// MaxEventBytes is the largest content of a compressed event; OpenClaw
	// itself stops at 4 MiB.
	MaxEventBytes = 64 << 20

	sessionPage = 1000 // session rows of one query
	eventPage   = 64   // event rows of one query
)

type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

// Name implements adapter.Adapter.
func (reader) Name() string { return Name }

// Mounts implements adapter.Mounted.
func (reader) Mounts() []string {
	return []string{Name, Name + "-clawdbot", Name + "-moltbot", Name + "-moldbot"}
}

// side is what Discover found out for Walk.
type side struct {
	infos map[string]*info // by the ref's ID
}

// info is what is known of a session beside its transcript.
type info struct {
	id     string // as stored; the ref's ID may say in which folder, too
	folder string // of the agent, or of the channel in the described layout
	db     *database
	places []place // best first
	facts
}

// facts come from a session's entry in sessions.json or in the database.
type facts struct {
	_ [0]func() // never compared

	key        string // agent:main:main; names what continues under new ids
	label      string // given by the user
	display    string // made by OpenClaw
	model      string
	parentKey  string // of the session that started it
	parent     string // its id
	origin     string // id of the session whose records it repeats
	forked     bool   // by a fork; else by a rewind
	ofParent   bool   // it is a fork of what parentKey was then; the header names it
	superseded string // id of the session that repeats this one whole
	subagent   bool
	archived   bool
	created    session.Time // of the first record
	updated    session.Time // of the last
}

// Updated implements adapter.Adapter. The database has it, and the tail of a
// file; where a session has several copies, nothing but a walk does.
func (reader) Updated(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	s, ok := ix.Side.(*side)
	if !ok || ref.Updated != 0 || s.infos[ref.ID] == nil {
		return ref.Updated, nil
	}
	if p := s.infos[ref.ID].places; len(p) != 1 || p[0].form != formLines {
		return 0, nil
	}
	return jsonltree.LastUpdate(env, ref)
}
