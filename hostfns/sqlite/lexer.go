package sqlite

import "strings"

// Kinds of tokens; any other kind is the token's only byte.
const (
	word   = 'w' // a keyword or a name
	quoted = 'q' // "name", `name`, [name] or 'text', which SQLite also accepts as a name
	number = 'n'
	broken = 'b' // a quote that does not end
)

// token is one token of SQL; kind 0 is the end.
type token struct {
	kind       byte
	text       string // of a quoted one, what the quotes hold
	start, end int
}

func (t token) isName() bool { return t.kind == word || t.kind == quoted }

// lexer splits SQL as SQLite's tokenizer does (sqlite.org/src, tokenize.c).
// Where they differ, SQLite reports a syntax error.
type lexer struct {
	sql string
	at  int
}

func (l *lexer) nextToken() token {
	l.skipSpace()
	start := l.at
	if start >= len(l.sql) {
		return token{start: start, end: start}
	}
	c := l.sql[start]
	switch {
	case c == '\'' || c == '"' || c == '`':
		return l.readQuoted(c, c)
	case c == '[':
		return l.readQuoted(']', 0)
	case c == '?':
		l.at++
		for l.at < len(l.sql) && isDigit(l.sql[l.at]) {
			l.at++
		}
		return token{'?', l.sql[start:l.at], start, l.at}
	case c != '$' && nameByte(c):
		for l.at < len(l.sql) && nameByte(l.sql[l.at]) {
			l.at++
		}
		kind := byte(word)
		if isDigit(c) {
			kind = number
		}
		return token{kind, l.sql[start:l.at], start, l.at}
	}
	l.at++
	return token{c, l.sql[start:l.at], start, l.at}
}

// readQuoted reads up to the closing byte; twice the byte escape is the byte.
func (l *lexer) readQuoted(closing, escape byte) token {
	start := l.at
	for l.at++; ; l.at++ {
		n := strings.IndexByte(l.sql[l.at:], closing)
		if n < 0 {
			l.at = len(l.sql)
			return token{broken, l.sql[start:], start, l.at}
		}
		l.at += n + 1
		if escape == 0 || l.at >= len(l.sql) || l.sql[l.at] != escape {
			break
		}
	}
	text := l.sql[start+1 : l.at-1]
	if escape != 0 && strings.IndexByte(text, escape) >= 0 {
		text = strings.ReplaceAll(text, string([]byte{escape, escape}), string(escape))
	}
	return token{quoted, text, start, l.at}
}

// skipSpace skips spaces and comments.
func (l *lexer) skipSpace() {
	for l.at < len(l.sql) {
		rest := l.sql[l.at:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			l.at++
		case strings.HasPrefix(rest, "\ufeff"):
			l.at += 3
		case strings.HasPrefix(rest, "--"):
			l.skipPast(rest, 2, "\n")
		case strings.HasPrefix(rest, "/*"):
			l.skipPast(rest, 2, "*/")
		default:
			return
		}
	}
}

// skipPast moves after the next end in rest, which begins here, or to the end of all.
func (l *lexer) skipPast(rest string, from int, end string) {
	if n := strings.Index(rest[from:], end); n >= 0 {
		l.at += from + n + len(end)
	} else {
		l.at = len(l.sql)
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func nameByte(c byte) bool {
	return c >= 0x80 || c == '_' || c == '$' || isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}
