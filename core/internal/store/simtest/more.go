package simtest

import (
	"fmt"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/session"
)

func (s *sim) updateSession(id string) operation {
	s.words++
	cwd := fmt.Sprint("/w", s.words)
	return operation{"update " + id, id, func(w *writer, req store.Request) error {
		_, err := w.store.Update(id, store.Patch{CWD: &cwd}, req)
		return err
	}, func(w *world) fault.Code { w.ensureSession(id).cwd = cwd; return "" }}
}

// shareSession shares a session, or revokes its share.
func (s *sim) shareSession(id string) operation {
	if s.random.IntN(3) == 0 {
		return operation{"unshare " + id, id, func(w *writer, req store.Request) error { return w.store.Unshare(id, req) },
			ifExists(id, func(m *modelSession) fault.Code { m.share = ""; return "" })}
	}
	s.words++
	name := fmt.Sprint("share", s.words)
	return operation{"share " + id, id, func(w *writer, req store.Request) error {
		_, err := w.store.Share(id, name, req)
		return err
	}, ifExists(id, func(m *modelSession) fault.Code { m.share = name; return "" })}
}

func (s *sim) summarizeSession(id string) operation {
	s.words++
	text := fmt.Sprint("summary ", s.words)
	return operation{"summarize " + id, id, func(w *writer, req store.Request) error {
		_, err := w.store.Summarize(id, store.SummaryOptions{Content: text}, req)
		return err
	}, ifExists(id, func(m *modelSession) fault.Code { m.summary = text; return "" })}
}

// copySession exports a session, which is as the model says at this moment, and
// imports it under another id, even if it changes meanwhile.
func (s *sim) copySession(id, child string, model *modelSession) operation {
	snapshot, err := s.calmWriter().store.Export(id, 0)
	if err != nil {
		s.recordFailure("export %s: %v", id, err)
	}
	return operation{"import " + id + " " + child, child, func(w *writer, req store.Request) error {
		_, err := w.store.Import(snapshot, child, req)
		return err
	}, func(w *world) fault.Code {
		if w.sessions[child] != nil {
			return fault.Conflict
		}
		if child == id { // it comes back with its share
			model.share = shareIn(snapshot)
		}
		w.sessions[child] = model
		return ""
	}}
}

// forkPast forks a session as it was at an earlier position.
func (s *sim) forkPast(m moment, child string) operation {
	return operation{"fork " + m.id + " at " + fmt.Sprint(m.at) + " " + child, child, func(w *writer, req store.Request) error {
		_, err := w.store.Fork(m.id, store.ForkOptions{SessionID: child, At: m.at}, req)
		return err
	}, func(w *world) fault.Code {
		switch {
		case m.id == child || w.sessions[child] != nil:
			return fault.Conflict
		case w.lives[m.id] != m.life && w.sessions[m.id] != nil:
			return fault.BadRef
		case w.sessions[m.id] == nil:
			return notThere
		}
		w.sessions[child] = m.model.fork(false)
		return ""
	}}
}

// notThere stands for SESSION_NOT_FOUND, or BAD_REF when a compaction came
// first.
const notThere = "*"

// clearStore deletes all sessions, without others in between: it takes what it
// finds, and what others make meanwhile may stay.
func (s *sim) clearStore() operation {
	return operation{"clear", "", func(w *writer, _ store.Request) error {
		w.chaos.race = nil
		for {
			if _, err := w.store.Clear(); fault.CodeOf(err) != fault.Conflict {
				return err
			}
		}
	}, func(w *world) fault.Code {
		for _, id := range sortedNames(w.sessions) {
			w.deleteSession(id)
		}
		return ""
	}}
}

// shareIn returns the active share of a snapshot.
func shareIn(snapshot []byte) string {
	v, err := scan.Parse(snapshot)
	if err != nil {
		return ""
	}
	share := v.Get("metadata").Get("extra").Get("share")
	if !share.Get("status").EqualString(string(session.ShareStatusActive)) {
		return ""
	}
	return share.Get("shareId").String()
}
