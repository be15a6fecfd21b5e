package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// screenOf is heddle on a pseudo-terminal.
type screenOf struct {
	t      *testing.T
	master *os.File
	cmd    *exec.Cmd
	ended  chan error

	mu  sync.Mutex
	out bytes.Buffer
}

// onScreen starts heddle with both ends on a terminal of 80 columns.
func onScreen(t *testing.T, home, term string, args ...string) *screenOf {
	t.Helper()
	bin, work := shellFolder(t)
	master, slave, err := openPair(24, 80)
	if err != nil {
		t.Skipf("SKIPPED: no pseudo-terminals here: %v", err)
	}
	cmd := exec.Command(filepath.Join(bin, "heddle"), append([]string{"-q", "--home", home}, args...)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = work, slave, slave, slave
	cmd.Env = []string{"HOME=" + home, "PATH=/usr/local/bin:/usr/bin:/bin", "TERM=" + term, "LC_ALL=C.UTF-8", "PAGER=cat", "NO_COLOR=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	s := &screenOf{t: t, master: master, cmd: cmd, ended: make(chan error, 1)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		b := make([]byte, 1<<16)
		for {
			n, err := master.Read(b)
			s.mu.Lock()
			s.out.Write(b[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	go func() {
		err := cmd.Wait()
		<-read
		s.ended <- err
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		master.Close()
	})
	return s
}

// text is what was written to the terminal so far.
func (s *screenOf) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// waitFor waits until the terminal was sent a text.
func (s *screenOf) waitFor(want string) {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(s.text(), want); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("no %q in %q", want, s.text())
		}
	}
}

// settle waits until nothing was drawn for a while: what is drawn next is only
// the difference, which cannot be waited for.
func (s *screenOf) settle() {
	for before := ""; before != s.text(); time.Sleep(400 * time.Millisecond) {
		before = s.text()
	}
}

func (s *screenOf) write(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// status waits for the end of the program.
func (s *screenOf) status() int {
	s.t.Helper()
	select {
	case err := <-s.ended:
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode()
		}
		return 0
	case <-time.After(time.Minute):
		s.t.Fatalf("it does not end: %q", s.text())
		return -1
	}
}

func claudeHome(t *testing.T) string {
	t.Helper()
	home, err := filepath.Abs("../../testdata/agents/claude/home")
	if err != nil {
		t.Fatal(err)
	}
	return home
}

// TestPickerChooses: what is typed filters the list, and Enter chooses.
func TestPickerChooses(t *testing.T) {
	s := onScreen(t, claudeHome(t), "xterm-256color", "resume")
	s.waitFor("17 of 17")
	s.write("nothing has this")
	s.settle()
	s.write("\r") // there is nothing to choose
	s.settle()
	s.write("\x15named scan")                 // Ctrl-U
	s.waitFor("The helper found two formats") // the preview
	s.write("\r")
	if code := s.status(); code != 0 || !strings.Contains(s.text(), "claude --resume d2d663fd-ab15-4934-8db6-14366a916aed") {
		t.Errorf("status %d: %q", code, s.text())
	}
}

// TestPickerMoves: the arrow keys move; the second session is chosen, and shown.
func TestPickerMoves(t *testing.T) {
	s := onScreen(t, claudeHome(t), "xterm-256color", "show")
	s.waitFor("17 of 17")
	s.write("\x1b[B\x1b[B\x1b[A")
	s.settle()
	s.write("\r")
	if code := s.status(); code != 0 || !strings.Contains(s.text(), "Find every date format with a helper agent.") || !strings.Contains(s.text(), "#0 user") {
		t.Errorf("status %d: %q", code, s.text())
	}
}

// TestPickerForDiff: both sessions are chosen, one after the other.
func TestPickerForDiff(t *testing.T) {
	s := onScreen(t, claudeHome(t), "xterm-256color", "sessions", "diff", "d0c0")
	s.waitFor("17 of 17")
	s.write("\r")
	if code := s.status(); code != 0 || !strings.Contains(s.text(), "+++ claude:6cb0dd90") {
		t.Errorf("status %d: %q", code, s.text())
	}
}

// TestPickerEnds: Esc and Ctrl-C end it with status 130, and the terminal is as it was.
func TestPickerEnds(t *testing.T) {
	for _, key := range []string{"\x1b", "\x03"} {
		s := onScreen(t, claudeHome(t), "xterm-256color", "show")
		s.waitFor("17 of 17")
		before, err := unix.IoctlGetTermios(int(s.master.Fd()), unix.TCGETS)
		if err != nil || before.Lflag&unix.ICANON != 0 {
			t.Errorf("the terminal is not raw: %v", err)
		}
		s.write(key)
		if code := s.status(); code != 130 {
			t.Errorf("%q: status %d: %q", key, code, s.text())
		}
		after, err := unix.IoctlGetTermios(int(s.master.Fd()), unix.TCGETS)
		if err == nil && after.Lflag&unix.ICANON == 0 {
			t.Errorf("%q: the terminal stays raw", key)
		}
		if on, off := strings.Count(s.text(), "\x1b[?1049h"), strings.Count(s.text(), "\x1b[?1049l"); on == 0 || off == 0 {
			t.Errorf("%q: the other screen is entered %d times and left %d times", key, on, off)
		}
	}
}

// TestPickerResizes: it draws for any size of the terminal.
func TestPickerResizes(t *testing.T) {
	if testing.Short() {
		t.Skip("-short does not wait for the screen after each size")
	}
	s := onScreen(t, claudeHome(t), "xterm-256color", "resume")
	s.waitFor("17 of 17")
	for _, size := range []unix.Winsize{{Row: 40, Col: 160}, {Row: 3, Col: 10}, {Row: 1, Col: 1}, {Row: 24, Col: 80}} {
		if err := unix.IoctlSetWinsize(int(s.master.Fd()), unix.TIOCSWINSZ, &size); err != nil {
			t.Fatal(err)
		}
		s.settle()
	}
	s.write("named scan")
	s.settle()
	s.write("\r")
	if code := s.status(); code != 0 || !strings.Contains(s.text(), "d2d663fd") {
		t.Errorf("status %d: %q", code, s.text())
	}
}

// TestPickerShowsHostileText: titles from files cannot steer the terminal.
func TestPickerShowsHostileText(t *testing.T) {
	s := onScreen(t, hostileHome(t), "xterm-256color", "show")
	s.waitFor(" of ")
	s.settle()
	s.write("\x1b")
	if code := s.status(); code != 130 {
		t.Errorf("status %d", code)
	}
	if text := s.text(); strings.Contains(text, "\x01") || strings.Contains(text, "\u202e") {
		t.Errorf("%q", text)
	}
}

// TestNoPicker: on a dumb terminal there is the list, and how to name a session.
func TestNoPicker(t *testing.T) {
	s := onScreen(t, claudeHome(t), "dumb", "show")
	if code := s.status(); code != 2 {
		t.Errorf("status %d", code)
	}
	for _, want := range []string{"claude:6cb0dd", "heddle: no session given", "hint: name one, for example last"} {
		if !strings.Contains(s.text(), want) {
			t.Errorf("no %q in %q", want, s.text())
		}
	}
}
