package openclaw_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/openclaw"
)

// BenchmarkDatabase walks 200 sessions of 120 events.
func BenchmarkDatabase(b *testing.B) {
	statements := []any{"PRAGMA foreign_keys = 0", "PRAGMA synchronous = 0"}
	text := strings.Repeat("a line of an answer, as long as most are ", 40)
	for s := 0; s < 200; s++ {
		id := fmt.Sprintf("s%04d", s)
		statements = append(statements, "INSERT INTO session_windows (session_id, session_key, created_at, updated_at) VALUES ('"+id+"', 'agent:main:"+id+"', 1, 1)")
		rows := []string{fmt.Sprintf(`('%s', 0, '{"type":"session","version":4,"id":"%s","timestamp":"2026-11-20T17:00:00.000Z","cwd":"/w"}', 1795194000000)`, id, id)}
		for e := 1; e < 120; e++ {
			message := `{"role":"user","content":"` + text + `"}`
			if e%2 == 0 {
				message = `{"role":"assistant","content":[{"type":"text","text":"` + text + `"}],"model":"m","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"cost":{"total":0.001}}}`
			}
			rows = append(rows, fmt.Sprintf(`('%s', %d, '{"type":"message","id":"%s-%d","parentId":"%s-%d","timestamp":"2026-11-20T17:00:01.%03dZ","message":%s}', 1795194001000)`, id, e, id, e, id, e-1, e, message))
		}
		statements = append(statements, "INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES "+strings.Join(rows, ", "))
	}
	h, _ := altered(b, "openclaw", statements...)
	for name, want := range map[string]adapter.Want{"read": everything, "list": {Prompts: true, Usage: true}, "spend": {Usage: true}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				e := env(h, nil)
				ix := discover(b, e)
				for i := range ix.Refs {
					if err := openclaw.New().Walk(e, ix, &ix.Refs[i], want, adapter.NewOutlet(e, func(*adapter.Record) error { return nil })); err != nil {
						b.Fatal(err)
					}
				}
				b.SetBytes(e.Report.Bytes)
			}
		})
	}
	b.Run("discover", func(b *testing.B) {
		for b.Loop() {
			discover(b, env(h, nil))
		}
	})
}
