package redact

import (
	"regexp/syntax"
	"unicode/utf8"
)

// program is a compiled expression for the matcher.
type program struct {
	insts  []inst
	start  int32
	slots  int       // the positions that a thread keeps: start, end, and two for each group
	first  [4]uint64 // the bytes that a match can begin with
	always bool      // whether a match can be empty or begin with anything
}

// inst is one instruction of syntax.Prog.
type inst struct {
	op    syntax.InstOp
	out   int32
	arg   int32     // of an empty-width instruction the conditions, of a capture the slot or -1
	ascii [2]uint64 // the ASCII runes that a rune instruction matches
	rune  *syntax.Inst
}

// newProgram keeps the positions of the match and of the groups in keep.
func newProgram(prog *syntax.Prog, keep []int) *program {
	p := &program{insts: make([]inst, len(prog.Inst)), start: int32(prog.Start), slots: 2 + 2*len(keep)}
	var last *inst // repeated parts share their runes
	for i := range prog.Inst {
		from := &prog.Inst[i]
		to := &p.insts[i]
		to.op, to.out, to.arg = from.Op, int32(from.Out), int32(from.Arg)
		switch from.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			to.op, to.rune = syntax.InstRune, from
			if last != nil && sameRunes(from, last.rune) {
				to.ascii = last.ascii
			} else {
				to.ascii = asciiSet(from)
			}
			last = to
		case syntax.InstCapture:
			to.arg = -1
			for j, g := range keep {
				if int(from.Arg)/2 == g {
					to.arg = int32(2 + 2*j + int(from.Arg)%2)
				}
			}
		case syntax.InstAltMatch:
			to.op = syntax.InstAlt
		}
	}
	p.findFirst(p.start, make([]bool, len(p.insts)))
	return p
}

func sameRunes(a, b *syntax.Inst) bool {
	return a.Op == syntax.InstRune && b.Op == syntax.InstRune && len(a.Rune) > 1 && len(b.Rune) > 1 && &a.Rune[0] == &b.Rune[0]
}

func asciiSet(from *syntax.Inst) (set [2]uint64) {
	for c := range rune(utf8.RuneSelf) {
		if from.MatchRune(c) {
			set[c>>6] |= 1 << (c & 63)
		}
	}
	return set
}

// findFirst adds the bytes that a match from pc can begin with.
func (p *program) findFirst(pc int32, seen []bool) {
	if seen[pc] {
		return
	}
	seen[pc] = true
	switch in := &p.insts[pc]; in.op {
	case syntax.InstAlt:
		p.findFirst(in.out, seen)
		p.findFirst(in.arg, seen)
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		p.findFirst(in.out, seen)
	case syntax.InstMatch:
		p.always = true
	case syntax.InstRune:
		p.first[0] |= in.ascii[0]
		p.first[1] |= in.ascii[1]
		p.first[2], p.first[3] = ^uint64(0), ^uint64(0) // every byte that is not ASCII
	}
}

// canBegin reports whether a match can begin with a byte.
func (p *program) canBegin(c byte) bool { return p.always || p.first[c>>6]&(1<<(c&63)) != 0 }

// matches reports whether a rune instruction matches.
func (in *inst) matches(r rune) bool {
	if uint32(r) < utf8.RuneSelf {
		return in.ascii[r>>6]&(1<<(r&63)) != 0
	}
	return in.rune.MatchRune(r)
}
