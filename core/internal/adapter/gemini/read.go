package gemini

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// walk is one walk of one session: its files are played back, then what they
// amount to is visited.
type walk struct {
	replay
	env  *adapter.Env
	ref  *adapter.Ref
	side *side
	want adapter.Want
	out  *adapter.TolerantOutlet
	log  *adapter.DefectLog // of out
	rec  adapter.Record

	facts    adapter.Facts
	subagent bool
	saved    bool // it is read from a checkpoint
	prompted bool // a prompt was seen
	imports  bool // what comes is copied from an imported session
	files    int64
	leafAt   int32 // the last message of the current branch, -1 = none
	opening  int32 // the last notice in front of all messages, -1 = none
}

// Walk implements adapter.Adapter.
//
// Records come in the order in which the messages were first recorded, once
// all of the session's files are played back: where a message is in the
// conversation, and what is known of it, later records decide. The tree of
// their parents is what the log of operations amounts to.
func (agent) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	s, _ := ix.Side.(*side)
	if s == nil {
		s = &side{projects: &projects{}}
	}
	w := &walk{env: env, ref: ref, side: s, want: want, out: adapter.NewTolerantOutlet(env, out), log: out.Log(), replay: newReplay(), leafAt: -1, opening: -1,
		subagent: ref.Subagent}
	if err := w.readFiles(); err != nil {
		return err
	}
	return w.emitSession()
}

// readFiles plays back the files of the session, the poorest first. One that cannot
// be read is a diagnostic where another can.
func (w *walk) readFiles() error {
	list := pathsOf(w.ref)
	order := make([]string, 0, len(list))
	logs := len(list)
	for logs > 0 && baseName(list[logs-1]) == logFile { // they complete what the others hold
		logs--
	}
	for i := logs - 1; i >= 0; i-- {
		order = append(order, list[i])
	}
	order = append(order, list[logs:]...)
	var failed error
	for _, path := range order {
		if w.saved && len(w.entries) > 0 && baseName(path) != logFile { // the copies of a checkpoint are alike
			continue
		}
		err := w.readPlace(path)
		switch {
		case err == nil:
		case w.out.Ends(err) || len(list) == 1:
			return err
		default:
			if failed != nil {
				w.log.Diagnose(fault.DiagnosticOf(w.env.Agent, failed))
			}
			failed = err
		}
	}
	if failed != nil && len(w.entries) == 0 {
		return failed
	}
	if failed != nil {
		w.log.Diagnose(fault.DiagnosticOf(w.env.Agent, failed))
	}
	return nil
}

// readPlace plays back one file, and moves the current branch's end on to what it
// holds after it.
func (w *walk) readPlace(path string) error {
	log := baseName(path) == logFile
	if !log {
		w.beginFile()
		w.imports = false
	}
	var err error
	switch {
	case log:
		err = w.loggedPrompts(path)
	case strings.HasSuffix(path, extLines):
		err = w.readLog(path)
	default:
		err = w.readSession(path)
	}
	leaf := w.leafEntry()
	if leaf < 0 {
		leaf = w.spare
	}
	if leaf >= 0 && (path == w.ref.Path || log || w.leafAt < 0 || w.isListed(w.leafAt)) {
		w.leafAt = leaf
	}
	return err
}

// isListed reports whether the list has an entry.
func (r *replay) isListed(at int32) bool { return r.entries[at].listed }

// readLog plays back a log.
func (w *walk) readLog(path string) error {
	size, err := sizeOf(w.env, w.ref, path)
	if err != nil {
		return err
	}
	var keep func([]byte) bool
	if w.want.UsageOnly() {
		keep = maySpend
	}
	w.setFormat("jsonl")
	return adapter.EachObjectIf(w.env, w.out, path, size, linePaths, keep, func(rec scan.Record, v []scan.Value) error {
		w.files++
		if err := w.emitRaw(path, rec); err != nil {
			return err
		}
		return w.readLine(path, rec, v)
	})
}

// emitRaw visits the bytes of a record where they are wanted: what they say comes
// later.
func (w *walk) emitRaw(path string, rec scan.Record) error {
	if !w.want.Raw {
		return nil
	}
	return w.out.Record(&adapter.Record{Kind: adapter.Ignored, Path: w.alternatePath(path), Line: rec.Line, Offset: rec.Offset,
		Raw: append([]byte(nil), rec.Bytes...)})
}

// alternatePath is the path of a record that is not in the preferred file.
func (w *walk) alternatePath(path string) string {
	if path == w.ref.Path {
		return ""
	}
	return path
}

// readLine plays back one line: a header, an operation or a message.
func (w *walk) readLine(path string, rec scan.Record, v []scan.Value) error {
	switch {
	case v[fSet].Exists():
		w.imports = false
		w.applyHeader(v[fSetUpdated], v[fSetSummary], v[fSetKind], v[fSetDirs])
		if v[fSetMessages].Kind() == scan.Array {
			return w.replaceMessages(path, rec, v[fSetMessages])
		}
		return nil
	case v[fRewind].Exists():
		w.imports = false
		w.rewindTo(v[fRewind].String())
		return nil
	case v[fType].Exists() || v[fRole].Exists():
		at, err := w.readMessage(path, rec, v)
		if err == nil && at >= 0 {
			w.appendEntry(w.followReplaced(at))
		}
		return err
	case v[fSession].Exists() || v[fStart].Exists():
		w.imports = false
		w.setCreated(v[fStart])
		w.applyHeader(v[fUpdated], v[fSummary], v[fKind], v[fDirs])
		if v[fMessages].Kind() == scan.Array {
			return w.replaceMessages(path, rec, v[fMessages])
		}
		return nil
	}
	return w.emitUnknown(path, rec, v[fType].String())
}

// setCreated takes the start of a session; a resume repeats the header with its own
// time.
func (w *walk) setCreated(start scan.Value) {
	if t, _ := adapter.TimeOf(start); t != 0 {
		w.facts.Created = session.Earliest(w.facts.Created, t)
	}
}

// applyHeader takes what a header or a change of it says of the session.
func (w *walk) applyHeader(updated, summary, kind, dirs scan.Value) {
	if t, _ := adapter.TimeOf(updated); t != 0 {
		w.facts.Updated = session.Latest(w.facts.Updated, t)
	}
	if s := summary.String(); s != "" {
		w.facts.AgentTitle = s
	}
	w.subagent = w.subagent || kind.EqualString("subagent")
	if w.facts.Cwd == "" {
		w.facts.Cwd = dirs.Get("0").String()
	}
}

// replaceMessages plays back the replacement of the whole list.
func (w *walk) replaceMessages(path string, rec scan.Record, v scan.Value) error {
	known := int32(len(w.entries))
	var list []int32
	var failure error
	var m [messageFields]scan.Value
	v.EachElement(func(i int, e scan.Value) bool {
		if e.Kind() != scan.Object || messagePaths.Scan(e.Raw(), m[:]) != nil {
			return true
		}
		var at int32
		if at, failure = w.readMessage(path, scan.Record{Bytes: e.Raw(), Line: rec.Line, Offset: rec.Offset + int64(i)}, m[:]); at >= 0 {
			list = append(list, at)
		}
		return failure == nil
	})
	w.setMessages(list, known)
	return failure
}

func (w *walk) emitUnknown(path string, rec scan.Record, name string) error {
	return w.out.Record(&adapter.Record{Kind: adapter.Unknown, Type: name, Path: w.alternatePath(path), Line: rec.Line, Offset: rec.Offset})
}

func (w *walk) setFormat(name string) { w.facts.FormatVersion = name }

// readSession plays back a document: a session before 0.40, or a checkpoint.
func (w *walk) readSession(path string) error {
	b, err := w.readDocument(path, MaxDocumentBytes)
	if err != nil || len(b) == 0 {
		return err
	}
	if w.want.Raw {
		if err := w.emitRaw(path, scan.Record{Bytes: b, Line: 1}); err != nil {
			return err
		}
	}
	at, head := 0, false
	if isChat(path) {
		w.setFormat("json")
		at = listIn(b, "messages")
		head = w.documentHeader(b, at)
	} else {
		w.setFormat("checkpoint")
		w.saved = true
		if at = firstList(b); at < 0 {
			at = listIn(b, "history")
		}
	}
	known := len(w.entries)
	var m [messageFields]scan.Value
	list := elements{env: w.env, defects: w.out, path: path, b: b, visit: func(rec scan.Record) error {
		w.files++
		if err := messagePaths.Scan(rec.Bytes, m[:]); err != nil {
			return nil
		}
		if w.saved && !m[fID].Exists() {
			return w.savedMessage(path, rec, m[:])
		}
		at, err := w.readMessage(path, rec, m[:])
		if err == nil && at >= 0 {
			w.appendEntry(w.followReplaced(at))
		}
		return err
	}}
	if at >= 0 {
		err = list.visitList(at)
	}
	if err == nil && list.seen == 0 && !head {
		return emptyError(path)
	}
	w.hideContext(known)
	return err
}

// readDocument reads a whole file; nothing when it holds only white space.
func (w *walk) readDocument(path string, limit int64) ([]byte, error) {
	b, err := adapter.ReadFile(w.env, path, limit)
	if err != nil {
		return nil, err
	}
	if poll := w.env.Host.Poll; poll != nil {
		if err := poll.Poll(int64(len(b)), int64(len(b))); err != nil {
			return nil, err
		}
	}
	w.log.CountRead(0, int64(len(b)))
	if len(bytes.Trim(b, "\x00 \r\n\t")) == 0 {
		return nil, nil
	}
	return b, nil
}

// documentHeader reads the fields around the messages of a document; list is
// where they begin. Of a torn document those are the fields in front.
func (w *walk) documentHeader(b []byte, list int) bool {
	v := make([]scan.Value, linePaths.Len())
	if linePaths.Scan(b, v) != nil {
		if list < 0 {
			return false
		}
		front := b[:bytes.LastIndexByte(b[:list], '"')]
		front = front[:max(bytes.LastIndexByte(front, '"'), 0)]
		front = bytes.TrimRight(front, ", \r\n\t")
		if linePaths.Scan(append(append([]byte(nil), front...), '}'), v) != nil {
			return false
		}
	}
	w.setCreated(v[fStart])
	w.applyHeader(v[fUpdated], v[fSummary], v[fKind], v[fDirs])
	return v[fSession].Exists() || v[fStart].Exists()
}

// savedMessage plays back an entry of a checkpoint; entries have no ids there.
func (w *walk) savedMessage(path string, rec scan.Record, v []scan.Value) error {
	id := "#" + text.FormatInt(int64(len(w.list)+1))
	at, err := w.readIdentified(path, rec, v, id)
	if err == nil && at >= 0 {
		w.appendEntry(at)
	}
	return err
}

// hideContext hides the message in front of the first prompt of a checkpoint, and
// the canned reply to it: it is followed by another message before any answer.
func (w *walk) hideContext(known int) {
	if !w.saved || len(w.list) < 2 || known > 0 {
		return
	}
	first, second := &w.entries[w.list[0]], &w.entries[w.list[1]]
	if first.kind == user && (second.kind == user || second.ack) {
		first.kind = injected
		if second.ack {
			second.kind = injected
		}
	}
}
