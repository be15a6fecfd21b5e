package jetstream_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/storetest"
)

func wantEqual(t *testing.T, what string, a, b map[string]string) {
	t.Helper()
	if len(a) != len(b) {
		t.Errorf("%s: %d and %d sessions", what, len(a), len(b))
	}
	for id, text := range a {
		if b[id] != text {
			t.Errorf("%s: %s differs:\n%s\n%s", what, id, text, b[id])
		}
	}
}

// TestPull: a file and a store on NATS follow each other, and any changes happen in
// both.
func TestPull(t *testing.T) {
	s := startServer(t, nil)
	folder := t.TempDir()
	laptop, team := storetest.Open(t, folder, filepath.Join(folder, "laptop.db")), storetest.Open(t, folder, makeStore(t, s, "team"))
	r := rand.New(rand.NewPCG(3, 4))
	both := []*heddle.Heddle{laptop, team}
	ctx := context.Background()
	names := []string{"a", "b", "c", "d"}
	for round := range 8 {
		for range 10 {
			h, id := both[r.IntN(2)], names[r.IntN(len(names))]
			switch n := r.IntN(10); {
			case n < 5:
				_, _ = h.Store.Record(ctx, id, heddle.User(fmt.Sprint(r.Uint32())), heddle.User(fmt.Sprintf("%0*d", r.IntN(90_000), 1)))
			case n < 7:
				_, _ = h.Store.Fork(ctx, id, heddle.StoreForkOptions{NewSessionID: names[r.IntN(len(names))]})
			case n < 9:
				_ = h.Store.Delete(ctx, id)
			default:
				if _, err := h.Store.Compact(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
		report, err := laptop.Store.Sync(ctx, team.Store, heddle.PullOptions{KeepBoth: true})
		if err != nil {
			t.Fatal(err)
		}
		whole := report.Pull.Complete() && report.Push.Complete()
		t.Logf("round %d: %+v, %+v", round, report.Pull, report.Push)
		one, two := storetest.Contents(t, laptop), storetest.Contents(t, team)
		again, err := laptop.Store.Sync(ctx, team.Store, heddle.PullOptions{})
		if err != nil || again.Pull.Events+again.Push.Events > 0 {
			t.Errorf("again: %+v, %+v, %v", again.Pull, again.Push, err)
		}
		if !whole {
			continue // a fork shares what only one store has
		}
		if len(one) != len(two) {
			t.Errorf("round %d: %d and %d sessions", round, len(one), len(two))
		}
	}
	third := storetest.Open(t, folder, filepath.Join(folder, "third.db"))
	if report, err := third.Store.Pull(ctx, team.Store, heddle.PullOptions{}); err != nil || !report.Complete() {
		t.Fatalf("%+v, %v", report, err)
	}
	wantEqual(t, "a pull from the server", storetest.Contents(t, team), storetest.Contents(t, third))
}

// TestFollow: what others record on the server arrives without anybody looking.
func TestFollow(t *testing.T) {
	s := startServer(t, nil)
	folder := t.TempDir()
	address := makeStore(t, s, "team")
	laptop, team, other := storetest.Open(t, folder, filepath.Join(folder, "laptop.db")), storetest.Open(t, folder, address), storetest.Open(t, folder, address)
	if _, err := other.Store.Record(t.Context(), "first", heddle.User("hello")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	reports, ended := make(chan *heddle.SyncReport, 100), make(chan error, 1)
	go func() {
		ended <- laptop.Store.Follow(ctx, team.Store, heddle.FollowOptions{Every: time.Hour, OnSync: func(r *heddle.SyncReport) { reports <- r }})
	}()
	if r := <-reports; r.Pull.Events != 1 {
		t.Errorf("%+v", r.Pull)
	}
	for range 3 {
		if _, err := other.Store.Record(t.Context(), "second", heddle.User("hello")); err != nil {
			t.Fatal(err)
		}
		if r := <-reports; r.Pull.Events != 1 || !r.Pull.Complete() {
			t.Errorf("%+v", r.Pull)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestPullOfImports: a file and a store on NATS that import one home are one after a sync, forks and
// deletions too.
func TestPullOfImports(t *testing.T) {
	s := startServer(t, nil)
	home := filepath.Join(t.TempDir(), "home")
	if err := os.CopyFS(home, os.DirFS("../../testdata/agents/claude/home")); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	laptop, team := storetest.Open(t, home, filepath.Join(t.TempDir(), "laptop.db")), storetest.Open(t, home, makeStore(t, s, "team"))
	both := []*heddle.Heddle{team, laptop}
	for _, h := range both {
		if _, err := h.Sessions.Import(ctx, heddle.ImportOptions{All: true}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := team.Store.List(ctx, heddle.StoreListOptions{})
	if err != nil || len(list.Items) < 2 {
		t.Fatal(list, err)
	}
	if _, err := laptop.Store.Fork(ctx, list.Items[0].SessionID, heddle.StoreForkOptions{NewSessionID: "fork"}); err != nil {
		t.Fatal(err)
	}
	if err := team.Store.Delete(ctx, list.Items[1].SessionID); err != nil {
		t.Fatal(err)
	}
	if _, err := team.Store.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		report, err := laptop.Store.Sync(ctx, team.Store, heddle.PullOptions{})
		if err != nil || !report.Pull.Complete() || !report.Push.Complete() || round == 1 && report.Pull.Events+report.Push.Events > 0 {
			t.Errorf("%+v, %+v, %v", report.Pull, report.Push, err)
		}
		for _, h := range both {
			if _, err := h.Sessions.Import(ctx, heddle.ImportOptions{All: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
	one, two := storetest.Contents(t, laptop), storetest.Contents(t, team)
	wantEqual(t, "imports", one, two)
	if len(one) != len(list.Items) || one["fork"] == "" || one[list.Items[1].SessionID] != "" {
		t.Errorf("%d sessions of %d", len(one), len(list.Items))
	}
}
