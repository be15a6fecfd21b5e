package jetstream_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
)

// appendX is an append of one event that no other test appends.
func appendX(stream string, head int64) []host.Write {
	return []host.Write{{Stream: stream, Expect: head, Events: hosttest.MessageEvents(uint64(1000+head), "x")}}
}

// direct returns the API of the server, to do what another program may do.
func direct(t *testing.T, s *server.Server) natsjs.JetStream {
	t.Helper()
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// TestLostCache: the cached states may be deleted at any time.
func TestLostCache(t *testing.T) {
	s := startServer(t, nil)
	address := makeStore(t, s, "team")
	j := openJournal(t, address)
	if _, err := j.Append([]host.Write{{Stream: "a", Events: hosttest.MessageEvents(1, "x"), State: []byte("state")}}); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); ; { // the append did not wait for the state to be kept
		info, err := openJournal(t, address).Stream("a")
		if err == nil && string(info.State) == "state" && info.StateSeq == 1 {
			break
		}
		if err != nil || info.StateSeq != 0 || time.Now().After(end) {
			t.Fatalf("%+v, %v", info, err)
		}
	}
	if err := direct(t, s).DeleteStream(t.Context(), "HEDDLE_team_CACHE"); err != nil {
		t.Fatal(err)
	}
	if info, err := openJournal(t, address).Stream("a"); err != nil || info.Head != 1 || info.StateSeq != 0 {
		t.Errorf("without the cache: %+v, %v", info, err)
	}
	if _, err := j.Append([]host.Write{{Stream: "a", Expect: 1, Events: hosttest.MessageEvents(2, "y"), State: []byte("state")}}); err != nil {
		t.Error(err)
	}
}

// TestIDsForEver: ids are found after the server's duplicate window is over and
// the server has restarted.
func TestIDsForEver(t *testing.T) {
	folder := t.TempDir()
	s := startServer(t, func(o *server.Options) { o.StoreDir = folder })
	address := makeStore(t, s, "team")
	hosttest.AppendOne(t, openJournal(t, address), "a", 0, hosttest.MessageEvents(1, "x", "y"))
	log, err := direct(t, s).Stream(t.Context(), "HEDDLE_team")
	if err != nil {
		t.Fatal(err)
	}
	config := log.CachedInfo().Config
	config.Duplicates = 100 * time.Millisecond
	if _, err := direct(t, s).UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	s.Shutdown()
	s.WaitForShutdown()
	s = startServer(t, func(o *server.Options) { o.StoreDir = folder })
	j := openJournal(t, s.ClientURL()+"/team")
	if got := hosttest.AppendOne(t, j, "a", 0, hosttest.MessageEvents(1, "x", "y")); got[0] != (host.Appended{First: 1, Again: true}) {
		t.Errorf("again: %+v", got)
	}
	hosttest.VerifyJournal(t, j)
}

// TestCrashBetweenRewriteAndPurge: what a compaction wrote is used while what it
// supersedes is still there, and the next one removes that.
func TestCrashBetweenRewriteAndPurge(t *testing.T) {
	s := startServer(t, nil)
	address := makeStore(t, s, "team")
	j := openJournal(t, address)
	for i := range int64(30) {
		hosttest.AppendOne(t, j, "a", i, hosttest.MessageEvents(uint64(i+1), fmt.Sprint(i+1)))
	}
	js := direct(t, s)
	log, err := js.Stream(t.Context(), "HEDDLE_team")
	if err != nil {
		t.Fatal(err)
	}
	config := log.CachedInfo().Config
	config.DenyPurge = true // the server refuses what follows the rewriting
	if _, err := js.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Free("a", []host.Span{{From: 2, To: 28}}); err == nil {
		t.Fatal("the purge was not refused")
	}
	for _, j := range []*struct{ host.Journal }{{j}, {openJournal(t, address)}} {
		if got := hosttest.ReadPayloads(t, j, "a", 0); got != "1 29 30" {
			t.Errorf("reads %q", got)
		}
		if got := hosttest.ReadPayloads(t, j, "a", 5); got != "29 30" {
			t.Errorf("after 5: %q", got)
		}
	}
	hosttest.AppendOne(t, j, "a", 30, hosttest.MessageEvents(31, "31"))
	hosttest.VerifyJournal(t, j)
	if got := hosttest.ReadPayloads(t, openJournal(t, address), "a", 0); got != "1 29 30 31" {
		t.Errorf("reads %q", got)
	}
}

// TestOrphans: parts whose event was never written remain while they are young,
// and parts that events name remain for ever.
func TestOrphans(t *testing.T) {
	s := startServer(t, nil)
	j := openJournal(t, makeStore(t, s, "team"))
	js := direct(t, s)
	long := noise(1, 3_000_000)
	hosttest.AppendOne(t, j, "a", 0, hosttest.MessageEvents(1, long))
	for _, stream := range []string{"a", "b"} {
		if _, err := js.Publish(t.Context(), "heddle.team.p."+stream+".orphan", []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	count := func() (n int) {
		log, err := js.Stream(t.Context(), "HEDDLE_team")
		if err != nil {
			t.Fatal(err)
		}
		info, err := log.Info(t.Context(), natsjs.WithSubjectFilter("heddle.team.p.>"))
		if err != nil {
			t.Fatal(err)
		}
		return len(info.State.Subjects)
	}
	if err := j.Vacuum(hosttest.NewClock(0, 1)); err != nil || count() != 3 {
		t.Errorf("young parts: %d of 3 remain, %v", count(), err)
	}
	if err := j.VacuumOlder(0); err != nil || count() != 1 {
		t.Errorf("old parts: %d remain, want 1, %v", count(), err)
	}
	if got := hosttest.ReadPayloads(t, j, "a", 0); got != long {
		t.Errorf("%d bytes remain of %d", len(got), len(long))
	}
	if n, err := j.Free("a", []host.Span{{From: 1, To: 1}}); n != 0 || err != nil {
		t.Errorf("freed %d bytes of the head, %v", n, err)
	}
	hosttest.AppendOne(t, j, "a", 1, hosttest.MessageEvents(2, "short"))
	if n, err := j.Free("a", []host.Span{{From: 1, To: 1}}); n != int64(len(long)) || err != nil || count() != 0 {
		t.Errorf("freed %d bytes, %v, %d parts remain", n, err, count())
	}
}

// TestLargeAppend: an append larger than a batch may be becomes visible at once, whether it shrinks or not.
func TestLargeAppend(t *testing.T) {
	s := startServer(t, func(o *server.Options) { o.MaxPayload = 64 << 10 })
	address := makeStore(t, s, "team")
	t.Run("it shrinks", func(t *testing.T) {
		testLargeAppend(t, address, "a", func(uint64) string { return strings.Repeat("x", 30_000) })
	})
	t.Run("it does not", func(t *testing.T) {
		testLargeAppend(t, address, "b", func(i uint64) string { return noise(i, 30_000) })
	})
}

func testLargeAppend(t *testing.T, address, stream string, payload func(i uint64) string) {
	var list []string
	for i := range uint64(1500) {
		list = append(list, payload(i))
	}
	hosttest.AppendOne(t, openJournal(t, address), stream, 0, hosttest.MessageEvents(uint64(stream[0])<<20, list...))
	other := openJournal(t, address)
	for _, after := range []int64{0, 700, 1490} {
		events, err := other.Read(stream, after, 20)
		if err != nil || len(events) == 0 || events[0].Seq != after+1 || string(events[0].Payload) != list[after] {
			t.Errorf("after %d: %d events, %v", after, len(events), err)
		}
	}
	hosttest.VerifyJournal(t, other)
}

// noise is text that cannot be compressed.
func noise(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, 0, n+8)
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, r.Uint64())
	}
	return string(b[:n])
}
