package wazero

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/hostfns"
)

// TestImportsAlike imports the same homes natively and in the module, each
// into a store of its own: the copies are the same, and what one imported is
// nothing new to the other.
func TestImportsAlike(t *testing.T) {
	core, cache := guesttest.Core(t), sharedCache(t)
	for _, fixture := range []string{"claude-1.0.24", "opencode", "gemini-upgrade", "hermes-livewal"} {
		t.Run(fixture, func(t *testing.T) {
			dir := t.TempDir()
			home := filepath.Join(dir, "home")
			if err := os.CopyFS(home, os.DirFS(filepath.Join("../../testdata/agents", fixture, "home"))); err != nil {
				t.Fatal(err)
			}
			options := func(store string) bindings.Options {
				o := bindings.Options{Module: core, CacheDir: cache}
				o.Host = hostfns.Options{Home: home, Stores: map[string]string{"store/heddle.db": filepath.Join(dir, store)}}
				return o
			}
			open := func(sandbox bool, store string) bindings.Engine {
				var e bindings.Engine
				var err error
				if sandbox {
					e, err = Open(options(store))
				} else {
					e, err = native.Open(options(store))
				}
				if err != nil {
					t.Fatal(err)
				}
				return e
			}
			ask := func(e bindings.Engine, op, req string) string {
				r, err := e.Call(context.Background(), op, []byte(req))
				if err != nil {
					t.Fatalf("%s %s: %v", op, req, err)
				}
				return string(r.Body)
			}
			same := func(a, b bindings.Engine, op, req string) string {
				x, y := ask(a, op, req), ask(b, op, req)
				if x != y {
					t.Errorf("%s %s:\nnative %.500s\nwazero %.500s", op, req, x, y)
				}
				return x
			}
			plain, boxed := open(false, "a.db"), open(true, "b.db")
			var report struct {
				Sessions            []struct{ StoreID string }
				Imported, Unchanged int
			}
			if err := json.Unmarshal([]byte(same(plain, boxed, "sessions.import", `{"all":true}`)), &report); err != nil || report.Imported == 0 {
				t.Fatalf("%+v %v", report, err)
			}
			for _, s := range report.Sessions {
				same(plain, boxed, "sessions.get", `{"agent":"heddle","sessionId":"`+s.StoreID+`"}`)
			}
			same(plain, boxed, "sessions.list", `{}`)
			same(plain, boxed, "sessions.totalCost", `{"groupBy":"session"}`)
			plain.Close()
			boxed.Close()
			crossed := open(true, "a.db")
			defer crossed.Close()
			report.Imported = -1
			if err := json.Unmarshal([]byte(ask(crossed, "sessions.import", `{"all":true}`)), &report); err != nil || report.Imported != 0 || report.Unchanged != len(report.Sessions) {
				t.Errorf("again: %+v %v", report, err)
			}
		})
	}
}
