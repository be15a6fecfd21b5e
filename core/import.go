package core

import (
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// SessionsImport copies agents' sessions into the store, where they outlive their
// originals. Importing again writes only what is new.
func (e *Engine) SessionsImport(req session.ImportRequest) (*session.ImportReport, error) {
	return catalog.New(e.host, e.diagnose).Import(req)
}
