package main

import (
	"encoding/binary"
	"errors"
)

// maxGap is how many zeros between two segments of data are written out. gzip makes
// them smaller than the head of a segment; more of them would cost bytes before gzip.
const maxGap = 48

// mergeData joins data segments that have few zeros between them. wasm-opt splits
// them where that saves a byte.
func mergeData(module []byte) ([]byte, error) {
	out := []byte(moduleHeader)
	r := reader{rest: module[len(moduleHeader):]}
	for len(r.rest) > 0 && !r.bad {
		id := r.take(1)[0]
		content := r.take(r.number())
		if id == dataSection {
			segments, err := readSegments(content)
			if err != nil {
				return nil, err
			}
			content = writeSegments(joinSegments(segments))
		}
		if id != dataCountSection { // without passive segments nothing needs it
			out = appendSized(append(out, id), content)
		}
	}
	if r.bad {
		return nil, errors.New("the module ends inside a section")
	}
	return out, nil
}

const dataCountSection = 12

// segment is a range of the first memory.
type segment struct {
	at   int
	data []byte
}

const (
	opI32Const = 0x41
	opEnd      = 0x0b
)

func readSegments(section []byte) (segments []segment, err error) {
	r := reader{rest: section}
	for n := r.number(); n > 0 && !r.bad; n-- {
		kind, op := r.number(), r.take(1)
		at := r.signed()
		end := r.take(1)
		if r.bad || kind != 0 || op[0] != opI32Const || end[0] != opEnd || at < 0 {
			return nil, errors.New("a data segment has no constant address")
		}
		segments = append(segments, segment{at, r.take(r.number())})
	}
	if r.bad || len(r.rest) > 0 {
		return nil, errors.New("the data section cannot be read")
	}
	return segments, nil
}

// signed reads a signed number.
func (r *reader) signed() int {
	v, shift := int64(0), 0
	for {
		b := r.take(1)
		if r.bad || shift > 28 {
			r.bad = true
			return 0
		}
		v |= int64(b[0]&0x7f) << shift
		if shift += 7; b[0] < 0x80 {
			return int(v << (64 - shift) >> (64 - shift))
		}
	}
}

// joinSegments joins neighbours; their order in the module is that in memory.
func joinSegments(segments []segment) (joined []segment) {
	for _, s := range segments {
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			if gap := s.at - last.at - len(last.data); gap >= 0 && gap <= maxGap {
				last.data = append(append(last.data, make([]byte, gap)...), s.data...)
				continue
			}
		}
		joined = append(joined, segment{s.at, append([]byte(nil), s.data...)})
	}
	return joined
}

func writeSegments(segments []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = appendSigned(append(out, 0, opI32Const), s.at)
		out = appendSized(append(out, opEnd), s.data)
	}
	return out
}

// appendSigned writes a number that is not negative as a signed one.
func appendSigned(out []byte, v int) []byte {
	for ; v >= 0x40; v >>= 7 {
		out = append(out, byte(v&0x7f|0x80))
	}
	return append(out, byte(v))
}
