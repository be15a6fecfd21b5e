package filter

import (
	"path/filepath"
	"testing"
	"time"
)

func TestAbsolute(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for in, want := range map[string]string{
		"7d": "2026-11-14T12:00:00.000Z", "2w": "2026-11-07T12:00:00.000Z", "0.5d": "2026-11-21T00:00:00.000Z", "12h": "2026-11-21T00:00:00.000Z", "90m": "2026-11-21T10:30:00.000Z",
		"0d": "2026-11-21T12:00:00.000Z", "36500d": "1926-12-16T12:00:00.000Z", "-7d": "-7d", "d": "d", "w": "w", "1e300d": "1e300d", "NaNd": "NaNd", "Infd": "Infd", "2026-07-01": "2026-07-01", "yesterday": "yesterday", "": "",
	} {
		if got := Absolute(in, now); got != want {
			t.Errorf("absolute(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestFromHere: --cwd . is this folder, and whole names stay as they are.
func TestFromHere(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{".": here, "./": here, "./a/../b": filepath.Join(here, "b"), "..": filepath.Dir(here), "": "",
		"/w/x": "/w/x", "/w/x/": "/w/x/", `C:\w`: `C:\w`, ".hidden": ".hidden", "w": "w"} {
		if got := fromHere(in); got != want {
			t.Errorf("fromHere(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestDayNamed: words for days are dates of the zone that was asked for.
func TestDayNamed(t *testing.T) {
	now := time.Date(2026, 11, 24, 3, 0, 0, 0, time.UTC) // a Tuesday, and Monday in New York
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string][2]string{
		"today": {"2026-11-24", "2026-11-23"}, "yesterday": {"2026-11-23", "2026-11-22"}, "monday": {"2026-11-23", "2026-11-23"}, "Tue": {"2026-11-24", "2026-11-17"},
		"WEDNESDAY": {"2026-11-18", "2026-11-18"}, "sun": {"2026-11-22", "2026-11-22"}, "moonday": {"moonday", "moonday"}, "": {"", ""},
	} {
		if utc, there := dayNamed(word, time.UTC, now), dayNamed(word, newYork, now); utc != want[0] || there != want[1] {
			t.Errorf("%q: %s, and %s in New York; want %v", word, utc, there, want)
		}
	}
}
