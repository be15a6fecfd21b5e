package journal_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/hostfns/sqlite"
)

// TestMain lets the test binary be the process that is killed.
func TestMain(m *testing.M) {
	if file := os.Getenv("HEDDLE_TEST_VICTIM"); file != "" {
		victim(file)
	}
	if os.Getenv("HEDDLE_HEAVY") == "" {
		hosttest.TempInMemory()
	}
	os.Exit(m.Run())
}

// victim appends for ever and prints what was acknowledged.
func victim(file string) {
	db := sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: sqlite.NewStores(map[string]string{storePath: file})})
	j, err := journal.OpenSQL(db, storePath, true)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	info, err := j.Stream("s")
	for n := info.Head; err == nil; n += 2 {
		list := []host.Event{{ID: id(uint64(n)), Kind: "message", Payload: fmt.Append(nil, n+1)},
			{ID: id(uint64(n) + 1), Kind: "message", Payload: append(fmt.Append(nil, n+2, " "), bytes.Repeat([]byte("x"), int(n%7)*30_000)...)}}
		if _, err = j.Append([]host.Write{{Stream: "s", Expect: n, Events: list}}); err == nil {
			fmt.Println(n + 2)
		}
	}
	fmt.Println("error", err)
	os.Exit(1)
}

// TestKilled kills a writing process again and again: what it acknowledged is
// there, and a batch is there wholly or not at all.
func TestKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	random := rand.New(rand.NewPCG(1, 1))
	acknowledged := int64(0)
	for round := range rounds {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "HEDDLE_TEST_VICTIM="+file)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(50+random.IntN(250))*time.Millisecond, func() { c.Process.Kill() })
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "error") {
				t.Errorf("round %d: %s", round, lines.Text())
			}
			fmt.Sscan(lines.Text(), &acknowledged)
		}
		timer.Stop()
		c.Wait()
		j := openSQL(t, driver(t, file))
		info, err := j.Stream("s")
		if err != nil || info.Head < acknowledged || info.Head%2 != 0 {
			t.Fatalf("round %d: %d acknowledged, the head is %d, %v", round, acknowledged, info.Head, err)
		}
		acknowledged = info.Head
		sound(t, j)
	}
	if acknowledged < 10 {
		t.Errorf("only %d events in %d rounds", acknowledged, rounds)
	}
	t.Logf("%d events survived %d kills", acknowledged, rounds)
}

// copyStore copies a store's files and returns the copy.
func copyStore(t *testing.T, folder string, main, wal []byte) string {
	t.Helper()
	file := filepath.Join(folder, "heddle.db")
	os.Remove(file + "-shm")
	os.Remove(file + "-wal")
	if err := os.WriteFile(file, main, 0o600); err != nil {
		t.Fatal(err)
	}
	if wal != nil {
		if err := os.WriteFile(file+"-wal", wal, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// liveFiles returns a store's files while its last appends are in the -wal.
func liveFiles(t *testing.T) (main, wal []byte, want []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "heddle.db")
	j := openSQL(t, driver(t, file))
	for i := range uint64(12) {
		appendOne(t, j, "s", int64(i), events(i, fmt.Sprint("p", i)))
		want = append(want, fmt.Sprint("p", i))
	}
	main, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if wal, err = os.ReadFile(file + "-wal"); err != nil || len(wal) == 0 {
		t.Fatal("no write-ahead log", err)
	}
	return main, wal, want
}

// TestDamagedLog cuts and damages the -wal: what is read is a prefix.
func TestDamagedLog(t *testing.T) {
	main, wal, want := liveFiles(t)
	folder := t.TempDir()
	lengths := map[int]bool{}
	for at := 0; at < len(wal); at += 1499 {
		for _, flip := range []bool{false, true} {
			b := bytes.Clone(wal[:at])
			if flip {
				b = bytes.Clone(wal)
				b[at] ^= 0x10
			}
			stores := sqlite.NewStores(map[string]string{storePath: copyStore(t, folder, main, b)})
			j, err := journal.OpenSQL(sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores}), storePath, true)
			if err == nil {
				got := payloads(t, j, "s", 0)
				if !strings.HasPrefix(strings.Join(want, " ")+" ", got+" ") && got != "" {
					t.Errorf("byte %d, flipped %v: reads %q", at, flip, got)
				}
				lengths[len(strings.Fields(got))] = true
				sound(t, j)
			}
			stores.Close()
		}
	}
	if len(lengths) < 5 {
		t.Errorf("only %d different prefixes seen", len(lengths))
	}
}

// TestCutFile cuts the main file at every page: opening, reading or checking
// says so.
func TestCutFile(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "heddle.db")
	stores := sqlite.NewStores(map[string]string{storePath: file})
	j := openSQL(t, sqlite.New(hosttest.NewMounts(), sqlite.Options{Stores: stores}))
	for i := range uint64(12) {
		appendOne(t, j, "s", int64(i), events(i, strings.Repeat(fmt.Sprint("p", i), 500)))
	}
	want := payloads(t, j, "s", 0)
	stores.Close()
	main, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := 4096; at < len(main); at += 4096 {
		for _, odd := range []int{0, 100} {
			copyStore(t, folder, main[:at-odd], nil)
			if !survives(t, file, want) {
				t.Errorf("cut at %d: nobody notices", at-odd)
			}
		}
	}
}
