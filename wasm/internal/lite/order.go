package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The order of functions decides how much gzip finds twice: it looks back over 32 KB.
// So a function comes after the ones that it has most bytes in common with.
const (
	pieceBytes  = 6    // functions are compared by all their pieces of this length
	commonPiece = 50   // a piece that more functions have says nothing
	lookBack    = 6000 // bytes of functions that the next one is compared with
)

// nameInOrder returns the module with a name for each function. Sorted by name the
// functions lie in an order that gzip compresses well.
func nameInOrder(module []byte) ([]byte, error) {
	imports, functions, err := functionsOf(module)
	if err != nil {
		return nil, err
	}
	names := make([]string, imports+len(functions))
	for i := range imports {
		names[i] = fmt.Sprintf("import%05d", i)
	}
	for place, f := range similarityOrder(functions) {
		names[imports+f] = fmt.Sprintf("function%05d", place)
	}
	list := binary.AppendUvarint(nil, uint64(len(names)))
	for i, name := range names {
		list = binary.AppendUvarint(list, uint64(i))
		list = appendSized(list, []byte(name))
	}
	const functionNames = 1
	section := appendSized([]byte("\x04name"+string(rune(functionNames))), list)
	return appendSized(append(slices.Clone(module), 0), section), nil
}

func appendSized(to, content []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(content))), content...)
}

// functionsOf returns the number of imports, which are all functions, and the
// functions' code.
func functionsOf(module []byte) (imports int, functions [][]byte, err error) {
	r := reader{rest: module[len(moduleHeader):]}
	for len(r.rest) > 0 && !r.bad {
		id := r.take(1)[0]
		content := reader{rest: r.take(r.number())}
		switch id {
		case importSection:
			imports = content.number()
		case codeSection:
			for n := content.number(); n > 0 && !content.bad; n-- {
				functions = append(functions, content.take(content.number()))
			}
		}
		r.bad = r.bad || content.bad
	}
	if r.bad || functions == nil {
		return 0, nil, errors.New("the module has no functions that can be read")
	}
	return imports, functions, nil
}

const (
	importSection = 2
	codeSection   = 10
	dataSection   = 11
)

// similarityOrder starts with the first function and continues with the one that has
// most pieces in common with the last ones, for its length.
func similarityOrder(functions [][]byte) []int {
	w := newWindow(functions)
	placed := make([]bool, len(functions))
	order := make([]int, 0, len(functions))
	size, oldest := 0, 0
	for next := 0; len(order) < len(functions); next = w.mostSimilar(placed) {
		placed[next] = true
		order = append(order, next)
		w.change(next, +1)
		for size += len(functions[next]); size > lookBack && oldest < len(order)-1; oldest++ {
			size -= len(functions[order[oldest]])
			w.change(order[oldest], -1)
		}
	}
	return order
}

// window counts the pieces that each function has in common with the last ones.
type window struct {
	functions [][]byte
	pieces    [][]int // of each function, each once
	having    [][]int // the functions that have a piece
	present   []int   // how many of the last functions have a piece
	common    []int
}

func newWindow(functions [][]byte) *window {
	w := &window{functions: functions, pieces: make([][]int, len(functions)), common: make([]int, len(functions))}
	numbers := map[string]int{}
	for f, code := range functions {
		for i := range max(0, len(code)-pieceBytes+1) {
			piece := string(code[i : i+pieceBytes])
			n, ok := numbers[piece]
			if !ok {
				n = len(numbers)
				numbers[piece] = n
				w.having = append(w.having, nil)
			}
			if have := w.having[n]; len(have) == 0 || have[len(have)-1] != f {
				w.having[n] = append(have, f)
				w.pieces[f] = append(w.pieces[f], n)
			}
		}
	}
	w.present = make([]int, len(w.having))
	return w
}

// change takes a function's pieces into the window, or out of it.
func (w *window) change(f, by int) {
	for _, piece := range w.pieces[f] {
		before := w.present[piece]
		w.present[piece] += by
		if len(w.having[piece]) <= commonPiece && before+w.present[piece] == 1 { // it came or went
			for _, other := range w.having[piece] {
				w.common[other] += by
			}
		}
	}
}

// mostSimilar is the function that is next.
func (w *window) mostSimilar(placed []bool) int {
	best, most := 0, -1.0
	for f, code := range w.functions {
		const least = 20 // bytes that are different in any two functions
		if score := float64(w.common[f]) / float64(len(code)+least); !placed[f] && score > most {
			best, most = f, score
		}
	}
	return best
}
