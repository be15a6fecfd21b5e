package poll_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns/poll"
)

func TestPoll(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var seen [][2]int64
	p := poll.New(ctx, func(done, total int64) { seen = append(seen, [2]int64{done, total}) })
	if err := p.Poll(3, 10); err != nil || p.Check() != nil {
		t.Error(err)
	}
	cancel()
	if err := p.Poll(4, 10); !errors.Is(err, fault.Timeout) {
		t.Errorf("after a cancel: %v", err)
	}
	if len(seen) != 1 || seen[0] != [2]int64{3, 10} {
		t.Errorf("progress %v", seen)
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	err := poll.New(ctx, nil).Poll(0, 0)
	if e := fault.From(err); e == nil || e.Code != fault.Timeout || e.Hint == "" {
		t.Errorf("%v, want TIMEOUT with a hint", err)
	}
}
