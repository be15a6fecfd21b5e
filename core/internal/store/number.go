package store

import (
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// maxNumber is the greatest position, and the greatest number of messages, of a
// session: in the store file a sequence has 36 bits. That of a stream has 27, so that a
// sum over all sessions fits into an int64.
const maxNumber = 1<<36 - 1

// eventNumbers reads the numbers of one event. Whoever wrote the log may have written
// anything, so that each number is compared with what it counts before it is used.
type eventNumbers struct{ wrong string } // the first that cannot be right, "" without one

func (n *eventNumbers) refuse(what string) {
	if n.wrong == "" {
		n.wrong = what
	}
}

// between reads an integer that must be there.
func (n *eventNumbers) between(v scan.Value, what string, low, high int64) int64 {
	i, ok := v.Int()
	if !ok || i < low || i > high {
		n.refuse(what)
		return low
	}
	return i
}

// count reads a number of things; without one it is 0.
func (n *eventNumbers) count(v scan.Value, key string, high int64) int64 {
	if e := v.Get(key); e.Kind() == scan.Number {
		return n.between(e, key, 0, high)
	}
	return 0
}

// interval reads [from, to) within a list of length end.
func (n *eventNumbers) interval(from, to scan.Value, end int64) (first, last int64) {
	first = n.between(from, "the beginning of a hidden interval", 0, end)
	return first, n.between(to, "the end of a hidden interval", first, end)
}

// time reads an RFC 3339 time, or integer milliseconds. A text that is no time is
// absent.
func (n *eventNumbers) time(v scan.Value, key string) session.Time {
	e := v.Get(key)
	t := readTime(e)
	if ms, ok := e.Int(); e.Kind() == scan.Number && t == 0 && (!ok || ms != 0) {
		n.refuse(key)
	}
	return t
}

// readTime reads an RFC 3339 time, or integer milliseconds; absent when it is neither.
func readTime(v scan.Value) session.Time {
	if n, ok := v.Int(); ok {
		return session.TimeOfMillis(n)
	}
	t, _, _ := session.ParseTime(v.String())
	return t
}

// readParts reads the parts of a fork, which begins with them after count messages.
func (n *eventNumbers) readParts(v scan.Value, count int64) (out []part) {
	v.EachElement(func(_ int, e scan.Value) bool {
		p := part{stream: e.Get("0").String(), index: count}
		p.seq = n.between(e.Get("1"), "the first sequence of a shared part", 1, maxNumber)
		p.n = n.between(e.Get("2"), "the length of a shared part", 1, min(maxNumber-p.seq+1, maxNumber-count))
		if checkID("session", p.stream) != nil {
			n.refuse("the session of a shared part")
		}
		out = append(out, p)
		count += p.n
		return n.wrong == ""
	})
	return out
}
