// Package blame says which session of an agent wrote each line of a file: git says which commit a
// line is of, sessions say which edit wrote it.
package blame

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
)

// repository is a working tree that the git program reads.
type repository struct {
	root string // the top folder
}

// The bounds of one call of git.
const (
	gitTime   = 2 * time.Minute
	gitOutput = 256 << 20
)

// quiet are settings that win over those of a repository, which may be somebody else's: git starts no
// other program, asks nothing and fetches nothing.
var quiet = []string{
	"core.fsmonitor=false", "core.hooksPath=" + os.DevNull, "core.pager=cat", "core.askPass=", "core.sshCommand=false",
	"core.quotePath=false", "credential.helper=", "diff.external=", "log.showSignature=false", "protocol.allow=never",
	"submodule.recurse=false", "diff.ignoreSubmodules=all", "safe.bareRepository=explicit", "gpg.program=false",
}

// kept are the variables of the caller that say where the user's own settings are. The others may name
// another repository or a program.
var kept = []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"}

// gitEnv returns the environment of git.
func gitEnv(environ []string) (out []string) {
	for _, v := range environ {
		name, _, _ := strings.Cut(v, "=")
		if upper := strings.ToUpper(name); !strings.HasPrefix(upper, "GIT_") && upper != "LC_ALL" && upper != "LANGUAGE" && upper != "SSH_ASKPASS" || slices.Contains(kept, name) {
			out = append(out, v)
		}
	}
	return append(out, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_NO_REPLACE_OBJECTS=1")
}

// run runs git in a folder and returns what it printed.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	program, err := exec.LookPath("git")
	if err != nil || !filepath.IsAbs(program) { // never one in this folder
		return nil, fault.New(fault.Unsupported, "the program git was not found").WithHint("install git; only it can read a repository")
	}
	all := []string{"--no-pager", "--literal-pathspecs"}
	for _, setting := range quiet {
		all = append(all, "-c", setting)
	}
	cmd := exec.CommandContext(ctx, program, append(all, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, gitEnv(os.Environ()), time.Second
	var said bytes.Buffer
	cmd.Stderr = &limited{to: &said, left: 4096}
	var out bytes.Buffer
	limit := &limited{to: &out, left: gitOutput, stop: cancel}
	cmd.Stdout = limit
	err = cmd.Run()
	switch {
	case limit.left < 0:
		return nil, fault.New(fault.LimitExceeded, "git printed more than 256 MiB")
	case ctx.Err() != nil:
		return nil, fault.New(fault.Timeout, "git took longer than two minutes")
	case err != nil:
		return nil, refusal(said.String(), err)
	}
	return out.Bytes(), nil
}

// limited takes no more than a number of bytes, and calls stop at the first one more.
type limited struct {
	to   io.Writer
	left int64
	stop func()
}

func (l *limited) Write(p []byte) (int, error) {
	if n := int64(len(p)); l.left >= n {
		l.left -= n
		return l.to.Write(p)
	}
	if l.stop != nil {
		l.left = -1
		l.stop()
	}
	return len(p), nil
}

// refusal says why git failed, in the first line of what it said.
func refusal(said string, err error) error {
	line, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	line = strings.TrimPrefix(line, "fatal: ")
	switch {
	case strings.Contains(said, "not a git repository"):
		return fault.New(fault.InvalidArgument, "this file is in no git repository").WithHint("blame needs the commits of a repository; heddle search finds sessions by words")
	case strings.Contains(said, "dubious ownership"):
		return fault.New(fault.PermissionDenied, "git does not trust this repository: it belongs to another user").WithHint("git config --global --add safe.directory FOLDER says that you do")
	case strings.Contains(said, "no such path"):
		return fault.New(fault.InvalidArgument, "git does not know this file: "+line).WithHint("git add it, or name a commit that has it")
	case strings.Contains(said, "bad revision"), strings.Contains(said, "unknown revision"), strings.Contains(said, "Needed a single revision"):
		return fault.New(fault.InvalidArgument, "the repository has no such commit: "+line)
	case strings.Contains(said, "promisor"), strings.Contains(said, "could not fetch"):
		return fault.New(fault.Unsupported, "the repository is a partial clone and lacks what is asked for; Heddle fetches nothing").WithHint("git fetch --refetch brings all of it")
	}
	var exit *exec.ExitError
	if line == "" || !errors.As(err, &exit) {
		line = err.Error()
	}
	return fault.New(fault.IO, "git failed: "+line)
}

// open finds the repository of a file, and the file's path in it, with slashes.
func open(ctx context.Context, file string) (r *repository, rel string, err error) {
	file, err = filepath.Abs(file)
	if err != nil {
		return nil, "", fault.New(fault.IO, err.Error())
	}
	dir := filepath.Dir(file)
	for { // of a file that was deleted with its folder
		if info, err := os.Stat(dir); err == nil && info.IsDir() || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, "", fault.New(fault.InvalidArgument, err.Error())
	}
	rest, _ := filepath.Rel(dir, file)
	out, err := run(ctx, real, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, "", err
	}
	root := filepath.FromSlash(strings.TrimRight(string(out), "\r\n"))
	if root == "" {
		return nil, "", fault.New(fault.InvalidArgument, "a repository without a working tree has no files")
	}
	rel, err = filepath.Rel(root, filepath.Join(real, rest))
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return nil, "", fault.New(fault.InvalidArgument, fmt.Sprintf("%s is not in the repository %s", file, root))
	}
	return &repository{root}, filepath.ToSlash(rel), nil
}

func (r *repository) run(ctx context.Context, args ...string) ([]byte, error) {
	return run(ctx, r.root, args...)
}

// lines returns what git printed, line by line; nothing when it failed.
func (r *repository) lines(ctx context.Context, args ...string) []string {
	out, err := r.run(ctx, args...)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimRight(string(out), "\n"), "\n")
}

// remotes returns the addresses of all remotes.
func (r *repository) remotes(ctx context.Context) (out []string) {
	for _, line := range r.lines(ctx, "config", "--get-regexp", `^remote\..*\.url$`) {
		if _, url, ok := strings.Cut(line, " "); ok {
			out = append(out, url)
		}
	}
	return out
}

// worktrees returns the top folders of all working trees.
func (r *repository) worktrees(ctx context.Context) (out []string) {
	out = []string{r.root}
	for _, line := range r.lines(ctx, "worktree", "list", "--porcelain") {
		if folder, ok := strings.CutPrefix(line, "worktree "); ok && folder != r.root {
			out = append(out, folder)
		}
	}
	return out
}

// branches returns the names of all branches, those of remotes without the remote.
func (r *repository) branches(ctx context.Context) map[string]bool {
	out := map[string]bool{}
	for _, line := range r.lines(ctx, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes") {
		if name, ok := strings.CutPrefix(line, "refs/heads/"); ok {
			out[name] = true
		} else if _, name, ok := strings.Cut(strings.TrimPrefix(line, "refs/remotes/"), "/"); ok {
			out[name] = true
		}
	}
	return out
}

// Names returns the names that sessions may have for the repository of a folder: the folders of all its working trees
// and the addresses of its remotes. A folder in no repository, or in one that git does not trust, has none.
func Names(ctx context.Context, dir string) []string {
	r, _, err := open(ctx, filepath.Join(dir, "x"))
	if err != nil {
		return nil
	}
	return append(r.worktrees(ctx), r.remotes(ctx)...)
}
