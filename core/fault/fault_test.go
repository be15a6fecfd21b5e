package fault

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/text"
)

func TestCodesAreStableAndUnique(t *testing.T) {
	seen := map[Code]bool{}
	for _, c := range Codes() {
		if seen[c] || c == "" || strings.ToUpper(string(c)) != string(c) {
			t.Errorf("code %q", c)
		}
		seen[c] = true
	}
	if len(seen) != 18 {
		t.Errorf("%d codes; one that was added or removed belongs into the design", len(seen))
	}
}

func TestErrorsIsFindsTheCode(t *testing.T) {
	err := fmt.Errorf("outer: %w", New(SessionNotFound, "no such session"))
	if !errors.Is(err, SessionNotFound) || errors.Is(err, AgentNotFound) {
		t.Error("errors.Is does not see the code")
	}
	if CodeOf(err) != SessionNotFound || CodeOf(fmt.Errorf("x: %w", Timeout)) != Timeout || CodeOf(errors.New("x")) != Internal || CodeOf(nil) != "" {
		t.Error("CodeOf")
	}
	if From(err).Message != "no such session" || From(errors.New("boom")).Code != Internal || From(nil) != nil || From(Conflict).Code != Conflict {
		t.Error("From")
	}
}

func TestErrorNamesEverything(t *testing.T) {
	err := Wrap(ParseError, "unreadable record", errors.New("syntax")).At("claude/p/s.jsonl", 12, 345).WithHint("try without strict").WithOp("sessions.get")
	for _, part := range []string{"sessions.get", "PARSE_ERROR", "unreadable record", "claude/p/s.jsonl:12", "offset 345", "syntax", "try without strict"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %q", part, err.Error())
		}
	}
	if err.WithOp("other").Op != "sessions.get" {
		t.Error("the operation is overwritten")
	}
	d := DiagnosticOf("claude", err)
	if d.Code != ParseError || d.Line != 12 || d.Offset != 345 || d.Message != "unreadable record: syntax" || d.Agent != "claude" {
		t.Errorf("%+v", d)
	}
}

func TestItoa(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 7: "7", -12: "-12", -1 << 63: "-9223372036854775808", 1<<63 - 1: "9223372036854775807"} {
		if got := text.FormatInt(n); got != want {
			t.Errorf("text.Int(%d) = %s", n, got)
		}
	}
}
