package live

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/session"
)

// meter reads from the agent's own files what a session has spent.
type meter struct {
	engine  bindings.Engine
	agent   string
	resumed string // the session that was resumed or copied

	mu       sync.Mutex // held while reading
	begun    chan struct{}
	of       string   // the agent's id of the session that was measured
	last     spending // at the last measurement
	measured bool     // some turn was
}

// spending is what a session has spent in total.
type spending struct {
	tokens session.TokenUsage
	usd    session.Money
	source session.CostSource // of usd; "" without one
	model  string
	title  string
}

func newMeter(o *Options) *meter {
	return &meter{engine: o.Engine, agent: o.Open.Agent, resumed: o.Open.Resume, begun: make(chan struct{})}
}

// begin reads what a resumed session has spent before.
func (m *meter) begin(nativeID string) {
	m.of = nativeID
	if m.engine == nil || m.resumed == "" {
		close(m.begun)
		return
	}
	go func() {
		defer close(m.begun)
		total, ok := m.read(nativeID)
		if !ok {
			total, _ = m.read(m.resumed)
		}
		m.last = total
	}()
}

// read reads what a session has spent in total; ok is false when its files do
// not say.
func (m *meter) read(nativeID string) (total spending, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	request := session.GetRequest{Agent: m.agent, SessionID: nativeID}
	response, err := m.engine.Call(ctx, "sessions.get", request.AppendJSON(nil))
	if err != nil {
		return total, false
	}
	var answer struct {
		Model, Title string
		Cost         *struct {
			session.TokenUsage
			TotalUSD *session.Money
			Source   session.CostSource
		}
	}
	if json.Unmarshal(response.Body, &answer) != nil || answer.Cost == nil {
		return total, false
	}
	total.tokens = answer.Cost.TokenUsage
	total.model, total.title = answer.Model, answer.Title
	if usd := answer.Cost.TotalUSD; usd != nil {
		total.usd, total.source = *usd, answer.Cost.Source
	}
	return total, true
}

// pauses are the times to wait for the agent to write its files. An agent that
// has not written the session at all gets only the first of them.
var pauses = []time.Duration{0, 50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, 600 * time.Millisecond}

const pausesUnwritten = 3

// measure returns what was spent since the last measurement; ok is false when
// the agent's files do not say, or when the session ends.
func (m *meter) measure(nativeID string, ended <-chan struct{}) (d spending, ok bool) {
	if m.engine == nil {
		return d, false
	}
	<-m.begun
	m.mu.Lock()
	defer m.mu.Unlock()
	m.measured = true
	if m.of != nativeID { // clear began another one
		m.of, m.last = nativeID, spending{}
	}
	for i, pause := range pauses {
		select {
		case <-time.After(pause):
		case <-ended:
			return d, false
		}
		total, found := m.read(nativeID)
		if found && total.tokens != m.last.tokens {
			d, m.last = total.since(m.last), total
			return d, true
		}
		if !found && i+1 == pausesUnwritten {
			break
		}
	}
	return d, false
}

// lateTitle returns the title in the record of a session that has ended, if turns of it were measured: agents look
// for one while they work, and after the turn.
func (m *meter) lateTitle(nativeID string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.measured {
		return ""
	}
	total, _ := m.read(nativeID)
	return total.title
}

// since returns what was spent after an earlier total.
func (x spending) since(y spending) spending {
	x.tokens.InputTokens -= y.tokens.InputTokens
	x.tokens.OutputTokens -= y.tokens.OutputTokens
	x.tokens.ThinkingTokens -= y.tokens.ThinkingTokens
	x.tokens.CachedTokens -= y.tokens.CachedTokens
	x.tokens.CacheWriteTokens -= y.tokens.CacheWriteTokens
	x.tokens.CacheWrite1hTokens -= y.tokens.CacheWrite1hTokens
	x.usd -= y.usd
	return x
}

// measure passes to the machine what a turn has spent.
func (s *Session) measure(o *session.LiveOutput) {
	s.work.Go(func() {
		c := session.LiveCommandRequest{ID: s.o.NewID(), Kind: session.LiveCommandKindMeasured, Query: o.ID}
		if d, ok := s.meter.measure(o.NativeSessionID, s.done); ok {
			c.Usage, c.Model, c.Text = d.tokens.AppendJSON(nil), d.model, d.title
			if d.source != "" {
				c.USD, c.CostSource = d.usd.String(), d.source
			}
		}
		s.send(context.Background(), c)
	})
}
