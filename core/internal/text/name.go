package text

import "unicode/utf8"

// NoName is what filters call the absence of a name, which no name may be.
const NoName = "-"

// maxNameBytes limits a name that a user gives.
const maxNameBytes = 128

// IsName reports whether a user may give a tag or a machine this name: 1 to 128
// bytes without control characters and without blanks at its ends.
func IsName(t string) bool {
	if t == "" || len(t) > maxNameBytes || !utf8.ValidString(t) || t[0] == ' ' || t[len(t)-1] == ' ' {
		return false
	}
	for _, r := range t {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			return false
		}
	}
	return true
}

// IsMachine reports whether a machine can have this name: filters need NoName.
func IsMachine(name string) bool { return IsName(name) && name != NoName }

// MatchesName reports whether what has a name, "" for none, passes a filter: every
// name does without one, and NoName is the filter for the absence of a name.
func MatchesName(filter, name string) bool {
	return filter == "" || filter == name || filter == NoName && name == ""
}
