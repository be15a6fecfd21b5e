package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// result is the message that ends a turn.
type result struct {
	message session.JSON
	usage   *session.TokenUsage // the turn's tokens, in Heddle's convention; nil when unknown
	usd     *session.Money      // the turn's cost; nil when unknown
	source  string              // usageSource: protocol or record; "" without figures
	costBy  session.CostSource  // of usd; "" means that the agent said it
	model   string              // that answered, as the agent's record says it; "" for what the messages say
	measure bool                // the driver must read the figures from the agent's own session
	failed  bool                // the turn ended by a failure that the message does not show
	kind    string              // its error type, where the message does not say it; "" for what it says
	own     bool                // it ends what the agent did by itself, not the query that runs
	drop    bool                // it ends nothing: it must not be seen
	refusal session.JSON        // a failure that only the result shows, as a record of type error; nil for none
}

// maxAnswer is the greatest length of an answer that a result repeats, in bytes.
const maxAnswer = 1 << 20

// steps counts the requests that an agent made to its model in a turn.
type steps struct {
	said, used int64 // by what it said between results of tools, and by the reports of usage
	inside     bool  // what it says now belongs to the last one
}

func (n *steps) noteMessage(kind string, p *messageParts) {
	switch kind {
	case "assistant", "text", "thinking", "tool_use":
		if !n.inside {
			n.said++
		}
		n.inside = true
	case "tool_result", "user":
		n.inside = false
	}
	if p[partUsage].Kind() == scan.Object && !p[partPartial].Bool() && kind != "result" {
		n.used++
	}
}

// number is the number of requests as far as it is known.
func (n *steps) number() int64 {
	if n.used > 0 {
		return n.used
	}
	return n.said
}

// spending is what the requests of a turn have cost by the price table.
type spending struct {
	usd      session.Money
	requests int64
	unpriced bool
}

// UsePrices has results say what turns cost whose agent does not say it.
func (s *Session) UsePrices(t *cost.Table) { s.prices = t }

// noteSpending prices a request whose tokens a message has.
func (s *Session) noteSpending(p *messageParts) {
	usage, ok := normalize.ParseUsage(p[partUsage])
	if !ok || p[partPartial].Bool() || p[partType].EqualString("result") {
		return
	}
	c := &s.turn.course
	c.spent.requests++
	usd := s.priceOf(p[partModel].String(), usage)
	if usd == nil {
		c.spent.unpriced = true
		return
	}
	c.spent.usd += *usd
}

// priceOf returns what tokens of a model cost by the price table; nil when it does not say.
func (s *Session) priceOf(model string, u session.TokenUsage) *session.Money {
	if s.prices == nil || model == "" {
		return nil
	}
	var sum cost.Sum
	sum.AddRequest(s.prices, cost.Request{Offer: cost.Offer{Agent: s.agent.name, Model: model}, Time: s.now, Usage: u})
	return sum.TotalMoney()
}

// settleCost prices a turn whose agent does not say what it cost.
func (s *Session) settleCost(r *result, t *turn, model string) {
	if r.usd != nil {
		if r.costBy == "" {
			r.costBy = session.CostSourceRecorded
		}
		return
	}
	if r.usage == nil || r.source == "" {
		return
	}
	if t != nil && t.course.spent.requests > 0 {
		if usd := t.course.spent.usd; !t.course.spent.unpriced {
			r.usd = &usd
		}
	} else {
		r.usd = s.priceOf(model, *r.usage)
	}
	if r.usd != nil {
		r.costBy = session.CostSourceComputed
	}
}

// completeResult sets the figures of a result and what the session knows of its
// turn, nil for what the agent did by itself. Every agent's has the same members.
func (s *Session) completeResult(r *result, t *turn) session.JSON {
	v, err := scan.Parse(r.message)
	if err != nil {
		return r.message
	}
	model := s.modelOf(r, v, t)
	s.settleCost(r, t, model)
	e := s.completeEnding(r, v, t)
	add := canon.Object(nil)
	if t != nil {
		t.course.addAnswer(&add, v)
	}
	if r.usd != nil {
		add.Str("costSource", string(r.costBy))
		add.Key("costUsd")
		add.B = r.usd.AppendJSON(add.B)
	}
	if t != nil && !v.Get("durationMs").Exists() {
		add.Num("durationMs", int64(s.now-t.began))
	}
	add.Str("endedBy", e.by)
	add.OptStr("errorType", e.kind)
	interrupted := t != nil && t.interrupted
	add.OptFlag("interrupted", interrupted)
	add.OptFlag("isError", r.failed || e.kind != "" || interrupted)
	add.OptStr("model", model)
	if t == nil {
		add.Str("origin", "agent")
	} else {
		if !v.Get("numTurns").Exists() {
			add.Num("numTurns", t.course.steps.number())
		}
		t.course.addDenials(&add, v)
		add.Str("queryId", t.command.ID)
	}
	add.OptStr("reason", e.reason)
	add.OptStr("resume", s.resumeName())
	add.OptStr("sessionId", s.nativeID)
	e.addStop(&add, v, t)
	if u, said := normalize.ParseUsage(v.Get("usage")); r.usage != nil && r.source != "" && (!said || u != *r.usage) {
		add.Key("usage")
		add.B = r.usage.AppendJSON(add.B)
	}
	add.OptStr("usageSource", r.source)
	return mergeMembers(r.message, add.End(), r.unproven())
}

// noteTitle reports a title that the agent's record has, and the messages do not.
func (s *Session) noteTitle(title string) {
	if title == "" || title == s.title {
		return
	}
	s.title = title
	m := canon.Object(nil)
	m.Str("content", title)
	m.OptStr("sessionId", s.nativeID)
	m.Str("subtype", "session_title_changed")
	canon.OptTime(&m, "timestamp", s.now)
	m.Str("type", "system")
	s.event(m.End(), true, false)
}

// modelOf returns the model that answered.
func (s *Session) modelOf(r *result, v scan.Value, t *turn) string {
	said := ""
	if t != nil {
		said = t.course.model
	}
	for _, model := range []string{r.model, said, v.Get("model").String(), s.model} {
		if model != "" {
			return model
		}
	}
	return ""
}

// resumeName is what the option resume takes to continue the session.
func (s *Session) resumeName() string {
	if s.nativeID == "" || strings.HasPrefix(s.agent.name, "acp:") {
		return s.nativeID
	}
	return s.agent.name + ":" + s.nativeID
}

// addAnswer adds what the agent said last, unless the agent's result has a text.
func (c *course) addAnswer(m *canon.Members, v scan.Value) {
	if said := v.Get("content"); len(said.Raw()) > len(`""`) || c.said && c.answer == nil {
		return
	}
	m.Key("content")
	if m.B = append(m.B, c.answer...); !c.said {
		m.B = append(m.B, `""`...)
	}
}

// addDenials adds the calls that were denied, unless the agent's result lists them.
func (c *course) addDenials(m *canon.Members, v scan.Value) {
	if said := v.Get("permissionDenials"); said.Kind() == scan.Array && (len(said.Raw()) > len("[]") || len(c.denials) == 0) {
		return
	}
	m.Key("permissionDenials")
	m.Open('[')
	for i, ask := range c.denials {
		m.Item(i)
		d := canon.Object(m.B)
		if len(ask.Input) > 0 {
			d.Key("toolInput")
			d.B = append(d.B, ask.Input...)
		}
		d.Str("toolName", ask.ToolName)
		d.OptStr("toolUseId", ask.ToolUseID)
		m.B = d.End()
	}
	m.Close(']')
}

// addStop adds why the answer stopped: what ended the turn, else the word of the agent's result or of its last answer.
func (e *ending) addStop(m *canon.Members, v scan.Value, t *turn) {
	word := e.stop
	if word == "" {
		word = v.Get("stopReason").String()
	}
	ended := e.by == "answer" || e.kind == endDenied // by the agent, as it should
	if word == "" && t != nil && ended {
		word = t.course.stop
	}
	if word == "" && ended {
		word = string(normalize.StopEndTurn)
	}
	m.OptStr("stopReason", word)
	m.Str("stopReasonAtom", string(normalize.ParseStopReason(word)))
}

// timeOfCall adds to the result of a call how long it took, unless the agent says it.
func (s *Session) timeOfCall(m session.JSON, id string) session.JSON {
	c := s.turn.course.callOf(id)
	if v, err := scan.Parse(m); c == nil || err != nil || v.Get("durationMs").Exists() {
		return m
	}
	add := canon.Object(nil)
	add.Num("durationMs", int64(s.now-c.began))
	return mergeMembers(m, add.End(), "")
}

// unproven lists the figures of the agent's message that the protocol does not
// know to be the turn's, with a space on either side of each.
func (r *result) unproven() string {
	names := " "
	if r.source == "" {
		names += "usage "
	}
	if r.usd == nil {
		names += "costUsd "
	}
	return names
}
