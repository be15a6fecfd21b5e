package app

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

func TestPagerCommand(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{{nil, "less -FRX"}, {map[string]string{"PAGER": "more"}, "more"}, {map[string]string{"PAGER": "more", "HEDDLE_PAGER": "cat"}, ""},
		{map[string]string{"PAGER": ""}, ""}, {map[string]string{"HEDDLE_PAGER": " less -R "}, "less -R"}} {
		got := pagerCommand(func(name string) (string, bool) { v, ok := c.env[name]; return v, ok })
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.env, got, c.want)
		}
	}
}

// TestPage: a pager gets the text; one that is missing or quits early is no
// error, and no text is lost.
func TestPage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no POSIX shell")
	}
	long := strings.Repeat("text\n", 100_000) // more than a pipe holds
	show := func(pager string, noPager bool) string {
		t.Helper()
		t.Setenv("HEDDLE_PAGER", pager)
		t.Setenv("TERM", "xterm")
		out, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		a := &App{Ctx: context.Background(), Streams: terminal.Streams{Out: out, Err: out, Terminal: true}}
		if err := a.Page(long, noPager); err != nil {
			t.Errorf("%s: %v", pager, err)
		}
		data, err := os.ReadFile(out.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for pager, want := range map[string]string{"wc -l | tr -d ' '": "100000\n", "head -1": "text\n", "true": "", "cat": long, "": long, "cat; exit 3": long} {
		if got := show(pager, false); got != want {
			t.Errorf("%q shows %d bytes, want %d", pager, len(got), len(want))
		}
	}
	if got := show("no-such-pager-anywhere", false); !strings.HasSuffix(got, long) {
		t.Errorf("a missing pager loses text: %d bytes", len(got))
	}
	if got := show("false", true); got != long {
		t.Errorf("--no-pager: %d bytes", len(got))
	}
}
