package heddle_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns"
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

// nowhere is a driver of stores on a server that cannot be reached.
type nowhere struct{ hostfns.RemoteStore }

var errNowhere = fault.New(fault.IO, "no server")

func (nowhere) OpenStore(string) (hostfns.RemoteStore, error) { return nowhere{}, nil }
func (nowhere) InitStore(context.Context, string) (*hostfns.StoreSetup, error) {
	return nil, errNowhere
}
func (nowhere) Address() string                      { return "nowhere:///team" }
func (nowhere) Journal(context.Context) host.Journal { return lost{} }
func (nowhere) Close() error                         { return nil }

type lost struct{ host.Journal }

func (lost) Streams(string, int64) ([]host.StreamInfo, error) { return nil, errNowhere }

// TestSameAddress: two addresses are one store whoever connects, but not at the servers of two
// contexts.
func TestSameAddress(t *testing.T) {
	hostfns.RegisterStoreDriver(nowhere{}, "nowhere")
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"nowhere:///team?context=laptop", "nowhere:///team?context=server", false},
		{"nowhere:///team?context=laptop", "nowhere:///team", false},
		{"nowhere:///team?context=laptop", "nowhere:///team?replicas=3&context=laptop", true},
		{"nowhere:///team", "nowhere:///other", false},
		{"nowhere://host:4222/team", "nowhere://ann:secret@host:4222/team?context=server", true},
		{"nowhere://host:4222/team", "nowhere://other:4222/team", false},
	} {
		var stores [2]*heddle.Heddle
		for i, store := range []string{c.a, c.b} {
			stores[i] = open(heddle.Options{Home: t.TempDir(), Store: store})
			defer stores[i].Close()
		}
		_, err := stores[0].Store.Pull(t.Context(), stores[1].Store, heddle.PullOptions{})
		if same := fault.CodeOf(err) == fault.InvalidArgument; same != c.same || err == nil {
			t.Errorf("%s and %s: %v, want the same store: %v", c.a, c.b, err, c.same)
		}
	}
}
