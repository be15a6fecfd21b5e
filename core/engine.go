// Package core is the façade of the engine: one method per operation over
// the powers of one host. It is deterministic: the same host answers and the
// same request give the same result.
package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// Engine runs operations for one host. It keeps the notes of the operation
// that Begin started and is not safe for concurrent use; engines are cheap,
// so make one per call.
type Engine struct {
	host  *host.Host
	op    string
	notes Notes
	found *catalog.Found // nil: sessions are looked for
}

// Notes say how complete a result is.
type Notes struct {
	Diagnostics []fault.Diagnostic
	Report      *session.Report // of the session that was read; nil for other operations
	Page        *session.Page   // the place of the result in a longer one; nil for a whole result
}

// New returns an engine over the powers of h.
func New(h *host.Host) *Engine { return &Engine{host: host.Guard(h)} }

// Begin starts an operation: it forgets earlier notes and names op in errors.
func (e *Engine) Begin(op string) { e.op, e.notes = op, Notes{} }

// Notes returns what the operation noted so far.
func (e *Engine) Notes() Notes { return e.notes }

// Note adds a diagnostic to what the operation noted.
func (e *Engine) Note(d fault.Diagnostic) { e.diagnose(d) }

func (e *Engine) diagnose(d fault.Diagnostic) {
	e.notes.Diagnostics = append(e.notes.Diagnostics, d)
}

// catalog returns a catalog for one operation.
func (e *Engine) catalog() *catalog.Catalog {
	return catalog.New(e.host, e.diagnose).Use(e.found)
}
