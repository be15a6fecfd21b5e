package scan

import (
	"github.com/heddle-dev/heddle/core/internal/text"
)

// EachElement calls fn for the elements of an Array in order, until fn returns
// false. It does nothing for other kinds. Elements alias the input.
func (v Value) EachElement(fn func(i int, e Value) bool) {
	if v.Kind() != Array {
		return
	}
	b := v.Raw()
	i, c := nextByte(b, 1)
	for n := 0; c != ']'; n++ {
		end, s := skipValue(b, i, 0)
		if s != done || !fn(n, viewValue(b, i, end)) {
			return
		}
		if i, c = nextByte(b, end); c == ',' {
			i, c = nextByte(b, i+1)
		}
	}
}

// EachMember calls fn for the members of an Object in order of appearance,
// repeated keys included, until fn returns false. It does nothing for other
// kinds. The key is a String; both alias the input.
func (v Value) EachMember(fn func(key Value, e Value) bool) {
	if v.Kind() != Object {
		return
	}
	b := v.Raw()
	i, c := nextByte(b, 1)
	for c != '}' {
		keyEnd := skipString(b, i+1)
		if keyEnd < 0 {
			return
		}
		colon, _ := nextByte(b, keyEnd)
		start, _ := nextByte(b, colon+1)
		end, s := skipValue(b, start, 0)
		if s != done || !fn(viewValue(b, i, keyEnd), viewValue(b, start, end)) {
			return
		}
		if i, c = nextByte(b, end); c == ',' {
			i, c = nextByte(b, i+1)
		}
	}
}

// Get follows a dotted path of object keys and array indexes, such as
// "message.content.0.type", and returns the value there, Missing if there
// is no value. A repeated key counts with its last value. It scans anew on every
// call; use Paths for many values of a record. The empty path is v itself.
func (v Value) Get(path string) Value {
	for more := path != ""; more && v.Kind() != Missing; {
		var key string
		key, path, more = text.Cut(path, ".")
		if v.Kind() == Array {
			v = v.findElement(key)
		} else {
			v = v.findMember(key)
		}
	}
	return v
}

// findMember returns the last member called key.
func (v Value) findMember(key string) (found Value) {
	v.EachMember(func(k, e Value) bool {
		if k.EqualString(key) {
			found = e
		}
		return true
	})
	return found
}

// findElement returns the array element whose decimal index is key.
func (v Value) findElement(key string) (found Value) {
	if key == "" {
		return Value{}
	}
	want := 0
	for _, c := range []byte(key) {
		if c-'0' > 9 || want > len(v.text) { // no array has more elements than bytes
			return Value{}
		}
		want = want*10 + int(c-'0')
	}
	v.EachElement(func(i int, e Value) bool {
		if i == want {
			found = e
		}
		return i < want
	})
	return found
}
