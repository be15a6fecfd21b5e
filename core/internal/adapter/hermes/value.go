package hermes

import (
	"strconv"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// row is one row of a result. Its methods take a column by its number.
type row []host.Value

func (r row) textAt(i int) string { return string(r[i].Bytes) }

func (r row) intAt(i int) int64 {
	n, _ := numberOf(&r[i]).ScaledDecimal(0)
	return n
}

func (r row) isNull(i int) bool { return r[i].Kind == host.Null }

// numberOf reads a number of any storage class, a double by its shortest
// decimal.
func numberOf(v *host.Value) scan.Value {
	text := v.Bytes
	switch v.Kind {
	case host.Integer:
		text = canon.AppendInt(nil, v.Int)
	case host.Real:
		text = strconv.AppendFloat(nil, v.Real, 'e', -1, 64)
	}
	n, _ := scan.Parse(text)
	return n
}

// Hermes keeps times as seconds in doubles, which have seven digits after
// the point at today's dates: unitsPerSec holds them exactly.
const (
	unitDigits  = 7
	unitsPerSec = 10_000_000
	unitsPerMS  = unitsPerSec / 1000
	leastMillis = 100_000_000_000 // as seconds the year 5138, as milliseconds 1973
)

// timeAt reads seconds since the epoch, floored to milliseconds; the described
// layout may have milliseconds or a written time as well.
func (r row) timeAt(i int) (t session.Time, naive bool) {
	v := &r[i]
	if v.Kind == host.Text || v.Kind == host.Blob {
		if t, naive, ok := session.ParseTime(string(v.Bytes)); ok {
			return t, naive
		}
	}
	return secondsOf(numberOf(v)), false
}

func secondsOf(n scan.Value) session.Time {
	if s, _ := n.ScaledDecimal(0); s >= leastMillis {
		return session.TimeOfMillis(s)
	}
	u, ok := n.ScaledDecimal(unitDigits)
	if !ok || u < 0 {
		return 0
	}
	return session.TimeOfMillis(u / unitsPerMS)
}

// moneyOf reads a recorded sum that is more than nothing.
func moneyOf(v *host.Value) *session.Money {
	n, ok := numberOf(v).ScaledDecimal(session.MoneyScale)
	if !ok || n <= 0 {
		return nil
	}
	m := session.Money(n)
	return &m
}
