package heddle

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// Entry is one message of a copy: what the agent's session shows, and what
// the store's own message types have no place for.
type Entry struct {
	Message session.Message // without figures; Role "" for requests that belong to no message
	Agent   string
	Prompt  bool // typed by a person or an SDK caller
	Copied  bool // repeats a record of another session
	Aside   bool // a subagent's, inside its parent's session
	// UsageKey names the request whose figures the message shows.
	UsageKey string
	Requests []Request
}

// Request is one request to a model, under the agent's own key.
type Request struct {
	_ [0]func() // never compared

	Key           string
	Model, Terms  string
	Time          session.Time
	Usage         session.TokenUsage
	USD           *session.Money
	Copied, Aside bool
	Source        *session.Span // branch, repository and version of the record; nil when none is known
	Shown         bool          // the message shows it although it does not name its key
}

// AppendJSON appends the entry as a message of the store. Its members are not
// in order: the store puts them into canonical form.
func (e *Entry) AppendJSON(b []byte) []byte {
	if e.Message.Role == "" {
		b = append(b, `{"type":"raw"`...)
	} else {
		b = AppendMessage(b, &e.Message)
		b = b[:len(b)-1]
	}
	if len(e.Requests) == 1 {
		b = append(b, `,"usage":`...)
		b = e.Requests[0].Usage.AppendJSON(b)
	}
	b = append(b, `,"`+store.CopyMember+`":`...)
	m := canon.Object(b)
	m.Str("agent", e.Agent)
	m.OptFlag("aside", e.Aside)
	m.OptFlag("copied", e.Copied)
	m.OptFlag("prompt", e.Prompt)
	if len(e.Requests) > 0 {
		m.Key("requests")
		m.Open('[')
		for i := range e.Requests {
			m.Item(i)
			m.B = e.Requests[i].appendJSON(m.B)
		}
		m.Close(']')
	}
	m.OptStr("usageKey", e.UsageKey)
	return append(m.End(), '}')
}

func (r *Request) appendJSON(b []byte) []byte {
	var from session.Span
	if r.Source != nil {
		from = *r.Source
	}
	m := canon.Object(b)
	m.OptStr("agentVersion", from.AgentVersion)
	m.OptFlag("aside", r.Aside)
	m.OptFlag("copied", r.Copied)
	m.OptStr("gitBranch", from.GitBranch)
	m.Str("key", r.Key)
	m.OptStr("model", r.Model)
	m.OptStr("repository", from.Repository)
	m.OptFlag("shown", r.Shown)
	m.OptStr("terms", r.Terms)
	canon.OptTime(&m, "time", r.Time)
	m.Key("usage")
	m.B = r.Usage.AppendJSON(m.B)
	if r.USD != nil {
		m.Key("usd")
		m.B = r.USD.AppendJSON(m.B)
	}
	return m.End()
}

// entryPaths are the members of "import" of a message.
var entryPaths = scan.CompilePaths("agent", "aside", "copied", "prompt", "requests", "usageKey")

// readEntry reads the member "import" of a message; ok is false when it is not
// one of ours.
func readEntry(v scan.Value) (e Entry, ok bool) {
	var m [6]scan.Value
	if v.Kind() != scan.Object || entryPaths.Scan(v.Raw(), m[:]) != nil {
		return e, false
	}
	e.Agent, e.UsageKey = m[0].String(), m[5].String()
	e.Aside, e.Copied, e.Prompt = m[1].Bool(), m[2].Bool(), m[3].Bool()
	m[4].EachElement(func(_ int, v scan.Value) bool {
		e.Requests = append(e.Requests, readRequest(v))
		return true
	})
	return e, e.Agent != ""
}

var requestPaths = scan.CompilePaths("aside", "copied", "key", "model", "shown", "terms", "time", "usage", "usd", "repository", "gitBranch", "agentVersion")

func readRequest(v scan.Value) (r Request) {
	var m [12]scan.Value
	if v.Kind() != scan.Object || requestPaths.Scan(v.Raw(), m[:]) != nil {
		return r
	}
	r.Aside, r.Copied, r.Shown = m[0].Bool(), m[1].Bool(), m[4].Bool()
	r.Key, r.Model, r.Time = m[2].String(), m[3].String(), readTime(m[6])
	r.Terms = m[5].String()
	r.Usage, _ = normalize.ParseUsage(m[7])
	searches, _ := m[7].Get("webSearches").Int()
	credits, _ := m[7].Get("nanoCredits").Int()
	r.Usage.WebSearches, r.Usage.NanoCredits = max(searches, 0), max(credits, 0)
	r.USD = normalize.ParseMoney(m[8])
	if from := (session.Span{Repository: m[9].String(), GitBranch: m[10].String(), AgentVersion: m[11].String()}); from != (session.Span{}) {
		r.Source = &from
	}
	return r
}

// AppendMessage appends a message of a session as a message of the store: the
// same members, and those that the store knows an id and a call by. They are
// not in order.
func AppendMessage(b []byte, m *session.Message) []byte {
	b = m.AppendJSON(b)
	b = b[:len(b)-1]
	text := func(key, s string) {
		if s != "" {
			b = append(append(append(b, `,"`...), key...), `":`...)
			b = canon.AppendString(b, s)
		}
	}
	text("messageId", m.ID)
	text("uuid", m.ID)
	if r := m.ToolResult; r != nil {
		text("toolUseId", r.ToolCallID)
	}
	return append(b, '}')
}
