// Code generated from core/rpc/internal/schema by `make generate`. DO NOT EDIT.

package heddle

import (
	"context"
	"time"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// Version returns the engine's version, the ABI's version and the date of the price table. It runs
// the operation version.
func (h *Heddle) Version(ctx context.Context) (*Version, error) {
	request := session.VersionRequest{}
	return callObject(ctx, h, rpc.OpVersion, &request, func(e *core.Engine) (*session.Version, error) { return e.Version(request) }, toVersion)
}

// Agents lists every supported agent: whether it was found, in which mount, and how many sessions
// it has. It runs the operation agents.list.
func (h *Heddle) Agents(ctx context.Context) (*List[AgentInfo], error) {
	request := session.AgentsRequest{}
	return callList(ctx, h, rpc.OpAgentsList, &request, func(e *core.Engine) ([]session.AgentInfo, error) { return e.AgentsList(request) }, toAgentInfo)
}

// Sessions reads the sessions of all agents. Its methods are safe for concurrent use.
type Sessions struct{ h *Heddle }

// ListOptions are the options of Sessions.List. The zero value holds the defaults.
type ListOptions struct {
	// Only this agent's sessions. Default: all agents.
	Agent Agent
	// Only sessions whose SessionID begins with this text. Other sessions are not read, so a longer
	// copy with another id supersedes none of them.
	IDPrefix string
	// Only sessions created at or after this time; a session that began before it and continued is
	// left out, and ActiveSince selects it. A diagnostic says at most how many such sessions there
	// are, by the times of their files.
	Since time.Time
	// Only sessions created at or before this time, also if they were active later; a bare date
	// includes that day. ActiveUntil bounds the activity.
	Until time.Time
	// Only active sessions: those with a record of their own (not copied from another session) at
	// or after this time and not after ActiveUntil.
	ActiveSince time.Time
	// Only sessions with a record of their own at or before this time and not before ActiveSince; a
	// bare date includes that day.
	ActiveUntil time.Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *time.Location
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was
	// moved, compared exactly except for a trailing slash; a word without a slash is the end of a
	// path. Paths of Windows are compared without the case of ASCII letters. Several lines are
	// several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a
	// slash, which is a component of one. Paths of Windows are compared without the case of ASCII
	// letters. Several lines are several folders, such as the names of one that is reached through
	// a link.
	Under string
	// Only sessions of this origin, the machine that an import or a recording named; - for sessions
	// without one. Sessions that were imported from several machines are found under each.
	Origin string
	// Only what was recorded on any of these branches of a repository; - for what has none. In
	// costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways
	// to write it, or the last components of one, such as owner/name; an absolute path is the
	// folder of a working tree, for agents that record no URL. In costs, requests; else sessions
	// with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with
	// 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only sessions that edited this file: an absolute path, or the last components of one, for
	// example src/parser.go; src/ stands for all files below src. Edits that failed do not count,
	// those of subagents and of branches that were left do. Relative paths that a tool was given
	// begin in the session's working directory.
	Edited string
	// Only sessions in which a tool call failed or was refused, on any branch, or whose last
	// message is an error.
	Failed bool
	// The greatest number of sessions returned; NoLimit for all. Default: 100.
	Limit int64
	// The sort key; date is the time of the last update. Default: date.
	Sort SortKey
	// The sort direction; ties are broken by UnifiedID, ascending. Default: desc.
	SortDirection SortDirection
	// Also list subagents' sessions.
	Subagents bool
	// Also list sessions that a longer copy supersedes.
	Superseded bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
}

// List lists summaries of one agent's sessions, or of all agents' sessions when agent is omitted.
// The list is empty when nothing matches. When all agents are listed, an agent that fails is
// reported as a diagnostic. When Limit leaves sessions out, List.AtMost says how many match at
// most; those that were not read are counted by their files' names. It runs the operation
// sessions.list.
//
// Errors: AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) List(ctx context.Context, options ...ListOptions) (*List[SessionSummary], error) {
	o := firstOf(options)
	request := session.ListRequest{
		Agent:         string(o.Agent),
		IDPrefix:      o.IDPrefix,
		Since:         fromTime(o.Since),
		Until:         fromTime(o.Until),
		ActiveSince:   fromTime(o.ActiveSince),
		ActiveUntil:   fromTime(o.ActiveUntil),
		Zone:          fromLocation(o.Zone),
		Model:         o.Model,
		Tags:          o.Tags,
		Cwd:           o.Cwd,
		Under:         o.Under,
		Origin:        o.Origin,
		GitBranches:   o.GitBranches,
		Repositories:  o.Repositories,
		AgentVersions: o.AgentVersions,
		Edited:        o.Edited,
		Failed:        o.Failed,
		Limit:         o.Limit,
		Sort:          o.Sort,
		SortDirection: o.SortDirection,
		Subagents:     o.Subagents,
		Superseded:    o.Superseded,
		Strict:        o.Strict,
	}
	return callList(ctx, s.h, rpc.OpSessionsList, &request, func(e *core.Engine) ([]session.SessionSummary, error) { return e.SessionsList(request) }, toSessionSummary)
}

// GetOptions are the options of Sessions.Get. The zero value holds the defaults.
type GetOptions struct {
	// Show the branch that ends in this leaf id, one of those in branches. Default: the current
	// branch.
	Branch string
	// Return the original text of the session's records in raw.
	Raw bool
	// Also return each tool's output in ToolCalls[].output.
	ToolOutput bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// Get returns one session with its messages. Notes.Report says what was skipped while reading. It
// runs the operation sessions.get.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) Get(ctx context.Context, ref Ref, options ...GetOptions) (*Session, error) {
	o := firstOf(options)
	request := session.GetRequest{
		UnifiedID:  ref.unifiedID(),
		Ref:        ref.typed(),
		Branch:     o.Branch,
		Raw:        o.Raw,
		ToolOutput: o.ToolOutput,
		Strict:     o.Strict,
		Redact:     o.Redact,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsGet, &request, func(e *core.Engine) (*session.Session, error) { return e.SessionsGet(request) }, toSession, func(x *Session) *Notes { return &x.Notes })
}

// ExportOptions are the options of Sessions.Export. The zero value holds the defaults.
type ExportOptions struct {
	// json, jsonl, markdown or html; any other value is INVALID_EXPORT_FORMAT. Default: markdown.
	Format string
	// Show the branch that ends in this leaf id, one of the session's branches. Default: the
	// current branch.
	Branch string
	// Return the original text of the session's records in raw.
	Raw bool
	// Also return each tool's output in ToolCalls[].output.
	ToolOutput bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
	// html: the reader, the script of the page. Clients fill it in from the file reader.js that
	// they ship; without it, html is INVALID_EXPORT_FORMAT.
	Script string
	// html: the SHA-256 of script in base64, which the page's policy allows.
	ScriptHash string
	// html: instead of script, the file with the reader, relative to the page.
	ScriptURL string
}

// Export returns one session as text: json (the session, canonical, indented by 2), jsonl (a header
// line, then a line for each message; with redact a last line with redactions), markdown or html (a
// page of one file: the session's view and the reader that shows it; without scripts, its
// markdown). It runs the operation sessions.export.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_EXPORT_FORMAT, INVALID_ARGUMENT,
// UNSUPPORTED, TIMEOUT.
func (s *Sessions) Export(ctx context.Context, ref Ref, options ...ExportOptions) (*Text, error) {
	o := firstOf(options)
	request := session.ExportRequest{
		UnifiedID:  ref.unifiedID(),
		Ref:        ref.typed(),
		Format:     o.Format,
		Branch:     o.Branch,
		Raw:        o.Raw,
		ToolOutput: o.ToolOutput,
		Strict:     o.Strict,
		Redact:     o.Redact,
		Script:     o.Script,
		ScriptHash: o.ScriptHash,
		ScriptURL:  o.ScriptURL,
	}
	fillReader(&request)
	return callText(ctx, s.h, rpc.OpSessionsExport, &request, func(e *core.Engine) ([]byte, error) { return e.SessionsExport(request) })
}

// SearchOptions are the options of Sessions.SearchPage. The zero value holds the defaults.
type SearchOptions struct {
	// Read text as a regular expression (RE2 syntax, linear time), which ignores case unless it
	// contains (?-i).
	Regex bool
	// Only this agent's sessions; an unknown agent finds nothing. Default: all agents.
	Agent Agent
	// Only sessions created at or after this time; a session that began before it and continued is
	// left out, and ActiveSince selects it. A diagnostic says at most how many such sessions there
	// are, by the times of their files.
	Since time.Time
	// Only sessions created at or before this time, also if they were active later; a bare date
	// includes that day. ActiveUntil bounds the activity.
	Until time.Time
	// Only active sessions: those with a record of their own (not copied from another session) at
	// or after this time and not after ActiveUntil.
	ActiveSince time.Time
	// Only sessions with a record of their own at or before this time and not before ActiveSince; a
	// bare date includes that day.
	ActiveUntil time.Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *time.Location
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was
	// moved, compared exactly except for a trailing slash; a word without a slash is the end of a
	// path. Paths of Windows are compared without the case of ASCII letters. Several lines are
	// several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a
	// slash, which is a component of one. Paths of Windows are compared without the case of ASCII
	// letters. Several lines are several folders, such as the names of one that is reached through
	// a link.
	Under string
	// Only sessions of this origin, the machine that an import or a recording named; - for sessions
	// without one. Sessions that were imported from several machines are found under each.
	Origin string
	// Only what was recorded on any of these branches of a repository; - for what has none. In
	// costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways
	// to write it, or the last components of one, such as owner/name; an absolute path is the
	// folder of a working tree, for agents that record no URL. In costs, requests; else sessions
	// with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with
	// 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only sessions that edited this file: an absolute path, or the last components of one, for
	// example src/parser.go; src/ stands for all files below src. Edits that failed do not count,
	// those of subagents and of branches that were left do. Relative paths that a tool was given
	// begin in the session's working directory.
	Edited string
	// Only sessions in which a tool call failed or was refused, on any branch, or whose last
	// message is an error.
	Failed bool
	// Search only messages of this role, and no titles.
	Role Role
	// Search only calls of this tool and their results, ignoring the case of its name; text may
	// then be empty.
	Tool string
	// The greatest number of sessions returned; NoLimit for all. Default: 50.
	Limit int64
	// Skip this many of the best sessions; List.Next is the offset of the next one. Default: 0.
	Offset int64
	// The sort key, greatest first; ties are broken by the last update, then by UnifiedID. Default:
	// relevance.
	Sort SearchSort
	// Also search subagents' sessions.
	Subagents bool
	// Also search branches that were left; their hits have no MessageIndex.
	AllBranches bool
	// Also search the memory entries that agents keep in addition to sessions.
	Memories bool
	// The greatest number of matching messages returned for a session; 0 means the default.
	// Default: 3.
	Hits int64
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// When no session has all of the words, return the best of those that have some, marked partial
	// and ranked by how rare their words are; a diagnostic says how many sessions may have each
	// word. The id of a session, or at least 8 characters of its beginning with a digit among them,
	// finds that session first.
	Partial bool
	// Search the redacted texts, as sessions.get shows them with redact: what is replaced is not
	// found, and neither hits, counts nor order depend on it. Slower: every session that may have
	// one of the words is read.
	Redact bool
}

// SearchPage finds sessions whose title and visible text match, best first, each with the places
// that match. The list is empty when nothing matches or the agent is unknown. List.Total is the
// number of all matching sessions. It runs the operation sessions.search.
//
// text: Words that must all occur in the session, ignoring case; "words in quotes" must occur
// together; -word must not occur. With regex, one expression.
//
// Errors: INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) SearchPage(ctx context.Context, text string, options ...SearchOptions) (*List[SessionSummary], error) {
	o := firstOf(options)
	request := session.SearchRequest{
		Text:          text,
		Regex:         o.Regex,
		Agent:         string(o.Agent),
		Since:         fromTime(o.Since),
		Until:         fromTime(o.Until),
		ActiveSince:   fromTime(o.ActiveSince),
		ActiveUntil:   fromTime(o.ActiveUntil),
		Zone:          fromLocation(o.Zone),
		Model:         o.Model,
		Tags:          o.Tags,
		Cwd:           o.Cwd,
		Under:         o.Under,
		Origin:        o.Origin,
		GitBranches:   o.GitBranches,
		Repositories:  o.Repositories,
		AgentVersions: o.AgentVersions,
		Edited:        o.Edited,
		Failed:        o.Failed,
		Role:          o.Role,
		Tool:          o.Tool,
		Limit:         o.Limit,
		Offset:        o.Offset,
		Sort:          o.Sort,
		Subagents:     o.Subagents,
		AllBranches:   o.AllBranches,
		Memories:      o.Memories,
		Hits:          o.Hits,
		Strict:        o.Strict,
		Partial:       o.Partial,
		Redact:        o.Redact,
	}
	return callList(ctx, s.h, rpc.OpSessionsSearch, &request, func(e *core.Engine) ([]session.SessionSummary, error) { return e.SessionsSearch(request) }, toSessionSummary)
}

// CostOptions are the options of Sessions.TotalCost. The zero value holds the defaults.
type CostOptions struct {
	// Only this agent's sessions. Default: all agents.
	Agent Agent
	// Only requests made at or after this time. A request without a time counts at the CreatedAt of
	// its session.
	Since time.Time
	// Only requests made at or before this time; a bare date includes that day.
	Until time.Time
	// Only sessions created at or after this time.
	CreatedSince time.Time
	// Only sessions created at or before this time; a bare date includes that day.
	CreatedUntil time.Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *time.Location
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was
	// moved, compared exactly except for a trailing slash; a word without a slash is the end of a
	// path. Paths of Windows are compared without the case of ASCII letters. Several lines are
	// several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a
	// slash, which is a component of one. Paths of Windows are compared without the case of ASCII
	// letters. Several lines are several folders, such as the names of one that is reached through
	// a link.
	Under string
	// Only what was recorded on any of these branches of a repository; - for what has none. In
	// costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways
	// to write it, or the last components of one, such as owner/name; an absolute path is the
	// folder of a working tree, for agents that record no URL. In costs, requests; else sessions
	// with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with
	// 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only requests of this origin; - for those without one. A request that copies of several
	// origins have counts for the first one in byte order.
	Origin string
	// Return breakdowns by this dimension; days are those of zone. Default: no groups.
	GroupBy GroupBy
	// Fail on any unreadable session instead of reporting a diagnostic.
	Strict bool
}

// TotalCost adds up the tokens and money of all matching sessions. A request that several sessions
// repeat (forks, resumes, copies) counts once, for the oldest session that contains it. since and
// until bound the time of each request, not the creation of the session as section 3.5 of the
// specification has it: a session that began in October and spent money today counts today, and
// adjacent ranges add up to the whole. CreatedSince and CreatedUntil bound the creation. It runs
// the operation sessions.totalCost.
//
// Errors: AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) TotalCost(ctx context.Context, options ...CostOptions) (*CostSummary, error) {
	o := firstOf(options)
	request := session.CostRequest{
		Agent:         string(o.Agent),
		Since:         fromTime(o.Since),
		Until:         fromTime(o.Until),
		CreatedSince:  fromTime(o.CreatedSince),
		CreatedUntil:  fromTime(o.CreatedUntil),
		Zone:          fromLocation(o.Zone),
		Model:         o.Model,
		Tags:          o.Tags,
		Cwd:           o.Cwd,
		Under:         o.Under,
		GitBranches:   o.GitBranches,
		Repositories:  o.Repositories,
		AgentVersions: o.AgentVersions,
		Origin:        o.Origin,
		GroupBy:       o.GroupBy,
		Strict:        o.Strict,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsTotalCost, &request, func(e *core.Engine) (*session.CostSummary, error) { return e.SessionsTotalCost(request) }, toCostSummary, func(x *CostSummary) *Notes { return &x.Notes })
}

// DiffOptions are the options of Sessions.Diff. The zero value holds the defaults.
type DiffOptions struct {
	// Also return, word by word, how the content of modified messages changed.
	TextEdits bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
}

// Diff compares two sessions message by message, by the longest common subsequence on role and
// content. The sessions may belong to different agents. It runs the operation sessions.diff.
//
// a: The first session, the left side.
//
// b: The second session, the right side.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) Diff(ctx context.Context, a Ref, b Ref, options ...DiffOptions) (*SessionDiff, error) {
	o := firstOf(options)
	request := session.DiffRequest{
		A:         &session.SessionRef{UnifiedID: a.unifiedID(), Ref: a.typed()},
		B:         &session.SessionRef{UnifiedID: b.unifiedID(), Ref: b.typed()},
		TextEdits: o.TextEdits,
		Strict:    o.Strict,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsDiff, &request, func(e *core.Engine) (*session.SessionDiff, error) { return e.SessionsDiff(request) }, toSessionDiff, func(x *SessionDiff) *Notes { return &x.Notes })
}

// RenderDiffOptions are the options of Sessions.RenderDiff. The zero value holds the defaults.
type RenderDiffOptions struct {
	// Also return, word by word, how the content of modified messages changed.
	TextEdits bool
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// The format of the text. Default: unified.
	Format DiffFormat
	// The width of a side-by-side line; 0 means the default. Default: 120. Unit: columns.
	Width int64
	// The number of unchanged messages shown around a difference; 0 means the default. Default: 3.
	// Unit: messages.
	Context int64
}

// RenderDiff compares two sessions like sessions.diff and returns the result as text: unified, side
// by side or markdown. It runs the operation sessions.renderDiff.
//
// a: The first session, the left side.
//
// b: The second session, the right side.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) RenderDiff(ctx context.Context, a Ref, b Ref, options ...RenderDiffOptions) (*Text, error) {
	o := firstOf(options)
	request := session.RenderDiffRequest{
		A:         &session.SessionRef{UnifiedID: a.unifiedID(), Ref: a.typed()},
		B:         &session.SessionRef{UnifiedID: b.unifiedID(), Ref: b.typed()},
		TextEdits: o.TextEdits,
		Strict:    o.Strict,
		Format:    o.Format,
		Width:     o.Width,
		Context:   o.Context,
	}
	return callText(ctx, s.h, rpc.OpSessionsRenderDiff, &request, func(e *core.Engine) ([]byte, error) { return e.SessionsRenderDiff(request) })
}

// DoctorOptions are the options of Sessions.Doctor. The zero value holds the defaults.
type DoctorOptions struct {
	// Only this agent's files. Default: all agents.
	Agent Agent
	// List only files with something skipped, unknown or unreadable; the summaries still count all
	// files.
	Problems bool
}

// Doctor reads every session file and reports bytes, records, what was skipped and why, record
// types that this version does not know and format versions, with a summary for each agent. It runs
// the operation sessions.doctor.
//
// Errors: AGENT_NOT_FOUND, INVALID_ARGUMENT, TIMEOUT.
func (s *Sessions) Doctor(ctx context.Context, options ...DoctorOptions) (*DoctorReport, error) {
	o := firstOf(options)
	request := session.DoctorRequest{
		Agent:    string(o.Agent),
		Problems: o.Problems,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsDoctor, &request, func(e *core.Engine) (*session.DoctorReport, error) { return e.SessionsDoctor(request) }, toDoctorReport, func(x *DoctorReport) *Notes { return &x.Notes })
}

// CommandOptions are the options of Sessions.Command. The zero value holds the defaults.
type CommandOptions struct {
	// Continue the session itself, or a copy of it. Default: resume.
	Action SessionAction
	// Run one turn with this prompt and without a terminal, instead of opening the agent. Default:
	// interactive.
	Prompt string
}

// Command returns the agent's own command that continues a session or a copy of it. Nothing is run.
// It runs the operation sessions.command.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) Command(ctx context.Context, ref Ref, options ...CommandOptions) (*AgentCommand, error) {
	o := firstOf(options)
	request := session.CommandRequest{
		UnifiedID: ref.unifiedID(),
		Ref:       ref.typed(),
		Action:    o.Action,
		Prompt:    o.Prompt,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsCommand, &request, func(e *core.Engine) (*session.AgentCommand, error) { return e.SessionsCommand(request) }, toAgentCommand, func(x *AgentCommand) *Notes { return &x.Notes })
}

// ImportOptions are the options of Sessions.Import. The zero value holds the defaults.
type ImportOptions struct {
	// Ref names the one session to work on.
	Ref Ref
	// Only this agent's sessions; not with Ref. Default: all agents.
	Agent Agent
	// Copy every session that matches the filters, instead of one.
	All bool
	// Only sessions created at or after this time; a session that began before it and continued is
	// left out, and ActiveSince selects it. A diagnostic says at most how many such sessions there
	// are, by the times of their files.
	Since time.Time
	// Only sessions created at or before this time, also if they were active later; a bare date
	// includes that day. ActiveUntil bounds the activity.
	Until time.Time
	// Only active sessions: those with a record of their own (not copied from another session) at
	// or after this time and not after ActiveUntil.
	ActiveSince time.Time
	// Only sessions with a record of their own at or before this time and not before ActiveSince; a
	// bare date includes that day.
	ActiveUntil time.Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *time.Location
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a
	// slash, which is a component of one. Paths of Windows are compared without the case of ASCII
	// letters. Several lines are several folders, such as the names of one that is reached through
	// a link.
	Under string
	// The machine that the sessions come from: text of 1 to 128 bytes without control characters
	// and without blanks at its ends, but not -. Each origin has copies of its own.
	Origin string
	// Copy without secrets, home folders and e-mail addresses, which are replaced in all texts as
	// in sessions.get. The agent's files do not change. A session that was copied without redact is
	// copied anew, and what the copy showed is hidden but still stored. What was copied with redact
	// is always copied so.
	Redact bool
	// Copy also what was deleted from the store.
	Again bool
	// Report what would be copied without copying it.
	DryRun bool
}

// Import copies agents' sessions into the store, where they remain when the agent deletes its own.
// Only what is new is added, so importing twice changes nothing. It runs the operation
// sessions.import.
//
// Errors: AGENT_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Sessions) Import(ctx context.Context, options ...ImportOptions) (*ImportReport, error) {
	o := firstOf(options)
	request := session.ImportRequest{
		UnifiedID:   o.Ref.unifiedID(),
		Ref:         o.Ref.typed(),
		Agent:       string(o.Agent),
		All:         o.All,
		Since:       fromTime(o.Since),
		Until:       fromTime(o.Until),
		ActiveSince: fromTime(o.ActiveSince),
		ActiveUntil: fromTime(o.ActiveUntil),
		Zone:        fromLocation(o.Zone),
		Model:       o.Model,
		Tags:        o.Tags,
		Cwd:         o.Cwd,
		Under:       o.Under,
		Origin:      o.Origin,
		Redact:      o.Redact,
		Again:       o.Again,
		DryRun:      o.DryRun,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsImport, &request, func(e *core.Engine) (*session.ImportReport, error) { return e.SessionsImport(request) }, toImportReport, func(x *ImportReport) *Notes { return &x.Notes })
}

// StatsOptions are the options of Sessions.Stats. The zero value holds the defaults.
type StatsOptions struct {
	// Only this agent's sessions. Default: all agents.
	Agent Agent
	// Only messages recorded at or after this time. A message without a time counts at the
	// CreatedAt of its session.
	Since time.Time
	// Only messages recorded at or before this time; a bare date includes that day.
	Until time.Time
	// Only sessions created at or after this time.
	CreatedSince time.Time
	// Only sessions created at or before this time; a bare date includes that day.
	CreatedUntil time.Time
	// The time zone of bare dates, of times without a zone, and of hours and weekdays. Default:
	// UTC.
	Zone *time.Location
	// Only sessions in which this model answered.
	Model string
	// Only sessions with any of these tags.
	Tags []string
	// Only sessions that ran in this working directory, at the start or after the project was
	// moved, compared exactly except for a trailing slash; a word without a slash is the end of a
	// path. Paths of Windows are compared without the case of ASCII letters. Several lines are
	// several folders, such as the names of one that is reached through a link.
	Cwd string
	// Only sessions that ran in this folder or below it: an absolute path, or a word without a
	// slash, which is a component of one. Paths of Windows are compared without the case of ASCII
	// letters. Several lines are several folders, such as the names of one that is reached through
	// a link.
	Under string
	// Only what was recorded on any of these branches of a repository; - for what has none. In
	// costs, requests; else sessions with any such part.
	GitBranches []string
	// Only what was recorded in any of these repositories: the URL of a remote, in any of the ways
	// to write it, or the last components of one, such as owner/name; an absolute path is the
	// folder of a working tree, for agents that record no URL. In costs, requests; else sessions
	// with any such part.
	Repositories []string
	// Only what any of these versions of the agent recorded; 2.1 stands for all that begin with
	// 2.1. too. In costs, requests; else sessions with any such part.
	AgentVersions []string
	// Only sessions of this origin; - for those without one. A session of several origins counts
	// for the copy that a list shows.
	Origin string
	// The greatest number of tools, of models and of files returned, 0 for all; the others are
	// added up. Default: 20.
	Limit int64
	// Count the messages of all branches, not only those of the current one.
	AllBranches bool
	// Fail on any unreadable session instead of reporting a diagnostic.
	Strict bool
}

// Stats counts what the matching sessions did: the tools that they called and how often these
// failed, the models that answered, the files that were edited, and the hours and weekdays of their
// messages. It counts what sessions show: messages of the current branch, without those that a fork
// or a longer copy repeats. What subagents did counts for the session that started them, except its
// messages and times. since and until bound the time of each message, as in sessions.totalCost. It
// runs the operation sessions.stats.
//
// Errors: AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) Stats(ctx context.Context, options ...StatsOptions) (*SessionStats, error) {
	o := firstOf(options)
	request := session.StatsRequest{
		Agent:         string(o.Agent),
		Since:         fromTime(o.Since),
		Until:         fromTime(o.Until),
		CreatedSince:  fromTime(o.CreatedSince),
		CreatedUntil:  fromTime(o.CreatedUntil),
		Zone:          fromLocation(o.Zone),
		Model:         o.Model,
		Tags:          o.Tags,
		Cwd:           o.Cwd,
		Under:         o.Under,
		GitBranches:   o.GitBranches,
		Repositories:  o.Repositories,
		AgentVersions: o.AgentVersions,
		Origin:        o.Origin,
		Limit:         o.Limit,
		AllBranches:   o.AllBranches,
		Strict:        o.Strict,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsStats, &request, func(e *core.Engine) (*session.SessionStats, error) { return e.SessionsStats(request) }, toSessionStats, func(x *SessionStats) *Notes { return &x.Notes })
}

// TagOptions are the options of Sessions.Tag. The zero value holds the defaults.
type TagOptions struct {
	// The tags to add; a session has at most 100.
	Add []string
	// The tags to remove; the session need not have them.
	Remove []string
}

// Tag adds tags to a session and removes tags from it. They are kept in the store; the agent's own
// files do not change. Tags of the run index and of recordings cannot be removed. The tags of a
// session that is gone can be removed. It runs the operation sessions.tag.
//
// Errors: AGENT_NOT_FOUND, LIMIT_EXCEEDED, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
// INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Sessions) Tag(ctx context.Context, ref Ref, options ...TagOptions) (*SessionTags, error) {
	o := firstOf(options)
	request := session.TagRequest{
		UnifiedID: ref.unifiedID(),
		Ref:       ref.typed(),
		Add:       o.Add,
		Remove:    o.Remove,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsTag, &request, func(e *core.Engine) (*session.SessionTags, error) { return e.SessionsTag(request) }, toSessionTags, func(x *SessionTags) *Notes { return &x.Notes })
}

// Tags lists all tags, in byte order: those of sessions.tag, of the run index and of recordings. It
// runs the operation sessions.tags.
//
// Errors: UNSUPPORTED, TIMEOUT.
func (s *Sessions) Tags(ctx context.Context) (*List[TagCount], error) {
	request := session.TagsRequest{}
	return callList(ctx, s.h, rpc.OpSessionsTags, &request, func(e *core.Engine) ([]session.TagCount, error) { return e.SessionsTags(request) }, toTagCount)
}

// ViewOptions are the options of Sessions.View. The zero value holds the defaults.
type ViewOptions struct {
	// Show the branch that ends in this leaf id, one of those in branches. Default: the current
	// branch.
	Branch string
	// Return the turns after this one; next of the page before.
	After int64
	// The greatest number of turns returned, 1 to 1000. A page ends earlier when it has 4 MiB of
	// texts. Default: 50.
	Limit int64
	// Return this turn alone; the first one is 1.
	Turn int64
	// Return the turn that has the message of this number alone; the first message is 0.
	At *int64
	// What a text, a prompt, a patch and the input of a call keep at most. Default: 262144. Unit:
	// bytes.
	MaxText int64
	// What the output of a call keeps at most: its beginning and its end. Default: 16384. Unit:
	// bytes.
	MaxOutput int64
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// View returns what a person reads of a session, as data: turns with their texts, tool calls in one
// line each, edits as hunks, outputs without control sequences, costs, and where messages were
// compacted, rewound or left out. The answer is a page of turns; totals and outline are of the
// whole session. Long texts are cut, and omitted says by how much. It runs the operation
// sessions.view.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) View(ctx context.Context, ref Ref, options ...ViewOptions) (*SessionView, error) {
	o := firstOf(options)
	request := session.ViewRequest{
		UnifiedID: ref.unifiedID(),
		Ref:       ref.typed(),
		Branch:    o.Branch,
		After:     o.After,
		Limit:     o.Limit,
		Turn:      o.Turn,
		At:        o.At,
		MaxText:   o.MaxText,
		MaxOutput: o.MaxOutput,
		Strict:    o.Strict,
		Redact:    o.Redact,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsView, &request, func(e *core.Engine) (*session.SessionView, error) { return e.SessionsView(request) }, toSessionView, func(x *SessionView) *Notes { return &x.Notes })
}

// StoryOptions are the options of Sessions.Story. The zero value holds the defaults.
type StoryOptions struct {
	// Show the branch that ends in this leaf id, one of those in branches. Default: the current
	// branch.
	Branch string
	// Fail with PARSE_ERROR on any unreadable record.
	Strict bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// Story returns what happened in a session, step by step, as far as its records say: the prompts,
// the files that changed, the commands that failed and then passed, tests and commits. No model is
// asked. It runs the operation sessions.story.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Sessions) Story(ctx context.Context, ref Ref, options ...StoryOptions) (*SessionStory, error) {
	o := firstOf(options)
	request := session.StoryRequest{
		UnifiedID: ref.unifiedID(),
		Ref:       ref.typed(),
		Branch:    o.Branch,
		Strict:    o.Strict,
		Redact:    o.Redact,
	}
	return callNoted(ctx, s.h, rpc.OpSessionsStory, &request, func(e *core.Engine) (*session.SessionStory, error) { return e.SessionsStory(request) }, toSessionStory, func(x *SessionStory) *Notes { return &x.Notes })
}

// Attachments reads pictures and files of sessions. Its methods are safe for concurrent use.
type Attachments struct{ h *Heddle }

// AttachmentOptions are the options of Attachments.Get. The zero value holds the defaults.
type AttachmentOptions struct {
	// The attachment's id, from a message or a view; without it the request is INVALID_ARGUMENT.
	ID string
	// LIMIT_EXCEEDED when the attachment is larger. Default: 20971520. Unit: bytes.
	MaxBytes int64
	// Refuse with UNSUPPORTED: pictures are not redacted, so that its bytes are returned without
	// redact only.
	Redact bool
}

// Get returns the bytes of a picture or file of a session, where the agent's own files have them. A
// file that a session only names is never read: that is UNSUPPORTED. It runs the operation
// attachments.get.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, PARSE_ERROR, INVALID_ARGUMENT, LIMIT_EXCEEDED,
// UNSUPPORTED, TIMEOUT.
func (s *Attachments) Get(ctx context.Context, ref Ref, options ...AttachmentOptions) (*AttachmentData, error) {
	o := firstOf(options)
	request := session.AttachmentRequest{
		UnifiedID: ref.unifiedID(),
		Ref:       ref.typed(),
		ID:        o.ID,
		MaxBytes:  o.MaxBytes,
		Redact:    o.Redact,
	}
	return callObject(ctx, s.h, rpc.OpAttachmentsGet, &request, func(e *core.Engine) (*session.AttachmentData, error) { return e.AttachmentsGet(request) }, toAttachmentData)
}

// Edits says where the lines of files come from. Its methods are safe for concurrent use.
type Edits struct{ h *Heddle }

// FindEditsOptions are the options of Edits.Find. The zero value holds the defaults.
type FindEditsOptions struct {
	// For each line the latest time at which it may have been written, in RFC 3339, empty for none:
	// later edits, and edits without a time, are left out.
	Times []string
	// Only this agent's sessions. Default: all agents.
	Agent Agent
	// Fail on any unreadable session instead of reporting a diagnostic.
	Strict bool
}

// Find finds the edits of sessions that wrote lines of a file: those whose call has exactly the
// line, newest first. Edits that failed or were refused wrote nothing; those of subagents and of
// branches that were left count. What a later edit of the file removed, before the time by which
// the line was written, was written by none before it. The engine reads sessions alone, not the
// file and no repository. It runs the operation edits.find.
//
// paths: The file, under each name that it had: an absolute path, or the last components of one,
// such as src/parser.go; 1 to 100.
//
// lines: The lines, without their ends, at most 100,000.
//
// Errors: AGENT_NOT_FOUND, INVALID_ARGUMENT, UNSUPPORTED, TIMEOUT.
func (s *Edits) Find(ctx context.Context, paths []string, lines []string, options ...FindEditsOptions) (*FoundEdits, error) {
	o := firstOf(options)
	request := session.FindEditsRequest{
		Paths:  paths,
		Lines:  lines,
		Times:  o.Times,
		Agent:  string(o.Agent),
		Strict: o.Strict,
	}
	return callObject(ctx, s.h, rpc.OpEditsFind, &request, func(e *core.Engine) (*session.FoundEdits, error) { return e.EditsFind(request) }, toFoundEdits)
}

// Store keeps sessions of its own: recorded messages, forks, shares and summaries. Its methods are
// safe for concurrent use.
type Store struct{ h *Heddle }

// RegisterOptions are the options of Store.Register. The zero value holds the defaults.
type RegisterOptions struct {
	// The time at which the session began. Default: now.
	CreatedAt time.Time
	// The agent that runs the session, for example claude.
	Adapter string
	// The model.
	Model string
	// The working directory.
	CWD string
	// The time of the last update. Default: now.
	UpdatedAt time.Time
	// The greatest number of messages that the session accepts; 0 for no limit.
	MessageLimit *int64
	// The caller's own object, merged into the stored one; null removes a member. The members fork,
	// share, summary and view belong to the store.
	Extra JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Register creates a session. A session that exists does not change. It runs the operation
// store.register.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Register(ctx context.Context, sessionID string, options ...RegisterOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.RegisterRequest{
		SessionID:    sessionID,
		CreatedAt:    fromTime(o.CreatedAt),
		Adapter:      o.Adapter,
		Model:        o.Model,
		CWD:          o.CWD,
		UpdatedAt:    fromTime(o.UpdatedAt),
		MessageLimit: o.MessageLimit,
		Extra:        session.JSON(o.Extra),
		RequestID:    o.RequestID,
		Expect:       o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreRegister, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreRegister(request) }, toStoredSession)
}

// UpdateOptions are the options of Store.Update. The zero value holds the defaults.
type UpdateOptions struct {
	// The agent that runs the session, for example claude.
	Adapter string
	// The model.
	Model string
	// The working directory.
	CWD string
	// The time of the last update. Default: now.
	UpdatedAt time.Time
	// The greatest number of messages that the session accepts; 0 for no limit.
	MessageLimit *int64
	// The caller's own object, merged into the stored one; null removes a member. The members fork,
	// share, summary and view belong to the store.
	Extra JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Update merges metadata into that of a session. The session is created if it does not exist. It
// runs the operation store.update.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Update(ctx context.Context, sessionID string, options ...UpdateOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.UpdateRequest{
		SessionID:    sessionID,
		Adapter:      o.Adapter,
		Model:        o.Model,
		CWD:          o.CWD,
		UpdatedAt:    fromTime(o.UpdatedAt),
		MessageLimit: o.MessageLimit,
		Extra:        session.JSON(o.Extra),
		RequestID:    o.RequestID,
		Expect:       o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreUpdate, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreUpdate(request) }, toStoredSession)
}

// ChangeOptions are the options of methods such as Store.RecordMessages and Store.Delete. The zero
// value holds the defaults.
type ChangeOptions struct {
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// RecordMessages appends messages to a session, all of them or none. The session is created if it
// does not exist; its model is updated from the messages. It runs the operation store.record.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// messages: Objects with a type, stored unchanged in canonical form; docs/messages.md lists the
// types.
//
// Errors: MESSAGE_LIMIT_REACHED, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) RecordMessages(ctx context.Context, sessionID string, messages []JSON, options ...ChangeOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.RecordRequest{
		SessionID: sessionID,
		Messages:  fromJSONs(messages),
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreRecord, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreRecord(request) }, toStoredSession)
}

// ReadOptions are the options of methods such as Store.Get and Store.GetShare. The zero value holds
// the defaults.
type ReadOptions struct {
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// Get returns a session's metadata. It runs the operation store.get.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Get(ctx context.Context, sessionID string, options ...ReadOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.StoreRead{
		SessionID: sessionID,
		At:        o.At,
	}
	return callObject(ctx, s.h, rpc.OpStoreGet, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreGet(request) }, toStoredSession)
}

// StoreListOptions are the options of Store.List and Store.NativeSessions. The zero value holds the
// defaults.
type StoreListOptions struct {
	// Only sessions of this agent.
	Adapter string
	// Only sessions of this working directory.
	CWD string
	// Only sessions of this model.
	Model string
	// Only sessions of this origin; - for those without one.
	Origin string
	// Only sessions updated at or after this time.
	Since time.Time
	// The time zone of bare dates, of groups by day and of times without a zone. Default: UTC.
	Zone *time.Location
	// The greatest number of sessions returned. Default: all.
	Limit int64
}

// List lists the sessions of the store, last updated first, then by id. It runs the operation
// store.list.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) List(ctx context.Context, options ...StoreListOptions) (*List[StoredSession], error) {
	o := firstOf(options)
	request := session.StoreListRequest{
		Adapter: o.Adapter,
		CWD:     o.CWD,
		Model:   o.Model,
		Origin:  o.Origin,
		Since:   fromTime(o.Since),
		Zone:    fromLocation(o.Zone),
		Limit:   o.Limit,
	}
	return callList(ctx, s.h, rpc.OpStoreList, &request, func(e *core.Engine) ([]session.StoredSession, error) { return e.StoreList(request) }, toStoredSession)
}

// StoreMessagesOptions are the options of Store.Messages. The zero value holds the defaults.
type StoreMessagesOptions struct {
	// The greatest number of messages returned. Default: all.
	Limit int64
	// Skip this many of the matching messages.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Include messages that a revert or rollback hides.
	IncludeHidden bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// Messages returns a session's messages in the order in which they were recorded. It runs the
// operation store.messages.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Messages(ctx context.Context, sessionID string, options ...StoreMessagesOptions) (*List[JSON], error) {
	o := firstOf(options)
	request := session.StoreMessagesRequest{
		SessionID:     sessionID,
		Limit:         o.Limit,
		Offset:        o.Offset,
		Types:         o.Types,
		IncludeHidden: o.IncludeHidden,
		Redact:        o.Redact,
		At:            o.At,
	}
	return callList(ctx, s.h, rpc.OpStoreMessages, &request, func(e *core.Engine) ([]session.JSON, error) { return e.StoreMessages(request) }, toJSON)
}

// MessageCount counts the messages recorded in a session, including hidden ones; 0 for a session
// that does not exist. It runs the operation store.messageCount.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) MessageCount(ctx context.Context, sessionID string) (int64, error) {
	request := session.StoreName{
		SessionID: sessionID,
	}
	return callValue(ctx, s.h, rpc.OpStoreMessageCount, &request, func(e *core.Engine) (int64, error) { return e.StoreMessageCount(request) }, same[int64])
}

// SessionCount counts the sessions of the store. It runs the operation store.sessionCount.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) SessionCount(ctx context.Context) (int64, error) {
	request := session.StoreRequest{}
	return callValue(ctx, s.h, rpc.OpStoreSessionCount, &request, func(e *core.Engine) (int64, error) { return e.StoreSessionCount(request) }, same[int64])
}

// Delete deletes a session with its threads. A session that does not exist is ignored. Forks keep
// the messages that they show. It runs the operation store.delete.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Delete(ctx context.Context, sessionID string, options ...ChangeOptions) error {
	o := firstOf(options)
	request := session.StoreChange{
		SessionID: sessionID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callNothing(ctx, s.h, rpc.OpStoreDelete, &request, func(e *core.Engine) error { return e.StoreDelete(request) })
}

// Clear deletes all sessions and returns their number. It runs the operation store.clear.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Clear(ctx context.Context) (int64, error) {
	request := session.StoreRequest{}
	return callValue(ctx, s.h, rpc.OpStoreClear, &request, func(e *core.Engine) (int64, error) { return e.StoreClear(request) }, same[int64])
}

// StoreForkOptions are the options of Store.Fork. The zero value holds the defaults.
type StoreForkOptions struct {
	// The id of the fork. Default: a new one.
	NewSessionID string
	// true keeps hidden messages hidden; false omits them. Default: true.
	IncludeHidden *bool
	// An object that is merged into the copied extra.
	Extra JSON
	// Read the session as it was at this position of its log. Default: now.
	At int64
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Fork creates a session that begins with the messages and metadata of another session. The
// messages are referenced, not copied, for any number of them; an active share is not inherited. It
// runs the operation store.fork.
//
// sessionID: The session to fork.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Fork(ctx context.Context, sessionID string, options ...StoreForkOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.StoreForkRequest{
		SessionID:     sessionID,
		NewSessionID:  o.NewSessionID,
		IncludeHidden: o.IncludeHidden,
		Extra:         session.JSON(o.Extra),
		At:            o.At,
		RequestID:     o.RequestID,
		Expect:        o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreFork, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreFork(request) }, toStoredSession)
}

// ShareOptions are the options of Store.Share. The zero value holds the defaults.
type ShareOptions struct {
	// The id of the share. Default: a new one.
	ShareID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Share creates a share of a session, replacing an active one. It runs the operation store.share.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Share(ctx context.Context, sessionID string, options ...ShareOptions) (*StoredShare, error) {
	o := firstOf(options)
	request := session.ShareRequest{
		SessionID: sessionID,
		ShareID:   o.ShareID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreShare, &request, func(e *core.Engine) (*session.StoredShare, error) { return e.StoreShare(request) }, toStoredShare)
}

// GetShare returns a session's share, active or revoked; nil when the session was never shared. It
// runs the operation store.getShare.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) GetShare(ctx context.Context, sessionID string, options ...ReadOptions) (*StoredShare, error) {
	o := firstOf(options)
	request := session.StoreRead{
		SessionID: sessionID,
		At:        o.At,
	}
	return callObject(ctx, s.h, rpc.OpStoreGetShare, &request, func(e *core.Engine) (*session.StoredShare, error) { return e.StoreGetShare(request) }, toStoredShare)
}

// Unshare revokes the active share. Without an active share nothing changes. It runs the operation
// store.unshare.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Unshare(ctx context.Context, sessionID string, options ...ChangeOptions) error {
	o := firstOf(options)
	request := session.StoreChange{
		SessionID: sessionID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callNothing(ctx, s.h, rpc.OpStoreUnshare, &request, func(e *core.Engine) error { return e.StoreUnshare(request) })
}

// RevertOptions are the options of Store.Revert. The zero value holds the defaults.
type RevertOptions struct {
	// Show exactly this many of the first recorded messages; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden.
	UUID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Revert hides everything after a position, which exactly one of VisibleMessageCount, MessageID and
// uuid selects. Messages before it become visible again, and messages recorded later are visible;
// nothing is removed. It runs the operation store.revert.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: INVALID_SELECTOR, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Revert(ctx context.Context, sessionID string, options ...RevertOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.RevertRequest{
		SessionID:           sessionID,
		VisibleMessageCount: o.VisibleMessageCount,
		MessageID:           o.MessageID,
		UUID:                o.UUID,
		RequestID:           o.RequestID,
		Expect:              o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreRevert, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreRevert(request) }, toStoredSession)
}

// Unrevert shows all messages of a session again. It runs the operation store.unrevert.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Unrevert(ctx context.Context, sessionID string, options ...ChangeOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.StoreChange{
		SessionID: sessionID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreUnrevert, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreUnrevert(request) }, toStoredSession)
}

// SummarizeOptions are the options of Store.Summarize. The zero value holds the defaults.
type SummarizeOptions struct {
	// The summary's text. Default: derived.
	Content string
	// Another name for content, which has precedence.
	Summary string
	// The summary's author. Default: heddle.
	GeneratedBy string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Summarize stores a summary: the text given, else one that quotes the user's first message and the
// agent's latest output. It runs the operation store.summarize.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Summarize(ctx context.Context, sessionID string, options ...SummarizeOptions) (*StoredSummary, error) {
	o := firstOf(options)
	request := session.SummarizeRequest{
		SessionID:   sessionID,
		Content:     o.Content,
		Summary:     o.Summary,
		GeneratedBy: o.GeneratedBy,
		RequestID:   o.RequestID,
		Expect:      o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreSummarize, &request, func(e *core.Engine) (*session.StoredSummary, error) { return e.StoreSummarize(request) }, toStoredSummary)
}

// GetSummary returns the stored summary; nil when the session has no summary. It runs the operation
// store.getSummary.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) GetSummary(ctx context.Context, sessionID string, options ...ReadOptions) (*StoredSummary, error) {
	o := firstOf(options)
	request := session.StoreRead{
		SessionID: sessionID,
		At:        o.At,
	}
	return callObject(ctx, s.h, rpc.OpStoreGetSummary, &request, func(e *core.Engine) (*session.StoredSummary, error) { return e.StoreGetSummary(request) }, toStoredSummary)
}

// StoreExportOptions are the options of Store.Export. The zero value holds the defaults.
type StoreExportOptions struct {
	// Read the session as it was at this position of its log. Default: now.
	At int64
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// Export returns a session as a snapshot of version 1, in canonical JSON: metadata, all messages
// including hidden ones, and threads. It runs the operation store.export.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Export(ctx context.Context, sessionID string, options ...StoreExportOptions) (*Text, error) {
	o := firstOf(options)
	request := session.StoreExportRequest{
		SessionID: sessionID,
		At:        o.At,
		Redact:    o.Redact,
	}
	return callText(ctx, s.h, rpc.OpStoreExport, &request, func(e *core.Engine) ([]byte, error) { return e.StoreExport(request) })
}

// StoreImportOptions are the options of Store.Import. The zero value holds the defaults.
type StoreImportOptions struct {
	// Instead of snapshot: the snapshot compressed with zstd, in base64. UNSUPPORTED if the host
	// cannot decompress it.
	Compressed string
	// The id of the session. Default: the snapshot's.
	SessionID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Import creates a session from a snapshot. An exported session is restored as it was, with fresh
// sequence numbers. Snapshots with snake_case names and times in milliseconds are accepted as well.
// It runs the operation store.import.
//
// snapshot: The snapshot.
//
// Errors: INVALID_EXPORT_FORMAT, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Import(ctx context.Context, snapshot JSON, options ...StoreImportOptions) (*StoredSession, error) {
	o := firstOf(options)
	request := session.StoreImportRequest{
		Snapshot:   session.JSON(snapshot),
		Compressed: o.Compressed,
		SessionID:  o.SessionID,
		RequestID:  o.RequestID,
		Expect:     o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpStoreImport, &request, func(e *core.Engine) (*session.StoredSession, error) { return e.StoreImport(request) }, toStoredSession)
}

// EventsOptions are the options of Store.Events. The zero value holds the defaults.
type EventsOptions struct {
	// Return events after this position: the next of the page before. Default: 0.
	After int64
	// The greatest number of events; a page of long events has fewer. Default: 256.
	Limit int64
}

// Events returns a page of a session's log, in order. A page without events is the current end of
// the log. It runs the operation store.events.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Events(ctx context.Context, sessionID string, options ...EventsOptions) (*StoreEvents, error) {
	o := firstOf(options)
	request := session.EventsRequest{
		SessionID: sessionID,
		After:     o.After,
		Limit:     o.Limit,
	}
	return callObject(ctx, s.h, rpc.OpStoreEvents, &request, func(e *core.Engine) (*session.StoreEvents, error) { return e.StoreEvents(request) }, toStoreEvents)
}

// Check verifies the store: the file, every checksum and sequence number, that every session can be
// read, and that everything that forks share exists. Returns the defects found; the list is empty
// for a store without defects. It runs the operation store.check.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Check(ctx context.Context) (*List[StoreProblem], error) {
	request := session.StoreRequest{}
	return callList(ctx, s.h, rpc.OpStoreCheck, &request, func(e *core.Engine) ([]session.StoreProblem, error) { return e.StoreCheck(request) }, toStoreProblem)
}

// Stats reports the size of the store. It runs the operation store.stats.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Stats(ctx context.Context) (*StoreStats, error) {
	request := session.StoreRequest{}
	return callObject(ctx, s.h, rpc.OpStoreStats, &request, func(e *core.Engine) (*session.StoreStats, error) { return e.StoreStats(request) }, toStoreStats)
}

// Compact frees the space of deleted sessions, except what a fork still shows. Nothing visible
// changes; positions before a deletion can no longer be read. It runs the operation store.compact.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Store) Compact(ctx context.Context) (*StoreCompacted, error) {
	request := session.StoreRequest{}
	return callObject(ctx, s.h, rpc.OpStoreCompact, &request, func(e *core.Engine) (*session.StoreCompacted, error) { return e.StoreCompact(request) }, toStoreCompacted)
}

// NativeSessions lists the sessions in the agents' own files, in the store's format; for an agent
// that keeps none, lists those of the store. It runs the operation store.nativeSessions.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
// TIMEOUT.
func (s *Store) NativeSessions(ctx context.Context, options ...StoreListOptions) (*List[StoredSession], error) {
	o := firstOf(options)
	request := session.StoreListRequest{
		Adapter: o.Adapter,
		CWD:     o.CWD,
		Model:   o.Model,
		Origin:  o.Origin,
		Since:   fromTime(o.Since),
		Zone:    fromLocation(o.Zone),
		Limit:   o.Limit,
	}
	return callList(ctx, s.h, rpc.OpStoreNativeSessions, &request, func(e *core.Engine) ([]session.StoredSession, error) { return e.StoreNativeSessions(request) }, toStoredSession)
}

// NativeMessagesOptions are the options of Store.NativeMessages. The zero value holds the defaults.
type NativeMessagesOptions struct {
	// The session's agent. Default: the stored session's, else all.
	Adapter string
	// The greatest number of messages returned. Default: all.
	Limit int64
	// Skip this many of the matching messages.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Include messages that a revert or rollback hides.
	IncludeHidden bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
}

// NativeMessages returns the messages of a session from the agent's own files, in the store's
// format; when the agent keeps none, returns those of the store. It runs the operation
// store.nativeMessages.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: AGENT_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR,
// TIMEOUT.
func (s *Store) NativeMessages(ctx context.Context, sessionID string, options ...NativeMessagesOptions) (*List[JSON], error) {
	o := firstOf(options)
	request := session.NativeMessagesRequest{
		SessionID:     sessionID,
		Adapter:       o.Adapter,
		Limit:         o.Limit,
		Offset:        o.Offset,
		Types:         o.Types,
		IncludeHidden: o.IncludeHidden,
		Redact:        o.Redact,
	}
	return callList(ctx, s.h, rpc.OpStoreNativeMessages, &request, func(e *core.Engine) ([]session.JSON, error) { return e.StoreNativeMessages(request) }, toJSON)
}

// Threads keeps several conversations in one stored session. Its methods are safe for concurrent
// use.
type Threads struct{ h *Heddle }

// ThreadStartOptions are the options of Threads.Start. The zero value holds the defaults.
type ThreadStartOptions struct {
	// The thread's id. Default: a new one.
	ThreadID string
	// The thread's name. Default: the thread's id.
	Name string
	// The thread's parent, for lineage only. For a fork, by default the source.
	ParentThreadID string
	// The caller's own metadata, an object.
	Metadata JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Start creates a thread and makes it the active one. The session is created if it does not exist.
// It runs the operation threads.start.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Start(ctx context.Context, sessionID string, options ...ThreadStartOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadStartRequest{
		SessionID:      sessionID,
		ThreadID:       o.ThreadID,
		Name:           o.Name,
		ParentThreadID: o.ParentThreadID,
		Metadata:       session.JSON(o.Metadata),
		RequestID:      o.RequestID,
		Expect:         o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsStart, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsStart(request) }, toStoredThread)
}

// List lists a session's threads, last updated first, then by id; the list is empty for a session
// that does not exist. It runs the operation threads.list.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) List(ctx context.Context, sessionID string, options ...ReadOptions) (*List[StoredThread], error) {
	o := firstOf(options)
	request := session.StoreRead{
		SessionID: sessionID,
		At:        o.At,
	}
	return callList(ctx, s.h, rpc.OpThreadsList, &request, func(e *core.Engine) ([]session.StoredThread, error) { return e.ThreadsList(request) }, toStoredThread)
}

// ThreadsLoadedOptions are the options of Threads.Loaded. The zero value holds the defaults.
type ThreadsLoadedOptions struct {
	// false omits archived threads. Default: true.
	IncludeArchived *bool
	// Only this thread.
	ThreadID string
	// Only threads of this status.
	Status ThreadStatus
	// The greatest number of threads returned. Default: all.
	Limit int64
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// Loaded lists a session's threads with filters, and returns the active thread's id. It runs the
// operation threads.loaded.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Loaded(ctx context.Context, sessionID string, options ...ThreadsLoadedOptions) (*LoadedThreads, error) {
	o := firstOf(options)
	request := session.ThreadsLoadedRequest{
		SessionID:       sessionID,
		IncludeArchived: o.IncludeArchived,
		ThreadID:        o.ThreadID,
		Status:          o.Status,
		Limit:           o.Limit,
		At:              o.At,
	}
	return callObject(ctx, s.h, rpc.OpThreadsLoaded, &request, func(e *core.Engine) (*session.LoadedThreads, error) { return e.ThreadsLoaded(request) }, toLoadedThreads)
}

// Get returns a thread's metadata. It runs the operation threads.get.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
// IO_ERROR, TIMEOUT.
func (s *Threads) Get(ctx context.Context, sessionID string, threadID string, options ...ReadOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadRead{
		SessionID: sessionID,
		ThreadID:  threadID,
		At:        o.At,
	}
	return callObject(ctx, s.h, rpc.OpThreadsGet, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsGet(request) }, toStoredThread)
}

// ThreadReadOptions are the options of Threads.Read. The zero value holds the defaults.
type ThreadReadOptions struct {
	// Also return its visible messages.
	IncludeMessages bool
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// Read returns a thread and, on request, the messages that it shows. It runs the operation
// threads.read.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
// IO_ERROR, TIMEOUT.
func (s *Threads) Read(ctx context.Context, sessionID string, threadID string, options ...ThreadReadOptions) (*ThreadContent, error) {
	o := firstOf(options)
	request := session.ThreadReadRequest{
		SessionID:       sessionID,
		ThreadID:        threadID,
		IncludeMessages: o.IncludeMessages,
		At:              o.At,
	}
	return callObject(ctx, s.h, rpc.OpThreadsRead, &request, func(e *core.Engine) (*session.ThreadContent, error) { return e.ThreadsRead(request) }, toThreadContent)
}

// ThreadMessagesOptions are the options of Threads.Messages. The zero value holds the defaults.
type ThreadMessagesOptions struct {
	// The greatest number of messages returned. Default: all.
	Limit int64
	// Skip this many of the matching messages.
	Offset int64
	// Only messages of these types. Default: all.
	Types []string
	// Include messages that a revert or rollback hides.
	IncludeHidden bool
	// Replace secrets, home folders and e-mail addresses in all texts: secrets by [redacted:RULE],
	// addresses by [redacted:email], home folders by ~. Ids stay.
	Redact bool
	// Read the session as it was at this position of its log. Default: now.
	At int64
}

// Messages returns a thread's messages in the order in which they were recorded, each with the
// thread's id. It runs the operation threads.messages.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED,
// IO_ERROR, TIMEOUT.
func (s *Threads) Messages(ctx context.Context, sessionID string, threadID string, options ...ThreadMessagesOptions) (*List[JSON], error) {
	o := firstOf(options)
	request := session.ThreadMessagesRequest{
		SessionID:     sessionID,
		ThreadID:      threadID,
		Limit:         o.Limit,
		Offset:        o.Offset,
		Types:         o.Types,
		IncludeHidden: o.IncludeHidden,
		Redact:        o.Redact,
		At:            o.At,
	}
	return callList(ctx, s.h, rpc.OpThreadsMessages, &request, func(e *core.Engine) ([]session.JSON, error) { return e.ThreadsMessages(request) }, toJSON)
}

// Record appends messages to a thread, and thereby to its session, all of them or none. It runs the
// operation threads.record.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// messages: Objects with a type, stored unchanged in canonical form; docs/messages.md lists the
// types.
//
// Errors: MESSAGE_LIMIT_REACHED, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
// INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Record(ctx context.Context, sessionID string, threadID string, messages []JSON, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadRecordRequest{
		SessionID: sessionID,
		ThreadID:  threadID,
		Messages:  fromJSONs(messages),
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsRecord, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsRecord(request) }, toStoredThread)
}

// Resume sets a thread's status to active and makes it the session's active thread. It runs the
// operation threads.resume.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Resume(ctx context.Context, sessionID string, threadID string, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadChange{
		SessionID: sessionID,
		ThreadID:  threadID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsResume, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsResume(request) }, toStoredThread)
}

// ThreadForkOptions are the options of Threads.Fork. The zero value holds the defaults.
type ThreadForkOptions struct {
	// The id of the fork. Default: a new one.
	NewThreadID string
	// The thread's name. Default: the thread's id.
	Name string
	// The thread's parent, for lineage only. For a fork, by default the source.
	ParentThreadID string
	// The caller's own metadata, an object.
	Metadata JSON
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Fork creates a thread that begins with the messages that another thread shows. The session's own
// history and message count do not change. It runs the operation threads.fork.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread to fork.
//
// Errors: MESSAGE_LIMIT_REACHED, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
// INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Fork(ctx context.Context, sessionID string, threadID string, options ...ThreadForkOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadForkRequest{
		SessionID:      sessionID,
		ThreadID:       threadID,
		NewThreadID:    o.NewThreadID,
		Name:           o.Name,
		ParentThreadID: o.ParentThreadID,
		Metadata:       session.JSON(o.Metadata),
		RequestID:      o.RequestID,
		Expect:         o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsFork, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsFork(request) }, toStoredThread)
}

// ThreadRollbackOptions are the options of Threads.Rollback. The zero value holds the defaults.
type ThreadRollbackOptions struct {
	// Hide this many visible messages from the end and change nothing else.
	Count *int64
	// Show exactly this many of the first recorded messages; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden.
	UUID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Rollback sets the boundary of what a thread shows, which exactly one member selects: everything
// before it is shown, including what earlier rollbacks hid, and everything after it is hidden;
// count only hides. What the session hides stays hidden, and messages recorded later are visible.
// It runs the operation threads.rollback.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: INVALID_SELECTOR, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
// INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Rollback(ctx context.Context, sessionID string, threadID string, options ...ThreadRollbackOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadRollbackRequest{
		SessionID:           sessionID,
		ThreadID:            threadID,
		Count:               o.Count,
		VisibleMessageCount: o.VisibleMessageCount,
		MessageID:           o.MessageID,
		UUID:                o.UUID,
		RequestID:           o.RequestID,
		Expect:              o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsRollback, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsRollback(request) }, toStoredThread)
}

// ThreadCompactOptions are the options of Threads.Compact. The zero value holds the defaults.
type ThreadCompactOptions struct {
	// The thread to roll back. Default: the active thread.
	ThreadID string
	// Hide this many visible messages from the end and change nothing else.
	Count *int64
	// The boundary as an object with one of count, VisibleMessageCount, MessageID and uuid, instead
	// of these members.
	Selector JSON
	// Show exactly this many of the first recorded messages; all when there are fewer.
	VisibleMessageCount *int64
	// Show everything up to the last message with this id, which may be hidden.
	MessageID string
	// Show everything up to the last message with this uuid, which may be hidden.
	UUID string
	// A UUID that makes the change idempotent: a repeated request with it changes nothing and
	// returns the first result. Default: a new one.
	RequestID string
	// Fail with CONFLICT unless the session is at this position; 0: unless it never existed.
	// Default: any.
	Expect *int64
}

// Compact rolls back a thread like threads.rollback: by default the active thread, and by default
// to nothing. It runs the operation threads.compact.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: INVALID_SELECTOR, THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND,
// INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Compact(ctx context.Context, sessionID string, options ...ThreadCompactOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadCompactRequest{
		SessionID:           sessionID,
		ThreadID:            o.ThreadID,
		Count:               o.Count,
		Selector:            session.JSON(o.Selector),
		VisibleMessageCount: o.VisibleMessageCount,
		MessageID:           o.MessageID,
		UUID:                o.UUID,
		RequestID:           o.RequestID,
		Expect:              o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsCompact, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsCompact(request) }, toStoredThread)
}

// Archive archives a thread and deactivates it. It runs the operation threads.archive.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Archive(ctx context.Context, sessionID string, threadID string, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadChange{
		SessionID: sessionID,
		ThreadID:  threadID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsArchive, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsArchive(request) }, toStoredThread)
}

// Unarchive sets an archived thread's status to active. It runs the operation threads.unarchive.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Unarchive(ctx context.Context, sessionID string, threadID string, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadChange{
		SessionID: sessionID,
		ThreadID:  threadID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsUnarchive, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsUnarchive(request) }, toStoredThread)
}

// Rename sets a thread's name. It runs the operation threads.rename.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// name: The new name.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Rename(ctx context.Context, sessionID string, threadID string, name string, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadRenameRequest{
		SessionID: sessionID,
		ThreadID:  threadID,
		Name:      name,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsRename, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsRename(request) }, toStoredThread)
}

// UpdateMetadata merges members into a thread's metadata; null removes a member. It runs the
// operation threads.updateMetadata.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// metadata: The members, an object; null removes a member.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) UpdateMetadata(ctx context.Context, sessionID string, threadID string, metadata JSON, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadMetadataRequest{
		SessionID: sessionID,
		ThreadID:  threadID,
		Metadata:  session.JSON(metadata),
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsUpdateMetadata, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsUpdateMetadata(request) }, toStoredThread)
}

// SetStatus sets a thread's status to active, paused or completed. The session's active thread does
// not change. It runs the operation threads.setStatus.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// status: The new status: active, paused or completed.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) SetStatus(ctx context.Context, sessionID string, threadID string, status string, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadStatusRequest{
		SessionID: sessionID,
		ThreadID:  threadID,
		Status:    status,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsSetStatus, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsSetStatus(request) }, toStoredThread)
}

// Delete deletes a thread. Its messages stay in the session's history, and its forks keep theirs.
// It runs the operation threads.delete.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Delete(ctx context.Context, sessionID string, threadID string, options ...ChangeOptions) error {
	o := firstOf(options)
	request := session.ThreadChange{
		SessionID: sessionID,
		ThreadID:  threadID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callNothing(ctx, s.h, rpc.OpThreadsDelete, &request, func(e *core.Engine) error { return e.ThreadsDelete(request) })
}

// SetActive makes a thread the session's active one, replacing any other. An archived thread cannot
// be activated. It runs the operation threads.setActive.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) SetActive(ctx context.Context, sessionID string, threadID string, options ...ChangeOptions) error {
	o := firstOf(options)
	request := session.ThreadChange{
		SessionID: sessionID,
		ThreadID:  threadID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callNothing(ctx, s.h, rpc.OpThreadsSetActive, &request, func(e *core.Engine) error { return e.ThreadsSetActive(request) })
}

// Active returns the id of a session's active thread; empty when it has none. It runs the operation
// threads.active.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Active(ctx context.Context, sessionID string, options ...ReadOptions) (string, error) {
	o := firstOf(options)
	request := session.StoreRead{
		SessionID: sessionID,
		At:        o.At,
	}
	return callValue(ctx, s.h, rpc.OpThreadsActive, &request, func(e *core.Engine) (string, error) { return e.ThreadsActive(request) }, same[string])
}

// ClearActive deactivates a session's active thread. It runs the operation threads.clearActive.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) ClearActive(ctx context.Context, sessionID string, options ...ChangeOptions) error {
	o := firstOf(options)
	request := session.StoreChange{
		SessionID: sessionID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callNothing(ctx, s.h, rpc.OpThreadsClearActive, &request, func(e *core.Engine) error { return e.ThreadsClearActive(request) })
}

// Unsubscribe deactivates the thread if it is active. It runs the operation threads.unsubscribe.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Unsubscribe(ctx context.Context, sessionID string, threadID string, options ...ChangeOptions) (*ThreadUnsubscribed, error) {
	o := firstOf(options)
	request := session.ThreadChange{
		SessionID: sessionID,
		ThreadID:  threadID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsUnsubscribe, &request, func(e *core.Engine) (*session.ThreadUnsubscribed, error) { return e.ThreadsUnsubscribe(request) }, toThreadUnsubscribed)
}

// Count counts a session's threads; 0 for a session that does not exist. It runs the operation
// threads.count.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// Errors: SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Count(ctx context.Context, sessionID string) (int64, error) {
	request := session.StoreName{
		SessionID: sessionID,
	}
	return callValue(ctx, s.h, rpc.OpThreadsCount, &request, func(e *core.Engine) (int64, error) { return e.ThreadsCount(request) }, same[int64])
}

// Clear deletes all threads of all sessions and returns their number. It runs the operation
// threads.clear.
//
// Errors: CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT, PARSE_ERROR,
// UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Clear(ctx context.Context) (int64, error) {
	request := session.StoreRequest{}
	return callValue(ctx, s.h, rpc.OpThreadsClear, &request, func(e *core.Engine) (int64, error) { return e.ThreadsClear(request) }, same[int64])
}

// Unrollback shows everything that rollbacks of a thread hid. What the session hides stays hidden.
// It runs the operation threads.unrollback.
//
// sessionID: The session, at most 1,024 bytes of UTF-8.
//
// threadID: The thread.
//
// Errors: THREAD_NOT_FOUND, CONFLICT, PERMISSION_DENIED, SESSION_NOT_FOUND, INVALID_ARGUMENT,
// PARSE_ERROR, UNSUPPORTED, IO_ERROR, TIMEOUT.
func (s *Threads) Unrollback(ctx context.Context, sessionID string, threadID string, options ...ChangeOptions) (*StoredThread, error) {
	o := firstOf(options)
	request := session.ThreadChange{
		SessionID: sessionID,
		ThreadID:  threadID,
		RequestID: o.RequestID,
		Expect:    o.Expect,
	}
	return callObject(ctx, s.h, rpc.OpThreadsUnrollback, &request, func(e *core.Engine) (*session.StoredThread, error) { return e.ThreadsUnrollback(request) }, toStoredThread)
}

// Messages translates what agents print into messages. Its methods are safe for concurrent use.
type Messages struct{ h *Heddle }

// Normalize converts one record that an agent prints to a message, without the records before it:
// camelCase names, the text of nested content as content, the category of an error. A record that
// is unknown, or is not a message of its own, becomes a message of type raw, with the original in
// raw. Pure. It runs the operation messages.normalize.
//
// message: The record, an object.
//
// Errors: INVALID_ARGUMENT.
func (s *Messages) Normalize(ctx context.Context, message JSON) (JSON, error) {
	request := session.NormalizeRequest{
		Message: session.JSON(message),
	}
	return callValue(ctx, s.h, rpc.OpMessagesNormalize, &request, func(e *core.Engine) (session.JSON, error) { return e.MessagesNormalize(request) }, toJSONValue)
}

// ParseStopReason converts an agent's stop reason to end_turn, max_tokens, stop_sequence, refusal,
// tool_use_stop or unknown_stop. Pure. It runs the operation messages.parseStopReason.
//
// value: The value as an agent writes it.
func (s *Messages) ParseStopReason(ctx context.Context, value string) (string, error) {
	request := session.ParseRequest{
		Value: value,
	}
	return callValue(ctx, s.h, rpc.OpMessagesParseStopReason, &request, func(e *core.Engine) (string, error) { return e.MessagesParseStopReason(request) }, same[string])
}

// ParsePermissionMode converts a permission mode, in either spelling, to default, accept_edits,
// bypass_permissions, plan or dont_ask; any other value is default. Pure. It runs the operation
// messages.parsePermissionMode.
//
// value: The value as an agent writes it.
func (s *Messages) ParsePermissionMode(ctx context.Context, value string) (string, error) {
	request := session.ParseRequest{
		Value: value,
	}
	return callValue(ctx, s.h, rpc.OpMessagesParsePermissionMode, &request, func(e *core.Engine) (string, error) { return e.MessagesParsePermissionMode(request) }, same[string])
}

// MakeRequestID generates an id for a request. It runs the operation messages.makeRequestId.
func (s *Messages) MakeRequestID(ctx context.Context) (string, error) {
	request := session.StoreRequest{}
	return callValue(ctx, s.h, rpc.OpMessagesMakeRequestID, &request, func(e *core.Engine) (string, error) { return e.MessagesMakeRequestID(request) }, same[string])
}

// NormalizeText converts everything that a process printed to messages: JSON Lines, JSON or
// server-sent events of Claude Code, Codex (exec and app-server), Gemini, Copilot, OpenCode, pi,
// omp, OpenClaw or an agent that speaks the Agent Client Protocol, recognized record by record.
// Deltas are merged, and a message that is printed twice counts once. Parts that cannot be read are
// reported with line and offset, and the rest is read. Pure. It runs the operation
// messages.normalizeText.
//
// text: The whole output: JSON Lines, JSON or server-sent events.
//
// Errors: INVALID_ARGUMENT.
func (s *Messages) NormalizeText(ctx context.Context, text string) (*List[JSON], error) {
	request := session.NormalizeTextRequest{
		Text: text,
	}
	return callList(ctx, s.h, rpc.OpMessagesNormalizeText, &request, func(e *core.Engine) ([]session.JSON, error) { return e.MessagesNormalizeText(request) }, toJSON)
}

// IDs joins and splits session ids. Its methods are safe for concurrent use.
type IDs struct{ h *Heddle }

// ResolveUnifiedID joins an agent's name and a native session id into a unified id. Pure: it reads
// nothing, and the session need not exist. It runs the operation ids.resolveUnifiedId.
//
// agent: A known agent's name, for example claude.
//
// nativeSessionID: The agent's own session id; it may contain colons.
//
// Errors: AGENT_NOT_FOUND, INVALID_ARGUMENT.
func (s *IDs) ResolveUnifiedID(ctx context.Context, agent Agent, nativeSessionID string) (string, error) {
	request := session.ResolveUnifiedIDRequest{
		Agent:           string(agent),
		NativeSessionID: nativeSessionID,
	}
	return callValue(ctx, s.h, rpc.OpIDsResolveUnifiedID, &request, func(e *core.Engine) (string, error) { return e.IDsResolveUnifiedID(request) }, same[string])
}

// ResolveNativeID splits a unified id at its first colon. Returns nil when there is no colon or the
// agent is unknown. Pure. It runs the operation ids.resolveNativeId.
//
// unifiedID: agent:NativeSessionID.
func (s *IDs) ResolveNativeID(ctx context.Context, unifiedID string) (*NativeID, error) {
	request := session.ResolveNativeIDRequest{
		UnifiedID: unifiedID,
	}
	return callObject(ctx, s.h, rpc.OpIDsResolveNativeID, &request, func(e *core.Engine) (*session.NativeID, error) { return e.IDsResolveNativeID(request) }, toNativeID)
}
