// Code generated from core/rpc/schema by `make generate`. DO NOT EDIT.

package rpc

import (
	"github.com/heddle-dev/heddle/core/catalog"
)

// Op is the number of an operation in the wasm ABI.
type Op uint32

// The operations.
const (
	OpVersion             Op = 1  // The engine's version, the ABI's version and the date of the price table.
	OpIdsResolveUnifiedId Op = 2  // Joins an agent and its native session id into a unified id. Pure: nothing is read, the session need not exist.
	OpIdsResolveNativeId  Op = 3  // Splits a unified id at its first colon. Null when there is no colon or the agent is unknown. Pure.
	OpAgentsList          Op = 4  // Every supported agent: whether sessions of it were found, in which mount, and how many.
	OpSessionsList        Op = 5  // Summaries of one agent's sessions, or of all agents' when agent is left out. Nothing found is an empty list. An agent that fails in an all-agents call is a diagnostic.
	OpSessionsGet         Op = 6  // One session with its messages. The header's report says what was skipped while reading.
	OpSessionsExport      Op = 7  // One session as text: json (the session, canonical, indented by 2), jsonl (a header line, then one message a line) or markdown.
	OpSessionsSearch      Op = 8  // Sessions whose title and visible text match, best first, each with where it matches. An unknown agent is an empty list, and so is no match. The header's page says how many matches there are in all.
	OpSessionsTotalCost   Op = 9  // Tokens and money of all matching sessions. A request that several sessions repeat (forks, resumes, copies) counts once, for the session created first.
	OpSessionsDiff        Op = 10 // What two sessions share and where they differ, message by message: a longest common subsequence on role and content. They may belong to different agents.
	OpSessionsRenderDiff  Op = 11 // The same comparison as text: unified, side by side or markdown.
	OpSessionsDoctor      Op = 12 // What reading every session file met: bytes, records, what was skipped and why, types this version does not know, format versions; and a summary by agent.
	OpSessionsCommand     Op = 13 // The agent's own command that goes on with a session, or goes on with a copy of it. Nothing is run.
)

// Ops lists the operations' names in the order of their numbers.
var Ops = []struct {
	ID   Op
	Name string
}{
	{OpVersion, "version"},
	{OpIdsResolveUnifiedId, "ids.resolveUnifiedId"},
	{OpIdsResolveNativeId, "ids.resolveNativeId"},
	{OpAgentsList, "agents.list"},
	{OpSessionsList, "sessions.list"},
	{OpSessionsGet, "sessions.get"},
	{OpSessionsExport, "sessions.export"},
	{OpSessionsSearch, "sessions.search"},
	{OpSessionsTotalCost, "sessions.totalCost"},
	{OpSessionsDiff, "sessions.diff"},
	{OpSessionsRenderDiff, "sessions.renderDiff"},
	{OpSessionsDoctor, "sessions.doctor"},
	{OpSessionsCommand, "sessions.command"},
}

// VersionRequest: Asks for the versions; no fields.
type VersionRequest struct {
}

// ResolveUnifiedIDRequest: What to join.
type ResolveUnifiedIDRequest struct {
	// A known agent's name, for example claude.
	Agent string
	// The agent's own session id; may hold colons.
	NativeSessionID string
}

// ResolveNativeIDRequest: What to split.
type ResolveNativeIDRequest struct {
	// agent:nativeSessionId.
	UnifiedID string
}

// AgentsRequest: Asks for all agents; no fields.
type AgentsRequest struct {
}

// decodeVersionRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeVersionRequest(req []byte) (VersionRequest, error) {
	var x VersionRequest
	return x, decodeObject(req, nil)
}

// decodeResolveUnifiedIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveUnifiedIDRequest(req []byte) (ResolveUnifiedIDRequest, error) {
	var x ResolveUnifiedIDRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"nativeSessionId", &x.NativeSessionID, ""},
	})
	return x, err
}

// decodeResolveNativeIDRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeResolveNativeIDRequest(req []byte) (ResolveNativeIDRequest, error) {
	var x ResolveNativeIDRequest
	err := decodeObject(req, []field{
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeAgentsRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeAgentsRequest(req []byte) (AgentsRequest, error) {
	var x AgentsRequest
	return x, decodeObject(req, nil)
}

// decodeListRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeListRequest(req []byte) (catalog.ListRequest, error) {
	var x catalog.ListRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"cwd", &x.Cwd, ""},
		{"limit", &x.Limit, ""},
		{"model", &x.Model, ""},
		{"since", &x.Since, ""},
		{"sort", (*string)(&x.Sort), "date, cost, turns"},
		{"sortDirection", (*string)(&x.SortDirection), "asc, desc"},
		{"strict", &x.Strict, ""},
		{"subagents", &x.Subagents, ""},
		{"superseded", &x.Superseded, ""},
		{"tags", &x.Tags, ""},
		{"until", (*endTime)(&x.Until), ""},
	})
	return x, err
}

// decodeGetRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeGetRequest(req []byte) (catalog.GetRequest, error) {
	var x catalog.GetRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"branch", &x.Branch, ""},
		{"raw", &x.Raw, ""},
		{"sessionId", &x.SessionID, ""},
		{"strict", &x.Strict, ""},
		{"toolOutput", &x.ToolOutput, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeExportRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeExportRequest(req []byte) (catalog.ExportRequest, error) {
	var x catalog.ExportRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"branch", &x.Branch, ""},
		{"format", &x.Format, ""},
		{"raw", &x.Raw, ""},
		{"sessionId", &x.SessionID, ""},
		{"strict", &x.Strict, ""},
		{"toolOutput", &x.ToolOutput, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeSearchRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSearchRequest(req []byte) (catalog.SearchRequest, error) {
	var x catalog.SearchRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"cwd", &x.Cwd, ""},
		{"hits", &x.Hits, ""},
		{"limit", &x.Limit, ""},
		{"memories", &x.Memories, ""},
		{"model", &x.Model, ""},
		{"offset", &x.Offset, ""},
		{"regex", &x.Regex, ""},
		{"role", (*string)(&x.Role), "user, assistant, system, tool"},
		{"since", &x.Since, ""},
		{"sort", (*string)(&x.Sort), "relevance, date, cost"},
		{"strict", &x.Strict, ""},
		{"subagents", &x.Subagents, ""},
		{"tags", &x.Tags, ""},
		{"text", &x.Text, ""},
		{"tool", &x.Tool, ""},
		{"until", (*endTime)(&x.Until), ""},
	})
	return x, err
}

// decodeCostRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCostRequest(req []byte) (catalog.CostRequest, error) {
	var x catalog.CostRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"cwd", &x.Cwd, ""},
		{"groupBy", (*string)(&x.GroupBy), "agent, model, day, tag, cwd, session"},
		{"model", &x.Model, ""},
		{"since", &x.Since, ""},
		{"strict", &x.Strict, ""},
		{"tags", &x.Tags, ""},
		{"until", (*endTime)(&x.Until), ""},
	})
	return x, err
}

// decodeSessionRef reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeSessionRef(req []byte) (catalog.SessionRef, error) {
	var x catalog.SessionRef
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"sessionId", &x.SessionID, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}

// decodeDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDiffRequest(req []byte) (catalog.DiffRequest, error) {
	var x catalog.DiffRequest
	err := decodeObject(req, []field{
		{"a", &x.A, ""},
		{"b", &x.B, ""},
		{"strict", &x.Strict, ""},
		{"textEdits", &x.TextEdits, ""},
	})
	return x, err
}

// decodeRenderDiffRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeRenderDiffRequest(req []byte) (catalog.RenderDiffRequest, error) {
	var x catalog.RenderDiffRequest
	err := decodeObject(req, []field{
		{"a", &x.A, ""},
		{"b", &x.B, ""},
		{"context", &x.Context, ""},
		{"format", (*string)(&x.Format), "unified, side-by-side, markdown"},
		{"strict", &x.Strict, ""},
		{"textEdits", &x.TextEdits, ""},
		{"width", &x.Width, ""},
	})
	return x, err
}

// decodeDoctorRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeDoctorRequest(req []byte) (catalog.DoctorRequest, error) {
	var x catalog.DoctorRequest
	err := decodeObject(req, []field{
		{"agent", &x.Agent, ""},
		{"problems", &x.Problems, ""},
	})
	return x, err
}

// decodeCommandRequest reads a request; unknown or mistyped fields are INVALID_ARGUMENT.
func decodeCommandRequest(req []byte) (catalog.CommandRequest, error) {
	var x catalog.CommandRequest
	err := decodeObject(req, []field{
		{"action", (*string)(&x.Action), "resume, fork"},
		{"agent", &x.Agent, ""},
		{"prompt", &x.Prompt, ""},
		{"sessionId", &x.SessionID, ""},
		{"unifiedId", &x.UnifiedID, ""},
	})
	return x, err
}
