package main

import "encoding/binary"

// column is one number of each record of a table in memory: the first at an
// address, the next ones at a distance from each other.
type column struct {
	to, stride uint64
	values     []uint32
}

// arithmetic returns the distance between a column's numbers when it is the same
// for all.
func (c column) arithmetic() (step uint32, ok bool) {
	if len(c.values) > 1 {
		step = c.values[1] - c.values[0]
	}
	for i := 1; i < len(c.values); i++ {
		if c.values[i]-c.values[i-1] != step {
			return 0, false
		}
	}
	return step, true
}

// packNumbers writes a column's numbers in few bytes that compress well. Each is
// twice the distance from the last number that was written so, which suits
// offsets of things that lie one after the other, or twice the distance from
// base, plus 1, which suits numbers that occur often. base is the least number,
// where noFuncData is less than 0.
func packNumbers(values []uint32) (base uint32, packed []byte) {
	count := map[uint32]int{}
	base = values[0]
	for _, v := range values {
		count[v]++
		if v+1 < base+1 {
			base = v
		}
	}
	last := base
	for _, v := range values {
		if count[v] == 1 && v-base >= last-base {
			packed = binary.AppendUvarint(packed, uint64(v-last)<<1)
			last = v
		} else {
			packed = binary.AppendUvarint(packed, uint64(v-base)<<1|1)
		}
	}
	return base, packed
}

// addColumnWriter adds a start function to the module that writes columns. at is
// where packed has to be in memory then; it may be overwritten later.
func addColumnWriter(module []byte, columns []column, at uint64) (out, packed []byte, err error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, nil, err
	}
	unpack := nextFunction(sections)
	fill := unpack + 1
	signature := []byte{typeOfFunction, 5, typeOfI32, typeOfI32, typeOfI32, typeOfI32, typeOfI32, 0}
	if err := addFunctions(sections, signature, numberUnpacker(), arithmeticWriter()); err != nil {
		return nil, nil, err
	}
	e := &emitter{out: []byte{0}}
	for _, c := range columns {
		end := c.to + c.stride*uint64(len(c.values))
		if step, ok := c.arithmetic(); ok {
			e.emitI32Consts(uint32(c.to), uint32(end), uint32(c.stride), c.values[0], step)
			e.emitIndexed(opCall, fill)
			continue
		}
		base, numbers := packNumbers(c.values)
		e.emitI32Consts(uint32(c.to), uint32(end), uint32(c.stride), uint32(at)+uint32(len(packed)), base)
		e.emitIndexed(opCall, unpack)
		packed = append(packed, numbers...)
	}
	out, err = addStartFunction(assembleModule(sections), append(e.out, opEnd))
	return out, packed, err
}

// Parameters of the two functions, and variables of numberUnpacker.
const (
	columnTo     = 0
	columnEnd    = 1
	columnStride = 2
	columnFrom   = 3 // where packed numbers are
	columnBase   = 4
	columnLast   = 5 // written as a distance from the one before
	columnByte   = 6
	columnNumber = 7
	columnPacked = 8
	columnShift  = 9
	columnValue  = 3 // of arithmeticWriter
	columnStep   = 4
)

// numberUnpacker is a function that writes a column of packNumbers. Packed
// numbers have up to 33 bits.
func numberUnpacker() []byte {
	e := &emitter{out: []byte{2, 3, typeOfI32, 2, typeOfI64}}
	e.emitOps(opLocalGet, columnBase, opLocalSet, columnLast, opLoop, noResult)
	e.emitOps(opI64Const, 0, opLocalTee, columnPacked, opLocalSet, columnShift)
	e.emitOps(opLoop, noResult, opLocalGet, columnPacked,
		opLocalGet, columnFrom, opI32Load8U, 0, 0, opLocalTee, columnByte, opI32Const, 0xff, 0, opI32And,
		opI64ExtendI32U, opLocalGet, columnShift, opI64Shl, opI64Or, opLocalSet, columnPacked,
		opLocalGet, columnShift, opI64Const, 7, opI64Add, opLocalSet, columnShift,
		opLocalGet, columnFrom, opI32Const, 1, opI32Add, opLocalSet, columnFrom,
		opLocalGet, columnByte, opI32Const, 0xff, 0, opI32GtU, opBrIf, 0, opEnd)
	odd := []byte{opLocalGet, columnPacked, opI32WrapI64, opI32Const, 1, opI32And, opSelect}
	e.emitOps(opLocalGet, columnTo, opLocalGet, columnBase, opLocalGet, columnLast)
	e.emitOps(odd...)
	e.emitOps(opLocalGet, columnPacked, opI64Const, 1, opI64ShrU, opI32WrapI64, opI32Add, opLocalTee, columnNumber, opI32Store, 2, 0)
	e.emitOps(opLocalGet, columnLast, opLocalGet, columnNumber)
	e.emitOps(odd...)
	e.emitOps(opLocalSet, columnLast)
	e.emitNextRow()
	return e.out
}

// arithmeticWriter is a function that writes a column of numbers with the same
// distance between them.
func arithmeticWriter() []byte {
	e := &emitter{out: []byte{0}}
	e.emitOps(opLoop, noResult, opLocalGet, columnTo, opLocalGet, columnValue, opI32Store, 2, 0)
	e.emitOps(opLocalGet, columnValue, opLocalGet, columnStep, opI32Add, opLocalSet, columnValue)
	e.emitNextRow()
	return e.out
}

// emitNextRow ends a function that is a loop over rows.
func (e *emitter) emitNextRow() {
	e.emitOps(opLocalGet, columnTo, opLocalGet, columnStride, opI32Add, opLocalTee, columnTo, opLocalGet, columnEnd, opI32Ne, opBrIf, 0, opEnd, opEnd)
}

func (e *emitter) emitI32Consts(numbers ...uint32) {
	for _, n := range numbers {
		e.emitI32Const(int(int32(n)))
	}
}
