package scan_test

import (
	"bytes"
	"math/rand"
	"reflect"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

// manyPaths are more than the bits of a mask of encountered nodes.
var manyPaths = func() []string {
	paths := append([]string(nil), fixedPaths...)
	for i := range 70 {
		paths = append(paths, "m"+strconv.Itoa(i)+".x")
	}
	return append(paths, "b", "b.a", "b.c", "c", "c.a")
}()

// checkScanner holds a Scanner that has seen other records against Scan.
func checkScanner(t *testing.T, s *scan.Scanner, p *scan.Paths, rec []byte) {
	t.Helper()
	want := make([]scan.Value, p.Len())
	wantErr := p.Scan(rec, want)
	got, gotErr := s.Scan(rec)
	if !reflect.DeepEqual(wantErr, gotErr) {
		t.Fatalf("%q: Scanner says %v, Scan %v", rec, gotErr, wantErr)
	}
	if wantErr != nil {
		return
	}
	for i := range want {
		if !bytes.Equal(got[i].Raw(), want[i].Raw()) {
			t.Fatalf("%q: slot %d is %q, not %q", rec, i, got[i].Raw(), want[i].Raw())
		}
	}
}

// vary returns a record much like another one.
func vary(r *rand.Rand, rec []byte) []byte {
	out := bytes.Clone(rec)
	for range r.Intn(3) {
		if len(out) == 0 {
			break
		}
		at := r.Intn(len(out))
		switch r.Intn(4) {
		case 0:
			out[at] = "\"{}[],:\\ 1a"[r.Intn(11)]
		case 1:
			out = append(out[:at:at], out[min(len(out), at+r.Intn(9)):]...)
		case 2: // a part again, often a member
			end := min(len(out), at+r.Intn(40))
			out = append(out[:end:end], out[at:]...)
		case 3:
			out = append(out[:at:at], append([]byte(`"a":{"b":1},`), out[at:]...)...)
		}
	}
	return out
}

func TestScannerIsScan(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewSource(11))}
	lines := bytes.Split(claudeLines(20), []byte("\n"))
	var s scan.Scanner
	for round := range 3000 {
		p := scan.CompilePaths(fixedPaths...)
		if round%2 == 0 {
			p = scan.CompilePaths(manyPaths...)
		}
		s.Reset(p)
		base := bytes.Clone(g.record(3))
		if round%3 == 0 {
			base = lines[round%len(lines)]
		}
		for range 20 {
			checkScanner(t, &s, p, vary(g.Rand, base))
		}
	}
}

// Stretches that repeat are passed over regardless of their context: members
// may come, go, change their length, repeat and move.
func TestScannerOnRecordsAlike(t *testing.T) {
	p := scan.CompilePaths("type", "cwd", "id", "message.id", "message.model", "message.usage.in", "message.usage.out", "message.usage", "uuid")
	var s scan.Scanner
	s.Reset(p)
	for _, rec := range []string{
		`{"id":"1","cwd":"/home/u","type":"x","message":{"id":"m1","model":"big","usage":{"in":1,"out":2}},"uuid":"u1"}`,
		`{"id":"2","cwd":"/home/u","type":"x","message":{"id":"m1","model":"big","usage":{"in":1,"out":2}},"uuid":"u2"}`,
		`{"id":"33333","cwd":"/home/u","type":"x","message":{"id":"m22","model":"big","usage":{"in":100,"out":2}},"uuid":"u2"}`,
		`{"id":"4","extra":[1,2],"cwd":"/home/u","type":"x","message":{"id":"m22","model":"big","usage":{"in":100,"out":2}},"uuid":"u2"}`,
		`{"id":"5","type":"x","message":{"id":"m22","model":"big","usage":{"in":100,"out":2}},"uuid":"u2"}`,
		`{"id":"6","cwd":"/home/u","type":"x","message":{"id":"m1","model":"big"},"uuid":"u2"}`,
		`{"id":"7","cwd":"/home/u","type":"x","message":{"id":"m1","model":"big","usage":{"in":1,"out":2}},"uuid":"u2","cwd":"/"}`,
		`{"id":"8","message":{"id":"m1","usage":{"in":5}},"cwd":"/home/u","type":"x","message":{"id":"m1","model":"big","usage":{"out":2}}}`,
		`{"id":"9","cwd":"/home/u","type":"x","message":{"id":"m1","model":"big","usage":{"in":1,"out":2}},"uuid":"u2"`,
		`{"id":"1","cwd":"/home/u","type":"x","message":{"id":"m1","model":"big","usage":{"in":1,"out":2}},"uuid":"u1"}{}`,
		`{"id":"1","cwd":"/home/u","type":"x"}`,
		`{"id":"1","cwd":"/home/u"}`,
		`{}`, ``, `[]`,
	} {
		for range 3 {
			checkScanner(t, &s, p, []byte(rec))
			checkScanner(t, &s, p, []byte(`{"id":"1","cwd":"/home/u","type":"x","message":{"id":"m1","model":"big","usage":{"in":1,"out":2}},"uuid":"u1"}`))
		}
	}
}

// Kinds of record that take turns, with values that are the same for a while.
func TestScannerOnKindsByTurns(t *testing.T) {
	p := scan.CompilePaths("type", "id", "cwd", "message", "message.id", "message.content", "message.usage.in", "done")
	r := rand.New(rand.NewSource(5))
	var s scan.Scanner
	s.Reset(p)
	cwd := "/home/u"
	for i := range 4000 {
		id := strconv.Itoa(r.Intn(1000))
		if i%97 == 0 {
			cwd += "/x"
		}
		rec := `{"id":"` + id + `","cwd":"` + cwd + `","type":"`
		switch r.Intn(5) {
		case 0:
			rec += `user","message":{"content":"text ` + id + `"},"done":true}`
		case 1:
			rec += `assistant","message":{"id":"` + id + `","content":[{"n":` + id + `}],"usage":{"in":` + id + `}}}`
		case 2:
			rec += `assistant","message":{"id":"` + id + `","content":null,"usage":null},"done":` + id + `}`
		case 3:
			rec += `assistant","message":{"id":"` + id + `","content":null,"usage":{}},"done":` + id + `}`
		case 4:
			rec += `note","message":"` + id + `"}`
		}
		if i%31 == 0 {
			rec = string(vary(r, []byte(rec)))
		}
		checkScanner(t, &s, p, []byte(rec))
	}
}

func FuzzScanner(f *testing.F) {
	for _, line := range bytes.Split(claudeLines(1), []byte("\n")) {
		f.Add(line, bytes.Replace(line, []byte("a"), []byte("bb"), 1))
	}
	f.Add([]byte(`{"a":{"b":1},"k":[1,2,3],"a":{"b":{"c":1}}}`), []byte(`{"a":{"b":1},"k":[1,2,3],"type":{"b":{"c":1}}}`))
	fixed, many := scan.CompilePaths(fixedPaths...), scan.CompilePaths(manyPaths...)
	f.Fuzz(func(t *testing.T, a, b []byte) {
		for _, p := range []*scan.Paths{fixed, many} {
			var s scan.Scanner
			s.Reset(p)
			for _, rec := range [][]byte{a, b, a, b, b, a} {
				checkScanner(t, &s, p, rec)
			}
		}
	})
}
