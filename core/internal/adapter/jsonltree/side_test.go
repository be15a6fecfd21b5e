package jsonltree_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
)

// What OpenClaw appends aside does not move the leaf; a leaf entry always
// does, also one that announces such entries or goes back to the start.
func TestSideEntries(t *testing.T) {
	const header = `{"type":"session","version":4,"id":"own",` + at + `0.000Z","cwd":"/w"}`
	const user, side = `,"message":{"role":"user","content":"x"}`, `,"appendMode":"side"`
	lines := []string{
		header,
		entry("1", "message", "a", "null", user),
		entry("2", "message", "b", "a", user),
		entry("3", "message", "s", "a", user+side),
		entry("4", "leaf", "l", "b", `,"targetId":"a","appendParentId":"b"`+side),
		entry("5", "message", "u", "b", user+side),
		entry("6", "leaf", "m", "a", `,"targetId":null`),
		entry("7", "message", "c", "null", user),
	}
	for n, want := range map[int]string{2: "a", 3: "b", 4: "b", 5: "a", 6: "a", 7: "own", 8: "c"} {
		rs := walk(t, jsonltree.Options{Want: everything}, lines[:n]...)
		if last := rs[len(rs)-1]; last.Facts == nil || last.Facts.Leaf != want {
			t.Errorf("after %d lines: %+v, want the leaf %s", n, last.Facts, want)
		}
	}
}
