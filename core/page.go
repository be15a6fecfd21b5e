package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/export"
	"github.com/heddle-dev/heddle/core/session"
)

// The bounds of a page. What is longer is cut in its view, which says so; the Markdown has it.
const (
	pageTurns      = 1000 // of a piece of the view
	pageText       = 1 << 20
	pageOutput     = 256 << 10
	pagePictures   = 16 << 20 // bytes of all pictures
	pagePictureMax = 100
)

// pageTypes are the pictures that browsers show and that cannot act.
var pageTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// writePage writes a session as a page: its Markdown, its view and pictures as data, and the reader.
func (e *Engine) writePage(req session.ExportRequest, write func([]byte) error) error {
	page := export.Page{Script: req.Script, Hash: req.ScriptHash, URL: req.ScriptURL}
	if page.Script == "" && page.URL == "" {
		return fault.New(fault.InvalidExportFormat, "html needs the reader, which is in no member of the request").
			WithHint("pass the text of reader.js, which a release has, as script, and its SHA-256 in base64 as scriptHash")
	}
	if !page.IsSafe() {
		return fault.New(fault.InvalidArgument, "script, scriptHash or scriptUrl cannot be part of a page").
			WithHint("scriptHash is the SHA-256 of script in base64; script contains no end of a script; scriptUrl is a relative address")
	}
	view := session.ViewRequest{Agent: req.Agent, SessionID: req.SessionID, UnifiedID: req.UnifiedID, Ref: req.Ref, Branch: req.Branch,
		Limit: pageTurns, MaxText: pageText, MaxOutput: pageOutput, Strict: req.Strict, Redact: req.Redact}
	if err := e.writePageText(req, &page, write); err != nil {
		return err
	}
	var pictures []string
	for {
		v, err := e.SessionsView(view)
		if err != nil {
			return err
		}
		if err := write(export.Data("view", v.AppendJSON(nil))); err != nil {
			return err
		}
		pictures = picturesOf(v, pictures)
		if v.Next <= view.After {
			break
		}
		view.After = v.Next
	}
	if !req.Redact {
		if err := e.writePictures(view, pictures, write); err != nil {
			return err
		}
	}
	return write(page.Tail())
}

// writePageText writes what comes before the data, while the session is read.
func (e *Engine) writePageText(req session.ExportRequest, page *export.Page, write func([]byte) error) error {
	var kept []byte // escaping keeps a character whole when all of a piece is one text
	md := export.NewStream(export.Markdown, func(b []byte) error {
		kept = export.AppendEscaped(kept[:0], string(b))
		return write(kept)
	})
	begin := func(s *session.Session) error {
		if page.Title = s.Title; page.Title == "" {
			page.Title = s.UnifiedID
		}
		if err := write(page.Head()); err != nil {
			return err
		}
		return md.Begin(s)
	}
	if err := e.SessionsStream(getRequest(req), begin, md.Message); err != nil {
		return err
	}
	if err := md.End(); err != nil {
		return err
	}
	return write([]byte(export.EndText))
}

// picturesOf adds the ids of a view's pictures, as many as a page has.
func picturesOf(v *session.SessionView, ids []string) []string {
	add := func(list []session.Attachment) {
		for _, a := range list {
			for _, t := range pageTypes {
				if a.MediaType == t && a.ID != "" && len(ids) < pagePictureMax {
					ids = append(ids, a.ID)
				}
			}
		}
	}
	for _, t := range v.Turns {
		if t.Prompt != nil {
			add(t.Prompt.Attachments)
		}
		for _, i := range t.Items {
			add(i.Attachments)
			for _, c := range i.Calls {
				add(c.Attachments)
			}
		}
	}
	return ids
}

// writePictures writes the pictures that the agent's files have. The page names the others.
func (e *Engine) writePictures(of session.ViewRequest, ids []string, write func([]byte) error) error {
	left := int64(pagePictures)
	for _, id := range ids {
		data, err := e.AttachmentsGet(session.AttachmentRequest{Agent: of.Agent, SessionID: of.SessionID, UnifiedID: of.UnifiedID, Ref: of.Ref, ID: id, MaxBytes: left})
		if err != nil {
			if f := fault.From(err); f.Code == fault.Unsupported || f.Code == fault.LimitExceeded {
				continue
			}
			return err
		}
		left = max(left-data.Bytes, 1)
		picture := append([]byte(`{"id":`), session.TextJSON(id)...)
		picture = append(append(picture, ','), data.AppendJSON(nil)[1:]...)
		if err := write(export.Data("picture", picture)); err != nil {
			return err
		}
	}
	return nil
}
