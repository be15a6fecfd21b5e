package archive

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle"
)

// fullDisk accepts so many bytes.
type fullDisk struct {
	to   io.Writer
	room *int
}

var errNoSpace = errors.New("no space left on device")

func (w fullDisk) Write(p []byte) (int, error) {
	if len(p) > *w.room {
		n, _ := w.to.Write(p[:*w.room])
		*w.room = 0
		return n, errNoSpace
	}
	*w.room -= len(p)
	return w.to.Write(p)
}

// TestArchiveOnAFullDisk: wherever the disk becomes full, the folder holds
// only complete files, and a later run completes the rest.
func TestArchiveOnAFullDisk(t *testing.T) {
	sessions := []heddle.SessionSummary{{Agent: "claude", SessionID: "aaaa", UnifiedID: "claude:aaaa", Title: "One"}, {Agent: "claude", SessionID: "bbbb", UnifiedID: "claude:bbbb", Title: "Two"}}
	const body = "the whole text of a session"
	for room := 0; room < 500; room += 7 {
		dir := filepath.Join(t.TempDir(), "out")
		saved := func(room int) (failed bool) {
			f, err := openArchive(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer f.close()
			f.wrap = func(w io.Writer) io.Writer { return fullDisk{w, &room} }
			for i := range sessions {
				s := &sessions[i]
				if _, current := f.current(s.UnifiedID, "p"); current {
					continue
				}
				if _, err := f.save(s, archiveEntry{Ref: s.UnifiedID, Fingerprint: "p"}, ".txt", writes(body)); err != nil {
					if !errors.Is(err, errNoSpace) {
						t.Fatal(err)
					}
					return true
				}
			}
			return f.finish() != nil
		}
		saved(room)
		for _, name := range archiveFiles(t, dir) {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || string(data) != body {
				t.Fatalf("room for %d bytes: %s holds %q, %v", room, name, data, err)
			}
		}
		if saved(1 << 20) {
			t.Fatalf("room for %d bytes: a later run fails", room)
		}
		if got := archiveFiles(t, dir); len(got) != 2 {
			t.Fatalf("room for %d bytes: %q", room, got)
		}
	}
}

// archiveFiles lists the files of a folder but its index.
func archiveFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s was left", e.Name())
		}
		if e.Name() != archiveIndex {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestArchiveNames(t *testing.T) {
	f, err := openArchive(filepath.Join(t.TempDir(), "out"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	at := time.Date(2026, 11, 20, 23, 59, 0, 0, time.UTC)
	seen := map[string]bool{}
	for _, s := range []heddle.SessionSummary{
		{SessionID: "abcdefgh-1", Title: "Fix it", CreatedAt: at}, {SessionID: "ABCDEFGH-1", Title: "fix IT!", CreatedAt: at}, {SessionID: "abcdefgh-2", Title: "fix it", CreatedAt: at},
		{SessionID: "../../x", Title: "..\\..\\con\x00"}, {SessionID: "日本", Title: ""}, {SessionID: "x", Title: strings.Repeat("長", 100)}, {SessionID: "x ", Title: strings.Repeat("長", 100)},
	} {
		s.Agent, s.UnifiedID = "pi", "pi:"+s.SessionID
		name, err := f.save(&s, archiveEntry{Ref: s.UnifiedID}, ".md", writes("x"))
		if err != nil {
			t.Errorf("%q: %v", s.SessionID, err)
		}
		if lower := strings.ToLower(name); seen[lower] || len(name) > 140 || !plainFile(name) || strings.ContainsAny(name, `/\:*?"<>| `+"\x00") {
			t.Errorf("%q %q: %q", s.SessionID, s.Title, name)
		} else {
			seen[lower] = true
		}
	}
}

// TestArchiveNamesInAnyOrder: sessions of one minute have the same beginning of their ids; which file is
// whose does not depend on the order in which they are written.
func TestArchiveNamesInAnyOrder(t *testing.T) {
	at := time.Date(2026, 11, 20, 17, 21, 0, 0, time.UTC)
	sessions := []heddle.SessionSummary{
		{Agent: "codex", SessionID: "01a1f9fa-7cb0", UnifiedID: "codex:01a1f9fa-7cb0", Title: "Add a retry", CreatedAt: at},
		{Agent: "codex", SessionID: "01a1f9fa-81db", UnifiedID: "codex:01a1f9fa-81db", Title: "add a retry!", CreatedAt: at},
		{Agent: "codex", SessionID: "01a1f9fa-8589", UnifiedID: "codex:01a1f9fa-8589", Title: "Use the tool", CreatedAt: at},
	}
	for _, redacted := range []bool{false, true} {
		var names []map[string]string
		for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}} {
			f, err := openArchive(filepath.Join(t.TempDir(), "out"), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer f.close()
			f.expect(sessions, redacted)
			files := map[string]string{}
			for _, i := range order {
				s := sessions[i]
				if redacted {
					s.Title = "[redacted:email]"
				}
				if files[s.UnifiedID], err = f.save(&s, archiveEntry{Ref: s.UnifiedID}, ".md", writes(s.UnifiedID)); err != nil {
					t.Fatal(err)
				}
			}
			names = append(names, files)
		}
		if !maps.Equal(names[0], names[1]) {
			t.Errorf("redacted %v: %v, in another order %v", redacted, names[0], names[1])
		}
	}
}

// TestArchiveIndexCutOff: a run that was killed may have cut the last line of
// the index, or written it before the file.
func TestArchiveIndexCutOff(t *testing.T) {
	dir := t.TempDir()
	good := string(archiveEntry{Ref: "pi:a", File: "a.md", Fingerprint: "p", Bytes: 1, SHA256: sumOf([]byte("x"))}.line())
	for text, want := range map[string]bool{good: true, good + `{"ref":"pi:b","fi`: true, strings.ReplaceAll(good, sumOf([]byte("x")), sumOf([]byte("y"))): false} {
		for name, data := range map[string]string{archiveIndex: text, "a.md": "x"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		f, err := openArchive(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, current := f.current("pi:a", "p"); current != want {
			t.Errorf("%s: current %v", text, current)
		}
		f.close()
	}
	for _, text := range []string{"notes\n", `{"ref":"pi:a","file":"../a.md"}` + "\n", `{"ref":"pi:a","file":".bashrc"}` + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, archiveIndex), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := openArchive(dir, nil); err == nil {
			t.Errorf("%q is read as an index", text)
		}
	}
}

// TestArchiveOfTwo opens a folder while another run writes into it.
func TestArchiveOfTwo(t *testing.T) {
	dir := t.TempDir()
	first, err := openArchive(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	stopped := errors.New("stopped")
	if _, err := openArchive(dir, func() error { return stopped }); err != stopped {
		t.Fatalf("a second run begins: %v", err)
	}
	s := heddle.SessionSummary{Agent: "pi", SessionID: "aaaa", UnifiedID: "pi:aaaa"}
	waits := 0
	second, err := openArchive(dir, func() error {
		if waits++; waits == 2 {
			if _, err := first.save(&s, archiveEntry{Ref: s.UnifiedID, Fingerprint: "p"}, ".txt", writes("x")); err != nil {
				return err
			}
			first.close()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer second.close()
	if _, current := second.current(s.UnifiedID, "p"); !current || waits != 2 {
		t.Errorf("the second run waited %d times and does not know what the first one wrote", waits)
	}
}

// TestArchiveWithoutIndex: files whose index is lost are taken over, others stay.
func TestArchiveWithoutIndex(t *testing.T) {
	dir := t.TempDir()
	s := heddle.SessionSummary{Agent: "pi", SessionID: "aaaa", UnifiedID: "pi:aaaa"}
	save := func(text string) (string, error) {
		f, err := openArchive(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer f.close()
		return f.save(&s, archiveEntry{Ref: s.UnifiedID}, ".txt", writes(text))
	}
	name, err := save("x")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]error{"x": nil, "y": errForeign} {
		if err := os.Remove(filepath.Join(dir, archiveIndex)); err != nil {
			t.Fatal(err)
		}
		if again, err := save(text); again != name || err != want {
			t.Errorf("%s: %s, %v", text, again, err)
		}
		if data, err := os.ReadFile(filepath.Join(dir, name)); string(data) != "x" || err != nil {
			t.Errorf("the file holds %q, %v", data, err)
		}
	}
	if got := archiveFiles(t, dir); len(got) != 1 {
		t.Errorf("files %q", got)
	}
}

// writes returns what writes a text into a file.
func writes(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}
