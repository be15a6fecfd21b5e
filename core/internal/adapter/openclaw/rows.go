package openclaw

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/unpack"
)

// readNode reads the session's entry and where its current branch ends. Without
// them the session is read all the same.
func (w *walk) readNode() error {
	db, s := w.db, &w.info
	if db.HasColumn(tableNodes, "entry_json") {
		found, err := db.selectRows("SELECT CAST(entry_json AS BLOB) FROM "+tableNodes+
			" WHERE session_key = ? AND current_session_id = ? ORDER BY session_key LIMIT 1", sqlwal.TextValue(s.key), sqlwal.TextValue(s.id))
		var v entry
		if err == nil && len(found) > 0 {
			err = entryPaths.Scan(found[0][0].Bytes, v[:])
		}
		if err = w.reportSkip(err); err != nil {
			return err
		}
		s.applyEntry(&v)
	}
	if !db.HasColumn(tableState, "leaf_event_id") {
		return nil
	}
	found, err := db.selectRows("SELECT CAST(s.leaf_event_id AS BLOB), "+db.ListAs(tableState, "s", "#indexed_seq, #needs_rebuild")+
		", (SELECT max(e.seq) FROM "+tableEvents+" e WHERE e.session_id = s.session_id) FROM "+tableState+
		" s WHERE s.session_id = ? ORDER BY s.session_id LIMIT 1", sqlwal.TextValue(s.id))
	if err != nil || len(found) == 0 {
		return w.reportSkip(err)
	}
	if r := found[0]; r.intAt(1) == r.intAt(3) && r.intAt(2) == 0 { // else it is from before the last events
		w.leaf = r.textAt(0)
	}
	return nil
}

// reportSkip reports what could not be read in the database, unless the error ends
// the walk.
func (w *walk) reportSkip(err error) error {
	if err == nil || endsWalk(err) {
		return err
	}
	return w.log.ReportSkip(w.db.Path(), 0, 0, skipReason(err))
}

// endsWalk reports whether an error ends the walk regardless of what else could be read.
func endsWalk(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.Timeout || code == fault.Conflict
}

// eventColumns are those of an event: its number, and its text either plain
// or compressed, then with an outline of it.
const eventColumns = "#seq, event_json, #event_zstd, navigation_json"

// eachEvent visits the events of the session. What cannot be read together is read
// one by one, so that a damaged page costs only its own rows.
func (w *walk) eachEvent(visit func(raw []byte) error) error {
	db := w.db
	q := w.eventQuery(db.ListAs(tableEvents, "e", eventColumns), eventPage)
	for after := []host.Value(nil); ; {
		keys, found, err := db.NextPage(q, after)
		if err != nil {
			return w.oneByOne(err, after, visit)
		}
		for i, r := range found {
			after = keys[i]
			if err := w.visitEvent(r, visit); err != nil {
				return err
			}
		}
		if len(found) < eventPage {
			return nil
		}
	}
}

// eventQuery are the rows of the session's events.
func (w *walk) eventQuery(columns string, page int64) *sqlwal.Paged {
	return &sqlwal.Paged{Columns: columns, From: tableEvents + " e WHERE e.session_id = ?", Args: []host.Value{sqlwal.TextValue(w.info.id)},
		Key: []string{"e.seq"}, Limit: page}
}

// oneByOne visits the events after a key, each read by itself.
func (w *walk) oneByOne(failure error, after []host.Value, visit func(raw []byte) error) error {
	if endsWalk(failure) {
		return failure
	}
	db, id := w.db, sqlwal.TextValue(w.info.id)
	query := "SELECT " + db.ListAs(tableEvents, "e", eventColumns) + " FROM " + tableEvents + " e WHERE e.session_id = ? AND e.seq IS ? ORDER BY e.seq LIMIT 1"
	for q := w.eventQuery("", sessionPage); ; {
		keys, _, err := db.NextPage(q, after)
		if err != nil {
			return w.reportLost(err, after)
		}
		for _, key := range keys {
			after = key
			found, err := db.selectRows(query, id, key[0])
			if err != nil || len(found) == 0 {
				if err := w.reportSkip(err); err != nil {
					return err
				}
				continue
			}
			if err := w.visitEvent(found[0], visit); err != nil {
				return err
			}
		}
		if len(keys) < sessionPage {
			return nil
		}
	}
}

// reportLost ends a walk that cannot continue because of the database: an error when
// nothing was read yet.
func (w *walk) reportLost(err error, after []host.Value) error {
	if after == nil {
		return err
	}
	return w.reportSkip(err)
}

// visitEvent visits one event.
func (w *walk) visitEvent(r row, visit func(raw []byte) error) error {
	data := r[1].Bytes
	if r.isNull(1) {
		var err error
		if data, err = w.eventText(r); err != nil {
			return err
		}
	}
	if err := w.pace.Count(w.env, w.log, 1, int64(len(data))); err != nil || len(data) == 0 {
		return err
	}
	if w.log.HasReport() {
		if bad := scan.BadUnicode(data); bad >= 0 {
			if err := w.log.ReportSkip(w.db.Path(), 0, int64(bad), string(scan.UTF8)); err != nil {
				return err
			}
		}
	}
	return visit(data)
}

// eventText returns the text of a compressed event. When it cannot be had, the
// outline stands for it: it has the event's place in the tree.
func (w *walk) eventText(r row) ([]byte, error) {
	outline, _ := scan.Parse(r[3].Bytes)
	outline = outline.Get("navigation")
	if w.want.UsageOnly() && outline.Get("type").EqualString("message") && !outline.Get("message.role").EqualString("assistant") {
		return nil, nil // no usage in it
	}
	if r[2].Kind != host.Blob {
		return outline.Raw(), w.log.ReportSkip(w.db.Path(), 0, 0, "record without a text")
	}
	z := w.env.Host.Zstd
	if z == nil {
		if !w.told {
			w.told = true
			w.log.Diagnose(fault.Diagnostic{Code: fault.Unsupported, Agent: w.env.Agent, Path: w.db.Path(),
				Message: "session " + w.info.id + ": long records are compressed and the host grants no zstd", Hint: "use a host with zstd"})
		}
		return outline.Raw(), w.log.ReportSkip(w.db.Path(), 0, 0, "compressed record, no zstd")
	}
	data, err := unpack.DecodeZstd(z, r[2].Bytes, MaxEventBytes)
	if err == nil && len(data) > 0 {
		return data, nil
	}
	if fault.CodeOf(err) == fault.Timeout {
		return nil, err
	}
	return outline.Raw(), w.log.ReportSkip(w.db.Path(), 0, 0, "unreadable compressed record")
}
