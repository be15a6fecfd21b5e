package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// copyOf makes of a walk what the store keeps: the visible messages and, as
// hidden ones, those of other branches and of subagents inside the file, each
// with the requests that belong to it. Reading the copy gives the messages
// and the spend of the original.
func copyOf(agent string, w *walked) (*store.Copy, error) {
	f, s := w.fold, &w.summary
	requests, strays := requestsOf(agent, w)
	out := &store.Copy{}
	for i := range f.messages {
		m := &f.messages[i]
		e := heddle.Entry{Message: m.whole(), Agent: agent, Prompt: m.prompt, Aside: m.aside, Copied: m.copied, UsageKey: m.usageKey, Requests: requests[i]}
		b, err := store.CanonicalMessage(e.AppendJSON(nil))
		if err != nil {
			return nil, err
		}
		if w.view.shown[i] {
			out.Visible = append(out.Visible, b)
		} else {
			out.Hidden = append(out.Hidden, b)
		}
	}
	for i := range strays {
		e := heddle.Entry{Agent: agent, Requests: strays[i : i+1]}
		b, err := store.CanonicalMessage(e.AppendJSON(nil))
		if err != nil {
			return nil, err
		}
		out.Hidden = append(out.Hidden, b)
	}
	o := heddle.Origin{UnifiedID: s.UnifiedID, Agent: agent, SessionID: s.SessionID, Title: s.Title, Cwd: s.Cwd, Model: s.Model,
		Created: s.CreatedAt, Updated: s.UpdatedAt, ForkedFrom: s.ForkedFrom, ParentSessionID: s.ParentSessionID,
		SupersededBy: s.SupersededBy, IsSubagent: s.IsSubagent, Archived: s.Archived, Children: f.facts.children,
		FormatVersion: f.facts.formatVersion, Rest: w.rest.copied(), Digest: store.Digest(out.Visible, out.Hidden)}
	source, err := store.Object("import", o.AppendJSON(nil))
	if err != nil {
		return nil, err
	}
	out.Source = source
	out.Patch = store.Patch{Adapter: &agent, CWD: &s.Cwd, Model: &s.Model, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt}
	return out, nil
}

// requestsOf lists, for every message, the requests that are kept with it:
// those it shows, and those that name it. The others are strays.
func requestsOf(agent string, w *walked) (of [][]heddle.Request, strays []heddle.Request) {
	f := w.fold
	first := map[string]int32{} // the message that shows a request, by its key
	for i := range f.messages {
		if k := f.messages[i].usageKey; k != "" && first[k] == 0 {
			first[k] = int32(i) + 1
		}
	}
	of = make([][]heddle.Request, len(f.messages))
	for i := range f.usage {
		u := &f.usage[i]
		r := heddle.Request{Key: f.usageKeys[i], Model: u.Model, Time: u.time, Usage: u.Usage, USD: u.USD, Copied: u.copied, Aside: u.aside}
		owner := first[f.usageKeys[i]]
		if r.Key == "" { // unlike an agent's own key it names a place in one session
			r.Key = "import:" + w.summary.UnifiedID + "#" + text.Int(int64(i))
		}
		at, named := f.byMerge[u.merge]
		if u.merge == "" {
			named = false
		}
		if owner > 0 {
			r.Shown = named && at == owner-1
			of[owner-1] = append(of[owner-1], r)
		} else if named {
			r.Shown = true
			of[at] = append(of[at], r)
		} else {
			strays = append(strays, r)
		}
	}
	return of, strays
}
