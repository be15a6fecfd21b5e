package bindingstest

import (
	"fmt"
	"strings"
)

// words occur in the fixture homes' sessions.
var words = []string{`parser`, `the`, `\"fetch helper\"`, `file -parser`, `grüße`, `zzz-nowhere`}

// writeQuestions writes the vectors that look at a home as a whole: search, cost,
// doctor, and those that compare and continue its sessions.
func (g *generator) writeQuestions(h, agent string, ids []string) {
	g.writeFile(h, "sessions.search", h, searchRequests(fmt.Sprintf(`"agent":%q`, agent)))
	var costs []request
	for _, by := range []string{"", "agent", "model", "day", "tag", "cwd", "session", "git-branch", "version"} {
		costs = append(costs, request{"by-" + by, fmt.Sprintf(`{"agent":%q%s}`, agent, renderMember("groupBy", by))})
	}
	costs = append(costs, request{"since", fmt.Sprintf(`{"agent":%q,"since":"2026-11-20T17:20:00Z"}`, agent)},
		request{"model", fmt.Sprintf(`{"agent":%q,"model":"mock-model","groupBy":"model"}`, agent)})
	g.writeFile(h, "sessions.totalCost", h, append(costs, costRanges(fmt.Sprintf(`"agent":%q`, agent))...))
	g.writeFile(h, "sessions.stats", h, statsRequests(fmt.Sprintf(`"agent":%q`, agent)))
	g.writeFile(h, "sessions.doctor", h, []request{{"all", fmt.Sprintf(`{"agent":%q}`, agent)}, {"problems", fmt.Sprintf(`{"agent":%q,"problems":true}`, agent)}})
	var diffs, texts, commands []request
	for i, id := range ids {
		for _, action := range []string{"resume", "fork"} {
			commands = append(commands, request{fmt.Sprintf("%d-%s", i, action), fmt.Sprintf(`{"agent":%q,"sessionId":%q,"action":%q}`, agent, id, action)},
				request{fmt.Sprintf("%d-%s-prompt", i, action), fmt.Sprintf(`{"agent":%q,"sessionId":%q,"action":%q,"prompt":"go on"}`, agent, id, action)})
		}
		next := ids[(i+1)%len(ids)]
		sides := fmt.Sprintf(`"a":{"agent":%q,"sessionId":%q},"b":{"unifiedId":%q}`, agent, id, agent+":"+next)
		if i%3 == 0 {
			diffs = append(diffs, request{fmt.Sprint(i), "{" + sides + `,"textEdits":true}`})
			format := []string{"unified", "side-by-side", "markdown"}[i/3%3]
			texts = append(texts, request{fmt.Sprintf("%d-%s", i, format), "{" + sides + renderMember("format", format) + "}"})
		}
	}
	if len(commands) > 24 {
		commands = commands[:24]
	}
	g.writeFile(h, "sessions.diff", h, diffs)
	g.writeFile(h, "sessions.renderDiff", h, texts)
	g.writeFile(h, "sessions.command", h, commands)
}

// searchRequests are the searches of one agent, or of all.
func searchRequests(scope string) []request {
	if scope != "" {
		scope = "," + scope
	}
	var out []request
	for i, w := range words {
		out = append(out, request{fmt.Sprintf("word-%d", i), `{"text":"` + w + `"` + scope + `}`})
	}
	return append(out,
		request{"active", `{"text":"the","activeSince":"2026-11-20T17:16:00Z","activeUntil":"2026-11-20T17:20:00Z"` + scope + `}`},
		request{"regex", `{"text":"pars(er|ing)","regex":true` + scope + `}`},
		request{"role", `{"text":"the","role":"user"` + scope + `}`},
		request{"tool", `{"text":"","tool":"bash"` + scope + `}`},
		request{"date", `{"text":"the","sort":"date","limit":3,"hits":1` + scope + `}`},
		request{"cost", `{"text":"the","sort":"cost","limit":4,"offset":1` + scope + `}`},
		request{"subagents", `{"text":"the","subagents":true,"memories":true` + scope + `}`},
		request{"edited", `{"text":"the","edited":"src/quote.py"` + scope + `}`},
		request{"failed", `{"text":"the","failed":true,"limit":5,"hits":1` + scope + `}`},
		request{"filters", `{"text":"a","since":"2026-11-20T17:16:00Z","model":"mock-model"` + scope + `}`})
}

// zoned is a zone whose clock passes midnight, goes back over it and passes it again in the
// middle of the fixture homes' sessions.
const zoned = `"zone":{"name":"Test/Fixtures","changes":[{"offsetSeconds":-14400},{"at":"2026-08-10T12:00:00Z","offsetSeconds":7200},` +
	`{"at":"2026-11-20T17:20:00Z","offsetSeconds":24120},{"at":"2026-11-20T17:25:00Z","offsetSeconds":23400}]}`

// costRanges are the costs of requests made in a part of time, on the days of a
// zone that changes inside it.
func costRanges(scope string) []request {
	if scope != "" {
		scope += ","
	}
	return []request{
		{"created", `{` + scope + `"createdSince":"2026-11-20T17:16:00Z","createdUntil":"2026-11-20T18:30:00Z","groupBy":"session"}`},
		{"before", `{` + scope + `"until":"2026-11-20T17:19:59.999Z","groupBy":"session"}`},
		{"zone-days", `{` + scope + `"groupBy":"day",` + zoned + `}`},
		{"zone-day", `{` + scope + `"since":"2026-11-20","until":"2026-11-20","groupBy":"model",` + zoned + `}`},
		{"zone-next-day", `{` + scope + `"since":"2026-11-21","until":"2026-11-21",` + zoned + `}`}}
}

// statsRequests are the statistics of one agent, or of all.
func statsRequests(scope string) []request {
	if scope != "" {
		scope += ","
	}
	return []request{
		{"all", `{` + scope + `"limit":0}`},
		{"range", `{` + scope + `"since":"2026-11-20","until":"2026-11-20T17:25:00Z","limit":3,` + zoned + `}`},
		{"under", `{` + scope + `"under":"/home/dev/projects","createdSince":"2026-11-20T17:16:00Z","limit":1}`},
		{"model", `{` + scope + `"model":"mock-model","cwd":"/home/dev/projects/lantern/"}`}}
}

// renderMember renders one more member, nothing for an empty value.
func renderMember(key, value string) string {
	if value == "" {
		return ""
	}
	return fmt.Sprintf(`,%q:%q`, key, value)
}

// writeMixed writes the vectors of the home that holds all agents.
func (g *generator) writeMixed() {
	g.writeFile(MixedHome, "agents.list", MixedHome, []request{{"plain", `{}`}})
	g.writeFile(MixedHome, "sessions.list", MixedHome, []request{{"all", `{}`}, {"limit-5", `{"limit":5}`}, {"cost", `{"sort":"cost","limit":20}`},
		{"everything", `{"subagents":true,"superseded":true,"limit":1000}`}, {"tagged", `{"tags":["ci","ide"]}`}, {"one", `{"agent":"cursor"}`},
		{"edited", `{"edited":"/home/dev/projects/fetch-kit/src/fetch.js"}`}, {"edited-nothing", `{"edited":"/"}`}, {"failed", `{"failed":true,"limit":7}`},
		{"branch", `{"gitBranches":["main"],"limit":4}`}, {"no-branch", `{"gitBranches":["-"],"agentVersions":["1"],"limit":4}`}, {"repository", `{"repositories":["/home/dev/projects/lantern/"],"limit":2}`}})
	g.writeFile(MixedHome, "sessions.search", MixedHome, append(searchRequests(""), request{"unknown-agent", `{"text":"x","agent":"nobody"}`},
		request{"nothing", `{"text":""}`}, request{"only-not", `{"text":"-x"}`}, request{"bad-regex", `{"text":"(","regex":true}`},
		request{"bad-role", `{"text":"x","role":"robot"}`}, request{"tags", `{"text":"the","tags":["ci"]}`}, request{"branch", `{"text":"the","gitBranches":["main","-"],"limit":3}`}))
	var costs []request
	for _, by := range []string{"", "agent", "model", "day", "tag", "cwd", "session", "git-branch", "repo", "version"} {
		costs = append(costs, request{"by-" + by, "{" + strings.TrimPrefix(renderMember("groupBy", by), ",") + "}"})
	}
	g.writeFile(MixedHome, "sessions.totalCost", MixedHome, append(costs, request{"tagged", `{"tags":["ci"],"groupBy":"agent"}`},
		request{"branch", `{"gitBranches":["feature/retry"],"groupBy":"version"}`}, request{"repository", `{"repositories":["/home/dev/projects/lantern","fetch-kit"]}`},
		request{"unknown-agent", `{"agent":"nobody"}`}, request{"bad-group", `{"groupBy":"moon"}`}, request{"until", `{"until":"2026-11-20","groupBy":"day"}`}))
	g.writeFile(MixedHome, "sessions.totalCost", "zones", append(costRanges(""), request{"not-sorted", `{"zone":{"changes":[{"offsetSeconds":0},{"at":"2026-11-20T18:00:00Z","offsetSeconds":1},{"at":"2026-11-20T17:00:00Z","offsetSeconds":0}]}}`},
		request{"too-far", `{"zone":{"changes":[{"offsetSeconds":93601}]}}`}, request{"first-has-at", `{"zone":{"changes":[{"at":"2026-11-20T18:00:00Z","offsetSeconds":0}]}}`},
		request{"no-changes", `{"zone":{"name":"UTC","changes":[]}}`}))
	g.writeFile(MixedHome, "sessions.stats", MixedHome, append(statsRequests(""), request{"tagged", `{"tags":["ci"]}`},
		request{"unknown-agent", `{"agent":"nobody"}`}, request{"bad-limit", `{"limit":-1}`}, request{"elsewhere", `{"under":"/home/dev/proj"}`}, request{"version", `{"agentVersions":["2.1","1.18.33"]}`}))
	g.writeFile(MixedHome, "edits.find", MixedHome, append(findRequests(""), request{"no-file", `{"paths":["/"],"lines":[]}`}, request{"no-paths", `{"lines":["x"]}`},
		request{"bad-times", `{"paths":["a"],"lines":["x"],"times":["soon"]}`}))
	g.writeFile(MixedHome, "sessions.doctor", MixedHome, []request{{"all", `{}`}, {"unknown-agent", `{"agent":"nobody"}`}})
	g.writeFile(MixedHome, "sessions.diff", MixedHome, []request{
		{"across", `{"a":{"unifiedId":"pi:01a1f9fc-232d-7466-be10-3c918a4b8209"},"b":{"unifiedId":"omp:01a1f9fc-232d-7466-be10-3c918a4b8209"}}`},
		{"missing-b", `{"a":{"unifiedId":"pi:x"}}`}, {"bad-side", `{"a":"pi:x","b":{"unifiedId":"pi:y"}}`},
		{"unknown", `{"a":{"unifiedId":"pi:x"},"b":{"unifiedId":"pi:y"}}`}})
}
