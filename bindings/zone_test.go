package bindings_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/bindings"
)

// TestZoneOf: the changes say at every moment what the location says.
func TestZoneOf(t *testing.T) {
	for _, name := range []string{"UTC", "America/New_York", "Africa/Casablanca", "Africa/Monrovia", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Apia", "America/Nuuk"} {
		loc, err := time.LoadLocation(name)
		if err != nil {
			t.Skip(err)
		}
		z := bindings.ZoneOf(loc)
		if z.Name != name || z.Changes[0].At != "" || len(z.Changes) > 300 {
			t.Errorf("%s: %q, %d changes, the first at %q", name, z.Name, len(z.Changes), z.Changes[0].At)
		}
		at := func(moment time.Time) (offset int) {
			for _, c := range z.Changes {
				if from, _ := time.Parse(time.RFC3339, c.At); c.At == "" || !from.After(moment) {
					offset = c.OffsetSeconds
				}
			}
			return offset
		}
		for moment := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC); moment.Year() < 2038; moment = moment.Add(101 * time.Hour) {
			if _, want := moment.In(loc).Zone(); at(moment) != want {
				t.Fatalf("%s at %v: %d, want %d", name, moment, at(moment), want)
			}
		}
	}
	if got, _ := json.Marshal(bindings.ZoneOf(time.FixedZone("home", 3600))); string(got) != `{"name":"home","changes":[{"offsetSeconds":3600}]}` {
		t.Errorf("%s", got)
	}
}
