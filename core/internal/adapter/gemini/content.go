package gemini

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Fields of a part of a message's content.
const (
	pText = iota
	pThought
	pCallID
	pCallName
	pCallArgs
	pResponse
	pInlineType
	pInlineData
	pFileType
	pFileURI
	partFields
)

var partPaths = scan.CompilePaths("text", "thought", "functionCall.id", "functionCall.name", "functionCall.args", "functionResponse",
	"inlineData.mimeType", "inlineData.data", "fileData.mimeType", "fileData.fileUri")

// content is what the parts of a message hold.
type content struct {
	text      string
	thinking  string
	sign      uint64 // of the texts, 0 without any
	context   bool   // there was context in front
	files     bool   // the texts of referenced files follow
	ack       bool
	calls     []call
	responses []response
	media     []session.Attachment
}

// contentOf reads a text, a part or a list of both. The texts themselves are
// only decoded when wanted.
func contentOf(v scan.Value, wanted bool) content {
	var c content
	if v.Kind() != scan.Array {
		c.readPart(v, wanted)
		return c
	}
	v.EachElement(func(_ int, e scan.Value) bool {
		c.readPart(e, wanted)
		return true
	})
	return c
}

func (c *content) readPart(v scan.Value, wanted bool) {
	if v.Kind() == scan.String {
		c.addText(v, wanted)
		return
	}
	var p [partFields]scan.Value
	if v.Kind() != scan.Object || partPaths.Scan(v.Raw(), p[:]) != nil {
		return
	}
	switch {
	case p[pText].Kind() == scan.String && p[pThought].Bool():
		if wanted {
			c.thinking = joinParagraphs(c.thinking, p[pText].String())
		}
	case p[pText].Kind() == scan.String:
		c.addText(p[pText], wanted)
	case p[pCallName].Exists():
		x := call{id: p[pCallID].String(), name: p[pCallName].String()}
		if wanted {
			x.input = argsOf(p[pCallArgs])
		}
		c.calls = append(c.calls, x)
	case p[pResponse].Exists():
		c.responses = append(c.responses, responseOf(p[pResponse]))
	}
	if wanted {
		c.media = appendMedia(c.media, p[:])
	}
}

// addText takes a text; context in front of a prompt is no part of it.
func (c *content) addText(v scan.Value, wanted bool) {
	rest, cut := adapter.CutMarks(contextMarks, v)
	if c.context = c.context || cut; cut && !rest.Exists() {
		return
	}
	v = rest
	if c.files = c.files || hasTextPrefix(v, filesMark); c.files {
		return
	}
	if c.sign == 0 {
		c.sign = fnv
		for _, a := range acks {
			c.ack = c.ack || v.EqualString(a)
		}
	}
	c.sign = mixSignature(c.sign, v)
	if wanted {
		c.text = joinParagraphs(c.text, v.String())
	}
}

// hasTextPrefix reports whether a text starts with a mark, white space in front
// passed over.
func hasTextPrefix(v scan.Value, mark string) bool {
	raw := v.Raw()
	if v.Kind() != scan.String || len(raw) < len(mark) {
		return false
	}
	s := string(raw[1:min(len(raw)-1, len(mark)+32)])
	for {
		cut := strings.TrimPrefix(strings.TrimPrefix(s, `\n`), " ")
		if cut == s {
			return strings.HasPrefix(s, mark)
		}
		s = cut
	}
}

func argsOf(v scan.Value) session.JSON {
	if !v.Exists() {
		return session.JSON("{}")
	}
	return v.AppendCanonical(nil)
}

// appendMedia adds what a part holds beside text.
func appendMedia(list []session.Attachment, p []scan.Value) []session.Attachment {
	if p[pInlineData].Exists() {
		list = append(list, session.Attachment{MediaType: p[pInlineType].String(), Bytes: int64(max(len(p[pInlineData].Raw())-2, 0))})
	}
	if p[pFileURI].Exists() {
		list = append(list, session.Attachment{MediaType: p[pFileType].String(), Name: p[pFileURI].String()})
	}
	return list
}

var thoughtPaths = scan.CompilePaths("subject", "description")

// thoughtsOf renders recorded thoughts as the CLI itself writes them into its
// history.
func thoughtsOf(v scan.Value) string {
	out := ""
	v.EachElement(func(_ int, e scan.Value) bool {
		var t [2]scan.Value
		if e.Kind() != scan.Object || thoughtPaths.Scan(e.Raw(), t[:]) != nil {
			return true
		}
		out = joinParagraphs(joinParagraphs(out, t[0].String()), t[1].String())
		return true
	})
	return out
}
