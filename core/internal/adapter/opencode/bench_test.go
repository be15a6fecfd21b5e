package opencode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
)

// BenchmarkDatabase walks 200 sessions of 60 messages.
func BenchmarkDatabase(b *testing.B) {
	statements := []string{schema}
	text := strings.Repeat("a line of an answer, as long as most are\\n", 40)
	for s := 0; s < 200; s++ {
		id := fmt.Sprintf("ses_%04d", s)
		statements = append(statements, addSession(id, "", "Bench", ""))
		for m := 0; m < 60; m++ {
			msg, at := fmt.Sprintf("msg_%04d_%04d", s, m), 1795200000000+int64(s*1000+m)
			statements = append(statements, addMessage(msg, id, at, fmt.Sprintf(`{"role":"assistant","parentID":"msg_0","agent":"build","modelID":"m","time":{"created":%d,"completed":%d},"tokens":{"total":12,"input":10,"output":2,"reasoning":0,"cache":{"read":0,"write":0}}}`, at, at+1)))
			for p := 0; p < 4; p++ {
				statements = append(statements, addPart(fmt.Sprintf("prt_%04d_%04d_%d", s, m, p), msg, id, `{"type":"text","text":"`+text+`","time":{"start":1}}`))
			}
		}
	}
	h := made(b, statements...)
	for name, want := range map[string]adapter.Want{"read": everything, "list": {Prompts: true, Usage: true}, "spend": {Usage: true}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				e := env(h, nil)
				ix := discover(b, e)
				for i := range ix.Refs {
					if err := opencode.New().Walk(e, ix, &ix.Refs[i], want, adapter.NewOutlet(e, func(*adapter.Record) error { return nil })); err != nil {
						b.Fatal(err)
					}
				}
				b.SetBytes(e.Report.Bytes)
			}
		})
	}
}
