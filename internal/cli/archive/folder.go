package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

const (
	archiveIndex = "index.jsonl"
	archiveTemp  = ".heddle-export-" // begins the names of files that are being written
	// archiveSure is how many of the last entries of an index are compared with
	// their files: a run that was killed had written them before it renamed the
	// files.
	archiveSure = 64
	// maxSlug bounds the part of a file name that is the title, in bytes.
	maxSlug = 60
)

// archiveEntry is a line of the index.
type archiveEntry struct {
	Ref         string `json:"ref"`
	File        string `json:"file"`
	Fingerprint string `json:"fingerprint"`
	Bytes       int64  `json:"bytes"`
	SHA256      string `json:"sha256"`
	UpdatedAt   string `json:"updatedAt,omitempty"`
	Title       string `json:"title"`
	// Of pages: what their list is searched for.
	Prompts []string `json:"prompts,omitempty"`
	Files   []string `json:"files,omitempty"`
}

// archiveFolder is a folder with exported sessions and their index. Files
// appear in it complete. A name that leads out of it is an error.
type archiveFolder struct {
	root *os.Root
	path string
	wrap func(io.Writer) io.Writer // of tests: writers that fail

	mu      sync.Mutex
	entries map[string]archiveEntry // by ref
	names   map[string]string       // a file's name without case: its ref
	log     *os.File                // the index, to which entries are appended
	lock    *os.File                // of the folder; nil where there are no locks
	temps   atomic.Int64
	alike   map[string]int // how many sessions of the run have this short name
	pages   bool           // the files are pages, which need the reader and a list
	titled  bool           // whether the names before redaction are those of the files
}

// openArchive opens or makes a folder. Only its owner can read it. While another
// program writes into it, wait is called again and again.
func openArchive(path string, wait func() error) (*archiveFolder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, app.CannotWrite(path, err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, app.CannotWrite(path, err)
	}
	f := &archiveFolder{root: root, path: path, wrap: func(w io.Writer) io.Writer { return w },
		entries: map[string]archiveEntry{}, names: map[string]string{}}
	if err = f.waitForLock(wait); err == nil {
		err = f.readIndex()
	}
	if err == nil {
		err = f.removeTemps()
	}
	if err == nil {
		err = f.writeIndex() // a line that was cut off would spoil the next one
	}
	if err == nil {
		f.log, err = root.OpenFile(archiveIndex, os.O_WRONLY|os.O_APPEND, 0o600)
	}
	if err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// waitForLock keeps a second run out of the folder: each would remove the files
// that the other one is writing.
func (f *archiveFolder) waitForLock(wait func() error) error {
	for {
		lock, busy, err := lockFolder(f.root)
		if err != nil {
			return app.CannotWrite(f.path, err)
		}
		if !busy {
			f.lock = lock
			return nil
		}
		if err := wait(); err != nil {
			return err
		}
	}
}

func (f *archiveFolder) close() {
	for _, file := range []*os.File{f.log, f.lock} {
		if file != nil {
			file.Close()
		}
	}
	f.root.Close()
}

// regular reports whether a name is a file, and no link to one.
func (f *archiveFolder) regular(name string) (fs.FileInfo, bool) {
	info, err := f.root.Lstat(name)
	return info, err == nil && info.Mode().IsRegular()
}

// readIndex reads the index of an earlier run. A file of that name that is no
// index stays as it is.
func (f *archiveFolder) readIndex() error {
	if _, err := f.root.Lstat(archiveIndex); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	foreign := usage.Misuse("%s is no index of exported sessions; choose another folder", filepath.Join(f.path, archiveIndex))
	if _, ok := f.regular(archiveIndex); !ok {
		return foreign
	}
	data, err := f.root.ReadFile(archiveIndex)
	if err != nil {
		return app.CannotWrite(filepath.Join(f.path, archiveIndex), err)
	}
	var last []archiveEntry
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines {
		var e archiveEntry
		if json.Unmarshal(line, &e) != nil || e.Ref == "" || !plainFile(e.File) {
			if i == len(lines)-1 { // empty, or cut off
				continue
			}
			return foreign
		}
		f.entries[e.Ref] = e
		last = append(last, e)
	}
	for _, e := range last[max(len(last)-archiveSure, 0):] {
		if reflect.DeepEqual(f.entries[e.Ref], e) && !f.holds(e) {
			e.Fingerprint = ""
			f.entries[e.Ref] = e
		}
	}
	for _, e := range f.entries {
		f.names[strings.ToLower(e.File)] = e.Ref
	}
	return nil
}

// plainFile reports whether a name is that of a file in the folder itself.
func plainFile(name string) bool {
	return name != "" && name == filepath.Base(name) && filepath.IsLocal(name) && !strings.HasPrefix(name, ".")
}

// holds reports whether the file of an entry is the one that was written.
func (f *archiveFolder) holds(e archiveEntry) bool {
	if _, ok := f.regular(e.File); !ok {
		return false
	}
	data, err := f.root.ReadFile(e.File)
	return err == nil && sumOf(data) == e.SHA256
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// removeTemps removes what a run that was killed left.
func (f *archiveFolder) removeTemps() error {
	list, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return app.CannotWrite(f.path, err)
	}
	for _, e := range list {
		if strings.HasPrefix(e.Name(), archiveTemp) && e.Type().IsRegular() {
			_ = f.root.Remove(e.Name()) // it stays, and does no harm
		}
	}
	return nil
}

// writeIndex writes the index with one line for each session.
func (f *archiveFolder) writeIndex() error {
	var b bytes.Buffer
	for _, ref := range slices.Sorted(maps.Keys(f.entries)) {
		b.Write(f.entries[ref].line())
	}
	return f.replace(archiveIndex, b.Bytes(), time.Time{})
}

func (e archiveEntry) line() []byte {
	line, err := json.Marshal(e)
	usage.Must(err)
	return append(line, '\n')
}

// finish ends a run: the index is sorted and without what was replaced.
func (f *archiveFolder) finish() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.writeIndex(); err != nil || !f.pages {
		return err
	}
	return f.writePages()
}

// current returns the file of a session, and whether it is up to date.
func (f *archiveFolder) current(ref, fingerprint string) (file string, upToDate bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, ok := f.entries[ref]
	if !ok {
		return "", false
	}
	info, isFile := f.regular(e.File)
	return e.File, isFile && e.Fingerprint == fingerprint && info.Size() == e.Bytes
}

// save writes the file of a session and its line in the index. The summary that the
// file is named after is read when its text is written.
func (f *archiveFolder) save(s *heddle.SessionSummary, e archiveEntry, extension string, write func(io.Writer) error) (file string, err error) {
	found := &foundParts{}
	temp, written, err := f.writeTemp(func(w io.Writer) error {
		found.w = w
		if extension != extensionOf(app.FormatHTML) {
			return write(w)
		}
		return write(found)
	}, s.UpdatedAt)
	if err != nil {
		return "", err
	}
	e.Prompts, e.Files = found.entry.Prompts, found.entry.Files
	e.Bytes, e.SHA256, e.Title = written.bytes, hex.EncodeToString(written.sum.Sum(nil)), s.Title
	f.mu.Lock()
	defer f.mu.Unlock()
	e.File, err = f.nameFor(s, extension, e.SHA256)
	if err == nil {
		_, err = f.wrap(f.log).Write(e.line())
	}
	if err == nil {
		err = f.root.Rename(temp, e.File)
	}
	if err != nil {
		_ = f.root.Remove(temp)
		return e.File, err
	}
	f.entries[e.Ref] = e
	return e.File, nil
}

// replace writes a file of the folder, completely or not at all.
func (f *archiveFolder) replace(name string, data []byte, at time.Time) error {
	temp, _, err := f.writeTemp(func(w io.Writer) error { _, err := w.Write(data); return err }, at)
	if err != nil {
		return err
	}
	if err := f.root.Rename(temp, name); err != nil {
		_ = f.root.Remove(temp)
		return err
	}
	return nil
}

// summedFile is a file while it is written.
type summedFile struct {
	w     io.Writer
	sum   hash.Hash
	bytes int64
	err   error // of writing
}

// Write implements io.Writer.
func (f *summedFile) Write(b []byte) (n int, err error) {
	n, f.err = f.w.Write(b)
	f.sum.Write(b[:n])
	f.bytes += int64(n)
	return n, f.err
}

// writeTemp writes a new file under a name that a later run removes.
func (f *archiveFolder) writeTemp(write func(io.Writer) error, at time.Time) (name string, out *summedFile, err error) {
	name = fmt.Sprintf("%s%d-%d", archiveTemp, os.Getpid(), f.temps.Add(1))
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", nil, err
	}
	out = &summedFile{w: f.wrap(file), sum: sha256.New()}
	if err = write(out); out.err != nil {
		err = out.err // as it is
	}
	err = errors.Join(err, file.Close())
	if err == nil && !at.IsZero() {
		err = f.root.Chtimes(name, at, at)
	}
	if err != nil {
		_ = f.root.Remove(name)
		return "", nil, err
	}
	return name, out, nil
}

// nameFor returns the file name of a session: the one that it has, or a new one
// that no other file has, on a file system without cases as well. A file that is
// what would be written is taken over: its index is lost.
func (f *archiveFolder) nameFor(s *heddle.SessionSummary, extension, sum string) (string, error) {
	if e, ok := f.entries[s.UnifiedID]; ok && strings.HasSuffix(e.File, extension) {
		return e.File, nil
	}
	ids := []string{shortID(s.SessionID, 8), shortID(s.SessionID, 36), sumOf([]byte(s.UnifiedID))[:32]}
	if f.alike[f.shortName(s)] > 1 {
		ids = ids[1:] // for all of them: names do not depend on who is written first
	}
	for _, id := range ids {
		name := fileName(s, id) + extension
		if owner, taken := f.names[strings.ToLower(name)]; taken && owner != s.UnifiedID {
			continue
		}
		if _, err := f.root.Lstat(name); err == nil && !f.holds(archiveEntry{File: name, SHA256: sum}) {
			return name, errForeign
		}
		f.names[strings.ToLower(name)] = s.UnifiedID
		return name, nil
	}
	return "", errForeign
}

// expect takes the sessions of a run, before any is written.
func (f *archiveFolder) expect(sessions []heddle.SessionSummary, redacted bool) {
	f.alike, f.titled = map[string]int{}, !redacted
	for i := range sessions {
		f.alike[f.shortName(&sessions[i])]++
	}
}

// shortName is the name that a session shares with others. Redaction may make titles alike.
func (f *archiveFolder) shortName(s *heddle.SessionSummary) string {
	named := *s
	if !f.titled {
		named.Title = ""
	}
	return strings.ToLower(fileName(&named, shortID(s.SessionID, 8)))
}

// errForeign is the error for a file that heddle did not write.
var errForeign = errors.New("there is a file of this name that is not in the index; it is left as it is")

// fileName is date, agent, title and id, in letters and digits: no file system
// refuses it or gives it a meaning.
func fileName(s *heddle.SessionSummary, id string) string {
	day := "undated"
	if at := s.CreatedAt; !at.IsZero() {
		day = at.UTC().Format(time.DateOnly)
	} else if at := s.UpdatedAt; !at.IsZero() {
		day = at.UTC().Format(time.DateOnly)
	}
	parts := []string{day, string(s.Agent)}
	if slug := slugOf(s.Title); slug != "" {
		parts = append(parts, slug)
	}
	return strings.Join(append(parts, id), "-")
}

// slugOf makes a title a part of a file name: lower-case letters and digits of
// any script, with - between words.
func slugOf(title string) string {
	var b strings.Builder
	pending := false
	for _, r := range title {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == utf8.RuneError {
			pending = b.Len() > 0
			continue
		}
		r = unicode.ToLower(r)
		if b.Len()+1+utf8.RuneLen(r) > maxSlug {
			break
		}
		if pending {
			b.WriteByte('-')
			pending = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// shortID is the beginning of an id, of letters, digits, - and _.
func shortID(id string, most int) string {
	var b strings.Builder
	for _, r := range id {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_') && b.Len() < most {
			b.WriteRune(r)
		}
	}
	return terminal.Or(strings.TrimRight(b.String(), "-"), "session")
}

// extensionOf is the end of the names of files in a format.
func extensionOf(format string) string {
	if format == "markdown" {
		return ".md"
	}
	return "." + slugOf(format)
}
