//go:build linux

package crossstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns"
)

// holdRole makes the test binary a process that fills the store it is named,
// says so, and keeps it open until its input ends.
const holdRole = "HEDDLE_TEST_HOLD"

func TestMain(m *testing.M) {
	if file := os.Getenv(holdRole); file != "" {
		if err := hold(file); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func hold(file string) error {
	e, err := native.Open(bindings.Options{Host: hostfns.Options{Home: filepath.Dir(file), Stores: map[string]string{core.StorePath: file},
		Clock: hosttest.NewClock(1795000000000, 1000), Entropy: hosttest.NewEntropy(1)}})
	if err != nil {
		return err
	}
	for _, w := range writing {
		if _, err := e.Call(context.Background(), w.op, []byte(w.request)); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return e.Close()
}

// holder starts a process that has written to a store and keeps it open.
// Leaving it kills it, or lets it close the store.
func holder(t *testing.T, file string) (leave func(kill bool)) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), holdRole+"="+file)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 6)
	if _, err := io.ReadFull(out, line); err != nil || string(line) != "ready\n" {
		rest, _ := io.ReadAll(out)
		t.Fatalf("the process that holds the store: %s%s", line, rest)
	}
	left := false
	leave = func(kill bool) {
		if left {
			return
		}
		left = true
		if kill {
			_ = c.Process.Kill()
		}
		in.Close()
		_ = c.Wait()
	}
	t.Cleanup(func() { leave(true) })
	return leave
}

// stores are the states in which a store is found. Each makes one in a folder
// that can be written to.
var stores = []struct {
	name string
	live bool // a process has it open
	make func(t *testing.T, file string)
}{
	{"closed", false, func(t *testing.T, file string) { holder(t, file)(false) }},
	{"killed", false, func(t *testing.T, file string) { holder(t, file)(true) }},
	{"killed, without its -shm", false, func(t *testing.T, file string) {
		holder(t, file)(true)
		if err := os.Remove(file + "-shm"); err != nil {
			t.Error(err)
		}
	}},
	{"in use", true, func(t *testing.T, file string) { holder(t, file) }},
}

// media are what a store lies on. Each changes a mounted folder of 16 MB.
var media = []struct {
	name  string
	limit bool // nothing may be made
	set   func(t *testing.T, folder string)
}{
	{"writable", false, func(*testing.T, string) {}},
	{"read-only", true, func(t *testing.T, folder string) {
		if err := bindReadOnly(folder); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = syscall.Unmount(folder, 0) })
	}},
	{"full", true, func(t *testing.T, folder string) {
		f, err := os.Create(filepath.Join(folder, "filler"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for size := 1 << 20; size > 0; {
			if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
				size /= 2
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}},
}

// bindReadOnly makes a folder read-only for everybody who names it, while those
// who have its files open continue writing.
func bindReadOnly(folder string) error {
	if err := syscall.Mount(folder, folder, "", syscall.MS_BIND, ""); err != nil {
		return err
	}
	err := syscall.Mount("", folder, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
	if err != nil {
		_ = syscall.Unmount(folder, 0)
	}
	return err
}

// mounted returns a folder with a file system of its own; it skips the test
// where that is not allowed.
func mounted(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=16m"); err != nil {
		t.Skip("reading from a read-only and from a full disk is not tested: no file system can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// everyRead is every operation that reads.
func everyRead(t *testing.T) []call {
	list := append([]call{
		{"agents.list", []byte("{}")}, {"sessions.list", []byte("{}")}, {"sessions.list", []byte(`{"agent":"heddle"}`)}, {"sessions.list", []byte(`{"origin":"laptop"}`)}, {"sessions.search", []byte(`{"text":"a0"}`)},
		{"sessions.totalCost", []byte("{}")}, {"sessions.doctor", []byte("{}")}, {"sessions.diff", []byte(`{"a":{"unifiedId":"heddle:s"},"b":{"unifiedId":"heddle:fork"}}`)},
		{"sessions.renderDiff", []byte(`{"a":{"unifiedId":"heddle:s"},"b":{"unifiedId":"heddle:fork"}}`)}, {"sessions.get", []byte(`{"unifiedId":"heddle:s"}`)},
		{"sessions.view", []byte(`{"unifiedId":"heddle:s"}`)}, {"sessions.story", []byte(`{"unifiedId":"heddle:s"}`)},
		{"sessions.export", []byte(`{"unifiedId":"heddle:s","format":"jsonl"}`)}, {"sessions.command", []byte(`{"unifiedId":"heddle:s"}`)},
		{"sessions.import", []byte(`{"all":true,"dryRun":true}`)}, {"sessions.stats", []byte("{}")}, {"sessions.tags", []byte("{}")},
		{"edits.find", []byte(`{"paths":["src/parser.go"],"lines":["x := 1"]}`)},
		{"store.sessionCount", []byte("{}")}, {"store.stats", []byte("{}")}, {"store.nativeSessions", []byte("{}")}, {"store.nativeMessages", []byte(`{"sessionId":"s"}`)},
		{"threads.loaded", []byte(`{"sessionId":"s"}`)}, {"threads.get", []byte(`{"sessionId":"s","threadId":"t"}`)},
		{"threads.read", []byte(`{"sessionId":"s","threadId":"t","includeMessages":true}`)}, {"threads.count", []byte(`{"sessionId":"s"}`)},
	}, reading...)
	asked := map[string]bool{}
	for _, c := range list {
		asked[c.Op] = true
	}
	families := []string{"store", "threads", "sessions", "edits"}
	for _, op := range rpc.Ops {
		family, _, _ := strings.Cut(op.Name, ".")
		if name := op.Name; !op.Changes && !asked[name] && slices.Contains(families, family) {
			t.Errorf("%s is not among the operations that read", name)
		}
	}
	return list
}

var exported = regexp.MustCompile(`"exportedAt":"[^"]*",`)

// TestReadingChangesNothing reads a store in every state, on every medium and
// in every language, with every operation that reads: all committed rows are
// seen, no byte of the file or its -wal changes, and where nothing can be
// written nothing is made.
func TestReadingChangesNothing(t *testing.T) {
	calls := everyRead(t)
	languages := []language{{"Go", func(t *testing.T, j job) [][]byte {
		return inProcess(t, j, func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) })
	}}}
	if os.Getenv("HEDDLE_CROSS") != "" {
		languages = all(t)
	}
	home := t.TempDir()
	var want [][]byte
	for i, m := range media {
		for j, s := range stores {
			t.Run(m.name+", "+s.name, func(t *testing.T) {
				if testing.Short() && j%len(media) != i {
					t.Skip("-short reads each store on one medium")
				}
				folder := t.TempDir()
				if m.limit {
					folder = mounted(t)
				}
				file := filepath.Join(folder, "heddle.db")
				s.make(t, file)
				m.set(t, folder)
				for _, l := range languages {
					before := contents(t, folder)
					got := l.run(t, job{home, file, 1796000000000, 2, calls})
					for i := range got { // how often the clock is asked depends on the medium
						got[i] = exported.ReplaceAll(got[i], nil)
					}
					if want == nil {
						want = got
						expectSound(t, calls, got)
					}
					same(t, l.name, calls, want, got)
					unchanged(t, l.name, before, contents(t, folder), m.limit)
				}
			})
		}
	}
}

// TestNewerFormatIsLeftAsItIs asks a store of a format that comes later for
// everything, to write as well: it is refused, and stays as it was. It keeps a
// rollback journal, so that opening it in the usual way would change its header.
func TestNewerFormatIsLeftAsItIs(t *testing.T) {
	languages := []language{{"Go", func(t *testing.T, j job) [][]byte {
		return inProcess(t, j, func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) })
	}}}
	if os.Getenv("HEDDLE_CROSS") != "" {
		languages = all(t)
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "heddle.db")
	holder(t, file)(false)
	image, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	image[18], image[19] = 1, 1 // no write-ahead log
	image[63] = 3               // user_version, one more than this version knows
	if err := os.WriteFile(file, image, 0o600); err != nil {
		t.Fatal(err)
	}
	calls := []call{{"store.list", []byte("{}")}, {"store.record", []byte(`{"sessionId":"s","messages":[{"type":"user","content":"x"}]}`)},
		{"store.compact", []byte("{}")}, {"sessions.list", []byte(`{"agent":"heddle"}`)}}
	for _, l := range languages {
		before := contents(t, folder)
		for i, a := range l.run(t, job{t.TempDir(), file, 1796000000000, 2, calls}) {
			if !bytes.Contains(a, []byte(`"code":"UNSUPPORTED"`)) {
				t.Errorf("%s: %s answers %.300s", l.name, calls[i].Op, a)
			}
		}
		unchanged(t, l.name, before, contents(t, folder), true)
	}
}

// expectSound fails when an answer is an error, or lacks what was recorded.
func expectSound(t *testing.T, calls []call, answers [][]byte) {
	t.Helper()
	for i, a := range answers {
		_, body, _ := bytes.Cut(a, []byte("\n"))
		absent := bytes.Contains(calls[i].Request, []byte(`"gone"`)) || bytes.Contains(a, []byte("has no position 4")) || calls[i].Op == "sessions.command"
		if bytes.Contains(a, []byte(`"error"`)) && !absent {
			t.Errorf("%s %s: %.300s", calls[i].Op, calls[i].Request, a)
		}
		if calls[i].Op == "store.sessionCount" && string(body) != "5" || calls[i].Op == "store.check" && string(body) != "[]" {
			t.Errorf("%s answers %s", calls[i].Op, body)
		}
	}
}

// contents returns the hash of every file in a folder.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range list {
		// Read by another process: closing the file here would take the locks away
		// of an engine of this one.
		sum, err := exec.Command("sha256sum", filepath.Join(folder, e.Name())).Output()
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(sum[:2*sha256.Size])
	}
	return out
}

// unchanged compares what lies in a folder; of the -shm it matters only
// whether it was made where nothing may be.
func unchanged(t *testing.T, who string, before, after map[string]string, limit bool) {
	t.Helper()
	for name := range after {
		_, was := before[name]
		if strings.HasSuffix(name, "-shm") && (was || !limit) {
			continue
		}
		if before[name] != after[name] {
			t.Errorf("%s: %s was changed or made", who, name)
		}
	}
	for name := range before {
		if _, is := after[name]; !is && !strings.HasSuffix(name, "-shm") {
			t.Errorf("%s: %s was removed", who, name)
		}
	}
}
