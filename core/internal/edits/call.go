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
	for more, members := true, t.members; more; {
		var member string
		member, members, more = text.Cut(members, " ")
		s, ok := textOf(input.Get(member))
		if !ok || s == "" {
			continue
		}
		if text.Index(s, patchBegin) >= 0 {
			patchFiles(s, visit)
		} else {
			visit(s)
		}
		return
	}
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
			patchFiles(s, func(path string) { visit(Join(folder, path)) })
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
