package codex

import (
	"bytes"
	"errors"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/unpack"
	"github.com/heddle-dev/heddle/core/session"
)

// Format versions of files that do not name the version of their writer.
const (
	formatBare     = "bare-items"
	formatDocument = "typescript-document"
)

// walk is one walk over a session: its own file and, for a fork by reference,
// the files that hold its history.
type walk struct {
	env  *adapter.Env
	ix   *adapter.Index
	ref  *adapter.Ref
	want adapter.Want

	room  *scan.Room // for texts that are lent, else nil
	match match      // whether the line's texts are wanted
	out   *adapter.TolerantOutlet
	log   *adapter.DefectLog // of out
	f     *file              // being read
	chain []string

	began     bool            // a file of the session was read
	inherited map[string]bool // threads whose history was read

	// The record that no line of a file is; the outlet receives it, and it is used again.
	rec   adapter.Record
	facts adapter.Facts
	usage session.TokenUsage
	key   []byte // buffer for usage keys

	turn         turn
	responses    responses
	deferred     adapter.Pending[adapter.Record] // a possible compaction answer, and what follows it
	deferredText signature
	calls        calls
	counter      counter
	model        string // of the requests from here on
	terms        string // the same
}

// file is one file of a walk.
type file struct {
	path    string
	size    int64
	thread  string // id of the thread it belongs to
	segment string // of a file that a rewind began, else ""
	history bool   // it is read as another session's history
	nothing bool   // as such it has no line that counts
	end     historyEnd
	copy    copyState

	lines   int64 // objects seen
	place   int64 // of the line before: its ordinal and 1
	prev    scan.Record
	meta    bool // its session_meta was seen
	cwd     bool // its working directory was stated
	created session.Time
	agent   string // path of the subagent it belongs to
	last    session.Time

	described bool // it has messages of the described format

	rec adapter.Record // of the line; the outlet receives it, and it is used again
}

// historyEnd is where a history ends: before a byte offset and before an
// ordinal, 0 when unknown.
type historyEnd struct{ offset, ordinal int64 }

// errHistoryEnds stops the reading of a history file.
var errHistoryEnds = errors.New("history ends")

// Walk implements adapter.Adapter.
//
// Records come in file order, a fork's history before its own lines. Texts
// that occur twice are shown once: the response item wins over the event, and
// an event whose item was never written becomes a record of its own when its
// turn ends (the only record that does not stand for a line of its own).
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	w := &walk{env: env, ix: ix, ref: ref, want: want}
	if want.Lend {
		w.room = &scan.Room{}
	}
	w.out, w.log = adapter.NewTolerantOutlet(env, out), out.Log()
	if err := w.emitTitle(); err != nil {
		return err
	}
	if !strings.HasSuffix(ref.Path, extDocument) {
		return w.readParts()
	}
	if err := w.readDocument(&file{path: ref.Path, thread: ref.ID}); err != nil {
		return err
	}
	return w.finishFile()
}

// emitTitle emits the name of the thread, which is in no rollout.
func (w *walk) emitTitle() error {
	name := sideOf(w.ix).titles[w.ref.ID]
	if name == "" {
		return nil
	}
	w.beginFacts().UserTitle = name
	w.rec = adapter.Record{Kind: adapter.Meta, Path: indexPath, Facts: &w.facts}
	return w.out.Record(&w.rec)
}

// finishFile shows what was still waiting for its double.
func (w *walk) finishFile() error {
	if err := w.endTurn(); err != nil {
		return err
	}
	return w.flush()
}

// readFile reads one file of lines.
func (w *walk) readFile(f *file, size int64) error {
	env, size, err := w.openFile(f.path, size)
	if err != nil {
		return err
	}
	outer := w.f
	w.f, f.size = f, size
	defer func() { w.f = outer }()
	var keep func([]byte) bool
	if w.want.UsageOnly() {
		keep = maySpend
	}
	var l line
	err = adapter.EachObjectIf(env, w.out, f.path, size, linePaths, keep, func(rec scan.Record, v []scan.Value) error {
		l.rec, l.v = rec, v
		return w.readLine(&l)
	})
	if err == errHistoryEnds {
		return nil
	}
	return err
}

// openFile returns an Env in which the file can be read as lines, and its size.
// For all but compressed files that is the Env itself.
func (w *walk) openFile(path string, size int64) (*adapter.Env, int64, error) {
	if !strings.HasSuffix(path, extCompressed) {
		return w.env, size, nil
	}
	if w.env.Host.Zstd == nil {
		return nil, 0, fault.New(fault.Unsupported, "this rollout is compressed and the host grants no zstd").
			At(path, 0, 0).WithHint("decompress it (zstd -d), or use a host with zstd")
	}
	src, err := adapter.ReadFile(w.env, path, MaxCompressedBytes)
	if err != nil {
		return nil, 0, err
	}
	if len(src) == 0 {
		return w.env, 0, nil
	}
	data, err := unpack.DecodeZstd(w.env.Host.Zstd, src, MaxRolloutBytes)
	if err != nil {
		e := *fault.From(err)
		return nil, 0, e.At(path, 0, 0)
	}
	return adapter.WithFile(w.env, path, data), int64(len(data)), nil
}

// readLine turns one line into its record.
func (w *walk) readLine(l *line) error {
	f := w.f
	if f.endsBefore(l) {
		return errHistoryEnds
	}
	f.lines++
	l.bare = l.v[slotPayload].Kind() != scan.Object
	r := w.beginRecord(l)
	// A record written twice into one line counts once. Both copies are in
	// the same line, so the bytes of the first are still there.
	twice := f.prev.Line == l.rec.Line && bytes.Equal(f.prev.Bytes, l.rec.Bytes)
	if f.prev = l.rec; twice {
		return w.ignoreRecord(r)
	}
	if l.bare {
		return w.bareLine(l, r)
	}
	switch envelope, inner := l.lineTypes(); envelope {
	case "response_item":
		return w.responseItem(l, r, inner)
	case "event_msg":
		return w.readEvent(l, r, inner)
	case "session_meta":
		return w.sessionMeta(l, r)
	case "turn_context":
		return w.turnContext(l, r)
	case "compacted":
		return w.emitCompacted(l, r)
	case "token_usage_record":
		return w.usageRecord(l, r)
	case "world_state", "inter_agent_communication_metadata":
		return w.ignoreRecord(r)
	default:
		return w.emitUnknown(r, envelope)
	}
}

// endsBefore reports whether a history ends before this line. A line's ordinal stays
// true in a file that was rewritten, its offset does not.
func (f *file) endsBefore(l *line) bool {
	if n, ok := l.v[slotOrdinal].Int(); ok && f.end.ordinal > 0 {
		return n >= f.end.ordinal
	}
	return f.end.offset > 0 && l.rec.Offset >= f.end.offset
}

// beginRecord starts the record of a line with what all kinds share.
func (w *walk) beginRecord(l *line) *adapter.Record {
	f := w.f
	f.rec = adapter.Record{Line: l.rec.Line, Offset: l.rec.Offset}
	w.match = match{line: l.rec.Bytes}
	if w.deferred.Len() == 0 && w.turn.events.Len() == 0 {
		w.room.Reset()
	}
	r := &f.rec
	if f.path != w.ref.Path {
		r.Path = f.path
	}
	r.Time, r.Naive = adapter.TimeOf(l.v[slotBare+fTimestamp])
	if w.want.Raw {
		r.Raw = append([]byte(nil), l.rec.Bytes...)
	}
	if f.place++; !l.bare {
		if n, ok := l.v[slotOrdinal].Int(); ok && n >= 0 {
			f.place = n + 1
		}
	}
	r.Place = f.place
	r.Copied, r.Origin = f.copiedFrom(l, r.Time)
	return r
}

// match reports whether the texts of a line are wanted. It looks at the line when
// it is asked: of most lines nothing depends on it.
type match struct {
	line          []byte
	asked, wanted bool
}

// wantsTexts reports whether the texts of the line being read are wanted.
func (w *walk) wantsTexts() bool {
	m := &w.match
	if w.want.Text && !m.asked {
		m.asked, m.wanted = true, w.want.Match == nil || w.want.Match(m.line)
	}
	return m.wanted
}

// attachFacts attaches the facts begun last to a record. A fork's history says nothing about the
// fork but what it took back itself.
func (w *walk) attachFacts(r *adapter.Record) {
	if r.Copied {
		dropped := w.facts.DropTurns
		w.beginFacts().DropTurns = dropped
	}
	r.Facts = &w.facts
}

// beginFacts begins the facts that state will attach: one place that is filled in,
// because facts are too large to be passed about.
func (w *walk) beginFacts() *adapter.Facts {
	w.facts = adapter.Facts{}
	return &w.facts
}

func (w *walk) ignoreRecord(r *adapter.Record) error {
	r.Kind = adapter.Ignored
	return w.emit(r)
}

func (w *walk) injectRecord(r *adapter.Record) error {
	r.Kind = adapter.Injected
	return w.emit(r)
}

func (w *walk) emitUnknown(r *adapter.Record, kind string) error {
	r.Kind, r.Type = adapter.Unknown, kind
	return w.emit(r)
}
