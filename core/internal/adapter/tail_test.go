package adapter

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// everyTime is LatestTime by the letter: all lines are scanned.
func everyTime(tail []byte) (last session.Time) {
	for line := range bytes.SplitSeq(tail, []byte("\n")) {
		var v [1]scan.Value
		if stampPaths.Scan(line, v[:]) == nil {
			t, _ := TimeOf(v[0])
			last = session.Latest(last, t)
		}
	}
	return last
}

func TestLatestTime(t *testing.T) {
	lines := []string{
		`{"timestamp":"2026-07-23T05:45:09.000Z","x":1}`,
		`{"x":{"timestamp":"2027-07-23T05:45:09.000Z"},"timestamp":"2026-07-23T06:45:09.000Z"}`,
		`{"x":{"timestamp":"2028-07-23T05:45:09.000Z"}}`,
		`{"x":"\"timestamp\":\"2029-07-23T05:45:09.000Z\"", "timestamp" : "2026-07-22 05:45:09"}`,
		`{"timestamp":"2030-07-23T05:45:09.000Z"`,
		`glued"timestamp":"2031-07-23T05:45:09.000Z"}`,
		`{"timestamp":"2032-07-23T05:45:09.000Z","timestamp":"2025-07-23T05:45:09.000Z"}`,
		`{"\u0074imestamp":"2026-07-24T05:45:09.000Z"}`,
		`{"timestamp":"2026-07\u002d25T05:45:09.000Z"}`,
		`{"timestamp":"2026\/07"}`,
		`{"timestamp":1784785509000}`, `{"timestamp":null}`, `{"timestamp":`, `{"timestamp"`, `"timestamp"`, ``, `{}`,
		`{"timestamp":"1960-01-01T00:00:00Z"}`,
		`{"timestamp":"` + strings.Repeat("2", 80) + `"}`,
	}
	r := rand.New(rand.NewSource(5))
	for round := range 20_000 {
		var tail []byte
		for range r.Intn(6) {
			tail = append(tail, lines[r.Intn(len(lines))]...)
			if r.Intn(9) > 0 {
				tail = append(tail, '\n')
			}
		}
		if round%3 == 0 && len(tail) > 0 {
			tail[r.Intn(len(tail))] = "\"\\{}\n:,p"[r.Intn(8)]
		}
		if got, want := LatestTime(tail), everyTime(tail); got != want {
			t.Fatalf("%q: %v, want %v", tail, got, want)
		}
	}
	many := bytes.Repeat([]byte(lines[0]+"\n"), maxStamped+1)
	if got, want := LatestTime(many), everyTime(many); got != want {
		t.Errorf("many: %v, want %v", got, want)
	}
}

func BenchmarkLatestTime(b *testing.B) {
	for _, x := range []struct{ name, line string }{
		{"last", `{"type":"user","message":{"role":"user","content":"` + strings.Repeat("append parser ", 50) + `"},"uuid":"1","timestamp":"2026-07-07T05:17:53.000Z"}`},
		{"first", `{"timestamp":"2026-07-07T05:17:53.000Z","type":"event_msg","payload":{"message":"` + strings.Repeat("append parser ", 25) + `"}}`},
		{"inside", `{"message":{"content":"` + strings.Repeat("append parser ", 50) + `"},"timestamp":"2026-07-07T05:17:53.000Z","result":{"a":1}}`},
	} {
		tail := []byte(strings.Repeat(x.line+"\n", scan.TailBytes/len(x.line)))
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(int64(len(tail)))
			for b.Loop() {
				LatestTime(tail)
			}
		})
	}
}
