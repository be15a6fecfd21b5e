//go:build linux

package cluster_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsjs "github.com/nats-io/nats.go/jetstream"

	heddle "github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
	"github.com/heddle-dev/heddle/internal/storetest"
)

// bench compares a store on three nodes with one in a file.
type bench struct {
	t     *testing.T
	size  int // of what is measured: 1, or less for a quick look
	lines []string
	prose string // English text
}

// bar notes a figure, beside what it must be.
func (b *bench) bar(what, figure, bar string, kept bool) {
	verdict := map[bool]string{true: "kept", false: "MISSED"}[kept]
	b.lines = append(b.lines, fmt.Sprintf("| %s | %s | %s | %s |", what, figure, bar, verdict))
}

func (b *bench) note(what, figure string) {
	b.lines = append(b.lines, fmt.Sprintf("| %s | %s | | |", what, figure))
}

var filler = strings.Repeat("x", 130)

func batchFrom(first, n int) []heddle.JSON {
	out := make([]heddle.JSON, n)
	for i := range out {
		out[i] = heddle.JSON(fmt.Sprintf(`{"content":"%s","messageId":"m%d","type":"assistant","uuid":"u%d"}`, filler, first+i, first+i))
	}
	return out
}

// proseFrom returns a batch of messages as large as those of batchFrom, of English text: it shrinks less
// than filler does.
func (b *bench) proseFrom(first, n int) []heddle.JSON {
	out := make([]heddle.JSON, n)
	for i := range out {
		at := (first + i) * len(filler) % (len(b.prose) - len(filler))
		out[i] = heddle.JSON(fmt.Sprintf(`{"content":"%s","messageId":"m%d","type":"assistant","uuid":"u%d"}`, b.prose[at:at+len(filler)], first+i, first+i))
	}
	return out
}

// readProse reads the pages of the documentation, as characters that JSON does not escape.
func readProse(t *testing.T) string {
	t.Helper()
	pages, err := filepath.Glob("../../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return ' '
		}
		return r
	}, all.String())
}

// perSecond returns how often do is done in a second.
func (b *bench) perSecond(n int, do func(i int) error) float64 {
	b.t.Helper()
	began := time.Now()
	for i := range n {
		if err := do(i); err != nil {
			b.t.Fatal(err)
		}
	}
	return float64(n) / time.Since(began).Seconds()
}

// middle returns the median time of do.
func (b *bench) middle(n int, do func(i int) error) time.Duration {
	b.t.Helper()
	var all []time.Duration
	for i := range n {
		began := time.Now()
		if err := do(i); err != nil {
			b.t.Fatal(err)
		}
		all = append(all, time.Since(began))
	}
	return quantile(all, 0.5)
}

func quantile(all []time.Duration, q float64) time.Duration {
	slices.Sort(all)
	return all[min(len(all)-1, int(q*float64(len(all))))]
}

func record(h *heddle.Heddle, session string, messages []heddle.JSON) error {
	_, err := h.Store.RecordMessages(context.Background(), session, messages)
	return err
}

// together appends single messages by several goroutines to a session each.
func (b *bench) together(h *heddle.Heddle, writers, each int) float64 {
	var group sync.WaitGroup
	began := time.Now()
	for w := range writers {
		group.Go(func() {
			for i := range each {
				if err := record(h, fmt.Sprint("together-", w), batchFrom(i, 1)); err != nil {
					b.t.Error(err)
				}
			}
		})
	}
	group.Wait()
	return float64(writers*each) / time.Since(began).Seconds()
}

// TestBench prints a table; HEDDLE_CLUSTER_BENCH is "all" or "quick".
func TestBench(t *testing.T) {
	mode := os.Getenv("HEDDLE_CLUSTER_BENCH")
	if mode == "" {
		t.Skip("make bench BENCH=-cluster runs it")
	}
	b := &bench{t: t, size: 1, prose: readProse(t)}
	if mode == "quick" {
		b.size = 20
	}
	c := startCluster(t, false)
	address := fmt.Sprintf("nats://127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d/team", c.nodes[0].config.Port, c.nodes[1].config.Port, c.nodes[2].config.Port)
	await(t, "a cluster", func() bool {
		_, err := jetstream.Init(t.Context(), address+"?replicas=3", jetstream.Options{Env: noEnv})
		return err == nil
	})
	file := filepath.Join(t.TempDir(), "heddle.db")
	remote, local := storetest.Open(t, t.TempDir(), address), storetest.Open(t, t.TempDir(), file)
	b.appends(remote, local)
	b.long(remote, address)
	b.listing(remote, address)
	b.delays(c, remote, address)
	b.upkeep(c, remote)
	peak := peakBytes()
	b.bar("peak of Heddle's process, SQLite included", fmt.Sprintf("%d MB", peak>>20), "< 128 MB", peak < 128<<20)
	b.sizes(remote, local)
	fmt.Printf("\n| a store on three nodes (nats-server %s, R3, one machine, %d cores) | | bar | |\n|---|---|---|---|\n%s\n", server.VERSION, runtime.NumCPU(), strings.Join(b.lines, "\n"))
}

func (b *bench) appends(remote, local *heddle.Heddle) {
	n := 200 / b.size
	var rate [2]float64
	for i, h := range []*heddle.Heddle{remote, local} {
		rate[i] = 1000 * b.perSecond(n, func(i int) error { return record(h, "batches", batchFrom(1000*i, 1000)) })
	}
	b.bar("batches of 1,000, messages a second", fmt.Sprintf("%.0f, SQLite %.0f", rate[0], rate[1]), "1 × SQLite", rate[0] >= rate[1])
	var bytes [2]int64
	for i, h := range []*heddle.Heddle{remote, local} {
		before := b.bytes(h)
		rate[i] = 1000 * b.perSecond(n, func(i int) error { return record(h, "prose", b.proseFrom(1000*i, 1000)) })
		bytes[i] = (b.bytes(h) - before) / int64(1000*n)
	}
	b.bar("the same, English text", fmt.Sprintf("%.0f, SQLite %.0f", rate[0], rate[1]), "1 × SQLite", rate[0] >= rate[1])
	b.note("bytes for a message of it, on each node and in SQLite", fmt.Sprintf("%d, %d", bytes[0], bytes[1]))
	for i, h := range []*heddle.Heddle{remote, local} {
		rate[i] = b.perSecond(2000/b.size, func(i int) error { return record(h, "single", batchFrom(i, 1)) })
	}
	b.bar("single appends a second, one writer", fmt.Sprintf("%.0f, SQLite %.0f", rate[0], rate[1]), "1,000, 0.2 × SQLite", rate[0] >= 1000 && rate[0] >= 0.2*rate[1])
	for i, h := range []*heddle.Heddle{remote, local} {
		rate[i] = b.together(h, 16, 200/b.size)
	}
	b.note("single appends a second, 16 writers", fmt.Sprintf("%.0f, SQLite %.0f", rate[0], rate[1]))
}

// long measures a session of a million messages.
func (b *bench) long(h *heddle.Heddle, address string) {
	n := 1_000_000 / b.size
	if err := record(h, "short", batchFrom(0, 1000)); err != nil {
		b.t.Fatal(err)
	}
	began := time.Now()
	b.perSecond(n/1000, func(i int) error { return record(h, "long", batchFrom(1000*i, 1000)) })
	b.note(fmt.Sprintf("recording %d messages", n), time.Since(began).Round(time.Millisecond).String())
	var forks []string
	fork := func(of string) time.Duration {
		return b.middle(21, func(i int) error {
			made, err := h.Store.Fork(context.Background(), of)
			if err == nil {
				forks = append(forks, made.SessionID)
			}
			return err
		})
	}
	short, long := fork("short"), fork("long")
	b.bar("fork of a session of a thousand and of "+fmt.Sprint(n), fmt.Sprintf("%v, %v", short.Round(10*time.Microsecond), long.Round(10*time.Microsecond)), "the same (< 2 ×)", long < 2*short)
	for _, id := range forks {
		if err := h.Store.Delete(context.Background(), id); err != nil {
			b.t.Fatal(err)
		}
	}
	var slowest time.Duration
	for range 21 {
		h := storetest.Open(b.t, b.t.TempDir(), address)
		if _, err := h.Store.Get(context.Background(), "short"); err != nil { // connects
			b.t.Fatal(err)
		}
		began := time.Now()
		list, err := h.Store.Messages(context.Background(), "long", heddle.StoreMessagesOptions{Offset: int64(n) - 50})
		if err != nil || len(list.Items) != 50 {
			b.t.Fatalf("%+v, %v", list, err)
		}
		slowest = max(slowest, time.Since(began))
	}
	b.bar("its last 50 messages, in a new connection", slowest.Round(10*time.Microsecond).String()+" at most", "20 ms", slowest <= 20*time.Millisecond)
}

func (b *bench) listing(h *heddle.Heddle, address string) {
	n := 10_000 / b.size
	began := time.Now()
	var group sync.WaitGroup
	var next atomic.Int64
	for range 16 {
		group.Go(func() {
			for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
				if err := record(h, fmt.Sprintf("session-%06d", i), batchFrom(i, 2)); err != nil {
					b.t.Error(err)
				}
			}
		})
	}
	group.Wait()
	b.note(fmt.Sprintf("making %d sessions, 16 writers", n), time.Since(began).Round(time.Millisecond).String())
	fresh := storetest.Open(b.t, b.t.TempDir(), address)
	list := func() time.Duration {
		began := time.Now()
		page, err := fresh.Store.List(context.Background(), heddle.StoreListOptions{})
		if err != nil || len(page.Items) < n {
			b.t.Fatalf("%v, %v", page, err)
		}
		return time.Since(began)
	}
	cold := list()
	b.bar(fmt.Sprintf("list of %d sessions, in a new connection", n), cold.Round(time.Millisecond).String(), "1 s", cold <= time.Second)
	cached := min(list(), list(), list())
	b.bar("the same again", cached.Round(time.Millisecond).String(), "100 ms", cached <= 100*time.Millisecond)
}

// delays compares how soon a subscriber has what was appended with how soon the server delivers a
// message that it stores.
func (b *bench) delays(c *cluster, writer *heddle.Heddle, address string) {
	n := 500 / b.size
	raw := newProbe(b.t, fmt.Sprint("127.0.0.1:", c.nodes[0].config.Port))
	stream, err := raw.js.CreateStream(b.t.Context(), natsjs.StreamConfig{Name: "RAW", Subjects: []string{"raw"}, Replicas: 3})
	if err != nil {
		b.t.Fatal(err)
	}
	received := make(chan time.Time, 1)
	consumer, err := stream.OrderedConsumer(b.t.Context(), natsjs.OrderedConsumerConfig{})
	if err != nil {
		b.t.Fatal(err)
	}
	consuming, err := consumer.Consume(func(natsjs.Msg) { received <- time.Now() })
	if err != nil {
		b.t.Fatal(err)
	}
	defer consuming.Stop()
	body := []byte(batchFrom(0, 1)[0])
	server := b.waits(n, received, func(int) error { _, err := raw.js.Publish(b.t.Context(), "raw", body); return err })
	reader := storetest.Open(b.t, b.t.TempDir(), address)
	go func() {
		for _, err := range reader.Store.Subscribe(b.t.Context(), "followed", heddle.SubscribeOptions{Poll: time.Hour}) {
			if err != nil {
				return
			}
			received <- time.Now()
		}
	}()
	time.Sleep(time.Second)
	ours := b.waits(n, received, func(i int) error { return record(writer, "followed", batchFrom(i, 1)) })
	s, o := quantile(server, 0.99), quantile(ours, 0.99)
	b.note("delay of a subscription, half of the events", fmt.Sprintf("%v, the server's own %v", quantile(ours, 0.5).Round(10*time.Microsecond), quantile(server, 0.5).Round(10*time.Microsecond)))
	b.bar("the same, 99 % of the events", fmt.Sprintf("%v, the server's own %v", o.Round(10*time.Microsecond), s.Round(10*time.Microsecond)), "3 × the server's", o <= 3*s)
}

// waits returns the times from the beginning of a write until it was received.
func (b *bench) waits(n int, received <-chan time.Time, write func(i int) error) (all []time.Duration) {
	b.t.Helper()
	for i := range n {
		began := time.Now()
		if err := write(i); err != nil {
			b.t.Fatal(err)
		}
		select {
		case at := <-received:
			all = append(all, at.Sub(began))
		case <-time.After(never):
			b.t.Fatal("nothing is received")
		}
		time.Sleep(2 * time.Millisecond)
	}
	return all
}

// bytes returns the size of a store.
func (b *bench) bytes(h *heddle.Heddle) int64 {
	b.t.Helper()
	stats, err := h.Store.Stats(context.Background())
	if err != nil {
		b.t.Fatal(err)
	}
	return stats.Bytes
}

// upkeep measures what an append of one message takes of a node's disk, and how much memory a node
// has then.
func (b *bench) upkeep(c *cluster, h *heddle.Heddle) {
	each := 2000 / b.size
	before := b.bytes(h)
	b.together(h, 16, each)
	b.note("bytes on each node's disk for an append of one message", fmt.Sprint((b.bytes(h)-before)/int64(16*each)))
	var most int64
	for _, n := range c.nodes {
		most = max(most, processBytes(fmt.Sprint(n.process.Process.Pid), "VmRSS:"))
	}
	b.note("memory of a node in the end, at most", fmt.Sprintf("%d MB", most>>20))
}

// sizes reports what a message takes.
func (b *bench) sizes(stores ...*heddle.Heddle) {
	var words []string
	for _, h := range stores {
		stats, err := h.Store.Stats(context.Background())
		if err != nil {
			b.t.Fatal(err)
		}
		words = append(words, fmt.Sprintf("%d", stats.Bytes/stats.Messages))
	}
	b.note(fmt.Sprintf("bytes for a message of %d, on each node and in SQLite", len(batchFrom(500_000, 1)[0])), strings.Join(words, ", "))
}

// peakBytes returns the greatest memory of this process so far.
func peakBytes() int64 { return processBytes("self", "VmHWM:") }

// processBytes reads a line of what Linux knows of a process.
func processBytes(process, line string) int64 {
	status, _ := os.ReadFile("/proc/" + process + "/status")
	var kb int64
	_, rest, _ := strings.Cut(string(status), line)
	_, _ = fmt.Sscan(rest, &kb)
	return kb << 10
}
