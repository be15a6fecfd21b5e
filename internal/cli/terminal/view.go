package terminal

import (
	"fmt"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/heddle-dev/heddle"
)

// Options say what of a view is shown.
type Options struct {
	From     int64 // only from the message of this number on
	NoTools  bool  // no calls
	Thinking bool  // what the model thought
	Full     bool  // all of inputs, edits and outputs
	Money    func(*heddle.Money) string
}

// The lines that are shown of an edit, and of the output of a call that failed,
// unless all are wanted.
const (
	diffLines   = 12
	failedLines = 6
)

const body = "  " // what texts are indented by: a heading alone begins in the first column

// Turn writes a turn: its prompt, and what followed.
func (w *Writer) Turn(t *heddle.ViewTurn, o *Options) {
	facts := []string{Minute(t.At), duration(t.DurationMS)}
	if t.ContextTokens > 0 {
		facts = append(facts, short(t.ContextTokens)+" tokens of context")
	}
	if t.CostUSD != nil {
		facts = append(facts, o.Money(t.CostUSD))
	}
	if p := t.Prompt; p != nil && p.N >= o.From {
		w.head(fmt.Sprintf("#%d user", p.N), user, facts)
		w.Markdown(body, p.Text)
		w.cut(p.Omitted)
		w.attachments(p.Attachments)
	}
	for i := range t.Items {
		w.item(&t.Items[i], o)
	}
}

// head writes the heading of a message.
func (w *Writer) head(title, code string, facts []string) {
	w.WriteByte('\n')
	l := w.newLayout("", body)
	l.add(code, title)
	if text := join(facts); text != "" {
		l.add(plain, "  ")
		l.add(dim, text)
	}
	l.finish()
}

func join(facts []string) string {
	var known []string
	for _, f := range facts {
		if f != "" {
			known = append(known, f)
		}
	}
	return strings.Join(known, " · ")
}

func (w *Writer) item(it *heddle.ViewItem, o *Options) {
	if it.Kind == heddle.ViewKindCalls {
		w.calls(it, o)
		return
	}
	if it.N < o.From {
		return
	}
	switch it.Kind {
	case heddle.ViewKindText:
		w.head(fmt.Sprintf("#%d assistant", it.N), bold, []string{w.field(it.Model)})
		w.Markdown(body, it.Text)
	case heddle.ViewKindThinking:
		if !o.Thinking {
			return
		}
		w.head(fmt.Sprintf("#%d assistant", it.N), bold, []string{"thinking"})
		w.Markdown(body, it.Text)
	case heddle.ViewKindSeam:
		var facts []string
		if it.TokensBefore > 0 && it.TokensAfter > 0 {
			facts = append(facts, fmt.Sprintf("%s to %s tokens", short(it.TokensBefore), short(it.TokensAfter)))
		}
		w.head(fmt.Sprintf("#%d system (compaction)", it.N), magenta, append(facts, counted(it.Removed, "message")+" before it replaced by a summary"))
		w.excerpt(it.Summary, o)
	case heddle.ViewKindRewind:
		w.WriteByte('\n')
		w.wrapLine("", dim, fmt.Sprintf("↶ rewound after #%d: %s left, --branch %s shows them", it.N, counted(it.Messages, "message"), w.field(it.Branch)))
	case heddle.ViewKindError:
		facts := []string{w.field(it.Code)}
		if it.Retries > 0 {
			facts = append(facts, counted(it.Retries, "more time"))
		}
		w.head(fmt.Sprintf("#%d error", it.N), red, facts)
		w.lines(body, red, it.Text, 0)
	default:
		w.head(fmt.Sprintf("#%d %s", it.N, w.field(it.Name)), dim, nil)
		w.excerpt(it.Text, o)
	}
	w.cut(it.Omitted)
	w.attachments(it.Attachments)
}

// excerpt writes the first lines of a text that is seldom read.
func (w *Writer) excerpt(text string, o *Options) {
	most := failedLines
	if o.Full {
		most = 0
	}
	w.lines(body, plain, text, most)
}

func (w *Writer) calls(it *heddle.ViewItem, o *Options) {
	if o.NoTools {
		return
	}
	first := true
	for i := range it.Calls {
		c := &it.Calls[i]
		if c.N < o.From && (c.ResultN == nil || *c.ResultN < o.From) {
			continue
		}
		if first {
			w.WriteByte('\n')
		}
		first = false
		w.call(c, o)
	}
}

// call writes a call in one line, then what belongs to it.
func (w *Writer) call(c *heddle.ViewCall, o *Options) {
	if o.Thinking && c.Thinking != "" {
		w.Markdown(body, c.Thinking)
	}
	l := w.newLayout("", "    ")
	l.add(dim, fmt.Sprintf("#%d ", c.N))
	l.add(yellow, w.field(c.Tool)+" ")
	l.add(plain, w.field(c.Summary)+" ")
	switch c.Outcome {
	case heddle.ViewOutcomeFailed:
		l.add(red, "✗ ")
		if c.ExitCode != 0 {
			l.add(red, fmt.Sprintf("exit %d ", c.ExitCode))
		}
	case heddle.ViewOutcomeDenied:
		l.add(red, "✗ denied ")
	case heddle.ViewOutcomeOk:
		l.add(green, "✓ ")
	}
	l.add(dim, duration(c.DurationMS))
	l.finish()
	if a := c.Agent; a != nil {
		facts := []string{"subagent " + w.field(a.Title), counted(a.Calls, "call"), duration(a.DurationMS)}
		if a.CostUSD != nil {
			facts = append(facts, o.Money(a.CostUSD))
		}
		w.wrapLine("    ", dim, join(facts))
	}
	if o.Full && (c.Input != "") && strings.TrimSpace(c.Input) != c.Summary {
		w.lines("    ", plain, c.Input, 0)
		w.cut(c.InputOmitted)
	}
	for i := range c.Edits {
		w.edit(&c.Edits[i], len(c.Edits) > 1, o)
	}
	w.output(c, o)
	w.attachments(c.Attachments)
}

// edit writes the lines that an edit changes.
func (w *Writer) edit(e *heddle.ViewEdit, named bool, o *Options) {
	if named {
		w.wrapLine("    ", bold, w.field(e.Path))
	}
	left := diffLines
	if o.Full {
		left = 1 << 30
	}
	hidden := int(e.Omitted)
	for i, h := range e.Hunks {
		if i > 0 && left > 0 {
			w.wrapLine("    ", dim, "⋯")
		}
		for _, line := range h.Lines {
			if left--; left < 0 {
				hidden++
				continue
			}
			code := plain
			switch line.Op {
			case "+":
				code = green
			case "-":
				code = red
			}
			w.wrapLine("    ", code, line.Op+w.clean(line.Text))
		}
	}
	w.more(hidden)
}

// more says how many lines are left out.
func (w *Writer) more(n int) {
	if n > 0 {
		w.wrapLine("    ", dim, "… "+counted(int64(n), "more line")+"; --full shows them")
	}
}

// output writes what a call printed: all of it where that is wanted, the end of
// it where the call failed.
func (w *Writer) output(c *heddle.ViewCall, o *Options) {
	if c.Output == nil || !o.Full && c.Outcome != heddle.ViewOutcomeFailed && c.Outcome != heddle.ViewOutcomeDenied {
		return
	}
	lines := spanLines(c.Output.Spans, w.clean)
	if !o.Full && len(lines) > failedLines {
		w.more(len(lines) - failedLines)
		lines = lines[len(lines)-failedLines:]
	}
	for _, line := range lines {
		w.outputLine("    ", line)
	}
	w.cut(c.Output.Omitted)
}

// outputLine writes a line of output. Its blanks stay where it has room; else it is
// broken between words.
func (w *Writer) outputLine(prefix string, line []run) {
	used := 0
	for i := range line {
		line[i].text = strings.ReplaceAll(line[i].text, "\t", "    ")
		used += runewidth.StringWidth(line[i].text)
	}
	l := w.newLayout(prefix, prefix)
	for i, r := range line {
		switch text := strings.TrimLeft(r.text, " "); {
		case used <= l.room:
			l.append(r.code, r.text)
		case i == 0 && len(r.text)-len(text) < l.room/2:
			l.append(plain, r.text[:len(r.text)-len(text)])
			l.add(r.code, text)
		default:
			l.add(r.code, r.text)
		}
	}
	l.finish()
}

// spanLines splits spans at their line breaks.
func spanLines(spans []heddle.ViewSpan, clean func(string) string) [][]run {
	out := [][]run{nil}
	for i := range spans {
		s := &spans[i]
		for k, part := range strings.Split(clean(s.Text), "\n") {
			if k > 0 {
				out = append(out, nil)
			}
			if part != "" {
				out[len(out)-1] = append(out[len(out)-1], run{spanCode(s), part})
			}
		}
	}
	for len(out) > 0 && len(out[len(out)-1]) == 0 {
		out = out[:len(out)-1]
	}
	return out
}

// spanCode returns the SGR code of a span's style.
func spanCode(s *heddle.ViewSpan) string {
	var codes []string
	add := func(on bool, code string) {
		if on && code != "" {
			codes = append(codes, code)
		}
	}
	add(s.Bold, bold)
	add(s.Dim, dim)
	add(s.Italic, italic)
	add(s.Underline, under)
	add(s.Inverse, "7")
	add(s.Fg != "", colourCode(s.Fg, 30))
	add(s.Bg != "", colourCode(s.Bg, 40))
	return strings.Join(codes, ";")
}

// colourCode returns the SGR code of a colour by its name; base is 30 for letters
// and 40 for their background.
func colourCode(name string, base int) string {
	var r, g, b int
	if n, err := fmt.Sscanf(name, "#%02x%02x%02x", &r, &g, &b); n == 3 && err == nil {
		return fmt.Sprintf("%d;2;%d;%d;%d", base+8, r, g, b)
	}
	for i, c := range [...]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"} {
		if name == c {
			return fmt.Sprint(base + i)
		}
		if strings.EqualFold(name, "bright"+c) {
			return fmt.Sprint(base + 60 + i)
		}
	}
	return ""
}

// lines writes the lines of a text, at most so many; 0 = all.
func (w *Writer) lines(prefix, code, text string, most int) {
	text = strings.Trim(w.clean(text), "\n")
	if text == "" {
		return
	}
	list := strings.Split(text, "\n")
	for i, line := range list {
		if most > 0 && i == most && len(list) > most+1 {
			w.more(len(list) - i)
			return
		}
		w.wrapLine(prefix, code, line)
	}
}

// cut says that a text is not shown to its end.
func (w *Writer) cut(omitted int64) {
	if omitted > 0 {
		w.wrapLine(body, dim, "… "+counted(omitted, "byte")+" left out; --format markdown has them")
	}
}

func (w *Writer) attachments(list []heddle.Attachment) {
	for i := range list {
		a := &list[i]
		name := a.Name
		if name == "" {
			name = "attachment"
		}
		facts := []string{w.field(name), w.field(a.MediaType)}
		if a.Bytes > 0 {
			facts = append(facts, "--save DIR writes it")
		}
		w.wrapLine(body, dim, "+ "+join(facts))
	}
}

// field is text of a session in one line.
func (w *Writer) field(s string) string {
	return w.clean(strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(s))
}

// Minute renders a time as this system's clock shows it; "" for none.
func Minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04")
}

// duration renders milliseconds in a unit that fits.
func duration(ms int64) string {
	switch {
	case ms <= 0:
		return ""
	case ms < 1000:
		return fmt.Sprintf("%d ms", ms)
	case ms < 60_000:
		return fmt.Sprintf("%.1f s", float64(ms)/1000)
	case ms < 3_600_000:
		return fmt.Sprintf("%d min", ms/60_000)
	}
	return fmt.Sprintf("%d h %d min", ms/3_600_000, ms/60_000%60)
}

// short renders a number of tokens.
func short(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1_000_000)
}

func counted(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// Title writes what a session is: its title, and what is known of it.
func (w *Writer) Title(title string, facts []string) {
	l := w.newLayout("", "")
	l.add(bold, w.field(title))
	l.finish()
	var known []string
	for _, f := range facts {
		if f != "" && f != "-" {
			known = append(known, w.field(f))
		}
	}
	l = w.newLayout("", "")
	l.add(dim, strings.Join(known, " · "))
	l.finish()
}

// Note writes a fact on lines of its own.
func (w *Writer) Note(text string) {
	l := w.newLayout("", "")
	l.add(dim, w.field(text))
	l.finish()
}
