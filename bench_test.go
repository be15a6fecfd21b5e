package heddle_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

const manySessions = 3000

// homeOfMany returns a home with 3,000 small sessions of Claude Code.
func homeOfMany(tb testing.TB) string {
	tb.Helper()
	home := tb.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-work")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		tb.Fatal(err)
	}
	for n := range manySessions {
		text := fmt.Sprintf(`{"type":"user","message":{"role":"user","content":"prompt %d"},"uuid":"u%d","timestamp":"2026-11-20T10:%02d:%02d.000Z","cwd":"/work","version":"2.1.30"}
{"type":"assistant","message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"answer"}],"usage":{"input_tokens":10,"output_tokens":5}},"uuid":"a%d","parentUuid":"u%d","timestamp":"2026-11-20T11:%02d:%02d.000Z","cwd":"/work","version":"2.1.30"}
`, n, n, n/60, n%60, n, n, n, n/60, n%60)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%08d-0000-4000-9000-000000000000.jsonl", n)), []byte(text), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return home
}

// BenchmarkList lists 3,000 sessions through the client, and by the engine's operation on the same
// host. The client may take 1.1 times as long.
func BenchmarkList(b *testing.B) {
	h := open(heddle.Options{Home: homeOfMany(b), Store: "-"})
	defer h.Close()
	engine := h.Engine().(*native.Engine)
	b.Run("operation", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var list []session.SessionSummary
			_, err := engine.Do(ctx, rpc.OpSessionsList, func(e *core.Engine) (err error) {
				list, err = e.SessionsList(session.ListRequest{Limit: session.NoLimit})
				return err
			})
			if err != nil || len(list) != manySessions {
				b.Fatal(len(list), err)
			}
		}
	})
	b.Run("client", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			list, err := h.Sessions.List(ctx, heddle.ListOptions{Limit: heddle.NoLimit})
			if err != nil || len(list.Items) != manySessions {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkGetRecorded reads a small session of Claude Code while the store has recordings of other
// sessions: what it takes to find the session's own recording among them.
func BenchmarkGetRecorded(b *testing.B) {
	for _, stored := range []int{0, 1000, 10_000} {
		b.Run(fmt.Sprint(stored), func(b *testing.B) {
			home := b.TempDir()
			folder := filepath.Join(home, ".claude", "projects", "-work")
			if err := os.MkdirAll(folder, 0o700); err != nil {
				b.Fatal(err)
			}
			const id = "00000000-0000-4000-9000-000000000000"
			text := `{"type":"user","message":{"role":"user","content":"go"},"uuid":"u","timestamp":"2026-11-20T10:00:00.000Z","cwd":"/work","version":"2.1.30"}` + "\n"
			if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
			h := open(heddle.Options{Home: home})
			defer h.Close()
			for n := range stored {
				_, err := h.Store.Update(ctx, fmt.Sprintf("%08d-1111-4000-9000-000000000000", n), heddle.UpdateOptions{Adapter: "claude", Model: "claude-sonnet-4-5", CWD: "/work",
					Extra: heddle.JSON(fmt.Sprintf(`{"native":{"agent":"claude","sessionId":"%08d-0000-4000-9000-000000000000"},"tags":["nightly"]}`, n))})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				s, err := h.Sessions.Get(ctx, "claude:"+id)
				if err != nil || len(s.RecordedAs) != min(stored, 1) {
					b.Fatal(s, err)
				}
			}
		})
	}
}
