package normalize

import (
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

// camelCase returns a name in camelCase. Only plain names with underscores change.
func camelCase(key string) string {
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

// renamer writes values with our names.
type renamer struct {
	kind string  // of the message whose own members are next; "" inside it
	use  [5]bool // aliases that it has
	lost bool    // two members became one
}

// renameValue returns v with the names of its members in camelCase, as deep as depth
// says. A member that has the name already counts before one that gets it: the
// last of equal names counts.
func (r *renamer) renameValue(v scan.Value, depth int) []byte {
	if depth == 0 {
		return v.Raw()
	}
	switch v.Kind() {
	case scan.Array:
		b := []byte{'['}
		v.EachElement(func(i int, e scan.Value) bool {
			if i > 0 {
				b = appendLiteral(b, ",")
			}
			b = append(b, r.renameValue(e, depth-1)...)
			return true
		})
		return appendLiteral(b, "]")
	case scan.Object:
		var m message
		r.renameMembers(&m, v, depth)
		if len(m.b) == 0 {
			return v.Raw()
		}
		return appendLiteral(m.b, "}")
	}
	return v.Raw()
}

// renameMembers sets the members of an object: first those that get a new name.
func (r *renamer) renameMembers(m *message, v scan.Value, depth int) {
	renamed := map[string]bool{}
	kind := r.kind
	r.kind = ""
	for _, changed := range []bool{true, false} {
		v.EachMember(func(key, e scan.Value) bool {
			k := key.String()
			name := camelCase(k)
			if kind != "" {
				name = r.aliasOf(kind, name)
			}
			switch {
			case (name != k) != changed, kind != "" && !changed && isWord(" content message result usage type ", k):
				return true
			case changed:
				renamed[name] = true
			case renamed[name]:
				r.lost = true
			}
			if isWord(foreign, name) {
				m.setJSON(name, ownInput(name, e))
			} else {
				m.setJSON(name, r.renameValue(e, depth-1))
			}
			return true
		})
	}
}

// ownInput returns what is not ours; arguments as text are what they say.
func ownInput(name string, e scan.Value) []byte {
	if name == "toolInput" && e.Kind() == scan.String {
		if in, err := scan.Parse([]byte(e.String())); err == nil && in.Kind() == scan.Object {
			return in.Raw()
		}
	}
	return e.Raw()
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
