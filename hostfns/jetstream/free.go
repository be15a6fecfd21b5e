package jetstream

import (
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/host"
)

// orphanAge is the age from which on parts that nothing names are left over
// from an append that failed.
const orphanAge = time.Hour

// Free implements host.Compactor. It writes what remains of the stream after
// its newest message, as one batch whose messages supersede all before, and
// then removes those. A crash in between leaves both, and readers use the new
// ones.
func (j *Journal) Free(stream string, spans []host.Span) (int64, error) {
	var freed int64
	err := j.rewriting(stream, func(head pack) (b *batch, err error) {
		freed = 0
		if head.seq == 0 || len(spans) == 0 {
			return nil, nil
		}
		some, err := j.hasEvents(stream, head, spans)
		if err != nil {
			return nil, err
		}
		if !some {
			return nil, j.purgeSuperseded(stream, head)
		}
		freed, b, err = j.rewrite(stream, head, spans)
		return b, err
	})
	if err != nil {
		return 0, err
	}
	return freed, nil
}

// hasEvents reports whether spans have events below the head.
func (j *Journal) hasEvents(stream string, head pack, spans []host.Span) (bool, error) {
	for _, s := range spans {
		list, err := j.Read(stream, s.From-1, 1)
		if err != nil || len(list) > 0 && list[0].Seq <= min(s.To, head.to-1) {
			return err == nil, err
		}
	}
	return false, nil
}

// rewrite prepares the batch with the events that remain, and adds up the others.
func (j *Journal) rewrite(stream string, head pack, spans []host.Span) (freed int64, b *batch, err error) {
	b = newBatch(j)
	p := packer{batch: b, stream: stream, last: head.seq, base: head.seq, next: 1}
	for after := int64(0); after < head.to; {
		list, err := j.Read(stream, after, 1<<16)
		if err != nil {
			return 0, nil, err
		}
		for i := range list {
			e := &list[i]
			if after = e.Seq; after > head.to {
				break
			}
			for len(spans) > 0 && spans[0].To < e.Seq {
				spans = spans[1:]
			}
			if len(spans) > 0 && spans[0].From <= e.Seq && e.Seq < head.to {
				freed += int64(len(e.Payload))
			} else if err := p.add(e); err != nil {
				return 0, nil, err
			}
		}
		if len(list) == 0 {
			break
		}
	}
	return freed, b, p.flush(head.to)
}

// purgeSuperseded removes the messages that a rewrite has superseded.
func (j *Journal) purgeSuperseded(stream string, head pack) error {
	if head.base == 0 {
		return nil
	}
	return j.purge(j.s.log, j.s.eventSubject(stream), head.base+1)
}

// partsOf returns the subjects of the parts that a stream's messages name.
func (j *Journal) partsOf(stream string, head pack) (out []string, err error) {
	for seq := head.base + 1; seq <= head.seq; {
		list, err := j.directNext(j.s.eventSubject(stream), seq, pageMessages, pageBytes)
		if err != nil || len(list) == 0 {
			return out, err
		}
		for _, m := range list {
			p, ok := parsePack(m.seq, m.header, nil)
			if !ok {
				return nil, j.s.strange(stream, m.seq)
			}
			if p.parts != "" {
				out = append(out, j.s.partsSubject(stream, p.parts))
			}
			seq = m.seq + 1
		}
	}
	return out, nil
}

// Vacuum implements host.Compactor: it removes parts that nothing names and
// messages that are superseded. The server reuses the space by itself. How old something
// is, its own times say, not the clock of this machine.
func (j *Journal) Vacuum(host.Clock) error {
	if err := j.emptyCache(); err != nil {
		return err
	}
	return j.vacuum(orphanAge)
}

func (j *Journal) vacuum(age time.Duration) error {
	if err := j.refresh(); err != nil {
		return err
	}
	j.s.mu.Lock()
	heads := make(map[string]pack)
	for name, p := range j.s.heads {
		if p.base > 0 {
			heads[name] = p
		}
	}
	j.s.mu.Unlock()
	for name, p := range heads {
		if err := j.purgeSuperseded(name, p); err != nil {
			return err
		}
	}
	info, err := j.streamInfo(j.s.log, map[string]string{"subjects_filter": j.s.prefix + "p.>"})
	if err != nil {
		return err
	}
	newest := info.State.LastTime
	named := map[string]map[string]bool{}
	for subject := range info.State.Subjects {
		token, _, _ := strings.Cut(strings.TrimPrefix(subject, j.s.prefix+"p."), ".")
		stream, ok := decodeName(token)
		if !ok {
			continue
		}
		if named[stream] == nil {
			if named[stream], err = j.namedParts(stream); err != nil {
				return err
			}
		}
		if named[stream][subject] {
			continue
		}
		m, err := j.lastMessage(subject, 0)
		if err != nil {
			return err
		}
		if m.seq > 0 && newest.Sub(m.time) >= age {
			if err := j.purge(j.s.log, subject, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// namedParts returns the subjects of the parts that a stream needs.
func (j *Journal) namedParts(stream string) (map[string]bool, error) {
	named := map[string]bool{}
	head, err := j.loadHead(stream)
	if err != nil || head.seq == 0 {
		return named, err
	}
	list, err := j.partsOf(stream, head)
	for _, subject := range list {
		named[subject] = true
	}
	return named, err
}

// FileSize returns the bytes of the log on each of its nodes, and the number of events that were ever
// appended, those that were freed too.
func (j *Journal) FileSize() (bytes, events int64, err error) {
	info, err := j.streamInfo(j.s.log, nil)
	if err != nil {
		return 0, 0, err
	}
	if err := j.refresh(); err != nil {
		return 0, 0, err
	}
	j.s.mu.Lock()
	defer j.s.mu.Unlock()
	for _, p := range j.s.heads {
		events += p.to
	}
	return int64(info.State.Bytes), events, nil
}
