// Package teststore gives the store's tests their stores: on JetStream, by one server in the
// process of the tests. It takes the place of the package of the same name while these run.
package teststore

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
)

// Kind is how reports name these stores.
const Kind = "jetstream"

// Path is not used: there is no file.
const Path = "store/heddle.db"

// Apart says that this process only has the store's client: here it has the server too.
const Apart = false

// Stride is the distance between the calls that a test fails in turn, unless HEDDLE_HEAVY is set.
const Stride = 4

var (
	running *server.Server
	api     natsjs.JetStream
	stores  atomic.Int64
)

// Main runs the tests of a package with a server.
func Main(m *testing.M) int {
	if os.Getenv("HEDDLE_HEAVY") == "" {
		hosttest.TempInMemory()
	}
	folder, err := os.MkdirTemp("", "heddle-jetstream")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	running, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: folder, NoSigs: true, NoLog: true})
	if err != nil {
		panic(err)
	}
	running.Start()
	defer running.WaitForShutdown()
	defer running.Shutdown()
	if !running.ReadyForConnections(30 * time.Second) {
		panic("the server does not start")
	}
	nc, err := nats.Connect(running.ClientURL())
	if err != nil {
		panic(err)
	}
	defer nc.Close()
	if api, err = natsjs.New(nc); err != nil {
		panic(err)
	}
	return m.Run()
}

var options = jetstream.Options{Env: func(string) string { return "" }}

// New makes a store and returns its address.
func New(t testing.TB) string {
	name := fmt.Sprint("test", stores.Add(1))
	address := running.ClientURL() + "/" + name
	if _, err := jetstream.Init(context.Background(), address, options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Remove(address) })
	return address
}

// Remove makes room.
func Remove(address string) {
	for _, end := range []string{"", "_CACHE"} {
		_ = api.DeleteStream(context.Background(), "HEDDLE_"+nameOf(address)+end)
	}
}

func nameOf(address string) string {
	at := len(address)
	for address[at-1] != '/' {
		at--
	}
	return address[at:]
}

// remote is a journal whose cached states can be lost, as tests want it.
type remote struct {
	*jetstream.Journal
	name string
}

// DropStates loses the cached states.
func (r remote) DropStates() error {
	cache, err := api.Stream(context.Background(), "HEDDLE_"+r.name+"_CACHE")
	if err != nil {
		return err
	}
	return cache.Purge(context.Background())
}

// Open connects to a store as another process would.
func Open(address string) (grant host.Host, release func(), err error) {
	s, err := jetstream.Open(context.Background(), address, options)
	if err != nil {
		return host.Host{}, func() {}, err
	}
	return host.Host{Journal: remote{s.Journal(context.Background()), nameOf(address)}}, func() { s.Close() }, nil
}

// Journal returns the journal of a host that Open has returned.
func Journal(grant host.Host) (host.Journal, error) { return grant.Journal, nil }

// Size returns the bytes of a store.
func Size(address string) (int64, error) {
	grant, release, err := Open(address)
	if err != nil {
		return 0, err
	}
	defer release()
	n, _, err := grant.Journal.(remote).FileSize()
	return n, err
}

// OnlyFiles skips a test of SQLite files.
func OnlyFiles(t testing.TB, why string) {
	t.Helper()
	t.Skip("only for files: " + why)
}
