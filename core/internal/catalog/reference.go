package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	// minReference is how many characters of an id without an agent name a session.
	minReference = 4
	// maxNamed is how many sessions an error names.
	maxNamed = 10
	// maxBack is the greatest N of last-N.
	maxBack = 999_999
)

// reference is a session as a person names it.
type reference struct {
	typed, agent, id string // agent is empty for all agents
}

// readReference splits what was typed. The part before the colon is an agent, or the whole
// is an id with a colon in it.
func readReference(typed string) reference {
	if agent, id, ok := session.SplitUnifiedID(typed); ok && id != "" && CheckAgent(agent) == nil {
		return reference{typed, agent, id}
	}
	return reference{typed, "", typed}
}

// placeFromLast returns N of last-N, and whether the id is last or last-N.
func (r *reference) placeFromLast() (back int64, ok bool) {
	rest, ok := strings.CutPrefix(r.id, "last")
	if !ok || rest == "" {
		return 0, ok
	}
	digits, ok := strings.CutPrefix(rest, "-")
	if !ok || digits == "" || len(digits) > 6 {
		return 0, false
	}
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
		back = back*10 + int64(digits[i]-'0')
	}
	return back, back <= maxBack
}

// findReference returns the agent and the id of the session that a person names. An id that is
// the whole name wins over last, and that over the beginning of an id.
func (c *Catalog) findReference(typed string) (agent, id string, err error) {
	r := readReference(typed)
	quiet := New(c.host, func(fault.Diagnostic) {}) // what other sessions lack is of no interest
	begin, err := quiet.List(session.ListRequest{Agent: r.agent, IDPrefix: r.id, Limit: session.NoLimit, Subagents: true})
	if err != nil {
		return "", "", err
	}
	found := begin[:0:0]
	for i := range begin {
		if begin[i].SessionID == r.id {
			found = append(found, begin[i])
		}
	}
	back, isPlace := r.placeFromLast()
	switch {
	case len(found) > 0:
	case isPlace:
		newest, err := New(c.host, quiet.diagnose).List(session.ListRequest{Agent: r.agent, Limit: back + 1})
		if err != nil {
			return "", "", err
		}
		if back < int64(len(newest)) {
			found = newest[back:]
		}
	case r.agent != "" || len(r.id) >= minReference:
		found = withoutSubagents(begin)
	}
	switch len(found) {
	case 1:
		return found[0].Agent, found[0].SessionID, nil
	case 0:
		return "", "", r.missing(isPlace)
	}
	return "", "", r.ambiguous(found)
}

// withoutSubagents drops subagents' sessions where there are others.
func withoutSubagents(list []session.SessionSummary) []session.SessionSummary {
	own := list[:0:0]
	for i := range list {
		if !list[i].IsSubagent {
			own = append(own, list[i])
		}
	}
	if len(own) == 0 {
		return list
	}
	return own
}

// missing is the error for a name that no session has.
func (r *reference) missing(isPlace bool) error {
	what := string(session.TextJSON(r.typed))
	if isPlace {
		return fault.New(fault.SessionNotFound, what+": there are fewer sessions")
	}
	e := fault.New(fault.SessionNotFound, "no session has the name "+what)
	if r.agent == "" && len(r.id) < minReference {
		return e.WithHint("give at least 4 characters of the id, or agent:id")
	}
	return e.WithHint("sessions.list shows the ids")
}

// ambiguous is the error for a name that several sessions have.
func (r *reference) ambiguous(found []session.SessionSummary) error {
	var names []string
	for i := range found[:min(len(found), maxNamed)] {
		names = append(names, found[i].UnifiedID)
	}
	message := string(session.TextJSON(r.typed)) + " may be any of several sessions: " + strings.Join(names, ", ")
	if len(found) > maxNamed {
		message += " and others"
	}
	return fault.New(fault.InvalidArgument, message).WithHint("give more of the id, or the agent as well: agent:id")
}
