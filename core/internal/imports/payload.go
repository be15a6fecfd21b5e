package imports

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/heddle"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/internal/usage"
	"github.com/heddle-dev/heddle/core/session"
)

// NewPayload returns what the store keeps of an agent's session: the visible
// messages and, as hidden ones, those of other branches and of subagents inside
// the file, each with the requests that belong to it. Reading the copy gives the
// messages and the spend of the original. The builder must keep the names of
// requests, and texts in its sink. hide, unless it is nil, takes the secrets out of the
// texts; ids and requests stay.
func NewPayload(t *transcript.Transcript, texts *transcript.TextSink, rest *usage.Remainder, machine string, hide func(*session.Session) error) (*store.Copy, error) {
	b, s := t.Builder, t.Summary
	whole := session.Session{Title: s.Title, Cwd: s.Cwd, Repository: s.Repository, GitBranch: s.GitBranch, Commit: s.Commit, AgentVersion: s.AgentVersion,
		Messages: make([]session.Message, b.Messages.Len())}
	for i := range whole.Messages {
		whole.Messages[i] = texts.WholeMessage(b, i)
	}
	if hide != nil {
		if err := hide(&whole); err != nil {
			return nil, err
		}
		s.Title, s.Cwd = whole.Title, whole.Cwd
	}
	requests, strays := assignRequests(t)
	if hide != nil {
		if err := hideSources(append(requests, strays), hide); err != nil {
			return nil, err
		}
	}
	out := &store.Copy{}
	for i := range b.Messages.Len() {
		m := b.Messages.At(i)
		e := heddle.Entry{Message: whole.Messages[i], Agent: s.Agent, Prompt: m.IsPrompt(), Aside: m.IsAside(), Copied: m.IsCopied(),
			UsageKey: b.UsageKeyOf(i), Requests: requests[i]}
		line, err := store.CanonicalMessage(e.AppendJSON(nil))
		if err != nil {
			return nil, err
		}
		if t.Tree.Shown[i] {
			out.Visible = append(out.Visible, line)
		} else {
			out.Hidden = append(out.Hidden, line)
		}
	}
	for i := range strays {
		e := heddle.Entry{Agent: s.Agent, Requests: strays[i : i+1]}
		line, err := store.CanonicalMessage(e.AppendJSON(nil))
		if err != nil {
			return nil, err
		}
		out.Hidden = append(out.Hidden, line)
	}
	o := heddle.Origin{UnifiedID: s.UnifiedID, Agent: s.Agent, SessionID: s.SessionID, Title: s.Title, Cwd: s.Cwd, Model: s.Model,
		Created: s.CreatedAt, Updated: s.UpdatedAt, ForkedFrom: s.ForkedFrom, ParentSessionID: s.ParentSessionID,
		SupersededBy: s.SupersededBy, IsSubagent: s.IsSubagent, Archived: s.Archived, Children: b.Facts.Children,
		FormatVersion: b.Facts.FormatVersion,
		Source:        session.Span{Repository: whole.Repository, GitBranch: whole.GitBranch, Commit: whole.Commit, AgentVersion: whole.AgentVersion}, Rest: rest.ModelTotals(), Machine: machine, Redacted: hide != nil, Digest: store.Digest(out.Visible, out.Hidden)}
	source, err := store.Object("import", o.AppendJSON(nil))
	if err != nil {
		return nil, err
	}
	out.Source = source
	out.Patch = store.Patch{Adapter: &s.Agent, CWD: &s.Cwd, Model: &s.Model, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt}
	return out, nil
}

// assignRequests lists, for every message, the requests that are kept with it:
// those it shows, and those that name it. The others are strays.
func assignRequests(t *transcript.Transcript) (byMessage [][]heddle.Request, strays []heddle.Request) {
	b := t.Builder
	first := map[string]int32{} // the message that shows a request, by its key
	for i := range b.Messages.Len() {
		if k := b.UsageKeyOf(i); k != "" && first[k] == 0 {
			first[k] = int32(i) + 1
		}
	}
	byMessage = make([][]heddle.Request, b.Messages.Len())
	names := make(map[int32]int32, b.Requests.Len()) // the message that a request names
	b.EachNamed(func(request, message int32) { names[request] = message })
	for i := range b.Requests.Len() {
		u, key := b.Requests.Get(i), b.RequestKeys[i]
		r := heddle.Request{Key: key, Model: u.Model, Terms: u.Terms, Source: u.Source, Time: u.Time, Usage: u.Usage, USD: u.USD, Copied: u.Copied, Aside: u.Aside}
		owner := first[key]
		if r.Key == "" { // unlike an agent's own key it names a place in one session
			r.Key = adapter.PlaceKey(t.Summary.UnifiedID, i)
		}
		at, named := names[int32(i)]
		if owner > 0 {
			r.Shown = named && at == owner-1
			byMessage[owner-1] = append(byMessage[owner-1], r)
		} else if named {
			r.Shown = true
			byMessage[at] = append(byMessage[at], r)
		} else {
			strays = append(strays, r)
		}
	}
	return byMessage, strays
}

// hideSources takes the secrets out of the names of branches and repositories.
func hideSources(requests [][]heddle.Request, hide func(*session.Session) error) error {
	hidden := map[*session.Span]*session.Span{}
	for _, list := range requests {
		for i := range list {
			from := list[i].Source
			if from == nil {
				continue
			}
			if hidden[from] == nil {
				x := session.Session{Repository: from.Repository, GitBranch: from.GitBranch}
				if err := hide(&x); err != nil {
					return err
				}
				hidden[from] = &session.Span{Repository: x.Repository, GitBranch: x.GitBranch, AgentVersion: from.AgentVersion}
			}
			list[i].Source = hidden[from]
		}
	}
	return nil
}
