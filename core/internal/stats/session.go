package stats

import (
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// maxPause is the longest time between two messages, in milliseconds, that
// counts as activity.
const maxPause = 15 * 60 * 1000

// SessionCounts is what one session did.
type SessionCounts struct {
	// Transcript has facts and copy-stable keys, but no messages; nil when the
	// session could not be read.
	Transcript *transcript.Transcript

	counts
	matches bool // passes the filters
}

// counts are the figures of one session, or of several.
type counts struct {
	messages, turns, calls, failures int64
	duration, active                 int64
	first, last                      session.Time
	hours                            [24]int64
	weekdays                         [7]int64
	tools, models, files, tiers      map[string]*group
	any                              bool // something was counted
}

// group is the figures of one tool, model or file.
type group struct {
	n, failures, duration, sessions int64
}

// add counts n calls, answers or edits of a key.
func add(groups *map[string]*group, key string, n int64) *group {
	if *groups == nil {
		*groups = map[string]*group{}
	}
	g := (*groups)[key]
	if g == nil {
		g = &group{}
		(*groups)[key] = g
	}
	g.n += n
	return g
}

// Count counts what a session did within the request's time range. The session
// was walked into sink; its messages are released.
func Count(t *transcript.Transcript, sink *CallSink, req *session.StatsRequest) SessionCounts {
	out := SessionCounts{Transcript: t}
	filter := FilterOf(req)
	out.matches = !t.Empty && filter.Matches(t)
	if !t.Empty {
		c := counter{counts: &out.counts, t: t, made: transcript.TimeRange{Since: req.Since, Until: req.Until}, zone: req.Zone, all: req.AllBranches}
		c.countMessages()
		c.countTiers()
		sink.linkResults()
		for i := range sink.calls {
			c.countCall(&sink.calls[i])
		}
	}
	t.ReleaseMessages()
	return out
}

// FilterOf says which sessions count.
func FilterOf(r *session.StatsRequest) transcript.SessionFilter {
	return transcript.SessionFilter{Created: transcript.TimeRange{Since: r.CreatedSince, Until: r.CreatedUntil},
		Model: r.Model, Cwd: r.Cwd, Under: r.Under, Tags: r.Tags, Machine: r.Origin,
		Source: transcript.SourceFilter{Branches: r.GitBranches, Repositories: r.Repositories, Versions: r.AgentVersions}}
}

// counter counts one session.
type counter struct {
	*counts
	t    *transcript.Transcript
	made transcript.TimeRange
	zone *session.Zone
	all  bool // branches count
	open bool // a prompt waits for its answer
}

// counted reports whether a message of the session's own, or of a subagent
// inside it, was recorded within the time range.
func (c *counter) counted(i int) bool {
	m := c.t.Builder.Messages.At(i)
	if m.IsCopied() || !c.shows(i) && !m.IsAside() {
		return false
	}
	at := c.t.Builder.TimeOf(i)
	if at == 0 {
		at = c.t.Summary.CreatedAt
	}
	return c.made.Contains(at)
}

// shows reports whether a message is of a branch that counts.
func (c *counter) shows(i int) bool {
	return c.t.Tree.Shown[i] || c.all && !c.t.Builder.Messages.At(i).IsAside()
}

func (c *counter) countMessages() {
	for i := range c.t.Builder.Messages.Len() {
		m := c.t.Builder.Messages.At(i)
		counted := c.counted(i)
		answer := c.t.Builder.RoleOf(i) == session.RoleAssistant && c.t.Builder.KindOf(i) == ""
		if counted && answer {
			add(&c.models, c.t.Builder.ModelOf(i), 1)
		}
		c.any = c.any || counted
		if !c.shows(i) {
			continue
		}
		switch {
		case m.IsPrompt():
			c.open = counted
		case answer && c.open:
			c.turns++
			c.open = false
		}
		if counted {
			c.messages++
			c.countTime(c.t.Builder.TimeOf(i))
		}
	}
	if c.last != 0 {
		c.duration = int64(c.last - c.first)
	}
}

// countTiers counts the requests of the session's own by tier.
func (c *counter) countTiers() {
	for i := range c.t.Builder.Requests.Len() {
		r := c.t.Builder.Requests.Get(i)
		at := r.Time
		if at == 0 {
			at = c.t.Summary.CreatedAt
		}
		if !r.Copied && c.made.Contains(at) {
			add(&c.tiers, r.Tier(), 1)
		}
	}
}

func (c *counter) countTime(at session.Time) {
	if at == 0 {
		return
	}
	weekday, hour := c.zone.WeekHour(at)
	c.weekdays[weekday]++
	c.hours[hour]++
	if pause := int64(at - c.last); c.last != 0 && pause > 0 && pause <= maxPause {
		c.active += pause
	}
	c.first, c.last = session.Earliest(c.first, at), session.Latest(c.last, at)
}

func (c *counter) countCall(x *call) {
	if !c.counted(int(x.message)) {
		return
	}
	c.calls++
	g := add(&c.tools, x.name, 1)
	g.duration += x.duration
	if x.failed {
		c.failures++
		g.failures++
		return
	}
	for i, path := range x.paths {
		if path = edits.Join(c.t.Summary.Cwd, path); !named(x.paths[:i], c.t.Summary.Cwd, path) {
			add(&c.files, path, 1)
		}
	}
}

// named reports whether one of paths is a file.
func named(paths []string, cwd, file string) bool {
	for _, path := range paths {
		if edits.Join(cwd, path) == file {
			return true
		}
	}
	return false
}
