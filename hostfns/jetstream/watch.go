package jetstream

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/host"
)

// watched is what a stream's watchers have received last, with its body.
type watched struct {
	watchers int
	pack     pack
}

const (
	// watchBeat is how often the server says that it still sends. Two missing ones begin anew.
	watchBeat = time.Second
	// watchExpiry is how long one request for messages lasts.
	watchExpiry = 30 * time.Second
	// watchDoubt is how long a watcher trusts silence. A client that looks for another node may do so
	// without a word, and meanwhile events are stored.
	watchDoubt = 15 * time.Second
)

// Watch implements host.Watcher: the server sends what it stores for the stream, to whichever
// connection it was given. When the connection or the node is gone, the client asks another one
// for all that came after, and wakes in any case.
func (j *Journal) Watch(stream string, wake func()) (stop func(), err error) {
	info, err := j.streamInfo(j.s.log, nil)
	if err != nil {
		return nil, err
	}
	w := &watch{s: j.s, stream: stream, wake: wake}
	w.next.Store(info.State.LastSeq + 1)
	c, err := w.consume(j.ctx)
	if err != nil {
		return nil, j.s.translate(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	j.s.addWatcher(stream, 1)
	go w.run(ctx, c)
	return func() { cancel(); j.s.addWatcher(stream, -1) }, nil
}

// watch is one watcher.
type watch struct {
	s      *Store
	stream string
	wake   func()
	next   atomic.Uint64 // where the log continues for it
}

// run receives until ctx is done.
func (w *watch) run(ctx context.Context, c jetstream.ConsumeContext) {
	doubt := time.NewTicker(watchDoubt)
	defer doubt.Stop()
	for {
		select {
		case <-ctx.Done():
			c.Stop()
			return
		case <-doubt.C:
			w.wake()
			continue
		case <-c.Closed(): // the log was away
		}
		for failed := true; failed; {
			w.wake()
			select {
			case <-ctx.Done():
				return
			case <-time.After(watchBeat):
			}
			var err error
			c, err = w.consume(ctx)
			failed = err != nil
		}
		w.wake()
	}
}

func (w *watch) consume(ctx context.Context) (jetstream.ConsumeContext, error) {
	ctx, cancel := context.WithTimeout(ctx, w.s.timeout)
	defer cancel()
	c, err := w.s.js.OrderedConsumer(ctx, w.s.log, jetstream.OrderedConsumerConfig{FilterSubjects: []string{w.subject()},
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: w.next.Load(), InactiveThreshold: time.Minute})
	if err != nil {
		return nil, err
	}
	return c.Consume(w.receive, jetstream.PullExpiry(watchExpiry), jetstream.PullHeartbeat(watchBeat),
		jetstream.ConsumeErrHandler(func(jetstream.ConsumeContext, error) { w.wake() }))
}

// subject is that of what wakes.
func (w *watch) subject() string {
	if w.stream == "" {
		return w.s.prefix + "e.*"
	}
	return w.s.eventSubject(w.stream)
}

// receive keeps what the stream's newest message contains: who is woken reads it from here.
func (w *watch) receive(m jetstream.Msg) {
	if meta, err := m.Metadata(); err == nil {
		w.next.Store(meta.Sequence.Stream + 1)
		if p, ok := parsePack(meta.Sequence.Stream, m.Headers(), m.Data()); ok && w.stream != "" {
			w.s.keepNewest(w.stream, p)
		}
	}
	w.wake()
}

// addWatcher counts the watchers of a stream.
func (s *Store) addWatcher(stream string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.newest[stream]
	if v.watchers += n; v.watchers <= 0 {
		delete(s.newest, stream)
		return
	}
	s.newest[stream] = v
}

func (s *Store) keepNewest(stream string, p pack) {
	s.learnHead(stream, p)
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.newest[stream]; ok && v.pack.seq < p.seq {
		v.pack = p
		s.newest[stream] = v
	}
}

// newestEvents returns the events after a sequence from the newest message that a watcher has
// received; nothing when they are not in it.
func (s *Store) newestEvents(stream string, after, limit int64) []host.Event {
	s.mu.Lock()
	p := s.newest[stream].pack
	s.mu.Unlock()
	if p.seq == 0 || p.parts != "" || p.from > after+1 || p.to <= after {
		return nil
	}
	list, err := p.decode(stream)
	if err != nil {
		return nil // whoever reads it from the server gets the error
	}
	return eventsAfter(list, after, limit)
}
