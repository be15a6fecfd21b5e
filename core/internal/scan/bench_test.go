package scan_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

// spendPaths are about what the cost projection of one agent wants.
var spendPaths = scan.CompilePaths("type", "timestamp", "sessionId", "uuid", "requestId", "isSidechain",
	"message.id", "message.model", "message.role", "message.usage.input_tokens", "message.usage.output_tokens",
	"message.usage.cache_creation_input_tokens", "message.usage.cache_read_input_tokens",
	"message.usage.cache_creation.ephemeral_1h_input_tokens")

// claudeLines generates about size bytes of lines as Claude Code writes them:
// prompts, answers in blocks, tool calls and tool results of very unequal
// length, some of them source code full of escapes.
func claudeLines(size int) []byte {
	r := rand.New(rand.NewSource(7))
	words := strings.Fields("fix auth token parser wasm cursor thread fork revert share index merge store append fsync export cost diff session agent")
	text := func(n int) string {
		var s strings.Builder
		for k := range n {
			if k > 0 {
				s.WriteByte(' ')
			}
			s.WriteString(words[r.Intn(len(words))])
		}
		return s.String()
	}
	code := func(n int) string {
		var s strings.Builder
		for range n {
			fmt.Fprintf(&s, `\tif %s := %s(\"%s\", %d); err != nil {\n`, words[r.Intn(20)], text(2), words[r.Intn(20)], r.Intn(1000))
		}
		return s.String()
	}
	id := func() string {
		return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", r.Uint32(), r.Intn(1<<16), r.Intn(1<<12), r.Intn(1<<12), r.Int63n(1<<48))
	}
	var b bytes.Buffer
	head := func() {
		fmt.Fprintf(&b, `{"parentUuid":"%s","isSidechain":false,"userType":"external","cwd":"/home/u/project","sessionId":"%s","version":"2.1.0","gitBranch":"main",`, id(), id())
	}
	tail := func() {
		fmt.Fprintf(&b, `"uuid":"%s","timestamp":"2026-07-01T09:%02d:%02d.%03dZ"}`+"\n", id(), r.Intn(60), r.Intn(60), r.Intn(1000))
	}
	for b.Len() < size {
		head()
		fmt.Fprintf(&b, `"type":"user","message":{"role":"user","content":"%s"},`, text(30))
		tail()
		for k := range 2 {
			head()
			block := fmt.Sprintf(`{"type":"text","text":"%s"}`, text(80))
			if k == 1 {
				block = fmt.Sprintf(`{"type":"tool_use","id":"toolu_%s","name":"Edit","input":{"file_path":"/home/u/project/%s.go","old_string":"%s","new_string":"%s"}}`, id(), text(1), code(6), code(8))
			}
			fmt.Fprintf(&b, `"type":"assistant","requestId":"req_%s","message":{"id":"msg_%s","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[%s],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":%d},"output_tokens":%d,"service_tier":"standard"}},`,
				id(), id(), block, r.Intn(40), r.Intn(4000), r.Intn(60000), r.Intn(4000), r.Intn(900))
			tail()
		}
		head()
		out := code(20)
		if r.Intn(4) == 0 {
			out = text(1000)
		}
		fmt.Fprintf(&b, `"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_%s","type":"tool_result","content":"%s"}]},"toolUseResult":{"stdout":"%s","stderr":"","interrupted":false,"isImage":false},`, id(), out, out)
		tail()
	}
	return b.Bytes()
}

// shortLines generates lines of short values only, the hardest case.
func shortLines(size int) []byte {
	var b bytes.Buffer
	for k := 0; b.Len() < size; k++ {
		fmt.Fprintf(&b, `{"type":"event_msg","timestamp":"2026-07-01T09:00:00.000Z","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":%d,"cached_input_tokens":12,"output_tokens":%d,"total_tokens":3},"last":[1,2,3],"ok":true,"n":null}}}`+"\n", k, k*3)
	}
	return b.Bytes()
}

func benchmarkScan(b *testing.B, data []byte) {
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	out := make([]scan.Value, 14)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			if err := spendPaths.Scan(line, out); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkScan(b *testing.B) {
	b.Run("claude", func(b *testing.B) { benchmarkScan(b, claudeLines(4<<20)) })
	b.Run("short", func(b *testing.B) { benchmarkScan(b, shortLines(4<<20)) })
	b.Run("longtext", func(b *testing.B) {
		benchmarkScan(b, []byte(`{"type":"user","message":{"content":"`+strings.Repeat("plain words ", 1<<18)+`"}}`))
	})
	b.Run("escapes", func(b *testing.B) {
		benchmarkScan(b, []byte(`{"type":"user","message":{"content":"`+strings.Repeat(`{\"k\":\"v\"},`, 1<<18)+`"}}`))
	})
}

// BenchmarkScanner is BenchmarkScan with a memory.
func BenchmarkScanner(b *testing.B) {
	data := claudeLines(4 << 20)
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	var s scan.Scanner
	s.Reset(spendPaths)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			if _, err := s.Scan(line); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkNewlines is the floor that BenchmarkScan and BenchmarkLines are
// compared with.
func BenchmarkNewlines(b *testing.B) {
	data := claudeLines(4 << 20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if bytes.Count(data, []byte("\n")) == 0 {
			b.Fatal("no lines")
		}
	}
}

func BenchmarkLines(b *testing.B) {
	data := claudeLines(16 << 20)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var l scan.Lines
	for b.Loop() {
		l.Reset(bytes.NewReader(data), int64(len(data)))
		for {
			if _, ok := l.NextRecord(); !ok {
				break
			}
		}
	}
}

func BenchmarkLinesScan(b *testing.B) {
	data := claudeLines(16 << 20)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var l scan.Lines
	out := make([]scan.Value, 14)
	for b.Loop() {
		l.Reset(bytes.NewReader(data), int64(len(data)))
		for {
			r, ok := l.NextRecord()
			if !ok {
				break
			}
			if err := spendPaths.Scan(r.Bytes, out); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkValid(b *testing.B) {
	data := claudeLines(1 << 20)
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		for _, line := range lines {
			if err := scan.CheckSyntax(line); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	lines := bytes.Split(bytes.TrimSpace(claudeLines(1<<20)), []byte("\n"))
	var dst []byte
	n := 0
	for _, line := range lines {
		n += len(line)
	}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			v, err := scan.Parse(line)
			if err != nil {
				b.Fatal(err)
			}
			dst = v.AppendCanonical(dst[:0])
		}
	}
}
