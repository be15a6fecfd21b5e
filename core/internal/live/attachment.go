package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// attachment is a file that goes with a prompt.
type attachment struct{ name, mediaType, data string }

func readAttachment(j session.JSON) attachment {
	v, err := scan.Parse(j)
	if err != nil {
		return attachment{}
	}
	return attachment{name: v.Get("name").String(), mediaType: v.Get("mediaType").String(), data: v.Get("data").String()}
}

func (a *attachment) isText() bool { return strings.HasPrefix(a.mediaType, "text/") }

func (a *attachment) isImage() bool { return strings.HasPrefix(a.mediaType, "image/") }

// asText returns a text attachment as part of a prompt.
func (a *attachment) asText() string {
	if a.name == "" {
		return a.data
	}
	return "File " + a.name + ":\n\n" + a.data
}

// promptBlocks returns a prompt with attachments as blocks of the Anthropic API.
func promptBlocks(c *session.LiveCommandRequest) []byte {
	m := canon.Members{}
	m.Open('[')
	n := 0
	if c.Text != "" {
		m.Item(n)
		n++
		m.B = appendTextBlock(m.B, c.Text)
	}
	for _, a := range c.Attachments {
		m.Item(n)
		n++
		m.B = appendAttachment(m.B, a)
	}
	m.Close(']')
	return m.B
}

// appendTextBlock appends a text as a block, which the Anthropic API and the
// Agent Client Protocol write alike.
func appendTextBlock(dst []byte, said string) []byte {
	m := canon.Object(dst)
	m.Str("text", said)
	m.Str("type", "text")
	return m.End()
}

// checkImagesAndTexts refuses all other files that go with a prompt.
func (s *Session) checkImagesAndTexts(c *session.LiveCommandRequest) error {
	for _, j := range c.Attachments {
		if a := readAttachment(j); !a.isText() && !a.isImage() {
			return s.unsupported("take attachments of type " + a.mediaType)
		}
	}
	return nil
}

// appendAttachment appends a file as a block of the Anthropic API.
func appendAttachment(dst []byte, j session.JSON) []byte {
	a := readAttachment(j)
	if a.isText() {
		return appendTextBlock(dst, a.asText())
	}
	m := canon.Object(dst)
	m.Key("source")
	src := canon.Object(m.B)
	src.Str("data", a.data)
	src.Str("media_type", a.mediaType)
	src.Str("type", "base64")
	m.B = src.End()
	kind := "document"
	if a.isImage() {
		kind = "image"
	}
	m.Str("type", kind)
	return m.End()
}
