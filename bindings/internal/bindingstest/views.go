package bindingstest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/heddle-dev/heddle/hostfns"
)

// writeViews writes the vectors of views, stories and attachments of a home's sessions.
func (g *generator) writeViews(h, agent string, ids []string) {
	var views, stories []request
	for i, id := range ids {
		target := fmt.Sprintf(`"agent":%q,"sessionId":%q`, agent, id)
		views = append(views, request{id, "{" + target + "}"})
		if i%2 == 0 {
			stories = append(stories, request{id, "{" + target + "}"})
		}
		if i%7 == 0 {
			views = append(views, request{id + "+page", "{" + target + `,"after":1,"limit":1,"maxText":20,"maxOutput":30}`},
				request{id + "+turn", "{" + target + `,"turn":2}`}, request{id + "+at", "{" + target + `,"at":1}`},
				request{id + "+redact", "{" + target + `,"redact":true}`})
			stories = append(stories, request{id + "+redact", "{" + target + `,"redact":true}`})
		}
	}
	if len(ids) > 0 {
		target := fmt.Sprintf(`"unifiedId":%q`, agent+":"+ids[0])
		views = append(views, request{"no-turn", "{" + target + `,"turn":1000}`}, request{"no-message", "{" + target + `,"at":100000}`},
			request{"both", "{" + target + `,"turn":1,"at":1}`}, request{"limit", "{" + target + `,"limit":1001}`}, request{"branch", "{" + target + `,"branch":"nope"}`})
		g.writeFile(h, "attachments.get", h, append(g.attachments(h, agent, ids),
			request{"no-attachment", "{" + target + `,"id":"0.77"}`}, request{"a-path", "{" + target + `,"id":"../../etc/passwd"}`},
			request{"redact", "{" + target + `,"id":"0.0","redact":true}`}))
	}
	if len(ids) > 0 {
		const script = `"script":"document.title=1","scriptHash":"NLsF158hwB4cVlqsPS6P/wZoHw6fhD93dpSHcZZxMu8="`
		target := fmt.Sprintf(`"unifiedId":%q,"format":"html"`, agent+":"+ids[0])
		g.writeFile(h, "sessions.export", h+"-html", []request{{"page", "{" + target + "," + script + "}"}, {"redact", "{" + target + "," + script + `,"redact":true}`},
			{"linked", "{" + target + `,"scriptUrl":"reader.js"}`}, {"no-reader", "{" + target + "}"}, {"bad-hash", "{" + target + `,"script":"x","scriptHash":"x"}`}})
	}
	g.writeFile(h, "edits.find", h, findRequests(`"agent":"`+agent+`",`))
	g.writeFile(h, "sessions.view", h, views)
	g.writeFile(h, "sessions.story", h, stories)
}

// attachments are requests for the attachments of a home's sessions.
func (g *generator) attachments(h, agent string, ids []string) (out []request) {
	if g.err != nil {
		return nil
	}
	e, err := g.open(hostfns.Options{Home: homeDir(g.homes, h)})
	if err != nil {
		g.err = err
		return nil
	}
	defer e.Close()
	for _, id := range ids {
		target := fmt.Sprintf(`"agent":%q,"sessionId":%q`, agent, id)
		r, err := e.Call(context.Background(), "sessions.get", []byte("{"+target+"}"))
		if err != nil {
			continue
		}
		var s struct {
			Messages []struct{ Attachments []struct{ ID string } }
		}
		if g.err = json.Unmarshal(r.Body, &s); g.err != nil {
			return nil
		}
		for _, m := range s.Messages {
			for _, a := range m.Attachments {
				out = append(out, request{id + "+" + a.ID, "{" + target + fmt.Sprintf(`,"id":%q}`, a.ID)})
				if len(out) == 1 {
					out = append(out, request{id + "+limit", "{" + target + fmt.Sprintf(`,"id":%q,"maxBytes":10}`, a.ID)})
				}
			}
		}
	}
	return out
}

// findRequests ask for the lines that sample sessions wrote; scope is the beginning of the request.
func findRequests(scope string) []request {
	const lines = `"lines":["  const res = await withRetry(() => fetch(url), 3);","const res=await withRetry(() => fetch(url),3);","# Notes","retry = 3","}",""]`
	return []request{
		{"source", `{` + scope + `"paths":["src/fetch.js"],` + lines + `}`},
		{"notes", `{` + scope + `"paths":["NOTES.md","NOTE.md","/home/dev/projects/lantern/README.md"],` + lines + `}`},
		{"until", `{` + scope + `"paths":["fetch.js"],` + lines + `,"times":["2026-11-20T17:20:00Z","","","","",""]}`},
	}
}
