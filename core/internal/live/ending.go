package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// The error types of results that Heddle itself gives. Others are the agent's.
const (
	endTimeout    = "timeout"
	endRefusal    = "refusal"           // the model refused
	endMaxTurns   = "max_turns"         // the limit of steps
	endMaxBudget  = "max_budget"        // the limit of cost
	endMaxTokens  = "max_tokens"        // the limit of tokens, before the agent said anything
	endDenied     = "permission_denied" // nothing was done, or nothing said after a denial
	endCancelled  = "cancelled"         // the agent ended the turn early by itself
	endAgentEnded = "agent_ended"       // the agent's process ended in the turn
	endStopped    = "stopped"           // the session was stopped in the turn
	endNoAnswer   = "no_answer"         // the agent ended the turn without a word
	endOther      = "session_error"
)

// course is what a session learns of how a turn goes.
type course struct {
	said    bool   // the agent itself has said something
	answer  []byte // what it said last, as JSON; nil when that is too long to be repeated
	stop    string // why its last answer stopped, in the agent's word
	model   string // that answered last
	calls   []call // of the agent itself
	denials []session.LiveAsk
	steps   steps
	spent   spending
	denied  []string // tools that were denied
	alone   []string // calls that were denied without anybody being asked
	asked   bool     // somebody was asked, and denied
	silent  bool     // nothing was said since the last denial
	trouble string   // the failure after which the agent tries again
	failure failure  // the last error
}

// failure is an error of a turn.
type failure struct{ kind, category, text string }

// call is a call of a tool and when it began.
type call struct {
	id    string
	began session.Time
}

// noteCall notes a call of the agent itself.
func (c *course) noteCall(id string, now session.Time) {
	if id != "" && c.callOf(id) == nil {
		c.calls = append(c.calls, call{id, now})
	}
}

func (c *course) callOf(id string) *call {
	for i := range c.calls {
		if c.calls[i].id == id {
			return &c.calls[i]
		}
	}
	return nil
}

// noteSaid notes that the agent itself says something.
func (c *course) noteSaid() { c.said, c.silent, c.trouble = true, false, "" }

// noteDenial notes that a tool was denied; alone says that the user was not asked.
func (s *Session) noteDenial(a *ask, alone bool) {
	t := s.turn
	if t == nil {
		return
	}
	name := a.about.ToolName
	if name == "" {
		name = "a tool"
	}
	t.course.denied, t.course.silent = append(t.course.denied, name), true
	t.course.denials = append(t.course.denials, a.about)
	if !alone {
		t.course.asked = true
		return
	}
	id := a.about.ToolUseID
	if id == "" {
		id = a.native
	}
	if !listed(t.course.alone, id) {
		t.course.alone = append(t.course.alone, id)
	}
}

// noteError notes an error of the running turn.
func (s *Session) noteError(kind, category, said string) {
	if s.turn != nil {
		said = strings.ToValidUTF8(said[:min(len(said), maxSaid)], "")
		s.turn.course.failure = failure{kind, category, said}
	}
}

// retry is a failed request that an agent sends again; zero members are unknown.
type retry struct {
	cause             string
	attempt, attempts int64
	delayMS           int64
}

// reportRetry reports that the agent tries again. If the time runs
// out meanwhile, this is why.
func (s *Session) reportRetry(r retry) {
	if r.cause == "" {
		r.cause = "it does not say why"
	}
	if s.turn != nil {
		s.turn.course.trouble = r.cause
	}
	said := s.agent.name + " tries a failed request again"
	if r.attempt > 0 {
		said += ", attempt " + text.FormatInt(r.attempt)
		if r.attempts > 0 {
			said += " of " + text.FormatInt(r.attempts)
		}
	}
	if r.delayMS > 0 {
		said += ", in " + text.FormatInt(r.delayMS/1000) + "." + text.FormatInt(r.delayMS%1000/100) + " s"
	}
	s.report(fault.New(fault.IO, said+": "+r.cause))
}

// ending is how a turn ended. kind is empty for one that ended as it should.
type ending struct {
	by           string // endedBy of the result
	kind, reason string
	stop         string // why the answer stopped, where the agent's result does not say it
}

// stopOf returns the limit or refusal that a word of an agent names; "" for none.
func stopOf(word string) string {
	switch strings.ToLower(word) {
	case "refusal", "content_filter", "content-filter", "safety", "prohibited_content":
		return endRefusal
	case "max_turn_requests", "error_max_turns", "max_turns":
		return endMaxTurns
	case "error_max_budget_usd":
		return endMaxBudget
	case "max_tokens", "max_output_tokens", "length":
		return endMaxTokens
	}
	return ""
}

// stopIn returns the limit or refusal that ended a turn; "" for none.
func (c *course) stopIn(v scan.Value) string {
	for _, word := range []string{v.Get("stopReason").String(), v.Get("subtype").String(), v.Get("apiError").String(), c.stop} {
		if stop := stopOf(word); stop != "" {
			return stop
		}
	}
	if said := v.Get("content").String(); v.Get("isError").Bool() && strings.HasPrefix(said, "API Error: ") && strings.Contains(said, " output token maximum") {
		return endMaxTokens // Claude Code before 2.1.300
	}
	for _, before := range []string{"Incomplete response returned, reason: ", "Provider finish_reason: "} { // Codex and Pi have no member for it
		if _, word, found := strings.Cut(c.failure.text, before); found {
			return stopOf(word)
		}
	}
	return ""
}

// endingOf returns how a turn ended that a message ends.
func (c *course) endingOf(v scan.Value, failed bool) (e ending) {
	said := v.Get("isError").Bool() || failed || strings.HasPrefix(v.Get("subtype").String(), "error")
	c.readDenials(v.Get("permissionDenials"))
	stop := c.stopIn(v)
	if stop != stopOf(v.Get("stopReason").String()) {
		e.stop = stop
	}
	switch {
	case stop == endMaxTokens && !said && c.said:
		return e // the answer is there as far as it came
	case stop != "":
		e.kind = stop
	case said:
		for _, kind := range []string{v.Get("errorType").String(), v.Get("apiErrorType").String(), c.failure.kind, c.failure.category, endOther} {
			if e.kind = kind; kind != "" && kind != "unknown" {
				break
			}
		}
	case c.silent || len(c.alone) > 0 && len(c.alone) >= len(c.calls):
		e.kind, e.reason = endDenied, "permission was denied: "+strings.Join(c.denied, ", ")
		return e
	case v.Get("stopReason").EqualString("cancelled"):
		e.kind, e.reason = endCancelled, "the agent ended the turn early"
		return e
	default:
		return e
	}
	for _, why := range []string{c.failure.text, v.Get("content").String(), v.Get("errors.0").String(), c.trouble, reasonFor(e.kind)} {
		if e.reason = why; why != "" {
			break
		}
	}
	return e
}

// readDenials reads what an agent denied by itself, without a request: Claude Code lists
// every denial in its result.
func (c *course) readDenials(list scan.Value) {
	if c.asked {
		return
	}
	list.EachElement(func(_ int, e scan.Value) bool {
		if id := e.Get("toolUseId").String(); id != "" && !listed(c.alone, id) {
			c.alone, c.denied = append(c.alone, id), append(c.denied, e.Get("toolName").String())
		}
		return true
	})
}

// reasonFor is the reason of a turn whose agent gives none.
func reasonFor(kind string) string {
	switch kind {
	case endRefusal:
		return "the model refused to answer"
	case endMaxTurns:
		return "the agent reached the limit of its steps"
	case endMaxBudget:
		return "the agent reached the limit of cost"
	case endMaxTokens:
		return "the answer reached the limit of tokens before it began"
	}
	return "the agent does not say why"
}

// completeEnding returns what a result says of how its turn ended: its message
// says it only in the agent's words. t is nil for what the agent did by itself.
func (s *Session) completeEnding(r *result, v scan.Value, t *turn) (e ending) {
	c := course{}
	if t != nil {
		c = t.course
	}
	switch {
	case t != nil && t.timedOut:
		return ending{by: endTimeout, kind: endTimeout, reason: c.failure.text}
	case t != nil && t.interrupted || text.Index(v.Get("terminalReason").String(), "aborted") == 0:
		return ending{by: "interrupted"}
	}
	e = c.endingOf(v, r.failed)
	if r.kind != "" {
		e.kind = r.kind
	}
	if e.kind == "" && t != nil && t.command.Kind == session.LiveCommandKindQuery && c.saysNothing(v) && !strings.HasPrefix(t.command.Text, "/") { // a command of the agent needs no answer
		e.kind, e.reason = endNoAnswer, s.agent.name+" ended the turn without an answer and does not say why"
	}
	switch e.kind {
	case endMaxTokens, endMaxTurns, endRefusal:
		e.by = e.kind
	case "":
		if e.by = "answer"; c.stopIn(v) == endMaxTokens {
			e.by = endMaxTokens
		}
	default:
		e.by = "error"
	}
	return e
}

// saysNothing reports whether the agent neither said nor did anything in a turn that a message ends.
func (c *course) saysNothing(v scan.Value) bool {
	return !c.said && len(c.calls) == 0 && v.Get("content").String() == "" && !v.Get("structuredOutput").Exists()
}

// noteMessage notes what a message of the agent says of how the turn goes.
func (c *course) noteMessage(kind string, p *messageParts, now session.Time) {
	if p[partParent].String() != "" {
		return
	}
	c.steps.noteMessage(kind, p)
	switch kind {
	case "assistant", "text":
		if len(p[partContent].Raw()) > len(`""`) {
			c.noteSaid()
			c.answer = nil
			if raw := p[partContent].Raw(); len(raw) <= maxAnswer {
				c.answer = append(c.answer, raw...)
			}
		}
		if stop := p[partStop].String(); stop != "" {
			c.stop = stop
		}
		if model := p[partModel].String(); model != "" && model[0] != '<' { // Claude Code's own messages have <synthetic>
			c.model = model
		}
	case "tool_use":
		c.noteCall(p[partToolUseID].String(), now)
	}
	p[partBlocks].EachElement(func(_ int, e scan.Value) bool {
		if e.Get("type").EqualString("tool_use") {
			c.noteCall(e.Get("id").String(), now)
		}
		return true
	})
}

// endOfAgent returns the error type of a turn during which the session ends.
func endOfAgent(err error) string {
	if fault.CodeOf(err) == fault.Complete {
		return endStopped
	}
	return endAgentEnded
}

// taken are words of agents for a session that another process has open.
var taken = []string{"active writer", "already in use", "already open", "is locked", "in use by"}

// refusedResume is the error of an agent that does not continue a session.
func (s *Session) refusedResume(why string) error {
	for _, words := range taken {
		if strings.Contains(strings.ToLower(why), words) {
			return fault.New(fault.Conflict, s.agent.name+" did not continue session "+s.options.Resume+": "+why).
				WithHint("end the process that has the session open, or continue a copy: fork")
		}
	}
	return fault.New(fault.SessionNotFound, s.agent.name+" did not continue session "+s.options.Resume+": "+why).
		WithHint("sessions.list with the agent " + s.agent.name + " lists its sessions")
}
