package jetstream_test

import (
	"os"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/hostfns/jetstream"
)

func TestMain(m *testing.M) {
	if os.Getenv("HEDDLE_HEAVY") == "" {
		hosttest.TempInMemory()
	}
	os.Exit(m.Run())
}

// startServer starts a server in this process. change may change its options.
func startServer(t testing.TB, change func(*server.Options)) *server.Server {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true}
	if change != nil {
		change(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s
}

// noEnv is an environment without settings of this machine's user.
func noEnv(string) string { return "" }

// makeStore makes a store and returns its address.
func makeStore(t testing.TB, s *server.Server, name string) string {
	t.Helper()
	address := s.ClientURL() + "/" + name
	if _, err := jetstream.Init(t.Context(), address, jetstream.Options{Env: noEnv}); err != nil {
		t.Fatal(err)
	}
	return address
}

// openJournal connects to a store.
func openJournal(t testing.TB, address string) *jetstream.Journal {
	t.Helper()
	s, err := jetstream.Open(t.Context(), address, jetstream.Options{Env: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.Journal(t.Context())
}

func TestJournal(t *testing.T) {
	s := startServer(t, nil)
	n := 0
	hosttest.RunJournal(t, func(t *testing.T) func() host.Journal {
		n++
		address := makeStore(t, s, "team"+string(rune('a'+n)))
		return func() host.Journal { return openJournal(t, address) }
	})
}
