package main

import (
	_ "embed"
	"strings"
)

// program is what a module's function names tell.
type program struct {
	first        int          // number of the first function that is the module's own
	neverReturns map[int]bool // functions that panic or leave the stack, by number
	hot          map[int]bool // functions that are worth a second copy
	named        bool         // there are names
	missing      []string     // hotNames that are not among them
}

// hotNames lists the functions in which most of the time of a cost report
// goes in WebAssembly, in the name section's spelling. A function that goes on
// behind a call needs a table of such places in every loop around one; so there
// are two of each of these, one for the start and one for all other places.
//
//go:embed hot.txt
var hotNames string

// coldNames are functions that never return to where they are called. A panic
// that is recovered goes on where what was deferred is called. Not every module
// has all of them.
var coldNames = []string{
	"runtime.morestack", "runtime.morestack_noctxt", "runtime.gopanic", "runtime.panicdivide", "runtime.panicshift",
	"runtime.panicdottypeE", "runtime.panicdottypeI", "runtime.panicwrap", "runtime.throw",
	"runtime.goPanicIndex", "runtime.goPanicIndexU", "runtime.goPanicSliceAlen", "runtime.goPanicSliceAlenU",
	"runtime.goPanicSliceAcap", "runtime.goPanicSliceAcapU", "runtime.goPanicSliceB", "runtime.goPanicSliceBU",
	"runtime.goPanicSlice3Alen", "runtime.goPanicSlice3Acap", "runtime.goPanicSlice3C",
	"runtime.goPanicSliceConvert",
}

// programOf reads the names of a module's functions. A module without names
// has neither kind.
func programOf(sections []*section) *program {
	p := &program{neverReturns: map[int]bool{}, hot: map[int]bool{}}
	names := map[int]string{}
	for _, s := range sections {
		switch s.id {
		case importSection:
			p.first = importedFunctions(s.content)
		case customSection:
			r := &reader{b: s.content}
			if string(r.take(r.number())) == "name" {
				functionNames(r, names)
			}
		}
	}
	p.named = len(names) > 0
	numbers := map[string]int{}
	for number, name := range names {
		numbers[name] = number
	}
	for _, name := range coldNames {
		if number, ok := numbers[name]; ok {
			p.neverReturns[number] = true
		}
	}
	for _, name := range strings.Fields(hotNames) {
		if number, ok := numbers[name]; ok {
			p.hot[number] = true
		} else {
			p.missing = append(p.missing, name)
		}
	}
	return p
}
