package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Object checks that b is a JSON object or empty, and returns its canonical form.
// The error names the object by what.
func Object(what string, b []byte) (session.JSON, error) {
	if len(b) == 0 {
		return nil, nil
	}
	v, err := scan.Parse(b)
	if err != nil || v.Kind() != scan.Object {
		return nil, fault.New(fault.InvalidArgument, what+" must be a JSON object")
	}
	return v.AppendCanonical(nil), nil
}

// mergeObjects sets the members of patch, an object in canonical form, in base. A
// member that is null in patch is removed. The result is canonical; nil when
// it has no members.
func mergeObjects(base, patch []byte) session.JSON {
	if len(patch) == 0 {
		return base
	}
	over := listMembers(patch)
	b := []byte{'{'}
	for _, m := range listMembers(base) {
		if findMember(over, m.key) == nil {
			b = m.appendTo(b)
		}
	}
	for i := range over {
		if over[i].value.Kind() != scan.Null {
			b = over[i].appendTo(b)
		}
	}
	return closeObject(b)
}

// withoutMembers returns an object without some of its members.
func withoutMembers(object []byte, keys ...string) session.JSON {
	b := []byte{'{'}
next:
	for _, m := range listMembers(object) {
		for _, k := range keys {
			if m.key == k {
				continue next
			}
		}
		b = m.appendTo(b)
	}
	return closeObject(b)
}

// setMember sets one member of a canonical object to a canonical value. The result
// is canonical too. It allocates only the result, because messages can be large.
func setMember(object []byte, key string, value []byte) session.JSON {
	v, _ := scan.Parse(value)
	b := append(make([]byte, 0, len(object)+len(key)+len(value)+16), '{')
	list := listMembers(object)
	i := 0
	for i < len(list) && list[i].key < key {
		b = list[i].appendTo(b)
		i++
	}
	b = member{key, v}.appendTo(b)
	for ; i < len(list); i++ {
		if list[i].key != key {
			b = list[i].appendTo(b)
		}
	}
	return append(b, '}')
}

// member is one member of an object.
type member struct {
	key   string
	value scan.Value
}

func (m member) appendTo(b []byte) []byte {
	if len(b) > 1 {
		b = append(b, ',')
	}
	b = append(canon.AppendString(b, m.key), ':')
	return append(b, m.value.Raw()...)
}

func listMembers(object []byte) []member {
	if len(object) == 0 {
		return nil
	}
	var out []member
	v, _ := scan.Parse(object)
	v.EachMember(func(key, e scan.Value) bool {
		out = append(out, member{key.String(), e})
		return true
	})
	return out
}

func findMember(list []member, key string) *member {
	for i := range list {
		if list[i].key == key {
			return &list[i]
		}
	}
	return nil
}

// closeObject ends an object and returns its canonical form; nil when it is empty.
func closeObject(b []byte) session.JSON {
	if len(b) == 1 {
		return nil
	}
	v, err := scan.Parse(append(b, '}'))
	if err != nil {
		return nil
	}
	return v.AppendCanonical(nil)
}
