package journal

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// forgetful is a driver that acknowledges everything and keeps nothing.
type forgetful struct{ asked int }

func (f *forgetful) Open(host.Database) (int64, error) { return 1, nil }
func (f *forgetful) Close(int64) error                 { return nil }
func (f *forgetful) Exec(int64, []host.Statement) error {
	f.asked++
	return f.over()
}

func (f *forgetful) over() error {
	if f.asked > 1000 {
		return fault.New(fault.Timeout, "asked for ever")
	}
	return nil
}

func (f *forgetful) Query(_ int64, query string, _ ...host.Value) ([][]host.Value, error) {
	if f.asked++; query[:6] == "PRAGMA" {
		return [][]host.Value{{{Kind: host.Integer}}}, f.over()
	}
	return nil, f.over()
}

// A store that is not there after it was made is an error, not another try for
// ever.
func TestForgetfulDriver(t *testing.T) {
	f := &forgetful{}
	if _, err := OpenSQL(f, "store/heddle.db", true); fault.CodeOf(err) != fault.IO || f.asked > 100 {
		t.Errorf("%v after %d questions", err, f.asked)
	}
}
