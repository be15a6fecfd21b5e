package clienttest

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/hostfns/places"
)

// readsFileSystems compares what Options.Mounts and Options.Places show with what the same folders
// show on disk. Every place of every agent is in use, some of them with SQLite databases.
func readsFileSystems(t *testing.T, open Open) {
	home := fullHome(t)
	folders, err := places.Resolve(runtime.GOOS, os.Getenv, "", func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	})
	if err != nil {
		t.Fatal(err)
	}
	o := heddle.Options{Engine: open, Mounts: map[heddle.Agent]fs.FS{}, Places: map[heddle.Place]fs.FS{}}
	for _, p := range folders {
		switch {
		case !p.Found || p.Files == nil && !strings.HasPrefix(p.Path, home):
			t.Errorf("the home has no folder of %s: %+v", p.Mount, p)
		case p.Mount == "store":
			o.Mounts[heddle.StoreAgent] = copyToMemory(t, p.Path)
		case p.Mount == p.Agent:
			o.Mounts[heddle.Agent(p.Agent)] = copyToMemory(t, p.Path)
		case p.Files != nil:
			o.Places[heddle.RunIndex] = os.DirFS(p.Path)
		default:
			o.Places[heddle.Place(p.Mount)] = copyToMemory(t, p.Path)
		}
	}
	want, got := openClient(t, heddle.Options{}), openClient(t, o)
	ctx, steps := context.Background(), listings()
	if testing.Short() { // one list in six: reads/parts runs all
		for i := range len(steps) / 6 {
			steps[i] = steps[6*i]
		}
		steps = steps[:len(steps)/6]
	}
	for _, ref := range oneOfEachMount(t, want, folders) {
		steps = append(steps, sessionSteps(ref)...)
	}
	steps = append(steps, step{"agents", func(ctx context.Context, h *heddle.Heddle) (any, error) { return h.Agents(ctx) }})
	for _, s := range steps {
		expected, actual := outcomeOf(s.run(ctx, want)), outcomeOf(s.run(ctx, got))
		if !reflect.DeepEqual(expected, actual) {
			t.Errorf("%s: %s", s.name, difference("", reflect.ValueOf(actual), reflect.ValueOf(expected)))
		}
	}
}

// fullHome makes a home with every folder that the table of places has, and makes it this user's
// until the test ends.
func fullHome(t *testing.T) string {
	t.Helper()
	if cache, err := os.UserCacheDir(); err == nil {
		t.Setenv("XDG_CACHE_HOME", cache) // compiled modules are kept there
	}
	home := copyHomes(t, append(slices.Clone(homes["whole"]), "cursor-transcripts", "copilot-described"))
	for to, from := range map[string]string{
		".cursor-server": "cursor-cli-handmade/home/.cursor",
		".config/Claude/local-agent-mode-sessions/account/org/local_task/.claude": "claude-2.1.30/home/.claude", // of Linux
	} {
		if err := os.CopyFS(filepath.Join(home, to), os.DirFS(filepath.Join(testdata(), from))); err != nil {
			t.Fatal(err)
		}
	}
	for folder, session := range map[string]string{ // OpenClaw's older names
		".clawdbot": "2bb22a73-e54e-493b-af0b-1e30242b2f3d",
		".moltbot":  "5387a042-b815-4af0-a14e-8b6c6965e1a9",
		".moldbot":  "2c3fb335-594c-4777-a2b2-a9ff9358f352",
	} {
		file := filepath.Join("agents", "main", "sessions", session+".jsonl")
		data, err := os.ReadFile(filepath.Join(testdata(), "openclaw-jsonl", "home", ".openclaw", file))
		if err == nil {
			err = os.MkdirAll(filepath.Join(home, folder, filepath.Dir(file)), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(home, folder, file), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "PI_CODING_AGENT_DIR", "HERMES_HOME", "APPDATA", "LOCALAPPDATA"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("PI_CODING_AGENT_SESSION_DIR", filepath.Join(home, "elsewhere", "sessions"))
	h := openClient(t, heddle.Options{})
	ctx := context.Background()
	if _, err := h.Store.Record(ctx, "trip", said...); err != nil {
		t.Fatal(err)
	}
	list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Claude, Limit: 1})
	if err != nil || len(list.Items) != 1 {
		t.Fatal(list, err)
	}
	if err := h.Close(); err != nil { // moves the store's log into its file
		t.Fatal(err)
	}
	run := fmt.Sprintf(`{"runId":"r1","agent":"claude","sessionId":%q,"tags":["nightly"],"timestamp":"2026-11-20T10:00:00.000Z"}`+"\n", list.Items[0].SessionID)
	if err := os.MkdirAll(filepath.Join(home, ".agent-mux"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".agent-mux", "run-index.jsonl"), []byte(run), 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

func openClient(t *testing.T, o heddle.Options) *heddle.Heddle {
	t.Helper()
	h, err := heddle.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error("close:", err)
		}
	})
	return h
}

// oneOfEachMount returns a session from each mount. It fails the test when a mount has none, or
// when no session has a tag of the run index.
func oneOfEachMount(t *testing.T, h *heddle.Heddle, folders []places.Place) []heddle.Ref {
	t.Helper()
	ctx := context.Background()
	list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Claude})
	if err != nil {
		t.Fatal(err)
	}
	report, err := h.Sessions.Doctor(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tagged, found := false, map[string]heddle.Ref{}
	for _, s := range list.Items {
		tagged = tagged || slices.Contains(s.Tags, "nightly")
	}
	for _, file := range report.Files {
		mount, _, _ := strings.Cut(file.Path, "/")
		found[mount] = heddle.Ref(string(file.Agent) + ":" + file.SessionID)
	}
	for _, p := range folders {
		if _, ok := found[p.Mount]; !ok && p.Files == nil {
			t.Errorf("no session is in %s", p.Mount)
		}
	}
	if !tagged {
		t.Error("no session has the tag of the run index")
	}
	return slices.Sorted(maps.Values(found))
}

// copyToMemory returns the files below a folder.
func copyToMemory(t *testing.T, folder string) fstest.MapFS {
	t.Helper()
	files, copied := os.DirFS(folder), fstest.MapFS{}
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := fs.ReadFile(files, path)
		copied[path] = &fstest.MapFile{Data: data, Mode: 0o600, ModTime: info.ModTime()}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return copied
}
