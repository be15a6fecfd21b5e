package jsonltree

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// blocks is the content of a message, sorted by what it is.
type blocks struct {
	text        string // text blocks, joined by a blank line
	thinking    string
	calls       []session.ToolCall
	attachments []session.Attachment

	room *scan.Room
}

// The fields of a block, in the order of blockFields.
const (
	bType = iota
	bText
	bThinking
	bID
	bName
	bArguments
	bInput
	bData
	bMimeType
	blockFieldCount
)

var blockFields = scan.CompilePaths("type", "text", "thinking", "id", "name", "arguments", "input", "data", "mimeType")

// block is the fields of one block.
type block [blockFieldCount]scan.Value

// scanBlock reads a block; one that is no object has no fields.
func scanBlock(e scan.Value) (b block) {
	if e.Kind() == scan.Object && blockFields.Scan(e.Raw(), b[:]) != nil {
		return block{}
	}
	return b
}

// blocksOf sorts content, a text or a list of blocks. Texts are valid as room
// says.
func blocksOf(content scan.Value, room *scan.Room) blocks {
	b := blocks{room: room}
	if content.Kind() == scan.String {
		b.text = room.DecodeText(content)
	}
	if text := adapter.SoleText(content); text.Exists() {
		b.text = room.DecodeText(text)
		return b
	}
	content.EachElement(func(_ int, e scan.Value) bool {
		b.addBlock(e)
		return true
	})
	return b
}

// emptyBlocks reports whether content holds nothing at all.
func emptyBlocks(content scan.Value) bool {
	empty := len(stringBytes(content)) == 0
	content.EachElement(func(int, scan.Value) bool {
		empty = false
		return false
	})
	return empty
}

func (b *blocks) addBlock(e scan.Value) {
	if e.Kind() == scan.String {
		b.text = joinParagraphs(b.text, b.room.DecodeText(e))
		return
	}
	x := scanBlock(e)
	switch string(stringBytes(x[bType])) {
	case "text":
		b.text = joinParagraphs(b.text, b.room.DecodeText(x[bText]))
	case "thinking":
		b.thinking = joinParagraphs(b.thinking, b.room.DecodeText(x[bThinking]))
	case "toolCall", "tool_use":
		input := x[bArguments]
		if !input.Exists() {
			input = x[bInput]
		}
		b.calls = append(b.calls, session.ToolCall{ToolCallID: x[bID].String(), ToolName: x[bName].String(), Input: b.room.DeduplicatedJSON(input)})
	case "image":
		b.attachments = append(b.attachments, attachmentOf(&x))
	}
}

// attachmentOf describes an image; its data stays on disk. omp may keep them
// in a store of its own and name the place instead.
func attachmentOf(x *block) session.Attachment {
	a := session.Attachment{MediaType: x[bMimeType].String()}
	if data := stringBytes(x[bData]); bytes.HasPrefix(data, []byte("blob:")) {
		a.Name = x[bData].String()
	} else {
		a.Bytes = int64(len(data))
	}
	return a
}

// outputOf renders what a tool returned: text as a string, anything else as a
// list of blocks in which data is replaced by its size.
func outputOf(content scan.Value, room *scan.Room) session.JSON {
	if content.Kind() != scan.Array {
		if content.Exists() && content.Kind() != scan.Null {
			return room.DeduplicatedJSON(content)
		}
		return session.TextJSON("")
	}
	if s := adapter.SoleText(content); s.Exists() && room != nil {
		return s.Raw()
	}
	text, plain, first := "", true, scan.Value{}
	content.EachElement(func(i int, e scan.Value) bool {
		x := scanBlock(e)
		if plain = isText(x[bType], "text"); plain {
			text = joinParagraphs(text, room.DecodeText(x[bText]))
		}
		if first = x[bText]; i > 0 {
			first = scan.Value{}
		}
		return plain
	})
	if plain && room != nil && first.Kind() == scan.String {
		return first.Raw() // the text alone, as it is stored
	}
	if plain {
		return session.TextJSON(text)
	}
	out := []byte{'['}
	content.EachElement(func(i int, e scan.Value) bool {
		if i > 0 {
			out = append(out, ',')
		}
		x := scanBlock(e)
		if !isText(x[bType], "image") {
			out = e.AppendCanonical(out)
			return true
		}
		a := attachmentOf(&x)
		m := canon.Object(out)
		m.OptNum("bytes", a.Bytes)
		m.OptStr("mediaType", a.MediaType)
		m.OptStr("name", a.Name)
		m.Str("type", "image")
		out = m.End()
		return true
	})
	return append(out, ']')
}

// joinParagraphs joins two texts by a blank line; an empty one vanishes.
func joinParagraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
