package claude

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// A file that is mentioned in a prompt ("@logo.png") is a line of its own after
// the prompt's: an attachment of type file, with the file's content.

// The fields of such a line.
const (
	mType = iota
	mName
	mShown
	mKind
	mMedia
	mData
	mText
	mentionFieldCount
)

var mentionFields = scan.CompilePaths("attachment.type", "attachment.filename", "attachment.displayPath", "attachment.content.type",
	"attachment.content.file.type", "attachment.content.file.base64", "attachment.content.file.content")

// fileMark is in every such line.
var fileMark = []byte(`"file"`)

// attachMention makes the record of a mentioned file a part of its prompt.
func (w *walk) attachMention(line []byte) {
	if !scan.ContainsAtRareByte(line, fileMark, 1) {
		return
	}
	var v [mentionFieldCount]scan.Value
	if mentionFields.Scan(line, v[:]) != nil || !isText(v[mType], "file") {
		return
	}
	r := &w.rec
	r.Kind, r.Role, r.Merge = adapter.Message, session.RoleUser, w.prompted
	if !w.want.Text {
		return
	}
	a := session.Attachment{Name: v[mShown].String(), MediaType: v[mMedia].String(), Bytes: int64(len(stringBytes(v[mData])))}
	if a.Name == "" {
		a.Name = v[mName].String()
	}
	if isText(v[mKind], "pdf") && a.MediaType == "" {
		a.MediaType = "application/pdf"
	}
	if a.Bytes == 0 {
		a.Bytes = int64(len(v[mText].String()))
	}
	r.Attachments = []session.Attachment{a}
}
