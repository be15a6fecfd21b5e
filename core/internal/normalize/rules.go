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
//	if COND              go on only when a condition holds (see test)
//	unless COND          the opposite
//	own NAME             end; the protocol goes on with its own code
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
//	error WHAT           an error, unless the agent goes on
//	goes                 the agent goes on
//	tokens ID MODEL USAGE USD          a request that no message carries
//	spend USAGE USD      a request that a message carries
//	end FAILED STOP SPEC…              the end of a turn

// rule is the script for records of some types, with a space on either side.
type rule struct{ on, script string }

// apply runs the script for a type. It returns what is left to the protocol;
// ok is false for an unknown type.
func (s *Stream) apply(rules []rule, kind string, v scan.Value) (own string, ok bool) {
	for i := range rules {
		if isWord(rules[i].on, kind) {
			return s.run(v, rules[i].script), true
		}
	}
	return "", false
}

// run runs a script.
func (s *Stream) run(v scan.Value, script string) string {
	for script != "" {
		var step string
		step, script, _ = text.Cut(script, "; ")
		op, args, _ := text.Cut(step, " ")
		switch op {
		case "own":
			return args
		case "if", "unless":
			if test(v, args) != (op == "if") {
				return ""
			}
		default:
			s.step(v, op, args)
		}
	}
	return ""
}

// step does one step that is no condition.
func (s *Stream) step(v scan.Value, op, args string) {
	var a [5]string
	rest := args
	for i := range a {
		a[i], rest, _ = text.Cut(rest, " ")
	}
	t := str(v, a[0])
	switch op {
	case "put":
		s.put(fill(v, args))
	case "say":
		s.say(a[0], str(v, a[1]), txt(v, a[2]))
	case "note":
		s.notice(a[0], txt(v, a[1]))
	case "delta", "piece":
		s.add(str(v, a[1]), a[0], op == "piece", pick(v, a[2]))
	case "drop":
		s.drop(t)
	case "flush":
		s.flush()
	case "model":
		if t != "" {
			s.model = t
		}
	case "session":
		if t != "" {
			s.session = t
		}
	case "begin":
		s.begin(t, str(v, a[1]), pick(v, a[2]))
	case "call":
		s.call(t, str(v, a[1]), str(v, a[2]), pick(v, a[3]).Raw())
	case "result":
		said, failed := txt(v, a[4]), test(v, a[2])
		if said == "" && failed {
			said = str(v, "status")
		}
		s.put(s.result(t, str(v, a[1]), said, failed).value("exitCode", pick(v, a[3])).fill(v, "durationMs=durationMs errorType=error.type"))
	case "child":
		s.child(t, str(v, a[1]))
	case "error":
		s.broken(pick(v, a[0]), scan.Value{})
	case "goes":
		s.goesOn()
	case "tokens", "spend":
		u, _ := Usage(pick(v, a[2]))
		usd := Money(pick(v, a[3]))
		if op == "spend" {
			s.spend(&u, usd)
		} else {
			model := str(v, a[1])
			if model == "" {
				model = s.model
			}
			s.request(t, model, &u, usd)
		}
	case "end":
		m := s.turnEnd(test(v, a[0])).stop(str(v, a[1]))
		s.put(m.fill(v, args[min(len(a[0])+len(a[1])+2, len(args)):]))
	}
}

// fill makes a message of a record. The first word of spec is its type; see
// message.fill for the others.
func fill(v scan.Value, spec string) *message {
	kind, rest, _ := text.Cut(spec, " ")
	return newMessage(kind).fill(v, rest)
}

// fill sets members: each word of spec is a member of ours, a sign and paths.
// The sign = takes a value as it is, : its text, and ~ a value with our names
// inside it.
func (m *message) fill(v scan.Value, spec string) *message {
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
			m.value(name, pick(v, path))
		case ':':
			m.opt(name, txt(v, path))
		case '~':
			if e := pick(v, path); e.Exists() {
				m.json(name, new(renamer).value(e, renameDepth))
			}
		}
	}
	return m
}

// test reports whether a condition holds: conditions with a comma between
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
func test(v scan.Value, cond string) bool {
	for more := true; more; {
		var all string
		all, cond, more = text.Cut(cond, ",")
		holds := false
		for rest := all; rest != "" && !holds; {
			var one string
			one, rest, _ = text.Cut(rest, "|")
			holds = atom(v, one)
		}
		if !holds {
			return false
		}
	}
	return true
}

// atom reports whether a condition without commas and bars holds.
func atom(v scan.Value, cond string) bool {
	sign := cond[0]
	if text.Index(`?!{["`, cond[:1]) < 0 {
		path, word, negated := text.Cut(cond, "#")
		if negated {
			return str(v, path) != word
		}
		path, word, equal := text.Cut(cond, "=")
		if equal && path != "" {
			return str(v, path) == word
		}
		return pick(v, cond).Exists()
	}
	e := pick(v, cond[1:])
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
	return e.String() != ""
}

// pick returns the first of some paths at which something other than null is;
// with none, the value itself.
func pick(v scan.Value, paths string) scan.Value {
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

// str returns the string at the first of some paths.
func str(v scan.Value, paths string) string { return pick(v, paths).String() }

// txt returns the text at the first of some paths; those with a plus sign
// between them are joined.
func txt(v scan.Value, paths string) string {
	first, more, joined := text.Cut(paths, "+")
	if !joined {
		return textOf(pick(v, paths))
	}
	return join(textOf(pick(v, first)), txt(v, more))
}

// whole returns the number at the first of some paths; 0 when there is none,
// and for less.
func whole(v scan.Value, paths string) int64 {
	n, _ := pick(v, paths).Int()
	return max(n, 0)
}
