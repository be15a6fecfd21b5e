package main

import (
	"encoding/binary"
	"errors"
)

// maxGap is the longest run of zeros, in bytes, that is written out between
// two segments of data. A segment costs about eight bytes of its own and, when
// an instance is made, more time than copying many zeros; gzip makes next to
// nothing of them. The optimizer minds the bytes alone.
const maxGap = 32

// joinSegments returns the module with neighbouring segments of its data made
// one.
func joinSegments(module []byte) ([]byte, error) {
	mem, err := dataOf(module)
	if err != nil {
		return nil, err
	}
	var joined []segment
	for _, s := range mem.segments {
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			end := last.at + uint64(len(last.data))
			if s.at < end {
				return nil, errors.New("segments of the module's data overlap")
			}
			if s.at-end <= maxGap {
				last.data = append(append(last.data, make([]byte, s.at-end)...), s.data...)
				continue
			}
		}
		joined = append(joined, segment{s.at, append([]byte(nil), s.data...)})
	}
	content := binary.AppendUvarint(nil, uint64(len(joined)))
	for _, s := range joined {
		e := &emitter{out: append(content, 0)} // an active segment
		e.constant(int(s.at))
		content = appendSized(append(e.out, opEnd), s.data)
	}
	return replaceData(module, content, len(joined))
}

// replaceData replaces the content of the data section and, where there is
// one, the count that stands before the code.
func replaceData(module, content []byte, segments int) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	for _, s := range sections {
		switch s.id {
		case dataSection:
			s.content = content
		case dataCountSection:
			s.content = binary.AppendUvarint(nil, uint64(segments))
		}
	}
	return assemble(sections), nil
}
