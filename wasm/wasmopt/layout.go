package main

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// part is a share of a module's bytes.
type part struct {
	name  string
	bytes int
}

// layout breaks a module's size down. The parts of code add up to the code
// section, the sections to the module's size.
type layout struct {
	size     int
	sections []part // in file order, headers included
	packages []part // shares of the code section's bodies, largest first
	code     []byte // the code section's content
}

var sectionNames = map[byte]string{1: "types", 2: "imports", 3: "functions", 4: "tables", 5: "memory", 6: "globals",
	7: "exports", 8: "start", 9: "elements", 10: "code", 11: "data (constants, type and line tables)", 12: "data count"}

// measureLayout measures a module's sections and packages. The packages, given
// by their import paths, are found by the name section, which a stripped module
// does not have.
func measureLayout(module []byte, paths []string) (layout, error) {
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return layout{}, errors.New("this is no WebAssembly")
	}
	l := layout{size: len(module), sections: []part{{"header", 8}}}
	names := map[int]string{}
	imported := 0
	r := &reader{b: module[8:]}
	for len(r.b) > 0 && !r.bad {
		before := len(r.b)
		id := r.readByte()
		content := r.takeBytes(r.readNumber())
		name := sectionNames[id]
		switch id {
		case customSection:
			c := &reader{b: content}
			name = "custom: " + string(c.takeBytes(c.readNumber()))
			if name == "custom: name" {
				functionNames(c, names)
			}
		case importSection:
			imported = importedFunctions(content)
		case codeSection:
			l.code = content
		}
		l.sections = append(l.sections, part{name, before - len(r.b)})
	}
	if r.bad {
		return layout{}, errors.New("the module ends inside a section")
	}
	l.packages = codeByPackage(l.code, names, imported, mangledPaths(paths))
	return l, nil
}

// codeByPackage adds up the code of each package.
func codeByPackage(code []byte, names map[int]string, imported int, known map[string]string) []part {
	if len(names) == 0 {
		return nil
	}
	total := map[string]int{}
	r := &reader{b: code}
	count := r.readNumber()
	total["(section header)"] = len(code) - len(r.b)
	for i := 0; i < count && !r.bad; i++ {
		before := len(r.b)
		r.takeBytes(r.readNumber())
		total[packageOf(names[imported+i], known)] += before - len(r.b)
	}
	var parts []part
	for name, bytes := range total {
		parts = append(parts, part{name, bytes})
	}
	sort.Slice(parts, func(i, j int) bool {
		if parts[i].bytes != parts[j].bytes {
			return parts[i].bytes > parts[j].bytes
		}
		return parts[i].name < parts[j].name
	})
	return parts
}

// packageOf finds the package of a symbol of the name section, where the
// linker writes every character but letters, digits and dots as "_".
func packageOf(symbol string, known map[string]string) string {
	for end := len(symbol); end > 0; end = strings.LastIndexByte(symbol[:end], '.') {
		if path, ok := known[symbol[:end]]; ok {
			return path
		}
	}
	if strings.HasPrefix(symbol, "type_.") || strings.HasPrefix(symbol, "type.") {
		return "(equality and hashing of types)"
	}
	return "(entry points and glue)"
}

var unusual = regexp.MustCompile(`[^\w.]`)

// mangledPaths maps the name section's spelling of import paths to the paths.
func mangledPaths(paths []string) map[string]string {
	known := map[string]string{}
	for _, p := range paths {
		known[unusual.ReplaceAllString(p, "_")] = p
	}
	return known
}

// formatTable renders the layout as lines of text.
func (l layout) formatTable() string {
	var b strings.Builder
	for _, s := range l.sections {
		fmt.Fprintf(&b, "%9d  %s\n", s.bytes, s.name)
	}
	fmt.Fprintf(&b, "%9d  in all\n", l.size)
	if len(l.packages) == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "\ncode by package:\n")
	for _, p := range l.packages {
		fmt.Fprintf(&b, "%9d  %s\n", p.bytes, p.name)
	}
	return b.String()
}
