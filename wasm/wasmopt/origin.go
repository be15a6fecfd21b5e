package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// provenVersions are the Go versions whose runtime the passes were checked
// against, by reading it and by the tests of foreign programs. The patterns of
// another version may match while the runtime reads a table in a new way.
var provenVersions = []string{"go1.26"}

// goVersionOf returns the Go version that compiled a module. The Go linker writes
// it in every module, also without names.
func goVersionOf(module []byte) (string, error) {
	switch {
	case len(module) == 0:
		return "", errors.New("the file is empty")
	case bytes.HasPrefix(module, []byte("\x00asm\x0d\x00\x01\x00")):
		return "", errors.New("this is a component; a module inside one cannot be optimized")
	case !bytes.HasPrefix(module, []byte("\x00asm")):
		return "", errors.New("this is no WebAssembly")
	case !bytes.HasPrefix(module, []byte(moduleHeader)):
		return "", errors.New("the module has another version of the binary format than 1, or is cut")
	}
	sections, err := sectionsOf(module)
	if err != nil {
		return "", err
	}
	if err := checkFunctions(sections); err != nil {
		return "", err
	}
	for _, s := range sections {
		if s.id == startSection {
			return "", errors.New("the module has a start function, which the Go linker never writes: it was optimized already")
		}
		if s.id != customSection {
			continue
		}
		r := &reader{b: s.content}
		if string(r.takeBytes(r.readNumber())) == "producers" {
			return goProducer(r)
		}
	}
	return "", errors.New("the module does not say what compiled it: it is not the Go linker's output, or was optimized already")
}

// goProducer reads the version of Go's compiler in a section of producers.
func goProducer(r *reader) (string, error) {
	var others []string
	for fields := r.readNumber(); fields > 0 && !r.bad; fields-- {
		field := string(r.takeBytes(r.readNumber()))
		for values := r.readNumber(); values > 0 && !r.bad; values-- {
			name, version := string(r.takeBytes(r.readNumber())), string(r.takeBytes(r.readNumber()))
			if field == "processed-by" && name == "Go cmd/compile" {
				return version, nil
			}
			others = append(others, strings.TrimSpace(name+" "+version))
		}
	}
	if r.bad {
		return "", errors.New("the section that says what compiled the module is damaged")
	}
	return "", fmt.Errorf("the module was compiled by %s, not by Go's own compiler", strings.Join(others, ", "))
}

// checkFunctions checks that the module has all functions that it declares, each
// whole.
func checkFunctions(sections []*section) error {
	declared, bodies := 0, 0
	for _, s := range sections {
		r := &reader{b: s.content}
		switch s.id {
		case functionSection:
			declared = r.readNumber()
		case codeSection:
			bodies = r.readNumber()
			for range bodies {
				if r.takeBytes(r.readNumber()); r.bad {
					return errors.New("the module ends inside a function")
				}
			}
		}
	}
	if declared != bodies || declared == 0 {
		return fmt.Errorf("the module declares %d functions and has %d", declared, bodies)
	}
	return nil
}

// checkProven returns an error for a Go version that is not proven.
func checkProven(version string) error {
	minor := version
	if parts := strings.SplitN(version, ".", 3); len(parts) == 3 {
		minor = parts[0] + "." + parts[1]
	}
	minor, _, _ = strings.Cut(minor, " ") // experiments follow
	if slices.Contains(provenVersions, minor) {
		return nil
	}
	return fmt.Errorf("the module was compiled by %s; the passes are proven for %s (-unproven runs them all the same)", version, strings.Join(provenVersions, ", "))
}
