package openclaw_test

import "testing"

// TestOlderFolders: OpenClaw's folders under its older names are read beside the current one. A
// session that several have, as when one is a link to another, is one session.
func TestOlderFolders(t *testing.T) {
	for _, fixture := range []string{"openclaw", "openclaw-jsonl"} {
		h, _ := mounted(t, fixture)
		want, _ := list(t, h)
		for _, older := range [][]string{{"openclaw-clawdbot"}, {"openclaw-moltbot", "openclaw-moldbot"}, {"openclaw", "openclaw-clawdbot"}} {
			h, m := mounted(t, "")
			for _, mount := range older {
				m.Load(t, mount, agents+fixture+store)
			}
			m.File("openclaw-moltbot/agents/other/sessions/01a20abe-d8f3-7db0-9b1c-66b465100009.jsonl", []byte(`{"type":"session","version":3,"id":"01a20abe-d8f3-7db0-9b1c-66b465100009","timestamp":"2026-02-01T10:00:00.000Z","cwd":"/w"}`+"\n"+
				`{"type":"message","id":"a","parentId":null,"timestamp":"2026-02-01T10:00:01.000Z","message":{"role":"user","content":"Older words"}}`+"\n"))
			got, notes := list(t, h)
			if len(got) != len(want)+1 || len(notes) != 0 {
				t.Errorf("%s in %v: %d sessions, want %d; %v", fixture, older, len(got), len(want)+1, notes)
			}
		}
	}
}
