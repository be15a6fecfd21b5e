package heddle_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
)

// TestErrorsOfTheContext: what a context ended is its error and TIMEOUT.
func TestErrorsOfTheContext(t *testing.T) {
	h, err := heddle.Open(heddle.Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	for _, c := range []struct {
		ctx      context.Context
		is, isnt error
	}{{cancelled, context.Canceled, context.DeadlineExceeded}, {late, context.DeadlineExceeded, context.Canceled}} {
		_, list := h.Sessions.List(c.ctx, heddle.ListOptions{})
		_, get := h.Sessions.Get(c.ctx, "claude:x", heddle.GetOptions{})
		_, search := h.Sessions.SearchPage(c.ctx, "x", heddle.SearchOptions{})
		for _, err := range []error{list, get, search} {
			var f *fault.Error
			if !errors.Is(err, c.is) || errors.Is(err, c.isnt) || !errors.Is(err, fault.Timeout) || !errors.As(err, &f) || fault.CodeOf(err) != fault.Timeout {
				t.Errorf("%v: %v", c.is, err)
			}
		}
	}
	if _, err := h.Sessions.Get(context.Background(), "claude:x", heddle.GetOptions{}); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("not ended by a context: %v", err)
	}
}
