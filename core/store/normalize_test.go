package store_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/store"
)

func TestNormalizeMessage(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain", `{"type":"text","content":"hi"}`, `{"content":"hi","type":"text"}`},
		{"names", `{"type":"tool_use","tool_name":"bash","tool_input":{"a_b":1},"tool_use_id":"x"}`,
			`{"toolInput":{"a_b":1},"toolName":"bash","toolUseId":"x","type":"tool_use"}`},
		{"blocks", `{"type":"assistant","content":[{"type":"text","text":"a"},{"type":"thinking"},{"type":"text","text":"b"}]}`,
			`{"content":"a\n\nb","contentBlocks":[{"type":"text","text":"a"},{"type":"thinking"},{"type":"text","text":"b"}],"type":"assistant"}`},
		{"an API message inside", `{"type":"assistant","message":{"id":"m","model":"opus","content":[{"type":"text","text":"a"}]},"uuid":"u"}`,
			`{"content":"a","contentBlocks":[{"text":"a","type":"text"}],"messageId":"m","model":"opus","raw":{"message":{"content":[{"text":"a","type":"text"}],"id":"m","model":"opus"},"type":"assistant","uuid":"u"},"type":"assistant","uuid":"u"}`},
		{"unknown type", `{"type":"brand_new","x":1.0}`, `{"raw":{"type":"brand_new","x":1.0},"type":"raw"}`},
		{"no type", `{"x":[1]}`, `{"raw":{"x":[1]},"type":"raw"}`},
		{"no object", `"words"`, `{"raw":"words","type":"raw"}`},
		{"result", `{"type":"result","stop_reason":"end_turn","num_turns":2,"total_cost_usd":0.10}`,
			`{"numTurns":2,"stopReason":"end_turn","stopReasonAtom":"end_turn","totalCostUsd":0.10,"type":"result"}`},
		{"a result's text", `{"type":"result","subtype":"success","result":"Done."}`, `{"content":"Done.","subtype":"success","type":"result"}`},
		{"a result's text beside content", `{"type":"result","content":"a","result":"b"}`, `{"content":"a","result":"b","type":"result"}`},
		{"a result that is no text", `{"type":"result","result":{"k":1}}`, `{"result":{"k":1},"type":"result"}`},
		{"a result's text elsewhere", `{"type":"user","result":"b"}`, `{"result":"b","type":"user"}`},
		{"both spellings, the other way round", `{"type":"user","toolName":"b","tool_name":"a"}`, `{"raw":{"toolName":"b","tool_name":"a","type":"user"},"toolName":"b","type":"user"}`},
		{"error", `{"type":"error","content":"no"}`, `{"category":"unknown","content":"no","type":"error"}`},
		{"error's text", `{"type":"error","category":null,"message":"no"}`, `{"category":"unknown","content":"no","type":"error"}`},
		{"text beside content", `{"type":"system","message":"a","content":"b"}`, `{"content":"b","message":"a","type":"system"}`},
		{"raw beside an API message", `{"type":"user","message":{"content":"a","role":"user"},"raw":1}`, `{"content":"a","message":{"content":"a","role":"user"},"raw":1,"type":"user"}`},
		{"two lists of blocks", `{"type":"user","content":[{"type":"image"}],"content_blocks":[]}`, `{"content":"","contentBlocks":[],"raw":{"content":[{"type":"image"}],"content_blocks":[],"type":"user"},"type":"user"}`},
		{"both spellings", `{"type":"user","tool_name":"a","toolName":"b"}`, `{"raw":{"toolName":"b","tool_name":"a","type":"user"},"toolName":"b","type":"user"}`},
		{"raw stays", `{"type":"raw","raw":{"k":1}}`, `{"raw":{"k":1},"type":"raw"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := store.NormalizeMessage([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			want := must[session.JSON](t)(store.Object("want", []byte(tt.want)))
			equal(t, "normalized", string(got), string(want))
		})
	}
	_, err := store.NormalizeMessage([]byte(`{"type":`))
	is(t, err, fault.InvalidArgument)
}

func TestParseModes(t *testing.T) {
	for in, want := range map[string]store.StopReason{"end_turn": "end_turn", "tool_use": "tool_use_stop", "tool_use_stop": "tool_use_stop",
		"max_tokens": "max_tokens", "refusal": "refusal", "stop_sequence": "stop_sequence", "": "unknown_stop", "x": "unknown_stop"} {
		equal(t, in, string(store.ParseStopReason(in)), string(want))
	}
	for in, want := range map[string]store.PermissionMode{"acceptEdits": "accept_edits", "accept_edits": "accept_edits", "plan": "plan",
		"bypassPermissions": "bypass_permissions", "dontAsk": "dont_ask", "auto": "default", "": "default"} {
		equal(t, in, string(store.ParsePermissionMode(in)), string(want))
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 9, "short"}, {"exactly", 7, "exactly"}, {"too long", 4, "too…"}, {"日本語です", 3, "日本…"},
		{"ae\u0301x", 3, "a…"}, {"a👩\u200d💻bc", 4, "a…"}, {"", 3, ""},
		{"a🇩🇪🇯🇵", 4, "a🇩🇪…"}, {"a🇩🇪🇯🇵b", 5, "a🇩🇪…"}, {"a🇩🇪🇯🇵bc", 6, "a🇩🇪🇯🇵…"}, {"שָׁלוֹם", 3, "…"}, {"नमस्ते", 5, "नमस्…"},
		{"\u1112\u1161\u11ab\u1112\u1161\u11ab", 5, "\u1112\u1161\u11ab…"}, {"x\r\ny", 3, "x…"}, {"a🏴\U000e0067\U000e007fb", 3, "a…"},
	} {
		equal(t, tt.in, store.Cut(tt.in, tt.n), tt.want)
	}
}

func TestUUID(t *testing.T) {
	id := [16]byte{0x01, 0x90, 0xff, 3, 4, 5, 0x76, 7, 0x88, 9, 10, 11, 12, 13, 14, 15}
	s := store.UUID(id)
	equal(t, "text", s, "0190ff03-0405-7607-8809-0a0b0c0d0e0f")
	if got, ok := store.ParseUUID(s); !ok || got != id {
		t.Errorf("ParseUUID = %x, %v", got, ok)
	}
	for _, bad := range []string{"", s[1:], s + "0", "0190ff03x0405-7607-8809-0a0b0c0d0e0f", "0190fg03-0405-7607-8809-0a0b0c0d0e0f"} {
		if _, ok := store.ParseUUID(bad); ok {
			t.Errorf("%q is read", bad)
		}
	}
}
