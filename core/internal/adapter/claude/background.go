package claude

import (
	"bytes"
	"errors"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// A session that is sent to the background (Ctrl+B, /background) continues in a new file. It
// repeats the other file's lines, with their ids but with its own session id, and names no
// other: the first line's id leads to the file that was copied.

// isBackground reports whether a line, or the first of several, is of such a session.
func isBackground(raw []byte) bool {
	return bytes.HasPrefix(afterMember(raw, `"sessionKind"`), []byte(`"bg"`))
}

// rootHeadBytes is how much of a file's start is searched for its first line of the tree, and
// maxShared how many ids of another file are kept.
const (
	rootHeadBytes = 64 << 10
	maxShared     = 1 << 20
)

// lookForOrigin looks for the session that a background session continues, once.
func (w *walk) lookForOrigin(line []byte) error {
	c := &w.copies
	if c.background || c.done || w.ref.Subagent || !isBackground(line) {
		return nil
	}
	c.background = true
	f := w.side.folderOf(w.ref)
	if f == nil {
		return nil
	}
	first, err := readRoot(w.env, w.ref)
	if err != nil || first.id == "" {
		return err
	}
	origin, err := f.originOf(w.env, w.ref, first.id)
	if err != nil || origin == nil {
		return err
	}
	if c.shared, err = idsIn(w.env, origin); err == nil {
		c.origin = origin.ID
	}
	return err
}

// root is what a session's file begins with.
type root struct {
	id         string // of the first line of the tree
	background bool
}

var rootPaths = scan.CompilePaths("uuid", "type")

// readRoot reads the head of a session's file. A file that cannot be read has no root: its own
// walk says why.
func readRoot(env *adapter.Env, ref *adapter.Ref) (r root, err error) {
	head := make([]byte, min(ref.Size, rootHeadBytes))
	n, err := env.ReadAt(ref.Path, head, 0)
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return r, err
		}
		return r, nil
	}
	head = head[:n]
	r.background = isBackground(head)
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		var v [2]scan.Value
		if rootPaths.Scan(line, v[:]) == nil && v[0].Kind() == scan.String {
			r.id = v[0].String()
			return r, nil
		}
	}
	return r, nil
}

// originOf returns the session of the folder that begins with the same line as a background
// session: one that was not sent to the background itself, else one whose file's name is less,
// so that no two are each other's.
func (f *folder) originOf(env *adapter.Env, own *adapter.Ref, id string) (*adapter.Ref, error) {
	f.lock.acquire()
	defer f.lock.release()
	if f.roots == nil {
		f.roots = map[string][]originRef{}
		for _, ref := range f.sessions {
			r, err := readRoot(env, ref)
			if err != nil {
				f.roots = nil
				return nil, err
			}
			if r.id != "" {
				f.roots[r.id] = append(f.roots[r.id], originRef{ref, r.background})
			}
		}
	}
	var best *originRef
	for i := range f.roots[id] {
		o := &f.roots[id][i]
		if o.ref == own || o.background && o.ref.Path > own.Path {
			continue
		}
		if best == nil || best.background && !o.background {
			best = o
		}
	}
	if best == nil {
		return nil, nil
	}
	return best.ref, nil
}

// originRef is a session that another may have copied.
type originRef struct {
	ref        *adapter.Ref
	background bool
}

// errEnough ends the reading of ids.
var errEnough = errors.New("enough ids were read")

// idsIn returns the ids of the lines in a file.
func idsIn(env *adapter.Env, ref *adapter.Ref) (map[string]bool, error) {
	alone := *env
	alone.Cache, alone.Long = nil, nil
	ids := map[string]bool{}
	err := adapter.EachObject(&alone, &adapter.DefectLog{}, ref.Path, ref.Size, rootPaths, func(_ scan.Record, v []scan.Value) error {
		if v[0].Kind() == scan.String {
			ids[v[0].String()] = true
		}
		if len(ids) >= maxShared {
			return errEnough
		}
		return nil
	})
	if err == errEnough || err != nil && fault.CodeOf(err) != fault.Timeout {
		err = nil
	}
	return ids, err
}
