package hermes

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
)

func openDatabase(h *host.Host, path string) (*sqlwal.DB, error) {
	return sqlwal.Open(h, path, "Hermes", "grant SQLite to the engine: sessions of Hermes are in "+path)
}

// endsWalk reports whether an error ends the walk regardless of what else could be read.
func endsWalk(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.Timeout || code == fault.Conflict
}
