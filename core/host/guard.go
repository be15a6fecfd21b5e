package host

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/order"
)

// Guard returns h as the core uses it: answers that break the contract of this
// package become errors, and files, the clock and the poll that are not granted
// are there and say so. So no reader has to expect a negative size, more bytes
// than it asked for or a name with a slash, and none has to ask whether there
// are files. The other powers stay nil where they are not granted.
func Guard(h *Host) *Host {
	g := *h
	g.Files, g.Clock, g.Poll = guardedFiles{h.Files}, h.Clock, h.Poll
	if h.Files == nil {
		g.Files = noFiles{}
	}
	if h.Clock == nil {
		g.Clock = NoClock{}
	}
	if h.Poll == nil {
		g.Poll = patient{}
	}
	if h.Journal != nil {
		g.Journal = guardedJournal{h.Journal}
	}
	return &g
}

// Bounds of what a host may say of a file.
const (
	maxFileBytes = 1 << 60
	maxMillis    = 253_402_300_799_999 // the end of the year 9999
)

type guardedFiles struct{ inner Files }

func (f guardedFiles) Stat(path string) (Info, error) {
	info, err := f.inner.Stat(path)
	return clampInfo(info), err
}

func (f guardedFiles) List(path string) ([]Info, error) {
	list, err := f.inner.List(path)
	last := ""
	for _, info := range list {
		if info.Name <= last || !isName(info.Name) || clampInfo(info) != info {
			return sanitizeList(list), err // a copy: the host may keep its own
		}
		last = info.Name
	}
	return list, err
}

// sanitizeList is a folder's list in order, without names that cannot be.
func sanitizeList(list []Info) []Info {
	kept := make([]Info, 0, len(list))
	for _, info := range list {
		if isName(info.Name) {
			kept = append(kept, clampInfo(info))
		}
	}
	order.SortStable(kept, func(i, j int) bool { return kept[i].Name < kept[j].Name })
	return kept
}

func (f guardedFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	n, err := f.inner.ReadAt(path, p, off)
	if n < 0 || n > len(p) {
		return 0, fault.New(fault.IO, "the host read another number of bytes than it was asked for").At(path, 0, off)
	}
	return n, err
}

// clampInfo brings an entry into the bounds of its fields. An impossible time
// becomes absent.
func clampInfo(info Info) Info {
	if info.Kind > Link {
		info.Kind = Other
	}
	info.Size = max(0, min(info.Size, maxFileBytes))
	if info.ModTime < -maxMillis || info.ModTime > maxMillis {
		info.ModTime = 0
	}
	return info
}

// isName reports whether a name may be one of a folder's entry.
func isName(name string) bool {
	if name == "" || name == "." || name == ".." {
		return false
	}
	for i := 0; i < len(name); i++ {
		if name[i] == '/' || name[i] == 0 {
			return false
		}
	}
	return true
}

// noFiles are the files of a host that grants none.
type noFiles struct{}

func (noFiles) Stat(path string) (Info, error)                     { return Info{}, noFilesError(path) }
func (noFiles) List(path string) ([]Info, error)                   { return nil, noFilesError(path) }
func (noFiles) ReadAt(path string, _ []byte, _ int64) (int, error) { return 0, noFilesError(path) }

func noFilesError(path string) error {
	return fault.New(fault.Unsupported, "the host grants no files").At(path, 0, 0).WithHint("grant the folders of the agents")
}

// NoClock is the clock of a host without a clock: its time never changes.
type NoClock struct{}

// Now implements Clock.
func (NoClock) Now() int64 { return 0 }

// patient is the poll of a host that grants none.
type patient struct{}

func (patient) Poll(int64, int64) error { return nil }

// guardedJournal is a host's own journal. What it returns is in order, or an
// error.
type guardedJournal struct{ inner Journal }

// Unguarded returns the journal that the host granted, for its optional powers.
func Unguarded(j Journal) Journal {
	if g, ok := j.(guardedJournal); ok {
		return g.inner
	}
	return j
}

func strangeJournal(stream string) error {
	return fault.New(fault.IO, "the host's journal returns what was not asked for").At(stream, 0, 0)
}

func (j guardedJournal) Append(writes []Write) ([]Appended, error) {
	out, err := j.inner.Append(writes)
	if err == nil && len(out) != len(writes) {
		err = strangeJournal("")
	}
	return out, err
}

func (j guardedJournal) Read(stream string, after, limit int64) ([]Event, error) {
	list, err := j.inner.Read(stream, after, limit)
	last := after
	for i := range list {
		if list[i].Seq <= last || int64(i) >= limit {
			return nil, strangeJournal(stream)
		}
		last = list[i].Seq
	}
	return list, err
}

func (j guardedJournal) Find(id [16]byte) (string, int64, error) {
	stream, seq, err := j.inner.Find(id)
	if err == nil && seq < 0 {
		err = strangeJournal(stream)
	}
	return stream, seq, err
}

func (j guardedJournal) Stream(name string) (StreamInfo, error) {
	info, err := j.inner.Stream(name)
	if err == nil && (info.Name != name || info.Head < 0 || info.StateSeq < 0 || info.StateSeq > info.Head) {
		err = strangeJournal(name)
	}
	return info, err
}

func (j guardedJournal) Streams(after string, limit int64) ([]StreamInfo, error) {
	list, err := j.inner.Streams(after, limit)
	last := after
	for i := range list {
		if s := &list[i]; s.Name <= last || int64(i) >= limit || s.Head < 0 || s.StateSeq < 0 || s.StateSeq > s.Head {
			return nil, strangeJournal(s.Name)
		}
		last = list[i].Name
	}
	return list, err
}
