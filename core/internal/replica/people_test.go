package replica_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/replica"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/session"
)

// A simulation of people: machines that import what agents wrote, tag, delete, record, fork, are installed
// again, are offline for weeks, and sync with one hub in any order.

// home is what agents wrote on one computer; several machines may have it.
type home struct {
	name     string
	sessions map[string]*conversation
}

// conversation is an agent's session: every version of it, the last one is the present.
type conversation struct {
	id       string
	versions []version
}

// version is what an agent's session was at a time.
type version struct {
	at     int64
	shown  []string // ids of messages
	hidden []string
	edits  map[string]int // how often a message was changed
}

func (h *home) write(r *rand.Rand, now int64) {
	id := fmt.Sprint("claude:", h.name, r.IntN(4))
	c := h.sessions[id]
	if c == nil {
		c = &conversation{id: id}
		h.sessions[id] = c
	}
	next := version{at: now, edits: map[string]int{}}
	if len(c.versions) > 0 {
		last := c.versions[len(c.versions)-1]
		next.shown, next.hidden = append(next.shown, last.shown...), append(next.hidden, last.hidden...)
		for k, n := range last.edits {
			next.edits[k] = n
		}
	}
	switch n := len(next.shown); {
	case n > 2 && r.IntN(6) == 0: // the agent goes back
		next.hidden = append(next.hidden, next.shown[n-2:]...)
		next.shown = next.shown[: n-2 : n-2]
	case n > 0 && r.IntN(4) == 0: // its last message becomes longer
		next.edits[next.shown[n-1]]++
	}
	for range 1 + r.IntN(3) {
		next.shown = append(next.shown, fmt.Sprint(id, "-", len(next.shown)+len(next.hidden)))
	}
	c.versions = append(c.versions, next)
}

const secret = "sk-secret"

// copyOf is what an import of a version gives the store.
func copyOf(id string, v *version, origin string, redact, again bool) store.Copy {
	line := func(list []string) (out []session.JSON) {
		for _, m := range list {
			text := fmt.Sprint("text of ", m, strings.Repeat("!", v.edits[m]), " ", secret)
			if redact {
				text = strings.ReplaceAll(text, secret, "[redacted:key]")
			}
			out = append(out, session.JSON(fmt.Sprintf(`{"content":%q,"id":%q,"import":{"agent":"claude"},"type":"user"}`, text, m)))
		}
		return out
	}
	c := store.Copy{Visible: line(v.shown), Hidden: line(v.hidden), Again: again}
	more := ""
	if origin != "" {
		more = fmt.Sprintf(`,"origin":%q`, origin)
	}
	if redact {
		more += `,"redacted":true`
	}
	c.Source = session.JSON(fmt.Sprintf(`{"agent":"claude","digest":"%x"%s,"sessionId":%q,"unifiedId":%q,"updatedAt":%q}`,
		store.Digest(c.Visible, c.Hidden), more, id, id, session.TimeOfMillis(v.at).String()))
	agent := "claude"
	c.Patch = store.Patch{Adapter: &agent, CreatedAt: session.TimeOfMillis(v.at), UpdatedAt: session.TimeOfMillis(v.at)}
	return c
}

// machine is a person's computer.
type machine struct {
	*store.Store
	name   string
	origin string
	home   *home
	redact bool
	lag    bool // its home is one version late now
}

// people is a run of the simulation.
type people struct {
	t        *testing.T
	r        *rand.Rand
	clock    *hosttest.Clock
	now      int64
	files    bool
	hub      *machine
	machines []*machine
	deleted  map[string]bool   // copies
	unsure   map[string]bool   // copies that somebody brought back, where clocks decide, or whose deletion a new installation may lose
	forks    map[string]string // what they show
	own      map[string]int    // messages of sessions that were recorded
	log      []string
}

func (p *people) newStore() *store.Store {
	var j host.Journal = journal.NewMemory()
	if p.files {
		j = openFile(p.t)
	}
	return p.storeOf(j)
}

func (p *people) storeOf(j host.Journal) *store.Store {
	h := hosttest.Host(nil)
	h.Clock, h.Entropy = shifted{p.clock, int64(p.r.IntN(3)-1) * 3_600_000}, entropy{p.r}
	return store.New(j, h, store.Options{})
}

func newPeople(t *testing.T, seed uint64) *people {
	p := &people{t: t, r: rand.New(rand.NewPCG(seed, 34)), clock: hosttest.NewClock(1_700_000_000_000, 1000), now: 1_600_000_000_000,
		files: seed%25 == 24, deleted: map[string]bool{}, unsure: map[string]bool{}, own: map[string]int{}, forks: map[string]string{}}
	p.hub = &machine{Store: p.newStore(), name: "hub"}
	shared, other := &home{"a", map[string]*conversation{}}, &home{"b", map[string]*conversation{}}
	redact := seed%3 == 0
	for i, h := range []*home{shared, shared, other} {
		m := &machine{Store: p.newStore(), name: fmt.Sprint("machine", i), home: h, redact: redact}
		if seed%4 == 3 {
			m.origin = m.name
		}
		p.machines = append(p.machines, m)
	}
	return p
}

func (p *people) note(m *machine, what string) { p.log = append(p.log, m.name+" "+what) }

func (p *people) must(err error) {
	p.t.Helper()
	switch fault.CodeOf(err) {
	case "", fault.SessionNotFound:
	default:
		p.t.Fatal(strings.Join(p.log, "\n"), "\n", err)
	}
}

// copyName is the id of a machine's copy.
func (m *machine) copyName(id string) string {
	if m.origin == "" {
		return id
	}
	return id + "@" + m.origin
}

// imports brings the machine's store up to its home.
func (p *people) imports(m *machine, again string) {
	p.note(m, "imports "+again)
	for _, id := range sortedNames(m.home.sessions) {
		c := m.home.sessions[id]
		at := len(c.versions) - 1
		if m.lag && at > 0 {
			at--
		}
		v := &c.versions[at]
		name := m.copyName(id)
		if again == id {
			p.unsure[name] = true
		}
		_, err := m.Copy(name, copyOf(id, v, m.origin, m.redact, again == id), false)
		p.must(err)
	}
}

func sortedNames[T any](m map[string]T) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// sync is a pull and a push, as heddle store sync.
func (p *people) sync(m *machine) (events int64, wrong []string) {
	p.note(m, "syncs")
	pulled, pushed := &replica.Known{}, &replica.Known{}
	for i, pair := range [][2]*machine{{p.hub, m}, {m, p.hub}} {
		known := pulled
		if i == 1 {
			known = pushed
			known.Learn(pulled)
		}
		report, err := replica.Pull(pair[0].Store, pair[1].Store, replica.Options{Known: known})
		p.must(err)
		events += report.Events
		for _, d := range report.Diverged {
			wrong = append(wrong, fmt.Sprintf("%s: sync %d: %+v", m.name, i, d))
		}
		for _, problem := range report.Problems {
			wrong = append(wrong, fmt.Sprintf("%s: sync %d: %+v", m.name, i, problem))
		}
		problems, err := pair[1].Check()
		if err != nil || len(problems) > 0 {
			p.t.Fatal(strings.Join(p.log, "\n"), "\n", pair[1].name, problems, err)
		}
	}
	return events, wrong
}

// act does what a person does.
func (p *people) act() {
	m := p.machines[p.r.IntN(len(p.machines))]
	ids := sortedNames(m.home.sessions)
	any := func() string {
		if len(ids) == 0 {
			return "none"
		}
		return ids[p.r.IntN(len(ids))]
	}
	switch n := p.r.IntN(32); {
	case n < 8:
		p.now += 60_000
		m.home.write(p.r, p.now)
		p.note(m, "works")
	case n < 15:
		p.imports(m, "")
	case n < 21:
		p.report(p.sync(m))
	case n < 23:
		var add, remove []string
		if p.r.IntN(2) == 0 {
			add = []string{"x"}
		} else {
			remove = []string{"x"}
		}
		_, err := m.Tag(any(), add, remove, store.Request{})
		p.must(err)
	case n < 24:
		p.delete(m, m.copyName(any()))
	case n < 25:
		_, err := []*machine{m, p.hub}[p.r.IntN(2)].Compact()
		p.must(err)
	case n < 26: // the machine is installed again
		m.Store = p.newStore()
		p.note(m, "is installed again")
	case n < 27:
		id := fmt.Sprint("own-", m.name, len(p.own))
		_, err := m.Record(id, []session.JSON{text(id)}, store.Request{})
		p.must(err)
		p.own[id]++
		p.report(p.sync(m)) // else a new installation loses it
	case n < 28:
		m.lag = !m.lag
	case n < 30:
		p.fork(m, m.copyName(any()))
	default:
		p.note(m, "is brought back")
		p.imports(m, any())
	}
}

// report fails when a sync reports something.
func (p *people) report(_ int64, wrong []string) {
	p.t.Helper()
	if len(wrong) > 0 {
		p.t.Fatal(strings.Join(p.log, "\n"), "\n", strings.Join(wrong, "\n"))
	}
}

// fork continues a copy in a session of its own.
func (p *people) fork(m *machine, name string) {
	id := fmt.Sprint("fork-", len(p.forks))
	if _, err := m.Fork(name, store.ForkOptions{SessionID: id}, store.Request{}); err != nil {
		p.must(err)
		return
	}
	p.note(m, "forks "+name+" as "+id)
	_, err := m.Record(id, []session.JSON{text(id)}, store.Request{})
	p.must(err)
	list, err := m.Messages(id, store.MessageOptions{})
	p.must(err)
	p.forks[id] = fmt.Sprintf("%s", list)
	p.report(p.sync(m))
}

func (p *people) delete(m *machine, name string) {
	if _, err := m.Get(name, 0); err != nil {
		return
	}
	if p.r.IntN(3) == 0 {
		p.note(m, "erases "+name)
		_, err := m.Erase(name)
		p.must(err)
	} else {
		p.note(m, "deletes "+name)
		p.must(m.Delete(name, store.Request{}))
	}
	p.deleted[name] = true
	if p.r.IntN(2) == 0 {
		p.report(p.sync(m))
	} else {
		p.unsure[name] = true
	}
}

// quiet lets everybody import and sync until nothing changes.
func (p *people) quiet() {
	for _, m := range p.machines {
		m.lag = false
		p.imports(m, "")
	}
	for round := 0; ; round++ {
		var events int64
		for _, m := range p.machines {
			n, wrong := p.sync(m)
			p.report(0, wrong)
			p.imports(m, "")
			events += n
		}
		if events == 0 {
			return
		}
		if round == 10 {
			p.t.Fatal(strings.Join(p.log, "\n"), "\nthe stores never become quiet")
		}
	}
}

// check checks what must hold after quiet.
func (p *people) check() {
	want := exports(p.t, &side{name: "hub", Store: p.hub.Store})
	p.checkErased(p.hub)
	for _, m := range p.machines {
		got := exports(p.t, &side{name: m.name, Store: m.Store})
		for name := range want {
			if got[name] != want[name] {
				p.t.Errorf("%s: %s is not that of the hub:\n%s\n%s", m.name, name, got[name], want[name])
			}
		}
		if len(got) != len(want) {
			p.t.Errorf("%s has %d sessions, the hub %d", m.name, len(got), len(want))
		}
		if a, b := (&tagger{Store: m.Store}).tags(p.t), (&tagger{Store: p.hub.Store}).tags(p.t); a != b {
			p.t.Errorf("%s has the tags %q, the hub %q", m.name, a, b)
		}
		p.checkErased(m)
		if m.redact {
			for name, b := range got {
				if strings.Contains(b, secret) {
					p.t.Errorf("%s: %s has a secret", m.name, name)
				}
			}
		}
		for _, id := range sortedNames(m.home.sessions) {
			p.checkCopy(m, id, want)
		}
	}
	for id := range p.own {
		if want[id] == "" {
			p.t.Errorf("%s is lost", id)
		}
	}
	for _, id := range sortedNames(p.forks) {
		list, err := p.hub.Messages(id, store.MessageOptions{})
		if got := fmt.Sprintf("%s", list); err != nil || got != p.forks[id] {
			p.t.Errorf("%s shows\n%s\nand not\n%s, %v", id, got, p.forks[id], err)
		}
	}
	if p.t.Failed() {
		p.t.Log(strings.Join(p.log, "\n"))
	}
}

// checkErased checks that nothing is left of what was erased.
func (p *people) checkErased(m *machine) {
	infos, err := m.Journal().Streams("", 10_000)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, info := range infos {
		erased, err := m.ErasedBefore(info.Name)
		if err != nil {
			p.t.Fatal(err)
		}
		first, err := m.Journal().Read(info.Name, 0, 1)
		if err != nil || len(first) != 1 || first[0].Seq < erased {
			p.t.Errorf("%s: %s was erased at %d and has %+v, %v", m.name, info.Name, erased, first, err)
		}
	}
}

// checkCopy checks that the stores show what an agent's session is.
func (p *people) checkCopy(m *machine, id string, want map[string]string) {
	name := m.copyName(id)
	if _, there := want[name]; p.deleted[name] && p.unsure[name] && !there {
		return
	} else if p.deleted[name] && !p.unsure[name] {
		if there {
			p.t.Errorf("%s is back", name)
		}
		return
	} else if !there {
		p.t.Errorf("%s is lost", name)
		return
	}
	versions := m.home.sessions[id].versions
	last := &versions[len(versions)-1]
	list, err := p.hub.Messages(name, store.MessageOptions{})
	if err != nil {
		p.t.Fatal(err)
	}
	wanted := copyOf(id, last, m.origin, m.redact, false).Visible
	if fmt.Sprintf("%s", list) != fmt.Sprintf("%s", wanted) {
		p.t.Errorf("%s shows\n%s\nand not\n%s", name, list, wanted)
	}
}

// TestPeople is short by default; HEDDLE_PEOPLE is how many seeds to try.
func TestPeople(t *testing.T) {
	seeds := 50
	if testing.Short() {
		seeds = 15
	}
	if n, err := strconv.Atoi(os.Getenv("HEDDLE_PEOPLE")); err == nil {
		seeds = n
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			p := newPeople(t, uint64(seed))
			for range 60 {
				p.act()
			}
			p.quiet()
			p.check()
		})
	}
}
