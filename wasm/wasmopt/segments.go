package main

import (
	"encoding/binary"
)

// maxGap is the longest run of zeros, in bytes, that is written out between
// two segments of data. A segment costs about eight bytes of its own and, when
// an instance is made, more time than copying many zeros, which gzip compresses
// to next to nothing. wasm-opt splits segments by their bytes alone.
const maxGap = 32

// mergeSegments returns the module with neighbouring data segments merged.
func mergeSegments(module []byte) ([]byte, stats, error) {
	mem, err := readMemory(module)
	if err != nil {
		return nil, stats{}, err
	}
	var merged []segment
	for _, s := range mem.segments {
		if n := len(merged); n > 0 {
			last := &merged[n-1]
			end := last.at + uint64(len(last.data))
			if s.at < end {
				return nil, stats{}, mismatch("data segments overlap")
			}
			if s.at-end <= maxGap {
				last.data = append(append(last.data, make([]byte, s.at-end)...), s.data...)
				continue
			}
		}
		merged = append(merged, segment{s.at, append([]byte(nil), s.data...)})
	}
	out, err := replaceData(module, merged)
	return out, statsOf(len(mem.segments)-len(merged), "%d segments merged into %d", len(mem.segments), len(merged)), err
}

// encodeSegments writes the content of a data section.
func encodeSegments(segments []segment) []byte {
	content := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		e := &emitter{out: append(content, 0)} // an active segment
		e.emitI32Const(int(s.at))
		content = appendSized(append(e.out, opEnd), s.data)
	}
	return content
}

// replaceData replaces the segments of the data section and, where there is
// one, the count before the code.
func replaceData(module []byte, segments []segment) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	for _, s := range sections {
		switch s.id {
		case dataSection:
			s.content = encodeSegments(segments)
		case dataCountSection:
			s.content = binary.AppendUvarint(nil, uint64(len(segments)))
		}
	}
	return assembleModule(sections), nil
}
