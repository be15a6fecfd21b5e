package main

import "testing"

func TestTypeScriptTablesFitTheOperations(t *testing.T) {
	if problem := tsTableProblem(); problem != "" {
		t.Fatal(problem)
	}
	byHand, spaces := tsByHand, tsSpaces
	defer func() { tsByHand, tsSpaces = byHand, spaces }()
	tsByHand = append([]string{"store.nothing"}, byHand...)
	if got, want := tsTableProblem(), "tsByHand names no operation: store.nothing"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	tsByHand, tsSpaces = byHand, spaces[1:]
	if got, want := tsTableProblem(), "tsSpaces has no namespace for ids.resolveUnifiedId"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTypeScriptOptionsAreSharedByTheMembersLeft(t *testing.T) {
	want := map[string]string{
		"store.get": "ReadOptions", "threads.get": "ReadOptions", "store.record": "ChangeOptions", "threads.rollback": "ChangeOptions",
		"store.check": "CallOptions", "store.nativeSessions": "StoreListOptions", "sessions.get": "GetOptions",
	}
	for _, m := range tsMethods() {
		if name, ok := want[m.op.Name]; ok && m.options != name {
			t.Errorf("%s has %s, want %s", m.op.Name, m.options, name)
		}
		delete(want, m.op.Name)
	}
	for name := range want {
		t.Errorf("no method for %s", name)
	}
}
