package transcript

import (
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

func TestFolderFilters(t *testing.T) {
	for _, x := range []struct {
		cwd, under, folder string
		want               bool
	}{
		{"/w/p", "", "/w/p", true}, {"/w/p/", "", "/w/p", true}, {"/w/p", "", "/w/P", false}, {"/w", "", "/w/p", false},
		{"p", "", "/w/p", true}, {"p", "", "/w/pp", false}, {"w", "", "/w/p", false}, {"p", "", `C:\\w\\P`, true},
		{`C:\\w\\p`, "", `c:\\W\\P`, true}, {`C:\\w\\p`, "", `c:/W/P/`, true}, {`C:\\w`, "", `C:\\w\\p`, false},
		{"", "w", "/w/p", true}, {"", "p", "/w/p", true}, {"", "x", "/w/p", false}, {"", "/w", "/w/p", true}, {"", `c:\\W`, `C:\\w\\p`, true},
		{"/link\n/w/p", "", "/w/p", true}, {"/link\n/w/p", "", "/link", true}, {"/link\n/w/p", "", "/w", false}, {"", "/link\n/w", "/w/p", true}, {"", "/link\n/w", "/v", false}, {"", "/link\n", "/v", false},
	} {
		f := SessionFilter{Cwd: x.cwd, Under: x.under}
		if got := f.matchesFolder(&session.SessionSummary{Cwd: x.folder}); got != x.want {
			t.Errorf("%+v: %v", x, got)
		}
	}
}
