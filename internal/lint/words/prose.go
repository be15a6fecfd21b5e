package main

import (
	"bytes"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// barrier replaces what is not prose, so that no pattern matches across it.
const barrier = 0

// proseOf returns a copy of a file in which everything but prose is a barrier:
// comments and strings stay, and so do line ends and positions. The signs
// that begin a comment line become spaces, because a sentence continues on
// the next line.
func proseOf(path string, data []byte) []byte {
	switch {
	case strings.HasSuffix(path, ".go"):
		return goProse(data, !strings.HasSuffix(path, "_test.go"))
	case strings.HasSuffix(path, ".py") && strings.Contains(path, "/tests/"):
		return scriptProse(data, pythonSyntax, `"`+`'`)
	case strings.HasSuffix(path, ".py"):
		return scriptProse(data, pythonSyntax, "")
	case strings.HasSuffix(path, ".md"):
		return markdownProse(data)
	}
	if strings.Contains(path, "/test/") {
		return scriptProse(data, scriptSyntax, "\"'`")
	}
	return scriptProse(data, scriptSyntax, "")
}

// blankText returns a text of barriers with the line ends and white space of data.
func blankText(data []byte) []byte {
	out := bytes.Clone(data)
	for i, c := range out {
		if c != '\n' && c != ' ' && c != '\t' && c != '\r' {
			out[i] = barrier
		}
	}
	return out
}

// keepProse copies data[from:to] and replaces the signs of comments by spaces.
func keepProse(out, data []byte, from, to int) {
	copy(out[from:to], data[from:to])
	for _, span := range commentSigns.FindAllIndex(out[from:to], -1) {
		for i := from + span[0]; i < from+span[1]; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
}

var commentSigns = regexp.MustCompile(`(?m)^[ \t]*(?://+|/\*+|\*+/?|#+)|\*+/$`)

// goProse keeps the comments and, with messages, the strings of a Go file.
func goProse(data []byte, messages bool) []byte {
	out := blankText(data)
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(data))
	var s scanner.Scanner
	s.Init(file, data, nil, scanner.ScanComments)
	for {
		pos, kind, text := s.Scan()
		if kind == token.EOF {
			return out
		}
		if kind == token.COMMENT || kind == token.STRING && messages && isMessage(text) {
			from := file.Offset(pos)
			keepProse(out, data, from, min(from+len(text), len(data)))
		}
	}
}

// isMessage reports whether a string may be a sentence: it has several words
// and is not JSON.
func isMessage(text string) bool {
	return strings.Contains(text, " ") && !strings.HasPrefix(text[1:], "{")
}

// syntax is what a language's comments and strings begin and end with.
type syntax []struct {
	open, end string
	lines     bool // it may have several lines
	escapes   bool
}

var (
	scriptSyntax = syntax{{"//", "\n", false, false}, {"/*", "*/", true, false},
		{`"`, `"`, false, true}, {`'`, `'`, false, true}, {"`", "`", true, true}}
	pythonSyntax = syntax{{"#", "\n", false, false}, {`"""`, `"""`, true, true}, {`'''`, `'''`, true, true},
		{`"`, `"`, false, true}, {`'`, `'`, false, true}}
)

// scriptProse keeps the comments and strings of a file, apart from the strings
// that begin with one of the marks in without: those of tests are data. A
// quotation mark in a regular expression begins a string that ends with its
// line.
func scriptProse(data []byte, language syntax, without string) []byte {
	out := blankText(data)
	for i := 0; i < len(data); {
		end, prose := i, true
		for _, form := range language {
			if bytes.HasPrefix(data[i:], []byte(form.open)) {
				end = endOf(data, i+len(form.open), form.end, form.lines, form.escapes)
				prose = !strings.Contains(without, form.open)
				break
			}
		}
		if end == i {
			i++
			continue
		}
		if prose {
			keepProse(out, data, i, end)
		}
		i = end
	}
	return out
}

// endOf returns the offset after a comment or string.
func endOf(data []byte, i int, end string, lines, escapes bool) int {
	for ; i < len(data); i++ {
		switch {
		case escapes && data[i] == '\\':
			i++
		case bytes.HasPrefix(data[i:], []byte(end)):
			return i + len(end)
		case data[i] == '\n' && !lines:
			return i
		}
	}
	return len(data)
}

var (
	fence    = regexp.MustCompile("(?m)^ *(```|~~~)")
	codeSpan = regexp.MustCompile("`[^`\n]*`")
)

// markdownProse keeps everything but code.
func markdownProse(data []byte) []byte {
	out := bytes.Clone(data)
	erase := func(from, to int) { copy(out[from:to], blankText(data[from:to])) }
	open := -1
	for _, at := range fence.FindAllIndex(data, -1) {
		if open < 0 {
			open = at[0]
			continue
		}
		erase(open, at[1])
		open = -1
	}
	if open >= 0 {
		erase(open, len(data))
	}
	for _, at := range codeSpan.FindAllIndex(out, -1) {
		erase(at[0], at[1])
	}
	return out
}
