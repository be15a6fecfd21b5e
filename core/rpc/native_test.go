package rpc

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
)

// The agent's own sessions where it keeps them, the store's where it does not.
func TestNative(t *testing.T) {
	mounts := hosttest.NewMounts()
	mounts.File("claude/projects/-work/s.jsonl", []byte(`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/work",`+
		`"timestamp":"2026-11-20T10:00:00Z","version":"2.1.0","message":{"role":"user","content":"Hello"}}`+"\n"+
		`{"type":"assistant","uuid":"u2","parentUuid":"u1","sessionId":"s","cwd":"/work","timestamp":"2026-11-20T10:00:05Z","version":"2.1.0",`+
		`"message":{"id":"m1","role":"assistant","model":"opus","content":[{"type":"text","text":"Hi"}],"usage":{"input_tokens":1,"output_tokens":2}}}`+"\n"))
	h := hosttest.Host(mounts)
	h.Journal = journal.NewMemory()
	const own = `[{"adapter":"claude","createdAt":"2026-11-20T10:00:00.000Z","cwd":"/work","extra":{"native":{"title":"Hello","unifiedId":"claude:s"}},` +
		`"messageCount":2,"model":"opus","sessionId":"s","updatedAt":"2026-11-20T10:00:05.000Z"}]`
	for i, c := range []struct {
		op        Op
		req, want string
	}{
		{OpStoreRecord, `{"sessionId":"only","messages":[{"type":"user","content":"here"}]}`, `"position"`},
		{OpStoreRegister, `{"sessionId":"s","adapter":"claude"}`, `"position"`},
		{OpStoreRegister, `{"sessionId":"p","adapter":"pi"}`, `"position"`},
		{OpStoreNativeSessions, `{}`, own},
		{OpStoreNativeSessions, `{"adapter":"claude","since":"2026-11-20T10:00:05Z"}`, own},
		{OpStoreNativeSessions, `{"adapter":"claude","since":"2026-11-21"}`, `[]`},
		{OpStoreNativeSessions, `{"adapter":"claude","cwd":"/elsewhere"}`, `[]`},
		{OpStoreNativeSessions, `{"adapter":"pi"}`, `"sessionId":"p"`},
		{OpStoreNativeSessions, `{"adapter":"nobody"}`, "AGENT_NOT_FOUND"},
		{OpStoreNativeMessages, `{"sessionId":"only","adapter":"nobody"}`, "AGENT_NOT_FOUND"},
		{OpStoreRegister, `{"sessionId":"m","adapter":"mine"}`, `"position"`},
		{OpStoreNativeSessions, `{"adapter":"mine"}`, `"sessionId":"m"`},
		{OpStoreNativeSessions, `{"adapter":"mine","cwd":"/elsewhere"}`, `[]`},
		{OpStoreNativeMessages, `{"sessionId":"m","adapter":"mine"}`, `[]`},
		{OpStoreNativeMessages, `{"sessionId":"s","types":["user"]}`, `[{"content":"Hello","id":"u1","messageId":"u1","role":"user","timestamp":"2026-11-20T10:00:00.000Z","type":"user","uuid":"u1"}]`},
		{OpStoreNativeMessages, `{"sessionId":"claude:s","offset":1,"limit":1}`, `"content":"Hi"`},
		{OpStoreNativeMessages, `{"sessionId":"s","adapter":"codex"}`, `[]`},
		{OpStoreNativeMessages, `{"sessionId":"only"}`, `[{"content":"here","type":"user"}]`},
		{OpStoreNativeMessages, `{"sessionId":"nowhere"}`, "SESSION_NOT_FOUND"},
	} {
		if got := ask(t, &h, c.op, c.req); !strings.Contains(got, c.want) || strings.HasPrefix(c.want, "[") && got != c.want {
			t.Errorf("%d: %s %s: %s\nwant %s", i, c.op, c.req, got, c.want)
		}
	}
}
