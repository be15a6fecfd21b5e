package rpc

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/store/journal"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// storeHost is a host with a journal of its own, a clock that ticks and ids
// that are drawn in order.
func storeHost() *host.Host {
	h := hosttest.Host(hosttest.NewMounts())
	h.Journal = journal.NewMemory()
	h.Clock, h.Entropy = hosttest.NewClock(1_795_000_000_000, 1000), hosttest.NewEntropy(1)
	return &h
}

// ask runs an operation and returns its result, or the error's code.
func ask(t *testing.T, h *host.Host, op Op, req string) string {
	t.Helper()
	head, body, ok := Split(Dispatch(h, op, []byte(req)))
	var x header
	if !ok || json.Unmarshal(head, &x) != nil {
		t.Fatalf("%s: not a response", op)
	}
	if x.Error != nil {
		return x.Error.Code
	}
	conforms(t, op, body)
	return string(body)
}

// conforms holds a result against the table: every member is described there,
// and those that are not optional are there.
func conforms(t *testing.T, op Op, body []byte) {
	t.Helper()
	for _, o := range schema.Ops {
		if Op(o.ID) != op {
			continue
		}
		var v any
		if o.Result == "text" {
			return
		}
		if err := json.Unmarshal(body, &v); err != nil {
			t.Errorf("%s: %v in %s", op, err, body)
		}
		if v == nil && (o.Null || o.Result == "none") {
			return
		}
		conform(t, o.Name, o.Result, v)
	}
}

func conform(t *testing.T, place, typ string, v any) {
	t.Helper()
	if elem, ok := strings.CutPrefix(typ, "[]"); ok {
		list, ok := v.([]any)
		if !ok {
			t.Errorf("%s is not a list: %v", place, v)
		}
		for i, x := range list {
			conform(t, fmt.Sprintf("%s[%d]", place, i), elem, x)
		}
		return
	}
	for _, s := range schema.Types {
		if s.Name != typ {
			continue
		}
		o, ok := v.(map[string]any)
		if !ok {
			t.Errorf("%s is not an object: %v", place, v)
			return
		}
		known := map[string]bool{}
		for _, f := range s.Fields {
			known[f.Name] = true
			x, there := o[f.Name]
			if there {
				conform(t, place+"."+f.Name, f.Type, x)
			} else if !f.Optional {
				t.Errorf("%s has no %s", place, f.Name)
			}
		}
		for k := range o {
			if !known[k] {
				t.Errorf("%s.%s is not in the table", place, k)
			}
		}
		return
	}
	switch v.(type) {
	case string:
		if typ == "int" || typ == "bool" {
			t.Errorf("%s is a string, not %s", place, typ)
		}
	case float64:
		if typ != "int" && typ != "json" {
			t.Errorf("%s is a number, not %s", place, typ)
		}
	case bool:
		if typ != "bool" && typ != "json" {
			t.Errorf("%s is a bool, not %s", place, typ)
		}
	}
}

// The whole life of a session, through the door that every host uses.
func TestStoreOperations(t *testing.T) {
	h := storeHost()
	const id = `"0190b2c0-0000-7000-8000-000000000001"`
	for i, c := range []struct {
		op   Op
		req  string
		want string // the result holds it
	}{
		{OpStoreSessionCount, `{}`, `0`},
		{OpStoreList, `{}`, `[]`},
		{OpStoreGet, `{"sessionId":"s"}`, "SESSION_NOT_FOUND"},
		{OpStoreMessageCount, `{"sessionId":"s"}`, `0`},
		{OpStoreRegister, `{"sessionId":"s","adapter":"claude","cwd":"/w","extra":{"a":1}}`, `"position":1`},
		{OpStoreRegister, `{"sessionId":"s","adapter":"codex"}`, `"adapter":"claude"`},
		{OpStoreRecord, `{"sessionId":"s","messages":[{"type":"user","content":"hi","uuid":"u1"},{"type":"assistant","content":"hello","model":"m"}],"requestId":` + id + `}`, `"messageCount":2`},
		{OpStoreRecord, `{"sessionId":"s","messages":[{"type":"user","content":"again"}],"requestId":` + id + `}`, `"messageCount":2`},
		{OpStoreRecord, `{"sessionId":"s","messages":[{"type":"user"}],"expect":1}`, "CONFLICT"},
		{OpStoreRecord, `{"sessionId":"s","messages":[{"type":"user"}],"expect":0}`, "CONFLICT"},
		{OpStoreRecord, `{"sessionId":"s","messages":[7]}`, "INVALID_ARGUMENT"},
		{OpStoreRecord, `{"sessionId":"s","messages":[],"requestId":"x"}`, "INVALID_ARGUMENT"},
		{OpStoreRecord, `{"sessionId":"","messages":[{"type":"user"}]}`, "INVALID_ARGUMENT"},
		{OpStoreUpdate, `{"sessionId":"s","model":"m2","messageLimit":3,"extra":{"a":null,"b":2}}`, `"extra":{"b":2}`},
		{OpStoreRecord, `{"sessionId":"s","messages":[{"type":"user"},{"type":"user"}]}`, "MESSAGE_LIMIT_REACHED"},
		{OpStoreMessages, `{"sessionId":"s","types":["assistant"]}`, `"content":"hello"`},
		{OpStoreMessages, `{"sessionId":"s","limit":1,"offset":1}`, `"content":"hello"`},
		{OpStoreRevert, `{"sessionId":"s","uuid":"u1"}`, `"view"`},
		{OpStoreRevert, `{"sessionId":"s"}`, "INVALID_SELECTOR"},
		{OpStoreMessages, `{"sessionId":"s"}`, `"content":"hi"`},
		{OpStoreFork, `{"sessionId":"s","newSessionId":"f","includeHidden":false}`, `"messageCount":1`},
		{OpStoreFork, `{"sessionId":"s","newSessionId":"g"}`, `"messageCount":2`},
		{OpStoreUnrevert, `{"sessionId":"s"}`, `"messageCount":2`},
		{OpStoreGetShare, `{"sessionId":"s"}`, `null`},
		{OpStoreShare, `{"sessionId":"s","shareId":"x"}`, `"shareId":"x"`},
		{OpStoreGetShare, `{"sessionId":"s"}`, `"status":"active"`},
		{OpStoreUnshare, `{"sessionId":"s"}`, `null`},
		{OpStoreGetShare, `{"sessionId":"s"}`, `"status":"revoked"`},
		{OpStoreGetSummary, `{"sessionId":"s"}`, `null`},
		{OpStoreSummarize, `{"sessionId":"s"}`, `"generatedBy":"heddle"`},
		{OpStoreSummarize, `{"sessionId":"s","summary":"short","generatedBy":"me"}`, `"content":"short"`},
		{OpStoreGetSummary, `{"sessionId":"s"}`, `"content":"short"`},
		{OpStoreExport, `{"sessionId":"s"}`, `"version":1`},
		{OpStoreImport, `{"snapshot":{"version":2}}`, "INVALID_EXPORT_FORMAT"},
		{OpStoreImport, `{"compressed":"!"}`, "INVALID_ARGUMENT"},
		{OpStoreImport, `{"sessionId":"i","snapshot":{"version":1,"session_id":"o","metadata":{"created_at":1700000000000},"messages":[{"type":"user","content":"old"}],"exported_at":1700000000001}}`, `"createdAt":"2023-11-14T22:13:20.000Z"`},
		{OpStoreEvents, `{"sessionId":"s","after":1,"limit":1}`, `"next":2`},
		{OpThreadsActive, `{"sessionId":"s"}`, `null`},
		{OpThreadsStart, `{"sessionId":"s","threadId":"t","metadata":{"k":1}}`, `"name":"t"`},
		{OpThreadsActive, `{"sessionId":"s"}`, `"t"`},
		{OpThreadsRecord, `{"sessionId":"s","threadId":"t","messages":[{"type":"user","content":"in t"}]}`, `"messageCount":1`},
		{OpThreadsRecord, `{"sessionId":"s","threadId":"t","messages":[{"type":"user","content":"one too many"}]}`, "MESSAGE_LIMIT_REACHED"},
		{OpStoreUpdate, `{"sessionId":"s","messageLimit":0}`, `"messageCount":3`},
		{OpThreadsFork, `{"sessionId":"s","threadId":"t","newThreadId":"t2","name":"other"}`, `"parentThreadId":"t"`},
		{OpThreadsMessages, `{"sessionId":"s","threadId":"t2"}`, `"threadId":"t2"`},
		{OpThreadsRollback, `{"sessionId":"s","threadId":"t2","count":1}`, `"visibleMessageCount":0`},
		{OpThreadsRollback, `{"sessionId":"s","threadId":"none","count":1}`, "THREAD_NOT_FOUND"},
		{OpThreadsRead, `{"sessionId":"s","threadId":"t","includeMessages":true}`, `"content":"in t"`},
		{OpThreadsRead, `{"sessionId":"s","threadId":"t"}`, `"thread"`},
		{OpThreadsGet, `{"sessionId":"s","threadId":"t"}`, `"active":true`},
		{OpThreadsList, `{"sessionId":"s"}`, `"t2"`},
		{OpThreadsLoaded, `{"sessionId":"s","includeArchived":false,"limit":1}`, `"count":1`},
		{OpThreadsLoaded, `{"sessionId":"s","status":"asleep"}`, "INVALID_ARGUMENT"},
		{OpThreadsCount, `{"sessionId":"s"}`, `2`},
		{OpThreadsResume, `{"sessionId":"s","threadId":"t2"}`, `"active":true`},
		{OpThreadsArchive, `{"sessionId":"s","threadId":"t2"}`, `"archivedAt"`},
		{OpThreadsSetActive, `{"sessionId":"s","threadId":"t2"}`, "INVALID_ARGUMENT"},
		{OpThreadsUnarchive, `{"sessionId":"s","threadId":"t2"}`, `"status":"active"`},
		{OpThreadsSetActive, `{"sessionId":"s","threadId":"t"}`, `null`},
		{OpThreadsCompact, `{"sessionId":"s"}`, `"visibleMessageCount":0`},
		{OpThreadsRename, `{"sessionId":"s","threadId":"t","name":"n"}`, `"name":"n"`},
		{OpThreadsUpdateMetadata, `{"sessionId":"s","threadId":"t","metadata":{"k":null,"l":2}}`, `"metadata":{"l":2}`},
		{OpThreadsSetStatus, `{"sessionId":"s","threadId":"t","status":"paused"}`, `"status":"paused"`},
		{OpThreadsUnsubscribe, `{"sessionId":"s","threadId":"t"}`, `{"threadId":"t","unsubscribed":true}`},
		{OpThreadsClearActive, `{"sessionId":"s"}`, `null`},
		{OpThreadsDelete, `{"sessionId":"s","threadId":"t"}`, `null`},
		{OpThreadsClear, `{}`, `1`},
		{OpStoreGet, `{"sessionId":"s","at":3}`, `"messageCount":2`},
		{OpStoreList, `{"adapter":"claude","limit":1}`, `"sessionId"`},
		{OpStoreCheck, `{}`, `[]`},
		{OpStoreStats, `{}`, `"sessions":4`},
		{OpStoreDelete, `{"sessionId":"s"}`, `null`},
		{OpStoreDelete, `{"sessionId":"s"}`, `null`},
		{OpStoreMessages, `{"sessionId":"g"}`, `"content":"hi"`},
		{OpStoreCompact, `{}`, `"sessions"`},
		{OpStoreClear, `{}`, `3`},
		{OpMessagesNormalize, `{"message":{"type":"wonder","x":1}}`, `"type":"raw"`},
		{OpMessagesNormalize, `{"message":{"type":"error","category":"network"}}`, `INVALID_ARGUMENT`},
		{OpMessagesNormalizeText, `{"text":""}`, `[]`},
		{OpMessagesNormalizeText, `{"text":"noise"}`, `INVALID_ARGUMENT`},
		{OpMessagesNormalizeText, `{"text":"noise\n{\"type\":\"user\",\"content\":\"a\"}"}`, `[{"content":"a","type":"user"}]`},
		{OpMessagesParseStopReason, `{"value":"end_turn"}`, `"end_turn"`},
		{OpMessagesParsePermissionMode, `{"value":"acceptEdits"}`, `"accept_edits"`},
		{OpMessagesMakeRequestID, `{}`, `-7`},
	} {
		got := ask(t, h, c.op, c.req)
		if exact := c.want == "[]" || len(c.want) == 1 || c.want == "null"; !strings.Contains(got, c.want) || exact && got != c.want {
			t.Errorf("%d: %s %s: %s, want %s", i, c.op, c.req, got, c.want)
		}
	}
}

// Without SQL or a journal there is no store, and that is said.
// TestMissing: what a request needs and does not have is said, and nothing is
// made of it; an empty list is there.
func TestMissing(t *testing.T) {
	h := storeHost()
	for _, tt := range []struct {
		op   Op
		req  string
		want string
	}{
		{OpStoreRecord, `{"sessionId":"s"}`, "INVALID_ARGUMENT"},
		{OpStoreRecord, `{"sessionId":"s","messages":null}`, "INVALID_ARGUMENT"},
		{OpStoreSessionCount, `{}`, "0"},
		{OpThreadsStart, `{"sessionId":"s","threadId":"t"}`, ""},
		{OpThreadsRecord, `{"sessionId":"s","threadId":"t"}`, "INVALID_ARGUMENT"},
		{OpThreadsRecord, `{"sessionId":"s","threadId":"t","messages":[]}`, ""},
		{OpStoreRecord, `{"sessionId":"empty","messages":[]}`, ""},
		{OpStoreGet, `{"sessionId":"empty"}`, ""},
		{OpStoreMessageCount, `{"sessionId":"s"}`, "0"},
		{OpMessagesNormalize, `{"message":null}`, "INVALID_ARGUMENT"},
	} {
		got := ask(t, h, tt.op, tt.req)
		if tt.want == "" && got[0] != '{' || tt.want != "" && got != tt.want {
			t.Errorf("%d %s: %s, want %s", tt.op, tt.req, got, tt.want)
		}
	}
}

func TestNoStore(t *testing.T) {
	h := hosttest.Host(hosttest.NewMounts())
	h.SQL = nil
	for _, o := range Ops {
		name := o.Name
		if !strings.HasPrefix(name, "store.") && !strings.HasPrefix(name, "threads.") || strings.HasPrefix(name, "store.native") {
			continue
		}
		if got := ask(t, &h, o.ID, `{}`); got != string(fault.Unsupported) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
