package journal

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Verify implements host.Verifier: SQLite's own check of pages and indexes, then
// every stream event by event, then rows that belong to no stream.
func (j *SQL) Verify(poll func() error, report func(stream string, seq int64, what string)) error {
	if j.empty {
		return nil
	}
	if err := j.reportDamage("", 0, report, func() error {
		rows, err := j.queryRows("PRAGMA integrity_check(1)")
		if err == nil && (len(rows) != 1 || string(rows[0][0].Bytes) != "ok") {
			report("", 0, "SQLite's integrity check finds damage")
		}
		return err
	}); err != nil {
		return err
	}
	if err := j.reportDamage("", 0, report, func() error { return j.verifySchema(report) }); err != nil {
		return err
	}
	for after := ""; ; {
		var infos []host.StreamInfo
		if err := j.reportDamage("", 0, report, func() (err error) { infos, err = j.Streams(after, pageRows); return err }); err != nil {
			return err
		}
		if len(infos) == 0 {
			break
		}
		for _, info := range infos {
			after = info.Name
			if err := j.verifyStream(info, poll, report); err != nil {
				return err
			}
		}
	}
	return j.verifyRest(report)
}

// verifySchema compares the tables with those that a new store gets.
func (j *SQL) verifySchema(report func(string, int64, string)) error {
	own, other, err := j.schemaObjects()
	if err == nil && (own != tablesOfStore || other != "") {
		report("", 0, "the tables are not those of a store")
	}
	return err
}

// reportDamage runs one step and reports damage instead of returning it.
func (j *SQL) reportDamage(stream string, seq int64, report func(string, int64, string), step func() error) error {
	err := step()
	if fault.CodeOf(err) != fault.ParseError {
		return err
	}
	report(stream, seq, fault.From(err).Message)
	return nil
}

func (j *SQL) verifyStream(info host.StreamInfo, poll func() error, report func(string, int64, string)) error {
	for after := int64(0); after < info.Head; {
		if err := poll(); err != nil {
			return err
		}
		events, err := j.Read(info.Name, after, pageRows)
		if fault.CodeOf(err) == fault.ParseError { // which one? one by one
			if events, err = j.Read(info.Name, after, 1); fault.CodeOf(err) == fault.ParseError {
				report(info.Name, after+1, fault.From(err).Message)
				after++
				continue
			}
		}
		if err != nil {
			return err
		}
		if len(events) == 0 {
			break
		}
		after = events[len(events)-1].Seq
	}
	return nil
}

func (j *SQL) verifyRest(report func(string, int64, string)) error {
	for _, q := range []struct{ sql, what string }{
		{"SELECT count(*) FROM event WHERE pos >> 36 NOT IN (SELECT id FROM stream)", "events of no stream"},
		{"SELECT count(*) FROM stream s WHERE s.head < (SELECT coalesce(max(pos), 0) & 68719476735 FROM event WHERE pos > s.id << 36 AND pos < (s.id + 1) << 36)", "events after the head of a stream"},
	} {
		if err := j.reportDamage("", 0, report, func() error {
			rows, err := j.queryRows(q.sql)
			if err == nil && (len(rows) != 1 || rows[0][0].Int != 0) {
				report("", 0, q.what)
			}
			return err
		}); err != nil {
			return err
		}
	}
	for after := int64(0); ; {
		rows, err := j.queryRows("SELECT stream, seq, body, sum FROM state WHERE stream > ? ORDER BY stream LIMIT 64", intValue(after))
		if fault.CodeOf(err) == fault.ParseError {
			report("", 0, fault.From(err).Message)
			return nil
		}
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			if r[0].Int <= after {
				report("", 0, "the cached states are out of order")
				return nil
			}
			after = r[0].Int
			if rowSum(r[0].Int, r[1].Int, r[2].Bytes) != r[3].Int {
				report("", 0, "a cached state is damaged; it is not used")
			}
		}
	}
}
