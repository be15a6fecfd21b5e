// Package simtest plays seeded schedules of several writers on one store, with
// races, failures and crashes, against a model of plain lists. It is run by
// tests; a failure names the seed that repeats it.
package simtest

import "slices"

// world is the model: what must be visible, in plain lists.
type world struct {
	sessions map[string]*modelSession
	lives    map[string]int // how often a session was deleted
}

type modelSession struct {
	messages []modelMessage
	threads  map[string]*modelThread
	active   string
	cwd      string
	share    string // id of the active one
	summary  string
}

type modelMessage struct {
	uuid    string
	visible bool
}

type modelThread struct {
	entries []modelEntry
	status  string
}

// modelEntry is a session's message, by number, in a thread.
type modelEntry struct {
	index   int
	visible bool
}

func newWorld() *world { return &world{sessions: map[string]*modelSession{}, lives: map[string]int{}} }

// deleteSession removes a session.
func (w *world) deleteSession(id string) {
	if w.sessions[id] != nil {
		delete(w.sessions, id)
		w.lives[id]++
	}
}

// clone returns a copy that later changes do not touch. It has no shares.
func (s *modelSession) clone() *modelSession {
	c := *s
	c.share = ""
	c.messages = slices.Clone(s.messages)
	c.threads = map[string]*modelThread{}
	for id, t := range s.threads {
		c.threads[id] = &modelThread{slices.Clone(t.entries), t.status}
	}
	return &c
}

// ensureSession returns a session, made when it does not exist.
func (w *world) ensureSession(id string) *modelSession {
	s := w.sessions[id]
	if s == nil {
		s = &modelSession{threads: map[string]*modelThread{}}
		w.sessions[id] = s
	}
	return s
}

func (s *modelSession) recordMessages(thread string, uuids []string) {
	for _, u := range uuids {
		if t := s.threads[thread]; t != nil {
			t.entries = append(t.entries, modelEntry{len(s.messages), true})
		}
		s.messages = append(s.messages, modelMessage{u, true})
	}
}

// visibleMessages returns the visible messages, or all of them.
func (s *modelSession) visibleMessages(all bool) []string {
	out := []string{}
	for _, m := range s.messages {
		if m.visible || all {
			out = append(out, m.uuid)
		}
	}
	return out
}

// isVisible reports whether a thread shows an entry.
func (s *modelSession) isVisible(e modelEntry) bool { return e.visible && s.messages[e.index].visible }

func (s *modelSession) shownThread(t *modelThread) []string {
	out := []string{}
	for _, e := range t.entries {
		if s.isVisible(e) {
			out = append(out, s.messages[e.index].uuid)
		}
	}
	return out
}

// keepFirst shows exactly the first n messages.
func (s *modelSession) keepFirst(n int) {
	for i := range s.messages {
		s.messages[i].visible = i < n
	}
}

// keepFirst shows of a thread exactly the first n entries; what the session hides
// stays hidden.
func (t *modelThread) keepFirst(n int) {
	for i := range t.entries {
		t.entries[i].visible = i < n
	}
}

// hideLast hides what a thread shows after its first n visible entries.
func (s *modelSession) hideLast(t *modelThread, n int) {
	for i := range t.entries {
		if s.isVisible(t.entries[i]) {
			n--
		}
		if n < 0 {
			t.entries[i].visible = false
		}
	}
}

// fork returns what a fork of the session is.
func (s *modelSession) fork(omitHidden bool) *modelSession {
	f := &modelSession{threads: map[string]*modelThread{}, cwd: s.cwd, summary: s.summary}
	for _, m := range s.messages {
		if m.visible || !omitHidden {
			f.messages = append(f.messages, m)
		}
	}
	return f
}

func (s *modelSession) forkThread(t *modelThread) *modelThread {
	f := &modelThread{status: "active"}
	for _, e := range t.entries {
		if s.isVisible(e) {
			f.entries = append(f.entries, e)
		}
	}
	return f
}

// sortedNames returns keys in order, so that a seed always plays the same.
func sortedNames[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
