package edits

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

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
	Path string
	Kind Kind
	To   string // Move: the new name
	// Old and New are the text before and after; for Write New is the file. Where
	// a patch has lines around a change, both texts have them.
	Old, New string
	// Whole says that New is all of a file whose text before is not in the call.
	Whole bool
	// OldLine and NewLine are the numbers of the first lines, where the call says
	// them; else 0.
	OldLine, NewLine int
}

// Texts visits the edits of a call that has their texts, in order: of
// the tools of the table, of patches in commands, and of here documents that a
// command writes into a file. Paths are as the call names them, those of a
// command joined with the folder that it runs in.
func Texts(agent, name string, input []byte, visit func(Edit)) {
	v, err := scan.Parse(input)
	if err != nil {
		return
	}
	found := false
	checked := func(e Edit) {
		if e.Path != "" && len(e.Path) <= maxPathBytes && len(e.To) <= maxPathBytes {
			found = true
			visit(e)
		}
	}
	for row, next := find(agent, name, 0); row != nil && !found; row, next = find(agent, name, next) {
		row.texts(v, checked)
	}
	if !found && RunsCommand(agent, name) {
		commandTexts(v, checked)
	}
}

// The names that agents have for the members of an edit, most common first.
var (
	oldMembers  = [...]string{"old_string", "oldString", "old_str", "oldText", "old_text"}
	newMembers  = [...]string{"new_string", "newString", "new_str", "newText", "new_text", "insert_text", "new_source", "code_edit"}
	fileMembers = [...]string{"content", "contents", "file_text", "fileText"}
)

func (t *tool) texts(input scan.Value, visit func(Edit)) {
	if t.command {
		commandTexts(input, visit)
		return
	}
	if s, ok := textOf(input); ok { // a patch, or JSON as a text
		v, err := scan.Parse([]byte(s))
		if err != nil || v.Kind() != scan.Object {
			patchTexts(s, visit)
			return
		}
		input = v
	}
	for more, members := true, t.members; more; {
		var member string
		member, members, more = text.Cut(members, " ")
		s, ok := textOf(input.Get(member))
		switch {
		case !ok || s == "":
			continue
		case text.Index(s, patchBegin) >= 0:
			patchTexts(s, visit)
		case !t.several || member != "input":
			memberTexts(s, t.name, input, visit)
		}
		return
	}
}

// memberTexts visits the edits of one file whose texts are members of the input.
func memberTexts(path, tool string, input scan.Value, visit func(Edit)) {
	command := input.Get("command")
	switch {
	case command.EqualString("view") || command.EqualString("undo_edit"):
		return
	case tool == "Delete" || tool == "delete_file" || input.Get("edit_mode").EqualString("delete"):
		kind := Delete
		if tool == "NotebookEdit" || tool == "NotebookEditCell" {
			kind = Change // a cell of it
		}
		visit(Edit{Path: path, Kind: kind})
		return
	}
	to := firstText(input, "rename", "move")
	e := Edit{Path: path, Kind: Change, To: to}
	if to != "" {
		e.Kind = Move
	}
	if list := input.Get("edits"); list.Kind() == scan.Array {
		visited := false
		list.EachElement(func(_ int, one scan.Value) bool {
			if part, ok := replacement(one, e); ok {
				visited = true
				visit(part)
			}
			return true
		})
		if visited {
			return
		}
	}
	if part, ok := replacement(input, e); ok {
		visit(part)
		return
	}
	for _, member := range fileMembers {
		if s, ok := textOf(input.Get(member)); ok {
			visit(Edit{Path: path, Kind: Write, New: s, Whole: true, NewLine: 1})
			return
		}
	}
	if to != "" {
		visit(e)
	}
}

// replacement returns the edit that the members of v describe: e with its texts.
func replacement(v scan.Value, e Edit) (_ Edit, ok bool) {
	var hasOld, hasNew bool
	for _, member := range oldMembers {
		if e.Old, hasOld = textOf(v.Get(member)); hasOld {
			break
		}
	}
	for _, member := range newMembers {
		if e.New, hasNew = textOf(v.Get(member)); hasNew {
			break
		}
	}
	if !hasOld && !hasNew {
		return e, false
	}
	if n, ok := v.Get("insert_line").Int(); ok && !hasOld && n >= 0 && n < 1<<30 {
		e.OldLine, e.NewLine = int(n)+1, int(n)+1
		e.New = endLine(e.New)
	}
	return e, true
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
