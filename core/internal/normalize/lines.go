package normalize

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// ParseOutput makes messages of what a process printed: JSON Lines, values over
// several lines, lists of them and server-sent events, with anything else
// between them. What cannot be read is passed to skip, line by line, and the
// rest is read. read is the number of records.
func ParseOutput(b []byte, skip func(scan.Skipped)) (out []session.JSON, read int) {
	s := NewStream(func(m session.JSON) { out = append(out, m) })
	r := splitter{b: scan.TrimBOM(b), skip: skip, visit: func(v scan.Value) {
		read++
		s.ReadRecord(v)
	}}
	r.shift = int64(len(b) - len(r.b))
	r.splitLines()
	s.End()
	return out, read
}

// splitter finds the records in a text.
type splitter struct {
	b     []byte
	shift int64 // of offsets
	visit func(scan.Value)
	skip  func(scan.Skipped)
	tried int // up to here no value begins that reaches over its line
}

func (r *splitter) splitLines() {
	line := int64(1)
	for i := 0; i < len(r.b); {
		end := i + lineLength(r.b[i:])
		next := r.readLine(i, end, line)
		line += int64(bytes.Count(r.b[i:next], []byte{'\n'}))
		i = next
	}
}

// lineLength is how long the first line of b is, with its end.
func lineLength(b []byte) int {
	if n := bytes.IndexByte(b, '\n'); n >= 0 {
		return n + 1
	}
	return len(b)
}

// readLine reads the records that begin in the line b[from:end], and returns
// where the next line begins.
func (r *splitter) readLine(from, end int, number int64) int {
	text := bytes.TrimSpace(r.b[from:end])
	if field, value, ok := bytes.Cut(text, []byte{':'}); ok && isWord(" data event id retry ", string(field)) || ok && len(field) == 0 {
		if string(field) != "data" { // the rest of an event says nothing more
			return end
		}
		text = bytes.TrimSpace(value)
	}
	if len(text) == 0 || string(text) == "[DONE]" {
		return end
	}
	v, err := scan.Parse(text)
	if err == nil && (v.Kind() == scan.Object || v.Kind() == scan.Array) {
		r.visit(v)
		return end
	}
	start := from + bytes.IndexByte(r.b[from:end], text[0])
	if c := text[0]; (c == '{' || c == '[') && start >= r.tried {
		stop, ok := scan.BalancedEndInLines(r.b, start)
		if ok && stop > end { // over more than this line
			if v, err := scan.Parse(r.b[start:stop]); err == nil {
				r.visit(v)
				return stop
			}
		}
		r.tried = stop
	}
	r.salvageLine(from, text, number)
	return end
}

// salvageLine reads the whole records of a line that is not one.
func (r *splitter) salvageLine(from int, text []byte, number int64) {
	at := int64(bytes.Index(r.b[from:], text) + from)
	_ = scan.SplitRecords(scan.Record{Bytes: text, Line: number, Offset: at + r.shift}, func(rec scan.Record) error {
		if v, err := scan.Parse(rec.Bytes); err == nil {
			r.visit(v)
		}
		return nil
	}, r.skip)
}
