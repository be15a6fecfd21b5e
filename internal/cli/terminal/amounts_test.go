package terminal

import (
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core/session"
)

func TestAgo(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for stamp, want := range map[string]string{
		"2026-11-21T11:59:30Z": "just now", "2026-11-21T11:55:00Z": "5m ago", "2026-11-21T10:00:00Z": "2h ago", "2026-11-18T12:00:00Z": "3d ago",
		"2026-10-01T12:00:00Z": "2026-10-01", "2027-01-01T00:00:00Z": "2027-01-01", "": "-",
	} {
		at, _ := time.Parse(time.RFC3339, stamp)
		if got := Ago(at, now); got != want {
			t.Errorf("ago(%q) = %q, want %q", stamp, got, want)
		}
	}
}

func TestDollars(t *testing.T) {
	for in, want := range map[string]string{"0": "$0.00", "0.001": "<$0.01", "0.01": "$0.01", "999.994": "$999.99", "1234.5": "$1,234.50", "1234567.891": "$1,234,567.89"} {
		amount, err := session.ParseMoney(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := Dollars(&amount); got != want {
			t.Errorf("dollars(%s) = %q, want %q", in, got, want)
		}
	}
}
