package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

func init() { terminalCmd = runTerminal }

// runTerminal is terminal COLUMNS LINE: it runs a line of shell with standard input and output on
// a terminal of so many columns, and writes everything that appears on it to the script's file
// "screen". testscript's ttyin closes its end before all of that is read.
func runTerminal(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: terminal columns line")
	}
	columns, err := strconv.ParseUint(args[0], 10, 16)
	ts.Check(err)
	master, slave, err := openPair(24, uint16(columns))
	ts.Check(err)
	defer master.Close()
	cmd := exec.Command("sh", "-c", args[1])
	cmd.Dir, cmd.Stdin, cmd.Stdout = ts.Getenv("WORK"), slave, slave
	for _, name := range []string{"PATH", "HOME", "HOMES", "TMPDIR", "TERM", "NO_COLOR", "XDG_CACHE_HOME"} {
		if v := ts.Getenv(name); v != "" {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	ts.Check(cmd.Start())
	slave.Close()
	var screen bytes.Buffer
	_, _ = io.Copy(&screen, master) // ends with an error when the last program has closed the terminal
	err = cmd.Wait()
	if (err != nil) != neg {
		ts.Fatalf("%s: %v\n%s%s", args[1], err, screen.Bytes(), stderr.Bytes())
	}
	ts.Check(os.WriteFile(ts.MkAbs("screen"), screen.Bytes(), 0o600))
}

// openPair opens a pseudo-terminal.
func openPair(rows, cols uint16) (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	raw, err := master.SyscallConn()
	if err != nil {
		return nil, nil, err
	}
	n := 0
	if e := raw.Control(func(fd uintptr) {
		if err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err == nil {
			n, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
		}
		if err == nil {
			err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: cols})
		}
	}); e != nil || err != nil {
		return nil, nil, fmt.Errorf("opening a pseudo-terminal: %w", cmp.Or(e, err))
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	return master, slave, err
}
