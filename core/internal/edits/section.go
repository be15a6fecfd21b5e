package edits

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// sectionTexts visits the edits of a text in sections: each begins with the file and
// a tag of its content, [src/a.go#1F7C]. A line such as SWAP 4.=5: says what is done at
// which lines; the lines of new text follow it and begin with +. What they replace is not
// in the call. MV names where the file is moved to.
func sectionTexts(s string, visit func(Edit)) {
	var e Edit // under way, once it has a Kind
	var added []byte
	end := func() {
		if e.New = string(added); e.Kind != "" {
			visit(e)
		}
		e, added = Edit{Path: e.Path}, added[:0]
	}
	for more := true; more; {
		var line string
		line, s, more = text.Cut(s, "\n")
		line = strings.TrimRight(line, "\r")
		if rest, ok := strings.CutPrefix(line, "+"); ok {
			added = append(append(added, rest...), '\n')
			continue
		}
		line = strings.TrimRight(line, " \t")
		at := strings.LastIndexByte(line, '#')
		if to, ok := strings.CutPrefix(line, "MV "); ok {
			end()
			e.Kind, e.To = Move, strings.Trim(to, ` "`)
		} else if at > 1 && line[0] == '[' && line[len(line)-1] == ']' && isTag(line[at+1:len(line)-1]) {
			end()
			e.Path = line[1:at]
		} else if line != "" && line[0] >= 'A' && line[0] <= 'Z' {
			end()
			e.Kind, e.Partial, e.OldLine = Change, true, lineNumber(line[strings.IndexByte(line, ' ')+1:])
		}
	}
	end()
}

// isTag reports whether a text is the tag of a file's content.
func isTag(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; (s[i] < '0' || s[i] > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) >= 3 && len(s) <= 8
}
