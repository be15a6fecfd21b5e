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

// appendAttachment appends a file as a block of the Anthropic API.
func appendAttachment(dst []byte, j session.JSON) []byte {
	a := readAttachment(j)
	m := canon.Object(dst)
	if a.isText() {
		m.Str("text", a.asText())
		m.Str("type", "text")
		return m.End()
	}
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
