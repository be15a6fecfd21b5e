package opencode

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// info is what a session's own record says, from a row or from a file.
type info struct {
	_ [0]func() // never compared

	title      string
	directory  string
	version    string
	model      string
	parent     string // session that started it
	forkedFrom string
	created    session.Time
	updated    session.Time
	archived   bool
	subagent   bool
	db         *database // that has its row; nil for a file
	reverted   bool      // the row has a revert, which Walk reads
	revert     revert
}

// revert is where the user took the session back to: that message and what
// follows it, from that part on if one is named, is hidden until the next
// prompt deletes it.
type revert struct{ message, part string }

func parseRevert(v scan.Value) revert {
	return revert{message: v.Get("messageID").String(), part: v.Get("partID").String()}
}

// completeRef completes a ref with what is known.
func (s *info) completeRef(ref adapter.Ref) adapter.Ref {
	ref.Created, ref.Updated, ref.Archived = s.created, s.updated, s.archived
	if s.subagent {
		ref.Subagent, ref.Parent = true, s.parent
	}
	return ref
}

var infoPaths = scan.CompilePaths("title", "directory", "version", "parentID", "time.created", "time.updated", "time.archived", "revert")

// parseInfo reads a session file.
func parseInfo(data []byte) (*info, error) {
	vals := [8]scan.Value{}
	if err := infoPaths.Scan(data, vals[:]); err != nil {
		return nil, err
	}
	s := &info{title: vals[0].String(), directory: vals[1].String(), version: vals[2].String(), parent: vals[3].String(),
		created: millisTime(vals[4]), updated: millisTime(vals[5]), archived: millisTime(vals[6]) != 0, revert: parseRevert(vals[7])}
	s.subagent = s.parent != "" && namesSubagent(s.title)
	return s, nil
}
