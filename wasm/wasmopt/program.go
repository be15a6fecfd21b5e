package main

import (
	_ "embed"
	"strings"
)

// program is what structureJumps needs to know about a module's functions, by
// their names.
type program struct {
	first        int          // number of the first function that is not imported
	neverReturns map[int]bool // functions that panic or switch stacks, by number
	hot          map[int]bool // functions that are worth a resumable copy, by number
	named        bool         // the module has names
	missing      []string     // hot functions that the module does not have
}

// hotNames lists the functions in which a cost report spends most of its time in
// WebAssembly, in the name section's spelling. A function that can be resumed
// after a call needs a jump table in every loop around the call; each of these
// is therefore in the module twice, once without and once with tables.
//
//go:embed hot.txt
var hotNames string

// coldNames are functions that never return to their caller: after a recovered
// panic a function continues where it runs deferred calls. Not every module has
// all of them.
var coldNames = []string{
	"runtime.morestack", "runtime.morestack_noctxt", "runtime.gopanic", "runtime.panicdivide", "runtime.panicshift",
	"runtime.panicdottypeE", "runtime.panicdottypeI", "runtime.panicwrap", "runtime.throw",
	"runtime.goPanicIndex", "runtime.goPanicIndexU", "runtime.goPanicSliceAlen", "runtime.goPanicSliceAlenU",
	"runtime.goPanicSliceAcap", "runtime.goPanicSliceAcapU", "runtime.goPanicSliceB", "runtime.goPanicSliceBU",
	"runtime.goPanicSlice3Alen", "runtime.goPanicSlice3Acap", "runtime.goPanicSlice3C",
	"runtime.goPanicSliceConvert",
}

// readProgram reads the names of a module's functions. In a module without
// names no function is hot, and every function returns.
func readProgram(sections []*section, hot string) *program {
	p := &program{neverReturns: map[int]bool{}, hot: map[int]bool{}}
	p.first = firstFunction(sections)
	names := namesOf(sections)
	p.named = len(names) > 0
	numbers := map[string][]int{} // two packages' names may be spelled the same
	for number, name := range names {
		numbers[name] = append(numbers[name], number)
	}
	for _, name := range coldNames {
		if len(numbers[name]) == 1 {
			p.neverReturns[numbers[name][0]] = true
		}
	}
	for _, name := range strings.Fields(hot) {
		for _, number := range numbers[name] {
			p.hot[number] = true
		}
		if len(numbers[name]) == 0 {
			p.missing = append(p.missing, name)
		}
	}
	return p
}

// firstFunction is the number of the first function that is not imported.
func firstFunction(sections []*section) int {
	for _, s := range sections {
		if s.id == importSection {
			return importedFunctions(s.content)
		}
	}
	return 0
}

// namesOf reads the names of a module's functions, by number. A module without
// a name section has none.
func namesOf(sections []*section) map[int]string {
	names := map[int]string{}
	for _, s := range sections {
		if s.id != customSection {
			continue
		}
		r := &reader{b: s.content}
		if string(r.takeBytes(r.readNumber())) == "name" {
			functionNames(r, names)
		}
	}
	return names
}
