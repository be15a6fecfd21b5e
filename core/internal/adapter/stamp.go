package adapter

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

var stampPaths = scan.CompilePaths("timestamp")

// stampKey is searched by its rarest letter.
var (
	stampKey  = []byte(`"timestamp"`)
	stampRare = bytes.IndexByte(stampKey, 'p')
)

const (
	// maxStamped is how many lines are compared by their bytes.
	maxStamped = 128
	// maxStampBytes is how far after a key its time must end.
	maxStampBytes = 64
	// maxFirst is how many members in front of a line's time are passed over.
	maxFirst = 8
)

// stamped is a line and a time that its own is not later than.
type stamped struct {
	line  []byte
	bound session.Time
}

// LatestTime returns the greatest time under the top-level key
// timestamp in some lines; absent when none does. It compares the lines by
// what their bytes show and scans the one that seems the latest; mostly that is
// the only one that is scanned. Of a key that occurs twice in a line, which no
// agent writes, either may count.
func LatestTime(lines []byte) (last session.Time) {
	var room [maxStamped]stamped
	list := room[:0]
	for len(lines) > 0 {
		n := bytes.IndexByte(lines, '\n')
		if n < 0 {
			n = len(lines) - 1
		}
		line := bytes.TrimSuffix(lines[:n+1], newline)
		lines = lines[n+1:]
		bound, ok := usualStamp(line)
		if !ok {
			bound, ok = anyStamp(line)
		}
		if !ok || len(list) == maxStamped {
			last = session.Latest(last, lineTime(line))
		} else if bound != 0 {
			list = append(list, stamped{line, bound})
		}
	}
	for {
		var best *stamped
		for i := range list {
			if s := &list[i]; s.bound > max(last, 0) && (best == nil || s.bound > best.bound) {
				best = s
			}
		}
		if best == nil {
			return last
		}
		best.bound = 0 // looked at
		last = session.Latest(last, lineTime(best.line))
	}
}

var newline = []byte{'\n'}

// usualStamp returns the time of a line that has it where agents write it: in
// its last member, or after some members that are short and simple. It is the
// line's if the line is whole.
func usualStamp(line []byte) (t session.Time, ok bool) {
	const end = `,"timestamp":"2006-01-02T15:04:05.000Z"}`
	if n := len(line) - len(end); n > 0 && line[n] == ',' && line[len(line)-1] == '}' && bytes.HasPrefix(line[n+1:], stampKey) {
		t, ok = stampTime(line[n+1+len(stampKey):])
		return t, ok && t > 0
	}
	if len(line) == 0 || line[0] != '{' {
		return 0, false
	}
	line = line[1:]
	for range maxFirst {
		if bytes.HasPrefix(line, stampKey) {
			t, ok = stampTime(line[len(stampKey):])
			return t, ok && t > 0
		}
		n := simpleMember(line)
		if n == 0 {
			return 0, false
		}
		line = line[n:]
	}
	return 0, false
}

// simpleMember returns the length of a member that is a string without escapes
// under such a key, and of the comma after it; 0 for any other.
func simpleMember(b []byte) int {
	n := plainString(b)
	if n == 0 || n >= len(b) || b[n] != ':' {
		return 0
	}
	value := plainString(b[n+1:])
	if n += 1 + value; value == 0 || n >= len(b) || b[n] != ',' {
		return 0
	}
	return n + 1
}

// plainString returns the length of the string without escapes that b begins
// with; 0 when it begins with anything else.
func plainString(b []byte) int {
	if len(b) == 0 || b[0] != '"' {
		return 0
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			return 0
		}
	}
	return 0
}

// anyStamp returns the greatest time after the key in a line, at any
// depth; false when it may not have found it: an escape could be a letter of
// the key.
func anyStamp(line []byte) (last session.Time, ok bool) {
	for at := 0; ; at++ {
		i := bytes.IndexByte(line[at:], '\\')
		if i < 0 {
			break
		}
		if at += i; bytes.HasPrefix(line[at:], []byte(`\u00`)) {
			return 0, false
		}
	}
	for at := stampRare; at < len(line); at++ {
		i := bytes.IndexByte(line[at:], stampKey[stampRare])
		if i < 0 {
			break
		}
		if at += i; !bytes.HasPrefix(line[at-stampRare:], stampKey) {
			continue
		}
		t, plain := stampTime(line[at-stampRare+len(stampKey):])
		if !plain {
			return 0, false
		}
		last = session.Latest(last, t)
	}
	return last, true
}

// stampTime reads the time after a key; 0 without one. It is not plain
// when that would take decoding, or when later is less.
func stampTime(b []byte) (t session.Time, plain bool) {
	b = b[:min(len(b), maxStampBytes)]
	for len(b) > 0 && (b[0] == ':' || b[0] == ' ' || b[0] == '\t' || b[0] == '\r') {
		b = b[1:]
	}
	if len(b) == 0 || b[0] != '"' {
		return 0, len(b) > 0 && (b[0] < '0' || b[0] > '9')
	}
	end := bytes.IndexByte(b[1:], '"')
	if end < 0 || bytes.IndexByte(b[1:1+end], '\\') >= 0 {
		return 0, false
	}
	t, _, ok := session.ParseTime(string(b[1 : 1+end]))
	return t, !ok || t > 0
}

// lineTime returns the time of one line; absent when it has none.
func lineTime(line []byte) session.Time {
	var v [1]scan.Value
	if stampPaths.Scan(line, v[:]) != nil {
		return 0
	}
	t, _ := TimeOf(v[0])
	return t
}

// leastMillis separates milliseconds from seconds: as seconds it is the year 5138,
// as milliseconds 1973, before there were agents. What is less than leastSeconds,
// in 2001, is no time at all.
const (
	leastMillis  = 100_000_000_000
	leastSeconds = 1_000_000_000
)

// TimeOf reads a time: a text, or a number of seconds or milliseconds since the epoch,
// also as a text; absent when v is not a time. A naive time names no zone.
func TimeOf(v scan.Value) (t session.Time, naive bool) {
	if v.Kind() == scan.String {
		if t, naive, ok := session.ParseTime(v.BorrowString()); ok {
			return t, naive
		}
		v, _ = drift.NumberIn(v)
	}
	if ms, ok := v.ScaledDecimal(0); !ok || ms >= leastMillis {
		return session.TimeOfMillis(ms), false
	}
	const digits, perMilli = 7, 10_000 // floored, as doubles of seconds have six decimals at most
	n, ok := v.ScaledDecimal(digits)
	if !ok || n < leastSeconds*perMilli*1000 {
		return 0, false
	}
	return session.TimeOfMillis(n / perMilli), false
}

// CountOf reads a number of tokens, also one in a text; what cannot be one is 0.
func CountOf(v scan.Value) int64 {
	v, _ = drift.NumberIn(v)
	n, ok := v.Int()
	if !ok || n < 0 {
		return 0
	}
	return n
}
