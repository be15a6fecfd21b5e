package claude

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude/facts"
	"github.com/heddle-dev/heddle/core/internal/pages"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Versions up to 2.0 write a session's title as a summary line that names the
// last line of the session, its leaf, mostly into the file of whichever
// session was opened next. So the titles of one session are looked for in all
// files of its folder that were written to since it began (summaries.go), and
// only when a session of such a version is read.

// titles are what a walk looks for: the lines that a summary may name, in
// their order, and the time of the first.
type titles struct {
	leaves pages.List[uint64] // hashes of their ids
	since  session.Time
}

// addTitleLeaf remembers the line that was just placed.
func (w *walk) addTitleLeaf() {
	if w.old && w.rec.ID != "" && !w.rec.Aside && w.version < versionFolders {
		w.titles.leaves.Append(text.Hash(w.rec.ID))
		w.titles.since = session.Earliest(w.titles.since, w.rec.Time)
	}
}

// sessionTitle returns the session's title, "" without one. That of the last
// line wins: it was made of most of the session.
func (w *walk) sessionTitle() string {
	f := w.side.folderOf(w.ref)
	if w.titles.leaves.Len() == 0 || f == nil {
		return ""
	}
	f.lock.acquire()
	defer f.lock.release()
	if !f.searchFiles(w.env, w.titles.since) {
		w.log.Diagnose(fault.DiagnosticOf(facts.Name, fault.New(fault.LimitExceeded,
			"the folder is larger than 1 GiB: not all of it was searched for titles").At(w.ref.Path, 0, 0)))
	}
	for i := w.titles.leaves.Len() - 1; i >= 0; i-- {
		if t := f.titleOf(*w.titles.leaves.At(i), w.titles.since); t != "" {
			return t
		}
	}
	return ""
}
