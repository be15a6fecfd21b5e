package redact

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// JSON returns a value in canonical form with its strings and the names of its members redacted. It
// is again in canonical form.
func (r *Redactor) JSON(v session.JSON) session.JSON { return r.json(v, nil) }

// Message is JSON for a message of the store: what names it and what it belongs to stays.
func (r *Redactor) Message(v session.JSON) session.JSON { return r.json(v, messageIDs) }

// messageIDs are the members of a message that stay as they are.
var messageIDs = []string{"type", "uuid", "messageId", "sessionId", "threadId", "toolUseId", "parentToolUseId", "queryId"}

func (r *Redactor) json(v session.JSON, keep []string) session.JSON {
	if len(v) == 0 {
		return v
	}
	w := jsonWriter{r: r, src: v, keep: keep, canonical: true, out: make([]byte, 0, len(v))}
	w.value("")
	return w.out
}

// maxEmbedding is how deep JSON in the strings of JSON is read as such.
const maxEmbedding = 3

// embedded redacts a text that is JSON, or lines of it, string by string: quoting hides from the rules
// what is beside a secret. Everything else of the text stays as it is.
func (r *Redactor) embedded(s string) string {
	if s == "" || s[0] != '{' && s[0] != '[' || r.embedding == maxEmbedding {
		return s
	}
	r.embedding++
	out, ok := r.embeddedValue(s)
	if !ok {
		out = r.embeddedLines(s)
	}
	r.embedding--
	return out
}

func (r *Redactor) embeddedLines(s string) string {
	var out []byte
	for rest := s; rest != ""; {
		line := rest
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			line = rest[:i+1]
		}
		rest = rest[len(line):]
		shown, ok := r.embeddedValue(line)
		if !ok {
			shown = line
		}
		out = append(out, shown...)
	}
	return string(out)
}

func (r *Redactor) embeddedValue(s string) (string, bool) {
	if s[0] != '{' && s[0] != '[' || scan.CheckSyntax([]byte(s)) != nil {
		return "", false
	}
	w := jsonWriter{r: r, src: []byte(s), out: make([]byte, 0, len(s))}
	w.value("")
	w.space()
	return string(w.out), true
}

// jsonWriter copies a value. Its depth is bounded by the reader that checked the value.
type jsonWriter struct {
	r         *Redactor
	src       []byte
	at        int
	out       []byte
	canonical bool     // members are sorted again when their names change
	keep      []string // the members of the outermost object that stay as they are
	kept      bool     // whether this value stays
}

// space copies the white space at the current position.
func (w *jsonWriter) space() {
	for w.at < len(w.src) && strings.IndexByte(" \t\r\n", w.src[w.at]) >= 0 {
		w.copy()
	}
}

func (w *jsonWriter) copy() {
	w.out = append(w.out, w.src[w.at])
	w.at++
}

func (w *jsonWriter) value(name string) {
	w.space()
	switch w.src[w.at] {
	case '"':
		w.text(func(s string) string { return w.r.Value(name, s) })
	case '{':
		w.object()
	case '[':
		w.list(name)
	default:
		for w.at < len(w.src) && strings.IndexByte(",]} \t\r\n", w.src[w.at]) < 0 {
			w.copy()
		}
	}
	w.space()
}

// text copies a string. What redaction does not change keeps its escapes.
func (w *jsonWriter) text(redact func(string) string) (name, shown string) {
	start := w.at
	for w.at++; w.src[w.at] != '"'; w.at++ {
		if w.src[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	v, err := scan.Parse(w.src[start:w.at])
	if err != nil {
		panic("redact: a string that is not JSON") // the value has been checked
	}
	name = v.AliasString()
	if shown = name; !w.kept {
		shown = redact(name)
	}
	if shown == name {
		w.out = append(w.out, w.src[start:w.at]...)
	} else {
		w.out = canon.AppendString(w.out, shown)
	}
	return name, shown
}

func (w *jsonWriter) list(name string) {
	w.copy()
	for w.space(); w.src[w.at] != ']'; {
		if w.src[w.at] == ',' {
			w.copy()
		}
		w.value(name)
	}
	w.copy()
}

// member is the name of a member and where its value was written.
type member struct {
	name       string
	start, end int
}

func (w *jsonWriter) object() {
	w.copy()
	start, changed, keep, kept := len(w.out), false, w.keep, w.kept
	w.keep = nil
	var members []member
	for w.space(); w.src[w.at] != '}'; {
		if w.src[w.at] == ',' {
			w.copy()
			w.space()
		}
		name, shown := w.text(w.r.Text)
		changed = changed || name != shown
		w.space()
		w.copy() // the colon
		from := len(w.out)
		w.kept = kept || indexOf(keep, name) >= 0
		w.value(name)
		w.kept = kept
		if w.canonical {
			members = append(members, member{shown, from, len(w.out)})
		}
	}
	if w.canonical && changed {
		w.out = append(w.out[:start], sortedMembers(w.out, members)...)
	}
	w.copy()
}

// sortedMembers writes the members in the order of their redacted names. Names that have become equal
// are numbered, so that no value is lost.
func sortedMembers(src []byte, members []member) []byte {
	order.SortStable(members, func(i, j int) bool { return members[i].name < members[j].name })
	numberEqual(members)
	order.SortStable(members, func(i, j int) bool { return members[i].name < members[j].name })
	var out []byte
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(canon.AppendString(out, m.name), ':')
		out = append(out, src[m.start:m.end]...)
	}
	return out
}

// numberEqual makes the names of sorted members different.
func numberEqual(members []member) {
	used := map[string]bool{}
	for _, m := range members {
		used[m.name] = true
	}
	base, n := "", int64(0)
	for i := range members {
		name := members[i].name
		if i == 0 || name != base {
			base, n = name, 1
			continue
		}
		for used[name] {
			n++
			name = base + " (" + text.FormatInt(n) + ")"
		}
		used[name] = true
		members[i].name = name
	}
}
