package normalize_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
)

// one normalizes a record that must be JSON.
func one(t *testing.T, wire string) scan.Value {
	t.Helper()
	m, err := normalize.ParseMessage([]byte(wire))
	if err != nil {
		t.Fatal(err)
	}
	v, err := scan.Parse(m)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestNames: our members get our names at every depth; what tools were given
// and what they gave keeps its own.
func TestNames(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a failed call", `{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"no"}`,
			`{"content":"no","isError":true,"toolUseId":"t","type":"tool_result"}`},
		{"a failed call inside", `{"type":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"no"}],"parent_tool_use_id":null,"session_id":"s"}`,
			`{"content":"","contentBlocks":[{"content":"no","isError":true,"toolUseId":"t","type":"tool_result"}],"parentToolUseId":null,"sessionId":"s","type":"user"}`},
		{"a request", `{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"file_path":"a_b"},"blocked_path":null}}`,
			`{"request":{"blockedPath":null,"input":{"file_path":"a_b"},"subtype":"can_use_tool","toolName":"Bash"},"requestId":"r","type":"control_request"}`},
		{"arguments", `{"type":"tool_use","tool_name":"x","tool_input":{"deep_down":[{"a_b":{"c_d":1}}]}}`,
			`{"toolInput":{"deep_down":[{"a_b":{"c_d":1}}]},"toolName":"x","type":"tool_use"}`},
		{"a block's arguments", `{"type":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{"a_b":1},"cache_control":{"cache_ttl":1}}]}`,
			`{"content":"","contentBlocks":[{"cacheControl":{"cacheTtl":1},"id":"t","input":{"a_b":1},"name":"x","type":"tool_use"}],"type":"assistant"}`},
		{"what a tool gave", `{"type":"user","content":"c","tool_use_result":{"file_path":1},"structured_output":{"my_key":2}}`,
			`{"content":"c","structuredOutput":{"my_key":2},"toolUseResult":{"file_path":1},"type":"user"}`},
		{"denials", `{"type":"result","permission_denials":[{"tool_name":"Bash","tool_use_id":"t","tool_input":{"run_in_background":true}}],"modelUsage":{"my_model":{"inputTokens":1}}}`,
			`{"modelUsage":{"my_model":{"inputTokens":1}},"permissionDenials":[{"toolInput":{"run_in_background":true},"toolName":"Bash","toolUseId":"t"}],"type":"result"}`},
		{"names that are not plain", `{"type":"user","_meta":1,"API_KEY":2,"a__b":3,"x_":4,"two_words_2":5}`,
			`{"API_KEY":2,"_meta":1,"a__b":3,"twoWords2":5,"type":"user","x_":4}`},
		{"two names become one", `{"type":"user","a_b":1,"aB":2}`, `{"aB":2,"raw":{"aB":2,"a_b":1,"type":"user"},"type":"user"}`},
		{"deep down two become one", `{"type":"system","content":"c","x":{"a_b":1,"aB":2}}`,
			`{"content":"c","raw":{"content":"c","type":"system","x":{"aB":2,"a_b":1}},"type":"system","x":{"aB":2}}`},
		{"tokens", `{"type":"result","usage":{"input_tokens":9,"cache_read_input_tokens":2,"cache_creation_input_tokens":3,"output_tokens":4,"service_tier":"standard"}}`,
			`{"type":"result","usage":{"cacheWriteTokens":3,"cachedTokens":2,"inputTokens":9,"outputTokens":4,"serviceTier":"standard","thinkingTokens":0}}`},
		{"tokens with the cache inside", `{"type":"result","usage":{"input_tokens":9,"cached_input_tokens":2,"output_tokens":4,"reasoning_output_tokens":1}}`,
			`{"type":"result","usage":{"cacheWriteTokens":0,"cachedTokens":2,"inputTokens":7,"outputTokens":4,"thinkingTokens":1}}`},
		{"other names of a call", `{"type":"tool_use","id":"t","name":"x","arguments":"{\"a_b\":1}"}`, `{"toolInput":{"a_b":1},"toolName":"x","toolUseId":"t","type":"tool_use"}`},
		{"one's own message", `{"type":"tool_result","toolUseId":"t","isError":false,"content":"c"}`, `{"content":"c","isError":false,"toolUseId":"t","type":"tool_result"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := one(t, tt.in)
			want, _ := scan.Parse([]byte(tt.want))
			equal(t, "message", string(got.Raw()), string(want.AppendCanonical(nil)))
			if again := one(t, string(got.Raw())); string(again.Raw()) != string(got.Raw()) {
				t.Errorf("a second time gives %s", again.Raw())
			}
		})
	}
}

// TestTypeIsRecognized: by the members that only one type has.
func TestTypeIsRecognized(t *testing.T) {
	for in, want := range map[string]string{
		`{"tool_name":"Bash","tool_input":{}}`: "tool_use", `{"tool_use_id":"t","content":"x","is_error":true}`: "tool_result",
		`{"total_cost_usd":0.1,"result":"x"}`: "result", `{"num_turns":1,"session_id":"s"}`: "result",
		`{"request_id":"r","request":{"subtype":"interrupt"}}`:         "control_request",
		`{"response":{"subtype":"success","request_id":"r"}}`:          "control_response",
		`{"event":{"type":"message_stop"},"uuid":"u"}`:                 "stream_event",
		`{"message":{"role":"assistant","content":[]}}`:                "assistant",
		`{"message":{"role":"user","content":"x"}}`:                    "user",
		`{"role":"assistant","content":"x"}`:                           "assistant",
		`{"role":"tool","tool_call_id":"t","content":"x"}`:             "tool_result",
		`{"subtype":"init","session_id":"s","tools":[]}`:               "system",
		`{"rate_limit_info":{}}`:                                       "rate_limit_event",
		`{"isAuthenticating":true}`:                                    "auth_status",
		`{"suggestion":"x"}`:                                           "prompt_suggestion",
		`{"summary":"x","preceding_tool_use_ids":[]}`:                  "tool_use_summary",
		`{"tool_use_id":"t","tool_name":"x","elapsed_time_seconds":1}`: "tool_progress",
		`{"thinking":"x"}`:                                             "thinking",
		`{"error":{"type":"overloaded_error","message":"x"}}`:          "error",
		`{"category":"unknown","content":"x"}`:                         "error",
		`{"text":"x"}`:                                                 "text",
		`{"content":"x"}`:                                              "raw",
		`{"x":1}`:                                                      "raw",
		`{"type":"wonder","tool_name":"x"}`:                            "raw",
		`{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"x"}}`: "assistant",
		`{"type":"message","role":"user","content":"x"}`:                                     "user",
	} {
		if got := one(t, in).Get("type"); !got.EqualString(want) {
			t.Errorf("%s is %s, want %s", in, got.Raw(), want)
		}
	}
}

// TestStopReasons: of every agent and model provider.
func TestStopReasons(t *testing.T) {
	for want, words := range map[normalize.StopReason]string{
		"end_turn": "end_turn stop STOP endTurn end-turn completed", "max_tokens": "max_tokens MAX_TOKENS length max-tokens maxTokens max_output_tokens model_context_window_exceeded",
		"stop_sequence": "stop_sequence stopSequence STOP_SEQUENCE", "refusal": "refusal SAFETY content_filter content-filter RECITATION BLOCKLIST PROHIBITED_CONTENT SPII",
		"tool_use_stop": "tool_use toolUse tool-calls tool_calls function_call tool_use_stop TOOL_USE",
		"unknown_stop":  "aborted abort cancelled error OTHER pause_turn unknown_stop MALFORMED_FUNCTION_CALL x st.op st__",
	} {
		for _, w := range strings.Fields(words) {
			if got := normalize.ParseStopReason(w); got != want {
				t.Errorf("%s is %s, want %s", w, got, want)
			}
			m := one(t, `{"type":"result","stop_reason":"`+w+`"}`)
			if !m.Get("stopReason").EqualString(w) || !m.Get("stopReasonAtom").EqualString(string(want)) {
				t.Errorf("%s: %s", w, m.Raw())
			}
		}
	}
}

// TestCategories: errors as providers and agents write them.
func TestCategories(t *testing.T) {
	for in, want := range map[string]string{
		`{"error":{"type":"rate_limit_error","message":"Number of requests exceeded"}}`:                                                  "rate_limit",
		`{"message":"API Error: 429 too many"}`:                                                                                          "rate_limit",
		`{"message":"unexpected status 401 Unauthorized: no such key","codexErrorInfo":{"httpConnectionFailed":{"httpStatusCode":401}}}`: "auth_expired",
		`{"message":"the connection failed","codexErrorInfo":{"httpConnectionFailed":{"httpStatusCode":null}}}`:                          "server_error",
		`{"message":"exceeded retry limit, last status: 429 Too Many Requests"}`:                                                         "rate_limit",
		`{"error":{"code":429,"message":"Quota exceeded for metric","status":"RESOURCE_EXHAUSTED"}}`:                                     "rate_limit",
		`{"statusCode":529,"message":"x"}`:                                                                                               "server_error",
		`{"error":{"type":"overloaded_error","message":"Overloaded"}}`:                                                                   "server_error",
		`{"message":"API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"}`:         "server_error",
		`{"error":{"type":"api_error","message":"Internal server error"}}`:                                                               "server_error",
		`{"message":"503 Service Unavailable"}`:                                                                                          "server_error",
		`{"message":"connect ECONNREFUSED 127.0.0.1:1"}`:                                                                                 "server_error",
		`{"message":"Request timed out."}`:                                                                                               "server_error",
		`{"message":"stream disconnected before completion"}`:                                                                            "server_error",
		`{"error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`:                      "context_exceeded",
		`{"error":{"code":"context_length_exceeded","message":"This model's maximum context length is 8192 tokens"}}`:                    "context_exceeded",
		`{"error":{"codexErrorInfo":"contextWindowExceeded","message":"x"}}`:                                                             "context_exceeded",
		`{"error":{"type":"authentication_error","message":"invalid x-api-key"}}`:                                                        "auth_expired",
		`{"message":"OAuth token has expired. Please run /login"}`:                                                                       "auth_expired",
		`{"error":{"name":"ProviderAuthError","data":{"message":"x"}}}`:                                                                  "auth_expired",
		`{"statusCode":401,"message":"x"}`:                                                                                               "auth_expired",
		`{"error":{"type":"billing_error","message":"x"}}`:                                                                               "subscription_exhausted",
		`{"message":"Your credit balance is too low to access the API"}`:                                                                 "subscription_exhausted",
		`{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}`:                                            "subscription_exhausted",
		`{"error":{"codexErrorInfo":"usageLimitExceeded","message":"You've hit your usage limit."}}`:                                     "subscription_exhausted",
		`{"message":"402 Payment Required"}`:                                                                                             "subscription_exhausted",
		`{"error":{"type":"invalid_request_error","message":"toy validation error"}}`:                                                    "unknown",
		`{"message":"400 Mock provider error"}`:                                                                                          "unknown",
		`{"message":"it took 529 steps"}`:                                                                                                "unknown",
	} {
		m := one(t, `{"type":"error",`+in[1:])
		if !m.Get("category").EqualString(want) {
			t.Errorf("%s: %s, want %s", in, m.Raw(), want)
		}
	}
	m := one(t, `{"type":"error","error":{"type":"rate_limit_error","message":"slow down","retry_after":7}}`)
	if n, _ := m.Get("retryAfter").Int(); n != 7 || !m.Get("errorType").EqualString("rate_limit_error") || !m.Get("content").EqualString("slow down") {
		t.Errorf("%s", m.Raw())
	}
}

// TestCategoryGiven: a caller's category is one of ours, or refused with all
// that there are.
func TestCategoryGiven(t *testing.T) {
	for _, c := range normalize.Categories {
		if m := one(t, `{"type":"error","category":"`+c+`","content":"429"}`); !m.Get("category").EqualString(c) {
			t.Errorf("%s", m.Raw())
		}
	}
	_, err := normalize.ParseMessage([]byte(`{"type":"error","category":"network","content":"x"}`))
	if e := fault.From(err); fault.CodeOf(err) != fault.InvalidArgument || !strings.Contains(e.Message+e.Hint, `"network"`) || !strings.Contains(e.Hint, "auth_expired") {
		t.Error(err)
	}
	// An agent's own word is no caller's: it is read like any other error.
	list, _ := normalize.ParseOutput([]byte(`{"type":"error","category":"network","content":"API Error: 429"}`), nil)
	if v, _ := scan.Parse(list[0]); !v.Get("category").EqualString("rate_limit") {
		t.Errorf("%s", list[0])
	}
}
