package filter

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSystemZone: TZ names a zone, a file or a rule.
func TestSystemZone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "zoneinfo", "Some", "Where")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("/usr/share/zoneinfo/Asia/Tokyo")
	if err != nil {
		data = nil
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	winter, summer := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	for tz, want := range map[string][2]int{
		"America/New_York": {-5, -4}, ":Asia/Tokyo": {9, 9}, "": {0, 0}, "EST5EDT": {-5, -4}, "EST5EDT,M3.2.0,M11.1.0": {-5, -4}, "<+03>-3": {3, 3}, "CET-1CEST,M3.5.0,M10.5.0/3": {1, 2},
		"UTC+3": {-3, -3}, "nonsense": {0, 0}, "/no/such/file": {0, 0}, file: {9, 9},
	} {
		if tz == file && data == nil {
			continue
		}
		t.Setenv("TZ", tz)
		for i, at := range []time.Time{winter, summer} {
			if _, got := at.In(SystemZone()).Zone(); got != want[i]*3600 {
				t.Errorf("TZ=%s on %v: %d seconds, want %d hours", tz, at, got, want[i])
			}
		}
	}
}

// TestZoneNames: completion offers only zones that there are, by names that no
// shell reads anything into.
func TestZoneNames(t *testing.T) {
	if len(zoneNames) < 590 || !slices.IsSorted(zoneNames) {
		t.Errorf("%d zones, sorted: %v", len(zoneNames), slices.IsSorted(zoneNames))
	}
	for _, name := range zoneNames {
		if _, err := time.LoadLocation(name); err != nil || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") != "" {
			t.Errorf("%q: %v", name, err)
		}
	}
}
