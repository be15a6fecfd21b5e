package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/storetest"
)

// heddleProgram is this test's program under the name that makes it the command.
func heddleProgram(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "heddle")
	if err := os.Symlink(self, program); err != nil {
		t.Skip(err) // this system makes no links
	}
	return program
}

// TestKilledPull kills pulls at random moments. After each of them everything in
// the store can be read, and in the end it equals the other one.
func TestKilledPull(t *testing.T) {
	if testing.Short() {
		t.Skip("it kills processes")
	}
	program, ctx := heddleProgram(t), context.Background()
	folder := t.TempDir()
	from := storetest.Open(t, folder, filepath.Join(folder, "from.db"))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 150 {
		id := fmt.Sprint("s", i)
		if i%3 == 2 { // its parent comes later in the order of names
			if _, err := from.Store.Fork(ctx, fmt.Sprint("s", i-1), heddle.StoreForkOptions{NewSessionID: fmt.Sprint("a", i)}); err != nil {
				t.Fatal(err)
			}
			id = fmt.Sprint("a", i)
		}
		var list []heddle.JSON
		for k := range 1 + r.IntN(400) {
			list = append(list, heddle.User(fmt.Sprintf("message %d of %s: %0*d", k, id, r.IntN(500), k)))
		}
		if i%50 == 0 {
			list = append(list, heddle.User(fmt.Sprintf("%0*d", 3<<20, 7)))
		}
		if _, err := from.Store.Record(ctx, id, list...); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < 150; i += 30 {
		if err := from.Store.Delete(ctx, fmt.Sprint("s", i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := from.Store.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	killed := 0
	file := filepath.Join(folder, "into.db")
	into := storetest.Open(t, filepath.Dir(file), file)
	for range 12 {
		cmd := exec.Command(program, "store", "pull", filepath.Join(folder, "from.db"), file)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(250)) * time.Millisecond)
		_ = cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
		problems, err := into.Store.Check(ctx)
		if err != nil || len(problems.Items) > 0 {
			t.Fatal(problems, err)
		}
	}
	report, err := into.Store.Pull(ctx, from.Store, heddle.PullOptions{})
	if err != nil || !report.Complete() {
		t.Fatalf("%+v, %v", report, err)
	}
	t.Logf("%d of 12 pulls were killed; the last one copied %d events", killed, report.Events)
	want, got := storetest.Contents(t, from), storetest.Contents(t, into)
	if len(want) != len(got) {
		t.Errorf("%d sessions of %d", len(got), len(want))
	}
	for id, text := range want {
		if got[id] != text {
			t.Errorf("%s differs", id)
		}
	}
}
