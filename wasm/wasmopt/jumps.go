package main

import "fmt"

// The Go compiler has no structured control flow for WebAssembly: a function is
// one loop around a jump table, and every jump in it sets PC_B, the number of
// its target, and restarts the loop. Engines translate that literally, so every
// turn of every loop of the program is an indirect jump.
//
// structureJumps gives such functions their structure back: a forward jump
// becomes a branch, a backward jump a branch to a loop of its own. The table
// stays where it is needed: where a function is resumed after its stack was
// unwound to switch goroutines. A function that is never resumed is written
// without a table. A hot function is written twice: without a table, and as a
// resumable copy with one.
//
// The pattern is the output of cmd/internal/obj/wasm/wasmobj.go. Other functions
// stay as they are.
func (s settings) structureJumps(module []byte) ([]byte, stats, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, stats{}, err
	}
	p := readProgram(sections, s.hot)
	if !p.named {
		return nil, stats{}, mismatch("the module does not name its functions")
	}
	out, did, err := p.structureFunctions(module, nextFunction(sections))
	if err == nil && 2*did.structured < did.functions {
		err = mismatch("most functions have an unknown pattern")
	}
	return out, stats{summary: did.String(), sites: did.structured, missing: p.missing}, err
}

// jumpStats counts what structureFunctions rewrote.
type jumpStats struct {
	functions, structured int
	copies                int // resumable copies of hot functions
}

func (s jumpStats) String() string {
	return fmt.Sprintf("%d of %d functions structured, %d of them twice", s.structured, s.functions, s.copies)
}

// structureFunctions is structureJumps for a module whose next function has a
// number.
func (p *program) structureFunctions(module []byte, next int) ([]byte, jumpStats, error) {
	var did jumpStats
	var resumableCopies [][]byte
	out, err := mapBodies(module, func(body []byte) []byte {
		number := p.first + did.functions
		did.functions++
		f := p.parseFunction(body)
		if f == nil {
			return body
		}
		did.structured++
		resumable := f.resumableWithin(1, len(f.segments)-1)
		if resumable && !p.hot[number] {
			return f.regionBody()
		}
		g := f.controlFlow()
		switch {
		case g == nil:
			return f.regionBody()
		case resumable:
			resumableCopies = append(resumableCopies, f.regionBody())
			return f.nestedBody(g, tailToResumable(next+len(resumableCopies)-1)...)
		}
		return f.nestedBody(g)
	})
	did.copies = len(resumableCopies)
	if err != nil || did.copies == 0 {
		return out, did, err
	}
	sections, err := sectionsOf(out)
	if err == nil {
		err = addFunctions(sections, []byte{typeOfFunction, 1, typeOfI32, 1, typeOfI32}, resumableCopies...)
	}
	return assembleModule(sections), did, err
}

// function is a parsed function of the Go compiler. A segment is the code
// between two targets of its jump table.
type function struct {
	head     []byte // the locals and the code before the first block
	unwind   bool   // a block around everything is left to unwind the stack
	calls    []bool // by segment: it calls a function that returns
	ends     []bool // by segment: control does not continue in the next one
	table    []int  // segment by PC_B; the last one counts for all greater numbers
	segments [][]piece
	tail     []byte // the code after the segments
}

// piece is code to be copied, and how control leaves it. A segment is a
// sequence of pieces; a jump to a segment is one to its first piece.
type piece struct {
	code  []byte
	exit  exit
	depth int // open blocks at its end, of those that begin in the segment
	to    int // the target segment of a jump
}

type exit uint8

const (
	fallsThrough exit = iota // continues in the next piece
	jumps                    // continues in another segment
	unwinds                  // leaves the function to unwind the stack
	unwindsIf                // does so unless the value on the stack is 0
)

// Local variables of every function that follows Go's calling convention. The
// only parameter, PC_B, is the number at which the function starts or resumes.
const (
	pcLocal = 0
	spLocal = 1 // the function's copy of the stack pointer
)

// parseFunction parses a body; nil when it does not match the pattern.
func (p *program) parseFunction(body []byte) *function {
	r := &reader{b: body}
	r.skipLocals()
	if !r.acceptBytes(reloaded...) { // SP is loaded first by Go's calling convention
		return nil
	}
	f := &function{head: body[:len(body)-len(r.b)]}
	// Blocks up to the table: unwind, loop, one per segment and one for the table.
	rest := *r
	blocks, loop := 0, false
	for !loop && rest.acceptBytes(opBlock, noResult) {
		blocks++
		loop = (&reader{b: rest.b}).acceptBytes(opLoop, noResult)
	}
	switch {
	case loop && blocks == 1:
		f.unwind = true
		r.takeBytes(4)
	case loop:
		return nil
	default:
		loop = r.acceptBytes(opLoop, noResult)
	}
	blocks = 0
	for r.acceptBytes(opBlock, noResult) {
		blocks++
	}
	if !r.acceptBytes(opLocalGet, pcLocal, opBrTable) {
		return nil
	}
	last := 0
	for n := r.readNumber(); n >= 0 && !r.bad; n-- {
		last = r.readNumber()
		f.table = append(f.table, last)
	}
	if !loop && blocks == last+2 {
		f.unwind = true
	} else if blocks != last+1 {
		return nil
	}
	if !r.acceptBytes(opEnd) || !f.tableAscends() || !f.parseSegments(p, r, last, loop) {
		return nil
	}
	return f
}

// tableAscends reports whether the table names every segment, in order.
func (f *function) tableAscends() bool {
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
	before, gone := byte(opEnd), false // the last instruction, and whether it was a call that does not return
	cut := func(size int, p piece) {
		p.code, p.depth = start[:size], depth
		pieces = append(pieces, p)
		start = r.b
	}
	for len(r.b) > 0 && !r.bad {
		here := length()
		in := r.readInstruction()
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
			case f.unwind && to == outer+boolToInt(loop):
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

// parseTail reads the code after the last segment. It is unreachable but for the
// end of the unwind block, which returns 1: the stack is being unwound.
func (f *function) parseTail(r *reader, loop bool) bool {
	if loop { // after its end
		f.tail = append(f.tail, opUnreachable)
	}
	if f.unwind {
		f.tail = append(f.tail, opEnd, opI32Const, 1)
	}
	f.tail = append(f.tail, opEnd)
	want := f.tail
	if !loop { // the tail's first end was read already
		want = want[1:]
	}
	return string(r.b) == string(want)
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// jumpBefore reads the target number that the last instructions of code set for
// a jump, and their size.
func jumpBefore(code []byte) (number, size int, ok bool) {
	const set = 2
	n := len(code) - set
	if n < 2 || code[n] != opLocalSet || code[n+1] != pcLocal {
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

// segmentOf returns the segment that a number leads to.
func (f *function) segmentOf(number int) int { return f.table[min(number, len(f.table)-1)] }

// numberOf returns the least number that leads to a segment.
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

// instruction is an opcode and, if it has one that matters here, its first
// immediate.
type instruction struct {
	op     byte
	number int
}

// readInstruction reads an instruction. One that the Go compiler does not write
// makes r bad.
func (r *reader) readInstruction() instruction {
	in := instruction{op: r.readByte()}
	switch op := in.op; {
	case op == opBlock || op == opLoop || op == opIf || op == opMemorySize || op == opMemoryGrow:
		r.readByte()
	case op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opGlobalSet:
		in.number = r.readNumber()
	case op == opBrTable:
		for n := r.readNumber(); n >= 0 && !r.bad; n-- {
			r.readNumber()
		}
	case op == opCallTable || op >= opFirstMemory && op <= opLastMemory:
		r.readNumber()
		r.skipNumber()
	case op == opI32Const || op == opI64Const:
		r.skipNumber()
	case op == opF32Const:
		r.takeBytes(4)
	case op == opF64Const:
		r.takeBytes(8)
	case op == opBulk:
		switch in.number = r.readNumber(); {
		case in.number == opMemoryCopy:
			r.takeBytes(2)
		case in.number == opMemoryFill:
			r.takeBytes(1)
		case in.number > 7:
			r.bad = true
		}
	case op > opLastPlain || op > 0x11 && op < 0x1a || op > 0x1b && op < opLocalGet:
		r.bad = true
	}
	return in
}

// skipNumber skips a number of any size and sign.
func (r *reader) skipNumber() {
	for !r.bad && r.readByte()&0x80 != 0 {
	}
}

// acceptBytes skips the given bytes if they come next.
func (r *reader) acceptBytes(want ...byte) bool {
	if len(r.b) < len(want) || string(r.b[:len(want)]) != string(want) {
		return false
	}
	r.b = r.b[len(want):]
	return true
}

// resumableAt reports whether the function may be entered at a segment: to
// continue after a call, or to run deferred calls.
func (f *function) resumableAt(s int) bool { return f.calls[s] || s > 0 && f.calls[s-1] }

// resumableWithin reports whether the function may be entered at a segment
// between from and to, both included.
func (f *function) resumableWithin(from, to int) bool {
	for s := from; s <= to; s++ {
		if f.resumableAt(s) {
			return true
		}
	}
	return false
}
