package hermes

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// compareFile reports that the file of a session has more messages than its database: a build
// that wrote both may have failed to write one. The database is what counts.
func (w *rowWalk) compareFile(file *adapter.Ref) error {
	n := int64(0)
	quiet := adapter.NewOutlet(&adapter.DefectLog{}, func(r *adapter.Record) error {
		if r.Kind == adapter.Message {
			n++
		}
		return nil
	})
	env := *w.env
	env.Cache, env.Long = nil, nil
	err := (&fileWalk{walker: walker{env: &env, out: quiet, log: quiet.Log()}, ref: file}).walkFile()
	if fault.CodeOf(err) == fault.Timeout {
		return err
	}
	if err == nil && n > w.count {
		w.log.Diagnose(fault.Diagnostic{Code: fault.Conflict, Agent: w.env.Agent, Path: file.Path,
			Message: "the database has " + text.FormatInt(w.count) + " messages of this session, the file " + text.FormatInt(n),
			Hint:    "the database is shown; the file has the others"})
	}
	return nil
}
