package process

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
)

// Environment returns the environment of an agent: base without what unset names
// (a trailing * stands for any end), with set, each NAME=value.
func Environment(base, set, unset []string) []string {
	var out []string
	for _, variable := range base {
		name, _, _ := strings.Cut(variable, "=")
		removed := slices.ContainsFunc(unset, func(pattern string) bool { return matchesName(pattern, name) })
		replaced := slices.ContainsFunc(set, func(v string) bool {
			other, _, _ := strings.Cut(v, "=")
			return sameName(other, name)
		})
		if !removed && !replaced {
			out = append(out, variable)
		}
	}
	return append(out, set...)
}

// sameName compares names of variables as the system does.
func sameName(a, b string) bool {
	if runtime.GOOS == "windows" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

func matchesName(pattern, name string) bool {
	if prefix, any := strings.CutSuffix(pattern, "*"); any {
		return len(name) >= len(prefix) && sameName(prefix, name[:len(prefix)])
	}
	return sameName(pattern, name)
}

// Find returns the absolute path of a program: a path, relative to dir, or a
// name that is looked up in the PATH of env. A missing program is UNSUPPORTED with install as
// the hint.
func Find(program, dir string, env []string, install string) (string, error) {
	path, err := findProgram(program, dir, env)
	if err != nil {
		hint := "install it, or name the program"
		if install != "" {
			hint = "install it: " + install
		}
		return "", fault.New(fault.Unsupported, "the program "+program+" is not installed").WithHint(hint)
	}
	return path, nil
}

func findProgram(program, dir string, env []string) (string, error) {
	if strings.ContainsRune(program, filepath.Separator) || strings.Contains(program, "/") {
		if !filepath.IsAbs(program) {
			program = filepath.Join(dir, program)
		}
		return exec.LookPath(program)
	}
	var path string
	for _, variable := range env { // of equal names the last counts
		if name, value, _ := strings.Cut(variable, "="); sameName(name, "PATH") {
			path = value
		}
	}
	for _, folder := range filepath.SplitList(path) {
		if !filepath.IsAbs(folder) {
			continue // a program of the working folder must be named as a path
		}
		if found, err := exec.LookPath(filepath.Join(folder, program)); err == nil {
			return found, nil
		}
	}
	return "", exec.ErrNotFound
}

// versionTimeout is how long a program may take to print its version.
const versionTimeout = 15 * time.Second

// known are the versions of programs that were asked.
var known sync.Map // from program to string

// program is a program as it was when it was asked.
type program struct {
	path     string
	modified time.Time
	size     int64
}

// Version returns what a program prints with --version, at most a line of 200
// bytes, and "" when it does not say. A program is asked once, until its file changes.
func Version(ctx context.Context, path string, env []string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	key := program{path, info.ModTime(), info.Size()}
	if said, ok := known.Load(key); ok {
		return said.(string)
	}
	var said []byte
	p, err := Start(Options{Path: path, Args: []string{"--version"}, Env: env, Output: func(b []byte) {
		if len(said) < 200 {
			said = append(said, b...)
		}
	}})
	if err != nil {
		return ""
	}
	p.CloseInput()
	limit := time.NewTimer(versionTimeout)
	defer limit.Stop()
	select {
	case <-p.Done():
	case <-ctx.Done():
		p.Signal(Kill)
	case <-limit.C:
		p.Signal(Kill)
	}
	if p.Wait().Status != 0 {
		return ""
	}
	line, _, _ := strings.Cut(string(said[:min(len(said), 200)]), "\n")
	line = strings.TrimSpace(line)
	known.Store(key, line)
	return line
}
