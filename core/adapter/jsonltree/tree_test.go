package jsonltree_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/adapter/jsonltree"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/scan"
	"github.com/heddle-dev/heddle/core/session"
)

var everything = adapter.Want{Prompts: true, Text: true, Usage: true}

const path = "pi/sessions/--w--/2026-11-20T10-00-00-000Z_own.jsonl"

// walk returns the records of a file of the given lines.
func walk(t testing.TB, opt jsonltree.Options, lines ...string) []adapter.Record {
	t.Helper()
	data := strings.Join(lines, "\n") + "\n"
	h := hosttest.Host(hosttest.NewMounts().File(path, []byte(data)))
	env := &adapter.Env{Host: &h, Agent: "pi", Report: &session.Report{}, Diagnose: func(d fault.Diagnostic) { t.Errorf("diagnostic %+v", d) }}
	if opt.Ref == nil {
		opt.Ref = &adapter.Ref{ID: "own", Path: path, Size: int64(len(data))}
	}
	var out []adapter.Record
	w := jsonltree.NewWalker(env, opt, collect(&out))
	if err := w.File(path, int64(len(data))); err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err != nil {
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

// Rule: entries that stand in rows are read like those of a file.
func TestEntry(t *testing.T) {
	var out []adapter.Record
	h := hosttest.Host(hosttest.NewMounts())
	env := &adapter.Env{Host: &h, Report: &session.Report{}}
	w := jsonltree.NewWalker(env, jsonltree.Options{Ref: &adapter.Ref{ID: "own"}, Want: everything, Leaf: "x"}, collect(&out))
	for i, line := range []string{head, `{broken`, message("1", "a", "null", prompt)} {
		if err := w.Entry(scan.Record{Bytes: []byte(line), Line: int64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	if len(out) != 3 || out[1].Text != "Hi" || out[2].Facts.Leaf != "x" || env.Report.SkippedCount != 1 {
		t.Errorf("%+v, skipped %d", out, env.Report.SkippedCount)
	}
}
