package scan

import (
	"math/rand"
	"sort"
	"strings"
	"testing"
)

// textsOf lists the texts of a value, keys included, in order.
func textsOf(v Value) string {
	var out []string
	var visit func(v Value)
	visit = func(v Value) {
		switch v.Kind() {
		case String:
			out = append(out, v.String())
		case Array:
			v.EachElement(func(_ int, e Value) bool { visit(e); return true })
		case Object:
			v.EachMember(func(key, e Value) bool { out = append(out, key.String()+":"); visit(e); return true })
		}
	}
	visit(v)
	sort.Strings(out)
	return strings.Join(out, "\n")
}

// checkRoom checks that a room gives what a value gives by itself.
func checkRoom(t *testing.T, data []byte, room *Room) {
	v, err := Parse(data)
	if err != nil {
		return
	}
	for _, r := range []*Room{room, nil} {
		before := r.DecodeText(v)
		if s := v.String(); before != s || string(r.DecodeBytes(v)) != s {
			t.Fatalf("%q: text %q, want %q", data, before, s)
		}
		own, _ := Parse(v.AppendCanonical(nil))
		got, err := Parse(r.DeduplicatedJSON(v))
		if err != nil || textsOf(got) != textsOf(own) {
			t.Fatalf("%q: texts %q, want %q", data, textsOf(got), textsOf(own))
		}
		kept := r.KeepText(before)
		r.KeepBytes(data)
		if kept != v.String() || before != kept {
			t.Fatalf("%q: kept %q", data, kept)
		}
	}
	room.Reset()
}

func TestRoom(t *testing.T) {
	room := &Room{}
	for _, s := range []string{`"a"`, `""`, `"a\nb"`, `"\ud83d\ude42é"`, "\"\xff\"", `1`, `{"a":"x","a":"y"}`, `{"a":"x","\u0061":"y"}`,
		`{"a":{"b":"x","b":"y"}}`, `{"a":["x",{"b":"y","b":"z"}]}`, `["x",{"b":"y","b":"z"}]`, `{"a":"{","b":["[1]"]}`,
		`{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":"8","a":"9"}`} {
		checkRoom(t, []byte(s), room)
	}
	var none *Room
	if none.DeduplicatedJSON(Value{}) != nil || room.DeduplicatedJSON(Value{}) != nil || none.KeepText("x") != "x" {
		t.Error("what is missing has texts")
	}
}

func TestRoomIsNotKeptForever(t *testing.T) {
	room := &Room{}
	room.KeepText(strings.Repeat("x", 2*keptRoom))
	room.Reset()
	if cap(room.buf) > keptRoom {
		t.Error(cap(room.buf), "bytes are kept")
	}
}

func TestASCII(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 10_000 {
		b := make([]byte, r.Intn(100))
		for i := range b {
			b[i] = byte(r.Intn(0x80))
		}
		if !isASCII(b) {
			t.Fatalf("%q", b)
		}
		if len(b) > 0 {
			if b[r.Intn(len(b))] |= 0x80; isASCII(b) {
				t.Fatalf("%q", b)
			}
		}
	}
}

func FuzzRoom(f *testing.F) {
	f.Add([]byte(`{"a":"x\n","b":["y",{"c":"z"}]}`))
	room := &Room{}
	f.Fuzz(func(t *testing.T, data []byte) { checkRoom(t, data, room) })
}
