package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/order"
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
	// summaryHead is how many bytes at the start of a line tell its type, in
	// whatever order its fields stand.
	summaryHead = 128
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
			var whole bool
			if w.titles, whole = f.summaries(w.env); !whole {
				w.env.Diagnose(fault.DiagnosticOf("claude", fault.New(fault.LimitExceeded,
					"the folder is larger than 1 GiB: not all of it was searched for titles").At(w.ref.Path, 0, 0)))
			}
		}
	}
	if t, ok := w.titles[w.rec.ID]; ok {
		w.title = t
	}
}

// noTitles are those of a file that no folder is known of.
var noTitles = map[string]string{}

// summaries returns the folder's titles by leaf, and whether the whole folder
// was read for them.
func (f *folder) summaries(env *adapter.Env) (titles map[string]string, whole bool) {
	f.lock.acquire()
	defer f.lock.release()
	if f.titles != nil {
		return f.titles, f.whole
	}
	f.titles, f.whole = map[string]string{}, true
	files := append([]*adapter.Ref(nil), f.sessions...)
	order.Stable(files, func(i, j int) bool { return files[i].ModTime < files[j].ModTime })
	budget := int64(maxTitleBytes)
	for _, ref := range files {
		if budget -= ref.Size; budget < 0 {
			f.whole = false
			break
		}
		r := summaryReader{f: f, start: true}
		if err := adapter.SiftFile(env, ref.Path, ref.Size, r.stretch); fault.CodeOf(err) == fault.Timeout {
			break // the next call of the host ends the operation
		}
	}
	return f.titles, f.whole
}

// summaryFields are the fields of a summary line.
var summaryFields = scan.Compile("type", "summary", "leafUuid")

var (
	summaryMarker = []byte(`"summary"`)
	versionMarker = []byte(`"version":"`)
)

// summaryReader reads the summary lines of one file, and nothing more of a file
// that a version wrote which has none. That a file cannot be read is for its
// own walk to say.
type summaryReader struct {
	f     *folder
	start bool // a stretch begins with a line, and not inside one
	dated bool // a version was met
}

// stretch takes some lines. What is left of a line that does not fit into a
// stretch is too long for a summary.
func (r *summaryReader) stretch(raw []byte) (more bool) {
	for len(raw) > 0 {
		line, rest, whole := bytes.Cut(raw, newline)
		raw = rest
		if r.start && !r.line(line) {
			return false
		}
		r.start = whole
	}
	return true
}

var newline = []byte{'\n'}

// line takes one line; more is false when no summary will follow.
func (r *summaryReader) line(line []byte) (more bool) {
	if len(line) <= maxSummaryBytes && bytes.Contains(line[:min(len(line), summaryHead)], summaryMarker) {
		r.f.addSummary(line)
	} else if !r.dated {
		var v version
		v, r.dated = lineVersion(line)
		return v < versionFolders
	}
	return true
}

func (f *folder) addSummary(line []byte) {
	var v [3]scan.Value
	if summaryFields.Scan(scan.TrimBOM(line), v[:]) != nil || !is(v[0], "summary") {
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
