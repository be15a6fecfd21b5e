package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
)

// extras are the files beside the program that .ci/release-files.sh writes: manual pages, completions and
// the licences of the modules in the program.
type extras struct {
	man         []file // heddle.1, heddle-list.1, …
	completions []file // heddle.bash, _heddle, heddle.fish, heddle.ps1
	licenses    []byte
}

// licensesName is the name of the licences' file, in archives and packages.
const licensesName = "THIRD-PARTY-LICENSES.txt"

// readExtras reads a folder; an empty kind is an error, because a package would be without it.
func readExtras(folder string) (x extras, err error) {
	if x.man, err = readFiles(filepath.Join(folder, "man", "*.1")); err != nil {
		return x, err
	}
	if x.completions, err = readFiles(filepath.Join(folder, "completions", "*heddle*")); err != nil {
		return x, err
	}
	x.licenses, err = os.ReadFile(filepath.Join(folder, licensesName))
	return x, err
}

func readFiles(pattern string) (list []file, err error) {
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no file matches %s; .ci/release-files.sh writes them", pattern)
	}
	sort.Strings(paths)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list = append(list, file{filepath.Base(path), 0o644, data})
	}
	return list, nil
}

// shareFolders says where an environment of Python has what belongs to the shells: below share, where
// man, bash, zsh and fish look beside the folder of programs.
var shareFolders = map[string]string{
	"heddle.bash": "share/bash-completion/completions/heddle",
	"_heddle":     "share/zsh/site-functions/_heddle",
	"heddle.fish": "share/fish/vendor_completions.d/heddle.fish",
}

// shared lists the extras with their places below the folder of an environment.
func (x extras) shared() (list []file) {
	for _, f := range x.man {
		list = append(list, file{"share/man/man1/" + f.name, 0o644, f.data})
	}
	for _, f := range x.completions {
		if place, ok := shareFolders[f.name]; ok {
			list = append(list, file{place, 0o644, f.data})
		}
	}
	return list
}
