// Package page writes a session as one HTML file that needs nothing else: no network, no script, no
// other file. What a session contains is shown as text or as Markdown without HTML of its own.
package page

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle"
)

//go:embed page.tmpl
var pageTemplate string

var templates = template.Must(template.New("page").Funcs(template.FuncMap{
	"visible": visible, "oneLine": oneLine, "count": count, "size": size, "dollars": dollars, "clock": clock, "stamp": stamp,
}).Parse(pageTemplate))

// Messages passes the messages of a session to each, in order, until each returns an error.
type Messages func(each func(*heddle.Message) error) error

// Render writes the page of a session, message by message, until check returns an error. The same session
// gives the same bytes.
func Render(w io.Writer, s *heddle.Session, check func() error) error {
	all := func(each func(*heddle.Message) error) error {
		for i := range s.Messages {
			if err := each(&s.Messages[i]); err != nil {
				return err
			}
		}
		return nil
	}
	p, err := Begin(w, s, all, check)
	if err == nil {
		err = all(p.Message)
	}
	if err == nil {
		err = p.End()
	}
	return err
}

// Page is a page while it is written.
type Page struct {
	session *heddle.Session
	out     *bufio.Writer
	check   func() error
	outline outline
	turn    turnView
	seen    int                   // messages so far
	queue   []heddle.Message      // the latest ones, which wait for the results of the first
	held    int                   // bytes of the queue
	results map[string]keptResult // that their calls show, by their ids
	missed  map[string]bool       // ids of calls that were written before their results came
	alone   map[int]bool          // messages whose results their calls do not show
}

// keptResult is a result, and how large it is.
type keptResult struct {
	*heddle.ToolResult
	bytes int
}

// maxHeld bounds the messages and results that are held so that a result is with its call, in bytes. Beyond
// it a result is where the session has it.
const maxHeld = 32 << 20

// Begin writes the top of the page of a session, for which it reads the messages once. Each of them then goes
// to Message.
func Begin(w io.Writer, s *heddle.Session, all Messages, check func() error) (*Page, error) {
	p := &Page{session: s, out: bufio.NewWriterSize(w, 1<<16), check: check, results: map[string]keptResult{}, missed: map[string]bool{}, alone: map[int]bool{}}
	err := all(func(m *heddle.Message) error {
		p.outline.add(m)
		return check()
	})
	if err != nil {
		return nil, err
	}
	return p, p.writeHead()
}

// head is what the top of the page shows.
type head struct {
	*heddle.Session
	Policy  string
	Style   template.CSS
	Heading string
	Prompts []prompt
	More    int // prompts that are not listed
}

// prompt is an entry of the table of contents.
type prompt struct {
	Number int
	Text   string
}

func (p *Page) writeHead() error {
	s := p.session
	sum := sha256.Sum256([]byte(style()))
	h := head{Session: s, Style: template.CSS(style()), Heading: s.Title, Prompts: p.outline.prompts, More: p.outline.turns - len(p.outline.prompts),
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; img-src data:; base-uri 'none'; form-action 'none'"}
	if h.Heading == "" {
		h.Heading = s.UnifiedID
	}
	return templates.ExecuteTemplate(p.out, "head", h)
}

func isPrompt(m *heddle.Message) bool { return m.Role == heddle.RoleUser && m.Kind == "" }

// turnView is what the end of a turn shows.
type turnView struct {
	Number        int
	Input, Output int64
	USD           *heddle.Money
	Has           bool
}

func (v *turnView) add(m *heddle.Message) {
	if u := m.TokenUsage; u != nil {
		v.Has = true
		v.Input += u.InputTokens + u.CachedTokens + u.CacheWriteTokens
		v.Output += u.OutputTokens
	}
	if m.Cost != nil && m.Cost.TotalUSD != nil {
		sum := *m.Cost.TotalUSD
		if v.USD != nil {
			sum += *v.USD
		}
		v.USD = &sum
	}
}

// messageView is what is shown of a message.
type messageView struct {
	*heddle.Message
	Number int
	Who    string
	Text   template.HTML
	Calls  []callView
	Result *resultView
}

// Message writes the next message, or keeps it until the results of its calls came.
func (p *Page) Message(m *heddle.Message) error {
	if err := p.check(); err != nil {
		return err
	}
	number := p.seen + len(p.queue)
	if p.outline.isWithCall(m, number) {
		p.keepResult(m.ToolResult, number)
	}
	p.queue = append(p.queue, *m)
	p.held += messageBytes(m)
	for len(p.queue) > 0 && (p.held > maxHeld || !p.isWaiting(&p.queue[0])) {
		if err := p.writeFirst(); err != nil {
			return err
		}
	}
	return nil
}

// End writes what is still kept, and the end of the page.
func (p *Page) End() error {
	for len(p.queue) > 0 {
		if err := p.writeFirst(); err != nil {
			return err
		}
	}
	if p.seen > 0 {
		if err := templates.ExecuteTemplate(p.out, "turnEnd", p.turn); err != nil {
			return err
		}
	}
	if err := templates.ExecuteTemplate(p.out, "foot", p.session); err != nil {
		return err
	}
	return p.out.Flush()
}

// keepResult keeps the result of a message for its calls. Where one of them is written already, or too much is
// kept, it is alone.
func (p *Page) keepResult(r *heddle.ToolResult, number int) {
	n := len(r.Output)
	if p.missed[r.ToolCallID] || p.held+n > maxHeld {
		p.alone[number] = true
		return
	}
	p.results[r.ToolCallID] = keptResult{r, n}
	p.held += n
}

// resultFor returns the result that a call shows. The rest of its message's calls may repeat its id.
func (p *Page) resultFor(id string, rest []heddle.ToolCall, number int) (*heddle.ToolResult, bool) {
	r, ok := p.results[id]
	if at, has := p.outline.resultOf(id); has && at >= p.seen+len(p.queue) {
		p.missed[id] = true
	}
	if ok && p.outline.lastCall(id) <= number && !slices.ContainsFunc(rest, func(c heddle.ToolCall) bool { return c.ToolCallID == id }) {
		delete(p.results, id)
		p.held -= r.bytes
	}
	return r.ToolResult, ok
}

// isWaiting reports whether results of a message's calls are still to come.
func (p *Page) isWaiting(m *heddle.Message) bool {
	for i := range m.ToolCalls {
		at, ok := p.outline.resultOf(m.ToolCalls[i].ToolCallID)
		if ok && at >= p.seen+len(p.queue) {
			return true
		}
	}
	return false
}

// messageBytes is about how much a message takes.
func messageBytes(m *heddle.Message) int {
	n := 500 + len(m.Content) + len(m.Thinking)
	for i := range m.ToolCalls {
		n += 200 + len(m.ToolCalls[i].Input) + len(m.ToolCalls[i].Output)
	}
	if m.ToolResult != nil {
		n += len(m.ToolResult.Output)
	}
	return n
}

// writeFirst writes the first message that waits.
func (p *Page) writeFirst() error {
	m := p.queue[0]
	p.queue[0] = heddle.Message{}
	p.queue = p.queue[1:]
	number := p.seen
	p.seen++
	p.held -= messageBytes(&m)
	if prompt := isPrompt(&m); prompt || number == 0 {
		if number > 0 {
			if err := templates.ExecuteTemplate(p.out, "turnEnd", p.turn); err != nil {
				return err
			}
		}
		p.turn = turnView{Number: p.turn.Number}
		if prompt {
			p.turn.Number++
		}
		if err := templates.ExecuteTemplate(p.out, "turn", p.turn); err != nil {
			return err
		}
	}
	p.turn.add(&m)
	return p.writeMessage(&m, number)
}

func (p *Page) writeMessage(m *heddle.Message, number int) error {
	withCall := p.outline.isWithCall(m, number) && !p.alone[number]
	delete(p.alone, number)
	if withCall && m.Content == "" && m.Thinking == "" && len(m.ToolCalls)+len(m.Attachments) == 0 {
		return nil
	}
	v := messageView{Message: m, Number: number + 1, Who: authors[m.Role]}
	if m.Kind != "" {
		v.Who += " (" + m.Kind + ")"
	}
	if m.Content != "" {
		v.Text = markdown(m.Content)
	}
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		view := viewCall(c)
		if r, ok := p.resultFor(c.ToolCallID, m.ToolCalls[i+1:], number); ok {
			view.Result = viewResult(r)
		} else if len(c.Output) > 0 {
			view.Result = viewResult(&heddle.ToolResult{Output: c.Output})
		}
		v.Calls = append(v.Calls, view)
	}
	if m.ToolResult != nil && !withCall {
		v.Result = viewResult(m.ToolResult)
	}
	return templates.ExecuteTemplate(p.out, "message", v)
}

var authors = map[heddle.Role]string{heddle.RoleUser: "User", heddle.RoleAssistant: "Assistant", heddle.RoleSystem: "System", heddle.RoleTool: "Tool"}

// count writes a number with its thousands apart.
func count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// size writes a number of bytes.
func size(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + " bytes"
	case n < 1000_000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " KB"
	}
	return strconv.FormatFloat(float64(n)/1000_000, 'f', 1, 64) + " MB"
}

func dollars(m *heddle.Money) string {
	if m == nil {
		return ""
	}
	return "$" + m.String()
}

func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// oneLine shortens a text to one line for a list.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(visible(s)), " ")
	if r := []rune(s); len(r) > 100 {
		s = string(r[:99]) + "…"
	}
	if s == "" {
		return "(no text)"
	}
	return s
}
