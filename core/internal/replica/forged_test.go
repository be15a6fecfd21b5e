package replica_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/internal/store/teststore"
	"github.com/heddle-dev/heddle/core/session"
)

// hostile are the numbers that forged events have.
var hostile = []string{"0", "1", "2", "3", "4", "7", "-1", "-2", "-9223372036854775808", "9223372036854775807", "9223372036854775806",
	"9223372036854775805", "68719476735", "68719476734", "68719476736", "2147483648", "4294967296", "9007199254740993", "1e18", "1.5", "-0.0", "1e400", "null", `"2"`, "[]", "{}"}

// forgedPayloads are the kinds of events; each # becomes a number, $ a session and @ a thread.
var forgedPayloads = []struct{ kind, payload string }{
	{"message", `{"content":"x","type":"user"}`},
	{"message", `{"content":"x","threadId":"@","type":"user"}`},
	{"session.registered", `{"createdAt":#,"messageLimit":#,"updatedAt":#}`},
	{"session.updated", `{"messageLimit":#,"updatedAt":#}`},
	{"session.deleted", ``},
	{"session.forked", `{"createdAt":#,"hidden":[[#,#],[#,#]],"messageLimit":#,"parent":{"position":#,"sessionId":"$"},"parts":[["$",#,#],["$",#,#]],"summary":{"content":"s","generatedAt":#,"messageCount":#}}`},
	{"session.forked", `{"parent":{"sessionId":"$"},"parts":[["$",#,#]]}`},
	{"session.forked", `{"parent":{"sessionId":"$"},"parts":[["$",1,1],["$",2,#]]}`},
	{"session.imported", `{"activeThreadId":"@","createdAt":#,"exportedAt":#,"fork":{"forkedAt":#,"position":#},"hidden":[[#,#]],"messageLimit":#,"messages":#,"share":{"createdAt":#,"revokedAt":#,"shareId":"x","status":"active"},"summary":{"messageCount":#},"threads":[{"createdAt":#,"hidden":[[#,#]],"places":[[#,#],[#,#]],"threadId":"@"}]}`},
	{"session.imported", `{"messages":#,"threads":[{"places":[[0,#]],"threadId":"@"}]}`},
	{"session.reverted", `{"from":#,"to":#}`},
	{"session.bounded", `{"from":#,"to":#}`},
	{"session.unreverted", ``},
	{"session.shared", `{"shareId":"x"}`},
	{"session.unshared", ``},
	{"session.summarized", `{"content":"s","generatedBy":"me"}`},
	{"thread.started", `{"name":"n","threadId":"@"}`},
	{"thread.forked", `{"name":"n","source":"@","threadId":"@"}`},
	{"thread.updated", `{"status":"archived","threadId":"@"}`},
	{"thread.reverted", `{"from":#,"threadId":"@","to":#}`},
	{"thread.bounded", `{"from":#,"threadId":"@","to":#}`},
	{"thread.unreverted", `{"threadId":"@"}`},
	{"thread.active", `{"threadId":"@"}`},
	{"thread.deleted", `{"threadId":"@"}`},
	{"thread.cleared", ``},
}

// forger turns bytes into events.
type forger struct {
	bytes []byte
	next  byte // of the ids
}

func (f *forger) pick(n int) int {
	if len(f.bytes) == 0 {
		return 0
	}
	b := f.bytes[0]
	f.bytes = f.bytes[1:]
	return int(b) % n
}

func (f *forger) event() host.Event {
	shape := forgedPayloads[f.pick(len(forgedPayloads))]
	var payload strings.Builder
	for _, c := range shape.payload {
		switch c {
		case '#':
			payload.WriteString(hostile[f.pick(len(hostile))])
		case '$':
			payload.WriteString(names[f.pick(3)])
		case '@':
			payload.WriteByte("tu"[f.pick(2)])
		default:
			payload.WriteRune(c)
		}
	}
	f.next++
	e := host.Event{ID: [16]byte{f.next, 7}, Time: 1_700_000_000_000, Kind: shape.kind, Payload: []byte(payload.String())}
	if f.pick(32) == 31 {
		e.Time = []int64{math.MinInt64, math.MaxInt64, -1 << 60, 1 << 60, 0, -1}[f.pick(6)]
	}
	return e
}

// forge writes a store as a program would that does not know what the numbers mean.
func forge(t testing.TB, j host.Journal, b []byte) {
	t.Helper()
	f := forger{bytes: b}
	for range 40 {
		if _, err := j.Append([]host.Write{{Stream: names[f.pick(3)], Expect: host.AnySeq, Events: []host.Event{f.event()}}}); err != nil {
			t.Fatal(err)
		}
		if len(f.bytes) == 0 {
			return
		}
	}
}

// expected are the codes of errors about what is in a store, or is not.
var expected = map[fault.Code]bool{"": true, fault.ParseError: true, fault.SessionNotFound: true, fault.ThreadNotFound: true,
	fault.BadRef: true, fault.Conflict: true, fault.MessageLimitReached: true, fault.InvalidSelector: true}

// readForged reads everything of a store. With whole all of it must be readable.
func readForged(t *testing.T, s *store.Store, whole bool) {
	t.Helper()
	must := func(what string, err error) {
		t.Helper()
		if whole && err != nil || !expected[fault.CodeOf(err)] {
			t.Errorf("%s: %v", what, err)
		}
	}
	problems, err := s.Check()
	if err != nil || whole && len(problems) > 0 {
		t.Error("check: ", problems, err)
	}
	n, err := s.SessionCount()
	must("count", err)
	stats, err := s.Stats()
	must("stats", err)
	list, err := s.List(store.ListOptions{})
	must("list", err)
	if err == nil && (int64(len(list)) != n || stats.Messages < 0 || stats.Events < 0 || stats.Threads < 0) {
		t.Errorf("%d listed, %d counted, %+v", len(list), n, stats)
	}
	for _, m := range list {
		readForgedSession(t, s, m.SessionID, must)
	}
	for _, id := range names[:3] {
		n, err := s.MessageCount(id)
		if !expected[fault.CodeOf(err)] || n < 0 || n > 1<<36 {
			t.Errorf("%s has %d messages, %v", id, n, err)
		}
		for at := int64(1); at < 4; at++ {
			if _, err := s.Get(id, at); err != nil && !expected[fault.CodeOf(err)] && fault.CodeOf(err) != fault.InvalidArgument {
				t.Errorf("%s at %d: %v", id, at, err)
			}
		}
	}
}

func readForgedSession(t *testing.T, s *store.Store, id string, must func(string, error)) {
	t.Helper()
	m, err := s.Get(id, 0)
	must("get", err)
	if err == nil && (m.MessageCount < 0 || m.MessageLimit < 0 || !json.Valid(m.AppendJSON(nil))) {
		t.Errorf("%s", m.AppendJSON(nil))
	}
	_, err = s.Messages(id, store.MessageOptions{IncludeHidden: true})
	must("messages", err)
	_, err = s.Messages(id, store.MessageOptions{Limit: 2, Offset: 1})
	must("visible messages", err)
	b, err := s.Export(id, 0)
	must("export", err)
	if err == nil && !json.Valid(b) {
		t.Errorf("%s exports %s", id, b)
	}
	threads, err := s.Threads().List(id, 0)
	must("threads", err)
	for _, th := range threads {
		if th.MessageCount < 0 || th.VisibleMessageCount < 0 || th.VisibleMessageCount > th.MessageCount {
			t.Errorf("%s", th.AppendJSON(nil))
		}
		_, err = s.Threads().Messages(id, th.ThreadID, store.MessageOptions{IncludeHidden: true})
		must("messages of a thread", err)
	}
}

// changeForged changes a store in every way, and deletes everything in the end.
func changeForged(t *testing.T, s *store.Store) {
	t.Helper()
	must := func(what string, err error) {
		t.Helper()
		if !expected[fault.CodeOf(err)] {
			t.Errorf("%s: %v", what, err)
		}
	}
	keep := int64(1)
	for _, id := range names[:3] {
		_, err := s.Fork(id, store.ForkOptions{SessionID: "fork-of-" + id, OmitHidden: true}, store.Request{})
		must("fork", err)
		_, err = s.Record(id, says("more"), store.Request{})
		must("record", err)
		_, err = s.Revert(id, store.Selector{VisibleMessageCount: &keep}, store.Request{})
		must("revert", err)
		_, err = s.Threads().Fork(id, "t", store.ThreadOptions{}, store.Request{})
		must("fork a thread", err)
	}
	_, err := s.Compact()
	must("compact", err)
	readForged(t, s, false)
	for _, id := range names[:3] {
		if err := s.Delete(id, store.Request{}); err != nil {
			t.Errorf("delete %s: %v", id, err)
		}
	}
	if _, err := s.Clear(); err != nil {
		t.Error("clear: ", err)
	}
	if _, err := s.Compact(); err != nil {
		t.Error("compact what was deleted: ", err)
	}
	readForged(t, s, true)
}

// FuzzForgedEvents: with any numbers in the events of a store, nothing panics and no
// count is negative. A pull copies what is sound and names what is not, and everything in
// the store that it wrote can be read.
func FuzzForgedEvents(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	seeds := 300
	if testing.Short() {
		seeds = 80
	}
	for range seeds {
		f.Add(randomBytes(r))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		testForged(t, func() host.Journal { return journal.NewMemory() }, b)
	})
}

// TestForgedFiles is the same on files.
func TestForgedFiles(t *testing.T) {
	seeds := 60
	if testing.Short() {
		seeds = 15
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range seeds {
		testForged(t, func() host.Journal { return openFile(t) }, randomBytes(r))
	}
}

func randomBytes(r *rand.Rand) []byte {
	b := make([]byte, 20+r.IntN(200))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func openFile(t testing.TB) host.Journal {
	t.Helper()
	grant, release, err := teststore.Open(teststore.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	j, err := teststore.Journal(grant)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func testForged(t *testing.T, open func() host.Journal, b []byte) {
	t.Helper()
	h := stoppedHost()
	from := open()
	forge(t, from, b)
	source := store.New(from, h, store.Options{})
	readForged(t, source, false)
	into := open()
	puller := store.New(into, h, store.Options{})
	for _, own := range []string{"a", "mine"} { // one of them grew differently
		if _, err := puller.Record(own, says("own"), store.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, keep := range []bool{false, true} {
		report, err := replica.Pull(source, puller, replica.Options{KeepBoth: keep})
		if err != nil {
			t.Fatal("pull: ", err)
		}
		named := map[string]bool{}
		for _, p := range report.Problems {
			named[p.SessionID] = true
		}
		for _, d := range report.Diverged {
			named[d.SessionID] = named[d.SessionID] || !d.Kept
		}
		for _, name := range names[:3] {
			theirs, _ := from.Stream(name)
			ours, _ := into.Stream(name)
			if ours.Head < theirs.Head && !named[name] {
				t.Errorf("%s: %d of %d events, and %+v", name, ours.Head, theirs.Head, report)
			}
		}
		readForged(t, store.New(into, h, store.Options{}), true)
	}
	changeForged(t, store.New(into, h, store.Options{}))
	changeForged(t, store.New(from, h, store.Options{}))
}

func says(content string) []session.JSON { return []session.JSON{text(content)} }

// TestForgedPart: a part whose end is no number is not copied, and the report names the
// session.
func TestForgedPart(t *testing.T) {
	for _, numbers := range []string{"9223372036854775807,2", "2,9223372036854775806", "-1,2", "0,1", "1,68719476735", "2,0", "2,-5", "1.5,1", "null,1", "1,1"} {
		from, into := journal.NewMemory(), journal.NewMemory()
		h := stoppedHost()
		source, puller := store.New(from, h, store.Options{}), store.New(into, h, store.Options{})
		if _, err := source.Record("a", says("x"), store.Request{}); err != nil {
			t.Fatal(err)
		}
		if _, err := source.Share("a", "", store.Request{}); err != nil {
			t.Fatal(err)
		}
		parts := fmt.Sprintf(`{"parent":{"sessionId":"a"},"parts":[["a",%s]]}`, numbers)
		if numbers == "1,1" { // of an event that is no message
			parts = `{"parent":{"sessionId":"a"},"parts":[["a",2,1]]}`
		}
		if _, err := from.Append([]host.Write{{Stream: "b", Events: []host.Event{{ID: [16]byte{9}, Time: 1, Kind: "session.forked", Payload: []byte(parts)}}}}); err != nil {
			t.Fatal(err)
		}
		report, err := replica.Pull(source, puller, replica.Options{})
		if err != nil || len(report.Problems) != 1 || report.Problems[0].SessionID != "b" || report.Problems[0].Position != 1 {
			t.Errorf("%s: %+v, %v", numbers, report, err)
		}
		readForged(t, puller, true)
		if n, err := puller.SessionCount(); n != 1 || err != nil {
			t.Errorf("%s: %d sessions, %v", numbers, n, err)
		}
		problems, err := source.Check()
		if err != nil || len(problems) != 1 || problems[0].SessionID != "b" {
			t.Errorf("%s: the check: %v, %v", numbers, problems, err)
		}
	}
}
