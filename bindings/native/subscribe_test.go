package native_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
)

// stored opens an engine on a store's file.
func stored(t testing.TB, file string) *native.Engine {
	t.Helper()
	var o bindings.Options
	o.Host = hostfns.Options{Mounts: map[string]string{}, Stores: map[string]string{"store/heddle.db": file}}
	e, err := native.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func do(t testing.TB, e bindings.Engine, op, request string) string {
	t.Helper()
	r, err := e.Call(context.Background(), op, []byte(request))
	if err != nil {
		t.Errorf("%s %s: %v", op, request, err)
	}
	return string(r.Body)
}

func next(t *testing.T, s *bindings.Subscription) bindings.StoreEvent {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	e, err := s.Next(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func ended(t *testing.T, s *bindings.Subscription) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for range 2 {
		if e, err := s.Next(ctx); !errors.Is(err, fault.Complete) {
			t.Fatalf("%+v %v, want COMPLETE", e, err)
		}
	}
}

func TestSubscribe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heddle.db")
	e, other := stored(t, file), stored(t, file)

	// A subscription hears of its own engine's changes at once: it would not look by
	// itself for an hour.
	own := bindings.Subscribe(e, "s", 0, time.Hour)
	defer own.Close()
	polling := bindings.Subscribe(other, "s", 0, time.Millisecond)
	defer polling.Close()

	short, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := own.Next(short); !errors.Is(err, fault.Timeout) {
		t.Error("no session yet:", err)
	}
	go do(t, e, "store.record", `{"sessionId":"s","messages":[{"type":"user","content":"hi"},{"type":"result"}]}`)
	for _, s := range []*bindings.Subscription{own, polling} {
		for seq, text := range []string{`"hi"`, `"result"`} {
			if e := next(t, s); e.Seq != int64(seq+1) || e.ID == "" || e.Time.IsZero() || !strings.Contains(string(e.Payload), text) {
				t.Fatalf("%+v %s, want event %d with %s", e, e.Payload, seq+1, text)
			}
		}
		ended(t, s)
	}

	// The next turn: one that begins after the result waits for it.
	again := bindings.Subscribe(e, "s", 2, time.Hour)
	defer again.Close()
	short, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := again.Next(short); !errors.Is(err, fault.Timeout) {
		t.Error("before the next turn:", err)
	}
	go do(t, e, "store.record", `{"sessionId":"s","messages":[{"type":"error"}]}`)
	next(t, again)
	ended(t, again)

	deleted := bindings.Subscribe(e, "s", 3, time.Hour)
	go do(t, e, "store.delete", `{"sessionId":"s"}`)
	next(t, deleted)
	ended(t, deleted)
	deleted.Close()
	ended(t, deleted)
}

// Without a store the first look says so.
func TestSubscribeWithoutStore(t *testing.T) {
	var o bindings.Options
	o.Host = hostfns.Options{Mounts: map[string]string{}}
	e, err := native.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Call(context.Background(), "store.register", []byte(`{"sessionId":"s"}`)); !errors.Is(err, fault.PermissionDenied) || fault.From(err).Hint == "" {
		t.Errorf("%v, want PERMISSION_DENIED with a hint", err)
	}
}

func ExampleEngine_store() {
	var opts bindings.Options
	host := hostfns.Options{Mounts: map[string]string{}} // no agents' folders
	folder, err := os.MkdirTemp("", "heddle")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	host.Stores = map[string]string{"store/heddle.db": filepath.Join(folder, "heddle.db")}
	opts.Host = host
	engine, err := native.Open(opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()
	call := func(op, request string) string {
		r, err := engine.Call(context.Background(), op, []byte(request))
		if err != nil {
			return err.Error()
		}
		return string(r.Body)
	}
	call("store.record", `{"sessionId":"talk","messages":[{"type":"user","content":"Tabs or spaces?"},{"type":"assistant","content":"Tabs."}]}`)
	call("store.fork", `{"sessionId":"talk","newSessionId":"other"}`)
	call("store.revert", `{"sessionId":"other","visibleMessageCount":1}`)
	call("store.record", `{"sessionId":"other","messages":[{"type":"assistant","content":"Spaces."}]}`)
	fmt.Println(call("store.messages", `{"sessionId":"talk"}`))
	fmt.Println(call("store.messages", `{"sessionId":"other"}`))
	// Output:
	// [{"content":"Tabs or spaces?","type":"user"},{"content":"Tabs.","type":"assistant"}]
	// [{"content":"Tabs or spaces?","type":"user"},{"content":"Spaces.","type":"assistant"}]
}
