package places

import (
	"encoding/json"
	"slices"
	"strings"
)

// Granted returns the places in folders that a sandbox was granted, in the order of the table. Each
// folder counts by its name: one whose name is that of a mount, such as /claude, is that mount; one
// whose name ends as a place below a home does, such as /home/me/.claude, is that place; and in all
// others the places below a home are looked for. A mount that several folders have is the first one's.
// A folder that is a mount itself keeps a slash at the end of its name: a program of Go for WASI finds
// it by that name only.
// Names may be those of any system. The store has no place.
//
// exists reports whether a folder exists, by a path that begins with a folder's name.
func Granted(folders []string, exists func(path string) bool) ([]Place, error) {
	var doc document
	if err := json.Unmarshal(table, &doc); err != nil {
		return nil, err
	}
	var found []Place
	for _, r := range doc.Places {
		if r.Mount == storeMount {
			continue
		}
		for _, folder := range folders {
			trimmed := trimSlashes(folder)
			if path, ok := r.pathIn(trimmed, exists); ok {
				if path == trimmed {
					path = folder
				}
				found = append(found, Place{Mount: r.Mount, Agent: r.Agent, Path: path, Found: true})
				break
			}
		}
	}
	for _, folder := range folders {
		parent, _, _ := strings.Cut(doc.Files.Names[0], "/")
		if exists(join(trimSlashes(folder), parent)) {
			return append(found, Place{Mount: doc.Files.Mount, Path: folder, Found: true, Files: doc.Files.Names}), nil
		}
	}
	return found, nil
}

// pathIn returns where a granted folder has the row's mount.
func (r row) pathIn(folder string, exists func(string) bool) (string, bool) {
	if strings.TrimPrefix(folder, "/") == r.Mount {
		return folder, true
	}
	below := r.belowHome()
	for _, place := range below {
		if endsWith(folder, place) {
			return folder, true
		}
	}
	for _, place := range below { // the folder may be one on the way, such as ~/.config
		for i := len(place) - 1; i >= 0; i-- {
			if path := join(folder, place[i+1:]); place[i] == '/' && endsWith(folder, place[:i]) && exists(path) {
				return path, true
			}
		}
	}
	for _, place := range below { // or a home
		if path := join(folder, place); exists(path) {
			return path, true
		}
	}
	return "", false
}

// belowHome lists the row's paths below a home, of all systems.
func (r row) belowHome() []string {
	var below []string
	for _, c := range r.candidatePaths("", true) {
		below = append(below, strings.TrimPrefix(c, "${HOME}/"))
	}
	return slices.Compact(below)
}

// endsWith reports whether the last elements of a folder's name, in any system's spelling, are place.
func endsWith(folder, place string) bool {
	return strings.HasSuffix("/"+strings.ReplaceAll(folder, `\`, "/"), "/"+place)
}

// join is the path of a place in a folder.
func join(folder, place string) string {
	if folder == "/" {
		return "/" + place
	}
	return folder + "/" + place
}

// trimSlashes removes slashes at the end, except that of the root.
func trimSlashes(folder string) string { return trimEnd("", folder) }
