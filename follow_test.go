package heddle_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
)

// waitFor waits until a store has a session with so many messages.
func waitFor(t *testing.T, h *heddle.Heddle, id string, messages int64) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		n, err := h.Store.MessageCount(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if n == messages {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s has %d messages", id, n)
		}
	}
}

// TestFollow: what is recorded in one of two stores arrives in the other one, until
// the end, which is no error.
func TestFollow(t *testing.T) {
	folder := t.TempDir()
	laptop := open(heddle.Options{Home: folder, Store: filepath.Join(folder, "laptop.db")})
	defer laptop.Close()
	team := open(heddle.Options{Home: folder, Store: filepath.Join(folder, "team.db")})
	defer team.Close()
	for _, h := range []*heddle.Heddle{laptop, team} {
		if _, err := h.Store.Record(t.Context(), "first", heddle.User("hello")); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	reports, ended := make(chan *heddle.SyncReport, 100), make(chan error, 1)
	go func() {
		ended <- laptop.Store.Follow(ctx, team.Store, heddle.FollowOptions{Every: 10 * time.Millisecond, OnSync: func(r *heddle.SyncReport) { reports <- r }})
	}()
	if r := <-reports; len(r.Pull.Diverged) != 1 || r.Pull.Complete() {
		t.Errorf("%+v", r.Pull)
	}
	for i := range int64(3) {
		if _, err := laptop.Store.Record(t.Context(), "a", heddle.User("from the laptop")); err != nil {
			t.Fatal(err)
		}
		waitFor(t, team, "a", 2*i+1)
		if _, err := team.Store.Record(t.Context(), "a", heddle.User("from the team")); err != nil {
			t.Fatal(err)
		}
		waitFor(t, laptop, "a", 2*i+2)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	var events int64
	looks := len(reports)
	for range looks {
		r := <-reports
		events += r.Pull.Events + r.Push.Events
	}
	if events < 5 || looks > 6 { // the end may cut the last report off
		t.Errorf("%d reports of %d events, want one for each change", looks, events)
	}
}

// TestFollowRefuses: what waiting does not help is an error.
func TestFollowRefuses(t *testing.T) {
	folder := t.TempDir()
	laptop := open(heddle.Options{Home: folder, Store: filepath.Join(folder, "laptop.db")})
	defer laptop.Close()
	missing := open(heddle.Options{Home: folder, Store: filepath.Join(folder, "missing.db")})
	defer missing.Close()
	for _, other := range []*heddle.Heddle{laptop, missing} {
		if err := laptop.Store.Follow(t.Context(), other.Store, heddle.FollowOptions{}); err == nil {
			t.Error("no error")
		}
	}
}
