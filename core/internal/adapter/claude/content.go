package claude

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/pool"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// blocks is the content of a message, sorted by what it is.
type blocks struct {
	text        string // text blocks, joined by a blank line
	thinking    string
	calls       []session.ToolCall
	results     []session.ToolResult
	attachments []session.Attachment

	room   *scan.Room
	reader *blockReader
}

// blocksOf sorts content, a text or a list of blocks. Without full, texts,
// arguments and outputs are left out, but not the ids that link them. Texts are
// valid as the room of the walk says.
func (w *walk) blocksOf(content scan.Value, full bool) blocks {
	room := w.room
	b := blocks{room: room, reader: w.blocks}
	if content.Kind() == scan.String {
		if full {
			b.text = room.DecodeText(content)
		}
		return b
	}
	if text := adapter.SoleText(content); text.Exists() {
		if full {
			b.text = room.DecodeText(text)
		}
		return b
	}
	content.EachElement(func(_ int, e scan.Value) bool {
		b.addBlock(e, full)
		return true
	})
	return b
}

// The fields of a block, in the order of blockFields.
const (
	bType = iota
	bText
	bThinking
	bID
	bName
	bInput
	bCall
	bError
	bContent
	bSource
	bTitle
	blockFieldCount
)

var blockFields = scan.CompilePaths("type", "text", "thinking", "id", "name", "input", "tool_use_id", "is_error", "content", "source", "title")

// block is the fields of one block.
type block [blockFieldCount]scan.Value

// blockReader reads the blocks of the messages of one session after the other.
type blockReader struct{ scanner scan.Scanner }

// readerPool keeps a few readers between sessions, with the shapes that they
// have recorded.
var readerPool = pool.New(func() *blockReader {
	r := &blockReader{}
	r.scanner.Reset(blockFields)
	return r
})

// putReader returns r to the pool. The caller must not use it afterwards.
func putReader(r *blockReader) {
	r.scanner.Release()
	readerPool.Put(r)
}

// block is scanBlock; the fields are valid until the next call.
func (r *blockReader) block(e scan.Value) *block {
	if e.Kind() != scan.Object {
		return &noBlock
	}
	v, err := r.scanner.Scan(e.Raw())
	if err != nil {
		return &noBlock
	}
	return (*block)(v)
}

// noBlock is what is no object: it has no fields.
var noBlock block

// scanBlock reads a block; one that is no object has no fields.
func scanBlock(e scan.Value) (b block) {
	if e.Kind() == scan.Object && blockFields.Scan(e.Raw(), b[:]) != nil {
		return block{}
	}
	return b
}

func (b *blocks) addBlock(e scan.Value, full bool) {
	if e.Kind() == scan.String {
		if full {
			b.text = joinParagraphs(b.text, b.room.DecodeText(e))
		}
		return
	}
	x := b.reader.block(e)
	switch typ := stringBytes(x[bType]); string(typ) {
	case "text":
		if full {
			b.text = joinParagraphs(b.text, b.room.DecodeText(x[bText]))
		}
	case "thinking":
		if full {
			b.thinking = joinParagraphs(b.thinking, b.room.DecodeText(x[bThinking]))
		}
	case "tool_use", "server_tool_use", "mcp_tool_use":
		b.calls = append(b.calls, callOf(x, full, b.room))
	case "image", "document":
		b.attachments = append(b.attachments, attachmentOf(x))
	default:
		if bytes.HasSuffix(typ, []byte("tool_result")) {
			b.results = append(b.results, resultOf(x, full, b.room))
		}
	}
}

// joinParagraphs joins two texts by a blank line; an empty one vanishes.
func joinParagraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

func callOf(x *block, full bool, room *scan.Room) session.ToolCall {
	c := session.ToolCall{ToolCallID: x[bID].String(), ToolName: x[bName].String()}
	if full {
		c.Input = room.DeduplicatedJSON(x[bInput])
	}
	return c
}

func resultOf(x *block, full bool, room *scan.Room) session.ToolResult {
	r := session.ToolResult{ToolCallID: x[bCall].String(), IsError: x[bError].Bool()}
	if !full {
		return r
	}
	r.Output = outputOf(x[bContent], room)
	if r.IsError {
		text := x[bContent]
		if text.Kind() == scan.Array {
			text = text.Get("0.text")
		}
		r.ExitCode = exitCode(stringBytes(text))
	}
	return r
}

// outputOf renders what a tool returned: text as a string, anything else as a
// list of blocks in which data is replaced by its size.
func outputOf(content scan.Value, room *scan.Room) session.JSON {
	switch content.Kind() {
	case scan.String:
		if room != nil {
			return content.Raw()
		}
		return session.TextJSON(content.String())
	case scan.Array:
	case scan.Missing, scan.Null:
		return session.TextJSON("")
	default:
		return content.AppendCanonical(nil)
	}
	if s := adapter.SoleText(content); s.Exists() && room != nil {
		return s.Raw()
	}
	text, plain, first := "", true, scan.Value{}
	content.EachElement(func(i int, e scan.Value) bool {
		if !isText(e.Get("type"), "text") {
			plain = false
			return false
		}
		if first = e.Get("text"); i > 0 {
			text, first = joinParagraphs(text, first.String()), scan.Value{}
		} else {
			text = room.DecodeText(first)
		}
		return true
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
		out = appendBlock(out, e)
		return true
	})
	return append(out, ']')
}

// appendBlock appends one block of an output in canonical form.
func appendBlock(dst []byte, e scan.Value) []byte {
	x := scanBlock(e)
	m := canon.Object(dst)
	switch typ := x[bType].String(); {
	case typ == "text":
		m.Key("text")
		m.String(x[bText].String())
		m.Key("type")
		m.String(typ)
	case x[bSource].Exists():
		a := attachmentOf(&x)
		m.Num("bytes", a.Bytes)
		m.OptStr("mediaType", a.MediaType)
		m.OptStr("name", a.Name)
		m.Str("type", typ)
	default:
		return e.AppendCanonical(dst)
	}
	return m.End()
}

// attachmentOf describes an image or document; its data stays on disk.
func attachmentOf(x *block) session.Attachment {
	src := x[bSource]
	a := session.Attachment{MediaType: src.Get("media_type").String(), Bytes: int64(len(stringBytes(src.Get("data"))))}
	for _, name := range [...]scan.Value{x[bTitle], src.Get("url"), src.Get("file_id")} {
		if a.Name == "" {
			a.Name = name.String()
		}
	}
	return a
}

// exitCode reads the header "Exit code 128" that failed commands have from
// version 2.0 on; 0 without one.
func exitCode(text []byte) int64 {
	const header = "Exit code "
	if len(text) < len(header) || string(text[:len(header)]) != header {
		return 0
	}
	var n int64
	for i, c := range text[len(header):] {
		if c < '0' || c > '9' || i > 9 {
			if c != '\\' && c != '\n' { // \n is escaped in the line
				return 0
			}
			break
		}
		n = n*10 + int64(c-'0')
	}
	return n
}

// emitAnswer emits an answer's blocks. Results inside an answer (of
// tools that ran at the provider) are messages of their own.
func (w *walk) emitAnswer(content scan.Value, v verdict) error {
	b := w.blocksOf(content, w.texts)
	r := &w.rec
	r.Text, r.Thinking, r.ToolCalls, r.Attachments = b.text, b.thinking, b.calls, b.attachments
	if len(b.results) == 0 {
		return w.emitRecord(r, v)
	}
	id := r.ID
	r.ID = partID(id, 0)
	if err := w.emitRecord(r, v); err != nil {
		return err
	}
	r.Facts, r.Parent = nil, r.ID
	return w.emitResults(b.results, id, v)
}

// emitResults emits a line's tool results, each as a message. They follow what the
// line follows, and the last one has the id: what has that parent follows all of them.
func (w *walk) emitResults(list []session.ToolResult, id string, v verdict) error {
	if err := w.readPersisted(list); err != nil {
		return err
	}
	line, r := &w.rec, &w.part
	for i := range list {
		list[i].Denied = list[i].IsError && isDenial(w.line)
		*r = adapter.Record{Line: line.Line, Offset: line.Offset, ID: id, Parent: line.Parent, Time: line.Time,
			Naive: line.Naive, Aside: line.Aside, Role: session.RoleTool, ToolResult: &list[i]}
		if i == 0 {
			r.Facts = line.Facts
		} else {
			r.Parent = partID(id, i)
		}
		if i < len(list)-1 {
			r.ID = partID(id, i+1)
		}
		if err := w.emitRecord(r, v); err != nil {
			return err
		}
	}
	return nil
}

var denialMarks = [...][]byte{[]byte(`"toolDenialKind"`), []byte(`"permissionDecision"`)}

// isDenial reports whether a line says that a call was refused.
func isDenial(line []byte) bool {
	if !bytes.Contains(line, denialMarks[0]) && !bytes.Contains(line, denialMarks[1]) {
		return false
	}
	v, err := scan.Parse(line)
	return err == nil && (v.Get("toolDenialKind").Kind() == scan.String || v.Get("permissionDecision.decision").EqualString("reject"))
}

// partID names part i of a line with an id that is several messages; "" without
// an id.
func partID(id string, i int) string {
	if id == "" {
		return ""
	}
	return id + "#" + string(canon.AppendInt(nil, int64(i)))
}
