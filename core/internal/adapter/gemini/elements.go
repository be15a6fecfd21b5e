package gemini

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// elements walks the objects of a JSON list, one by one, so that a damaged or
// torn one costs its neighbours nothing.
type elements struct {
	env     *adapter.Env
	defects adapter.Defects
	path    string
	b       []byte
	visit   func(rec scan.Record) error
	seen    int64
	line    int64
	counted int // bytes whose line ends are in line
	polled  int // bytes that the host knows of
}

// pollBytes is how much is read between two looks at the deadline.
const pollBytes = 1 << 20

// listIn returns the index of the list under a key of the
// outermost object, -1 without one.
func listIn(b []byte, key string) int {
	mark := []byte(`"` + key + `"`)
	for from := 0; ; {
		i := bytes.Index(b[from:], mark)
		if i < 0 {
			return -1
		}
		from += i + len(mark)
		v := bytes.TrimLeft(b[from:], " \t\r\n:")
		if len(v) > 0 && v[0] == '[' && len(v) < len(b)-from {
			return len(b) - len(v)
		}
	}
}

// visitList visits the objects of the list whose bracket is b[i].
func (w *elements) visitList(i int) error {
	w.line = 1
	start := itemStart(w.b[i:])
	i++
	for i < len(w.b) {
		switch w.b[i] {
		case ' ', '\n', '\r', '\t', ',', 0:
			i++
			continue
		case ']':
			return nil
		}
		next, limit := -1, len(w.b)
		if len(start) > 0 {
			if next = bytes.Index(w.b[i+1:], start); next >= 0 {
				next += i + 1
				limit = next
			}
		}
		end := -1
		if w.b[i] == '{' {
			end = scan.BalancedEnd(w.b[:limit], i)
		}
		reason := scan.Truncated
		if end > 0 {
			if _, err := scan.Parse(w.b[i:end]); err == nil {
				if err := w.visitElement(i, end); err != nil {
					return err
				}
				i = end
				continue
			}
			reason = scan.Syntax
		}
		if err := w.defects.Log().ReportSkip(w.path, w.lineOf(i), int64(i), string(reason)); err != nil {
			return err
		}
		if next < 0 {
			return nil
		}
		i = next
	}
	return w.defects.Log().ReportSkip(w.path, w.lineOf(i), int64(i), string(scan.Truncated))
}

func (w *elements) visitElement(i, end int) error {
	w.seen++
	if poll := w.env.Host.Poll; poll != nil && end-w.polled > pollBytes {
		w.polled = end
		if err := poll.Poll(int64(end), int64(len(w.b))); err != nil {
			return err
		}
	}
	rec := scan.Record{Bytes: w.b[i:end], Line: w.lineOf(i), Offset: int64(i)}
	w.defects.Log().CountRead(1, 0)
	w.defects.Log().Drift.Inspect(w.env.Agent, rec.Bytes)
	if w.defects.Log().HasReport() {
		if bad := scan.BadUnicode(rec.Bytes); bad >= 0 {
			if err := w.defects.Log().ReportSkip(w.path, rec.Line, rec.Offset+int64(bad), string(scan.UTF8)); err != nil {
				return err
			}
		}
	}
	return w.visit(rec)
}

// lineOf returns the number of the line that contains b[i]; i never falls.
func (w *elements) lineOf(i int) int64 {
	w.line += int64(bytes.Count(w.b[w.counted:i], []byte{'\n'}))
	w.counted = i
	return w.line
}

// itemStart is how the objects of a printed list begin a line: a damaged one
// ends where the next line starts so. Empty when the list is on one line.
func itemStart(b []byte) []byte {
	open := bytes.IndexByte(b, '{')
	if open < 0 {
		return nil
	}
	line := bytes.LastIndexByte(b[:open], '\n')
	if line < 0 {
		return nil
	}
	return b[line : open+1]
}

// emptyError is the error of a file in which nothing can be read.
func emptyError(path string) error {
	return fault.New(fault.ParseError, "nothing in the file can be read").At(path, 1, 0).
		WithHint("the file is damaged or not of this format")
}
