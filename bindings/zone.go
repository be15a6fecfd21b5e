package bindings

import "time"

// Zone is the member zone of a request: the clock of a place, with which the
// engine finds out which instants are a day there.
//
//	request, err := json.Marshal(map[string]any{"since": "2026-07-01", "groupBy": "day", "zone": bindings.ZoneOf(time.Local)})
//	response, err := engine.Call(ctx, "sessions.totalCost", request)
type Zone struct {
	Name    string       `json:"name"`
	Changes []ZoneChange `json:"changes"`
}

// ZoneChange is an offset from UTC, and from when on it holds: the first one
// holds before all others and has no At.
type ZoneChange struct {
	At            string `json:"at,omitempty"`
	OffsetSeconds int    `json:"offsetSeconds"`
}

// Zones know the changes of their clocks from the year 1970 on, to the year
// 2038 at least: those are about 140, or 7 KB.
const (
	zoneBegins = 1970
	zoneEnds   = 2038
)

// ZoneOf returns a location as requests name it.
func ZoneOf(loc *time.Location) Zone {
	at := time.Date(zoneBegins, 1, 1, 0, 0, 0, 0, time.UTC).In(loc)
	_, offset := at.Zone()
	z := Zone{Name: loc.String(), Changes: []ZoneChange{{OffsetSeconds: offset}}}
	last := max(zoneEnds, time.Now().Year()+2)
	for {
		_, end := at.ZoneBounds()
		if end.IsZero() || end.Year() >= last {
			return z
		}
		if !end.After(at) {
			// On the last day of a leap year the time package names the day's own
			// start as its end, in zones that continue by a rule.
			end = at.Add(time.Hour)
		}
		at = end
		if _, next := at.Zone(); next != offset { // else only its name changes
			offset = next
			z.Changes = append(z.Changes, ZoneChange{at.UTC().Format("2006-01-02T15:04:05Z"), offset})
		}
	}
}
