package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// A query may want another model or permission mode. They change when its turn
// begins, before its prompt is sent. A query that is refused leaves them as they
// were: what can be known is checked before anything is sent, and when the agent
// refuses the model, the mode is set back.

// settings are the changes that a turn still waits for.
type settings struct {
	left    []session.LiveCommandRequest
	before  session.LivePermissionMode // to go back to
	running string                     // the id of the command for the first of left; "" for none
	refusal *session.Diagnostic        // why the query is refused once left is empty; nil for sending it
}

// settingPrefix begins the ids of the session's own commands. Their replies are
// not for the caller.
const settingPrefix = "\x00setting "

// modeChecker is a protocol whose agents do not have every permission mode.
type modeChecker interface {
	checkMode(s *Session, mode session.LivePermissionMode) error
}

// readMode replaces a command's permission mode by Heddle's word for it.
func readMode(c *session.LiveCommandRequest) error {
	mode := normalize.ParsePermissionMode(c.Mode)
	if mode == normalize.PermissionDefault && c.Mode != "default" {
		return fault.New(fault.InvalidArgument, "unknown permission mode \""+c.Mode+"\"").
			WithHint("use default, accept_edits, bypass_permissions, plan or dont_ask")
	}
	c.Mode = string(mode)
	return nil
}

// checkSettings refuses a model or mode that the agent is known not to take.
func (s *Session) checkSettings(c *session.LiveCommandRequest) error {
	if c.Model != "" {
		if err := s.checkKind(session.LiveCommandKindSetModel); err != nil {
			return err
		}
	}
	if c.Mode == "" {
		return nil
	}
	if err := readMode(c); err != nil {
		return err
	}
	if err := s.checkKind(session.LiveCommandKindSetPermissionMode); err != nil {
		return err
	}
	if p, ok := s.protocol.(modeChecker); ok && s.nativeID != "" {
		return p.checkMode(s, session.LivePermissionMode(c.Mode))
	}
	return nil
}

// beginTurn changes what the query wants changed, and sends its prompt.
func (s *Session) beginTurn(t *turn) {
	c := &t.command
	t.settings.before = s.mode
	if c.Mode != "" && c.Mode != string(s.mode) {
		t.settings.left = append(t.settings.left, modeCommand(c.Mode))
	}
	if c.Model != "" && c.Model != s.model {
		t.settings.left = append(t.settings.left, session.LiveCommandRequest{Kind: session.LiveCommandKindSetModel, Model: c.Model})
	}
	s.changeSettings(t)
}

func modeCommand(mode string) session.LiveCommandRequest {
	return session.LiveCommandRequest{Kind: session.LiveCommandKindSetPermissionMode, Mode: mode}
}

// changeSettings begins the next change. After the last one the prompt is sent,
// or the query refused.
func (s *Session) changeSettings(t *turn) {
	g := &t.settings
	if len(g.left) == 0 {
		if g.refusal != nil {
			s.refuseTurnFor(*g.refusal)
			return
		}
		s.protocol.send(s, t)
		return
	}
	c := g.left[0]
	c.ID, c.Now = settingPrefix+text.FormatInt(s.nextNumber()), s.now
	g.running = c.ID
	if err := s.control(&c); err != nil {
		s.replyError(c.ID, err)
	}
}

// endSetting takes the reply to a command of the session's own. That of a turn
// which has ended meanwhile is ignored.
func (s *Session) endSetting(o session.LiveOutput) {
	t := s.turn
	if t == nil || t.settings.running != o.ID {
		return
	}
	g := &t.settings
	g.running, g.left = "", g.left[1:]
	switch {
	case g.refusal != nil: // the mode is set back, or cannot be
	case o.Error != nil:
		g.left, g.refusal = nil, o.Error
		if s.mode != g.before {
			g.left = append(g.left, modeCommand(string(g.before)))
		}
	case s.phase != running:
		d := diagnosticOf(fault.New(fault.Complete, "the session ended before the prompt was sent"))
		g.left, g.refusal = nil, &d
	}
	s.changeSettings(t)
}

// dropUnsent refuses the running turn if it still waits for a setting, and
// reports whether it does.
func (s *Session) dropUnsent(t *turn) bool {
	if t.settings.running == "" {
		return false
	}
	err := fault.New(fault.Complete, "the query ended before its prompt was sent")
	if t.timedOut {
		err = fault.New(fault.Timeout, s.agent.name+" did not change its settings within the time limit of the query")
	}
	s.refuseTurn(err)
	return true
}

// isSetting reports whether a command is the session's own.
func isSetting(id string) bool { return strings.HasPrefix(id, settingPrefix) }
