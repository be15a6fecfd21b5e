package session

import (
	"math"
	"testing"
	"time"
)

func TestParseTime(t *testing.T) {
	for _, c := range []struct {
		in    string
		want  string
		naive bool
	}{
		{"2026-11-20T17:15:52.107Z", "2026-11-20T17:15:52.107Z", false},
		{"2026-11-20T17:15:52Z", "2026-11-20T17:15:52.000Z", false},
		{"2026-11-20T17:23:13.172098198Z", "2026-11-20T17:23:13.172Z", false},
		{"2026-11-20T17:23:13.9999Z", "2026-11-20T17:23:13.999Z", false},
		{"2026-11-20T06:34:23+13:00", "2026-11-19T17:34:23.000Z", false},
		{"2026-11-20T06:34:23-0330", "2026-11-20T10:04:23.000Z", false},
		{"2026-11-20 06:34:23", "2026-11-20T06:34:23.000Z", true},
		{"2026-11-20T06:34", "2026-11-20T06:34:00.000Z", true},
		{"2026-07-01", "2026-07-01T00:00:00.000Z", true},
		{"2024-02-29", "2024-02-29T00:00:00.000Z", true},
		{"1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z", false},
	} {
		got, naive, ok := ParseTime(c.in)
		if !ok || got.String() != c.want || naive != c.naive {
			t.Errorf("ParseTime(%q) = %s, %v, %v; want %s, %v", c.in, got, naive, ok, c.want, c.naive)
		}
	}
	for _, bad := range []string{"", "yesterday", "2026-13-01", "2026-02-29", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00ZZ",
		"2026-01-01T00:00:00.Z", "20260101", "1970-01-01T00:00:00Z", "0000-01-01", "2026-01-01T00:00:00+99:00", "2026-1-1"} {
		if got, _, ok := ParseTime(bad); ok {
			t.Errorf("ParseTime(%q) = %s, want not ok", bad, got)
		}
	}
}

func TestTimeAgreesWithTheStandardLibrary(t *testing.T) {
	const step = 7*msPerDay*13 + 3_661_007
	for ms := int64(minTime); ms < maxTime; ms += step {
		want := time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
		if got := Time(ms).String(); ms != 0 && got != want {
			t.Fatalf("%d: %s, want %s", ms, got, want)
		}
		back, _, ok := ParseTime(want)
		if ms != 0 && (!ok || int64(back) != ms) {
			t.Fatalf("%s parsed to %d, %v, want %d", want, back, ok, ms)
		}
	}
}

func TestAbsentTimeNeverWins(t *testing.T) {
	if Earliest(0, 5) != 5 || Earliest(5, 0) != 5 || Earliest(3, 5) != 3 || Latest(0, -5) != -5 || Latest(-5, 0) != -5 || Latest(3, 5) != 5 {
		t.Error("absent times take part")
	}
	if Time(0).String() != "" {
		t.Error("an absent time is rendered")
	}
}

func TestTitle(t *testing.T) {
	long := ""
	for i := 0; i < 150; i++ {
		long += "é"
	}
	for _, c := range []struct{ in, want string }{
		{"  fix the\n\n parser\t now ", "fix the parser now"},
		{"a\x1b[31mb\x00c", "a[31mbc"},
		{long, long[:200]},
		{"", ""}, {" \n ", ""}, {"bad \xff byte", "bad \uFFFD byte"},
	} {
		if got := Title(c.in); got != c.want {
			t.Errorf("Title(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	cut := Title("x" + long[:196] + " y z")
	if n := len([]rune(cut)); n > TitleLimit || cut[len(cut)-1] == ' ' || Title(cut) != cut {
		t.Errorf("cut title %q has %d code points", cut, n)
	}
}

func TestMoney(t *testing.T) {
	for _, c := range []struct {
		in   Money
		want string
	}{{0, "0"}, {1, "0.000000000001"}, {12_301_500_000, "0.0123015"}, {3_000_000_000_000, "3"}, {-1_500_000_000_000, "-1.5"}} {
		if got := c.in.String(); got != c.want {
			t.Errorf("%d = %s, want %s", int64(c.in), got, c.want)
		}
	}
	if MaxMoney.Plus(1) != MaxMoney || (-MaxMoney).Plus(-MaxMoney) != -MaxMoney {
		t.Error("a sum wraps")
	}
}

func TestSplitUnifiedID(t *testing.T) {
	if a, n, ok := SplitUnifiedID("opencode:a:b"); a != "opencode" || n != "a:b" || !ok {
		t.Error(a, n, ok)
	}
	if _, _, ok := SplitUnifiedID("nocolon"); ok {
		t.Error("no colon is accepted")
	}
}

func TestUsageMaxAndAdd(t *testing.T) {
	u := TokenUsage{InputTokens: 5, OutputTokens: 1}
	u.Max(TokenUsage{InputTokens: 5, OutputTokens: 90, CacheWriteTokens: 7, CacheWrite1hTokens: 7})
	u.Add(TokenUsage{InputTokens: 1, CachedTokens: 2})
	if u != (TokenUsage{InputTokens: 6, OutputTokens: 90, CachedTokens: 2, CacheWriteTokens: 7, CacheWrite1hTokens: 7}) || u.Context() != 15 || u.Total() != 105 {
		t.Errorf("%+v", u)
	}
}

func TestUsageSaturates(t *testing.T) {
	u := TokenUsage{InputTokens: 5, OutputTokens: math.MaxInt64}
	u.Add(TokenUsage{InputTokens: math.MaxInt64, OutputTokens: 10})
	if u.InputTokens != math.MaxInt64 || u.OutputTokens != math.MaxInt64 || u.Context() != math.MaxInt64 || u.Total() != math.MaxInt64 {
		t.Errorf("%+v", u)
	}
}

// The usual form is read as the general rule reads it.
func TestUsualTimes(t *testing.T) {
	for _, s := range []string{"2026-07-23T05:45:09.001Z", "2024-02-29T23:59:60.999Z", "2023-02-29T00:00:00.000Z", "0001-01-01T00:00:00.000Z",
		"0000-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z",
		"2026-01-00T00:00:00.000Z", "2026-01-32T00:00:00.000Z", "2026-04-31T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026-01-01T00:60:00.000Z",
		"2026-01-01T00:00:61.000Z", "2026-01-01T00:00:00.00xZ", "2026-01-01T00:00:00.x00Z", "2026-01-01T0 :00:00.000Z", "x026-01-01T00:00:00.000Z",
		"20 6-01-01T00:00:00.000Z", "2026-1 -01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2026-01-01T00:00:00.0-1Z", "2026-01-01T00:00:00.12xZ", "2026-01-01T00:00:00.1x2Z", "9999-12-31T23:59:60.999Z"} {
		got, naive, ok := ParseTime(s)
		// A space is not the usual form.
		want, wantNaive, wantOK := ParseTime(s[:10] + " " + s[11:])
		if got != want || naive != wantNaive || ok != wantOK {
			t.Errorf("%s: %d %v %v, want %d %v %v", s, got, naive, ok, want, wantNaive, wantOK)
		}
	}
}
