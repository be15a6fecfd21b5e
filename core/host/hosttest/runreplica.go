package hosttest

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// at gives events sequences.
func at(events []host.Event, seqs ...int64) []host.Event {
	for i := range events {
		events[i].Seq = seqs[i]
	}
	return events
}

func wantHeld(t testing.TB, r host.Replica, stream string, seq int64, id uint64, want bool) {
	t.Helper()
	if held, err := r.Held(stream, seq, EventID(id)); held != want || err != nil {
		t.Errorf("held %s %d: %v, %v", stream, seq, held, err)
	}
}

// testReplace: events keep their sequences, and gaps are freed spans.
func testReplace(t *testing.T, j host.Journal) {
	r, ok := j.(host.Replica)
	if !ok {
		t.Skip("this journal follows no other one")
	}
	done := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Repeat("l", 100_000)
	done(r.Replace("a", 0, 0, at(MessageEvents(1, "3", "4", long), 3, 4, 7)))
	wantPayloads(t, j, "a", 0, "3 4 "+long)
	AppendOne(t, j, "a", 7, MessageEvents(10, "8", "9"))
	done(r.Replace("a", 9, 9, at(MessageEvents(20, "11"), 11)))
	wantPayloads(t, j, "a", 4, long+" 8 9 11")
	if _, seq, err := j.Find(EventID(3)); seq != 7 || err != nil {
		t.Errorf("found at %d, %v", seq, err)
	}
	wantCode(t, "a stale head", r.Replace("a", 9, 9, at(MessageEvents(30, "x"), 10)), fault.Conflict)
	AppendOne(t, j, "b", 0, MessageEvents(40, "b"))
	wantCode(t, "an id of another stream", r.Replace("a", 11, 11, at(MessageEvents(40, "b"), 12)), fault.Conflict)
	wantPayloads(t, j, "a", 0, "3 4 "+long+" 8 9 11")

	// What follows 4 makes room for other events.
	done(r.Replace("a", 11, 4, at(MessageEvents(50, "six", "seven"), 6, 7)))
	wantPayloads(t, j, "a", 0, "3 4 six seven")
	if info, err := j.Stream("a"); err != nil || info.Head != 7 || info.StateSeq > 0 {
		t.Errorf("%+v, %v", info, err)
	}
	if _, seq, err := j.Find(EventID(11)); seq != 0 || err != nil {
		t.Errorf("a removed event is found at %d, %v", seq, err)
	}
	AppendOne(t, j, "a", 7, MessageEvents(10, "8", "9"))
	wantPayloads(t, j, "a", 6, "seven 8 9")
	// Events that are removed may be written again.
	AppendOne(t, j, "c", 0, MessageEvents(70, "1", long, "3"))
	done(r.Replace("c", 3, 1, at(append(MessageEvents(70, "1", long)[1:], MessageEvents(75, "other")...), 2, 3)))
	wantPayloads(t, j, "c", 0, "1 "+long+" other")
	// All of it.
	done(r.Replace("b", 1, 0, at(MessageEvents(60, "new"), 1)))
	wantPayloads(t, j, "b", 0, "new")
	AppendOne(t, j, "b", 1, MessageEvents(61, "next"))
	wantPayloads(t, j, "b", 0, "new next")
}

// testRefill: events that were freed are known, and can be written again.
func testRefill(t *testing.T, j host.Journal) {
	r, ok := j.(host.Replica)
	c, ok2 := j.(host.Compactor)
	if !ok || !ok2 {
		t.Skip("this journal follows no other one")
	}
	long := strings.Repeat("l", 100_000)
	all := func() []host.Event { return at(MessageEvents(1, "1", "2", long, "4", "5", "6"), 1, 2, 3, 4, 5, 6) }
	AppendOne(t, j, "a", 0, all())
	wantHeld(t, r, "a", 9, 1, false)
	if _, err := c.Free("a", []host.Span{{From: 1, To: 3}, {From: 5, To: 5}}); err != nil {
		t.Fatal(err)
	}
	wantPayloads(t, j, "a", 0, "4 6")
	wantHeld(t, r, "a", 2, 2, true)
	wantHeld(t, r, "a", 5, 5, true)
	wantHeld(t, r, "a", 2, 3, false)
	wantHeld(t, r, "none", 2, 2, false)
	if err := r.Refill("a", all()[1:4]); err != nil {
		t.Fatal(err)
	}
	wantPayloads(t, j, "a", 0, "2 "+long+" 4 6")
	if _, seq, err := j.Find(EventID(3)); seq != 3 || err != nil {
		t.Errorf("found at %d, %v", seq, err)
	}
	for range 2 {
		if err := r.Refill("a", all()); err != nil {
			t.Fatal(err)
		}
		wantPayloads(t, j, "a", 0, "1 2 "+long+" 4 5 6")
	}
	AppendOne(t, j, "a", 6, MessageEvents(7, "7"))
	if _, err := c.Free("a", []host.Span{{From: 1, To: 6}}); err != nil {
		t.Fatal(err)
	}
	wantHeld(t, r, "a", 6, 6, true)
	wantPayloads(t, j, "a", 0, "7")
	if err := r.Replace("a", 7, 4, at(MessageEvents(80, "other"), 8)); err != nil {
		t.Fatal(err)
	}
	wantPayloads(t, j, "a", 0, "other")
	wantHeld(t, r, "a", 4, 4, true)
}
