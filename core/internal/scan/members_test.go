package scan_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func TestEach(t *testing.T) {
	for in, want := range map[string]string{
		"[]": "", "[ ]": "", "[1]": "0=1", ` [ 1 , "a,]" , {"b" : [2]} , [ ] ] `: `0=1 1="a,]" 2={"b" : [2]} 3=[ ]`,
		"{}": "", "1": "", `"[1]"`: "",
	} {
		var got []string
		parse(t, in).EachElement(func(i int, e scan.Value) bool {
			got = append(got, string(rune('0'+i))+"="+string(e.Raw()))
			return true
		})
		if strings.Join(got, " ") != want {
			t.Errorf("Each(%s) = %q, want %q", in, got, want)
		}
	}
	n := 0
	parse(t, "[1,2,3]").EachElement(func(int, scan.Value) bool { n++; return n < 2 })
	if n != 2 {
		t.Errorf("Each went on to %d", n)
	}
}

func TestFields(t *testing.T) {
	for in, want := range map[string]string{
		"{}": "", "{ }": "", `{"a":1}`: "a=1", ` { "a\n" : 1 , "b" : {"c":[]} , "a\n":null , "":"}" } `: "a\n=1 b={\"c\":[]} a\n=null =\"}\"",
		"[]": "", "1": "",
	} {
		var got []string
		parse(t, in).EachMember(func(k, e scan.Value) bool {
			got = append(got, k.String()+"="+string(e.Raw()))
			return true
		})
		if strings.Join(got, " ") != want {
			t.Errorf("Fields(%s) = %q, want %q", in, got, want)
		}
	}
	n := 0
	parse(t, `{"a":1,"b":2,"c":3}`).EachMember(func(_, _ scan.Value) bool { n++; return n < 2 })
	if n != 2 {
		t.Errorf("Fields went on to %d", n)
	}
}

func TestGet(t *testing.T) {
	v := parse(t, `{"message":{"content":[{"type":"text"},{"type":"tool_use","input":[[],[7]]}],"usage":{"in":1},"usage":{"out":2}},"a b":0,"k\u0065y":5,"0":9}`)
	for path, want := range map[string]string{
		"message.content.0.type": `"text"`, "message.content.1.input.1.0": "7", "message.usage.out": "2",
		"message.usage.in": "", "message.content.2": "", "message.content.x": "", "message.content.-1": "", "message.content.": "",
		"message.content.99999999999999999999": "", "message.none.x": "", "a b": "0", "key": "5", "0": "9", "key.x": "",
		"message.content.00.type": `"text"`,
	} {
		if got := string(v.Get(path).Raw()); got != want {
			t.Errorf("Get(%s) = %q, want %q", path, got, want)
		}
	}
	if string(v.Get("").Raw()) != string(v.Raw()) {
		t.Error("the empty path is not the value")
	}
}
