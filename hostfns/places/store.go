package places

import "errors"

// storeFiles lists, for each system, where the store's file may be, the best
// place first, in the form of the table of places.
func storeFiles(os string) []string {
	switch os {
	case "windows":
		return []string{"${APPDATA}/heddle/heddle.db", "${HOME}/AppData/Roaming/heddle/heddle.db"}
	case "darwin":
		return []string{"${HOME}/Library/Application Support/heddle/heddle.db"}
	}
	return []string{"${XDG_DATA_HOME}/heddle/heddle.db", "${HOME}/.local/share/heddle/heddle.db"}
}

// StoreFile returns the file of this user's store on system os: heddle.db in
// the folder heddle of the user's data folder, which is XDG_DATA_HOME, else
// ~/.local/share; on macOS ~/Library/Application Support; on Windows APPDATA,
// else ~/AppData/Roaming. With a home that is not "" the environment counts
// for nothing, and the file lies below that home in the same way. README.md
// states the rule for hosts in other languages. Nothing is looked at on disk.
func StoreFile(os string, env func(string) string, home string) (string, error) {
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
	for _, candidate := range storeFiles(os) {
		if path, ok := expand(os, candidate, lookup); ok {
			return path, nil
		}
	}
	return "", errors.New("no absolute path for the home folder")
}
