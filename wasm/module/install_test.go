package module

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	modulePath = "github.com/heddle-dev/heddle"
	released   = "v0.99.0" // the version that the test releases
)

// repositoryFiles lists the files that a release tag would have, but for the
// embedded module: those that git knows or would add. Folders with a go.mod of
// their own are other modules.
func repositoryFiles(t *testing.T, root string) (files []string) {
	t.Helper()
	out, err := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	var nested []string
	all := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for _, name := range all {
		if dir, ok := strings.CutSuffix(name, "/go.mod"); ok {
			nested = append(nested, dir+"/")
		}
	}
next:
	for _, name := range all {
		for _, dir := range nested {
			if strings.HasPrefix(name, dir) {
				continue next
			}
		}
		if fi, err := os.Lstat(filepath.Join(root, name)); err == nil && fi.Mode().IsRegular() {
			files = append(files, name)
		}
	}
	return files
}

// publish makes a folder that serves the repository as a released module to the
// go command. The embedded files are added to those of the repository.
func publish(t *testing.T, root string, embedded map[string][]byte) (proxy string) {
	t.Helper()
	proxy = t.TempDir()
	dir := filepath.Join(proxy, filepath.FromSlash(modulePath), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("list", []byte(released+"\n"))
	put(released+".info", fmt.Appendf(nil, `{"Version":%q,"Time":"2026-11-22T00:00:00Z"}`, released))
	put(released+".mod", goMod)
	f, err := os.Create(filepath.Join(dir, released+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	add := func(name string, data []byte) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: modulePath + "@" + released + "/" + name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range repositoryFiles(t, root) {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		add(name, data)
	}
	for name, data := range embedded {
		add(name, data)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return proxy
}

// goEnv returns a value of the go command's environment.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// installLine is the line of the README that installs with Go.
var installLine = regexp.MustCompile(`(?m)^go (install \S+@latest)\s`)

// install runs the README's go install on the released version, outside the
// repository. The dependencies come from the local module cache.
func install(t *testing.T, proxy, cache string) (program string) {
	t.Helper()
	bin := t.TempDir()
	// Another release of the same version in the cache would be used instead.
	for _, dir := range []string{cache, filepath.Join(cache, "cache", "download")} {
		if err := os.RemoveAll(filepath.Join(dir, "github.com", "heddle-dev")); err != nil {
			t.Fatal(err)
		}
	}
	downloads := filepath.ToSlash(filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download"))
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	line := installLine.FindSubmatch(readme)
	if line == nil {
		t.Fatal("README.md has no line that installs with Go")
	}
	cmd := exec.Command("go", strings.Fields(string(line[1]))...)
	cmd.Dir = bin
	cmd.Env = append(os.Environ(), "GOBIN="+bin, "GOMODCACHE="+cache, "GOFLAGS=-modcacherw -trimpath", "GOSUMDB=off", "GOWORK=off",
		"GOPROXY=file://"+filepath.ToSlash(proxy)+",file://"+downloads+","+goEnv(t, "GOPROXY"))
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, text)
	}
	return filepath.Join(bin, "heddle")
}

// runInstalled runs a program with an environment that does not know the
// repository.
func runInstalled(t *testing.T, program string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	home := t.TempDir()
	cmd := exec.Command(program, args...)
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "XDG_CACHE_HOME=" + filepath.Join(home, "cache")}
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err = cmd.Run()
	return out.String(), problems.String(), err
}

// builtModule returns the core.wasm that HEDDLE_WASM names, or compiles one.
func builtModule(t *testing.T, root string) []byte {
	t.Helper()
	file := os.Getenv("HEDDLE_WASM")
	if file == "" {
		file = filepath.Join(t.TempDir(), "core.wasm")
		cmd := exec.Command("go", "build", "-C", root, "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", file, "./wasm")
		cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, text)
		}
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// TestInstall installs the command line as go install does from a release, and
// runs it with the wazero engine on a fixture home; from a release without the
// embedded module the same command says what to do.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command line and its dependencies for another module cache")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil || bytes.Contains(goMod, []byte("replace")) {
		t.Fatalf("go install refuses a go.mod with a replace directive: %v", err)
	}
	home := filepath.Join(t.TempDir(), "home")
	if err := os.CopyFS(home, os.DirFS(filepath.Join(root, "testdata", "agents", "claude-2.1.30", "home"))); err != nil {
		t.Fatal(err)
	}
	module := builtModule(t, root)
	cache := t.TempDir()
	list := func(engine string) []string {
		return []string{"--engine", engine, "--home", home, "sessions", "list", "--json"}
	}

	program := install(t, publish(t, root, map[string][]byte{
		"wasm/module/" + moduleFile: compress(t, module),
		"wasm/module/" + hashFile:   fmt.Appendf(nil, "%x  core.wasm\n", sha256.Sum256(module)),
	}), cache)
	want, problems, err := runInstalled(t, program, list("native")...)
	if err != nil || strings.Count(want, `"sessionId"`) < 2 {
		t.Fatalf("native: %v\n%s%s", err, want, problems)
	}
	if got, problems, err := runInstalled(t, program, list("wazero")...); err != nil || got != want {
		t.Errorf("wazero: %v, %d bytes, want %d\n%s", err, len(got), len(want), problems)
	}

	program = install(t, publish(t, root, nil), cache)
	if got, problems, err := runInstalled(t, program, list("native")...); err != nil || got != want {
		t.Errorf("native without core.wasm: %v\n%s", err, problems)
	}
	got, problems, err := runInstalled(t, program, list("wazero")...)
	if err == nil || !strings.Contains(problems, "UNSUPPORTED") || !strings.Contains(problems, "go install "+modulePath+"/cmd/heddle@latest") {
		t.Errorf("without core.wasm: %v\n%s%s", err, got, problems)
	}
}

// TestReleasedFiles: a release has the folder of the embedded module with its
// README, and no files that other tools build.
func TestReleasedFiles(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	readme := false
	for _, name := range repositoryFiles(t, root) {
		readme = readme || name == "wasm/module/data/README.md"
		isGuest := strings.HasPrefix(name, "bindings/internal/kit/guest/") // written by hand, for the kit
		if strings.HasSuffix(name, ".wasm") && !isGuest || strings.Contains(name, "node_modules/") {
			t.Errorf("a release would have %s", name)
		}
	}
	if !readme {
		t.Error("a release would not have wasm/module/data/README.md")
	}
}
