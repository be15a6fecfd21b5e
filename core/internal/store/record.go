package store

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Record appends messages to a session, all of them or none, and returns its
// metadata. A session that does not exist is created. Each message is a JSON
// object with a "type"; it is kept in canonical form.
func (s *Store) Record(id string, messages []session.JSON, req Request) (*session.StoredSession, error) {
	drafts, err := messageDrafts(messages, "")
	if err != nil {
		return nil, err
	}
	return s.metaOrError(s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if len(drafts) == 0 && !st.isComplete() {
			return singleEvent(kindRegistered, []byte("{}")), nil
		}
		return changePlan{drafts: drafts}, s.checkMessageLimit(st, int64(len(drafts)))
	}))
}

// messageDrafts checks messages and renders them as events of a thread, or
// of no thread when thread is "".
func messageDrafts(messages []session.JSON, thread string) ([]draft, error) {
	drafts := make([]draft, len(messages))
	for i, m := range messages {
		b, err := CanonicalMessage(withKnownNames(m))
		if err != nil {
			e := fault.From(err)
			return nil, fault.New(e.Code, "message "+text.FormatInt(int64(i))+": "+e.Message).WithHint(e.Hint)
		}
		if thread != "" {
			b = setMember(b, "threadId", session.TextJSON(thread))
		}
		drafts[i] = draft{kind: kindMessage, payload: b}
	}
	return drafts, nil
}

// CanonicalMessage checks that b is a message and returns its canonical form, which
// is b itself when it has that form.
func CanonicalMessage(b []byte) (session.JSON, error) {
	v, err := scan.Parse(b)
	if err != nil || v.Kind() != scan.Object {
		return nil, fault.New(fault.InvalidArgument, "a message must be a JSON object")
	}
	if t := v.Get("type"); t.Kind() != scan.String || t.EqualString("") {
		return nil, fault.New(fault.InvalidArgument, "a message needs a type").
			WithHint("messages.normalize makes a message of what an agent wrote")
	} else if t.EqualString("error") {
		if c := v.Get("category"); c.Kind() == scan.String {
			if err := normalize.CheckCategory(c.String()); err != nil {
				return nil, err
			}
		}
	}
	if v.IsCanonical() {
		return v.Raw(), nil
	}
	return v.AppendCanonical(make([]byte, 0, len(b))), nil
}

// checkMessageLimit returns an error when more messages would exceed the
// session's limit.
func (s *Store) checkMessageLimit(st *State, more int64) error {
	limit := st.messageLimit(s.opts)
	if limit <= 0 || st.Count()+more <= limit {
		return nil
	}
	return fault.New(fault.MessageLimitReached, "the session may hold "+text.FormatInt(limit)+" messages, and has "+text.FormatInt(st.Count())).
		WithHint("raise messageLimit, or fork the session without its hidden messages")
}
