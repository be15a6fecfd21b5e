package wazero

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// TestLargeMessage records a message of 16 MB, with HEDDLE_HEAVY=1 of 100 MB
// and one as large as a request can be, within the 512 MiB that an instance
// has by default, and reads it back in every way there is; the largest one only
// in a session. What is larger is refused, and the store stays whole.
func TestLargeMessage(t *testing.T) {
	sizes := []int{16_000_000}
	if os.Getenv("HEDDLE_HEAVY") != "" {
		sizes = []int{100_000_000, abi.MaxRequestBytes - 4096}
	}
	// Text with escapes, which is what large messages are.
	for _, line := range []string{"y", `a \"line\" of output ✓\n\u001b[0m`} {
		for _, size := range sizes {
			text := bytes.Repeat([]byte(line), size/len(line))
			large(t, append(append([]byte(`{"content":"`), text...), `","type":"user"}`...))
		}
	}
}

func large(t *testing.T, message []byte) {
	o := bindings.Options{Module: guesttest.Core(t), CacheDir: sharedCache(t), MemoryLimit: 512 << 20, Workers: 1}
	home := t.TempDir()
	o.Host = hostfns.Options{Home: home, Stores: map[string]string{core.StorePath: filepath.Join(home, "heddle.db")}}
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ctx := context.Background()
	call := func(op string, request []byte) []byte {
		t.Helper()
		r, err := e.Call(ctx, op, request)
		if err != nil {
			t.Fatalf("%s, a message of %d bytes: %v", op, len(message), err)
		}
		return r.Body
	}
	request := append(append([]byte(`{"messages":[`), message...), `],"sessionId":"s"}`...)
	call("store.record", request)
	for op, around := range map[string][2]string{
		"store.messages": {"[", "]"},
		"store.events":   {`,"kind":"message","payload":`, `,"seq":1,"time":`},
		"store.export":   {`,"messages":[`, `],"metadata":`},
	} {
		body := call(op, []byte(`{"sessionId":"s"}`))
		at := bytes.Index(body, []byte(around[0])) + len(around[0])
		if rest := body[at:]; len(rest) < len(message) || !bytes.Equal(rest[:len(message)], message) || !bytes.HasPrefix(rest[len(message):], []byte(around[1])) {
			t.Fatalf("%s: the message of %d bytes differs: %.100s", op, len(message), body)
		}
	}
	if len(message) <= 100_000_100 { // a second one, and into a thread, which takes it three times
		thread(t, call, message)
	}
	too := append(request, make([]byte, abi.MaxRequestBytes)...)
	if _, err := e.Call(ctx, "store.record", too); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("a request of %d bytes: %v, want LIMIT_EXCEEDED", len(too), err)
	}
	if got := string(call("store.check", nil)) + string(call("store.messageCount", []byte(`{"sessionId":"s"}`))); got != "[]1" {
		t.Errorf("check and count say %s", got)
	}
}

// thread records a message in a thread and reads it back.
func thread(t *testing.T, call func(string, []byte) []byte, message []byte) {
	call("threads.start", []byte(`{"sessionId":"t","threadId":"a"}`))
	call("threads.record", append(append([]byte(`{"messages":[`), message...), `],"sessionId":"t","threadId":"a"}`...))
	tagged := append(message[:len(message)-len(`"type":"user"}`):len(message)], `"threadId":"a","type":"user"}`...)
	if body := call("threads.messages", []byte(`{"sessionId":"t","threadId":"a"}`)); !bytes.Equal(body[1:len(body)-1], tagged) {
		t.Fatalf("threads.messages: the message of %d bytes differs: %.100s", len(message), body)
	}
}

// TestTooLittleMemory: what does not fit into an instance's memory ends with
// an error that says so, and the store is as it was.
func TestTooLittleMemory(t *testing.T) {
	limit := 64 << 20
	lite := filepath.Base(os.Getenv("HEDDLE_WASM")) == "core-lite.wasm"
	if lite {
		limit *= 2 // it frees nothing during a check
	}
	o := bindings.Options{Module: guesttest.Core(t), CacheDir: sharedCache(t), MemoryLimit: int64(limit), Workers: 1}
	home := t.TempDir()
	o.Host = hostfns.Options{Home: home, Stores: map[string]string{core.StorePath: filepath.Join(home, "heddle.db")}}
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	call := func(op, request string) (string, error) {
		r, err := e.Call(context.Background(), op, []byte(request))
		return string(r.Body), err
	}
	record := func(size int) error {
		_, err := call("store.record", `{"messages":[{"content":"`+strings.Repeat("y", size)+`","type":"user"}],"sessionId":"s"}`)
		return err
	}
	const size = 5 << 20
	for range 6 {
		if err := record(size); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(what string, err error) {
		t.Helper()
		if fault.CodeOf(err) != fault.Internal || fault.From(err).Hint == "" {
			t.Errorf("%s: %v, want INTERNAL with a hint", what, err)
		}
		count, err := call("store.messageCount", `{"sessionId":"s"}`)
		if count != "6" || err != nil {
			t.Errorf("after %s there are %s messages, %v", what, count, err)
		}
		if defects, err := call("store.check", `{}`); defects != "[]" || err != nil {
			t.Errorf("after %s the check says %s, %v", what, defects, err)
		}
	}
	refused("recording", record(limit-4<<20))
	if _, err = call("store.messages", `{"sessionId":"s"}`); !lite { // all fit into twice the memory
		refused("reading all", err)
	}
	if body, err := call("store.messages", `{"sessionId":"s","limit":1,"offset":5}`); err != nil || len(body) < size {
		t.Errorf("reading one: %d bytes, %v", len(body), err)
	}
}
