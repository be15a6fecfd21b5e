package copilot

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// session-store.db is Copilot's index over all sessions. It repeats prompts,
// final answers and tokens of the events, and keeps them when
// a session's folder is gone: only then is it the session's place.

// storePath is the index; the first version that wrote one is 1.0.40.
const storePath = Name + "/session-store.db"

// stored is what the index says of a session that is nowhere else.
type stored struct {
	cwd, summary       string
	repository, branch string
	created, updated   session.Time
}

// Tables of the index, and the columns that are read of each. A column that a
// version does not have reads as NULL.
var (
	storeSessions = table{"sessions", "id", "id cwd summary created_at updated_at repository branch"}
	storeTurns    = table{"turns", "turn_index", "id turn_index user_message assistant_response timestamp"}
	storeUsage    = table{"assistant_usage_events", "id",
		"id turn_index created_at model agent_id input_tokens output_tokens cache_read_tokens cache_write_tokens reasoning_tokens total_nano_aiu"}
)

// Columns of a turn.
const (
	turnID = iota
	turnIndex
	turnPrompt
	turnAnswer
	turnTime
)

// Columns of a request's usage.
const (
	usageID = iota
	usageTurn
	usageTime
	usageModel
	usageAgent
	usageTokens  // and the four columns after it
	usageCredits = usageTokens + 5
)

// findStored finds the sessions that only the index still has.
func (d *discovery) findStored() error {
	info, err := d.env.Host.Files.Stat(storePath)
	if err == nil && info.Kind != host.File {
		err = fault.New(fault.PermissionDenied, "not a regular file inside the mount; it is not opened").At(storePath, 0, 0)
	}
	if err != nil {
		return d.tolerateError(err)
	}
	refs := len(d.refs)
	err = readDatabase(d.env, d.env, storePath, func(q *query) error {
		d.refs, d.side = d.refs[:refs], map[string]*stored{}
		rows, err := q.selectRows(storeSessions, "", "")
		if err != nil {
			return err
		}
		for _, r := range rows {
			id := string(r[0].Bytes)
			if _, known := d.byID[id]; known || id == "" {
				continue
			}
			s := &stored{cwd: string(r[1].Bytes), summary: string(r[2].Bytes), repository: string(r[5].Bytes), branch: string(r[6].Bytes)}
			s.created, s.updated = storeTime(r[3]), session.Latest(storeTime(r[3]), storeTime(r[4]))
			d.side[id] = s
		}
		if len(d.side) == 0 {
			return nil
		}
		return d.addStoredRefs(q, info)
	})
	return d.tolerateError(err)
}

// addStoredRefs makes refs of the sessions that have turns or usage, with the time of
// the last of them.
func (d *discovery) addStoredRefs(q *query, info host.Info) error {
	said := map[string]bool{}
	for _, of := range [...][2]string{{storeTurns.name, "timestamp"}, {storeUsage.name, "created_at"}} {
		rows, err := q.latestValues(of[0], "session_id", of[1])
		if err != nil {
			return err
		}
		for _, r := range rows {
			if s := d.side[string(r[0].Bytes)]; s != nil {
				s.updated = session.Latest(s.updated, storeTime(r[1]))
				said[string(r[0].Bytes)] = true
			}
		}
	}
	ids := make([]string, 0, len(said))
	for id := range said {
		ids = append(ids, id)
	}
	order.SortStrings(ids)
	for _, id := range ids {
		s := d.side[id]
		d.refs = append(d.refs, adapter.Ref{ID: id, Path: storePath, ModTime: session.TimeOfMillis(info.ModTime),
			Created: s.created, Updated: s.updated})
	}
	return nil
}

// storeTime reads a written time; the database's own clock writes no zone and
// means UTC.
func storeTime(v host.Value) session.Time {
	t, _, _ := session.ParseTime(string(v.Bytes))
	return t
}

// walkStored walks a session of the index: its prompts with the final answers and,
// where the version has them, the tokens of every request.
func (w *walk) walkStored() error {
	if s := w.index[w.ref.ID]; s != nil {
		w.rec = adapter.Record{Kind: adapter.Meta}
		f := w.beginFacts(&w.rec)
		f.Cwd, f.AgentTitle, f.Created, f.Updated, f.FormatVersion = s.cwd, s.summary, s.created, s.updated, "session-store"
		f.Source = &session.Span{Repository: s.repository, GitBranch: s.branch}
		if err := w.out.Record(&w.rec); err != nil {
			return err
		}
	}
	turns, usage, err := readStored(w.env, w.out, w.ref.ID)
	if err != nil {
		return err
	}
	w.model = ""
	for _, t := range turns {
		for ; len(usage) > 0 && usage[0][usageTurn].Int <= t[turnIndex].Int; usage = usage[1:] {
			if err := w.storedUsage(usage[0]); err != nil {
				return err
			}
		}
		if err := w.storedTurn(t); err != nil {
			return err
		}
	}
	for _, u := range usage {
		if err := w.storedUsage(u); err != nil {
			return err
		}
	}
	return nil
}

// readStored reads a session's turns and usage, both in the order of turns.
func readStored(env *adapter.Env, defects adapter.Defects, id string) (turns, usage [][]host.Value, err error) {
	err = readDatabase(env, defects, storePath, func(q *query) (err error) {
		if turns, err = q.selectRows(storeTurns, "session_id", id); err == nil {
			usage, err = q.selectRows(storeUsage, "session_id", id)
		}
		return err
	})
	order.SortStable(usage, func(i, j int) bool { return usage[i][usageTurn].Int < usage[j][usageTurn].Int })
	return turns, usage, err
}

// storedTurn visits a prompt and its answer. The time of a turn is that of its
// end; nothing says when the prompt was typed.
func (w *walk) storedTurn(t []host.Value) error {
	w.log.CountRead(1, int64(len(t[turnPrompt].Bytes)+len(t[turnAnswer].Bytes)))
	id := "turn " + text.FormatInt(t[turnID].Int)
	for i, role := range [...]session.Role{session.RoleUser, session.RoleAssistant} {
		said := t[turnPrompt+i].Bytes
		if len(said) == 0 {
			continue
		}
		if role == session.RoleUser {
			rest, cut := injectedMarks.Cut(string(said))
			if said = []byte(rest); cut && rest == "" {
				continue
			}
		}
		w.rec = adapter.Record{ID: id + "/" + string(role), Role: role, Prompt: role == session.RoleUser}
		r := &w.rec
		if r.Prompt && w.want.Prompts || w.want.Text {
			r.Text = string(said)
		}
		if w.want.Raw {
			r.Raw = append([]byte(nil), said...)
		}
		if !r.Prompt {
			r.Model, r.Time = w.model, storeTime(t[turnTime])
		}
		if err := w.out.Record(r); err != nil {
			return err
		}
	}
	return nil
}

// storedUsage visits the tokens of a request. A row has no id that the events
// of the session knew, only its own.
func (w *walk) storedUsage(u []host.Value) error {
	w.usage = storedTokens(u)
	w.rec = adapter.Record{Kind: adapter.Usage, Time: storeTime(u[usageTime]), Model: string(u[usageModel].Bytes),
		Aside: len(u[usageAgent].Bytes) > 0, UsageKey: storedKey(w.ref.ID, u), Usage: &w.usage}
	if !w.rec.Aside {
		w.model = w.rec.Model
	}
	setCredits(&w.rec, storedCredits(u))
	return w.out.Record(&w.rec)
}

func storedKey(id string, u []host.Value) string {
	return "store " + id + "/" + text.FormatInt(u[usageID].Int)
}

// storedTokens reads the numbers of a row, which are counted as in the events.
func storedTokens(row []host.Value) (u session.TokenUsage) {
	for i, x := range [...]*int64{&u.InputTokens, &u.OutputTokens, &u.CachedTokens, &u.CacheWriteTokens, &u.ThinkingTokens} {
		if n := row[usageTokens+i].Int; n > 0 && n <= maxTokens {
			*x = n
		}
	}
	u.InputTokens = max(0, u.InputTokens-u.CachedTokens-u.CacheWriteTokens)
	return u
}

// storedCredits reads what a row's request cost, in billionths of a credit.
func storedCredits(row []host.Value) int64 {
	if n := row[usageCredits].Int; n > 0 && n <= maxCredits {
		return n
	}
	if n := row[usageCredits].Real; n > 0 && n <= maxCredits {
		return int64(n)
	}
	return 0
}

// storeKey gives a request that was copied from a session of the index, or was
// removed by a rewind of the session that it was copied from, the key that it
// has there: that of the first row left that says the same of it.
func (w *walk) storeKey(r *adapter.Record) error {
	if !r.Copied || r.Origin == "" || !w.want.Usage {
		return nil
	}
	rows, read := w.copies[r.Origin]
	if !read {
		var err error
		if w.index[r.Origin] != nil {
			_, rows, err = readStored(w.env, w.out, r.Origin)
		} else if ref := w.ix.FindRef(r.Origin); ref != nil && ref.Path != storePath && !strings.HasSuffix(ref.Path, extDocument) {
			rows, err = w.rewoundRows(ref)
		}
		if err != nil {
			return err
		}
		if w.copies == nil {
			w.copies = map[string][][]host.Value{}
		}
	}
	if w.kept[r.ID] {
		return nil
	}
	for i, row := range rows {
		if string(row[usageModel].Bytes) == r.Model && storedTokens(row) == *r.Usage {
			r.UsageKey = storedKey(r.Origin, row)
			rows = append(rows[:i], rows[i+1:]...)
			break
		}
	}
	w.copies[r.Origin] = rows
	return nil
}

// siftStored shows the texts of a session of the index.
func siftStored(env *adapter.Env, ix *adapter.Index, id string, look func([]byte) bool) error {
	if side, ok := ix.Side.(map[string]*stored); ok && side[id] != nil && !look(session.TextJSON(side[id].summary)) {
		return nil
	}
	turns, _, err := readStored(env, env, id)
	for _, t := range turns {
		if !look(session.TextJSON(string(t[turnPrompt].Bytes))) || !look(session.TextJSON(string(t[turnAnswer].Bytes))) {
			break
		}
	}
	return err
}
