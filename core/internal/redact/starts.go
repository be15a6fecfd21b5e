package redact

// startFinder says where a match of a rule can begin: in reach of one of its keywords. Its methods
// are asked about ascending positions, except after reset.
type startFinder struct {
	rule    *rule
	text    string
	hits    *hits
	hit     int // the first keyword at searched or later, after the last one without one
	search  int
	matcher *matcher
}

// hits are the positions of a rule's keywords in a window, in order. Of more than maxHits it has the
// first ones and the last.
type hits struct {
	at   []int32
	last int
}

// maxHits bounds the memory for positions; later keywords are looked for in the text.
const maxHits = 1 << 12

func (h *hits) add(at int) {
	if h.last = at; len(h.at) < maxHits {
		h.at = append(h.at, int32(at))
	}
}

// reset makes the finder answer from a smaller position again.
func (f *startFinder) reset(from int) {
	if f.rule.far < 0 {
		return
	}
	if at := from + f.rule.near; at < f.search {
		f.hit, f.search = f.nextHit(at), at
	}
}

// nextHit returns the first keyword at from or later, a position after the last one without one.
func (f *startFinder) nextHit(from int) int {
	list := f.hits.at
	low, high := 0, len(list)
	for low < high {
		if mid := (low + high) / 2; int(list[mid]) < from {
			low = mid + 1
		} else {
			high = mid
		}
	}
	f.matcher.steps++
	if low < len(list) {
		return int(list[low])
	}
	at := f.hits.last + 1
	if len(list) == maxHits && from < at {
		f.matcher.steps += f.rule.words().scan(f.text, from, at, func(_, i int) bool {
			at = i
			return false
		})
	}
	return at
}

// advance moves to the first keyword that a match from i can contain.
func (f *startFinder) advance(i int) {
	if at := i + f.rule.near; at > f.search {
		f.search = at
		if f.hit < at {
			f.hit = f.nextHit(at)
		}
	}
}

// next returns the first position from i where a match can begin, -1 without one.
func (f *startFinder) next(i int) int {
	if f.rule.far < 0 {
		return i
	}
	if f.advance(i); f.hit > f.hits.last {
		return -1
	}
	return max(i, f.hit-f.rule.far)
}

// allowed reports whether a match can begin at i.
func (f *startFinder) allowed(i int) bool { return f.next(i) == i }
