package jsonltree_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

const path = "pi/sessions/--w--/2026-11-20T10-00-00-000Z_own.jsonl"

// walk returns the records of a file of the given lines.
func walk(t testing.TB, opt jsonltree.Options, lines ...string) []adapter.Record {
	t.Helper()
	data := strings.Join(lines, "\n") + "\n"
	h := hosttest.Host(hosttest.NewMounts().File(path, []byte(data)))
	env := &adapter.Env{Host: &h, Agent: "pi", DefectLog: adapter.DefectLog{Report: &session.Report{}, OnDiagnostic: func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) }}}
	if opt.Ref == nil {
		opt.Ref = &adapter.Ref{ID: "own", Path: path, Size: int64(len(data))}
	}
	var out []adapter.Record
	w := jsonltree.NewWalker(env, opt, adapter.NewOutlet(env, collect(&out)))
	if err := w.VisitFile(path, int64(len(data))); err != nil {
		t.Fatal(err)
	}
	if err := w.EndSession(); err != nil {
		t.Fatal(err)
	}
	return out
}

// collect keeps copies of the records it visits.
func collect(out *[]adapter.Record) func(*adapter.Record) error {
	return func(r *adapter.Record) error {
		c := *r
		if r.Usage != nil {
			u := *r.Usage
			c.Usage = &u
		}
		*out = append(*out, c)
		return nil
	}
}

const at = `"timestamp":"2026-11-20T10:00:0`

// entry writes an entry of second s.
func entry(s, typ, id, parent, more string) string {
	if parent != "null" {
		parent = `"` + parent + `"`
	}
	return `{"type":"` + typ + `","id":"` + id + `","parentId":` + parent + `,` + at + s + `.000Z"` + more + `}`
}

func message(s, id, parent, message string) string {
	return entry(s, "message", id, parent, `,"message":`+message)
}

const (
	head   = `{"type":"session","version":3,"id":"own",` + at + `0.000Z","cwd":"/w"}`
	prompt = `{"role":"user","content":[{"type":"text","text":"Hi"}]}`
	answer = `{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Yes"},{"type":"toolCall","id":"c","name":"read","arguments":{"b":1,"a":2}}],"model":"m",` +
		`"usage":{"input":1,"output":20,"cacheRead":300,"cacheWrite":4000,"reasoning":7,"cost":{"total":0.25}},"stopReason":"stop"}`
)

func TestAnswer(t *testing.T) {
	recs := walk(t, jsonltree.Options{Want: everything}, head, message("1", "a", "null", prompt), message("2", "b", "a", answer))
	r := recs[2]
	want := session.TokenUsage{InputTokens: 1, OutputTokens: 20, ThinkingTokens: 7, CachedTokens: 300, CacheWriteTokens: 4000}
	if r.Usage == nil || *r.Usage != want || r.USD.String() != "0.25" || r.UsageKey != `b@"2026-11-20T10:00:02.000Z"` || r.Model != "m" {
		t.Errorf("usage %+v %v %q %q", r.Usage, r.USD, r.UsageKey, r.Model)
	}
	if r.Text != "Yes" || r.Thinking != "hm" || len(r.ToolCalls) != 1 || string(r.ToolCalls[0].Input) != `{"a":2,"b":1}` {
		t.Errorf("answer %+v", r)
	}
	if recs[1].Parent != "own" || !recs[1].Prompt || recs[1].Text != "Hi" || recs[3].Facts.Leaf != "b" {
		t.Errorf("records %+v", recs)
	}
}

// Rule: entries in rows are read like those of a file.
func TestEntry(t *testing.T) {
	var out []adapter.Record
	h := hosttest.Host(hosttest.NewMounts())
	env := &adapter.Env{Host: &h, DefectLog: adapter.DefectLog{Report: &session.Report{}}}
	w := jsonltree.NewWalker(env, jsonltree.Options{Ref: &adapter.Ref{ID: "own"}, Want: everything, Leaf: "x"}, adapter.NewOutlet(env, collect(&out)))
	for i, line := range []string{head, `{broken`, message("1", "a", "null", prompt)} {
		if err := w.VisitEntry(scan.Record{Bytes: []byte(line), Line: int64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.EndSession(); err != nil {
		t.Fatal(err)
	}
	if len(out) != 3 || out[1].Text != "Hi" || out[2].Facts.Leaf != "x" || env.Report.SkippedCount != 1 {
		t.Errorf("%+v, skipped %d", out, env.Report.SkippedCount)
	}
}

// one walks a header and one entry and returns the entry's record.
func one(t testing.TB, line string) adapter.Record {
	t.Helper()
	recs := walk(t, jsonltree.Options{Want: everything}, head, line)
	return recs[1]
}

// Rule: every role and type becomes what its doc says.
func TestKinds(t *testing.T) {
	for _, x := range []struct{ line, kind, text string }{
		{message("1", "a", "null", `{"role":"user","content":"plain"}`), "user prompt", "plain"},
		{message("1", "a", "null", `{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`), "user prompt", "a\n\nb"},
		{message("1", "a", "null", `{"role":"user","content":"x","attribution":"agent"}`), "user", "x"},
		{message("1", "a", "null", `{"role":"user","content":"x","synthetic":true}`), "injected", ""},
		{message("1", "a", "null", `{"role":"system","content":"","sections":{"rules":"be"}}`), "injected", ""},
		{message("1", "a", "null", `{"role":"developer","content":[{"type":"text","text":"reminder"}]}`), "injected", ""},
		{message("1", "a", "null", `{"role":"bashExecution","command":"ls","output":"x\n","exitCode":2}`), "user shell", "ls\n\nx\n\nexit code 2"},
		{message("1", "a", "null", `{"role":"hookMessage","customType":"h","content":"c","display":true}`), "system notice", "c"},
		{message("1", "a", "null", `{"role":"custom","customType":"h","content":"c","display":false}`), "injected", ""},
		{message("1", "a", "null", `{"role":"juggler","content":"c"}`), "unknown message/juggler", ""},
		{message("1", "a", "null", `{"role":"assistant","content":[],"stopReason":"error","errorMessage":"400 no"}`), "system api_error", "400 no"},
		{message("1", "a", "null", `{"role":"assistant","content":[],"stopReason":"aborted","errorMessage":"stopped"}`), "system interrupted", "stopped"},
		{entry("1", "compaction", "a", "null", `,"summary":"s"`), "system compaction", "s"},
		{entry("1", "branch_summary", "a", "null", `,"summary":"s","fromId":"root"`), "system notice", "s"},
		{entry("1", "branch_summary", "a", "null", `,"summary":""`), "meta", ""},
		{entry("1", "custom_message", "a", "null", `,"customType":"t","content":[{"type":"text","text":"c"}],"display":true`), "system notice", "c"},
		{entry("1", "custom_message", "a", "null", `,"customType":"async-result","content":"c","display":true`), "system subagent_result", "c"},
		{entry("1", "custom_message", "a", "null", `,"customType":"t","content":"c","display":false`), "injected", ""},
		{entry("1", "session_init", "a", "null", `,"systemPrompt":"p"`), "injected", ""},
		{entry("1", "label", "a", "null", `,"targetId":"a"`), "meta", ""},
		{entry("1", "mode_change", "a", "null", `,"mode":"x"`), "meta", ""},
		{entry("1", "context_edit", "a", "null", `,"targetId":"a","replacement":null`), "meta", ""},
		{entry("1", "reset_boundary", "a", "null", ``), "meta", ""},
		{entry("1", "invented", "a", "null", ``), "unknown invented", ""},
		{entry("1", "", "a", "null", ``), "unknown ", ""},
		{`{"id":"a","parentId":null,"role":"juggler"}`, "unknown message/juggler", ""},
		{head, "ignored", ""},
		{`{"id":"a","parentId":null,"role":"user","content":"bare"}`, "user prompt", "bare"},
	} {
		r := one(t, x.line)
		if got := kindOf(&r); got != x.kind || r.Text != x.text {
			t.Errorf("%s\n is %q with %q, want %q with %q", x.line, got, r.Text, x.kind, x.text)
		}
		if want := (x.kind != "ignored"); want != (r.ID == "a") {
			t.Errorf("%s has the place %q", x.line, r.ID)
		}
	}
}

func kindOf(r *adapter.Record) string {
	words := []string{string(r.Role)}
	switch r.Kind {
	case adapter.Injected:
		words[0] = "injected"
	case adapter.Ignored:
		words[0] = "ignored"
	case adapter.Meta:
		words[0] = "meta"
	case adapter.Usage:
		words[0] = "usage"
	case adapter.Unknown:
		words[0] = "unknown " + r.Type
	}
	if r.Special != "" {
		words = append(words, r.Special)
	}
	if r.Prompt {
		words = append(words, "prompt")
	}
	return strings.Join(words, " ")
}

// Rule: an answer that broke off is shown, and then what broke it; what
// follows the entry follows both, and its usage counts once.
func TestBrokenAnswer(t *testing.T) {
	recs := walk(t, jsonltree.Options{Want: everything}, head,
		message("1", "a", "null", `{"role":"assistant","model":"m","content":[{"type":"text","text":"So"}],"stopReason":"error","errorMessage":"cut","usage":{"input":1,"output":2}}`),
		message("2", "b", "a", prompt))
	if a, e, p := recs[1], recs[2], recs[3]; a.ID != "a#0" || a.Text != "So" || a.Usage == nil || e.ID != "a" || e.Parent != "a#0" ||
		e.Special != "api_error" || e.Text != "cut" || e.Usage != nil || p.Parent != "a" {
		t.Errorf("%+v", recs)
	}
}

// Rule: outputs are text, or blocks in which images are sizes; exit codes come
// from the details or from the last line.
func TestToolResult(t *testing.T) {
	for _, x := range []struct {
		content, more, output string
		failed                bool
		code                  int64
	}{
		{`"plain"`, ``, `"plain"`, false, 0},
		{`[{"type":"text","text":"a"},{"type":"text","text":"b"}]`, ``, `"a\n\nb"`, false, 0},
		{`[]`, `,"isError":true`, `""`, true, 0},
		{`[{"type":"text","text":"see"},{"type":"image","data":"QUJD","mimeType":"image/png"}]`, ``,
			`[{"text":"see","type":"text"},{"bytes":4,"mediaType":"image/png","type":"image"}]`, false, 0},
		{`[{"type":"text","text":"no\n\nCommand exited with code 3"}]`, `,"isError":true`, `"no\n\nCommand exited with code 3"`, true, 3},
		{`[{"type":"text","text":"no\n\n(Command exited with code 127)"}]`, `,"isError":true`, `"no\n\n(Command exited with code 127)"`, true, 127},
		{`[{"type":"text","text":"it says Command exited with code 3"}]`, ``, `"it says Command exited with code 3"`, false, 0},
		{`[{"type":"text","text":"x"}]`, `,"isError":false,"details":{"exitCode":4}`, `"x"`, true, 4},
	} {
		r := one(t, message("1", "a", "null", `{"role":"toolResult","toolCallId":"c","toolName":"bash","content":`+x.content+x.more+`}`))
		res := r.ToolResult
		if r.Role != session.RoleTool || res == nil || res.ToolCallID != "c" || res.ToolName != "bash" ||
			string(res.Output) != x.output || res.IsError != x.failed || res.ExitCode != x.code {
			t.Errorf("%s %s became %+v", x.content, x.more, res)
		}
	}
}

// Rule: images are named by type and size, those in omp's store by place.
func TestAttachments(t *testing.T) {
	r := one(t, message("1", "a", "null", `{"role":"user","content":[{"type":"text","text":"see"},{"type":"image","data":"QUJD","mimeType":"image/png"},{"type":"image","data":"blob:sha256:00ff","mimeType":"image/gif"}]}`))
	want := []session.Attachment{{MediaType: "image/png", Bytes: 4}, {MediaType: "image/gif", Name: "blob:sha256:00ff"}}
	if r.Text != "see" || len(r.Attachments) != 2 || r.Attachments[0] != want[0] || r.Attachments[1] != want[1] {
		t.Errorf("%+v", r)
	}
}

// Rule: pi names the model in modelId, omp after the provider; summaries and
// side calls that say no model are the current one's.
func TestModels(t *testing.T) {
	recs := walk(t, jsonltree.Options{Want: adapter.Want{Usage: true}}, head,
		entry("1", "model_change", "a", "null", `,"provider":"p","modelId":"org/small"`),
		entry("2", "compaction", "b", "a", `,"summary":"s","usage":{"input":1,"output":2}`),
		entry("3", "model_change", "c", "b", `,"model":"p/org/large"`),
		entry("4", "usage", "d", "c", `,"kind":"cache_warm","usage":{"input":1,"output":2}`),
		entry("5", "model_usage", "e", "d", `,"role":"tiny","model":"tiny","usage":{"input":1,"output":2,"reasoningTokens":1,"cost":{"total":0}}`))
	var got []string
	for i := range recs {
		if r := &recs[i]; r.Usage != nil {
			got = append(got, r.Model)
			if r.USD != nil {
				t.Errorf("a price of 0 is none: %v", r.USD)
			}
		}
	}
	if s := strings.Join(got, " "); s != "org/small org/large tiny" {
		t.Errorf("models %s", s)
	}
}

// Rule: entries older than the header of a fork are copies; a child without
// any was only started there.
func TestForks(t *testing.T) {
	fork := func(parent string) string {
		return `{"type":"session","id":"own",` + at + `5.000Z","parentSession":"` + parent + `"}`
	}
	for _, want := range []adapter.Want{everything, {Usage: true}} {
		recs := walk(t, jsonltree.Options{Want: want}, fork(`C:\\s\\2026-11-20T10-00-00-000Z_old.jsonl`), message("1", "a", "null", answer), message("6", "b", "a", answer))
		if a, b := recs[1], recs[2]; !a.Copied || a.Origin != "old" || a.Facts.ForkedFrom != "old" || b.Copied || b.Origin != "" {
			t.Errorf("%+v", recs)
		}
		recs = walk(t, jsonltree.Options{Want: want}, fork("old"), message("6", "b", "null", answer))
		if b := recs[1]; b.Copied || b.Facts.ParentID != "old" || b.Facts.ForkedFrom != "" {
			t.Errorf("%+v", recs)
		}
		recs = walk(t, jsonltree.Options{Want: want, Child: true}, fork("old"), message("1", "b", "null", answer))
		if h, b := recs[0], recs[1]; b.Copied || !h.Facts.Subagent || h.Facts.ParentID != "old" {
			t.Errorf("%+v", recs)
		}
		recs = walk(t, jsonltree.Options{Want: want, ForkedFrom: "else"}, head, message("0", "b", "null", answer))
		if b := recs[1]; b.Facts.ForkedFrom != "else" {
			t.Errorf("%+v", recs)
		}
	}
	if recs := walk(t, jsonltree.Options{Want: everything}, fork("sqlite:main:win:/a:b.sqlite")); recs[1].Facts.ForkedFrom != "win" {
		t.Errorf("a fork of nothing: %+v", recs)
	}
}

// Rule: the last entry is the leaf, unless a leaf entry says otherwise or the
// layout goes by times.
func TestLeaf(t *testing.T) {
	lines := []string{head, message("1", "a", "null", prompt), message("2", "b", "a", answer), message("9", "c", "a", answer), message("3", "d", "b", prompt)}
	leaf := func(rule jsonltree.LeafRule, more ...string) string {
		recs := walk(t, jsonltree.Options{Want: everything, Rule: rule}, append(lines[:len(lines):len(lines)], more...)...)
		return recs[len(recs)-1].Facts.Leaf
	}
	for _, x := range [][2]string{
		{leaf(jsonltree.LeafLast), "d"},
		{leaf(jsonltree.LeafLast, entry("4", "label", "e", "b", "")), "e"},
		{leaf(jsonltree.LeafLast, entry("4", "leaf", "e", "d", `,"targetId":"b"`)), "b"},
		{leaf(jsonltree.LeafLast, entry("4", "leaf", "e", "d", `,"targetId":"b"`), message("5", "f", "b", prompt)), "f"},
		{leaf(jsonltree.LeafNewest), "c"},
		{leaf(jsonltree.LeafNewest, message("8", "a", "d", prompt)), "c"}, // a repeated id
	} {
		if x[0] != x[1] {
			t.Errorf("leaf %q, want %q", x[0], x[1])
		}
	}
	loop := walk(t, jsonltree.Options{Want: everything, Rule: jsonltree.LeafNewest}, message("1", "a", "b", prompt), message("2", "b", "a", prompt))
	if f := loop[len(loop)-1].Facts; f != nil && f.Leaf != "" {
		t.Errorf("a loop has the leaf %q", f.Leaf)
	}
}

// Rule: titles come from pi's session_info (the last, "" clears) and omp's
// slot, which is newer than what follows it.
func TestTitles(t *testing.T) {
	titles := func(lines ...string) string {
		user, agent := "", ""
		for _, r := range walk(t, jsonltree.Options{Want: everything}, lines...) {
			if x := r.Facts; x != nil {
				if x.ClearTitle {
					user, agent = "", ""
				}
				user, agent = cmpOr(x.UserTitle, user), cmpOr(x.AgentTitle, agent)
			}
		}
		return user + "|" + agent
	}
	info := func(name string) string { return entry("1", "session_info", "a", "null", `,"name":"`+name+`"`) }
	change := entry("2", "title_change", "b", "null", `,"title":"T","source":"auto"`)
	for _, x := range [][2]string{
		{titles(head, info("A"), info("B")), "B|"},
		{titles(head, info("A"), info("")), "|"},
		{titles(head, change), "|T"},
		{titles(`{"type":"title","v":1,"title":"S","source":"user"}`, head, change), "S|"},
		{titles(`{"type":"title","v":1,"title":""}`, head, change), "|T"},
		{titles(strings.TrimSuffix(head, "}") + `,"title":"H","titleSource":"user"}`), "H|"},
	} {
		if x[0] != x[1] {
			t.Errorf("titles %q, want %q", x[0], x[1])
		}
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Rule: spend passes over a line only when neither an answer nor a usage
// is in it, regardless of what is glued to it and how it is spaced.
func TestSpendKeepsUsage(t *testing.T) {
	talk := message("2", "t", "a", `{"role":"toolResult","content":"{\"usage\":{\"input\":9}} \"role\":\"assistant\""}`)
	for _, line := range []string{
		message("3", "b", "a", answer),
		talk + message("3", "b", "a", answer),
		entry("3", "message", "b", "a", ` , "message" : { "role" : "assistant", "model":"m", "usage" : { "input" : 1, "output":20, "cacheRead":300,"cacheWrite":4000,"reasoning":7 } }`),
	} {
		var n, total int64
		for _, r := range walk(t, jsonltree.Options{Want: adapter.Want{Usage: true}}, head, message("1", "a", "null", prompt), talk, line) {
			if r.Usage != nil {
				n++
				total += r.Usage.Total()
			}
		}
		if n != 1 || total != 4321 {
			t.Errorf("%d requests of %d tokens in %s", n, total, line)
		}
	}
}

// A time is written in words, in milliseconds or in seconds; what is neither is
// absent, and none is in 1970 for its unit.
func TestTimeOf(t *testing.T) {
	for in, want := range map[string]string{
		`"2026-11-20T10:00:01.5Z"`: "2026-11-20T10:00:01.500Z", `1795168801500`: "2026-11-20T10:00:01.500Z", `1795168801`: "2026-11-20T10:00:01.000Z",
		`1795168801.5`: "2026-11-20T10:00:01.500Z", `"1795168801500"`: "2026-11-20T10:00:01.500Z", `"1795168801"`: "2026-11-20T10:00:01.000Z",
		`0`: "", `-5`: "", `5`: "", `179519559`: "", `1e300`: "", `"soon"`: "", `""`: "", `null`: "", `{}`: "", `true`: "", `"{}"`: "", `"null"`: "",
	} {
		v, err := scan.Parse([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := adapter.TimeOf(v); got.String() != want {
			t.Errorf("%s is read as %q", in, got)
		}
	}
}

// A subagent names its parent's file; the parent of a subagent of a subagent is
// called otherwise in a list.
func TestNestedChild(t *testing.T) {
	const child = `{"type":"session","version":3,"id":"x",` + at + `0.000Z","cwd":"/w","parentSession":"/h/s/2026-11-20T10-00-00-000Z_own/Helper.jsonl"}`
	for parent, want := range map[string]string{"own/Helper": "own/Helper", "": "Helper"} {
		recs := walk(t, jsonltree.Options{Ref: &adapter.Ref{ID: "own/Helper/Deeper", Path: path, Subagent: true, Parent: parent}, Want: everything, Child: true}, child)
		if f := recs[0].Facts; f == nil || !f.Subagent || f.ParentID != want {
			t.Errorf("%q: %+v", parent, f)
		}
	}
}

// Rule: an entry that lacks the member parentId follows the entry before it; an explicit null is a
// root, except where a gateway appends with null (OpenClaw).
func TestEntriesWithoutParent(t *testing.T) {
	lacks := func(s, id string) string {
		return strings.Replace(message(s, id, "null", prompt), `"parentId":null,`, "", 1)
	}
	if strings.Contains(lacks("1", "a"), "parentId") {
		t.Fatal(lacks("1", "a"))
	}
	for _, x := range []struct {
		gateway bool
		line    string
		parent  string
	}{
		{false, lacks("3", "c"), "b"}, {false, message("3", "c", "null", prompt), "own"}, {true, lacks("3", "c"), "b"},
		{true, message("3", "c", "null", prompt), "b"}, {true, message("3", "c", "a", prompt), "a"},
	} {
		recs := walk(t, jsonltree.Options{Want: everything, Gateway: x.gateway}, head, message("1", "a", "null", prompt), message("2", "b", "a", answer), x.line)
		if recs[1].Parent != "own" || recs[3].Parent != x.parent {
			t.Errorf("%v %s: follows %q, want %q; the first follows %q", x.gateway, x.line, recs[3].Parent, x.parent, recs[1].Parent)
		}
	}
}
