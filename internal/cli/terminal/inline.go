package terminal

import "strings"

// inline adds one line of Markdown: emphasis, code, links. A mark without its
// partner is text; what has been looked for in vain is not looked for again.
func (l *layout) inline(base, s string) {
	p := inliner{l: l, base: base, s: s, last: map[string]int{}}
	p.run()
}

type inliner struct {
	l       *layout
	base, s string
	from    int // text from here on is not yet added
	bold    bool
	italic  bool
	strike  bool
	noLink  bool
	last    map[string]int // where a mark last occurs
}

// code returns the style at this place.
func (p *inliner) code() string {
	var codes []string
	if p.base != plain {
		codes = append(codes, p.base)
	}
	if p.bold {
		codes = append(codes, bold)
	}
	if p.italic {
		codes = append(codes, italic)
	}
	if p.strike {
		codes = append(codes, strike)
	}
	return strings.Join(codes, ";")
}

func (p *inliner) flush(to int) {
	p.l.add(p.code(), p.s[p.from:to])
	p.from = to
}

// later reports whether a mark occurs at or after i.
func (p *inliner) later(mark string, i int) bool {
	at, ok := p.last[mark]
	if !ok {
		at = strings.LastIndex(p.s, mark)
		p.last[mark] = at
	}
	return at >= i
}

func (p *inliner) run() {
	for i := 0; i < len(p.s); {
		switch c := p.s[i]; c {
		case '\\':
			if i+1 < len(p.s) && strings.IndexByte("\\`*_{}[]()#+-.!|~>", p.s[i+1]) >= 0 {
				p.flush(i)
				p.from = i + 1
				i++
			}
			i++
		case '`':
			i = p.codeSpan(i)
		case '*', '_':
			i = p.emphasis(i, c)
		case '~':
			if strings.HasPrefix(p.s[i:], "~~") && (p.strike || p.later("~~", i+3)) {
				p.flush(i)
				p.strike = !p.strike
				p.from = i + 2
				i++
			}
			i++
		case '[':
			i = p.link(i)
		default:
			i++
		}
	}
	p.flush(len(p.s))
}

// codeSpan adds the code between two equal runs of back quotes.
func (p *inliner) codeSpan(i int) int {
	n := i
	for n < len(p.s) && p.s[n] == '`' {
		n++
	}
	mark := p.s[i:n]
	if len(mark) > 4 || !p.later(mark, n) {
		return n
	}
	at := strings.Index(p.s[n:], mark)
	p.flush(i)
	code := cyan
	if p.base != plain {
		code = p.base + ";" + cyan
	}
	p.l.add(code, strings.TrimSpace(p.s[n:n+at]))
	p.from = n + at + len(mark)
	return p.from
}

func (p *inliner) emphasis(i int, c byte) int {
	n := i
	for n < len(p.s) && p.s[n] == c {
		n++
	}
	before, after := byte(' '), byte(' ')
	if i > 0 {
		before = p.s[i-1]
	}
	if n < len(p.s) {
		after = p.s[n]
	}
	inside := isWord(before) && isWord(after)
	opens, closes := after != ' ', before != ' '
	if c == '_' && inside || n-i > 3 || !opens && !closes {
		return n
	}
	mark := p.s[i:n]
	on := p.italic
	if len(mark) > 1 {
		on = p.bold
	}
	if on && !closes || !on && (!opens || !p.later(mark, n+1)) {
		return n
	}
	p.flush(i)
	if len(mark) != 2 {
		p.italic = !p.italic
	}
	if len(mark) > 1 {
		p.bold = !p.bold
	}
	p.from = n
	return n
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// link adds the text of a link, and where it leads to when that is not its text.
func (p *inliner) link(i int) int {
	if p.noLink {
		return i + 1
	}
	middle := strings.Index(p.s[i:], "](")
	if middle < 0 {
		p.noLink = true
		return i + 1
	}
	middle += i
	end := strings.IndexByte(p.s[middle:], ')')
	if end < 0 {
		p.noLink = true
		return i + 1
	}
	end += middle
	if open := strings.LastIndexByte(p.s[i:middle], '['); open > 0 { // a bracket before the link
		p.flush(i + open)
		i += open
	}
	start := i
	if i > 0 && p.s[i-1] == '!' && p.from <= i-1 {
		start = i - 1
	}
	p.flush(start)
	text, to := p.s[i+1:middle], p.s[middle+2:end]
	p.l.add(under, text)
	if to != text && to != "" {
		p.l.add(plain, " ")
		p.l.add(dim, "("+to+")")
	}
	p.from = end + 1
	return end + 1
}
