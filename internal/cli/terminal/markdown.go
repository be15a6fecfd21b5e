package terminal

import (
	"strings"
)

// Bounds of what is rendered: beyond them text is shown as it is.
const (
	mostDepth   = 8       // of quotes and lists
	mostColumns = 20      // of a table
	mostRows    = 500     // of a table that is laid out
	longText    = 1 << 20 // of Markdown
)

// Markdown writes Markdown: headings, emphasis, lists, tables, quotes and fences.
// It reads each byte a fixed number of times.
func (w *Writer) Markdown(indent, text string) {
	text = strings.TrimRight(w.clean(text), "\n ")
	if len(text) > longText {
		w.wrapLine(indent, dim, "(long text, not laid out)")
		for _, l := range strings.Split(text, "\n") {
			w.wrapLine(indent, plain, l)
		}
		return
	}
	b := blocks{w: w, lines: strings.Split(text, "\n"), indent: indent}
	b.write()
}

// blocks writes the blocks of a text, line by line.
type blocks struct {
	w      *Writer
	lines  []string
	indent string
	gap    bool // a blank line is due
	some   bool
}

func (b *blocks) write() {
	for i := 0; i < len(b.lines); {
		i = b.block(i)
	}
}

// begin separates a block from the one before it.
func (b *blocks) begin() {
	if b.gap && b.some {
		b.w.WriteString(strings.TrimRight(b.indent, " ") + "\n")
	}
	b.gap, b.some = false, true
}

// block writes the block that begins at a line, and returns where the next one begins.
func (b *blocks) block(i int) int {
	line := b.lines[i]
	trimmed := strings.TrimLeft(line, " \t")
	switch {
	case trimmed == "":
		b.gap = true
		return i + 1
	case fenceOf(trimmed) != "":
		return b.fence(i, trimmed)
	case headingLevel(trimmed) > 0:
		b.heading(trimmed)
		return i + 1
	case isRule(trimmed):
		b.begin()
		b.w.WriteString(b.indent + b.w.style(dim, strings.Repeat("─", max(b.w.width-columns(b.indent), 8))) + "\n")
		return i + 1
	case trimmed[0] == '>':
		return b.quote(i)
	case strings.Contains(line, "|") && i+1 < len(b.lines) && isTableRule(b.lines[i+1]):
		return b.table(i)
	}
	if mark, body, depth := listMark(line); mark != "" {
		return b.paragraph(i, mark, body, depth)
	}
	if len(line)-len(trimmed) >= 4 && !b.some {
		b.begin()
		b.w.wrapLine(b.indent+"  ", cyan, line)
		return i + 1
	}
	return b.paragraph(i, "", trimmed, 0)
}

// paragraph writes the paragraph, or the item of a list, that begins at line i
// with body.
func (b *blocks) paragraph(i int, mark, body string, depth int) int {
	b.begin()
	first := b.indent + strings.Repeat("  ", depth)
	rest := first
	if mark != "" {
		first += b.w.style(yellow, mark) + " "
		rest += strings.Repeat(" ", len([]rune(mark))+1)
	}
	text := []string{body}
	for i++; i < len(b.lines); i++ {
		line := b.lines[i]
		trimmed := strings.TrimLeft(line, " \t")
		next, _, _ := listMark(line)
		if trimmed == "" || next != "" || fenceOf(trimmed) != "" || headingLevel(trimmed) > 0 || trimmed[0] == '>' || isRule(trimmed) {
			break
		}
		if strings.Contains(line, "|") && i+1 < len(b.lines) && isTableRule(b.lines[i+1]) {
			break
		}
		text = append(text, trimmed)
	}
	l := b.w.newLayout(first, rest)
	from := 0
	for k, line := range text {
		hard := strings.HasSuffix(line, "  ") || strings.HasSuffix(line, `\`)
		text[k] = strings.TrimSuffix(strings.TrimRight(line, " "), `\`)
		if hard && k+1 < len(text) {
			l.inline(plain, strings.Join(text[from:k+1], " "))
			l.endWord()
			l.endLine()
			from = k + 1
		}
	}
	l.inline(plain, strings.Join(text[from:], " "))
	l.finish()
	return i
}

func (b *blocks) heading(line string) {
	b.begin()
	level := headingLevel(line)
	text := strings.TrimRight(strings.TrimSpace(line[level:]), "# ")
	code := bold
	if level <= 2 {
		code = "1;4"
	}
	first := b.indent
	if !b.w.color {
		first += strings.Repeat("#", level) + " "
	}
	l := b.w.newLayout(first, b.indent)
	l.inline(code, text)
	l.finish()
}

// fence writes a fenced block, which ends at its fence or at the end of the text.
func (b *blocks) fence(i int, opening string) int {
	b.begin()
	mark := fenceOf(opening)
	language := strings.TrimSpace(opening[len(mark):])
	prefix := b.indent + b.w.style(dim, "│") + " "
	for i++; i < len(b.lines); i++ {
		line := b.lines[i]
		if end := strings.TrimSpace(line); strings.HasPrefix(end, mark) && strings.Trim(end, mark[:1]) == "" {
			return i + 1
		}
		code := plain
		if language == "diff" && line != "" {
			switch line[0] {
			case '+':
				code = green
			case '-':
				code = red
			}
		}
		b.w.wrapLine(prefix, code, line)
	}
	return i
}

// quote writes a quote, whose blocks are written as those of a text.
func (b *blocks) quote(i int) int {
	b.begin()
	var inner []string
	for ; i < len(b.lines); i++ {
		trimmed := strings.TrimLeft(b.lines[i], " \t")
		if trimmed == "" || trimmed[0] != '>' {
			break
		}
		inner = append(inner, strings.TrimPrefix(trimmed[1:], " "))
	}
	q := blocks{w: b.w, lines: inner, indent: b.indent + b.w.style(dim, "▏") + " "}
	if strings.Count(q.indent, "▏") >= mostDepth {
		for _, line := range inner {
			b.w.wrapLine(q.indent, plain, strings.TrimLeft(line, "> "))
		}
		return i
	}
	q.write()
	return i
}

func headingLevel(line string) int {
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n < len(line) && line[n] != ' ' || n == len(line) {
		return 0
	}
	return n
}

// fenceOf returns the fence that a line begins with; "" for none.
func fenceOf(line string) string {
	n := 0
	for n < len(line) && line[n] == line[0] && (line[0] == '`' || line[0] == '~') {
		n++
	}
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

func isRule(line string) bool {
	line = strings.TrimRight(line, " ")
	return len(line) >= 3 && (strings.Trim(line, "- ") == "" || strings.Trim(line, "* ") == "" || strings.Trim(line, "_ ") == "")
}

// listMark returns the mark of a line that begins an item of a list, what follows
// it, and how deep the list is.
func listMark(line string) (mark, body string, depth int) {
	trimmed := strings.TrimLeft(line, " \t")
	indent := 0
	for _, c := range line[:len(line)-len(trimmed)] {
		if indent++; c == '\t' {
			indent += 3
		}
	}
	end := 0
	for end < len(trimmed) && end < 9 && trimmed[end] >= '0' && trimmed[end] <= '9' {
		end++
	}
	switch {
	case len(trimmed) > 1 && strings.IndexByte("-*+", trimmed[0]) >= 0 && trimmed[1] == ' ':
		mark, body = "•", trimmed[2:]
	case end > 0 && end+1 < len(trimmed) && (trimmed[end] == '.' || trimmed[end] == ')') && trimmed[end+1] == ' ':
		mark, body = trimmed[:end+1], trimmed[end+2:]
	default:
		return "", "", 0
	}
	body = strings.TrimLeft(body, " ")
	if mark == "•" {
		if rest, ok := strings.CutPrefix(body, "[ ] "); ok {
			mark, body = "☐", rest
		} else if rest, ok := strings.CutPrefix(body, "[x] "); ok {
			mark, body = "☑", rest
		}
	}
	return mark, body, min(indent/2, mostDepth)
}
