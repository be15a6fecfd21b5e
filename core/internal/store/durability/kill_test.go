package durability_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// real gives a child's host ids and times of its own, so that two never draw
// the same.
func real(n int64) func(host.Host) host.Host {
	return func(h host.Host) host.Host {
		h.Entropy = hosttest.NewEntropy(uint64(n)<<32 ^ uint64(time.Now().UnixNano()))
		return h
	}
}

// batchOf returns the messages of a writer's batch: each says which one it is,
// of how many. Some are long.
func batchOf(writer, batch int64) []session.JSON {
	size := 1 + (batch*7+writer)%9
	var out []session.JSON
	for i := range size {
		pad := ""
		if (batch+i)%23 == 0 {
			pad = strings.Repeat("long ", 30_000)
		}
		out = append(out, session.JSON(fmt.Sprintf(`{"content":"%s","type":"user","uuid":"%d %d %d %d"}`, pad, writer, batch, i, size)))
	}
	return out
}

// appendForEver records batches, by turns in a session of its own and in one
// that all share, and says the number of each that was acknowledged.
func appendForEver(file string, n int64) error {
	d, err := open(file, real(n))
	if err != nil {
		return err
	}
	for batch := n << 16; ; batch++ {
		id := []string{"shared", fmt.Sprint("own-", n%2)}[batch%2]
		if _, err := d.Record(id, batchOf(n, batch), store.Request{}); err != nil {
			return err
		}
		say(batch)
	}
}

// tidyForEver forks, deletes and compacts, and checks what the forks show.
func tidyForEver(file string, n int64) error {
	d, err := open(file, real(n))
	if err != nil {
		return err
	}
	for k := 0; ; k++ {
		fork, again := fmt.Sprint("fork-", n, "-", k), fmt.Sprint("again-", n, "-", k)
		if _, err := d.Fork("shared", store.ForkOptions{SessionID: fork}, store.Request{}); fault.CodeOf(err) == fault.SessionNotFound {
			continue
		} else if err != nil {
			return err
		}
		if _, err := d.Record(fork, batchOf(99, int64(k)), store.Request{}); err != nil {
			return err
		}
		if _, err := d.Fork(fork, store.ForkOptions{SessionID: again}, store.Request{}); err != nil {
			return err
		}
		if err := d.Delete(fork, store.Request{}); err != nil {
			return err
		}
		if _, err := d.Compact(); err != nil && fault.CodeOf(err) != fault.Conflict {
			return err
		}
		if k%3 > 0 {
			if err := d.Delete(again, store.Request{}); err != nil {
				return err
			}
		}
		say(k)
	}
}

// TestKilled starts two processes that append and one that forks, deletes and
// compacts, on one file, and kills all three at random moments, again and
// again. Every batch that was acknowledged is there whole, in its place and
// once; of those that were not, each is there whole or not at all.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	rounds := pick(t, 10, 100)
	file := teststore.New(t)
	mustOpen(t, file).close()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	acknowledged := map[string]bool{} // "writer batch"
	tidied := 0
	for round := range rounds {
		var group []*child
		for i, role := range []string{"append", "append", "tidy"} {
			n := int64(2*round + i)
			c := start(t, role, file, n, nil)
			pause := time.Duration(30+random.IntN(250)) * time.Millisecond
			if role == "tidy" {
				pause *= 8 // a compaction writes the file anew
			}
			timer := time.AfterFunc(pause, func() { c.Process.Kill() })
			defer timer.Stop()
			group = append(group, c)
		}
		for i, c := range group {
			lines := c.end()
			if e := broke(lines); e != "" {
				t.Fatalf("round %d: %s", round, e)
			}
			for _, l := range lines {
				if i == 2 {
					tidied++
				} else {
					acknowledged[fmt.Sprint(2*round+i, " ", l)] = true
				}
			}
		}
		if round%5 == 4 || round == rounds-1 {
			lookAfterKills(t, file, round, acknowledged)
		}
	}
	if len(acknowledged) < rounds || tidied == 0 {
		t.Errorf("only %d batches and %d rounds of compaction", len(acknowledged), tidied)
	}
	t.Logf("%d acknowledged batches survived %d kills, beside %d compactions", len(acknowledged), 3*rounds, tidied)
}

func lookAfterKills(t *testing.T, file string, round int, acknowledged map[string]bool) {
	t.Helper()
	d, err := open(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	found := map[string]bool{}
	extra := 0
	for _, id := range []string{"shared", "own-0", "own-1"} {
		list, err := d.Messages(id, store.MessageOptions{})
		if fault.CodeOf(err) == fault.SessionNotFound {
			continue
		}
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		for at := 0; at < len(list); {
			var writer, batch, i, size int64
			_, rest, _ := strings.Cut(string(list[at]), `"uuid":"`)
			fmt.Sscan(strings.TrimRight(rest, `"}`), &writer, &batch, &i, &size)
			want := batchOf(writer, batch)
			key := fmt.Sprint(writer, " ", batch)
			if size == 0 || len(want) != int(size) || at+len(want) > len(list) || found[key] {
				t.Fatalf("round %d: session %s, message %d: %.60s: torn or twice", round, id, at, rest)
			}
			for k := range want {
				if string(list[at+k]) != string(want[k]) {
					t.Fatalf("round %d: session %s, message %d is not what was recorded", round, id, at+k)
				}
			}
			found[key] = true
			if !acknowledged[key] {
				extra++
			}
			at += len(want)
		}
	}
	for key := range acknowledged {
		if !found[key] {
			t.Fatalf("round %d: batch %s was acknowledged and is lost", round, key)
		}
	}
	if extra > 2*(round+1) { // at most the last one of each process
		t.Errorf("round %d: %d batches nobody heard of", round, extra)
	}
	sound(t, d.Store)
}

// killed is a store whose process has killed itself.
type killed struct {
	store string
	call  int // it was about to make
	done  int // steps that were acknowledged
}

// killedAt starts processes that run the workload and kill themselves at host
// call 1, 2, 3 …, until one comes to its end.
func killedAt(t *testing.T) []killed {
	t.Helper()
	var mu sync.Mutex
	var all []killed
	calls := each(func(n int64) bool {
		k := killed{store: teststore.New(t), call: int(n)}
		lines := start(t, "steps", k.store, n, nil).end()
		if e := broke(lines); e != "" {
			t.Errorf("call %d: %s", n, e)
			return false
		}
		if last := len(lines); last > 0 {
			if lines[last-1] == "end" {
				return false
			}
			k.done, _ = strconv.Atoi(lines[last-1])
		}
		mu.Lock()
		defer mu.Unlock()
		all = append(all, k)
		return true
	})
	if calls < 100 {
		t.Fatalf("the workload makes only %d calls", calls)
	}
	slices.SortFunc(all, func(a, b killed) int { return a.call - b.call })
	return all
}

// TestKilledBetweenCalls kills a process with SIGKILL in front of every host
// call of the workload in turn. Whoever opens the store next finds exactly what
// was acknowledged, or the next step as a whole, and continues.
func TestKilledBetweenCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and ends processes for seconds; it runs without -short")
	}
	all := killedAt(t)
	for _, k := range all {
		d, err := open(k.store, nil)
		if err != nil {
			t.Fatalf("killed at call %d: %v", k.call, err)
		}
		what := fmt.Sprint("killed at call ", k.call)
		expected().afterCrash(t, what, d, k.done)
		expected().continueFrom(t, what, d, k.done)
		d.close()
	}
	t.Logf("killed at each of %d calls", len(all))
}

// TestSettings holds a native store's file to the settings that the promises
// rest on; those of its connections are tested in hostfns/sqlite.
func TestSettings(t *testing.T) {
	teststore.OnlyFiles(t, "these are settings of SQLite")
	file := filepath.Join(t.TempDir(), "heddle.db")
	d := mustOpen(t, file)
	b, err := os.ReadFile(file)
	if err != nil || b[18] != 2 || b[19] != 2 { // WAL, says the header
		t.Errorf("the file is not in WAL mode: %v", err)
	}
	if b[67] != 1 { // incremental vacuum
		t.Error("a compacted file cannot shrink")
	}
	d.close()
}
