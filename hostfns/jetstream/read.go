package jetstream

import (
	"time"

	"github.com/heddle-dev/heddle/core/host"
)

const (
	// pageBytes is how much a Read asks for at once.
	pageBytes = 8 << 20
	// pageMessages is the number of messages of one request.
	pageMessages = 256
	// readTries bounds how often a reader begins again because a compaction
	// moved what it reads, or a node lags.
	readTries = 20
)

// knownHead returns the newest message of a stream that is known.
func (s *Store) knownHead(stream string) (pack, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.heads[stream]
	return p, ok
}

// learnHead notes a newer message of a stream, without its body.
func (s *Store) learnHead(stream string, p pack) {
	p.body = nil
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.heads[stream]; !ok || known.seq < p.seq || known.bad {
		if !ok {
			s.index.add(stream)
		}
		s.heads[stream] = p
	}
}

// bulkyBytes is the size of a message from which on it is not read again: the leader is asked first
// whether there is a newer one.
const bulkyBytes = 4 << 10

// loadHead returns the newest message of a stream, with its body unless that was known; the zero pack
// when the stream has none.
func (j *Journal) loadHead(stream string) (pack, error) {
	p, ok := j.s.knownHead(stream)
	if !ok || p.bad || p.stored < bulkyBytes {
		return j.readHead(stream)
	}
	m, err := j.lastMessage(j.s.eventSubject(stream), p.seq)
	if err != nil || m.seq == p.seq {
		return p, err
	}
	return j.keepHead(stream, m)
}

// readHead reads the newest message of a stream, also when it is known.
func (j *Journal) readHead(stream string) (pack, error) {
	m, err := j.lastMessage(j.s.eventSubject(stream), 0)
	if err != nil {
		return pack{}, err
	}
	return j.keepHead(stream, m)
}

func (j *Journal) keepHead(stream string, m message) (pack, error) {
	if known, _ := j.s.knownHead(stream); known.seq > m.seq && !known.bad {
		if _, err := j.logInfo(); err != nil { // a node that lags, or another log?
			return pack{}, err
		}
	}
	if m.seq == 0 {
		return pack{}, nil
	}
	p, ok := parsePack(m.seq, m.header, m.data)
	if !ok {
		return p, j.s.strange(stream, m.seq)
	}
	j.s.learnHead(stream, p)
	return p, nil
}

// Read implements host.Journal. Every event is compared with its checksum, and
// the sequences that messages cover must follow on each other.
func (j *Journal) Read(stream string, after, limit int64) ([]host.Event, error) {
	after = max(0, after)
	if limit <= 0 {
		return nil, nil
	}
	if list := j.s.newestEvents(stream, after, limit); len(list) > 0 {
		return list, nil
	}
	head, known := j.s.knownHead(stream)
	if !known || head.bad || after >= head.to {
		var err error
		if head, err = j.loadHead(stream); err != nil || after >= head.to {
			return nil, err
		}
		if head.from <= after+1 && head.body != nil && head.parts == "" { // who follows a stream has read what it wants
			list, err := head.decode(stream)
			j.s.keepPlace(stream, place{head.to, head.seq})
			return eventsAfter(list, after, limit), err
		}
	}
	for try := 1; ; try++ {
		out, done, err := j.readPage(stream, head, after, limit)
		if done || err != nil && try == readTries {
			return out, err
		}
		if try > 2 {
			time.Sleep(firstPause)
		}
		var failed error
		if head, failed = j.loadHead(stream); failed != nil {
			return nil, failed
		}
	}
}

// eventsAfter returns at most limit events above a sequence.
func eventsAfter(list []host.Event, after, limit int64) []host.Event {
	for len(list) > 0 && list[0].Seq <= after {
		list = list[1:]
	}
	return list[:min(int64(len(list)), limit)]
}

// readPage reads events up to a head. done is false when what it reads does not
// fit the head: then the head is to be read again.
func (j *Journal) readPage(stream string, head pack, after, limit int64) (out []host.Event, done bool, err error) {
	seq, err := j.locate(stream, head, after+1)
	if err != nil {
		return nil, false, err
	}
	size, next := int64(0), after+1
	for next <= head.to {
		list, err := j.directNext(j.s.eventSubject(stream), seq, pageMessages, pageBytes)
		if err != nil {
			return nil, false, err
		}
		if len(list) == 0 || list[0].seq > head.seq {
			break
		}
		for _, m := range list {
			p, ok := parsePack(m.seq, m.header, m.data)
			if !ok {
				return nil, false, j.s.strange(stream, m.seq)
			}
			if p.from > next {
				return nil, false, damaged(stream, next, "the event is missing")
			}
			seq = p.seq + 1
			if p.to < next {
				continue
			}
			if size += p.size; len(out) > 0 && size > pageBytes {
				return out, true, nil
			}
			events, err := j.openPack(stream, &p)
			if err != nil {
				return nil, false, err
			}
			for _, e := range events {
				if e.Seq >= next && int64(len(out)) < limit {
					out = append(out, e)
				}
			}
			j.s.keepPlace(stream, place{p.to, p.seq})
			if next = p.to + 1; int64(len(out)) == limit {
				return out, true, nil
			}
		}
	}
	if next <= head.to {
		return nil, false, damaged(stream, next, "the event is missing")
	}
	return out, true, nil
}

// keepPlace remembers where the next read of a stream usually continues.
func (s *Store) keepPlace(stream string, p place) {
	const maxPlaces = 1024
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.reads) >= maxPlaces {
		clear(s.reads)
	}
	s.reads[stream] = p
}

// openPack reads the body of a pack, where it is in parts, and decodes it.
func (j *Journal) openPack(stream string, p *pack) ([]host.Event, error) {
	if p.parts != "" {
		if err := j.readParts(stream, p); err != nil {
			return nil, err
		}
	}
	return p.decode(stream)
}

// readParts reads the body. It takes no more memory than there are bytes: the header may lie.
func (j *Journal) readParts(stream string, p *pack) error {
	if p.stored > maxPayloadBytes+spilledBytes {
		return damaged(stream, p.from, "its size is impossible")
	}
	p.body = make([]byte, 0, min(p.stored, spilledBytes))
	subject := j.s.partsSubject(stream, p.parts)
	for seq := uint64(1); int64(len(p.body)) < p.stored; {
		list, err := j.directNext(subject, seq, pageMessages, pageBytes)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		for _, m := range list {
			p.body = append(p.body, m.data...)
			seq = m.seq + 1
		}
	}
	if int64(len(p.body)) != p.stored {
		return damaged(stream, p.from, "parts of it are missing")
	}
	return nil
}

// locate returns a sequence of the log at or before the message that contains
// an event, and near it.
func (j *Journal) locate(stream string, head pack, target int64) (uint64, error) {
	if target >= head.from {
		return head.seq, nil
	}
	low, high := place{0, head.base + 1}, place{head.from - 1, head.seq} // low.after < target <= high.after
	j.s.mu.Lock()
	if p, ok := j.s.reads[stream]; ok && p.seq > head.base && p.after < target {
		low = place{p.after, p.seq + 1}
	}
	j.s.mu.Unlock()
	if low.after+1 == target {
		return low.seq, nil
	}
	subject := j.s.eventSubject(stream)
	for try := 0; high.seq-low.seq > 1 && target-low.after > nearEvents; try++ {
		middle := low.seq + (high.seq-low.seq)/2
		if try%2 == 0 { // where it would be if all were spread evenly
			share := float64(target-low.after) / float64(high.after-low.after+1)
			middle = low.seq + uint64(share*float64(high.seq-low.seq))
		}
		middle = min(max(middle, low.seq), high.seq-1)
		list, err := j.directNext(subject, middle, 1, 1)
		if err != nil {
			return 0, err
		}
		if len(list) == 0 || list[0].seq >= high.seq {
			high.seq = middle
			if high.seq <= low.seq {
				break
			}
			continue
		}
		p, ok := parsePack(list[0].seq, list[0].header, nil)
		switch {
		case !ok:
			return 0, j.s.strange(stream, p.seq)
		case p.from > target:
			high = place{p.from - 1, min(middle, p.seq)}
			if high.seq <= low.seq {
				return low.seq, nil
			}
		case p.to >= target:
			return p.seq, nil
		default:
			low = place{p.to, p.seq + 1}
		}
	}
	return low.seq, nil
}

// nearEvents is how many events a reader rather skips than looks for.
const nearEvents = 4

// Find implements host.Journal.
func (j *Journal) Find(id [16]byte) (string, int64, error) {
	list, _, err := j.loadFamily(familyOf(id))
	if err != nil {
		return "", 0, err
	}
	return j.findIn(list, id)
}

// findIn looks for an id in the runs of its family. An event that was freed is
// not there.
func (j *Journal) findIn(list []run, id [16]byte) (string, int64, error) {
	for _, r := range list {
		seq := r.place(id)
		if seq == 0 {
			continue
		}
		events, err := j.Read(r.stream, seq-1, 1)
		if err != nil {
			return "", 0, err
		}
		if len(events) > 0 && events[0].Seq == seq && events[0].ID == id {
			return r.stream, seq, nil
		}
	}
	return "", 0, nil
}

// loadFamily reads what the index has of a family, and its newest message.
func (j *Journal) loadFamily(f family) (out []run, last uint64, err error) {
	subject := j.s.indexSubject(f)
	newest, err := j.lastMessage(subject, 0)
	if err != nil || newest.seq == 0 {
		return nil, 0, err
	}
	read := func(m message) error {
		list, ok := parseRuns(m.data)
		if !ok {
			return damaged("", 0, "a message of the index of ids cannot be read")
		}
		out = append(out, list...)
		return nil
	}
	if newest.header.Get("Nats-Expected-Last-Subject-Sequence") == "0" { // the usual case
		return out, newest.seq, read(newest)
	}
	for seq, tries := uint64(1), 0; seq <= newest.seq; {
		list, err := j.directNext(subject, seq, pageMessages, pageBytes)
		if err != nil {
			return nil, 0, err
		}
		if len(list) == 0 { // a node lags
			if tries++; tries == readTries {
				return nil, 0, damaged("", 0, "a message of the index of ids is missing")
			}
			time.Sleep(firstPause)
		}
		for _, m := range list {
			if err := read(m.message); err != nil {
				return nil, 0, err
			}
			seq = m.seq + 1
		}
	}
	return out, newest.seq, nil
}
