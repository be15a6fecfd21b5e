package openclaw

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// form is how a transcript is stored.
type form uint8

const (
	formRows     form = iota // events in a database
	formLines                // a JSONL file
	formPacked               // the same, compressed
	formBlob                 // the same in a row of a database
	formDocument             // the described layout: one JSON document
)

// The ranks of places: of several copies of a session the one with the lowest
// is read first.
const (
	rankLive       = iota // rows, the file or the document in use
	rankCold              // moved out of the database into a file
	rankImported          // left by the move to SQLite
	rankCheckpoint        // copied before a compaction
	rankArchive           // set aside when the session was reset or deleted
)

// place is one stored copy of a session.
type place struct {
	_ [0]func() // never compared

	path       string
	form       form
	rank       int
	size       int64
	modTime    session.Time
	generation string // of a blob: with the session's id the key of its row
	name       string // of a blob: the file that it is exported to
}

const (
	extPacked    = ".zst"
	extDocument  = ".json"
	uuidLength   = 36
	checkpoint   = ".checkpoint."
	trajectories = ".trajectory"
)

// parseName returns what a file in a sessions folder holds: whose session,
// how, and how good a copy it is. ok is false for files that hold no
// transcript; trajectories, which repeat runs in another form, are such.
//
//	<id>.jsonl, <time>_<id>.jsonl       in use; the latter is a fork
//	<id>.checkpoint.<uuid>.jsonl        before a compaction
//	<id>.jsonl.reset.<time>             set aside, also .deleted. and .bak.,
//	<id>.jsonl.deleted.<time>.<x>.zst   and compressed
func parseName(name string) (id string, p place, ok bool) {
	at := text.LastIndex(name, jsonltree.Ext)
	if at <= 0 || name[0] == '.' {
		return "", place{}, false
	}
	id, rest := name[:at], name[at+len(jsonltree.Ext):]
	p.form = formLines
	if rest != "" {
		kind, _, _ := text.Cut(rest[1:], ".")
		if rest[0] != '.' || kind != "reset" && kind != "deleted" && kind != "bak" {
			return "", place{}, false
		}
		p.rank = rankArchive
		if strings.HasSuffix(rest, extPacked) {
			p.form = formPacked
		}
	}
	if strings.HasSuffix(id, trajectories) {
		return "", place{}, false
	}
	if at := text.LastIndex(id, checkpoint); at > 0 && len(id) == at+len(checkpoint)+uuidLength {
		id, p.rank = id[:at], max(p.rank, rankCheckpoint)
	}
	id, _ = jsonltree.FileID(id)
	return id, p, id != ""
}
