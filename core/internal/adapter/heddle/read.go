package heddle

import (
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Walk implements adapter.Adapter. Hidden messages are those of branches: what
// they spent counts.
func (reader) Walk(env *adapter.Env, ix *adapter.Index, ref *adapter.Ref, want adapter.Want, out adapter.Outlet) error {
	s, ok := ix.Side.(*side)
	if !ok {
		return fault.New(fault.Internal, "not an index of this adapter").At(ref.Path, 0, 0)
	}
	in := s.sessions[ref.ID]
	if in == nil {
		return fault.New(fault.BadRef, "not a session of this index").At(ref.Path, 0, 0)
	}
	st, done, err := s.src.openReader(env.Host)
	if err != nil {
		return withStorePath(err)
	}
	defer done()
	w := &walker{want: want, out: out, log: out.Log(), in: in, seen: map[string]bool{},
		counted: s.counted, process: process{usd: map[string]session.Money{}, tokens: map[string]session.TokenUsage{}}}
	if err := w.visitFacts(s); err != nil {
		return err
	}
	if err := st.Each(in.state, w.readMessage); err != nil {
		return withStorePath(err)
	}
	if x := in.origin.Source; in.copied && x != (session.Span{}) { // after the requests, which have their own
		if err := w.out.Record(&adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Source: &x}}); err != nil {
			return err
		}
	}
	return w.flushBegun()
}

// walker is one walk.
type walker struct {
	want adapter.Want
	out  adapter.Outlet
	log  *adapter.DefectLog // of out
	in   *stored
	seen map[string]bool // ids of visible messages

	open string // merge key of thinking that waits for its message
	// response counts the responses of agents that send the parts of a response one
	// by one. Codex sends results of calls among them, and then the usage.
	response    int64
	afterResult bool // the message before was the result of a call
	// afterDecision: the message before was a decision about a permission.
	afterDecision bool
	pieces        []scan.Value // texts of the answer since the last prompt
	spent         bool         // a message since the last prompt or result carried usage

	counted func(agent, id string) bool // see CountAgents; nil counts nothing elsewhere
	model   string                      // of the last answer
	asked   map[string]session.Time     // prompts of a recording that have no result yet, by their id

	process process
}

// visitFacts visits what the store's state says.
func (w *walker) visitFacts(s *side) error {
	in := w.in
	f := adapter.Facts{UserTitle: in.title, AgentTitle: in.origin.Title, Cwd: in.meta.CWD, Model: in.meta.Model,
		Created: in.meta.CreatedAt, Updated: in.meta.UpdatedAt, ForkedFrom: in.fork, FormatVersion: "store-1", Machine: in.machine}
	var children []string
	if o := &in.origin; in.copied {
		f.ForkedFrom, f.ParentID, f.Subagent, f.Archived = s.idOf(in, o.ForkedFrom), s.idOf(in, o.ParentSessionID), o.IsSubagent, o.Archived
		f.Created, f.Updated = w.in.sessionTimes()
		if o.FormatVersion != "" {
			f.FormatVersion = o.FormatVersion
		}
		if by := s.idOf(in, o.SupersededBy); s.sessions[by] != nil { // a copy that is not here hides nothing
			f.Superseded = by
		}
		if f.Superseded == "" && in.repeatedBy != "" {
			f.Superseded, f.RepeatedElsewhere = in.repeatedBy, true
		}
		if children = o.Children; o.Rest != nil {
			f.Totals = &adapter.Totals{Models: o.Rest, Rest: true}
		}
	}
	if err := w.out.Record(&adapter.Record{Kind: adapter.Meta, Facts: &f}); err != nil {
		return err
	}
	for _, c := range children {
		if err := w.out.Record(&adapter.Record{Kind: adapter.Meta, Facts: &adapter.Facts{Child: s.idOf(in, c)}}); err != nil {
			return err
		}
	}
	return nil
}

// sessionTimes are when a session began and when it was last written to: those of
// the original, unless it was continued in the store.
func (in *stored) sessionTimes() (created, updated session.Time) {
	if !in.copied {
		return in.meta.CreatedAt, in.meta.UpdatedAt
	}
	created, updated = in.origin.Created, in.origin.Updated
	if updated != 0 {
		updated = session.Latest(updated, in.meta.UpdatedAt)
	}
	return created, updated
}

// messagePaths are the members of messages that are read.
var messagePaths = scan.CompilePaths("type", "role", "content", "contentBlocks", "thinking", "toolCalls", "toolResult", "attachments",
	"toolUseId", "toolName", "toolInput", "isError", "messageId", "uuid", "id", "timestamp", "model", "usage", "totalCostUsd",
	"parentId", "kind", "origin.sessionId", "subtype", "cwd", "sessionId", "parentToolUseId", "costUsd", "partialUsage",
	"totalUsage", "modelUsage", "modelUsageSinceLastResult", store.CopyMember, "queryId", "parallel", "costSource")

// The places of messagePaths.
const (
	atType = iota
	atRole
	atContent
	atBlocks
	atThinking
	atToolCalls
	atToolResult
	atAttachments
	atToolUseID
	atToolName
	atToolInput
	atIsError
	atMessageID
	atUUID
	atID
	atTimestamp
	atModel
	atUsage
	atUSD
	atParentID
	atKind
	atOrigin
	atSubtype
	atCwd
	atSessionID
	atParentTool
	atOwnUSD
	atPartial
	atTotalUsage
	atModelUsage
	atSince
	atImport
	atQueryID
	atParallel
	atCostSource
	memberCount
)

// members are the members of one message.
type members [memberCount]scan.Value

// readMessage turns one stored message into records.
func (w *walker) readMessage(m *store.Recorded) error {
	w.log.CountRead(1, int64(len(m.Body)))
	var v members
	if err := messagePaths.Scan(m.Body, v[:]); err != nil {
		return w.log.ReportSkip(StorePath, 0, m.Seq, string(scan.Syntax))
	}
	r := &adapter.Record{Time: readTime(v[atTimestamp]), Branch: m.Hidden, Model: v[atModel].String(), Parent: v[atParentID].String()}
	if w.want.Raw {
		r.Raw = m.Body
	}
	e, imported := readEntry(v[atImport])
	switch {
	case m.Stream != w.in.meta.SessionID:
		r.Copied, r.Origin = true, m.Stream
	case imported && !w.in.copied && w.in.fork != "": // a fork of an import has its messages itself
		r.Copied, r.Origin = true, w.in.fork
	}
	if imported && isSessionModel(&v) {
		return w.readImported(&e, m, &v, r)
	}
	if r.Time == 0 {
		r.Time = m.Time
	}
	r.ID = w.uniqueID(m, firstText(v[atUUID], v[atID], v[atMessageID]))
	return w.readRecorded(m, &v, r)
}

// uniqueID names a message. A hidden one may repeat a visible one, so that its
// number is added; so it is to what another visible one is called already.
func (w *walker) uniqueID(m *store.Recorded, id string) string {
	number := "#" + text.FormatInt(m.Number)
	if id == "" {
		return number
	}
	if m.Hidden || w.seen[id] {
		return id + number
	}
	w.seen[id] = true
	return id
}

// firstText returns the first text that is not empty.
func firstText(list ...scan.Value) string {
	for _, v := range list {
		if s := v.String(); s != "" {
			return s
		}
	}
	return ""
}
