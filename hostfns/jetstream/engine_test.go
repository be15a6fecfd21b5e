package jetstream_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns"
	"github.com/heddle-dev/heddle/hostfns/poll"
)

// operations are changes and readings of a store, in order.
var operations = [][2]string{
	{"store.record", `{"sessionId":"a","messages":[{"type":"user","content":"one"},{"type":"assistant","content":"two"}]}`},
	{"store.record", `{"sessionId":"a","messages":[{"type":"user","content":"three"}],"requestId":"0190d0c0-0000-7000-8000-000000000001"}`},
	{"store.record", `{"sessionId":"a","messages":[{"type":"user","content":"three"}],"requestId":"0190d0c0-0000-7000-8000-000000000001"}`},
	{"store.record", `{"sessionId":"b c/ü","messages":[],"requestId":"0190d0c0-0000-7000-8000-000000000001"}`},
	{"store.record", `{"sessionId":"a","messages":[{"type":"user","content":"late"}],"expect":1}`},
	{"store.fork", `{"sessionId":"a","newSessionId":"b c/ü"}`},
	{"store.revert", `{"sessionId":"a","visibleMessageCount":1}`},
	{"store.messages", `{"sessionId":"a"}`},
	{"store.messages", `{"sessionId":"b c/ü","limit":2}`},
	{"threads.start", `{"sessionId":"a","threadId":"t","name":"T"}`},
	{"store.share", `{"sessionId":"a","shareId":"s"}`},
	{"store.get", `{"sessionId":"a","at":2}`},
	{"store.list", `{}`},
	{"store.delete", `{"sessionId":"a"}`},
	{"store.record", `{"sessionId":"a","messages":[{"type":"user","content":"a second life"}]}`},
	{"store.compact", `{}`},
	{"store.messages", `{"sessionId":"a"}`},
	{"store.messages", `{"sessionId":"b c/ü"}`},
	{"store.get", `{"sessionId":"a","at":2}`},
	{"store.check", `{}`},
	{"store.list", `{}`},
	{"store.export", `{"sessionId":"b c/ü"}`},
	{"store.clear", `{}`},
	{"store.sessionCount", `{}`},
}

// answers plays the operations.
func answers(t *testing.T, newHost bindings.HostFunc) (out []string) {
	t.Helper()
	e, err := native.Open(bindings.Options{NewHost: newHost})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, o := range operations {
		r, err := e.Call(t.Context(), o[0], []byte(o[1]))
		if err != nil {
			out = append(out, fmt.Sprint(err))
		} else {
			out = append(out, string(r.Body))
		}
	}
	return out
}

// TestEngineAsOnSQLite: the engine answers on JetStream as on a file.
func TestEngineAsOnSQLite(t *testing.T) {
	options := func() hostfns.Options {
		return hostfns.Options{Home: t.TempDir(), Clock: hosttest.NewClock(hosttest.StartTime, 1), Entropy: hosttest.NewEntropy(1)}
	}
	file := options()
	file.Stores = map[string]string{core.StorePath: filepath.Join(t.TempDir(), "heddle.db")}
	onFile, closeFile, err := file.Open(1)
	if err != nil {
		t.Fatal(err)
	}
	defer closeFile()
	plain, closePlain, err := options().Open(1)
	if err != nil {
		t.Fatal(err)
	}
	defer closePlain()
	j := openJournal(t, makeStore(t, startServer(t, nil), "team"))
	onServer := func(ctx context.Context, progress poll.Progress) (*host.Host, func()) {
		h, release := plain(ctx, progress)
		h.SQL, h.Journal = nil, j
		return h, release
	}
	want, got := answers(t, onFile), answers(t, onServer)
	for i, o := range operations {
		if got[i] != want[i] {
			t.Errorf("%s %s\n answers %s\n on a file %s", o[0], o[1], got[i], want[i])
		}
	}
	hosttest.VerifyJournal(t, j)
}
