package cli

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// slow runs a command that takes a while on a fake clock, on an engine
// that reports its progress, and returns what it writes to stderr.
func slow(t *testing.T, after time.Duration, errTerm bool, args ...string) (text string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { text = slowly(t, after, errTerm, args) })
	return text
}

func slowly(t *testing.T, after time.Duration, errTerm bool, args []string) string {
	s := clitest.Pipe()
	s.ErrTerm = errTerm
	e := &said{body: `{"abi":1,"priceTable":"2026-09-23","version":"0.1.0"}`, after: after, steps: 20}
	if code := run(context.Background(), append([]string{"version", "--json"}, args...), s, e.engines()); code != app.ExitOK {
		t.Fatalf("exit status %d: %s", code, s.Err)
	}
	if want := e.body + "\n"; s.Out.(*clitest.Buffer).String() != want {
		t.Errorf("stdout %q, want %q", s.Out, want)
	}
	return s.Err.(*clitest.Buffer).String()
}

// TestProgressOnATerminal: a bar after half a second, redrawn in its line and
// removed at the end, on stderr only.
func TestProgressOnATerminal(t *testing.T) {
	text := slow(t, 900*time.Millisecond, true)
	frames := strings.Split(text, "\r\x1b[K")
	if len(frames) < 3 || frames[0] != "" || frames[len(frames)-1] != "" {
		t.Fatalf("stderr %q", text)
	}
	for _, f := range frames[1 : len(frames)-1] {
		if !strings.HasPrefix(f, "[█") || !strings.HasSuffix(f, "% of 20 MB") {
			t.Errorf("frame %q", f)
		}
	}
	if strings.Contains(text, "\n") {
		t.Errorf("a bar has no lines: %q", text)
	}
}

// TestNoProgressInAPipe: what a script reads is the answer and what is wrong.
func TestNoProgressInAPipe(t *testing.T) {
	if text := slow(t, 20*time.Second, false); text != "" {
		t.Errorf("stderr %q", text)
	}
}

// TestNoProgressForQuickWork, nor when asked to be quiet.
func TestNoProgressForQuickWork(t *testing.T) {
	for _, term := range []bool{true, false} {
		if text := slow(t, 40*time.Millisecond, term); text != "" {
			t.Errorf("terminal %v: stderr %q after 40 ms", term, text)
		}
		if text := slow(t, 700*time.Millisecond, term, "-q"); text != "" {
			t.Errorf("terminal %v: stderr %q with --quiet", term, text)
		}
	}
}
