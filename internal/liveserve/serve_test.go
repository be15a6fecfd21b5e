//go:build unix

package liveserve

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/core"
)

const answers = `{"turns":[[{"do":"thinking","text":"Hm."},{"do":"tool","tool":"Bash","input":{"command":"ls"}},{"do":"text","text":"Hello $PROMPT"}]]}`

// TestMethods: the requests of the table are those that the program answers.
func TestMethods(t *testing.T) {
	for _, name := range clientCalls {
		if methods[name] == nil {
			t.Errorf("the program does not answer %s", name)
		}
	}
	if len(methods) != len(clientCalls) {
		t.Errorf("%d methods, %d in the table", len(methods), len(clientCalls))
	}
}

// A conversation: a start, events, a query, the state, a stop; and everything is in the store.
func TestConversation(t *testing.T) {
	x := newSetting(t, answers)
	c := dial(t)
	info := c.started(x, "s", map[string]any{"name": "helper", "tags": []string{"trip"}})
	if info.Health != "ready" || info.Agent != "claude" || info.Name != "helper" || info.SessionID == "" || info.NativeSessionID == "" || !info.Recording || len(info.Capabilities) == 0 {
		t.Errorf("%+v", info)
	}
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "all"})
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "whole", "omit": []string{"raw", "deltas"}})
	id := "6c61fb02-28ea-4446-bc62-2829e4628e0a"
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "q", "query": id})
	var turn wireTurn
	if err := json.Unmarshal(c.must("live.query", map[string]any{"session": "s", "id": id, "text": "you", "messages": true}), &turn); err != nil {
		t.Fatal(err)
	}
	if turn.Text != "Hello you" || !strings.Contains(string(turn.Result), `"type":"result"`) || len(turn.Messages) < 5 {
		t.Errorf("%+v", turn)
	}
	c.awaitMethod("live.end", `"q"`)
	stored := x.stored(info.SessionID)
	if len(stored) != len(turn.Messages) {
		t.Errorf("%d messages are stored of %d", len(stored), len(turn.Messages))
	}
	var list []json.RawMessage
	if err := json.Unmarshal(c.must("live.conversation", map[string]any{"session": "s"}), &list); err != nil || len(list) != len(stored) {
		t.Errorf("the conversation has %d messages, %v", len(list), err)
	}
	c.checkCommands()
	c.must("live.stop", map[string]any{"session": "s"})
	ended := c.awaitMethod("live.ended", `"health":"stopped"`)
	if strings.Contains(string(ended.Params), `"error"`) {
		t.Errorf("%s", ended.Params)
	}
	c.awaitMethod("live.end", `"whole"`)
	c.checkEvents(len(turn.Messages))
	c.refused("live.query", map[string]any{"session": "s", "text": "x"}, codeFault, "COMPLETE")
	c.must("live.stop", map[string]any{"session": "s"})
	if info := c.started(x, "s", map[string]any{"name": "helper", "resume": "heddle:" + info.SessionID}); info.SessionID != "" {
		c.must("live.query", map[string]any{"session": "s", "text": "again"})
		if again := x.stored(info.SessionID); len(again) != 2*len(stored) {
			t.Errorf("the resumed session has %d messages", len(again))
		}
	}
	c.must("shutdown", map[string]any{})
	c.refused("live.start", x.start("late", nil), codeFault, "COMPLETE")
}

// checkEvents checks what the subscriptions got of a turn.
func (c *client) checkEvents(messages int) {
	c.t.Helper()
	counts := map[string]int{}
	for _, m := range c.received() {
		var e wireEvent
		if m.Method != "live.event" || json.Unmarshal(m.Params, &e) != nil {
			continue
		}
		counts[e.Subscription+" "+e.Kind+" "+fmt.Sprint(e.Whole)]++
		if e.Subscription == "whole" && strings.Contains(string(e.Message), `"raw":`) {
			c.t.Errorf("raw was not wanted: %s", e.Message)
		}
	}
	if counts["all event true"] != messages || counts["whole event true"] != messages || counts["q event true"] != messages {
		c.t.Error(counts, messages)
	}
	if counts["all event false"] == 0 || counts["whole event false"] != 0 || counts["q event false"] != counts["all event false"] || counts["q state false"] != 0 {
		c.t.Error(counts)
	}
}

func (c *client) checkCommands() {
	c.t.Helper()
	s := map[string]any{"session": "s"}
	for method, params := range map[string]map[string]any{"live.setModel": {"session": "s", "model": "m2"}, "live.setPermissionMode": {"session": "s", "mode": "plan"},
		"live.interrupt": s, "live.mcpStatus": s, "live.serverInfo": s, "live.capabilities": s} {
		c.must(method, params)
	}
	var info wireSessionInfo
	if err := json.Unmarshal(c.must("live.info", s), &info); err != nil || info.Model != "m2" || info.PermissionMode != "plan" || info.Queries != 1 {
		c.t.Errorf("%+v %v", info, err)
	}
	c.refused("live.steer", map[string]any{"session": "s", "text": "x"}, codeFault, "UNSUPPORTED")
	c.refused("live.answer", map[string]any{"session": "s", "ask": "x", "allow": true}, codeFault, "BAD_REF")
	c.refused("live.query", map[string]any{"session": "s", "text": "x", "maxTurns": 3}, codeFault, "UNSUPPORTED")
}

// TestRefused: what is wrong with a request is said, and the connection continues.
func TestRefused(t *testing.T) {
	x := newSetting(t, answers)
	c := launch(t)
	c.refused("live.agents", nil, codeNotInitialized, "INVALID_ARGUMENT")
	c.refused("initialize", map[string]any{"protocol": 99, "client": "test", "version": "7.1"}, codeFault, "UNSUPPORTED this is heddle "+core.EngineVersion+" with protocol 1; the client \"test\" 7.1 speaks protocol 99")
	c.refused("initialize", map[string]any{"protocol": Protocol, "client": "test", "version": "1", "pid": 1 << 30}, codeParams, "INVALID_ARGUMENT")
	c.must("initialize", map[string]any{"protocol": Protocol, "client": "test", "version": "1"})
	c.refused("initialize", map[string]any{"protocol": Protocol, "client": "test", "version": "1"}, codeInvalidRequest, "CONFLICT")
	c.refused("live.nothing", nil, codeNoMethod, "UNSUPPORTED")
	c.refused("live.info", map[string]any{"session": "nobody"}, codeFault, "COMPLETE")
	c.refused("live.info", map[string]any{"session": 7}, codeParams, "INVALID_ARGUMENT session cannot be a number")
	c.refused("live.info", []int{1}, codeParams, "INVALID_ARGUMENT")
	for name, value := range map[string]any{"sesion": 1, "maxTurns": -1, "hooks": []string{"nope"}, "permissionMode": "wild", "maxBudgetUsd": "much", "attachments": x.path("nowhere"),
		"agent": "nobody", "cwd": x.path("nowhere"), "session": "a/b"} {
		_, err := c.call("live.start", x.start("bad", map[string]any{name: value}))
		if err == nil {
			t.Errorf("%s %v was accepted", name, value)
			c.must("live.stop", map[string]any{"session": "bad"})
		}
	}
	c.refused("live.start", x.start("bad", map[string]any{"program": x.path("nothing")}), codeFault, "UNSUPPORTED")
	c.refused("live.supervise", x.start("bad", nil), codeParams, "INVALID_ARGUMENT a supervised session needs a name")
	c.refused("live.supervised", map[string]any{"name": "nobody"}, codeFault, "BAD_REF")
	c.must("live.unsubscribe", map[string]any{"subscription": "nobody"})
	c.started(x, "s", map[string]any{"name": "n"})
	c.refused("live.start", x.start("s", nil), codeFault, "CONFLICT")
	c.refused("live.start", x.start("t", map[string]any{"name": "n"}), codeFault, "CONFLICT")
	c.refused("live.subscribe", map[string]any{"session": "s", "subscription": "e", "window": 1 << 40}, codeParams, "INVALID_ARGUMENT")
	c.refused("live.subscribe", map[string]any{"session": "s", "subscription": "e", "omit": []string{"all"}}, codeParams, "INVALID_ARGUMENT")
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "e"})
	c.refused("live.subscribe", map[string]any{"session": "s", "subscription": "e"}, codeFault, "CONFLICT")
	c.refused("live.query", map[string]any{"session": "s", "text": "x", "attachments": []any{map[string]any{"data": "?"}}}, codeParams, "INVALID_ARGUMENT")
	c.refused("live.query", map[string]any{"session": "s", "text": "x", "attachments": []any{map[string]any{"path": "/etc/passwd"}}}, codeFault, "PERMISSION_DENIED")
}

// TestGarbage: lines that are no messages are answered without an id, and the connection continues.
func TestGarbage(t *testing.T) {
	c := dial(t)
	for _, line := range []string{"garbage", `{"jsonrpc":"2.0"`, "[]", `[{"jsonrpc":"2.0","id":1,"method":"live.agents"}]`, `{"id":7,"method":"live.agents"}`, `{"jsonrpc":"2.0","id":true,"method":"live.agents"}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"live.agents"}`, `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 200) + `","method":"live.agents"}`, `{"jsonrpc":"2.0","id":7}`, "\xff\xfe", `"text"`, "7"} {
		c.write(line)
		m := c.await("an error for "+line, func(m message) bool { return m.Error != nil })
		if m.ID != nil && string(m.ID) != "null" || m.Error.Code != codeParse && m.Error.Code != codeInvalidRequest {
			t.Errorf("%s: %+v", line, m)
		}
	}
	for _, line := range []string{"", "  ", "\r", `{"jsonrpc":"2.0","method":"live.unknown"}`, `{"jsonrpc":"2.0","method":"live.credit","params":7}`, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":999}}`,
		`{"jsonrpc":"2.0","id":999,"result":{}}`, `{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}`, `{"jsonrpc":"2.0","method":"live.credit","params":{"subscription":"no","bytes":5}}`} {
		c.write(line)
	}
	c.must("live.agents", nil)
	if list := c.received(); len(list) > 0 {
		t.Errorf("%+v", list)
	}
}

// TestSameID: a request with the id of a running one is refused without an id.
func TestSameID(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"hang"}]]}`)
	c := dial(t)
	c.started(x, "s", nil)
	id, wait := c.begin("live.query", map[string]any{"session": "s", "text": "x"})
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"live.agents"}`, id))
	m := c.await("the refusal", func(m message) bool { return m.Error != nil })
	if m.Error.Code != codeInvalidRequest || m.Error.Data.Code != "CONFLICT" {
		t.Errorf("%+v", m.Error)
	}
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, id))
	if _, err := wait(); err == nil || !strings.HasPrefix(err.Error(), "-32800 TIMEOUT") {
		t.Error(err)
	}
}

// TestPipelined: requests may be sent before the start has ended; they begin in their order.
func TestPipelined(t *testing.T) {
	x := newSetting(t, `{"startMs":50,"turns":[[{"do":"text","text":"$PROMPT"}]]}`)
	c := dial(t)
	_, start := c.begin("live.start", x.start("s", nil))
	var waits []func() (json.RawMessage, error)
	for i := range 12 {
		_, wait := c.begin("live.query", map[string]any{"session": "s", "text": fmt.Sprint("number ", i)})
		waits = append(waits, wait)
	}
	if _, err := start(); err != nil {
		t.Fatal(err)
	}
	for i, wait := range waits {
		if result, err := wait(); err != nil || !strings.Contains(string(result), fmt.Sprintf(`"text":"number %d"`, i)) {
			t.Errorf("%d: %s %v", i, result, err)
		}
	}
	last := -1
	for i := range 12 {
		at := strings.Index(x.logged(), fmt.Sprintf(`"number %d"`, i))
		if at <= last {
			t.Errorf("query %d came out of order", i)
		}
		last = at
	}
	_, start = c.begin("live.start", x.start("t", map[string]any{"program": x.path("nothing")}))
	_, query := c.begin("live.query", map[string]any{"session": "t", "text": "x"})
	_, err := start()
	_, err2 := query()
	if err == nil || err2 == nil || !strings.Contains(err2.Error(), "COMPLETE") {
		t.Error(err, err2)
	}
}

// TestPermissions: the client decides; a mistake of it, and silence, deny.
func TestPermissions(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"ask","tool":"Bash","input":{"command":"ls"}},{"do":"text","text":"done"}]]}`)
	c := dial(t)
	c.started(x, "s", map[string]any{"permission": true, "permissionTimeoutMs": 300})
	for prompt, about := range map[string]struct {
		answer any
		log    string
	}{
		"allowed":  {map[string]any{"allow": true, "updatedInput": map[string]any{"command": "pwd"}}, `"command":"pwd"`},
		"denied":   {map[string]any{"allow": false, "reason": "not on Sundays"}, "not on Sundays"},
		"mistaken": {map[string]any{"alow": true}, "unknown field"},
	} {
		c.answerWith(about.answer)
		c.must("live.query", map[string]any{"session": "s", "text": prompt})
		m := c.awaitMethod("live.permission", `"Bash"`)
		if !strings.Contains(string(m.Params), `"session":"s"`) || !strings.Contains(x.logged(), about.log) {
			t.Errorf("%s: %s\n%s", prompt, m.Params, x.logged())
		}
	}
	c.answerWith(nil)
	c.must("live.query", map[string]any{"session": "s", "text": "silent"})
	m := c.awaitMethod("live.permission", `"Bash"`)
	c.awaitMethod("$/cancelRequest", `"id":`+string(m.ID))
	c.write(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"allow":true}}`) // too late
	_, wait := c.begin("live.query", map[string]any{"session": "s", "text": "an error"})
	m = c.awaitMethod("live.permission", `"Bash"`)
	c.write(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"error":{"code":1,"message":"the handler has failed"}}`)
	if _, err := wait(); err != nil || !strings.Contains(x.logged(), "the handler has failed") {
		t.Error(err)
	}
}

// TestAnswer: with canAnswer somebody who reads the events answers.
func TestAnswer(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"ask","tool":"Bash","input":{"command":"ls"}},{"do":"text","text":"done"}]]}`)
	c := dial(t)
	c.started(x, "s", map[string]any{"canAnswer": true})
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "e"})
	_, wait := c.begin("live.query", map[string]any{"session": "s", "text": "x"})
	var e wireEvent
	if err := json.Unmarshal(c.awaitMethod("live.event", `"kind":"ask"`).Params, &e); err != nil || e.ID == "" || !strings.Contains(string(e.Ask), "Bash") {
		t.Fatal(e, err)
	}
	c.must("live.answer", map[string]any{"session": "s", "ask": e.ID, "allow": true})
	if _, err := wait(); err != nil || !strings.Contains(x.logged(), `"behavior":"allow"`) {
		t.Error(err, x.logged())
	}
}

// TestHooks: hooks are requests, one after the other; the client need not answer them.
func TestHooks(t *testing.T) {
	x := newSetting(t, answers)
	c := dial(t)
	c.answerWith(map[string]any{})
	c.started(x, "s", map[string]any{"hooks": []string{"sessionStart", "sessionEnd", "queryStart", "queryEnd", "toolUse"}})
	c.must("live.query", map[string]any{"session": "s", "text": "x"})
	c.must("live.stop", map[string]any{"session": "s"})
	end := c.awaitMethod("live.hook", "sessionEnd")
	if !strings.Contains(string(end.Params), `"health":"stopped"`) {
		t.Errorf("%s", end.Params)
	}
	var names []string
	for _, m := range c.received() {
		var h wireHookCall
		if m.Method == "live.hook" && json.Unmarshal(m.Params, &h) == nil {
			names = append(names, h.Hook)
			if h.Hook == "sessionStart" && (h.Info == nil || h.Info.Health != "ready") || h.Hook == "toolUse" && h.ToolUse.Name != "Bash" {
				t.Errorf("%s", m.Params)
			}
		}
	}
	if want := []string{"sessionStart", "queryStart", "toolUse", "queryEnd"}; !slices.Equal(names, want) {
		t.Error(names)
	}
}

// TestEndedIsLast: live.ended, and the response that ends a supervision, come after the hooks, also when the client is slow.
func TestEndedIsLast(t *testing.T) {
	x := newSetting(t, answers)
	c := dial(t)
	c.must("live.supervise", x.start("kept", map[string]any{"name": "kept", "hooks": []string{"sessionEnd"}}))
	c.started(x, "s", map[string]any{"hooks": []string{"queryEnd", "sessionEnd"}})
	c.must("live.query", map[string]any{"session": "s", "text": "x"})
	held := c.awaitMethod("live.hook", "queryEnd")
	c.must("live.stop", map[string]any{"session": "s"})
	c.awaitMethod("live.state", `"stopped"`)
	_, supervised := c.begin("live.unsupervise", map[string]any{"name": "kept"})
	end := c.awaitMethod("live.hook", `"kept"`)
	for _, m := range c.received() {
		if m.Method == "live.ended" {
			t.Errorf("the session has ended before its hooks: %s", m.Params)
		}
	}
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, held.ID))
	last := c.awaitMethod("live.hook", "sessionEnd")
	for _, m := range []message{last, end} {
		c.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
	}
	c.awaitMethod("live.ended", `"s"`)
	if _, err := supervised(); err != nil {
		t.Error(err)
	}
	if !slices.ContainsFunc(c.received(), func(m message) bool { return m.Method == "live.ended" && strings.Contains(string(m.Params), `"kept"`) }) {
		t.Error("the supervision ended before its session")
	}
}

// TestCredit: events wait for credit; nobody else waits for them; too many end the subscription.
func TestCredit(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"events","text":"event ","n":200}]]}`)
	c := dial(t)
	info := c.started(x, "s", map[string]any{"queueEvents": 50})
	c.started(x, "t", nil)
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "slow", "window": 1})
	c.must("live.query", map[string]any{"session": "s", "text": "x"})
	c.must("live.query", map[string]any{"session": "t", "text": "y"})
	c.awaitMethod("live.event", `"slow"`)
	if slices.ContainsFunc(c.received(), func(m message) bool { return m.Method == "live.event" }) {
		t.Error("an event came without credit")
	}
	go func() {
		for range 400 {
			c.write(`{"jsonrpc":"2.0","method":"live.credit","params":{"subscription":"slow","bytes":1000}}`)
		}
	}()
	var e wireEnd
	if err := json.Unmarshal(c.awaitMethod("live.end", `"slow"`).Params, &e); err != nil || !strings.Contains(string(e.Error), "LIMIT_EXCEEDED") || e.Position == 0 {
		t.Fatalf("%+v %v", e, err)
	}
	events := 1
	for _, m := range c.received() {
		if m.Method == "live.event" {
			events++
		}
	}
	if stored := x.stored(info.SessionID); events < 50 || events > 60 || len(stored) != 203 {
		t.Errorf("%d events, %d stored messages", events, len(stored))
	}
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "slow", "window": 1})
	c.must("live.query", map[string]any{"session": "s", "text": "x"})
	c.must("live.unsubscribe", map[string]any{"subscription": "slow"})
	c.must("live.subscribe", map[string]any{"session": "s", "subscription": "slow"})
}

// TestClientThatDoesNotRead: agents work and are recorded; then the client reads on.
func TestClientThatDoesNotRead(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"flood","n":400000}]]}`)
	c := dial(t)
	a := c.started(x, "a", nil)
	b := c.started(x, "b", nil)
	c.must("live.subscribe", map[string]any{"session": "a", "subscription": "e", "window": maxCredit})
	c.paused.Lock()
	_, first := c.begin("live.query", map[string]any{"session": "a", "text": "x"})
	_, second := c.begin("live.query", map[string]any{"session": "b", "text": "y"})
	for _, id := range []string{a.SessionID, b.SessionID} {
		x.await("the result in the store", func() bool {
			list := x.stored(id)
			return len(list) > 0 && strings.Contains(list[len(list)-1], `"type":"result"`)
		})
	}
	c.paused.Unlock()
	for _, wait := range []func() (json.RawMessage, error){first, second} {
		if _, err := wait(); err != nil {
			t.Error(err)
		}
	}
}

// TestCancel: a cancelled query is interrupted, a cancelled start leaves no process.
func TestCancel(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"text","text":"begun"},{"do":"hang"}]]}`)
	silent := newSetting(t, `{"silent":true,"ignoreEof":true}`)
	c := dial(t)
	c.started(x, "s", nil)
	id, wait := c.begin("live.query", map[string]any{"session": "s", "text": "x"})
	x.await("the prompt", func() bool { return strings.Contains(x.logged(), `"x"`) })
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, id))
	if _, err := wait(); err == nil || !strings.HasPrefix(err.Error(), "-32800 TIMEOUT") {
		t.Error(err)
	}
	x.await("the interrupt", func() bool { return strings.Contains(x.logged(), `"interrupt"`) })
	c.must("live.stop", map[string]any{"session": "s"})
	id, wait = c.begin("live.start", silent.start("t", nil))
	silent.await("the agent", func() bool { return strings.Contains(silent.logged(), "initialize") })
	c.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, id))
	if _, err := wait(); err == nil || !strings.HasPrefix(err.Error(), "-32800 TIMEOUT") {
		t.Error(err)
	}
	silent.awaitNoAgents()
}

// TestSupervise: a session that fails runs again under a handle of its own, until it is stopped for good.
func TestSupervise(t *testing.T) {
	x := newSetting(t, `{"turns":[[{"do":"exit","n":3}]]}`)
	c := dial(t)
	c.answerWith(map[string]any{})
	c.must("live.supervise", x.start("s", map[string]any{"name": "n", "minDelayMs": 1, "hooks": []string{"sessionStart"}}))
	handle := "s"
	for run := 2; run <= 3; run++ {
		var turn wireTurn
		if err := json.Unmarshal(c.must("live.query", map[string]any{"session": handle, "text": "x"}), &turn); err != nil || !strings.Contains(string(turn.Result), `"isError":true`) {
			t.Errorf("%s %v", turn.Result, err)
		}
		c.awaitMethod("live.ended", fmt.Sprintf("%q", handle))
		var r wireRestarted
		if err := json.Unmarshal(c.awaitMethod("live.restarted", `"n"`).Params, &r); err != nil || r.Session != "s" || r.Info == nil || r.Failed != nil {
			t.Fatalf("%+v %v", r, err)
		}
		if handle = r.Info.Session; handle != fmt.Sprint("s/", run) {
			t.Error(handle)
		}
		if result := c.must("live.supervised", map[string]any{"name": "n"}); !strings.Contains(string(result), fmt.Sprintf("%q", handle)) {
			t.Errorf("%s", result)
		}
		c.awaitMethod("live.state", fmt.Sprintf("%q", handle))
	}
	c.must("live.unsupervise", map[string]any{"name": "n"})
	c.awaitMethod("live.ended", `"s/3"`)
	c.refused("live.supervised", map[string]any{"name": "n"}, codeFault, "BAD_REF")
	x.awaitNoAgents()
}

// TestStarts: each start has a home, a store and an environment of its own.
func TestStarts(t *testing.T) {
	x, y := newSetting(t, answers), newSetting(t, answers)
	c := dial(t)
	a, b := c.started(x, "a", nil), c.started(y, "b", map[string]any{"store": nil, "home": y.path("home")})
	c.started(x, "none", map[string]any{"record": false})
	for _, s := range []string{"a", "b", "none"} {
		c.must("live.query", map[string]any{"session": s, "text": "x"})
	}
	if ids := x.storedIDs(); !slices.Equal(ids, []string{a.SessionID}) {
		t.Error(ids, a.SessionID)
	}
	if ids := y.storedIDs(); len(ids) != 0 {
		t.Error(ids)
	}
	if _, err := os.Stat(y.path("home/.local/share/heddle/heddle.db")); err != nil || b.SessionID == "" {
		t.Error(err)
	}
	var list []wireProcess
	if err := json.Unmarshal(c.must("live.processes", map[string]any{"environment": x.environment()}), &list); err != nil || len(list) != 2 || !list[0].Runs || list[0].OwnerPID != int64(c.cmd.Process.Pid) {
		t.Errorf("%+v %v", list, err)
	}
	if _, err := time.Parse(time.RFC3339, list[0].Since); err != nil {
		t.Error(err)
	}
}
