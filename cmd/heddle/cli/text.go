package cli

import (
	"fmt"
	"strings"
)

// controls tells whether a character could steer a terminal.
func controls(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
}

// steers is controls, or turns text around: the embeddings, overrides and
// isolates of the two directions of writing.
func steers(r rune) bool {
	return controls(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// printable makes such characters visible, so that what stands in a file
// cannot steer the terminal. The end of a line may be CR LF.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return '\uFFFD'
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// printableJSON writes such characters as escapes: the same JSON. In
// canonical JSON they stand in strings only.
func printableJSON(s string) string {
	if strings.IndexFunc(s, steers) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// oneField keeps a value inside its tab-separated field. What comes out of
// such a pipe often ends on a terminal.
func oneField(s string) string {
	return strings.Map(func(r rune) rune {
		if controls(r) {
			return '\uFFFD'
		}
		return r
	}, fieldEnds.Replace(s))
}

var fieldEnds = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// fields renders one tab-separated line.
func fields(values ...string) string {
	for i := range values {
		values[i] = oneField(values[i])
	}
	return strings.Join(values, "\t") + "\n"
}

// named stands in for an empty key.
func named(key string) string {
	if key == "" {
		return "(none)"
	}
	return key
}

// or returns the first value, or the other where it is empty.
func or(value, other string) string {
	if value == "" {
		return other
	}
	return value
}
