package export

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
)

const someHash = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

func TestStyleHash(t *testing.T) {
	sum := sha256.Sum256([]byte(style))
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != styleHash {
		t.Errorf("%s, want %s", styleHash, got)
	}
}

// TestSafeFrames: nothing in a request can end the element, the policy or the attribute that holds it.
func TestSafeFrames(t *testing.T) {
	for _, c := range []struct {
		page Page
		want bool
	}{
		{Page{Script: "x", Hash: someHash}, true},
		{Page{URL: "../reader.js"}, true},
		{Page{Script: "x"}, false},
		{Page{Script: "x", Hash: someHash, URL: "reader.js"}, false},
		{Page{Script: "a</SCRIPT>", Hash: someHash}, false},
		{Page{Script: "<!--", Hash: someHash}, false},
		{Page{Script: "x", Hash: "' 'unsafe-inline'" + someHash[17:]}, false},
		{Page{Script: "x", Hash: someHash + "="}, false},
		{Page{URL: "http://tracker.invalid/x.js"}, false},
		{Page{URL: "//tracker.invalid/x.js"}, false},
		{Page{URL: `x"><script>`}, false},
		{Page{URL: "/x.js"}, false},
	} {
		if got := c.page.IsSafe(); got != c.want {
			t.Errorf("%+v: %v", c.page, got)
		}
	}
}

func TestFrame(t *testing.T) {
	p := Page{Title: "</title><script>\u202e & \xff", Script: "run()", Hash: someHash}
	out := string(p.Head()) + EndText + string(Data("view", []byte(`{"a":"</script><!--<script>"}`))) + string(p.Tail())
	for _, want := range []string{"<title>&lt;/title>&lt;script>⟨U+202E⟩ &amp; \uFFFD</title>", "script-src 'sha256-" + someHash + "'; style-src 'sha256-" + styleHash + "';",
		`{"a":"\u003c/script>\u003c!--\u003cscript>"}</script>`, "<script>run()</script>\n</body>"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	linked := Page{URL: "reader.js"}
	if out := string(linked.Head()) + string(linked.Tail()); !strings.Contains(out, "script-src 'self';") || !strings.Contains(out, `<script src="reader.js"></script>`) {
		t.Error(out)
	}
}

func TestEscaped(t *testing.T) {
	for in, want := range map[string]string{"a<b>&": "a&lt;b>&amp;", "x\x00\x1b[1m\t\n": "x⟨U+0000⟩⟨U+001B⟩[1m\t\n", "\u200b\U000e0041": "⟨U+200B⟩⟨U+E0041⟩", "é 日": "é 日"} {
		if got := string(AppendEscaped(nil, in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
