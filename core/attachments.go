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

// AttachmentsEach passes the bytes of several attachments of a session to each, in the order of the session, or the
// error of one; those that the session does not have come last. It reads the session once. req has the session and
// the bytes that one may have; maxBytes bounds all together, 0 does not. What does not fit is LIMIT_EXCEEDED.
func (e *Engine) AttachmentsEach(req session.AttachmentRequest, ids []string, maxBytes int64, each func(id string, data *session.AttachmentData, err error) error) error {
	return e.catalog().Attachments(req, ids, maxBytes, each)
}
