package openclaw

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// The older description of the format: one JSON document per session, below a
// folder per channel, with a title and messages that carry usage and cost. No
// version that was looked at writes it, so names of fields are taken from a
// list of likely ones.

// walkDocument walks a described document. Its messages are visited one by one,
// so a torn end costs the last one only.
func (w *walk) walkDocument(p *place) error {
	data, err := adapter.ReadFile(w.env, p.path, MaxDocumentBytes)
	if err != nil {
		return err
	}
	w.log.CountRead(0, int64(len(data)))
	root, defect := scan.Parse(scan.TrimBOM(data))
	key, list := messageList(data)
	if defect != nil && list > 0 {
		head := append([]byte(nil), bytes.TrimRight(data[:key], " \t\r\n,")...)
		root, _ = scan.Parse(scan.TrimBOM(append(head, '}')))
		if err := w.log.ReportSkip(p.path, 0, defectOffset(defect), skipReason(defect)); err != nil {
			return err
		}
	}
	if list == 0 {
		if len(bytes.TrimSpace(data)) == 0 || defect == nil && root.Kind() == scan.Object {
			return nil // nothing was said
		}
		return fault.New(fault.ParseError, "no session document").At(p.path, 0, defectOffset(defect)).
			WithHint("the file is damaged or not of this format")
	}
	if err := w.visitHeader(root, data); err != nil {
		return err
	}
	opt := jsonltree.Options{Ref: w.ref, Want: w.want, Adjust: w.fillPrice, Gateway: true}
	opt.Want.Raw = false // the head's record has all of it
	if !w.want.UsageOnly() {
		opt.Want.Prompts = true // else, without Raw, it may seem that only usage is wanted
	}
	return w.visitMessages(jsonltree.NewWalker(w.env, opt, transcriptOutlet{w.out, w}), data, list)
}

func defectOffset(err error) int64 {
	if d, ok := err.(*scan.Defect); ok {
		return int64(d.Offset)
	}
	return 0
}

// visitHeader visits what the document says of the session. With the raw text goes
// the channel, which only the folder names.
func (w *walk) visitHeader(root scan.Value, data []byte) error {
	first := func(names ...string) (v scan.Value) {
		for _, n := range names {
			if v = root.Get(n); v.Exists() && v.Kind() != scan.Null {
				return v
			}
		}
		return scan.Value{}
	}
	x := adapter.Facts{AgentTitle: first("title").String(), Cwd: first("cwd", "workspace", "workspaceDir").String(), Model: first("model").String()}
	x.Created, _ = adapter.TimeOf(first("createdAt", "created_at", "created"))
	x.Updated, _ = adapter.TimeOf(first("updatedAt", "updated_at", "updated"))
	r := adapter.Record{Kind: adapter.Meta, Facts: &x}
	if w.want.Raw {
		m := canon.Object(nil)
		m.Str("channel", w.info.folder)
		r.Raw = append(append(m.End(), '\n'), data...)
	}
	return w.out.Record(&r)
}

// messageList finds where the list of messages is: its key, and the place
// after its bracket, 0 without one.
func messageList(data []byte) (key, list int) {
	name := []byte(`"messages"`)
	for from := 0; ; {
		at := bytes.Index(data[from:], name)
		if at < 0 {
			return 0, 0
		}
		key = from + at
		from = key + len(name)
		rest := bytes.TrimLeft(data[from:], " \t\r\n")
		if len(rest) == 0 || rest[0] != ':' {
			continue // not a key
		}
		if rest = bytes.TrimLeft(rest[1:], " \t\r\n"); len(rest) > 0 && rest[0] == '[' {
			return key, len(data) - len(rest) + 1
		}
	}
}

// visitMessages visits the objects of the list that starts at data[i]. After a
// damaged one it continues with the next that looks like a message.
func (w *walk) visitMessages(t *jsonltree.Walker, data []byte, i int) error {
	tries := maxTries
	for broken := false; i < len(data) && data[i] != ']'; {
		if data[i] != '{' {
			i++
			continue
		}
		end := scan.BalancedEnd(data, i)
		v, err := scan.Value{}, error(nil)
		if end > 0 {
			v, err = scan.Parse(data[i:end])
		}
		if end > 0 && err == nil && (!broken || v.Get("role").Exists()) {
			broken = false
			if err := w.pace.Count(w.env, w.log, 1, 0); err != nil {
				return err
			}
			if err := t.VisitEntry(scan.Record{Bytes: data[i:end], Offset: int64(i)}); err != nil {
				return err
			}
			i = end
			continue
		}
		if !broken {
			broken = true
			if err := w.log.ReportSkip(w.ref.Path, 0, int64(i), string(scan.Syntax)); err != nil {
				return err
			}
		}
		if tries--; tries == 0 {
			break
		}
		next := bytes.IndexByte(data[i+1:], '{')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return t.EndSession()
}

// maxTries is how often a reader looks for a message in damaged bytes.
const maxTries = 4096

// fillPrice adds to a message's record what only this layout has: a price
// without its parts.
func (w *walk) fillPrice(e *jsonltree.Entry, r *adapter.Record) {
	if r.USD != nil || r.Role != session.RoleAssistant && r.Kind != adapter.Usage && r.Kind != adapter.Ignored {
		return
	}
	for _, name := range [...]string{"cost", "costUsd", "cost.total", "cost.totalUsd", "usage.cost", "usage.costUsd"} {
		n, ok := e.Get(name).ScaledDecimal(session.MoneyScale)
		if !ok || n <= 0 {
			continue
		}
		usd := session.Money(n)
		r.USD = &usd
		break
	}
	if r.USD == nil || r.UsageKey != "" {
		return
	}
	r.UsageKey = w.ref.ID + "#" + string(canon.AppendInt(nil, e.Record.Offset))
	if r.Kind == adapter.Ignored {
		r.Kind, r.Model = adapter.Usage, e.Get("model").String()
	}
}
