package live

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// The tools of Codex that ask, by the names that messages give them.
const (
	codexCommand = "command_execution"
	codexEdit    = "file_change"
)

// readRequest reads a request of the agent: for permission, or one that nobody
// here can answer.
func (p *codex) readRequest(s *Session, v scan.Value, method string) {
	params := v.Get("params")
	a := &ask{native: string(v.Get("id").Raw())}
	a.about.ToolUseID = params.Get("itemId").String()
	a.about.Reason = params.Get("reason").String()
	switch method {
	case "item/commandExecution/requestApproval":
		a.about.ToolName = codexCommand
		a.about.Input = pickMembers(params, "additionalPermissions", "command", "cwd", "kind", "networkApprovalContext")
		a.reads = onlyReads(params.Get("commandActions"))
		a.offer(params.Get("availableDecisions"))
	case "item/fileChange/requestApproval":
		a.about.ToolName, a.edits = codexEdit, true
		a.about.Input = p.changeInput(params)
		a.offer(scan.Value{})
	case "execCommandApproval", "applyPatchApproval": // of conversations, which older clients use
		a.legacy = true
		a.about.ToolUseID = params.Get("callId").String()
		a.about.ToolName, a.about.Input = codexCommand, pickMembers(params, "command", "cwd")
		if method == "applyPatchApproval" {
			a.edits = true
			a.about.ToolName, a.about.Input = codexEdit, pickMembers(params, "fileChanges", "grantRoot")
		}
		a.about.CanRemember, a.about.Suggestions = true, session.JSON(`["approved_for_session"]`)
	default:
		s.readMessages(v)
		refuseRPC(s, a.native, method)
		return
	}
	s.readMessages(v)
	s.requestPermission(a)
}

// refuseRPC answers a request that is not supported.
func refuseRPC(s *Session, id, method string) {
	m := canon.Object(nil)
	m.Key("error")
	e := canon.Object(m.B)
	e.Num("code", -32601)
	e.Str("message", "not supported: "+method)
	m.B = e.End()
	m.Key("id")
	m.B = append(m.B, id...)
	s.writeRaw(m.End(), false)
}

// offer notes the choices that the agent offers. Those that hold for longer than
// this call are suggestions for a rule; the one for the session comes first,
// because the others are kept in the agent's own settings.
func (a *ask) offer(decisions scan.Value) {
	m := canon.Members{}
	m.Open('[')
	m.Item(0)
	m.String("acceptForSession")
	if decisions.Kind() == scan.Array {
		a.about.Options = decisions.AppendCanonical(nil)
		decisions.EachElement(func(_ int, e scan.Value) bool {
			if e.Kind() == scan.Object {
				m.Item(1)
				m.B = e.AppendCanonical(m.B)
			}
			return true
		})
	}
	m.Close(']')
	a.about.CanRemember, a.about.Suggestions = true, m.B
}

// pickMembers returns an object of some members of another, given in byte order.
func pickMembers(v scan.Value, names ...string) session.JSON {
	m := canon.Object(nil)
	for _, name := range names {
		if e := v.Get(name); e.Kind() > scan.Null {
			m.Key(name)
			m.B = e.AppendCanonical(m.B)
		}
	}
	return m.End()
}

// changeInput returns what a file change would change.
func (p *codex) changeInput(params scan.Value) session.JSON {
	m := canon.Object(nil)
	for i := len(p.changes) - 1; i >= 0; i-- {
		if params.Get("itemId").EqualString(p.changes[i].id) && len(p.changes[i].raw) > 0 {
			m.Key("changes")
			m.B = append(m.B, p.changes[i].raw...)
			break
		}
	}
	m.OptStr("grantRoot", params.Get("grantRoot").String())
	return m.End()
}

// onlyReads reports whether a command only reads, as the agent understands it.
func onlyReads(actions scan.Value) bool {
	reads := false
	known := true
	actions.EachElement(func(_ int, e scan.Value) bool {
		switch e.Get("type").String() {
		case "read", "listFiles", "search":
			reads = true
		default:
			known = false
		}
		return known
	})
	return reads && known
}

// answer passes a decision on. A denial that ends the turn, and one that nobody
// made, cancels the turn.
func (p *codex) answer(s *Session, a *ask, d decision) {
	words := [...]string{"accept", "decline", "cancel"}
	if a.legacy {
		words = [...]string{"approved", "denied", "abort"}
	}
	choice := canon.AppendString(nil, words[1])
	switch {
	case d.allow && d.remember:
		choice = ruleOf(a, d.rules)
	case d.allow:
		choice = canon.AppendString(nil, words[0])
	case d.interrupt || d.cancelled:
		choice = canon.AppendString(nil, words[2])
	}
	m := canon.Object(nil)
	m.Key("id")
	m.B = append(m.B, a.native...)
	m.Key("result")
	r := canon.Object(m.B)
	r.Key("decision")
	r.B = append(r.B, choice...)
	m.B = r.End()
	s.writeDecision(m.End())
}

// ruleOf returns the decision that keeps a rule: the one given, or the first that
// was suggested.
func ruleOf(a *ask, rules session.JSON) []byte {
	v, err := scan.Parse(rules)
	if err == nil && v.Kind() == scan.Array {
		v = v.Get("0")
	}
	if err != nil || v.Kind() != scan.Object && v.Kind() != scan.String {
		v, _ = scan.Parse(a.about.Suggestions)
		v = v.Get("0")
	}
	return v.AppendCanonical(nil)
}
