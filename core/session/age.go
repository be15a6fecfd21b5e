package session

import "strings"

const (
	msPerSecond = int64(1000)
	oldestAge   = 100 * 365 * int64(msPerDay)
)

// ParseAge reads an age such as 2w, 7d, 1.5h or 1d12h as milliseconds; none is older than a
// hundred years.
func ParseAge(s string) (age int64, ok bool) {
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
			unit = 3600 * msPerSecond
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
