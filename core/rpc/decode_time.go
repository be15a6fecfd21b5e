package rpc

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// timeReader reads the times of one request: days are those of its zone, ages are counted back
// from one time, which the clock is asked for when there is an age.
type timeReader struct {
	zone  *session.Zone
	clock host.Clock
	now   int64
}

const (
	// maxTimeBytes is more than any time or age needs; a longer text is not read.
	maxTimeBytes = 64
	// lastMillis is the end of the year 9999.
	lastMillis = int64(253402300799999)
)

const wantTime = "a time such as 2026-07-01 or 2026-07-01T09:00:00Z, an age such as 7d, or milliseconds since 1970"

// decode reads a time as text, an age or milliseconds; isEnd says that a bare date includes its day.
func (t *timeReader) decode(v scan.Value, isEnd bool, out *session.Time) (want string) {
	if v.Kind() == scan.Number {
		ms, ok := v.Int()
		if !ok || ms < 0 || ms > lastMillis || ms == 0 && isEnd {
			return wantTime
		}
		*out = session.Time(ms)
		return ""
	}
	s := v.String()
	if len(s) > maxTimeBytes {
		return wantTime
	}
	if age, ok := session.ParseAge(s); ok && t.clock != nil {
		if t.now == 0 {
			t.now = t.clock.Now()
		}
		if t.now <= 0 {
			return "a time such as 2026-07-01: this host has no clock to count an age back from"
		}
		*out = session.Time(max(t.now-age, 1))
		return ""
	}
	read := t.zone.Since
	if isEnd {
		read = t.zone.Until
	}
	at, ok := read(s)
	if !ok {
		return wantTime
	}
	*out = at
	return ""
}
