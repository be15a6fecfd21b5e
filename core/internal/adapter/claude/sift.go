package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Sift implements adapter.Sifter. A session's bytes are its file, the side
// file with its name, and, where a version wrote it that titles sessions in
// other files, the titles of the lines in it.
func (reader) Sift(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, look func(raw []byte) bool) error {
	s := &sift{env: env, side: sideOf(ix), ref: ref, look: look}
	if more, err := s.sideFile(); !more || err != nil {
		return err
	}
	return adapter.SiftFile(env, ref.Path, ref.Size, s.scanChunk)
}

// sift shows the bytes of one session.
type sift struct {
	env   *adapter.Env
	side  *side
	ref   *adapter.Ref
	look  func(raw []byte) bool
	dated bool // a version was found
	old   bool // it has titles in other files

	results persistedResults
}

// sideFile shows the file with the session's name. That it cannot be read is
// for a walk to say.
func (s *sift) sideFile() (more bool, err error) {
	path := s.side.files[s.ref.Path]
	if path == "" {
		return true, nil
	}
	text, err := adapter.ReadFile(s.env, path, sideFileBytes)
	if err != nil {
		if fault.CodeOf(err) == fault.Timeout {
			return false, err
		}
		return true, nil
	}
	return s.look(text), nil
}

// scanChunk shows a chunk of the session's own file and the titles that belong
// to its lines.
func (s *sift) scanChunk(raw []byte) (more bool) {
	if more = s.look(raw); more && s.mayHaveTitles(raw) {
		more = s.scanTitles(raw)
	}
	if more && hasTag(raw, nameMark, pastedMark, persistedMark) {
		if more = s.scanRetyped(raw); more {
			more = s.scanPersisted(raw)
		}
	}
	return more
}

// hasTag reports whether bytes hold one of some tags, in one pass over them.
func hasTag(raw []byte, tags ...[]byte) bool {
	for {
		i := bytes.IndexByte(raw, '<')
		if i < 0 {
			return false
		}
		for _, tag := range tags {
			if bytes.HasPrefix(raw[i:], tag) {
				return true
			}
		}
		raw = raw[i+1:]
	}
}

// The tags of a prompt that is not stored as it was typed.
var (
	nameMark   = []byte("<" + tagName + ">")
	pastedMark = []byte(pastedOpen[:len(pastedOpen)-1]) // its quote is escaped
)

// scanRetyped shows such prompts as they were typed.
func (s *sift) scanRetyped(raw []byte) (more bool) {
	for more = true; more && len(raw) > 0; {
		var line []byte
		line, raw, _ = bytes.Cut(raw, []byte{'\n'})
		if !hasTag(line, nameMark, pastedMark) {
			continue
		}
		v, err := scan.Parse(line)
		if err != nil {
			continue
		}
		w := walk{}
		shown := w.typedText(v.Get("message.content")).text
		if c, ok := parseCommand(shown); ok {
			shown = c.typed
		} else {
			shown = unwrapPasted(shown)
		}
		more = s.look(session.TextJSON(shown))
	}
	return more
}

// mayHaveTitles reports whether lines of the chunk may be titled elsewhere. Files
// are continued by newer versions, rarely by older ones: the first and the
// last version of a chunk decide. Without any, they may.
func (s *sift) mayHaveTitles(raw []byte) bool {
	for _, at := range [...]int{bytes.Index(raw, versionMarker), lastVersion(raw)} {
		if at >= 0 {
			v, _ := lineVersion(raw[at:])
			s.dated = true
			s.old = s.old || v < versionFolders
		}
	}
	return s.old || !s.dated
}

// lastVersion returns where the last version of a chunk is, -1 without one. It looks
// at ever longer ends: a version is in every line, and a search forwards is faster.
func lastVersion(raw []byte) int {
	for n := 16 << 10; ; n *= 4 {
		from := max(0, len(raw)-n)
		at := -1
		for i := from; ; i = at + 1 {
			k := scan.IndexAtRareByte(raw[i:], versionMarker, 1)
			if k < 0 {
				break
			}
			at = i + k
		}
		if at >= 0 || from == 0 {
			return at
		}
	}
}

var uuidKey = []byte(`"uuid"`)

// scanTitles shows the titles of the lines whose ids are in the chunk.
func (s *sift) scanTitles(raw []byte) (more bool) {
	f := s.side.folderOf(s.ref)
	if f == nil {
		return true
	}
	for _, title := range f.titlesIn(s.env, raw) {
		if !s.look(session.TextJSON(title)) {
			return false
		}
	}
	return true
}

// titlesIn returns every title that a file of the folder gives to a line whose
// id is in the chunk.
func (f *folder) titlesIn(env *adapter.Env, raw []byte) (out []string) {
	f.lock.acquire()
	f.searchFiles(env, 0)
	f.lock.release() // all is read now: nothing changes any more
	for len(f.byLeaf) > 0 {
		i := bytes.Index(raw, uuidKey)
		if i < 0 {
			return out
		}
		raw = raw[i+len(uuidKey):]
		id := bytes.TrimLeft(raw[:min(len(raw), maxIDBytes)], ": \t\"")
		if end := bytes.IndexByte(id, '"'); end >= 0 {
			for _, t := range f.byLeaf[text.Hash(string(id[:end]))] {
				out = append(out, t.text)
			}
		}
	}
	return nil
}

// maxIDBytes is the longest id, in bytes, with the bytes between it and its
// key.
const maxIDBytes = 256
