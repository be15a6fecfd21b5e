package drift

import "github.com/heddle-dev/heddle/core/internal/text"

// UnknownTag returns the tag that a prompt begins with, if it looks like an agent's: its
// name has a dash or an underscore, and it closes. People type other tags.
func UnknownTag(prompt string) string {
	if len(prompt) < 2 || prompt[0] != '<' {
		return ""
	}
	end, joined := 1, false
	for ; end < len(prompt) && end <= maxNameBytes; end++ {
		c := prompt[end]
		if c == '-' || c == '_' {
			joined = joined || end > 1
		} else if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			break
		}
	}
	tag := prompt[1:end]
	if !joined || end == len(prompt) {
		return ""
	}
	if c := prompt[end]; c != '>' && c != ' ' && c != '\n' {
		return ""
	}
	if text.Index(prompt, "</"+tag+">") < 0 {
		return ""
	}
	return tag
}
