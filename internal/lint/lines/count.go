package main

import (
	"go/scanner"
	"go/token"
	"path"
	"strings"
)

// isHandWritten reports whether a file's lines count: code of the product and its
// tools that no generator wrote and that is not a test.
func isHandWritten(name string) bool {
	base := path.Base(name)
	switch path.Ext(base) {
	case ".go", ".ts", ".mts", ".js", ".mjs", ".cjs", ".py", ".tmpl":
	default:
		return false
	}
	for _, part := range strings.Split(path.Dir(name), "/") {
		if part == "testdata" || part == "test" || part == "tests" || part == "node_modules" {
			return false
		}
	}
	return !strings.HasSuffix(base, "_test.go") && !strings.HasSuffix(base, ".test.mjs")
}

// countLines returns the lines with code. A generated file has none.
func countLines(name string, text []byte) int {
	head := string(text[:min(len(text), 2000)])
	if strings.Contains(head, "Code generated") || strings.Contains(head, "DO NOT EDIT") || strings.Contains(path.Base(name), ".gen.") {
		return 0
	}
	switch path.Ext(name) {
	case ".go":
		return countGo(text)
	case ".py":
		return countPython(string(text))
	}
	return countSlashes(string(text))
}

// countGo counts the lines that tokens are on; a raw string counts with all its lines.
func countGo(text []byte) int {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	n, last := 0, 0
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return n
		}
		if tok == token.SEMICOLON && literal == "\n" { // inserted at a line's end
			continue
		}
		first := file.Line(pos)
		end := first + strings.Count(literal, "\n")
		n += end - max(first-1, last)
		last = end
	}
}

// countSlashes counts the lines of a language with // and /* comments. A comment
// counts as code when code is on its line.
func countSlashes(text string) int {
	n, inside := 0, false
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if inside {
			_, rest, closed := strings.Cut(line, "*/")
			inside = !closed
			line = strings.TrimSpace(rest)
		} else if strings.HasPrefix(line, "/*") {
			_, rest, closed := strings.Cut(line[2:], "*/")
			inside = !closed
			line = strings.TrimSpace(rest)
		}
		if line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

// countPython counts the lines that are neither comments nor in a docstring, which
// is a string with three quotes that begins a line.
func countPython(text string) int {
	n, quote, isCode := 0, "", false // the quotes of the string that a line begins in, and whether its lines count
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if quote == "" {
			isCode = !isDocstring(line)
		}
		if isCode && line != "" && (quote != "" || line[0] != '#') {
			n++
		}
		quote = openQuote(line, quote)
	}
	return n
}

func isDocstring(line string) bool {
	line = strings.TrimLeft(line, "rR")
	return strings.HasPrefix(line, `"""`) || strings.HasPrefix(line, "'''")
}

// openQuote returns the three quotes that are open after a line which begins inside quote.
func openQuote(line, quote string) string {
	for {
		if quote != "" {
			_, rest, closed := strings.Cut(line, quote)
			if !closed {
				return quote
			}
			line, quote = rest, ""
		}
		double, single := strings.Index(line, `"""`), strings.Index(line, "'''")
		if double < 0 && single < 0 {
			return ""
		}
		quote = `"""`
		if double < 0 || single >= 0 && single < double {
			quote = "'''"
		}
		_, line, _ = strings.Cut(line, quote)
	}
}
