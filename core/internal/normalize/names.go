package normalize

import (
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// renameDepth is how deep names are changed. Members of ours lie less deep,
// and each level costs one more scan of the value.
const renameDepth = 12

// foreign are the members whose values are not ours: arguments and results of
// tools, schemas, and maps whose keys are data. They are kept as they are.
const foreign = " raw input toolInput toolArgs arguments args parameters updatedInput toolUseResult toolResult structuredOutput " +
	"structuredContent output rawInput rawOutput event modelUsage modelUsageSinceLastResult byType schema inputSchema " +
	"outputSchema metadata extra headers env data details errorInfo agentUsage hooks "

// isWord reports whether list, whose words have a space on either side, has a
// word.
func isWord(list, word string) bool { return word != "" && text.Index(list, " "+word+" ") >= 0 }

// CamelCase returns a name in camelCase. Only plain names with underscores change.
func CamelCase(key string) string {
	b := make([]byte, len(key))
	n := 0
	up := false
	for i := 0; i < len(key); i++ {
		c := key[i]
		switch {
		case c == '_' && !up && i > 0:
			up = true
			continue
		case c >= 'a' && c <= 'z' && up:
			c -= 'a' - 'A'
		case c == '_' || !isAlnum(c) || c < 'a' && c > '9' && (up || i == 0):
			return key
		}
		up = false
		b[n] = c
		n++
	}
	if up || n == len(key) {
		return key
	}
	return string(b[:n])
}

// renamer sets members of messages under our names.
type renamer struct {
	kind string  // of the message whose own members are next; "" inside it
	use  [5]bool // aliases that it has
	lost bool    // two members became one
	keep bool    // the message keeps the record as it is: lost is not needed
}

// appendRenamed appends v in canonical form, with the names of its members in
// camelCase as deep as depth says.
func appendRenamed(b []byte, v scan.Value, depth int) []byte {
	if depth == 0 {
		return v.AppendCanonical(b)
	}
	switch v.Kind() {
	case scan.Array:
		sep := "["
		v.EachElement(func(_ int, e scan.Value) bool {
			b = appendRenamed(appendLiteral(b, sep), e, depth-1)
			sep = ","
			return true
		})
		if sep == "[" {
			b = appendLiteral(b, sep)
		}
		return appendLiteral(b, "]")
	case scan.Object:
		m := message{members: make([]member, 0, 8)}
		r := renamer{keep: true}
		r.renameMembers(&m, v, depth)
		return m.appendCanonical(b)
	}
	return v.AppendCanonical(b)
}

// setRenamed sets a member to a value in which names become ours, as deep as depth
// says.
func (m *message) setRenamed(name string, v scan.Value, depth int) *message {
	return m.set(member{name: name, value: v.RawString(), depth: int8(depth)})
}

// renameMembers sets the members of an object. A member that has the name already
// counts before one that gets it, so those that get a new name are set first.
func (r *renamer) renameMembers(m *message, v scan.Value, depth int) {
	from, kind := len(m.members), r.kind
	r.kind = ""
	v.EachMember(func(key, e scan.Value) bool {
		k := key.BorrowString()
		x := member{name: CamelCase(k), value: e.RawString()}
		if kind != "" {
			x.name = r.aliasOf(kind, x.name)
		}
		x.renamed = x.name != k
		if kind != "" && !x.renamed && isWord(" content message result usage type ", k) {
			return true
		}
		if isWord(foreign, x.name) {
			x.value = ownInput(x.name, e)
		} else {
			x.depth = int8(depth - 1)
			r.noteLoss(e, depth-1)
		}
		m.set(x)
		return true
	})
	own := m.members[from:]
	order.SortStable(own, func(i, j int) bool { return own[i].renamed && !own[j].renamed })
	r.lost = r.lost || hasTwins(own)
}

// hasTwins reports whether a member gets the name that another one has already.
// Those that get a new name come first.
func hasTwins(list []member) bool {
	for i := 0; i < len(list) && list[i].renamed; i++ {
		for j := len(list) - 1; !list[j].renamed; j-- {
			if list[i].name == list[j].name {
				return true
			}
		}
	}
	return false
}

// noteLoss notes whether two members inside a value become one.
func (r *renamer) noteLoss(v scan.Value, depth int) {
	if depth == 0 || r.keep || r.lost {
		return
	}
	v.EachElement(func(_ int, e scan.Value) bool {
		r.noteLoss(e, depth-1)
		return !r.lost
	})
	if v.Kind() == scan.Object {
		var m message
		r.renameMembers(&m, v, depth)
	}
}

// ownInput returns what is not ours; arguments as text are what they say.
func ownInput(name string, e scan.Value) string {
	if name == "toolInput" && e.Kind() == scan.String {
		if in, err := scan.Parse([]byte(e.String())); err == nil && in.Kind() == scan.Object {
			return in.RawString()
		}
	}
	return e.RawString()
}

// aliases are other names that calls and their results have for our members.
var aliases = [5]struct{ kinds, name, others, either string }{
	{" tool_use tool_result ", "toolUseId", " toolCallId callId toolId ", "toolUseId|tool_use_id"},
	{" tool_use ", "toolUseId", " id ", "toolUseId|tool_use_id"},
	{" tool_use tool_result ", "toolName", " name tool ", "toolName|tool_name"},
	{" tool_use ", "toolInput", " input arguments args parameters ", "toolInput|tool_input"},
	{" tool_result ", "content", " output ", "content"},
}

// selectAliases makes the next members those of a message itself: with the aliases of
// names that it does not have.
func (r *renamer) selectAliases(v scan.Value, kind string) {
	r.kind = kind
	for i := range aliases {
		r.use[i] = isWord(aliases[i].kinds, kind) && !firstValue(v, aliases[i].either).Exists()
	}
}

// aliasOf returns the name that a member of a message gets.
func (r *renamer) aliasOf(kind, name string) string {
	for i := range aliases {
		if r.use[i] && isWord(aliases[i].others, name) {
			return aliases[i].name
		}
	}
	return name
}
