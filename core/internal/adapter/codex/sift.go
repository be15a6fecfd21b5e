package codex

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Sift implements adapter.Sifter. A session's bytes are the name that its user
// gave it, its files, decompressed, and the files of the threads whose history
// it continues by reference.
func (reader) Sift(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	aside := sideOf(ix)
	if name := aside.titles[ref.ID]; name != "" && !look(session.TextJSON(name)) {
		return nil
	}
	s := &sift{env: env, look: look}
	seen := map[string]bool{ref.ID: true}
	for queue := []*adapter.Ref{ref}; len(queue) > 0 && len(seen) <= MaxForkDepth+1; queue = queue[1:] {
		parts := aside.partsOf(queue[0])
		for i := range parts {
			// What keeps one of several files from being read, the walk says.
			err := s.scanFile(&parts[i])
			if fault.CodeOf(err) == fault.Timeout || err != nil && queue[0] == ref && len(parts) == 1 {
				return err
			}
			if s.done {
				return nil
			}
			if base := ix.FindRef(s.base); base != nil && !seen[s.base] {
				seen[s.base] = true
				queue = append(queue, base)
			}
		}
	}
	return nil
}

// sift shows the bytes of one file after the other.
type sift struct {
	env  *adapter.Env
	look func(raw []byte) bool
	base string // thread that the file shown last continues by reference
	done bool   // look has seen enough
}

func (s *sift) scanFile(ref *part) error {
	s.base = ""
	env, size, err := (&walk{env: s.env}).openFile(ref.path, ref.size)
	if err != nil {
		return err
	}
	first := true
	return adapter.SiftFile(env, ref.path, size, func(raw []byte) bool {
		if first && !strings.HasSuffix(ref.path, extDocument) {
			s.base = historyBase(raw)
		}
		first = false
		more := s.look(raw)
		s.done = s.done || !more
		return more
	})
}

var basePaths = scan.CompilePaths("type", "payload", "payload.history_base.thread_id")

// historyBase returns the thread that a file continues by reference, from the
// head of the file; "" without one. Its header says so, which is the
// first line, unless that is damaged; older formats have none.
func historyBase(head []byte) string {
	var v [3]scan.Value
	head = scan.TrimBOM(head)
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte{'\n'})
		head = rest
		if basePaths.Scan(line, v[:]) != nil {
			continue
		}
		if v[0].EqualString("session_meta") || !v[1].Exists() {
			return v[2].String()
		}
	}
	return ""
}
