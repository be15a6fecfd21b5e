//go:build linux

// Package cluster_test shows that a store on three nodes loses nothing: writers append while nodes
// are killed, stopped, cut off and lose their disks. Then everything acknowledged must be there.
package cluster_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
	"github.com/heddle-dev/heddle/internal/cli"
)

// writers is their number; the last one uses the command line.
const writers = 4

func TestMain(m *testing.M) {
	switch os.Getenv("HEDDLE_CLUSTER_ROLE") {
	case "node":
		runNode()
	case "writer":
		runWriter()
	case "heddle":
		cli.Main(map[string]cli.Opener{"native": native.NewEngine})
	default:
		if os.Getenv("HEDDLE_CLUSTER_BENCH") == "" { // which measures the disk
			hosttest.TempInMemory()
		}
		os.Exit(m.Run())
	}
}

func noEnv(string) string { return "" }

// writing is a writer's process.
type writing struct {
	*exec.Cmd
	log   string
	input io.WriteCloser
}

func startWriter(t testing.TB, c *cluster, number int, seed uint64, folder string) *writing {
	t.Helper()
	w := &writing{Cmd: exec.Command(os.Args[0]), log: filepath.Join(folder, fmt.Sprint("writer-", number, ".log"))}
	store := c.address("team", number%nodes, (number+1)%nodes, (number+2)%nodes)
	w.Env = append(os.Environ(), "HEDDLE_CLUSTER_ROLE=writer", "HEDDLE_CLUSTER_N="+strconv.Itoa(number), "HEDDLE_CLUSTER_SEED="+strconv.FormatUint(seed, 10),
		"HEDDLE_CLUSTER_LOG="+w.log, "HEDDLE_CLUSTER_STORE="+store, "HOME="+folder)
	w.Stderr = os.Stderr
	var err error
	if w.input, err = w.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.Process.Kill()
		_ = w.Wait()
		if b, _ := os.ReadFile(w.log); t.Failed() {
			t.Logf("writer %d said at last:\n%s", number, b[max(0, len(b)-1000):])
		}
	})
	return w
}

// answers counts the answers that the writer has got so far.
func (w *writing) answers() int {
	b, _ := os.ReadFile(w.log)
	return strings.Count(string(b), "\nack ") + strings.Count(string(b), "\nlost ")
}

// TestCluster runs for HEDDLE_CLUSTER_TIME; HEDDLE_CLUSTER_SEED repeats a schedule.
func TestCluster(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv("HEDDLE_CLUSTER_TIME"))
	if err != nil {
		t.Skip("HEDDLE_CLUSTER_TIME says how long, such as 30s; make test-cluster runs it for four minutes")
	}
	seed, err := strconv.ParseUint(os.Getenv("HEDDLE_CLUSTER_SEED"), 10, 64)
	if err != nil {
		seed = rand.Uint64N(1 << 32)
	}
	t.Logf("seed %d; HEDDLE_CLUSTER_SEED=%d repeats its schedule", seed, seed)
	c := startCluster(t, true)
	s := &schedule{t: t, c: c, random: rand.New(rand.NewPCG(seed, 1)), pause: min(10*time.Second, long/6), harmed: map[string]int{}}
	for k := range s.probes {
		s.probes[k] = newProbe(t, c.nodes[k].client.address())
	}
	address := c.address("team", 0, 1, 2)
	await(t, "a cluster", func() bool {
		_, err = jetstream.Init(t.Context(), address+"?replicas=3", jetstream.Options{Env: noEnv})
		return err == nil
	})
	everywhere := newProbe(t, c.nodes[0].client.address()+","+c.nodes[1].client.address()+","+c.nodes[2].client.address())
	await(t, "the log", func() bool { s.leaders, err = everywhere.js.Stream(t.Context(), "HEDDLE_team"); return err == nil })
	s.settle()
	var all []*writing
	folder := t.TempDir()
	for number := range writers {
		all = append(all, startWriter(t, c, number, seed, folder))
	}
	var slowest time.Duration
	through := func(what string) {
		began := time.Now()
		var before []int
		for _, w := range all {
			before = append(before, w.answers())
		}
		for number, w := range all {
			await(t, fmt.Sprintf("writer %d comes through after %s", number, what), func() bool { return w.answers() > before[number] })
		}
		slowest = max(slowest, time.Since(began))
	}
	through("the start")
	s.healed = through
	turns := 0
	for began := time.Now(); time.Since(began) < long && !t.Failed(); turns++ {
		s.turn()
	}
	settled := s.settle()
	var logs []map[int64]*call
	for number, w := range all {
		w.input.Close()
		_ = w.Wait()
		calls, ended := readLog(t, w.log)
		if !ended {
			t.Errorf("writer %d did not end as it should", number)
		}
		logs = append(logs, calls)
	}
	sum := checkLogs(t, address, logs)
	t.Logf("seed %d: %d turns of harm: %v", seed, turns, s.harmed)
	t.Logf("%d calls acknowledged, %d refused because another writer was faster, %d messages stored", sum.acknowledged, sum.lost, sum.messages)
	t.Logf("nodes without a majority acknowledged none of %d messages", s.silent)
	t.Logf("a writer came through at most %v after a majority was back; all nodes had everything after %v", slowest.Round(time.Millisecond), settled.Round(time.Millisecond))
	if sum.acknowledged < 10*writers || sum.lost == 0 || sum.unanswered > 0 {
		t.Errorf("%+v: too little was written, or without an answer", sum)
	}
}
