package jetstream

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Headers of our messages. FORMAT.md explains them.
const (
	headerEvents = "Heddle-Events"
	headerBase   = "Heddle-Base"
	headerParts  = "Heddle-Parts"
	headerZstd   = "Heddle-Zstd"
	headerSeq    = "Heddle-Seq"
	headerStore  = "Heddle-Store"
	headerSum    = "Heddle-Sum"
)

// pack is one message with events of a stream: those that were not freed of
// the sequences from … to.
type pack struct {
	seq      uint64 // of the message in the log
	from, to int64
	base     uint64 // messages of the subject up to this one are superseded
	parts    string // id of the parts that have the body; "" when the message has it
	stored   int64  // bytes of the body, as it is stored
	size     int64  // what they contain: more, when they are compressed
	short    bool   // the body is compressed
	bad      bool   // the header says nothing that can be
	body     []byte
}

// setHeaders writes what the message's header says of a pack.
func (p *pack) setHeaders(h nats.Header) {
	h.Set(headerEvents, strconv.FormatInt(p.from, 10)+"-"+strconv.FormatInt(p.to, 10))
	if p.base > 0 {
		h.Set(headerBase, strconv.FormatUint(p.base, 10))
	}
	if p.parts != "" {
		h.Set(headerParts, p.parts+" "+strconv.FormatInt(p.stored, 10))
	}
	if p.short {
		h.Set(headerZstd, strconv.FormatInt(p.size, 10))
	}
}

// parsePack reads a message. Without a body only its header is known.
func parsePack(seq uint64, h nats.Header, body []byte) (p pack, ok bool) {
	p = pack{seq: seq, body: body, stored: int64(len(body))}
	from, to, found := strings.Cut(h.Get(headerEvents), "-")
	var errs [5]error
	p.from, errs[0] = strconv.ParseInt(from, 10, 64)
	p.to, errs[1] = strconv.ParseInt(to, 10, 64)
	if base := h.Get(headerBase); base != "" {
		p.base, errs[2] = strconv.ParseUint(base, 10, 64)
	}
	if parts := h.Get(headerParts); parts != "" {
		id, size, _ := strings.Cut(parts, " ")
		p.parts = id
		p.stored, errs[3] = strconv.ParseInt(size, 10, 64)
	}
	p.size = p.stored
	if size := h.Get(headerZstd); size != "" {
		p.short = true
		p.size, errs[4] = strconv.ParseInt(size, 10, 64)
	}
	for _, err := range errs {
		found = found && err == nil
	}
	if !found || p.from < 1 || p.to < p.from || p.to > maxSequence || p.base >= seq || p.stored < 0 || p.size < 0 {
		return pack{seq: seq, bad: true}, false
	}
	return p, true
}

// maxSequence is the greatest sequence, as in the store's file.
const maxSequence = 1<<36 - 1

// strange is the error of a message that no program of ours has written.
func (s *Store) strange(stream string, seq uint64) error {
	return fault.New(fault.ParseError, "stream \""+stream+"\": message "+strconv.FormatUint(seq, 10)+" of "+s.log+" has no valid header").
		WithHint("another program has written it; remove it with: nats stream rmm " + s.log + " " + strconv.FormatUint(seq, 10))
}

// Bytes of a record beside its kind and payload: the length, sequence, id,
// time, length of the kind, and the checksum.
const recordBytes = 4 + 8 + 16 + 8 + 1 + 4

// appendRecord appends an event to a pack's body.
func appendRecord(b []byte, stream string, e *host.Event) []byte {
	at := len(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(recordBytes-4+len(e.Kind)+len(e.Payload)))
	b = binary.LittleEndian.AppendUint64(b, uint64(e.Seq))
	b = append(b, e.ID[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(e.Time))
	b = append(b, byte(len(e.Kind)))
	b = append(b, e.Kind...)
	b = append(b, e.Payload...)
	return binary.LittleEndian.AppendUint32(b, recordSum(stream, b[at:]))
}

// recordSum covers the record and the name of its stream.
func recordSum(stream string, record []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE(record), crc32.IEEETable, []byte(stream))
}

// decode returns the pack's events in order.
func (p *pack) decode(stream string) ([]host.Event, error) {
	var out []host.Event
	last, b := p.from-1, p.body
	if p.short {
		if b = decompress(p.body, p.size); b == nil {
			return nil, damaged(stream, p.from, "its message cannot be decompressed")
		}
	}
	for len(b) > 0 {
		if len(b) < recordBytes {
			return nil, damaged(stream, last+1, "an event is cut short")
		}
		n := 4 + int(binary.LittleEndian.Uint32(b))
		if n < recordBytes || n > len(b) {
			return nil, damaged(stream, last+1, "an event is cut short")
		}
		record := b[:n-4]
		if recordSum(stream, record) != binary.LittleEndian.Uint32(b[n-4:]) {
			return nil, damaged(stream, last+1, "an event does not match its checksum")
		}
		e := host.Event{Stream: stream, Seq: int64(binary.LittleEndian.Uint64(b[4:])), Time: int64(binary.LittleEndian.Uint64(b[28:]))}
		copy(e.ID[:], b[12:])
		kind := 37 + int(b[36])
		if kind > len(record) || e.Seq <= last || e.Seq > p.to {
			return nil, damaged(stream, last+1, "an event is out of order")
		}
		e.Kind, e.Payload = string(record[37:kind]), record[kind:len(record):len(record)]
		last = e.Seq
		out = append(out, e)
		b = b[n:]
	}
	return out, nil
}

// damaged returns the error of a log that differs from what was written.
func damaged(stream string, seq int64, what string) error {
	return fault.New(fault.ParseError, "stream \""+stream+"\", event "+strconv.FormatInt(seq, 10)+": "+what).
		WithHint("store.check lists every defect")
}
