// Package places knows where each agent keeps its sessions. The knowledge is
// data, places.json, which hosts in other languages read as well; README.md
// beside it states the rules that Resolve follows.
package places

import (
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

//go:embed places.json
var table []byte

// Place is one mount's folder.
type Place struct {
	Mount string   // mount name
	Agent string   // agent it belongs to; "" for the mount of single files
	Path  string   // absolute path in the system's own spelling
	Found bool     // whether the folder exists
	Files []string // when not nil, only these files below Path, with forward slashes
}

// row is one entry of the table.
type row struct {
	Mount   string   `json:"mount"`
	Agent   string   `json:"agent"`
	Linux   []string `json:"linux"`
	Darwin  []string `json:"darwin"`
	Windows []string `json:"windows"`
}

// document is places.json.
type document struct {
	Format int      `json:"format"`
	About  []string `json:"about"`
	Places []row    `json:"places"`
	Files  struct {
		Mount string   `json:"mount"`
		Names []string `json:"names"`
	} `json:"files"`
}

// Resolve returns the place of every mount on system os ("linux", "darwin",
// "windows", others count as linux), in the order of the table. A row for which
// no candidate can be resolved is left out.
//
// env looks up an environment variable, exists reports whether a folder exists.
// With a home that is not "", env is not asked: only what lies below home
// counts. A home that is not absolute is an error, and so is having none.
func Resolve(os string, env func(string) string, home string, exists func(string) bool) ([]Place, error) {
	var doc document
	if err := json.Unmarshal(table, &doc); err != nil {
		return nil, err
	}
	explicit := home != ""
	if !explicit {
		home = userHome(os, env)
	}
	if !isAbsolute(os, home) {
		return nil, errors.New("no absolute path for the home folder")
	}
	lookup := func(name string) string {
		if name == "HOME" {
			return home
		}
		if explicit {
			return ""
		}
		return env(name)
	}
	var found []Place
	for _, r := range doc.Places {
		if place, ok := r.resolvePlace(os, explicit, lookup, exists); ok {
			found = append(found, place)
		}
	}
	files := Place{Mount: doc.Files.Mount, Path: trimEnd(os, home), Files: doc.Files.Names}
	files.Found = exists(files.Path)
	return append(found, files), nil
}

func (r row) resolvePlace(os string, explicit bool, lookup func(string) string, exists func(string) bool) (Place, bool) {
	place, resolvable := Place{Mount: r.Mount, Agent: r.Agent}, false
	for _, candidate := range r.candidatePaths(os, explicit) {
		path, ok := expandVariable(os, candidate, lookup)
		if !ok {
			continue
		}
		if exists(path) {
			place.Path, place.Found = path, true
			return place, true
		}
		if !resolvable {
			place.Path, resolvable = path, true
		}
	}
	return place, resolvable
}

// candidatePaths returns the row's list for a system, or, for an explicit home,
// what any system would keep below it.
func (r row) candidatePaths(os string, explicit bool) []string {
	if explicit {
		var below []string
		for _, c := range slices.Concat(r.Linux, r.Darwin, r.Windows) {
			if strings.HasPrefix(c, "${HOME}") && !slices.Contains(below, c) {
				below = append(below, c)
			}
		}
		return below
	}
	switch os {
	case "windows":
		return r.Windows
	case "darwin":
		return r.Darwin
	}
	return r.Linux
}

// expandVariable replaces the variable a candidate begins with.
func expandVariable(os, candidate string, lookup func(string) string) (string, bool) {
	name, rest, ok := strings.Cut(strings.TrimPrefix(candidate, "${"), "}")
	if !ok {
		return "", false
	}
	name, number, list := strings.Cut(name, "#")
	value := lookup(name)
	if list {
		value = pathOfList(os, value, int(number[0]-'0'))
	}
	if !isAbsolute(os, value) {
		return "", false
	}
	if os == "windows" {
		rest = strings.ReplaceAll(rest, "/", `\`)
	}
	if rest == "" {
		return trimEnd(os, value), true
	}
	base := trimEnd(os, value)
	if strings.HasSuffix(base, rest[:1]) {
		base = base[:len(base)-1] // a root: "/" or `C:\`
	}
	return base + rest, true
}

// pathOfList returns path n, from 1, of a value that may hold several, separated by commas. A
// value in which one is not absolute is one path.
func pathOfList(os, value string, n int) string {
	paths := strings.Split(value, ",")
	for i := range paths {
		if paths[i] = strings.TrimSpace(paths[i]); !isAbsolute(os, paths[i]) {
			paths = []string{value}
			break
		}
	}
	if n > len(paths) {
		return ""
	}
	return paths[n-1]
}

func userHome(os string, env func(string) string) string {
	if os == "windows" {
		return env("USERPROFILE")
	}
	return env("HOME")
}

// isAbsolute reports whether path is absolute in the spelling of os.
func isAbsolute(os, path string) bool {
	if os != "windows" {
		return strings.HasPrefix(path, "/")
	}
	if strings.HasPrefix(path, `\\`) {
		return true
	}
	return len(path) >= 3 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
}

// trimEnd removes separators at the end, except those of a root.
func trimEnd(os, path string) string {
	separators, root := "/", 1
	if os == "windows" {
		separators, root = `\/`, 3
	}
	for len(path) > root && strings.ContainsRune(separators, rune(path[len(path)-1])) {
		path = path[:len(path)-1]
	}
	return path
}
