// Package poll ends long work when a context is done and reports how far it
// has come.
package poll

import (
	"context"
	"errors"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Progress receives work units done and known in total (0 = unknown). It may
// be called from several goroutines at once and must return quickly.
type Progress func(done, total int64)

// Context is a host.Poll bound to a context.
type Context struct {
	ctx      context.Context
	progress Progress
}

var _ host.Poll = Context{}

// New returns a Poll that answers TIMEOUT once ctx is done. progress may be
// nil.
func New(ctx context.Context, progress Progress) Context {
	return Context{ctx: ctx, progress: progress}
}

// Poll implements host.Poll.
func (c Context) Poll(done, total int64) error {
	if err := c.Check(); err != nil {
		return err
	}
	if c.progress != nil {
		c.progress(done, total)
	}
	return nil
}

// Check returns TIMEOUT once the context is done, else nil. Other host calls
// begin with it.
func (c Context) Check() error {
	err := c.ctx.Err()
	if err == nil {
		return nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.New(fault.Timeout, "deadline passed").WithHint("allow more time, or narrow the request")
	}
	return fault.New(fault.Timeout, "cancelled")
}
