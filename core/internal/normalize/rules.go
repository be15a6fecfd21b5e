package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// The protocols are tables of scripts: what to print for a record of a type,
// and where in the record it is. A call costs a hundred bytes of machine code
// in the module, a word in a table ten.
//
// A script has steps with "; " between them; a step is a word and its
// arguments. Most arguments are paths: of alternatives with | between them the
// first that is there counts, texts with + between them are joined, - is
// nothing, and =word is that word itself.
//
//	if COND              continue only when a condition holds (see test)
//	unless COND          the opposite
//	own NAME             end; the protocol continues with its own code
//	put TYPE SPEC…       a message (see fill)
//	say TYPE ID TEXT     a message of a text that is not empty
//	note SUBTYPE TEXT    a notice
//	delta TYPE KEY TEXT  a piece of a message that comes whole as well
//	piece TYPE KEY TEXT  a piece of a message that comes in pieces only
//	drop KEY             forget pieces: their message has come
//	flush                print pieces: their message is complete
//	model NAME           the model in force
//	session ID           the session
//	begin ID MODEL CWD   the beginning of a session
//	call ID NAME MESSAGE INPUT
//	result ID NAME FAILED EXIT TEXT    FAILED and the like are conditions
//	child SESSION CALL   a session that a call has started
//	error WHAT           an error, unless the agent continues
//	goes                 the agent continues
//	tokens ID MODEL USAGE USD          a request that no message carries
//	spend USAGE USD      a request that a message carries
//	end FAILED STOP SPEC…              the end of a turn

// rule is the script for records of some types, with a space on either side.
type rule struct{ on, script string }

// applyRules runs the script for a type. It returns what is left to the protocol;
// ok is false for an unknown type.
func (s *Stream) applyRules(rules []rule, kind string, v scan.Value) (own string, ok bool) {
	for i := range rules {
		if isWord(rules[i].on, kind) {
			return s.runScript(v, rules[i].script), true
		}
	}
	return "", false
}

// runScript runs a script.
func (s *Stream) runScript(v scan.Value, script string) string {
	for script != "" {
		var step string
		step, script, _ = text.Cut(script, "; ")
		op, args, _ := text.Cut(step, " ")
		switch op {
		case "own":
			return args
		case "if", "unless":
			if testCondition(v, args) != (op == "if") {
				return ""
			}
		default:
			s.runStep(v, op, args)
		}
	}
	return ""
}

// runStep does one step that is no condition.
func (s *Stream) runStep(v scan.Value, op, args string) {
	var a [5]string
	rest := args
	for i := range a {
		a[i], rest, _ = text.Cut(rest, " ")
	}
	t := firstString(v, a[0])
	switch op {
	case "put":
		s.putMessage(fillMessage(v, args))
	case "say":
		s.printText(a[0], firstString(v, a[1]), firstText(v, a[2]))
	case "note":
		s.printNotice(a[0], firstText(v, a[1]))
	case "delta", "piece":
		s.addDelta(firstString(v, a[1]), a[0], op == "piece", firstValue(v, a[2]))
	case "drop":
		s.dropPieces(t)
	case "flush":
		s.flushPieces()
	case "model":
		if t != "" {
			s.model = t
		}
	case "session":
		if t != "" {
			s.session = t
		}
	case "begin":
		s.beginSession(t, firstString(v, a[1]), firstValue(v, a[2]))
	case "call":
		s.printCall(t, firstString(v, a[1]), firstString(v, a[2]), firstValue(v, a[3]).Raw())
	case "result":
		said, failed := firstText(v, a[4]), testCondition(v, a[2])
		if said == "" && failed {
			said = firstString(v, "status")
		}
		s.putMessage(s.resultMessage(t, firstString(v, a[1]), said, failed).setValue("exitCode", firstValue(v, a[3])).fillMembers(v, "durationMs=durationMs errorType=error.type"))
	case "child":
		s.setParentCall(t, firstString(v, a[1]))
	case "error":
		s.deferError(firstValue(v, a[0]), scan.Value{})
	case "goes":
		s.goesOn()
	case "tokens", "spend":
		u, _ := ParseUsage(firstValue(v, a[2]))
		usd := ParseMoney(firstValue(v, a[3]))
		if op == "spend" {
			s.addSpend(&u, usd)
		} else {
			model := firstString(v, a[1])
			if model == "" {
				model = s.model
			}
			s.printRequest(t, model, &u, usd)
		}
	case "end":
		m := s.turnEnd(testCondition(v, a[0])).setStopReason(firstString(v, a[1]))
		s.putMessage(m.fillMembers(v, args[min(len(a[0])+len(a[1])+2, len(args)):]))
	}
}

// fillMessage makes a message of a record. The first word of spec is its type; see
// message.fill for the others.
func fillMessage(v scan.Value, spec string) *message {
	kind, rest, _ := text.Cut(spec, " ")
	return newMessage(kind).fillMembers(v, rest)
}

// fillMembers sets members: each word of spec is a member of ours, a sign and paths.
// The sign = takes a value as it is, : its text, and ~ a value with our names
// inside it.
func (m *message) fillMembers(v scan.Value, spec string) *message {
	for spec != "" {
		var word string
		word, spec, _ = text.Cut(spec, " ")
		i := 0
		for isAlnum(word[i]) {
			i++
		}
		name, path := word[:i], word[i+1:]
		switch word[i] {
		case '=':
			m.setValue(name, firstValue(v, path))
		case ':':
			m.setOptional(name, firstText(v, path))
		case '~':
			if e := firstValue(v, path); e.Exists() {
				m.setRenamed(name, e, renameDepth)
			}
		}
	}
	return m
}

// testCondition reports whether a condition holds: conditions with a comma between
// them all do, of those with a bar between them one does.
//
//	path        something other than null is there
//	path=word   this string
//	path#word   another
//	?path       true, or a number other than 0
//	!path       false
//	{path       an object
//	[path       a list
//	"path       a string that is not empty
func testCondition(v scan.Value, cond string) bool {
	for more := true; more; {
		var all string
		all, cond, more = text.Cut(cond, ",")
		holds := false
		for rest := all; rest != "" && !holds; {
			var one string
			one, rest, _ = text.Cut(rest, "|")
			holds = testAtom(v, one)
		}
		if !holds {
			return false
		}
	}
	return true
}

// testAtom reports whether a condition without commas and bars holds.
func testAtom(v scan.Value, cond string) bool {
	sign := cond[0]
	if text.Index(`?!{["`, cond[:1]) < 0 {
		path, word, negated := text.Cut(cond, "#")
		if negated {
			return firstString(v, path) != word
		}
		path, word, equal := text.Cut(cond, "=")
		if equal && path != "" {
			return firstString(v, path) == word
		}
		return firstValue(v, cond).Exists()
	}
	e := firstValue(v, cond[1:])
	switch sign {
	case '?':
		n, _ := e.Int()
		return e.Bool() || n != 0
	case '!':
		return e.Kind() == scan.False
	case '{':
		return e.Kind() == scan.Object
	case '[':
		return e.Kind() == scan.Array
	}
	return e.Kind() == scan.String && len(e.Raw()) > len(`""`)
}

// firstValue returns the first of some paths at which something other than null is;
// with none, the value itself.
func firstValue(v scan.Value, paths string) scan.Value {
	switch {
	case paths == "":
		return v
	case paths[0] == '=':
		e, _ := scan.Parse(canon.AppendString(nil, paths[1:]))
		return e
	}
	for paths != "" {
		var p string
		p, paths, _ = text.Cut(paths, "|")
		if e := v.Get(p); e.Kind() > scan.Null {
			return e
		}
	}
	return scan.Value{}
}

// firstString returns the string at the first of some paths.
func firstString(v scan.Value, paths string) string { return firstValue(v, paths).String() }

// firstText returns the text at the first of some paths; those with a plus sign
// between them are joined.
func firstText(v scan.Value, paths string) string {
	first, more, joined := text.Cut(paths, "+")
	if !joined {
		return textOf(firstValue(v, paths))
	}
	return joinTexts(textOf(firstValue(v, first)), firstText(v, more))
}

// firstCount returns the number at the first of some paths; 0 without one and
// for a negative one.
func firstCount(v scan.Value, paths string) int64 {
	n, _ := firstValue(v, paths).Int()
	return max(n, 0)
}
