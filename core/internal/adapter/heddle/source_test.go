package heddle_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
)

// sealed is the files and the SQL of a host whose store nobody may read.
type sealed struct {
	host.SQL
	host.Files
	opened *bool
}

var errSealed = fault.New(fault.PermissionDenied, "cannot be read").At(heddle.StorePath, 0, 0)

func (s sealed) Open(host.Database) (int64, error) {
	*s.opened = true
	return 0, fault.New(fault.Unsupported, "the store can only be read as a file")
}

func (s sealed) Stat(string) (host.Info, error) {
	if !*s.opened {
		return host.Info{}, fault.New(fault.BadRef, "no such file")
	}
	return host.Info{}, errSealed
}

// TestSealedStore: a store that can neither be opened nor read as a file is PERMISSION_DENIED.
func TestSealedStore(t *testing.T) {
	h := hosttest.Host(nil)
	s := sealed{opened: new(bool)}
	h.SQL, h.Files = s, s
	_, _, err := heddle.OpenStore(&h, false)
	if e := fault.From(err); err == nil || e.Code != fault.PermissionDenied || e.Hint == "" {
		t.Error(err)
	}
}
