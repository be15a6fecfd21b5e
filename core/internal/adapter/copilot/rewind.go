package copilot

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// A rewind writes the events anew without the turns that it removes, and ends
// in a notice. The index over all sessions keeps the requests of these turns.
// Totals of a shutdown after the rewind may hold them as well: there the
// index's own figures, which are those of each request, come first.

// rewind is what a walk notes for the case that the session was rewound.
type rewind struct {
	seen    bool
	records []session.TokenUsage // requests that the events state
	others  session.TokenUsage   // counted from totals and answers
	totals  []deferredTotal      // of shutdowns after the rewind
}

// deferredTotal is what a shutdown adds to the requests before it.
type deferredTotal struct {
	modelTokens
	rec  adapter.Record
	prev string
}

const infoRewind = "rewind"

// noteRequest notes a request that an event of the session itself states.
func (x *rewind) noteRequest(r *adapter.Record) {
	if !r.Copied && r.Usage != nil {
		x.records = append(x.records, *r.Usage)
	}
}

// visitRemoved visits the requests of the turns that a rewind removed.
func (w *walk) visitRemoved() error {
	x := &w.rewind
	if !x.seen {
		return nil
	}
	var rows [][]host.Value
	if w.want.Usage {
		var err error
		if rows, err = w.removedRows(w.ref.ID, x.records); err != nil {
			return err
		}
	}
	var found session.TokenUsage
	for _, row := range rows {
		whole := storedTokens(row)
		w.usage = subtractUsage(whole, x.others)
		x.others = subtractUsage(x.others, whole)
		if w.usage.Zero() {
			continue
		}
		found.Add(w.usage)
		w.rec = adapter.Record{Kind: adapter.Usage, Time: storeTime(row[usageTime]), Model: string(row[usageModel].Bytes),
			Aside: len(row[usageAgent].Bytes) > 0, UsageKey: storedKey(w.ref.ID, row), Usage: &w.usage}
		setCredits(&w.rec, storedCredits(row))
		if err := w.emitRecord(&w.rec); err != nil {
			return err
		}
	}
	for i := range x.totals {
		t := &x.totals[i]
		whole := t.TokenUsage
		t.TokenUsage = subtractUsage(whole, found)
		found = subtractUsage(found, whole)
		if t.Zero() {
			continue
		}
		w.rec, w.prev = t.rec, t.prev
		if err := w.emitShares(&w.rec, &t.modelTokens); err != nil {
			return err
		}
	}
	return nil
}

// removedRows returns the requests that the index has of a session and its
// events have not. An index that cannot be read adds nothing.
func (w *walk) removedRows(id string, records []session.TokenUsage) ([][]host.Value, error) {
	_, rows, err := readStored(w.env, w.out, id)
	switch fault.CodeOf(err) {
	case "":
	case fault.Timeout:
		return nil, err
	case fault.BadRef, fault.Unsupported: // no index, or no driver for it, which Discover says
		return nil, nil
	default:
		w.log.Diagnose(fault.DiagnosticOf(w.env.Agent, err))
		return nil, nil
	}
	records = append([]session.TokenUsage(nil), records...)
	left := rows[:0]
next:
	for _, row := range rows {
		t := storedTokens(row)
		for i := range records {
			if records[i] == t {
				records = append(records[:i], records[i+1:]...)
				continue next
			}
		}
		left = append(left, row)
	}
	return left, nil
}

var (
	rewindMark  = []byte(`"` + infoRewind + `"`)
	usageMark   = []byte(`"session.usage_record"`)
	rewindPaths = scan.CompilePaths("type", "id", "data.infoType", "data.usage")
)

// rewoundRows returns the rows of the requests that a rewind removed from
// another session, none when it was not rewound, and notes the events of those
// that it still has.
func (w *walk) rewoundRows(ref *adapter.Ref) (rows [][]host.Value, err error) {
	seen := false
	if w.kept == nil {
		w.kept = map[string]bool{}
	}
	var records []session.TokenUsage
	keep := func(line []byte) bool { return bytes.Contains(line, rewindMark) || bytes.Contains(line, usageMark) }
	err = adapter.EachObjectIf(w.env, &adapter.DefectLog{}, ref.Path, ref.Size, rewindPaths, keep, func(_ scan.Record, v []scan.Value) error {
		switch {
		case v[0].EqualString("session.usage_record"):
			w.kept[v[1].String()] = true
			records = append(records, tokensOf(v[3]))
		case v[2].EqualString(infoRewind):
			seen = true
		}
		return nil
	})
	if err != nil && fault.CodeOf(err) != fault.Timeout {
		return nil, nil // what keeps it from being read, its own walk says
	}
	if err == nil && seen {
		rows, err = w.removedRows(ref.ID, records)
	}
	return rows, err
}
