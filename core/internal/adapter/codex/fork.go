package codex

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// copyState says which lines of a copy fork repeat its parent.
type copyState struct {
	segments []segment // found by comparing with the parent's file
	guessing bool      // the parent is not there: own marks end the copy
	origin   string
}

// segment is a run of copied lines, up to and including line end.
type segment struct {
	end    int64
	origin string // thread that wrote them first
}

// copyGapMS is a pause that does not occur while a history is being copied:
// its lines are written in one go, with the time of the fork.
const copyGapMS = 500

// copiedFrom reports whether a line repeats one of another thread, and names that thread.
func (f *file) copiedFrom(l *line, t session.Time) (bool, string) {
	for _, s := range f.copy.segments {
		if l.rec.Line <= s.end && (f.history || l.rec.Line > 1) {
			f.last = t
			return true, s.origin
		}
	}
	if f.history {
		return true, f.thread
	}
	if !f.copy.guessing {
		return false, ""
	}
	if f.ownMark(l, t) {
		f.copy.guessing = false
		return false, ""
	}
	f.last = session.Latest(f.last, t)
	return true, f.copy.origin
}

// ownMark reports whether a line ends the copied history: it names the thread
// itself, it starts a turn after the fork was made, or it was written after a
// pause.
func (f *file) ownMark(l *line, t session.Time) bool {
	if l.v[fThreadID].EqualString(f.thread) {
		return true
	}
	if started, ok := l.v[fStartedAt].Int(); ok && f.created != 0 && l.v[fType].EqualString("task_started") {
		return started >= int64(f.created)/1000
	}
	return t != 0 && f.last != 0 && t-f.last > copyGapMS
}

// copyFork finds out how much of a file repeats its parent's.
func (w *walk) copyFork(f *file, parent string) {
	m := matcher{w: w, created: f.created}
	f.copy.segments = m.copiedSegments(f.path, f.size, parent, []string{f.thread})
	f.copy.guessing = f.copy.segments == nil || m.inexact
	f.copy.origin = parent
}

// readHistory reads the lines that a fork by reference continues, from the file
// of its parent, wherever that is now.
func (w *walk) readHistory(v scan.Value) error {
	b := baseOf(v)
	if len(w.chain) == 0 {
		w.chain = append(w.chain, w.f.thread)
	}
	for _, seen := range w.chain {
		if seen == b.thread {
			w.reportIncomplete(b.thread, "the forks form a loop")
			return nil
		}
	}
	if len(w.chain) > MaxForkDepth {
		w.reportIncomplete(b.thread, "more forks of forks than are followed")
		return nil
	}
	parent := w.ix.FindRef(b.thread)
	if parent == nil {
		w.reportIncomplete(b.thread, "the session it was forked from is not there")
		return nil
	}
	w.chain = append(w.chain, b.thread)
	err := w.readInherited(w.historyFiles(parent, b, w.f.created))
	w.chain = w.chain[:len(w.chain)-1]
	if w.inherited == nil {
		w.inherited = map[string]bool{}
	}
	w.inherited[b.thread] = true
	if err := w.out.Tolerate(err); err != nil {
		return err
	}
	return w.endTurn()
}

// readInherited reads the files of a history.
func (w *walk) readInherited(pieces []file) error {
	for i := range pieces {
		f := &pieces[i]
		if i > 0 {
			w.counter.startRun()
		}
		if f.nothing {
			continue
		}
		if err := w.readFile(f, f.size); err != nil {
			return err
		}
		if i < len(pieces)-1 {
			if err := w.finishFile(); err != nil {
				return err
			}
		}
	}
	return nil
}

// reportIncomplete reports that a fork's history cannot be shown.
func (w *walk) reportIncomplete(id, why string) {
	w.log.Diagnose(fault.Diagnostic{Code: fault.BadRef, Agent: w.env.Agent, Path: w.f.path, Line: 1,
		Message: "history of the fork is missing: " + why + ": " + id,
		Hint:    "only what was recorded after the fork is shown"})
}

// matcher compares copy forks with their parents.
type matcher struct {
	w       *walk
	created session.Time // of the fork
	inexact bool         // the copy leaves lines of the parent out, or changes them
}

// skippedLines is how many lines of the parent a copy may leave out or change
// in a row, and how many own lines are looked at after the copy.
const skippedLines = 64

var payloadPaths = scan.CompilePaths("type", "payload", "payload.id", "payload.forked_from_id", "payload.history_base", "timestamp")

// copiedSegments returns the runs of lines at the start of a file that repeat its
// parent's lines, with those that the parent itself copied kept apart. Nil when there
// is no such file or no such line.
func (m *matcher) copiedSegments(path string, size int64, parent string, seen []string) []segment {
	for _, id := range seen {
		if id == parent {
			return nil
		}
	}
	ref := m.w.ix.FindRef(parent)
	if ref == nil || len(seen) > MaxForkDepth {
		return nil
	}
	theirs, grand := m.lineHashes(ref)
	if len(theirs) == 0 {
		return nil
	}
	var older []segment
	if grand != "" {
		p := m.firstPart(ref)
		older = m.copiedSegments(p.path, p.size, grand, append(seen, parent))
	}
	return m.matchCopy(path, size, theirs, append(older, segment{int64(len(theirs)), parent}))
}

// firstPart returns the first file of a thread.
func (m *matcher) firstPart(ref *adapter.Ref) part { return sideOf(m.w.ix).partsOf(ref)[0] }

// lineHashes returns a hash of the payload of every line of a file (0 for lines
// that are not JSON), and the thread it was copied from.
func (m *matcher) lineHashes(ref *adapter.Ref) (sums []uint64, parent string) {
	id, p := ref.ID, m.firstPart(ref)
	m.eachLine(p.path, p.size, func(n int64, v []scan.Value) bool {
		for int64(len(sums)) < n {
			sums = append(sums, 0)
		}
		if n <= 2 && v[0].EqualString("session_meta") && !v[4].Exists() {
			switch meta := v[2].String(); {
			case n == 1:
				id, parent = meta, v[3].String()
			case meta != id && parent == "":
				parent = meta
			}
		}
		sums[n-1] = fnvHash(fnvOffset, v[1].Raw())
		return len(sums) < MaxMatchedLines
	})
	return sums, parent
}

// hasUniqueID reports whether a payload holds an id that no other line has. Only
// such lines prove that a copy continues after lines that differ, or after a
// pause: later turns of both threads may repeat anything else.
func hasUniqueID(payload []byte) bool {
	return bytes.Contains(payload, []byte(`"call_id":`)) || bytes.Contains(payload, []byte(`"encrypted_content":"`))
}

// matchCopy walks a copy along the hashes of its parent and translates the
// parent's segments into its own lines.
func (m *matcher) matchCopy(path string, size int64, theirs []uint64, older []segment) []segment {
	var out []segment
	var last session.Time
	at, strange, seg := 0, 0, 0
	m.eachLine(path, size, func(n int64, v []scan.Value) bool {
		if n == 1 {
			return true
		}
		t, _ := adapter.TimeOf(v[5])
		i := m.findLine(v[1].Raw(), theirs, at, t <= m.created || last == 0 || t-last <= copyGapMS)
		if i < 0 {
			strange++
			return strange < skippedLines
		}
		m.inexact = m.inexact || strange > 0 && len(out) > 0
		at, strange, last = i+1, 0, t
		for seg < len(older)-1 && int64(at) > older[seg].end {
			seg++
		}
		if k := len(out) - 1; k >= 0 && out[k].origin == older[seg].origin {
			out[k].end = n
		} else {
			out = append(out, segment{n, older[seg].origin})
		}
		return at < len(theirs)
	})
	return out
}

// findLine returns the parent's line that a payload repeats, -1 without
// one: the next line, when both were written in one go, or one shortly
// after it that is beyond doubt.
func (m *matcher) findLine(payload []byte, theirs []uint64, at int, oneGo bool) int {
	sum := fnvHash(fnvOffset, payload)
	if oneGo && theirs[at] == sum {
		return at
	}
	if !hasUniqueID(payload) {
		return -1
	}
	for i := at; i < min(len(theirs), at+skippedLines); i++ {
		if theirs[i] == sum {
			return i
		}
	}
	return -1
}

// eachLine visits the lines of a file with their numbers, until visit returns
// false. What cannot be read is passed over: the walk itself reports it.
func (m *matcher) eachLine(path string, size int64, visit func(n int64, v []scan.Value) bool) {
	env, size, err := m.w.openFile(path, size)
	if err != nil {
		return
	}
	_ = adapter.EachObject(env, &adapter.DefectLog{}, path, size, payloadPaths, func(rec scan.Record, v []scan.Value) error {
		if !visit(rec.Line, v) {
			return errHistoryEnds
		}
		return nil
	})
}
