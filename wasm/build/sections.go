package main

import (
	"bytes"
	"encoding/binary"
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

// layout says where a module's bytes are. The parts of code add up to code,
// and everything adds up to the module's size.
type layout struct {
	size     int
	sections []part // in file order, headers included
	packages []part // shares of the code section's bodies, largest first
	code     []byte // the code section's content
}

// Section numbers of the WebAssembly binary format.
const (
	customSection    = 0
	typeSection      = 1
	importSection    = 2
	functionSection  = 3
	startSection     = 8
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
)

var sectionNames = map[byte]string{1: "types", 2: "imports", 3: "functions", 4: "tables", 5: "memory", 6: "globals",
	7: "exports", 8: "start", 9: "elements", 10: "code", 11: "data (constants, type and line tables)", 12: "data count"}

// measure takes a module apart. Packages, named by their import paths, need
// its name section, which a stripped module does not have.
func measure(module []byte, paths []string) (layout, error) {
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return layout{}, errors.New("not a WebAssembly module")
	}
	l := layout{size: len(module), sections: []part{{"header", 8}}}
	names := map[int]string{}
	imported := 0
	r := &reader{b: module[8:]}
	for len(r.b) > 0 && !r.bad {
		before := len(r.b)
		id := r.byte()
		content := r.take(r.number())
		name := sectionNames[id]
		switch id {
		case customSection:
			c := &reader{b: content}
			name = "custom: " + string(c.take(c.number()))
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
	l.packages = packages(l.code, names, imported, mangled(paths))
	return l, nil
}

// functionNames reads the name section's function names by index.
func functionNames(r *reader, names map[int]string) {
	const functions = 1
	for len(r.b) > 0 && !r.bad {
		id := r.byte()
		sub := &reader{b: r.take(r.number())}
		if id != functions {
			continue
		}
		for n := sub.number(); n > 0 && !sub.bad; n-- {
			index := sub.number()
			names[index] = string(sub.take(sub.number()))
		}
	}
}

// importedFunctions counts the functions that stand before the module's own.
// Go's modules import nothing else.
func importedFunctions(content []byte) int {
	r := &reader{b: content}
	return r.number()
}

// packages adds up the code of each package.
func packages(code []byte, names map[int]string, imported int, known map[string]string) []part {
	if len(names) == 0 {
		return nil
	}
	total := map[string]int{}
	r := &reader{b: code}
	count := r.number()
	total["(section header)"] = len(code) - len(r.b)
	for i := 0; i < count && !r.bad; i++ {
		before := len(r.b)
		r.take(r.number())
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
// linker has written every character but letters, digits and dots as "_".
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

// mangled maps the name section's spelling of import paths to the paths.
func mangled(paths []string) map[string]string {
	known := map[string]string{}
	for _, p := range paths {
		known[unusual.ReplaceAllString(p, "_")] = p
	}
	return known
}

// table renders the layout.
func (l layout) table() string {
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

// moduleHeader begins every module.
const moduleHeader = "\x00asm\x01\x00\x00\x00"

// section is a section of a module, to be changed in place.
type section struct {
	id      byte
	content []byte
}

// sectionsOf lists a module's sections in file order; their contents alias it.
func sectionsOf(module []byte) ([]*section, error) {
	if !bytes.HasPrefix(module, []byte(moduleHeader)) {
		return nil, errors.New("not a WebAssembly module")
	}
	var sections []*section
	r := &reader{b: module[len(moduleHeader):]}
	for len(r.b) > 0 {
		s := &section{r.byte(), r.take(r.number())}
		if r.bad {
			return nil, errors.New("the module ends inside a section")
		}
		sections = append(sections, s)
	}
	return sections, nil
}

// assemble makes a module of sections.
func assemble(sections []*section) []byte {
	out := []byte(moduleHeader)
	for _, s := range sections {
		out = appendSized(append(out, s.id), s.content)
	}
	return out
}

// mapBodies returns the module with the body of each of its functions replaced
// by what f makes of it.
func mapBodies(module []byte, f func(body []byte) []byte) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	for _, s := range sections {
		if s.id != codeSection {
			continue
		}
		r := &reader{b: s.content}
		count := r.number()
		s.content = binary.AppendUvarint(nil, uint64(count))
		for i := 0; i < count && !r.bad; i++ {
			s.content = appendSized(s.content, f(r.take(r.number())))
		}
		if r.bad || len(r.b) != 0 {
			return nil, errors.New("the code section does not end with its last function")
		}
	}
	return assemble(sections), nil
}

func appendSized(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}

// reader reads the binary format's numbers and byte runs.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) byte() byte {
	b := r.take(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

func (r *reader) number() int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > 1<<31 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) take(n int) []byte {
	if r.bad || n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}
