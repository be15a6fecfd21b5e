package heddle_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// printed records what real agents printed, and returns the session.
func (d *desk) printed(id string, texts ...string) *session.Session {
	d.t.Helper()
	for _, text := range texts {
		list, _ := normalize.ParseOutput([]byte(text), func(scan.Skipped) {})
		d.with(func(s *store.Store) error {
			_, err := s.Record(id, list, store.Request{})
			return err
		})
	}
	return d.get(id)
}

func recording(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "testdata", "streams", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// spend is what a session cost: dollars, then input, output, read from the
// cache, written to it.
type spend struct {
	usd                        string
	input, output, read, write int64
}

func (d *desk) spends(s *session.Session, want spend) {
	d.t.Helper()
	got := spend{}
	if c := s.Cost; c != nil {
		got = spend{input: c.InputTokens, output: c.OutputTokens, read: c.CachedTokens, write: c.CacheWriteTokens}
		if c.TotalUSD != nil {
			got.usd = c.TotalUSD.String()
		}
	}
	if got != want {
		d.t.Errorf("spent %+v, want %+v", got, want)
	}
}

// TestRecordedStreamsCost: every recording of Claude Code costs what its
// results say, and those of others what they print.
func TestRecordedStreamsCost(t *testing.T) {
	for name, want := range map[string]spend{
		"claude/a-json.json":                     {"0.0084086", 459, 67, 3213, 918},
		"claude/b1-stream-partial.jsonl":         {"0.0280132", 3084, 212, 21576, 6164},
		"claude/b2-resume-stream.jsonl":          {"0.0098563", 1059, 97, 7404, 2115}, // resumed: its total is 0.0378695
		"claude/c-tools-stream.jsonl":            {"0.0571962", 3044, 519, 21276, 6077},
		"claude/d-fork-stream.jsonl":             {"0.0047856", 1114, 22, 7791, 2226},  // forked: its total is 0.04753795
		"claude/e-other-model-stream.jsonl":      {"0.00488285", 1103, 51, 7711, 2203}, // resumed with another model
		"claude/f-subagent-stream.jsonl":         {"0.0430108", 2483, 242, 17344, 4954},
		"claude/f2-subagent-fwd-stream.jsonl":    {"0.0430108", 2483, 242, 17344, 4954},
		"claude/g-compact-stream.jsonl":          {"0.0111862", 659, 53, 4601, 1314}, // its turn has no tokens, the compaction has
		"claude/g2-after-compact-stream.jsonl":   {"0.0081824", 520, 9, 3637, 1039},
		"claude/h-denied-stream.jsonl":           {"0.0151538", 902, 64, 6304, 1801},
		"claude/i-tasks-stream.jsonl":            {"0.0197812", 10045, 137, 14337, 6094},
		"claude/j-apierror-stream.jsonl":         {},
		"claude/k-background-stream.jsonl":       {"0.0230022", 1391, 81, 9716, 2775},
		"claude/l-image-stream.jsonl":            {"0.0152742", 930, 49, 6496, 1855},
		"claude/m-control.jsonl":                 {"0.0482192", 5553, 251, 33716, 9811},
		"claude/native-claude-ctl-2.1.330.jsonl": {"0.0495055", 11242, 296, 21095, 8080}, // /clear: 0.03865375, then 0.01085175
		"codex/b1.jsonl":                         {"", 13086, 387, 8962, 0},
		"codex/n-app-server.jsonl":               {"0.527388425", 161604, 2549, 77024, 0},
		"gemini/s3-tools.stream.jsonl":           {"0.01219697", 36411, 215, 24539, 0},
		"gemini/s5-edit.json":                    {"0.032261375", 23967, 79, 12101, 0},
		"copilot/s3-usage.json":                  {"", 37118, 240, 24986, 0},
		"opencode/s3-tools.stream.jsonl":         {"0.04010085", 24127, 243, 16349, 0},
		"opencode/export-s3.json":                {"0.04010085", 24127, 243, 16349, 0},
		"opencode/http-messages.json":            {"0.03915", 24846, 106, 8300, 0},
		"pi/03-tools.out":                        {"0.01990785", 5569, 149, 2782, 35},
		"omp/15-rpc-delegate.out":                {"0.1104606", 34767, 63, 17382, 0},
		"openclaw/03-tools.out":                  {"0.11162595", 34686, 149, 17339, 35},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.spends(d.printed("s", recording(t, name)), want)
		})
	}
}

// sinceLast is what newer versions say of the time since the last result.
var sinceLast = regexp.MustCompile(`,"model_usage_since_last_result":\{("[^"]*":\{[^{}]*\},?)*\}`)

// TestOlderTotals: without what newer versions say, totals count from the
// beginning of the process when they are what was seen, and tokens count when
// they may include a past.
func TestOlderTotals(t *testing.T) {
	for name, want := range map[string]spend{
		"c-tools-stream.jsonl":       {"0.0571962", 3044, 519, 21276, 6077},
		"b2-resume-stream.jsonl":     {"0.0098563", 1059, 97, 7404, 2115},
		"e-other-model-stream.jsonl": {"0.00488285", 1103, 51, 7711, 2203},
		"d-fork-stream.jsonl":        {"0.0047856", 1114, 22, 7791, 2226},
		"f-subagent-stream.jsonl":    {"0.0430108", 2483, 242, 17344, 4954},
		"k-background-stream.jsonl":  {"0.0230022", 1391, 81, 9716, 2775},
		"m-control.jsonl":            {"0.0482192", 5553, 251, 33716, 9811},
	} {
		t.Run(name, func(t *testing.T) {
			text := recording(t, "claude/"+name)
			older := sinceLast.ReplaceAllString(text, "")
			if older == text || strings.Contains(older, "since_last") {
				t.Fatal("the recording does not have it")
			}
			d := newDesk(t)
			d.spends(d.printed("s", older), want)
		})
	}
}

// TestRunsInOneSession: a session that several processes continued costs
// the sum of what each added.
func TestRunsInOneSession(t *testing.T) {
	d := newDesk(t)
	d.spends(d.printed("claude", recording(t, "claude/b1-stream-partial.jsonl"), recording(t, "claude/b2-resume-stream.jsonl"),
		recording(t, "claude/e-other-model-stream.jsonl")), spend{"0.04275235", 5246, 360, 36691, 10482})
	// Codex prints the thread's total: 29,739 and 523 in the end.
	d.spends(d.printed("codex", recording(t, "codex/b1.jsonl"), recording(t, "codex/b2-resume.jsonl")), spend{"", 29739 - 8962, 523, 8962, 0})
}

// TestCutStream: a process that was killed has spent what is known of it.
func TestCutStream(t *testing.T) {
	text := recording(t, "claude/c-tools-stream.jsonl")
	cut := text[:strings.LastIndex(strings.TrimSpace(text), "\n")+1] // without its result
	d := newDesk(t)
	s := d.printed("s", cut)
	if s.Cost == nil || s.Cost.InputTokens != 3044 || s.Cost.OutputTokens != 6 || s.Cost.CachedTokens != 21276 {
		t.Errorf("cost %+v", s.Cost)
	}
	// What followed it has its own result.
	s = d.printed("s", recording(t, "claude/h-denied-stream.jsonl"))
	if s.Cost.InputTokens != 3044+902 || s.Cost.OutputTokens != 6+64 {
		t.Errorf("cost %+v", s.Cost)
	}
	// Of an answer that broke off, as much is there as was printed.
	partial := recording(t, "claude/b1-stream-partial.jsonl")
	s = d.printed("p", partial[:strings.Index(partial, "Three attempts")-400])
	last := s.Messages[len(s.Messages)-1]
	if s.Cost.OutputTokens != 89+72 || !strings.HasPrefix(last.Content, "Added `withRetry`") {
		t.Errorf("cost %+v, %q", s.Cost, last.Content)
	}
}

// TestRecordedStreamsShow: no empty messages, failed calls are failures, and a
// subagent's own messages are not its parent's.
func TestRecordedStreamsShow(t *testing.T) {
	d := newDesk(t)
	failed := map[string]int{"claude/c-tools-stream.jsonl": 4, "claude/h-denied-stream.jsonl": 1, "codex/c-tools.jsonl": 3, "gemini/s3-tools.stream.jsonl": 1,
		"copilot/s12-anthropic.stream.jsonl": 3, "opencode/s3-tools.stream.jsonl": 2, "pi/03-tools.out": 1, "omp/03-tools.out": 1,
		"codex/o-app-server-approvals.jsonl": 4, "claude/f-subagent-stream.jsonl": 0, "claude/m-control.jsonl": 1, "opencode/sse-event.txt": 0,
		"claude/g-compact-stream.jsonl": 0, "codex/n-app-server.jsonl": 3, "omp/15-rpc-delegate.out": 0}
	for name, n := range failed {
		s := d.printed(strings.ReplaceAll(name, "/", "-"), recording(t, name))
		got := 0
		for i := range s.Messages {
			m := &s.Messages[i]
			if m.ToolResult != nil && m.ToolResult.IsError {
				got++
			}
			if m.Content == "" && m.Thinking == "" && len(m.ToolCalls) == 0 && m.ToolResult == nil {
				t.Errorf("%s: message %d is empty: %+v", name, i, m)
			}
			if strings.Contains(m.Content, "Look at the parser.") || strings.Contains(m.Thinking, "Look at the parser.") {
				t.Errorf("%s: a subagent's message is shown", name)
			}
		}
		if got != n {
			t.Errorf("%s: %d failed calls, want %d", name, got, n)
		}
	}
}
