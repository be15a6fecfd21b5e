package schema

import (
	"slices"
	"strings"
)

// Method is how the client of a language calls an operation. MethodOf derives
// it from the operation's name and request; only what these do not say is in
// the tables below.
type Method struct {
	Namespace string // "sessions"; empty for a method of the client itself
	Name      string // "totalCost"; each language spells it in its own way

	// Required and Optional are wire names of the request's members that a call
	// gives by position, in order. A language that has no optional positions
	// accepts the optional ones with the other options.
	Required, Optional []string

	// Session is set when the request names a session by agent and sessionId or
	// by unifiedId. Clients accept all three, and a session as a list returned
	// it, in place of these members.
	Session bool
	// AnySession is set when a call need not name a session, although it can.
	AnySession bool
	// Pure is set when the operation reads no files: clients may offer it
	// without a deadline.
	Pure bool
	// Pages is set when the header's page says where the rest of the result
	// begins: clients offer an iterator over the pages.
	Pages bool
}

// optionalPositions are the members that may be left out and still have a
// position in a call.
var optionalPositions = map[string][]string{
	"sessions.list":      {"agent"},
	"sessions.totalCost": {"agent"},
	"sessions.stats":     {"agent"},
	"sessions.export":    {"format"},
	"sessions.doctor":    {"agent"},
	"store.fork":         {"newSessionId"},
	"store.share":        {"shareId"},
	"store.summarize":    {"content"},
	"store.import":       {"snapshot", "sessionId"},
	"store.events":       {"after"},
	"threads.start":      {"threadId"},
	"threads.fork":       {"newThreadId"},
	"threads.compact":    {"threadId"},
}

var (
	pagedOps      = []string{"sessions.search"}
	anySessionOps = []string{"sessions.import"}
	pureSpaces    = []string{"ids", "messages"}
)

// MethodOf returns how clients call an operation.
func MethodOf(op Op) Method {
	m := Method{Name: op.Name, Optional: optionalPositions[op.Name]}
	if space, name, found := strings.Cut(op.Name, "."); found {
		m.Namespace, m.Name = space, name
	}
	if op.Name == "agents.list" {
		m.Namespace, m.Name = "", "agents"
	}
	m.Pure = op.Name == "version" || slices.Contains(pureSpaces, m.Namespace)
	m.Pages = slices.Contains(pagedOps, op.Name)
	m.AnySession = slices.Contains(anySessionOps, op.Name)
	members := map[string]bool{}
	for _, f := range RequestOf(op).Fields {
		members[f.Name] = true
		if !f.Optional {
			m.Required = append(m.Required, f.Name)
		}
	}
	m.Session = members["agent"] && members["sessionId"] && members["unifiedId"]
	return m
}

// RequestOf returns the request type of an operation. It panics when the table
// has no such type.
func RequestOf(op Op) Type {
	for _, t := range Requests {
		if t.Name == op.Request {
			return t
		}
	}
	panic("schema: " + op.Name + ": no request type " + op.Request)
}
