package edits

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
)

const patchBegin = "*** Begin Patch"

// patchHeads begin the lines of a patch that name a file.
var patchHeads = [...]string{"Update File: ", "Add File: ", "Delete File: ", "Move to: "}

// patchReader reads the lines of a patch.
type patchReader struct {
	visit    func(Edit)
	file     Edit // of the hunks that follow
	open     bool // a file was named
	told     bool // an edit of it was visited
	old, new []byte
	oldLine  int
	newLine  int
}

// patchTexts visits the edits of the patches that a text holds, in order. In a
// program the lines may end in \n as it is written in a string.
func patchTexts(s string, visit func(Edit)) {
	at := text.Index(s, patchBegin)
	if at < 0 {
		return
	}
	after := s[at+len(patchBegin):]
	if written := !strings.HasPrefix(after, "\n") && !strings.HasPrefix(after, "\r"); written {
		s, at = unescaped(after), 0
	} else {
		s = after
	}
	p := patchReader{visit: visit}
	for more := true; more; {
		var line string
		line, s, more = text.Cut(s, "\n")
		line = strings.TrimRight(line, "\r")
		if strings.HasPrefix(line, "*** End Patch") {
			p.endFile()
			if at = text.Index(s, patchBegin); at < 0 {
				return
			}
			_, s, more = text.Cut(s[at:], "\n")
			continue
		}
		p.read(line)
	}
	p.endFile()
}

// read takes the next line of a patch.
func (p *patchReader) read(line string) {
	if rest, ok := strings.CutPrefix(line, "*** "); ok {
		p.head(rest)
		return
	}
	switch {
	case !p.open:
	case strings.HasPrefix(line, "@@"):
		p.endHunk()
		p.oldLine, p.newLine = hunkLines(line)
	case line == "": // a blank line around a change whose blank is gone
		p.keep("")
	case line[0] == '+':
		p.new = append(append(p.new, line[1:]...), '\n')
	case line[0] == '-':
		p.old = append(append(p.old, line[1:]...), '\n')
	case line[0] == ' ':
		p.keep(line[1:])
	}
}

func (p *patchReader) keep(line string) {
	p.old = append(append(p.old, line...), '\n')
	p.new = append(append(p.new, line...), '\n')
}

// head takes a line that names a file.
func (p *patchReader) head(line string) {
	for i, head := range patchHeads {
		path, ok := strings.CutPrefix(line, head)
		if !ok {
			continue
		}
		path = strings.Trim(path, " \t")
		if head == "Move to: " {
			p.file.Kind, p.file.To = Move, path
			return
		}
		p.endFile()
		p.open = true
		p.file = Edit{Path: path, Kind: [...]Kind{Change, Write, Delete}[i]}
		return
	}
}

func (p *patchReader) endHunk() {
	if len(p.old) == 0 && len(p.new) == 0 {
		return
	}
	e := p.file
	e.Old, e.New, e.OldLine, e.NewLine = string(p.old), string(p.new), p.oldLine, p.newLine
	if e.Kind == Write {
		e.Old, e.Whole, e.OldLine, e.NewLine = "", true, 0, 1
	}
	p.old, p.new, p.oldLine, p.newLine = p.old[:0], p.new[:0], 0, 0
	p.told = true
	p.visit(e)
}

// endFile ends the file of the patch; one without a hunk is deleted, moved or empty.
func (p *patchReader) endFile() {
	if p.endHunk(); p.open && !p.told {
		e := p.file
		e.Whole = e.Kind == Write
		p.visit(e)
	}
	p.open, p.told = false, false
}

// diffTexts visits the hunks of a diff of one file.
func diffTexts(s string, file Edit, visit func(Edit)) {
	p := patchReader{visit: visit, file: file, open: true}
	for more := true; more; {
		var line string
		line, s, more = text.Cut(s, "\n")
		p.read(strings.TrimRight(line, "\r"))
	}
	p.endFile()
}

// hunkLines returns the line numbers of a line @@ -12,3 +14,4 @@; 0 where it has none.
func hunkLines(line string) (before, after int) {
	number := func(mark string) int {
		_, rest, _ := text.Cut(line, mark)
		return lineNumber(rest)
	}
	return number("@@ -"), number(" +")
}

// lineNumber returns the number that a text begins with; 0 without one.
func lineNumber(s string) (n int) {
	for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		if n = n*10 + int(s[i]-'0'); n >= 1<<30 {
			return 0
		}
	}
	return n
}

// unescaped returns what a string of a program means; it ends at its quote.
func unescaped(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}
