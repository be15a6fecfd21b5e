package adapter

import "github.com/heddle-dev/heddle/core/fault"

// Outlet receives what a walk encounters, in order: its records and, between
// them, in its log, defects and diagnostics. A decorator embeds the Outlet that it passes
// records on to, and has a Record method of its own.
type Outlet interface {
	Defects
	// Record receives a record. The Record, its Facts and its Usage may be used
	// again when it returns; see Want for its texts. An error ends the walk.
	Record(r *Record) error
}

// NewOutlet returns an Outlet that calls record for every record and passes
// defects on to the log of d.
func NewOutlet(d Defects, record func(*Record) error) Outlet { return &funcOutlet{d.Log(), record} }

type funcOutlet struct {
	log    *DefectLog
	record func(*Record) error
}

// Log implements Defects.
func (o *funcOutlet) Log() *DefectLog { return o.log }

// Record implements Outlet.
func (o *funcOutlet) Record(r *Record) error { return o.record(r) }

// TolerantOutlet is the Outlet of a session that has several files: it decides
// whether an error of reading one of them ends the walk. It belongs to one walk.
type TolerantOutlet struct {
	Outlet
	env     *Env
	stopped bool
}

// NewTolerantOutlet returns a TolerantOutlet that passes everything on to out.
func NewTolerantOutlet(env *Env, out Outlet) *TolerantOutlet {
	return &TolerantOutlet{Outlet: out, env: env}
}

// Record implements Outlet.
func (o *TolerantOutlet) Record(r *Record) error {
	err := o.Outlet.Record(r)
	o.stopped = o.stopped || err != nil
	return err
}

// Ends reports whether an error of reading one file ends the walk: it came from
// the receiver of the records, the time is over, or the caller is strict.
func (o *TolerantOutlet) Ends(err error) bool {
	return err != nil && (o.stopped || o.env.Strict || fault.CodeOf(err) == fault.Timeout)
}

// Tolerate returns an error that ends the walk. Any other becomes a diagnostic:
// the rest of the session is read.
func (o *TolerantOutlet) Tolerate(err error) error {
	if err == nil || o.Ends(err) {
		return err
	}
	o.Log().Diagnose(fault.DiagnosticOf(o.env.Agent, err))
	return nil
}
