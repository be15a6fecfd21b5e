package edits

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// shells are the tools that run a command in a shell, of all agents.
var shells = [...]string{"Bash", "bash", "Shell", "shell", "local_shell", "container.exec", "shell_command", "exec_command", "exec",
	"run_shell_command", "run_terminal_cmd", "run_terminal_command_v2", "run_terminal_command", "terminal", "powershell", "PowerShell", "mcp__acp__Bash", "BashOutput"}

// RunsCommand reports whether an agent's tool runs a command in a shell.
func RunsCommand(_, name string) bool {
	for _, shell := range shells {
		if name == shell {
			return true
		}
	}
	return false
}

// Command returns the command of a call that runs one, as a person would write it;
// "" for others.
func Command(input scan.Value) string {
	if s, ok := textOf(input); ok {
		return s
	}
	for _, member := range [...]string{"command", "cmd", "script", "code"} {
		v := input.Get(member)
		if s, ok := textOf(v); ok {
			return s
		}
		if v.Kind() == scan.Array {
			return joinArguments(v)
		}
	}
	return ""
}

// joinArguments returns a command that is a list; of a shell's the script alone.
func joinArguments(v scan.Value) string {
	var list []string
	v.EachElement(func(_ int, e scan.Value) bool {
		s, _ := textOf(e)
		list = append(list, s)
		return true
	})
	if len(list) == 3 && len(list[1]) > 1 && list[1][0] == '-' && strings.HasSuffix(list[1], "c") {
		return list[2]
	}
	return text.Join(list, " ")
}

// command visits the edits of a command: of patches that it passes to apply_patch, as an
// argument, in a here document, or in a program; else of here documents.
func (r *reader) command(input scan.Value) {
	s := Command(input)
	in := firstText(input, "workdir", "working_directory", "cwd")
	if folder := folderOf(s); folder != "" {
		in = Join(in, folder)
	}
	joined := func(e Edit) {
		if e.Path = place(in, e.Path); e.To != "" {
			e.To = place(in, e.To)
		}
		r.add(e)
	}
	if text.Index(s, "apply_patch") >= 0 || text.Index(s, "applypatch") >= 0 {
		patchTexts(s, joined)
	} else if !r.files {
		hereTexts(s, joined)
	}
}

func place(folder, path string) string {
	if path == "" {
		return ""
	}
	return Join(folder, path)
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

// hereTexts visits the files that a command writes out of here documents:
// cat > FILE <<'EOF', or tee FILE. Of a document whose text the shell changes
// (it expands variables), and of a file whose name it makes, nothing is said.
func hereTexts(s string, visit func(Edit)) {
	for more := true; more; {
		var line string
		line, s, more = text.Cut(s, "\n")
		mark, literal, ok := hereMark(line)
		if !ok {
			continue
		}
		body, rest, closed := hereBody(s, mark)
		if !closed {
			return
		}
		s = rest
		path, appends := target(line)
		if path == "" || !literal && strings.IndexAny(body, "$`\\") >= 0 {
			continue
		}
		e := Edit{Path: path, Kind: Write, New: body, Whole: true, NewLine: 1}
		if appends {
			e.Kind, e.Whole, e.NewLine = Change, false, 0
		}
		visit(e)
	}
}

// hereMark returns the word that ends the here document of a line; literal says
// that it is quoted, so that the shell does not change the text. Several
// documents of one line, and here strings, are not read.
func hereMark(line string) (mark string, literal, ok bool) {
	_, rest, ok := text.Cut(line, "<<")
	if !ok || strings.HasPrefix(rest, "<") || text.Index(rest, "<<") >= 0 {
		return "", false, false
	}
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "-"), " ")
	if rest != "" && (rest[0] == '\'' || rest[0] == '"') {
		end := strings.IndexByte(rest[1:], rest[0])
		if end <= 0 {
			return "", false, false
		}
		return rest[1 : 1+end], true, true
	}
	if strings.HasPrefix(rest, `\`) {
		rest, literal = rest[1:], true
	}
	end := 0
	for end < len(rest) && (isLetter(rest[end]) || rest[end] == '_' || rest[end] >= '0' && rest[end] <= '9') {
		end++
	}
	return rest[:end], literal, end > 0
}

// hereBody returns the text before the line that is the mark, and what follows it.
func hereBody(s, mark string) (body, rest string, ok bool) {
	for at := 0; at < len(s); {
		end := strings.IndexByte(s[at:], '\n')
		line, next := s[at:], len(s)
		if end >= 0 {
			line, next = s[at:at+end], at+end+1
		}
		if strings.TrimLeft(strings.TrimRight(line, "\r"), "\t") == mark {
			return s[:at], s[next:], true
		}
		at = next
	}
	return "", "", false
}

// target returns the file that a line writes its here document to, and whether it
// appends: of cat what follows > or >>, of tee its argument. "" where the shell
// would have to say.
func target(line string) (path string, appends bool) {
	line, after, _ := text.Cut(line, "<<")
	if at := strings.IndexAny(after, ">|"); at >= 0 && after[at] == '>' {
		line += after[at:]
	} else if at >= 0 {
		return "", false // into another program
	}
	if at := lastCommand(line); at > 0 {
		line = line[at:]
	}
	line = strings.TrimLeft(line, " \t")
	isCat := strings.HasPrefix(line, "cat ") || strings.HasPrefix(line, "cat>") || strings.HasPrefix(line, "sudo cat ")
	before, rest, ok := text.Cut(line, ">")
	switch {
	case isCat && ok && strings.TrimRight(before, "0123456789 \t") != strings.TrimRight(before, " \t"):
		return "", false // another stream
	case isCat && ok:
		if rest, appends = strings.CutPrefix(rest, ">"); strings.IndexByte(rest, '>') >= 0 {
			return "", false
		}
		return firstWord(rest), appends
	case strings.HasPrefix(line, "tee "):
		rest = strings.TrimLeft(line[len("tee "):], " ")
		if more, ok := strings.CutPrefix(rest, "-a "); ok {
			rest, appends = more, true
		}
		return firstWord(rest), appends
	}
	return "", false
}

// lastCommand returns where the last command of a line begins.
func lastCommand(line string) int {
	at := 0
	for i := 0; i < len(line); i++ {
		if c := line[i]; c == ';' || c == '&' || c == '|' || c == '(' || c == '{' {
			at = i + 1
		}
	}
	return at
}

// firstWord returns the first word of a command line, without quotes; "" for one
// that the shell expands.
func firstWord(s string) string {
	s = strings.TrimLeft(s, " \t")
	if s == "" {
		return ""
	}
	end := strings.IndexAny(s, " \t;&|<>)")
	if s[0] == '\'' || s[0] == '"' {
		if end = strings.IndexByte(s[1:], s[0]); end < 0 {
			return ""
		}
		s = s[1 : 1+end]
	} else if end >= 0 {
		s = s[:end]
	}
	if strings.IndexAny(s, "$`*?[\\'\"") >= 0 || strings.HasPrefix(s, "-") || strings.HasPrefix(s, "/dev/") {
		return ""
	}
	return s
}
