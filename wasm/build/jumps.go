package main

import (
	"errors"
	"fmt"
)

// The Go compiler knows no structured control flow: a function is one loop
// around a jump table, and every jump in it writes the number of the place it
// goes to and starts the loop anew. WebAssembly engines translate that word
// for word, so each turn of each loop of the program is an indirect jump.
// threadJumps gives such functions their structure back. A jump forwards
// becomes a branch, a jump backwards a branch to a loop of its own. The table
// stays where it is needed: where a function goes on after its stack was
// unwound to switch goroutines. A function that never does is written as its
// jumps go, without a table; of one that is hot there are two, without and with.
//
// The shape that is looked for is that of cmd/internal/obj/wasm/wasmobj.go. A
// function of any other shape stays as it is.
func threadJumps(module []byte) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	p := programOf(sections)
	return p.thread(module, nextFunction(sections))
}

// thread is threadJumps for a module whose next function has a number.
func (p *program) thread(module []byte, next int) ([]byte, error) {
	number, threaded, kept := p.first-1, 0, 0
	var twins [][]byte
	out, err := mapBodies(module, func(body []byte) []byte {
		number++
		f := p.parseFunction(body)
		if f == nil {
			return body
		}
		threaded++
		kept += f.keepStackPointer()
		resumed := f.resumed(1, len(f.segments)-1)
		if resumed && !p.hot[number] {
			return f.structured()
		}
		w := f.flow()
		switch {
		case w == nil:
			return f.structured()
		case resumed:
			twins = append(twins, f.structured())
			return f.nested(w, elsewhere(next+len(twins)-1)...)
		}
		return f.nested(w)
	})
	if err != nil {
		return nil, err
	}
	switch {
	case number > leastFunctions && (threaded == 0 || kept == 0):
		return nil, errors.New("no function, or no call, has the shape that Go gives them: another version of Go?")
	case p.named && len(p.missing) > 0:
		return nil, fmt.Errorf("the module has no functions %q, which wasm/build/hot.txt names", p.missing)
	}
	sections, err := sectionsOf(out)
	if err != nil || len(twins) == 0 {
		return out, err
	}
	if err = addFunctions(sections, []byte{typeOfFunction, 1, typeOfI32, 1, typeOfI32}, twins...); err != nil {
		return nil, err
	}
	return assemble(sections), nil
}

// leastFunctions is more functions than a test's module and fewer than any Go
// program has.
const leastFunctions = 100

// function is a function of the Go compiler, taken apart.
type function struct {
	head     []byte // its locals, and what stands before the first block
	unwind   bool   // there is a block around everything, left to unwind the stack
	calls    []bool // by segment: it calls what returns
	ends     []bool // by segment: nothing goes on behind it
	table    []int  // segment by number; the last counts for all numbers above
	segments [][]piece
	tail     []byte // what stands behind the segments
}

// piece is code to be copied, and how control leaves it. A segment is pieces
// one behind the other; what jumps to a segment jumps to its first piece.
type piece struct {
	code  []byte
	exit  exit
	depth int // blocks around its end, of those that begin in the segment
	to    int // the segment that a jump leads to
}

type exit uint8

const (
	falls     exit = iota // goes on behind it
	jumps                 // goes on in another segment
	unwinds               // leaves the function to unwind the stack
	unwindsIf             // does so unless the number on the stack is 0
)

// Instructions of the binary format.
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opCall         = 0x10
	opCallTable    = 0x11
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opFirstMemory  = 0x28 // loads and stores
	opI32Store     = 0x36
	opLastMemory   = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45
	opI32Eq        = 0x46
	opI32Ne        = 0x47
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI32Mul       = 0x6c
	opI32ShrU      = 0x76
	opLastPlain    = 0xc4
	opBulk         = 0xfc
	opMemoryCopy   = 10
	opMemoryFill   = 11
	noResult       = 0x40
	typeOfI32      = 0x7f
	typeOfFunction = 0x60
)

// Local variables of every function that follows Go's calling convention: its
// only parameter is the number of the place to go on at, and next comes the
// stack pointer.
const (
	place = 0
	stack = 1
)

// parseFunction takes a body apart; nil when it has not the shape.
func (p *program) parseFunction(body []byte) *function {
	r := &reader{b: body}
	for n := r.number(); n > 0 && !r.bad; n-- {
		r.number()
		r.byte()
	}
	if !r.accept(reloaded...) { // the stack pointer, as Go's calling convention has it
		return nil
	}
	f := &function{head: body[:len(body)-len(r.b)]}
	// Blocks up to the table: unwind, loop, one per segment and one for the table.
	rest := *r
	blocks, loop := 0, false
	for !loop && rest.accept(opBlock, noResult) {
		blocks++
		loop = (&reader{b: rest.b}).accept(opLoop, noResult)
	}
	switch {
	case loop && blocks == 1:
		f.unwind = true
		r.take(4)
	case loop:
		return nil
	default:
		loop = r.accept(opLoop, noResult)
	}
	blocks = 0
	for r.accept(opBlock, noResult) {
		blocks++
	}
	if !r.accept(opLocalGet, place, opBrTable) {
		return nil
	}
	last := 0
	for n := r.number(); n >= 0 && !r.bad; n-- {
		last = r.number()
		f.table = append(f.table, last)
	}
	if !loop && blocks == last+2 {
		f.unwind = true
	} else if blocks != last+1 {
		return nil
	}
	if !r.accept(opEnd) || !f.ascending() || !f.parseSegments(p, r, last, loop) {
		return nil
	}
	return f
}

// ascending reports whether the table names every segment, in order.
func (f *function) ascending() bool {
	before := 0
	for i, s := range f.table {
		if s != before && (i == 0 || s != before+1) {
			return false
		}
		before = s
	}
	return f.table[0] == 0
}

// parseSegments reads segments 0 to last and the tail.
func (f *function) parseSegments(p *program, r *reader, last int, loop bool) bool {
	var (
		pieces []piece
		depth  int
		start  = r.b
		length = func() int { return len(start) - len(r.b) }
	)
	f.calls, f.ends = make([]bool, last+1), make([]bool, last+1)
	before, gone := byte(opEnd), false // what was read last, and whether it was a call that does not return
	cut := func(size int, p piece) {
		p.code, p.depth = start[:size], depth
		pieces = append(pieces, p)
		start = r.b
	}
	for len(r.b) > 0 && !r.bad {
		here := length()
		in := r.instruction()
		outer := depth + last - len(f.segments) // the first block around the segments' own
		ended := gone || before == opReturn || before == opUnreachable || before == opBr
		before, gone = in.op, gone && (in.op == opGlobalGet || in.op == opLocalSet || in.op == opBrIf)
		switch in.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			if depth > 0 {
				depth--
				continue
			}
			cut(here, piece{})
			f.ends[len(f.segments)] = ended
			f.segments, pieces = append(f.segments, pieces), nil
			if len(f.segments) > last {
				return !r.bad && f.parseTail(r, loop)
			}
		case opBr, opBrIf:
			switch to := in.number; {
			case to < depth:
			case loop && to == outer && in.op == opBr:
				number, size, ok := jumpBefore(start[:here])
				if !ok {
					return false
				}
				cut(here-size, piece{exit: jumps, to: f.segmentOf(number)})
			case f.unwind && to == outer+btoi(loop):
				cut(here, piece{exit: unwinds + exit(in.op-opBr)})
			default:
				return false
			}
		case opCall, opCallTable:
			if gone = in.op == opCall && p.neverReturns[in.number]; !gone {
				f.calls[len(f.segments)] = true
			}
		case opBrTable:
			return false
		}
	}
	return false
}

// parseTail reads what stands behind the end of the last segment: nothing gets
// there, and the unwind block ends in the answer that says so.
func (f *function) parseTail(r *reader, loop bool) bool {
	if loop { // which is over
		f.tail = append(f.tail, opUnreachable)
	}
	if f.unwind {
		f.tail = append(f.tail, opEnd, opI32Const, 1)
	}
	f.tail = append(f.tail, opEnd)
	want := f.tail
	if !loop { // the end that was met is the tail's first
		want = want[1:]
	}
	return string(r.b) == string(want)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// jumpBefore reads the number that the end of code writes for a jump, and how
// many bytes that takes.
func jumpBefore(code []byte) (number, size int, ok bool) {
	const set = 2
	n := len(code) - set
	if n < 2 || code[n] != opLocalSet || code[n+1] != place {
		return 0, 0, false
	}
	i := n - 1
	for i > 0 && n-i < 5 && code[i-1]&0x80 != 0 {
		i--
	}
	if i < 1 || code[i-1] != opI32Const {
		return 0, 0, false
	}
	shift := 0
	for _, b := range code[i:n] {
		number |= int(b&0x7f) << shift
		shift += 7
	}
	if code[n-1]&0x40 != 0 { // negative
		return 0, 0, false
	}
	return number, n - i + 1 + set, true
}

// segmentOf looks a number up in the table.
func (f *function) segmentOf(number int) int { return f.table[min(number, len(f.table)-1)] }

// numberOf returns the least number of a segment.
func (f *function) numberOf(segment int) int {
	lo, hi := 0, len(f.table)
	for lo < hi {
		if mid := (lo + hi) / 2; f.table[mid] < segment {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// instruction is the start of an instruction: its first byte, and its first
// number if it has one that matters.
type instruction struct {
	op     byte
	number int
}

// instruction reads one. What the Go compiler does not use makes r bad.
func (r *reader) instruction() instruction {
	in := instruction{op: r.byte()}
	switch op := in.op; {
	case op == opBlock || op == opLoop || op == opIf || op == opMemorySize || op == opMemoryGrow:
		r.byte()
	case op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opGlobalSet:
		in.number = r.number()
	case op == opBrTable:
		for n := r.number(); n >= 0 && !r.bad; n-- {
			r.number()
		}
	case op == opCallTable || op >= opFirstMemory && op <= opLastMemory:
		r.number()
		r.skipNumber()
	case op == opI32Const || op == opI64Const:
		r.skipNumber()
	case op == opF32Const:
		r.take(4)
	case op == opF64Const:
		r.take(8)
	case op == opBulk:
		switch in.number = r.number(); {
		case in.number == opMemoryCopy:
			r.take(2)
		case in.number == opMemoryFill:
			r.take(1)
		case in.number > 7:
			r.bad = true
		}
	case op > opLastPlain || op > 0x11 && op < 0x1a || op > 0x1b && op < opLocalGet:
		r.bad = true
	}
	return in
}

// skipNumber passes over a number of any size and sign.
func (r *reader) skipNumber() {
	for !r.bad && r.byte()&0x80 != 0 {
	}
}

// accept reads the given bytes if they come next.
func (r *reader) accept(want ...byte) bool {
	if len(r.b) < len(want) || string(r.b[:len(want)]) != string(want) {
		return false
	}
	r.b = r.b[len(want):]
	return true
}

// resumes reports whether the function may be entered at a segment: to go on
// behind a call, or to call what was deferred.
func (f *function) resumes(s int) bool { return f.calls[s] || s > 0 && f.calls[s-1] }

// resumed reports whether the function may be entered at one of some segments.
func (f *function) resumed(from, to int) bool {
	for s := from; s <= to; s++ {
		if f.resumes(s) {
			return true
		}
	}
	return false
}
