package page

import (
	"encoding/json"
	"html/template"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// edit is a change of a file that a call asked for.
type edit struct {
	Path           string
	Lines          []diffLine
	Added, Removed int
}

// diffLine is a line of a diff; Class is add, del, hunk or empty.
type diffLine struct{ Class, Text string }

// member returns the first of several members that is a string.
func member(m map[string]json.RawMessage, names ...string) (string, bool) {
	for _, name := range names {
		var s string
		if raw, ok := m[name]; ok && json.Unmarshal(raw, &s) == nil {
			return s, true
		}
	}
	return "", false
}

// maxDiff bounds the texts that are compared, in bytes; of longer ones all lines are shown as changed.
const maxDiff = 1 << 20

// editsOf returns the changes that a call asks for, none when it is not for changing files.
func editsOf(input []byte) []edit {
	var text string
	if json.Unmarshal(input, &text) == nil {
		return patchEdits(text)
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(input, &m) != nil {
		return nil
	}
	if patch, ok := member(m, "patch", "patchText", "input", "diff", "command"); ok {
		if edits := patchEdits(patch); edits != nil {
			return edits
		}
	}
	var argv []string
	if json.Unmarshal(m["command"], &argv) == nil && len(argv) > 0 {
		if edits := patchEdits(argv[len(argv)-1]); edits != nil {
			return edits
		}
	}
	path, ok := member(m, "file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path")
	if !ok {
		return nil
	}
	var list []map[string]json.RawMessage
	if json.Unmarshal(m["edits"], &list) != nil || len(list) == 0 {
		list = []map[string]json.RawMessage{m}
	}
	var out []edit
	for _, e := range list {
		before, hasBefore := member(e, "old_string", "oldString", "old_str", "oldText", "old_text")
		after, hasAfter := member(e, "new_string", "newString", "new_str", "newText", "new_text", "content", "contents", "file_text", "new_source")
		if !hasAfter || !hasBefore && len(list) > 1 {
			return nil
		}
		out = append(out, compare(path, before, after))
	}
	return out
}

// compare makes the unified diff of two texts.
func compare(path, before, after string) edit {
	if len(before)+len(after) > maxDiff {
		return readDiff(path, prefixed(before, "-")+prefixed(after, "+"))
	}
	out := string(diff.Diff("a", ended(before), "b", ended(after)))
	if _, rest, ok := strings.Cut(out, "\n+++ b\n"); ok {
		out = rest
	}
	return readDiff(path, out)
}

func ended(s string) []byte {
	if s != "" && !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	return []byte(s)
}

func prefixed(s, sign string) string {
	var b strings.Builder
	for line := range strings.Lines(string(ended(s))) {
		b.WriteString(sign + line)
	}
	return b.String()
}

// patchEdits reads a patch, in the form of apply_patch or as diff writes it.
func patchEdits(patch string) (out []edit) {
	apply := strings.Contains(patch, "*** Begin Patch")
	if !apply && !strings.HasPrefix(patch, "--- ") && !strings.HasPrefix(patch, "diff --git ") {
		return nil
	}
	path, body := "", ""
	flush := func() {
		if path != "" || body != "" {
			out = append(out, readDiff(path, body))
		}
		path, body = "", ""
	}
	var b strings.Builder
	take := func() { body = b.String(); b.Reset(); flush() }
	for line := range strings.Lines(patch) {
		text := strings.TrimRight(line, "\r\n")
		name, isFile := fileLine(text, apply)
		switch {
		case isFile:
			take()
			path = name
		case apply && strings.HasPrefix(text, "*** "), !apply && (strings.HasPrefix(text, "diff --git ") || strings.HasPrefix(text, "--- ")):
			if text != "*** Begin Patch" && text != "*** End Patch" && text != "*** End of File" {
				b.WriteString("@@ " + text + "\n")
			}
		default:
			b.WriteString(line)
		}
	}
	take()
	return out
}

// fileLine reads the line of a patch that names the file which follows.
func fileLine(text string, apply bool) (name string, ok bool) {
	if !apply {
		name, ok = strings.CutPrefix(text, "+++ ")
		return strings.TrimPrefix(name, "b/"), ok
	}
	for _, kind := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: "} {
		if name, ok = strings.CutPrefix(text, kind); ok {
			return name, true
		}
	}
	return "", false
}

// readDiff divides a diff into its lines.
func readDiff(path, text string) edit {
	e := edit{Path: path}
	for line := range strings.Lines(text) {
		l := diffLine{Text: strings.TrimRight(line, "\r\n")}
		switch {
		case strings.HasPrefix(line, "+"):
			l.Class = "add"
			e.Added++
		case strings.HasPrefix(line, "-"):
			l.Class = "del"
			e.Removed++
		case strings.HasPrefix(line, "@@"):
			l.Class = "hunk"
		}
		e.Lines = append(e.Lines, l)
	}
	return e
}

// HTML returns the lines of the diff.
func (e edit) HTML() template.HTML {
	var b strings.Builder
	for _, l := range e.Lines {
		text := template.HTMLEscapeString(visible(l.Text))
		if l.Class == "" {
			b.WriteString(text + "\n")
		} else {
			b.WriteString(`<span class="` + l.Class + `">` + text + "\n</span>")
		}
	}
	return template.HTML(b.String())
}
