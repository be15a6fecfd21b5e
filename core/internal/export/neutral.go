package export

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// Texts of a session come from everywhere: web pages that an agent read, files of strangers,
// output of tools. In a transcript they keep the Markdown that only gives form (lists, emphasis,
// code, links to the web) and lose what would act on the reader: raw HTML, images, which load by
// being looked at, links of other schemes, definitions that give other links their targets, and
// headings that pretend to be another speaker's.
//
// A renderer sees text before it sees blocks as this file does, so nothing here depends on knowing
// the block that a line is in: every line is made harmless by itself, for every block that a renderer
// puts it in. Only a code block is passed on as it is. It is written anew, from the first column,
// where no list or quotation can hold it and end it early, and with a fence longer than any run in it.
// The rules are those of CommonMark 0.31 and, for tables, GitHub's.

// neutral writes a text of a message.
type neutral struct {
	w     *writer
	lines []string
	table bool // there may be a table, in which cells end inside of code
	list  bool // in a list: a deeply indented fence may be an item's
	blank bool // the line before is blank, so that no underline makes a heading of it
}

// writeProse writes a message's text as Markdown that does nothing, and a blank line.
func (w *writer) writeProse(s string) {
	n := &neutral{w: w, lines: splitLines(visibleText(s)), blank: true}
	for _, line := range n.lines {
		n.table = n.table || strings.IndexByte(line, '-') >= 0 && strings.Trim(line, "|:- \t>*+0123456789.)") == ""
	}
	for len(n.lines) > 0 {
		line := n.lines[0]
		if mark, info, ok := n.parseFence(line); ok {
			n.lines = n.lines[1:]
			n.block(mark, info, false)
			continue
		}
		if n.writeContained(line) {
			continue
		}
		if n.blank && !n.list && indentColumns(line) >= 4 && !isBlank(line) {
			n.writeIndented()
			continue
		}
		n.lines = n.lines[1:]
		n.writeLine(line)
	}
	if !n.blank {
		w.writeLine()
	}
}

// parseFence reports whether a line begins a fenced block, with which character and info string.
func (n *neutral) parseFence(line string) (mark string, info string, ok bool) {
	body := strings.TrimLeft(line, " \t")
	if indentColumns(line) > 3 && !n.list {
		return "", "", false
	}
	run := runOf(body, '`')
	if run == 0 {
		run = runOf(body, '~')
	}
	if run < 3 || body[0] == '`' && strings.IndexByte(body[run:], '`') >= 0 {
		return "", "", false
	}
	return body[:run], strings.Trim(body[run:], " \t"), true
}

// writeContained writes a fenced block that begins after the mark of a list item or a quotation. The
// item stays, empty; a quotation around code is left out.
func (n *neutral) writeContained(line string) bool {
	prefix := containerLength(line)
	marks := strings.Trim(line[:prefix], " \t")
	if marks == "" {
		return false
	}
	mark, info, ok := n.parseFence(line[prefix:])
	if !ok {
		return false
	}
	quoted := strings.IndexByte(marks, '>') >= 0
	if !quoted {
		if !n.blank { // the mark alone would make a heading of the line before
			n.w.writeLine()
		}
		n.w.writeLine(strings.TrimRight(line[:prefix], " \t"))
		n.list, n.blank = true, false
	}
	n.lines = n.lines[1:]
	n.block(mark, info, quoted)
	return true
}

// block writes a fenced block up to its end, to that of its quotation, or to
// the end of the text.
func (n *neutral) block(mark, info string, quoted bool) {
	var inside []string
	indent := -1
	for len(n.lines) > 0 {
		line := n.lines[0]
		if quoted {
			body := strings.TrimLeft(line, " ")
			if !strings.HasPrefix(body, ">") {
				break
			}
			line = strings.TrimPrefix(body[1:], " ")
		}
		n.lines = n.lines[1:]
		body := strings.Trim(line, " \t")
		if len(body) >= len(mark) && runOf(body, mark[0]) == len(body) {
			break
		}
		if !isBlank(line) && (indent < 0 || indentColumns(line) < indent) {
			indent = indentColumns(line)
		}
		inside = append(inside, line)
	}
	if !n.list {
		indent = 0
	}
	n.writeCode(info, inside, indent)
}

// writeIndented writes an indented code block as a fenced one.
func (n *neutral) writeIndented() {
	var inside []string
	for len(n.lines) > 0 && (isBlank(n.lines[0]) || indentColumns(n.lines[0]) >= 4) {
		inside = append(inside, n.lines[0])
		n.lines = n.lines[1:]
	}
	for isBlank(inside[len(inside)-1]) {
		inside = inside[:len(inside)-1]
	}
	n.writeCode("", inside, 4)
}

// writeCode writes lines as a code block, without so many columns of indentation.
func (n *neutral) writeCode(info string, lines []string, indent int) {
	for i := range lines {
		lines[i] = trimIndent(lines[i], indent)
	}
	if !n.blank {
		n.w.writeLine()
	}
	body := text.Join(lines, "\n")
	if len(lines) > 0 {
		body += "\n"
	}
	n.w.writeFence(fenceLanguage(info), body)
	n.blank = true
}

// writeLine writes one line that is no code.
func (n *neutral) writeLine(line string) {
	if isBlank(line) {
		if !n.blank {
			n.w.writeLine()
		}
		n.blank = true
		return
	}
	prefix := containerLength(line)
	body := line[prefix:]
	switch {
	case prefix > 0 && strings.Trim(line[:prefix], " \t>") != "":
		n.list = true
	case indentColumns(line) == 0 && n.blank:
		n.list = false
	}
	head := line[:prefix]
	switch level := runOf(body, '#'); {
	case level > 0 && level < 7 && (len(body) == level || body[level] == ' ' || body[level] == '\t'):
		head += "######"[:min(level+speakerLevel, 6)] // below the speakers'
		body = body[level:]
	case !n.blank && isUnderline(body):
		head += `\`
	}
	n.w.writeLine(head, neutralizeLine(body, n.table))
	n.blank = false
}

// speakerLevel is the level of the headings that name speakers.
const speakerLevel = 3

// containerLength returns how many bytes of a line are indentation and the marks of quotations and
// list items.
func containerLength(line string) int {
	at := 0
	for at < len(line) {
		rest := line[at:]
		c, width := rest[0], 1
		for width < len(rest) && width < 10 && c >= '0' && c <= '9' && rest[width] >= '0' && rest[width] <= '9' {
			width++
		}
		switch {
		case c == ' ' || c == '\t' || c == '>':
			at++
			continue
		case c == '-' || c == '*' || c == '+':
		case c >= '0' && c <= '9' && width < len(rest) && (rest[width] == '.' || rest[width] == ')'):
			width++
		default:
			return at
		}
		if width < len(rest) && rest[width] != ' ' && rest[width] != '\t' {
			return at
		}
		if isUnderline(rest) {
			return at
		}
		at += width
	}
	return at
}

// isUnderline reports whether a line could make a heading of the one before.
func isUnderline(body string) bool {
	body = strings.TrimRight(body, " \t")
	return body != "" && (runOf(body, '-') == len(body) || runOf(body, '=') == len(body))
}

// fenceLanguage is the first word of an info string, if it can name a language.
func fenceLanguage(info string) string {
	for i := range len(info) {
		c := info[i]
		if c == ' ' || c == '\t' {
			return info[:i]
		}
		if !isLetter(c) && (c < '0' || c > '9') && strings.IndexByte("+-#._", c) < 0 {
			return ""
		}
	}
	return info
}

// splitLines splits a text at all line ends that Markdown knows.
func splitLines(s string) (lines []string) {
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '\n' {
			continue
		}
		lines = append(lines, s[from:i])
		from = i + 1
	}
	if from < len(s) {
		lines = append(lines, s[from:])
	}
	return lines
}

// indentColumns is how far a line is indented; a tab goes to the next multiple of four.
func indentColumns(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// trimIndent removes so many columns of indentation.
func trimIndent(line string, indent int) string {
	n := 0
	for i := range len(line) {
		switch {
		case n >= indent:
			return repeatSpaces(n-indent) + line[i:]
		case line[i] == ' ':
			n++
		case line[i] == '\t':
			n += 4 - n%4
		default:
			return line[i:]
		}
	}
	return ""
}

func repeatSpaces(n int) string { return "    "[:n] }

func isBlank(line string) bool { return strings.Trim(line, " \t") == "" }

// runOf is how often a character is repeated at the beginning.
func runOf(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }
