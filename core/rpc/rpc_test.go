package rpc

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/live"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
	"github.com/heddle-dev/heddle/core/session"
)

type header struct {
	Op    string
	Error *struct{ Code, Message, Hint, Op string }
}

func call(t *testing.T, op Op, req string) (header, string) {
	t.Helper()
	h := hosttest.Host(hosttest.NewMounts())
	head, body, ok := Split(Dispatch(&h, op, []byte(req)))
	if !ok {
		t.Fatal("not a response")
	}
	var x header
	if err := json.Unmarshal(head, &x); err != nil {
		t.Fatalf("%v in %s", err, head)
	}
	return x, string(body)
}

// TestAgentsAgree compares what agents.list and live.agents say about the agents
// that both list. Of agents that have not been tried in a live session it is not
// known what they can do there until they announce it.
func TestAgentsAgree(t *testing.T) {
	_, body := call(t, OpAgentsList, `{}`)
	var listed []struct {
		Agent                      string
		CanRun, CanResume, CanFork bool
	}
	if err := json.Unmarshal([]byte(body), &listed); err != nil || len(listed) < 10 {
		t.Fatal(len(listed), err)
	}
	running := map[string]session.LiveAgent{}
	for _, a := range live.Agents() {
		running[a.Agent] = a
	}
	for _, a := range listed {
		r, found := running[a.Agent]
		if found != a.CanRun {
			t.Errorf("%s: canRun is %v, live sessions can run it: %v", a.Agent, a.CanRun, found)
		}
		if resumes := slices.Contains(r.Capabilities, "resume"); resumes != a.CanResume {
			t.Errorf("%s: canResume is %v, live sessions resume: %v", a.Agent, a.CanResume, resumes)
		}
		if forks := slices.Contains(r.Capabilities, "fork"); r.Tested && forks != a.CanFork {
			t.Errorf("%s: canFork is %v, live sessions fork: %v", a.Agent, a.CanFork, forks)
		}
	}
}

func TestDispatch(t *testing.T) {
	for _, c := range []struct {
		op   Op
		req  string
		code fault.Code
		body string
	}{
		{OpIDsResolveNativeID, `{"unifiedId":"claude:a:b"}`, "", `{"agent":"claude","nativeSessionId":"a:b"}`},
		{OpIDsResolveNativeID, `{"unifiedId":"nobody:a"}`, "", `null`},
		{OpIDsResolveUnifiedID, `{"agent":"codex","nativeSessionId":"x"}`, "", `"codex:x"`},
		{OpIDsResolveUnifiedID, `{"agent":"nobody","nativeSessionId":"x"}`, fault.AgentNotFound, ""},
		{OpSessionsList, ``, "", `[]`},
		{OpSessionsList, `{"agent":"nobody"}`, fault.AgentNotFound, ""},
		{OpSessionsGet, `{"agent":"claude","sessionId":"x"}`, fault.SessionNotFound, ""},
		{OpSessionsExport, `{"agent":"claude","sessionId":"x","format":"pdf"}`, fault.InvalidExportFormat, ""},
		{99, `{}`, fault.Unsupported, ""},
	} {
		h, body := call(t, c.op, c.req)
		code := fault.Code("")
		if h.Error != nil {
			code = fault.Code(h.Error.Code)
		}
		if code != c.code || body != c.body {
			t.Errorf("%s %s: %s %s, want %s %s", c.op, c.req, code, body, c.code, c.body)
		}
		if h.Op != c.op.String() || h.Error != nil && (h.Error.Op != h.Op || h.Error.Message == "") {
			t.Errorf("%s: header %+v", c.op, h)
		}
	}
}

func TestBadRequestsAreInvalidArgument(t *testing.T) {
	for _, req := range []string{`{`, `[]`, `7`, `{"agent":7}`, `{"nope":1}`, `{"limit":-1}`, `{"limit":1.5}`, `{"limit":"1"}`, `{"tags":[1]}`,
		`{"tags":"x"}`, `{"since":"soon"}`, `{"since":5.5}`, `{"sort":"size"}`, `{"sort":1}`, `{"strict":1}`, `{} {}`, "\xff"} {
		h, _ := call(t, OpSessionsList, req)
		if h.Error == nil || h.Error.Code != string(fault.InvalidArgument) {
			t.Errorf("%s: %+v", req, h.Error)
		}
	}
	if h, _ := call(t, OpSessionsList, `{"agent":null,"limit":null}`); h.Error != nil {
		t.Errorf("null is not left out: %+v", h.Error)
	}
}

func TestUntilADayMeansItsEnd(t *testing.T) {
	var x session.ListRequest
	err := decodeListRequest(requestText{json: []byte(`{"since":"2026-07-01","until":"2026-07-01"}`)}, &x)
	if err != nil || x.Until-x.Since != 86_400_000-1 {
		t.Errorf("%d %d %v", x.Since, x.Until, err)
	}
	_ = decodeListRequest(requestText{json: []byte(`{"until":"2026-07-01T00:00:00Z"}`)}, &x)
	if x.Until != x.Until/1000*1000 {
		t.Error("an exact time is widened")
	}
}

func TestSplitRefusesGarbage(t *testing.T) {
	for _, b := range []string{"", "abc", "\xff\xff\xff\xff{}", "\x05\x00\x00\x00{}"} {
		if _, _, ok := Split([]byte(b)); ok {
			t.Errorf("%q is accepted", b)
		}
	}
	head, body, ok := Split(Failure("sessions.get", fault.New(fault.Internal, "trap")))
	if !ok || len(body) != 0 || !strings.Contains(string(head), `"code":"INTERNAL"`) {
		t.Errorf("%s %s", head, body)
	}
}

// TestTable holds the operation table to its own rules.
func TestTable(t *testing.T) {
	requests := map[string]bool{}
	for _, r := range schema.Requests {
		requests[r.Name] = true
	}
	types := map[string]bool{"string": true, "int": true, "bool": true, "time": true, "money": true, "json": true, "text": true,
		"ratio": true, "index": true, "flag": true, "none": true}
	for _, x := range schema.Types {
		types[x.Name] = true
	}
	for _, x := range schema.Requests {
		types[x.Name] = true
	}
	for _, x := range schema.Enums {
		types[x.Name] = true
	}
	codes := map[string]bool{}
	for _, c := range fault.Codes() {
		codes[string(c)] = true
	}
	for i, o := range schema.Ops {
		id := i + 1
		if id >= firstGone {
			id += lastGone - firstGone + 1
		}
		if int(o.ID) != id || Op(o.ID).String() != o.Name || o.Doc == "" || !requests[o.Request] || !types[strings.TrimPrefix(o.Result, "[]")] {
			t.Errorf("operation %d %s", o.ID, o.Name)
		}
		for _, c := range o.Errors {
			if !codes[c] {
				t.Errorf("%s: unknown code %s", o.Name, c)
			}
		}
	}
	for _, x := range append(schema.Types, schema.Requests...) {
		for _, f := range x.Fields {
			base := strings.TrimPrefix(strings.TrimPrefix(f.Type, "[]"), "map[string]")
			if f.Doc == "" || !types[base] {
				t.Errorf("%s.%s: type %s, doc %q", x.Name, f.Name, f.Type, f.Doc)
			}
		}
	}
}

// TestGeneratedFilesAreFresh fails on drift between the table and what is
// generated from it.
func TestGeneratedFilesAreFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("make check-generate does it")
	}
	cmd := exec.Command("go", "run", "./core/rpc/internal/schema/gen", "-check")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func FuzzDispatch(f *testing.F) {
	for _, o := range Ops {
		f.Add(uint32(o.ID), []byte(`{"agent":"claude","sessionId":"x","unifiedId":"a:b","limit":3,"tags":["x"],"since":"2026-07-01"}`))
		f.Add(uint32(o.ID), []byte(`{}`))
		f.Add(uint32(o.ID), []byte(`{"text":"x -y","a":{"unifiedId":"pi:1"},"b":{"agent":"omp","sessionId":"2"},"groupBy":"tag","action":"fork"}`))
	}
	f.Fuzz(func(t *testing.T, op uint32, req []byte) {
		h := hosttest.Host(hosttest.NewMounts())
		head, body, ok := Split(Dispatch(&h, Op(op), req))
		if !ok || !json.Valid(head) {
			t.Fatalf("not a response: %q", head)
		}
		if Op(op) != OpSessionsExport && Op(op) != OpSessionsRenderDiff && Op(op) != OpStoreExport && len(body) > 0 && !json.Valid(body) {
			t.Fatalf("body is not JSON: %q", body)
		}
	})
}

func TestModelIsCanonical(t *testing.T) {
	m := session.Money(1)
	s := session.SessionSummary{Tags: []string{"\u2028<&>", "b"}, Cost: &session.CostRecord{TotalUSD: &m, Source: "computed"}}
	got := string(s.AppendJSON(nil))
	if !strings.Contains(got, "\"\u2028<&>\"") || !strings.Contains(got, `"totalUsd":0.000000000001`) {
		t.Error(got)
	}
	var keys []string
	dec := json.NewDecoder(strings.NewReader(got))
	depth := 0
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		switch x := tok.(type) {
		case json.Delim:
			if x == '{' || x == '[' {
				depth++
			} else {
				depth--
			}
		case string:
			if depth == 1 && (len(keys) == 0 || !strings.Contains(got, `:"`+x+`"`)) {
				keys = append(keys, x)
			}
		}
	}
	for i := 1; i < len(keys); i++ {
		if keys[i-1] >= keys[i] {
			t.Errorf("keys out of order: %q", keys)
		}
	}
}
