package catalog

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Bounds of the search for files that look like sessions and that no rule takes.
const (
	maxUnreadDepth   = 8
	maxUnreadEntries = 50_000
	unreadHeadBytes  = 64 << 10
)

// countUnread counts the files in an agent's folders that look like sessions and that no
// session is made of: an agent may have moved or compressed them.
func countUnread(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, to *drift.Counts) {
	known := map[string]bool{}
	for i := range ix.Refs {
		known[ix.Refs[i].Path] = true
		for _, path := range ix.Refs[i].Alternates {
			known[path] = true
		}
	}
	type level struct {
		folder string
		depth  int
	}
	var todo []level
	for _, m := range adapter.MountsOf(a) {
		todo = append(todo, level{m, 0})
	}
	head := make([]byte, unreadHeadBytes)
	for seen := 0; len(todo) > 0 && seen < maxUnreadEntries; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		entries, err := env.Host.Files.List(at.folder)
		if err != nil {
			continue // that a folder of sessions cannot be read, Discover says
		}
		for _, e := range entries {
			seen++
			path := at.folder + "/" + e.Name
			switch {
			case e.Kind == host.Dir && at.depth < maxUnreadDepth && !drift.IsSideFolder(a.Name(), path):
				todo = append(todo, level{path, at.depth + 1})
			case e.Kind == host.File && e.Size > 0 && !known[path] && !drift.IsSideFile(e.Name) && looksLikeSession(env, path, head):
				to.Add(drift.UnreadFiles, at.folder, 1)
			}
		}
	}
}

// looksLikeSession reports whether a file has what sessions have.
func looksLikeSession(env *adapter.Env, path string, buf []byte) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if at := text.Index(name, ".jsonl."); at > 0 {
		switch name[at+len(".jsonl."):] {
		case "gz", "zst", "br", "xz", "bz2", "lz4":
			return true
		}
		return false
	}
	kind := name[strings.LastIndexByte(name, '.')+1:]
	switch kind {
	case "jsonl", "ndjson", "json", "db", "sqlite", "sqlite3", "vscdb":
	default:
		return false
	}
	n, err := env.Host.Files.ReadAt(path, buf, 0)
	if err != nil {
		return false
	}
	if head := buf[:n]; bytes.HasPrefix(head, []byte("SQLite format 3")) {
		return hasSessionTable(env, path, buf)
	}
	head := buf[:n]
	has := func(words ...string) bool {
		for _, w := range words {
			if bytes.Contains(head, []byte(w)) {
				return true
			}
		}
		return false
	}
	switch kind {
	case "jsonl", "ndjson":
		return has(`"message":{`, `"message": {`, `"payload":{`, `"role":`) || has(`"sessionId":`) && has(`"startTime":`, `"type":"`)
	case "json":
		return has(`"sessionID":`, `"sessionId":`, `"session_id":`) && has(`"role":`, `"messages":`, `"parts":`)
	}
	return false
}

// maxSchemaBytes is how much of a database is searched for its tables.
const maxSchemaBytes = 4 << 20

// hasSessionTable reports whether a database has a table of messages, or Cursor's sessions.
func hasSessionTable(env *adapter.Env, path string, buf []byte) bool {
	for at := int64(0); at < maxSchemaBytes; {
		n, err := env.Host.Files.ReadAt(path, buf, at)
		if err != nil || n == 0 {
			return false
		}
		for _, open := range [...]string{"", "`", `"`} {
			if bytes.Contains(buf[:n], []byte("CREATE TABLE "+open+"message")) {
				return true
			}
		}
		if bytes.Contains(buf[:n], []byte(`"composerId"`)) {
			return true
		}
		at += int64(n)
	}
	return false
}
