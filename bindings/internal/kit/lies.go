package kit

import (
	"strconv"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Lie is a wrong answer that a host gives to every question of one kind.
//
//	stat, list, read, sql CODE   an error record with the code, the path, and the message "a lie"
//	short N                      file_read reads at most N bytes
//	long -                       file_read returns one more than was asked for
//	size N, time N               the size or the time of every entry of stat and list
type Lie struct{ About, What string }

// lieMessage is the message of every refusal.
const lieMessage = "a lie"

// tellLies makes h lie.
func tellLies(h *host.Host, lies []Lie) {
	for _, l := range lies {
		number, _ := strconv.ParseInt(l.What, 10, 64)
		refusal := fault.New(fault.Code(l.What), lieMessage)
		if h.Files != nil {
			h.Files = lyingFiles{Files: h.Files, lie: l, number: number, refusal: refusal}
		}
		if h.SQL != nil && l.About == "sql" {
			h.SQL = lyingSQL{h.SQL, refusal}
		}
	}
}

type lyingFiles struct {
	host.Files
	lie     Lie
	number  int64
	refusal *fault.Error
}

func (f lyingFiles) refuse(path string) error {
	own := *f.refusal
	return own.At(path, 0, 0)
}

func (f lyingFiles) distort(i host.Info) host.Info {
	switch f.lie.About {
	case "size":
		i.Size = f.number
	case "time":
		i.ModTime = f.number
	}
	return i
}

// Stat implements host.Files.
func (f lyingFiles) Stat(path string) (host.Info, error) {
	if f.lie.About == "stat" {
		return host.Info{}, f.refuse(path)
	}
	info, err := f.Files.Stat(path)
	return f.distort(info), err
}

// List implements host.Files.
func (f lyingFiles) List(path string) ([]host.Info, error) {
	if f.lie.About == "list" {
		return nil, f.refuse(path)
	}
	list, err := f.Files.List(path)
	out := append([]host.Info(nil), list...)
	for n := range out {
		out[n] = f.distort(out[n])
	}
	return out, err
}

// ReadAt implements host.Files.
func (f lyingFiles) ReadAt(path string, p []byte, off int64) (int, error) {
	switch f.lie.About {
	case "read":
		return 0, f.refuse(path)
	case "short":
		return f.Files.ReadAt(path, p[:min(int64(len(p)), f.number)], off)
	case "long":
		n, err := f.Files.ReadAt(path, p, off)
		if err != nil {
			return n, err
		}
		return len(p) + 1, nil
	}
	return f.Files.ReadAt(path, p, off)
}

type lyingSQL struct {
	host.SQL
	refusal *fault.Error
}

// Open implements host.SQL.
func (s lyingSQL) Open(db host.Database) (int64, error) {
	own := *s.refusal
	return 0, own.At(db.Path, 0, 0)
}
