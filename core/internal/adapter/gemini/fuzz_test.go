package gemini_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/gemini"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// fuzzSeeds are files of every era and form.
var fuzzSeeds = []string{
	"gemini/home/.gemini/tmp/lantern/chats/session-2026-11-20T17-28-a5c877ff.jsonl",
	"gemini/home/.gemini/tmp/lantern/chats/session-1795196145259-0d383e2a.jsonl",
	"gemini/home/.gemini/tmp/tide-table/chats/session-2026-11-20T17-33-c1bab5fa.jsonl",
	"gemini/home/.gemini/tmp/tide-table/chats/session-2026-11-20T17-21-95b62527.jsonl",
	"gemini/home/.gemini/tmp/caf-notes/chats/4f97fc0c-7432-4054-abd0-2f7d8d03a3cf/12eb61ac-b05c-4e20-be02-c113b7d8b84d.jsonl",
	"gemini-0.40.0/home/.gemini/tmp/lantern/chats/session-2026-11-20T18-22-1dd1928a.jsonl",
	"gemini-0.4.0/home/.gemini/tmp/ffb369053617839348a8259eda73c7fca1401e0dd51e3effae9d1343bf475b63/chats/session-2026-11-20T18-41-aeea2104.json",
	"gemini-0.20.0/home/.gemini/tmp/ffb369053617839348a8259eda73c7fca1401e0dd51e3effae9d1343bf475b63/chats/session-2026-11-20T18-48-2ef3c952.json",
	"gemini-0.1.9/home/.gemini/tmp/ffb369053617839348a8259eda73c7fca1401e0dd51e3effae9d1343bf475b63/checkpoint-halfway.json",
	"gemini-0.1.9/home/.gemini/tmp/ffb369053617839348a8259eda73c7fca1401e0dd51e3effae9d1343bf475b63/logs.json",
	"gemini/home/.gemini/projects.json",
}

// forms are the places where the fuzzed bytes may be.
var forms = []string{
	"gemini/tmp/x/chats/session-2026-01-02T03-04-aaaaaaaa.jsonl",
	"gemini/tmp/x/chats/session-2026-01-02T03-04-aaaaaaaa.json",
	"gemini/tmp/x/checkpoint-tag.json",
	"gemini/tmp/x/logs.json",
	"gemini/projects.json",
	"gemini/sessions/described.jsonl",
}

// FuzzWalk: no bytes make a walk panic or hang, every line that is an object
// on its own is seen, and the projections agree.
func FuzzWalk(f *testing.F) {
	agents := filepath.Join(adaptertest.RepoRoot(f), "testdata", "agents")
	for i, seed := range fuzzSeeds {
		b, err := os.ReadFile(filepath.Join(agents, seed))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, uint8(max(0, i-5)/2))
		f.Add(b, uint8(i%len(forms)))
	}
	beside, err := os.ReadFile(filepath.Join(agents, fuzzSeeds[0]))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, form uint8) {
		at := forms[int(form)%len(forms)]
		h := hosttest.Host(hosttest.NewMounts().File(at, data).
			File("gemini/tmp/y/chats/session-2026-11-20T17-28-a5c877ff.jsonl", beside))
		env := &adapter.Env{Host: &h, Agent: gemini.Name, DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: func(fault.Diagnostic) {}}}
		ix, err := gemini.New().Discover(env)
		if err != nil {
			t.Fatal(err)
		}
		for i := range ix.Refs {
			if ref := &ix.Refs[i]; ref.Path == at || len(ref.Alternates) > 0 {
				checkWalk(t, env, ix, ref, at, data)
			}
		}
		checkCatalog(t, &h)
	})
}

func checkWalk(t *testing.T, env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, at string, data []byte) {
	if _, err := gemini.New().Updated(env, ix, ref); err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	ids := map[string]bool{}
	walk := func(want adapter.Want) (sum session.TokenUsage) {
		err := gemini.New().Walk(env, ix, ref, want, adapter.NewOutlet(env, func(r *adapter.Record) error {
			if r.Raw != nil {
				seen[r.Line] = true
			}
			if r.ID != "" && want.Raw {
				if ids[r.ID] {
					t.Errorf("the id %q is given twice", r.ID)
				}
				ids[r.ID] = true
			}
			if r.Usage != nil {
				sum.Add(*r.Usage)
			}
			return nil
		}))
		if code := fault.CodeOf(err); code != "" && code != fault.ParseError {
			t.Fatal(err)
		}
		return sum
	}
	all := walk(adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true})
	if ref.Path == at && bytes.HasSuffix([]byte(at), []byte("jsonl")) {
		for n, line := range bytes.Split(data, []byte("\n")) {
			line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
			if len(line) > 0 && line[0] == '{' && json.Valid(line) && !seen[int64(n+1)] {
				t.Errorf("line %d is a record and was not seen: %.100q", n+1, line)
			}
		}
	}
	if spend := walk(adapter.Want{Usage: true}); spend != all && !bytes.Contains(data, []byte(`\u`)) {
		t.Errorf("reading sees %+v, spend %+v", all, spend)
	}
}

func checkCatalog(t *testing.T, h *host.Host) {
	list, err := catalog.New(h, func(fault.Diagnostic) {}).List(session.ListRequest{Agent: gemini.Name, Limit: 1000, Subagents: true, Superseded: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		s, _, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: gemini.Name, SessionID: list[i].SessionID})
		if err != nil {
			t.Fatal(err)
		}
		want, have := list[i], s.Summary()
		if a, b := string(want.AppendJSON(nil)), string(have.AppendJSON(nil)); a != b {
			t.Errorf("list and get differ\nlist %s\nget  %s", a, b)
		}
	}
}
