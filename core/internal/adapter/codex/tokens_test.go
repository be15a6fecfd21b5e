package codex

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/scan"
)

// TestTokens: white space makes a usage object one that is not read the plain
// way, and must not change what it says.
func TestTokens(t *testing.T) {
	for in, want := range map[string]tokens{
		`{"input_tokens":5,"cached_input_tokens":4,"output_tokens":3,"reasoning_output_tokens":2,"total_tokens":8}`:  {5, 4, 0, 3, 2, 8},
		`{"input_tokens":5,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":3,"total_tokens":8}`: {5, 4, 1, 3, 0, 8},
		`{"output_tokens":3,"input_tokens":5}`:                                     {5, 0, 0, 3, 0, 0},
		`{"input_tokens":5,"input_tokens":6}`:                                      {6, 0, 0, 0, 0, 0},
		`{"input_tokens":5,"input_tokens":"x"}`:                                    {5, 0, 0, 0, 0, 0},
		`{"input_tokens":5,"prompt_tokens":7,"total_tokens":8}`:                    {7, 0, 0, 0, 0, 8},
		`{"input_tokens":5,"input_tokens_details":{"cached_tokens":2}}`:            {5, 2, 0, 0, 0, 0},
		`{"input_tokens":1e3,"output_tokens":-1,"total_tokens":2.0}`:               {1000, 0, 0, 0, 0, 2},
		`{"input_tokens":9223372036854775807,"output_tokens":9223372036854775808}`: {1<<63 - 1, 0, 0, 0, 0, 0},
		`{"total_tokens":0}`:    {},
		`{"other":1}`:           {},
		`{"input_tokens":null}`: {},
		`{}`:                    {},
	} {
		got, ok := tokensOf(parsed(t, in))
		spaced, spacedOK := tokensOf(parsed(t, strings.Replace(in, "{", "{ ", 1)))
		if got != want || got != spaced || ok != spacedOK {
			t.Errorf("%s is %+v %v, and with a space %+v %v, not %+v", in, got, ok, spaced, spacedOK, want)
		}
	}
}

func parsed(t *testing.T, s string) scan.Value {
	t.Helper()
	v, err := scan.Parse([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
