//go:build linux

package cluster_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const nodes = 3

// node is a server, a process of its own.
type node struct {
	config  nodeConfig
	client  *proxy // through which all clients connect
	process *exec.Cmd
	input   io.WriteCloser // the process ends when it is closed
}

// nodeConfig is what the process is started with.
type nodeConfig struct {
	Name                   string
	Port, Route, Monitor   int
	Folder, Log, Advertise string
	Nowhere                string
	Routes                 []string
}

// cluster is three nodes. Every route and every client goes through a proxy.
type cluster struct {
	nodes  [nodes]*node
	routes [nodes][nodes]*proxy // [i][j]: node i connects to node j
}

// freePort returns a port below those that systems give to connections: nobody takes it while its
// node is down.
func freePort(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := 20_000 + rand.IntN(10_000)
		if takenPorts[port] {
			continue
		}
		if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port)); err == nil {
			l.Close()
			takenPorts[port] = true
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

var takenPorts = map[int]bool{}

func startCluster(t testing.TB, proxied bool) *cluster {
	t.Helper()
	c := &cluster{}
	folder := t.TempDir()
	for i := range c.nodes {
		n := &node{config: nodeConfig{Name: fmt.Sprint("n", i), Port: freePort(t), Route: freePort(t), Monitor: freePort(t),
			Folder: filepath.Join(folder, fmt.Sprint("n", i)), Log: filepath.Join(folder, fmt.Sprint("n", i, ".log"))}}
		n.client = newProxy(t, fmt.Sprint("127.0.0.1:", n.config.Port))
		n.config.Advertise, n.config.Nowhere = n.client.address(), fmt.Sprint("127.0.0.1:", i+1)
		c.nodes[i] = n
	}
	for i := range c.nodes {
		for j := range nodes {
			if i == j {
				continue
			}
			if !proxied {
				c.nodes[i].config.Routes = append(c.nodes[i].config.Routes, fmt.Sprint("nats-route://127.0.0.1:", c.nodes[j].config.Route))
				continue
			}
			c.routes[i][j] = newProxy(t, fmt.Sprint("127.0.0.1:", c.nodes[j].config.Route))
			c.nodes[i].config.Routes = append(c.nodes[i].config.Routes, "nats-route://"+c.routes[i][j].address())
		}
	}
	for _, n := range c.nodes {
		n.start(t)
		t.Cleanup(n.kill)
	}
	t.Cleanup(func() {
		for _, n := range c.nodes {
			if b, _ := os.ReadFile(n.config.Log); t.Failed() {
				t.Logf("%s said at last:\n%s", n.config.Name, b[max(0, len(b)-3000):])
			}
		}
	})
	return c
}

// address returns the address of a store, of all nodes in this order.
func (c *cluster) address(store string, order ...int) string {
	hosts := ""
	for i, k := range order {
		if i > 0 {
			hosts += ","
		}
		hosts += c.nodes[k].client.address()
	}
	return "nats://" + hosts + "/" + store
}

// links returns the routes of a node.
func (c *cluster) links(k int) (out []*proxy) {
	for i := range nodes {
		if i != k {
			out = append(out, c.routes[i][k], c.routes[k][i])
		}
	}
	return out
}

func (n *node) start(t testing.TB) {
	t.Helper()
	config, err := json.Marshal(n.config)
	if err != nil {
		t.Fatal(err)
	}
	n.process = exec.Command(os.Args[0])
	n.process.Env = append(os.Environ(), "HEDDLE_CLUSTER_ROLE=node", "HEDDLE_CLUSTER_NODE="+string(config))
	if n.input, err = n.process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	n.process.Stderr = os.Stderr
	if err := n.process.Start(); err != nil {
		t.Fatal(err)
	}
}

// kill ends the process as kill -9 does.
func (n *node) kill() {
	if n.process == nil {
		return
	}
	_ = n.process.Process.Kill()
	_ = n.process.Wait()
	n.input.Close()
	n.process = nil
}

func (n *node) signal(s syscall.Signal) { _ = n.process.Process.Signal(s) }

// wipe empties the node's disk.
func (n *node) wipe(t testing.TB) {
	t.Helper()
	if err := os.RemoveAll(n.config.Folder); err != nil {
		t.Fatal(err)
	}
}

// isHealthy asks the node whether it has everything that the others have.
func (n *node) isHealthy() bool {
	client := http.Client{Timeout: time.Second}
	answer, err := client.Get(fmt.Sprintf("http://127.0.0.1:%d/healthz", n.config.Monitor))
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// never is the time after which a cluster or a writer is taken for lost.
const never = 2 * time.Minute

// await waits until a condition is true.
func await(t testing.TB, what string, condition func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	for !condition() {
		if time.Since(began) > never {
			t.Fatalf("%s: not within %v", what, never)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return time.Since(began)
}

// runNode is the process of a node.
func runNode() {
	var c nodeConfig
	if err := json.Unmarshal([]byte(os.Getenv("HEDDLE_CLUSTER_NODE")), &c); err != nil {
		panic(err)
	}
	var routes []*url.URL
	for _, r := range c.Routes {
		u, err := url.Parse(r)
		if err != nil {
			panic(err)
		}
		routes = append(routes, u)
	}
	o := &server.Options{ServerName: c.Name, Host: "127.0.0.1", Port: c.Port, HTTPHost: "127.0.0.1", HTTPPort: c.Monitor, ClientAdvertise: c.Advertise,
		JetStream: true, StoreDir: c.Folder, NoSigs: true, LogFile: c.Log, Routes: routes,
		// Nodes let each other know where the others are. Nobody listens at these addresses, so that no
		// route goes past its proxy.
		Cluster: server.ClusterOpts{Name: "heddle", Host: "127.0.0.1", Port: c.Route, Advertise: c.Nowhere, PoolSize: -1}}
	s, err := server.NewServer(o)
	if err != nil {
		panic(err)
	}
	s.ConfigureLogger()
	s.Start()
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test has ended
	os.Exit(0)
}
