package jetstream

import (
	"context"
	"sync"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/hostfns"
)

// Importing this package makes addresses usable as stores.
func init() { hostfns.RegisterStoreDriver(driver{}, Schemes()...) }

// driver is the hostfns.StoreDriver of this package.
type driver struct{}

// OpenStore implements hostfns.StoreDriver.
func (driver) OpenStore(addr string) (hostfns.RemoteStore, error) {
	a, err := parseAddress(addr)
	if err != nil {
		return nil, err
	}
	return &remote{secret: addr, shown: a.withoutCredentials(), gate: make(chan struct{}, 1)}, nil
}

// InitStore implements hostfns.StoreDriver.
func (driver) InitStore(ctx context.Context, addr string) (*hostfns.StoreSetup, error) {
	a, err := parseAddress(addr)
	if err != nil {
		return nil, err
	}
	made, err := Init(ctx, addr, Options{})
	if err != nil {
		return nil, err
	}
	return made.setup(a.withoutCredentials()), nil
}

// remote is a store that connects when it is first used.
type remote struct {
	secret string        // the address, with credentials
	shown  string        // without
	gate   chan struct{} // held by who connects

	mu     sync.Mutex
	store  *Store
	closed bool
}

// Address implements hostfns.RemoteStore.
func (r *remote) Address() string { return r.shown }

// Journal implements hostfns.RemoteStore.
func (r *remote) Journal(ctx context.Context) host.Journal { return &callJournal{r: r, ctx: ctx} }

// Close implements hostfns.RemoteStore.
func (r *remote) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.store == nil {
		return nil
	}
	return r.store.Close()
}

// connected returns the store, if there is a connection.
func (r *remote) connected() (*Store, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, fault.New(fault.InvalidArgument, "the store is closed").At(r.shown, 0, 0)
	}
	return r.store, nil
}

// connect returns the store. One caller connects, the others wait, but none after ctx is done.
func (r *remote) connect(ctx context.Context) (*Store, error) {
	select {
	case r.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, cancelled(r.shown)
	}
	if s, err := r.connected(); s != nil || err != nil {
		<-r.gate
		return s, err
	}
	type result struct {
		store *Store
		err   error
	}
	done := make(chan result, 1)
	go func() { // nats.Connect knows no context
		defer func() { <-r.gate }()
		s, err := Open(ctx, r.secret, Options{})
		if err == nil {
			s, err = r.keep(s)
		}
		done <- result{s, err}
	}()
	select {
	case got := <-done:
		return got.store, got.err
	case <-ctx.Done():
		return nil, cancelled(r.shown)
	}
}

// keep makes s the connection, also when its caller has stopped waiting.
func (r *remote) keep(s *Store) (*Store, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		_ = s.Close() // it is not used yet
		return nil, cancelled(r.shown)
	}
	r.store = s
	return s, nil
}

func cancelled(path string) error {
	return fault.New(fault.Timeout, "the call was cancelled").At(path, 0, 0)
}

// callJournal is the journal of one call. What went wrong while connecting is the error of all that
// follows in the call, so that it waits once.
type callJournal struct {
	r   *remote
	ctx context.Context

	mu  sync.Mutex
	j   *Journal
	err error
}

var _ host.Journal = (*callJournal)(nil)
var _ host.Compactor = (*callJournal)(nil)
var _ host.Verifier = (*callJournal)(nil)
var _ host.Replica = (*callJournal)(nil)
var _ host.Watcher = (*callJournal)(nil)

func (c *callJournal) open() (*Journal, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.j == nil && c.err == nil {
		var s *Store
		if s, c.err = c.r.connect(c.ctx); c.err == nil {
			c.j = s.Journal(c.ctx)
		}
	}
	return c.j, c.err
}

// Append implements host.Journal.
func (c *callJournal) Append(writes []host.Write) ([]host.Appended, error) {
	j, err := c.open()
	if err != nil {
		return nil, err
	}
	return j.Append(writes)
}

// Read implements host.Journal.
func (c *callJournal) Read(stream string, after, limit int64) ([]host.Event, error) {
	j, err := c.open()
	if err != nil {
		return nil, err
	}
	return j.Read(stream, after, limit)
}

// Find implements host.Journal.
func (c *callJournal) Find(id [16]byte) (string, int64, error) {
	j, err := c.open()
	if err != nil {
		return "", 0, err
	}
	return j.Find(id)
}

// Stream implements host.Journal.
func (c *callJournal) Stream(name string) (host.StreamInfo, error) {
	j, err := c.open()
	if err != nil {
		return host.StreamInfo{}, err
	}
	return j.Stream(name)
}

// Streams implements host.Journal.
func (c *callJournal) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	j, err := c.open()
	if err != nil {
		return nil, err
	}
	return j.Streams(after, limit)
}

// Free implements host.Compactor.
func (c *callJournal) Free(stream string, spans []host.Span) (int64, error) {
	j, err := c.open()
	if err != nil {
		return 0, err
	}
	return j.Free(stream, spans)
}

// Vacuum implements host.Compactor.
func (c *callJournal) Vacuum(clock host.Clock) error {
	j, err := c.open()
	if err != nil {
		return err
	}
	return j.Vacuum(clock)
}

// Verify implements host.Verifier.
func (c *callJournal) Verify(poll func() error, report func(stream string, seq int64, what string)) error {
	j, err := c.open()
	if err != nil {
		return err
	}
	return j.Verify(poll, report)
}

// Replace implements host.Replica.
func (c *callJournal) Replace(stream string, expect, keep int64, events []host.Event) error {
	j, err := c.open()
	if err != nil {
		return err
	}
	return j.Replace(stream, expect, keep, events)
}

// Refill implements host.Replica.
func (c *callJournal) Refill(stream string, events []host.Event) error {
	j, err := c.open()
	if err != nil {
		return err
	}
	return j.Refill(stream, events)
}

// Held implements host.Replica.
func (c *callJournal) Held(stream string, seq int64, id [16]byte) (bool, error) {
	j, err := c.open()
	if err != nil {
		return false, err
	}
	return j.Held(stream, seq, id)
}

// Watch implements host.Watcher.
func (c *callJournal) Watch(stream string, wake func()) (stop func(), err error) {
	j, err := c.open()
	if err != nil {
		return nil, err
	}
	return j.Watch(stream, wake)
}

// FileSize returns the bytes of the log on each of its nodes, and the number of events that were ever
// appended.
func (c *callJournal) FileSize() (bytes, events int64, err error) {
	j, err := c.open()
	if err != nil {
		return 0, 0, err
	}
	return j.FileSize()
}
