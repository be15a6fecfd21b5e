package clienttest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
)

// stopsOnBreak leaves each iterator early.
func stopsOnBreak(t *testing.T, open Open) {
	h := client(t, open, copyHomes(t, homes["whole"]))
	ctx, seen := context.Background(), 0
	for s, err := range h.Sessions.All(ctx) {
		if err != nil || s.UnifiedID == "" {
			t.Fatal(s, err)
		}
		if seen++; seen == 2 {
			break
		}
	}
	for s, err := range h.Sessions.Search(ctx, "the") {
		if err != nil || s.HitCount == 0 {
			t.Fatal(s, err)
		}
		if seen++; seen == 4 {
			break
		}
	}
	if seen != 4 {
		t.Errorf("%d sessions before the breaks, want 4", seen)
	}
	all, err := collect(h.Sessions.All(ctx, heddle.ListOptions{Limit: 3}))
	if err != nil || len(all) != 3 {
		t.Errorf("All with a limit of 3: %d sessions, %v", len(all), err)
	}
}

// subscribes reads events while they are recorded, until a result completes the session.
func subscribes(t *testing.T, open Open) {
	h := client(t, open, t.TempDir())
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // only against a hang
	defer cancel()
	recorded := make(chan error, 1)
	go func() {
		_, err := h.Store.Record(ctx, "trip", said...)
		if err == nil {
			_, err = h.Store.Record(ctx, "trip", heddle.JSON(`{"type":"result"}`))
		}
		recorded <- err
	}()
	events, err := collect(h.Store.Subscribe(ctx, "trip", heddle.SubscribeOptions{Poll: 5 * time.Millisecond}))
	if err := errors.Join(err, <-recorded); err != nil {
		t.Fatal(err)
	}
	page, err := h.Store.Events(ctx, "trip")
	if err != nil || !reflect.DeepEqual(events, page.Events) {
		t.Errorf("subscribed to %+v, the log is %+v, %v", events, page, err)
	}
	for event, err := range h.Store.Subscribe(ctx, "trip") {
		if err != nil || event.Seq != 1 {
			t.Errorf("first event %+v, %v", event, err)
		}
		break
	}
	short, stop := context.WithTimeout(ctx, 20*time.Millisecond)
	defer stop()
	if _, err := collect(h.Store.Subscribe(short, "none")); !errors.Is(err, heddle.ErrTimeout) {
		t.Errorf("a subscription out of time: %v", err)
	}
}

// obeysContext calls methods with contexts that are done, or are done during the call.
func obeysContext(t *testing.T, open Open) {
	h := client(t, open, manySessions(t, 400, 200))
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	expired, stop := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer stop()
	for _, ctx := range []context.Context{cancelled, expired} {
		if _, err := h.Sessions.List(ctx); !errors.Is(err, heddle.ErrTimeout) {
			t.Errorf("List: %v", err)
		}
		if _, err := collect(h.Sessions.All(ctx)); !errors.Is(err, heddle.ErrTimeout) {
			t.Errorf("All: %v", err)
		}
		if _, err := h.Store.Record(ctx, "trip", said...); !errors.Is(err, heddle.ErrTimeout) {
			t.Errorf("Record: %v", err)
		}
	}
	if n, err := h.Store.SessionCount(context.Background()); err != nil || n != 0 {
		t.Errorf("%d sessions recorded after the end, %v", n, err)
	}
	short, stop2 := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop2()
	if _, err := h.Sessions.Doctor(short); !errors.Is(err, heddle.ErrTimeout) {
		t.Errorf("Doctor in a millisecond: %v", err)
	}
	if list, err := h.Sessions.List(context.Background(), heddle.ListOptions{Limit: heddle.NoLimit}); err != nil || len(list.Items) != 400 {
		t.Errorf("the call after: %v", err)
	}
}

// manySessions returns a home with Claude Code sessions of some turns.
func manySessions(t testing.TB, sessions, turns int) string {
	t.Helper()
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-p")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for n := range sessions {
		var text strings.Builder
		for turn := range turns {
			fmt.Fprintf(&text, `{"type":"user","message":{"role":"user","content":"prompt %d of %d"},"uuid":"u%d-%d","timestamp":"2026-11-20T10:%02d:%02d.000Z","cwd":"/p","version":"2.1.0"}`+"\n", turn, n, n, turn, n/60%60, n%60)
		}
		name := fmt.Sprintf("%08d-0000-4000-9000-000000000000.jsonl", n)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

func reportsProgress(t *testing.T, open Open) {
	var calls, last atomic.Int64
	o := options(t, copyHomes(t, homes["whole"]))
	o.Progress = func(done, total int64) {
		calls.Add(1)
		if done > last.Load() {
			last.Store(done)
		}
	}
	if _, err := clientOf(t, open, o).Sessions.Doctor(context.Background()); err != nil {
		t.Fatal(err)
	}
	if calls.Load() == 0 || last.Load() == 0 {
		t.Errorf("%d calls of progress, the last with %d bytes", calls.Load(), last.Load())
	}
}

// servesGoroutines reads and records from several goroutines at once.
func servesGoroutines(t *testing.T, open Open) {
	h := client(t, open, copyHomes(t, []string{"claude", "opencode"}))
	ctx := context.Background()
	want, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.OpenCode}) // the store is another agent
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for range 3 {
				list, err := h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.OpenCode})
				if err != nil || !reflect.DeepEqual(list, want) {
					t.Errorf("another list: %v, %s", err, difference("", reflect.ValueOf(list), reflect.ValueOf(want)))
				}
				if _, err := h.Store.Record(ctx, fmt.Sprint("s", g), said...); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	list, err := h.Store.List(ctx)
	if err != nil || len(list.Items) != 4 {
		t.Fatalf("%v, %v", list, err)
	}
	for _, s := range list.Items {
		if s.MessageCount != 9 {
			t.Errorf("%s has %d messages, want 9", s.SessionID, s.MessageCount)
		}
	}
}

func closesTwice(t *testing.T, open Open) {
	h := client(t, open, t.TempDir())
	if err := errors.Join(h.Close(), h.Close()); err != nil {
		t.Error(err)
	}
	_, err := h.Version(context.Background())
	got := outcomeOf(nil, err)
	if got.Code != string(heddle.ErrInvalidArgument) || got.Message != "the engine is closed" || got.At != "version " {
		t.Errorf("a call after Close: %+v", got)
	}
}
