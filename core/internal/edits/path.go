package edits

import "strings"

// Join returns a path as a session's tools mean it: relative paths begin in
// folder, and . and .. are resolved as text. A path from another system keeps its
// form. Without a folder that is absolute, a relative path stays relative.
func Join(folder, path string) string {
	p := parse(path)
	if p.root == "" && folder != "" {
		dir := parse(folder)
		p = parse(string(dir.append(nil)) + dir.separator() + path)
	}
	return string(p.append(nil))
}

// parsed is a path as its components.
type parsed struct {
	root    string // "/", "~", "C:" or "\\"; "" for a relative path
	windows bool
	parts   []string
}

// parse splits a path and resolves . and ..; nothing is above the root.
func parse(path string) parsed {
	var p parsed
	if rest, ok := strings.CutPrefix(path, `\\?\`); ok { // how Windows writes a path that it has resolved
		if path = rest; strings.HasPrefix(rest, `UNC\`) {
			path = `\\` + rest[len(`UNC\`):]
		}
	}
	switch {
	case len(path) > 2 && path[1] == ':' && isLetter(path[0]) && isSlash(path[2]) || len(path) == 2 && path[1] == ':' && isLetter(path[0]):
		p.root, p.windows = string([]byte{path[0] &^ 0x20, ':'}), true
		path = path[2:]
	case strings.HasPrefix(path, `\\`):
		p.root, p.windows = `\\`, true
	case strings.HasPrefix(path, "/"):
		p.root = "/"
	case strings.HasPrefix(path, "~/"):
		p.root, path = "~", path[2:]
	default:
		p.windows = strings.IndexByte(path, '\\') >= 0 && strings.IndexByte(path, '/') < 0
	}
	for path != "" {
		end := 0
		for end < len(path) && path[end] != '/' && !(p.windows && path[end] == '\\') {
			end++
		}
		p.add(path[:end])
		path = path[min(end+1, len(path)):]
	}
	return p
}

func (p *parsed) add(part string) {
	n := len(p.parts)
	switch {
	case part == "" || part == ".":
	case part != "..":
		p.parts = append(p.parts, part)
	case n > 0 && p.parts[n-1] != "..":
		p.parts = p.parts[:n-1]
	case p.root == "":
		p.parts = append(p.parts, part)
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSlash(c byte) bool { return c == '/' || c == '\\' }

func (p *parsed) separator() string {
	if p.windows {
		return `\`
	}
	return "/"
}

func (p *parsed) append(dst []byte) []byte {
	dst = append(dst, p.root...)
	for i, part := range p.parts {
		if i > 0 || p.root == "~" || len(p.root) == 2 && p.root[1] == ':' {
			dst = append(dst, p.separator()...)
		}
		dst = append(dst, part...)
	}
	if len(p.parts) == 0 && p.root == "" {
		dst = append(dst, '.')
	}
	return dst
}

// Pattern is a path to compare others with: an absolute one, or the last
// components of one. With a slash at its end it stands for all files below a
// folder.
type Pattern struct {
	parsed
	folder bool
}

// NewPattern returns the pattern of a path. ok is false when the path names
// nothing, as "", "." and "/" do, or begins above a folder that is not known.
func NewPattern(path string) (p Pattern, ok bool) {
	p = Pattern{parsed: parse(path)}
	if end := strings.TrimRight(path, "."); len(path)-len(end) <= 2 && end != "" {
		p.folder = end[len(end)-1] == '/' || p.windows && end[len(end)-1] == '\\'
	}
	return p, len(p.parts) > 0 && p.parts[0] != ".."
}

// File returns the name of the file; "" where the pattern is a folder.
func (p *Pattern) File() string {
	if p.folder {
		return ""
	}
	return p.parts[len(p.parts)-1]
}

// Matches reports whether an absolute path is the pattern's, or ends in its
// components. Paths of Windows are compared without the case of ASCII letters.
func (p *Pattern) Matches(path string) bool {
	q := parse(path)
	if p.folder {
		return p.contains(&q)
	}
	skip := len(q.parts) - len(p.parts)
	if skip < 0 || p.root != "" && (skip > 0 || p.root != q.root) {
		return false
	}
	return sameParts(p.parts, q.parts[skip:], q.windows)
}

// contains reports whether a path is below the folder.
func (p *Pattern) contains(q *parsed) bool {
	if p.root != "" && p.root != q.root {
		return false
	}
	for skip := 0; skip+len(p.parts) < len(q.parts); skip++ {
		if sameParts(p.parts, q.parts[skip:], q.windows) {
			return true
		}
		if p.root != "" {
			return false
		}
	}
	return false
}

// IsUnder reports whether a folder is another one, or below it; both are
// absolute.
func IsUnder(above, folder string) bool {
	p, q := parse(above), parse(folder)
	return p.root != "" && p.root == q.root && len(q.parts) >= len(p.parts) && sameParts(p.parts, q.parts[:len(p.parts)], q.windows)
}

func sameParts(a, b []string, windows bool) bool {
	for i := range a {
		if a[i] != b[i] && !(windows && equalFold(a[i], b[i])) {
			return false
		}
	}
	return true
}

// equalFold compares two texts without the case of their ASCII letters.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if x, y := a[i], b[i]; x != y && (x^y != 0x20 || !isLetter(x)) {
			return false
		}
	}
	return true
}
