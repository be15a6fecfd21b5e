package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	heddle "github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/storetest"
)

// listen passes on what a subscription receives, which never polls.
func listen(ctx context.Context, h *heddle.Heddle, session string, after int64) <-chan string {
	out := make(chan string, 1000)
	go func() {
		defer close(out)
		for event, err := range h.Store.Subscribe(ctx, session, heddle.SubscribeOptions{After: after, Poll: 24 * time.Hour}) {
			if err != nil {
				out <- err.Error()
				return
			}
			out <- fmt.Sprintf("%d %s", event.Seq, event.Payload)
		}
		out <- "complete"
	}()
	return out
}

// hear returns the next thing that a subscription receives.
func hear(t testing.TB, from <-chan string) string {
	t.Helper()
	select {
	case s := <-from:
		return s
	case <-time.After(time.Minute):
		t.Fatal("nothing comes")
		return ""
	}
}

func say(t testing.TB, h *heddle.Heddle, session, kind string, n int) string {
	t.Helper()
	m := heddle.JSON(fmt.Sprintf(`{"content":"%d","type":"%s"}`, n, kind))
	var err error
	for range 60 { // while the server is away
		if _, err = h.Store.RecordMessages(t.Context(), session, []heddle.JSON{m}, heddle.ChangeOptions{RequestID: fmt.Sprintf("0190d0c0-0000-7000-8000-%012d", n)}); err == nil || !errors.Is(err, heddle.ErrIO) {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(m)
}

// TestWatch: what one program records another one receives, in order and to the complete marker,
// without polling; also from a position on, and when the server was away in between.
func TestWatch(t *testing.T) {
	folder := t.TempDir()
	s := startServer(t, func(o *server.Options) { o.StoreDir = folder })
	address := makeStore(t, s, "team")
	writer, reader := storetest.Open(t, t.TempDir(), address), storetest.Open(t, t.TempDir(), address)
	early := listen(t.Context(), reader, "a", 0) // the session does not exist yet
	time.Sleep(100 * time.Millisecond)
	for n := 1; n <= 50; n++ {
		m := say(t, writer, "a", "user", n)
		if got, want := hear(t, early), fmt.Sprintf("%d %s", n, m); got != want {
			t.Fatalf("received %s, want %s", got, want)
		}
	}
	late := listen(t.Context(), storetest.Open(t, t.TempDir(), address), "a", 48)
	if got := hear(t, late) + hear(t, late); got != `49 {"content":"49","type":"user"}50 {"content":"50","type":"user"}` {
		t.Fatalf("from 48 on: %s", got)
	}
	port := s.Addr().(*net.TCPAddr).Port
	s.Shutdown()
	s.WaitForShutdown()
	startServer(t, func(o *server.Options) { o.StoreDir, o.Port = folder, port })
	for n := 51; n <= 60; n++ {
		say(t, writer, "a", "user", n)
	}
	say(t, writer, "a", "result", 61)
	for name, c := range map[string]<-chan string{"early": early, "late": late} {
		for n := 51; n <= 61; n++ {
			if got := hear(t, c); got[:2] != fmt.Sprint(n) {
				t.Fatalf("%s, after the server was away: %s, want %d", name, got, n)
			}
		}
		if got := hear(t, c); got != "complete" {
			t.Errorf("%s ends with %s", name, got)
		}
	}
}
