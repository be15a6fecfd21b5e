package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var passedTest = regexp.MustCompile(`(?m)^ *--- (?:PASS|SKIP|FAIL): \S+`)

// TestForeign runs the tests of programs of others in WebAssembly, before and
// after the passes. They are modules that this repository uses anyway, so that
// nothing more is downloaded.
func TestForeign(t *testing.T) {
	for _, c := range []struct {
		module string
		settings
		skip  []string // passes
		tests int      // that it has at least
	}{
		{"github.com/yuin/goldmark", settings{hot: "github.com_yuin_goldmark_parser.__parser_.Parse"}, []string{"wasm-opt"}, 20},
		{"github.com/klauspost/compress/huff0", settings{dropLines: true}, []string{"wasm-opt"}, 20},
		{"github.com/google/uuid", settings{tool: wasmOptPath(root(t)), dropLines: true}, nil, 30},
	} {
		t.Run(c.module, func(t *testing.T) {
			t.Parallel()
			before := compileProgram(t, root(t), "test", "-c", c.module)
			folder, err := runGo(root(t), "list", "-f", "{{.Dir}}", c.module)
			if err != nil {
				t.Fatal(err)
			}
			p := &pipeline{target: target{name: "the program"}, passes: passesOf(c.settings), skip: c.skip}
			after, err := p.optimizeModule(before)
			if err != nil || len(p.warnings) > 0 {
				t.Fatalf("%v, warnings %q", err, p.warnings)
			}
			t.Logf("%d bytes\n%s", len(before), strings.Join(p.report, "\n"))
			run := wasiRun{folder: strings.TrimSpace(folder), args: []string{"test", "-test.v", "-test.short"}}
			want := passedTests(t, run, before, c.tests)
			if got := passedTests(t, run, after, c.tests); !slices.Equal(got, want) {
				t.Errorf("tests that ran:\n%q\n\nbefore the passes:\n%q", got, want)
			}
		})
	}
}

// passedTests runs the tests and lists how each ended.
func passedTests(t *testing.T, run wasiRun, module []byte, least int) []string {
	t.Helper()
	output, code := run.run(t, module)
	tests := passedTest.FindAllString(output, -1)
	if code != 0 || len(tests) < least {
		t.Errorf("exit code %d, %d tests\n%s", code, len(tests), output[max(0, len(output)-2000):])
	}
	slices.Sort(tests)
	return tests
}
