package rpc

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
)

// TestImport asks for it as a binding does.
func TestImport(t *testing.T) {
	mounts := hosttest.NewMounts()
	mounts.File("claude/projects/-work/s.jsonl", []byte(`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/work",`+
		`"timestamp":"2026-11-20T10:00:00Z","version":"2.1.0","message":{"role":"user","content":"Hello"}}`+"\n"))
	h := hosttest.Host(mounts)
	h.Journal = journal.NewMemory()
	for _, c := range []struct{ req, want string }{
		{`{"unifiedId":"claude:s","dryRun":true}`, `{"failed":0,"imported":1,"sessions":[{"added":1,"messages":1,"status":"new","storeId":"claude:s","unifiedId":"claude:s"}],"unchanged":0,"updated":0}`},
		{`{"all":true}`, `{"failed":0,"imported":1,"sessions":[{"added":1,"messages":1,"status":"new","storeId":"claude:s","unifiedId":"claude:s"}],"unchanged":0,"updated":0}`},
		{`{"unifiedId":"claude:s"}`, `{"failed":0,"imported":0,"sessions":[{"added":0,"messages":1,"status":"unchanged","storeId":"claude:s","unifiedId":"claude:s"}],"unchanged":1,"updated":0}`},
		{`{"unifiedId":"claude:x"}`, "SESSION_NOT_FOUND"},
		{`{"all":true,"agent":"nobody"}`, "AGENT_NOT_FOUND"},
		{`{}`, "INVALID_ARGUMENT"},
	} {
		if got := ask(t, &h, OpSessionsImport, c.req); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.req, got, c.want)
		}
	}
	if got := ask(t, &h, OpSessionsList, `{}`); !strings.Contains(got, `"importedAs":"heddle:claude:s"`) || strings.Count(got, "unifiedId") != 1 {
		t.Errorf("list %s", got)
	}
	if got := ask(t, &h, OpSessionsGet, `{"unifiedId":"heddle:claude:s"}`); !strings.Contains(got, `"originalUnifiedId":"claude:s"`) {
		t.Errorf("get %s", got)
	}
	bare := hosttest.Host(mounts)
	if got := ask(t, &bare, OpSessionsImport, `{"all":true}`); got != "UNSUPPORTED" {
		t.Errorf("without a store: %s", got)
	}
	if got := ask(t, &bare, OpSessionsTag, `{"unifiedId":"claude:s","add":["a"]}`); got != "UNSUPPORTED" {
		t.Errorf("a tag without a store: %s", got)
	}
	if got := ask(t, &bare, OpSessionsTags, `{}`); got != "[]" {
		t.Errorf("tags without a store: %s", got)
	}
}
