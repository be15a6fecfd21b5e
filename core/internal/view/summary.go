package view

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// summarize returns what a call does, in one line: its command, the files that it
// edits with the lines added and removed, else the argument that says most.
func (b *Builder) summarize(c *call, input scan.Value, list []session.ViewEdit) string {
	switch {
	case len(list) > 0:
		return b.editSummary(list)
	case c.command != "":
		return c.command
	}
	if s := firstOf(input, patternMembers[:]...); s != "" {
		if in := firstOf(input, "path", "dir_path", "directory", "include", "glob"); in != "" && in != s {
			s += " in " + b.shortPath(in)
		}
		return foldLine(s)
	}
	if s := firstOf(input, pathMembers[:]...); s != "" {
		return foldLine(b.shortPath(s) + lineRange(input))
	}
	if s := firstOf(input, wordMembers[:]...); s != "" {
		return firstLine(s)
	}
	for _, member := range [...]string{"todos", "plan", "items", "questions", "file_paths", "paths"} {
		if v := input.Get(member); v.Kind() == scan.Array {
			n := int64(0)
			v.EachElement(func(int, scan.Value) bool { n++; return true })
			return counted(n, strings.TrimSuffix(strings.TrimPrefix(member, "file_"), "s"))
		}
	}
	if input.Kind() == scan.String {
		return firstLine(input.String())
	}
	return ""
}

// The members that say what a call does, of all agents' tools.
var (
	patternMembers = [...]string{"pattern", "query", "regex", "search_term", "globPattern", "glob_pattern", "q"}
	pathMembers    = [...]string{"file_path", "filePath", "path", "absolute_path", "target_file", "relative_workspace_path", "relativeWorkspacePath",
		"notebook_path", "target_notebook", "dir_path", "directory", "target_directory"}
	wordMembers = [...]string{"url", "description", "title", "skill", "name", "prompt", "message", "task", "objective", "explanation", "text", "summary",
		"subject", "bash_id", "shell_id", "session_id", "task_id", "agent_id", "uri", "question", "content", "thought", "id"}
)

func firstOf(v scan.Value, members ...string) string {
	if v.Kind() != scan.Object {
		return ""
	}
	for _, member := range members {
		if s := v.Get(member); s.Kind() == scan.String {
			if t := s.String(); t != "" {
				return t
			}
		}
	}
	return ""
}

// lineRange returns the lines that a call reads, as :10-20; "" for all.
func lineRange(input scan.Value) string {
	number := func(members ...string) int64 {
		for _, member := range members {
			if n, ok := input.Get(member).Int(); ok && n > 0 {
				return n
			}
		}
		return 0
	}
	from, count := number("offset", "start_line", "startLine"), number("limit")
	to := number("end_line", "endLine")
	if to == 0 && count > 0 && from < 1<<40 && count < 1<<40 {
		to = max(from, 1) + count - 1
	}
	switch {
	case from == 0 && to == 0:
		return ""
	case to == 0:
		return ":" + text.FormatInt(from) + "-"
	}
	return ":" + text.FormatInt(max(from, 1)) + "-" + text.FormatInt(to)
}

// shortPath returns a path below the session's folder without it.
func (b *Builder) shortPath(path string) string {
	rest, ok := strings.CutPrefix(path, b.cwd)
	if ok && b.cwd != "" && len(rest) > 1 && (rest[0] == '/' || rest[0] == '\\') {
		return rest[1:]
	}
	return path
}

// editSummary names up to three files with the lines added and removed.
func (b *Builder) editSummary(list []session.ViewEdit) string {
	if len(list) > 3 {
		var added, removed int64
		for i := range list {
			added += list[i].Added
			removed += list[i].Removed
		}
		return counted(int64(len(list)), "edit") + changed(added, removed)
	}
	parts := make([]string, len(list))
	for i := range list {
		e := &list[i]
		s := b.shortPath(e.Path)
		if e.To != "" {
			s += " → " + b.shortPath(e.To)
		}
		if e.Kind == session.ViewEditKindDelete {
			s += " deleted"
		}
		parts[i] = s + changed(e.Added, e.Removed)
	}
	return foldLine(text.Join(parts, ", "))
}

// changed renders lines added and removed, as in +4 −3.
func changed(added, removed int64) string {
	s := ""
	if added > 0 {
		s = " +" + text.FormatInt(added)
	}
	if removed > 0 {
		s += " −" + text.FormatInt(removed)
	}
	return s
}

// counted renders a number of things.
func counted(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return text.FormatInt(n) + " " + thing
}
