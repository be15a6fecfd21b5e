// Package jsonltree reads the session format that pi brought up and that omp
// and OpenClaw took over: JSON lines, a header and then entries that name the
// entry they follow, so that one file holds a tree of branches.
//
// A Walker turns entries into adapter records. It takes them from a file
// (File) or one at a time from any other place (Entry):
//
//	w := jsonltree.NewWalker(env, jsonltree.Options{Ref: ref, Want: want}, out)
//	if err := w.File(ref.Path, ref.Size); err != nil { // or w.Entry(rec) per row
//		return err
//	}
//	return w.End() // states the leaf
//
// What every entry becomes:
//
//   - the header ("session", on any line; the first one counts)
//     states id, cwd, creation, format and parentSession. Entries older than
//     the header of a session with a parentSession were copied from there:
//     Copied, with Origin. When the first entry is not older, nothing was
//     copied, and the other session is the parent instead of a fork's source;
//   - "message" entries become prompts, answers, tool results, shell commands
//     ("shell"), failures ("api_error", "interrupted") and injected context;
//   - "compaction" becomes a system message "compaction", "branch_summary" and
//     displayed "custom_message" entries a "notice", "async-result" ones a
//     "subagent_result"; custom messages that are not displayed are Injected;
//   - "session_info" and "title_change" set titles, "title" (omp's slot) too;
//   - other known entries (changes of model and thinking level, labels,
//     extensions' data, …) are Meta with a place in the tree: any entry may be
//     a leaf or a fork point;
//   - what no rule knows is Unknown, with its place in the tree.
//
// Entries whose parent is null follow the header, so that two of them are two
// branches of one tree; those that lack the member follow the entry before. Usage keys are an entry's id and its time as they are
// written: ids alone are too short to be unique, and copies keep both.
//
// A message may be bare, without an entry around it: its fields are then
// looked for at the top of the line.
package jsonltree

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// LeafRule says how the last entry of the current branch is found.
type LeafRule uint8

// The rules.
const (
	// LeafLast takes the last entry with an id, of any type, unless a
	// later "leaf" entry names another (OpenClaw; other entries with
	// appendMode "side" do not count).
	LeafLast LeafRule = iota
	// LeafNewest goes down from the root, at every fork to the child with the
	// greatest time; the later one on a tie.
	LeafNewest
)

// Options say what is walked and in which dialect.
type Options struct {
	Ref  *adapter.Ref
	Want adapter.Want
	Rule LeafRule
	// Leaf names the leaf, when the caller knows it; Rule is then not asked.
	Leaf string
	// Child says that the session is a subagent's: the header's parentSession
	// names its parent, and nothing is copied from there. Its user messages
	// count as prompts whoever wrote them.
	Child bool
	// ForkedFrom is the native id of the session that this one copies, when
	// something else than the header names it.
	ForkedFrom string
	// Gateway says that a program beside the agent appends entries with an explicit null as
	// their parent: such an entry follows the entry before it, as one without the member does.
	Gateway bool
	// Source makes a native id of the header's parentSession; nil is SourceID.
	Source func(parentSession string) string
	// Adjust, when set, has the last look at a record that stands for an
	// entry, before it is visited.
	Adjust func(e *Entry, r *adapter.Record)
}

// Entry is one entry while it is being visited.
type Entry struct {
	Record scan.Record
	v      []scan.Value
	root   scan.Value
	full   bool // texts are wanted
}

// Get returns the value under a dotted path of the entry. It scans the
// entry anew: it is for what few entries have.
func (e *Entry) Get(path string) scan.Value {
	if !e.root.Exists() {
		e.root, _ = scan.Parse(e.Record.Bytes)
	}
	return e.root.Get(path)
}

// Walker turns the entries of one session into records.
type Walker struct {
	env  *adapter.Env
	opt  Options
	out  adapter.Outlet
	log  *adapter.DefectLog // of out
	path string             // of the file being read, "" when it is the ref's

	paths *scan.Paths
	vals  []scan.Value // for Entry
	entry Entry
	rec   adapter.Record
	room  *scan.Room // for texts that are lent, else nil
	usage session.TokenUsage
	money []session.Money // room for amounts, which the outlet may keep
	key   []byte

	header  string       // id of the header, which the roots follow
	created session.Time // the header's time
	source  string       // native id of what parentSession names
	decided bool         // whether it was forked or only started from there
	tree    bool         // an entry with an id was read
	last    string       // id of the last entry
	leaf    string       // what a leaf entry named, "" when entries followed it
	nodes   []node       // for LeafNewest
	slot    bool         // omp's title slot has a title
	model   string       // in force
}

// NewWalker begins the walk of one session.
func NewWalker(env *adapter.Env, opt Options, out adapter.Outlet) *Walker {
	w := &Walker{env: env, opt: opt, out: out, log: out.Log(), paths: allPaths}
	if opt.Want.UsageOnly() {
		w.paths = spendPaths
	}
	if w.opt.Source == nil {
		w.opt.Source = SourceID
	}
	if opt.Want.Lend {
		w.room = &scan.Room{}
	}
	w.source = opt.ForkedFrom
	return w
}

// VisitFile visits the entries of one file. A session in several files
// calls it for each.
func (w *Walker) VisitFile(path string, size int64) error {
	w.path = ""
	if path != w.opt.Ref.Path {
		w.path = path
	}
	var keep func([]byte) bool
	if w.opt.Want.UsageOnly() {
		keep = w.keepLine
	}
	return adapter.EachObjectIf(w.env, w.out, path, size, w.paths, keep, w.readLine)
}

// VisitEntry visits one entry that is not in a file of its own. Line and
// Offset of rec say where it is, and its bytes need to be valid during the
// call only. One that cannot be read is skipped as a damaged line is.
func (w *Walker) VisitEntry(rec scan.Record) error {
	if w.vals == nil {
		w.vals = make([]scan.Value, w.paths.Len())
	}
	if w.opt.Want.UsageOnly() && !w.keepLine(rec.Bytes) {
		return nil
	}
	if err := w.paths.Scan(rec.Bytes, w.vals); err != nil {
		return w.log.ReportSkip(w.opt.Ref.Path, rec.Line, rec.Offset, skipReason(err))
	}
	w.log.Drift.Inspect(w.env.Agent, rec.Bytes)
	return w.readLine(rec, w.vals)
}

// skipReason names what is wrong with a record.
func skipReason(err error) string {
	if d, ok := err.(*scan.Defect); ok {
		return string(d.Reason)
	}
	return string(scan.Syntax)
}

// EndSession visits what only the whole session shows: its leaf, and that it is not
// older than its name says (Updated).
func (w *Walker) EndSession() error {
	f := adapter.Facts{}
	if !w.decided && w.source != "" && !w.opt.Child {
		f.ForkedFrom = w.source // a fork without any entry
	}
	if w.tree {
		f.Leaf = w.currentLeaf()
		f.Updated = nameTime(w.opt.Ref.Path) // of the header, which may be damaged
	}
	if f.Leaf == "" && f.ForkedFrom == "" && f.Updated == 0 {
		return nil
	}
	w.rec = adapter.Record{Kind: adapter.Meta, Facts: &f}
	return w.out.Record(&w.rec)
}

// readLine visits one entry.
func (w *Walker) readLine(rec scan.Record, v []scan.Value) error {
	e := &w.entry
	e.Record, e.v, e.root = rec, v, scan.Value{}
	r := w.beginRecord(e)
	typ := stringBytes(v[fType])
	if string(typ) == "session" {
		return w.readHeader(e, r)
	}
	w.linkEntry(e, r)
	switch string(typ) {
	case "message":
		return w.readMessage(e, r)
	case "compaction":
		return w.readSummary(e, r, "compaction")
	case "branch_summary":
		return w.readSummary(e, r, "notice")
	case "custom_message":
		w.readCustom(e, r, "")
		return w.emitRecord(e, r)
	case "model_usage", "usage":
		r.Kind = adapter.Usage
		if r.Model = e.Get("model").String(); r.Model == "" {
			r.Model = w.model
		}
		w.setUsage(e, r, e.usageUnder(""))
		return w.emitRecord(e, r)
	case "session_init":
		r.Kind = adapter.Injected
		return w.emitRecord(e, r)
	}
	if r.Kind = adapter.Meta; w.readState(e, r, string(typ)) {
		return w.emitRecord(e, r)
	}
	r.Kind = adapter.Message
	return w.readMessage(e, r)
}

// beginRecord starts the record of an entry with what all have in common.
func (w *Walker) beginRecord(e *Entry) *adapter.Record {
	want := &w.opt.Want
	w.room.Reset()
	e.full = want.Text
	w.rec = adapter.Record{Path: w.path, Line: e.Record.Line, Offset: e.Record.Offset}
	r := &w.rec
	r.Time, r.Naive = adapter.TimeOf(e.v[fTime])
	if r.Time == 0 {
		r.Time, r.Naive = adapter.TimeOf(e.Get("message.timestamp"))
	}
	if want.Raw {
		r.Raw = append([]byte(nil), e.Record.Bytes...)
	}
	return r
}

// linkEntry links an entry into the tree and reports whether it was copied.
func (w *Walker) linkEntry(e *Entry, r *adapter.Record) {
	if w.source != "" && !w.opt.Child && r.Time != 0 {
		r.Copied = r.Time < w.created
		if r.Copied {
			r.Origin = w.source
		}
		if !w.decided {
			w.setOrigin(r)
		}
	}
	w.decided = w.decided || r.Time != 0
	if w.opt.Want.UsageOnly() {
		return
	}
	if r.ID = idOf(e.v[fID]); r.ID == "" {
		return
	}
	switch p := e.v[fParent]; {
	case p.EqualString(w.last) && w.last != "":
		r.Parent = w.last
	case p.Exists() && p.Kind() != scan.Null:
		r.Parent = idOf(p)
	case !p.Exists(), w.opt.Gateway:
		if r.Parent = w.last; w.last != "" && !w.opt.Gateway {
			w.log.Drift.Add(drift.MissingParents, "", 1)
		}
	}
	if r.Parent == "" {
		r.Parent = w.header
	}
	if !w.tree {
		w.tree = true
		factsOf(r).Tree = true
	}
	if !isText(e.v[fAppendMode], "side") || isText(e.v[fType], "leaf") {
		w.last, w.leaf = r.ID, ""
	}
	if w.opt.Rule == LeafNewest {
		w.nodes = append(w.nodes, node{r.ID, r.Parent, r.Time})
	}
}

// setOrigin states what parentSession means: where the first entries were copied
// from, or where the session was started from.
func (w *Walker) setOrigin(r *adapter.Record) {
	if f := factsOf(r); r.Copied || w.opt.ForkedFrom != "" {
		f.ForkedFrom = w.source
	} else {
		f.ParentID = w.source
	}
}

// readHeader takes the header. Only the first one is the session's own.
func (w *Walker) readHeader(e *Entry, r *adapter.Record) error {
	r.Kind = adapter.Meta
	if w.header != "" {
		r.Kind = adapter.Ignored
		return w.emitRecord(e, r)
	}
	if w.header = idOf(e.v[fID]); w.header == "" {
		w.header = w.opt.Ref.ID
	}
	w.created = r.Time
	f := factsOf(r)
	f.Cwd, f.Created = e.Get("cwd").String(), r.Time
	if version := e.Get("version"); version.Kind() == scan.Number {
		f.FormatVersion = "session v" + string(version.Raw())
	}
	if w.source == "" {
		for _, name := range [...]string{"parentSession", "branchedFrom"} {
			if from := e.Get(name).String(); from != "" && w.source == "" {
				w.source = w.opt.Source(from)
			}
		}
	}
	if w.opt.Child && w.source != "" {
		f.Subagent, f.ParentID = true, w.source
		if w.opt.Ref.Parent != "" { // under which name it is listed; a subagent's own file has another
			f.ParentID = w.opt.Ref.Parent
		}
	}
	if !w.opt.Want.UsageOnly() {
		r.ID = w.header
		if !w.slot {
			w.readTitle(e, r)
		}
	}
	return w.emitRecord(e, r)
}

// emitRecord visits an entry's record.
func (w *Walker) emitRecord(e *Entry, r *adapter.Record) error {
	if w.opt.Adjust != nil {
		w.opt.Adjust(e, r)
	}
	return w.out.Record(r)
}

// factsOf returns a record's facts, and creates them if absent.
func factsOf(r *adapter.Record) *adapter.Facts {
	if r.Facts == nil {
		r.Facts = &adapter.Facts{}
	}
	return r.Facts
}
