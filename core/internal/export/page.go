package export

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// Page is the frame of a page that shows a session: the session's text as Markdown, for browsers that run no
// scripts, its view as data, and the reader, which replaces the text.
type Page struct {
	_ [0]func() // never compared

	Title  string
	Script string // the reader, or empty where URL has it
	Hash   string // of Script
	URL    string
}

// style is for the text in the page until the reader replaces it.
const style = "pre{max-width:60rem;margin:2rem auto;padding:0 1rem;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace}"

// styleHash is its SHA-256.
const styleHash = "D44tjmL5D/IDORvrlUJLZf6J/i28FOzyhdOp8xndouU="

// IsSafe reports whether the frame can hold the reader: its text ends no element before its end, and its
// hash and address are nothing else.
func (p *Page) IsSafe() bool {
	if p.URL != "" {
		return p.Script == "" && p.Hash == "" && isRelative(p.URL)
	}
	low := strings.ToLower(p.Script)
	return !strings.Contains(low, "</script") && !strings.Contains(low, "<!--") && isHash(p.Hash)
}

// isHash reports whether s is 32 bytes in base64.
func isHash(s string) bool {
	if len(s) != 44 || s[43] != '=' {
		return false
	}
	for i := range 43 {
		if c := s[i]; !isWord(c) && c != '+' && c != '/' {
			return false
		}
	}
	return true
}

// isRelative reports whether s names a file in a folder near the page's own.
func isRelative(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isWord(c) && strings.IndexByte("._-/", c) < 0 {
			return false
		}
	}
	return s[0] != '/'
}

func isWord(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// Head returns what comes before the text.
func (p *Page) Head() []byte {
	allowed := "'self'"
	if p.URL == "" {
		allowed = "'sha256-" + p.Hash + "'"
	}
	out := []byte("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src " + allowed + "; style-src 'sha256-" + styleHash +
		"'; img-src data:; base-uri 'none'; form-action 'none'\">\n<title>")
	out = AppendEscaped(out, strings.ToValidUTF8(p.Title, "\uFFFD"))
	return append(out, "</title>\n<style>"+style+"</style>\n</head>\n<body>\n<pre id=\"heddle-text\">\n"...)
}

// Tail returns what follows the data.
func (p *Page) Tail() []byte {
	if p.URL != "" {
		return []byte("<script src=\"" + p.URL + "\"></script>\n</body>\n</html>\n")
	}
	return []byte("<script>" + p.Script + "</script>\n</body>\n</html>\n")
}

// EndText ends the text.
const EndText = "</pre>\n"

// Data returns JSON as an element that nothing runs. Nothing in it can end the element.
func Data(class string, json []byte) []byte {
	out := append(make([]byte, 0, len(json)+64), "<script type=\"application/json\" class=\"heddle-"+class+"\">"...)
	for _, c := range json {
		if c == '<' {
			out = append(out, `\u003c`...)
		} else {
			out = append(out, c)
		}
	}
	return append(out, "</script>\n"...)
}

// AppendEscaped appends a text as HTML shows it; characters that hide or reorder text are shown as ⟨U+202E⟩.
func AppendEscaped(out []byte, s string) []byte {
	for i, r := range s {
		switch {
		case r == '&':
			out = append(out, "&amp;"...)
		case r == '<':
			out = append(out, "&lt;"...)
		case r != '\n' && r != '\t' && text.HiddenAt(s, i):
			out = append(append(append(out, "⟨U+"...), hexRune(r)...), "⟩"...)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

func hexRune(r rune) string {
	h := strings.ToUpper(text.EncodeHex([]byte{byte(r >> 16), byte(r >> 8), byte(r)}))
	if strings.HasPrefix(h, "00") {
		return h[2:]
	}
	return strings.TrimPrefix(h, "0")
}
