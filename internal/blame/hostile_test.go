package blame_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/blame"
)

// Rule: a repository is somebody else's: blaming a file in it starts no program that it names, and fetches nothing.
func TestHostileRepository(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are scripts")
	}
	w := newWorld(t)
	w.save("src/a.go", "package a\nvar lampOfTheHarbour = 1\n")
	w.edit("s1", "src/a.go", "var lampOfTheHarbour = 1\n", "var lampOfTheHarbour = 1\nvar hornOfTheHarbour = 2\n")
	w.commit("begin")
	w.save("src/a.go", w.read("src/a.go")+"var flagOfTheHarbour = 3\n")
	w.commit("more")
	w.git("mv", "src/a.go", "src/b.go")
	w.commit("renamed")
	w.save("src/b.go", w.read("src/b.go")+"// not committed\n")

	marks := filepath.Join(w.home, "marks")
	script := filepath.Join(w.home, "evil.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+marks+"'\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	hooks := w.path(".git/hooks")
	for _, hook := range []string{"post-index-change", "post-checkout", "pre-auto-gc", "reference-transaction", "fsmonitor-watchman"} {
		if err := os.Symlink(script, filepath.Join(hooks, hook)); err != nil {
			t.Fatal(err)
		}
	}
	w.save(".gitattributes", "* diff=evil filter=evil text\n")
	for _, s := range []string{"core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand", "core.gitProxy", "credential.helper", "diff.external",
		"diff.evil.textconv", "diff.evil.command", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "gpg.program", "pager.blame", "pager.log",
		"alias.blame", "alias.rev-parse", "alias.log", "uploadpack.packObjectsHook", "remote.origin.uploadpack", "core.alternateRefsCommand"} {
		value := script
		if strings.HasPrefix(s, "alias.") {
			value = "!" + script
		}
		w.git("config", s, value)
	}
	for _, s := range [][2]string{{"log.showSignature", "true"}, {"filter.evil.required", "true"}, {"protocol.allow", "always"}, {"protocol.ext.allow", "always"},
		{"remote.origin.url", "ext::" + script}, {"remote.origin.promisor", "true"}, {"extensions.partialClone", "origin"}, {"core.repositoryFormatVersion", "1"},
		{"diff.renames", "false"}, {"core.hooksPath", hooks}} {
		w.git("config", s[0], s[1])
	}
	control := exec.Command("git", "log", "-p", "--", "src/b.go")
	control.Dir = w.root
	_ = control.Run()
	if _, err := os.Stat(marks); err != nil {
		t.Fatal("the control starts no program of the repository")
	}
	clean := func(what string) {
		t.Helper()
		if said, err := os.ReadFile(marks); err == nil {
			t.Errorf("%s started programs of the repository:\n%s", what, said)
		}
		_ = os.Remove(marks)
	}
	_ = os.Remove(marks)
	t.Setenv("GIT_EXTERNAL_DIFF", script)
	t.Setenv("GIT_PAGER", script)
	t.Setenv("GIT_DIR", "/nonexistent")
	w.check("hostile", blame.Options{File: "src/b.go"}, "-", "-", "s1 moved", "-", "-")
	w.check("hostile, a commit", blame.Options{File: "src/a.go", Rev: "HEAD~1"}, "-", "-", "s1", "-")
	clean("blame")

	if err := os.RemoveAll(w.path(".git/objects")); err != nil { // a partial clone that lacks everything
		t.Fatal(err)
	}
	if err := os.MkdirAll(w.path(".git/objects"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := w.blame(blame.Options{File: "src/b.go"}); err == nil {
		t.Error("a repository without objects is blamed")
	}
	clean("a fetch")
}

// Rule: a repository of another user is git's to refuse.
func TestForeignRepository(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root makes another user's folder")
	}
	w := newWorld(t)
	w.save("a.txt", "some line of text\n")
	w.commit("begin")
	if err := filepath.WalkDir(w.root, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, 4321, 4321)
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.blame(blame.Options{File: "a.txt"}); fault.CodeOf(err) != fault.PermissionDenied {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(os.Getenv("GIT_CONFIG_GLOBAL"), []byte("[safe]\n\tdirectory = "+w.root+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w.check("trusted", blame.Options{File: "a.txt"}, "-")
}
