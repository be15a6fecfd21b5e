package wazero

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/internal/guest"
	"github.com/heddle-dev/heddle/bindings/internal/guesttest"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// module is core.wasm without the engine around it.
type module struct {
	t       *testing.T
	session *guest.Session
	guest.Instance
}

func openModule(t *testing.T) module {
	t.Helper()
	opts := bindings.Options{Module: guesttest.Core(t), CacheDir: sharedCache(t)}
	r, err := compileModule(opts, found(t, opts))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	s := guest.NewSession(bindings.FixedHost(guesttest.Host(guesttest.Files{})), nil)
	i, err := r.Instantiate(s)
	if err != nil {
		t.Fatal(err)
	}
	return module{t, s, i}
}

// call returns the header and the body of a response.
func (m module) call(op, p, n uint32) (header, body string, at uint32) {
	m.t.Helper()
	m.session.Begin(context.Background())
	defer m.session.End()
	packed, err := m.Call(m.session.Context(), op, p, n)
	if err != nil {
		m.t.Fatalf("call(%d, %#x, %d) trapped: %v", op, p, n, err)
	}
	at = uint32(packed >> 32)
	h, b, ok := rpc.Split(m.Memory()[at : at+uint32(packed)])
	if !ok {
		m.t.Fatalf("call(%d, %#x, %d) is no response", op, p, n)
	}
	return string(h), string(b), at
}

func (m module) alloc(n uint32) uint32 {
	m.t.Helper()
	p, err := m.Alloc(m.session.Context(), n)
	if err != nil {
		m.t.Fatal(err)
	}
	return p
}

// TestABIArguments gives call everything that a host may get wrong. Each
// answer is an error envelope, none a trap.
func TestABIArguments(t *testing.T) {
	m := openModule(t)
	request := `{"unifiedId":"claude:x"}`
	const op = uint32(rpc.OpIDsResolveNativeID)
	outside := func(when string, op, p, n uint32) {
		t.Helper()
		if h, b, _ := m.call(op, p, n); !strings.Contains(h, `"code":"INVALID_ARGUMENT"`) || !strings.Contains(h, "input buffer") || b != "" {
			t.Errorf("%s: %s %s", when, h, b)
		}
	}
	outside("before any alloc", op, 4096, 8)
	p := m.alloc(100)
	copy(m.Memory()[p:], request)
	const capacity = 4096 // the smallest buffer
	outside("a null pointer", op, 0, 8)
	outside("before the buffer", op, p-1, 8)
	outside("behind the buffer", op, p+capacity, 1)
	outside("longer than the buffer", op, p, capacity+1)
	outside("wrapping around", op, p+16, 0xffffffff)
	outside("at the end of the address space", op, 0xffffffff, 0xffffffff)
	if h, _, _ := m.call(4711, p, 2); !strings.Contains(h, `"code":"UNSUPPORTED"`) || !strings.Contains(h, "op 4711") {
		t.Errorf("an unknown operation: %s", h)
	}
	if h, _, _ := m.call(op, 0xffffffff, 0); h != `{"op":"ids.resolveNativeId"}` {
		t.Errorf("an empty request needs no pointer: %s", h)
	}
	if p := m.alloc(abi.MaxRequestBytes + 1); p != 0 {
		t.Errorf("alloc granted %#x for more than the limit", p)
	}
	if p := m.alloc(0xffffffff); p != 0 {
		t.Errorf("alloc granted %#x for 4 GiB", p)
	}
	if h, b, _ := m.call(op, p, uint32(len(request))); b != `{"agent":"claude","nativeSessionId":"x"}` {
		t.Errorf("after all that: %s %s", h, b)
	}
}

// TestABIBuffers checks who owns which bytes until when.
func TestABIBuffers(t *testing.T) {
	m := openModule(t)
	const op = uint32(rpc.OpIDsResolveNativeID)
	p := m.alloc(64)
	if again := m.alloc(4000); again != p {
		t.Errorf("the buffer moved from %#x to %#x although it was large enough", p, again)
	}
	large := m.alloc(1 << 20)
	id := strings.Repeat("x", 1<<20-64)
	request := `{"unifiedId":"claude:` + id + `"}`
	copy(m.Memory()[large:], request)
	for range 20 { // the collector runs in between
		_, body, at := m.call(op, large, uint32(len(request)))
		if !strings.HasSuffix(body, id+`"}`) {
			t.Fatalf("response %.80s", body)
		}
		if !bytes.Equal(m.Memory()[large:large+uint32(len(request))], []byte(request)) {
			t.Fatal("the request was changed")
		}
		for _, p := range []uint32{at, at, 0, 0xffffffff} { // twice and wrong ones are harmless
			if err := m.Release(m.session.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
	}
	if size := len(m.Memory()); size > 48<<20 {
		t.Errorf("20 calls of 1 MB have grown the memory to %d bytes", size)
	}
}
