package hermes

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// rowWalk walks a conversation of a database, all its parts as one.
type rowWalk struct {
	walker
	db     *sqlwal.DB
	info   *info
	part   string // id of the part that is being read
	model  string // of its answers, where it used one only
	seen   repeats
	count  int64  // of messages
	branch string // that was visited last
}

// place is a message's place, without its content.
type place struct {
	id        int64
	rewound   bool // taken back by the user
	compacted bool // summed up, but part of what was said
}

func (w *rowWalk) walkRows() error {
	w.countMissing()
	parts := w.info.walkedParts()
	calls := make([][]call, len(parts))
	for i, p := range parts {
		var err error
		if calls[i], err = w.readCalls(p); err != nil {
			return err
		}
	}
	if err := w.visitMeta(parts, calls); err != nil {
		return err
	}
	if !w.want.UsageOnly() || w.db.HasColumn(tableMessages, "input_tokens") {
		if err := w.visitConversation(parts, calls); err != nil {
			return err
		}
	}
	for i, c := range calls {
		if err := w.visitBranch(parts[i]); err != nil {
			return err
		}
		if err := w.visitSpend(c); err != nil {
			return err
		}
	}
	return nil
}

// visitBranch visits the branch that a part was on, where it is another than the one before.
func (w *rowWalk) visitBranch(p *info) error {
	if p.branch == w.branch {
		return nil
	}
	w.branch = p.branch
	return w.visitFacts(adapter.Facts{Source: &session.Span{GitBranch: p.branch}})
}

// expected are columns that every schema has since a number.
var expected = [...]struct {
	since         int64
	table, column string
}{
	{1, tableSessions, "started_at"}, {1, tableMessages, "timestamp"}, {6, tableSessions, "input_tokens"}, {6, tableSessions, "output_tokens"},
	{1, tableSessions, "model"}, {1, tableSessions, "parent_session_id"}, {1, tableSessions, "title"}, {1, tableMessages, "role"}, {1, tableMessages, "tool_calls"},
	{1, tableMessages, "content"}, {20, tableUsage, "input_tokens"}, {20, tableUsage, "output_tokens"},
}

// countMissing counts columns that the schema should have.
func (w *rowWalk) countMissing() {
	number, ok := strings.CutPrefix(w.info.schema, "schema ")
	if !ok {
		return
	}
	for _, e := range expected {
		if !drift.IsNewer(text.FormatInt(e.since), number) && !w.db.HasColumn(e.table, e.column) {
			w.log.Drift.Add(drift.MissingColumns, e.table+"."+e.column, 1)
		}
	}
}

// visitMeta visits what the session rows say. The name that a part was given is
// the conversation's, unless it is only numbered.
func (w *rowWalk) visitMeta(parts []*info, calls [][]call) error {
	in := w.info
	f := adapter.Facts{Model: in.model, Created: in.started, Updated: in.lastUpdate(), Archived: in.isArchived(), FormatVersion: in.schema}
	title := ""
	for _, p := range parts {
		if p.title == "" {
			continue
		}
		if plain := plainTitle(p.title, title); plain != title {
			title = plain
			f.UserTitle, f.AgentTitle = "", plain
			if p.titleSource == "user" {
				f.UserTitle = plain
			}
		}
	}
	for _, p := range parts {
		if f.Cwd == "" {
			f.Cwd = p.cwd
		}
	}
	counts, most := map[string]int64{}, int64(0)
	for _, of := range calls {
		for _, c := range of {
			if !c.task && c.count > 0 {
				counts[c.model] += c.count
				if n := counts[c.model]; n > most || n == most && c.model == in.model {
					f.Model, most = c.model, n
				}
			}
		}
	}
	link := in.root.link
	switch link.kind {
	case linkFork:
		f.ForkedFrom = link.to
	case linkSubagent:
		f.Subagent, f.ParentID = true, link.to
	case linkFollows:
		f.ParentID = link.to
	}
	if in.root != in {
		f.Superseded = in.root.id
	}
	return w.visitFacts(f)
}

// visitConversation visits the messages of all parts.
func (w *rowWalk) visitConversation(parts []*info, calls [][]call) error {
	if !w.db.HasColumn(tableMessages, "session_id") || !w.db.HasColumn(tableMessages, "role") {
		return fault.New(fault.ParseError, "the database has no messages that this reader knows").At(w.db.Path(), 0, 0)
	}
	places := make([][]place, len(parts))
	w.seen.on = len(parts) > 1
	for i, p := range parts {
		var err error
		if places[i], err = w.indexMessages(p.id); err != nil {
			return err
		}
		for k := range places[i] {
			w.seen.on = w.seen.on || places[i][k].compacted
		}
	}
	for i, p := range parts {
		w.part, w.model = p.id, onlyModel(p.model, calls[i])
		w.seen.beginPart(i > 0)
		if err := w.visitBranch(p); err != nil {
			return err
		}
		for rest := places[i]; len(rest) > 0; {
			n := min(len(rest), messageBatch)
			if err := w.visitBatch(rest[:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
	}
	return nil
}

// onlyModel is the model of a part's answers, which are not marked with it: no
// name when there were several.
func onlyModel(model string, calls []call) string {
	only := ""
	for i := range calls {
		c := &calls[i]
		if c.task || c.model == "" || c.model == only {
			continue
		}
		if only != "" {
			return ""
		}
		only = c.model
	}
	if only == "" {
		return model
	}
	return only
}

// indexMessages lists a session's messages by id, which is the order that Hermes
// replays them in. Rows that a compaction replaced by equal ones further on
// are marked like those the user took back; they are not.
func (w *rowWalk) indexMessages(id string) ([]place, error) {
	db := w.db
	rewound, compacted := "0", "0"
	if db.HasColumn(tableMessages, "compacted") {
		compacted = "m.compacted"
	}
	if db.HasColumn(tableMessages, "active") {
		rewound = "m.active = 0"
		if compacted != "0" && db.HasColumn(tableMessages, "timestamp") {
			rewound += " AND m.compacted = 0 AND NOT EXISTS (SELECT 1 FROM messages c WHERE c.session_id = m.session_id AND c.timestamp = m.timestamp" +
				" AND c.id > m.id AND (c.active = 1 OR c.compacted = 1) AND c.role = m.role AND c.content IS m.content" +
				" AND c.tool_calls IS m.tool_calls AND c.tool_call_id IS m.tool_call_id)"
		}
	}
	q := &sqlwal.Paged{Columns: rewound + ", " + compacted, From: tableMessages + " m WHERE m.session_id = ?", Args: []host.Value{sqlwal.TextValue(id)},
		Key: []string{"m.rowid"}, Limit: indexPage}
	var out []place
	err := db.EachStable(q, func(key, r []host.Value) error {
		out = append(out, place{id: key[0].Int, rewound: row(r).intAt(0) != 0, compacted: row(r).intAt(1) != 0})
		return nil
	})
	if err != nil && len(out) > 0 && !endsWalk(err) { // what was read before counts
		err = w.log.ReportSkip(db.Path(), 0, 0, "unreadable list of messages: "+string(fault.CodeOf(err)))
	}
	return out, err
}

// The columns of a message, with the older description's likely names. Texts
// that a list does not need are left out of its query.
const (
	messageColumns = "role, content text body, tool_call_id, tool_name name, tool_calls, #timestamp created_at created time, model, " +
		"display_kind, #observed, #_compressed_summary, " +
		"#input_tokens prompt_tokens, #output_tokens completion_tokens, #cache_read_tokens, #cache_write_tokens, #reasoning_tokens, " +
		"#cost_usd cost, #none, none"
	reasoningColumns = ", reasoning thinking, reasoning_content, reasoning_details, codex_reasoning_items"
)

// selectColumns is what the walk needs of a message.
func (w *rowWalk) selectColumns() string {
	list := messageColumns
	if w.want.Text || w.want.Raw {
		return "rowid, " + w.db.SelectList(tableMessages, list+reasoningColumns)
	}
	out := w.db.SelectList(tableMessages, list)
	if w.seen.on || !w.want.Prompts {
		return "rowid, " + out
	}
	content := "CAST(" + w.db.FirstColumn(tableMessages, "content text body") + " AS BLOB)"
	if at := text.Index(out, content); at >= 0 {
		out = out[:at] + "CASE WHEN role IN ('user','assistant','system') THEN " + content + " END" + out[at+len(content):]
	}
	return "rowid, " + out
}

// visitBatch reads and visits some messages. What cannot be read together is read
// one by one, so that a damaged page costs only its own rows.
func (w *rowWalk) visitBatch(places []place) error {
	found := map[int64]row{}
	query := "SELECT " + w.selectColumns() + " FROM " + tableMessages + " WHERE rowid IN "
	fetch := func(places []place) error {
		in, args := inClause(places)
		rows, err := w.db.QueryStable(query+in+" ORDER BY rowid", args...)
		for _, r := range rows {
			found[r[0].Int] = r[1:]
		}
		return err
	}
	if err := fetch(places); err != nil {
		for i := 0; i < len(places) && !endsWalk(err); i++ {
			if err = fetch(places[i : i+1]); err == nil || endsWalk(err) {
				continue
			}
			if err := w.log.ReportSkip(w.db.Path(), 0, 0, unreadableRow(err)); err != nil {
				return err
			}
		}
		if err != nil && endsWalk(err) {
			return err
		}
	}
	for i := range places {
		r := found[places[i].id]
		if r == nil {
			continue // unreadable and reported, or deleted since
		}
		if err := w.visitRow(&places[i], r); err != nil {
			return err
		}
	}
	return nil
}

func unreadableRow(err error) string { return "unreadable row: " + string(fault.CodeOf(err)) }

// inClause returns "(?,?,…)" for a batch, filled up with its last id, so that few
// statements are ever compiled.
func inClause(places []place) (string, []host.Value) {
	n := 1
	if len(places) > 1 {
		n = messageBatch
	}
	args := make([]host.Value, n)
	marks := make([]byte, 0, 2*n+1)
	for i := range args {
		args[i] = sqlwal.IntValue(places[min(i, len(places)-1)].id)
		marks = append(marks, ",?"...)
	}
	marks[0] = '('
	return string(append(marks, ')')), args
}

// visitRow visits the message of a row.
func (w *rowWalk) visitRow(p *place, r row) error {
	w.count++
	m := message{id: text.FormatInt(p.id), branch: p.rewound, model: w.model}
	m.key = w.part + "|" + m.id
	if err := w.parseRow(&m, r); err != nil {
		return err
	}
	var bytes int64
	for i := range r {
		bytes += int64(len(r[i].Bytes))
	}
	if err := w.pace.Count(w.env, w.log, 1, bytes); err != nil {
		return err
	}
	if w.want.UsageOnly() {
		if m.role != string(session.RoleAssistant) {
			return nil
		}
		return w.visitSpend([]call{{spent: m.spent, key: m.key, model: m.model, last: m.time}})
	}
	if !p.rewound && w.seen.isRepeat(&m, p, r) {
		return w.visitRepeat(&m)
	}
	return w.visitMessage(&m)
}

// parseRow reads a row in the order of messageColumns.
func (w *rowWalk) parseRow(m *message, r row) error {
	list := func(i int) (v scan.Value, err error) {
		if len(r) <= i || len(r[i].Bytes) == 0 {
			return v, nil
		}
		if v, err = scan.Parse(r[i].Bytes); err != nil {
			err = w.log.ReportSkip(w.db.Path(), 0, 0, "message "+m.id+": "+skipReason(err))
		}
		return v, err
	}
	m.role = r.textAt(0)
	m.setContent(r.textAt(1))
	m.callID, m.tool = r.textAt(2), r.textAt(3)
	var err error
	if m.calls, err = list(4); err != nil {
		return err
	}
	m.time, m.naive = r.timeAt(5)
	if s := r.textAt(6); s != "" {
		m.model = s
	}
	m.hidden, m.observed, m.summary = r.textAt(7) == "hidden", r.intAt(8) != 0, r.intAt(9) != 0
	m.spent = parseSpent(r[10:])
	if len(r) > 18 {
		details, err := list(20)
		if err != nil {
			return err
		}
		items, err := list(21)
		if err != nil {
			return err
		}
		m.reasoning = reasoningOf(r.textAt(18), r.textAt(19), details, items)
	}
	if w.want.Raw {
		m.raw = rawOf(r)
	}
	return nil
}

// rawOf joins a row's texts as they are stored, one a line.
func rawOf(r row) []byte {
	var out []byte
	for _, i := range []int{0, 1, 2, 3, 4, 18, 19, 20, 21} {
		if len(r[i].Bytes) > 0 {
			if out != nil {
				out = append(out, '\n')
			}
			out = append(out, r[i].Bytes...)
		}
	}
	return out
}

// skipReason is the reason for a skip.
func skipReason(err error) string {
	if d, ok := err.(*scan.Defect); ok {
		return string(d.Reason)
	}
	return string(fault.CodeOf(err))
}
