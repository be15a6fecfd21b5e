package bindingstest

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/bindings"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/hostfns"
)

// Generate writes the vectors below dir: the requests below, answered by the
// engines that open gives. Read what changed before committing it.
func Generate(dir, agents, homes string, open Open) error {
	g := &generator{dir: dir, homes: homes, open: open}
	g.writeFile("", "ids.resolveUnifiedId", "pure", pureUnified)
	g.writeFile("", "ids.resolveNativeId", "pure", pureNative)
	g.writeFile("", "version", "version", []request{{"plain", `{}`}, {"empty", ``}, {"unknown-field", `{"x":1}`}})
	g.writeFile("", "agents.list", "empty", []request{{"plain", `{}`}})
	g.writeFile("", "sessions.list", "empty", []request{{"all", `{}`}, {"claude", `{"agent":"claude"}`},
		{"unknown-agent", `{"agent":"nobody"}`}, {"bad-json", `{"agent":`}, {"bad-limit", `{"limit":-1}`},
		{"bad-sort", `{"sort":"name"}`}, {"bad-since", `{"since":"yesterday"}`}, {"not-an-object", `[1]`},
		{"wrong-type", `{"tags":"x"}`}, {"null-field", `{"agent":null}`}})
	g.writeFile("", "sessions.get", "errors", []request{{"no-target", `{}`}, {"unknown-agent", `{"agent":"nobody","sessionId":"x"}`},
		{"unknown-id", `{"agent":"claude","sessionId":"x"}`}, {"bad-unified", `{"unifiedId":"nocolon"}`},
		{"both", `{"agent":"claude","sessionId":"x","unifiedId":"claude:x"}`}})
	g.writeFile("", "sessions.export", "errors", []request{{"bad-format", `{"agent":"claude","sessionId":"x","format":"pdf"}`},
		{"unknown-id", `{"agent":"codex","sessionId":"x","format":"json"}`}})
	names, err := Homes(agents)
	if err != nil {
		return err
	}
	for _, h := range names {
		g.writeHome(h)
	}
	g.writeMixed()
	return g.err
}

var pureUnified = []request{
	{"plain", `{"agent":"claude","nativeSessionId":"a1b2c3d4"}`},
	{"colon", `{"agent":"opencode","nativeSessionId":"a:b:c"}`},
	{"unknown-agent", `{"agent":"nobody","nativeSessionId":"x"}`},
	{"empty-id", `{"agent":"codex","nativeSessionId":""}`},
	{"unicode", `{"agent":"codex","nativeSessionId":"日本\u0000\ud83d"}`},
}

var pureNative = []request{
	{"plain", `{"unifiedId":"claude:a1b2c3d4"}`},
	{"first-colon-only", `{"unifiedId":"opencode:a:b:c"}`},
	{"unknown-agent", `{"unifiedId":"unknown-agent:123"}`},
	{"no-colon", `{"unifiedId":"not-a-valid-id"}`},
	{"nothing-behind", `{"unifiedId":"claude:"}`},
	{"empty", `{"unifiedId":""}`},
	{"unicode", `{"unifiedId":"codex:日本 é \" \\ \u2028"}`},
	{"wrong-type", `{"unifiedId":7}`},
	{"unknown-field", `{"unifiedId":"claude:x","more":true}`},
}

// unreadable names sessions of damaged homes that a list leaves out, or that
// strict refuses.
var unreadable = map[string][]string{
	"claude-damaged":   {"not-json", "only-nul", "empty", "torn-tail", "torn-middle", "nul-runs", "deep"},
	"opencode-damaged": {"ses_bad", "ses_good"},
	"codex-zst": {"01a1fa3d-f627-7253-a5d4-58fa6100ba8a", "01a1fa3d-f627-7253-a5d4-58fa6100ba8b",
		"01a1fa3d-f627-7253-a5d4-58fa6100ba8c"},
}

// request is one request of a file.
type request struct{ name, body string }

type generator struct {
	dir, homes string
	open       Open
	err        error
}

// writeFile answers requests with an engine on a home and writes one vector file.
func (g *generator) writeFile(home, op, name string, reqs []request) {
	if g.err != nil || len(reqs) == 0 {
		return
	}
	e, err := g.open(hostfns.Options{Home: homeDir(g.homes, home)})
	if err != nil {
		g.err = err
		return
	}
	defer e.Close()
	var cases []Case
	for _, r := range reqs {
		c := Case{Op: op, File: name, Name: r.name, Home: home, Request: []byte(r.body)}
		c.Response = Answer(e, &c)
		cases = append(cases, c)
	}
	g.err = Write(filepath.Join(g.dir, op, name+".txtar"), "Written by make vectors-write; read the difference before committing it.\n", cases)
}

// writeHome writes the vectors of one fixture home.
func (g *generator) writeHome(h string) {
	if g.err != nil {
		return
	}
	g.writeFile(h, "agents.list", h, []request{{"plain", `{}`}})
	agent, _, _ := strings.Cut(h, "-")
	q := func(s string) string { return strings.ReplaceAll(s, "AGENT", agent) }
	g.writeFile(h, "sessions.list", h, []request{
		{"agent", q(`{"agent":"AGENT"}`)}, {"all-agents", `{}`}, {"limit-3", q(`{"agent":"AGENT","limit":3}`)},
		{"everything", q(`{"agent":"AGENT","subagents":true,"superseded":true,"limit":1000}`)},
		{"turns-asc", q(`{"agent":"AGENT","sort":"turns","sortDirection":"asc"}`)},
		{"cost", q(`{"agent":"AGENT","sort":"cost","limit":5}`)},
		{"oldest", q(`{"agent":"AGENT","sortDirection":"asc","limit":4}`)},
		{"edited", q(`{"agent":"AGENT","edited":"NOTES.md"}`)}, {"edited-source", q(`{"agent":"AGENT","edited":"src/fetch.js","subagents":true}`)},
		{"failed", q(`{"agent":"AGENT","failed":true,"limit":0}`)}, {"under", q(`{"agent":"AGENT","under":"/home/dev/projects/fetch-kit","limit":2}`)},
		{"since-until", q(`{"agent":"AGENT","since":"2026-11-20T17:16:00Z","until":"2026-11-20T18:30:00Z"}`)},
		{"active", q(`{"agent":"AGENT","activeSince":"2026-11-20T17:17:00Z","activeUntil":"2026-11-20T17:22:00Z"}`)},
		{"active-since", q(`{"agent":"AGENT","activeSince":"2026-11-20T17:22:00Z","limit":3}`)},
		{"active-day", q(`{"agent":"AGENT","activeUntil":"2026-11-20","sort":"turns",`) + zoned + `}`},
		{"cwd", q(`{"agent":"AGENT","cwd":"/home/dev/projects/fetch-kit"}`)},
		{"model", q(`{"agent":"AGENT","model":"mock-model"}`)},
		{"tags", q(`{"agent":"AGENT","tags":["x"]}`)}, {"strict", q(`{"agent":"AGENT","strict":true}`)}})
	ids, err := g.listSessions(h, agent)
	if fault.CodeOf(err) == fault.AgentNotFound {
		return // a home of an agent that is not supported: it shows nothing
	}
	if err != nil {
		g.err = err
		return
	}
	var gets, markdown, other []request
	gone := map[string]bool{}
	for _, id := range unreadable[h] {
		gone[id] = true
	}
	for i, id := range ids {
		if gone[id] {
			continue
		}
		target := fmt.Sprintf(`"agent":%q,"sessionId":%q`, agent, id)
		gets = append(gets, request{id, "{" + target + "}"})
		markdown = append(markdown, request{id, "{" + target + "}"})
		if i%7 == 0 {
			gets = append(gets, request{id + "+all", "{" + target + `,"raw":true,"toolOutput":true}`})
			other = append(other, request{id + "+json", "{" + target + `,"format":"json"}`},
				request{id + "+jsonl", "{" + target + `,"format":"jsonl","toolOutput":true}`})
		}
	}
	if len(ids) > 0 {
		other = append(other, request{ids[0] + "+redact", fmt.Sprintf(`{"agent":%q,"sessionId":%q,"format":"jsonl","toolOutput":true,"redact":true}`, agent, ids[0])})
		gets = append(gets, request{"unified", fmt.Sprintf(`{"unifiedId":%q}`, agent+":"+ids[0])},
			request{"bad-branch", fmt.Sprintf(`{"unifiedId":%q,"branch":"nope"}`, agent+":"+ids[0])})
	}
	for _, id := range unreadable[h] {
		gets = append(gets, request{id, fmt.Sprintf(`{"agent":%q,"sessionId":%q}`, agent, id)},
			request{id + "+strict", fmt.Sprintf(`{"agent":%q,"sessionId":%q,"strict":true}`, agent, id)})
	}
	g.writeQuestions(h, agent, ids)
	g.writeViews(h, agent, ids)
	g.writeFile(h, "sessions.get", h, gets)
	g.writeFile(h, "sessions.export", h, markdown)
	g.writeFile(h, "sessions.export", h+"-json", other)
}

// listSessions lists every session of a home, hidden ones included.
func (g *generator) listSessions(home, agent string) ([]string, error) {
	e, err := g.open(hostfns.Options{Home: homeDir(g.homes, home)})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	return SessionIDs(e, agent)
}

// SessionIDs lists all ids of one agent's sessions, subagents' and superseded
// ones included, newest first.
func SessionIDs(e bindings.Engine, agent string) ([]string, error) {
	req := fmt.Sprintf(`{"agent":%q,"limit":100000,"subagents":true,"superseded":true}`, agent)
	r, err := e.Call(context.Background(), "sessions.list", []byte(req))
	if err != nil {
		return nil, err
	}
	var list []struct{ SessionID string }
	if err := json.Unmarshal(r.Body, &list); err != nil {
		return nil, err
	}
	var out []string
	for _, s := range list {
		out = append(out, s.SessionID)
	}
	return out, nil
}
