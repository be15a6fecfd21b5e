// Package codex reads Codex sessions: rollouts of every version, from the
// TypeScript documents to paginated threads. The files on disk are described
// in FORMAT.md.
package codex

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex/facts"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Limits of what is read.
const (
	// MaxFolderDepth is how deep session files are looked for below
	// sessions: year, month, day and one to spare.
	MaxFolderDepth = 4
	// MaxIndexBytes is how much of session_index.jsonl is read, from its end.
	MaxIndexBytes = 16 << 20
	// MaxCompressedBytes is the largest compressed rollout that is read.
	MaxCompressedBytes = 64 << 20
	// MaxRolloutBytes is the largest content of a compressed rollout.
	MaxRolloutBytes = 256 << 20
	// MaxDocumentBytes is the largest TypeScript document that is read.
	MaxDocumentBytes = 128 << 20
	// MaxForkDepth is how many forks of forks are followed to their root.
	MaxForkDepth = 32
	// MaxMatchedLines is how many lines of a parent are compared with a copy.
	MaxMatchedLines = 1 << 20
	// MaxOpenCalls is how many tool calls are remembered until their output.
	MaxOpenCalls = 4096
	// headBytes is how much of a file's start is read for its header's time.
	headBytes = 16 << 10
)

// Places below the mount.
const (
	mount        = facts.Name
	sessionsPath = mount + "/sessions"
	archivedPath = mount + "/archived_sessions"
	indexPath    = mount + "/session_index.jsonl"
)

const (
	extLines      = ".jsonl"
	extCompressed = ".jsonl.zst"
	extDocument   = ".json"
)

type reader struct{}

// New returns the adapter.
func New() adapter.Adapter { return reader{} }

func (reader) Name() string { return mount }

// side is what Discover found beside the refs.
type side struct {
	titles names
	parts  map[string][]part // of threads with several files, see segment.go
}

// names maps thread ids to the names that users gave them.
type names map[string]string

func sideOf(ix *adapter.Index) *side {
	if s, ok := ix.Side.(*side); ok {
		return s
	}
	return &side{}
}

// Discover implements adapter.Adapter. A thread is one ref, however many files
// it has: a rewind continues in a file of its own (see segment.go), and each of
// them may have copies (archived, compressed): the plain file in
// sessions is preferred.
func (reader) Discover(env *adapter.Env) (*adapter.Index, error) {
	d := discovery{env: env, byID: map[string]int{}}
	for _, root := range []string{sessionsPath, archivedPath} {
		if err := d.walkTree(root); err != nil {
			return nil, err
		}
	}
	titles, err := readNames(env)
	if err != nil {
		return nil, err
	}
	ix := &adapter.Index{}
	s := &side{titles: titles, parts: map[string][]part{}}
	for i := range d.threads {
		ix.Refs = append(ix.Refs, d.threads[i].buildRef(s))
	}
	order.SortStable(ix.Refs, func(i, j int) bool { return ix.Refs[i].Path < ix.Refs[j].Path })
	if len(titles) > 0 || len(s.parts) > 0 {
		ix.Side = s
	}
	return ix, nil
}

type discovery struct {
	env     *adapter.Env
	threads []thread
	byID    map[string]int // index into threads
}

// folder is one still to be listed.
type folder struct {
	path  string
	depth int
}

func (d *discovery) walkTree(root string) error {
	todo := []folder{{root, 0}}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		list, err := d.env.Host.Files.List(at.path)
		if err != nil {
			if fault.CodeOf(err) == fault.Timeout {
				return err
			}
			if fault.CodeOf(err) != fault.BadRef || at.depth > 0 {
				d.env.Diagnose(fault.DiagnosticOf(d.env.Agent, err))
			}
			continue
		}
		for _, info := range list {
			path := at.path + "/" + info.Name
			if info.Kind == host.Dir {
				if at.depth < MaxFolderDepth && root == sessionsPath {
					todo = append(todo, folder{path, at.depth + 1})
				}
				continue
			}
			d.addFile(path, info, at.depth)
		}
	}
	return nil
}

func (d *discovery) addFile(path string, info host.Info, depth int) {
	id, segment, ok := sessionID(info.Name, depth)
	if !ok {
		return
	}
	if info.Kind != host.File {
		d.env.Diagnose(fault.Diagnostic{Code: fault.BadRef, Agent: d.env.Agent, Path: path,
			Message: "not a regular file inside the mount; it is not opened"})
		return
	}
	at, known := d.byID[id]
	if !known {
		at = len(d.threads)
		d.byID[id] = at
		d.threads = append(d.threads, thread{id: id})
	}
	d.threads[at].addPart(part{path: path, segment: segment, size: info.Size, modified: session.TimeOfMillis(info.ModTime)})
}

const (
	rolloutPrefix = "rollout-"
	uuidLength    = 36
)

// sessionID returns the thread id from a file name: the UUID at its end, or
// all of the name. After a rewind the name ends in the thread's UUID and the
// segment's, joined by an underscore. The time in a name is local time and is
// never used. ok is false for files that are no sessions; documents are in the
// sessions folder itself only.
func sessionID(name string, depth int) (id, segment string, ok bool) {
	if name == "" || name[0] == '.' {
		return "", "", false
	}
	stem, ok := strings.CutSuffix(name, extCompressed)
	if !ok {
		stem, ok = strings.CutSuffix(name, extLines)
	}
	if !ok {
		stem, ok = strings.CutSuffix(name, extDocument)
		ok = ok && depth == 0 && strings.HasPrefix(name, rolloutPrefix)
	}
	if !ok || stem == "" {
		return "", "", false
	}
	if n := len(stem) - uuidLength; n > 0 && isUUID(stem[n:]) {
		if stem[n-1] == '-' {
			return stem[n:], "", true
		}
		if m := n - 1 - uuidLength; m > 0 && stem[n-1] == '_' && stem[m-1] == '-' && isUUID(stem[m:n-1]) {
			return stem[m : n-1], stem[n:], true
		}
	}
	return stem, "", true
}

func isUUID(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
				return false
			}
		}
	}
	return len(s) == uuidLength
}

var indexPaths = scan.CompilePaths("id", "thread_name")

// readNames reads the append-only index of named threads; the last name of a
// thread counts.
func readNames(env *adapter.Env) (names, error) {
	info, err := env.Host.Files.Stat(indexPath)
	if err == nil && info.Kind != host.File {
		return nil, nil
	}
	titles := names{}
	if err == nil {
		from := max(0, info.Size-MaxIndexBytes)
		err = adapter.EachObjectFrom(env, &adapter.DefectLog{}, indexPath, from, info.Size, indexPaths, func(_ scan.Record, v []scan.Value) error {
			if id := v[0].String(); id != "" {
				titles[id] = v[1].String()
			}
			return nil
		})
	}
	switch fault.CodeOf(err) {
	case "", fault.BadRef:
	case fault.Timeout:
		return nil, err
	default:
		env.Diagnose(fault.DiagnosticOf(env.Agent, err))
	}
	return titles, nil
}

// Updated implements adapter.Adapter. Lines up to 0.29 and documents have no
// times: there it is the header's. A compressed file does not say. A thread
// with several files was written to when the latest of them was.
func (reader) Updated(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref) (session.Time, error) {
	var latest session.Time
	for _, p := range sideOf(ix).partsOf(ref) {
		t, err := p.lastUpdate(env)
		if t == 0 || err != nil {
			return 0, err
		}
		latest = session.Latest(latest, t)
	}
	return latest, nil
}

func (p *part) lastUpdate(env *adapter.Env) (session.Time, error) {
	if strings.HasSuffix(p.path, extCompressed) {
		return 0, nil
	}
	if strings.HasSuffix(p.path, extLines) {
		t, err := adapter.TailTime(env, p.path, p.size)
		if err != nil || t != 0 {
			return t, err
		}
	}
	return p.headerTime(env)
}

// headerTime returns the time in the header of a file whose lines have none.
func (p *part) headerTime(env *adapter.Env) (session.Time, error) {
	buf := make([]byte, min(p.size, headBytes))
	n, err := env.ReadAt(p.path, buf, 0)
	if err != nil {
		return 0, err
	}
	buf = scan.TrimBOM(buf[:n])
	if strings.HasSuffix(p.path, extDocument) {
		h, _ := documentHeader(buf)
		return h.created, nil
	}
	for i, c := range buf {
		if c == '\n' {
			buf = buf[:i]
			break
		}
	}
	v, err := scan.Parse(buf)
	if err != nil || v.Get("type").Exists() {
		return 0, nil
	}
	t, _ := adapter.TimeOf(v.Get("timestamp"))
	return t, nil
}
