package hermes

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// repeats finds messages that a compaction wrote again. What Hermes carries
// over is in the next part of a conversation, or further on in the same
// session, a second time: in newer builds with its old time, in older ones
// among rows written at one moment, together with the summary.
type repeats struct {
	on      bool // there was a compaction
	carried bool // among the rows that one wrote
	first   bool // none of them was seen yet
	before  bool // the row before was summed up later on
	at      int64
	seen    map[uint64]bool
}

// beginPart begins a part; after the first one, with what was carried over.
func (s *repeats) beginPart(carried bool) {
	s.carried, s.first, s.before = carried, carried, false
	if s.on && s.seen == nil {
		s.seen = map[uint64]bool{}
	}
}

// isRepeat takes the next message and reports whether it was seen before.
func (s *repeats) isRepeat(m *message, p *place, r row) bool {
	if !s.on {
		return false
	}
	if s.before && !p.compacted {
		s.carried, s.first = true, true
	}
	s.before = p.compacted
	at, _ := numberOf(&r[5]).ScaledDecimal(unitDigits)
	if m.isSummary() {
		s.carried, s.first, s.at = true, false, at
		_, rest := splitSummary(m.text)
		if rest == "" || !s.seen[messageHash(m.role, rest, r)] {
			s.addHash(m.role, rest, r)
			return false
		}
		m.text, _ = splitSummary(m.text) // the merged message was carried over
		return false
	}
	content, exact := messageHash(m.role, r.textAt(1), r), uint64(0)
	exact = mixHash(content, numberOf(&r[5]))
	old := s.seen[exact] || s.seen[content] && s.carried && (s.first || at-s.at <= carriedGapUnits)
	if !old {
		s.carried = false
	}
	s.first, s.at = false, at
	s.seen[content], s.seen[exact] = true, true
	return old
}

func (s *repeats) addHash(role, content string, r row) {
	if content != "" {
		s.seen[messageHash(role, content, r)] = true
	}
}

// messageHash is FNV-1a over what says that two rows are the same message.
func messageHash(role, content string, r row) uint64 {
	h := uint64(14695981039346656037)
	for _, s := range []string{role, content, r.textAt(2), r.textAt(3), r.textAt(4)} {
		for i := 0; i < len(s); i++ {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return h
}

func mixHash(h uint64, at scan.Value) uint64 {
	for _, c := range at.Raw() {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
