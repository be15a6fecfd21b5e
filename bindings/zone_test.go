package bindings_test

import (
	"encoding/json"
	"os"
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
		checkZone(t, loc)
	}
	if got, _ := json.Marshal(bindings.ZoneOf(time.FixedZone("home", 3600))); string(got) != `{"name":"home","changes":[{"offsetSeconds":3600}]}` {
		t.Errorf("%s", got)
	}
}

// TestZoneByRule: a zone's file may end early and name a rule for the years after.
// So do the files in Go's time/tzdata and those of small systems.
func TestZoneByRule(t *testing.T) {
	for _, name := range []string{"Europe-Berlin", "Australia-Sydney", "America-St_Johns"} {
		data, err := os.ReadFile("testdata/zones/" + name + ".tzif")
		if err != nil {
			t.Fatal(err)
		}
		loc, err := time.LoadLocationFromTZData(name, data)
		if err != nil {
			t.Fatal(err)
		}
		checkZone(t, loc)
	}
}

// checkZone compares the changes of a location with what it says every few hours.
func checkZone(t *testing.T, loc *time.Location) {
	t.Helper()
	z := bindings.ZoneOf(loc)
	if z.Name != loc.String() || z.Changes[0].At != "" || len(z.Changes) > 300 {
		t.Errorf("%v: %q, %d changes, the first at %q", loc, z.Name, len(z.Changes), z.Changes[0].At)
	}
	starts := make([]time.Time, len(z.Changes))
	for i, c := range z.Changes {
		starts[i], _ = time.Parse(time.RFC3339, c.At)
	}
	current := 0
	for moment := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC); moment.Year() < 2038; moment = moment.Add(7 * time.Hour) {
		for current+1 < len(starts) && !starts[current+1].After(moment) {
			current++
		}
		if _, want := moment.In(loc).Zone(); z.Changes[current].OffsetSeconds != want {
			t.Fatalf("%v at %v: %d, want %d", loc, moment, z.Changes[current].OffsetSeconds, want)
		}
	}
}
