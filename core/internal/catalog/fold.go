package catalog

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/cost"
	"github.com/heddle-dev/heddle/core/session"
)

// fold turns the records of one walk into a session: it merges fragments,
// keeps the tree, counts usage once per key and remembers the facts. Every
// projection starts from it.
type fold struct {
	read  bool   // keep texts, not only counts
	asked bounds // was there a record of the session's own within them?
	tally *tally // count terms in the texts instead

	nodes    []node
	byID     map[string]int32
	messages []message
	byMerge  map[string]int32

	lastMerge  string // the key met last, and its message
	lastMerged int32

	usage     []usage
	byKey     map[uint64]int32 // by hash of the usage key
	lastHash  uint64           // of the usage key met last, and where it stands
	lastUsage int32
	lastKey   string   // that the tally met last
	usageKeys []string // of each usage, when texts are read: a copy keeps them
	keys      []uint64 // copy-stable keys in order, see copies.go
	models    []modelCount

	facts    facts
	injected int64
	unknown  map[string]int64
	naive    bool
	raw      []byte
}

// facts is what the walk said about the session.
type facts struct {
	userTitle, agentTitle, cwd, model   string
	forkedFrom, parentID, superseded    string
	formatVersion, leaf                 string
	subagent, archived, tree, resumable bool
	oneRoot                             bool
	children                            []string
	totals                              *adapter.Totals
	counted                             int          // requests before the totals
	created, updated                    session.Time // stated
	first, last                         session.Time // of own records
	firstAny, lastAny                   session.Time // copied ones included
	active                              bool         // an own record lies within the bounds that the fold was asked for
}

// node is a record's place in the tree.
type node struct {
	id       string
	parentID string
	parent   int32 // index into nodes, -1 = none
	msg      int32 // index into messages, -1 = not a message
	aside    bool
}

// message is one message under construction: what every projection needs of
// it, and, when texts are read, the rest.
type message struct {
	ID        string
	Role      session.Role
	Kind      string
	Model     string
	Timestamp session.Time
	Content   string           // of prompts; of all messages when texts are read
	rest      *session.Message // nil unless texts are read
	usageKey  string
	node      int32 // first fragment's node, -1 = none
	prompt    bool
	aside     bool
	branch    bool
	copied    bool
	until     int32 // with branch: how many messages there were when it left the current branch, 0 = not known
	place     int64
}

// whole returns the message as it is shown.
func (m *message) whole() session.Message {
	out := *m.rest
	out.ID, out.Role, out.Kind, out.Model, out.Timestamp, out.Content = m.ID, m.Role, m.Kind, m.Model, m.Timestamp, m.Content
	return out
}

// usage is one request's tokens.
type usage struct {
	cost.Request
	copied bool
	aside  bool
	time   session.Time
	key    uint64 // hash of the usage key, 0 = none
	merge  string // message it belongs to
}

type modelCount struct {
	model string
	n     int64
	last  int
}

// newSpendFold starts a fold that visitUsage feeds.
func newSpendFold() *fold { return &fold{byKey: make(map[uint64]int32, 64)} }

// newFold starts a fold; read keeps the texts.
func newFold(read bool) *fold { return newActiveFold(read, bounds{}) }

// newActiveFold starts a fold that also finds out whether the session was
// active within bounds.
func newActiveFold(read bool, asked bounds) *fold {
	return &fold{read: read, asked: asked, byID: map[string]int32{}, byMerge: map[string]int32{}, byKey: map[uint64]int32{}}
}

// untyped is what reports call records that do not say what they are.
const untyped = "(none)"

// visit takes one record.
func (f *fold) visit(r *adapter.Record) error {
	f.takeFacts(r.Facts)
	f.takeTime(r)
	if r.Raw != nil {
		f.raw = append(append(f.raw, r.Raw...), '\n')
	}
	switch r.Kind {
	case adapter.Injected:
		f.injected++
	case adapter.Unknown:
		if f.unknown == nil {
			f.unknown = map[string]int64{}
		}
		kind := r.Type
		if kind == "" {
			kind = untyped
		}
		f.unknown[kind]++
	}
	repeated := false
	nodeAt := int32(-1)
	if r.ID != "" {
		nodeAt, repeated = f.addNode(r)
	}
	if r.Kind == adapter.Message && !repeated {
		f.addMessage(r, nodeAt)
	}
	f.addUsage(r)
	return nil
}

func (f *fold) takeTime(r *adapter.Record) {
	f.naive = f.naive || (r.Naive && r.Time != 0)
	if r.Time == 0 || r.Aside {
		return
	}
	f.facts.firstAny = session.Earliest(f.facts.firstAny, r.Time)
	f.facts.lastAny = session.Latest(f.facts.lastAny, r.Time)
	if !r.Copied {
		f.facts.first = session.Earliest(f.facts.first, r.Time)
		f.facts.last = session.Latest(f.facts.last, r.Time)
		f.facts.active = f.facts.active || f.asked.given() && f.asked.hold(r.Time)
	}
}

func (f *fold) takeFacts(x *adapter.Facts) {
	if x == nil {
		return
	}
	if x.ClearTitle {
		f.facts.userTitle, f.facts.agentTitle = "", ""
	}
	set := func(dst *string, v string) {
		if v != "" {
			*dst = v
		}
	}
	set(&f.facts.userTitle, x.UserTitle)
	set(&f.facts.agentTitle, x.AgentTitle)
	set(&f.facts.model, x.Model)
	set(&f.facts.forkedFrom, x.ForkedFrom)
	set(&f.facts.parentID, x.ParentID)
	set(&f.facts.superseded, x.Superseded)
	set(&f.facts.formatVersion, x.FormatVersion)
	set(&f.facts.leaf, x.Leaf)
	if f.facts.cwd == "" {
		f.facts.cwd = x.Cwd
	}
	f.facts.created = session.Earliest(f.facts.created, x.Created)
	f.facts.updated = session.Latest(f.facts.updated, x.Updated)
	f.facts.subagent = f.facts.subagent || x.Subagent
	f.facts.archived = f.facts.archived || x.Archived
	f.facts.tree = f.facts.tree || x.Tree
	f.facts.oneRoot = f.facts.oneRoot || x.OneRoot
	f.facts.resumable = f.facts.resumable || x.ResumeCopies
	if x.DropTurns > 0 {
		f.dropTurns(x.DropTurns)
	}
	if x.DropFrom > 0 {
		f.dropFrom(x.DropFrom)
	}
	if x.Totals != nil {
		f.facts.totals, f.facts.counted = x.Totals, len(f.usage)
	}
	if x.Child != "" {
		f.facts.children = append(f.facts.children, x.Child)
	}
	if x.Key != "" {
		f.addKey(hashKey(x.Key))
	}
}

// addKey adds a copy-stable key.
func (f *fold) addKey(key uint64) {
	if f.tally != nil && !f.tally.usage {
		f.tally.keys = append(f.tally.keys, countedKey{key: key})
		return
	}
	f.keys = append(f.keys, key)
}

// dropTurns takes the last n turns, each from its prompt on, off the current
// branch.
func (f *fold) dropTurns(n int64) {
	at := len(f.messages)
	for i := at - 1; i >= 0 && n > 0; i-- {
		if m := &f.messages[i]; m.prompt && !m.branch && !m.aside {
			n--
			at = i
		}
	}
	for i := at; i < len(f.messages); i++ {
		f.drop(&f.messages[i])
	}
}

// dropFrom takes what has a place from this one on off the current branch.
func (f *fold) dropFrom(place int64) {
	for i := range f.messages {
		if m := &f.messages[i]; m.place >= place {
			f.drop(m)
		}
	}
}

// drop takes a message off the current branch.
func (f *fold) drop(m *message) {
	if !m.branch {
		m.branch, m.until = true, int32(len(f.messages))
	}
}

// addNode enters a record into the tree. A second record with the same id
// repeats the first and is not shown again.
func (f *fold) addNode(r *adapter.Record) (at int32, repeated bool) {
	if i, ok := f.byID[r.ID]; ok {
		return i, f.nodes[i].msg >= 0 || r.Kind != adapter.Message
	}
	i := int32(len(f.nodes))
	f.byID[r.ID] = i
	f.nodes = append(f.nodes, node{id: r.ID, parentID: r.Parent, parent: -1, msg: -1, aside: r.Aside})
	return i, false
}

func (f *fold) addMessage(r *adapter.Record, nodeAt int32) {
	if r.Merge != "" {
		i, ok := f.lastMerged, r.Merge == f.lastMerge // mostly the one before, again
		if !ok {
			i, ok = f.byMerge[r.Merge]
		}
		if ok {
			f.lastMerge, f.lastMerged = r.Merge, i
			f.extend(int(i), r)
			f.link(nodeAt, i)
			return
		}
		f.lastMerge, f.lastMerged = r.Merge, int32(len(f.messages))
		f.byMerge[r.Merge] = f.lastMerged
	}
	m := message{ID: r.ID, Role: r.Role, Kind: r.Special, Model: r.Model, Timestamp: r.Time, usageKey: r.UsageKey, node: nodeAt,
		prompt: r.Prompt, aside: r.Aside, branch: r.Branch, copied: r.Copied, place: r.Place}
	if f.read || r.Prompt {
		m.Content = f.keep(r.Text)
	}
	if f.read {
		m.rest = &session.Message{ParentID: r.Parent, Type: typeOf(r), Thinking: r.Thinking, ToolCalls: r.ToolCalls,
			ToolResult: r.ToolResult, Attachments: r.Attachments}
		if r.Copied && r.Origin != "" {
			m.rest.Origin = &session.Origin{SessionID: r.Origin}
		}
	}
	f.messages = append(f.messages, m)
	at := len(f.messages) - 1
	if f.tally != nil {
		f.tally.open()
		f.tally.add(at, r, true)
	}
	f.link(nodeAt, int32(at))
}

// keep returns a text that outlives the record, and, when it was lent, nothing
// but the fold.
func (f *fold) keep(text string) string {
	if f.tally != nil {
		return f.tally.prompts.Keep(text)
	}
	return text
}

func (f *fold) link(nodeAt, msg int32) {
	if nodeAt >= 0 {
		f.nodes[nodeAt].msg = msg
	}
}

// extend adds a fragment to a message that began earlier.
func (f *fold) extend(at int, r *adapter.Record) {
	m := &f.messages[at]
	m.Timestamp = session.Earliest(m.Timestamp, r.Time)
	if f.tally != nil {
		f.tally.lost = f.tally.lost || r.Prompt && !m.prompt && f.tally.messages[at].content > 0
		f.tally.add(at, r, false)
	}
	m.prompt = m.prompt || r.Prompt
	if m.Model == "" {
		m.Model = r.Model
	}
	if m.Kind == "" {
		m.Kind = r.Special
	}
	if m.usageKey == "" {
		m.usageKey = r.UsageKey
	}
	if f.read || m.prompt {
		m.Content = joinBlocks(m.Content, f.keep(r.Text))
	}
	if !f.read {
		return
	}
	rest := m.rest
	rest.Thinking = joinBlocks(rest.Thinking, r.Thinking)
	rest.ToolCalls = addCalls(rest.ToolCalls, r.ToolCalls)
	rest.Attachments = append(rest.Attachments, r.Attachments...)
	if rest.ToolResult == nil {
		rest.ToolResult = r.ToolResult
	}
}

// addCalls adds calls to those of a message. A call that is there already only
// learns what was not known yet, such as how long it took.
func addCalls(calls, more []session.ToolCall) []session.ToolCall {
next:
	for _, c := range more {
		for i := range calls {
			if old := &calls[i]; c.ToolCallID != "" && old.ToolCallID == c.ToolCallID {
				old.DurationMS = max(old.DurationMS, c.DurationMS)
				if old.Input == nil {
					old.Input = c.Input
				}
				continue next
			}
		}
		calls = append(calls, c)
	}
	return calls
}

// joinBlocks joins two texts by a blank line, an empty one vanishing.
func joinBlocks(a, b string) string {
	if a == "" {
		return b
	}
	if b == "" {
		return a
	}
	return a + "\n\n" + b
}

func typeOf(r *adapter.Record) session.MessageType {
	if r.Type != "" {
		return session.MessageType(r.Type)
	}
	switch r.Role {
	case session.RoleUser:
		return session.MessageTypeUser
	case session.RoleTool:
		return session.MessageTypeToolResult
	case session.RoleAssistant:
		return session.MessageTypeAssistant
	}
	return session.MessageTypeSystem
}

// addUsage counts a request once per key, by the greatest of each number.
func (f *fold) addUsage(r *adapter.Record) {
	if r.Usage == nil && r.USD == nil {
		return
	}
	if f.tally != nil && !f.tally.usage {
		f.tally.request(r, &f.lastKey)
		return
	}
	u := usage{copied: r.Copied, aside: r.Aside, time: r.Time, merge: r.Merge}
	u.Model, u.USD = r.Model, r.USD
	if r.Usage != nil {
		u.Usage = *r.Usage
	}
	if r.UsageKey != "" {
		u.key = hashKey(r.UsageKey)
		i, ok := f.lastUsage, u.key == f.lastHash && u.key != 0 // mostly the one before, again
		if !ok {
			i, ok = f.byKey[u.key]
		}
		if ok {
			f.lastHash, f.lastUsage = u.key, i
			old := &f.usage[i]
			old.Usage.Max(u.Usage)
			old.copied = old.copied && u.copied
			if old.USD == nil {
				old.USD = u.USD
			}
			if old.Model == "" {
				old.Model = u.Model
			}
			if old.merge == "" {
				old.merge = u.merge
			}
			if old.time == 0 {
				old.time = u.time
			}
			return
		}
		f.lastHash, f.lastUsage = u.key, int32(len(f.usage))
		f.byKey[u.key] = f.lastUsage
		u.key = keyOf(u.key, r.UsageAgent)
		if !r.Aside { // copies may leave a subagent's records out
			f.addKey(u.key)
		}
	}
	if f.read {
		f.usageKeys = append(f.usageKeys, r.UsageKey)
	}
	f.usage = append(f.usage, u)
}
