package codex_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/codex"
	"github.com/heddle-dev/heddle/hostfns"
)

// shown returns what Sift shows of a session.
func (h *home) shown(id string) (string, error) {
	h.t.Helper()
	var out strings.Builder
	ix := h.discover()
	err := codex.New().(adapter.Sifter).Sift(h.env(), ix, ix.FindRef(id), func(raw []byte) bool {
		out.Write(raw)
		return true
	})
	return out.String(), err
}

// A fork by reference shows the histories that it continues, compressed or
// not; a loop ends, and a history that is not there is passed over.
func TestSiftShowsHistories(t *testing.T) {
	h := empty(t)
	h.mounts.File(path(uuid(1)), []byte(meta("2026-01-01T00:00:00Z", uuid(1), "")+"\n"+user("2026-01-01T00:00:01Z", "one")+"\n"))
	for i, prompt := range []string{"two", "three", "four"} {
		h.mounts.File(path(uuid(i+2)), []byte(reference(uuid(i+2), uuid(i+1), 1<<30, prompt)))
	}
	check := func(id, want, not string) {
		t.Helper()
		shown, err := h.shown(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range strings.Fields(want) {
			if !strings.Contains(shown, `"`+w+`"`) {
				t.Errorf("%s: %s is not shown", id, w)
			}
		}
		if not != "" && strings.Contains(shown, `"`+not+`"`) {
			t.Errorf("%s: %s is shown", id, not)
		}
	}
	check(uuid(1), "one", "two")
	check(uuid(4), "one two three four", "")

	two := h.bytes(path(uuid(2)))
	h.mounts.Remove(path(uuid(2)))
	check(uuid(4), "three four", "one")
	h.mounts.File(path(uuid(2))+".zst", compress(t, two))
	check(uuid(4), "three four", "one") // no zstd
	if _, err := h.shown(uuid(2)); fault.CodeOf(err) != fault.Unsupported {
		t.Error(err)
	}
	h.host.Zstd = hostfns.Zstd()
	check(uuid(4), "one two three four", "")

	h.mounts.File(path(uuid(1)), []byte(reference(uuid(1), uuid(3), 1<<30, "one")))
	check(uuid(4), "one two three four", "")
}

// The name of a thread, which is in no rollout, is shown as JSON.
func TestSiftShowsNames(t *testing.T) {
	h := empty(t)
	h.mounts.File(path(uuid(1)), []byte(meta("2026-01-01T00:00:00Z", uuid(1), "")+"\n"))
	h.file("codex/session_index.jsonl", `{"id":"`+uuid(1)+`","thread_name":"my \"own\" name"}`)
	shown, err := h.shown(uuid(1))
	if err != nil || !strings.HasPrefix(shown, `"my \"own\" name"`) {
		t.Error(shown, err)
	}
}
