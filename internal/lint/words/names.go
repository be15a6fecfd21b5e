package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"regexp"
	"strings"
)

// checkNames prints the share of hand-written functions and methods whose
// name is one word, by top-level folder and in all. With a limit above 0 it
// fails when the share in all reaches the limit, in percent.
func checkNames(w io.Writer, root fs.FS, limit float64) error {
	counts := map[string]*nameCount{}
	total := &nameCount{}
	var folders []string
	var broken error
	err := walkFiles(root, []string{".go"}, func(name string, data []byte) {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			return
		}
		folder, _, found := strings.Cut(name, "/")
		if !found {
			folder = "."
		}
		if counts[folder] == nil {
			counts[folder] = &nameCount{}
			folders = append(folders, folder)
		}
		if err := counts[folder].countFile(name, data); err != nil && broken == nil {
			broken = err
		}
	})
	if err != nil {
		return err
	}
	if broken != nil {
		return broken
	}
	for _, folder := range folders {
		fmt.Fprintf(w, "%-10s %s\n", folder, counts[folder])
		total.one += counts[folder].one
		total.all += counts[folder].all
	}
	fmt.Fprintf(w, "%-10s %s\n", "all", total)
	if limit > 0 && total.oneWordShare() >= limit {
		return fmt.Errorf("%.1f %% of the function names are one word; the limit is %g %%", total.oneWordShare(), limit)
	}
	return nil
}

// nameCount counts function names.
type nameCount struct{ one, all int }

func (c *nameCount) oneWordShare() float64 {
	if c.all == 0 {
		return 0
	}
	return 100 * float64(c.one) / float64(c.all)
}

func (c *nameCount) String() string {
	return fmt.Sprintf("%d of %d function names are one word: %.1f %%", c.one, c.all, c.oneWordShare())
}

// countFile counts the functions and methods that a file declares.
func (c *nameCount) countFile(name string, data []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			c.all++
			if wordCount(f.Name.Name) == 1 {
				c.one++
			}
		}
	}
	return nil
}

// aWord is a word of a name in camel case: a run of capitals is one word, and
// digits belong to the word before them.
var aWord = regexp.MustCompile(`\p{Lu}+(?:\p{Ll}[\p{Ll}\d]*|\d+)?|\p{Ll}[\p{Ll}\d]*`)

// wordCount returns the number of words of a name. A run of capitals before a
// small letter ends where the next word begins: JSONText has two words.
func wordCount(name string) int {
	n := 0
	for _, w := range aWord.FindAllString(name, -1) {
		n++
		capitals := len(w) - len(strings.TrimLeftFunc(w, func(r rune) bool { return r >= 'A' && r <= 'Z' }))
		if capitals > 1 && capitals < len(w) && w[capitals] >= 'a' {
			n++
		}
	}
	return n
}
