package process

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/internal/smallfile"
)

// PrivateFile is what a process gets in a file that only this user can read.
type PrivateFile struct {
	Name    string // without a folder
	Content string
	Arg     int // the index in Args of the argument that the path replaces
}

// filesPrefix begins the names of folders of private files in the registry's
// folder. Each has a file that names its owner, so that Reap can remove what a
// killed owner left.
const (
	filesPrefix = "files-"
	ownerName   = "owner.json"
)

// draftTime is after how long a folder without an owner's file is nobody's.
const draftTime = time.Minute

// writeFiles writes private files into a new folder, puts their paths into args,
// and returns the folder; "" without files.
func writeFiles(r *Registry, files []PrivateFile, args []string) (folder string, err error) {
	if len(files) == 0 {
		return "", nil
	}
	defer func() {
		if err != nil {
			removeFiles(folder)
			folder, err = "", fault.Wrap(fault.IO, "a private file for the agent cannot be written", err)
		}
	}()
	base := "" // the system's folder for temporary files
	if r != nil {
		if r.make() == nil { // else it is not to be trusted with secrets
			base = r.folder
		}
	}
	if folder, err = os.MkdirTemp(base, filesPrefix+"*"); err != nil { // with mode 0700
		return "", err
	}
	owner, err := json.Marshal(ownEntry())
	if err != nil {
		return folder, err
	}
	if err := os.WriteFile(filepath.Join(folder, ownerName), owner, 0o600); err != nil {
		return folder, err
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		if err := os.WriteFile(path, []byte(f.Content), 0o600); err != nil {
			return folder, err
		}
		args[f.Arg] = path
	}
	return folder, nil
}

func removeFiles(folder string) {
	if folder != "" {
		os.RemoveAll(folder)
	}
}

// reapFiles removes the private files whose owner has ended.
func (r *Registry) reapFiles() {
	own := ownEntry()
	folders, _ := os.ReadDir(r.folder) // an unreadable folder has no files
	for _, f := range folders {
		if !f.IsDir() || !strings.HasPrefix(f.Name(), filesPrefix) {
			continue
		}
		folder := filepath.Join(r.folder, f.Name())
		var owner Entry
		data, err := smallfile.ReadPrivate(filepath.Join(folder, ownerName))
		if err != nil || json.Unmarshal(data, &owner) != nil {
			if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > draftTime {
				removeFiles(folder)
			}
		} else if here, owned := owner.isOwned(&own); here && !owned {
			removeFiles(folder)
		}
	}
}
