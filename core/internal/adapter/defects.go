package adapter

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/session"
)

// Defects is what has a DefectLog: an Env, for all but walks, and an Outlet, for
// its walk.
type Defects interface {
	// Log returns the log; it is never nil.
	Log() *DefectLog
}

// DefectLog receives what an adapter could not read, and why a result is partial.
// The zero value drops everything.
type DefectLog struct {
	// Strict says that an unreadable record ends the operation.
	Strict bool
	// Report counts what was read and names what was skipped; nil while nobody
	// reads it, as during Discover.
	Report *session.Report
	// Drift counts what no rule knows; nil counts nothing.
	Drift *drift.Counts
	// OnDiagnostic receives the diagnostics; nil drops them.
	OnDiagnostic func(d fault.Diagnostic)
}

// SkipLimit is how many skipped records a report names; the rest is counted.
const SkipLimit = 100

// Log implements Defects.
func (l *DefectLog) Log() *DefectLog { return l }

// ReportSkip reports a part that could not be read. In strict mode it returns
// the PARSE_ERROR that must end the operation.
func (l *DefectLog) ReportSkip(path string, line, offset int64, reason string) error {
	if r := l.Report; r != nil {
		r.SkippedCount++
		if len(r.Skipped) < SkipLimit {
			r.Skipped = append(r.Skipped, session.SkippedRecord{Path: path, Line: line, Offset: offset, Reason: reason})
		}
	}
	if l.Strict {
		return fault.New(fault.ParseError, "unreadable record: "+reason).At(path, line, offset).
			WithHint("without strict the readable rest is returned")
	}
	return nil
}

// Diagnose reports that the result is partial.
func (l *DefectLog) Diagnose(d fault.Diagnostic) {
	if l.OnDiagnostic != nil {
		l.OnDiagnostic(d)
	}
}

// CountRead adds to the number of records and bytes that were read.
func (l *DefectLog) CountRead(records, bytes int64) {
	if r := l.Report; r != nil {
		r.Records += records
		r.Bytes += bytes
	}
}

// Pace counts what a walk reads in rows, and lets the host end it now and then.
type Pace struct{ read, unread int64 }

// paceBytes are read between two looks at the deadline; a row counts as 1 KiB more.
const paceBytes = 256 << 10

// Count adds records and their bytes.
func (p *Pace) Count(env *Env, log *DefectLog, records, bytes int64) error {
	log.CountRead(records, bytes)
	p.read += bytes
	if p.unread += bytes + 1024; p.unread < paceBytes || env.Host.Poll == nil {
		return nil
	}
	p.unread = 0
	return env.Host.Poll.Poll(p.read, 0)
}

// HasReport reports whether anybody reads what ReportSkip and CountRead say.
// Without a report, a record that can be read is not examined for defects.
func (l *DefectLog) HasReport() bool { return l.Report != nil }
