package sqlite

import (
	"slices"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// Offsets of the two bytes of page 1 that name the journal mode; 1 means no
// write-ahead log, which is what an image never has.
const (
	writeVersionOffset = 18
	readVersionOffset  = 19
	withoutWAL         = 1
)

// image is a database as SQLite sees it: the main file with the newest
// committed pages of the -wal in place of its own.
type image struct {
	files    host.Files
	path     string
	size     int64 // bytes
	pageSize int64 // bytes; 0 when overlay is empty
	overlay  []host.Frame
	failure  error // why the last read failed, better than SQLite's own words
}

// newImage checks db against its main file.
func newImage(files host.Files, db host.Database) (*image, error) {
	in, err := files.Stat(db.Path)
	if err != nil {
		return nil, err
	}
	switch in.Kind {
	case host.File:
	case host.Link:
		return nil, fault.New(fault.PermissionDenied, "symbolic link leaves its mount").At(db.Path, 0, 0)
	default:
		return nil, fault.New(fault.BadRef, "not a regular file").At(db.Path, 0, 0)
	}
	img := &image{files: files, path: db.Path, size: in.Size}
	if len(db.Overlay) == 0 {
		return img, nil
	}
	if db.PageSize < 512 || db.PageSize > 65536 || db.PageSize&(db.PageSize-1) != 0 || db.Pages < 1 {
		return nil, fault.New(fault.InvalidArgument, "overlay without a page size or page count").At(db.Path, 0, 0)
	}
	sorted := slices.IsSortedFunc(db.Overlay, func(a, b host.Frame) int { return int(min(max(a.Page-b.Page, -1), 1)) })
	if !sorted || db.Overlay[0].Page < 1 {
		return nil, fault.New(fault.InvalidArgument, "overlay is not in page order").At(db.Path, 0, 0)
	}
	img.size, img.pageSize, img.overlay = db.Pages*db.PageSize, db.PageSize, db.Overlay
	return img, nil
}

// readAt fills p from offset off of the image and returns how many bytes of it
// exist; the rest of p is zeroed.
func (m *image) readAt(p []byte, off int64) (int, error) {
	known := int(min(max(m.size-off, 0), int64(len(p))))
	clear(p[known:])
	for done := 0; done < known; {
		n, err := m.readPiece(p[done:known], off+int64(done))
		if err != nil {
			m.failure = err
			return 0, err
		}
		done += n
	}
	for _, at := range []int64{writeVersionOffset, readVersionOffset} {
		if i := at - off; i >= 0 && i < int64(known) {
			p[i] = withoutWAL
		}
	}
	return known, nil
}

// readPiece fills the part of p that comes from one place: a page of the
// overlay, or the main file up to the next page.
func (m *image) readPiece(p []byte, off int64) (int, error) {
	path, at := m.path, off
	if m.pageSize > 0 {
		within := off % m.pageSize
		p = p[:min(int64(len(p)), m.pageSize-within)]
		if frame, ok := m.findFrame(off/m.pageSize + 1); ok {
			path, at = m.path+"-wal", frame.Offset+within
		}
	}
	n, err := m.files.ReadAt(path, p, at)
	if err != nil {
		return 0, err
	}
	if n < len(p) && path != m.path {
		return 0, fault.New(fault.IO, "write-ahead log became shorter while it was read").At(path, 0, at)
	}
	clear(p[n:]) // an image may be larger than its main file
	return len(p), nil
}

func (m *image) findFrame(page int64) (host.Frame, bool) {
	i, ok := slices.BinarySearchFunc(m.overlay, page, func(f host.Frame, page int64) int {
		return int(min(max(f.Page-page, -1), 1))
	})
	if !ok {
		return host.Frame{}, false
	}
	return m.overlay[i], true
}
