package drift_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

func TestIsNewer(t *testing.T) {
	for _, x := range []struct {
		a, b  string
		newer bool
	}{
		{"2.2.0", "2.1.329", true}, {"2.1.329", "2.2.0", false}, {"2.1.329", "2.1.329", false}, {"2.1.329.1", "2.1.329", true},
		{"10.0", "9.9.9", true}, {"1.2.0-beta.9", "1.2.0", false}, {"jsonl", "1.0", false}, {"1.0", "jsonl", false}, {"", "1", false},
		{"session v4", "session v3", true}, {"schema 31", "schema 30", true}, {"schema 6", "schema 30", false},
		{"99999999999999999999999999", "1", true},
	} {
		if got := drift.IsNewer(x.a, x.b); got != x.newer {
			t.Errorf("IsNewer(%q, %q) = %v", x.a, x.b, got)
		}
	}
}

func TestUnknownTag(t *testing.T) {
	for text, want := range map[string]string{
		"<gateway-context a=\"b\">x</gateway-context> Go": "gateway-context", "<some_note>x</some_note>": "some_note",
		"<div>x</div>": "", "<my-element>": "", "a < b": "", "<": "", "<-a>x</-a>": "", "<A-B>x</A-B>": "", "<system-reminder": "",
	} {
		if got := drift.UnknownTag(text); got != want {
			t.Errorf("%q begins with the tag %q, want %q", text, got, want)
		}
	}
}

// A number in a text is one; other texts are not.
func TestNumberIn(t *testing.T) {
	for text, want := range map[string]string{`"12"`: "12", `"-3.5"`: "-3.5", `""`: "", `"12a"`: "", `"{}"`: "", `"soon"`: "", `"null"`: ""} {
		v, err := scan.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		n, quoted := drift.NumberIn(v)
		if quoted != (want != "") || quoted && string(n.Raw()) != want {
			t.Errorf("%s is %s, %v", text, n.Raw(), quoted)
		}
	}
}

// Names are bounded, however many and long they are.
func TestCountsAreBounded(t *testing.T) {
	c := drift.Counts{}
	long := string(make([]byte, 1000))
	for i := range 10_000 {
		c.Add(drift.UnknownBlocks, string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676))+long, 1)
	}
	rows, sum := c.Rows("1.0"), int64(0)
	for _, r := range rows {
		sum += r.Count
		if len(r.Name) > 60 {
			t.Fatalf("a name of %d bytes", len(r.Name))
		}
	}
	if len(rows) > 201 || sum != 10_000 {
		t.Errorf("%d rows, %d in all", len(rows), sum)
	}
}

// The line names the version, and says whether it is newer than what was tested.
func TestLine(t *testing.T) {
	row := func(kind drift.Kind, version string, n int64) session.DriftCount {
		return session.DriftCount{Kind: string(kind), Version: version, Count: n}
	}
	for _, x := range []struct {
		rows []session.DriftCount
		want string
	}{
		{nil, ""},
		{[]session.DriftCount{row(drift.NewerVersions, "99.0.0", 3), row(drift.TextNumbers, "99.0.0", 3), row(drift.EpochTimes, "99.0.0", 3)}, ""},
		{[]session.DriftCount{row(drift.AnswersWithoutUsage, "99.0.0", 123)}, "claude 99.0.0 is newer than this Heddle knows: 123 answers without tokens"},
		{[]session.DriftCount{row(drift.UnknownRecords, "2.1.0", 1), row(drift.UnknownRecords, "2.0.0", 1)}, "claude 2.1.0 wrote what this Heddle does not know: 2 unknown records"},
	} {
		if got := drift.Line("claude", x.rows); got != x.want {
			t.Errorf("%v: %q, want %q", x.rows, got, x.want)
		}
	}
}
