package adapter_test

import (
	"errors"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
)

func TestOutletTellsReadingFromReceiving(t *testing.T) {
	unreadable := fault.New(fault.ParseError, "damaged").At("m/f", 1, 0)
	for _, c := range []struct {
		name    string
		strict  bool
		receive error // of the receiver
		err     error // of the file
		ends    bool
	}{
		{"no error", false, nil, nil, false},
		{"a damaged file", false, nil, unreadable, false},
		{"a damaged file of a strict walk", true, nil, unreadable, true},
		{"the deadline", false, nil, fault.New(fault.Timeout, "late"), true},
		{"the receiver's error", false, errors.New("enough"), errors.New("enough"), true},
	} {
		var notes []fault.Diagnostic
		env := &adapter.Env{Agent: "a", DefectLog: adapter.DefectLog{Strict: c.strict, OnDiagnostic: func(d fault.Diagnostic) { notes = append(notes, d) }}}
		out := adapter.NewTolerantOutlet(env, adapter.NewOutlet(env, func(*adapter.Record) error { return c.receive }))
		if err := out.Record(&adapter.Record{}); err != c.receive {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := out.Ends(c.err); got != c.ends {
			t.Errorf("%s: ends %t", c.name, got)
		}
		err := out.Tolerate(c.err)
		if tolerated := c.err != nil && !c.ends; (err != nil) != c.ends || tolerated != (len(notes) == 1) {
			t.Errorf("%s: %v with %d diagnostics", c.name, err, len(notes))
		}
	}
}
