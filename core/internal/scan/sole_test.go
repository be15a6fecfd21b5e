package scan_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

func TestSole(t *testing.T) {
	const head, tail = `[{"text":`, `}]`
	for json, want := range map[string]string{
		`[{"text":"one"}]`:                `"one"`,
		`[{"text":""}]`:                   `""`,
		`[{"text":"a \"quote\" \\"}]`:     `"a \"quote\" \\"`,
		`[{"text":"}]"}]`:                 `"}]"`,
		`[{"text":"one"},{"text":"b"}]`:   "",
		`[{"text":"one","more":"two"}]`:   "",
		`[{"text":1}]`:                    "",
		`[{"text":null}]`:                 "",
		`[{"text": "one"}]`:               "",
		`[{"type":"x","text":"one"}]`:     "",
		`[]`:                              "",
		`"[{\"text\":\"one\"}]"`:          "",
		`{"text":"one"}`:                  "",
		`[{"text":["one"]}]`:              "",
		`[{"text":"one"},{"text":"b\""}]`: "",
	} {
		v, err := scan.Parse([]byte(json))
		if err != nil {
			t.Fatal(json, err)
		}
		if got := string(v.StringBetween(head, tail).Raw()); got != want {
			t.Errorf("%s: %s, not %s", json, got, want)
		}
	}
	if (scan.Value{}).StringBetween("", "").Exists() {
		t.Error("nothing has a sole text")
	}
}

// FuzzSole holds Sole against what Each and Get find.
func FuzzSole(f *testing.F) {
	f.Add([]byte(`[{"text":"one"}]`))
	f.Add([]byte(`[{"text":"one"},{"text":"\\\""}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := scan.Parse(b)
		if err != nil {
			return
		}
		s := v.StringBetween(`[{"text":`, `}]`)
		if !s.Exists() {
			return
		}
		if v.Get("1").Exists() || string(v.Get("0.text").Raw()) != string(s.Raw()) {
			t.Fatalf("%s: %s", b, s.Raw())
		}
	})
}

// FuzzPlain holds Plain against decoding.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{`"plain"`, `""`, `"`, `"a\"`, `"a\nb"`, `"\u00fc"`, "\"\xff\"", `"a"b"`, ` "a"`, `"ü"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		text, ok := scan.PlainText(b)
		v, err := scan.Parse(b)
		if ok && (err != nil || v.Kind() != scan.String || v.String() != text) {
			t.Fatalf("%q: %q, not %q (%v)", b, text, v.String(), err)
		}
	})
}
