package stats

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

func TestEditedAndFailed(t *testing.T) {
	fault := adapter.Record{Role: session.RoleSystem, Special: "api_error", Time: 9 * minute}
	other := prompt(10 * minute)
	hidden := failure("1", 3*minute)
	hidden.Branch = true
	for _, c := range []struct {
		name           string
		records        []adapter.Record
		edited, failed bool
	}{
		{"nothing", []adapter.Record{prompt(minute)}, false, false},
		{"an edit without a result", []adapter.Record{calls(minute, "m", edit("1", "src/a.go"))}, true, false},
		{"an edit that failed", []adapter.Record{calls(minute, "m", edit("1", "src/a.go")), failure("1", minute)}, false, true},
		{"one of two failed", []adapter.Record{calls(minute, "m", edit("1", "src/a.go"), edit("2", "src/a.go")), failure("1", minute)}, true, true},
		{"another file", []adapter.Record{calls(minute, "m", edit("1", "src/b.go"))}, false, false},
		{"an error at the end", []adapter.Record{prompt(minute), fault}, false, true},
		{"an error before the end", []adapter.Record{prompt(minute), fault, other}, false, false},
		{"a failure on another branch", []adapter.Record{prompt(minute), hidden}, false, true},
	} {
		sink := NewCallSink("claude")
		b := transcript.NewBuilder(transcript.BuilderOptions{Agent: "claude", Sink: sink})
		if err := b.Record(&adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Cwd: "/p"}}); err != nil {
			t.Fatal(err)
		}
		for i := range c.records {
			if err := b.Record(&c.records[i]); err != nil {
				t.Fatal(err)
			}
		}
		s, err := transcript.New(b, &adapter.Ref{ID: "s"}, "", &transcript.Annotations{})
		if err != nil {
			t.Fatal(err)
		}
		file, _ := edits.NewPattern("/p/src/a.go")
		if edited, failed := sink.Edited(s, &file), sink.Failed(s); edited != c.edited || failed != c.failed {
			t.Errorf("%s: edited %v, failed %v", c.name, edited, failed)
		}
	}
}
