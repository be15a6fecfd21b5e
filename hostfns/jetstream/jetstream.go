// Package jetstream keeps a store on NATS JetStream, which replicates it: a
// host.Journal over one log for each store (FORMAT.md describes its messages).
//
//	s, err := jetstream.Open(ctx, "nats://host:4222/team", jetstream.Options{})
//	defer s.Close()
//	journal := s.Journal(ctx)
//
// The server must be 2.12 or later. Init makes the log.
package jetstream

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Options of a Store. The zero value is usual.
type Options struct {
	// Env looks up environment variables; nil means os.Getenv.
	Env func(string) string
	// Timeout is how long an operation tries to reach the server, and waits
	// for an election; 0 means 15 seconds.
	Timeout time.Duration
}

// Store is a connection to one store. It is safe for concurrent use.
type Store struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	name    string // "team"
	path    string // how errors name it
	log     string // stream with the events
	cache   string // stream with the cached states
	prefix  string // of subjects
	api     string // of the JetStream API's subjects
	id      string // of the log, see metadata
	format  int    // of the log
	timeout time.Duration
	denied  atomic.Int64 // when the server last refused a subject
	answers answers

	mu         sync.Mutex
	policy     host.Policy
	policyTime time.Time       // when the policy was read
	heads      map[string]pack // newest message of each stream that is known
	reads      map[string]place
	families   map[family]knownFamily // what was read or written of the index
	newest     map[string]watched     // of the streams that are watched
	states     map[string]knownState
	stateBytes int                                    // of states
	tries      map[context.Context]context.CancelFunc // of running requests
	index      index
}

// place is where a reader of a stream continues.
type place struct {
	after int64  // sequence of the last event read
	seq   uint64 // of the message that contains it
}

// FormatVersion is the version of FORMAT.md that new stores have. Those of version 1 are read, and
// written without compression.
const FormatVersion = 2

// compressedFormat is the first version with compressed bodies.
const compressedFormat = 2

// redactFormat is the version of a store that redacts, so that programs that would not do it refuse it.
const redactFormat = 3

// Keys of the log's metadata.
const (
	metaFormat = "heddle.format"
	metaStore  = "heddle.store"
)

// defaultTimeout outlasts an election.
const defaultTimeout = 15 * time.Second

// Open connects to a store, which Init has made.
func Open(ctx context.Context, addr string, opts Options) (*Store, error) {
	s, _, err := dial(ctx, addr, opts)
	if err != nil {
		return nil, err
	}
	if err := s.load(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// dial connects, and says what the address asks of Init.
func dial(ctx context.Context, addr string, opts Options) (*Store, map[string]string, error) {
	a, err := parseAddress(addr)
	if err != nil {
		return nil, nil, err
	}
	s := &Store{name: a.store, path: a.withoutCredentials(), log: "HEDDLE_" + a.store, cache: "HEDDLE_" + a.store + "_CACHE", prefix: "heddle." + a.store + ".",
		api: "$JS.API.", timeout: opts.Timeout, heads: map[string]pack{}, reads: map[string]place{}, families: map[family]knownFamily{}, newest: map[string]watched{}, states: map[string]knownState{}, tries: map[context.Context]context.CancelFunc{}}
	if s.timeout == 0 {
		s.timeout = defaultTimeout
	}
	nc, settings, err := a.connect(envOr(opts.Env), []nats.Option{
		nats.Name("heddle"), nats.MaxReconnects(-1), nats.ReconnectBufSize(-1), nats.ReconnectWait(100 * time.Millisecond), nats.ReconnectJitter(50*time.Millisecond, 50*time.Millisecond),
		nats.Timeout(min(s.timeout, 5*time.Second)), nats.ErrorHandler(s.hearError), nats.IgnoreAuthErrorAbort(),
	})
	if err != nil {
		return nil, nil, connectError(s.path, err)
	}
	s.nc = nc
	switch {
	case settings.JSAPIPrefix != "":
		s.api = strings.TrimSuffix(settings.JSAPIPrefix, ".") + "."
		s.js, err = jetstream.NewWithAPIPrefix(nc, settings.JSAPIPrefix)
	case settings.JSDomain != "":
		s.api = "$JS." + settings.JSDomain + ".API."
		s.js, err = jetstream.NewWithDomain(nc, settings.JSDomain)
	default:
		s.js, err = jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(maxPending))
	}
	if err == nil {
		err = checkVersion(nc.ConnectedServerVersion(), s.path)
	}
	if err != nil {
		nc.Close()
		return nil, nil, s.translate(err)
	}
	return s, a.init, nil
}

// checkVersion returns an error unless the server has atomic batches.
func checkVersion(version, path string) error {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, err1 := strconv.Atoi(major)
	b, err2 := strconv.Atoi(minor)
	if err1 == nil && err2 == nil && (a > 2 || a == 2 && b >= 12) {
		return nil
	}
	return fault.New(fault.Unsupported, "the NATS server has version "+version+", a store needs 2.12 or later").At(path, 0, 0).
		WithHint("upgrade nats-server")
}

// load reads what the log says of itself.
func (s *Store) load(ctx context.Context) error {
	j := s.Journal(ctx)
	if err := j.hasJetStream(); err != nil {
		return err
	}
	info, err := j.streamInfo(s.log, nil)
	if err != nil {
		return err
	}
	if s.format, err = s.formatOf(info.Config.Metadata); err != nil {
		return err
	}
	s.notePolicy(s.format)
	s.id = info.Config.Metadata[metaStore]
	return nil
}

// formatOf returns the format of a stream, or an error unless it is a log that this package reads.
func (s *Store) formatOf(meta map[string]string) (int, error) {
	switch version, err := strconv.Atoi(meta[metaFormat]); {
	case err != nil || version < 1 || meta[metaStore] == "":
		return 0, fault.New(fault.ParseError, "the stream "+s.log+" is not a store of heddle").At(s.path, 0, 0)
	case version > redactFormat:
		return 0, fault.New(fault.Unsupported, "the store has format "+strconv.Itoa(version)+", this engine reads 1 to "+strconv.Itoa(redactFormat)).
			At(s.path, 0, 0).WithHint("use a newer version of heddle")
	default:
		return version, nil
	}
}

// Close waits for what was sent and disconnects.
func (s *Store) Close() error {
	if s.id != "" {
		s.flushStates()
	}
	s.nc.Close()
	return nil
}

// Journal returns the journal for one call: its requests end when ctx is done.
func (s *Store) Journal(ctx context.Context) *Journal { return &Journal{s, ctx} }

// Journal is a host.Journal, host.Compactor and host.Verifier. It is safe for
// concurrent use.
type Journal struct {
	s   *Store
	ctx context.Context
}

var _ host.Journal = (*Journal)(nil)
var _ host.Compactor = (*Journal)(nil)
var _ host.Verifier = (*Journal)(nil)
var _ host.Watcher = (*Journal)(nil)

// Subjects of the log.
func (s *Store) eventSubject(stream string) string { return s.prefix + "e." + encodeName(stream) }
func (s *Store) indexSubject(f family) string      { return s.prefix + "i." + f.token() }
func (s *Store) stateSubject(stream string) string { return s.prefix + "s." + encodeName(stream) }
func (s *Store) guardSubject() string              { return s.prefix + "g" }
func (s *Store) partsSubject(stream, id string) string {
	return s.prefix + "p." + encodeName(stream) + "." + id
}
