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

// Attachment returns the bytes of one attachment, as Attachments does.
func (c *Catalog) Attachment(req session.AttachmentRequest) (out *session.AttachmentData, err error) {
	err = c.Attachments(req, []string{req.ID}, 0, func(_ string, data *session.AttachmentData, err error) error {
		out = data
		return err
	})
	return out, err
}

// EachAttachment receives the bytes of an attachment, or why it has no bytes.
type EachAttachment = func(id string, data *session.AttachmentData, err error) error

// Attachments passes the bytes of attachments to each, out of the session's own records; no other
// file is read. It walks the session once, until it has found all, and passes them on as it finds
// them; those that it did not find come last. An attachment has req.MaxBytes at most, and all together
// have total bytes; 0 is no bound.
func (c *Catalog) Attachments(req session.AttachmentRequest, ids []string, total int64, each EachAttachment) error {
	if req.MaxBytes <= 0 {
		req.MaxBytes = maxAttachment
	}
	if total <= 0 {
		total = 1 << 62
	}
	sink := &attachmentSink{wanted: map[int][]wantedAttachment{}, seen: map[int]int{}, limit: req.MaxBytes, left: total, each: each}
	for _, id := range ids {
		message, place, ok := parseAttachmentID(id)
		if !ok {
			if err := each(id, nil, noAttachment("id is not an attachment's: ", id)); err != nil {
				return err
			}
			continue
		}
		sink.wanted[message] = append(sink.wanted[message], wantedAttachment{id, place})
		sink.missing++
	}
	if sink.missing > 0 {
		if err := c.walkAttachments(req, sink); err != nil {
			return err
		}
	}
	for _, id := range ids {
		message, place, _ := parseAttachmentID(id)
		if at := sink.index(message, place); at >= 0 {
			if err := each(id, nil, noAttachment("the session has no attachment ", id)); err != nil {
				return err
			}
		}
	}
	return nil
}

func noAttachment(problem, id string) error {
	return fault.New(fault.InvalidArgument, problem+string(session.TextJSON(id))).
		WithHint("messages and views have the ids of their attachments, such as 12.0")
}

// walkAttachments walks a session until sink has what it looks for.
func (c *Catalog) walkAttachments(req session.AttachmentRequest, sink *attachmentSink) error {
	g, err := c.locateRequested(session.GetRequest{Agent: req.Agent, SessionID: req.SessionID, UnifiedID: req.UnifiedID, Ref: req.Ref})
	if err != nil {
		return err
	}
	env := &adapter.Env{Host: c.host, Agent: g.a.Name(), DefectLog: adapter.DefectLog{}}
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: g.a.Name(), Sink: sink})
	out := b.Outlet(env)
	err = g.a.Walk(env, g.ix, g.ref, adapter.Want{Prompts: true, Text: true, Raw: true}, adapter.NewOutlet(env, func(r *adapter.Record) error {
		if r.Raw != nil {
			sink.raw = r.Raw
		}
		if err := out.Record(r); err != nil {
			return err
		}
		if sink.missing == 0 && sink.err == nil {
			sink.err = errAllFound
		}
		return sink.err
	}))
	switch {
	case sink.err == errAllFound:
		return nil
	case sink.err != nil:
		return sink.err
	case err != nil:
		return fault.From(err)
	}
	return nil
}

// errAllFound ends a walk.
var errAllFound error = fault.New(fault.IO, "all attachments were found")

// attachmentSink is the transcript.Sink that looks for attachments.
type attachmentSink struct {
	wanted  map[int][]wantedAttachment // by message, those that were not found yet
	seen    map[int]int                // attachments of these messages so far
	missing int
	limit   int64  // bytes that one may have
	left    int64  // and the rest together
	raw     []byte // of the record under way; further messages of it have none
	each    EachAttachment
	err     error // ends the walk
}

type wantedAttachment struct {
	id    string
	place int // in its message
}

// index returns which of a message's wanted attachments is at a place; -1 for none.
func (s *attachmentSink) index(message, place int) int {
	for i, w := range s.wanted[message] {
		if w.place == place {
			return i
		}
	}
	return -1
}

// parseAttachmentID reads an id. ok is false for what nameAttachments does not write.
func parseAttachmentID(id string) (message, place int, ok bool) {
	first, rest, ok := text.Cut(id, ".")
	if !ok || len(id) > 20 {
		return 0, 0, false
	}
	i, err := strconv.ParseUint(first, 10, 31)
	if err != nil {
		return 0, 0, false
	}
	k, err := strconv.ParseUint(rest, 10, 31)
	return int(i), int(k), err == nil
}

// PriorText implements transcript.Sink.
func (*attachmentSink) PriorText(int) string { return "" }

// AddFragment implements transcript.Sink.
func (s *attachmentSink) AddFragment(i int, r *adapter.Record, _ bool) {
	if _, ok := s.wanted[i]; !ok {
		return
	}
	for k := range r.Attachments {
		for at := s.index(i, s.seen[i]+k); at >= 0 && s.err == nil; at = s.index(i, s.seen[i]+k) {
			id := s.wanted[i][at].id
			s.wanted[i] = append(s.wanted[i][:at], s.wanted[i][at+1:]...)
			s.missing--
			data, err := findBytes(s.raw, r.Attachments, k, min(s.limit, s.left))
			if err == nil {
				s.left = max(s.left-data.Bytes, 1)
			}
			s.err = s.each(id, data, err)
		}
	}
	s.seen[i] += len(r.Attachments)
}

// findBytes returns the bytes of attachment k of a record: the text in it that has the
// size that was noted, in base64, under a key for bytes.
func findBytes(raw []byte, list []session.Attachment, k int, limit int64) (*session.AttachmentData, error) {
	a := &list[k]
	if a.Bytes/4*3-2 > limit {
		return nil, fault.New(fault.LimitExceeded, "the attachment has about "+text.FormatInt(a.Bytes/4*3)+" bytes, more than "+text.FormatInt(limit)).
			WithHint("maxBytes allows for more")
	}
	same := 0 // attachments of the same size before it in the record
	for j := range k {
		if list[j].Bytes == a.Bytes {
			same++
		}
	}
	var found []byte
	if a.Bytes > 0 {
		eachText(raw, func(key string, body []byte) bool {
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
