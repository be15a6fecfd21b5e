package places_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/hostfns/places"
)

// system is a made-up machine.
type system struct {
	os      string
	home    string // --home
	env     map[string]string
	folders []string
}

func (s system) resolve(t *testing.T) map[string]places.Place {
	t.Helper()
	list, err := places.Resolve(s.os, func(name string) string { return s.env[name] }, s.home,
		func(path string) bool { return slices.Contains(s.folders, path) })
	if err != nil {
		t.Fatal(err)
	}
	byMount := map[string]places.Place{}
	for _, p := range list {
		if _, twice := byMount[p.Mount]; twice {
			t.Errorf("mount %s twice", p.Mount)
		}
		byMount[p.Mount] = p
	}
	return byMount
}

func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		system
		want map[string]string
	}{
		{system{os: "linux", env: map[string]string{"HOME": "/home/me"}}, map[string]string{
			"claude": "/home/me/.claude", "codex": "/home/me/.codex", "opencode": "/home/me/.local/share/opencode",
			"gemini": "/home/me/.gemini", "copilot": "/home/me/.copilot", "cursor": "/home/me/.cursor", "pi": "/home/me/.pi/agent",
			"omp": "/home/me/.omp/agent", "openclaw": "/home/me/.openclaw", "hermes": "/home/me/.hermes", "store": "/home/me/.local/share/heddle",
			"cursor-user": "/home/me/.config/Cursor/User", "home-files": "/home/me"}},
		{system{os: "freebsd", env: map[string]string{"HOME": "/home/me/"}}, map[string]string{"claude": "/home/me/.claude", "home-files": "/home/me"}},
		{system{os: "linux", env: map[string]string{"HOME": "/"}}, map[string]string{"claude": "/.claude", "home-files": "/"}},
		{system{os: "darwin", env: map[string]string{"HOME": "/Users/me"}}, map[string]string{
			"claude": "/Users/me/.claude", "opencode": "/Users/me/.local/share/opencode",
			"cursor-user": "/Users/me/Library/Application Support/Cursor/User", "store": "/Users/me/Library/Application Support/heddle",
			"home-files": "/Users/me"}},
		{system{os: "windows", env: map[string]string{"USERPROFILE": `C:\Users\me`, "HOME": "/c/Users/me",
			"APPDATA": `C:\Users\me\AppData\Roaming`, "LOCALAPPDATA": `C:\Users\me\AppData\Local`}}, map[string]string{
			"claude": `C:\Users\me\.claude`, "codex": `C:\Users\me\.codex`, "opencode": `C:\Users\me\.local\share\opencode`,
			"hermes": `C:\Users\me\AppData\Local\hermes`, "store": `C:\Users\me\AppData\Roaming\heddle`, "cursor-user": `C:\Users\me\AppData\Roaming\Cursor\User`, "home-files": `C:\Users\me`}},
		{system{os: "windows", env: map[string]string{"USERPROFILE": `D:\`}}, map[string]string{"claude": `D:\.claude`, "home-files": `D:\`}},
		{system{os: "windows", env: map[string]string{"USERPROFILE": `\\server\homes\me\`}}, map[string]string{"claude": `\\server\homes\me\.claude`}},
	} {
		got := c.resolve(t)
		for mount, want := range c.want {
			if p := got[mount]; p.Path != want || p.Found {
				t.Errorf("%s: %s is %q, found %v; want %q, not found", c.os, mount, p.Path, p.Found, want)
			}
		}
		if _, ok := got["pi-sessions"]; ok {
			t.Error("a place that nothing names")
		}
	}
}

func TestOverrides(t *testing.T) {
	env := map[string]string{"HOME": "/home/me", "CLAUDE_CONFIG_DIR": "/data/claude/", "CODEX_HOME": "relative", "XDG_DATA_HOME": "/data/xdg",
		"COPILOT_HOME": "", "PI_CODING_AGENT_SESSION_DIR": "/data/pi"}
	folders := []string{"/data/claude", "/home/me/.claude", "/home/me/.codex", "/home/me/.local/share/opencode"}
	got := system{os: "linux", env: env, folders: folders}.resolve(t)
	for mount, want := range map[string]places.Place{
		"claude":      {Mount: "claude", Agent: "claude", Path: "/data/claude", Found: true},
		"codex":       {Mount: "codex", Agent: "codex", Path: "/home/me/.codex", Found: true},
		"opencode":    {Mount: "opencode", Agent: "opencode", Path: "/home/me/.local/share/opencode", Found: true},
		"copilot":     {Mount: "copilot", Agent: "copilot", Path: "/home/me/.copilot"},
		"pi-sessions": {Mount: "pi-sessions", Agent: "pi", Path: "/data/pi"},
	} {
		if p := got[mount]; p.Path != want.Path || p.Found != want.Found || p.Agent != want.Agent {
			t.Errorf("%s: %+v, want %+v", mount, p, want)
		}
	}
	windows := system{os: "windows", env: map[string]string{"USERPROFILE": `C:\Users\me`, "CODEX_HOME": `E:/codex`, "CLAUDE_CONFIG_DIR": "/c/claude",
		"LOCALAPPDATA": `C:\Users\me\AppData\Local`}, folders: []string{`C:\Users\me\AppData\Local\opencode`}}.resolve(t)
	for mount, want := range map[string]string{
		"codex": `E:/codex`, "claude": `C:\Users\me\.claude`, "opencode": `C:\Users\me\AppData\Local\opencode`,
	} {
		if p := windows[mount]; p.Path != want {
			t.Errorf("windows: %s is %q, want %q", mount, p.Path, want)
		}
	}
}

// With --home the environment counts for nothing and every system's way of
// laying out a home is understood.
func TestExplicitHome(t *testing.T) {
	env := map[string]string{"HOME": "/home/me", "CLAUDE_CONFIG_DIR": "/data/claude", "XDG_DATA_HOME": "/data/xdg", "APPDATA": "/data"}
	folders := []string{"/data/claude", "/copy/.config/claude", "/copy/Library/Application Support/Cursor/User", "/copy/AppData/Local/hermes"}
	got := system{os: "linux", home: "/copy", env: env, folders: folders}.resolve(t)
	for mount, want := range map[string]string{
		"claude": "/copy/.config/claude", "codex": "/copy/.codex", "opencode": "/copy/.local/share/opencode",
		"cursor-user": "/copy/Library/Application Support/Cursor/User", "hermes": "/copy/AppData/Local/hermes", "home-files": "/copy",
	} {
		if p := got[mount]; p.Path != want {
			t.Errorf("%s is %q, want %q", mount, p.Path, want)
		}
	}
	for mount, p := range got {
		if !strings.HasPrefix(p.Path, "/copy") {
			t.Errorf("%s is %q, outside of the given home", mount, p.Path)
		}
	}
	mac := system{os: "darwin", home: "/copy", folders: folders}.resolve(t)
	if !maps.EqualFunc(got, mac, func(a, b places.Place) bool { return a.Path == b.Path && a.Found == b.Found }) {
		t.Error("a copied home depends on the system that reads it")
	}
	windows := system{os: "windows", home: `C:\copy\`, folders: []string{`C:\copy\AppData\Roaming\opencode`}}.resolve(t)
	if p := windows["opencode"]; p.Path != `C:\copy\AppData\Roaming\opencode` || !p.Found {
		t.Errorf("windows: %+v", p)
	}
}

func TestNoHome(t *testing.T) {
	none := func(string) string { return "" }
	for _, c := range []struct{ os, home string }{{"linux", ""}, {"windows", ""}, {"linux", "relative"}, {"windows", `relative\x`}} {
		if _, err := places.Resolve(c.os, none, c.home, func(string) bool { return true }); err == nil {
			t.Errorf("%s with home %q: no error", c.os, c.home)
		}
	}
}

// The table itself: what README.md promises to its readers.
func TestTable(t *testing.T) {
	b, err := os.ReadFile("places.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Format int
		About  []string
		Places []map[string]any
		Files  struct {
			Mount string
			Names []string
		}
	}
	if err := json.Unmarshal(b, &table); err != nil {
		t.Fatal(err)
	}
	main := []string{}
	for _, row := range table.Places {
		mount, agent := row["mount"].(string), row["agent"].(string)
		if mount == agent {
			main = append(main, mount)
		}
		if mount != agent && !strings.HasPrefix(mount, agent+"-") && mount != "store" {
			t.Errorf("mount %s does not tell its agent %s", mount, agent)
		}
		for _, os := range []string{"linux", "darwin", "windows"} {
			for _, c := range row[os].([]any) {
				candidate := c.(string)
				if !strings.HasPrefix(candidate, "${") || strings.Count(candidate, "$") != 1 || strings.ContainsAny(candidate, `\`) || strings.HasSuffix(candidate, "/") {
					t.Errorf("%s: %q is not of the documented form", mount, candidate)
				}
			}
		}
	}
	if sorted := slices.Sorted(slices.Values(main)); len(main) < 10 || len(slices.Compact(sorted)) != len(main) {
		t.Errorf("agents %v", main)
	}
	for _, name := range table.Files.Names {
		if strings.HasPrefix(name, "/") || strings.Contains(name, "..") {
			t.Errorf("single file %q", name)
		}
	}
}

// CLAUDE_CONFIG_DIR may hold several paths; a value in which one is not absolute is one path.
func TestListOfFolders(t *testing.T) {
	for value, want := range map[string][]string{
		"/a": {"/a", "", ""}, "/a,/b": {"/a", "/b", ""}, "/a, /b/,/c,/d": {"/a", "/b", "/c"}, "/a,b": {"/a,b", "", ""}, "/a,": {"/a,", "", ""},
	} {
		got := system{os: "linux", env: map[string]string{"HOME": "/home/me", "CLAUDE_CONFIG_DIR": value}, folders: []string{"/a", "/b", "/c", "/d", "/a,b", "/a,"}}.resolve(t)
		for i, mount := range []string{"claude", "claude-2", "claude-3"} {
			if got[mount].Path != want[i] {
				t.Errorf("%s: %s is %q, want %q", value, mount, got[mount].Path, want[i])
			}
		}
	}
}
