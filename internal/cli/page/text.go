package page

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/heddle-dev/heddle/core"
)

// colours are the sequences by which programs colour a terminal.
var colours = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// visible shows as ⟨U+202E⟩ what steers, reorders or hides text. Line ends become line feeds, and
// colours of a terminal are left out.
func visible(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = s[i] == '\n' || s[i] == '\t' || s[i] >= ' ' && s[i] < 0x7f
	}
	if clean {
		return s
	}
	s = colours.ReplaceAllLiteralString(strings.ToValidUTF8(s, "\uFFFD"), "")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	var b strings.Builder
	for i, r := range s {
		if r != '\n' && r != '\t' && core.IsHidden(r) && core.IsHiddenAt(s, i) {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
