package drift

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/agent"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// maxLevels bounds how deep a record is examined.
const maxLevels = 6

// inspector examines one record.
type inspector struct {
	to    *Counts
	agent *agent.Writes
}

// Inspect examines the bytes of a record for what no rule knows in its shape.
func (c *Counts) Inspect(name string, record []byte) {
	a := writesOf(name)
	if c == nil || !c.Deep || a == nil {
		return
	}
	v, err := scan.Parse(record)
	if err != nil || v.Kind() != scan.Object {
		return
	}
	in := inspector{c, a}
	if t := v.Get("timestamp"); t.Kind() == scan.Number && !a.Epoch {
		c.Add(EpochTimes, "", 1)
	}
	in.checkNeeds(v)
	in.visitObject(v, 0)
}

// checkNeeds looks for members that the object should have, or should not.
func (in *inspector) checkNeeds(v scan.Value) {
	for i := range in.agent.Needs {
		n := &in.agent.Needs[i]
		is := wordOf(v.Get(n.At))
		if is == "" || !hasWord(n.Is, is) || n.With != "" && !v.Get(n.With).Exists() {
			continue
		}
		for _, member := range strings.Fields(n.Has) {
			if !v.Get(member).Exists() {
				in.to.Add(MissingMembers, is+": "+member, 1)
			}
		}
		if n.Only != "" {
			v.EachMember(func(key, _ scan.Value) bool {
				if name := key.String(); !hasWord(n.Only, name) {
					in.to.Add(UnknownMembers, is+": "+name, 1)
				}
				return true
			})
		}
	}
}

// wordOf returns a text, or a number as it is written.
func wordOf(v scan.Value) string {
	if v.Kind() == scan.Number {
		return string(v.Raw())
	}
	return v.String()
}

// visitObject looks for blocks and usage where agents have them: not in what tools
// received or returned.
func (in *inspector) visitObject(v scan.Value, level int) {
	if level > maxLevels {
		return
	}
	v.EachMember(func(key, e scan.Value) bool {
		switch name := key.BorrowString(); name {
		case "usage", "tokens", "total_token_usage", "last_token_usage", "usageMetadata":
			if in.agent.Tokens != "" && e.Kind() == scan.Object {
				in.visitUsage(e)
			}
		case "content", "parts":
			if e.Kind() == scan.Array && in.agent.Blocks != "" {
				in.visitBlocks(e, level)
			}
		case "message", "payload", "item", "data", "info", "$set", "messages":
			in.visitValue(e, level+1)
		case "modelMetrics": // by model
			e.EachMember(func(_, m scan.Value) bool {
				in.visitValue(m, level+1)
				return true
			})
		}
		return true
	})
}

func (in *inspector) visitValue(v scan.Value, level int) {
	switch v.Kind() {
	case scan.Object:
		in.visitObject(v, level)
	case scan.Array:
		v.EachElement(func(_ int, e scan.Value) bool {
			if e.Kind() == scan.Object {
				in.visitObject(e, level+1)
			}
			return true
		})
	}
}

// visitUsage looks for members that no rule knows, and for numbers in strings.
func (in *inspector) visitUsage(v scan.Value) {
	v.EachMember(func(key, e scan.Value) bool {
		name := key.String()
		if !hasWord(in.agent.Tokens, name) {
			in.to.Add(UnknownUsage, name, 1)
		} else if _, quoted := NumberIn(e); quoted {
			in.to.Add(TextNumbers, "", 1)
		}
		return true
	})
}

// visitBlocks looks for kinds of blocks that no rule knows. Gemini's have no type: one of
// their members says what they are.
func (in *inspector) visitBlocks(list scan.Value, level int) {
	list.EachElement(func(_ int, e scan.Value) bool {
		if e.Kind() != scan.Object {
			return true
		}
		in.checkNeeds(e)
		typ := e.Get("type")
		if typ.Kind() == scan.String {
			if name := typ.String(); !hasWord(in.agent.Blocks, name) {
				in.to.Add(UnknownBlocks, name, 1)
			}
			return true
		}
		if typ.Exists() || e.Get("role").Exists() {
			in.visitObject(e, level+1)
			return true
		}
		first, known := "", false
		e.EachMember(func(key, _ scan.Value) bool {
			name := key.String()
			if first == "" {
				first = name
			}
			known = hasWord(in.agent.Blocks, name)
			return !known
		})
		if !known && first != "" {
			in.to.Add(UnknownBlocks, first, 1)
		}
		return true
	})
}

// NumberIn returns the number that a string holds, as a newer version may write it, and
// whether v was such a string.
func NumberIn(v scan.Value) (n scan.Value, quoted bool) {
	if v.Kind() != scan.String {
		return v, false
	}
	raw := v.RawString()
	raw = raw[1 : len(raw)-1]
	if raw == "" || len(raw) > 40 || (raw[0] < '0' || raw[0] > '9') && raw[0] != '-' {
		return v, false
	}
	n, err := scan.Parse([]byte(raw))
	if err != nil || n.Kind() != scan.Number {
		return v, false
	}
	return n, true
}
