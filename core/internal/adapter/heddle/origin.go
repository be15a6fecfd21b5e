package heddle

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/store"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Origin says what a session is a copy of: the member "import" of its extra.
// Ids are those of the agent.
type Origin struct {
	UnifiedID, Agent, SessionID string
	Title, Cwd, Model           string
	Created, Updated            session.Time
	ForkedFrom                  string
	ParentSessionID             string
	SupersededBy                string
	IsSubagent, Archived        bool
	Redacted                    bool         // it was imported without secrets
	Children                    []string     // subagents' sessions that it started
	FormatVersion               string       // of the agent that wrote it
	Source                      session.Span // that was recorded last
	Machine                     string       // that the import named, "" when it named none
	Digest                      [16]byte     // of all messages
	// Rest is what the agent's own totals hold beyond the requests, in money.
	Rest []adapter.ModelTotal
}

// AppendJSON appends the canonical JSON of o.
func (o *Origin) AppendJSON(b []byte) []byte {
	m := canon.Object(b)
	m.Str("agent", o.Agent)
	m.OptStr("agentVersion", o.Source.AgentVersion)
	m.OptFlag("archived", o.Archived)
	m.OptStrs("children", o.Children)
	m.OptStr("commit", o.Source.Commit)
	canon.OptTime(&m, "createdAt", o.Created)
	m.OptStr("cwd", o.Cwd)
	m.Str("digest", text.EncodeHex(o.Digest[:]))
	m.OptStr("forkedFrom", o.ForkedFrom)
	m.OptStr("formatVersion", o.FormatVersion)
	m.OptStr("gitBranch", o.Source.GitBranch)
	m.OptFlag("isSubagent", o.IsSubagent)
	m.OptStr("model", o.Model)
	if len(o.Rest) > 0 {
		m.Key("notItemised")
		m.Open('[')
		for i := range o.Rest {
			m.Item(i)
			e := canon.Object(m.B)
			e.Str("model", o.Rest[i].Model)
			e.Key("usd")
			e.B = o.Rest[i].USD.AppendJSON(e.B)
			m.B = e.End()
		}
		m.Close(']')
	}
	m.OptStr(store.OriginMember, o.Machine)
	m.OptStr("parentSessionId", o.ParentSessionID)
	m.OptFlag(store.RedactedMember, o.Redacted)
	m.OptStr("repository", o.Source.Repository)
	m.Str("sessionId", o.SessionID)
	m.OptStr("supersededBy", o.SupersededBy)
	m.OptStr("title", o.Title)
	m.Str("unifiedId", o.UnifiedID)
	canon.OptTime(&m, "updatedAt", o.Updated)
	return m.End()
}

// originPaths are the members that are read, in the order of readOrigin.
var originPaths = scan.CompilePaths("unifiedId", "agent", "sessionId", "title", "forkedFrom", "parentSessionId", "supersededBy",
	"formatVersion", "cwd", "model", "createdAt", "updatedAt", "isSubagent", "archived", "children", "notItemised", store.OriginMember, "digest", store.RedactedMember,
	"repository", "gitBranch", "commit", "agentVersion")

func readOrigin(v scan.Value) (o Origin) {
	var m [23]scan.Value
	if v.Kind() != scan.Object || originPaths.Scan(v.Raw(), m[:]) != nil {
		return o
	}
	for i, s := range []*string{&o.UnifiedID, &o.Agent, &o.SessionID, &o.Title, &o.ForkedFrom, &o.ParentSessionID, &o.SupersededBy,
		&o.FormatVersion, &o.Cwd, &o.Model} {
		*s = m[i].String()
	}
	o.Source = session.Span{Repository: m[19].String(), GitBranch: m[20].String(), Commit: m[21].String(), AgentVersion: m[22].String()}
	o.Created, o.Updated = readTime(m[10]), readTime(m[11])
	o.IsSubagent, o.Archived, o.Redacted = m[12].Bool(), m[13].Bool(), m[18].Bool()
	m[14].EachElement(func(_ int, e scan.Value) bool {
		o.Children = append(o.Children, e.String())
		return true
	})
	if name := m[16].String(); text.IsMachine(name) {
		o.Machine = name
	}
	if digest, ok := text.DecodeHex(m[17].String()); ok {
		copy(o.Digest[:], digest)
	}
	m[15].EachElement(func(_ int, e scan.Value) bool {
		if n, ok := e.Get("usd").ScaledDecimal(session.MoneyScale); ok && n > 0 {
			o.Rest = append(o.Rest, adapter.ModelTotal{Model: e.Get("model").String(), USD: session.Money(n)})
		}
		return true
	})
	return o
}

// CopyID returns the id in the store of the copy of a session: its unified id, and
// the machine that it was imported from, where one was named.
func CopyID(unified, machine string) string {
	if machine == "" {
		return unified
	}
	return unified + "@" + machine
}

// idOf returns the id in the store of another session of the agent of in: of the
// copy from the same machine, where there is one.
func (s *side) idOf(in *stored, nativeID string) string {
	if nativeID == "" {
		return ""
	}
	unified := session.UnifiedID(in.origin.Agent, nativeID)
	if id := CopyID(unified, in.origin.Machine); s.sessions[id] != nil {
		return id
	}
	return unified
}

// readTime reads an RFC 3339 time, or integer milliseconds; 0 when it is
// neither.
func readTime(v scan.Value) session.Time {
	if n, ok := v.Int(); ok {
		return session.TimeOfMillis(n)
	}
	t, _, _ := session.ParseTime(v.String())
	return t
}
