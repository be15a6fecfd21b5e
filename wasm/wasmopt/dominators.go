package main

import (
	"encoding/binary"
	"slices"
)

// flowGraph is the control flow between the segments of a function that is
// entered at its start. Unreachable segments are in none of its lists.
type flowGraph struct {
	successors       [][]int
	predecessors     [][]int
	reversePostorder []int
	rpoIndex         []int    // index in reversePostorder, -1 for unreachable segments
	idom             []int    // immediate dominator; the entry is its own
	domChildren      [][]int  // children in the dominator tree, in reverse postorder
	loopBody         [][]bool // by loop header: the segments of the loop; nil for other segments
}

// controlFlow returns the graph of a function, or nil when the graph is
// irreducible: a loop is entered elsewhere than at its header. Such a function
// cannot be written with nested blocks and loops alone.
func (f *function) controlFlow() *flowGraph {
	n := len(f.segments)
	g := &flowGraph{successors: make([][]int, n), predecessors: make([][]int, n), rpoIndex: slices.Repeat([]int{-1}, n),
		idom: slices.Repeat([]int{-1}, n), domChildren: make([][]int, n), loopBody: make([][]bool, n)}
	f.eachJump(func(from, to int) { g.successors[from] = append(g.successors[from], to) })
	for s := range n - 1 {
		if !f.ends[s] {
			g.successors[s] = append(g.successors[s], s+1)
		}
	}
	g.appendPostorder(0, make([]bool, n))
	slices.Reverse(g.reversePostorder)
	for i, s := range g.reversePostorder {
		g.rpoIndex[s] = i
	}
	for _, s := range g.reversePostorder {
		for _, to := range g.successors[s] {
			g.predecessors[to] = append(g.predecessors[to], s)
		}
	}
	g.computeDominators()
	for _, s := range g.reversePostorder {
		for _, to := range g.successors[s] {
			if g.rpoIndex[to] > g.rpoIndex[s] {
				continue
			}
			if !g.dominates(to, s) {
				return nil
			}
			g.addBackEdge(to, s)
		}
	}
	return g
}

// appendPostorder appends the unseen segments that are reachable from s, and s
// after them.
func (g *flowGraph) appendPostorder(s int, seen []bool) {
	seen[s] = true
	for _, to := range g.successors[s] {
		if !seen[to] {
			g.appendPostorder(to, seen)
		}
	}
	g.reversePostorder = append(g.reversePostorder, s)
}

// computeDominators fills idom and domChildren by the algorithm of Cooper,
// Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func (g *flowGraph) computeDominators() {
	g.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, s := range g.reversePostorder[1:] {
			idom := -1
			for _, p := range g.predecessors[s] {
				switch {
				case g.idom[p] < 0:
				case idom < 0:
					idom = p
				default:
					idom = g.commonDominator(idom, p)
				}
			}
			if g.idom[s] != idom {
				g.idom[s], changed = idom, true
			}
		}
	}
	for _, s := range g.reversePostorder[1:] {
		g.domChildren[g.idom[s]] = append(g.domChildren[g.idom[s]], s)
	}
}

// commonDominator returns the nearest segment that dominates a and b.
func (g *flowGraph) commonDominator(a, b int) int {
	for a != b {
		for g.rpoIndex[a] > g.rpoIndex[b] {
			a = g.idom[a]
		}
		for g.rpoIndex[b] > g.rpoIndex[a] {
			b = g.idom[b]
		}
	}
	return a
}

// dominates reports whether every path from the entry to s contains a.
func (g *flowGraph) dominates(a, s int) bool {
	for g.rpoIndex[s] > g.rpoIndex[a] {
		s = g.idom[s]
	}
	return s == a
}

// addBackEdge adds the natural loop of a jump from tail back to header to the
// header's loop.
func (g *flowGraph) addBackEdge(header, tail int) {
	if g.loopBody[header] == nil {
		g.loopBody[header] = make([]bool, len(g.successors))
		g.loopBody[header][header] = true
	}
	work := []int{tail}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if !g.loopBody[header][s] {
			g.loopBody[header][s] = true
			work = append(work, g.predecessors[s]...)
		}
	}
}

// nestedBody writes a function that is entered at its start only: prefix, then
// the segments as nested blocks and loops, without a jump table.
func (f *function) nestedBody(g *flowGraph, prefix ...byte) []byte {
	e := f.newEmitter(prefix...)
	e.emitDomSubtree(g, 0)
	return append(e.out, f.tail...)
}

// tailToResumable returns the code that continues in a function's resumable
// copy when the function is entered elsewhere than at its start.
func tailToResumable(resumableCopy int) []byte {
	call := binary.AppendUvarint([]byte{opLocalGet, pcLocal, opIf, noResult, opLocalGet, pcLocal, opCall}, uint64(resumableCopy))
	return append(call, opReturn, opEnd)
}

// emitDomSubtree writes a segment and its subtree of the dominator tree, as in
// Ramsey, "Beyond Relooper" (2022). The children outside the segment's loop
// follow the loop. A forward jump leaves the block that ends where its target
// begins; a backward jump restarts a loop.
func (e *emitter) emitDomSubtree(g *flowGraph, s int) {
	var inside, outside []int
	for _, child := range g.domChildren[s] {
		if g.loopBody[s] == nil || g.loopBody[s][child] {
			inside = append(inside, child)
		} else {
			outside = append(outside, child)
		}
	}
	e.openBlocks(outside)
	if g.loopBody[s] != nil {
		e.openBlock(opLoop, label{from: s, to: s})
	}
	e.openBlocks(inside)
	e.emitSegment(s)
	switch {
	case e.ends[s]:
		e.emitOps(opUnreachable)
	case s+1 < len(e.segments):
		e.emitIndexed(opBr, e.depthOf(s+1))
	default:
		e.emitOps(opUnreachable)
	}
	e.closeBlocks(g, inside)
	if g.loopBody[s] != nil {
		e.closeBlock()
	}
	e.closeBlocks(g, outside)
}

// openBlocks opens one block per segment, the innermost for the first.
func (e *emitter) openBlocks(segments []int) {
	for _, s := range slices.Backward(segments) {
		e.openBlock(opBlock, label{from: s, to: s})
	}
}

// closeBlocks closes the blocks of openBlocks and writes each one's subtree
// after its end.
func (e *emitter) closeBlocks(g *flowGraph, segments []int) {
	for _, s := range segments {
		e.closeBlock()
		e.emitDomSubtree(g, s)
	}
}
