package opencode

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// message is one stored message of any version with its parts.
type message struct {
	id        string
	role      session.Role
	raw       []byte
	path      string // file that holds it; "" for a row
	created   session.Time
	completed session.Time
	parent    string // the prompt that it answers
	turn      bool   // 0.x: one message holds all model calls of a turn
	summary   bool
	agent     bool
	model     string
	provider  string
	cwd       string
	tokens    tokens
	usd       *session.Money
	failure   string // name of the error that ended it
	reason    string // its text
	parts     []part
}

var messagePaths = scan.CompilePaths("role", "time.created", "time.completed", "parentID", "agent", "modelID", "providerID",
	"path.cwd", "cost", "tokens", "summary", "error", "parts", "metadata")

const (
	msgRole = iota
	msgCreated
	msgCompleted
	msgParent
	msgAgent
	msgModel
	msgProvider
	msgCwd
	msgCost
	msgTokens
	msgSummary
	msgError
	msgParts
	msgMetadata
	msgCount
)

// messageValues are what messagePaths found. An array, here and for parts, is
// read without checks of the index, which it knows to be in bounds.
type messageValues [msgCount]scan.Value

// parseMessage reads a message; a message of 0.1 brings its parts along.
func parseMessage(id string, data []byte) (message, *messageValues, error) {
	vals := &messageValues{}
	if err := messagePaths.Scan(data, vals[:]); err != nil {
		return message{}, nil, err
	}
	if isFirst(vals) {
		liftFirst(vals)
	}
	m := message{id: id, raw: data, role: session.Role(vals[msgRole].String())}
	m.created, m.completed = millisTime(vals[msgCreated]), millisTime(vals[msgCompleted])
	m.parent = vals[msgParent].String()
	m.turn = m.role == session.RoleAssistant && m.parent == ""
	m.agent = vals[msgAgent].Exists()
	m.model, m.provider = vals[msgModel].String(), vals[msgProvider].String()
	m.cwd = vals[msgCwd].String()
	m.summary = m.role == session.RoleAssistant && vals[msgSummary].Bool()
	m.tokens, m.usd = parseTokens(vals[msgTokens]), costOf(vals[msgCost])
	if e := vals[msgError]; e.Kind() == scan.Object {
		m.failure, m.reason = e.Get("name").String(), e.Get("data.message").String()
		if m.failure == "" {
			m.failure = "UnknownError"
		}
		if m.reason == "" {
			m.reason = m.failure
		}
	}
	return m, vals, nil
}

// writerOf says which version wrote the message.
func (m *message) writerOf(s *info) writer {
	return writer{version: parseVersion(s.version), agent: m.agent, provider: m.provider}
}
