package hermes

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// rowWalk walks a conversation of a database, all its parts as one.
type rowWalk struct {
	walker
	db    *sqlwal.DB
	info  *info
	part  string // id of the part that is being read
	model string // of its answers, where it used one only
	seen  repeats
}

// place is a message's place, without its content.
type place struct {
	id        int64
	rewound   bool // taken back by the user
	compacted bool // summed up, but part of what was said
}

func (w *rowWalk) walk() error {
	parts := w.info.parts()
	calls := make([][]call, len(parts))
	for i, p := range parts {
		var err error
		if calls[i], err = w.calls(p); err != nil {
			return err
		}
	}
	if err := w.meta(parts, calls); err != nil {
		return err
	}
	if !w.want.UsageOnly() || w.db.Has(tableMessages, "input_tokens") {
		if err := w.conversation(parts, calls); err != nil {
			return err
		}
	}
	for _, c := range calls {
		if err := w.spend(c); err != nil {
			return err
		}
	}
	return nil
}

// meta visits what the session rows say. The name that a part was given is
// the conversation's, unless it is only numbered.
func (w *rowWalk) meta(parts []*info, calls [][]call) error {
	in := w.info
	f := adapter.Facts{Model: in.model, Created: in.started, Updated: in.updated(), Archived: in.isArchived(), FormatVersion: in.schema}
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
	return w.facts(f)
}

// conversation visits the messages of all parts.
func (w *rowWalk) conversation(parts []*info, calls [][]call) error {
	if !w.db.Has(tableMessages, "session_id") || !w.db.Has(tableMessages, "role") {
		return fault.New(fault.ParseError, "the database has no messages that this reader knows").At(w.db.Path(), 0, 0)
	}
	places := make([][]place, len(parts))
	w.seen.on = len(parts) > 1
	for i, p := range parts {
		var err error
		if places[i], err = w.index(p.id); err != nil {
			return err
		}
		for k := range places[i] {
			w.seen.on = w.seen.on || places[i][k].compacted
		}
	}
	for i, p := range parts {
		w.part, w.model = p.id, onlyModel(p.model, calls[i])
		w.seen.open(i > 0)
		for rest := places[i]; len(rest) > 0; {
			n := min(len(rest), messageBatch)
			if err := w.batch(rest[:n]); err != nil {
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

// index lists a session's messages by id, which is the order that Hermes
// replays them in. Rows that a compaction replaced by equal ones further on
// are marked like those the user took back; they are not.
func (w *rowWalk) index(id string) ([]place, error) {
	db := w.db
	rewound, compacted := "0", "0"
	if db.Has(tableMessages, "compacted") {
		compacted = "m.compacted"
	}
	if db.Has(tableMessages, "active") {
		rewound = "m.active = 0"
		if compacted != "0" && db.Has(tableMessages, "timestamp") {
			rewound += " AND m.compacted = 0 AND NOT EXISTS (SELECT 1 FROM messages c WHERE c.session_id = m.session_id AND c.timestamp = m.timestamp" +
				" AND c.id > m.id AND (c.active = 1 OR c.compacted = 1) AND c.role = m.role AND c.content IS m.content" +
				" AND c.tool_calls IS m.tool_calls AND c.tool_call_id IS m.tool_call_id)"
		}
	}
	q := &sqlwal.Paged{Columns: rewound + ", " + compacted, From: tableMessages + " m WHERE m.session_id = ?", Args: []host.Value{sqlwal.Text(id)},
		Key: []string{"m.rowid"}, Limit: indexPage}
	var out []place
	err := db.EachStable(q, func(key, r []host.Value) error {
		out = append(out, place{id: key[0].Int, rewound: row(r).num(0) != 0, compacted: row(r).num(1) != 0})
		return nil
	})
	if err != nil && len(out) > 0 && !final(err) { // what was read before counts
		err = w.env.Skip(db.Path(), 0, 0, "unreadable list of messages: "+string(fault.CodeOf(err)))
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

// columns is what the walk needs of a message.
func (w *rowWalk) columns() string {
	list := messageColumns
	if w.want.Text || w.want.Raw {
		return "rowid, " + w.db.List(tableMessages, list+reasoningColumns)
	}
	out := w.db.List(tableMessages, list)
	if w.seen.on || !w.want.Prompts {
		return "rowid, " + out
	}
	content := "CAST(" + w.db.First(tableMessages, "content text body") + " AS BLOB)"
	if at := text.Index(out, content); at >= 0 {
		out = out[:at] + "CASE WHEN role IN ('user','assistant','system') THEN " + content + " END" + out[at+len(content):]
	}
	return "rowid, " + out
}

// batch reads and visits some messages. What cannot be read together is read
// one by one, so that a damaged page costs only what stands on it.
func (w *rowWalk) batch(places []place) error {
	found := map[int64]row{}
	query := "SELECT " + w.columns() + " FROM " + tableMessages + " WHERE rowid IN "
	fetch := func(places []place) error {
		in, args := among(places)
		rows, err := w.db.Rows(query+in+" ORDER BY rowid", args...)
		for _, r := range rows {
			found[r[0].Int] = r[1:]
		}
		return err
	}
	if err := fetch(places); err != nil {
		for i := 0; i < len(places) && !final(err); i++ {
			if err = fetch(places[i : i+1]); err == nil || final(err) {
				continue
			}
			if err := w.env.Skip(w.db.Path(), 0, 0, unreadableRow(err)); err != nil {
				return err
			}
		}
		if err != nil && final(err) {
			return err
		}
	}
	for i := range places {
		r := found[places[i].id]
		if r == nil {
			continue // unreadable and reported, or deleted since
		}
		if err := w.one(&places[i], r); err != nil {
			return err
		}
	}
	return nil
}

func unreadableRow(err error) string { return "unreadable row: " + string(fault.CodeOf(err)) }

// among returns "(?,?,…)" for a batch, filled up with its last id, so that few
// statements are ever compiled.
func among(places []place) (string, []host.Value) {
	n := 1
	if len(places) > 1 {
		n = messageBatch
	}
	args := make([]host.Value, n)
	marks := make([]byte, 0, 2*n+1)
	for i := range args {
		args[i] = sqlwal.Int(places[min(i, len(places)-1)].id)
		marks = append(marks, ",?"...)
	}
	marks[0] = '('
	return string(append(marks, ')')), args
}

// one visits the message of a row.
func (w *rowWalk) one(p *place, r row) error {
	m := message{id: text.Int(p.id), branch: p.rewound, model: w.model}
	m.key = w.part + "|" + m.id
	if err := w.parse(&m, r); err != nil {
		return err
	}
	var bytes int64
	for i := range r {
		bytes += int64(len(r[i].Bytes))
	}
	if err := w.took(1, bytes); err != nil {
		return err
	}
	if w.want.UsageOnly() {
		if m.role != string(session.RoleAssistant) {
			return nil
		}
		return w.spend([]call{{spent: m.spent, key: m.key, model: m.model, last: m.time}})
	}
	if !p.rewound && w.seen.repeats(&m, p, r) {
		return w.ignore(&m)
	}
	return w.message(&m)
}

// parse reads a row in the order of messageColumns.
func (w *rowWalk) parse(m *message, r row) error {
	list := func(i int) (v scan.Value, err error) {
		if len(r) <= i || len(r[i].Bytes) == 0 {
			return v, nil
		}
		if v, err = scan.Parse(r[i].Bytes); err != nil {
			err = w.env.Skip(w.db.Path(), 0, 0, "message "+m.id+": "+defect(err))
		}
		return v, err
	}
	m.role = r.str(0)
	m.setContent(r.str(1))
	m.callID, m.tool = r.str(2), r.str(3)
	var err error
	if m.calls, err = list(4); err != nil {
		return err
	}
	m.time, m.naive = r.time(5)
	if s := r.str(6); s != "" {
		m.model = s
	}
	m.hidden, m.observed, m.summary = r.str(7) == "hidden", r.num(8) != 0, r.num(9) != 0
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
		m.reasoning = reasoningOf(r.str(18), r.str(19), details, items)
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

// defect is the reason for a skip.
func defect(err error) string {
	if d, ok := err.(*scan.Defect); ok {
		return string(d.Reason)
	}
	return string(fault.CodeOf(err))
}
