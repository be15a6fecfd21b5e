package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

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
		s := &section{r.readByte(), r.takeBytes(r.readNumber())}
		if r.bad {
			return nil, errors.New("the module ends inside a section")
		}
		sections = append(sections, s)
	}
	return sections, nil
}

// assembleModule writes a module of sections.
func assembleModule(sections []*section) []byte {
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
		count := r.readNumber()
		s.content = binary.AppendUvarint(nil, uint64(count))
		for i := 0; i < count && !r.bad; i++ {
			s.content = appendSized(s.content, f(r.takeBytes(r.readNumber())))
		}
		if r.bad || len(r.b) != 0 {
			return nil, errors.New("the code section does not end with its last function")
		}
	}
	return assembleModule(sections), nil
}

// appendSized appends content with its length before it.
func appendSized(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}

// reader reads the binary format's numbers and byte runs.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) readByte() byte {
	b := r.takeBytes(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

func (r *reader) readNumber() int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > 1<<31 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) takeBytes(n int) []byte {
	if r.bad || n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// functionNames reads the name section's function names by index.
func functionNames(r *reader, names map[int]string) {
	const functions = 1
	for len(r.b) > 0 && !r.bad {
		id := r.readByte()
		sub := &reader{b: r.takeBytes(r.readNumber())}
		if id != functions {
			continue
		}
		for n := sub.readNumber(); n > 0 && !sub.bad; n-- {
			index := sub.readNumber()
			names[index] = string(sub.takeBytes(sub.readNumber()))
		}
	}
}

// importedFunctions counts the functions that are numbered before the module's
// own. Go's modules import nothing else.
func importedFunctions(content []byte) int {
	r := &reader{b: content}
	return r.readNumber()
}

// addStartFunction adds a function without parameters and results that runs
// before any other, but after one that was added so before.
func addStartFunction(module, body []byte) ([]byte, error) {
	sections, err := sectionsOf(module)
	if err != nil {
		return nil, err
	}
	signature := []byte{typeOfFunction, 0, 0}
	number, err := addFunction(sections, signature, body)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(sections, func(s *section) bool { return s.id >= startSection })
	if sections[i].id != startSection {
		start := &section{startSection, binary.AppendUvarint(nil, uint64(number))}
		return assembleModule(slices.Insert(sections, i, start)), nil
	}
	both := append([]byte{0, opCall}, sections[i].content...)
	both = append(binary.AppendUvarint(append(both, opCall), uint64(number)), opEnd)
	number, err = addFunction(sections, signature, both)
	sections[i].content = binary.AppendUvarint(nil, uint64(number))
	return assembleModule(sections), err
}

// nextFunction is the number of the next function that is added.
func nextFunction(sections []*section) (number int) {
	for _, s := range sections {
		switch s.id {
		case importSection:
			number += importedFunctions(s.content)
		case functionSection:
			number += (&reader{b: s.content}).readNumber()
		}
	}
	return number
}

// addFunction adds a function after all others and returns its number.
func addFunction(sections []*section, signature, body []byte) (number int, err error) {
	return nextFunction(sections), addFunctions(sections, signature, body)
}

// addFunctions adds functions of one type after all others.
func addFunctions(sections []*section, signature []byte, added ...[]byte) error {
	types, functions, bodies := -1, -1, -1
	for _, s := range sections {
		switch s.id {
		case typeSection:
			types, s.content = appendItems(s.content, signature)
		case functionSection:
			functions, s.content = appendItems(s.content, slices.Repeat([][]byte{binary.AppendUvarint(nil, uint64(types))}, len(added))...)
		case codeSection:
			sized := make([][]byte, len(added))
			for i, body := range added {
				sized[i] = appendSized(nil, body)
			}
			bodies, s.content = appendItems(s.content, sized...)
		}
	}
	if types < 0 || functions < 0 || bodies != functions {
		return errors.New("the module has no functions, or not all that it declares")
	}
	return nil
}

// appendItems appends to a section's list and returns the first new item's
// number.
func appendItems(content []byte, items ...[]byte) (number int, section []byte) {
	r := &reader{b: content}
	number = r.readNumber()
	section = append(binary.AppendUvarint(nil, uint64(number+len(items))), r.b...)
	return number, append(section, slices.Concat(items...)...)
}
