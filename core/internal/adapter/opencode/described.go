package opencode

import (
	"strconv"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The older description of opencode.db: tables sessions, messages and
// tool_calls, parent_id naming the session that one was forked from. No
// version that was looked at writes it, so the names of columns are taken
// from a list of likely ones.

// Likely names of one column.
const (
	createdNames = "created_at time_created createdAt created timestamp"
	updatedNames = "updated_at time_updated updatedAt updated"
	cwdNames     = "directory cwd working_directory path project_path"
	textNames    = "content text parts data body"
)

// describedRows finds the sessions of the described tables.
func (f *finder) describedRows(db *database) error {
	q := &sqlwal.Paged{Columns: "CAST(id AS BLOB), " + db.SelectList("sessions", "parent_id parent_session_id, title name, "+cwdNames+
		", version, model, #"+createdNames+", #"+updatedNames), From: "sessions WHERE 1", Key: []string{"id"}, Limit: sessionPage}
	var ids []string
	failure := db.EachRow(q, func(_, v []host.Value) error {
		r := row(v)
		id := r.textAt(0)
		if id == "" {
			return nil
		}
		s := &info{}
		s.forkedFrom, s.title, s.directory, s.version = r.textAt(1), r.textAt(2), r.textAt(3), r.textAt(4)
		s.model = modelOf(r[5].Bytes)
		s.created, _ = r.looseTime(6)
		s.updated, _ = r.looseTime(7)
		if f.side.infos[id] == nil {
			ids = append(ids, id)
		}
		f.side.infos[id] = s
		return nil
	})
	f.addRows(db, ids)
	return failure
}

// looseTime reads milliseconds, seconds or a written time.
func (r row) looseTime(i int) (t session.Time, naive bool) {
	v := &r[i]
	const leastMillis = 100_000_000_000 // as seconds the year 5138, as milliseconds 1973
	if v.Kind == host.Text || v.Kind == host.Blob {
		if t, naive, ok := session.ParseTime(string(v.Bytes)); ok {
			return t, naive
		}
	}
	n := sqlwal.IntegerOf(v)
	if n < leastMillis {
		return session.TimeOfSeconds(n), false
	}
	return session.TimeOfMillis(n), false
}

// describedWalk walks a session of the described tables.
type describedWalk struct {
	walker
	db *database
	id string
}

func (d *describedWalk) walkTables() error {
	if err := d.visitFacts(nil); err != nil {
		return err
	}
	if !d.db.HasColumn("messages", "session_id") {
		return fault.New(fault.ParseError, "the database has no messages that this reader knows").At(d.db.Path(), 0, 0)
	}
	ids, err := d.indexMessages()
	if err != nil {
		return err
	}
	for len(ids) > 0 {
		n := min(len(ids), messageBatch)
		if err := d.visitBatch(ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

// indexMessages lists the session's message ids in order: by time, then as written.
func (d *describedWalk) indexMessages() (ids []host.Value, err error) {
	order := "rowid"
	if _, err := d.db.Query("SELECT rowid FROM messages ORDER BY rowid LIMIT 1"); err != nil {
		order = "id"
	}
	q := &sqlwal.Paged{Columns: "CAST(id AS BLOB)", From: "messages WHERE session_id = ?", Args: []host.Value{sqlwal.TextValue(d.id)},
		Key: []string{order}, Limit: indexPage}
	if c := d.db.FirstColumn("messages", createdNames); c != "" {
		q.Key = []string{c, order}
	}
	err = d.db.RunStable(func() error {
		ids = ids[:0]
		return d.db.EachRow(q, func(_, r []host.Value) error {
			ids = append(ids, host.Value{Kind: host.Text, Bytes: r[0].Bytes})
			return nil
		})
	})
	return ids, err
}

// visitBatch visits some messages with their tool calls.
func (d *describedWalk) visitBatch(ids []host.Value) error {
	query := "SELECT CAST(id AS BLOB), " + d.db.SelectList("messages", "role type, "+textNames+", thinking reasoning, model model_id, #"+createdNames+
		", #input_tokens prompt_tokens tokens_input, #output_tokens completion_tokens tokens_output"+
		", #reasoning_tokens thinking_tokens tokens_reasoning, #cached_tokens cache_read_tokens tokens_cache_read"+
		", #cache_write_tokens tokens_cache_write, #cost cost_usd") + " FROM messages WHERE id IN "
	rows := map[string]row{}
	calls := map[string][]row{}
	err := d.db.RunStable(func() error {
		in, args := inClause(ids)
		found, err := d.db.Query(query+in+" ORDER BY id LIMIT "+text.FormatInt(maxTogether), args...)
		for _, r := range found {
			rows[string(r[0].Bytes)] = r
		}
		if err != nil || d.want.UsageOnly() {
			return err
		}
		return d.readCalls(ids, calls)
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		r := rows[string(id.Bytes)]
		if r == nil {
			continue
		}
		if err := d.pace.Count(d.env, d.log, 1, int64(len(r[2].Bytes))); err != nil {
			return err
		}
		if err := d.visitRow(r, calls[string(id.Bytes)]); err != nil {
			return err
		}
	}
	return nil
}

// readCalls reads the tool calls of messages.
func (d *describedWalk) readCalls(ids []host.Value, out map[string][]row) error {
	const t = "tool_calls"
	if !d.db.HasColumn(t, "message_id") {
		return nil
	}
	clear(out)
	created := d.db.SelectList(t, "#"+createdNames)
	in, args := inClause(ids)
	q := &sqlwal.Paged{Columns: "CAST(message_id AS BLOB), CAST(id AS BLOB), " +
		d.db.SelectList(t, "name tool_name tool, input arguments args, output result, error, status state, #exit_code exit, #"+createdNames),
		From: "tool_calls WHERE message_id IN " + in, Args: args, Key: []string{"message_id", created + " IS NULL", created, "id"}, Limit: partPage}
	return d.db.EachRow(q, func(_, v []host.Value) error {
		id := row(v).textAt(0)
		out[id] = append(out[id], v)
		return nil
	})
}

// visitRow visits a message.
func (d *describedWalk) visitRow(r row, calls []row) error {
	d.rec = adapter.Record{}
	rec := &d.rec
	rec.ID, rec.Role, rec.Model = r.textAt(0), session.Role(r.textAt(1)), r.textAt(4)
	rec.Time, rec.Naive = r.looseTime(5)
	if d.want.Raw {
		rec.Raw = r[2].Bytes
	}
	u := &session.TokenUsage{}
	for i, n := range []*int64{&u.InputTokens, &u.OutputTokens, &u.ThinkingTokens, &u.CachedTokens, &u.CacheWriteTokens} {
		*n = max(r.intAt(6+i), 0)
	}
	u.OutputTokens = max(u.OutputTokens, u.ThinkingTokens)
	if !u.Zero() {
		rec.Usage = u
	}
	rec.USD = dollarsOf(&r[11])
	if rec.Usage != nil || rec.USD != nil {
		rec.UsageKey = rec.ID
	}
	text, thinking := readBlocks(r[2].Bytes)
	switch rec.Role {
	case session.RoleUser:
		rec.Prompt, rec.Text, rec.Model = true, text, ""
	case session.RoleAssistant:
		rec.Text, rec.Thinking = text, thinking
		if thinking == "" {
			rec.Thinking = r.textAt(3)
		}
		for _, c := range calls {
			rec.ToolCalls = append(rec.ToolCalls, session.ToolCall{ToolCallID: c.textAt(1), ToolName: c.textAt(2), Input: anyJSON(&c[3])})
		}
	case session.RoleSystem:
		rec.Text, rec.Special = text, "notice"
	case session.RoleTool:
		rec.ToolResult = &session.ToolResult{Output: session.TextJSON(text)}
	default:
		rec.Kind, rec.Type = adapter.Unknown, "message."+string(rec.Role)
	}
	if err := d.out.Record(rec); err != nil {
		return err
	}
	return d.visitResults(calls, rec.Time)
}

// visitResults visits what the calls returned.
func (d *describedWalk) visitResults(calls []row, at session.Time) error {
	for _, c := range calls {
		if c.isNull(4) && c.isNull(5) {
			continue // still running, or never ended
		}
		d.rec = adapter.Record{ID: c.textAt(1), Role: session.RoleTool, Time: at}
		if t, naive := c.looseTime(8); t != 0 {
			d.rec.Time, d.rec.Naive = t, naive
		}
		res := &session.ToolResult{ToolCallID: d.rec.ID, ToolName: c.textAt(2), ExitCode: c.intAt(7)}
		status, output := c.textAt(6), 4
		res.IsError = !c.isNull(5) || status == "error" || status == "failed"
		if c.isNull(4) {
			output = 5
		}
		res.Output = session.TextJSON(c.textAt(output))
		d.rec.ToolResult = res
		if err := d.out.Record(&d.rec); err != nil {
			return err
		}
	}
	return nil
}

// dollarsOf reads a recorded cost; a double by its shortest decimal.
func dollarsOf(v *host.Value) *session.Money {
	text := v.Bytes
	switch v.Kind {
	case host.Integer:
		text = canon.AppendInt(nil, v.Int)
	case host.Real:
		text = strconv.AppendFloat(nil, v.Real, 'e', -1, 64)
	}
	n, err := scan.Parse(text)
	if err != nil {
		return nil
	}
	return costOf(n)
}

// anyJSON is JSON stored as text: the value, or the text when it is not JSON.
func anyJSON(v *host.Value) session.JSON {
	if v.Kind == host.Null {
		return nil
	}
	if j, err := scan.Parse(v.Bytes); err == nil {
		return j.AppendCanonical(nil)
	}
	return session.TextJSON(string(v.Bytes))
}

// readBlocks reads a message's text, which may be stored as a list of blocks.
func readBlocks(data []byte) (text, thinking string) {
	v, err := scan.Parse(data)
	if err != nil || v.Kind() != scan.Array {
		return string(data), ""
	}
	var said, thought []byte
	v.EachElement(func(_ int, e scan.Value) bool {
		body := e
		if inner := e.Get("data"); inner.Kind() == scan.Object {
			body = inner
		}
		switch e.Get("type").String() {
		case typeText:
			said = appendBlock(said, body.Get("text").String())
		case typeReasoning, "thinking":
			thought = appendBlock(thought, body.Get("text").String()+body.Get("thinking").String())
		}
		return true
	})
	return string(said), string(thought)
}
