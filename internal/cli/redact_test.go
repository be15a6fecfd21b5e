package cli

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// unseen is what a reader does not see of a text, in the forms that exports have.
var unseen = regexp.MustCompile("\x1b\\[[0-9;]*m|\\\\+u001b\\[[0-9;]*m|<[^>]*>|&[a-z#0-9]+;|\u200b|\u00ad|[\\\\*\\s]")

// TestHiddenSecrets: what hides a key in a session does not show it in any rendering of it, nor in a copy.
func TestHiddenSecrets(t *testing.T) {
	dir, id := t.TempDir(), "5e551000-0000-4000-8000-000000000009"
	const key = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	a, b := key[:22], key[22:]
	line := strings.Repeat("x", 80-8-len(a)) + " token: " + a + "\n" + b
	clitest.WriteClaudeSession(t, dir, id, "go", "red \x1b[31m"+a+"\x1b[32m"+b+"\x1b[0m end", "see "+a+"\u200b"+b, "soft "+a+"\u00ad"+b+" **"+key+"**",
		line, "```\n"+a+"\x1b[1m"+b+"\n```", `{"a":"{\"b\":\"{\\\"c\\\":\\\"x\\\\n`+key+`\\\\n\\\"}\"}"}`, "<b>"+key+"</b> &lt;"+key+"&gt;", key+".", key+"|", key+"…")
	leaks := func(what, out string) {
		t.Helper()
		if !strings.Contains(out, "[redacted:github-pat]") && !strings.Contains(out, "redacted:github-pat") {
			t.Errorf("%s: nothing is redacted: %.300q", what, out)
		}
		shown := unseen.ReplaceAllString(out, "")
		for i := 4; i+10 <= len(key); i += 3 {
			if at := strings.Index(shown, key[i:i+10]); at >= 0 {
				t.Errorf("%s shows %q: %.200q", what, key[i:i+10], shown[max(at-60, 0):])
				return
			}
		}
	}
	for _, format := range []string{"html", "markdown", "json", "jsonl"} {
		out := printed(t, clitest.Pipe(), "--home", dir, "export", "claude:"+id, "--format", format, "--redact")
		leaks(format, out)
		if n := strings.Count(unseen.ReplaceAllString(out, ""), "redacted:github-pat"); n < 10 {
			t.Errorf("%s: %d replacements", format, n)
		}
	}
	leaks("show", printed(t, clitest.Pipe(), "--home", dir, "show", "claude:"+id, "--redact"))
	store := filepath.Join(t.TempDir(), "store.db")
	printed(t, clitest.Pipe(), "--home", dir, "--store", store, "import", "--all", "--redact")
	leaks("a copy", printed(t, clitest.Pipe(), "--home", t.TempDir(), "--store", store, "store", "messages", "last"))
	asks := []string{`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`}
	for i := range 11 {
		asks = append(asks, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"show","arguments":{"session":%q,"after":%d,"limit":1}}}`, i, id, i))
	}
	s := clitest.Pipe()
	s.In = strings.NewReader(strings.Join(asks, "\n"))
	leaks("mcp", printed(t, s, "--home", dir, "mcp"))
}
