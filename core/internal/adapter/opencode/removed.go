package opencode

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The first prompt after a revert deletes the messages that were reverted, and
// with them what they spent. The table event still has both: every version of
// every message (message.updated), and that it was removed (message.removed).

const (
	eventPage = 256
	// maxRemoved bounds the removed messages of one session whose spend is
	// looked up.
	maxRemoved = 1 << 16
)

// visitRemoved visits the spend of messages that are not there any more.
func (r *rowWalk) visitRemoved() error {
	if !r.want.Usage || !r.db.HasColumn("event", "aggregate_id") || !r.db.HasColumn("event", "type") || !r.db.HasColumn("event", "data") {
		return nil
	}
	gone := map[string][]byte{} // the last version of each
	err := r.eachEvent("message.removed", func(data []byte) {
		if v, err := scan.Parse(data); err == nil && len(gone) < maxRemoved {
			if id := v.Get("messageID").String(); id != "" && !r.there[id] {
				gone[id] = nil
			}
		}
	})
	if err != nil || len(gone) == 0 {
		return err
	}
	err = r.eachEvent("message.updated", func(data []byte) {
		v, err := scan.Parse(data)
		if err != nil {
			return
		}
		info := v.Get("info")
		id := info.Get("id").String()
		if _, was := gone[id]; was && info.Get("role").EqualString(string(session.RoleAssistant)) {
			gone[id] = append([]byte(nil), info.Raw()...)
		}
	})
	if err != nil {
		return err
	}
	ids := make([]string, 0, len(gone))
	for id, data := range gone {
		if data != nil {
			ids = append(ids, id)
		}
	}
	order.SortStrings(ids)
	for _, id := range ids {
		if err := r.removedCall(id, gone[id]); err != nil {
			return err
		}
	}
	return nil
}

// removedCall visits the spend of one message.
func (r *rowWalk) removedCall(id string, data []byte) error {
	m, _, err := parseMessage(id, data)
	if err != nil {
		return nil // the event log is another program's, and no message is lost by it
	}
	rec := r.beginRecord(&m, false)
	rec.Kind, rec.ID, rec.Raw, rec.Model = adapter.Usage, "", nil, m.model
	rec.Usage, rec.USD, rec.UsageKey = m.tokens.toTokenUsage(m.writerOf(r.info)), m.usd, m.usageKey()
	if rec.Usage == nil && rec.USD == nil {
		return nil
	}
	return r.out.Record(rec)
}

// eachEvent visits the events of the session whose type is a name with or without
// a version after it, oldest first.
func (r *rowWalk) eachEvent(name string, visit func(data []byte)) error {
	query := "SELECT CAST(id AS BLOB), CAST(data AS BLOB) FROM event WHERE aggregate_id = ? AND type >= ? AND type < ? AND id > ?" +
		" ORDER BY id LIMIT " + text.FormatInt(eventPage)
	for after := ""; ; {
		var rows [][]host.Value
		err := r.db.RunStable(func() (err error) {
			rows, err = r.db.Query(query, sqlwal.TextValue(r.id), sqlwal.TextValue(name), sqlwal.TextValue(name+"/"), sqlwal.TextValue(after))
			return err
		})
		if endsWalk(err) {
			return err
		}
		if err != nil {
			return r.log.ReportSkip(r.db.Path(), 0, 0, "unreadable row: "+skipReason(err))
		}
		last := after
		for _, v := range rows {
			if last = row(v).textAt(0); last <= after {
				return nil // ids that are no text: they have no order to continue by
			}
			if err := r.pace.Count(r.env, r.log, 0, int64(len(v[1].Bytes))); err != nil {
				return err
			}
			visit(v[1].Bytes)
		}
		if len(rows) < eventPage {
			return nil
		}
		after = last
	}
}
