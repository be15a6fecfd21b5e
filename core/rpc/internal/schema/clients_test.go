package schema

import (
	"slices"
	"testing"
)

func TestEveryOperationHasOneMethod(t *testing.T) {
	seen := map[string]string{}
	for _, op := range Ops {
		m := MethodOf(op)
		key := m.Namespace + "." + m.Name
		if other := seen[key]; other != "" {
			t.Errorf("%s and %s are both %s", op.Name, other, key)
		}
		seen[key] = op.Name
		for _, name := range m.Optional {
			if slices.Contains(m.Required, name) {
				t.Errorf("%s: %s is required", op.Name, name)
			}
			if !slices.ContainsFunc(RequestOf(op).Fields, func(f Field) bool { return f.Name == name }) {
				t.Errorf("%s: %s has no member %s", op.Name, op.Request, name)
			}
		}
	}
}

func TestTheTablesOfMethodsNameOperations(t *testing.T) {
	names := append(slices.Clone(pagedOps), anySessionOps...)
	for name := range optionalPositions {
		names = append(names, name)
	}
	for _, name := range names {
		if !slices.ContainsFunc(Ops, func(op Op) bool { return op.Name == name }) {
			t.Errorf("no operation is called %s", name)
		}
	}
}

func TestMethodOf(t *testing.T) {
	method := func(name string) Method {
		return MethodOf(Ops[slices.IndexFunc(Ops, func(op Op) bool { return op.Name == name })])
	}
	if m := method("threads.fork"); m.Namespace != "threads" || m.Name != "fork" ||
		!slices.Equal(m.Required, []string{"sessionId", "threadId"}) || !slices.Equal(m.Optional, []string{"newThreadId"}) {
		t.Errorf("threads.fork: %+v", m)
	}
	if m := method("sessions.get"); !m.Session || m.AnySession || m.Required != nil || m.Pure {
		t.Errorf("sessions.get: %+v", m)
	}
	if m := method("agents.list"); m.Namespace != "" || m.Name != "agents" {
		t.Errorf("agents.list: %+v", m)
	}
	if m := method("version"); m.Namespace != "" || m.Name != "version" || !m.Pure {
		t.Errorf("version: %+v", m)
	}
}
