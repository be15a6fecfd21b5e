// Package gemini reads Gemini CLI sessions: operation logs, the JSON documents
// before them, saved checkpoints and prompt logs. The files on disk are
// described in FORMAT.md.
package gemini

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/gemini/facts"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Name is the agent's name and that of its mount.
const Name = facts.Name

// Limits of what is read.
const (
	// MaxSideBytes is the largest side file that is read: the registry of
	// projects and the prompt log of one.
	MaxSideBytes = 16 << 20
	// MaxDocumentBytes is the largest session document or checkpoint.
	MaxDocumentBytes = 128 << 20
	// headBytes is how much of a session file's start is read for its id.
	headBytes = 4 << 10
)

// Places below the mount.
const (
	tmpPath       = Name + "/tmp"
	describedPath = Name + "/sessions"
	registryPath  = Name + "/projects.json"
	rootFile      = ".project_root"
	logFile       = "logs.json"
	chatsFolder   = "chats"
	chatPrefix    = "session-"
	savedPrefix   = "checkpoint-"
	extLines      = ".jsonl"
	extDocument   = ".json"
)

type agent struct{}

// New returns the adapter.
func New() adapter.Adapter { return agent{} }

// Name implements adapter.Adapter.
func (agent) Name() string { return Name }

// pathsOf names the files of a session, the preferred one first.
func pathsOf(ref *adapter.Ref) []string {
	return append([]string{ref.Path}, ref.Alternates...)
}

// sizeOf returns a file's size; ok is false when it is not a file.
func sizeOf(env *adapter.Env, ref *adapter.Ref, path string) (int64, error) {
	if path == ref.Path {
		return ref.Size, nil
	}
	info, err := env.Host.Files.Stat(path)
	if err == nil && info.Kind != host.File {
		return 0, notRegular(path)
	}
	return info.Size, err
}

// Updated implements adapter.Adapter: the latest of all places of the session.
// A log has it at its end, a document at its start, a checkpoint not at all.
func (agent) Updated(env *adapter.Env, _ *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	var last session.Time
	for _, path := range pathsOf(ref) {
		size, err := sizeOf(env, ref, path)
		if err != nil {
			return 0, err
		}
		var t session.Time
		switch {
		case strings.HasSuffix(path, extLines):
			t, err = tailTime(env, path, size)
		case isChat(path):
			var head []byte
			head, err = readHead(env, path, size)
			t, _, _ = session.ParseTime(valueOf(head, "lastUpdated"))
		}
		if err != nil || t == 0 {
			return 0, err
		}
		last = session.Latest(last, t)
	}
	return last, nil
}

var (
	tailPaths = scan.CompilePaths("timestamp", "lastUpdated", "$set.lastUpdated", "toolCalls")
	callTime  = scan.CompilePaths("timestamp")
)

// tailTime returns the greatest time in a log's tail.
func tailTime(env *adapter.Env, path string, size int64) (session.Time, error) {
	tail, err := adapter.ReadTail(env, path, size)
	if err != nil {
		return 0, err
	}
	var last session.Time
	var v, c [4]scan.Value
	take := func(x scan.Value) {
		t, _ := adapter.TimeOf(x)
		last = session.Latest(last, t)
	}
	for len(tail) > 0 {
		line, rest, _ := bytes.Cut(tail, []byte{'\n'})
		tail = rest
		if tailPaths.Scan(line, v[:]) != nil {
			continue
		}
		for _, x := range v[:3] {
			take(x)
		}
		v[3].EachElement(func(_ int, e scan.Value) bool {
			if callTime.Scan(e.Raw(), c[:]) == nil {
				take(c[0])
			}
			return true
		})
	}
	return last, nil
}

// isChat reports whether a document is a session, not a checkpoint or a log.
func isChat(path string) bool {
	return strings.HasPrefix(baseName(path), chatPrefix)
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// readHead returns the first bytes of a file.
func readHead(env *adapter.Env, path string, size int64) ([]byte, error) {
	buf := make([]byte, min(size, headBytes))
	n, err := env.ReadAt(path, buf, 0)
	return buf[:n], err
}

// valueOf returns the first string under a key in the start of a
// file, which need not be whole JSON.
func valueOf(b []byte, key string) string {
	s, _ := nextValue(b, key)
	return s
}

// nextValue returns a string under a key, and what follows it; nil when there
// is no such key.
func nextValue(b []byte, key string) (string, []byte) {
	mark := []byte(`"` + key + `"`)
	for {
		i := bytes.Index(b, mark)
		if i < 0 {
			return "", nil
		}
		b = b[i+len(mark):]
		v := bytes.TrimLeft(b, " \t\r\n:")
		if len(v) == len(b) || len(v) == 0 || v[0] != '"' {
			continue
		}
		if end := bytes.IndexByte(v[1:], '"'); end >= 0 {
			return string(v[1 : 1+end]), b
		}
	}
}
