package claude_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
	"github.com/heddle-dev/heddle/core/internal/search"
)

// longSession writes turns of a prompt, an answer in two lines and a tool
// result, of the sizes that real sessions have.
func longSession(turns int) []byte {
	var out strings.Builder
	parent := "null"
	words := strings.Repeat("fix auth token parser wasm cursor thread ", 12)
	line := func(n int, typ, rest string) {
		id := fmt.Sprintf(`"%08x-1111-4111-8111-111111111111"`, n)
		fmt.Fprintf(&out, `{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/home/u/proj","sessionId":"0","version":"2.1.0",`+
			`"gitBranch":"main","type":%q,%s,"uuid":%s,"timestamp":"2026-07-01T09:%02d:%02d.000Z"}`+"\n", parent, typ, rest, id, n/60%60, n%60)
		parent = id
	}
	for k := 0; k < turns; k++ {
		usage := fmt.Sprintf(`"usage":{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d,"service_tier":"standard"}`,
			k%40, k*7%4000, k*91%60000, k%900)
		answer := func(block string) string {
			return fmt.Sprintf(`"requestId":"req_%d","message":{"id":"msg_%d","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[%s],"stop_reason":null,"stop_sequence":null,%s}`, k, k, block, usage)
		}
		line(4*k, "user", fmt.Sprintf(`"message":{"role":"user","content":%q}`, words[:200]))
		line(4*k+1, "assistant", answer(fmt.Sprintf(`{"type":"text","text":%q}`, words)))
		line(4*k+2, "assistant", answer(fmt.Sprintf(`{"type":"tool_use","id":"toolu_%d","name":"Bash","input":{"command":"echo hi"}}`, k)))
		line(4*k+3, "user", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":%q}]}`, k, words[:400]))
	}
	return []byte(out.String())
}

func benchmarkWalk(b *testing.B, want adapter.Want) {
	data := longSession(4000)
	h := openMounts(b, hosttest.NewMounts().File("claude/projects/-p/0.jsonl", data))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		err := claude.New().Walk(h.env(), h.ix, &h.ix.Refs[0], want, adapter.NewOutlet(h.env(), func(r *adapter.Record) error {
			if r.Usage != nil {
				n++
			}
			return nil
		}))
		if err != nil || n != 8000 {
			b.Fatal(n, err)
		}
	}
}

// What cost reads.
func BenchmarkSpend(b *testing.B) { benchmarkWalk(b, adapter.Want{Usage: true}) }

// What list reads.
func BenchmarkSummary(b *testing.B) { benchmarkWalk(b, adapter.Want{Usage: true, Prompts: true}) }

// What get reads.
func BenchmarkRead(b *testing.B) { benchmarkWalk(b, everything) }

// What search reads of a session in which few lines match, and in which all do.
func BenchmarkMatch(b *testing.B) { benchmarkWalk(b, matching(b, "hi")) }

func BenchmarkMatchAll(b *testing.B) { benchmarkWalk(b, matching(b, "auth")) }

func matching(b *testing.B, text string) adapter.Want {
	q, err := search.Parse(text, false)
	if err != nil {
		b.Fatal(err)
	}
	return adapter.Want{Usage: true, Prompts: true, Text: true, Match: q.MayMatchRecord}
}

// What search reads of every session first.
func BenchmarkSift(b *testing.B) {
	data := longSession(4000)
	h := openMounts(b, hosttest.NewMounts().File("claude/projects/-p/0.jsonl", data))
	q, err := search.Parse("zebra", false)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s := search.NewSieve(q)
		if err := claude.New().(adapter.Sifter).Sift(h.env(), h.ix, &h.ix.Refs[0], s.ScanChunk); err != nil || s.MayMatch() {
			b.Fatal(err)
		}
	}
}

// HEDDLE_BENCH_CLAUDE names a .claude folder, as of bench/gen.py, to walk.
func BenchmarkSpendHome(b *testing.B) {
	dir := os.Getenv("HEDDLE_BENCH_CLAUDE")
	if dir == "" {
		b.Skip("HEDDLE_BENCH_CLAUDE is not set")
	}
	h := openMounts(b, hosttest.NewMounts().Load(b, "claude", dir))
	var size int64
	for i := range h.ix.Refs {
		size += h.ix.Refs[i].Size
	}
	b.SetBytes(size)
	for b.Loop() {
		for i := range h.ix.Refs {
			if err := claude.New().Walk(h.env(), h.ix, &h.ix.Refs[i], adapter.Want{Usage: true}, adapter.NewOutlet(h.env(), func(*adapter.Record) error { return nil })); err != nil {
				b.Fatal(err)
			}
		}
	}
}
