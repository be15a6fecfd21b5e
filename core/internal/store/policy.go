package store

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/redact"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// Policy returns what the store demands of all that is written to it.
func (s *Store) Policy() (host.Policy, error) {
	if p, ok := host.Unguarded(s.journal).(interface{ Policy() (host.Policy, error) }); ok { // what sets one is not linked
		return p.Policy()
	}
	return host.Policy{}, nil
}

// SetPolicy changes what the store demands from now on. What it has remains.
func (s *Store) SetPolicy(p host.Policy) error {
	j, ok := host.Unguarded(s.journal).(host.Policed)
	if !ok {
		return fault.New(fault.Unsupported, "this journal keeps no policy")
	}
	return j.SetPolicy(p)
}

// obey makes the drafts what the store's policy demands.
func (s *Store) obey(st *State, drafts []draft) error {
	p, err := s.Policy()
	if err != nil || !p.Redact {
		return err
	}
	r := redact.New(st.cwd)
	for i := range drafts {
		drafts[i].payload = redactPayload(r, st.ID, drafts[i].kind, drafts[i].payload)
		if err := s.pollHost(st.seq); err != nil {
			return err
		}
	}
	return nil
}

// IsRedacted reports whether redaction would change nothing of an event.
func IsRedacted(e *host.Event) bool {
	if scan.CheckSyntax(e.Payload) != nil { // which no program of ours wrote: it may be anything
		return len(e.Payload) == 0
	}
	return bytes.Equal(e.Payload, redactPayload(redact.New(), e.Stream, e.Kind, e.Payload))
}

// redactPayload redacts the texts of an event. What names sessions, threads, messages and requests stays.
func redactPayload(r *redact.Redactor, stream, kind string, payload []byte) []byte {
	switch {
	case len(payload) == 0:
		return payload
	case kind == kindMessage:
		return r.Message(payload)
	}
	return eachMember(payload, func(key string, v scan.Value) []byte {
		switch key {
		case "extra", tagsMember:
			if stream == TagsID { // whose members are named after sessions
				return eachMember(v.Raw(), func(_ string, v scan.Value) []byte { return r.JSON(v.Raw()) })
			}
			source := memberOf(v.Raw(), CopyMember)
			if len(source) == 0 || source[0] != '{' {
				return r.JSON(v.Raw())
			}
			return setMember(r.JSON(withoutMembers(v.Raw(), CopyMember)), CopyMember, redactPayload(r, stream, kind, source))
		case "content", "cwd", "metadata", "name", "summary", "title":
			return r.JSON(v.Raw())
		case "threads":
			b := []byte{'['}
			v.EachElement(func(i int, t scan.Value) bool {
				if i > 0 {
					b = append(b, ',')
				}
				b = append(b, redactPayload(r, stream, kind, t.Raw())...)
				return true
			})
			return append(b, ']')
		}
		return v.Raw()
	})
}

// eachMember returns an object with the values that fn returns for its members; another value as it is.
func eachMember(object []byte, fn func(key string, v scan.Value) []byte) []byte {
	if object[0] != '{' {
		return object
	}
	b := []byte{'{'}
	for i, m := range listMembers(object) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(canon.AppendString(b, m.key), ':')
		b = append(b, fn(m.key, m.value)...)
	}
	return append(b, '}')
}
