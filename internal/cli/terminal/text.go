package terminal

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core"
)

// Steers reports whether a character of printed text could steer a terminal, reorder the text
// around it or hide in it. Tabs and line feeds do not.
func Steers(r rune) bool {
	return r != '\n' && r != '\t' && core.IsHidden(r)
}

// visible replaces every character that steers, and every byte that is no text, one by one.
func visible(s string, replace func(b *strings.Builder, r rune)) string {
	var b strings.Builder
	from := 0
	for i, r := range s {
		n := utf8.RuneLen(r)
		broken := r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD")
		if broken {
			n = 1
		}
		if !broken && (!Steers(r) || !core.IsHiddenAt(s, i)) {
			continue
		}
		b.WriteString(s[from:i])
		replace(&b, r)
		from = i + n
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

func replaced(b *strings.Builder, _ rune) { b.WriteRune('\uFFFD') }

// Printable makes such characters visible, so that what is in a file cannot
// steer the terminal. The end of a line may be CR LF.
func Printable(s string) string {
	return visible(strings.ReplaceAll(s, "\r\n", "\n"), replaced)
}

// PrintableJSON writes such characters as escapes: the same JSON. In
// canonical JSON they occur in strings only.
func PrintableJSON(s string) string {
	return visible(s, func(b *strings.Builder, r rune) {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
			return
		}
		fmt.Fprintf(b, `\u%04x`, r)
	})
}

// OneField keeps a value inside its tab-separated field. What comes out of
// such a pipe often ends on a terminal.
func OneField(s string) string { return visible(fieldEnds.Replace(s), replaced) }

// Line is a text on one line, which cannot steer the terminal.
func Line(text string) string { return Printable(OneField(text)) }

var fieldEnds = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// Fields renders one tab-separated line.
func Fields(values ...string) string {
	for i := range values {
		values[i] = OneField(values[i])
	}
	return strings.Join(values, "\t") + "\n"
}

// Named returns a key, or a sign for an empty one.
func Named(key string) string {
	if key == "" {
		return "(none)"
	}
	return key
}

// Or returns the first value, or the other where it is empty.
func Or(value, other string) string {
	if value == "" {
		return other
	}
	return value
}
