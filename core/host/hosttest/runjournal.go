package hosttest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
)

// JournalFactory makes one empty journal. open returns a handle on it: every
// handle shows the same streams, as those of several programs do.
type JournalFactory func(t *testing.T) (open func() host.Journal)

// RunJournal runs the journal conformance suite.
func RunJournal(t *testing.T, factory JournalFactory) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, j host.Journal)
	}{
		{"append and read", testAppendAndRead},
		{"the expected sequence", testExpectedSequence},
		{"the same id again", testSameIDAgain},
		{"streams and states", testStreamsAndStates},
		{"names of streams", testStreamNames},
		{"long payloads", testLongPayloads},
		{"many events", testManyEvents},
		{"many streams at once", testManyStreams},
		{"limits", testJournalLimits},
		{"free", testFree},
		{"replace", testReplace},
		{"refill", testRefill},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := factory(t)()
			c.run(t, j)
			VerifyJournal(t, j)
		})
	}
	t.Run("two handles", func(t *testing.T) { testTwoHandles(t, factory(t)) })
	t.Run("policy", func(t *testing.T) { testPolicy(t, factory(t)) })
	t.Run("one of two wins", func(t *testing.T) { testOneWins(t, factory(t)) })
	t.Run("read while others write", func(t *testing.T) { testReadBeside(t, factory(t)) })
}

// testPolicy sets a policy and removes it. Who opens the store later sees it.
func testPolicy(t *testing.T, open func() host.Journal) {
	j, ok := open().(host.Policed)
	if !ok {
		t.Skip("the journal keeps no policy")
	}
	for i, want := range []host.Policy{{}, {Redact: true}, {Redact: true}, {}} {
		if err := j.SetPolicy(want); err != nil {
			t.Fatal(err)
		}
		for _, j := range []host.Policed{j, open().(host.Policed)} {
			if got, err := j.Policy(); err != nil || got != want {
				t.Errorf("the policy is %v, %v; want %v", got, err, want)
			}
		}
		AppendOne(t, j.(host.Journal), "s", host.AnySeq, MessageEvents(uint64(i), "x"))
	}
}

// VerifyJournal fails the test when the journal finds a defect in itself.
func VerifyJournal(t testing.TB, j host.Journal) {
	t.Helper()
	v, ok := j.(host.Verifier)
	if !ok {
		return
	}
	if err := v.Verify(func() error { return nil }, func(stream string, seq int64, what string) {
		t.Errorf("verify: %s %d: %s", stream, seq, what)
	}); err != nil {
		t.Error(err)
	}
}

// EventID returns the n-th of ids whose first eight bytes are equal.
func EventID(n uint64) (id [16]byte) {
	binary.BigEndian.PutUint64(id[:8], 0x0190_0000_0000_7000)
	binary.BigEndian.PutUint64(id[8:], n)
	return id
}

// MessageEvents returns events with these payloads and the ids from first on.
func MessageEvents(first uint64, payloads ...string) []host.Event {
	var out []host.Event
	for i, p := range payloads {
		out = append(out, host.Event{ID: EventID(first + uint64(i)), Time: 1000 + int64(first), Kind: "message", Payload: []byte(p)})
	}
	return out
}

// AppendOne appends to one stream, which must succeed.
func AppendOne(t testing.TB, j host.Journal, stream string, expect int64, list []host.Event) []host.Appended {
	t.Helper()
	out, err := j.Append([]host.Write{{Stream: stream, Expect: expect, Events: list}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ReadPayloads returns the payloads of a stream after a sequence, with spaces
// between them. It reads three events at a time.
func ReadPayloads(t testing.TB, j host.Journal, stream string, after int64) string {
	t.Helper()
	var out []string
	for {
		list, err := j.Read(stream, after, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return strings.Join(out, " ")
		}
		for _, e := range list {
			if e.Seq <= after || e.Stream != stream {
				t.Fatalf("event %d of %s after %d", e.Seq, e.Stream, after)
			}
			after = e.Seq
			out = append(out, string(e.Payload))
		}
	}
}

func wantPayloads(t testing.TB, j host.Journal, stream string, after int64, want string) {
	t.Helper()
	if got := ReadPayloads(t, j, stream, after); got != want {
		t.Errorf("%.100s after %d: %.300q, want %.300q", stream, after, got, want)
	}
}

func wantCode(t testing.TB, what string, err error, code fault.Code) {
	t.Helper()
	if fault.CodeOf(err) != code {
		t.Errorf("%s: %v, want %q", what, err, code)
	}
}

func testAppendAndRead(t *testing.T, j host.Journal) {
	if got := AppendOne(t, j, "a", 0, MessageEvents(1, "x", "y")); got[0].First != 1 {
		t.Errorf("first at %d", got[0].First)
	}
	AppendOne(t, j, "b", host.AnySeq, MessageEvents(10, "other"))
	AppendOne(t, j, "a", 2, MessageEvents(3, "", "w"))
	AppendOne(t, j, "a", host.AnySeq, MessageEvents(5, "v"))
	wantPayloads(t, j, "a", 0, "x y  w v")
	wantPayloads(t, j, "a", 3, "w v")
	wantPayloads(t, j, "none", 0, "")
	info, err := j.Stream("a")
	if err != nil || info.Head != 5 {
		t.Errorf("a is at %d, %v", info.Head, err)
	}
	name, seq, err := j.Find(EventID(4))
	if err != nil || name != "a" || seq != 4 {
		t.Errorf("Find = %s %d %v", name, seq, err)
	}
	if _, seq, err := j.Find(EventID(99)); seq != 0 || err != nil {
		t.Errorf("Find of nothing = %d %v", seq, err)
	}
	list, err := j.Read("a", 2, 1)
	if err != nil || len(list) != 1 || list[0].Time != 1003 || list[0].Kind != "message" || list[0].ID != EventID(3) || list[0].Seq != 3 {
		t.Errorf("event 3: %+v, %v", list, err)
	}
}

func testExpectedSequence(t *testing.T, j host.Journal) {
	AppendOne(t, j, "a", 0, MessageEvents(1, "x"))
	for _, expect := range []int64{0, 2, 9} {
		_, err := j.Append([]host.Write{{Stream: "a", Expect: expect, Events: MessageEvents(50, "no")}})
		wantCode(t, fmt.Sprint("expecting ", expect), err, fault.Conflict)
	}
	// One of two streams is elsewhere: neither is written.
	_, err := j.Append([]host.Write{{Stream: "new", Expect: 0, Events: MessageEvents(60, "no")}, {Stream: "a", Expect: 0}})
	wantCode(t, "a guard", err, fault.Conflict)
	_, err = j.Append([]host.Write{{Stream: "a", Expect: 3}})
	wantCode(t, "only a guard", err, fault.Conflict)
	wantPayloads(t, j, "a", 0, "x")
	wantPayloads(t, j, "new", 0, "")
	if _, err := j.Append([]host.Write{{Stream: "new", Expect: 0, Events: MessageEvents(60, "yes")}, {Stream: "a", Expect: 1}}); err != nil {
		t.Error(err)
	}
	if info, _ := j.Stream("a"); info.Head != 1 {
		t.Errorf("a guard moved the head to %d", info.Head)
	}
	wantPayloads(t, j, "new", 0, "yes")
}

func testSameIDAgain(t *testing.T, j host.Journal) {
	AppendOne(t, j, "a", 0, MessageEvents(1, "x", "y"))
	AppendOne(t, j, "a", 2, MessageEvents(9, "z"))
	for _, expect := range []int64{0, 2, 3, host.AnySeq} {
		got := AppendOne(t, j, "a", expect, MessageEvents(1, "x", "y"))
		if got[0] != (host.Appended{First: 1, Again: true}) {
			t.Errorf("expecting %d: %+v", expect, got)
		}
	}
	_, err := j.Append([]host.Write{{Stream: "a", Expect: 3, Events: MessageEvents(2, "y", "new")}})
	wantCode(t, "half of it stored", err, fault.Conflict)
	_, err = j.Append([]host.Write{{Stream: "b", Expect: 0, Events: MessageEvents(1, "x")}})
	wantCode(t, "in another stream", err, fault.Conflict)
	wantPayloads(t, j, "a", 0, "x y z")
}

func testStreamsAndStates(t *testing.T, j host.Journal) {
	for i, name := range []string{"b", "a\xff", "a", "c"} {
		_, err := j.Append([]host.Write{{Stream: name, Events: MessageEvents(uint64(10*i+1), "x"), State: []byte("state of " + name)}})
		if err != nil {
			t.Fatal(err)
		}
	}
	AppendOne(t, j, "b", 1, MessageEvents(90, "y"))
	if _, err := j.Append([]host.Write{{Stream: "c", Expect: 1, State: []byte("a later state")}}); err != nil {
		t.Error(err)
	}
	var got []string
	for _, s := range allStreams(t, j, 2) {
		got = append(got, fmt.Sprintf("%s:%d", s.Name, s.Head))
		want := "state of " + s.Name
		if s.Name == "c" {
			want = "a later state"
		}
		if s.StateSeq != 0 && (s.StateSeq != 1 || string(s.State) != want) { // a state may be lost
			t.Errorf("%q: state %q at %d", s.Name, s.State, s.StateSeq)
		}
	}
	if s := strings.Join(got, " "); s != "a:1 a\xff:1 b:2 c:1" {
		t.Errorf("streams %q", s)
	}
}

// allStreams lists all streams, some at a time.
func allStreams(t testing.TB, j host.Journal, limit int64) (out []host.StreamInfo) {
	t.Helper()
	for after := ""; ; {
		list, err := j.Streams(after, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return out
		}
		for _, s := range list {
			if s.Name <= after {
				t.Fatalf("%q is listed after %q", s.Name, after)
			}
			after = s.Name
			out = append(out, s)
		}
	}
}

// testStreamNames uses every byte, at the end and in the middle of names, and
// the longest id of a session.
func testStreamNames(t *testing.T, j host.Journal) {
	names := map[string]bool{strings.Repeat("\U0001F9F5", 256): true, ".": true, "..": true, "*": true, ">": true, "a.b": true, "A": true, "a": true, "$JS.API": true}
	for b := range 256 {
		names[string([]byte{byte(b)})], names[string([]byte{'m', byte(b), 'm'})] = true, true
	}
	var writes []host.Write
	for name := range names {
		writes = append(writes, host.Write{Stream: name, Events: MessageEvents(uint64(len(writes)), name)})
	}
	for part := range slices.Chunk(writes, 50) {
		if _, err := j.Append(part); err != nil {
			t.Fatal(err)
		}
	}
	list := allStreams(t, j, 100)
	for _, s := range list {
		if !names[s.Name] || s.Head != 1 {
			t.Errorf("stream %q is at %d", s.Name, s.Head)
		}
		wantPayloads(t, j, s.Name, 0, s.Name)
	}
	if len(list) != len(names) {
		t.Errorf("%d streams, want %d", len(list), len(names))
	}
}

func testLongPayloads(t *testing.T, j host.Journal) {
	sizes := []int{65535, 65536, 65537, 1 << 20, 1<<20 + 1, 9<<20 + 7}
	for i, n := range sizes {
		b := bytes.Repeat([]byte{byte(i + 1), 7}, n/2+1)[:n]
		AppendOne(t, j, "a", int64(i), []host.Event{{ID: EventID(uint64(i)), Kind: "message", Payload: b}})
	}
	for i, n := range sizes {
		list, err := j.Read("a", int64(i), 1)
		if err != nil || len(list) != 1 || len(list[0].Payload) != n || list[0].Payload[0] != byte(i+1) {
			t.Fatalf("payload of %d bytes: %d events, %v", n, len(list), err)
		}
	}
}

// testManyEvents appends many events at once and one by one, and reads from
// every place.
func testManyEvents(t *testing.T, j host.Journal) {
	var want []string
	head := int64(0)
	for _, n := range []int{1, 5000, 1, 1, 700, 1} {
		var list []string
		for range n {
			list = append(list, fmt.Sprintf("%d-%s", len(want), strings.Repeat("x", len(want)%97)))
			want = append(want, list[len(list)-1])
		}
		AppendOne(t, j, "a", head, MessageEvents(uint64(head+1), list...))
		head += int64(n)
	}
	for _, after := range []int64{0, 1, 2, 2500, 4999, 5000, 5001, 5002, 5003, 5700, head - 1, head} {
		list, err := j.Read("a", after, 10)
		if err != nil || len(list) == 0 && after < head {
			t.Fatalf("after %d: %d events, %v", after, len(list), err)
		}
		for i, e := range list {
			if e.Seq != after+1+int64(i) || string(e.Payload) != want[e.Seq-1] || e.ID != EventID(uint64(e.Seq)) {
				t.Fatalf("after %d: event %d is %.50q", after, e.Seq, e.Payload)
			}
		}
	}
	for _, seq := range []int64{1, 2, 777, 5001, 5002, head} {
		if name, at, err := j.Find(EventID(uint64(seq))); name != "a" || at != seq || err != nil {
			t.Errorf("Find(%d) = %s %d %v", seq, name, at, err)
		}
	}
}

// testManyStreams appends to many streams at once.
func testManyStreams(t *testing.T, j host.Journal) {
	const n = 500
	var writes []host.Write
	for i := range n {
		writes = append(writes, host.Write{Stream: fmt.Sprintf("s%04d", i), Events: MessageEvents(uint64(i), fmt.Sprint(i)), State: fmt.Append(nil, i)})
	}
	if _, err := j.Append(writes); err != nil {
		t.Fatal(err)
	}
	writes[n-1].Expect = 7
	for i := range writes {
		writes[i].Events = MessageEvents(uint64(n+i), "no")
	}
	_, err := j.Append(writes)
	wantCode(t, "one of many", err, fault.Conflict)
	list := allStreams(t, j, 1000)
	for i, s := range list {
		if s.Name != fmt.Sprintf("s%04d", i) || s.Head != 1 {
			t.Fatalf("stream %d is %q at %d", i, s.Name, s.Head)
		}
	}
	if len(list) != n {
		t.Errorf("%d streams, want %d", len(list), n)
	}
	wantPayloads(t, j, "s0499", 0, "499")
}

func testJournalLimits(t *testing.T, j host.Journal) {
	for what, w := range map[string]host.Write{
		"no name":      {Events: MessageEvents(1, "x")},
		"a long name":  {Stream: strings.Repeat("x", 5000), Events: MessageEvents(1, "x")},
		"no kind":      {Stream: "a", Events: []host.Event{{ID: EventID(1)}}},
		"a long kind":  {Stream: "a", Events: []host.Event{{ID: EventID(1), Kind: strings.Repeat("k", 256)}}},
		"many at once": {Stream: "a", Events: make([]host.Event, 1<<17+1)},
	} {
		if _, err := j.Append([]host.Write{w}); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
	if list := allStreams(t, j, 10); len(list) != 0 {
		t.Errorf("refused appends left %+v", list)
	}
	kind := strings.Repeat("k", 255)
	AppendOne(t, j, "a", 0, []host.Event{{ID: EventID(1), Kind: kind, Time: -5}})
	if list, err := j.Read("a", 0, 1); err != nil || len(list) != 1 || list[0].Kind != kind || list[0].Time != -5 || len(list[0].Payload) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := j.Read("a", 0, 0); err != nil || len(list) != 0 {
		t.Errorf("a limit of 0: %d events, %v", len(list), err)
	}
}

func testFree(t *testing.T, j host.Journal) {
	c, ok := j.(host.Compactor)
	if !ok {
		t.Skip("this journal keeps everything")
	}
	long := strings.Repeat("l", 100_000)
	AppendOne(t, j, "a", 0, MessageEvents(1, "1", long, "3", "4", "5", "6"))
	AppendOne(t, j, "b", 0, MessageEvents(20, "keep"))
	n, err := c.Free("a", []host.Span{{From: 1, To: 2}, {From: 4, To: 5}})
	if err != nil || n != 100_003 {
		t.Fatalf("freed %d bytes, %v", n, err)
	}
	if n, err := c.Free("a", []host.Span{{From: 1, To: 2}, {From: 4, To: 99}}); err != nil || n != 0 {
		t.Fatalf("freed %d bytes again, %v", n, err)
	}
	if n, err := c.Free("none", []host.Span{{From: 1, To: 2}}); err != nil || n != 0 {
		t.Errorf("freed %d bytes of nothing, %v", n, err)
	}
	wantPayloads(t, j, "a", 0, "3 6")
	AppendOne(t, j, "a", 6, MessageEvents(7, "7"))
	wantPayloads(t, j, "a", 3, "6 7")
	if info, err := j.Stream("a"); err != nil || info.Head != 7 {
		t.Errorf("the head is %d, %v", info.Head, err)
	}
	if _, seq, err := j.Find(EventID(2)); seq != 0 || err != nil {
		t.Errorf("a freed event is found at %d, %v", seq, err)
	}
	if err := c.Vacuum(NewClock(0, 1)); err != nil {
		t.Error(err)
	}
	wantPayloads(t, j, "a", 0, "3 6 7")
	wantPayloads(t, j, "b", 0, "keep")
}

// testTwoHandles: each sees what the other wrote.
func testTwoHandles(t *testing.T, open func() host.Journal) {
	both := [2]host.Journal{open(), open()}
	for i := range uint64(20) {
		name := string(rune('a' + i))
		one, two := both[i%2], both[(i+1)%2]
		AppendOne(t, one, name, 0, MessageEvents(100*i, name))
		AppendOne(t, two, name, 1, MessageEvents(100*i+1, "second"))
		_, err := one.Append([]host.Write{{Stream: name, Expect: 1, Events: MessageEvents(100*i+2, "late")}})
		wantCode(t, "a stale head", err, fault.Conflict)
		AppendOne(t, one, name, host.AnySeq, MessageEvents(100*i+2, "third"))
		wantPayloads(t, both[0], name, 0, name+" second third")
		if got := len(allStreams(t, two, 7)); got != int(i)+1 {
			t.Fatalf("%d streams, want %d", got, i+1)
		}
		if got := AppendOne(t, two, name, 0, MessageEvents(100*i, name)); !got[0].Again || got[0].First != 1 {
			t.Errorf("again: %+v", got)
		}
	}
	VerifyJournal(t, both[0])
}

// testOneWins: of several writers that expect the same position, one wins, and
// every acknowledged event is there once.
func testOneWins(t *testing.T, open func() host.Journal) {
	const writers, rounds = 4, 25
	handles := make([]host.Journal, writers)
	for i := range handles {
		handles[i] = open()
	}
	if handles[0] == handles[1] {
		t.Skip("this journal belongs to one goroutine")
	}
	AppendOne(t, handles[0], "s", 0, MessageEvents(0, "begin"))
	for round := range rounds {
		errs := make([]error, writers)
		var group sync.WaitGroup
		for i, j := range handles {
			group.Go(func() {
				for {
					_, errs[i] = j.Append([]host.Write{{Stream: "s", Expect: int64(round) + 1, Events: MessageEvents(uint64(round*writers+i+1), fmt.Sprint(round, i))}})
					if info, err := j.Stream("s"); errs[i] == nil || err != nil || info.Head != int64(round)+1 {
						return // it has won, or another has
					}
				}
			})
		}
		group.Wait()
		won := 0
		for i, err := range errs {
			if err == nil {
				won++
			} else if fault.CodeOf(err) != fault.Conflict {
				t.Fatalf("writer %d: %v", i, err)
			}
		}
		if won != 1 {
			t.Fatalf("round %d: %d writers have won", round, won)
		}
	}
	if info, err := handles[0].Stream("s"); err != nil || info.Head != rounds+1 {
		t.Errorf("the head is %d, %v", info.Head, err)
	}
	VerifyJournal(t, handles[0])
}

// testReadBeside: a reader sees a prefix at any time, and all of one append or
// nothing.
func testReadBeside(t *testing.T, open func() host.Journal) {
	writer, reader := open(), open()
	if writer == reader {
		t.Skip("this journal belongs to one goroutine")
	}
	const rounds = 40
	done := make(chan error, 1)
	go func() {
		for i := range int64(rounds) {
			list := MessageEvents(uint64(3*i+1), "1", strings.Repeat("2", int(i%5)*40_000), "3")
			if _, err := writer.Append([]host.Write{{Stream: "s", Expect: 3 * i, Events: list}}); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	seen := int64(0)
	for ended := false; !ended || seen < 3*rounds; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			ended = true
		default:
		}
		info, err := reader.Stream("s")
		if err != nil || info.Head%3 != 0 || info.Head < seen {
			t.Fatalf("the head is %d after %d, %v", info.Head, seen, err)
		}
		list, err := reader.Read("s", seen, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if ended && len(list) == 0 && seen < 3*rounds {
			t.Fatalf("only %d events", seen)
		}
		for _, e := range list {
			if e.Seq != seen+1 || e.ID != EventID(uint64(e.Seq)) {
				t.Fatalf("event %d after %d", e.Seq, seen)
			}
			seen = e.Seq
		}
	}
	VerifyJournal(t, reader)
}
