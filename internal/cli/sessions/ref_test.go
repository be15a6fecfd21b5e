package sessions

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/clitest"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// TestCompleteResume: run --resume accepts the same names as show, and leaves
// to the agent what is not known here.
func TestCompleteResume(t *testing.T) {
	engine, err := native.NewEngine(bindings.Options{Host: hostfns.Options{Home: clitest.Home(t, "claude")}})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	a := &app.App{Ctx: context.Background()}
	for _, c := range []struct {
		agent, typed, want string
		fails              bool
	}{
		{"claude", "6cb0dd90-7a16-47c0-88bc-417625d288a3", "6cb0dd90-7a16-47c0-88bc-417625d288a3", false},
		{"claude", "6cb0", "6cb0dd90-7a16-47c0-88bc-417625d288a3", false},
		{"claude", "claude:6cb0", "6cb0dd90-7a16-47c0-88bc-417625d288a3", false},
		{"claude", "last", "6cb0dd90-7a16-47c0-88bc-417625d288a3", false},
		{string(heddle.AutoAgent), "last", "claude:6cb0dd90-7a16-47c0-88bc-417625d288a3", false},
		{string(heddle.AutoAgent), "6cb0", "claude:6cb0dd90-7a16-47c0-88bc-417625d288a3", false},
		{"claude", "of-another-machine", "of-another-machine", false},
		{"acp:some-agent", "6cb0", "6cb0", false},
		{"claude", "", "", false},
		{"claude", "a000", "", true},
		{"codex", "last", "", true},
	} {
		o := heddle.AgentOptions{Agent: heddle.Agent(c.agent), Resume: c.typed, Client: heddle.New(engine)}
		switch err := CompleteResume(a, &o); {
		case c.fails && err == nil, !c.fails && err != nil:
			t.Errorf("%s %q: %v", c.agent, c.typed, err)
		case err == nil && o.Resume != c.want:
			t.Errorf("%s %q: %q, want %q", c.agent, c.typed, o.Resume, c.want)
		}
	}
}

func TestReadName(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  Name
		back  int
		place bool
	}{
		{[]string{"claude:a"}, Name{"claude", "a", "claude:a"}, 0, false},
		{[]string{"claude", "a:b"}, Name{"claude", "a:b", "claude:a:b"}, 0, false},
		{[]string{"last"}, Name{"", "last", "last"}, 0, true},
		{[]string{"pi:last-12"}, Name{"pi", "last-12", "pi:last-12"}, 12, true},
		{[]string{"last-"}, Name{"", "last-", "last-"}, 0, false},
		{[]string{"last--1"}, Name{"", "last--1", "last--1"}, 0, false},
		{[]string{"lasting"}, Name{"", "lasting", "lasting"}, 0, false},
		{[]string{"last-99999999999999999999"}, Name{"", "last-99999999999999999999", "last-99999999999999999999"}, 0, false},
	} {
		name, err := ReadName(c.words)
		back, place := name.Back()
		if err != nil || name != c.want || back != c.back || place != c.place {
			t.Errorf("%q: %+v, %d, %v, %v", c.words, name, back, place, err)
		}
	}
	for _, words := range [][]string{{""}, {":a"}, {"a:"}, {"", "a"}, {"a", ""}} {
		if _, err := ReadName(words); !errors.As(err, new(usage.Error)) {
			t.Errorf("%q: %v", words, err)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "ab", 1}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"cluade", "claude", 1}} {
		if got := usage.EditDistance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := usage.EditDistance(c.b, c.a); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.b, c.a, got, c.want)
		}
	}
	if Similar("ab", "ac") || !Similar("cluade", "claude") || !Similar("6bc0dd90", "6cb0dd90-7a16-47c0-88bc-417625d288a3") || Similar("codex", "claude") {
		t.Error("similar")
	}
}

// TestShortest: the beginning names one session, with any names of the others.
func TestShortest(t *testing.T) {
	others := []string{"abcdef", "abcdefgh", "last", "last-12345", "ABCDXX", "日本語の検索一", "日本語の検索二"}
	for id, want := range map[string]string{
		"abcdef": "abcdef", "abcdefgh": "abcdefg", "last": "last", "last-12345": "last-12345", "ABCDXX": "ABCDXX", "zebra-1-2-3": "zebra-1", "x": "x",
		"日本語の検索一": "日本語の検索一", "claude:d0c0308c-9f39@laptop": "claude:d0c030", "a:1@x": "a:1@x",
	} {
		if got := shortest(id, others); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
