package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestInstalled runs the command line as the pages say that one gets it, with npm's registry on loopback
// and a folder of wheels, in an empty folder: what it prints is what the program itself prints.
func TestInstalled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command line and installs packages")
	}
	builds, program := ownBuild(t)
	r := mustRelease(t, builds, ownExtras(t), false)
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
	registry := serveNpm(t, out) // which has no package for Python: those are in the folder
	m := machine{t, home, []string{"npm_config_registry=" + registry, "npm_config_yes=true", "npm_config_update_notifier=false",
		"UV_DEFAULT_INDEX=" + registry + "/simple", "UV_FIND_LINKS=" + out, "UV_PYTHON_DOWNLOADS=never", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=" + out, "PIP_DISABLE_PIP_VERSION_CHECK=1"}}
	want, _ := m.run(t.TempDir(), program, "list", "--json")
	if strings.Count(want, `"sessionId"`) < 3 {
		t.Fatalf("the program printed %q", want)
	}
	t.Run("wazero", func(t *testing.T) {
		if _, err := os.Stat("../../wasm/module/data/core.wasm.gz"); err != nil {
			t.Skip("make wasm builds the module that the program embeds")
		}
		m.compare(want, program, "--engine", "wazero")
	})
	t.Run("pages", func(t *testing.T) { m.runPages() })
	t.Run("npx", func(t *testing.T) { m.compare(want, tool(t, "npx"), "heddle-cli") })
	t.Run("uvx", func(t *testing.T) { m.compare(want, tool(t, "uvx"), "heddle-cli") })
	t.Run("npm install --global", func(t *testing.T) {
		prefix := t.TempDir()
		m.install(tool(t, "npm"), "install", "--global", "--prefix="+prefix, "heddle-cli")
		m.compare(want, filepath.Join(prefix, "bin", "heddle"))
		checkShared(t, r, prefix, "share/man/")
	})
	t.Run("npm install --omit=optional", func(t *testing.T) {
		project := t.TempDir()
		m.install(tool(t, "npm"), "install", "--omit=optional", "--prefix="+project, "heddle-cli")
		if got, status := m.run(t.TempDir(), filepath.Join(project, "node_modules", ".bin", "heddle"), "version"); status != 1 || got != "" {
			t.Errorf("without the program: exit status %d, printed %q", status, got)
		}
	})
	t.Run("pip", func(t *testing.T) {
		venv := t.TempDir()
		m.install("python3", "-m", "venv", venv)
		m.install(filepath.Join(venv, "bin", "python"), "-m", "pip", "install", "--quiet", "heddle-cli")
		m.compare(want, filepath.Join(venv, "bin", "heddle"))
		m.compare(want, filepath.Join(venv, "bin", "heddle-cli"))
		checkShared(t, r, venv, "share/")
	})
}

// checkShared: the extras are below the folder, as far as their place begins so.
func checkShared(t *testing.T, r *release, folder, below string) {
	t.Helper()
	for _, f := range r.extras.shared() {
		if !strings.HasPrefix(f.name, below) {
			continue
		}
		if got, err := os.ReadFile(filepath.Join(folder, f.name)); err != nil || !bytes.Equal(got, f.data) {
			t.Errorf("%s: %v, %d bytes, want %d", f.name, err, len(got), len(f.data))
		}
	}
}

// machine is one without a checkout: an empty folder, a home, and where packages come from.
type machine struct {
	t        *testing.T
	home     string // of the sessions; caches are elsewhere
	packages []string
}

// environment has the usual programs, and nothing of the checkout.
func (m machine) environment(folder string) []string {
	path := "/usr/local/bin:/usr/bin:/bin"
	for _, name := range []string{"npx", "uvx"} {
		path = filepath.Dir(tool(m.t, name)) + ":" + path
	}
	return append(m.packages, "HOME="+m.home, "XDG_CACHE_HOME="+folder+"/cache", "XDG_DATA_HOME="+folder+"/data",
		"npm_config_cache="+folder+"/npm", "UV_CACHE_DIR="+folder+"/uv", "npm_config_logs_dir="+folder+"/logs", "PATH="+path)
}

// run runs a program in a folder, which is empty at first.
func (m machine) run(folder, program string, args ...string) (stdout string, status int) {
	m.t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = folder, m.environment(m.t.TempDir())
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		m.t.Fatal(err)
	}
	if status = cmd.ProcessState.ExitCode(); status != 0 {
		m.t.Logf("%s %s: %s", program, args, &problems)
	}
	return out.String(), status
}

func (m machine) install(program string, args ...string) {
	m.t.Helper()
	if _, status := m.run(m.t.TempDir(), program, args...); status != 0 {
		m.t.Fatalf("%s %s: exit status %d", program, args, status)
	}
}

// compare runs what was installed: its output is want, and its exit status that of the program.
func (m machine) compare(want, program string, args ...string) {
	m.t.Helper()
	if got, status := m.run(m.t.TempDir(), program, slices.Concat(args, []string{"list", "--json"})...); got != want || status != 0 {
		m.t.Errorf("%s: exit status %d, printed %q, want %q", program, status, got, want)
	}
	if got, status := m.run(m.t.TempDir(), program, slices.Concat(args, []string{"list", "--limit", "many"})...); status != 2 || got != "" {
		m.t.Errorf("%s: a wrong argument: exit status %d, printed %q", program, status, got)
	}
}

// installLine matches the lines of pages that need nothing but a registry.
var installLine = regexp.MustCompile(`(?m)^(npx|uvx) heddle-cli [^#\n]*`)

// runPages runs the lines of the README and of the packages' pages as they are.
func (m machine) runPages() {
	ran := 0
	for _, page := range []string{"../../README.md", "npm/README.md", "pypi/README.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			m.t.Fatal(err)
		}
		for _, line := range installLine.FindAllString(string(text), -1) {
			ran++
			if got, status := m.run(m.t.TempDir(), "/bin/sh", "-c", line); status != 0 || got == "" && !strings.Contains(line, "7d") {
				m.t.Errorf("%s: %s: exit status %d, printed %q", page, line, status, got)
			}
		}
	}
	if ran < 6 {
		m.t.Errorf("only %d lines", ran)
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

// ownBuild compiles the command line for this machine as a release does.
func ownBuild(t *testing.T) (builds, program string) {
	t.Helper()
	builds = t.TempDir()
	folder := filepath.Join(builds, "heddle_"+runtime.GOOS+"_"+runtime.GOARCH)
	program = filepath.Join(folder, "heddle")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./cmd/heddle")
	cmd.Dir, cmd.Env = "../../hostfns/jetstream", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return builds, program
}

// ownExtras makes what goes beside the program as a release does.
func ownExtras(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if out, err := exec.Command("../../.ci/release-files.sh", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}
