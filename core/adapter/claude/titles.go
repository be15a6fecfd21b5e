package claude

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/scan"
)

// Versions up to 2.0 write a session's title as a summary line that names the
// last line of the session, its leaf, mostly into the file of whichever
// session was opened next. So the titles of one session are looked for in all
// files of its folder, once for all sessions in it, and only when a session
// of such a version is read.

// Limits of the search for titles.
const (
	// maxSummaryBytes is the longest line, in bytes, that is looked at.
	maxSummaryBytes = 64 << 10
	// summaryHead is how many bytes at the start of a line tell its type.
	summaryHead = 48
	// maxTitleBytes is how much of one folder is read in all.
	maxTitleBytes = 1 << 30
)

// titled remembers the title of the line that was just placed. The last one
// in the file wins: it was made of most of the session.
func (w *walk) titled() {
	if !w.old || w.rec.ID == "" || w.rec.Aside || w.version >= versionFolders {
		return
	}
	if w.titles == nil {
		w.titles = noTitles
		if f := w.side.folderOf(w.ref); f != nil {
			w.titles = f.summaries(w.env)
		}
	}
	if t, ok := w.titles[w.rec.ID]; ok {
		w.title = t
	}
}

// noTitles are those of a file that no folder is known of.
var noTitles = map[string]string{}

// summaries returns the folder's titles by leaf.
func (f *folder) summaries(env *adapter.Env) map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.titled {
		return f.titles
	}
	f.titled = true
	f.titles = map[string]string{}
	files := append([]*adapter.Ref(nil), f.sessions...)
	slices.SortStableFunc(files, func(a, b *adapter.Ref) int { return cmp.Compare(a.ModTime, b.ModTime) })
	budget := int64(maxTitleBytes)
	for _, ref := range files {
		if budget -= ref.Size; budget < 0 {
			env.Diagnose(fault.DiagnosticOf("claude", fault.New(fault.LimitExceeded,
				"the folder is larger than 1 GiB; some titles in it were not looked for").At(ref.Path, 0, 0)))
			break
		}
		if err := f.readSummaries(env, ref); err != nil && fault.CodeOf(err) == fault.Timeout {
			f.titled = false // the operation ends here
			break
		}
	}
	return f.titles
}

// summaryFields are the fields of a summary line.
var summaryFields = scan.Compile("type", "summary", "leafUuid")

var (
	summaryMarker = []byte(`"summary"`)
	versionMarker = []byte(`"version":"`)
)

// readSummaries reads the summary lines of one file, and nothing of a file
// that a version wrote which has none.
func (f *folder) readSummaries(env *adapter.Env, ref *adapter.Ref) error {
	lines := scan.NewLines(fileSource{env.Host.Files, ref.Path}, ref.Size)
	if poll := env.Host.Poll; poll != nil {
		lines.OnProgress(poll.Poll)
	}
	dated := false
	for {
		rec, ok := lines.Next()
		if !ok {
			return lines.Err()
		}
		line := rec.Bytes
		if len(line) <= maxSummaryBytes && bytes.Contains(line[:min(len(line), summaryHead)], summaryMarker) {
			f.addSummary(line)
		} else if !dated {
			var v version
			if v, dated = lineVersion(line); v >= versionFolders {
				return nil
			}
		}
	}
}

func (f *folder) addSummary(line []byte) {
	var v [3]scan.Value
	if summaryFields.Scan(line, v[:]) != nil || !is(v[0], "summary") {
		return
	}
	if text := v[1].String(); text != "" && !failure(text) {
		f.titles[v[2].String()] = text
	}
}

// lineVersion finds the version that wrote a line without parsing it.
func lineVersion(line []byte) (v version, ok bool) {
	i := bytes.Index(line, versionMarker)
	if i < 0 {
		return 0, false
	}
	rest := line[i+len(versionMarker):]
	return parseVersion(rest[:max(0, bytes.IndexByte(rest, '"'))]), true
}

// fileSource reads one file of the host.
type fileSource struct {
	files host.Files
	path  string
}

// ReadAt implements scan.Source.
func (s fileSource) ReadAt(p []byte, off int64) (int, error) { return s.files.ReadAt(s.path, p, off) }
