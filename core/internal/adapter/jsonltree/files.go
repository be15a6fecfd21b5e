package jsonltree

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Read visits all entries of a session that Discover found, and its leaf.
// The rule for the leaf of the described layout is LeafNewest.
func Read(env *adapter.Env, opt Options, out adapter.Outlet) error {
	if isFolderSession(opt.Ref) {
		opt.Rule = LeafNewest
	}
	tolerant := adapter.NewTolerantOutlet(env, out)
	w := NewWalker(env, opt, tolerant)
	var failed error
	files := 0
	err := eachFile(env, opt.Ref, func(path string, size int64) error {
		err := w.VisitFile(path, size)
		if err == nil {
			files++
		}
		if err == nil || len(opt.Ref.Alternates) == 0 {
			return err
		}
		failed = err
		return tolerant.Tolerate(err)
	})
	if err == nil && files == 0 {
		err = failed
	}
	if err != nil {
		return err
	}
	return w.EndSession()
}

// eachFile visits the files of a session.
func eachFile(env *adapter.Env, ref *adapter.Ref, visit func(path string, size int64) error) error {
	if err := visit(ref.Path, ref.Size); err != nil || !isFolderSession(ref) {
		return err
	}
	for _, path := range ref.Alternates {
		info, err := env.Host.Files.Stat(path)
		if err == nil {
			err = visit(path, info.Size)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isFolderSession reports whether a session is a folder of files, which is called like
// it.
func isFolderSession(ref *adapter.Ref) bool {
	dir, ok := folderOf(ref.Path)
	return ok && !ref.Subagent && (ref.ID == dir || strings.HasSuffix(ref.ID, "/"+dir))
}

// folderOf returns the name of the folder that holds a file.
func folderOf(path string) (string, bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", false
	}
	return baseName(path[:i]), true
}

// LastUpdate returns the time of a session's last entry by the tails of its
// files, and not before the time in the name: a fork that has copied entries
// only is as young as its header.
func LastUpdate(env *adapter.Env, ref *adapter.Ref) (session.Time, error) {
	var last session.Time
	silent := false
	err := eachFile(env, ref, func(path string, size int64) error {
		t, err := adapter.TailTime(env, path, size)
		silent = silent || t == 0
		last = session.Latest(last, t)
		return err
	})
	if err != nil || silent {
		return 0, err
	}
	return session.Latest(last, nameTime(ref.Path)), nil
}

// SiftFiles implements adapter.Sifter for the files of a session.
func SiftFiles(env *adapter.Env, ref *adapter.Ref, look func(raw []byte) bool) error {
	more := true
	return eachFile(env, ref, func(path string, size int64) (err error) {
		if more {
			more, err = SiftFile(env, path, size, look)
		}
		return err
	})
}

// SiftFile shows one file to look; more is false when look has seen enough.
func SiftFile(env *adapter.Env, path string, size int64, look func(raw []byte) bool) (more bool, err error) {
	more = true
	err = adapter.SiftFile(env, path, size, func(raw []byte) bool {
		more = look(raw)
		return more
	})
	return more, err
}
