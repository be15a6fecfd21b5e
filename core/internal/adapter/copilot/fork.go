package copilot

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// A fork's file holds all events of its parent up to then, with their own ids
// and times, after a header of its own; its first own event is a notice that
// names the parent, in words only.

// fork is what is known about copied events.
type fork struct {
	started session.Time // of the header
	known   bool         // the notice was looked for
	end     int64        // offset of the notice: what precedes it is copied
	parent  string
}

var (
	forkMark    = []byte(`"fork"`)
	noticePaths = scan.CompilePaths("data.infoType", "data.message")
)

// markCopied marks a record that repeats one of another session. An event older
// than the header makes it worth looking for the notice.
func (w *walk) markCopied(r *adapter.Record) error {
	f := &w.fork
	if !f.known && r.Time != 0 && r.Time < f.started {
		f.known = true
		if err := w.findNotice(); err != nil {
			return err
		}
	}
	if r.Offset < f.end {
		r.Copied, r.Origin = true, f.parent
	}
	return nil
}

// findNotice looks for the last notice of this session's own fork.
func (w *walk) findNotice() error {
	keep := func(line []byte) bool { return bytes.Contains(line, forkMark) }
	return adapter.EachObjectIf(w.env, &adapter.DefectLog{}, w.ref.Path, w.ref.Size, noticePaths, keep, func(rec scan.Record, v []scan.Value) error {
		if v[0].String() != "fork" {
			return nil
		}
		if parent := parentIn(v[1].String(), w.ref.ID); parent != "" {
			w.fork.end, w.fork.parent = rec.Offset, parent
		}
		return nil
	})
}

const uuidLength = 36

// parentIn returns the id of the session that a notice says self was forked
// from: Forked from "name" (parent) as "name" (self). The parent of a fork of
// a fork has a notice in the same file, which names other sessions.
func parentIn(notice, self string) string {
	if !strings.HasPrefix(notice, "Forked from ") {
		return ""
	}
	var ids []string
	for i := 0; i+uuidLength+1 < len(notice); i++ {
		if notice[i] == '(' && notice[i+uuidLength+1] == ')' && notice[i+9] == '-' {
			ids = append(ids, notice[i+1:i+1+uuidLength])
		}
	}
	for i := len(ids) - 1; i > 0; i-- {
		if ids[i] == self {
			return ids[i-1]
		}
	}
	return ""
}
