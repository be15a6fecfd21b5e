// Command lines counts the hand-written lines of code of the repository, by folder.
//
//	lines [-since COMMIT]   prints each folder's lines, and how many more or fewer they are than at a commit
//	lines -write            writes the lines of today into figures.txt, with which later runs compare
//
// It counts lines of Go, TypeScript, JavaScript and Python that are neither blank nor
// comments. Generated files, tests and testdata do not count; templates of generators do.
// It runs from the repository's root and never fails because of a number.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"sort"
	"strconv"
	"strings"
)

const figuresFile = "internal/lint/lines/figures.txt"

func main() {
	write := flag.Bool("write", false, "write figures.txt")
	since := flag.String("since", "", "compare with a commit instead of figures.txt")
	flag.Parse()
	if err := run(*write, *since); err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
}

func run(write bool, since string) error {
	now, err := countTree("")
	if err != nil {
		return err
	}
	if write {
		return os.WriteFile(figuresFile, formatFigures(now), 0o644)
	}
	before := map[string]int{}
	if since != "" {
		before, err = countTree(since)
	} else {
		var text []byte
		if text, err = os.ReadFile(figuresFile); err == nil {
			before, err = parseFigures(text)
		}
	}
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(formatComparison(now, before))
	return err
}

// countTree counts the files that git tracks, as they are on disk or, with a
// commit's name, as they were in it.
func countTree(commit string) (map[string]int, error) {
	args := []string{"ls-files", "-z"}
	if commit != "" {
		args = []string{"ls-tree", "-r", "-z", "--name-only", commit}
	}
	list, err := exec.Command("git", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	counts := map[string]int{}
	for _, name := range strings.Split(string(list), "\x00") {
		if !isHandWritten(name) {
			continue
		}
		text, err := readVersion(commit, name)
		if os.IsNotExist(err) { // deleted, and not committed yet
			continue
		}
		if err != nil {
			return nil, err
		}
		if n := countLines(name, text); n > 0 {
			counts[folderOf(name)] += n
		}
	}
	return counts, nil
}

func readVersion(commit, name string) ([]byte, error) {
	if commit == "" {
		return os.ReadFile(name)
	}
	return exec.Command("git", "show", commit+":"+name).Output()
}

// folderOf names the row of a file: two levels, or three below core/internal.
func folderOf(name string) string {
	parts := strings.Split(path.Dir(name), "/")
	depth := 2
	if len(parts) > 1 && parts[0] == "core" && parts[1] == "internal" {
		depth = 3
	}
	return strings.Join(parts[:min(depth, len(parts))], "/")
}

func formatFigures(counts map[string]int) []byte {
	var out bytes.Buffer
	for _, folder := range sortedKeys(counts) {
		fmt.Fprintf(&out, "%s\t%d\n", folder, counts[folder])
	}
	return out.Bytes()
}

func parseFigures(text []byte) (map[string]int, error) {
	counts := map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		folder, number, ok := strings.Cut(line, "\t")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			return nil, fmt.Errorf("%s:%d: expected a folder, a tab and a number: %q", figuresFile, i+1, line)
		}
		counts[folder] = n
	}
	return counts, nil
}

func formatComparison(now, before map[string]int) []byte {
	all := map[string]int{}
	for folder := range now {
		all[folder] = 0
	}
	for folder := range before {
		all[folder] = 0
	}
	var out bytes.Buffer
	var total, change int
	for _, folder := range sortedKeys(all) {
		total += now[folder]
		change += now[folder] - before[folder]
		fmt.Fprintf(&out, "%-36s %7d %+7d\n", folder, now[folder], now[folder]-before[folder])
	}
	fmt.Fprintf(&out, "%-36s %7d %+7d\n", "hand-written lines", total, change)
	return out.Bytes()
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
