package normalize_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
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
			got, err := normalize.ParseMessage([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			w, _ := scan.Parse([]byte(tt.want))
			want := w.AppendCanonical(nil)
			equal(t, "normalized", string(got), string(want))
		})
	}
	_, err := normalize.ParseMessage([]byte(`{"type":`))
	if fault.CodeOf(err) != fault.InvalidArgument {
		t.Error(err)
	}
}

func TestParseModes(t *testing.T) {
	for in, want := range map[string]normalize.StopReason{"end_turn": "end_turn", "tool_use": "tool_use_stop", "tool_use_stop": "tool_use_stop",
		"max_tokens": "max_tokens", "refusal": "refusal", "stop_sequence": "stop_sequence", "": "unknown_stop", "x": "unknown_stop"} {
		equal(t, in, string(normalize.ParseStopReason(in)), string(want))
	}
	for in, want := range map[string]normalize.PermissionMode{"acceptEdits": "accept_edits", "accept_edits": "accept_edits", "plan": "plan",
		"bypassPermissions": "bypass_permissions", "dontAsk": "dont_ask", "auto": "default", "": "default"} {
		equal(t, in, string(normalize.ParsePermissionMode(in)), string(want))
	}
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n%s\nwant\n%s", what, got, want)
	}
}
