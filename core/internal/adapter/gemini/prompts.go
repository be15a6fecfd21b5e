package gemini

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// promptLogs is what the prompt logs of all projects hold.
type promptLogs struct {
	byID  map[string]*prompts
	ids   []string
	saves map[string]string // session that saved a checkpoint last, by folder and tag
}

// prompts is what the logs know of one session.
type prompts struct {
	places      []place
	count       int64 // prompts that are no commands
	first, last session.Time
}

// Fields of an entry of a prompt log.
const (
	logSession = iota
	logMessage
	logType
	logText
	logTime
	logFields
)

var logPaths = scan.CompilePaths("sessionId", "messageId", "type", "message", "timestamp")

// readPromptLog reads the prompt log of one project.
func (d *discovery) readPromptLog(folder string) error {
	path := tmpPath + "/" + folder + "/" + logFile
	info, err := d.env.Host.Files.Stat(path)
	if fault.CodeOf(err) == fault.Timeout {
		return err
	}
	if err != nil || info.Kind != host.File {
		return nil
	}
	b, err := readSide(d.env, path)
	if err != nil || len(b) == 0 {
		return err
	}
	at := placeOf(path, info)
	at.size = 0 // it belongs to many sessions
	var v [logFields]scan.Value
	w := elements{env: d.env, defects: &adapter.DefectLog{}, path: path, b: b, visit: func(rec scan.Record) error {
		if logPaths.Scan(rec.Bytes, v[:]) == nil {
			d.logs.addPrompt(d.side.projects.canonicalFolder(folder), at, v[:])
		}
		return nil
	}}
	if i := firstList(b); i >= 0 {
		return w.visitList(i)
	}
	return nil
}

// firstList returns the index of the list that the bytes are, -1 when they
// are something else.
func firstList(b []byte) int {
	for i, c := range b {
		switch c {
		case ' ', '\n', '\r', '\t', 0, 0xEF, 0xBB, 0xBF:
		case '[':
			return i
		default:
			return -1
		}
	}
	return -1
}

// addPrompt takes one line that a user typed.
func (l *promptLogs) addPrompt(folder string, at place, v []scan.Value) {
	id := v[logSession].String()
	t, _ := adapter.TimeOf(v[logTime])
	if !isID(id) || t == 0 {
		return
	}
	p := l.byID[id]
	if p == nil {
		p = &prompts{}
		l.byID[id] = p
		l.ids = append(l.ids, id)
	}
	if n := len(p.places); n == 0 || p.places[n-1].path != at.path {
		p.places = append(p.places, at)
	}
	said := v[logText].String()
	if !isCommand(said) {
		p.count++
		p.first, p.last = session.Earliest(p.first, t), session.Latest(p.last, t)
	}
	for _, command := range [...]string{"/chat save ", "/resume save "} {
		if tag, ok := strings.CutPrefix(said, command); ok {
			l.saves[folder+"/"+strings.TrimSpace(tag)] = id
		}
	}
}

// isCommand reports whether a logged line was a command to the CLI itself, not
// to the model. Comments begin with a slash as well (source).
func isCommand(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "/*")
}

// loggedPrompts reads a session's prompts from a log. Those that a checkpoint
// holds get their time from it, the others come after them.
func (w *walk) loggedPrompts(path string) error {
	b, err := w.readDocument(path, MaxSideBytes)
	if err != nil || len(b) == 0 {
		return err
	}
	i := firstList(b)
	if i < 0 {
		return emptyError(path)
	}
	var v [logFields]scan.Value
	list := elements{env: w.env, defects: w.out, path: path, b: b, visit: func(rec scan.Record) error {
		if logPaths.Scan(rec.Bytes, v[:]) != nil || !v[logSession].EqualString(w.ref.ID) {
			return nil
		}
		if err := w.emitRaw(path, rec); err != nil {
			return err
		}
		said := v[logText].String()
		t, naive := adapter.TimeOf(v[logTime])
		if isCommand(said) || t == 0 {
			return nil
		}
		w.files++
		key := mixSignature(fnv, v[logText])
		for i := range w.entries {
			if e := &w.entries[i]; e.kind == user && e.time == 0 && e.sign == key {
				e.time, e.naive = t, naive
				return nil
			}
		}
		at, fresh := w.entryFor("prompt-" + string(v[logMessage].Raw()))
		if !fresh {
			return nil // the copy of the log that an upgrade made
		}
		e := &w.entries[at]
		e.position = position{path, rec.Line, rec.Offset}
		e.kind, e.text, e.sign, e.time, e.naive = user, said, key, t, naive
		w.appendEntry(at)
		return nil
	}}
	return list.visitList(i)
}
