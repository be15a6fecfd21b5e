package adapter_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

func TestPending(t *testing.T) {
	var p adapter.Pending[string]
	for _, s := range []string{"a", "b", "c", "d"} {
		p.Add(s, 10)
	}
	if p.Exceeds(4, 40) || !p.Exceeds(3, 40) || !p.Exceeds(4, 39) {
		t.Errorf("4 items of 40 bytes exceed the wrong limits")
	}
	var seen []string
	emit := func(s *string) error {
		if seen = append(seen, *s); *s == "b" {
			p.Add("e", 1)
		}
		return nil
	}
	if err := p.Emit(2, emit); err != nil || !slices.Equal(seen, []string{"a", "b"}) || !slices.Equal(p.Items(), []string{"c", "d", "e"}) {
		t.Errorf("emitted %q, left %q, %v", seen, p.Items(), err)
	}
	p.Remove(func(s *string) bool { return *s == "d" })
	stop := errors.New("stop")
	if err := p.EmitAll(func(s *string) error { return stop }); err != stop || !slices.Equal(p.Items(), []string{"c", "e"}) {
		t.Errorf("left %q, %v", p.Items(), err)
	}
	p.Clear()
	if p.Len() != 0 || p.Exceeds(0, 0) {
		t.Errorf("%d items left, or their bytes", p.Len())
	}
}

func TestRetainedRecordOutlivesTheLine(t *testing.T) {
	line := []byte("text key")
	r := adapter.Record{Text: scan.UnsafeString(line[:4]), UsageKey: scan.UnsafeString(line[5:]), Usage: &session.TokenUsage{InputTokens: 1},
		Facts: &adapter.Facts{Cwd: "/x"}}
	kept := r.Retained(&scan.Room{})
	copy(line, "XXXXXXXX")
	r.Usage.InputTokens, r.Facts.Cwd = 2, "/y"
	if kept.Text != "text" || kept.UsageKey != "key" || kept.Usage.InputTokens != 1 || kept.Facts.Cwd != "/x" {
		t.Errorf("%+v", kept)
	}
}
