//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/storetest"
)

// TestFollowEnds: store sync --follow prints what arrives, and ends with the status
// that belongs to the signal.
func TestFollowEnds(t *testing.T) {
	program, folder := heddleProgram(t), t.TempDir()
	other := storetest.Open(t, folder, filepath.Join(folder, "other.db"))
	for signal, status := range map[os.Signal]int{syscall.SIGTERM: 0, os.Interrupt: 130} {
		if _, err := other.Store.Record(context.Background(), "a", heddle.User(signal.String())); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program, "--store", filepath.Join(folder, "own.db"), "store", "sync", filepath.Join(folder, "other.db"), "--follow", "--every", "10ms")
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for _, want := range []string{"pulled\t1\t1\t", "pushed\t0\t0\t"} {
			if !lines.Scan() || !strings.HasPrefix(lines.Text(), want) {
				t.Errorf("%q, want %q", lines.Text(), want)
			}
		}
		if _, err := other.Store.Record(context.Background(), "b", heddle.User(signal.String())); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), "pulled\t1\t1\t") {
			t.Errorf("%q", lines.Text())
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exit) && exit.ExitCode() != status || err == nil && status != 0 {
			t.Errorf("after %v: %v, want status %d", signal, err, status)
		}
	}
}
