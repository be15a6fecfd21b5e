package pool_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/pool"
)

func TestPoolReusesAndIsBounded(t *testing.T) {
	made := 0
	p := pool.New(func() *int { made++; return new(int) })
	a := p.Get()
	p.Put(a)
	if p.Get() != a || made != 1 {
		t.Errorf("the idle value is not used again: %d made", made)
	}
	const many = 100
	for range many {
		p.Put(new(int))
	}
	kept := 0
	for made = 0; made == 0; kept++ {
		p.Get()
	}
	if kept--; kept == 0 || kept >= many/2 {
		t.Errorf("%d of %d idle values kept", kept, many)
	}
}
