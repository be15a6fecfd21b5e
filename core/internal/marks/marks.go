// Package marks cuts from the beginning of a prompt what the user did not type: blocks
// that an agent or an editor puts before it. Each agent has its marks as rows;
// how they are found is the same for all.
package marks

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
)

// Mark is a row: what begins a text that the user did not type.
type Mark struct {
	// Tag is the name of a tag, which may have attributes: the block ends at its
	// closing tag, and without one the text was typed.
	Tag string
	// Open says that Tag is only the beginning of the name.
	Open bool
	// Begin and End are the words around a block without a tag. Without an End
	// the whole text is the block.
	Begin, End string
	Since      string // version or date, as far as known
	Source     string // where the row comes from
}

// List is the marks of one agent.
type List []Mark

// Cut returns what is left of a text without the blocks at its beginning; found
// says whether there was one. A text of JSON as it is stored may be passed too:
// white space that is escaped counts as such. It takes time in proportion to the text.
func (l List) Cut(s string) (rest string, found bool) {
	c := cutter{list: l}
	for {
		s = trimSpace(s)
		after, ok := c.cutBlock(s)
		if !ok {
			return s, found
		}
		s, found = after, true
	}
}

// cutter remembers which searches found nothing: no later one of the same would.
type cutter struct {
	list       List
	unbalanced map[string]bool // tags whose blocks do not nest
}

// cutBlock cuts one block.
func (c *cutter) cutBlock(s string) (rest string, ok bool) {
	if s == "" {
		return s, false
	}
	for i := range c.list {
		switch m := &c.list[i]; {
		case m.Tag == "":
			if !strings.HasPrefix(s, m.Begin) {
				continue
			}
			if m.End == "" {
				return "", true
			}
			if at := text.Index(s, m.End); at >= 0 {
				return s[at+len(m.End):], true
			}
		case s[0] == '<':
			if tag := m.tagOf(s[1:]); tag != "" {
				return c.cutTag(s, tag)
			}
		}
	}
	return s, false
}

// tagOf returns the mark's tag when s begins with its name, else "".
func (m *Mark) tagOf(s string) string {
	tag := m.Tag
	if m.Open && strings.HasPrefix(s, tag) {
		end := len(tag)
		for end < len(s) && (s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z' || s[end] >= '0' && s[end] <= '9' || s[end] == '_' || s[end] == '-') {
			end++
		}
		tag = s[:end]
	}
	if isTag(s, tag) {
		return tag
	}
	return ""
}

// isTag reports whether s begins with the name of a tag and what may follow it.
func isTag(s, tag string) bool {
	if !strings.HasPrefix(s, tag) || len(s) == len(tag) {
		return false
	}
	switch s[len(tag)] {
	case '>', ' ', '\t', '\n', '\r', '\\', '/':
		return true
	}
	return false
}

// cutTag cuts the block of a tag that s begins with. Tags of the same name may nest; where they do
// not, as when a block mentions its own tag, it ends at the first closing one.
func (c *cutter) cutTag(s, tag string) (rest string, ok bool) {
	open, _, _ := text.Cut(s, ">")
	if len(open) == len(s) {
		return s, false
	}
	if open[len(open)-1] == '/' {
		return s[len(open)+1:], true
	}
	closing := "</" + tag + ">"
	if !c.unbalanced[tag] {
		if end := nestedEnd(s, tag); end > 0 {
			return s[end:], true
		}
		if c.unbalanced == nil {
			c.unbalanced = map[string]bool{}
		}
		c.unbalanced[tag] = true
	}
	if at := text.Index(s, closing); at >= 0 {
		return s[at+len(closing):], true
	}
	return s, false
}

// nestedEnd returns where the block ends that s begins with, 0 when it does not.
func nestedEnd(s, tag string) int {
	depth := 0
	for at := 0; ; {
		i := text.Index(s[at:], tag)
		if i < 0 {
			return 0
		}
		i += at
		at = i + len(tag)
		switch {
		case i >= 2 && s[i-1] == '/' && s[i-2] == '<' && at < len(s) && s[at] == '>':
			if depth--; depth == 0 {
				return at + 1
			}
		case i >= 1 && s[i-1] == '<' && isTag(s[i:], tag):
			depth++
		}
	}
}

// trimSpace cuts white space from the beginning, escaped or not.
func trimSpace(s string) string {
	for s != "" {
		switch {
		case s[0] == ' ' || s[0] == '\t' || s[0] == '\n' || s[0] == '\r':
			s = s[1:]
		case len(s) > 1 && s[0] == '\\' && (s[1] == 'n' || s[1] == 't' || s[1] == 'r'):
			s = s[2:]
		default:
			return s
		}
	}
	return s
}
