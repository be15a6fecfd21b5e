package pi_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/pi"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// sample is a session of the shape that bench/gen.py writes: prompts and
// answers of fifty words.
func sample(turns int) string {
	words := strings.Repeat("fix auth token parser wasm cursor thread fork revert share ", 5)
	var b strings.Builder
	b.WriteString(`{"type":"session","version":3,"id":"own","timestamp":"2026-07-01T09:00:20.000Z","cwd":"/home/u/proj0"}` + "\n")
	parent := "null"
	for i := range turns {
		for _, role := range []string{"user", "assistant"} {
			id := `"` + role[:1] + text.FormatInt(int64(1000000+i)) + `"`
			b.WriteString(`{"type":"message","id":` + id + `,"parentId":` + parent + `,"timestamp":"2026-07-01T09:00:29.000Z","message":{"role":"` + role +
				`","content":[{"type":"text","text":"` + words + `"}],"timestamp":1782896429000`)
			if role == "assistant" {
				b.WriteString(`,"api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-4-5","stopReason":"stop","usage":{"input":23,"output":456,"cacheRead":7890,` +
					`"cacheWrite":123,"totalTokens":0,"cost":{"input":0.001,"output":0.002,"cacheRead":0.0,"cacheWrite":0.0,"total":0.003}}`)
			}
			b.WriteString("}}\n")
			parent = id
		}
	}
	return b.String()
}

func benchmark(b *testing.B, want adapter.Want) {
	const path = "pi/sessions/--home-u-proj0--/2026-07-01T09-00-20-000Z_own.jsonl"
	data := sample(100)
	h := hosttest.Host(hosttest.NewMounts().File(path, []byte(data)))
	env := &adapter.Env{Host: &h, Agent: "pi"}
	a := pi.New()
	ix, err := a.Discover(env)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var n int64
	for b.Loop() {
		err := a.Walk(env, ix, &ix.Refs[0], want, adapter.NewOutlet(env, func(r *adapter.Record) error {
			if r.Usage != nil {
				n += r.Usage.OutputTokens
			}
			return nil
		}))
		if err != nil {
			b.Fatal(err)
		}
	}
	if n == 0 {
		b.Fatal("no usage")
	}
}

// BenchmarkSpend walks for usage alone, as cost does.
func BenchmarkSpend(b *testing.B) { benchmark(b, adapter.Want{Usage: true}) }

// BenchmarkSummary walks as list does.
func BenchmarkSummary(b *testing.B) { benchmark(b, adapter.Want{Usage: true, Prompts: true}) }

// BenchmarkRead walks as get does.
func BenchmarkRead(b *testing.B) {
	benchmark(b, adapter.Want{Usage: true, Prompts: true, Text: true})
}
