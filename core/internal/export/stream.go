package export

import "github.com/heddle-dev/heddle/core/session"

// Stream renders a session while it is read: its own fields, then message after
// message. What it writes is what Render returns.
type Stream struct {
	format string
	write  func([]byte) error
	head   *session.Session // without messages
	tail   []byte           // of json: what follows the messages
	wrote  bool             // a message
	buffer []byte
}

// NewStream returns a Stream in a known format. A slice is valid during the
// call of write.
func NewStream(format string, write func([]byte) error) *Stream {
	return &Stream{format: format, write: write}
}

// noMessages is how IndentJSON renders a session's empty list of messages.
const noMessages = "\n  \"messages\": ["

// Begin writes what comes before the messages.
func (x *Stream) Begin(head *session.Session) error {
	x.head = head
	out := x.buffer[:0]
	switch x.format {
	case JSON:
		bare := *head
		bare.Messages = []session.Message{}
		out = append(out, IndentJSON(bare.AppendJSON(nil))...)
		for at := range out {
			if end := at + len(noMessages); end <= len(out) && string(out[at:end]) == noMessages {
				x.tail = append([]byte(nil), out[end:]...)
				out = out[:end]
				break
			}
		}
	case JSONL:
		summary := head.Summary()
		out = append(summary.AppendJSON(out), '\n')
	case Markdown:
		w := &writer{out}
		w.writeTitle(head)
		out = w.b
	}
	x.buffer = out
	return x.write(out)
}

// Message writes one message.
func (x *Stream) Message(m *session.Message) error {
	out := x.buffer[:0]
	switch x.format {
	case JSON:
		if x.wrote {
			out = append(out, ',')
		}
		out = append(out, "\n    "...)
		out = appendIndented(out, m.AppendJSON(nil), 2)
	case JSONL:
		out = append(m.AppendJSON(out), '\n')
	case Markdown:
		w := &writer{out}
		w.writeMessage(m)
		out = w.b
	}
	x.wrote = true
	if x.buffer = out; cap(out) > keptBuffer {
		x.buffer = nil
	}
	return x.write(out)
}

// keptBuffer is the largest buffer that is kept for the next message.
const keptBuffer = 1 << 20

// End writes what follows the messages.
func (x *Stream) End() error {
	var out []byte
	switch x.format {
	case JSON:
		if x.wrote {
			out = append(out, "\n  "...)
		}
		out = append(append(out, x.tail...), '\n')
	case JSONL:
		if r := x.head.Redactions; r != nil {
			out = append(out, `{"redactions":`...)
			out = append(session.AppendRedactions(out, r), "}\n"...)
		}
	case Markdown:
		w := &writer{}
		w.writeCost(x.head.Cost)
		w.writeRedactions(x.head.Redactions)
		out = w.b
	}
	return x.write(out)
}
