package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// MessagesNormalize returns a message that an agent printed in the normalized form.
func (e *Engine) MessagesNormalize(x session.NormalizeRequest) (session.JSON, error) {
	if x.Message == nil {
		return nil, missingField("message")
	}
	return normalize.ParseMessage(x.Message)
}

// MessagesNormalizeText makes messages of what a process printed. What cannot be read
// is noted, line by line.
func (e *Engine) MessagesNormalizeText(x session.NormalizeTextRequest) ([]session.JSON, error) {
	skipped := 0
	var first scan.Skipped
	list, read := normalize.ParseOutput([]byte(x.Text), func(s scan.Skipped) {
		if skipped == 0 {
			first = s
		}
		if skipped++; skipped <= maxSkipNotes {
			e.diagnose(fault.Diagnostic{Code: fault.ParseError, Message: "not a record of an agent: " + string(s.Reason), Line: s.Line, Offset: s.Offset})
		}
	})
	if skipped > maxSkipNotes {
		e.diagnose(fault.Diagnostic{Code: fault.ParseError, Message: text.FormatInt(int64(skipped-maxSkipNotes)) + " more lines are no records of an agent"})
	}
	if read == 0 && skipped > 0 {
		return nil, fault.New(fault.InvalidArgument, "nothing here is a record of an agent").At("", first.Line, first.Offset).
			WithHint("it must be JSON, JSON Lines or server-sent events, as agents print them")
	}
	return list, nil
}

// maxSkipNotes is how many lines that cannot be read are noted one by one.
const maxSkipNotes = 100

// MessagesParseStopReason returns the normalized name of a stop reason.
func (e *Engine) MessagesParseStopReason(req session.ParseRequest) (string, error) {
	return string(normalize.ParseStopReason(req.Value)), nil
}

// MessagesParsePermissionMode returns the normalized name of a permission mode.
func (e *Engine) MessagesParsePermissionMode(req session.ParseRequest) (string, error) {
	return string(normalize.ParsePermissionMode(req.Value)), nil
}

// MessagesMakeRequestID draws an id for a request to the store, a UUID. Without
// entropy it is UNSUPPORTED.
func (e *Engine) MessagesMakeRequestID(_ session.StoreRequest) (string, error) {
	if e.host.Entropy == nil {
		return "", fault.New(fault.Unsupported, "the host grants no entropy: no id can be generated").WithHint("grant entropy, or make a UUID version 7 yourself")
	}
	id := e.host.Entropy.ID()
	if id == [16]byte{} {
		return "", fault.New(fault.IO, "the host generated no id")
	}
	return store.UUID(id), nil
}
