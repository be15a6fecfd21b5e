package gemini

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// readMessage enters a message, or what another record of it says; -1 when it is
// of an unknown type or of no interest.
func (w *walk) readMessage(path string, rec scan.Record, v []scan.Value) (int32, error) {
	id := v[fID].String()
	if id == "" {
		// The described layout may have no ids. The line is what a copy of
		// the file keeps.
		id = w.ref.ID + "#" + text.FormatInt(rec.Line) + "." + text.FormatInt(rec.Offset)
	}
	return w.readIdentified(path, rec, v, id)
}

func (w *walk) readIdentified(path string, rec scan.Record, v []scan.Value, id string) (int32, error) {
	k, name, ok := kindOf(v)
	if !ok {
		return -1, w.emitUnknown(path, rec, name)
	}
	if k == notice && strings.HasPrefix(id, importMark) {
		w.imports = true
	} else if w.want.UsageOnly() && k != model {
		return -1, nil
	}
	w.here = position{path, rec.Line, rec.Offset}
	at, fresh := w.entryFor(id)
	at = w.followReplaced(at)
	e := &w.entries[at]
	if fresh {
		e.position = w.here
		e.kind = k
		e.copied = w.imports && k != notice
	}
	if e.time == 0 {
		e.time, e.naive = adapter.TimeOf(v[fTime])
	}
	wanted := w.want.Text
	switch k {
	case user, carrier:
		w.readUser(at, v, fresh, wanted)
	case model:
		if fresh {
			e.gathers = !w.want.UsageOnly() && isGathering(v)
		}
		w.readAnswer(at, v, rec.Bytes, wanted)
	case notice:
		w.readNotice(e, name, contentOf(bodyOf(v), true).text)
	}
	return at, nil
}

// bodyOf returns the content of a message.
func bodyOf(v []scan.Value) scan.Value {
	for _, f := range [...]int{fContent, fParts, fText} {
		if v[f].Exists() {
			return v[f]
		}
	}
	return scan.Value{}
}

// readUser takes a message in the user's place: a prompt, context, or results.
func (w *walk) readUser(at int32, v []scan.Value, fresh, wanted bool) {
	e := &w.entries[at]
	c := contentOf(bodyOf(v), wanted || w.want.Prompts)
	if shown := v[fDisplay]; shown.Exists() && c.sign != 0 { // what was typed, before references were filled in
		if d := contentOf(shown, wanted || w.want.Prompts); d.text != "" {
			c.text, e.shown = d.text, true
		}
	} else if e.shown { // written again without it
		c.text = ""
	}
	if fresh && e.kind == user {
		switch {
		case c.sign == 0 && len(c.responses) > 0:
			e.kind = carrier
		case c.sign == 0 && c.context, e.id == contextID,
			hasTextPrefix(firstText(bodyOf(v)), compressMark),
			w.subagent && w.prompted: // the agent drives its subagent on
			e.kind = injected
		default:
			w.prompted = true
		}
	}
	if c.text != "" {
		e.text = c.text
	}
	if e.sign == 0 {
		e.sign = c.sign
	}
	if e.media == nil {
		e.media = c.media
	}
	if e.kind == carrier && len(c.responses) == 0 && c.sign != 0 { // a result as text, in the described layout
		c.responses = append(c.responses, response{body: bodyOf(v)})
	}
	w.applyResponses(at, c.responses, wanted)
}

// firstText returns the first text of a content.
func firstText(v scan.Value) scan.Value {
	if v.Kind() == scan.Array {
		v = v.Get("0")
	}
	if v.Kind() == scan.Object {
		return v.Get("text")
	}
	return v
}

// readAnswer takes a message of the model.
func (w *walk) readAnswer(at int32, v []scan.Value, raw []byte, wanted bool) {
	e := &w.entries[at]
	if e.model == "" {
		e.model = v[fModel].String()
	}
	for _, f := range [...]int{fTokens, fMetadata, fUsage} {
		u := tokensOf(v[f])
		if u == nil {
			continue
		}
		if e.usage == nil {
			e.usage = u
		} else {
			e.usage.Max(*u)
		}
		break
	}
	if w.want.UsageOnly() && !bytes.Contains(raw, agentMark) {
		return
	}
	w.recordedCalls(at, v[fCalls], wanted)
	if w.want.UsageOnly() {
		return
	}
	c := contentOf(bodyOf(v), wanted)
	recorded := len(w.entries[at].calls) > 0
	for n, x := range c.calls {
		if x.id != "" || !recorded {
			w.addCall(at, x, n)
		}
	}
	e = &w.entries[at]
	e.ack = e.ack || c.ack
	if c.text != "" {
		e.text = c.text
	}
	if e.sign == 0 {
		e.sign = c.sign
	}
	if e.media == nil {
		e.media = c.media
	}
	e.worded = e.worded || hasWords(v)
	if wanted && !e.thought {
		if t := thoughtsOf(v[fThoughts]); t != "" {
			e.thinking, e.thought = t, true
		} else if c.thinking != "" {
			e.thinking = c.thinking
		}
	}
	w.applyResponses(at, c.responses, wanted)
}

// readNotice takes a line that the CLI showed the user. An empty one (a
// compression, whose figures are not stored) says nothing.
func (w *walk) readNotice(e *entry, name, said string) {
	e.text = said
	e.special = "notice"
	e.failure = name == "error"
	switch {
	case said == "":
		e.kind = carrier
	case e.failure && strings.HasPrefix(said, "[API Error"):
		e.special = "api_error"
	case said == "Request cancelled.":
		e.special = "interrupted"
	}
}
