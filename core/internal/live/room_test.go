package live

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

func TestRoomFor(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		beside     int // what is added to the length
	}{
		{"plain text", `"abc"`, 0},
		{"structure inside a text", `"{[:\"{\\"`, 0},
		{"an object", `{"a":1,"b":2}`, containerRoom + 2*memberRoom},
		{"objects one after another", `[{"a":1},{"b":2},{"c":3}]`, 4*containerRoom + memberRoom},
		{"objects in each other", `{"a":{"b":{"c":3}}}`, 3*containerRoom + 3*memberRoom},
		{"lists", `[[],[]]`, 3 * containerRoom},
		{"text of all languages", `"Zoë 🧵 織 �"`, 0},
		{"bad text", "\"a\xff\xe7\xb9\xf0\x9f\x98\"", 6 * badTextRoom},
		{"more ends than beginnings", `]}]}:"`, 0},
		{"an open text", `{"a`, containerRoom},
		{"nothing", ``, 0},
	} {
		if got, want := roomFor([]byte(tt.line)), len(tt.line)+tt.beside; got != want {
			t.Errorf("%s: %d, want %d", tt.name, got, want)
		}
	}
}

// TestLineLimits: a line that takes more memory than the longest plain line is
// skipped and reported, at its place, and the session continues.
func TestLineLimits(t *testing.T) {
	const size = longLine + 1<<10
	message := func(input string) string {
		return `{"type":"assistant","message":{"id":"m2","content":[{"type":"tool_use","id":"t","name":"x","input":` + input + `}]}}`
	}
	for _, tt := range []struct{ name, line, want string }{
		{"plain", message(`"` + strings.Repeat("x", size) + `"`), ""},
		{"too long", message(`"` + strings.Repeat("x", size+1<<20) + `"`), "is longer than 9 MiB"},
		{"lists", message("[" + strings.Repeat("[],", size/3) + "1]"), "takes more memory than one of 9 MiB"},
		{"bad text", message(`"` + strings.Repeat("\xff", size) + `"`), "takes more memory than one of 9 MiB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			steps := scriptSteps(claudeScript)
			r := startClaude(t, steps)
			r.quiet = true
			r.session.LimitLines(LineLimits{Longest: 9 << 20})
			r.run(steps[:9])
			from := len(r.outputs)
			r.print([]byte(tt.line))
			if got := r.outputs[from]; tt.want == "" && (got.Kind != session.LiveOutputKindEvent || len(got.Message) < size) {
				t.Errorf("the output is a %s of %d bytes", got.Kind, len(got.Message))
			} else if d := got.Error; tt.want != "" && (d == nil || d.Code != "LIMIT_EXCEEDED" || !strings.Contains(d.Message, tt.want) || d.Line == 0) {
				t.Errorf("the error is %+v", d)
			}
			r.run(steps[9:])
			r.exit(0)
		})
	}
}
