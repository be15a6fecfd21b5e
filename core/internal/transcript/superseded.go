package transcript

// SupersededIndex finds sessions that a longer copy supersedes. Old versions of
// some agents resume by copying everything into a new file; the format's marks
// (adapter.Facts.ResumeCopies) say so. A session is superseded when another such
// session repeats all its keys, in order, and continues.
type SupersededIndex struct {
	// longest has, by the hash of an agent and of keys in order, the longest
	// session that begins with them: many copies of one session take no more steps
	// than they have keys.
	longest map[uint64]*Transcript
}

// Add adds transcripts; nil ones, and those that no copy can supersede, are
// left out.
func (x *SupersededIndex) Add(transcripts ...*Transcript) {
	if x.longest == nil {
		x.longest = map[uint64]*Transcript{}
	}
	for _, t := range transcripts {
		if t == nil || !t.Builder.Facts.Resumable {
			continue
		}
		hash := HashKey(t.Summary.Agent)
		for _, k := range t.Builder.StableKeys() {
			hash = hashNext(hash, k)
			if o := x.longest[hash]; o == nil || isLonger(t, o) {
				x.longest[hash] = t
			}
		}
	}
}

// LongestCopy returns the native id of the longest session that repeats t, or "".
func (x *SupersededIndex) LongestCopy(t *Transcript) string {
	if !t.Builder.Facts.Resumable || len(t.Builder.StableKeys()) == 0 {
		return ""
	}
	hash := HashKey(t.Summary.Agent)
	for _, k := range t.Builder.StableKeys() {
		hash = hashNext(hash, k)
	}
	if o := x.longest[hash]; o != nil && o != t && isLonger(o, t) {
		return o.Summary.SessionID
	}
	return ""
}

// hashNext returns the hash of keys and one more, which is a hash already.
func hashNext(hash, key uint64) uint64 {
	hash = (hash ^ key) * 0x9E3779B97F4A7C15
	return hash ^ hash>>29
}

// isLonger is a total order of sessions that repeat each other: the one with
// most keys is kept, then the one with most messages, then the newest.
func isLonger(a, b *Transcript) bool {
	if n, m := len(a.Builder.StableKeys()), len(b.Builder.StableKeys()); n != m {
		return n > m
	}
	if n, m := a.Summary.MessageCount, b.Summary.MessageCount; n != m {
		return n > m
	}
	if a.Summary.UpdatedAt != b.Summary.UpdatedAt {
		return a.Summary.UpdatedAt > b.Summary.UpdatedAt
	}
	return a.Summary.SessionID > b.Summary.SessionID
}
