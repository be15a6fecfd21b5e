package codex

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Sift implements adapter.Sifter. A session's bytes are the name that its user
// gave it, its file, decompressed, and the files of the threads whose history
// it continues by reference.
func (reader) Sift(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	titles, _ := ix.Side.(names)
	if name := titles[ref.ID]; name != "" && !look(session.TextJSON(name)) {
		return nil
	}
	s := &sift{env: env, look: look}
	if err := s.file(ref); err != nil {
		return err
	}
	// What keeps a history from being read, the walk says.
	seen := map[string]bool{ref.ID: true}
	for s.base != "" && !seen[s.base] && len(seen) <= MaxForkDepth+1 {
		seen[s.base] = true
		if ref = ix.Find(s.base); ref == nil {
			break
		}
		if err := s.file(ref); fault.CodeOf(err) == fault.Timeout {
			return err
		}
	}
	return nil
}

// sift shows the bytes of one file after the other.
type sift struct {
	env  *adapter.Env
	look func(raw []byte) bool
	base string // thread that the file shown last continues by reference
}

func (s *sift) file(ref *adapter.Ref) error {
	s.base = ""
	env, size, err := (&walk{env: s.env}).open(ref.Path, ref.Size)
	if err != nil {
		return err
	}
	first := true
	return adapter.SiftFile(env, ref.Path, size, func(raw []byte) bool {
		if first && !strings.HasSuffix(ref.Path, extDocument) {
			s.base = historyBase(raw)
		}
		first = false
		more := s.look(raw)
		if !more {
			s.base = ""
		}
		return more
	})
}

var basePaths = scan.Compile("type", "payload", "payload.history_base.thread_id")

// historyBase returns the thread that a file continues by reference, from the
// head of the file; "" when there is none. Its header says so, which is the
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
