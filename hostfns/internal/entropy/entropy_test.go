package entropy_test

import (
	"testing"
	"time"

	"github.com/heddle-dev/heddle/hostfns/internal/clock"
	"github.com/heddle-dev/heddle/hostfns/internal/entropy"
)

func TestUUIDv7(t *testing.T) {
	var last [16]byte
	for range 1000 {
		id := entropy.System{}.ID()
		if id[6]>>4 != 7 || id[8]>>6 != 2 {
			t.Fatalf("%x is no UUID of version 7", id)
		}
		if string(id[:]) <= string(last[:]) {
			t.Fatalf("%x does not come after %x", id, last)
		}
		last = id
	}
	var ms int64
	for _, b := range last[:6] {
		ms = ms<<8 | int64(b)
	}
	if now := (clock.System{}).Now(); ms < now-10_000 || ms > now+10_000 || now < time.Now().Add(-time.Minute).UnixMilli() {
		t.Errorf("id of %d at %d", ms, now)
	}
}
