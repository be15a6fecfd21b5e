package claude

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude/facts"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Walk implements adapter.Adapter.
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	w := &walk{env: env, side: sideOf(ix), ref: ref, want: want, out: out, log: out.Log(), blocks: readerPool.Get()}
	defer putReader(w.blocks)
	w.id = ref.ID
	if id := w.side.twins[ref.Path]; id != "" {
		w.id = id
	}
	w.copies.own = w.id
	w.copies.done = ref.Subagent
	if want.Lend {
		w.room = &scan.Room{}
	}
	if !w.want.UsageOnly() {
		w.commands = commandQueue{Outlet: out, w: w}
		w.out = &w.commands
	}
	if err := w.visitSideFile(); err != nil {
		return err
	}
	if w.id != ref.ID {
		if err := w.visitFacts(&adapter.Facts{Superseded: w.id}); err != nil {
			return err
		}
	}
	var keep func([]byte) bool
	if w.want.UsageOnly() {
		keep = w.keepLine
	}
	if err := adapter.EachObjectIf(env, w.out, ref.Path, ref.Size, fields, keep, w.readLine); err != nil {
		return err
	}
	return w.endSession()
}

// walk is one walk of one file.
type walk struct {
	env    *adapter.Env
	side   *side
	ref    *adapter.Ref
	id     string // of the session, as the agent has it
	want   adapter.Want
	texts  bool       // the texts of the line are wanted
	room   *scan.Room // for texts that are lent, else nil
	blocks *blockReader
	out    adapter.Outlet     // where records go: commands, if it is used
	log    *adapter.DefectLog // of out

	rec   adapter.Record // of the line
	part  adapter.Record // of one result in the line
	usage usage          // of rec; used again for the next one
	raw   []byte         // the line, when it is wanted and no record carries it yet
	line  []byte         // under way

	boundary *session.Compaction // whose summary follows

	seen     bool         // a line of the tree was read
	asked    bool         // whether all messages of the file are a subagent's was looked for
	alone    bool         // all messages of the file are a subagent's
	first    session.Time // of the first message
	last     string       // id of the last line of the tree
	version  version
	old      bool // written, in part, by a version before versionFolders
	now      versionText
	model    string // model and message id of the last answer, to be used again
	message  string
	key      []byte // room for message, when it is lent
	unbilled bool   // an answer has no usage: all are looked at
	cwd      bool   // the working directory is known
	folder   string // the last one
	branch   string // as the last line names it
	source   *session.Span

	caveat     string // id of the last caveat, and whether something hangs off it
	caveatUsed bool
	leaf       string // what last-prompt names, when it comes after all messages
	named      bool   // the agent titled it itself
	titles     titles
	copies     copying

	results  persistedResults
	prompted string // key of the prompt that nothing but attachments followed so far
	commands commandQueue
}

// versionText is the version of the last line, as text.
type versionText string

// keepLine is what a projection of nothing but usage reads: all lines up to the
// first answer, which hold the session's facts and what is copied, then those
// with usage.
func (w *walk) keepLine(line []byte) bool {
	return !w.copies.done || !w.seen || w.unbilled || scan.ObjectUnder(line, usageKey) ||
		len(line) < totalsLineBytes && !bytes.HasPrefix(line, treeMark) && scan.ObjectUnder(line, totalsKey) ||
		w.version == 0 && len(line) < costLineBytes && bytes.Contains(line, costMarker)
}

var (
	usageKey = []byte(`"usage"`)
	// treeMark begins the lines of the tree as Claude Code writes them: they
	// hold no totals, and most lines are such.
	treeMark  = []byte(`{"parentUuid":`)
	totalsKey = []byte(`"modelUsage"`)
	// costMarker begins after the quote: a search for a rarer byte is faster.
	costMarker = []byte(`cost"`)
)

// totalsLineBytes bounds the length in bytes of the lines with the program's
// own totals: about 300 for each model.
const totalsLineBytes = 64 << 10

// costLineBytes bounds the length in bytes of the lines in which keep looks
// for cost events, which are short. Only the described layout has them, whose
// lines state no version.
const costLineBytes = 2 << 10

// readLine visits one native record.
func (w *walk) readLine(rec scan.Record, found []scan.Value) error {
	v := (*values)(found)
	if w.commands.pending != nil {
		if err := w.settleCommand(rec, v); err != nil {
			return err
		}
	}
	if !w.seen && !w.asked && !w.ref.Subagent && v[fSidechain].Bool() {
		w.asked = true
		var err error
		if w.alone, err = w.hasOnlySidechain(); err != nil {
			return err
		}
	}
	if err := w.lookForOrigin(rec.Bytes); err != nil {
		return err
	}
	w.rec = adapter.Record{Line: rec.Line, Offset: rec.Offset}
	w.raw, w.line = nil, rec.Bytes
	if w.copies.undecided.Len() == 0 && w.commands.after.Len() == 0 {
		w.room.Reset()
	}
	if w.want.Raw {
		w.raw = append([]byte(nil), rec.Bytes...)
	}
	switch typ := stringBytes(v[fType]); string(typ) {
	case "user":
		w.texts = w.wantsTexts(rec)
		w.setPosition(v)
		w.prompted = ""
		return w.visitUser(v)
	case "assistant":
		w.prompted = ""
		w.texts = w.wantsTexts(rec)
		w.setPosition(v)
		return w.visitAssistant(v)
	case "attachment", "progress", "system":
		w.setPosition(v)
		return w.visitContext(rec, v)
	default:
		if bookkeeping.hasWord(typ) || bytes.HasPrefix(typ, []byte("artifact-")) || bytes.HasPrefix(typ, []byte("data-flow-")) {
			return w.visitBookkeeping(rec, v)
		}
		return w.visitOther(rec, v)
	}
}

// wantsTexts reports whether the texts of a line are wanted.
func (w *walk) wantsTexts(rec scan.Record) bool {
	return w.want.Text && (w.want.Match == nil || w.want.Match(rec.Bytes) || hasTag(rec.Bytes, nameMark, pastedMark, persistedMark))
}

// setPosition fills what all lines of the tree have in common: place, time, and
// the facts that change rarely.
func (w *walk) setPosition(v *values) {
	r := &w.rec
	r.Time, r.Naive = adapter.TimeOf(v[fTime])
	r.Aside = v[fSidechain].Bool() && !w.ref.Subagent && !w.alone
	if !w.want.UsageOnly() {
		r.ID = v[fUUID].String()
		parent := v[fParent]
		if parent.Kind() != scan.String {
			parent = v[fLogicalParent]
		}
		if r.Parent = w.last; !parent.EqualString(w.last) {
			r.Parent = parent.String()
		}
	}
	if b := stringBytes(v[fVersion]); string(b) != string(w.now) {
		w.now = versionText(v[fVersion].String())
		w.version = parseVersion(b)
		w.old = w.old || w.version != 0 && w.version < versionFolders
		f := w.recordFacts()
		f.FormatVersion = string(w.now)
		f.ResumeCopies = w.version != 0 && w.version < versionAppends
		f.OneRoot = w.version >= versionAppends
	}
	w.setSource(v[fBranch])
	if !w.cwd && !r.Aside && len(stringBytes(v[fCwd])) > 0 {
		w.cwd = true
		w.recordFacts().Cwd = v[fCwd].String()
		w.folder = w.rec.Facts.Cwd
	} else if !r.Aside && len(stringBytes(v[fCwd])) > 0 && !v[fCwd].EqualString(w.folder) {
		w.folder = v[fCwd].String()
		w.recordFacts().Folder = w.folder
	}
	if !w.seen {
		w.seen = true
		w.applyFirstLine(v)
	}
	w.addTitleLeaf()
}

// setSource notes a change of the branch or the version. Without a branch, and outside
// a repository, a line says HEAD.
func (w *walk) setSource(branch scan.Value) {
	if x := w.source; x != nil && x.AgentVersion == string(w.now) && (branch.EqualString(w.branch) || w.branch == "" && !branch.Exists()) {
		return
	}
	x := &session.Span{AgentVersion: string(w.now), GitBranch: branch.String()}
	if w.branch = x.GitBranch; w.branch == "HEAD" {
		x.GitBranch = ""
	}
	w.source, w.recordFacts().Source = x, x
}

// applyFirstLine takes what the first line of the tree says.
func (w *walk) applyFirstLine(v *values) {
	w.recordFacts().Tree = !w.want.UsageOnly()
	w.copies.continues = v[fParent].Kind() == scan.String
	own := v[fSession].String()
	if w.ref.Subagent {
		f := w.recordFacts()
		f.Subagent, f.ParentID = true, own
	} else if w.copies.continues && own != "" && own != w.id {
		w.recordFacts().ForkedFrom = own // one session in two files: the other begins it
	} else if own != "" && own != w.id && w.lastSessionID() == own {
		w.copies.own = own // the file was renamed: no line names what it is called now
	}
}

// lastSessionID returns the session that the file's last line names, be it damaged or
// not; "" when the tail does not say.
func (w *walk) lastSessionID() string {
	tail, err := adapter.ReadTail(w.env, w.ref.Path, w.ref.Size)
	if err != nil {
		return "" // reading on reports the error again
	}
	last := string(tail)
	at := text.LastIndex(last, sessionKey)
	if at < 0 {
		return ""
	}
	return idBehind(last[at+len(sessionKey):])
}

// idBehind returns the text after a key, "" without one.
func idBehind(s string) string {
	for s != "" && (s[0] == ':' || s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	if s == "" || s[0] != '"' {
		return ""
	}
	id, _, closed := text.Cut(s[1:], `"`)
	if !closed {
		return ""
	}
	return id
}

const sessionKey = `"sessionId"`

// recordFacts returns the record's facts, and creates them if absent.
func (w *walk) recordFacts() *adapter.Facts {
	if w.rec.Facts == nil {
		w.rec.Facts = &adapter.Facts{}
	}
	return w.rec.Facts
}

// visitContext visits a line of the tree that is no message.
func (w *walk) visitContext(rec scan.Record, v *values) error {
	if isText(v[fType], "attachment") && !w.want.UsageOnly() && bytes.Contains(rec.Bytes, queuedMarker) {
		if queued := queuedPrompt(rec.Bytes); queued.Exists() {
			w.texts = w.wantsTexts(rec)
			return w.visitQueued(queued)
		}
	}
	if isText(v[fSubtype], "local_command") && bytes.Contains(rec.Bytes, renameMark) && !w.want.UsageOnly() {
		w.applyRename(rec.Bytes)
	}
	if w.want.Text && isText(v[fSubtype], "compact_boundary") {
		w.noteCompaction(rec.Bytes)
	}
	if w.rec.Kind = adapter.Injected; isText(v[fType], "attachment") && !w.want.UsageOnly() && w.prompted != "" {
		w.attachMention(rec.Bytes)
	}
	return w.emitJudged(v)
}

// noteCompaction keeps what the line before a summary says.
func (w *walk) noteCompaction(line []byte) {
	v, err := scan.Parse(line)
	if err != nil {
		return
	}
	v = v.Get("compactMetadata")
	w.boundary = &session.Compaction{TokensBefore: adapter.CountOf(v.Get("preTokens")), TokensAfter: adapter.CountOf(v.Get("postTokens"))}
	if trigger := v.Get("trigger").String(); trigger == "auto" || trigger == "manual" {
		w.boundary.Trigger = trigger
	}
}

var renameMark = []byte(renameCommand)

const renameCommand = "/rename"

// applyRename takes the title from a command of the program that gave it.
func (w *walk) applyRename(line []byte) {
	v, err := scan.Parse(line)
	if err != nil {
		return
	}
	if c, ok := parseCommand(v.Get("content").String()); ok {
		if name, given := strings.CutPrefix(c.typed, renameCommand+" "); given && name != "" {
			w.recordFacts().UserTitle = name
		}
	}
}

var queuedMarker = []byte(`"queued_command"`)

// queuedPrompt returns the content of a prompt that was typed while the agent
// was at work and is in an attachment only.
func queuedPrompt(line []byte) scan.Value {
	v, err := scan.Parse(line)
	if err != nil {
		return scan.Value{}
	}
	a := v.Get("attachment")
	if mode := a.Get("commandMode"); !isText(a.Get("type"), "queued_command") || mode.Exists() && !isText(mode, "prompt") {
		return scan.Value{}
	}
	return a.Get("prompt")
}

// visitAssistant visits an answer, or one block of it.
func (w *walk) visitAssistant(v *values) error {
	r := &w.rec
	if err := w.checkShape(v); err != nil {
		return err
	}
	if v[fAPIError].Bool() || isText(v[fModel], synthetic) {
		return w.visitSynthetic(v)
	}
	if !v[fContent].Exists() && !v[fUsage].Exists() {
		r.Kind = adapter.Injected // nothing was said
		return w.emitJudged(v)
	}
	r.Role = session.RoleAssistant
	w.model = reuseText(w.model, v[fModel])
	r.Model, r.UsageKey = w.model, w.messageID(v[fMsgID])
	if !w.want.UsageOnly() {
		r.Merge = r.UsageKey
	}
	if w.usage.readTokens(v) {
		r.Terms = termsOf(v)
		if r.Usage = &w.usage.TokenUsage; r.UsageKey == "" {
			r.UsageKey = w.lineKey()
		}
	}
	if !isZero(v[fUSD]) {
		r.USD = moneyOf(v[fUSD]) // copies have 0; the original has the amount
	}
	w.unbilled = w.unbilled || !v[fUsage].Exists()
	verdict := w.copies.judgeAnswer(w, v)
	if w.want.UsageOnly() {
		return w.emitRecord(&w.rec, verdict)
	}
	return w.emitAnswer(v[fContent], verdict)
}

// messageID returns the id of a message, which mostly is the one that was read
// last.
func (w *walk) messageID(v scan.Value) string {
	if !w.want.UsageOnly() || !w.want.LendKeys {
		w.message = reuseText(w.message, v)
	} else if b := stringBytes(v); string(b) != w.message || bytes.IndexByte(b, '\\') >= 0 {
		w.key = v.AppendString(w.key[:0])
		w.message = scan.UnsafeString(w.key)
	}
	return w.message
}

// checkShape reports a message whose parts are not of the kinds that every version
// writes: what is readable of it is still visited.
func (w *walk) checkShape(v *values) error {
	if !w.log.HasReport() && !w.env.Strict {
		return nil // the diagnostic would have no reader
	}
	content := v[fContent].Kind()
	good := content == scan.String || content == scan.Array
	switch v[fUsage].Kind() {
	case scan.Missing, scan.Null:
	case scan.Object:
		for _, f := range [...]int{fInput, fOutput} {
			n, _ := drift.NumberIn(v[f])
			_, whole := n.Int()
			good = good && (whole || !n.Exists())
		}
	default:
		good = false
	}
	if good {
		return nil
	}
	return w.log.ReportSkip(w.ref.Path, w.rec.Line, w.rec.Offset, "shape")
}

// lineKey makes a usage key for a record that has no id: the line itself.
func (w *walk) lineKey() string {
	if w.rec.ID != "" {
		return w.rec.ID
	}
	return w.id + "#" + string(canon.AppendInt(nil, w.rec.Offset))
}

// visitSynthetic visits an answer that no model gave: a failure, or a placeholder
// that nobody is meant to read.
func (w *walk) visitSynthetic(v *values) error {
	r := &w.rec
	text := w.blocksOf(v[fContent], true).text
	switch {
	case v[fAPIError].Bool() || isFailure(text):
		r.Role, r.Special, r.Type = session.RoleSystem, "api_error", string(session.MessageTypeError)
	case text == "No response requested." || text == "":
		r.Kind = adapter.Injected
	default:
		r.Role, r.Special = session.RoleSystem, "notice"
	}
	if r.Kind == adapter.Message && w.texts {
		r.Text = text
	}
	return w.emitJudged(v)
}

// emitJudged emits a line that says nothing by itself on whether it is copied.
func (w *walk) emitJudged(v *values) error { return w.emitRecord(&w.rec, w.copies.judgeLine(w, v)) }

// visitSideFile visits the data beside the file.
func (w *walk) visitSideFile() error {
	path := w.side.files[w.ref.Path]
	if path == "" || w.want.UsageOnly() {
		return nil
	}
	text, err := adapter.ReadFile(w.env, path, sideFileBytes)
	if err != nil {
		return w.sideFileError(err)
	}
	v, err := scan.Parse(text)
	if err != nil {
		return nil // a torn name is no name
	}
	f := &adapter.Facts{UserTitle: v.Get("customTitle").String()}
	if w.ref.Subagent {
		f = &adapter.Facts{AgentTitle: subagentTitle(v)}
	}
	return w.visitFacts(f)
}

// subagentTitle returns the title of a subagent: what it was to do, or the label
// and the phase of a workflow's.
func subagentTitle(meta scan.Value) string {
	title, phase := meta.Get("description").String(), meta.Get("phase")
	if title == "" {
		title = meta.Get("label").String()
	}
	if phase.Kind() == scan.Object {
		phase = phase.Get("title")
	}
	switch p := phase.String(); {
	case p == "":
		return title
	case title == "":
		return p
	default:
		return title + " (" + p + ")"
	}
}

// sideFileError turns an error of a side file into a diagnostic, unless it ends the
// operation.
func (w *walk) sideFileError(err error) error {
	if fault.CodeOf(err) == fault.Timeout {
		return err
	}
	w.log.Diagnose(fault.DiagnosticOf(facts.Name, err))
	return nil
}

// sideFileBytes is the greatest size in bytes of a side file.
const sideFileBytes = 1 << 20

// endSession visits what only the whole file shows.
func (w *walk) endSession() error {
	if w.commands.pending != nil {
		if err := w.decideCommand(w.commands.pending.prompt); err != nil {
			return err
		}
	}
	w.rec = adapter.Record{}
	if err := w.flushHeld(own); err != nil {
		return err
	}
	if err := w.visitNesting(); err != nil || w.want.UsageOnly() {
		return err
	}
	f := &adapter.Facts{Leaf: w.leaf}
	if !w.named {
		f.AgentTitle = w.sessionTitle()
	}
	if f.Leaf != "" || f.AgentTitle != "" {
		if err := w.visitFacts(f); err != nil {
			return err
		}
	}
	return w.visitSubagents()
}

// visitFacts visits facts that are on no line of the file.
func (w *walk) visitFacts(f *adapter.Facts) error {
	w.rec = adapter.Record{Kind: adapter.Meta, Facts: f}
	return w.out.Record(&w.rec)
}
