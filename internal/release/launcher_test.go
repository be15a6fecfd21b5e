package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// launcher puts the npm package's launcher into a project, beside a program that is a shell script.
// Without a script the program's package is missing.
func launcher(t *testing.T, script string) (path string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program of the test is a shell script")
	}
	modules := filepath.Join(t.TempDir(), "node_modules")
	path = filepath.Join(modules, "heddle-cli", "bin", "heddle.js")
	if err := writeFile(path, npmLauncher); err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		if p.goos != runtime.GOOS || p.goarch != runtime.GOARCH || script == "" {
			continue
		}
		folder := filepath.Join(modules, p.npmName())
		if err := writeFile(filepath.Join(folder, "package.json"), []byte(`{"name":"`+p.npmName()+`","version":"1.0.0"}`)); err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(folder, "bin", p.program())
		if err := writeFile(program, []byte("#!/bin/sh\n"+script)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(program, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestLauncher: arguments and streams are the program's, and so is the exit status.
func TestLauncher(t *testing.T) {
	path := launcher(t, `read line; printf '%s|' "$line" "$@"; echo problem >&2; exit 9`)
	cmd := exec.Command("node", path, "a b", "", "$HOME", "--x=\"")
	var out, problems bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("typed\n"), &out, &problems
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 9 {
		t.Errorf("%v, want status 9", err)
	}
	if out.String() != `typed|a b||$HOME|--x="|` || problems.String() != "problem\n" {
		t.Errorf("printed %q and %q", &out, &problems)
	}
}

// TestLauncherSignals: a signal reaches the program, and one that ends it gives a shell's status.
func TestLauncherSignals(t *testing.T) {
	path := launcher(t, `trap 'echo told; exit 7' TERM; echo ready; while :; do sleep 0.05; done`)
	cmd := exec.Command("node", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make([]byte, 6)
	if _, err := out.Read(ready); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest := make([]byte, 10)
	n, _ := out.Read(rest)
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 7 || string(rest[:n]) != "told\n" {
		t.Errorf("%v, printed %q", err, rest[:n])
	}
	err = exec.Command("node", launcher(t, `kill -KILL $$`)).Run()
	if !errors.As(err, &exit) || exit.ExitCode() != 128+9 {
		t.Errorf("%v, want status 137", err)
	}
}

// TestLauncherAlone: without the package of the platform the launcher says how to get it.
func TestLauncherAlone(t *testing.T) {
	out, err := exec.Command("node", launcher(t, "")).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "hint: install heddle-cli again") {
		t.Errorf("%v, printed %s", err, out)
	}
}
