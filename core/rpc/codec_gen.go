// Code generated from core/rpc/schema by `make generate`. DO NOT EDIT.

package rpc

import (
	"github.com/heddle-dev/heddle/core/catalog"
)

// Op is the number of an operation in the wasm ABI.
type Op uint32

// The operations.
const (
	OpVersion             Op = 1 // The engine's version, the ABI's version and the date of the price table.
	OpIdsResolveUnifiedId Op = 2 // Joins an agent and its native session id into a unified id. Pure: nothing is read, the session need not exist.
	OpIdsResolveNativeId  Op = 3 // Splits a unified id at its first colon. Null when there is no colon or the agent is unknown. Pure.
	OpAgentsList          Op = 4 // Every supported agent: whether sessions of it were found, in which mount, and how many.
	OpSessionsList        Op = 5 // Summaries of one agent's sessions, or of all agents' when agent is left out. Nothing found is an empty list. An agent that fails in an all-agents call is a diagnostic.
	OpSessionsGet         Op = 6 // One session with its messages. The header's report says what was skipped while reading.
	OpSessionsExport      Op = 7 // One session as text: json (the session, canonical, indented by 2), jsonl (a header line, then one message a line) or markdown.
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
