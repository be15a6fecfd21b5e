package gemini

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

func parse(t *testing.T, s string) scan.Value {
	t.Helper()
	v, err := scan.Parse([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestHashAgreesWithTheStandardLibrary(t *testing.T) {
	for n := range 200 {
		s := strings.Repeat("/héme", n)[:n]
		want := sha256.Sum256([]byte(s))
		if got := hashOf(s); got != hex.EncodeToString(want[:]) {
			t.Fatalf("%d bytes: %s", n, got)
		}
	}
	if hashOf("/home/dev/projects/lantern") != "ffb369053617839348a8259eda73c7fca1401e0dd51e3effae9d1343bf475b63" {
		t.Error("the folder of a fixture has another name")
	}
}

func TestTokens(t *testing.T) {
	for s, want := range map[string]session.TokenUsage{
		`{"input":12058,"output":36,"cached":6029,"thoughts":21,"tool":0,"total":12115}`: {InputTokens: 6029, CachedTokens: 6029, OutputTokens: 57, ThinkingTokens: 21},
		`{"input":100,"output":5,"tool":30,"total":135}`:                                 {InputTokens: 130, OutputTokens: 5},
		`{"input":100,"output":5,"tool":30,"total":105}`:                                 {InputTokens: 100, OutputTokens: 5},
		`{"input":10,"cached":50,"output":1}`:                                            {CachedTokens: 10, OutputTokens: 1},
		`{"input":-10,"output":"x","cached":null,"total":1e30}`:                          {},
		`{"input":"10","output":"1"}`:                                                    {InputTokens: 10, OutputTokens: 1},
		`null`:                                                                           {},
		`[]`:                                                                             {},
	} {
		u := tokensOf(parse(t, s))
		if u == nil {
			u = &session.TokenUsage{}
		}
		if *u != want {
			t.Errorf("%s: %+v, want %+v", s, *u, want)
		}
	}
}

func TestExitCode(t *testing.T) {
	for s, want := range map[string]int64{
		"Output: x\nExit Code: 3\nProcess Group PGID: 1": 3,
		"Output: \nExit Code: 7\nx\nExit Code: 0":        0,
		"Exit Code: (none)":                              0,
		"Exit Code: -1\n":                                -1,
		"exit":                                           0,
	} {
		if got := exitCode(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

// A result with files is a list of blocks without the files' bytes.
func TestResultWithFiles(t *testing.T) {
	var c call
	c.setResult(responseOf(parse(t, `{"id":"1","response":{"output":"a picture"},"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAABBBB"}}]}`)))
	if got, want := string(c.result.Output), `[{"text":"a picture","type":"text"},{"bytes":8,"mediaType":"image/png","type":"file"}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c = call{}
	if c.setResult(responseOf(parse(t, `{"response":{"a":[1],"b":null}}`))); string(c.result.Output) != `{"a":[1],"b":null}` {
		t.Errorf("got %s", c.result.Output)
	}
}

func TestBegins(t *testing.T) {
	for s, want := range map[string]bool{
		`"<session_context>\nx"`: true, `"\n\n <session_context>"`: true, `"see <session_context>"`: false, `"<session_con"`: false, `7`: false,
	} {
		if hasTextPrefix(parse(t, s), "<session_context>") != want {
			t.Errorf("%s: want %v", s, want)
		}
	}
}
