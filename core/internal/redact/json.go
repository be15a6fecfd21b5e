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

// messageIDs are the members of a message that stay as they are. An import says in "import" which
// requests belong to a message.
var messageIDs = []string{"import", "type", "uuid", "messageId", "sessionId", "threadId", "toolUseId", "parentToolUseId", "queryId"}

func (r *Redactor) json(v session.JSON, keep []string) session.JSON {
	if len(v) == 0 {
		return v
	}
	w := jsonWriter{r: r, src: v, keep: keep, canonical: true, out: make([]byte, 0, len(v))}
	w.write()
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
	w.write()
	return string(w.out), true
}

// jsonWriter copies a value. It keeps the lists and objects around its position itself, because the
// stack of a module may not hold the deepest values.
type jsonWriter struct {
	r         *Redactor
	src       []byte
	at        int
	out       []byte
	open      []container
	canonical bool     // members are sorted again when their names change
	keep      []string // the members of the outermost object that stay as they are
	kept      bool     // whether this value stays
}

// container is a list or an object whose end was not copied yet.
type container struct {
	end     byte
	name    string   // of the member that it belongs to
	start   int      // of its members
	keep    []string // members that stay
	kept    bool     // whether it stays
	changed bool     // a name of its members
	members []member
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

// write copies the value and the white space around it.
func (w *jsonWriter) write() {
	w.space()
	w.begin("")
	for w.space(); len(w.open) > 0; w.space() {
		c := &w.open[len(w.open)-1]
		if w.src[w.at] == c.end {
			w.close(c)
			continue
		}
		if w.src[w.at] == ',' {
			w.copy()
			w.space()
		}
		if c.end == ']' {
			w.begin(c.name)
			continue
		}
		name, shown := w.text(w.r.Text)
		c.changed = c.changed || name != shown
		w.space()
		w.copy() // the colon
		w.space()
		c.members = append(c.members, member{shown, len(w.out), 0})
		w.kept = c.kept || indexOf(c.keep, name) >= 0
		w.begin(name)
	}
}

// begin copies a value that has no others inside, or the beginning of one that has.
func (w *jsonWriter) begin(name string) {
	switch first := w.src[w.at]; first {
	case '"':
		w.text(func(s string) string { return w.r.Value(name, s) })
	case '{', '[':
		w.copy()
		c := container{end: first + 2, name: name, start: len(w.out), kept: w.kept} // ']' and '}' are two after their openers in ASCII
		if first == '{' {
			c.keep, w.keep = w.keep, nil
		}
		w.open = append(w.open, c)
		return
	default:
		for w.at < len(w.src) && strings.IndexByte(",]} \t\r\n", w.src[w.at]) < 0 {
			w.copy()
		}
	}
	w.endValue()
}

// close copies the end of a list or an object.
func (w *jsonWriter) close(c *container) {
	if w.canonical && c.changed {
		w.out = append(w.out[:c.start], sortedMembers(w.out, c.members)...)
	}
	w.copy()
	w.open = w.open[:len(w.open)-1]
	w.endValue()
}

// endValue notes the end of a value in the object that has it.
func (w *jsonWriter) endValue() {
	if len(w.open) == 0 {
		return
	}
	if c := &w.open[len(w.open)-1]; c.end == '}' {
		c.members[len(c.members)-1].end = len(w.out)
		w.kept = c.kept
	}
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

// member is the name of a member and where its value was written.
type member struct {
	name       string
	start, end int
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
