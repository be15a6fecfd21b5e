package guesttest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/host"
)

// EmptyCall measures the smallest operation through the whole engine.
func EmptyCall(b *testing.B, e bindings.Engine) {
	b.Helper()
	request := []byte(`{"unifiedId":"claude:a1b2c3d4"}`)
	b.ReportAllocs()
	defer CPU(b)()
	for b.Loop() {
		if _, err := e.Call(context.Background(), "ids.resolveNativeId", request); err != nil {
			b.Fatal(err)
		}
	}
}

// Scan measures listing a home that is served from memory, so that the engine
// alone is timed: 16 sessions of 2 MB, of the shape that coding produces.
func Scan(b *testing.B, open Open, opts bindings.Options) {
	b.Helper()
	files, size := ScanHome()
	opts.NewHost = bindings.FixedHost(&host.Host{Files: files, Clock: clock{}})
	e, err := open(opts)
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	b.SetBytes(size)
	defer CPU(b)()
	for b.Loop() {
		r, err := e.Call(context.Background(), "sessions.list", []byte(`{"agent":"claude"}`))
		if err != nil || strings.Count(string(r.Body), `"sessionId"`) != 16 {
			b.Fatalf("%s %.200s %v", r.Header, r.Body, err)
		}
	}
}

// ScanHome generates the home of Scan: prompts, answers with usage, tool calls
// and tool results whose sizes follow a fixed pattern.
func ScanHome() (Files, int64) {
	files := Files{}
	var size int64
	words := strings.Repeat("the quick brown fox jumps over the lazy dog and reads a file ", 400)
	for n := range 16 {
		var text strings.Builder
		session := fmt.Sprintf("00000000-0000-4000-9000-%012d", n)
		parent := "null"
		seed := uint32(n + 1)
		for i := 0; text.Len() < 2<<20; i++ {
			seed = seed*1664525 + 1013904223
			length := []int{40, 300, 1200, 6000, 20000}[seed>>16%5]
			id := fmt.Sprintf(`"%08x-0000-4000-8000-%012d"`, n, i)
			common := fmt.Sprintf(`"uuid":%s,"parentUuid":%s,"timestamp":"2026-11-20T%02d:%02d:%02d.%03dZ","cwd":"/home/dev/project","sessionId":"%s","version":"2.1.30","gitBranch":"main"`,
				id, parent, i/3600%24, i/60%60, i%60, n, session)
			switch i % 4 {
			case 0:
				fmt.Fprintf(&text, `{"type":"user","message":{"role":"user","content":"%s"},%s}`, words[:min(length, 300)], common)
			case 1:
				fmt.Fprintf(&text, `{"type":"assistant","message":{"id":"msg_%d_%d","type":"message","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":"%s"}],"stop_reason":null,"usage":{"input_tokens":%d,"cache_creation_input_tokens":120,"cache_read_input_tokens":%d,"output_tokens":%d}},"requestId":"req_%d",%s}`,
					n, i, words[:min(length, 1200)], i, i*10, length/4, i, common)
			case 2:
				fmt.Fprintf(&text, `{"type":"assistant","message":{"id":"msg_%d_%d","type":"message","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"toolu_%d_%d","name":"Read","input":{"file_path":"/home/dev/project/file%d.go"}}],"stop_reason":null,"usage":{"input_tokens":%d,"cache_creation_input_tokens":120,"cache_read_input_tokens":%d,"output_tokens":%d}},"requestId":"req_%d",%s}`,
					n, i-1, n, i, i, i, i*10, length/4, i-1, common)
			default:
				fmt.Fprintf(&text, `{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_%d_%d","type":"tool_result","content":"%s\n\"%s\""}]},"toolUseResult":{"stdout":"%s"},%s}`,
					n, i-1, words[:length], words[:60], words[:length/4], common)
			}
			text.WriteByte('\n')
			parent = id
		}
		files["claude/projects/-home-dev-project/"+session+".jsonl"] = text.String()
		size += int64(text.Len())
	}
	return files, size
}
