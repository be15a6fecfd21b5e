//go:build wasip1

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// minPrefix is how many characters of an id without an agent name a session.
const minPrefix = 4

// ref names a session.
type ref struct{ agent, id string }

func (r ref) request() []byte {
	return flags{"agent": session.TextJSON(r.agent), "sessionId": session.TextJSON(r.id)}.request()
}

// readRef reads the one or two words that name a session.
func readRef(words []string) (ref, error) {
	switch len(words) {
	case 1:
		agent, id, ok := strings.Cut(words[0], ":")
		if !ok {
			agent, id = "", words[0]
		}
		if id != "" && (!ok || agent != "") {
			return ref{agent, id}, nil
		}
	case 2:
		if words[0] != "" && words[1] != "" {
			return ref{words[0], words[1]}, nil
		}
	}
	return ref{}, misuse("name one session: agent:session-id")
}

// onSession runs an operation on the session that words name.
func (c *command) onSession(op rpc.Op, words []string, given flags) ([]byte, error) {
	r, err := readRef(words)
	if err != nil {
		return nil, err
	}
	with := func(r ref) []byte {
		given["agent"], given["sessionId"] = session.TextJSON(r.agent), session.TextJSON(r.id)
		return given.request()
	}
	if r.agent != "" { // a whole name costs nothing
		body, notes, err := c.dispatch(op, with(r))
		if code := fault.CodeOf(err); code != fault.SessionNotFound && code != fault.AgentNotFound {
			c.printNotes(notes)
			return body, err
		}
	}
	if r, err = c.find(r); err != nil {
		return nil, err
	}
	return c.call(op, with(r))
}

// resolve returns the session that words name, which exists.
func (c *command) resolve(words []string) (ref, error) {
	r, err := readRef(words)
	if err != nil {
		return r, err
	}
	return c.find(r)
}

// find returns the session with a name. A whole id wins over last, and that over the beginning of an id.
// Notes say what may be missing when none is found, or last is another one because of it.
func (c *command) find(r ref) (found ref, err error) {
	defer func() {
		if _, ok := back(r.id); ok || fault.CodeOf(err) == fault.SessionNotFound {
			c.printNotes(header{Diagnostics: c.missed})
		}
	}()
	return c.findListed(r)
}

func (c *command) findListed(r ref) (ref, error) {
	found, err := c.list(session.ListRequest{Agent: r.agent, IDPrefix: r.id, Limit: session.NoLimit, Subagents: true})
	if err != nil {
		return r, err
	}
	whole := slices.DeleteFunc(slices.Clone(found), func(s session.SessionSummary) bool { return s.SessionID != r.id })
	if back, ok := back(r.id); ok && len(whole) == 0 {
		newest, err := c.list(session.ListRequest{Agent: r.agent, Limit: int64(back) + 1})
		if err != nil || back >= len(newest) {
			return r, pick(err, func() error { return fault.New(fault.SessionNotFound, r.id+": there are fewer sessions") })
		}
		return ref{newest[back].Agent, newest[back].SessionID}, nil
	}
	own := slices.DeleteFunc(slices.Clone(found), func(s session.SessionSummary) bool { return s.IsSubagent })
	for _, list := range [][]session.SessionSummary{whole, own, found} {
		switch {
		case len(list) == 1 && (len(whole) == 1 || r.agent != "" || len(r.id) >= minPrefix):
			return ref{list[0].Agent, list[0].SessionID}, nil
		case len(list) > 1:
			return r, usageError{fmt.Sprintf("%q may be any of %d sessions, such as %s and %s", r.id, len(list), list[0].UnifiedID, list[1].UnifiedID),
				"give more of the id, or the agent as well: agent:id"}
		}
	}
	return r, fault.New(fault.SessionNotFound, fmt.Sprintf("no session has the id %q", r.id)).WithHint("list shows the ids")
}

// list lists sessions; an unknown agent has none.
func (c *command) list(request session.ListRequest) ([]session.SessionSummary, error) {
	defer c.guest.Release()
	if request.Agent != "" && !slices.Contains(core.AgentNames(), request.Agent) {
		return nil, fault.New(fault.AgentNotFound, fmt.Sprintf("unknown agent %q", request.Agent)).WithHint("agents lists the agents")
	}
	e := c.engine(rpc.OpSessionsList)
	found, err := e.SessionsList(request)
	c.missed = nil
	for _, d := range e.Notes().Diagnostics {
		c.missed = append(c.missed, problem{Agent: d.Agent, Code: string(d.Code), Message: d.Message, Hint: d.Hint, Path: d.Path, Line: d.Line})
	}
	return found, err
}

// back returns N of last-N, and whether the id is last or last-N.
func back(id string) (int, bool) {
	rest, ok := strings.CutPrefix(id, "last")
	if !ok || rest == "" {
		return 0, ok
	}
	digits, ok := strings.CutPrefix(rest, "-")
	n, err := strconv.ParseUint(digits, 10, 20)
	return int(n), ok && err == nil
}
