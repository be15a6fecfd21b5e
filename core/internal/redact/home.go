package redact

import "strings"

// shared are the folders beside home folders that belong to nobody.
var shared = []string{"Shared", "Public", "Default", "linuxbrew"}

// Learn makes the owner of the home folder that a path is in known in all texts from now on.
func (r *Redactor) Learn(path string) {
	w := window{text: path, end: len(path)}
	for i := range len(path) {
		users := hasFoldedPrefix(path[i:], "users")
		if !users && !hasFoldedPrefix(path[i:], "home") {
			continue
		}
		if h, ok := r.homeAt(w, i, users); ok {
			name := path[h.name:h.end]
			if indexOf(r.names, name) < 0 {
				r.names = append(r.names, name)
			}
			return
		}
	}
}

// home is where a text names a home folder.
type home struct{ start, name, end int }

// findHome adds the home folder that the word home or users at a position belongs to.
func (r *Redactor) findHome(w window, at int, users bool) {
	if h, ok := r.homeAt(w, at, users); ok {
		r.spans = append(r.spans, span{h.start, h.end, len(r.rules), rankHome})
	}
}

func (r *Redactor) homeAt(w window, at int, users bool) (home, bool) {
	s, word := w.text[:w.end], "home"
	if users {
		word = "Users"
	}
	after := at + len(word)
	n := separatorEnd(s, after)
	before := separatorStart(s[:at], w.start)
	if n == after || before == at {
		return home{}, false
	}
	h := home{start: before, name: n}
	if s[after] == '-' || s[at-1] == '-' {
		if s[after] != s[at-1] || s[at:after] != word {
			return home{}, false
		}
		return r.encodedHome(s, h, w.start)
	}
	known := false
	if h.end = r.knownName(s, n, false); h.end > 0 {
		known = true
	} else if h.end = nameEnd(s, n, s[after] == '\\'); h.end == n || indexOf(shared, s[n:h.end]) >= 0 {
		return home{}, false
	}
	var drive bool
	h.start, drive = volumeStart(s, before, w.start)
	if !drive && s[at:after] != word {
		return home{}, false // /users/1 is an address of a service
	}
	return h, known || drive || isPathStart(s, h.start, w.start)
}

// encodedHome reads a home folder in the name of a folder that stands for a path, such as
// -home-ann-work. Of a name that is not known it takes one word, and only at the start of such a name.
func (r *Redactor) encodedHome(s string, h home, low int) (home, bool) {
	if h.start-2 >= low && s[h.start-1] == '-' && isLetter(s[h.start-2]) && (h.start-2 == low || !isAlnum(s[h.start-3])) {
		h.start -= 2 // C--Users-ann
	}
	if h.start > low && (isAlnum(s[h.start-1]) || s[h.start-1] == '-') {
		return home{}, false
	}
	if h.end = r.knownName(s, h.name, true); h.end > 0 {
		return h, true
	}
	h.end = h.name
	for h.end < len(s) && (isAlnum(s[h.end]) || s[h.end] == '_') {
		h.end++
	}
	return h, h.end > h.name && (h.start == 0 || s[h.start-1] == '/' || s[h.start-1] == '\\')
}

// knownName returns where the longest known name at i ends, 0 when none is there.
func (r *Redactor) knownName(s string, i int, encoded bool) (end int) {
	for _, name := range r.names {
		if encoded {
			name = encodedName(name)
		}
		if e := i + len(name); strings.HasPrefix(s[i:], name) && e > end && (e == len(s) || !isNameByte(s[e]) || s[e] == '.' || encoded && !isAlnum(s[e])) {
			end = e
		}
	}
	return end
}

// encodedName returns a name as names of folders that stand for paths have it.
func encodedName(name string) string {
	out := []byte(name)
	for i, c := range out {
		if !isAlnum(c) {
			out[i] = '-'
		}
	}
	return string(out)
}

// nameEnd returns where the name of a folder that begins at i ends. On Windows it can have spaces
// when a separator follows.
func nameEnd(s string, i int, windows bool) int {
	if i == len(s) || !isAlnum(s[i]) && s[i] != '_' && s[i] < 0x80 {
		return i
	}
	end := wordEnd(s, i)
	for j, words := end, 1; windows && words < 3 && j+1 < len(s) && s[j] == ' ' && isAlnum(s[j+1]); words++ {
		if j = wordEnd(s, j+1); j < len(s) && s[j] == '\\' {
			return j
		}
	}
	for end > i && s[end-1] == '.' {
		end--
	}
	return end
}

func wordEnd(s string, i int) int {
	for i < len(s) && isNameByte(s[i]) {
		i++
	}
	return i
}

func isNameByte(c byte) bool { return c >= 0x80 || isAlnum(c) || strings.IndexByte("_.-@+", c) >= 0 }

// separatorEnd returns where the separator of a path that begins at i ends: a slash, back slashes as
// often as quoting doubled them, a quoted slash, or one that is encoded as in addresses; or a hyphen.
func separatorEnd(s string, i int) int {
	if i < len(s) && (s[i] == '/' || s[i] == '-') {
		return i + 1
	}
	if isEncodedSlash(s, i) {
		return i + 3
	}
	for i < len(s) && s[i] == '\\' {
		i++
	}
	if i > 0 && s[i-1] == '\\' && i < len(s) && s[i] == '/' {
		i++
	}
	return i
}

// separatorStart returns where the separator at the end of s begins.
func separatorStart(s string, low int) int {
	i := len(s)
	if i > low && s[i-1] == '-' {
		return i - 1
	}
	if i-3 >= low && isEncodedSlash(s, i-3) {
		return i - 3
	}
	if i > low && s[i-1] == '/' {
		i--
	}
	for i > low && s[i-1] == '\\' {
		i--
	}
	return i
}

func isEncodedSlash(s string, i int) bool {
	return i+3 <= len(s) && s[i] == '%' && (hasFoldedPrefix(s[i+1:], "2f") || hasFoldedPrefix(s[i+1:], "5c"))
}

// volumes are the folders in which home folders are on some systems.
var volumes = []string{"/var", "/export", "/usr"}

// volumeStart returns where the volume before a path begins: C:, or /c and /mnt/c as Unix programs on
// Windows have it, or one of volumes. It reports whether it is a drive.
func volumeStart(s string, i, low int) (start int, drive bool) {
	if i-2 >= low && s[i-1] == ':' && isLetter(s[i-2]) && (i-2 == low || !isAlnum(s[i-3])) {
		return i - 2, true
	}
	if i-2 >= low && s[i-2] == '/' && isLetter(s[i-1]) && (i-2 == low || !isNameByte(s[i-3]) || strings.HasSuffix(s[low:i-2], "/mnt")) {
		if strings.HasSuffix(s[low:i-2], "/mnt") {
			return i - 6, true
		}
		return i - 2, true
	}
	for _, v := range volumes {
		if strings.HasSuffix(s[low:i], v) {
			return i - len(v), false
		}
	}
	return i, false
}

// isPathStart reports whether a path can begin at i: it is not the middle of another one, but it can
// follow a flag, as in -I/home/ann.
func isPathStart(s string, i, low int) bool {
	if i == low || !isNameByte(s[i-1]) && strings.IndexByte("~}])$*", s[i-1]) < 0 {
		if i-2 >= low && s[i-1] == '/' && s[i-2] == ':' {
			return false // a host after http:/
		}
		return true
	}
	j := i
	for j > low && i-j < 16 && isLetter(s[j-1]) {
		j--
	}
	return j > low && s[j-1] == '-' && (j-1 == low || strings.IndexByte(" \t\n\"'=", s[j-2]) >= 0)
}
