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

// SessionsTag changes the tags of a session that the store keeps. The agent's files do not change.
func (e *Engine) SessionsTag(req session.TagRequest) (*session.SessionTags, error) {
	return catalog.New(e.host, e.diagnose).Tag(req)
}

// SessionsTags lists all tags, and how many sessions have each.
func (e *Engine) SessionsTags(req session.TagsRequest) ([]session.TagCount, error) {
	return catalog.New(e.host, e.diagnose).Tags(req)
}
