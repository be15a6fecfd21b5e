package hermes

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// zoneSlack is how far a local time read as UTC may be earlier than the real one.
const zoneSlack = 14 * 3600 * 1000 // milliseconds

// addFiles finds sessions that no database has: snapshots, which are whole, then
// transcripts.
func (f *finder) addFiles(folder string, known map[string]bool) error {
	entries, err := f.listFolder(folder)
	if err != nil {
		return err
	}
	add := func(e host.Info, id string) {
		ref := adapter.Ref{ID: id, Path: folder + "/" + e.Name, Size: e.Size, ModTime: session.TimeOfMillis(e.ModTime + zoneSlack)}
		switch {
		case e.Kind != host.File || id == "":
		case known[id]:
			if _, twice := f.side.files[id]; !twice && f.side.infos[id] != nil {
				f.side.files[id] = ref
			}
		default:
			known[id] = true
			f.ix.Refs = append(f.ix.Refs, ref)
		}
	}
	for _, e := range entries {
		if id, ok := strings.CutPrefix(e.Name, snapshotPrefix); ok && isSnapshot(id) {
			add(e, strings.TrimSuffix(id, snapshotSuffix))
		}
	}
	for _, e := range entries {
		if isTranscript(e.Name) {
			add(e, strings.TrimSuffix(e.Name, transcriptSuffix))
		}
	}
	return nil
}

// snapshotTime reads when a snapshot was last written to, which it says
// before its messages.
func snapshotTime(env *adapter.Env, ref *adapter.Ref) (session.Time, error) {
	buf := make([]byte, min(ref.Size, headBytes))
	n, err := env.ReadAt(ref.Path, buf, 0)
	if err != nil {
		return 0, err
	}
	head, _, _ := bytes.Cut(buf[:n], []byte(`"messages"`))
	_, head, _ = bytes.Cut(head, []byte(`"last_updated"`))
	_, head, _ = bytes.Cut(head, []byte(`"`))
	at, _, whole := bytes.Cut(head, []byte(`"`))
	if !whole {
		return 0, nil
	}
	t, _, _ := session.ParseTime(string(at))
	return t, nil
}

// fileWalk walks a snapshot or a transcript.
type fileWalk struct {
	walker
	ref   *adapter.Ref
	model string
	n     int64
	line  int64  // of the object before
	same  uint64 // and its bytes
}

func (w *fileWalk) walkFile() error {
	if isSnapshot(w.ref.Path) {
		return w.walkSnapshot()
	}
	return adapter.EachObject(w.env, w.out, w.ref.Path, w.ref.Size, objectPaths, func(rec scan.Record, v []scan.Value) error {
		same := messageHash("", string(rec.Bytes), make(row, 5))
		if rec.Line == w.line && same == w.same {
			return nil // written twice over, and reported
		}
		w.line, w.same = rec.Line, same
		m := message{line: rec.Line, offset: rec.Offset}
		if w.want.Raw {
			m.raw = bytes.Clone(rec.Bytes)
		}
		return w.visitObject(&m, v)
	})
}

var snapshotPaths = scan.CompilePaths("model", "session_start", "last_updated", "cwd", "messages")

// walkSnapshot walks a snapshot, which is one JSON document.
func (w *fileWalk) walkSnapshot() error {
	data, err := adapter.ReadFile(w.env, w.ref.Path, maxFileBytes)
	if err != nil {
		return err
	}
	if data = scan.TrimBOM(data); len(bytes.TrimSpace(data)) == 0 {
		return nil // begun, and nothing said
	}
	var v [5]scan.Value
	if err := w.parseSnapshot(data, v[:]); err != nil {
		return err
	}
	if bad := scan.BadUnicode(data); bad >= 0 {
		if err := w.log.ReportSkip(w.ref.Path, 0, int64(bad), string(scan.UTF8)); err != nil {
			return err
		}
	}
	w.model = v[0].String()
	if err := w.visitTimedFacts(v[1], adapter.Facts{Model: w.model, Cwd: v[3].String()}); err != nil {
		return err
	}
	if err := w.pace.Count(w.env, w.log, 0, int64(len(data))); err != nil {
		return err
	}
	var failure error
	v[4].EachElement(func(_ int, e scan.Value) bool {
		m := message{}
		if w.want.Raw {
			m.raw = e.Raw()
		}
		var vals [objectCount]scan.Value
		w.log.Drift.Inspect(w.env.Agent, e.Raw())
		if err := objectPaths.Scan(e.Raw(), vals[:]); err != nil {
			failure = w.log.ReportSkip(w.ref.Path, 0, 0, skipReason(err))
			return failure == nil
		}
		if failure = w.pace.Count(w.env, w.log, 1, 0); failure == nil {
			failure = w.visitObject(&m, vals[:])
		}
		return failure == nil
	})
	if failure != nil {
		return failure
	}
	return w.visitTimedFacts(v[2], adapter.Facts{})
}

// parseSnapshot takes a snapshot apart. Of one that breaks off, as a kill while it
// is written leaves it, the whole messages are taken.
func (w *fileWalk) parseSnapshot(data []byte, v []scan.Value) error {
	err := snapshotPaths.Scan(data, v)
	d, damaged := err.(*scan.Defect)
	if !damaged {
		return err
	}
	for tries, head := 0, data; tries < maxTries; tries++ {
		end := bytes.LastIndexByte(head, '}')
		if end < 0 {
			break
		}
		whole := append(append(make([]byte, 0, end+3), head[:end+1]...), "]}"...)
		if snapshotPaths.Scan(whole, v) == nil && v[len(v)-1].Kind() == scan.Array {
			return w.log.ReportSkip(w.ref.Path, 0, int64(d.Offset), skipReason(err))
		}
		head = head[:end]
	}
	return fault.New(d.Reason.FaultCode(), "nothing of the session can be read: "+skipReason(err)).At(w.ref.Path, 0, int64(d.Offset)).
		WithHint("the file is damaged or not of this format")
}

// maxTries is how many ends of objects are tried as that of the last whole
// message of a snapshot that breaks off.
const maxTries = 64

// visitTimedFacts visits facts with a local time.
func (w *fileWalk) visitTimedFacts(at scan.Value, f adapter.Facts) error {
	w.rec = adapter.Record{Kind: adapter.Meta, Facts: &f}
	w.rec.Time, w.rec.Naive = adapter.TimeOf(at)
	return w.out.Record(&w.rec)
}

// objectPaths are what a message's object may have.
var objectPaths = scan.CompilePaths("role", "content", "tool_calls", "tool_call_id", "tool_name", "name",
	"reasoning", "reasoning_content", "reasoning_details", "codex_reasoning_items", "timestamp", "model")

const objectCount = 12

// visitObject visits the message of an object.
func (w *fileWalk) visitObject(m *message, v []scan.Value) error {
	if w.n++; w.n == 1 && isTranscript(w.ref.Path) {
		if err := w.visitFacts(adapter.Facts{Created: timeOfID(w.ref.ID)}); err != nil {
			return err
		}
	}
	m.id = text.FormatInt(w.n)
	m.role = v[0].String()
	if v[1].Kind() == scan.String {
		m.setContent(v[1].String())
	} else {
		m.setBlocks(v[1])
	}
	m.calls, m.callID, m.tool = v[2], v[3].String(), v[4].String()
	if m.calls.Kind() == scan.String {
		m.calls, _ = scan.Parse([]byte(m.calls.String()))
	}
	if m.tool == "" {
		m.tool = v[5].String()
	}
	if w.want.Text {
		m.reasoning = reasoningOf(v[6].String(), v[7].String(), v[8], v[9])
	}
	if at := v[10]; at.Kind() == scan.String {
		m.time, m.naive = adapter.TimeOf(at)
	} else {
		m.time = secondsOf(at)
	}
	if m.model = v[11].String(); m.model == "" {
		m.model = w.model
	} else if m.role == "session_meta" {
		w.model = m.model
	}
	return w.visitMessage(m)
}

// timeOfID reads the local time that most ids begin with:
// 20261120_172150_0f09e035.
func timeOfID(id string) session.Time {
	if len(id) < 15 || id[8] != '_' {
		return 0
	}
	t, _, _ := session.ParseTime(id[:4] + "-" + id[4:6] + "-" + id[6:8] + "T" + id[9:11] + ":" + id[11:13] + ":" + id[13:15])
	return t
}
