package rpc

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

type clockAt int64

func (c clockAt) Now() int64 { return int64(c) }

func TestTimesOfRequests(t *testing.T) {
	const now = 1_800_000_000_000
	read := func(value string, clock clockAt) (session.Time, error) {
		var x session.ListRequest
		err := decodeListRequest(requestText{[]byte(`{"activeSince":` + value + `}`), clock}, &x)
		return x.ActiveSince, err
	}
	for value, want := range map[string]int64{
		`"7d"`: now - 7*86_400_000, `"12h"`: now - 12*3_600_000, `"1d12h"`: now - 36*3_600_000, `"1.5h"`: now - 90*60_000, `"0s"`: now,
		`"2w"`: now - 14*86_400_000, `"90m"`: now - 90*60_000, `1700000000000`: 1_700_000_000_000, `0`: 0, `"2026-07-01"`: 1_782_864_000_000,
	} {
		if got, err := read(value, now); err != nil || int64(got) != want {
			t.Errorf("%s: %d, not %d: %v", value, got, want, err)
		}
	}
	for _, value := range []string{`1.5`, `-1`, `1e300`, `true`, `"d"`, `"7"`, `"-7d"`, `"7dd"`, `"1.d"`, `".5d"`, `"1.2.3d"`, `"200000d"`,
		`"99999999999999999999d"`, `253402300800000`, `"` + strings.Repeat("1d", 1<<19) + `"`, `[]`, `""`, `"seven days"`} {
		if got, err := read(value, now); err == nil {
			t.Errorf("%.40s is accepted: %d", value, got)
		}
	}
	if _, err := read(`"7d"`, 0); err == nil || !strings.Contains(err.Error(), "clock") {
		t.Error("without a clock:", err)
	}
	var x session.ListRequest
	if err := decodeListRequest(requestText{json: []byte(`{"until":0}`)}, &x); err == nil {
		t.Error("until 0 bounds nothing")
	}
	if err := decodeListRequest(requestText{[]byte(`{"since":"7d","activeSince":"7d"}`), clockAt(now)}, &x); err != nil || x.Since != x.ActiveSince {
		t.Error(x.Since, x.ActiveSince, err)
	}
}
