package jetstream

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/core/host"
)

// The index finds an event by its id, for ever. The events of one append have
// ids that begin alike: such a family is one subject. A line of its messages
// is a run of events whose ids and sequences both count up by one.

// family is the first eight bytes of ids.
type family [8]byte

func familyOf(id [16]byte) family { return family(id[:8]) }

func (f family) token() string { return hex.EncodeToString(f[:]) }

// run is consecutive events of a stream with consecutive ids.
type run struct {
	stream string
	seq    int64  // of the first
	low    uint64 // last eight bytes of the first id
	n      int64
}

// place returns the sequence of an id of the run's family, 0 when it has none.
func (r run) place(id [16]byte) int64 {
	if k := binary.BigEndian.Uint64(id[8:]) - r.low; k < uint64(r.n) {
		return r.seq + int64(k)
	}
	return 0
}

// runs are the runs of an append, by family in the order of their appearance.
type runs struct {
	order []family
	of    map[family][]run
}

func (r *runs) add(stream string, seq int64, id [16]byte) {
	f, low := familyOf(id), binary.BigEndian.Uint64(id[8:])
	if r.of == nil {
		r.of = map[family][]run{}
	}
	list := r.of[f]
	if list == nil {
		r.order = append(r.order, f)
	}
	if n := len(list); n > 0 {
		if last := &list[n-1]; last.stream == stream && last.seq+last.n == seq && last.low+uint64(last.n) == low {
			last.n++
			return
		}
	}
	r.of[f] = append(list, run{stream, seq, low, 1})
}

// appendLine renders a run: the stream's token, the sequence, the last eight
// bytes of the id, the number of events.
func (r run) appendLine(b []byte) []byte {
	b = append(b, encodeName(r.stream)...)
	b = strconv.AppendInt(append(b, ' '), r.seq, 10)
	b = append(b, ' ')
	b = hex.AppendEncode(b, binary.BigEndian.AppendUint64(nil, r.low))
	b = strconv.AppendInt(append(b, ' '), r.n, 10)
	return append(b, '\n')
}

// parseRuns reads the lines of a message of the index.
func parseRuns(body []byte) (out []run, ok bool) {
	for line := range strings.Lines(string(body)) {
		f := strings.Fields(line)
		if len(f) != 4 || len(f[2]) != 16 {
			return nil, false
		}
		name, ok := decodeName(f[0])
		seq, err1 := strconv.ParseInt(f[1], 10, 64)
		low, err2 := strconv.ParseUint(f[2], 16, 64)
		n, err3 := strconv.ParseInt(f[3], 10, 64)
		if !ok || err1 != nil || err2 != nil || err3 != nil || seq < 1 || n < 1 {
			return nil, false
		}
		out = append(out, run{name, seq, low, n})
	}
	return out, true
}

// idsOf indexes the events of writes; out says where the first ones go.
func idsOf(writes []host.Write, out []host.Appended) *runs {
	r := &runs{}
	for i, w := range writes {
		for k := range w.Events {
			r.add(w.Stream, out[i].First+int64(k), w.Events[k].ID)
		}
	}
	return r
}

// knownFamily is what the index has of a family up to a message. Ids that count up are of one
// family: each append of theirs must know the ones before.
type knownFamily struct {
	last uint64 // the newest message
	runs []run
}

// Bounds of what is remembered of the index.
const (
	maxFamilies   = 1024
	maxFamilyRuns = 256
)

func (s *Store) knownFamily(f family) (knownFamily, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.families[f]
	return k, ok
}

func (s *Store) learnFamily(f family, last uint64, runs []run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.families) >= maxFamilies {
		clear(s.families)
	}
	if delete(s.families, f); len(runs) <= maxFamilyRuns {
		s.families[f] = knownFamily{last, slices.Clip(runs)}
	}
}
