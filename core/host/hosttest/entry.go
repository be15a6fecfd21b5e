// Package hosttest tests the core without an operating system, and tests
// every implementation of the host interfaces in the same way.
//
// In memory: Mounts (files, folders, links, FIFOs, unreadable entries), Clock
// (ticks), Entropy (seeded), Faults (fails the nth host call), Watch (proves
// that nothing was written).
//
//	files := hosttest.NewMounts().File("claude/projects/-p/s.jsonl", data)
//	h := hosttest.Host(files)
//	faults := hosttest.Inject(h)
//	faults.FailNth(3, fault.New(fault.IO, "disk on fire"))
//	run(faults.Host())
//
// Conformance: RunFiles and RunSQL are the suites that an osfs, a browser's
// file list or a SQLite driver has to pass. The SQL suite is data that other
// languages run as well.
package hosttest

import "github.com/heddle-dev/heddle/core/host"

// DefaultModTime is the modification time of entries that state none, in
// milliseconds since the epoch: 2026-01-02T03:04:05.678Z.
const DefaultModTime = 1767323045678

// Shape says what an Entry is made into.
type Shape uint8

// The shapes of entries.
const (
	File    Shape = iota // regular file with Data
	Folder               // folder
	Inside               // symbolic link to Target, a relative path that stays in the mount
	Outside              // symbolic link that leaves the mount
	FIFO                 // named pipe no program writes to
)

// Entry describes one thing in a mount.
type Entry struct {
	Path    string // "mount/rel/path"; a mount alone is always a Folder
	Shape   Shape
	Data    []byte // content of a File
	Target  string // of an Inside link, relative to the folder it is in
	ModTime int64  // milliseconds since the epoch; 0 means DefaultModTime
	Denied  bool   // exists, but may not be read or listed
}

func (e Entry) hostKind() host.Kind {
	switch e.Shape {
	case File:
		return host.File
	case Folder:
		return host.Dir
	case Inside, Outside:
		return host.Link
	}
	return host.Other
}
