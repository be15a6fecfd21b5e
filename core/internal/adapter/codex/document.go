package codex

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// docHeader is the "session" object of a TypeScript document.
type docHeader struct {
	raw     []byte
	created session.Time
}

// documentHeader reads the "session" object at the start of a document and
// returns it with the index after it; 0 without one.
func documentHeader(b []byte) (h docHeader, end int) {
	i := bytes.Index(b, []byte(`"session"`))
	if i < 0 {
		return h, 0
	}
	start := bytes.IndexByte(b[i:], '{')
	if start < 0 {
		return h, 0
	}
	start += i
	if end = scan.BalancedEnd(b, start); end < 0 {
		return h, 0
	}
	v, err := scan.Parse(b[start:end])
	if err != nil {
		return h, 0
	}
	h.raw = b[start:end]
	h.created, _ = adapter.TimeOf(v.Get("timestamp"))
	return h, end
}

// itemStart is how an item of a document begins a line; a damaged item ends
// where the next one starts so.
var itemStart = []byte("\n    {")

// readDocument walks a TypeScript document: {"session":{…},"items":[…]}. Its
// items are visited one by one, so a torn end costs the last one only.
func (w *walk) readDocument(f *file) error {
	b, err := adapter.ReadFile(w.env, f.path, MaxDocumentBytes)
	if err != nil {
		return err
	}
	w.log.CountRead(0, int64(len(b)))
	w.f = f
	d := document{w: w, b: b, vals: make([]scan.Value, linePaths.Len()), line: 1}
	h, end := documentHeader(b)
	if end > 0 {
		d.objects++
		f.lines++
		w.rec = adapter.Record{Kind: adapter.Meta, Line: 1, Time: h.created}
		if w.want.Raw {
			w.rec.Raw = append([]byte(nil), h.raw...)
		}
		w.stateBare(&w.rec, h.created, formatDocument)
		if err := w.out.Record(&w.rec); err != nil {
			return err
		}
	}
	i := bytes.Index(b[end:], []byte(`"items"`))
	if i < 0 {
		return d.emptyError()
	}
	if err := d.readItems(end + i + len(`"items"`)); err != nil {
		return err
	}
	return d.emptyError()
}

// document is the walk over the items of one document.
type document struct {
	w       *walk
	b       []byte
	vals    []scan.Value
	objects int64
	line    int64
	counted int // bytes whose line ends are in line
}

// emptyError is the error of a file in which nothing could be read.
func (d *document) emptyError() error {
	if d.objects > 0 || len(d.b) == 0 {
		return nil
	}
	return fault.New(fault.ParseError, "nothing in the file can be read").At(d.w.f.path, 1, 0).
		WithHint("the file is damaged or not of this format")
}

// readItems visits the objects of the list that starts after b[i].
func (d *document) readItems(i int) error {
	for i < len(d.b) {
		switch d.b[i] {
		case ' ', '\n', '\r', '\t', ',', ':', '[', 0:
			i++
			continue
		case ']':
			return nil
		}
		end := -1
		if d.b[i] == '{' {
			end = scan.BalancedEnd(d.b, i)
		}
		if end > 0 && linePaths.Scan(d.b[i:end], d.vals) == nil {
			if err := d.readItem(i, end); err != nil {
				return err
			}
			i = end
			continue
		}
		if err := d.w.log.ReportSkip(d.w.f.path, d.lineOf(i), int64(i), d.skipReason(end)); err != nil {
			return err
		}
		next := bytes.Index(d.b[i+1:], itemStart)
		if next < 0 {
			return nil
		}
		i += 1 + next
	}
	return nil
}

func (d *document) skipReason(end int) string {
	if end < 0 {
		return string(scan.Truncated)
	}
	return string(scan.Syntax)
}

// lineOf returns the number of the line that contains b[i]; i never falls.
func (d *document) lineOf(i int) int64 {
	for _, c := range d.b[d.counted:i] {
		if c == '\n' {
			d.line++
		}
	}
	d.counted = i
	return d.line
}

func (d *document) readItem(i, end int) error {
	d.objects++
	d.w.f.lines++
	d.w.log.CountRead(1, 0)
	d.w.log.Drift.Inspect(d.w.env.Agent, d.b[i:end])
	l := line{rec: scan.Record{Bytes: d.b[i:end], Line: d.lineOf(i), Offset: int64(i)}, v: d.vals, bare: true}
	return d.w.bareLine(&l, d.w.beginRecord(&l))
}
