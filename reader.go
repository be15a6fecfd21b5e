package heddle

import (
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/reader"
)

// fillReader adds the reader to a request for a page.
func fillReader(request *session.ExportRequest) {
	if request.Format == "html" && request.Script == "" && request.ScriptURL == "" {
		request.Script, request.ScriptHash = reader.Script, reader.Hash()
	}
}
