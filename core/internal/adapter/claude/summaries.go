package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Limits of the search for titles.
const (
	// maxSummaryBytes is the longest line, in bytes, that is looked at.
	maxSummaryBytes = 64 << 10
	// summaryHead is how many bytes at the start of a line show its type, in
	// any order of its fields.
	summaryHead = 128
	// maxTitleBytes is how much of one folder is searched in all.
	maxTitleBytes = 1 << 30
	// fileTimeError is by how many milliseconds a file time may be too early:
	// some archives and file systems keep local times, and round them.
	fileTimeError = 24 * 60 * 60 * 1000
)

// summaries are the summary lines of a folder's files, as far as they were
// asked for.
type summaries struct {
	files  []*summaryFile       // the newest by their file times first; nil until asked
	left   *summaryFile         // the newest beyond maxTitleBytes; nil without one
	byLeaf map[uint64][]summary // by the hash of its id
	ends   map[string]fileEnd   // by path, of files that were dated

	searched bool // all that may title any session are in byLeaf
}

// fileEnd is what the last lines of a file show.
type fileEnd struct {
	last    session.Time // the greatest time
	summary bool         // a line that may be a summary
}

func lookAtEnd(env *adapter.Env, ref *adapter.Ref) (end fileEnd, err error) {
	err = adapter.LookAtTail(env, ref.Path, ref.Size, func(tail []byte) {
		end.last = adapter.LatestTime(tail)
		r := summaryReader{found: func([]byte) { end.summary = true }, start: true, dated: true}
		r.readChunk(tail)
	})
	return end, err
}

// summary is the title that one file gives to a leaf.
type summary struct {
	text string
	file *summaryFile
}

// summaryFile is a file that may hold summary lines. They are at its start
// or its end, or in front of lines that are later than what they title: of a
// file that shows none at either end, the time of the last line decides whether
// there can be one.
type summaryFile struct {
	ref     *adapter.Ref
	seen    bool         // its ends were looked at, and the rest is known:
	none    bool         // it is of a version that writes no summaries
	shown   bool         // there is one at an end, or the ends do not say
	written session.Time // time of its last line, else of the file
	read    bool         // its summaries are in byLeaf, or in lines:
	lines   [][]byte     // what may be summaries, on their way to byLeaf
	holds   bool         // there are any
}

// searchFiles reads all files that may title a session that began at since, or any
// session when that is absent; false when some were left out. The folder's
// lock must be held.
func (f *folder) searchFiles(env *adapter.Env, since session.Time) (all bool) {
	f.selectFiles()
	var files []*summaryFile
	if !f.searched {
		files = f.unreadFiles(since)
	}
	adapter.EachParallel(env, len(files), func(env *adapter.Env, i int) { f.readSummaries(env, files[i], since) })
	for _, file := range files {
		for _, line := range file.lines {
			f.addSummary(file, line)
		}
		file.lines = nil
		if file.holds && !file.seen {
			f.readEnds(env, file)
		}
	}
	f.searched = f.searched || since == 0
	return f.left == nil || !f.left.modifiedSince(since)
}

// unreadFiles lists the files that may title a session that began at since, where
// that is not known for sure or that were not read yet.
func (f *folder) unreadFiles(since session.Time) (files []*summaryFile) {
	for _, file := range f.files {
		if !file.modifiedSince(since) {
			break
		}
		if !file.read || file.holds && since != 0 && !file.seen {
			files = append(files, file)
		}
	}
	return files
}

// readSummaries reads one file unless its ends show that there is no need to. It
// changes nothing but the file.
func (f *folder) readSummaries(env *adapter.Env, file *summaryFile, since session.Time) {
	if since != 0 && !file.seen {
		f.readEnds(env, file)
	}
	if file.read || !file.mayTitle(since) {
		return
	}
	file.read = true
	r := summaryReader{found: func(line []byte) { file.lines = append(file.lines, bytes.Clone(line)) }, start: true}
	_ = adapter.SiftFile(env, file.ref.Path, file.ref.Size, r.readChunk) // its own walk reports the error
}

// selectFiles lists the files to search. When they are too large the oldest are
// left out.
func (f *folder) selectFiles() {
	if f.byLeaf != nil {
		return
	}
	f.byLeaf = map[uint64][]summary{}
	refs := append([]*adapter.Ref(nil), f.sessions...)
	order.SortStable(refs, func(i, j int) bool { return isLaterTime(refs[i].ModTime, refs[j].ModTime) })
	budget := int64(maxTitleBytes)
	for _, ref := range refs {
		file := &summaryFile{ref: ref}
		if budget -= ref.Size; budget < 0 {
			f.left = file
			return
		}
		f.files = append(f.files, file)
	}
}

// isLaterTime orders file times, absent ones first: they may be any.
func isLaterTime(a, b session.Time) bool { return b != 0 && (a == 0 || a > b) }

// titleOf returns what a leaf is called by the files that may title a session
// that began at since; the latest wins. The folder's lock must be held.
func (f *folder) titleOf(leaf uint64, since session.Time) string {
	var best summary
	for _, s := range f.byLeaf[leaf] {
		if s.file.mayTitle(since) && (best.file == nil || s.file.isNewerThan(best.file)) {
			best = s
		}
	}
	return best.text
}

// modifiedSince reports whether the file may have been written to since a time.
func (file *summaryFile) modifiedSince(t session.Time) bool {
	return file.ref.ModTime == 0 || file.ref.ModTime+fileTimeError >= t
}

// mayTitle reports whether the file may title a session that began at since.
func (file *summaryFile) mayTitle(since session.Time) bool {
	return !file.none && file.modifiedSince(since) && (file.shown || file.written+fileTimeError >= since)
}

// isNewerThan orders files by when they were written to.
func (file *summaryFile) isNewerThan(other *summaryFile) bool {
	if file.written != other.written {
		return file.written > other.written
	}
	return file.ref.Path >= other.ref.Path
}

// readEnds looks at both ends of a file. That they cannot be read is for the
// file's own walk to say.
func (f *folder) readEnds(env *adapter.Env, file *summaryFile) {
	file.seen, file.written = true, file.ref.ModTime
	r := summaryReader{found: func([]byte) { file.shown = true }, start: true}
	err := adapter.LookAtHead(env, file.ref.Path, file.ref.Size, func(head []byte) {
		file.none = !r.readChunk(head) && !file.shown
	})
	if err != nil || file.none {
		return
	}
	end, known := f.ends[file.ref.Path]
	if !known {
		end, err = lookAtEnd(env, file.ref)
	}
	if end.last != 0 {
		file.written = end.last
	}
	file.shown = file.shown || end.summary || end.last == 0 || err != nil
}

// summaryFields are the fields of a summary line.
var summaryFields = scan.CompilePaths("type", "summary", "leafUuid")

var (
	summaryMarker = []byte(`"summary"`)
	versionMarker = []byte(`"version":"`)
)

// summaryReader finds what may be summary lines in one file, and nothing more
// of a file that a version wrote which has none. That a file cannot be read is
// for its own walk to say.
type summaryReader struct {
	found func(line []byte)
	start bool // a part begins with a line, and not inside one
	dated bool // a version was found
}

// readChunk takes some lines. What is left of a line that does not fit into a
// part is too long for a summary.
func (r *summaryReader) readChunk(raw []byte) (more bool) {
	for len(raw) > 0 {
		line, rest, whole := bytes.Cut(raw, newline)
		raw = rest
		if r.start && !r.readLine(line) {
			return false
		}
		r.start = whole
	}
	return true
}

var newline = []byte{'\n'}

// readLine takes one line; more is false when no summary will follow.
func (r *summaryReader) readLine(line []byte) (more bool) {
	if len(line) <= maxSummaryBytes && bytes.Contains(line[:min(len(line), summaryHead)], summaryMarker) {
		r.found(line)
	} else if !r.dated {
		var v version
		v, r.dated = lineVersion(line)
		return v < versionFolders
	}
	return true
}

// addSummary takes a summary line of a file. The last of those that name the
// same leaf wins.
func (f *folder) addSummary(file *summaryFile, line []byte) {
	var v [3]scan.Value
	if summaryFields.Scan(scan.TrimBOM(line), v[:]) != nil || !isText(v[0], "summary") {
		return
	}
	title, leaf := v[1].String(), text.Hash(v[2].String())
	if title == "" || isFailure(title) {
		return
	}
	file.holds = true
	list := f.byLeaf[leaf]
	if n := len(list); n > 0 && list[n-1].file == file {
		list[n-1].text = title
		return
	}
	f.byLeaf[leaf] = append(list, summary{title, file})
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
