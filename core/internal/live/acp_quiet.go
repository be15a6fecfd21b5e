package live

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Some agents report what goes wrong like a text of the model, and end the turn as
// if nothing had happened. Copilot sends each report as a text of its own.

// isNotice reports whether a text is what Copilot reports about a call, which it
// sends like a text of the model: after the call was announced, and as a whole.
func (p *acp) isNotice(s *Session, u scan.Value) bool {
	return s.turn != nil && p.said == "" && len(p.calls) > 0 && isNoticeText(p.dialect, u)
}

// noticeMark begins the text of a notice of Copilot.
const noticeMark = "Info: "

func isNoticeText(dialect string, u scan.Value) bool {
	return dialect == "copilot" && strings.HasPrefix(u.Get("content").Get("text").String(), noticeMark)
}

// recordNotice delivers and records a notice, after what the agent said before.
func (p *acp) recordNotice(s *Session, u scan.Value) {
	s.stream.End()
	s.event(noticeOf(u, s.nativeID, s.now), true, false)
}

// noticeOf returns the message of a notice.
func noticeOf(u scan.Value, nativeID string, now session.Time) session.JSON {
	m := canon.Object(nil)
	m.Str("content", noticeText(u))
	m.OptStr("sessionId", nativeID)
	m.Str("subtype", "notice")
	m.Key("timestamp")
	m.B = now.AppendJSON(m.B)
	m.Str("type", "system")
	return m.End()
}

// noticeText returns the text of a notice.
func noticeText(u scan.Value) string {
	return strings.TrimPrefix(u.Get("content").Get("text").String(), noticeMark)
}

// isRetryText reports whether a text says that Copilot sends a request again.
func isRetryText(dialect string, u scan.Value) bool {
	return isNoticeText(dialect, u) && strings.HasSuffix(u.Get("content").Get("text").String(), "Retrying...")
}

// failureMark begins the text of a failure of Copilot.
const failureMark = "Error: "

func isFailureText(dialect string, u scan.Value) bool {
	return dialect == "copilot" && strings.HasPrefix(u.Get("content").Get("text").String(), failureMark)
}

// release delivers a text that was no failure.
func (p *acp) release(s *Session) {
	held := p.failed
	p.failed = nil
	if len(held) == 0 {
		return
	}
	if v, err := scan.Parse(held); err == nil {
		s.readMessages(v)
	}
}

// failureText returns the text that may be a failure; "" without one.
func (p *acp) failureText() string {
	if len(p.failed) == 0 {
		return ""
	}
	v, _ := scan.Parse(p.failed) // it was parsed before
	return v.Get("params").Get("update").Get("content").Get("text").String()
}

// failedQuietly reports whether a turn that ended normally failed. Copilot says
// the failure as its last text, and then counts no tokens unless the model
// answered; or it says nothing. Codex ends the turn without tokens.
func (p *acp) failedQuietly(s *Session, result scan.Value) bool {
	if !result.Get("stopReason").EqualString("end_turn") || s.turn == nil || s.turn.interrupted || s.turn.timedOut {
		return false
	}
	counted := result.Get("usage").Kind() == scan.Object && p.counted
	switch p.dialect {
	case "copilot":
		said := p.failureText()
		return said != "" && (!counted || isKnownFailure(said)) || isKnownFailure(p.said) || p.isSilent(s)
	case "opencode", "gemini":
		return p.isSilent(s)
	case "codex-acp":
		return p.broken && !counted
	}
	return false
}

// isSilent reports whether the agent did nothing at all about a prompt, which is
// no command of its own.
func (p *acp) isSilent(s *Session) bool {
	return !p.spoke && len(p.calls) == 0 && !strings.HasPrefix(s.turn.command.Text, "/")
}

// isKnownFailure reports whether a text is a failure in any case, by its words or
// by a state of HTTP.
func isKnownFailure(text string) bool {
	said, isError := strings.CutPrefix(text, failureMark)
	if !isError {
		return false
	}
	for _, known := range []string{"Failed to get response from the AI model", "No response was returned", "Authentication failed"} {
		if strings.HasPrefix(said, known) {
			return true
		}
	}
	return len(said) >= 3 && (said[0] == '4' || said[0] == '5') && isDigit(said[1]) && isDigit(said[2]) && (len(said) == 3 || !isDigit(said[3]))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// quietError is the error of a turn that failed without saying so.
func (p *acp) quietError(s *Session) []byte {
	said, kind := p.failureText(), ""
	p.failed = nil
	if said == "" {
		said = strings.TrimSpace(p.said)
	}
	switch {
	case said != "":
	case p.dialect == "codex-acp":
		said = "the turn failed; Codex does not say why"
	default:
		said, kind = s.agent.name+" ended the turn without an answer and does not say why", endNoAnswer
	}
	return acpError(strings.TrimSpace(said), kind)
}
