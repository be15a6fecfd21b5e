package opencode

import (
	"strconv"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/text"
)

// The older description of opencode.db: tables sessions, messages and
// tool_calls, parent_id naming the session that one was forked from. No
// version that was looked at writes it, so the names of columns are taken
// from a list of likely ones.

// Likely names of one column.
var (
	createdNames = []string{"created_at", "time_created", "createdAt", "created", "timestamp"}
	updatedNames = []string{"updated_at", "time_updated", "updatedAt", "updated"}
	cwdNames     = []string{"directory", "cwd", "working_directory", "path", "project_path"}
	textNames    = []string{"content", "text", "parts", "data", "body"}
)

// describedRows finds the sessions of the described tables.
func (f *finder) describedRows(db *database) error {
	const t = "sessions"
	query := "SELECT CAST(id AS BLOB), " + db.text(t, "parent_id", "parent_session_id") + ", " + db.text(t, "title", "name") + ", " +
		db.text(t, cwdNames...) + ", " + db.text(t, "version") + ", " + db.text(t, "model") + ", " + db.number(t, createdNames...) + ", " +
		db.number(t, updatedNames...) + " FROM sessions WHERE id > ? ORDER BY id LIMIT " + text.Int(sessionPage)
	var ids []string
	var failure error
	for after := ""; ; {
		rows, err := db.query(query, textValue(after))
		if failure = err; err != nil {
			break
		}
		for _, r := range rows {
			s := &info{forkedFrom: string(r[1].Bytes), title: string(r[2].Bytes), directory: string(r[3].Bytes),
				version: string(r[4].Bytes), model: modelOf(r[5].Bytes)}
			s.created, _ = looseTime(r[6])
			s.updated, _ = looseTime(r[7])
			after = string(r[0].Bytes)
			f.side.infos[after] = s
			ids = append(ids, after)
		}
		if len(rows) < sessionPage {
			break
		}
	}
	f.addRows(ids)
	return failure
}

// looseTime reads milliseconds, seconds or a written time.
func looseTime(v host.Value) (t session.Time, naive bool) {
	const leastMillis = 100_000_000_000 // as seconds the year 5138, as milliseconds 1973
	if v.Kind == host.Text || v.Kind == host.Blob {
		if t, naive, ok := session.ParseTime(string(v.Bytes)); ok {
			return t, naive
		}
	}
	n := integer(v)
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

func (d *describedWalk) walk() error {
	if err := d.meta(nil); err != nil {
		return err
	}
	if !d.db.has("messages", "session_id") {
		return fault.New(fault.ParseError, "the database has no messages that this reader knows").At(databasePath, 0, 0)
	}
	ids, err := d.index()
	if err != nil {
		return err
	}
	for len(ids) > 0 {
		n := min(len(ids), messageBatch)
		if err := d.batch(ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

// index lists the session's message ids in order: by time, then as written.
func (d *describedWalk) index() (ids []host.Value, err error) {
	order := "rowid"
	if _, err := d.db.query("SELECT rowid FROM messages ORDER BY rowid LIMIT 1"); err != nil {
		order = "id"
	}
	if c := d.db.first("messages", createdNames...); c != "" {
		order = c + ", " + order
	}
	err = d.db.stable(func() error {
		rows, err := d.db.query("SELECT CAST(id AS BLOB) FROM messages WHERE session_id = ? ORDER BY "+order, textValue(d.id))
		ids = ids[:0]
		for _, r := range rows {
			ids = append(ids, host.Value{Kind: host.Text, Bytes: r[0].Bytes})
		}
		return err
	})
	return ids, err
}

// batch visits some messages with their tool calls.
func (d *describedWalk) batch(ids []host.Value) error {
	const t = "messages"
	query := "SELECT CAST(id AS BLOB), " + d.db.text(t, "role", "type") + ", " + d.db.text(t, textNames...) + ", " +
		d.db.text(t, "thinking", "reasoning") + ", " + d.db.text(t, "model", "model_id") + ", " + d.db.number(t, createdNames...) + ", " +
		d.db.number(t, "input_tokens", "prompt_tokens", "tokens_input") + ", " +
		d.db.number(t, "output_tokens", "completion_tokens", "tokens_output") + ", " +
		d.db.number(t, "reasoning_tokens", "thinking_tokens", "tokens_reasoning") + ", " +
		d.db.number(t, "cached_tokens", "cache_read_tokens", "tokens_cache_read") + ", " +
		d.db.number(t, "cache_write_tokens", "tokens_cache_write") + ", " +
		d.db.number(t, "cost", "cost_usd") + " FROM messages WHERE id IN "
	rows := map[string][]host.Value{}
	calls := map[string][][]host.Value{}
	err := d.db.stable(func() error {
		in, args := among(ids)
		found, err := d.db.query(query+in+" ORDER BY id", args...)
		for _, r := range found {
			rows[string(r[0].Bytes)] = r
		}
		if err != nil || d.spendOnly() {
			return err
		}
		return d.calls(ids, calls)
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		r := rows[string(id.Bytes)]
		if r == nil {
			continue
		}
		if err := d.took(1, int64(len(r[2].Bytes))); err != nil {
			return err
		}
		if err := d.one(r, calls[string(id.Bytes)]); err != nil {
			return err
		}
	}
	return nil
}

// calls reads the tool calls of messages.
func (d *describedWalk) calls(ids []host.Value, out map[string][][]host.Value) error {
	const t = "tool_calls"
	if !d.db.has(t, "message_id") {
		return nil
	}
	clear(out)
	created := d.db.number(t, createdNames...)
	in, args := among(ids)
	query := "SELECT CAST(message_id AS BLOB), CAST(id AS BLOB), " + d.db.text(t, "name", "tool_name", "tool") + ", " +
		d.db.text(t, "input", "arguments", "args") + ", " + d.db.text(t, "output", "result") + ", " + d.db.text(t, "error") + ", " +
		d.db.text(t, "status", "state") + ", " + d.db.number(t, "exit_code", "exit") + ", " + created +
		" FROM tool_calls WHERE message_id IN " + in + " ORDER BY message_id, " + created + " IS NULL, " + created + ", id"
	rows, err := d.db.query(query, args...)
	for _, r := range rows {
		out[string(r[0].Bytes)] = append(out[string(r[0].Bytes)], r)
	}
	return err
}

// one visits a message.
func (d *describedWalk) one(r []host.Value, calls [][]host.Value) error {
	d.rec = adapter.Record{ID: string(r[0].Bytes), Role: session.Role(r[1].Bytes), Model: string(r[4].Bytes)}
	rec := &d.rec
	rec.Time, rec.Naive = looseTime(r[5])
	if d.want.Raw {
		rec.Raw = r[2].Bytes
	}
	u := session.TokenUsage{InputTokens: max(integer(r[6]), 0), OutputTokens: max(integer(r[7]), 0), ThinkingTokens: max(integer(r[8]), 0),
		CachedTokens: max(integer(r[9]), 0), CacheWriteTokens: max(integer(r[10]), 0)}
	u.OutputTokens = max(u.OutputTokens, u.ThinkingTokens)
	if !u.Zero() {
		rec.Usage = &u
	}
	rec.USD = dollarsOf(r[11])
	if rec.Usage != nil || rec.USD != nil {
		rec.UsageKey = rec.ID
	}
	text, thinking := blocks(r[2].Bytes)
	switch rec.Role {
	case session.RoleUser:
		rec.Prompt, rec.Text, rec.Model = true, text, ""
	case session.RoleAssistant:
		rec.Text, rec.Thinking = text, thinking
		if thinking == "" {
			rec.Thinking = string(r[3].Bytes)
		}
		for _, c := range calls {
			rec.ToolCalls = append(rec.ToolCalls, session.ToolCall{ToolCallID: string(c[1].Bytes), ToolName: string(c[2].Bytes), Input: anyJSON(c[3])})
		}
	case session.RoleSystem:
		rec.Text, rec.Special = text, "notice"
	case session.RoleTool:
		rec.ToolResult = &session.ToolResult{Output: session.TextJSON(text)}
	default:
		rec.Kind, rec.Type = adapter.Unknown, "message."+string(rec.Role)
	}
	if err := d.visit(rec); err != nil {
		return err
	}
	return d.results(calls, rec.Time)
}

// results visits what the calls returned.
func (d *describedWalk) results(calls [][]host.Value, at session.Time) error {
	for _, c := range calls {
		if c[4].Kind == host.Null && c[5].Kind == host.Null {
			continue // still running, or never ended
		}
		d.rec = adapter.Record{ID: string(c[1].Bytes), Role: session.RoleTool, Time: at}
		if t, naive := looseTime(c[8]); t != 0 {
			d.rec.Time, d.rec.Naive = t, naive
		}
		res := &session.ToolResult{ToolCallID: string(c[1].Bytes), ToolName: string(c[2].Bytes), ExitCode: integer(c[7])}
		res.IsError = c[5].Kind != host.Null || string(c[6].Bytes) == "error" || string(c[6].Bytes) == "failed"
		output := c[4]
		if output.Kind == host.Null {
			output = c[5]
		}
		res.Output = session.TextJSON(string(output.Bytes))
		d.rec.ToolResult = res
		if err := d.visit(&d.rec); err != nil {
			return err
		}
	}
	return nil
}

// dollarsOf reads a recorded cost; a double by its shortest decimal.
func dollarsOf(v host.Value) *session.Money {
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
	return dollars(n)
}

// anyJSON is JSON stored as text: the value, or the text when it is none.
func anyJSON(v host.Value) session.JSON {
	if v.Kind == host.Null {
		return nil
	}
	if j, err := scan.Parse(v.Bytes); err == nil {
		return j.AppendCanonical(nil)
	}
	return session.TextJSON(string(v.Bytes))
}

// blocks reads a message's text, which may be stored as a list of blocks.
func blocks(data []byte) (text, thinking string) {
	v, err := scan.Parse(data)
	if err != nil || v.Kind() != scan.Array {
		return string(data), ""
	}
	var said, thought []byte
	v.Each(func(_ int, e scan.Value) bool {
		body := e
		if inner := e.Get("data"); inner.Kind() == scan.Object {
			body = inner
		}
		switch e.Get("type").String() {
		case typeText:
			said = block(said, body.Get("text").String())
		case typeReasoning, "thinking":
			thought = block(thought, body.Get("text").String()+body.Get("thinking").String())
		}
		return true
	})
	return string(said), string(thought)
}
