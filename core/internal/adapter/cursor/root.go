package cursor

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// A root is a protobuf message without a published schema. Only a few of its
// fields are looked at, by number.

// field is one field of a protobuf message.
type field struct {
	number int64
	bytes  []byte // of a length-delimited field, else nil
	value  int64  // of a varint
}

// eachField visits the fields of a protobuf message, up to the first byte that
// cannot be one; ok is false when there is such a byte.
func eachField(b []byte, visit func(f field)) (ok bool) {
	for len(b) > 0 {
		key, n := readVarint(b)
		if n == 0 || key>>3 == 0 {
			return false
		}
		b = b[n:]
		f := field{number: int64(key >> 3)}
		size := uint64(0)
		switch key & 7 {
		case 0:
			v, n := readVarint(b)
			if n == 0 {
				return false
			}
			f.value = int64(v)
			b = b[n:]
		case 1:
			size = 8
		case 5:
			size = 4
		case 2:
			if size, n = readVarint(b); n == 0 {
				return false
			}
			b = b[n:]
		default:
			return false
		}
		if size > uint64(len(b)) {
			return false
		}
		if key&7 == 2 {
			f.bytes = b[:size:size]
		}
		b = b[size:]
		visit(f)
	}
	return true
}

// readVarint reads a number and returns its length, 0 without one.
func readVarint(b []byte) (v uint64, n int) {
	for n < len(b) && n < 10 {
		c := b[n]
		v |= uint64(c&0x7f) << (7 * n)
		n++
		if c < 0x80 {
			return v, n
		}
	}
	return 0, 0
}

// findField returns the first field of a number.
func findField(b []byte, number int64) (out field) {
	found := false
	eachField(b, func(f field) {
		if f.number == number && !found {
			out, found = f, true
		}
	})
	return out
}

// idBytes is the length of a blob's id.
const idBytes = 32

// root is what a root says: ids are raw bytes.
type root struct {
	messages []string
	turns    []string
	folder   string
	branch   string
}

func rootOf(data []byte) (r root) {
	eachField(data, func(f field) {
		switch {
		case f.number == 1 && len(f.bytes) == idBytes:
			r.messages = append(r.messages, string(f.bytes))
		case f.number == 8 && len(f.bytes) == idBytes:
			r.turns = append(r.turns, string(f.bytes))
		case f.number == 9:
			r.folder = folderOf(string(f.bytes))
		case f.number == 21:
			r.branch = string(findField(f.bytes, 2).bytes)
		}
	})
	return r
}

// clock says when things were said. Only turns know: a prompt is found by
// its id, an answer by its text, after the one found before.
type clock struct {
	prompts map[string]session.Time
	answers []said
	last    session.Time
}

type said struct {
	text string
	time session.Time
}

// answerTime returns the time of an assistant's message.
func (c *clock) answerTime(content scan.Value) session.Time {
	if len(c.answers) == 0 {
		return 0
	}
	at := -1
	found := func(s string) bool {
		for i := range c.answers {
			if c.answers[i].text == s {
				at = i
				return true
			}
		}
		return false
	}
	if content.Kind() == scan.String {
		found(content.String())
	}
	content.EachElement(func(_ int, e scan.Value) bool {
		return !e.Get("type").EqualString("text") || !found(e.Get("text").String())
	})
	if at < 0 {
		return 0
	}
	t := c.answers[at].time
	c.answers = c.answers[at+1:]
	return t
}

// turn is a prompt and the steps that followed.
type turn struct {
	prompt []byte
	steps  []string // ids
}

// turnOf reads a turn's blob. Older ones hold the prompt itself.
func (b *blobs) turnOf(data []byte) (t turn, err error) {
	eachField(findField(data, 1).bytes, func(f field) {
		switch {
		case f.number == 1 && len(f.bytes) == idBytes && t.prompt == nil && err == nil:
			t.prompt, err = b.readBlob(string(f.bytes))
		case f.number == 1 && t.prompt == nil:
			t.prompt = f.bytes
		case f.number == 2 && len(f.bytes) == idBytes:
			t.steps = append(t.steps, string(f.bytes))
		}
	})
	return t, err
}

// eachTurn visits the turns of a root with their steps.
func (b *blobs) eachTurn(r root, visit func(t turn, steps [][]byte) error) error {
	for _, id := range r.turns[:min(len(r.turns), maxTurns)] {
		data, err := b.readBlob(id)
		if err != nil {
			return err
		}
		t, err := b.turnOf(data)
		if err != nil {
			return err
		}
		var steps [][]byte
		for ids := t.steps; len(ids) > 0; {
			n := min(len(ids), blobBatch)
			found, err := b.readBlobs(ids[:n])
			if err != nil {
				return err
			}
			for _, id := range ids[:n] {
				steps = append(steps, found[b.blobKey(id)])
			}
			ids = ids[n:]
		}
		if err := visit(t, steps); err != nil {
			return err
		}
	}
	return nil
}

// readTimes reads when the messages of a root were said. Without it the session
// is whole but for its times, so only errors that end the walk are errors.
func (b *blobs) readTimes(r root) (*clock, error) {
	c := &clock{prompts: map[string]session.Time{}}
	err := b.eachTurn(r, func(t turn, steps [][]byte) error {
		at := timeOf(findField(t.prompt, 25).value)
		c.last = session.Latest(c.last, at)
		if id := string(findField(t.prompt, 2).bytes); id != "" && at != 0 {
			c.prompts[id] = at
		}
		for _, s := range steps {
			step := findField(s, 1).bytes
			at := timeOf(findField(step, 2).value)
			c.last = session.Latest(c.last, at)
			if at != 0 {
				c.answers = append(c.answers, said{string(findField(step, 1).bytes), at})
			}
		}
		return nil
	})
	if endsWalk(err) {
		return nil, err
	}
	return c, nil
}

func timeOf(ms int64) session.Time {
	if ms < leastMillis {
		return 0
	}
	return session.TimeOfMillis(ms)
}

// visitTurns visits what the turns of a root hold themselves: in older builds it
// is all there is.
func (b *blobs) visitTurns(r root) error {
	w := b.w
	return b.eachTurn(r, func(t turn, steps [][]byte) error {
		if text := findField(t.prompt, 1).bytes; len(text) > 0 {
			w.beginRecord(&native{id: string(findField(t.prompt, 2).bytes), time: timeOf(findField(t.prompt, 25).value)})
			w.fillUser(&content{text: text})
			if err := w.emitRecord(); err != nil {
				return err
			}
		}
		for _, s := range steps {
			w.rec = adapter.Record{Kind: adapter.Unknown, Type: "step"}
			answer, thought := findField(s, 1).bytes, findField(s, 3).bytes
			if answer != nil || thought != nil {
				w.beginRecord(&native{time: timeOf(findField(answer, 2).value)})
				w.rec.Kind, w.rec.Role, w.rec.Model = adapter.Message, session.RoleAssistant, b.model
				if w.want.Text {
					w.rec.Text = strings.TrimSpace(string(findField(answer, 1).bytes))
					w.rec.Thinking = strings.TrimSpace(string(findField(thought, 1).bytes))
				}
			}
			if err := w.emitRecord(); err != nil {
				return err
			}
		}
		return nil
	})
}
