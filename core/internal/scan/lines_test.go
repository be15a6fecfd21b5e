package scan_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

// file is a Source in memory that counts what is asked of it.
type file struct {
	data   []byte
	read   int64 // bytes delivered, repeated reads included
	widest int
	fail   int64 // offset from which reads fail, 0 for never
}

var errBroken = errors.New("disk on fire")

func (f *file) ReadAt(p []byte, off int64) (int, error) {
	f.widest = max(f.widest, len(p))
	if f.fail > 0 && off+int64(len(p)) > f.fail {
		return 0, errBroken
	}
	n := copy(p, f.data[min(off, int64(len(f.data))):])
	f.read += int64(n)
	return n, nil
}

func readAll(l *scan.Lines) (got []string) {
	for {
		r, ok := l.NextRecord()
		if !ok {
			return got
		}
		s := fmt.Sprintf("%d@%d:%s", r.Line, r.Offset, r.Bytes)
		if r.Torn {
			s += "~"
		}
		got = append(got, s)
	}
}

func TestLines(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"one", "{}\n", "1@0:{}"},
		{"torn", "{}\n{\"a", "1@0:{} 2@3:{\"a~"},
		{"CRLF", "a\r\nb\r\n", "1@0:a 2@3:b"},
		{"one CR only", "a\r\r\n", "1@0:a\r"},
		{"torn CR", "a\r", "1@0:a~"},
		{"blank lines count", "\n\na\n \t\r\nb\n\n", "3@2:a 5@8:b"},
		{"BOM", "\ufeffa\nb", "1@3:a 2@5:b~"},
		{"BOM alone", "\ufeff\na", "2@4:a~"},
		{"BOM on line 2 stays", "a\n\ufeffb\n", "1@0:a 2@2:\ufeffb"},
		{"NULs are no blanks", "a\n\x00\x00\nb", "1@0:a 2@2:\x00\x00 3@5:b~"},
		{"spaces stay", " a \n", "1@0: a "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := scan.NewLines(&file{data: []byte(tt.in)}, int64(len(tt.in)))
			if got := strings.Join(readAll(l), " "); got != tt.want || l.Err() != nil {
				t.Errorf("got %q %v, want %q", got, l.Err(), tt.want)
			}
			if l.BytesRead() != int64(len(tt.in)) {
				t.Errorf("BytesRead = %d", l.BytesRead())
			}
			if _, ok := l.NextRecord(); ok {
				t.Error("Next goes on behind the end")
			}
		})
	}
}

func TestLinesSnapshot(t *testing.T) {
	f := &file{data: []byte("one\ntwo\nthree\n")}
	if got := strings.Join(readAll(scan.NewLines(f, 6)), " "); got != "1@0:one 2@4:tw~" {
		t.Errorf("growing file: %q", got)
	}
	if got := strings.Join(readAll(scan.NewLines(f, 100)), " "); got != "1@0:one 2@4:two 3@8:three" {
		t.Errorf("shrunk file: %q", got)
	}
	l := scan.NewLines(&file{}, 100)
	if got := readAll(l); got != nil || l.Err() != nil || l.BytesRead() != 0 {
		t.Errorf("vanished file: %q %v", got, l.Err())
	}
}

func TestLinesFrom(t *testing.T) {
	data := []byte("\ufeffone\ntwo\n\nthree\nfour")
	for _, tt := range []struct {
		off, line int64
		want      string
	}{
		{0, 1, "1@3:one 2@7:two 4@12:three 5@18:four~"},
		{0, 0, "0@3:one 0@7:two 0@12:three 0@18:four~"},
		{7, 2, "2@7:two 4@12:three 5@18:four~"},
		{7, 0, "0@7:two 0@12:three 0@18:four~"},
		{8, 0, "0@12:three 0@18:four~"},
		{11, 0, "0@12:three 0@18:four~"},
		{12, 0, "0@12:three 0@18:four~"},
		{13, 0, "0@18:four~"},
		{19, 0, ""},
		{22, 6, ""},
		{99, 0, ""},
		{-5, 1, "1@3:one 2@7:two 4@12:three 5@18:four~"},
	} {
		l := scan.NewLines(&file{data: data}, int64(len(data))).StartAt(tt.off, tt.line)
		if got := strings.Join(readAll(l), " "); got != tt.want {
			t.Errorf("From(%d, %d): got %q, want %q", tt.off, tt.line, got, tt.want)
		}
	}
}

// simpleLines is the obvious reader.
func simpleLines(data []byte) (got []string) {
	off := 0
	for k, line := range bytes.SplitAfter(data, []byte("\n")) {
		body := bytes.TrimSuffix(line, []byte("\n"))
		torn := len(body) == len(line)
		body = bytes.TrimSuffix(body, []byte("\r"))
		if len(bytes.Trim(body, " \t\r")) > 0 {
			s := fmt.Sprintf("%d@%d:%s", k+1, off, body)
			if torn {
				s += "~"
			}
			got = append(got, s)
		}
		off += len(line)
	}
	return got
}

// Lines of every length around the chunk size, in random order, through one
// reader that is used again.
func TestLinesAgainstSimpleReader(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var l scan.Lines
	for round := range 30 {
		var b bytes.Buffer
		for range r.Intn(12) {
			n := r.Intn(300)
			switch r.Intn(5) {
			case 0:
				n = scan.ChunkBytes - 3 + r.Intn(6)
			case 1:
				n = r.Intn(3 * scan.ChunkBytes)
			}
			b.WriteString(strings.Repeat(string(rune('a'+r.Intn(26))), n))
			b.WriteString([]string{"\n", "\r\n", "\n\n"}[r.Intn(3)])
		}
		data := b.Bytes()[:max(0, b.Len()-r.Intn(2))]
		f := &file{data: data}
		l.Reset(f, int64(len(data)))
		got, want := readAll(&l), simpleLines(data)
		if len(got) != len(want) {
			t.Fatalf("round %d: %d lines, want %d", round, len(got), len(want))
		}
		for k := range got {
			if got[k] != want[k] {
				t.Fatalf("round %d: line %.30q, want %.30q", round, got[k], want[k])
			}
		}
		if l.BytesRead() != int64(len(data)) || l.Err() != nil {
			t.Fatalf("BytesRead %d of %d, %v", l.BytesRead(), len(data), l.Err())
		}
		if f.widest > scan.ChunkBytes {
			t.Fatalf("a read of %d bytes", f.widest)
		}
	}
}

// wide is a Source of one long line between two short ones, not held in
// memory by the test.
type wide struct{ long int64 }

func (w wide) size() int64 { return 4 + w.long + 1 + 4 }

func (w wide) ReadAt(p []byte, off int64) (int, error) {
	p = p[:min(int64(len(p)), w.size()-off)]
	for k := copy(p, wideFill); k < len(p); k *= 2 {
		copy(p[k:], p[:k])
	}
	for _, mark := range []struct {
		at int64
		c  byte
	}{{0, '{'}, {3, '\n'}, {4 + w.long, '\n'}, {4 + w.long + 1, '{'}, {w.size() - 1, '\n'}} {
		if k := mark.at - off; k >= 0 && k < int64(len(p)) {
			p[k] = mark.c
		}
	}
	return len(p), nil
}

const wideFill = "xxxxxxxxxxxxxxxx"

func TestLinesTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 256 MB")
	}
	for _, long := range []int64{scan.MaxLineBytes, scan.MaxLineBytes + 1} {
		w := wide{long}
		l := scan.NewLines(w, w.size())
		var got []int64
		for {
			r, ok := l.NextRecord()
			if !ok {
				break
			}
			got = append(got, r.Line, r.Offset, int64(len(r.Bytes)))
		}
		if long == scan.MaxLineBytes {
			if fmt.Sprint(got) != fmt.Sprint([]int64{1, 0, 3, 2, 4, long, 3, long + 5, 3}) || l.SkippedLines() != nil {
				t.Errorf("longest line: %v %v", got, l.SkippedLines())
			}
			continue
		}
		if fmt.Sprint(got) != fmt.Sprint([]int64{1, 0, 3, 3, long + 5, 3}) {
			t.Errorf("too long a line: %v", got)
		}
		want := scan.Skipped{Line: 2, Offset: 4, Length: long, Reason: scan.LineTooLong}
		if s := l.SkippedLines(); len(s) != 1 || s[0] != want {
			t.Errorf("skipped %v, want %v", s, want)
		}
		if l.BytesRead() != w.size() {
			t.Errorf("BytesRead = %d", l.BytesRead())
		}
	}
}

func TestLinesErrors(t *testing.T) {
	data := bytes.Repeat([]byte("line\n"), 200_000)
	l := scan.NewLines(&file{data: data, fail: 500_000}, int64(len(data)))
	n := len(readAll(l))
	if !errors.Is(l.Err(), errBroken) || n == 0 || n >= 100_000 {
		t.Errorf("%d lines, %v", n, l.Err())
	}
	if _, ok := l.NextRecord(); ok {
		t.Error("Next goes on behind an error")
	}
	// In the middle of a long line.
	long := append([]byte("a\n"), bytes.Repeat([]byte("x"), 1_000_000)...)
	l = scan.NewLines(&file{data: long, fail: 700_000}, int64(len(long)))
	if got := readAll(l); len(got) != 0 && got[0] != "1@0:a" || !errors.Is(l.Err(), errBroken) {
		t.Errorf("%.20q, %v", got, l.Err())
	}
}

func TestLinesProgress(t *testing.T) {
	data := append(bytes.Repeat([]byte("line\n"), 500_000), bytes.Repeat([]byte("x"), 3_000_000)...)
	l := scan.NewLines(&file{data: data}, int64(len(data)))
	var last int64
	l.OnProgress(func(done, total int64) error {
		if done < last || done > last+1<<20 || total != int64(len(data)) {
			t.Fatalf("progress from %d to %d of %d", last, done, total)
		}
		last = done
		return nil
	})
	readAll(l)
	if last != int64(len(data)) || l.Err() != nil {
		t.Errorf("last progress %d, %v", last, l.Err())
	}
	l = scan.NewLines(&file{data: data}, int64(len(data)))
	l.OnProgress(func(done, _ int64) error {
		if done > 1<<20 {
			return errBroken
		}
		return nil
	})
	readAll(l)
	if !errors.Is(l.Err(), errBroken) || l.BytesRead() > 2<<20 {
		t.Errorf("stopped with %v after %d bytes", l.Err(), l.BytesRead())
	}
}

// One buffer serves all lines and all files; a long line costs its length and
// one chunk, and is read twice at most.
func TestLinesMemory(t *testing.T) {
	data := claudeLines(1 << 20)
	f := &file{data: data}
	var l scan.Lines
	pass := func() {
		l.Reset(f, int64(len(data)))
		for {
			if _, ok := l.NextRecord(); !ok {
				break
			}
		}
	}
	pass()
	if n := testing.AllocsPerRun(5, pass); n != 0 {
		t.Errorf("%v allocations for a file", n)
	}
	long := bytes.Repeat([]byte("x"), 9<<20)
	f = &file{data: long}
	fresh := scan.NewLines(f, int64(len(long)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, ok := fresh.NextRecord()
	runtime.ReadMemStats(&after)
	if !ok || len(r.Bytes) != len(long) {
		t.Fatal("the long line is not read")
	}
	if spent := after.TotalAlloc - before.TotalAlloc; spent > uint64(len(long)+3*scan.ChunkBytes) {
		t.Errorf("%d bytes allocated for a line of %d", spent, len(long))
	}
	if f.read > 2*int64(len(long)) {
		t.Errorf("%d bytes read for a line of %d", f.read, len(long))
	}
}
