package jetstream

import (
	"context"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/heddle-dev/heddle/core/host"
)

const (
	// packBytes is the size of a pack of several events: a reader of one event
	// reads no more.
	packBytes = 256 << 10
	// inlineBytes is how much a batch carries itself. What is more is written
	// before, in parts, so that the server never holds it as one batch.
	inlineBytes = 16 << 20
	// spilledBytes is the size of a pack in parts.
	spilledBytes = 8 << 20
	// partBytes bounds a part, where the server allows that much.
	partBytes = 1 << 20
	// headerRoom is what subject and headers need of a message.
	headerRoom = 8 << 10
	// maxPending bounds the parts and states that are on their way.
	maxPending = 64
)

// maxData is the greatest body of a message.
func (s *Store) maxData() int {
	return max(1<<10, min(int(s.nc.MaxPayload())-headerRoom, partBytes))
}

// packer makes packs of a stream's events, in order.
type packer struct {
	*batch
	stream string
	last   uint64 // newest message of the stream, which the first pack expects
	base   uint64
	next   int64 // first sequence of the next pack
	body   []byte
	begun  bool

	expected int // bytes of all records, as far as known
}

// add takes an event. The sequences before it that were not added are covered
// as freed.
func (p *packer) add(e *host.Event) error {
	limit := min(packBytes, p.s.maxData())
	if p.plain > inlineBytes {
		limit = spilledBytes
	}
	if len(p.body) > 0 && len(p.body)+recordBytes+len(e.Payload) > limit {
		if err := p.flush(e.Seq - 1); err != nil {
			return err
		}
	}
	if p.body == nil {
		p.body = make([]byte, 0, min(p.expected, limit))
	}
	p.body = appendRecord(p.body, p.stream, e)
	return nil
}

// flush adds the pack that covers the sequences up to to.
func (p *packer) flush(to int64) error {
	if to < p.next {
		return nil
	}
	k := pack{from: p.next, to: to, base: p.base, size: int64(len(p.body))}
	body := p.body
	if p.s.format >= compressedFormat {
		if short, ok := compress(body); ok {
			k.short, body = true, short
		}
	}
	k.stored = int64(len(body))
	p.plain += int(k.size)
	if len(body) > p.s.maxData() || p.inline+len(body) > inlineBytes {
		k.parts = nuid.Next()
		if err := p.writeParts(p.stream, k.parts, body); err != nil {
			return err
		}
		body = nil
	}
	p.inline += len(body)
	m := p.batch.add(p.s.eventSubject(p.stream), body)
	k.setHeaders(m.Header)
	if !p.begun {
		m.Header.Set("Nats-Expected-Last-Subject-Sequence", strconv.FormatUint(p.last, 10))
	}
	p.packs = append(p.packs, packOf{p.stream, k, len(p.msgs) - 1})
	p.begun, p.next, p.body = true, to+1, p.body[:0]
	if !k.short { // else the message has another one
		p.body = nil
	}
	return nil
}

// writeParts writes a body in parts, which nothing names yet.
func (b *batch) writeParts(stream, id string, body []byte) error {
	subject := b.s.partsSubject(stream, id)
	b.parts = append(b.parts, subject)
	size := b.s.maxData()
	for at := 0; at < len(body); {
		var window []jetstream.PubAckFuture
		for ; at < len(body) && len(window) < 8; at += size {
			f, err := b.s.js.PublishMsgAsync(&nats.Msg{Subject: subject, Data: body[at:min(at+size, len(body))]})
			if err != nil {
				return err
			}
			window = append(window, f)
		}
		for _, f := range window {
			ctx, cancel := context.WithTimeout(b.ctx, b.s.timeout)
			select {
			case <-f.Ok():
			case err := <-f.Err():
				cancel()
				return err
			case <-ctx.Done():
				cancel()
				return ctx.Err()
			}
			cancel()
		}
	}
	return nil
}
