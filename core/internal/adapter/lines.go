package adapter

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// source reads one file.
type source struct {
	env  *Env
	path string
}

func (s source) ReadAt(p []byte, off int64) (int, error) { return s.env.ReadAt(s.path, p, off) }

// EachObject visits every JSON object of a JSONL file in order, with the
// values of paths in it. Torn, glued and broken lines are salvaged as
// core/internal/scan does it; what cannot be read goes to the log of defects, and so does, though
// it is visited, what is not read as it is: text that is not Unicode, and
// the second of two objects on one line. The values and the record's bytes
// are valid during the call only. Returning an error ends it.
//
// A file that has bytes but no readable object is PARSE_ERROR.
func EachObject(env *Env, defects Defects, path string, size int64, paths *scan.Paths, visit func(rec scan.Record, v []scan.Value) error) error {
	return EachObjectFrom(env, defects, path, 0, size, paths, visit)
}

// EachObjectIf is EachObject without the lines that keep refuses: it sees a
// line's bytes before any parsing, and what it refuses is counted as a record
// and not looked at. It is how a projection that needs few of the lines skips
// the rest by a byte search.
func EachObjectIf(env *Env, defects Defects, path string, size int64, paths *scan.Paths, keep func(line []byte) bool, visit func(rec scan.Record, v []scan.Value) error) error {
	w := &objectWalk{env: env, log: defects.Log(), path: path, paths: paths, keep: keep, visit: visit}
	return w.walkLines(0, size)
}

// EachObjectFrom is EachObject for the part of a file from byte offset from,
// which must be the start of a line, to byte offset end.
func EachObjectFrom(env *Env, defects Defects, path string, from, end int64, paths *scan.Paths, visit func(rec scan.Record, v []scan.Value) error) error {
	w := &objectWalk{env: env, log: defects.Log(), path: path, paths: paths, visit: visit}
	return w.walkLines(from, end)
}

// walkLines walks the lines that begin in [from, end).
func (w *objectWalk) walkLines(from, end int64) error {
	env := w.env
	var bytes int64 // known at the end of the file
	defer func() { w.log.CountRead(w.objects, bytes) }()
	tools := getTools(w.paths)
	defer putTools(tools, end)
	w.scanner = &tools.scanner
	lines := &tools.lines
	lines.Reset(source{env, w.path}, end)
	if from > 0 {
		lines.StartAt(from, 0)
	}
	if env.Long != nil {
		var t turn
		defer t.releaseBuffer()
		lines.OnLong(func(n int) []byte { return t.acquireBuffer(env.Long, n) })
	}
	if poll := env.Host.Poll; poll != nil {
		lines.OnProgress(poll.Poll)
	}
	for {
		rec, ok := lines.NextRecord()
		if len(lines.SkippedLines()) > w.seen {
			if err := w.reportSkippedLines(lines); err != nil {
				return err
			}
		}
		if !ok {
			break
		}
		if w.keep != nil && !w.keep(rec.Bytes) {
			w.objects++
			continue
		}
		if err := w.readLine(rec); err != nil {
			return err
		}
	}
	bytes = lines.BytesRead()
	if err := lines.Err(); err != nil {
		return err
	}
	if w.objects == 0 && w.first != nil {
		return w.first
	}
	return nil
}

// tools are what the lines of a file are read with.
type tools struct {
	lines   scan.Lines
	scanner scan.Scanner
}

// toolPool keeps a few tools between files, with their buffers and the shapes
// that they have recorded: a home has thousands of files.
var toolPool = pool.New(func() *tools { return &tools{} })

// keptBytes is the largest file whose tools are kept: a larger one may have
// grown its buffer to a line of that size.
const keptBytes = 8 << 20

func getTools(paths *scan.Paths) *tools {
	t := toolPool.Get()
	t.scanner.Reset(paths)
	return t
}

// putTools returns t, which has read a file of size bytes, to the pool. The
// caller must not use it afterwards.
func putTools(t *tools, size int64) {
	if size > keptBytes {
		return
	}
	t.lines.Reset(nil, 0) // drops the host
	t.lines.OnProgress(nil)
	t.scanner.Release()
	toolPool.Put(t)
}

type objectWalk struct {
	env     *Env
	log     *DefectLog
	path    string
	paths   *scan.Paths
	keep    func(line []byte) bool // nil keeps every line
	visit   func(rec scan.Record, v []scan.Value) error
	scanner *scan.Scanner
	seen    int // skips of the line reader already reported
	objects int64
	first   *fault.Error // first defect, the error when nothing at all can be read
}

func (w *objectWalk) readLine(rec scan.Record) error {
	v, err := w.scanner.Scan(rec.Bytes)
	if err == nil {
		return w.visitObject(rec, v)
	}
	var skipErr error
	parts := 0
	err = scan.SplitRecords(rec, func(part scan.Record) error {
		v, err := w.scanner.Scan(part.Bytes)
		if err != nil {
			return w.reportSkip(part.Line, part.Offset, string(scan.Syntax))
		}
		if parts++; parts == 2 { // whole, but the line is damaged all the same
			if err := w.log.ReportSkip(w.path, part.Line, part.Offset, string(scan.Glued)); err != nil {
				return err
			}
		}
		return w.visitObject(part, v)
	}, func(s scan.Skipped) {
		if e := w.reportSkip(s.Line, s.Offset, string(s.Reason)); e != nil && skipErr == nil {
			skipErr = e
		}
	})
	if skipErr != nil {
		return skipErr
	}
	return err
}

func (w *objectWalk) visitObject(rec scan.Record, v []scan.Value) error {
	w.objects++
	w.log.Drift.Inspect(w.env.Agent, rec.Bytes)
	if w.log.HasReport() {
		if bad := scan.BadUnicode(rec.Bytes); bad >= 0 {
			if err := w.log.ReportSkip(w.path, rec.Line, rec.Offset+int64(bad), string(scan.UTF8)); err != nil {
				return err
			}
		}
	}
	return w.visit(rec, v)
}

func (w *objectWalk) reportSkippedLines(lines *scan.Lines) error {
	all := lines.SkippedLines()
	for ; w.seen < len(all); w.seen++ {
		s := all[w.seen]
		if err := w.reportSkip(s.Line, s.Offset, string(s.Reason)); err != nil {
			return err
		}
	}
	return nil
}

func (w *objectWalk) reportSkip(line, offset int64, reason string) error {
	if w.first == nil {
		w.first = fault.New(fault.ParseError, "nothing in the file can be read: "+reason).At(w.path, line, offset).
			WithHint("the file is damaged or not of this format")
	}
	return w.log.ReportSkip(w.path, line, offset, reason)
}

// ReadFile returns a whole file of at most limit bytes.
func ReadFile(env *Env, path string, limit int64) ([]byte, error) {
	info, err := env.Host.Files.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Kind != host.File {
		return nil, fault.New(fault.BadRef, "not a regular file").At(path, 0, 0)
	}
	if info.Size > limit {
		return nil, fault.New(fault.LimitExceeded, "file is larger than this reader accepts").At(path, 0, 0)
	}
	buf := make([]byte, min(info.Size, scan.ChunkBytes))
	var holes scan.Holes
	for n := 0; ; {
		got, err := env.ReadAt(path, buf[n:], int64(n))
		if err != nil {
			return nil, err
		}
		if holes.AddChunk(buf[n : n+got]) {
			return nil, fault.New(fault.LimitExceeded, "the file is mostly NUL bytes").At(path, 0, int64(n)).WithHint("it is damaged, or was made to be large")
		}
		if n += got; n < len(buf) || int64(n) == info.Size {
			return buf[:n], nil
		}
		buf = append(buf, make([]byte, min(info.Size-int64(n), int64(max(n, scan.ChunkBytes))))...)
	}
}
