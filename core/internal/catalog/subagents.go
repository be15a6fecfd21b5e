package catalog

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// ForView makes Stream leave the money of copied requests out, and pass to fn before it
// begins which subagents the session started itself, and what they did.
func (c *Catalog) ForView(fn func([]session.ViewAgent)) { c.onSubagents = fn }

// subagents returns what the subagents of a session did. One that cannot be read
// is left out: the session's cost has reported it.
func (c *Catalog) subagents(g *requestedSession, t *transcript.Transcript) ([]session.ViewAgent, error) {
	var out []session.ViewAgent
	seen := map[string]bool{t.Ref.ID: true}
	for _, ref := range transcript.Subagents(g.ix, t.Ref.ID, &t.Builder.Facts, seen) {
		env := &adapter.Env{Host: c.host, Agent: g.a.Name(), DefectLog: adapter.DefectLog{Strict: g.req.Strict}}
		calls := &transcript.LinkSink{}
		b := transcript.NewBuilder(transcript.BuilderOptions{Agent: g.a.Name(), Sink: calls})
		sub, err := c.readSession(g.a, env, g.ix, ref, adapter.Want{Prompts: true, Text: true, Usage: true, Lend: true}, b, "")
		switch {
		case err != nil && (g.req.Strict || fault.CodeOf(err) == fault.Timeout):
			return nil, fault.From(err)
		case err != nil || sub.Empty:
			continue
		}
		s := &sub.Summary
		v := session.ViewAgent{Agent: g.a.Name(), SessionID: ref.ID, Title: s.Title, Turns: s.TurnCount, Messages: s.MessageCount, Calls: calls.Count(sub.Tree)}
		if s.CreatedAt != 0 && s.UpdatedAt > s.CreatedAt {
			v.DurationMS = int64(s.UpdatedAt - s.CreatedAt)
		}
		v.Usage, v.CostUSD = usage.OwnSpend(b, c.prices)
		v.Agents = int64(len(transcript.Subagents(g.ix, ref.ID, &b.Facts, map[string]bool{ref.ID: true})))
		out = append(out, v)
	}
	return out, nil
}
