package redact

// startFinder says where a match of a rule can begin: in reach of one of its keywords. Its methods
// are asked about ascending positions, except after reset.
type startFinder struct {
	rule    *rule
	text    string
	last    int // the last position of a keyword
	hit     int // the first keyword at searched or later, after last without one
	search  int
	matcher *matcher
}

// reset makes the finder answer from a smaller position again.
func (f *startFinder) reset(from int) {
	if f.rule.far < 0 {
		return
	}
	if at := from + f.rule.near; at < f.search {
		end := min(f.search, f.last+1)
		if hit := f.nextHit(at, end); hit < end {
			f.hit = hit
		}
		f.search = at
	}
}

// nextHit returns the first keyword in text[from:end], end without one.
func (f *startFinder) nextHit(from, end int) int {
	at := end
	f.matcher.steps += f.rule.own.scan(f.text, from, end, func(_, i int) bool {
		at = i
		return false
	})
	return at
}

// advance moves to the first keyword that a match from i can contain.
func (f *startFinder) advance(i int) {
	if at := i + f.rule.near; at > f.search {
		f.search = at
		if f.hit < at {
			f.hit = f.nextHit(at, max(at, f.last+1))
		}
	}
}

// next returns the first position from i where a match can begin, -1 without one.
func (f *startFinder) next(i int) int {
	if f.rule.far < 0 {
		return i
	}
	if f.advance(i); f.hit > f.last {
		return -1
	}
	return max(i, f.hit-f.rule.far)
}

// allowed reports whether a match can begin at i.
func (f *startFinder) allowed(i int) bool { return f.next(i) == i }
