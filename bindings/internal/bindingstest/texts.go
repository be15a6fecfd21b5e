package bindingstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
)

// TextChanges is the difference between the golden files of two revisions.
type TextChanges struct {
	Files int      // changed files
	Lines int      // lines that differ only in the texts of errors and diagnostics
	Other []string // "file:line" of every other difference, and added or removed files
}

// String reports the difference in one line.
func (c TextChanges) String() string {
	return fmt.Sprintf("%d files changed: %d lines differ only in messages and hints, %d otherwise", c.Files, c.Lines, len(c.Other))
}

// CompareTexts compares the files of folders in two revisions of the git
// repository in the working directory. It shows whether only messages and
// hints of errors and diagnostics changed.
func CompareTexts(before, after string, folders ...string) (TextChanges, error) {
	var out TextChanges
	list, err := runGit(append([]string{"diff", "--no-renames", "--name-status", before, after, "--"}, folders...)...)
	if err != nil {
		return out, err
	}
	for line := range strings.Lines(string(list)) {
		status, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out.Files++
		if status != "M" {
			out.Other = append(out.Other, name+": "+status)
			continue
		}
		a, err := runGit("show", before+":"+name)
		if err != nil {
			return out, err
		}
		b, err := runGit("show", after+":"+name)
		if err != nil {
			return out, err
		}
		lines, other := compareLines(a, b)
		out.Lines += lines
		for _, n := range other {
			out.Other = append(out.Other, fmt.Sprintf("%s:%d", name, n))
		}
	}
	return out, nil
}

func runGit(args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}

// compareLines counts the lines that differ only in texts, and returns the
// numbers of those that differ otherwise. A file with more or fewer lines
// differs from the first line that one of them lacks.
func compareLines(a, b []byte) (texts int, other []int) {
	before, after := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(before), len(after)) {
		switch {
		case bytes.Equal(before[i], after[i]):
		case bytes.Equal(withoutTexts(before[i]), withoutTexts(after[i])):
			texts++
		default:
			other = append(other, i+1)
		}
	}
	if len(before) != len(after) {
		other = append(other, min(len(before), len(after))+1)
	}
	return texts, other
}

// withoutTexts returns a line of JSON with empty messages and hints in its
// errors and diagnostics, and any other line as it is.
func withoutTexts(line []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil || decoder.More() {
		return line
	}
	clearTexts(value)
	out, err := json.Marshal(value)
	if err != nil {
		return line
	}
	return out
}

// clearTexts empties the message and the hint of every object that has an
// error code. A member that is absent stays absent.
func clearTexts(value any) {
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			clearTexts(element)
		}
	case map[string]any:
		code, _ := v["code"].(string)
		for key, member := range v {
			_, isText := member.(string)
			if isText && (key == "message" || key == "hint") && slices.Contains(fault.Codes(), fault.Code(code)) {
				v[key] = ""
				continue
			}
			clearTexts(member)
		}
	}
}
