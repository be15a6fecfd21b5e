package hostfns_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
)

// The rows of a database that only its write-ahead log holds, read where they
// are, without a trace.
func Example() {
	native, err := hostfns.Open(hostfns.Options{Home: "../testdata/agents/hermes-livewal/home"})
	if err != nil {
		panic(err)
	}
	defer native.Close()
	call := native.Call(context.Background(), nil)
	defer call.Release()
	err = hosttest.ViewDatabase(call.Host, "hermes/state.db", func(db int64) error {
		rows, err := call.Host.SQL.Query(db, "SELECT count(*) FROM sessions")
		if err == nil {
			fmt.Println("sessions:", rows[0][0].Int)
		}
		return err
	})
	if err != nil {
		panic(err)
	}
	// Output: sessions: 10
}

func TestOpenGrantsTheHome(t *testing.T) {
	home := t.TempDir()
	for _, folder := range []string{".claude/projects", ".agent-mux"} {
		if err := os.MkdirAll(filepath.Join(home, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{".agent-mux/run-index.jsonl", ".claude/projects/x.jsonl", "secret"} {
		if err := os.WriteFile(filepath.Join(home, file), []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hosttest.Freeze(t, home)
	native, err := hostfns.Open(hostfns.Options{Home: home, Env: func(string) string { t.Error("the environment was asked"); return "" }})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	call := native.Call(context.Background(), nil)
	defer call.Release()
	files := call.Host.Files
	for path, want := range map[string]fault.Code{
		"claude/projects/x.jsonl": "", "home-files/.agent-mux/run-index.jsonl": "", "home-files/secret": fault.BadRef,
		"codex": fault.BadRef, "home": fault.BadRef,
	} {
		if _, err := files.Stat(path); fault.CodeOf(err) != want {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if list, err := files.List("home-files"); err != nil || len(list) != 1 || list[0].Kind != host.Dir {
		t.Errorf("home-files lists %+v, %v", list, err)
	}
	found := map[string]bool{}
	for _, p := range native.Places() {
		found[p.Mount] = p.Found
	}
	if !found["claude"] || found["codex"] || !found["home-files"] {
		t.Errorf("found %v", found)
	}
}

func TestOverridesOfTheEnvironment(t *testing.T) {
	folder := t.TempDir()
	native, err := hostfns.Open(hostfns.Options{Env: func(name string) string {
		return map[string]string{"HOME": filepath.Join(folder, "home"), "USERPROFILE": filepath.Join(folder, "home"), "CLAUDE_CONFIG_DIR": folder}[name]
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	if p := native.Places()[0]; p.Mount != "claude" || p.Path != folder || !p.Found {
		t.Errorf("%+v", p)
	}
	if _, err := hostfns.Open(hostfns.Options{Env: func(string) string { return "" }}); !errors.Is(err, fault.InvalidArgument) {
		t.Errorf("without a home: %v", err)
	}
}

func TestExplicitMounts(t *testing.T) {
	native, err := hostfns.Open(hostfns.Options{Mounts: map[string]string{"b": t.TempDir(), "a": "."}, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	call := native.Call(context.Background(), nil)
	defer call.Release()
	if in, err := call.Host.Files.Stat("a/native_test.go"); err != nil || in.Kind != host.File {
		t.Errorf("%+v, %v", in, err)
	}
	if _, err := call.Host.Files.Stat("claude"); !errors.Is(err, fault.BadRef) {
		t.Errorf("a mount that was not given: %v", err)
	}
	if call.Host.Parallel != nil {
		t.Error("one worker needs no Parallel")
	}
	if p := native.Places(); p[0].Mount != "a" || p[1].Mount != "b" {
		t.Errorf("%+v", p)
	}
}

func TestCancelEndsEveryHostCall(t *testing.T) {
	native, err := hostfns.Open(hostfns.Options{Mounts: map[string]string{"m": t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	ctx, cancel := context.WithCancel(context.Background())
	call := native.Call(ctx, nil)
	defer call.Release()
	if _, err := call.Host.Files.Stat("m"); err != nil {
		t.Fatal(err)
	}
	cancel()
	h := call.Host
	_, stat := h.Files.Stat("m")
	_, open := h.SQL.Open(host.Database{Path: "m/x"})
	_, unpack := h.Zstd.Decompress([]byte("x"), 1)
	for name, err := range map[string]error{"stat": stat, "open": open, "decompress": unpack, "poll": h.Poll.Poll(0, 0)} {
		if !errors.Is(err, fault.Timeout) {
			t.Errorf("%s: %v, want TIMEOUT", name, err)
		}
	}
	other := native.Call(context.Background(), nil)
	defer other.Release()
	if _, err := other.Host.Files.Stat("m"); err != nil {
		t.Errorf("another call: %v", err)
	}
}

// TestAStoreIsNoMount: its files are read through SQLite or not at all.
func TestAStoreIsNoMount(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".local", "share", "heddle")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, stores := range []map[string]string{nil, {"store/heddle.db": filepath.Join(folder, "heddle.db")}} {
		native, err := hostfns.Open(hostfns.Options{Home: home, Stores: stores})
		if err != nil {
			t.Fatal(err)
		}
		call := native.Call(context.Background(), nil)
		if _, err := call.Host.Files.Stat("store"); (err == nil) != (stores == nil) {
			t.Errorf("stores %v: %v", stores, err)
		}
		call.Release()
		native.Close()
	}
}

// A file system of the store's mount is hidden as well, and remains in the caller's map.
func TestStoreHidesFileSystem(t *testing.T) {
	files := map[string]fs.FS{"store": fstest.MapFS{"heddle.db": {Data: []byte("x")}}, "claude": fstest.MapFS{"x": {}}}
	for _, stores := range []map[string]string{nil, {"store/heddle.db": filepath.Join(t.TempDir(), "heddle.db")}} {
		native, err := hostfns.Open(hostfns.Options{FS: files, Stores: stores})
		if err != nil {
			t.Fatal(err)
		}
		call := native.Call(context.Background(), nil)
		if _, err := call.Host.Files.Stat("store/heddle.db"); (err == nil) != (stores == nil) {
			t.Errorf("stores %v: %v", stores, err)
		}
		if _, err := call.Host.Files.Stat("claude/x"); err != nil {
			t.Error(err)
		}
		call.Release()
		native.Close()
	}
	if len(files) != 2 {
		t.Errorf("the caller's map is %v", files)
	}
}

func TestStoreOutlivesCalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	native, err := hostfns.Open(hostfns.Options{Mounts: map[string]string{}, Stores: map[string]string{"store/heddle.db": file}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		call := native.Call(context.Background(), nil)
		db, err := call.Host.SQL.Open(host.Database{Path: "store/heddle.db", Writable: true})
		if err != nil {
			t.Fatal(err)
		}
		err = call.Host.SQL.Exec(db, []host.Statement{{SQL: "CREATE TABLE IF NOT EXISTS t(x)"}, {SQL: "INSERT INTO t VALUES(?)", Args: []host.Value{{Kind: host.Integer, Int: int64(i)}}}})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := call.Host.SQL.Query(db, "SELECT x FROM t ORDER BY x")
		if err != nil || len(rows) != i+1 {
			t.Errorf("call %d: %v, %v", i, rows, err)
		}
		call.Release()
	}
	if err := native.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file + "-wal"); !errors.Is(err, os.ErrNotExist) {
		t.Error("the log is left behind by a clean close")
	}
}
