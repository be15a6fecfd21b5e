package sessions

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
)

const (
	listAll  = 1000 // files of a home whose sessions are all listed
	leastID  = 6    // characters of a shortened id
	mostAsks = 60   // sessions of a list that are each compared with those of a large home
)

// shortIDs returns for the sessions of a list, by unifiedId, agent:id with the
// shortest beginning of the id that names no other session. Without an answer of
// the engine it is empty.
func shortIDs(a *app.App, list []heddle.SessionSummary) map[string]string {
	if len(list) == 0 {
		return nil
	}
	return app.FetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (map[string]string, error) {
		agents, err := h.Agents(ctx)
		if err != nil {
			return nil, err
		}
		n := &neighbours{ctx: ctx, h: h, known: map[string][]heddle.SessionSummary{}}
		for _, g := range agents.Items {
			n.files += g.SessionCount
		}
		out := map[string]string{}
		for i := range list {
			s := &list[i]
			agent, id, _ := strings.Cut(s.UnifiedID, ":")
			if n.files <= listAll || len(list) <= mostAsks {
				out[s.UnifiedID] = agent + ":" + shortest(id, n.ids(s, agent, id))
			}
		}
		return out, nil
	})
}

// neighbours finds the sessions whose ids may begin alike. Of a small home each agent
// is listed once; of a large one only sessions with the same beginning are asked for.
type neighbours struct {
	ctx   context.Context
	h     *heddle.Heddle
	files int64
	known map[string][]heddle.SessionSummary // by agent, of a small home
}

// ids returns what may begin like the id of a session: with a beginning that another
// session has, no subagent is meant.
func (n *neighbours) ids(s *heddle.SessionSummary, agent, id string) (ids []string) {
	o := heddle.ListOptions{Agent: heddle.Agent(agent), Limit: heddle.NoLimit, Subagents: true}
	list, ok := n.known[agent]
	if n.files > listAll {
		o.IDPrefix = beginning(id, leastID)
	}
	if !ok {
		found, _ := n.h.Sessions.List(n.ctx, o)
		list = app.ItemsOf(found)
	}
	if n.files <= listAll {
		n.known[agent] = list
	}
	for i := range list {
		if _, other, _ := strings.Cut(list[i].UnifiedID, ":"); s.IsSubagent || !list[i].IsSubagent {
			ids = append(ids, other)
		}
	}
	return ids
}

// beginning returns the first n characters of an id, all of a shorter one.
func beginning(id string, n int) string {
	at := 0
	for range n {
		_, size := utf8.DecodeRuneInString(id[at:])
		at += size
	}
	return id[:at]
}

// shortest returns the shortest beginning of an id that no other id has, in upper or
// lower case. It does not end within a character, or at a sign between two parts.
// The whole id stands for what is a place in the list of the newest, such as last-2.
func shortest(id string, all []string) string {
	if strings.HasPrefix(id, "last") {
		return id
	}
	same := 0
	for _, other := range all {
		if other != id {
			same = max(same, commonLength(id, other))
		}
	}
	start := utf8.RuneCountInString(id[:strings.LastIndexByte(id, ':')+1]) // of a copy: its agent
	n := max(same+1, start+leastID)
	for n < utf8.RuneCountInString(id) && strings.ContainsAny(id[len(beginning(id, n-1)):len(beginning(id, n))], "-_.") {
		n++
	}
	if short := beginning(id, n); !strings.Contains(short, "@") { // half a machine's name says nothing
		return short
	}
	return id
}

// commonLength counts the characters that two ids begin with, in upper or lower case.
func commonLength(a, b string) (n int) {
	for a != "" && b != "" {
		_, i := utf8.DecodeRuneInString(a)
		_, j := utf8.DecodeRuneInString(b)
		if !strings.EqualFold(a[:i], b[:j]) {
			break
		}
		a, b, n = a[i:], b[j:], n+1
	}
	return n
}
