package usage

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// SetCost puts what a session and its subagents spent into its summary. It walks
// the subagents' sessions, and returns what the agent's own totals hold beyond
// the requests.
func SetCost(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, t *transcript.Transcript, prices *cost.Table) (*Remainder, error) {
	rest := NewRemainder(t.Builder, prices)
	subagents, err := sumSubagents(a, env, ix, t, rest, prices)
	if err != nil {
		return nil, err
	}
	t.Summary.Cost = rest.AddTo(costRecord(t.Builder, subagents, prices))
	return rest, nil
}

// costRecord adds up the requests of one walk and those of its subagents' files.
// Copied requests are inherited; a subagent's, inside the file or in files of its
// own, count and are shown apart.
func costRecord(b *transcript.Builder, subagents cost.Sum, prices *cost.Table) *session.CostRecord {
	var own, aside, inherited cost.Sum
	for i := range b.Requests.Len() {
		u := b.Requests.Get(i)
		switch {
		case u.Copied:
			inherited.AddRequest(prices, u.Request)
		case u.Aside:
			aside.AddRequest(prices, u.Request)
		default:
			own.AddRequest(prices, u.Request)
		}
	}
	aside.Merge(subagents)
	own.Merge(aside)
	rec := own.CostRecord(prices)
	if rec == nil {
		if !inherited.HasRequests() {
			return nil
		}
		rec = &session.CostRecord{Source: session.CostSourceUnpriced}
		if m := inherited.TotalMoney(); m != nil {
			zero := session.Money(0)
			rec.TotalUSD, rec.Source = &zero, inherited.CostSource()
		}
	}
	rec.Inherited, rec.Subagents = inherited.SpendPart(), aside.SpendPart()
	return rec
}

// sumSubagents adds up what all subagents below a session spent themselves, and
// subtracts their requests from the remainder of its totals.
func sumSubagents(a adapter.Adapter, env *adapter.Env, ix *adapter.Index, t *transcript.Transcript, rest *Remainder, prices *cost.Table) (cost.Sum, error) {
	var sum cost.Sum
	seen := map[string]bool{t.Ref.ID: true}
	queue := transcript.Subagents(ix, t.Ref.ID, &t.Builder.Facts, seen)
	defects := &adapter.DefectLog{Strict: env.Strict, OnDiagnostic: env.OnDiagnostic} // without a report
	for len(queue) > 0 {
		ref := queue[0]
		queue = queue[1:]
		b := transcript.NewBuilder(transcript.BuilderOptions{Agent: a.Name()})
		if err := a.Walk(env, ix, ref, adapter.Want{Usage: true}, b.Outlet(defects)); err != nil {
			if env.Strict || fault.CodeOf(err) == fault.Timeout {
				return sum, err
			}
			env.Diagnose(fault.DiagnosticOf(env.Agent, err))
			continue
		}
		for i := range b.Requests.Len() {
			if u := b.Requests.Get(i); !u.Copied {
				sum.AddRequest(prices, u.Request)
				rest.subtractRequest(u.Model, u.Usage)
			}
		}
		queue = append(queue, transcript.Subagents(ix, ref.ID, &b.Facts, seen)...)
	}
	return sum, nil
}

// MessageSums adds up the requests of single messages.
type MessageSums struct {
	b      *transcript.Builder
	prices *cost.Table
	own    bool
	named  map[int32][]int32 // requests that name a message without a key, by message
}

// NewMessageSums returns the sums of the messages of b, which has kept spans. A request
// shows on the message that carries its key, or on the one it names; an agent may
// bill one message in several requests.
func NewMessageSums(b *transcript.Builder, prices *cost.Table) *MessageSums {
	s := &MessageSums{b: b, prices: prices, named: map[int32][]int32{}}
	b.EachNamed(func(request, message int32) {
		if !b.IsKeyed(int(message)) {
			s.named[message] = append(s.named[message], request)
		}
	})
	return s
}

// OwnMoney makes Set leave out the money of requests that were copied from another
// session, so that messages add up to what the session itself has spent. A
// message with tokens and without a cost is a copy.
func (s *MessageSums) OwnMoney() { s.own = true }

// Set gives message i, whose usage key has this hash, its tokens and money.
func (s *MessageSums) Set(i int, key uint64, m *session.Message) {
	var sum, own cost.Sum
	add := func(u int32) {
		r := s.b.Requests.Get(int(u))
		sum.AddRequest(s.prices, r.Request)
		if !r.Copied {
			own.AddRequest(s.prices, r.Request)
		}
	}
	if u, ok := s.b.RequestOfKey(key); ok {
		add(u)
	}
	for _, u := range s.named[int32(i)] {
		add(u)
	}
	if !sum.HasRequests() {
		return
	}
	tokens := sum.Usage
	if m.TokenUsage, m.Cost = &tokens, sum.CostRecord(s.prices); s.own {
		m.Cost = own.CostRecord(s.prices)
	}
}

// OwnSpend returns what the requests of one walk spent, without those copied from
// another session; nil for nothing, and for what has no price.
func OwnSpend(b *transcript.Builder, prices *cost.Table) (*session.TokenUsage, *session.Money) {
	var own cost.Sum
	for i := range b.Requests.Len() {
		if u := b.Requests.Get(i); !u.Copied {
			own.AddRequest(prices, u.Request)
		}
	}
	if !own.HasRequests() {
		return nil, nil
	}
	tokens := own.Usage
	return &tokens, own.TotalMoney()
}
