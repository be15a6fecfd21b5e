package cursor

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The older description: ~/.cursor/sessions/sessions.db with the tables
// sessions and messages, ids being integers or UUIDs. No version that was
// looked at writes it, so the names of columns are taken from likely ones.

// Likely names of one column.
const (
	createdNames = "created_at createdAt time_created created timestamp"
	updatedNames = "updated_at updatedAt time_updated updated last_updated_at"
	cwdNames     = "workspace cwd directory workspace_path project_path path"
	textNames    = "content text body message"
)

// describedDatabase finds the sessions of sessions.db.
func (f *finder) describedDatabase() error {
	db, modified, err := f.openPresent(describedPath)
	if err != nil || db == nil {
		return f.tolerateError(err)
	}
	defer db.Close()
	if err := db.learnTables("sessions"); err != nil {
		return f.tolerateError(err)
	}
	if !db.HasColumn("sessions", "id") {
		return f.tolerateError(fault.New(fault.ParseError, "the database has no table of sessions").At(describedPath, 0, 0).
			WithHint("it is of a version that this reader does not know"))
	}
	q := &sqlwal.Paged{Columns: "CAST(id AS BLOB), " + db.SelectList("sessions", "title name, "+cwdNames+", model, parent_id parent_session_id, #"+createdNames+", #"+updatedNames),
		From: "sessions WHERE 1", Key: []string{"rowid"}, Limit: rowPage}
	return f.tolerateError(db.EachStable(q, func(_, r []host.Value) error {
		id := string(r[0].Bytes)
		if id == "" {
			return nil
		}
		s := f.sessionFor(id)
		if len(s.places) == 0 {
			s.title, s.cwd, s.model = givenTitle(string(r[1].Bytes)), string(r[2].Bytes), namedModel(string(r[3].Bytes))
			s.parent = string(r[4].Bytes)
			s.created, _ = looseTime(&r[5])
			s.updated, _ = looseTime(&r[6])
		}
		s.modified = session.Latest(s.modified, modified)
		s.places = append(s.places, place{kind: described, path: describedPath})
		return nil
	}))
}

// walkDescribed walks a session of sessions.db.
func (w *walker) walkDescribed() error {
	db, err := openDatabase(w.env.Host, w.place.path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.learnTables("messages"); err != nil {
		return err
	}
	owner := db.FirstColumn("messages", "session_id sessionId conversation_id")
	if owner == "" {
		return fault.New(fault.ParseError, "the database has no messages that this reader knows").At(describedPath, 0, 0)
	}
	if err := w.visitFacts(adapter.Facts{}); err != nil {
		return err
	}
	query := "SELECT rowid, " + db.SelectList("messages", "id, role type, "+textNames+", thinking reasoning, tool_calls toolCalls, model model_id, #"+createdNames+
		", #input_tokens prompt_tokens inputTokens, #output_tokens completion_tokens outputTokens"+
		", #cached_tokens cache_read_tokens, #tokens token_count total_tokens") + " FROM messages WHERE rowid = ? ORDER BY rowid LIMIT 1"
	id := sqlwal.TextValue(w.ref.ID)
	number := id // an integer may be stored as such
	if n, err := scan.Parse(id.Bytes); err == nil {
		if i, ok := n.Int(); ok {
			number = sqlwal.IntValue(i)
		}
	}
	places := &sqlwal.Paged{From: "messages WHERE " + owner + " IN (?, ?)", Args: []host.Value{id, number}, Key: []string{"rowid"}, Limit: rowPage}
	return db.EachStable(places, func(key, _ []host.Value) error {
		rows, err := db.QueryStable(query, key[0])
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := w.visitRow(r); err != nil {
				return err
			}
		}
		return nil
	})
}

// visitRow visits a message of sessions.db.
func (w *walker) visitRow(r []host.Value) error {
	if err := w.pace.Count(w.env, w.log, 1, int64(len(r[3].Bytes)+len(r[5].Bytes))); err != nil {
		return err
	}
	row := &tableRow{columns: r}
	m := native{id: string(r[1].Bytes), role: string(r[2].Bytes), raw: r[3].Bytes, model: firstText(namedModel(string(r[6].Bytes)), w.found.model), row: row}
	m.time, row.naive = looseTime(&r[7])
	body := r[3].Bytes
	if v, err := scan.Parse(body); err != nil || v.Kind() != scan.Array {
		body = session.TextJSON(string(body))
	}
	m.content, _ = scan.Parse(body)
	if m.id == "" {
		m.id = text.FormatInt(r[0].Int)
	}
	if list, err := scan.Parse(r[5].Bytes); err == nil && m.role == string(session.RoleAssistant) {
		list.EachElement(func(_ int, e scan.Value) bool {
			row.calls = append(row.calls, callOf(e))
			return true
		})
	}
	if m.role == string(session.RoleTool) && m.content.Kind() == scan.String {
		w.beginRecord(&m)
		w.rec.Kind, w.rec.Role, w.rec.ToolResult = adapter.Message, session.RoleTool, &session.ToolResult{Output: m.content.AppendCanonical(nil)}
		return w.emitPart(&m)
	}
	return w.visitMessage(&m)
}

// tableRow is what a row of sessions.db has and a blob does not.
type tableRow struct {
	columns []host.Value
	naive   bool
	calls   []session.ToolCall
}

// fillRecord adds what the row has to a record of its message m.
func (t *tableRow) fillRecord(w *walker, m *native, rec *adapter.Record) {
	rec.Naive = t.naive
	if rec.Kind == adapter.Ignored && len(t.calls) > 0 {
		rec.Kind, rec.Role, rec.Model = adapter.Message, session.RoleAssistant, m.model
	}
	if rec.Role == session.RoleAssistant && w.want.Text {
		rec.Thinking, rec.ToolCalls = firstText(rec.Thinking, string(t.columns[4].Bytes)), append(rec.ToolCalls, t.calls...)
	}
	if u := usageOf(t.columns, rec.Role); rec.ToolResult == nil && u != nil {
		rec.Usage, rec.UsageKey = u, "sessions.db/"+m.id
		rec.Model = firstText(rec.Model, m.model)
	}
}

// usageOf reads a message's tokens. A single number is what was sent, of a
// prompt, or what was answered.
func usageOf(r []host.Value, role session.Role) *session.TokenUsage {
	n := func(i int) int64 { return max(sqlwal.IntegerOf(&r[i]), 0) }
	u := &session.TokenUsage{InputTokens: n(8), OutputTokens: n(9), CachedTokens: n(10)}
	if u.Zero() {
		if role == session.RoleAssistant {
			u.OutputTokens = n(11)
		} else {
			u.InputTokens = n(11)
		}
	}
	if u.Zero() {
		return nil
	}
	return u
}

// callOf reads a tool call of any of the usual spellings.
func callOf(e scan.Value) session.ToolCall {
	fn := e
	if inner := e.Get("function"); inner.Kind() == scan.Object {
		fn = inner
	}
	call := session.ToolCall{ToolCallID: eitherField(e, "id", "toolCallId").String(), ToolName: eitherField(fn, "name", "toolName").String()}
	args := eitherField(fn, "arguments", "input")
	if v, err := scan.Parse([]byte(args.String())); args.Kind() == scan.String && err == nil {
		args = v
	}
	if !args.Exists() {
		args = fn.Get("args")
	}
	call.Input = args.AppendCanonical(nil)
	return call
}
