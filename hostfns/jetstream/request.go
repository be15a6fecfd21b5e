package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/heddle-dev/heddle/core/fault"
)

// Waits of requests.
const (
	tryTimeout = 2 * time.Second      // of one try
	firstPause = 5 * time.Millisecond // after the first
	maxPause   = 200 * time.Millisecond
)

// retry calls try until it succeeds, fails for good, or the time is over.
func (j *Journal) retry(try func(ctx context.Context) error) error {
	end := time.Now().Add(j.s.timeout)
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		began := time.Now()
		ctx, cancel := j.s.tryContext(j.ctx)
		err := try(ctx)
		cancel()
		if err == nil || j.ctx.Err() != nil || !isPassing(err) || j.s.deniedSince(began) || time.Now().After(end) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-j.ctx.Done():
		}
	}
}

// tryContext returns the context of one try. It also ends when the server
// refuses a subject, which no answer would say.
func (s *Store) tryContext(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, min(tryTimeout, s.timeout))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries[ctx] = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.tries, ctx)
		cancel()
	}
}

// hearError ends all tries when the server refuses a subject.
func (s *Store) hearError(_ *nats.Conn, _ *nats.Subscription, err error) {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		return
	}
	s.denied.Store(time.Now().UnixNano())
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, cancel := range s.tries {
		cancel()
	}
}

func (s *Store) deniedSince(t time.Time) bool { return s.denied.Load() >= t.UnixNano() }

// deniedNow reports whether the server has refused a subject during the last try.
func (s *Store) deniedNow() bool { return s.deniedSince(time.Now().Add(-tryTimeout)) }

// apiReply is what every answer of the JetStream API may have.
type apiReply struct {
	Error *jetstream.APIError `json:"error"`
}

// failure returns the error, which another try does not inherit.
func (r *apiReply) failure() error {
	e := r.Error
	if r.Error = nil; e == nil {
		return nil
	}
	return e
}

// call makes a request of the JetStream API. The response contains an apiReply.
func (j *Journal) call(subject string, request any, response interface{ failure() error }) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	return j.retry(func(ctx context.Context) error {
		reply, err := j.s.nc.RequestWithContext(ctx, j.s.api+subject, body)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(reply.Data, response); err != nil {
			return err
		}
		return response.failure()
	})
}

// message is one message of the log.
type message struct {
	seq    uint64
	header nats.Header
	data   []byte
	time   time.Time
}

// lastMessage returns the newest message of a subject; seq 0 without a message. Where known is still
// the newest one, the result has its number only: known is 0 when a caller needs the body. The leader
// answers, so that everything acknowledged is seen; without a leader any node does.
func (j *Journal) lastMessage(subject string, known uint64) (message, error) {
	request := map[string]any{"last_by_subj": subject}
	if known > 0 {
		request = map[string]any{"next_by_subj": subject, "seq": known + 1}
	}
	m, err := j.storedMessage(request)
	switch {
	case err == nil && known > 0 && m.seq == 0:
		return message{seq: known}, nil
	case err == nil && known > 0:
		return j.lastMessage(subject, 0)
	case err == nil || !isPassing(err) || j.s.deniedNow():
		return m, j.s.translate(err)
	}
	list, failed := j.directLast(j.ctx, j.s.log, []string{subject})
	if failed != nil || len(list) == 0 {
		return message{}, j.s.translate(err)
	}
	return list[0].message, nil
}

// storedMessage asks the leader for one message.
func (j *Journal) storedMessage(request map[string]any) (message, error) {
	var reply struct {
		apiReply
		Message struct {
			Seq    uint64    `json:"seq"`
			Header []byte    `json:"hdrs"`
			Data   []byte    `json:"data"`
			Time   time.Time `json:"time"`
		} `json:"message"`
	}
	err := j.call("STREAM.MSG.GET."+j.s.log, request, &reply)
	if apiCode(err) == codeNoMessage {
		return message{}, nil
	}
	if err != nil {
		return message{}, err
	}
	m := message{seq: reply.Message.Seq, data: reply.Message.Data, time: reply.Message.Time}
	if len(reply.Message.Header) > 0 {
		m.header, err = nats.DecodeHeadersMsg(reply.Message.Header)
	}
	return m, err
}

// subjectMessage is a message with its subject.
type subjectMessage struct {
	message
	subject string
}

// directNext returns messages of a subject from a sequence on, from any node.
func (j *Journal) directNext(subject string, seq uint64, limit, maxBytes int) (out []subjectMessage, err error) {
	r := directRequest{Seq: max(1, seq), Next: subject}
	if limit > 1 {
		r.Batch, r.MaxBytes = limit, maxBytes
	}
	err = j.retry(func(ctx context.Context) (err error) {
		out, err = j.askDirect(ctx, j.s.log, r)
		return err
	})
	return out, j.s.translate(err)
}

// directLast returns the newest message of each subject, from any node. It asks
// once.
func (j *Journal) directLast(ctx context.Context, stream string, subjects []string) ([]subjectMessage, error) {
	ctx, cancel := j.s.tryContext(ctx)
	defer cancel()
	return j.askDirect(ctx, stream, directRequest{Last: subjects})
}

// streamInfo describes a stream of the server; with a filter it also counts the
// messages of each subject.
func (j *Journal) streamInfo(stream string, request any) (*jetstream.StreamInfo, error) {
	var reply struct {
		apiReply
		jetstream.StreamInfo
	}
	err := j.call("STREAM.INFO."+stream, request, &reply)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, noJetStream(j.s.path)
	}
	return &reply.StreamInfo, j.s.translate(err)
}

// logInfo describes the log. What is known of it must not be mixed with another one of the same name.
func (j *Journal) logInfo() (*jetstream.StreamInfo, error) {
	info, err := j.streamInfo(j.s.log, nil)
	if err == nil && info.Config.Metadata[metaStore] != j.s.id {
		return nil, fault.New(fault.IO, "the store was deleted and made again").At(j.s.path, 0, 0).WithHint("open it again: what was read before is gone")
	}
	return info, err
}

// purge removes the messages of a subject below a sequence; 0 means all. Those of the log are overwritten
// one by one before, which a purge does not do.
func (j *Journal) purge(stream, subject string, below uint64) error {
	if stream == j.s.log {
		if err := j.overwrite(subject, below); err != nil {
			return err
		}
	}
	request := map[string]any{"filter": subject}
	if below > 0 {
		request["seq"] = below
	}
	var reply apiReply
	return j.s.translate(j.call("STREAM.PURGE."+stream, request, &reply))
}

// overwrite deletes the messages of a subject below a sequence, 0 for all, so that the server overwrites them.
func (j *Journal) overwrite(subject string, below uint64) error {
	for next := uint64(1); ; {
		list, err := j.directNext(subject, next, pageMessages, pageBytes)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, m := range list {
			if below > 0 && m.seq >= below {
				return nil
			}
			var reply apiReply
			if err := j.call("STREAM.MSG.DELETE."+j.s.log, map[string]any{"seq": m.seq}, &reply); err != nil && apiCode(err) != codeNoMessage {
				return j.s.translate(err)
			}
			next = m.seq + 1
		}
	}
}

// emptyCache removes all cached states. A purge of a whole stream removes its files, and these have states that
// were replaced as well.
func (j *Journal) emptyCache() error {
	var reply apiReply
	return j.s.translate(j.call("STREAM.PURGE."+j.s.cache, map[string]any{}, &reply))
}
