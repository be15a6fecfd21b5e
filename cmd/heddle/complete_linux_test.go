package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// payloads make the file pwned in the working folder where a shell evaluates them.
var payloads = []string{
	"/w\u0001'$(touch pwned)'", "$(touch pwned)", "`touch pwned`", "/w/é'$(touch pwned)'", "a;touch pwned;", "a\x1b'$(touch pwned)'", "\u202e$(touch pwned)",
	"a\n$(touch pwned)", "{a,$(touch pwned)}", "=(touch pwned)", "*(e:'touch pwned':)", "(touch pwned)", "x\\'$(touch pwned)", "a\t$(touch pwned)", "$'\\x24(touch pwned)'",
	"<(touch pwned)", "a|touch pwned|", "a&touch pwned&", "%n$(touch pwned)", "~$(touch pwned)", "a b --run $(touch pwned)",
}

// hostileHome is a home with sessions whose ids, titles, models and folders are payloads, beside
// one that is well, and a store with payloads.
func hostileHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(id, cwd, model, title string) {
		user, _ := json.Marshal(map[string]any{"type": "user", "uuid": "u", "sessionId": id, "cwd": cwd, "timestamp": "2026-11-20T10:00:00.000Z",
			"message": map[string]any{"role": "user", "content": title}})
		answer, _ := json.Marshal(map[string]any{"type": "assistant", "uuid": "v", "parentUuid": "u", "sessionId": id, "cwd": cwd, "timestamp": "2026-11-20T10:00:01.000Z",
			"message": map[string]any{"id": "m", "role": "assistant", "model": model, "content": []any{map[string]any{"type": "text", "text": "yes"}}}})
		name := strings.NewReplacer("/", "_").Replace(id) + ".jsonl"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(string(user)+"\n"+string(answer)+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range payloads {
		write(p, p, p, p)
		write(fmt.Sprintf("good-%d", i), "/w/good", "good-model", p)
	}
	return home
}

// shellFolder is a folder with heddle as a program in it, and a working folder in it in which
// nothing may appear.
func shellFolder(t *testing.T) (bin, work string) {
	t.Helper()
	bin, work = t.TempDir(), t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "heddle")); err != nil {
		t.Fatal(err)
	}
	return bin, work
}

// terminal is an interactive shell on a pseudo-terminal.
type terminal struct {
	t      *testing.T
	master *os.File
	said   chan []byte
	all    bytes.Buffer
	marks  int
}

// needs skips the test, aloud, where a shell is missing.
func needs(t *testing.T, file string) {
	t.Helper()
	if _, err := exec.LookPath(file); err != nil {
		if _, err := os.Stat(file); err != nil {
			t.Skipf("SKIPPED: %s is not installed (make setup installs it)", file)
		}
	}
}

// openTerminal starts a shell with a home of its own.
func openTerminal(t *testing.T, dir, bin, home string, argv ...string) *terminal {
	t.Helper()
	master, slave, err := openPair(1000, 400)
	if err != nil {
		t.Skipf("SKIPPED: no pseudo-terminals here: %v", err)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, slave, slave, slave
	cmd.Env = []string{"HOME=" + home, "PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "TERM=dumb", "LC_ALL=C.UTF-8", "HISTFILE=", "XDG_CONFIG_HOME=" + t.TempDir(),
		"XDG_DATA_HOME=" + t.TempDir()}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	s := &terminal{t: t, master: master, said: make(chan []byte, 1024)}
	go func() {
		defer close(s.said)
		for {
			b := make([]byte, 1<<16)
			n, err := master.Read(b)
			if err != nil {
				return
			}
			s.said <- b[:n]
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		master.Close()
	})
	return s
}

// run types text, and waits until the shell has run it all and reads keys again: while a
// command runs, the terminal would take some of them for itself. The first text sets the prompt.
func (s *terminal) run(text string) string {
	s.t.Helper()
	s.marks++
	s.all.Reset()
	mark := fmt.Sprintf("mark-%d-", s.marks)
	if _, err := s.master.WriteString(text + "echo " + mark + "$(printf end)\n"); err != nil {
		s.t.Fatal(err)
	}
	deadline := time.After(4 * time.Minute) // a busy machine; nothing is measured
	for {
		select {
		case b, ok := <-s.said:
			s.all.Write(b)
			if _, after, ok := strings.Cut(s.all.String(), mark+"end"); ok && strings.Contains(after, "ready> ") {
				return s.all.String()
			}
			if !ok {
				s.t.Fatalf("the shell ended: %q", s.all.String())
			}
		case <-deadline:
			s.t.Fatalf("no %s in %q", mark, s.all.String())
		}
	}
}

// lines are the command lines that are completed.
var lines = []string{
	"heddle sessions list --cwd ", "heddle sessions list --model ", "heddle sessions search --cwd ", "heddle sessions show claude ", "heddle sessions show claude:",
	"heddle sessions diff claude:", "heddle import claude:", "heddle cost report --cwd=", "heddle sessions resume claude ", "heddle sessions list --cwd /w", "heddle sessions list --cwd $",
	"heddle sessions list --cwd a", "heddle store get ", "heddle threads list ",
}

// someLines are all lines, with -short every fifth of them, other ones for each shell.
func someLines(shell int) []string {
	if !testing.Short() {
		return lines
	}
	some := []string{lines[0]}
	for i := 5 - shell; i < len(lines); i += 5 {
		some = append(some, lines[i])
	}
	return some
}

// untouched fails when something appeared in a folder.
func untouched(t *testing.T, after string, folders ...string) {
	t.Helper()
	for _, f := range folders {
		if entries, _ := os.ReadDir(f); len(entries) > 0 {
			t.Fatalf("after %q there is %s", after, filepath.Join(f, entries[0].Name()))
		}
	}
}

const bashCompletion = "/usr/share/bash-completion/bash_completion"

// TestTabInBash completes in an interactive bash: by listing, by menu-complete, by inserting all
// candidates; and it completes and runs what menu-complete inserted.
func TestTabInBash(t *testing.T) {
	needs(t, "bash")
	needs(t, bashCompletion)
	bin, work := shellFolder(t)
	sh := openTerminal(t, work, bin, hostileHome(t), "bash", "--norc", "--noprofile", "-i")
	sh.run("PS1='ready> '; bind 'set bell-style none'; bind 'set completion-query-items 0'; bind 'set page-completions off'; bind '\"\\C-x\\C-t\": menu-complete'\n" +
		". " + bashCompletion + "; . <(heddle completion bash)\n")
	const clear = "\x15" // Ctrl-U
	if out := sh.run("heddle sessions list --cwd /w/go\t --json --limit 1\n"); !strings.Contains(out, `"cwd":"/w/good"`) {
		t.Fatalf("the folder is not completed: %q", out)
	}
	for _, line := range someLines(0) {
		sh.run(line + "\t\t" + clear)
		untouched(t, line+" TAB TAB", work)
		sh.run(line + "\x1b*" + clear)
		untouched(t, line+" insert-completions", work)
		sh.run(line + strings.Repeat("\x18\x14", 30) + clear)
		untouched(t, line+" menu-complete", work)
		sh.run(line + "\x18\x14\n" + line + "\x1b*\n" + line + "\t\n")
		untouched(t, line+" completed and run", work)
	}
}

// TestTabInZsh is TestTabInBash for zsh.
func TestTabInZsh(t *testing.T) {
	if testing.Short() {
		t.Skip("-short tries one shell, Bash")
	}
	needs(t, "zsh")
	bin, work := shellFolder(t)
	sh := openTerminal(t, work, bin, hostileHome(t), "zsh", "-f", "-i")
	sh.run("PS1='ready> '; autoload -U compinit; compinit -u -D; LISTMAX=10000; unsetopt beep; . <(heddle completion zsh); compdef _heddle heddle\n")
	const clear = "\x15"
	for _, line := range someLines(1) {
		sh.run(line + "\t\t\t\t" + clear)
		untouched(t, line+" TAB", work)
		sh.run(line + "\t\t\n")
		untouched(t, line+" completed and run", work)
	}
}

// TestTabInFish asks fish for its completions, which runs heddle's script.
func TestTabInFish(t *testing.T) {
	needs(t, "fish")
	bin, work := shellFolder(t)
	home := hostileHome(t)
	for i, line := range someLines(2) {
		if strings.HasSuffix(line, "$") { // fish offers its own variables
			continue
		}
		cmd := exec.Command("fish", "--no-config", "-c", "heddle completion fish | source; complete -C "+"'"+line+"'")
		cmd.Dir = work
		cmd.Env = []string{"HOME=" + home, "PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "XDG_DATA_HOME=" + t.TempDir(), "XDG_CONFIG_HOME=" + t.TempDir()}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v %s", line, err, out)
		}
		if i == 0 && !strings.Contains(string(out), "/w/good") {
			t.Errorf("nothing is completed: %q", out)
		}
		if bytes.ContainsAny(out, "$`'\x1b") || bytes.Contains(out, []byte("touch pwned)")) {
			t.Errorf("%s: %q", line, out)
		}
		untouched(t, line, work)
	}
}
