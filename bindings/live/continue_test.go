package live_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
)

// Continue resumes the newest session of the folder by its id, in the folder that it has.
func TestContinue(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"ok"}]]}`)
	folder := filepath.Join(x.path("home"), ".claude", "projects", "work")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	cwd, _ := json.Marshal(x.path("work"))
	for i, at := range []string{x.path("work"), x.path("work"), "/elsewhere"} {
		id := fmt.Sprintf("a0000003-0000-4000-8000-00000000000%d", i)
		if at == "/elsewhere" {
			cwd = []byte(`"/elsewhere"`)
		}
		line := fmt.Sprintf(`{"type":"user","sessionId":%q,"cwd":%s,"uuid":"%s","parentUuid":null,"timestamp":"2026-01-0%dT00:00:00.000Z","version":"2.1.0","message":{"role":"user","content":"hi"}}`,
			id, cwd, strings.Replace(id, "a", "b", 1), i+1)
		if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := x.agentOptions()
	o.Continue = true
	s := x.startAgent(o)
	if want := "a0000003-0000-4000-8000-000000000001"; s.NativeSessionID() != want {
		t.Errorf("continues %s, want %s", s.NativeSessionID(), want)
	}
	if _, err := s.Query(x.context(), "more"); err != nil {
		t.Error(err)
	}
	x.check(s.Stop(x.context()))
	o.Continue, o.Fork, o.Resume = false, true, "claude:"+s.NativeSessionID()
	fork := x.startAgent(o)
	if fork.NativeSessionID() == s.NativeSessionID() || fork.SessionID() == s.SessionID() {
		t.Errorf("the fork is %s, stored as %s", fork.NativeSessionID(), fork.SessionID())
	}
	x.check(fork.Stop(x.context()))
	if _, err := x.h.Sessions.Get(x.context(), heddle.Ref(o.Resume)); err != nil {
		t.Error(err)
	}
}

func (x *setting) check(err error) {
	x.t.Helper()
	if err != nil {
		x.t.Error(err)
	}
}
