package simtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// Options says what a schedule is like.
type Options struct {
	Seed    uint64
	Writers int
	Steps   int
	Faults  bool
	// Journal returns a writer's journal; all work on the same streams. Each
	// call below it is to fail when fails says so.
	Journal func(fails func() bool) host.Journal
}

// sim plays one schedule.
type sim struct {
	o       Options
	random  *rand.Rand
	clock   *hosttest.Clock
	entropy *hosttest.Entropy
	world   *world
	writers []*writer
	depth   int // of races inside races
	words   int
	err     error
	past    []moment
}

type writer struct {
	chaos   *chaos
	store   *store.Store
	threads *store.Threads
	busy    bool // in the middle of a change
}

// moment is what a session showed at a position.
type moment struct {
	id    string
	at    int64
	want  string
	life  int
	model *modelSession
}

// Run plays a schedule and returns the first difference from the model.
func Run(o Options) error {
	s := &sim{o: o, random: rand.New(rand.NewPCG(o.Seed, 1)), world: newWorld(),
		clock: hosttest.NewClock(hosttest.StartTime, 1), entropy: hosttest.NewEntropy(o.Seed)}
	for range o.Writers {
		w := &writer{}
		s.writers = append(s.writers, w)
		s.openWriter(w)
	}
	for step := 0; step < o.Steps && s.err == nil; step++ {
		s.runTurn(s.writers[s.random.IntN(len(s.writers))])
		if s.err == nil && s.random.IntN(4) == 0 {
			s.verifyStore()
		}
	}
	s.finishRun()
	if s.err != nil {
		return fmt.Errorf("seed %d: %w", o.Seed, s.err)
	}
	return nil
}

// openWriter gives a writer a new store, as after a crash.
func (s *sim) openWriter(w *writer) {
	c := &chaos{random: s.random, faults: s.o.Faults, calm: true}
	c.Journal = s.o.Journal(func() bool { return c.shouldFail(60) })
	c.calm = false
	w.chaos = c
	w.chaos.race = func() {
		if s.depth < 2 {
			s.depth++
			if other := s.writers[s.random.IntN(len(s.writers))]; !other.busy && s.err == nil {
				s.runTurn(other)
			}
			s.depth--
		}
	}
	w.store = store.New(w.chaos, host.Host{Clock: s.clock, Entropy: s.entropy, Poll: hosttest.Patient{}}, store.Options{})
	w.threads = w.store.Threads()
}

func (s *sim) recordFailure(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// runTurn makes one random change through a writer. A failed call is made again
// with the same request id until it is answered; then the model is asked what
// the answer should be, and changed likewise.
func (s *sim) runTurn(w *writer) {
	if s.random.IntN(30) == 0 {
		s.openWriter(w)
	}
	w.busy = true
	defer func() { w.busy = false }()
	op := s.drawOperation()
	req := store.Request{ID: s.entropy.ID()}
	race := w.chaos.race
	for try := 0; ; try++ {
		err := op.run(w, req)
		if fault.CodeOf(err) == fault.IO && try < 50 {
			w.chaos.race = nil      // the first try may have been written: it counts from then on
			w.chaos.calm = try > 20 // work of many calls would never come through
			if s.random.IntN(4) == 0 {
				calm := w.chaos.calm
				s.openWriter(w)
				w.chaos.race, w.chaos.calm = nil, calm
			}
			continue
		}
		w.chaos.race, w.chaos.calm = race, false
		want := op.expect(s.world)
		got := fault.CodeOf(err)
		if want == notThere && (got == fault.SessionNotFound || got == fault.BadRef) {
			want = got
		}
		if got != want {
			s.recordFailure("%s: %v, want %q", op.name, err, want)
		}
		if err == nil && op.id != "" && s.random.IntN(10) == 0 {
			s.repeatRequest(w, op, req)
		}
		if err == nil && s.random.IntN(3) == 0 {
			s.noteMoment(op.id)
		}
		return
	}
}

// repeatRequest makes a change once more under the same request id: nothing changes.
func (s *sim) repeatRequest(w *writer, op operation, req store.Request) {
	race := w.chaos.race
	w.chaos.race = nil
	for try := 0; ; try++ {
		err := op.run(w, req)
		if fault.CodeOf(err) == fault.IO && try < 50 {
			continue
		}
		if err != nil {
			s.recordFailure("%s, again: %v", op.name, err)
		}
		break
	}
	w.chaos.race = race
}

// noteMoment remembers what a session shows, to look at it again later.
func (s *sim) noteMoment(id string) {
	m := s.world.sessions[id]
	if m == nil {
		return
	}
	w := s.calmWriter()
	meta, err := w.store.Get(id, 0)
	if err != nil {
		s.recordFailure("get %s: %v", id, err)
		return
	}
	s.past = append(s.past, moment{id, meta.Position, fmt.Sprint(m.visibleMessages(false)), s.world.lives[id], m.clone()})
}

// calmWriter returns a writer to which nothing happens.
func (s *sim) calmWriter() *writer {
	w := &writer{}
	s.openWriter(w)
	w.chaos.calm = true
	return w
}

// verifyStore compares every session and thread with the model, through a store
// that has seen nothing yet and one of the writers'.
func (s *sim) verifyStore() {
	s.compareModel(s.calmWriter())
	if w := s.writers[s.random.IntN(len(s.writers))]; !w.busy {
		w.chaos.calm = true
		s.compareModel(w)
		w.chaos.calm = false
	}
}

func (s *sim) compareModel(w *writer) {
	list, err := w.store.List(store.ListOptions{})
	if err != nil || len(list) != len(s.world.sessions) {
		s.recordFailure("list: %d sessions, %v, want %d", len(list), err, len(s.world.sessions))
	}
	for _, id := range sortedNames(s.world.sessions) {
		m := s.world.sessions[id]
		for _, all := range []bool{false, true} {
			got, err := w.store.Messages(id, store.MessageOptions{IncludeHidden: all})
			s.compareMessages("session "+id, got, err, m.visibleMessages(all))
		}
		if n, err := w.store.MessageCount(id); err != nil || n != int64(len(m.messages)) {
			s.recordFailure("session %s counts %d, %v, want %d", id, n, err, len(m.messages))
		}
		s.compareThreads(w, id, m)
		s.compareRest(w, id, m)
		if shown := m.visibleMessages(false); len(shown) > 2 {
			from := s.random.IntN(len(shown))
			got, err := w.store.Messages(id, store.MessageOptions{Offset: int64(from), Limit: 2})
			s.compareMessages("part of session "+id, got, err, shown[from:min(from+2, len(shown))])
		}
	}
}

func (s *sim) compareRest(w *writer, id string, m *modelSession) {
	if meta, err := w.store.Get(id, 0); err != nil || meta.CWD != m.cwd {
		s.recordFailure("session %s: %+v, %v, want cwd %q", id, meta, err, m.cwd)
	}
	share, err := w.store.GetShare(id, 0)
	active := ""
	if share != nil && share.Status == session.ShareStatusActive {
		active = share.ShareID
	}
	if err != nil || active != m.share {
		s.recordFailure("session %s has the share %q, %v, want %q", id, active, err, m.share)
	}
	summary, err := w.store.GetSummary(id, 0)
	text := ""
	if summary != nil {
		text = summary.Content
	}
	if err != nil || text != m.summary {
		s.recordFailure("session %s has the summary %q, %v, want %q", id, text, err, m.summary)
	}
}

func (s *sim) compareThreads(w *writer, id string, m *modelSession) {
	loaded, err := w.threads.Loaded(id, store.ThreadFilter{})
	if err != nil || int(loaded.Count) != len(m.threads) || loaded.ActiveThreadID != m.active {
		s.recordFailure("session %s: threads %+v, %v, want %d, %q active", id, loaded, err, len(m.threads), m.active)
		return
	}
	for _, meta := range loaded.Threads {
		t := m.threads[meta.ThreadID]
		if t == nil || string(meta.Status) != t.status || int(meta.MessageCount) != len(t.entries) {
			s.recordFailure("thread %+v, want %+v", meta, t)
			return
		}
		want := m.shownThread(t)
		got, err := w.threads.Messages(id, meta.ThreadID, store.MessageOptions{})
		s.compareMessages("thread "+meta.ThreadID, got, err, want)
		if int(meta.VisibleMessageCount) != len(want) {
			s.recordFailure("thread %s counts %d visible, want %d", meta.ThreadID, meta.VisibleMessageCount, len(want))
		}
	}
}

// compareMessages compares messages, by their uuids, with those of the model.
func (s *sim) compareMessages(what string, got []session.JSON, err error, want []string) {
	if err != nil {
		s.recordFailure("%s: %v", what, err)
		return
	}
	have := make([]string, len(got))
	for i, m := range got {
		have[i] = uuidOf(m)
	}
	if fmt.Sprint(have) != fmt.Sprint(want) {
		s.recordFailure("%s shows %v, want %v", what, have, want)
	}
}

// finishRun looks at the past again, compacts, checks, and takes every session
// through a snapshot.
func (s *sim) finishRun() {
	w := s.calmWriter()
	for _, m := range s.past {
		got, err := w.store.Messages(m.id, store.MessageOptions{At: m.at})
		if fault.CodeOf(err) == fault.BadRef && s.world.lives[m.id] != m.life {
			continue // freed by a compaction
		}
		have := []string{}
		for _, g := range got {
			have = append(have, uuidOf(g))
		}
		if err != nil || fmt.Sprint(have) != m.want {
			s.recordFailure("%s at %d shows %v, %v, want %s", m.id, m.at, have, err, m.want)
		}
	}
	before := s.exportSessions(w)
	if _, err := w.store.Compact(); err != nil {
		s.recordFailure("compact: %v", err)
	}
	s.compareModel(s.calmWriter())
	if after := s.exportSessions(w); before != after {
		s.recordFailure("a compaction changed what is exported")
	}
	problems, err := s.calmWriter().store.Check()
	if err != nil || len(problems) > 0 {
		s.recordFailure("check: %v, %v", problems, err)
	}
}

func (s *sim) exportSessions(w *writer) string {
	out := ""
	s.clock.Set(hosttest.StartTime * 2)
	for _, id := range sortedNames(s.world.sessions) {
		s.clock.Set(hosttest.StartTime * 2)
		b, err := w.store.Export(id, 0)
		if err != nil {
			s.recordFailure("export: %v", err)
		}
		s.roundTrip(b)
		out += string(b)
	}
	return out
}

// roundTrip takes a snapshot into an empty store and out again.
func (s *sim) roundTrip(snapshot []byte) {
	fresh := store.New(journal.NewMemory(), host.Host{Clock: s.clock, Entropy: s.entropy}, store.Options{})
	m, err := fresh.Import(snapshot, "", store.Request{})
	if err != nil {
		s.recordFailure("import: %v", err)
		return
	}
	if again, err := fresh.Export(m.SessionID, 0); err != nil || string(again) != string(snapshot) {
		s.recordFailure("export, import, export: %v\n%s\n%s", err, snapshot, again)
	}
}
