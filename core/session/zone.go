package session

// Zone is the clock of a place: by how much it is ahead of UTC, and when that
// changes. The nil Zone is UTC.
//
// A day begins at the first instant from which on the clock shows that day or
// a later one, and ends where the next day begins. So days never overlap, and
// together they cover all time, even where a change of the clock repeats or
// skips a midnight; a day that the clock skips is empty.
type Zone struct {
	name    string
	at      []int64 // when each period begins; the first has no beginning
	offsets []int64 // milliseconds ahead of UTC, by period
	later   []int64 // the least that the clock shows at the beginning of any later period
}

// MaxZoneOffset bounds how far in seconds a zone may differ from UTC in either direction.
const MaxZoneOffset = 26 * 3600

const (
	minMillis = -1 << 62
	maxMillis = 1 << 62
)

// NewZone makes the zone of a place whose clock is at first offset seconds
// ahead of UTC.
func NewZone(name string, offset int64) *Zone {
	return &Zone{name: name, at: []int64{minMillis}, offsets: []int64{offset * 1000}, later: []int64{maxMillis}}
}

// Name is what the caller calls the place.
func (z *Zone) Name() string { return z.name }

// Change adds a change of the clock, which must be later than those before it:
// from at on it is offset seconds ahead of UTC.
func (z *Zone) Change(at, offset int64) (ok bool) {
	if at <= z.at[len(z.at)-1] {
		return false
	}
	shown := at + offset*1000
	for i := len(z.later) - 1; i >= 0 && z.later[i] > shown; i-- {
		z.later[i] = shown
	}
	z.at, z.offsets, z.later = append(z.at, at), append(z.offsets, offset*1000), append(z.later, maxMillis)
	return true
}

// Day returns the day of a time, as a number of days since 1970-01-01.
func (z *Zone) Day(t Time) int64 {
	shown, later := z.shown(t)
	day, _ := floorDiv(min(shown, later), msPerDay)
	return day
}

// WeekHour returns the weekday of a time, 0 for Monday, and the hour that the
// clock shows, from 0 to 23.
func (z *Zone) WeekHour(t Time) (weekday, hour int64) {
	shown, later := z.shown(t)
	_, ms := floorDiv(shown, msPerDay)
	day, _ := floorDiv(min(shown, later), msPerDay)
	_, weekday = floorDiv(day+3, 7) // 1970-01-01 was a Thursday
	return weekday, ms / (3600 * 1000)
}

// shown returns what the clock shows at a time, as the milliseconds at which a
// clock in UTC shows it, and the least that it shows later, after a change.
func (z *Zone) shown(t Time) (shown, later int64) {
	if z == nil {
		return int64(t), maxMillis
	}
	from, to := 0, len(z.at) // the period of t is in [from, to)
	for to-from > 1 {
		if m := (from + to) / 2; z.at[m] <= int64(t) {
			from = m
		} else {
			to = m
		}
	}
	return int64(t) + z.offsets[from], z.later[from]
}

// Instant returns the first instant from which on the clock shows local or
// later; local is written as the milliseconds at which a clock in UTC shows it.
func (z *Zone) Instant(local int64) int64 {
	if z == nil {
		return local
	}
	from, to := 0, len(z.later)-1 // the first period that nothing earlier follows is in [from, to]
	for from < to {
		if m := (from + to) / 2; z.later[m] >= local {
			to = m
		} else {
			from = m + 1
		}
	}
	t := local - z.offsets[from]
	if from+1 < len(z.at) {
		t = min(t, z.at[from+1]) // the clock skips local
	}
	return t
}

// Since returns the lower bound that a text means: the beginning of a bare
// date's day, else the time. ok is false when the text is no time.
func (z *Zone) Since(s string) (t Time, ok bool) {
	m, ok := ParseMoment(s)
	if !ok {
		return 0, false
	}
	return nonZeroTime(z.instantOf(m), 1), true
}

// Until returns the upper bound that a text means: the end of a bare date's
// day, else the time. ok is false when the text is no time.
func (z *Zone) Until(s string) (t Time, ok bool) {
	m, ok := ParseMoment(s)
	if !ok {
		return 0, false
	}
	if m.Day {
		return nonZeroTime(z.Instant(m.Millis+msPerDay)-1, -1), true
	}
	return nonZeroTime(z.instantOf(m), -1), true
}

func (z *Zone) instantOf(m Moment) int64 {
	if m.Naive {
		return z.Instant(m.Millis)
	}
	return m.Millis
}

// nonZeroTime moves a bound off the epoch, which stands for no time at all; no
// record can have been written then.
func nonZeroTime(ms, step int64) Time {
	if ms == 0 {
		ms = step
	}
	return Time(ms)
}

// DayText renders a number of days since 1970-01-01 as YYYY-MM-DD.
func DayText(day int64) string {
	y, m, d := civilFromDays(min(max(day, minTime/msPerDay), maxTime/msPerDay))
	b := []byte("0000-00-00")
	setDigits(b[:4], y)
	setDigits(b[5:7], m)
	setDigits(b[8:10], d)
	return string(b)
}
