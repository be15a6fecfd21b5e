package transcript

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: no address of a remote keeps what may be a password or a token.
func TestPlainURL(t *testing.T) {
	for given, want := range map[string]string{
		"https://github.com/o/n.git": "https://github.com/o/n.git", "https://user:secret@host/o/n": "https://host/o/n",
		"https://token@host/o/n": "https://host/o/n", "https://a@b:c@host:8443/o/n@v?private_token=x#y": "https://host:8443/o/n@v",
		"ssh://git:secret@host/o/n": "ssh://git@host/o/n", "SSH://git@host": "SSH://git@host", "git@host:o/n.git": "git@host:o/n.git", "/srv/n.git": "/srv/n.git", "": "",
	} {
		if got := plainURL(given); got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}

// Rule: a repository has one name, however its address is written.
func TestRepositoryFilter(t *testing.T) {
	for _, x := range []struct {
		filter, url, cwd string
		want             bool
	}{
		{"git@github.com:O/n.git", "https://github.com/o/n", "", true}, {"https://token@github.com/o/n/", "ssh://git@github.com/o/n.git", "", true},
		{"o/n", "git@github.com:o/n.git", "", true}, {"n", "git@github.com:o/n.git", "", true}, {"o/n", "git@github.com:oo/n.git", "", false},
		{"n", "", "/w/n", false}, {"/w/n", "", "/w/n/sub", true}, {"/w/n", "", "/w/nn", false}, {`C:\w`, "", `c:\W\n`, true}, {"", "git@github.com:o/n", "", false},
	} {
		f := SourceFilter{Repositories: []string{x.filter}}
		if got := f.Matches(&session.Span{Repository: x.url}, x.cwd); got != x.want {
			t.Errorf("%+v: %v", x, got)
		}
	}
}

// Rule: what changes again before a message begins no span, and messages that were left are not counted.
func TestSpansOfShownMessages(t *testing.T) {
	b := NewBuilder(BuilderOptions{Agent: "codex", Sink: PromptSink{}})
	say := func(id string, branch bool) {
		_ = b.Record(&adapter.Record{ID: id, Role: session.RoleUser, Prompt: true, Text: id, Branch: branch})
	}
	on := func(branch string) {
		_ = b.Record(&adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Source: &session.Span{GitBranch: branch}}})
	}
	say("1", false)
	on("a")
	on("b")
	say("2", true)
	on("c")
	say("3", false)
	on("d")
	on("c")
	say("4", false)
	x, err := New(b, &adapter.Ref{ID: "x"}, "", &Annotations{})
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Summary.Spans; len(got) != 2 || got[0] != (session.Span{}) || got[1] != (session.Span{From: 1, GitBranch: "c"}) {
		t.Errorf("%+v", got)
	}
}
