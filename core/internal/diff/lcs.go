package diff

import "math/bits"

// pair is a row and a column that hold the same symbol.
type pair struct{ row, col int32 }

// lcs finds a longest common subsequence of two lists of symbols. It splits
// the rows in two, finds where the columns must be split for it from the
// lengths of both halves (Hirschberg, CACM 18, 1975), and does so until the
// table of a part is small enough to be kept. Lengths of a row against all
// columns are a bit vector, 64 columns a step: bit j is 0 where the length
// grows with column j (Hyyrö, "Bit-parallel LCS-length computation revisited",
// 2004).
//
// Of all longest alignments, drawn as paths through the table from its top
// left corner, it takes the one that goes right as far as it can before it
// goes down. That path has no other optimal path to its right anywhere, so
// the parts of it that lie in two halves are the same kind of path there, and
// the answer does not depend on where the table was split.
type lcs struct {
	rows, cols []int32 // symbols
	r, c       []int32 // the rows and columns whose symbol is on both sides
	most       int64   // words of a table that is kept
	work       *work
	pairs      []pair

	local []int32 // by symbol: its number among the columns of a part, from 1; 0 between parts
	index columns
	table []uint64 // of the last small part
}

// tableWords is the size of a table that is kept, 1 MB.
const tableWords = 1 << 17

// newLCS drops what only one side has, which cannot change the answer. The
// symbols are below distinct.
func newLCS(rows, cols []int32, distinct int, w *work) *lcs {
	l := &lcs{rows: rows, cols: cols, most: tableWords, work: w, local: make([]int32, distinct)}
	l.r, l.c = l.reducePart(ascendingIndexes(len(rows)), ascendingIndexes(len(cols)))
	return l
}

func ascendingIndexes(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// tableCells returns the size of the table.
func (l *lcs) tableCells() int64 { return int64(len(l.r)) * int64(len(l.c)) }

// findPairs returns the pairs in ascending order. Each column is the first with
// its symbol after the previous pair.
func (l *lcs) findPairs() []pair {
	l.solvePart(l.r, l.c)
	next := int32(0)
	for k := range l.pairs {
		p := &l.pairs[k]
		for next < p.col && l.cols[next] != l.rows[p.row] {
			next++
		}
		p.col = next
		next++
	}
	return l.pairs
}

// reducePart returns the rows and columns of a part whose symbol is on both
// sides.
func (l *lcs) reducePart(r, c []int32) (rows, cols []int32) {
	l.work.spendSteps(2 * (len(r) + len(c)))
	for _, j := range c {
		l.local[l.cols[j]] = 1
	}
	for _, i := range r {
		if l.local[l.rows[i]] != 0 {
			rows = append(rows, i)
		}
	}
	for _, j := range c {
		l.local[l.cols[j]] = 0
	}
	for _, i := range rows {
		l.local[l.rows[i]] = 1
	}
	for _, j := range c {
		if l.local[l.cols[j]] != 0 {
			cols = append(cols, j)
		}
	}
	for _, i := range rows {
		l.local[l.rows[i]] = 0
	}
	return rows, cols
}

// solvePart finds the pairs of reduced rows and columns. It calls itself once for
// every halving of the rows.
func (l *lcs) solvePart(r, c []int32) {
	if len(r) == 0 || len(c) == 0 || l.work.err != nil {
		return
	}
	words := (len(c) + 63) / 64
	if len(r) == 1 || int64(len(r))*int64(words) <= l.most {
		l.walkTable(r, c, words)
		return
	}
	mid := len(r) / 2
	top, bottom := make([]uint64, words), make([]uint64, words)
	l.computeLengths(r[:mid], c, top, nil, false)
	l.computeLengths(r[mid:], c, bottom, nil, true)
	if l.work.err != nil {
		return
	}
	// The last column where the lengths of both halves add up to the most.
	sum, best, at := 0, 0, 0
	for k := range c {
		back := len(c) - 1 - k
		sum += int(^top[k>>6]>>(k&63)&1) - int(^bottom[back>>6]>>(back&63)&1)
		if sum >= best {
			best, at = sum, k+1
		}
	}
	l.solvePart(l.reducePart(r[:mid], c[:at]))
	l.solvePart(l.reducePart(r[mid:], c[at:]))
}

// walkTable fills the table of a small part from its end and follows the path from
// its beginning.
func (l *lcs) walkTable(r, c []int32, words int) {
	if n := (len(r) + 1) * words; cap(l.table) < n {
		l.table = make([]uint64, n)
	}
	v, table := l.table[:words], l.table[words:]
	l.computeLengths(r, c, v, table, true)
	if l.work.err != nil {
		return
	}
	for i, j := 0, 0; i < len(r) && j < len(c); {
		back := len(c) - 1 - j
		switch {
		case table[i*words+back>>6]>>(back&63)&1 != 0: // as much without this column
			j++
		case l.rows[r[i]] == l.cols[c[j]]:
			l.pairs = append(l.pairs, pair{r[i], c[j]})
			i++
			j++
		default:
			i++
		}
	}
}

// computeLengths computes the vector v of the rows against all columns, both from
// the end when backward. A table receives the vector as it is at every row.
func (l *lcs) computeLengths(r, c []int32, v, table []uint64, backward bool) {
	words := len(v)
	for i := range v {
		v[i] = ^uint64(0)
	}
	l.index.buildIndex(l, c, words, backward)
	for n := range r {
		i := n
		if backward {
			i = len(r) - 1 - n
		}
		if s := l.local[l.rows[r[i]]]; s != 0 {
			l.index.advanceRow(v, s-1)
		}
		if table != nil {
			copy(table[i*words:], v)
		}
		if l.work.spendSteps(words) {
			break
		}
	}
	for _, j := range c {
		l.local[l.cols[j]] = 0
	}
}

// columns knows where each symbol is among the columns of a part: as a
// list of places, or for a symbol at many places as a mask. At most 256
// symbols can have masks, so memory stays linear.
type columns struct {
	first []int32 // by local number: where its places begin; one more at the end
	place []int32
	mask  []int32 // by local number: which mask, -1 for none
	masks []uint64
	high  int // words of the vector from here on are all ones
}

func (x *columns) buildIndex(l *lcs, c []int32, words int, backward bool) {
	l.work.spendSteps(2 * len(c))
	x.first, x.high = append(x.first[:0], 0), 0
	for _, j := range c {
		s := &l.local[l.cols[j]]
		if *s == 0 {
			*s = int32(len(x.first))
			x.first = append(x.first, 0)
		}
		x.first[*s]++
	}
	// After this loop first[s+1] is where the places of s begin, and the
	// filling moves it to where they end.
	sum := int32(0)
	for s := 1; s < len(x.first); s++ {
		sum, x.first[s] = sum+x.first[s], sum
	}
	if cap(x.place) < len(c) {
		x.place = make([]int32, len(c))
	}
	x.place = x.place[:len(c)]
	for n := range c {
		j := n
		if backward {
			j = len(c) - 1 - n
		}
		at := &x.first[l.local[l.cols[c[j]]]]
		x.place[*at] = int32(n)
		*at++
	}
	x.mask, x.masks = x.mask[:0], x.masks[:0]
	for s := range len(x.first) - 1 {
		places := x.place[x.first[s]:x.first[s+1]]
		if len(places) <= words/4 {
			x.mask = append(x.mask, -1)
			continue
		}
		x.mask = append(x.mask, int32(len(x.masks)/words))
		mask := len(x.masks)
		for range words {
			x.masks = append(x.masks, 0)
		}
		for _, p := range places {
			x.masks[mask+int(p>>6)] |= 1 << (p & 63)
		}
	}
}

// advanceRow takes v over a row of symbol s. A carry into words that are all ones
// leaves them so, which is why it need not be followed above high.
func (x *columns) advanceRow(v []uint64, s int32) {
	if n := int(x.mask[s]); n >= 0 {
		stepDense(v, x.masks[n*len(v):])
		x.high = len(v)
		return
	}
	places := x.place[x.first[s]:x.first[s+1]]
	x.high = max(x.high, int(places[len(places)-1]>>6)+1)
	stepSparse(v[:x.high], places)
}

// stepDense is the step for a mask.
func stepDense(v, mask []uint64) {
	mask = mask[:len(v)]
	var carry uint64
	for i, x := range v {
		m := mask[i]
		var sum uint64
		sum, carry = bits.Add64(x, x&m, carry)
		v[i] = sum | x&^m
	}
}

// stepSparse is the step for a list of places: words without a place change only
// by a carry, which dies in the first word that is not all ones.
func stepSparse(v []uint64, places []int32) {
	var carry uint64
	for w, k := 0, 0; w < len(v) && (k < len(places) || carry != 0); w++ {
		if carry == 0 {
			w = int(places[k] >> 6)
		}
		var m uint64
		for ; k < len(places) && int(places[k]>>6) == w; k++ {
			m |= 1 << (places[k] & 63)
		}
		x := v[w]
		var sum uint64
		sum, carry = bits.Add64(x, x&m, carry)
		v[w] = sum | x&^m
	}
}
