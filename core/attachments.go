package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

// AttachmentsGet returns the bytes of a picture or file of a session.
func (e *Engine) AttachmentsGet(req session.AttachmentRequest) (*session.AttachmentData, error) {
	if req.Redact {
		return nil, fault.New(fault.Unsupported, "an attachment cannot be redacted").
			WithHint("nobody redacts a picture: ask without redact for its bytes as they are")
	}
	return e.catalog().Attachment(req)
}
