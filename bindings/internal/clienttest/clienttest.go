// Package clienttest tests the typed Go client (package heddle) over an engine: every method must
// return what it returns over the native engine, which answers without encoding its values.
package clienttest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/hostfns"
)

// Open opens the engine under test.
type Open func(bindings.Options) (bindings.Engine, error)

// Run tests the client over an engine.
func Run(t *testing.T, open Open) {
	for name, fixtures := range homes {
		t.Run("reads/"+name, func(t *testing.T) {
			if testing.Short() && name == "whole" {
				t.Skip("the damaged homes run the same methods")
			}
			if testing.Short() {
				fixtures = slices.DeleteFunc(slices.Clone(fixtures), func(name string) bool { return name == "hermes-livewal" || name == "openclaw-jsonl" })
			}
			compare(t, open, copyHomes(t, fixtures), readings)
		})
	}
	t.Run("store", func(t *testing.T) { compare(t, open, t.TempDir(), storeSteps) })
	t.Run("file systems", func(t *testing.T) { readsFileSystems(t, open) })
	t.Run("every operation", func(t *testing.T) { everyOperation(t, open) })
	t.Run("break", func(t *testing.T) { stopsOnBreak(t, open) })
	t.Run("subscribe", func(t *testing.T) { subscribes(t, open) })
	t.Run("context", func(t *testing.T) { obeysContext(t, open) })
	t.Run("progress", func(t *testing.T) { reportsProgress(t, open) })
	t.Run("concurrent", func(t *testing.T) { servesGoroutines(t, open) })
	t.Run("prices", func(t *testing.T) { usesPrices(t, open) })
	t.Run("close", func(t *testing.T) { closesTwice(t, open) })
}

// homes are the fixtures that are read: whole ones of every agent, and damaged ones.
var homes = map[string][]string{
	"whole": {"claude", "codex", "gemini", "copilot-1.0.73", "cursor-ide-handmade", "opencode-1.1.65", "pi", "omp", "openclaw", "hermes-v22"},
	"parts": {"claude-damaged", "opencode-damaged", "codex-zst", "hermes-livewal", "gemini-0.1.9", "openclaw-jsonl"},
}

// step is a call of a method. result is what it returned.
type step struct {
	name string
	run  func(context.Context, *heddle.Heddle) (any, error)
}

// outcome is what a step returned.
type outcome struct {
	Value               any
	Code, Message, Hint string
	At, Text            string
}

func outcomeOf(value any, err error) outcome {
	if err == nil {
		return outcome{Value: value}
	}
	var e *heddle.Error
	if !errors.As(err, &e) {
		return outcome{Message: "no *heddle.Error: " + err.Error()}
	}
	return outcome{Code: string(e.Code), Message: e.Message, Hint: e.Hint, At: e.Op + " " + e.Path, Text: err.Error()}
}

// compare runs steps over the engine and over the native one, each with a store of its own and the
// same clock and ids.
func compare(t *testing.T, open Open, home string, steps func(*heddle.Heddle) []step) {
	want := client(t, native.NewEngine, home)
	got := client(t, open, home)
	ctx, list := context.Background(), steps(want)
	for _, s := range list {
		expected, actual := outcomeOf(s.run(ctx, want)), outcomeOf(s.run(ctx, got))
		if !reflect.DeepEqual(expected, actual) {
			t.Errorf("%s: %s", s.name, difference("", reflect.ValueOf(actual), reflect.ValueOf(expected)))
		}
	}
	if len(list) < 20 {
		t.Errorf("only %d steps", len(list))
	}
}

// options grant a home and an empty store, with a clock and ids that are the same in every engine.
func options(t *testing.T, home string) bindings.Options {
	const start = 1_795_000_000_000 // 2026-11-18
	return bindings.Options{Host: hostfns.Options{
		Home:   home,
		Stores: map[string]string{core.StorePath: filepath.Join(t.TempDir(), "heddle.db")},
		Clock:  hosttest.NewClock(start, 1000), Entropy: hosttest.NewEntropy(7),
	}}
}

// client returns a client over a new engine, which is closed when the test ends.
func client(t *testing.T, open Open, home string) *heddle.Heddle {
	t.Helper()
	return clientOf(t, open, options(t, home))
}

func clientOf(t *testing.T, open Open, o bindings.Options) *heddle.Heddle {
	t.Helper()
	engine, err := open(o)
	if err != nil {
		t.Fatal(err)
	}
	h := heddle.New(engine)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error("close:", err)
		}
	})
	return h
}

// copyHomes copies fixtures of agents into one home.
func copyHomes(t *testing.T, fixtures []string) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range fixtures {
		if err := os.CopyFS(home, os.DirFS(filepath.Join(testdata(), name, "home"))); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// testdata returns the folder of the agents' fixtures.
func testdata() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "../../../testdata/agents")
}

// counting is an engine that notes the operations that it runs. It hides the methods of the engine
// below it, so that the client encodes requests.
type counting struct {
	bindings.Engine
	mu   sync.Mutex
	runs map[string]bool
}

// Call implements bindings.Engine.
func (c *counting) Call(ctx context.Context, op string, request []byte) (bindings.Response, error) {
	c.mu.Lock()
	c.runs[op] = true
	c.mu.Unlock()
	return c.Engine.Call(ctx, op, request)
}

// everyOperation fails when an operation is not part of the steps.
func everyOperation(t *testing.T, open Open) {
	engine, err := open(options(t, copyHomes(t, []string{"claude"})))
	if err != nil {
		t.Fatal(err)
	}
	count := &counting{Engine: engine, runs: map[string]bool{}}
	h := heddle.New(count)
	defer h.Close()
	for _, s := range append(readings(h), storeSteps(h)...) {
		s.run(context.Background(), h) // compare checks what it returns
	}
	for _, op := range rpc.Ops {
		if !count.runs[op.Name] {
			t.Errorf("no step runs %s", op.Name)
		}
	}
}
