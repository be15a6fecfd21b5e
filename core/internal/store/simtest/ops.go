package simtest

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

// operation is one change: how it is made, and what the model does with it.
// expect changes the model and returns the code that the answer must have.
type operation struct {
	name   string
	id     string
	run    func(w *writer, req store.Request) error
	expect func(w *world) fault.Code
}

func uuidOf(message []byte) string {
	_, rest, _ := strings.Cut(string(message), `"uuid":"`)
	id, _, _ := strings.Cut(rest, `"`)
	return id
}

// drawOperation picks an operation.
func (s *sim) drawOperation() operation {
	id := fmt.Sprint("s", s.random.IntN(4))
	thread := fmt.Sprint("t", s.random.IntN(3))
	switch s.random.IntN(28) {
	case 0:
		return s.registerSession(id)
	case 20:
		return s.updateSession(id)
	case 21:
		return s.shareSession(id)
	case 22:
		return s.summarizeSession(id)
	case 23:
		if m := s.world.sessions[id]; m != nil {
			return s.copySession(id, fmt.Sprint("s", s.random.IntN(6)), m.clone())
		}
	case 24:
		if len(s.past) > 0 {
			return s.forkPast(s.past[s.random.IntN(len(s.past))], fmt.Sprint("s", s.random.IntN(6)))
		}
	case 25:
		if s.random.IntN(10) == 0 {
			return s.clearStore()
		}
	case 1, 2, 3, 4, 5:
		return s.recordMessages(id, "")
	case 6, 7, 8:
		return s.recordMessages(id, thread)
	case 9, 10:
		return s.revertSession(id)
	case 11:
		return s.unrevertSession(id)
	case 12:
		return s.forkSession(id, fmt.Sprint("s", s.random.IntN(6)))
	case 13:
		return s.deleteSession(id)
	case 14, 15:
		return s.startThread(id, thread)
	case 16:
		return s.forkThread(id, thread, fmt.Sprint("t", s.random.IntN(5)))
	case 17, 26:
		return s.rollbackThread(id, thread)
	case 27:
		return s.unrollbackThread(id, thread)
	case 18:
		return s.changeThread(id, thread)
	}
	return operation{"compact", "", func(w *writer, _ store.Request) error {
		_, err := w.store.Compact()
		return err
	}, func(*world) fault.Code { return "" }}
}

// ifExists wraps an expectation for a session that must exist.
func ifExists(id string, change func(m *modelSession) fault.Code) func(*world) fault.Code {
	return func(w *world) fault.Code {
		m := w.sessions[id]
		if m == nil {
			return fault.SessionNotFound
		}
		return change(m)
	}
}

// existingThread wraps an expectation for a thread that must exist.
func existingThread(id, thread string, change func(m *modelSession, t *modelThread) fault.Code) func(*world) fault.Code {
	return ifExists(id, func(m *modelSession) fault.Code {
		t := m.threads[thread]
		if t == nil {
			return fault.ThreadNotFound
		}
		return change(m, t)
	})
}

func (s *sim) registerSession(id string) operation {
	return operation{"register " + id, id, func(w *writer, req store.Request) error {
		_, err := w.store.Register(id, store.Patch{}, req)
		return err
	}, func(w *world) fault.Code { w.ensureSession(id); return "" }}
}

func (s *sim) recordMessages(id, thread string) operation {
	var uuids []string
	var list []session.JSON
	for range 1 + s.random.IntN(4) {
		s.words++
		u := fmt.Sprint("u", s.words)
		uuids = append(uuids, u)
		pad := ""
		if s.random.IntN(150) == 0 { // too long for a row
			pad = strings.Repeat("long ", 14_000)
		}
		list = append(list, session.JSON(`{"content":"`+pad+`","type":"user","uuid":"`+u+`"}`))
	}
	if thread == "" {
		return operation{"record " + id, id, func(w *writer, req store.Request) error {
			_, err := w.store.Record(id, list, req)
			return err
		}, func(w *world) fault.Code { w.ensureSession(id).recordMessages("", uuids); return "" }}
	}
	return operation{"record " + id + " " + thread, id, func(w *writer, req store.Request) error {
		_, err := w.threads.Record(id, thread, list, req)
		return err
	}, existingThread(id, thread, func(m *modelSession, _ *modelThread) fault.Code {
		m.recordMessages(thread, uuids)
		return ""
	})}
}

func (s *sim) revertSession(id string) operation {
	n := s.random.IntN(12)
	sel := store.Selector{VisibleMessageCount: new(int64)}
	*sel.VisibleMessageCount = int64(n)
	uuid := ""
	if s.random.IntN(2) == 0 && s.words > 0 {
		uuid = fmt.Sprint("u", 1+s.random.IntN(s.words))
		if m := s.world.sessions[id]; m != nil && len(m.messages) > 0 && s.random.IntN(3) > 0 {
			uuid = m.messages[s.random.IntN(len(m.messages))].uuid
		}
		sel = store.Selector{UUID: uuid}
	}
	return operation{"revert " + id, id, func(w *writer, req store.Request) error {
		_, err := w.store.Revert(id, sel, req)
		return err
	}, ifExists(id, func(m *modelSession) fault.Code {
		keep := n
		if uuid != "" {
			if keep = indexOfUUID(m.visibleMessages(true), uuid); keep == 0 {
				return fault.InvalidSelector
			}
		}
		m.keepFirst(keep)
		return ""
	})}
}

// indexOfUUID returns the 1-based place of the last occurrence, 0 for none.
func indexOfUUID(list []string, uuid string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == uuid {
			return i + 1
		}
	}
	return 0
}

func (s *sim) unrevertSession(id string) operation {
	return operation{"unrevert " + id, id, func(w *writer, req store.Request) error {
		_, err := w.store.Unrevert(id, req)
		return err
	}, ifExists(id, func(m *modelSession) fault.Code {
		for i := range m.messages {
			m.messages[i].visible = true
		}
		return ""
	})}
}

func (s *sim) forkSession(id, child string) operation {
	omit := s.random.IntN(2) == 0
	return operation{"fork " + id + " " + child, child, func(w *writer, req store.Request) error {
		_, err := w.store.Fork(id, store.ForkOptions{SessionID: child, OmitHidden: omit}, req)
		return err
	}, func(w *world) fault.Code {
		switch {
		case id == child || w.sessions[child] != nil:
			return fault.Conflict
		case w.sessions[id] == nil:
			return fault.SessionNotFound
		}
		w.sessions[child] = w.sessions[id].fork(omit)
		return ""
	}}
}

func (s *sim) deleteSession(id string) operation {
	return operation{"delete " + id, id, func(w *writer, req store.Request) error { return w.store.Delete(id, req) },
		func(w *world) fault.Code { w.deleteSession(id); return "" }}
}

func (s *sim) startThread(id, thread string) operation {
	return operation{"start " + id + " " + thread, id, func(w *writer, req store.Request) error {
		_, err := w.threads.Start(id, store.ThreadOptions{ThreadID: thread}, req)
		return err
	}, func(w *world) fault.Code {
		if m := w.sessions[id]; m != nil && m.threads[thread] != nil {
			return fault.Conflict
		}
		m := w.ensureSession(id)
		m.threads[thread] = &modelThread{status: "active"}
		m.active = thread
		return ""
	}}
}

func (s *sim) forkThread(id, thread, child string) operation {
	return operation{"fork thread " + id + " " + thread + " " + child, id, func(w *writer, req store.Request) error {
		_, err := w.threads.Fork(id, thread, store.ThreadOptions{ThreadID: child}, req)
		return err
	}, existingThread(id, thread, func(m *modelSession, t *modelThread) fault.Code {
		if m.threads[child] != nil {
			return fault.Conflict
		}
		m.threads[child] = m.forkThread(t)
		return ""
	})}
}

func (s *sim) rollbackThread(id, thread string) operation {
	n := s.random.IntN(6)
	sel := store.Selector{Count: new(int64)}
	*sel.Count = int64(n)
	set := func(m *modelSession, t *modelThread) fault.Code {
		m.hideLast(t, max(0, len(m.shownThread(t))-n))
		return ""
	}
	switch s.random.IntN(4) {
	case 0:
		sel = store.Selector{VisibleMessageCount: sel.Count}
		set = func(_ *modelSession, t *modelThread) fault.Code {
			t.keepFirst(n)
			return ""
		}
	case 1:
		uuid := fmt.Sprint("u", 1+s.random.IntN(s.words+1))
		if m := s.world.sessions[id]; m != nil && m.threads[thread] != nil && len(m.threads[thread].entries) > 0 {
			list := m.threads[thread].entries
			uuid = m.messages[list[s.random.IntN(len(list))].index].uuid
		}
		sel = store.Selector{UUID: uuid}
		set = func(m *modelSession, t *modelThread) fault.Code {
			keep := 0
			for i, e := range t.entries {
				if m.messages[e.index].uuid == uuid {
					keep = i + 1
				}
			}
			if keep == 0 {
				return fault.InvalidSelector
			}
			t.keepFirst(keep)
			return ""
		}
	}
	return operation{"rollback " + id + " " + thread, id, func(w *writer, req store.Request) error {
		_, err := w.threads.Rollback(id, thread, sel, req)
		return err
	}, existingThread(id, thread, set)}
}

func (s *sim) unrollbackThread(id, thread string) operation {
	return operation{"unrollback " + id + " " + thread, id, func(w *writer, req store.Request) error {
		_, err := w.threads.Unrollback(id, thread, req)
		return err
	}, existingThread(id, thread, func(_ *modelSession, t *modelThread) fault.Code {
		t.keepFirst(len(t.entries))
		return ""
	})}
}

func (s *sim) changeThread(id, thread string) operation {
	switch s.random.IntN(4) {
	case 0:
		return operation{"archive " + id + " " + thread, id, func(w *writer, req store.Request) error {
			_, err := w.threads.Archive(id, thread, req)
			return err
		}, existingThread(id, thread, func(m *modelSession, t *modelThread) fault.Code {
			t.status = "archived"
			if m.active == thread {
				m.active = ""
			}
			return ""
		})}
	case 1:
		return operation{"resume " + id + " " + thread, id, func(w *writer, req store.Request) error {
			_, err := w.threads.Resume(id, thread, req)
			return err
		}, existingThread(id, thread, func(m *modelSession, t *modelThread) fault.Code {
			t.status, m.active = "active", thread
			return ""
		})}
	case 2:
		return operation{"set active " + id + " " + thread, id, func(w *writer, req store.Request) error {
			return w.threads.SetActive(id, thread, req)
		}, existingThread(id, thread, func(m *modelSession, t *modelThread) fault.Code {
			if t.status == "archived" {
				return fault.InvalidArgument
			}
			m.active = thread
			return ""
		})}
	}
	return operation{"delete thread " + id + " " + thread, id, func(w *writer, req store.Request) error {
		return w.threads.Delete(id, thread, req)
	}, existingThread(id, thread, func(m *modelSession, _ *modelThread) fault.Code {
		delete(m.threads, thread)
		if m.active == thread {
			m.active = ""
		}
		return ""
	})}
}
