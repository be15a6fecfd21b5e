package kit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/bindings/native"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// runnerEnv makes this program a runner: "native" is a right one, anything else a wrong one.
const runnerEnv = "HEDDLE_KIT_RUNNER"

func TestMain(m *testing.M) {
	kind := os.Getenv(runnerEnv)
	if kind == "" {
		os.Exit(m.Run())
	}
	out := &spoiler{kind: kind}
	if err := Serve(os.Stdin, out, kind, func(o bindings.Options) (bindings.Engine, error) { return native.Open(o) }); err != nil {
		os.Exit(1)
	}
}

// spoiler changes what a runner writes.
type spoiler struct{ kind string }

func (s *spoiler) Write(b []byte) (int, error) {
	n := len(b)
	switch {
	case s.kind == "wrong":
		b = bytes.ReplaceAll(b, []byte(`"op":"version"}`), []byte(`"op":"vErsion"}`))
	case s.kind == "silent" && bytes.HasPrefix(b, []byte("response")):
		return n, nil
	case s.kind == "dead" && bytes.HasPrefix(b, []byte("response")):
		os.Exit(3)
	case s.kind == "babbling" && bytes.HasPrefix(b, []byte("response")):
		b = []byte("hello\n")
	}
	_, err := os.Stdout.Write(b)
	return n, err
}

// TestCheck checks that a checker finds what is wrong with a runner, and nothing wrong with a right one.
func TestCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("the kit has the answers to thousands of requests")
	}
	archive := writeKit(t)
	module := filepath.Join(t.TempDir(), "core.wasm")
	if err := os.WriteFile(module, []byte("\x00asm\x01\x00\x00\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	for kind, says := range map[string]string{
		"native": "vectors: 3 cases, 0 differences", "wrong": `want "{\"op\":\"version\"}`, "silent": "it did not answer in", "dead": "it ended without an answer",
		"babbling": `it answered "hello"`,
	} {
		t.Setenv(runnerEnv, kind)
		var out strings.Builder
		timeout := time.Minute
		if kind == "silent" {
			timeout = time.Second
		}
		r, err := Check(Options{Archive: archive, Module: module, Command: []string{os.Args[0]}, Only: "vectors/version/", Timeout: timeout, Out: &out})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if !strings.Contains(out.String(), says) || (r.Differences == 0) != (kind == "native") {
			t.Errorf("%s: %+v does not say %q:\n%s", kind, r, says, out.String())
		}
	}
}

// writeKit writes the kit. It depends on its content alone: a second archive is the same.
func writeKit(t *testing.T) string {
	t.Helper()
	var archives [2][]byte
	file := filepath.Join(t.TempDir(), "kit.tar.gz")
	for i := range archives {
		if err := Write("../../..", file); err != nil {
			t.Fatal(err)
		}
		var err error
		if archives[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two archives of one tree differ")
	}
	return file
}

// TestJudge gives answers to a probe that wants BAD_REF.
func TestJudge(t *testing.T) {
	p := probe{codes: refusals}
	record := encode(func(w *abi.Writer) { w.Str("BAD_REF"); w.Str("p"); w.Str("no such file"); w.Str("") })
	right := body(-int64(len(record)), len(record), record, nil)
	for name, test := range map[string]struct {
		answer Answer
		want   string
	}{
		"right":          {Answer{Body: right}, ""},
		"the secret":     {Answer{Body: body(6, 0, nil, []byte(secret))}, "outside its mounts"},
		"a trap":         {Answer{Code: "INTERNAL"}, "want an error record"},
		"an answer":      {Answer{Body: body(3, 0, nil, []byte("abc"))}, "returned 3"},
		"another length": {Answer{Body: body(-int64(len(record))-1, len(record), record, nil)}, "host_take"},
		"half a record":  {Answer{Body: body(-8, 8, record[:8], nil)}, "not four texts"},
		"another code":   {Answer{Body: body(-16, 16, encode(func(w *abi.Writer) { w.U64(0); w.U64(0) }), nil)}, "want one of"},
		"too much":       {Answer{Body: body(-int64(len(record)), len(record), append(bytes.Clone(record), 0), nil)}, "more than it returned"},
		"a short body":   {Answer{Body: right[1:]}, "a body of"},
	} {
		if got := p.judge(test.answer); got != test.want && (test.want == "" || !strings.Contains(got, test.want)) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// body is a body of the hostile guest.
func body(result int64, taken int, record, answer []byte) []byte {
	b := encode(func(w *abi.Writer) { w.I64(result); w.U32(uint32(taken)) })
	for _, place := range [][]byte{record, answer} {
		b = append(append(b, place...), bytes.Repeat([]byte{untouched}, spaceSize-len(place))...)
	}
	return b
}
