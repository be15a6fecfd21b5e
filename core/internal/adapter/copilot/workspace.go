package copilot

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// blank is the white space that may surround a text.
const blank = " \t\r"

// readWorkspace takes the name and the place from a workspace.yaml: a flat
// list of keys, whose texts may be quoted or continue on indented lines.
// "summary" of versions up to 1.0.40 is no title: in 0.0.400 it is the last
// prompt, later the first one, which the events hold whole.
func readWorkspace(b []byte, f *adapter.Facts) {
	var name string
	var named bool
	rest := string(scan.TrimBOM(b))
	for rest != "" {
		var line string
		line, rest, _ = text.Cut(rest, "\n")
		key, value, ok := text.Cut(line, ":")
		if !ok || key == "" || key[0] == ' ' || key[0] == '#' {
			continue
		}
		value = strings.Trim(value, blank)
		for strings.HasPrefix(rest, " ") {
			var more string
			more, rest, _ = text.Cut(rest, "\n")
			value += " " + strings.Trim(more, blank)
		}
		switch value = unquoteScalar(value); key {
		case "name":
			name = value
		case "user_named":
			named = value == "true"
		case "cwd":
			f.Cwd = value
		}
	}
	if named {
		f.UserTitle = name
	} else {
		f.AgentTitle = name
	}
}

// unquoteScalar returns the text of a YAML scalar. Line breaks have become spaces,
// which is what a title makes of them.
func unquoteScalar(s string) string {
	if s == "" || s == "null" || s == "~" {
		return ""
	}
	switch last := s[len(s)-1]; s[0] {
	case '\'':
		if len(s) > 1 && last == '\'' {
			return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
		}
	case '"':
		if v, err := scan.Parse([]byte(s)); err == nil && v.Kind() == scan.String {
			return v.String()
		}
	case '|', '>':
		_, s, _ = text.Cut(s, " ")
	}
	return s
}
