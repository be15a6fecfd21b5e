package complete

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// errTypedBadly ends a completion before cobra sees what was typed.
var errTypedBadly = errors.New("the words to complete contain characters that are not completed")

// CompletionFilter is the only way out of cobra's hidden completion command: all that leaves it
// passes here, whichever completer offered it. The shells' scripts hand candidates to evaluating
// built-ins (bash: compgen -W), insert the common beginning of several of them unquoted, and put
// descriptions beside them; candidates come from session files that others may have written.
//
// A candidate leaves when it is made of characters that no shell expands, splits or quotes, and
// nothing else does. A description loses what is not such a character.
type CompletionFilter struct {
	To      io.Writer
	Printed bytes.Buffer
	typed   string              // the word to complete
	Flags   map[string]struct{} // "--name" and "-n" of every flag
	ascii   bool                // the locale's characters are bytes: bash takes others apart
}

// FilterCompletion puts the filter in front of cobra's output when cmd is the completion
// command, and returns it; nil for any other. It refuses typed words that would be echoed with characters that steer.
func FilterCompletion(out io.Writer, cmd *cobra.Command, words []string) (*CompletionFilter, error) {
	if cmd.Name() != cobra.ShellCompRequestCmd {
		return nil, nil
	}
	root := cmd.Root()
	filter := &CompletionFilter{To: out, typed: words[len(words)-1], Flags: flagNames(root), ascii: !utf8Locale(os.Getenv)}
	root.SetOut(&filter.Printed)
	root.SetErr(io.Discard)
	for _, word := range words {
		if !utf8.ValidString(word) || strings.ContainsFunc(word, core.IsHidden) {
			return filter, errTypedBadly
		}
	}
	return filter, nil
}

// utf8Locale reports whether the locale's encoding is UTF-8, as on Windows it always is.
func utf8Locale(env func(string) string) bool {
	locale := strings.ToLower(terminal.Or(env("LC_ALL"), terminal.Or(env("LC_CTYPE"), env("LANG"))))
	return strings.HasSuffix(locale, "utf-8") || strings.HasSuffix(locale, "utf8") || env("OS") == "Windows_NT"
}

// flagNames are the names of all flags, as they are typed.
func flagNames(root *cobra.Command) map[string]struct{} {
	names := map[string]struct{}{"--help": {}, "-h": {}, "--version": {}, "-v": {}}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		add := func(f *pflag.Flag) {
			names["--"+f.Name] = struct{}{}
			if f.Shorthand != "" {
				names["-"+f.Shorthand] = struct{}{}
			}
		}
		c.LocalFlags().VisitAll(add)
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(root)
	return names
}

// NoFiles is what the completion command prints when it offers nothing: its
// directive alone.
const NoFiles = ":4\n"

// Flush prints what may leave. The last line is cobra's directive.
func (f *CompletionFilter) Flush(refused bool) error {
	if refused {
		_, err := io.WriteString(f.To, NoFiles)
		return err
	}
	var out strings.Builder
	seen := map[string]bool{}
	lines := strings.Split(strings.TrimSuffix(f.Printed.String(), "\n"), "\n")
	last := len(lines) - 1
	for _, line := range lines[:last] {
		candidate, description, _ := strings.Cut(line, "\t")
		if !f.safe(candidate) || seen[candidate] {
			continue
		}
		// Equal candidates with descriptions would make bash insert the description.
		seen[candidate] = true
		out.WriteString(candidate)
		if description = f.described(description); description != "" {
			out.WriteString("\t" + description)
		}
		out.WriteByte('\n')
	}
	if directive := lines[last]; len(directive) > 1 && directive[0] == ':' && strings.Trim(directive[1:], "0123456789") == "" {
		out.WriteString(directive + "\n")
	}
	_, err := io.WriteString(f.To, out.String())
	return err
}

// safe reports whether a candidate may leave.
func (f *CompletionFilter) safe(candidate string) bool {
	switch {
	case candidate == "" || !utf8.ValidString(candidate):
		return false
	case strings.HasPrefix(candidate, "-"):
		_, known := f.Flags[candidate]
		return known && strings.HasPrefix(f.typed, "-")
	case strings.ContainsRune(":=+@,", rune(candidate[0])):
		return false // zsh's =ls, PowerShell's @name and its list of one; : begins a directive
	}
	for _, r := range candidate {
		if !inert(r) || f.ascii && r >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// inert reports whether no shell does anything with a character inside a word: letters, digits
// and marks of any script, and the few signs that ids, models and paths need. Blanks are not:
// bash inserts the common beginning of several candidates without quoting it. Neither are the
// typographic quotes and dashes, which PowerShell reads like the plain ones.
func inert(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=+@,", r)
	}
	return !core.IsHidden(r) && unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// described is a description without what a shell could expand and what could steer a terminal.
// An apostrophe becomes the letter that looks like one, which no shell takes for a quote.
func (f *CompletionFilter) described(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '(' || r == ';':
			kept := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(kept)
			if kept != "" {
				b.WriteString(", ")
			}
		case f.ascii && r >= utf8.RuneSelf:
			b.WriteByte(' ')
		case inert(r):
			b.WriteRune(r)
		case r == '\'' && !f.ascii:
			b.WriteRune('\u02bc')
		case r == ' ' || r == '|' || r == '&' || r == '<' || r == '>' || core.IsHidden(r):
			b.WriteByte(' ')
		}
	}
	return strings.Trim(strings.Join(strings.Fields(b.String()), " "), " ,=-:")
}
