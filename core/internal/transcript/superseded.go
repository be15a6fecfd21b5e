package transcript

// SupersededIndex finds sessions that a longer copy supersedes. Old versions of
// some agents resume by copying everything into a new file; the format's marks
// (adapter.Facts.ResumeCopies) say so. A session is superseded when another such
// session repeats all its keys, in order, and continues.
type SupersededIndex struct {
	byFirst map[uint64][]*Transcript // by first key
}

// Add adds transcripts; nil ones, and those that no copy can supersede, are
// left out.
func (x *SupersededIndex) Add(transcripts ...*Transcript) {
	if x.byFirst == nil {
		x.byFirst = map[uint64][]*Transcript{}
	}
	for _, t := range transcripts {
		if t == nil || !t.Builder.Facts.Resumable || len(t.Builder.keys) == 0 {
			continue
		}
		k := t.Builder.keys[0]
		x.byFirst[k] = append(x.byFirst[k], t)
	}
}

// LongestCopy returns the native id of the longest session that repeats t, or "".
func (x *SupersededIndex) LongestCopy(t *Transcript) string {
	if !t.Builder.Facts.Resumable || len(t.Builder.keys) == 0 {
		return ""
	}
	var best *Transcript
	for _, o := range x.byFirst[t.Builder.keys[0]] {
		if o != t && o.Summary.Agent == t.Summary.Agent && repeatsAll(o, t) && isLonger(o, t) && (best == nil || isLonger(o, best)) {
			best = o
		}
	}
	if best == nil {
		return ""
	}
	return best.Summary.SessionID
}

// repeatsAll reports whether a begins with all keys of b, in order.
func repeatsAll(a, b *Transcript) bool {
	ak, bk := a.Builder.keys, b.Builder.keys
	if len(ak) < len(bk) {
		return false
	}
	for i := range bk {
		if ak[i] != bk[i] {
			return false
		}
	}
	return true
}

// isLonger is a total order of sessions that repeat each other: the one with
// most keys is kept, then the one with most messages, then the newest.
func isLonger(a, b *Transcript) bool {
	if n, m := len(a.Builder.keys), len(b.Builder.keys); n != m {
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
