package redact

import (
	"regexp/syntax"
	"unicode/utf8"
)

// matcher simulates programs on texts. It follows all ways at once, as Thompson and Pike do, so
// every text costs a bounded number of steps for each of its bytes.
type matcher struct {
	steps  int // how many instructions and bytes were looked at
	now    threads
	next   threads
	caps   []int // of the match found so far
	seen   []int // of the thread being added
	window window
}

// window is the part of a text that is searched. Beyond a cut edge is something that no rule may look
// at: no condition about what is beside a position holds there.
type window struct {
	text             string
	start, end       int
	cutStart, cutEnd bool
	plain            *plainText // what the text is made of; nil for an original
}

// match is where a rule matched and where its secret is.
type match struct{ start, end, secret, secretEnd int }

// threads is a list of threads by priority, each at an instruction, with the positions it has passed.
type threads struct {
	dense  []int32
	sparse []int32
	caps   []int
}

func (q *threads) reset(p *program) {
	if len(q.sparse) < len(p.insts) {
		q.sparse = make([]int32, 2*len(p.insts))
		q.dense = make([]int32, 0, 2*len(p.insts))
	}
	q.dense = q.dense[:0]
	if n := len(p.insts) * p.slots; len(q.caps) < n {
		q.caps = make([]int, 2*n)
	}
}

func (q *threads) contains(pc int32) bool {
	i := q.sparse[pc]
	return int(i) < len(q.dense) && q.dense[i] == pc
}

// maxOverrun and its multiple of a match's length bound how far a search for a longer match continues
// after one was found: without it many short matches could each read to the end of the text.
const maxOverrun = 1024

// find returns the leftmost match that begins at from or later, of several the one that the
// expression prefers. A match begins where starts allows it; nil allows it everywhere.
func (m *matcher) find(p *program, w window, from int, starts *startFinder) (match, bool) {
	m.window = w
	m.now.reset(p)
	m.next.reset(p)
	m.caps = append(m.caps[:0], make([]int, p.slots)...)
	m.seen = append(m.seen[:0], make([]int, p.slots)...)
	found := false
	for i := from; i <= w.end; {
		m.steps++
		if len(m.now.dense) == 0 {
			if found {
				break
			}
			if i = m.skip(p, i, starts); i < 0 {
				break
			}
		}
		if found && i-m.caps[1] > maxOverrun+2*(m.caps[1]-m.caps[0]) {
			break
		}
		if !found && (starts == nil || starts.allowed(i)) {
			m.startThread(p, i)
		}
		r, size := rune(-1), 1
		if i < w.end {
			if r, size = rune(w.text[i]), 1; r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(w.text[i:w.end])
			}
		}
		found = m.step(p, i, i+size, r) || found
		m.now, m.next = m.next, m.now
		m.next.dense = m.next.dense[:0]
		i += size
	}
	m.now.dense = m.now.dense[:0]
	return m.result(p, found)
}

// result makes the match of the positions found: its secret is the first group that has text.
func (m *matcher) result(p *program, found bool) (match, bool) {
	if !found {
		return match{}, false
	}
	out := match{m.caps[0], m.caps[1], m.caps[0], m.caps[1]}
	for i := 2; i < p.slots; i += 2 {
		if m.caps[i] >= 0 && m.caps[i] < m.caps[i+1] {
			out.secret, out.secretEnd = m.caps[i], m.caps[i+1]
			break
		}
	}
	return out, true
}

// skip returns the next position from i where a match can begin, -1 without one.
func (m *matcher) skip(p *program, i int, starts *startFinder) int {
	for ; ; i++ {
		if starts != nil {
			if i = starts.next(i); i < 0 {
				return -1
			}
		}
		m.steps++
		if i >= m.window.end {
			if i == m.window.end && p.always {
				return i
			}
			return -1
		}
		if p.canBegin(m.window.text[i]) {
			return i
		}
	}
}

func (m *matcher) startThread(p *program, i int) {
	if i < m.window.end && !p.canBegin(m.window.text[i]) {
		return
	}
	for j := range m.seen {
		m.seen[j] = -1
	}
	m.seen[0] = i
	m.add(p, &m.now, p.start, i)
}

// step moves every thread over the rune at i, which is -1 at the end, and reports whether one of them
// has matched before it. Threads of lower priority than that one are dropped.
func (m *matcher) step(p *program, i, next int, r rune) bool {
	for t, pc := range m.now.dense {
		m.steps++
		in := &p.insts[pc]
		switch in.op {
		case syntax.InstMatch:
			copy(m.caps, m.now.caps[t*p.slots:(t+1)*p.slots])
			m.caps[1] = i
			return true
		case syntax.InstRune:
			if r >= 0 && in.matches(r) {
				copy(m.seen, m.now.caps[t*p.slots:(t+1)*p.slots])
				m.add(p, &m.next, in.out, next)
			}
		}
	}
	return false
}

// add adds a thread at pc and at all places that it reaches without a rune.
func (m *matcher) add(p *program, q *threads, pc int32, i int) {
	for {
		if q.contains(pc) {
			return
		}
		m.steps++
		q.sparse[pc] = int32(len(q.dense))
		q.dense = append(q.dense, pc)
		in := &p.insts[pc]
		switch in.op {
		case syntax.InstRune, syntax.InstMatch:
			copy(q.caps[(len(q.dense)-1)*p.slots:], m.seen)
			return
		case syntax.InstAlt:
			m.add(p, q, in.out, i)
			pc = in.arg
		case syntax.InstNop:
			pc = in.out
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.arg)&^m.window.conditions(i) != 0 {
				return
			}
			pc = in.out
		case syntax.InstCapture:
			if in.arg < 0 {
				pc = in.out
				continue
			}
			old := m.seen[in.arg]
			m.seen[in.arg] = i
			m.add(p, q, in.out, i)
			m.seen[in.arg] = old
			return
		default:
			return
		}
	}
}

// conditions returns what holds at a position about what is beside it. Where something invisible was, a
// word ends and begins, as it may in the original.
func (w *window) conditions(i int) syntax.EmptyOp {
	if i == w.start && w.cutStart || i == w.end && w.cutEnd {
		return 0
	}
	before, after := rune(-1), rune(-1)
	if i > 0 {
		before, _ = utf8.DecodeLastRuneInString(w.text[:i])
	}
	if i < len(w.text) {
		after, _ = utf8.DecodeRuneInString(w.text[i:])
	}
	if w.plain != nil && w.plain.isJoint(i) {
		return syntax.EmptyOpContext(before, -1) | syntax.EmptyOpContext(-1, after)
	}
	return syntax.EmptyOpContext(before, after)
}
