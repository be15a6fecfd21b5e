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

// Render writes the page of a session, message by message, until check returns an error. The same session
// gives the same bytes.
func Render(w io.Writer, s *heddle.Session, check func() error) error {
	out := bufio.NewWriterSize(w, 1<<16)
	p := &page{session: s, out: out, check: check, results: resultsOf(s)}
	if err := p.write(); err != nil {
		return err
	}
	return out.Flush()
}

// page is a page while it is written.
type page struct {
	session *heddle.Session
	out     *bufio.Writer
	check   func() error
	results map[string]*heddle.ToolResult // by the id of their call
	shown   map[*heddle.ToolResult]bool   // those that are shown with their call
}

// resultsOf returns the results of calls, the last one of each.
func resultsOf(s *heddle.Session) map[string]*heddle.ToolResult {
	calls := map[string]bool{}
	for i := range s.Messages {
		for _, c := range s.Messages[i].ToolCalls {
			calls[c.ToolCallID] = c.ToolCallID != ""
		}
	}
	out := map[string]*heddle.ToolResult{}
	for i := range s.Messages {
		if r := s.Messages[i].ToolResult; r != nil && calls[r.ToolCallID] {
			out[r.ToolCallID] = r
		}
	}
	return out
}

// head is what the top of the page shows.
type head struct {
	*heddle.Session
	Policy  string
	Style   template.CSS
	Heading string
	Prompts []prompt
}

// prompt is an entry of the table of contents.
type prompt struct {
	Number int
	Text   string
}

func (p *page) write() error {
	s := p.session
	p.shown = map[*heddle.ToolResult]bool{}
	for _, r := range p.results {
		p.shown[r] = true
	}
	sum := sha256.Sum256([]byte(style()))
	h := head{Session: s, Style: template.CSS(style()), Heading: s.Title,
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; img-src data:; base-uri 'none'; form-action 'none'"}
	if h.Heading == "" {
		h.Heading = s.UnifiedID
	}
	turns := turnsOf(s.Messages)
	for _, t := range turns {
		if t.number > 0 {
			h.Prompts = append(h.Prompts, prompt{t.number, s.Messages[t.first].Content})
		}
	}
	if err := templates.ExecuteTemplate(p.out, "head", h); err != nil {
		return err
	}
	for _, t := range turns {
		if err := p.writeTurn(t); err != nil {
			return err
		}
	}
	return templates.ExecuteTemplate(p.out, "foot", s)
}

// turn is a prompt and what follows it. The messages before the first prompt have the number 0.
type turn struct{ number, first, end int }

// turnsOf divides messages at the prompts.
func turnsOf(list []heddle.Message) (turns []turn) {
	number := 0
	for i := range list {
		m := &list[i]
		isPrompt := m.Role == heddle.RoleUser && m.Kind == ""
		if isPrompt {
			number++
		}
		if isPrompt || i == 0 {
			turns = append(turns, turn{number, i, i})
		}
		turns[len(turns)-1].end = i + 1
	}
	return turns
}

// turnView is what the end of a turn shows.
type turnView struct {
	Number        int
	Input, Output int64
	USD           *heddle.Money
	Has           bool
}

func (p *page) writeTurn(t turn) error {
	v := turnView{Number: t.number}
	if err := templates.ExecuteTemplate(p.out, "turn", v); err != nil {
		return err
	}
	for i := t.first; i < t.end; i++ {
		m := &p.session.Messages[i]
		if m.ToolResult != nil && p.shown[m.ToolResult] && m.Content == "" && m.Thinking == "" && len(m.ToolCalls)+len(m.Attachments) == 0 {
			continue // with its call
		}
		if err := p.writeMessage(m, i+1); err != nil {
			return err
		}
	}
	for i := t.first; i < t.end; i++ {
		v.add(&p.session.Messages[i])
	}
	return templates.ExecuteTemplate(p.out, "turnEnd", v)
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

func (p *page) writeMessage(m *heddle.Message, number int) error {
	if err := p.check(); err != nil {
		return err
	}
	v := messageView{Message: m, Number: number, Who: authors[m.Role]}
	if m.Kind != "" {
		v.Who += " (" + m.Kind + ")"
	}
	if m.Content != "" {
		v.Text = markdown(m.Content)
	}
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		view := viewCall(c)
		if r := p.results[c.ToolCallID]; r != nil {
			view.Result = viewResult(r)
		} else if len(c.Output) > 0 {
			view.Result = viewResult(&heddle.ToolResult{Output: c.Output})
		}
		v.Calls = append(v.Calls, view)
	}
	if r := m.ToolResult; r != nil && !p.shown[r] {
		v.Result = viewResult(r)
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
