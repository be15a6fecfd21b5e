package cli

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// TestWordsOfTime plays testdata/words.json on the command line.
func TestWordsOfTime(t *testing.T) {
	w, home := clitest.ReadWordsOfTime(t, "../../testdata/words.json")
	for _, b := range w.Bounds {
		streams := clitest.Pipe()
		code := run(t.Context(), []string{"--home", home, "list", b.CommandLine, w.From}, streams, clitest.OnNative)
		out, notes := streams.Out.(*clitest.Buffer), streams.Err.(*clitest.Buffer)
		if code != 0 || !w.Lists(out.String(), b.Listed) || !strings.Contains(notes.String(), b.Names.CommandLine) || b.Names.CommandLine == "" && notes.String() != "" {
			t.Errorf("%s: exit status %d\n%s%s", b.CommandLine, code, out, notes)
		}
		for _, v := range w.Values {
			code := run(t.Context(), []string{"--home", home, "list", b.CommandLine + "=" + v.Text()}, clitest.Pipe(), clitest.OnNative)
			if (code == 0) != v.CommandLine || code != 0 && code != app.ExitUsage {
				t.Errorf("%s=%.40s: exit status %d", b.CommandLine, v.Text(), code)
			}
		}
	}
}
