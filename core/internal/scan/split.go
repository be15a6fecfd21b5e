package scan

import "bytes"

// SplitRecords salvages the records of one line: it calls visit for every complete
// JSON object that is a record, and skip for every run of bytes that is not,
// both in order of offset within their kind. It is for lines on which
// Paths.Scan found a Defect; a line that is one object yields itself. White
// space belongs to nothing. An error of visit ends Split and is returned.
//
// The rule, in which "break" is where the bytes stop being JSON:
//
//  1. At the start of the line and after every record, a complete object is
//     a record, unless what follows shows that it is a part whose head is
//     lost: a comma and a key, or a closing bracket and more of the like.
//  2. A value that is cut off by the end of the line holds no records: the
//     complete objects inside it are its parts. One skip, Truncated.
//  3. After a break, a complete object is a record only if it reaches to the
//     end of the line or to the start of another object: the parts of a
//     record are followed by a comma or a bracket, a record is not.
//     The earliest start wins.
//  4. A torn record ends at its successor inside its last string (whose
//     closing quote then is the first quote of the successor, so that the
//     successor starts at the brace before it) or right at the break. A start
//     anywhere else must not look like the part of a record: one that follows
//     a comma, an opening bracket or a key is passed over.
//
// A record torn right after a colon or inside an array swallows its
// successor as a value; nothing distinguishes that from a whole value that was cut off.
//
// Every attempt continues after the previous one, but for the last string, so
// the work is linear in the line.
func SplitRecords(line Record, visit func(Record) error, skip func(Skipped)) error {
	s := splitter{line: line, skip: skip}
	b := line.Bytes
	i := s.skipSeparators(0, len(b))
	for i < len(b) {
		start, end := salvageRecord(b, i)
		if start > i {
			s.reportGap(i, start)
		}
		if start == len(b) {
			return nil
		}
		err := visit(Record{
			Bytes:  b[start:end:end],
			Line:   line.Line,
			Offset: line.Offset + int64(start),
			Torn:   line.Torn && end == len(b),
		})
		if err != nil {
			return err
		}
		i = s.skipSeparators(end, len(b))
	}
	return nil
}

// countSteps, if set, is called with the number of bytes that each part of
// Split has read. Tests set it to prove that Split is linear.
var countSteps func(bytes int)

func addSteps(bytes int) {
	if countSteps != nil {
		countSteps(bytes)
	}
}

// splitter reports the skipped parts of a line.
type splitter struct {
	line Record
	skip func(Skipped)
}

// reportSkipped skips b[i:end] of the line.
func (s *splitter) reportSkipped(i, end int, why Reason) {
	s.skip(Skipped{Line: s.line.Line, Offset: s.line.Offset + int64(i), Length: int64(end - i), Reason: why})
}

// skipSeparators passes over white space and NUL bytes from i, reports each run
// of the latter, and returns where something else begins, at most end.
func (s *splitter) skipSeparators(i, end int) int {
	b := s.line.Bytes[:end]
	for {
		i, _ = nextByte(b, i)
		if i == end || b[i] != 0 {
			return i
		}
		from := i
		for i < end && b[i] == 0 {
			i++
		}
		s.reportSkipped(from, i, NUL)
	}
}

// reportGap reports line[i:end], which holds no record. What it looks like on its
// own is the reason: a torn record is Truncated.
func (s *splitter) reportGap(i, end int) {
	addSteps(end - i)
	b := s.line.Bytes[:end]
	for isSeparator(b[end-1]) { // b[i] is no separator
		end--
	}
	why := NotObject
	if _, err := Parse(b[i:end]); err != nil {
		why = err.(*Defect).Reason
	}
	s.reportSkipped(i, end, why)
	s.skipSeparators(end, len(b))
}

// salvageRecord returns the next record in b[i:], len(b) twice without one.
func salvageRecord(b []byte, i int) (start, end int) {
	start = i
	for start < len(b) {
		end, s := skipValue(b, start, 0)
		addSteps(end - start)
		first := start == i
		switch {
		case s == done && b[start] == '{' && (first && !continuesObject(b, end) || recordEndsAt(b, end)):
			return start, end
		case s == bad && end == len(b): // cut off
			return len(b), len(b)
		case s == done && b[start] == '{' || s == tooDeep: // part of a record
			start = nextCandidate(b, i, max(end, start+1), -1)
		default: // a break, or another value with a break after it
			if k := braceBefore(b, end); k > start {
				start = k
			} else {
				start = nextCandidate(b, i, max(end, start+1), end)
			}
		}
	}
	return len(b), len(b)
}

// continuesObject reports whether what follows at b[i] makes the object before it a
// part of another.
func continuesObject(b []byte, i int) bool {
	from := i
	i, c := nextByte(b, i)
	end, d := nextByte(b, min(i+1, len(b)))
	addSteps(end - from)
	switch c {
	case ',':
		return d == '"'
	case '}', ']':
		return d == ',' || d == '}' || d == ']'
	}
	return false
}

// recordEndsAt reports whether, but for separators, the line ends at b[i] or an
// object starts there.
func recordEndsAt(b []byte, i int) bool {
	from := i
	for i < len(b) && isSeparator(b[i]) {
		i++
	}
	addSteps(i - from)
	return i == len(b) || opensObject(b, i)
}

// opensObject reports whether b[i:] starts like an object with a member.
func opensObject(b []byte, i int) bool {
	if b[i] != '{' {
		return false
	}
	end, c := nextByte(b, i+1)
	addSteps(end - i)
	return c == '"'
}

// braceBefore returns the index of the brace in front of the quote that closed
// a string right before the break at b[i], -1 without one.
func braceBefore(b []byte, i int) int {
	k := lastBefore(b, i)
	if k < 0 || b[k] != '"' {
		return -1
	}
	k = lastBefore(b, k)
	if k < 0 || b[k] != '{' {
		return -1
	}
	return k
}

// nextCandidate returns the first place at or after from where a record may
// start, len(b) without one. At the break it may follow anything. Nothing
// before b[first] counts.
func nextCandidate(b []byte, first, from, brk int) int {
	for {
		rest := b[min(from, len(b)):]
		n := bytes.IndexByte(rest, '{')
		if n < 0 {
			n = len(rest)
		}
		addSteps(n)
		if n == len(rest) {
			return len(b)
		}
		from += n
		if opensObject(b, from) && (from == brk || !partOf(b, first, from)) {
			return from
		}
		from++
	}
}

// partOf reports whether the bytes before b[i] make it part of an array or
// a member's value. A single byte at first does not: it may part two records.
func partOf(b []byte, first, i int) bool {
	k := lastBefore(b, i)
	if k <= first {
		return false
	}
	if b[k] == ':' {
		k = lastBefore(b, k)
		return k >= first && b[k] == '"'
	}
	return b[k] == ',' || b[k] == '['
}

// lastBefore returns the index of the last byte before b[i] that is not white
// space, -1 without one.
func lastBefore(b []byte, i int) int {
	from := i
	for i--; i >= 0 && isSeparator(b[i]) && b[i] != 0; i-- {
	}
	addSteps(from - i)
	return i
}

func isSeparator(c byte) bool {
	return c == ' ' || c == 0 || c == '\t' || c == '\n' || c == '\r'
}
