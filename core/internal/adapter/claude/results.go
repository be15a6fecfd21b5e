package claude

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// A large result is in a file of its own, <session>/tool-results/<id>.txt. The line
// has its beginning, in <persisted-output>, and the path of the file.

const (
	resultsDir = "tool-results"
	// resultBytes bounds one such file, and resultsBytes what one walk reads of them.
	resultBytes  = 16 << 20
	resultsBytes = 64 << 20
)

var persistedMark = []byte("<persisted-output>")

// persistedResults reads the files of one session's large results.
type persistedResults struct {
	env  *adapter.Env
	ref  *adapter.Ref
	read int64
}

// folder returns the session's own folder, which its subagents share, and its id.
func (p *persistedResults) folder() (path, id string) {
	path = strings.TrimSuffix(p.ref.Path, sessionExt)
	if p.ref.Parent != "" {
		if i := text.Index(path, "/"+subagentsDir+"/"); i >= 0 {
			path = path[:i]
		}
	}
	return path, path[strings.LastIndexByte(path, '/')+1:]
}

// wholeOutput returns the whole of an output that names the file that has it; ok is
// false when it names none, or one that is not in the session's own folder, or
// that is not there.
func (p *persistedResults) wholeOutput(shown string) (whole string, ok bool, err error) {
	if !strings.HasPrefix(shown, string(persistedMark)) {
		return "", false, nil
	}
	folder, id := p.folder()
	_, name, found := text.Cut(strings.ReplaceAll(shown[:min(len(shown), resultHead)], `\`, "/"), "/"+id+"/"+resultsDir+"/")
	if end := strings.IndexByte(name, '\n'); end >= 0 {
		name = strings.TrimRight(name[:end], " \r")
	}
	if !found || name == "" || name == "." || name == ".." || strings.IndexByte(name, '/') >= 0 || strings.IndexByte(name, 0) >= 0 {
		return "", false, nil
	}
	path := folder + "/" + resultsDir + "/" + name
	data, err := adapter.ReadFile(p.env, path, min(resultBytes, resultsBytes-p.read))
	if err != nil {
		if fault.CodeOf(err) == fault.BadRef { // it was removed
			err = nil
		}
		return "", false, err
	}
	p.read += int64(len(data))
	return string(data), true, nil
}

// resultHead is where the path is looked for, in bytes.
const resultHead = 8 << 10

// readPersisted replaces the beginnings of large results by the whole of them.
func (w *walk) readPersisted(list []session.ToolResult) error {
	if !w.texts {
		return nil
	}
	for i := range list {
		out := list[i].Output
		if !bytes.Contains(out[:min(len(out), 2*len(persistedMark))], persistedMark) {
			continue
		}
		v, err := scan.Parse(out)
		if err != nil || v.Kind() != scan.String {
			continue
		}
		w.results.env, w.results.ref = w.env, w.ref
		whole, ok, err := w.results.wholeOutput(v.String())
		if err != nil {
			if err = w.sideFileError(err); err != nil {
				return err
			}
		}
		if ok {
			list[i].Output = session.TextJSON(whole)
		}
	}
	return nil
}

// scanPersisted shows the files of large results to a search.
func (s *sift) scanPersisted(raw []byte) (more bool) {
	for more = true; more; {
		i := bytes.Index(raw, persistedMark)
		if i < 0 {
			return true
		}
		raw = raw[i:]
		shown, _, _ := bytes.Cut(raw[:min(len(raw), resultHead)], []byte{'"'})
		v, err := scan.Parse(append(append([]byte{'"'}, bytes.TrimSuffix(shown, []byte{'\\'})...), '"'))
		raw = raw[len(persistedMark):]
		if err != nil {
			continue
		}
		s.results.env, s.results.ref = s.env, s.ref
		if whole, ok, err := s.results.wholeOutput(v.String()); ok && err == nil {
			more = s.look(session.TextJSON(whole))
		}
	}
	return more
}
