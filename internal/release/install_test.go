package main

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstalled runs the command line as npx and uvx get it, from a registry on loopback and a
// folder of wheels, in an empty folder: what it prints is what the program itself prints.
func TestInstalled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command line and installs packages")
	}
	builds, program := ownBuild(t)
	r := mustRelease(t, builds, false)
	out := t.TempDir()
	if err := r.writeNpm(out); err != nil {
		t.Fatal(err)
	}
	if err := r.writeWheels(out); err != nil {
		t.Fatal(err)
	}
	home, err := filepath.Abs("../../testdata/agents/claude/home")
	if err != nil {
		t.Fatal(err)
	}
	list := []string{"--home", home, "sessions", "list", "--json"}
	want, _ := runAlone(t, program, list...)
	if strings.Count(want, `"sessionId"`) < 3 {
		t.Fatalf("the program printed %q", want)
	}
	t.Run("npx", func(t *testing.T) {
		registry := serveNpm(t, out)
		npx := func(args ...string) (string, int) {
			return runAlone(t, tool(t, "npx"), append([]string{"--yes", "--registry=" + registry, "heddle-cli"}, args...)...)
		}
		compareRuns(t, npx, want, list)
	})
	t.Run("uvx", func(t *testing.T) {
		uvx := func(args ...string) (string, int) {
			return runAlone(t, tool(t, "uvx"), append([]string{"--no-index", "--find-links", out, "--no-python-downloads", "heddle-cli"}, args...)...)
		}
		compareRuns(t, uvx, want, list)
	})
	t.Run("pip", func(t *testing.T) {
		venv := t.TempDir()
		for _, args := range [][]string{{"-m", "venv", venv}, {"-m", "pip", "install", "--quiet", "--no-index", "--find-links", out, "heddle-cli"}} {
			python := "python3"
			if args[1] == "pip" {
				python = filepath.Join(venv, "bin", "python")
			}
			if text, err := exec.Command(python, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
		}
		for _, name := range []string{"heddle", "heddle-cli"} {
			compareRuns(t, func(args ...string) (string, int) { return runAlone(t, filepath.Join(venv, "bin", name), args...) }, want, list)
		}
	})
}

// compareRuns runs what was installed: its output is want, and its exit status that of the program.
func compareRuns(t *testing.T, heddle func(args ...string) (string, int), want string, list []string) {
	t.Helper()
	if got, status := heddle(list...); got != want || status != 0 {
		t.Errorf("exit status %d, printed %q, want %q", status, got, want)
	}
	if got, status := heddle("sessions", "list", "--limit", "many"); status != 2 || got != "" {
		t.Errorf("a wrong argument: exit status %d, printed %q", status, got)
	}
}

// tool finds a program in the virtual environment of the tests or in PATH.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../build/venv/bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	path, err = exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is missing; make setup installs it: %v", name, err)
	}
	return path
}

// runAlone runs a program in an empty folder, with a home and caches of its own.
func runAlone(t *testing.T, program string, args ...string) (stdout string, status int) {
	t.Helper()
	home := t.TempDir()
	cmd := exec.Command(program, args...)
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if status = cmd.ProcessState.ExitCode(); status != 0 {
		t.Logf("%s %s: %s", program, args, &problems)
	}
	return out.String(), status
}

// serveNpm serves the tarballs of a folder as a registry does, on loopback.
func serveNpm(t *testing.T, folder string) (url string) {
	t.Helper()
	tarballs, err := filepath.Glob(filepath.Join(folder, "*.tgz"))
	if err != nil || len(tarballs) == 0 {
		t.Fatal("no tarballs", err)
	}
	packages := map[string]map[string]any{}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	for _, path := range tarballs {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal([]byte(untar(t, path)["package/package.json"].text), &m); err != nil {
			t.Fatal(err)
		}
		sum := sha512.Sum512(data)
		m["dist"] = map[string]string{"tarball": server.URL + "/-/" + filepath.Base(path), "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
		packages[m["name"].(string)] = m
	}
	mux.Handle("/-/", http.StripPrefix("/-/", http.FileServer(http.Dir(folder))))
	mux.HandleFunc("/", func(w http.ResponseWriter, req *http.Request) {
		name := strings.TrimPrefix(req.URL.Path, "/")
		m, ok := packages[name]
		if !ok {
			http.NotFound(w, req)
			return
		}
		version := m["version"].(string)
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"name": name, "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: m}})
	})
	return server.URL
}
