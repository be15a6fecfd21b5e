package hostfns_test

import (
	"testing"
	"time"

	"github.com/heddle-dev/heddle/hostfns"
)

func TestSystemClock(t *testing.T) {
	before := time.Now().UnixMilli()
	now := hostfns.SystemClock().Now()
	if after := time.Now().UnixMilli(); now < before || now > after {
		t.Errorf("the clock has %d between %d and %d", now, before, after)
	}
}
