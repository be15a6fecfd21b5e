package codex_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
	"github.com/heddle-dev/heddle/core/internal/search"
)

// sample is a session of the shape that bench/gen.py writes: per turn a
// context, a prompt, a call with its output, an answer and a total.
func sample(turns int) string {
	const at = "2026-07-01T09:00:20.000Z"
	words := strings.Repeat("fix auth token parser wasm cursor thread fork revert share ", 8)
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\n") }
	line(meta(at, uuid(1), `,"originator":"codex_cli_rs","cli_version":"0.98.0","source":"cli"`))
	in, out := 0, 0
	for i := range turns {
		line(`{"timestamp":"` + at + `","type":"turn_context","payload":{"cwd":"/home/u/proj0","approval_policy":"on-request","model":"gpt-5-codex","effort":"medium","summary":"auto"}}`)
		line(user(at, words[:180]))
		line(event(at, `{"type":"user_message","message":"`+words[:180]+`"}`))
		line(item(at, `{"type":"function_call","name":"shell","arguments":"{\"command\": [\"bash\", \"-lc\", \"echo fix auth\"]}","call_id":"call_`+itoa(i)+`"}`))
		line(item(at, `{"type":"function_call_output","call_id":"call_`+itoa(i)+`","output":"`+words[:360]+`"}`))
		line(event(at, `{"type":"agent_message","message":"`+words+`"}`))
		line(answer(at, words))
		in, out = in+2000+i, out+50
		line(spent(at, in, out, 2000+i, 50))
	}
	return b.String()
}

func benchmark(b *testing.B, want adapter.Want) {
	data := sample(1000)
	mounts := hosttest.NewMounts().File(path(uuid(1)), []byte(data))
	h := hosttest.Host(mounts)
	env := &adapter.Env{Host: &h, Agent: "codex"}
	a := codex.New()
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

// BenchmarkMatch walks as search does a session in which few lines match,
// BenchmarkMatchAll one in which all do.
func BenchmarkMatch(b *testing.B) { benchmark(b, matching(b, "zebra")) }

func BenchmarkMatchAll(b *testing.B) { benchmark(b, matching(b, "auth")) }

func matching(b *testing.B, text string) adapter.Want {
	q, err := search.Parse(text, false)
	if err != nil {
		b.Fatal(err)
	}
	return adapter.Want{Usage: true, Prompts: true, Text: true, Match: q.MayMatchRecord}
}
