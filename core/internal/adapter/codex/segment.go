package codex

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// A rewind in the terminal does not shorten the rollout. It begins another file
// of the same thread, a segment: its header names the thread itself as its
// history and says before which ordinal the rewind was made. Ordinals continue
// from there, so a line of an earlier file belongs to the conversation as long
// as its ordinal is below the base of every later segment.

// part is one file of a thread: its first one, or a segment.
type part struct {
	path     string
	segment  string // UUID of the segment, "" for the thread's first file
	size     int64
	modified session.Time
}

// thread is a thread and its files while they are discovered.
type thread struct {
	id    string
	parts []part
	other []string // copies that are not read
}

// addPart enters a file. Of copies of one segment the lowest rank is read.
func (t *thread) addPart(p part) {
	for i := range t.parts {
		old := &t.parts[i]
		if old.segment != p.segment {
			continue
		}
		if p.copyRank() < old.copyRank() {
			*old, p = p, *old
		}
		t.other = append(t.other, p.path)
		return
	}
	t.parts = append(t.parts, p)
}

func (p *part) isArchived() bool { return strings.HasPrefix(p.path, archivedPath) }

// copyRank orders the copies of one file; the lowest is read.
func (p *part) copyRank() int {
	n := 0
	if p.isArchived() {
		n += 2
	}
	if strings.HasSuffix(p.path, extCompressed) {
		n++
	}
	return n
}

// buildRef makes the thread's one ref, and leaves its parts in side where there are
// several. Segments have version 7 UUIDs, which sort by their time.
func (t *thread) buildRef(s *side) adapter.Ref {
	order.SortStable(t.parts, func(i, j int) bool { return t.parts[i].segment < t.parts[j].segment })
	last := &t.parts[len(t.parts)-1]
	ref := adapter.Ref{ID: t.id, Path: t.parts[0].path, Archived: last.isArchived(), Alternates: t.other}
	for i := range t.parts {
		p := &t.parts[i]
		ref.Size += p.size
		ref.ModTime = session.Latest(ref.ModTime, p.modified)
		if i > 0 {
			ref.Alternates = append(ref.Alternates, p.path)
		}
	}
	order.SortStrings(ref.Alternates)
	if len(t.parts) > 1 || t.parts[0].segment != "" {
		s.parts[t.id] = t.parts
	}
	return ref
}

// partsOf returns the files of a thread, oldest first.
func (s *side) partsOf(ref *adapter.Ref) []part {
	if parts := s.parts[ref.ID]; parts != nil {
		return parts
	}
	return []part{{path: ref.Path, size: ref.Size}}
}

// readParts reads all files of the session. A file that cannot be read at all ends
// the walk only where it is the only one.
func (w *walk) readParts() error {
	list := sideOf(w.ix).partsOf(w.ref)
	var first error
	failed := 0
	for i := range list {
		f := &file{path: list[i].path, thread: w.ref.ID, segment: list[i].segment}
		err := w.readFile(f, list[i].size)
		if err != nil {
			if len(list) == 1 || w.out.Ends(err) {
				return err
			}
			if first == nil {
				first = err
			}
			if failed++; failed == len(list) {
				return first
			}
			w.log.Diagnose(fault.DiagnosticOf(w.env.Agent, err))
			continue
		}
		if err := w.finishFile(); err != nil {
			return err
		}
		w.began = true
	}
	return nil
}

// base is where the history of a file ends that continues another one.
type base struct {
	thread  string
	ordinal int64 // first ordinal that does not count; -1 when it is not stated
	offset  int64 // of that line in its file, 0 when it is not stated
}

func baseOf(v scan.Value) base {
	b := base{thread: v.Get("thread_id").String(), ordinal: -1}
	if n, ok := v.Get("end_ordinal_exclusive").Int(); ok && n >= 0 {
		b.ordinal = n
	}
	b.offset, _ = v.Get("end_byte_offset").Int()
	return b
}

// isRewind reports whether the base of a segment is an earlier place of what was
// read already: of the thread itself, or of the history that it inherited.
func (w *walk) isRewind(b base) bool {
	return b.thread == "" || b.thread == w.f.thread || b.thread == w.ref.ID || w.inherited[b.thread]
}

// startSegment takes the header of a segment: what was recorded from its base
// on leaves the conversation. drop is the first place that does, 0 when none
// does.
func (w *walk) startSegment(v scan.Value) (drop int64, err error) {
	if v.Kind() != scan.Object {
		return 1, nil // it names no history: it begins anew
	}
	b := baseOf(v)
	w.counter.startRun()
	if !w.isRewind(b) {
		w.facts = adapter.Facts{DropFrom: 1}
		w.rec = adapter.Record{Kind: adapter.Meta, Path: w.f.path, Facts: &w.facts}
		if err := w.out.Record(&w.rec); err != nil {
			return 0, err
		}
		return 0, w.readHistory(v)
	}
	if !w.began && b.ordinal != 0 && b.ordinal != 1 { // 0 is the header's own line
		w.reportIncomplete(w.ref.ID, "the file that was written before the rewind is not there")
	}
	if b.ordinal < 0 {
		return 0, nil
	}
	return b.ordinal + 1, nil
}

// historyFiles returns the files of a parent in which the history before an ordinal
// is, each with the end of what counts of it. Segments that the parent began
// after the fork was made do not count.
func (w *walk) historyFiles(parent *adapter.Ref, b base, forked session.Time) []file {
	var out []file
	for _, p := range sideOf(w.ix).partsOf(parent) {
		if began := uuidTime(p.segment); len(out) > 0 && began != 0 && forked != 0 && began > forked {
			break
		}
		if p.segment != "" {
			end, ok := w.segmentBase(&p)
			for i := range out {
				if f := &out[i]; ok && !f.nothing && (f.end.ordinal == 0 || end < f.end.ordinal) {
					f.end.ordinal, f.nothing = end, end <= 0
				}
			}
		}
		f := file{path: p.path, thread: parent.ID, segment: p.segment, history: true, size: p.size}
		if f.end.ordinal = max(b.ordinal, 0); p.segment == "" {
			f.end.offset = b.offset
		}
		out = append(out, f)
	}
	if len(out) > 1 {
		out[0].end.offset = 0 // it is a place in the newest file
	}
	return out
}

// segmentBase returns the base of a segment's header; ok is false when the
// header cannot be read. One that names another thread drops all before it.
func (w *walk) segmentBase(p *part) (ordinal int64, ok bool) {
	m := matcher{w: w}
	m.eachLine(p.path, p.size, func(_ int64, v []scan.Value) bool {
		if v[0].EqualString("session_meta") {
			b := baseOf(v[4])
			if ordinal, ok = b.ordinal, true; v[4].Kind() != scan.Object || b.thread != "" && !v[2].EqualString(b.thread) {
				ordinal = 0
			}
			ok = ordinal >= 0
		}
		return false
	})
	return ordinal, ok
}

// uuidTime returns the time in a version 7 UUID; absent in others.
func uuidTime(id string) session.Time {
	if len(id) != uuidLength || id[14] != '7' {
		return 0
	}
	var ms int64
	for _, c := range []byte(id[:13]) {
		switch {
		case c >= '0' && c <= '9':
			ms = ms<<4 | int64(c-'0')
		case c != '-':
			ms = ms<<4 | int64(c|0x20-'a'+10)
		}
	}
	return session.TimeOfMillis(ms)
}
