package core

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/internal/export"
	"github.com/heddle-dev/heddle/core/internal/view"
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

// pageWriter writes a session as a page: its Markdown, its view and pictures as data, and the reader. It reads
// the session for its text and for what the end of the session says of its beginning, then for its view.
type pageWriter struct {
	page     export.Page
	write    func([]byte) error
	redact   bool
	id       string // of the session
	text     bool   // the Markdown is written while the view is counted
	agents   []session.ViewAgent
	views    *view.Builder
	pictures []string
}

func (e *Engine) writePage(req session.ExportRequest, write func([]byte) error) error {
	w := &pageWriter{page: export.Page{Script: req.Script, Hash: req.ScriptHash, URL: req.ScriptURL}, write: write, redact: req.Redact}
	if w.page.Script == "" && w.page.URL == "" {
		return fault.New(fault.InvalidExportFormat, "html needs the reader, which is in no member of the request").
			WithHint("pass the text of reader.js, which a release has, as script, and its SHA-256 in base64 as scriptHash")
	}
	if !w.page.IsSafe() {
		return fault.New(fault.InvalidArgument, "script, scriptHash or scriptUrl cannot be part of a page").
			WithHint("scriptHash is the SHA-256 of script in base64; script contains no end of a script; scriptUrl is a relative address")
	}
	get := getRequest(req)
	if w.text = catalog.CanStream(&get); !w.text { // its text needs more of the session than its view has
		text := w.markdown()
		if err := e.SessionsStream(get, func(s *session.Session) error { return w.beginText(text, s) }, text.Message); err != nil {
			return err
		}
		if err := w.endText(text); err != nil {
			return err
		}
		get.Raw, get.ToolOutput = false, false
	}
	c := e.catalog()
	c.ForView(func(list []session.ViewAgent) { w.agents = list })
	if err := e.passes(c, get, w.begin, func(m *session.Message) error { return w.views.Message(m) }); err != nil {
		return err
	}
	if err := w.views.EndPages(); err != nil {
		return err
	}
	if !req.Redact {
		if err := e.writePictures(w.id, w.pictures, write); err != nil {
			return err
		}
	}
	return write(w.page.Tail())
}

// begin writes the text, while it counts what the view says of the whole session.
func (w *pageWriter) begin(head *session.Session, pass func(catalog.Each) error) error {
	w.id = head.UnifiedID
	counted := view.NewCount(head)
	counted.Subagents(redactAgents(head, w.agents, w.redact))
	w.views = view.NewPages(counted, view.Options{At: -1, Limit: pageTurns, MaxText: pageText, MaxOutput: pageOutput}, w.emit)
	text := w.markdown()
	if w.text {
		if err := w.beginText(text, head); err != nil {
			return err
		}
	}
	err := pass(func(m *session.Message) error {
		if err := counted.Message(m); err != nil || !w.text {
			return err
		}
		return text.Message(m)
	})
	if counted.EndCount(); err != nil || !w.text {
		return err
	}
	return w.endText(text)
}

func (w *pageWriter) markdown() *export.Stream {
	var kept []byte // escaping keeps a character whole when all of a piece is one text
	return export.NewStream(export.Markdown, func(b []byte) error {
		kept = export.AppendEscaped(kept[:0], string(b))
		return w.write(kept)
	})
}

func (w *pageWriter) beginText(text *export.Stream, s *session.Session) error {
	if w.page.Title = s.Title; w.page.Title == "" {
		w.page.Title = s.UnifiedID
	}
	if err := w.write(w.page.Head()); err != nil {
		return err
	}
	return text.Begin(s)
}

func (w *pageWriter) endText(text *export.Stream) error {
	if err := text.End(); err != nil {
		return err
	}
	return w.write([]byte(export.EndText))
}

// emit writes a page of the view.
func (w *pageWriter) emit(v *session.SessionView) error {
	w.pictures = picturesOf(v, w.pictures)
	return w.write(export.Data("view", v.AppendJSON(nil)))
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
func (e *Engine) writePictures(of string, ids []string, write func([]byte) error) error {
	if len(ids) == 0 {
		return nil
	}
	return e.AttachmentsEach(session.AttachmentRequest{UnifiedID: of}, ids, pagePictures, func(id string, data *session.AttachmentData, err error) error {
		if f := fault.From(err); err != nil && (f.Code == fault.Unsupported || f.Code == fault.LimitExceeded) {
			return nil
		}
		if err != nil {
			return err
		}
		picture := append([]byte(`{"id":`), session.TextJSON(id)...)
		picture = append(append(picture, ','), data.AppendJSON(nil)[1:]...)
		return write(export.Data("picture", picture))
	})
}
