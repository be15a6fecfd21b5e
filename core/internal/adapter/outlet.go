package adapter

import "github.com/heddle-dev/heddle/core/fault"

// Outlet passes the records of a walk on and decides what becomes of a file
// that cannot be read, where a session has several. It belongs to one walk.
type Outlet struct {
	env     *Env
	visit   func(*Record) error
	stopped bool
}

// NewOutlet returns the Outlet of a walk that ends in visit.
func NewOutlet(env *Env, visit func(*Record) error) *Outlet { return &Outlet{env: env, visit: visit} }

// Record passes a record on. An error ends the walk.
func (o *Outlet) Record(r *Record) error {
	err := o.visit(r)
	o.stopped = o.stopped || err != nil
	return err
}

// Ends reports whether an error of reading one file ends the walk: it came from
// whoever receives the records, the time is over, or the caller is strict.
func (o *Outlet) Ends(err error) bool {
	return err != nil && (o.stopped || o.env.Strict || fault.CodeOf(err) == fault.Timeout)
}

// Tolerate returns an error that ends the walk. Any other becomes a diagnostic:
// the rest of the session is read.
func (o *Outlet) Tolerate(err error) error {
	if err == nil || o.Ends(err) {
		return err
	}
	o.env.Diagnose(fault.DiagnosticOf(o.env.Agent, err))
	return nil
}
