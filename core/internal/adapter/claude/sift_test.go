package claude_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/claude"
)

// shown returns what Sift shows of a session.
func (h *home) shown(t *testing.T, id string) string {
	t.Helper()
	var out strings.Builder
	err := claude.New().(adapter.Sifter).Sift(h.env(), h.ix, h.ref(t, id), func(raw []byte) bool {
		out.Write(raw)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The titles of a session that are beside its file are shown with it, those
// of other sessions are not.
func TestSiftShowsTitles(t *testing.T) {
	line := func(id, version string) string {
		return `{"type":"user","uuid": "` + id + `","version":"` + version + `","message":{"role":"user","content":"first"}}` + "\n"
	}
	const at = "claude/projects/-p/"
	m := hosttest.NewMounts().
		File(at+"old.jsonl", []byte(line("a", "1.0.24")+line("b", "1.0.24"))).
		File(at+"continued.jsonl", []byte(line("c", "1.0.24")+line("d", "2.1.30"))).
		File(at+"undated.jsonl", []byte(`{"type":"user","uuid":"e"}`+"\n")).
		File(at+"new.jsonl", []byte(line("f", "2.1.30"))).
		File(at+"new/custom-title.json", []byte(`{"customTitle":"my own name"}`)).
		File(at+"titles.jsonl", []byte(`{"type":"summary","summary":"titled \"b\"","leafUuid":"b"}`+"\n"+
			`{"type":"summary","summary":"titled c","leafUuid":"c"}`+"\n"+
			`{"type":"summary","summary":"titled e","leafUuid":"e"}`+"\n"+
			`{"type":"summary","summary":"titled f","leafUuid":"f"}`+"\n"))
	h := openMounts(t, m)
	for id, want := range map[string]string{"old": `"titled \"b\""`, "continued": `"titled c"`, "undated": `"titled e"`, "new": "my own name"} {
		shown := h.shown(t, id)
		if !strings.Contains(shown, want) || !strings.Contains(shown, `"uuid"`) {
			t.Errorf("%s: shown %q, without %q", id, shown, want)
		}
		for _, other := range []string{`titled \"b`, "titled c", "titled e", "titled f", "my own name"} {
			if strings.Contains(shown, other) && !strings.Contains(want, other) {
				t.Errorf("%s: shown %q, with %q", id, shown, other)
			}
		}
	}
}

// Sift ends when nothing more can be found, wherever it is, and on a deadline.
func TestSiftEnds(t *testing.T) {
	h := openHome(t, "claude-1.0.24")
	for i := range h.ix.Refs {
		ref := &h.ix.Refs[i]
		calls := 0
		for stop := 1; stop <= 3; stop++ {
			calls = 0
			err := claude.New().(adapter.Sifter).Sift(h.env(), h.ix, ref, func([]byte) bool { calls++; return calls < stop })
			if err != nil || calls > stop {
				t.Fatalf("%s: %d calls, %v", ref.ID, calls, err)
			}
		}
	}
	faults := hosttest.Inject(h.host)
	host := faults.Host()
	for n := int64(1); ; n++ {
		faults.FailNth(n, fault.Timeout)
		env := h.env()
		env.Host = &host
		fresh, err := claude.New().Discover(env)
		if err == nil {
			err = claude.New().(adapter.Sifter).Sift(env, fresh, &fresh.Refs[0], func([]byte) bool { return true })
		}
		if faults.Count() < n {
			break // every call has failed once
		}
		if code := fault.CodeOf(err); code != fault.Timeout && code != "" {
			t.Fatalf("call %d failed: %v", n, err)
		}
	}
}
