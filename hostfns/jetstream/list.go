package jetstream

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/host"
)

// index is the names of all streams that are known.
type index struct {
	names []string
	clean bool
	upTo  uint64 // all messages of the log up to this one are known; 0 before the first listing
}

func (x *index) add(name string) { x.names, x.clean = append(x.names, name), false }

// after returns up to n names after one, in byte order.
func (x *index) after(name string, n int64) []string {
	if !x.clean {
		slices.Sort(x.names)
		x.clean = true
	}
	i, found := slices.BinarySearch(x.names, name)
	if found {
		i++
	}
	return slices.Clone(x.names[i:min(int64(len(x.names)), int64(i)+n)])
}

// pageStreams is the number of streams of one answer.
const pageStreams = 256

// Streams implements host.Journal.
func (j *Journal) Streams(after string, limit int64) ([]host.StreamInfo, error) {
	if limit <= 0 {
		return nil, nil
	}
	if err := j.refresh(); err != nil {
		return nil, err
	}
	j.s.mu.Lock()
	names := j.s.index.after(after, min(limit, pageStreams))
	out := make([]host.StreamInfo, len(names))
	for i, name := range names {
		out[i] = host.StreamInfo{Name: name, Head: max(1, j.s.heads[name].to)}
	}
	j.s.mu.Unlock()
	j.addStates(out)
	return out, nil
}

// Stream implements host.Journal.
func (j *Journal) Stream(name string) (host.StreamInfo, error) {
	out := []host.StreamInfo{{Name: name}}
	if name == "" || len(encodeName(name)) > maxTokenBytes {
		return out[0], nil
	}
	if j.s.remembersState(name) {
		p, err := j.loadHead(name)
		if out[0].Head = p.to; err != nil || j.s.addKnownState(&out[0]) {
			return out[0], err
		}
	}
	out[0].Head = math.MaxInt64
	j.addStates(out) // before the head: who appends to it must be fast
	p, err := j.loadHead(name)
	if out[0].Head = p.to; out[0].StateSeq > p.to {
		out[0].StateSeq, out[0].State = 0, nil
	}
	return out[0], err
}

// manyBehind is the number of new messages from which on the newest one of
// each stream is read instead of all.
const manyBehind = 20_000

// refresh learns which streams there are, and their heads.
func (j *Journal) refresh() error {
	subject := j.s.prefix + "e.*"
	j.s.mu.Lock()
	from := j.s.index.upTo
	j.s.mu.Unlock()
	if from > 0 {
		list, err := j.directNext(subject, from+1, 1, 1)
		if errors.Is(err, nats.ErrNoResponders) { // has the log been deleted?
			if _, gone := j.logInfo(); gone != nil {
				return gone
			}
		}
		if err != nil || len(list) == 0 {
			return err
		}
	}
	info, err := j.logInfo()
	if err != nil {
		return err
	}
	last := info.State.LastSeq
	config := jetstream.ConsumerConfig{FilterSubjects: []string{subject}, HeadersOnly: true, AckPolicy: jetstream.AckNonePolicy,
		MemoryStorage: true, Replicas: 1, DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, InactiveThreshold: 10 * time.Second}
	if from > 0 && last-from < manyBehind {
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, from+1
	}
	if err := j.s.translate(j.consume(config)); err != nil {
		return err
	}
	j.s.mu.Lock()
	j.s.index.upTo = max(j.s.index.upTo, last)
	j.s.mu.Unlock()
	return nil
}

// consume learns the heads that a consumer delivers. A consumer is on one node: when that node goes
// away, another one begins anew. nats.go's ordered consumer would wait for the node, and for ever.
func (j *Journal) consume(config jetstream.ConsumerConfig) error {
	return j.retry(func(ctx context.Context) error {
		c, err := j.s.js.CreateConsumer(ctx, j.s.log, config)
		if err != nil {
			return err
		}
		defer func() {
			ctx, cancel := j.s.tryContext(j.ctx)
			defer cancel()
			_ = j.s.js.DeleteConsumer(ctx, j.s.log, c.CachedInfo().Name) // the server does it after a while
		}()
		return j.learnHeads(c)
	})
}

// learnHeads reads everything that a new consumer has.
func (j *Journal) learnHeads(c jetstream.Consumer) error {
	next := uint64(1) // the consumer's sequence
	for pending := c.CachedInfo().NumPending; pending > 0; {
		if err := j.ctx.Err(); err != nil {
			return err
		}
		list, err := c.Fetch(int(min(pending, 1000)), jetstream.FetchMaxWait(tryTimeout))
		if err != nil {
			return err
		}
		before := next
		for m := range list.Messages() {
			meta, err := m.Metadata()
			if err != nil {
				return err
			}
			if meta.Sequence.Consumer != next {
				return errConsumerLost
			}
			next++
			pending = meta.NumPending
			if name, ok := decodeName(strings.TrimPrefix(m.Subject(), j.s.prefix+"e.")); ok {
				p, _ := parsePack(meta.Sequence.Stream, m.Headers(), nil)
				j.s.learnHead(name, p) // whoever reads a bad one gets the error
			}
		}
		if next == before || list.Error() != nil {
			return errConsumerLost
		}
	}
	return nil
}

// errConsumerLost is an error that another try may not have, see isPassing.
var errConsumerLost = fmt.Errorf("a consumer delivers no more: %w", context.DeadlineExceeded)

// keepState sends a state to the cache and does not wait.
func (s *Store) keepState(stream string, seq int64, state []byte) {
	if len(state) > s.maxData() {
		return
	}
	m := &nats.Msg{Subject: s.stateSubject(stream), Header: nats.Header{}, Data: state}
	m.Header.Set(headerSeq, strconv.FormatInt(seq, 10))
	m.Header.Set(headerStore, s.id)
	m.Header.Set(headerSum, strconv.FormatUint(uint64(stateSum(stream, seq, state)), 10))
	s.learnState(stream, seq, state)
	_, _ = s.js.PublishMsgAsync(m, jetstream.WithRetryAttempts(0), jetstream.WithStallWait(tryTimeout))
}

// stateSum covers a state with its stream and position.
func stateSum(stream string, seq int64, state []byte) uint32 {
	sum := crc32.Update(crc32.ChecksumIEEE(state), crc32.IEEETable, []byte(stream))
	return crc32.Update(sum, crc32.IEEETable, strconv.AppendInt(nil, seq, 10))
}

// flushStates waits for the states that were sent.
func (s *Store) flushStates() {
	select {
	case <-s.js.PublishAsyncComplete():
	case <-time.After(tryTimeout):
	}
}

// addStates adds the cached states, as far as there are any.
func (j *Journal) addStates(list []host.StreamInfo) {
	at := map[string]int{}
	var subjects []string
	for i := range list {
		if !j.s.addKnownState(&list[i]) {
			subject := j.s.stateSubject(list[i].Name)
			subjects = append(subjects, subject)
			at[subject] = i
		}
	}
	if len(subjects) == 0 {
		return
	}
	j.s.flushStates()
	messages, err := j.directLast(j.ctx, j.s.cache, subjects)
	if err != nil {
		return
	}
	for _, m := range messages {
		i, asked := at[m.subject]
		seq, err := strconv.ParseInt(m.header.Get(headerSeq), 10, 64)
		if !asked || err != nil || seq < 1 || seq > list[i].Head || m.header.Get(headerStore) != j.s.id {
			continue
		}
		if m.header.Get(headerSum) == strconv.FormatUint(uint64(stateSum(list[i].Name, seq, m.data)), 10) {
			list[i].StateSeq, list[i].State = seq, m.data
			j.s.learnState(list[i].Name, seq, m.data)
		}
	}
}

// maxStateBytes bounds the states that are remembered: a list asks the server for the others only.
const maxStateBytes = 16 << 20

// nearState is how far a remembered state may be from the head: those events are read anew.
const nearState = 64

// knownState is a state that was read or written. It is that of the stream until something is
// rewritten, which changes the base.
type knownState struct {
	base uint64
	seq  int64
	body []byte
}

func (s *Store) remembersState(stream string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.states[stream]
	return ok
}

// addKnownState adds the state that is remembered, if it is near the head, which is known.
func (s *Store) addKnownState(info *host.StreamInfo) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, head := s.states[info.Name], s.heads[info.Name]
	if k.seq == 0 || k.base != head.base || head.to != info.Head || k.seq > info.Head || k.seq < info.Head-nearState {
		return false
	}
	info.StateSeq, info.State = k.seq, k.body
	return true
}

// learnState remembers a state of a stream whose head is known.
func (s *Store) learnState(stream string, seq int64, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	head := s.heads[stream]
	if seq > head.to || len(body) > maxStateBytes/16 {
		return
	}
	if s.stateBytes += len(body) - len(s.states[stream].body); s.stateBytes > maxStateBytes {
		clear(s.states)
		s.stateBytes = len(body)
	}
	s.states[stream] = knownState{head.base, seq, body}
}
