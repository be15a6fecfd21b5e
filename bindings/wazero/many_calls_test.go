package wazero

import (
	"bytes"
	"context"
	"math/rand"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/bindingstest"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/hostfns"
)

// TestManyCalls makes a thousand calls of many kinds in one instance, and records
// between them: a request has the same answer each time, and the memory that was enough for each of them
// is enough for all. What they allocate in sum is many times the limit.
func TestManyCalls(t *testing.T) {
	const calls, limit = 1000, 48 << 20 // an instance with more than 64 MiB is replaced
	root := filepath.Join("..", "..", "testdata")
	all, err := bindingstest.Load(filepath.Join(root, "vectors"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []bindingstest.Case
	for _, c := range all {
		pure := strings.HasPrefix(c.Op, "messages.") && c.Op != "messages.makeRequestId" || strings.HasPrefix(c.Op, "ids.")
		if pure || c.Home == "claude" && bytes.Contains(c.Request, []byte(`"agent":"claude"`)) {
			cases = append(cases, c)
		}
	}
	o := bindings.Options{Module: guesttest.Core(t), CacheDir: sharedCache(t), MemoryLimit: limit, Workers: 1}
	o.Host = hostfns.Options{Home: filepath.Join(root, "agents", "claude", "home"), Stores: map[string]string{core.StorePath: filepath.Join(t.TempDir(), "heddle.db")}}
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	first := map[string][]byte{}
	random := rand.New(rand.NewSource(15))
	for n := range calls {
		c := &cases[random.Intn(len(cases))]
		got := bindingstest.Answer(e, c)
		if id := c.ID(); first[id] == nil {
			first[id] = got
		} else if !bytes.Equal(first[id], got) {
			t.Fatalf("call %d, %s, had another answer before:\n%.300s\n%.300s", n, id, first[id], got)
		}
		if n%10 == 0 {
			recordOne(t, e, n)
		}
	}
	if len(first) < 100 {
		t.Errorf("only %d different requests", len(first))
	}
	r, err := e.Call(context.Background(), "store.messageCount", []byte(`{"sessionId":"many"}`))
	if want := strconv.Itoa(calls / 10); err != nil || string(r.Body) != want {
		t.Errorf("%s messages, %v; want %s", r.Body, err, want)
	}
}

// recordOne records a message of up to 49,000 bytes.
func recordOne(t *testing.T, e bindings.Engine, n int) {
	t.Helper()
	text := string(bytes.Repeat([]byte("x"), 1000*(n%50)))
	_, err := e.Call(context.Background(), "store.record", []byte(`{"messages":[{"content":"`+text+`","type":"user"}],"sessionId":"many"}`))
	if err != nil {
		t.Fatalf("record %d: %v", n, err)
	}
}
