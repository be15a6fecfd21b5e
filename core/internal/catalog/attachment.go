package catalog

import (
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// maxAttachment bounds an attachment, unless a request says otherwise.
const maxAttachment = 20 << 20

// nameAttachments gives the attachments of message i their ids: the message's place
// in its file, and theirs in the message. A file that grows keeps them.
func nameAttachments(i int, m *session.Message) {
	for k := range m.Attachments {
		m.Attachments[k].ID = text.FormatInt(int64(i)) + "." + text.FormatInt(int64(k))
	}
}

// Attachment returns the bytes of an attachment, out of the session's own records.
// No other file is read.
func (c *Catalog) Attachment(req session.AttachmentRequest) (*session.AttachmentData, error) {
	sink, ok := newAttachmentSink(req.ID)
	if !ok {
		return nil, fault.New(fault.InvalidArgument, "id is not an attachment's: "+string(session.TextJSON(req.ID))).
			WithHint("messages and views have the ids of their attachments, such as 12.0")
	}
	g, err := c.locateRequested(session.GetRequest{Agent: req.Agent, SessionID: req.SessionID, UnifiedID: req.UnifiedID, Ref: req.Ref})
	if err != nil {
		return nil, err
	}
	env := &adapter.Env{Host: c.host, Agent: g.a.Name(), DefectLog: adapter.DefectLog{}}
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: g.a.Name(), Sink: sink})
	out := b.Outlet(env)
	err = g.a.Walk(env, g.ix, g.ref, adapter.Want{Prompts: true, Text: true, Raw: true}, adapter.NewOutlet(env, func(r *adapter.Record) error {
		if r.Raw != nil {
			sink.raw = r.Raw
		}
		return out.Record(r)
	}))
	switch {
	case err != nil:
		return nil, fault.From(err)
	case sink.found == nil:
		return nil, fault.New(fault.InvalidArgument, "the session has no attachment "+string(session.TextJSON(req.ID))).
			WithHint("messages and views have the ids of their attachments, such as 12.0")
	}
	return sink.data(req.MaxBytes)
}

// attachmentSink is the transcript.Sink that looks for one attachment, and keeps
// the record that has its bytes.
type attachmentSink struct {
	message, place int

	raw   []byte // of the record under way; further messages of it have none
	seen  int    // attachments of the message so far
	found *session.Attachment
	bytes []byte // of its record
	same  int    // attachments of the same size before it in the record
}

// newAttachmentSink reads an id. ok is false for what nameAttachments does not write.
func newAttachmentSink(id string) (s *attachmentSink, ok bool) {
	message, place, ok := text.Cut(id, ".")
	if !ok || len(id) > 20 {
		return nil, false
	}
	i, err := strconv.ParseUint(message, 10, 31)
	if err != nil {
		return nil, false
	}
	k, err := strconv.ParseUint(place, 10, 31)
	if err != nil {
		return nil, false
	}
	return &attachmentSink{message: int(i), place: int(k)}, true
}

// PriorText implements transcript.Sink.
func (*attachmentSink) PriorText(int) string { return "" }

// AddFragment implements transcript.Sink.
func (s *attachmentSink) AddFragment(i int, r *adapter.Record, _ bool) {
	if i != s.message || s.found != nil {
		return
	}
	k := s.place - s.seen
	if s.seen += len(r.Attachments); k >= len(r.Attachments) {
		return
	}
	a := r.Attachments[k]
	s.found, s.bytes = &a, append([]byte(nil), s.raw...)
	for j := range k {
		if r.Attachments[j].Bytes == a.Bytes {
			s.same++
		}
	}
}

// data returns the bytes of the attachment: the text in its record that has the
// size that was noted, in base64, under a key for bytes.
func (s *attachmentSink) data(limit int64) (*session.AttachmentData, error) {
	if limit <= 0 {
		limit = maxAttachment
	}
	a := s.found
	if a.Bytes/4*3-2 > limit {
		return nil, fault.New(fault.LimitExceeded, "the attachment has about "+text.FormatInt(a.Bytes/4*3)+" bytes, more than "+text.FormatInt(limit)).
			WithHint("maxBytes allows for more")
	}
	same := s.same
	var found []byte
	if a.Bytes > 0 {
		eachText(s.bytes, func(key string, body []byte) bool {
			if int64(len(body)) != a.Bytes || !byteKeys[key] {
				return true
			}
			data, ok := text.DecodeBase64(string(body))
			if ok {
				if found = data; same == 0 {
					return false
				}
				same--
			}
			return true
		})
	}
	if found == nil || same > 0 {
		return nil, fault.New(fault.Unsupported, "the agent's files do not have the bytes of this attachment").
			WithHint("what a session only names, a file or an address, is not read")
	}
	return &session.AttachmentData{MediaType: mediaType(a.MediaType, found), Name: a.Name, Bytes: int64(len(found)), Data: text.EncodeBase64(found)}, nil
}

// byteKeys are the members in which agents write the bytes of attachments. Other
// texts may be of the same size, and look like base64 too.
var byteKeys = map[string]bool{"base64": true, "data": true, "file_data": true, "file_url": true, "image": true, "image_url": true, "url": true}

// eachText visits the texts in JSON, as they are written, and the key before each
// of them, until visit returns false; of data: addresses what follows the comma.
func eachText(raw []byte, visit func(key string, body []byte) bool) {
	key := ""
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			continue
		}
		from := i + 1
		for i = from; i < len(raw) && raw[i] != '"'; i++ {
			if raw[i] == '\\' {
				i++
			}
		}
		body := raw[from:min(i, len(raw))]
		if endsKey(raw, i+1) {
			key = string(body)
			continue
		}
		if head := string(body[:min(len(body), 200)]); strings.HasPrefix(head, "data:") {
			if comma := strings.IndexByte(head, ','); comma >= 0 {
				body = body[comma+1:]
			}
		}
		if !visit(key, body) {
			return
		}
	}
}

// endsKey reports whether a colon follows at i.
func endsKey(raw []byte, i int) bool {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\t' || raw[i] == '\r' || raw[i] == '\n') {
		i++
	}
	return i < len(raw) && raw[i] == ':'
}

// mediaType returns what the first bytes of a picture say that it is. What claims
// to be a picture without looking like one is only bytes.
func mediaType(noted string, data []byte) string {
	head := string(data[:min(len(data), 16)])
	for _, known := range [...]struct{ magic, media string }{
		{"\x89PNG\r\n\x1a\n", "image/png"}, {"\xff\xd8\xff", "image/jpeg"}, {"GIF87a", "image/gif"}, {"GIF89a", "image/gif"}, {"%PDF-", "application/pdf"}, {"BM", "image/bmp"},
	} {
		if strings.HasPrefix(head, known.magic) && (known.magic != "BM" || noted == "image/bmp") {
			return known.media
		}
	}
	if len(head) >= 12 && head[:4] == "RIFF" && head[8:12] == "WEBP" {
		return "image/webp"
	}
	if strings.HasPrefix(noted, "image") && noted != "image/svg+xml" {
		return "application/octet-stream"
	}
	return noted
}
