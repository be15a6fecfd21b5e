package places

import (
	"encoding/json"
	"errors"
)

// storeMount is the row of the table with the store's folder.
const storeMount = "store"

// StoreFile returns the file of this user's store on system os: heddle.db in
// the first folder of the table's row for the store that can be named, whether
// or not it exists, because the store is made when it is first written to.
// With a home that is not "" the environment counts for nothing, and the file
// lies below that home as this system would have it. Nothing is looked at on
// disk.
func StoreFile(os string, env func(string) string, home string) (string, error) {
	var doc document
	if err := json.Unmarshal(table, &doc); err != nil {
		return "", err
	}
	explicit := home != ""
	if !explicit {
		home = userHome(os, env)
	}
	lookup := func(name string) string {
		switch {
		case name == "HOME":
			return home
		case explicit:
			return ""
		}
		return env(name)
	}
	for _, r := range doc.Places {
		if r.Mount != storeMount {
			continue
		}
		for _, candidate := range r.candidatePaths(os, false) {
			if path, ok := expandVariable(os, candidate+"/heddle.db", lookup); ok {
				return path, nil
			}
		}
	}
	return "", errors.New("no absolute path for the home folder")
}
