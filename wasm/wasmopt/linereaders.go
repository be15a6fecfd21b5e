package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A program reads files and lines through two functions of its runtime; the
// linker drops those that nothing calls. blank-tracebacks is left out for a
// program that has a caller of them.

// lineReaders are the two functions, and those of the runtime that only hand on
// what they read, in the name section's spelling.
var (
	lineReaders = []string{"runtime.__Frames_.Next", "runtime.FuncForPC"}
	lineRelays  = []string{"runtime.Caller", "runtime.__Func_.FileLine"}
)

// lineUsers are packages whose other functions only print what they read: the
// runtime, in tracebacks and execution traces, and internal/bisect, which looks
// for the change between two Go versions that breaks a program.
var lineUsers = []string{"runtime.", "internal_bisect."}

// blankTracebacks is blankTracebackTables for a module that does not read the
// tables itself, or whose readers may find nothing.
func (s settings) blankTracebacks(module []byte) ([]byte, stats, error) {
	if !s.dropLines {
		reader, err := findLineReader(module)
		if err == nil && reader != "" {
			err = inapplicable(reader + " reads files and lines (-drop-lines drops them all the same)")
		}
		if err != nil {
			return nil, stats{}, err
		}
	}
	return blankTracebackTables(module)
}

// findLineReader names a function of the program that may read files and lines,
// if there is one.
func findLineReader(module []byte) (name string, err error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return "", err
	}
	mem, err := readMemory(module)
	if err != nil {
		return "", err
	}
	names := namesOf(sections)
	if len(names) == 0 {
		return "a program without names, for all that is known,", nil
	}
	first := readProgram(sections, "").first
	readers := map[int]bool{}
	for number, name := range names {
		if slices.Contains(lineReaders, name) || slices.Contains(lineRelays, name) {
			readers[number] = true
		}
	}
	if len(readers) == 0 {
		return "", nil
	}
	if number, ok := mem.findFunctionValue(readers, first); ok {
		return fmt.Sprintf("a variable that holds %s", names[number]), nil
	}
	callers, err := callersOf(module, readers, first)
	if err != nil {
		return "", err
	}
	for _, number := range slices.Sorted(maps.Keys(callers)) {
		onlyPrints := func(prefix string) bool { return strings.HasPrefix(names[number], prefix) }
		if !readers[number] && !slices.ContainsFunc(lineUsers, onlyPrints) {
			return names[number], nil
		}
	}
	return "", nil
}

// callersOf finds the functions that call one of a set.
func callersOf(module []byte, called map[int]bool, first int) (map[int]bool, error) {
	callers := map[int]bool{}
	number := first
	_, err := mapBodies(module, func(body []byte) []byte {
		r := &reader{b: body}
		r.skipLocals()
		for len(r.b) > 0 && !r.bad {
			if in := r.readInstruction(); in.op == opCall && called[in.number] {
				callers[number] = true
			}
		}
		if r.bad {
			callers[number] = true // it may call anything
		}
		number++
		return body
	})
	return callers, err
}

// Go's code address of a function (cmd/link/internal/wasm).
const (
	functionAddressBase  = 0x1000
	functionAddressShift = 16
)

// findFunctionValue finds one of a set of functions that a variable of the
// program holds: its address is a word of the module's data.
func (m *memory) findFunctionValue(functions map[int]bool, first int) (number int, ok bool) {
	for _, s := range m.segments {
		for at := s.at &^ 7; at < s.at+uint64(len(s.data)); at += 8 {
			v := m.readU64(at)
			number := int(v>>functionAddressShift) - functionAddressBase + first
			if v&(1<<functionAddressShift-1) == 0 && v < 1<<40 && functions[number] {
				return number, true
			}
		}
	}
	return 0, false
}
