package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// mcpFilters are the arguments that list, search and cost share.
type mcpFilters struct {
	Agent   string   `json:"agent,omitempty" jsonschema:"only sessions of this agent, such as claude or codex; heddle is the store"`
	Since   string   `json:"since,omitempty" jsonschema:"only what happened at or after this time: a date (2026-11-01), an RFC 3339 time, or an age such as 7d or 12h"`
	Until   string   `json:"until,omitempty" jsonschema:"only what happened at or before this time; a date includes that day"`
	Cwd     string   `json:"cwd,omitempty" jsonschema:"only sessions that ran in this working folder"`
	Under   string   `json:"under,omitempty" jsonschema:"only sessions that ran in this folder or below it; an absolute path"`
	Model   string   `json:"model,omitempty" jsonschema:"only sessions in which this model answered"`
	Origin  string   `json:"origin,omitempty" jsonschema:"only what comes from the machine of this name; - is what has no name"`
	Tags    []string `json:"tags,omitempty" jsonschema:"only sessions with any of these tags"`
	Branch  string   `json:"git_branch,omitempty" jsonschema:"only what was recorded on this branch of a repository; - is what has none"`
	Repo    string   `json:"repo,omitempty" jsonschema:"only what was recorded in this repository: its URL or the end of it, such as owner/name, or the absolute path of a working tree"`
	Version string   `json:"agent_version,omitempty" jsonschema:"only what this version of the agent recorded"`
}

// read checks the arguments and returns what they mean.
func (f *mcpFilters) read() (filter.Selection, error) {
	chosen := filter.Selection{Model: f.Model, Cwd: filter.WholeFolder(filter.FromHome(f.Cwd)), Under: filter.WholeFolder(filter.FromHome(f.Under)), Tags: f.Tags, Origin: f.Origin, Zone: filter.SystemZone(),
		Branches: filter.Listed(f.Branch), Repositories: filter.WholeRepositories(filter.Listed(f.Repo)), Versions: filter.Listed(f.Version)}
	if len(f.Tags) > mcpMostListed {
		return chosen, usage.Misuse("tags: at most %d", mcpMostListed)
	}
	if err := shortArguments(append([]string{f.Agent, f.Since, f.Until, f.Cwd, f.Under, f.Model, f.Origin, f.Branch, f.Repo, f.Version}, f.Tags...)...); err != nil {
		return chosen, err
	}
	now, zone := time.Now(), filter.ZoneIn(chosen.Zone)
	for flag, at := range map[string]*time.Time{"since": &chosen.Since, "until": &chosen.Until} {
		b := filter.Bound{Flag: flag, Value: map[string]string{"since": f.Since, "until": f.Until}[flag]}
		if b.Value == "" {
			continue
		}
		var err error
		if *at, _, err = b.Instant(chosen.Zone, zone, now); err != nil {
			return chosen, usage.Misuse("%s %s, not %q", flag, filter.TakesTime, b.Value)
		}
	}
	return chosen, nil
}

// shortArguments refuses arguments that are longer than anything they could mean.
func shortArguments(list ...string) error {
	if slices.ContainsFunc(list, func(s string) bool { return len(s) > mcpMostText }) {
		return usage.Misuse("an argument has more than %d bytes", mcpMostText)
	}
	return nil
}

// mcpPage are the arguments that choose a page of sessions.
type mcpPage struct {
	Limit  int `json:"limit,omitempty" jsonschema:"greatest number of sessions, 1 to 50; default 10"`
	Offset int `json:"offset,omitempty" jsonschema:"skip this many sessions; next_offset of an answer is the next page"`
}

func (p *mcpPage) read() (limit, offset int, err error) {
	limit = p.Limit
	if limit == 0 {
		limit = 10
	}
	if limit < 1 || limit > mcpMostRows || p.Offset < 0 || p.Offset > mcpMostOffset {
		err = usage.Misuse("limit must be 1 to %d and offset 0 to %d", mcpMostRows, mcpMostOffset)
	}
	return limit, p.Offset, err
}

// mcpSession is a session in an answer.
type mcpSession struct {
	Ref       string   `json:"ref" jsonschema:"name of the session, for show"`
	Title     string   `json:"title"`
	CreatedAt string   `json:"created_at,omitempty"`
	UpdatedAt string   `json:"updated_at,omitempty"`
	Turns     int64    `json:"turns" jsonschema:"number of answered prompts"`
	Messages  int64    `json:"messages"`
	Model     string   `json:"model,omitempty"`
	USD       string   `json:"usd,omitempty" jsonschema:"what it cost, if that is known"`
	Cwd       string   `json:"cwd,omitempty" jsonschema:"working folder"`
	Tags      []string `json:"tags,omitempty"`
	Origin    string   `json:"origin,omitempty" jsonschema:"machine that it comes from"`
	Subagent  bool     `json:"subagent,omitempty"`
	Asking    bool     `json:"asking,omitempty" jsonschema:"the session that asks this, or may be it; the others come first"`
	Partial   bool     `json:"partial,omitempty" jsonschema:"it has only some of the words: no session has all"`
	Matches   int64    `json:"matches,omitempty" jsonschema:"number of messages that match"`
	Hits      []mcpHit `json:"hits,omitempty" jsonschema:"the first places that match"`
}

// mcpHit is a place in a session that matches a search.
type mcpHit struct {
	Message *int64 `json:"message,omitempty" jsonschema:"number of the message; absent for the title"`
	Where   string `json:"where" jsonschema:"role of the message, or title, thinking, tool call or tool result"`
	Snippet string `json:"snippet"`
}

// mcpSessions is a page of sessions.
type mcpSessions struct {
	mcpMark
	Sessions   []mcpSession `json:"sessions"`
	Total      int64        `json:"total,omitempty" jsonschema:"number of all sessions that match, if it is known"`
	NextOffset int          `json:"next_offset,omitempty" jsonschema:"offset of the next page; absent on the last"`
	Notes      []string     `json:"notes,omitempty" jsonschema:"why the answer is incomplete"`
}

type mcpListArguments struct {
	mcpFilters
	mcpPage
	EditedFile string `json:"edited_file,omitempty" jsonschema:"only sessions that edited this file: a path or the end of one, such as src/parser.go; src/ is any file below src"`
	Failed     bool   `json:"failed,omitempty" jsonschema:"only sessions in which a tool call failed, or that end with an error"`
	Subagents  bool   `json:"subagents,omitempty" jsonschema:"also sessions of subagents"`
}

// listSessions is the tool list.
func (s *mcpServer) listSessions(ctx context.Context, in mcpListArguments) (out mcpSessions, err error) {
	limit, offset, err := in.mcpPage.read()
	if err != nil {
		return out, err
	}
	chosen, err := in.mcpFilters.read()
	if err != nil {
		return out, err
	}
	if err := shortArguments(in.EditedFile); err != nil {
		return out, err
	}
	list, err := s.h.Sessions.List(ctx, heddle.ListOptions{
		Agent: heddle.Agent(in.Agent), ActiveSince: chosen.Since, ActiveUntil: chosen.Until,
		Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions, Subagents: in.Subagents,
		Edited: filter.FromHome(in.EditedFile), Failed: in.Failed,
		Limit: int64(offset + limit),
	})
	if err != nil {
		return out, err
	}
	out = s.sessionsPage(list.Items[min(offset, len(list.Items)):], offset, list.AtMost > 0)
	out.Notes = s.notes(list.Notes)
	return out, nil
}

type mcpSearchArguments struct {
	Query string `json:"query" jsonschema:"words that must all occur, or the best sessions with some of them are returned, marked partial; \"words in quotes\" occur together; -word must not occur; the id of a session finds it"`
	mcpFilters
	mcpPage
	Role      string `json:"role,omitempty" jsonschema:"only messages of this role: user, assistant, system or tool"`
	Tool      string `json:"tool,omitempty" jsonschema:"only calls of this tool and their results; query may then be empty"`
	Regex     bool   `json:"regex,omitempty" jsonschema:"query is one regular expression (RE2)"`
	Sort      string `json:"sort,omitempty" jsonschema:"relevance, date or cost; default relevance"`
	Subagents bool   `json:"subagents,omitempty" jsonschema:"also sessions of subagents"`
}

// searchSessions is the tool search.
func (s *mcpServer) searchSessions(ctx context.Context, in mcpSearchArguments) (out mcpSessions, err error) {
	limit, offset, err := in.mcpPage.read()
	if err == nil {
		err = shortArguments(in.Query, in.Role, in.Tool, in.Sort)
	}
	if err != nil {
		return out, err
	}
	chosen, err := in.mcpFilters.read()
	if err != nil {
		return out, err
	}
	asking := s.asking(ctx)
	found, err := s.h.Sessions.SearchPage(ctx, in.Query, heddle.SearchOptions{
		Agent: heddle.Agent(in.Agent), Role: heddle.Role(in.Role), Tool: in.Tool, Regex: in.Regex, Sort: heddle.SearchSort(in.Sort), Redact: s.redact, Partial: true,
		ActiveSince: chosen.Since, ActiveUntil: chosen.Until, Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions,
		Subagents: in.Subagents, Limit: int64(offset + limit + len(asking)),
	})
	if err != nil {
		return out, err
	}
	list := found.Items
	slices.SortStableFunc(list, func(a, b heddle.SessionSummary) int { return rank(asking[a.UnifiedID]) - rank(asking[b.UnifiedID]) })
	if found.Next > 0 { // they come on the last page
		list = slices.DeleteFunc(list, func(x heddle.SessionSummary) bool { return asking[x.UnifiedID] })
	}
	page := list[min(offset, len(list)):]
	page = page[:min(limit, len(page))]
	out = s.sessionsPage(page, offset, found.Total > int64(offset+len(page)) && len(page) > 0)
	for i := range out.Sessions {
		out.Sessions[i].Asking = asking[out.Sessions[i].Ref]
	}
	out.Total, out.Notes = found.Total, s.notes(found.Notes)
	return out, nil
}

// rank puts the sessions that ask after the others.
func rank(asking bool) int {
	if asking {
		return 1
	}
	return 0
}

// sessionsPage makes an answer of sessions, as many as have room.
func (s *mcpServer) sessionsPage(list []heddle.SessionSummary, offset int, more bool) mcpSessions {
	out := mcpSessions{Sessions: []mcpSession{}}
	room := mcpPageBytes
	for i := range list {
		item := s.session(&list[i])
		if room -= jsonBytes(item) + 1; room < 0 && i > 0 {
			more = true
			break
		}
		out.Sessions = append(out.Sessions, item)
	}
	if more {
		out.NextOffset = offset + len(out.Sessions)
	}
	return out
}

// Limits of the texts of a session in a list, in bytes.
const (
	mcpFieldBytes   = 400
	mcpSnippetBytes = 500
	mcpMostHits     = 3
	mcpMostTags     = 10
)

func (s *mcpServer) session(x *heddle.SessionSummary) mcpSession {
	clean := s.newCleaner(x.Cwd)
	field := func(text string) string { return cutField(clean(text)) }
	out := mcpSession{
		Ref: x.UnifiedID, Title: field(s.wholeTitle(x.Title)), CreatedAt: terminal.FormatTime(x.CreatedAt), UpdatedAt: terminal.FormatTime(x.UpdatedAt),
		Turns: x.TurnCount, Messages: x.MessageCount, Model: field(x.Model), Cwd: field(x.Cwd), Origin: field(x.Origin), Subagent: x.IsSubagent, Partial: x.Partial, Matches: x.HitCount,
	}
	if x.Cost != nil && x.Cost.TotalUSD != nil {
		out.USD = x.Cost.TotalUSD.String()
	}
	for _, tag := range x.Tags[:min(len(x.Tags), mcpMostTags)] {
		out.Tags = append(out.Tags, field(tag))
	}
	for i := range x.Hits[:min(len(x.Hits), mcpMostHits)] {
		h := &x.Hits[i]
		where := string(h.Field)
		if h.MessageIndex != nil {
			_, where, _ = strings.Cut(sessions.HitPlace(h), " ")
		}
		snippet, _ := cutJSON(terminal.Printable(h.Snippet), mcpSnippetBytes)
		out.Hits = append(out.Hits, mcpHit{h.MessageIndex, where, snippet})
	}
	return out
}

// cutField cuts the text of a short value.
func cutField(text string) string {
	text, _ = cutJSON(text, mcpFieldBytes)
	return text
}

// field is the text of a short value.
func (s *mcpServer) field(text string) string { return cutField(s.newCleaner("")(text)) }

// notes says why a result is incomplete.
func (s *mcpServer) notes(n heddle.Notes) (out []string) {
	for i, d := range n.Diagnostics {
		if i == app.MaxNotes {
			return append(out, fmt.Sprintf("… and %d more", len(n.Diagnostics)-i))
		}
		text := app.DriftLine(string(d.Code), string(d.Agent), d.Path, d.Message, d.Hint)
		if text != "" {
			out = append(out, s.field(text))
			continue
		}
		text = d.Message
		if d.Agent != "" || d.Path != "" {
			text = fmt.Sprintf("%s: %s: %s: %s", d.Code, d.Agent, app.Place(d.Path, d.Line, d.Offset), d.Message)
		}
		out = append(out, s.field(text))
	}
	return out
}
