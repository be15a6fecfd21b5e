package search

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// vocabulary is what the sample's texts are made of, the first words most
// often.
var vocabulary = strings.Fields(`the to a of and in is for that it with as this on be not are by if from or
	an error file test code function return value type string session message token index merge store fork thread
	parser cursor auth fix revert share append export cost diff agent buffer handler request response config module
	import package struct interface method field slice map channel context deadline timeout retry queue worker`)

// claudeLines makes about size bytes of lines as Claude Code writes them.
// One word in escape words begins with an escape; at 0 no word does.
func claudeLines(size, escape int) []byte {
	r := rand.New(rand.NewSource(7))
	text := func(n int) string {
		var s strings.Builder
		for k := range n {
			if k > 0 {
				s.WriteString([]string{" ", " ", " ", " ", `\n`, ", "}[r.Intn(6)])
			}
			if escape > 0 && r.Intn(escape) == 0 {
				s.WriteString([]string{`\u001b[31m`, `\u00e9`, `\u2019`}[r.Intn(3)])
			}
			i := r.Intn(len(vocabulary))
			s.WriteString(vocabulary[min(i, r.Intn(len(vocabulary)))])
		}
		return s.String()
	}
	id := func() string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", r.Uint32(), r.Int63n(1<<48)) }
	var b bytes.Buffer
	b.Grow(size + 4096)
	for b.Len() < size {
		fmt.Fprintf(&b, `{"parentUuid":"%s","isSidechain":false,"userType":"external","cwd":"/home/u/project","sessionId":"%s",`+
			`"version":"2.1.0","gitBranch":"main","type":"user","message":{"role":"user","content":[{"type":"tool_result",`+
			`"tool_use_id":"toolu_%s","content":"%s"}]},"uuid":"%s","timestamp":"2026-07-01T09:00:00.000Z"}`+"\n",
			id(), id(), id(), text(20+r.Intn(400)), id())
	}
	return b.Bytes()
}

const sampleBytes = 64 << 20

// lookAll shows data in parts.
func lookAll(q *Query, data []byte, stretch int) *Sieve {
	s := NewSieve(q)
	for len(data) > 0 {
		n := min(stretch, len(data))
		if i := bytes.LastIndexByte(data[:n], '\n'); i > 0 {
			n = i + 1
		}
		if !s.ScanChunk(data[:n]) {
			break
		}
		data = data[n:]
	}
	return s
}

func benchmarkSieve(b *testing.B, data []byte, query string) {
	q := parse(b, query)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if lookAll(q, data, 1<<20).MayMatch() {
			b.Fatal(query, " is in the sample")
		}
	}
}

// Words that the sample does not hold: every byte is looked at.
func BenchmarkSieve(b *testing.B) {
	plain := claudeLines(sampleBytes, 0)
	for _, c := range []struct{ name, query string }{
		{"rare", "zebra"}, {"common letters", "stations"}, {"kelvin", "sks"}, {"cyrillic", "привет"},
		{"phrase", `"return value of nothing"`}, {"three words", "zebra quagga okapi"}, {"path", "core/internal/search/sieve.go"},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkSieve(b, plain, c.query) })
	}
	escaped := claudeLines(sampleBytes, 4)
	b.Run("escapes", func(b *testing.B) { benchmarkSieve(b, escaped, "zebra") })
	b.Run("escapes, accent", func(b *testing.B) { benchmarkSieve(b, escaped, "zébra") })
	for _, c := range []struct{ name, unit, query string }{
		{"aaaa", "a", `"aaaaaaaaaaaaaaaa b"`}, {"a escaped", `\u0061`, `zaaa`}, {"backslashes", `\`, "zéro"},
	} {
		hostile := []byte(strings.Repeat(c.unit, (8<<20)/len(c.unit)))
		b.Run("hostile "+c.name, func(b *testing.B) {
			b.SetBytes(int64(len(hostile)))
			for b.Loop() {
				lookAll(parse(b, c.query), hostile, 1<<20)
			}
		})
	}
	// HEDDLE_BENCH_LINES names a file of JSON lines.
	if path := os.Getenv("HEDDLE_BENCH_LINES"); path != "" {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		for _, query := range []string{"zebrafishes", "quuxlycorp", "stationsofrome", "приветище", `"no such phrase here"`} {
			b.Run("file "+query, func(b *testing.B) { benchmarkSieve(b, data, query) })
		}
	}
}

// Line by line, as a walk asks.
func BenchmarkLine(b *testing.B) {
	lines := bytes.SplitAfter(claudeLines(sampleBytes/4, 50), []byte("\n"))
	for _, query := range []string{"zebra", "zebra quagga", "the"} {
		q := parse(b, query)
		b.Run(query, func(b *testing.B) {
			b.SetBytes(sampleBytes / 4)
			n := 0
			for b.Loop() {
				for _, l := range lines {
					if q.MayMatchRecord(l) {
						n++
					}
				}
			}
		})
	}
}

// Decoded text.
func BenchmarkDoc(b *testing.B) {
	text := string(bytes.ReplaceAll(claudeLines(4<<20, 0), []byte(`\n`), []byte("\n")))
	for _, query := range []string{"zebra", "session", "the", `"return value"`, "e"} {
		q := parse(b, query)
		b.Run(query, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				d := NewDoc(q, Options{MaxHits: 3})
				d.AddMessage(0, &session.Message{Content: text})
			}
		})
	}
}
