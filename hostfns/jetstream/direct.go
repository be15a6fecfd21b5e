package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// answers receives the answers of direct requests, which are several messages each, by one
// subscription. One for each request would cost the client half a megabyte and the servers a change
// of their routes.
type answers struct {
	mu      sync.Mutex
	prefix  string // of the reply subjects
	next    uint64
	waiting map[string]chan *nats.Msg // by reply subject
}

// open returns a reply subject and what comes to it, at most so many messages.
func (a *answers) open(nc *nats.Conn, messages int) (reply string, in <-chan *nats.Msg, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		prefix := nc.NewInbox() + "."
		if _, err := nc.Subscribe(prefix+"*", a.deliver); err != nil {
			return "", nil, err
		}
		a.prefix, a.waiting = prefix, map[string]chan *nats.Msg{}
	}
	a.next++
	reply = a.prefix + strconv.FormatUint(a.next, 36)
	c := make(chan *nats.Msg, messages)
	a.waiting[reply] = c
	return reply, c, nil
}

func (a *answers) deliver(m *nats.Msg) {
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case a.waiting[m.Subject] <- m: // never to a request that has ended
	default:
	}
}

func (a *answers) close(reply string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, reply)
}

// directRequest asks any node for messages.
type directRequest struct {
	Seq      uint64   `json:"seq,omitempty"`
	Next     string   `json:"next_by_subj,omitempty"`
	Batch    int      `json:"batch,omitempty"` // absent for one message without an end mark
	MaxBytes int      `json:"max_bytes,omitempty"`
	Last     []string `json:"multi_last,omitempty"`
}

// askDirect makes a request once. An answer without its end is an error.
func (j *Journal) askDirect(ctx context.Context, stream string, r directRequest) (out []subjectMessage, err error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	most := max(1, r.Batch, len(r.Last)) + 1
	reply, in, err := j.s.answers.open(j.s.nc, most)
	if err != nil {
		return nil, err
	}
	defer j.s.answers.close(reply)
	if err := j.s.nc.PublishRequest(j.s.api+"DIRECT.GET."+stream, reply, body); err != nil {
		return nil, err
	}
	single := r.Batch == 0 && len(r.Last) == 0
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case m := <-in:
			if len(m.Data) == 0 {
				if done, err := endOfAnswer(m.Header); done || err != nil {
					return out, err
				}
			}
			one, err := directMessage(m)
			if err != nil {
				return nil, err
			}
			if out = append(out, one); single {
				return out, nil
			}
		}
	}
}

// endOfAnswer reads a message without data. Status 404 says that there are no such messages.
func endOfAnswer(h nats.Header) (done bool, err error) {
	switch h.Get("Status") {
	case "":
		return false, nil
	case "204", "404":
		return true, nil
	case "503":
		return true, nats.ErrNoResponders
	case "408":
		return true, nats.ErrTimeout
	}
	return true, errStrangeAnswer
}

// errStrangeAnswer is passing: a node that starts says so for a while.
var errStrangeAnswer = errors.New("the node cannot answer")

func directMessage(m *nats.Msg) (out subjectMessage, err error) {
	out.header, out.data, out.subject = m.Header, m.Data, m.Header.Get(jetstream.SubjectHeader)
	out.seq, err = strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
	if err == nil {
		out.time, err = time.Parse(time.RFC3339Nano, m.Header.Get(jetstream.TimeStampHeaer))
	}
	if err != nil {
		return out, errStrangeAnswer
	}
	return out, nil
}
