package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// todoText lists the files and folders that are not clean yet. It only gets
// shorter: the check names the entries without findings.
//
//go:embed todo.txt
var todoText string

// finding is a word that the project does not use.
type finding struct {
	path         string
	line, column int
	text, better string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %q: write %s", f.path, f.line, f.column, f.text, f.better)
}

// reportFindings writes the findings of all files and fails when there are any.
func reportFindings(w io.Writer, root fs.FS) error {
	findings, err := searchFiles(root)
	if err != nil {
		return err
	}
	todo := listEntries(todoText)
	open := map[string]bool{}
	bad := 0
	for _, f := range findings {
		if entry := entryOf(todo, f.path); entry != "" {
			open[entry] = true
			continue
		}
		fmt.Fprintln(w, f)
		bad++
	}
	for _, entry := range todo {
		if !open[entry] {
			fmt.Fprintf(w, "note: %s is clean: remove its line from internal/lint/words/todo.txt\n", entry)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d findings", bad)
	}
	return nil
}

// listEntries returns the lines of a list without comments.
func listEntries(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// entryOf returns the entry that covers a file: its path, or a folder above
// it; "" for none.
func entryOf(todo []string, name string) string {
	for _, entry := range todo {
		if name == entry || strings.HasPrefix(name, strings.TrimSuffix(entry, "/")+"/") {
			return entry
		}
	}
	return ""
}

// searchFiles returns the findings of all hand-written files.
func searchFiles(root fs.FS) ([]finding, error) {
	var out []finding
	err := walkFiles(root, []string{".go", ".ts", ".mjs", ".py", ".md"}, func(name string, data []byte) {
		out = append(out, findingsIn(name, data)...)
	})
	return out, err
}

// walkFiles calls visit with every hand-written file that ends in one of the
// extensions.
func walkFiles(root fs.FS, extensions []string, visit func(name string, data []byte)) error {
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && isSkipped(name):
			return fs.SkipDir
		case entry.IsDir() || !slices.Contains(extensions, path.Ext(name)):
			return nil
		}
		data, err := fs.ReadFile(root, name)
		if err == nil && !generated.Match(data[:min(len(data), 400)]) {
			visit(name, data)
		}
		return err
	})
}

// isSkipped reports whether a folder has no words of ours: dependencies, build
// output, what agents wrote, and the rules themselves.
func isSkipped(name string) bool {
	base := path.Base(name)
	return name == "internal/lint" || strings.HasPrefix(base, ".") ||
		slices.Contains([]string{"node_modules", "testdata", "build", "dist", "__pycache__"}, base)
}

var generated = regexp.MustCompile(`(?m)^(//|#|<!--) (Code generated|Generated from) `)

// findingsIn returns the findings of one file in the order of their places.
func findingsIn(name string, data []byte) []finding {
	text := proseOf(name, data)
	var fine [][]int
	for _, a := range allowed {
		fine = append(fine, a.pattern.FindAllIndex(text, -1)...)
	}
	var out []finding
	for _, r := range rules {
		for _, at := range r.pattern.FindAllIndex(text, -1) {
			if slices.ContainsFunc(fine, func(f []int) bool { return f[0] <= at[0] && at[1] <= f[1] }) {
				continue
			}
			before := text[:at[0]]
			out = append(out, finding{
				path:   name,
				line:   bytes.Count(before, []byte("\n")) + 1,
				column: at[0] - bytes.LastIndexByte(before, '\n'),
				text:   strings.Join(strings.Fields(string(text[at[0]:at[1]])), " "),
				better: r.better,
			})
		}
	}
	slices.SortFunc(out, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
	return out
}
