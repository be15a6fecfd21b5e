package rpc

import (
	"strings"

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
	msPerSecond = int64(1000)
	msPerHour   = 3600 * msPerSecond
	msPerDay    = 24 * msPerHour
	oldestAge   = 100 * 365 * msPerDay
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
	if age, ok := parseAge(s); ok && t.clock != nil {
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

// parseAge reads an age such as 7d, 1.5h or 1d12h as milliseconds; none is older than a hundred
// years.
func parseAge(s string) (age int64, ok bool) {
	for s != "" {
		n := strings.IndexAny(s, "wdhms")
		if n < 1 {
			return 0, false
		}
		unit := msPerSecond
		switch s[n] {
		case 'w':
			unit = 7 * msPerDay
		case 'd':
			unit = msPerDay
		case 'h':
			unit = msPerHour
		case 'm':
			unit = 60 * msPerSecond
		}
		part, isNumber := scaleDecimal(s[:n], unit)
		if age += part; !isNumber || age > oldestAge {
			return 0, false
		}
		s, ok = s[n+1:], true
	}
	return age, ok
}

// scaleDecimal returns a decimal number times unit, without what is below one.
func scaleDecimal(s string, unit int64) (out int64, ok bool) {
	divisor := int64(0) // 0 before the point
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '.' && divisor == 0 && i > 0 && i+1 < len(s):
			divisor = 1
		case c < '0' || c > '9':
			return 0, false
		case divisor == 0:
			if out = out*10 + int64(c-'0')*unit; out > oldestAge {
				return 0, false
			}
		default:
			if divisor < unit {
				divisor *= 10
			} else {
				continue // less than a millisecond
			}
			out += int64(c-'0') * unit / divisor
		}
	}
	return out, true
}
