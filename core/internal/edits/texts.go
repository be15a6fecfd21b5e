package edits

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/agent"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// maxPathBytes bounds a path: no system has longer ones.
const maxPathBytes = 4096

// Kind says what an edit does to a file.
type Kind string

// The kinds of edits.
const (
	Write  Kind = "write"  // the whole file is written
	Change Kind = "edit"   // a part is replaced, inserted or deleted
	Delete Kind = "delete" // the file is deleted
	Move   Kind = "move"   // the file gets another name
)

// Edit is one replacement that a call makes in a file. A call makes several:
// parts of one file, or of several files.
type Edit struct {
	_ [0]func() // never compared

	Path string
	Kind Kind
	To   string // Move: the new name
	// Old and New are the text before and after; for Write New is the file. Where
	// a patch has lines around a change, both texts have them.
	Old, New string
	// Whole says that New is all of a file whose text before is not in the call.
	Whole bool
	// Partial says that the call does not have all that it changes: New alone, or no text.
	Partial bool
	// OldLine and NewLine are the numbers of the first lines, where the call says
	// them; else 0.
	OldLine, NewLine int
}

// reader visits the edits of one call.
type reader struct {
	visit func(Edit)
	files bool // only which files: nothing is read for its text
	found bool
}

// Texts visits the edits of a call, in order: of the tools of the table, of
// patches in commands, and of here documents that a command writes into a file. Paths
// are as the call names them, those of a command joined with the folder that it
// runs in. An edit whose text is not in the call is Partial.
func Texts(agent, name string, input scan.Value, visit func(Edit)) {
	r := reader{visit: visit}
	r.read(agent, name, input)
}

// Files visits the files that a tool of the table edits, as Texts names them, also
// where a file is moved to. A call may name a file several times.
func Files(agent, name string, input scan.Value, visit func(path string)) {
	r := reader{files: true, visit: func(e Edit) {
		if visit(e.Path); e.To != "" {
			visit(e.To)
		}
	}}
	r.read(agent, name, input)
}

func (r *reader) read(agent, name string, input scan.Value) {
	for row, next := find(agent, name, 0); row != nil && !r.found; row, next = find(agent, name, next) {
		r.tool(row, input)
	}
	if !r.found && !r.files && RunsCommand(agent, name) {
		r.command(input)
	}
}

// add visits an edit of a file that can exist.
func (r *reader) add(e Edit) {
	if e.Path != "" && len(e.Path) <= maxPathBytes && len(e.To) <= maxPathBytes {
		r.found = true
		r.visit(e)
	}
}

// The names that agents have for the members of an edit, most common first.
var (
	oldMembers  = [...]string{"old_string", "oldString", "old_str", "oldText", "old_text"}
	newMembers  = [...]string{"new_string", "newString", "new_str", "newText", "new_text", "insert_text", "new_source", "code_edit"}
	fileMembers = [...]string{"content", "contents", "file_text", "fileText"}
)

func (r *reader) tool(t *agent.Tool, input scan.Value) {
	if t.Command {
		r.command(input)
		return
	}
	if s, ok := textOf(input); ok { // a patch, or JSON as a text
		v, err := scan.Parse([]byte(s))
		if err != nil || v.Kind() != scan.Object {
			patchTexts(s, r.add)
			return
		}
		input = v
	}
	for more, members := true, t.Members; more; {
		var member string
		member, members, more = text.Cut(members, " ")
		s, ok := textOf(input.Get(member))
		switch {
		case !ok || s == "":
			continue
		case text.Index(s, patchBegin) >= 0:
			patchTexts(s, r.add)
		case !t.Several || member != "input":
			r.members(s, t, input)
		}
		if t.Several && member == "input" {
			sectionTexts(s, r.add)
		}
		return
	}
}

// members visits the edits of one file whose texts are members of the input.
func (r *reader) members(path string, t *agent.Tool, input scan.Value) {
	switch {
	case input.Get("command").EqualString("view"): // an editor that also shows files
		return
	case t.Name == "Delete" || t.Name == "delete_file":
		r.add(Edit{Path: path, Kind: Delete})
		return
	case input.Get("edit_mode").EqualString("delete"):
		r.add(Edit{Path: path, Kind: Change}) // a cell of a notebook
		return
	}
	e := Edit{Path: path, Kind: Change}
	e.moveTo(t, input)
	if list := input.Get("edits"); list.Kind() == scan.Array {
		list.EachElement(func(_ int, one scan.Value) bool {
			part := e
			s, ok := textOf(one.Get("path"))
			if ok = ok && t.Several; ok {
				part.Path = s
			}
			if r.replacement(one, part) || !part.moveTo(t, one) && !ok {
				return true
			}
			if diff, _ := textOf(one.Get("diff")); strings.HasPrefix(diff, "@@") {
				diffTexts(diff, part, r.add)
			} else {
				part.Partial = true
				r.add(part)
			}
			return true
		})
	}
	if !r.found {
		r.replacement(input, e)
	}
	for _, member := range fileMembers {
		if s, ok := r.text(input.Get(member)); ok && !r.found {
			r.add(Edit{Path: path, Kind: Write, New: s, Whole: true, NewLine: 1})
		}
	}
	if !r.found {
		e.Partial = e.Kind == Change
		r.add(e)
	}
}

// moveTo makes e a move where v has a new name for the file, and reports whether it has.
func (e *Edit) moveTo(t *agent.Tool, v scan.Value) bool {
	to := firstText(v, "rename", "move")
	if !t.Several || to == "" {
		return false
	}
	e.Kind, e.To = Move, to
	return true
}

// replacement visits the edit that the members of v describe: e with its texts.
func (r *reader) replacement(v scan.Value, e Edit) bool {
	var hasOld, hasNew bool
	for _, member := range oldMembers {
		if e.Old, hasOld = r.text(v.Get(member)); hasOld {
			break
		}
	}
	for _, member := range newMembers {
		if e.New, hasNew = r.text(v.Get(member)); hasNew {
			break
		}
	}
	if !hasOld && !hasNew {
		return false
	}
	if n, ok := v.Get("insert_line").Int(); ok && !hasOld && n >= 0 && n < 1<<30 {
		e.OldLine, e.NewLine = int(n)+1, int(n)+1
		e.New = endLine(e.New)
	}
	r.add(e)
	return true
}

// text returns a text of an edit; empty where only files are wanted.
func (r *reader) text(v scan.Value) (s string, ok bool) {
	if r.files {
		return "", v.Kind() == scan.String
	}
	return textOf(v)
}

func textOf(v scan.Value) (s string, ok bool) {
	if v.Kind() != scan.String {
		return "", false
	}
	return v.String(), true
}

func firstText(v scan.Value, members ...string) string {
	for _, member := range members {
		if s, ok := textOf(v.Get(member)); ok {
			return s
		}
	}
	return ""
}

// endLine returns a text that ends in a line break.
func endLine(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}
