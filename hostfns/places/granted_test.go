package places_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/hostfns/places"
)

func TestGranted(t *testing.T) {
	for _, c := range []struct {
		name            string
		folders, exists []string
		want            map[string]string
	}{
		{"by the names below a home", []string{"/home/me/.claude", "/home/me/.pi/agent/", "/Users/me/Library/Application Support/Cursor/User"}, nil,
			map[string]string{"claude": "/home/me/.claude", "pi": "/home/me/.pi/agent/", "cursor-user": "/Users/me/Library/Application Support/Cursor/User"}},
		{"by the names of mounts", []string{"/claude", "codex", "/home/me/gemini"}, nil, map[string]string{"claude": "/claude", "codex": "codex"}},
		{"a home", []string{"/home"}, []string{"/home/.claude", "/home/.config/github-copilot", "/home/.agent-mux"},
			map[string]string{"claude": "/home/.claude", "copilot-config": "/home/.config/github-copilot", "home-files": "/home"}},
		{"a home with a slash", []string{"/home/"}, []string{"/home/.claude", "/home/.agent-mux"}, map[string]string{"claude": "/home/.claude", "home-files": "/home/"}},
		{"the root", []string{"/"}, []string{"/.codex"}, map[string]string{"codex": "/.codex"}},
		{"a folder on the way", []string{"/home/me/.pi", "/home/me/.local/share"}, []string{"/home/me/.pi/agent", "/home/me/.local/share/opencode", "/home/me/.local/share/heddle"},
			map[string]string{"pi": "/home/me/.pi/agent", "opencode": "/home/me/.local/share/opencode"}},
		{"a name of Windows", []string{`C:\Users\me\.claude`}, nil, map[string]string{"claude": `C:\Users\me\.claude`}},
		{"the first of two", []string{"/b/.claude", "/a/.claude"}, nil, map[string]string{"claude": "/b/.claude"}},
		{"no part of a name", []string{"/home/x.claude", "/home/.claude2"}, nil, map[string]string{}},
		{"never the store", []string{"/store", "/home/me/.local/share/heddle"}, nil, map[string]string{}},
		{"nothing", nil, nil, map[string]string{}},
	} {
		found, err := places.Granted(c.folders, func(path string) bool { return slices.Contains(c.exists, path) })
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, p := range found {
			got[p.Mount] = p.Path
			if (p.Mount == "home-files") != (p.Files != nil) || !p.Found {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
