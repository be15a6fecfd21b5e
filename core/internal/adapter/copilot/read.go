package copilot

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// walk is one walk over a session.
type walk struct {
	env  *adapter.Env
	ref  *adapter.Ref
	want adapter.Want
	out  adapter.Outlet
	log  *adapter.DefectLog // of out

	// The event being read, and its record; the outlet receives the record and it is
	// used again.
	v     []scan.Value
	bytes []byte
	texts bool // the event's texts are wanted
	rec   adapter.Record
	facts adapter.Facts
	usage session.TokenUsage

	prev    string       // id of the event before
	last    session.Time // greatest time of an own event
	refused []byte       // the latest time of the lines that were not read
	cwd     bool         // the working directory was stated

	model   string // in force; "" while unknown
	before  string // in force before that
	fork    fork
	calls   map[string]call // the last request of each agent in the file
	totals  totals
	answers adapter.Pending[answer] // whose model or tokens are not known yet
	rewind  rewind
	bill    bill
	ix      *adapter.Index
	kept    map[string]bool           // events of requests that a rewound origin still has
	index   map[string]*stored        // sessions that only the index over all sessions has
	copies  map[string][][]host.Value // rows of usage of such sessions, without those found in this one
}

// handler turns an event into records.
type handler func(w *walk, r *adapter.Record) error

// Walk implements adapter.Adapter. Records come in file order. What no event
// says alone comes where it is known: the tokens of a process when it ends,
// the title and the time of the last event at the end.
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	w := &walk{env: env, ref: ref, want: want, out: out, log: out.Log(), calls: map[string]call{}}
	w.ix = ix
	w.index, _ = ix.Side.(map[string]*stored)
	if strings.HasSuffix(ref.Path, extDocument) {
		return w.readDocument()
	}
	if ref.Path == storePath {
		return w.walkStored()
	}
	keep := w.keepLine
	if want.Text || want.Raw || want.Times {
		keep = nil
	}
	err := adapter.EachObjectIf(env, out, ref.Path, ref.Size, linePaths, keep, func(rec scan.Record, v []scan.Value) error {
		return w.readEvent(rec, v)
	})
	if err != nil {
		return err
	}
	return w.endSession()
}

// keepLine reports whether a line matters to a projection without texts. It refuses
// only what it knows by its first bytes, and remembers the latest time of the
// lines it refused.
func (w *walk) keepLine(line []byte) bool {
	switch kind := soleEventType(line); kind {
	case "assistant.turn_start", "assistant.turn_end", "system.message", "tool.execution_start":
	case "user.message":
		if !w.want.UsageOnly() {
			return true
		}
	case "tool.execution_complete":
		if !w.want.UsageOnly() || w.model == "" {
			return true
		}
	case "assistant.message":
		if !w.want.UsageOnly() || bytes.Contains(line, []byte(outputMark)) {
			return true
		}
	default:
		family, _, _ := strings.Cut(kind, ".")
		if family != "model" && family != "hook" && family != "permission" && family != "subagent" {
			return true
		}
	}
	tail := line[max(0, len(line)-tailBytes):]
	if i := bytes.LastIndex(tail, []byte(timeMark)); i >= 0 {
		stamp := tail[i+len(timeMark):]
		if end := bytes.IndexAny(stamp, ",}"); end >= 0 {
			stamp = stamp[:end]
		}
		if string(stamp) > string(w.refused) { // all are written alike
			w.refused = append(w.refused[:0], stamp...)
		}
	}
	return false
}

// readEvent reads one line.
func (w *walk) readEvent(line scan.Record, v []scan.Value) error {
	w.v, w.bytes = v, line.Bytes
	w.texts = w.want.Text
	w.rec = adapter.Record{Line: line.Line, Offset: line.Offset, ID: v[fID].String(),
		Aside: len(stringBytes(v[fAgent])) > 0 || len(stringBytes(v[fParentCall])) > 0}
	r := &w.rec
	r.Time, r.Naive = adapter.TimeOf(v[fTimestamp])
	if w.want.Raw {
		r.Raw = append([]byte(nil), line.Bytes...)
	}
	if r.ID != "" && r.ID == w.prev { // a line that was written twice
		return w.ignoreRecord(r)
	}
	w.prev = r.ID
	if err := w.markCopied(r); err != nil {
		return err
	}
	if do := handlerOf(string(stringBytes(v[fType]))); do != nil {
		return do(w, r)
	}
	r.Kind, r.Type = adapter.Unknown, v[fType].String()
	if r.Type == "" {
		r.Type = "(none)"
	}
	return w.emitRecord(r)
}

// dataField returns a field of the event that no slot holds.
func (w *walk) dataField(path string) scan.Value { return w.v[fData].Get(path) }

// emitRecord hands a record over.
func (w *walk) emitRecord(r *adapter.Record) error {
	if !r.Copied {
		w.last = session.Latest(w.last, r.Time)
	}
	w.bill.noteRequest(r)
	return w.out.Record(r)
}

func (w *walk) ignoreRecord(r *adapter.Record) error {
	r.Kind = adapter.Ignored
	return w.emitRecord(r)
}

func (w *walk) injectRecord(r *adapter.Record) error {
	r.Kind = adapter.Injected
	return w.emitRecord(r)
}

// beginFacts begins the facts of a record: one place that is filled in, because
// facts are too large to be passed about.
func (w *walk) beginFacts(r *adapter.Record) *adapter.Facts {
	w.facts = adapter.Facts{}
	r.Facts = &w.facts
	return r.Facts
}

// readStart reads the header. A fork has one of its own, with the parent's id.
func (w *walk) readStart(r *adapter.Record) error {
	r.Kind, r.Copied, r.Origin = adapter.Meta, false, ""
	f := w.beginFacts(r)
	f.Created, _ = adapter.TimeOf(w.dataField("startTime"))
	f.FormatVersion = w.dataField("copilotVersion").String()
	w.setFolder(f)
	w.setSource(f)
	w.model = w.dataField("selectedModel").String()
	f.Model = w.model
	w.fork.started = session.Latest(f.Created, r.Time)
	return w.emitRecord(r)
}

func (w *walk) setFolder(f *adapter.Facts) {
	f.Cwd = w.dataField("context.cwd").String()
	if w.cwd {
		f.Folder = f.Cwd
	}
	w.cwd = w.cwd || f.Cwd != ""
}

func (w *walk) setSource(f *adapter.Facts) {
	context := w.dataField("context")
	f.Source = &session.Span{Repository: context.Get("repository").String(), GitBranch: context.Get("branch").String(),
		Commit: context.Get("headCommit").String(), AgentVersion: w.dataField("copilotVersion").String()}
}

// readResume reads the beginning of another process. Up to 1.0.20 it does not say
// with which model.
func (w *walk) readResume(r *adapter.Record) error {
	if err := w.endProcess(); err != nil {
		return err
	}
	r.Kind = adapter.Meta
	f := w.beginFacts(r)
	w.setSource(f)
	if !r.Copied {
		w.setFolder(f)
	}
	if w.model != "" {
		w.before = w.model
	}
	w.model = w.dataField("selectedModel").String()
	f.Model = w.model
	return w.emitRecord(r)
}

func (w *walk) modelChange(r *adapter.Record) error {
	model := w.dataField("newModel").String()
	if r.Aside || model == "" {
		return w.ignoreRecord(r)
	}
	if err := w.assignModel(w.dataField("previousModel").String()); err != nil {
		return err
	}
	w.model = model
	r.Kind = adapter.Meta
	w.beginFacts(r).Model = model
	return w.emitRecord(r)
}

func (w *walk) titleChange(r *adapter.Record) error {
	r.Kind = adapter.Meta
	w.beginFacts(r).AgentTitle = w.dataField("title").String()
	return w.emitRecord(r)
}

// readInfo reads a notice of the agent: a fork's first own event names the parent,
// and a rewind says that turns were removed.
func (w *walk) readInfo(r *adapter.Record) error {
	switch w.dataField("infoType").String() {
	case "fork":
	case infoRewind:
		w.rewind.seen = w.rewind.seen || !r.Copied
		return w.ignoreRecord(r)
	default:
		return w.ignoreRecord(r)
	}
	parent := parentIn(w.dataField("message").String(), w.ref.ID)
	if parent == "" {
		return w.ignoreRecord(r)
	}
	r.Kind = adapter.Meta
	w.beginFacts(r).ForkedFrom = parent
	return w.emitRecord(r)
}

// endSession visits what only the end of the file or the file beside it shows.
func (w *walk) endSession() error {
	if err := w.endProcess(); err != nil {
		return err
	}
	if err := w.visitRemoved(); err != nil {
		return err
	}
	if err := w.endBill(); err != nil {
		return err
	}
	if v, err := scan.Parse(w.refused); err == nil {
		t, _ := adapter.TimeOf(v)
		w.last = session.Latest(w.last, t)
	}
	w.rec = adapter.Record{Kind: adapter.Meta}
	f := w.beginFacts(&w.rec)
	f.Updated = w.last
	if err := w.readWorkspaceFile(f); err != nil {
		return err
	}
	return w.out.Record(&w.rec)
}

// readWorkspaceFile reads the file beside the events, where there is one and what it
// says is wanted.
func (w *walk) readWorkspaceFile(f *adapter.Facts) error {
	folder, ok := strings.CutSuffix(w.ref.Path, eventsFile)
	if !ok || w.want.UsageOnly() && w.cwd {
		return nil
	}
	b, err := adapter.ReadFile(w.env, folder+workspaceFile, MaxWorkspaceBytes)
	switch fault.CodeOf(err) {
	case "":
		readWorkspace(b, f)
	case fault.BadRef:
	case fault.Timeout:
		return err
	default:
		w.log.Diagnose(fault.DiagnosticOf(w.env.Agent, err))
	}
	return nil
}
