package jsonltree

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Ext is the extension of session files.
const Ext = ".jsonl"

// nameTimeLength is the length of the time that begins a file name:
// "2026-11-20T17-26-36-957Z".
const nameTimeLength = 24

// FileID returns the session id in a file name: the part after the
// time, else the whole stem. timed is false when no time begins the name.
func FileID(name string) (id string, timed bool) {
	stem := strings.TrimSuffix(name, Ext)
	if len(stem) > nameTimeLength+1 && stem[nameTimeLength] == '_' && nameTime(name) != 0 {
		return stem[nameTimeLength+1:], true
	}
	return stem, false
}

// SourceID makes a native id of a header's parentSession: the path of a file,
// an id, or "sqlite:agent:id:path".
func SourceID(parentSession string) string {
	if rest, ok := strings.CutPrefix(parentSession, "sqlite:"); ok {
		_, rest, _ = text.Cut(rest, ":")
		id, _, _ := text.Cut(rest, ":")
		return id
	}
	id, _ := FileID(baseName(parentSession))
	return id
}

// baseName returns the part after the last separator of a path of any
// system.
func baseName(path string) string {
	return path[max(strings.LastIndexByte(path, '/'), strings.LastIndexByte(path, '\\'))+1:]
}

// nameTime reads the time that begins a file name; absent when none does.
func nameTime(path string) session.Time {
	name := baseName(path)
	if len(name) < nameTimeLength {
		return 0
	}
	b := []byte(name[:nameTimeLength])
	for _, i := range [...]int{13, 16} {
		if b[i] != '-' {
			return 0
		}
		b[i] = ':'
	}
	if b[19] != '-' || b[23] != 'Z' {
		return 0
	}
	b[19] = '.'
	t, _, _ := session.ParseTime(string(b))
	return t
}
