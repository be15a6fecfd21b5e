//go:build linux

package cluster_test

import (
	"context"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// schedule does harm to a cluster, by turns that a seed determines. It keeps what three replicas
// promise: a disk is lost only when the two others have everything, and nothing else happens until
// the node has it all again.
type schedule struct {
	t       testing.TB
	c       *cluster
	random  *rand.Rand
	pause   time.Duration // of a node that is stopped
	probes  [nodes]*probe
	harmed  map[string]int
	healed  func(what string) // a majority is there again
	silent  int               // probes that got no answer, as they should
	leaders natsjs.Stream     // asks who leads
}

// probe publishes to one node alone.
type probe struct {
	nc *nats.Conn
	js natsjs.JetStream
}

func newProbe(t testing.TB, address string) *probe {
	t.Helper()
	nc, err := nats.Connect("nats://"+address, nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond), nats.IgnoreDiscoveredServers(), nats.RetryOnFailedConnect(true), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return &probe{nc, js}
}

// publish reports whether the node acknowledged a message that says nothing.
func (p *probe) publish() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	_, err := p.js.PublishMsg(ctx, &nats.Msg{Subject: "heddle.team.g", Header: nats.Header{"Nats-TTL": {"1m"}}}, natsjs.WithRetryAttempts(0))
	return err == nil
}

// stayAlone probes a node that has no majority.
func (s *schedule) stayAlone(k int, long time.Duration) {
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if s.probes[k].publish() {
			s.t.Errorf("node %d is alone and acknowledges a message", k)
		}
		s.silent++
	}
}

// leader returns the node that leads the log; any without one.
func (s *schedule) leader() int {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if info, err := s.leaders.Info(ctx); err == nil && info.Cluster != nil {
		for k, n := range s.c.nodes {
			if n.config.Name == info.Cluster.Leader {
				return k
			}
		}
	}
	return s.random.IntN(nodes)
}

func (s *schedule) short(most time.Duration) time.Duration {
	return 200*time.Millisecond + time.Duration(s.random.Int64N(int64(most)))
}

// turn does one harm and ends it.
func (s *schedule) turn() {
	k := s.random.IntN(nodes)
	draw, silent, rest := s.random.IntN(13), s.random.IntN(2) == 0, s.short(2*time.Second)
	of := ""
	if draw < 8 && s.random.IntN(2) == 0 {
		k, of = s.leader(), " of the leader"
	}
	switch {
	case draw < 3:
		s.note("kill -9" + of)
		s.c.nodes[k].kill()
		time.Sleep(rest)
		s.c.nodes[k].start(s.t)
	case draw < 5:
		s.note("SIGSTOP" + of)
		s.c.nodes[k].signal(syscall.SIGSTOP)
		time.Sleep(s.pause)
		s.c.nodes[k].signal(syscall.SIGCONT)
	case draw < 8:
		s.note("cut off" + of)
		for _, p := range s.c.links(k) {
			p.sever(silent)
		}
		time.Sleep(50 * time.Millisecond)
		s.stayAlone(k, time.Second+rest*2)
		for _, p := range s.c.links(k) {
			p.drop()
			p.heal()
		}
	case draw < 10:
		s.note("kill -9 of two")
		other := (k + 1) % nodes
		s.c.nodes[k].kill()
		s.c.nodes[other].kill()
		s.stayAlone((k+2)%nodes, rest)
		s.c.nodes[k].start(s.t)
		s.c.nodes[other].start(s.t)
	default:
		s.loseDisk(k)
	}
	s.healed("harm")
	time.Sleep(s.short(time.Second))
}

// loseDisk kills a node and starts it with an empty disk.
func (s *schedule) loseDisk(k int) {
	s.settle()
	s.note("empty disk")
	s.c.nodes[k].kill()
	await(s.t, "a leader of two nodes", func() bool { return s.isComplete(k) })
	s.c.nodes[k].wipe(s.t)
	s.c.nodes[k].start(s.t)
	s.settle()
}

func (s *schedule) note(what string) { s.harmed[what]++ }

// settle waits until all nodes have everything.
func (s *schedule) settle() time.Duration {
	return await(s.t, "all nodes have everything", func() bool { return s.isComplete(-1) })
}

// isComplete reports whether the log has a leader and all replicas but one's are current.
func (s *schedule) isComplete(but int) bool {
	for k, n := range s.c.nodes {
		if k != but && !n.isHealthy() {
			return false
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	info, err := s.leaders.Info(ctx)
	if err != nil || info.Cluster == nil || info.Cluster.Leader == "" || len(info.Cluster.Replicas) != nodes-1 {
		return false
	}
	for _, r := range info.Cluster.Replicas {
		if !r.Current && (but < 0 || r.Name != s.c.nodes[but].config.Name) {
			return false
		}
	}
	return true
}
