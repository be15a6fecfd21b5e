package session

// Time is a moment in milliseconds since the Unix epoch, UTC. The zero value
// means absent: a time that cannot be read is never 1970.
type Time int64

// AppendJSON appends the time as an RFC 3339 string, UTC, with milliseconds.
func (t Time) AppendJSON(dst []byte) []byte {
	dst = append(dst, '"')
	dst = t.Append(dst)
	return append(dst, '"')
}

// String renders the time as RFC 3339, UTC, with milliseconds; "" when absent.
func (t Time) String() string { return string(t.Append(nil)) }

// Append appends the RFC 3339 form; nothing when absent.
func (t Time) Append(dst []byte) []byte {
	if t == 0 {
		return dst
	}
	days, ms := floorDiv(int64(t), msPerDay)
	y, m, d := civilFromDays(days)
	at := len(dst)
	dst = append(dst, "0000-00-00T00:00:00.000Z"...)
	b := dst[at:]
	setDigits(b[:4], y)
	setDigits(b[5:7], m)
	setDigits(b[8:10], d)
	setDigits(b[11:13], ms/3_600_000)
	setDigits(b[14:16], ms/60_000%60)
	setDigits(b[17:19], ms/1000%60)
	setDigits(b[20:23], ms%1000)
	return dst
}

// Day returns the UTC day as YYYY-MM-DD; "" when absent.
func (t Time) Day() string {
	s := t.String()
	if len(s) < 10 {
		return ""
	}
	return s[:10]
}

const msPerDay = 86_400_000

// maxTime and minTime bound what counts as a readable time: years 1 to 9999.
const (
	minTime = -62_135_596_800_000
	maxTime = 253_402_300_799_999
)

// ParseTime reads an RFC 3339 or ISO 8601 time: a date, 'T' or a space, hours
// and minutes, optional seconds with any number of decimals (floored to
// milliseconds), and an optional zone. A time without a zone is read as UTC
// and naive is true. A bare date is midnight UTC. ok is false for anything else.
func ParseTime(s string) (t Time, naive, ok bool) {
	if t = usualTime(s); t != 0 {
		return t, false, true
	}
	m, ok := ParseMoment(s)
	if !ok || m.Millis == 0 {
		return 0, false, false
	}
	return Time(m.Millis), m.Naive, true
}

// Moment is a time as a text states it.
type Moment struct {
	Millis int64 // since the Unix epoch; of a naive text, as a clock in UTC shows it
	Naive  bool  // the text names no zone
	Day    bool  // the text is a bare date
}

// ParseMoment reads what ParseTime reads, and 1970-01-01T00:00:00Z as well.
func ParseMoment(s string) (m Moment, ok bool) {
	p := timeParser{s: s, ok: true}
	y, mo, d := p.parseDate()
	if !p.ok {
		return Moment{}, false
	}
	var ms int64
	m.Naive, m.Day = true, p.s == ""
	if !m.Day {
		ms, m.Naive = p.parseClock()
	}
	m.Millis = daysFromCivil(y, mo, d)*msPerDay + ms
	if !p.ok || p.s != "" || m.Millis < minTime || m.Millis > maxTime {
		return Moment{}, false
	}
	return m, true
}

// usualTime reads the one form that almost all times have,
// 2026-01-02T03:04:05.678Z; 0 for any other and for what may be no time.
func usualTime(s string) Time {
	if len(s) != 24 || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != '.' || s[23] != 'Z' {
		return 0
	}
	y, mo, d := digitPair(s, 0)*100+digitPair(s, 2), digitPair(s, 5), digitPair(s, 8)
	h, mi, sec := digitPair(s, 11), digitPair(s, 14), digitPair(s, 17)
	tens, ones := digitPair(s, 20), digitPair(s, 21) // of milliseconds, one digit twice
	if y < 1 || y > 9998 || mo < 1 || mo > 12 || d < 1 || d > 28 && d > daysIn(y, mo) || h|mi|sec|tens|ones < 0 || h > 23 || mi > 59 || sec > 60 {
		return 0
	}
	return Time(daysFromCivil(y, mo, d)*msPerDay + h*3_600_000 + mi*60_000 + sec*1000 + tens*10 + ones%10)
}

// notDigits is what pair returns for anything else: sums and products with it
// stay negative.
const notDigits = -1 << 40

// digitPair reads the two digits at s[i].
func digitPair(s string, i int) int64 {
	a, b := s[i]-'0', s[i+1]-'0'
	if a > 9 || b > 9 {
		return notDigits
	}
	return int64(a)*10 + int64(b)
}

// TimeOfMillis returns the time of a millisecond count; absent when it is 0
// or out of range.
func TimeOfMillis(ms int64) Time {
	if ms < minTime || ms > maxTime {
		return 0
	}
	return Time(ms)
}

// TimeOfSeconds returns the time of whole seconds since the epoch.
func TimeOfSeconds(s int64) Time {
	if s < minTime/1000 || s > maxTime/1000 {
		return 0
	}
	return Time(s * 1000)
}

// Earliest returns the earlier of two times, an absent one never winning.
func Earliest(a, b Time) Time {
	if a == 0 || (b != 0 && b < a) {
		return b
	}
	return a
}

// Latest returns the later of two times, an absent one never winning.
func Latest(a, b Time) Time {
	if a == 0 || (b != 0 && b > a) {
		return b
	}
	return a
}

// timeParser consumes s from the front; ok turns false at the first defect.
type timeParser struct {
	s  string
	ok bool
}

func (p *timeParser) parseDigits(n int) int64 {
	if len(p.s) < n {
		p.ok = false
		return 0
	}
	var v int64
	for i := 0; i < n; i++ {
		c := p.s[i]
		if c < '0' || c > '9' {
			p.ok = false
			return 0
		}
		v = v*10 + int64(c-'0')
	}
	p.s = p.s[n:]
	return v
}

func (p *timeParser) acceptByte(set string) byte {
	if p.s != "" {
		for i := 0; i < len(set); i++ {
			if p.s[0] == set[i] {
				p.s = p.s[1:]
				return set[i]
			}
		}
	}
	return 0
}

func (p *timeParser) expectByte(set string) {
	if p.acceptByte(set) == 0 {
		p.ok = false
	}
}

func (p *timeParser) parseDate() (y, m, d int64) {
	y = p.parseDigits(4)
	p.expectByte("-")
	m = p.parseDigits(2)
	p.expectByte("-")
	d = p.parseDigits(2)
	if p.ok && (y < 1 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) {
		p.ok = false
	}
	return y, m, d
}

// parseClock reads the time of day and the zone and returns milliseconds relative
// to midnight UTC.
func (p *timeParser) parseClock() (ms int64, naive bool) {
	p.expectByte("Tt ")
	h := p.parseDigits(2)
	p.expectByte(":")
	mi := p.parseDigits(2)
	var s, frac int64
	if p.acceptByte(":") != 0 {
		s = p.parseDigits(2)
		if p.acceptByte(".,") != 0 {
			frac = p.parseFraction()
		}
	}
	if h > 23 || mi > 59 || s > 60 {
		p.ok = false
	}
	ms = h*3_600_000 + mi*60_000 + s*1000 + frac
	if p.acceptByte("Zz") != 0 {
		return ms, false
	}
	sign := p.acceptByte("+-")
	if sign == 0 {
		return ms, true
	}
	zh := p.parseDigits(2)
	p.acceptByte(":")
	var zm int64
	if p.s != "" {
		zm = p.parseDigits(2)
	}
	if zh > 23 || zm > 59 {
		p.ok = false
	}
	off := zh*3_600_000 + zm*60_000
	if sign == '-' {
		off = -off
	}
	return ms - off, false
}

// parseFraction reads any number of decimals and floors them to milliseconds.
func (p *timeParser) parseFraction() int64 {
	var v, n int64
	for p.s != "" && p.s[0] >= '0' && p.s[0] <= '9' {
		if n < 3 {
			v = v*10 + int64(p.s[0]-'0')
		}
		n++
		p.s = p.s[1:]
	}
	if n == 0 {
		p.ok = false
	}
	for ; n < 3; n++ {
		v *= 10
	}
	return v
}

func daysIn(y, m int64) int64 {
	switch m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q--
		r += b
	}
	return q, r
}

// daysFromCivil returns the number of days from 1970-01-01 to a date of the proleptic
// Gregorian calendar, counting in eras of 400 years that begin on 1 March.
func daysFromCivil(y, m, d int64) int64 {
	if m <= 2 {
		y--
		m += 12
	}
	era, yoe := floorDiv(y, 400)
	doy := (153*(m-3)+2)/5 + d - 1
	return era*146_097 + yoe*365 + yoe/4 - yoe/100 + doy - 719_468
}

// civilFromDays is the inverse of days.
func civilFromDays(n int64) (y, m, d int64) {
	era, doe := floorDiv(n+719_468, 146_097)
	yoe := (doe - doe/1460 + doe/36_524 - doe/146_096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	y = era*400 + yoe
	if m > 12 {
		m -= 12
		y++
	}
	return y, m, d
}

// setDigits fills b with the decimal digits of v.
func setDigits(b []byte, v int64) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte('0' + v%10)
		v /= 10
	}
}
