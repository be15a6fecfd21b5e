package session_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/session"
)

// zoneOf is the zone of a place that Go knows, and its changes.
func zoneOf(t *testing.T, name string) (*session.Zone, *time.Location, []time.Time) {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Skipf("no zone data: %v", err)
	}
	at := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC).In(loc)
	_, offset := at.Zone()
	z := session.NewZone(name, int64(offset))
	var changes []time.Time
	for {
		_, end := at.ZoneBounds()
		if end.IsZero() || end.Year() > 2032 {
			return z, loc, changes
		}
		_, offset := end.Zone()
		if !z.Change(end.UnixMilli(), int64(offset)) {
			t.Fatalf("%s: %v is refused", name, end)
		}
		changes = append(changes, end)
		at = end
	}
}

// places have every habit of changing their clocks: at midnight forwards and
// backwards, by half an hour, over a whole day, four times a year, never.
var places = []string{"UTC", "America/New_York", "Europe/Berlin", "Europe/London", "America/Asuncion", "America/Santiago", "America/Havana",
	"America/Sao_Paulo", "Africa/Cairo", "Africa/Casablanca", "Asia/Beirut", "Asia/Gaza", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran",
	"Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Pacific/Kiritimati", "Atlantic/Azores", "America/Nuuk", "America/Scoresbysund",
	"Antarctica/Troll", "America/Caracas", "Asia/Pyongyang"}

// TestZoneDays: the day of an instant is the date that a clock there shows,
// and days begin where that changes.
func TestZoneDays(t *testing.T) {
	for _, name := range places {
		z, loc, changes := zoneOf(t, name)
		var probes []int64
		for _, c := range changes {
			for _, d := range []time.Duration{-25 * time.Hour, -time.Hour, -1, -time.Millisecond, 0, 1, time.Minute, time.Hour, 25 * time.Hour} {
				probes = append(probes, c.Add(d).UnixMilli())
			}
		}
		for i := range int64(400) {
			probes = append(probes, time.Date(2011, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()+i*i*3_911_777)
		}
		for _, ms := range probes {
			want := time.UnixMilli(ms).In(loc).Format(time.DateOnly)
			day := z.Day(session.Time(ms))
			if got := session.DayText(day); got != want {
				t.Fatalf("%s: %v is on %s, want %s", name, time.UnixMilli(ms).In(loc), got, want)
			}
			since, ok1 := z.Since(want)
			until, ok2 := z.Until(want)
			if !ok1 || !ok2 || int64(since) > ms || int64(until) < ms {
				t.Fatalf("%s: %s is %v to %v, without %v", name, want, since, until, session.Time(ms))
			}
			if z.Day(since) != day || z.Day(since-1) >= day || z.Day(until) != day || z.Day(until+1) <= day {
				t.Fatalf("%s: %s does not begin at %v or not end at %v", name, want, since, until)
			}
		}
	}
}

// TestZoneDayLengths: days on which clocks change have 23, 25 or 23.5 hours, and
// the day that Samoa skipped has none.
func TestZoneDayLengths(t *testing.T) {
	for _, c := range []struct {
		place, day string
		want       time.Duration
	}{
		{"America/New_York", "2026-03-08", 23 * time.Hour}, {"America/New_York", "2026-11-01", 25 * time.Hour}, {"America/New_York", "2026-11-02", 24 * time.Hour},
		{"Asia/Beirut", "2026-03-29", 23 * time.Hour}, {"Asia/Beirut", "2026-10-24", 25 * time.Hour}, {"America/Havana", "2026-11-01", 25 * time.Hour},
		{"Australia/Lord_Howe", "2026-10-04", 23*time.Hour + 30*time.Minute}, {"Pacific/Apia", "2011-12-30", 0}, {"Pacific/Apia", "2011-12-31", 24 * time.Hour},
	} {
		z, _, _ := zoneOf(t, c.place)
		since, _ := z.Since(c.day)
		until, _ := z.Until(c.day)
		if got := time.Duration(until-since+1) * time.Millisecond; got != c.want {
			t.Errorf("%s %s: %v, want %v", c.place, c.day, got, c.want)
		}
	}
}

// TestZoneDaysCoverAllTime: for all changes, each day ends where the
// next begins, and an instant's day is the one whose bounds hold it.
func TestZoneDaysCoverAllTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		z := session.NewZone("", r.Int64N(2*session.MaxZoneOffset)-session.MaxZoneOffset)
		at := int64(1_790_000_000_000)
		for range r.IntN(20) {
			at += 1 + r.Int64N(1<<uint(r.IntN(32)))
			z.Change(at, r.Int64N(2*session.MaxZoneOffset)-session.MaxZoneOffset)
		}
		day := z.Day(1_789_000_000_000)
		previous, _ := z.Until(session.DayText(day - 1))
		for d := day; d < day+60; d++ {
			since, _ := z.Since(session.DayText(d))
			until, _ := z.Until(session.DayText(d))
			if since != previous+1 || until < previous {
				t.Fatalf("day %d is %d to %d, the one before ends at %d", d, since, until, previous)
			}
			for _, ms := range []session.Time{since, until, (since + until) / 2} {
				if since <= until && z.Day(ms) != d {
					t.Fatalf("%d is on day %d, want %d", ms, z.Day(ms), d)
				}
			}
			previous = until
		}
	}
}

// TestBoundsAtTheEpoch: 1970 is a date like any other, though a time of 0
// stands for none.
func TestBoundsAtTheEpoch(t *testing.T) {
	var utc *session.Zone
	if since, ok := utc.Since("1970-01-01"); !ok || since != 1 {
		t.Errorf("since %d %v", since, ok)
	}
	if since, ok := utc.Since("1970-01-01T00:00:00Z"); !ok || since != 1 {
		t.Errorf("since %d %v", since, ok)
	}
	if until, ok := utc.Until("1970-01-01T00:00:00Z"); !ok || until != -1 {
		t.Errorf("until %d %v", until, ok)
	}
	if until, ok := utc.Until("1969-12-31"); !ok || until != -1 {
		t.Errorf("until %d %v", until, ok)
	}
}

// TestTimesWithoutAZone are read in the zone, those with one are not moved.
func TestTimesWithoutAZone(t *testing.T) {
	z := session.NewZone("", -5*3600)
	for text, want := range map[string]string{"2026-07-01T09:00": "2026-07-01T14:00:00.000Z", "2026-07-01T09:00:00Z": "2026-07-01T09:00:00.000Z",
		"2026-07-01T09:00:00+02:00": "2026-07-01T07:00:00.000Z", "2026-07-01": "2026-07-01T05:00:00.000Z"} {
		if got, ok := z.Since(text); !ok || got.String() != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if _, ok := z.Since("soon"); ok {
		t.Error("soon is a time")
	}
}

func TestWeekHour(t *testing.T) {
	at := func(s string) session.Time {
		m, ok := session.ParseMoment(s)
		if !ok {
			t.Fatal(s)
		}
		return session.Time(m.Millis)
	}
	back := session.NewZone("Test", 7200) // at 00:30 the clock goes back to 23:30
	back.Change(int64(at("2026-11-20T22:30:00Z")), 3600)
	for _, c := range []struct {
		zone          *session.Zone
		at            string
		weekday, hour int64
	}{
		{nil, "1970-01-01T00:00:00Z", 3, 0}, {nil, "1969-12-31T23:59:59Z", 2, 23}, {nil, "2026-11-20T17:13:28Z", 4, 17},
		{nil, "2026-11-22T23:59:59Z", 6, 23}, {nil, "2026-11-23T00:00:00Z", 0, 0},
		{session.NewZone("Tokyo", 9*3600), "2026-11-22T15:00:00Z", 0, 0}, {session.NewZone("West", -4*3600), "2026-11-23T03:00:00Z", 6, 23},
		{back, "2026-11-20T22:10:00Z", 4, 0}, {back, "2026-11-20T22:30:00Z", 4, 23}, {back, "2026-11-20T23:00:00Z", 5, 0},
	} {
		if weekday, hour := c.zone.WeekHour(at(c.at)); weekday != c.weekday || hour != c.hour {
			t.Errorf("%s: weekday %d, hour %d", c.at, weekday, hour)
		}
	}
}
