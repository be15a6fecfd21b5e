package edits

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// maxPathBytes bounds a path: no system has longer ones.
const maxPathBytes = 4096

// Files visits the files that a tool call edits, as the call names them; those
// of a command are joined with the folder that it runs in. A call may name a file
// several times.
func Files(agent, name string, input []byte, visit func(path string)) {
	found := false
	checked := func(path string) {
		if path != "" && len(path) <= maxPathBytes {
			found = true
			visit(path)
		}
	}
	for row, next := find(agent, name, 0); row != nil && !found; row, next = find(agent, name, next) {
		if v, err := scan.Parse(input); err == nil {
			row.files(v, checked)
		}
	}
}

func (t *tool) files(input scan.Value, visit func(path string)) {
	if t.command {
		commandFiles(input, visit)
		return
	}
	if s, ok := textOf(input); ok { // a patch, or JSON as a text
		if v, err := scan.Parse([]byte(s)); err == nil && v.Kind() == scan.Object {
			input = v
		} else {
			patchFiles(s, visit)
			return
		}
	}
	if input.Get("command").EqualString("view") { // an editor that also shows files
		return
	}
	if t.several {
		furtherFiles(input, visit)
	}
	for more, members := true, t.members; more; {
		var member string
		member, members, more = text.Cut(members, " ")
		s, ok := textOf(input.Get(member))
		switch {
		case !ok || s == "":
			continue
		case text.Index(s, patchBegin) >= 0:
			patchFiles(s, visit)
		case !t.several || member != "input":
			visit(s)
		}
		if t.several && member == "input" {
			sectionFiles(s, visit)
		}
		return
	}
}

// furtherFiles visits the files that an edit names beside its own: where a file
// is moved to, and those of the single edits.
func furtherFiles(input scan.Value, visit func(path string)) {
	look := func(v scan.Value, members ...string) {
		for _, member := range members {
			if s, ok := textOf(v.Get(member)); ok {
				visit(s)
			}
		}
	}
	look(input, "rename", "move")
	if edits := input.Get("edits"); edits.Kind() == scan.Array {
		edits.EachElement(func(_ int, e scan.Value) bool {
			if e.Kind() == scan.Object {
				look(e, "path", "rename", "move")
			}
			return true
		})
	}
}

// sectionFiles visits the files of an edit in sections: each begins with the
// file and a tag of its content, [src/a.go#1F7C], and the lines of its text begin
// with +. MV names where the file is moved to.
func sectionFiles(s string, visit func(path string)) {
	for more := true; more; {
		var line string
		line, s, more = text.Cut(s, "\n")
		line = strings.TrimRight(line, " \t\r")
		if path, ok := strings.CutPrefix(line, "MV "); ok {
			visit(strings.Trim(path, ` "`))
			continue
		}
		if !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") {
			continue
		}
		line = line[1 : len(line)-1]
		if at := strings.LastIndexByte(line, '#'); at > 0 && isTag(line[at+1:]) {
			visit(line[:at])
		}
	}
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

func textOf(v scan.Value) (s string, ok bool) {
	if v.Kind() != scan.String {
		return "", false
	}
	return v.String(), true
}

// commandFiles visits the files of the patches that a command passes to
// apply_patch: as an argument, in a here document, or in a program.
func commandFiles(input scan.Value, visit func(path string)) {
	folder, applies := "", false
	for _, member := range [...]string{"workdir", "working_directory", "cwd"} {
		if s, ok := textOf(input.Get(member)); ok && folder == "" {
			folder = s
		}
	}
	look := func(s string) {
		applies = applies || text.Index(s, "apply_patch") >= 0 || text.Index(s, "applypatch") >= 0
		if applies {
			in := Join(folder, folderOf(s))
			patchFiles(s, func(path string) { visit(Join(in, path)) })
		}
	}
	for _, v := range [...]scan.Value{input, input.Get("command"), input.Get("cmd")} {
		if s, ok := textOf(v); ok {
			look(s)
		}
		if v.Kind() == scan.Array {
			v.EachElement(func(_ int, e scan.Value) bool {
				if s, ok := textOf(e); ok {
					look(s)
				}
				return true
			})
		}
	}
}

// folderOf returns the folder that a command changes to before anything else; ""
// for one that does not.
func folderOf(command string) string {
	s, ok := strings.CutPrefix(strings.TrimLeft(command, " \t\n"), "cd ")
	if !ok {
		return ""
	}
	s = strings.TrimLeft(s, " ")
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end]
		}
		return ""
	}
	if end := strings.IndexAny(s, " ;&|\r\n"); end >= 0 {
		s = s[:end]
	}
	return s
}

const patchBegin = "*** Begin Patch"

// patchHeads begin the lines of a patch that name a file.
var patchHeads = [...]string{"Update File: ", "Add File: ", "Delete File: ", "Move to: "}

// patchFiles visits the files that a patch names, in order. Lines of a file's
// text begin with another character, so that they are no heads. In a program the
// lines may end in \n as it is written in a string.
func patchFiles(s string, visit func(path string)) {
	at := text.Index(s, patchBegin)
	if at < 0 {
		return
	}
	written := !strings.HasPrefix(s[at+len(patchBegin):], "\n") && !strings.HasPrefix(s[at+len(patchBegin):], "\r")
	for more := true; more; {
		var line string
		if s = s[at:]; written {
			line, s, more = text.Cut(s, `\n`)
		} else {
			line, s, more = text.Cut(s, "\n")
		}
		at = 0
		if !strings.HasPrefix(line, "*** ") {
			continue
		}
		for _, head := range patchHeads {
			if strings.HasPrefix(line[len("*** "):], head) {
				visit(strings.Trim(line[len("*** ")+len(head):], " \t\r"))
			}
		}
		if strings.HasPrefix(line, "*** End Patch") {
			if at = text.Index(s, patchBegin); at < 0 {
				return
			}
		}
	}
}
