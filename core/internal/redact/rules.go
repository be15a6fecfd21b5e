package redact

import (
	"regexp/syntax"
	"strconv"
	"strings"
)

// rule is one rule of the table. Its expression is compiled when it is first needed.
type rule struct {
	id         string
	keywords   []string
	near, far  int   // bytes from the start of a match to its keyword; far is -1 without a bound
	entropy    int64 // the least entropy of a secret, exclusive, in hundredths of a bit; 0 for any
	prefix     int   // how many characters of a name a match can have before what the expression matches
	group      int   // the group that is the secret; 0 for the match, -1 for the first one that has text
	rank       int
	allow      []*allowlist
	expression string

	program *program
	own     *wordSet
}

// allowlist says which matches of a rule are not secrets.
type allowlist struct {
	target                 string // "match", "line" or, for the secret itself, ""
	stopwords, expressions string // lists of the table

	programs []*program
	words    *wordSet
}

// readTable reads the table of rules. The first allowlist is that of all rules.
func readTable() (rules []rule, lists []*allowlist) {
	in := fields{rest: table}
	for in.rest[0] != '\n' {
		a := &allowlist{target: in.next('\t')}
		a.stopwords, a.expressions = in.next('\t'), in.next('\n')
		lists = append(lists, a)
	}
	for in.next('\n'); in.rest != ""; {
		r := rule{id: in.next('\t'), keywords: splitList(in.next('\t')), near: in.number('\t'), far: in.number('\t'),
			entropy: int64(in.number('\t')), prefix: in.number('\t'), group: in.number('\t')}
		r.allow = lists[:1:1]
		for numbers := (fields{in.next('\t')}); numbers.rest != ""; {
			r.allow = append(r.allow, lists[numbers.number(0)])
		}
		r.rank = in.number('\t')
		r.expression = in.next('\n')
		rules = append(rules, r)
	}
	return rules, lists
}

// fields reads text that is separated by single bytes.
type fields struct{ rest string }

//go:noinline
func (f *fields) next(separator byte) string {
	i := strings.IndexByte(f.rest, separator)
	if i < 0 {
		i = len(f.rest)
	}
	s := f.rest[:i]
	f.rest = f.rest[min(i+1, len(f.rest)):]
	return s
}

//go:noinline
func (f *fields) number(separator byte) int {
	n, _ := strconv.Atoi(f.next(separator))
	return n
}

func splitList(s string) (list []string) {
	for in := (fields{s}); in.rest != ""; {
		list = append(list, in.next(0))
	}
	return list
}

// compiled returns the rule's program.
func (r *rule) compiled() *program {
	if r.program == nil {
		r.program = compile(unpacked(r.expression), r.group)
	}
	return r.program
}

// words returns the rule's keywords.
func (r *rule) words() *wordSet {
	if r.own == nil {
		r.own = newWordSet(r.keywords)
	}
	return r.own
}

// unpacked writes out the macros of an expression.
func unpacked(s string) string {
	out := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		if c := int(s[i]); c > 0 && c <= len(macros) {
			out = append(out, macros[c-1]...)
		} else {
			out = append(out, s[i])
		}
	}
	return string(out)
}

// allows reports whether the list says that a match has no secret.
func (a *allowlist) allows(m *matcher, s string, found match) bool {
	secret := s[found.secret:found.secretEnd]
	if a.words == nil {
		a.words = newWordSet(splitList(a.stopwords))
		for _, e := range splitList(a.expressions) {
			a.programs = append(a.programs, compile(e, 0))
		}
	}
	target := secret
	switch a.target {
	case "match":
		target = s[found.start:found.end]
	case "line":
		target = linesAround(s, found.start, found.end)
	}
	for _, p := range a.programs {
		if _, ok := m.find(p, window{text: target, end: len(target)}, 0, nil); ok {
			return true
		}
	}
	stop := false
	m.steps += a.words.scan(secret, 0, len(secret), func(int, int) bool {
		stop = true
		return false
	})
	return stop
}

// maxLine bounds what is looked at of the line of a match, before and after it.
const maxLine = 1024

// linesAround returns the lines that a match is in.
func linesAround(s string, start, end int) string {
	low, high := max(start-maxLine, 0), min(end+maxLine, len(s))
	if i := strings.LastIndexByte(s[low:start], '\n'); i >= 0 {
		low += i + 1
	}
	if i := strings.IndexByte(s[end:high], '\n'); i >= 0 {
		high = end + i
	}
	return s[low:high]
}

// compile makes the program of an expression of the table, which the generator has checked.
func compile(expression string, group int) *program {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		panic("redact: " + err.Error())
	}
	keep := groupsOf(tree, group)
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		panic("redact: " + err.Error())
	}
	return newProgram(prog, keep)
}

// groupsOf returns the groups that can be the secret, in their order: the one with that number, or
// with -1 those that are not inside of another. Group 0 is the match.
func groupsOf(tree *syntax.Regexp, group int) (keep []int) {
	switch {
	case group == 0:
		return nil
	case group > 0:
		return []int{group}
	case tree.Op == syntax.OpCapture:
		return []int{tree.Cap}
	}
	for _, sub := range tree.Sub {
		keep = append(keep, groupsOf(sub, group)...)
	}
	return keep
}
