// Package transcript makes a session of the records of one walk: a Builder
// merges fragments, keeps the tree and counts requests; a Tree decides which
// messages are visible; a Transcript has the session's summary. It knows no
// file format (adapters do), no prices and no other session.
package transcript

import (
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/pages"
	"github.com/heddle-dev/heddle/core/session"
)

// Builder turns the records of one walk into a session: it merges fragments,
// keeps the tree, counts each request once per key and collects the facts. It
// is not safe for concurrent use.
type Builder struct {
	Facts    SessionFacts
	Messages pages.List[MessageDraft]
	Requests Requests
	// RequestKeys has the key of each request, with NameRequests only.
	RequestKeys []string
	// Raw has the stored bytes of the records, one a line, where the walk was
	// asked for them.
	Raw []byte

	options BuilderOptions

	// What is kept of each record holds no pointers and no text: sessions have
	// millions of them.
	nodes        pages.List[treeNode]
	ids          hashIndex         // of the nodes, in their order
	orphans      []orphanNode      // whose parents were not recorded before them
	merges       hashIndex         // of merge keys
	merged       pages.List[int32] // by merge key: its message
	models       []string          // of messages; none is ""
	modelNumbers map[string]int32  // each plus one
	lastModel    int32
	styles       []messageStyle
	styleNumbers map[messageStyle]int32
	titles       pages.Texts        // of prompts
	prompts      pages.List[int32]  // of titles: their messages
	dropped      bool               // some message has left the current branch
	opened       bool               // see openTitle: that of messages without a node
	titleNumbers map[int32]int32    // of prompts: the latest title of each
	places       []int64            // of messages, where some have one
	until        []int32            // of messages, see untilOf
	times        pages.List[uint64] // of messages, with Times; a list of this kind is there already
	usageKeys    []string           // of messages, with a TextSink
	firstNodes   pages.List[int32]  // of messages, with Names: that of the first fragment, -1 = none
	nodeNames    pages.Texts        // ids of the nodes, with Names
	source       *session.Span      // of the latest record, nil before any is known
	spanned      *session.Span      // of the latest span
	sources      []*session.Span    // the different ones

	lastMerge  uint64 // hash of the key of the latest fragment, and its message
	lastMerged int32

	byKey       slots                    // requests by the hash of the usage key
	named       pages.List[namedMessage] // see EachNamed
	lastHash    uint64                   // hash of the latest usage key, and its request
	lastRequest int32
	lastKey     string       // latest usage key, with HashRequests
	keys        []uint64     // copy-stable keys in order, of a released session: see SupersededIndex
	placedKeys  []placedKey  // those that belong to no request
	pendingKeys []pendingKey // the same with HashRequests, not yet without repeats
	billed      bool         // some record has a request
	answers     []modelCount

	injected int64
	unknown  map[string]int64
	naive    bool
	lacks    answerCounts
}

// BuilderOptions says what a Builder keeps of a walk.
type BuilderOptions struct {
	// Agent is the name of the walked agent.
	Agent string
	// Sink receives the messages. Without one the builder keeps facts, times and
	// requests only: what a cost report needs.
	Sink Sink
	// Active asks whether a record of the session's own lies within a time range.
	Active TimeRange
	// Names keeps what records are called, which branches need, and Times.
	Names bool
	// Times keeps the times of messages.
	Times bool
	// Spans keeps which message a request names, which the sums of a Replay need.
	Spans bool
	// Requests says how much of each request is kept.
	Requests RequestDetail
}

// RequestDetail is how much of each request a Builder keeps.
type RequestDetail uint8

const (
	// CountRequests keeps each request once, with its numbers.
	CountRequests RequestDetail = iota
	// NameRequests keeps the text of its key too, which a copy in the store repeats.
	NameRequests
	// HashRequests keeps only the hashes of the keys.
	HashRequests
)

// SessionFacts is what the records say about the whole session.
type SessionFacts struct {
	UserTitle, AgentTitle, Cwd, Model string
	Spans                             []session.Span // see source.go
	ForkedFrom, ParentID, Superseded  string
	RepeatedElsewhere                 bool
	Machine                           string
	FormatVersion, Leaf               string
	Subagent, Archived                bool
	Tree, OneRoot                     bool // see adapter.Facts
	Resumable                         bool // longer copies supersede the session
	Children                          []string
	Runs                              []adapter.Run
	Totals                            *adapter.Totals
	BeforeTotals                      int          // how many requests precede the totals
	Created, Updated                  session.Time // stated
	First, Last                       session.Time // of own records
	FirstAny, LastAny                 session.Time // copied ones included
	Active                            bool         // an own record lies within BuilderOptions.Active
}

// NewBuilder returns a builder for one session of options.Agent. With a TextSink it
// keeps names too.
func NewBuilder(options BuilderOptions) *Builder {
	if _, whole := options.Sink.(*TextSink); whole {
		options.Names = true
	}
	options.Spans, options.Times = options.Spans || options.Names, options.Times || options.Names
	return &Builder{options: options}
}

// Reset empties the builder and keeps its memory for another session, which
// Begin starts. Nothing that the builder returned may be used afterwards, except
// transcripts that released their messages.
func (b *Builder) Reset() {
	b.ids.reset()
	b.merges.reset()
	b.byKey.reset()
	b.nodes.Reset()
	b.merged.Reset()
	b.titles.Reset()
	b.prompts.Reset()
	b.Messages.Reset()
	b.Requests.reset()
	*b = Builder{options: b.options, byKey: b.byKey, nodes: b.nodes, ids: b.ids, merges: b.merges,
		merged: b.merged, titles: b.titles, prompts: b.prompts,
		Messages: b.Messages, Requests: b.Requests, pendingKeys: b.pendingKeys[:0]}
}

// Begin starts a session of an agent in a builder that is new or was reset.
func (b *Builder) Begin(agent string, active TimeRange) {
	b.options.Agent, b.options.Active = agent, active
}

const (
	maxReusedMessages = 1 << 14
	maxReusedRequests = 1 << 14
)

// Reusable reports whether the builder is small enough to be kept for another
// session.
func (b *Builder) Reusable() bool {
	return b.Messages.Len() <= maxReusedMessages && b.nodes.Len() <= 2*maxReusedMessages && b.Requests.Len() <= maxReusedRequests
}

// Outlet returns the Outlet of a walk whose records the builder adds; defects go
// to the log of d.
func (b *Builder) Outlet(d adapter.Defects) adapter.Outlet { return &builderOutlet{b, d.Log()} }

type builderOutlet struct {
	b   *Builder
	log *adapter.DefectLog
}

// Record implements adapter.Outlet.
func (o *builderOutlet) Record(r *adapter.Record) error {
	if o.log.Drift != nil {
		o.b.countDrift(o.log.Drift, r)
	}
	return o.b.Record(r)
}

// Log implements adapter.Defects.
func (o *builderOutlet) Log() *adapter.DefectLog { return o.log }

// Record adds one record. It never fails; its signature is that of an Outlet.
func (b *Builder) Record(r *adapter.Record) error {
	if r.Facts != nil {
		b.addFacts(r.Facts)
		b.addSource(r.Facts)
	}
	if b.source != b.spanned && !r.Aside {
		b.addSpan()
	}
	b.addTime(r)
	if b.options.Sink != nil {
		b.addRecord(r)
	}
	b.addRequest(r)
	return nil
}

// untyped is what reports call records that do not say what they are.
const untyped = "(none)"

// addRecord adds what is not a fact, a time or a request.
func (b *Builder) addRecord(r *adapter.Record) {
	if r.Raw != nil {
		b.Raw = append(append(b.Raw, r.Raw...), '\n')
	}
	switch r.Kind {
	case adapter.Injected:
		b.injected++
	case adapter.Unknown:
		if b.unknown == nil {
			b.unknown = map[string]int64{}
		}
		kind := r.Type
		if kind == "" {
			kind = untyped
		}
		b.unknown[kind]++
	}
	repeated := false
	nodeAt := int32(-1)
	if r.ID != "" {
		nodeAt, repeated = b.addNode(r)
	}
	if r.Kind == adapter.Message && !repeated {
		b.addMessage(r, nodeAt)
	}
}

func (b *Builder) addTime(r *adapter.Record) {
	b.naive = b.naive || (r.Naive && r.Time != 0)
	if r.Time == 0 || r.Aside {
		return
	}
	f := &b.Facts
	f.FirstAny = session.Earliest(f.FirstAny, r.Time)
	f.LastAny = session.Latest(f.LastAny, r.Time)
	if !r.Copied {
		f.First = session.Earliest(f.First, r.Time)
		f.Last = session.Latest(f.Last, r.Time)
		f.Active = f.Active || b.options.Active.Given() && b.options.Active.Contains(r.Time)
	}
}

func (b *Builder) addFacts(x *adapter.Facts) {
	f := &b.Facts
	if x.ClearTitle {
		f.UserTitle, f.AgentTitle = "", ""
	}
	set := func(dst *string, v string) {
		if v != "" {
			*dst = v
		}
	}
	set(&f.UserTitle, x.UserTitle)
	set(&f.AgentTitle, x.AgentTitle)
	set(&f.Model, x.Model)
	set(&f.ForkedFrom, x.ForkedFrom)
	set(&f.ParentID, x.ParentID)
	set(&f.Superseded, x.Superseded)
	set(&f.Machine, x.Machine)
	f.RepeatedElsewhere = f.RepeatedElsewhere || x.RepeatedElsewhere
	set(&f.FormatVersion, x.FormatVersion)
	set(&f.Leaf, x.Leaf)
	if f.Cwd == "" {
		f.Cwd = x.Cwd
	}
	f.Created = session.Earliest(f.Created, x.Created)
	f.Updated = session.Latest(f.Updated, x.Updated)
	f.Subagent = f.Subagent || x.Subagent
	f.Archived = f.Archived || x.Archived
	f.Tree = f.Tree || x.Tree
	f.OneRoot = f.OneRoot || x.OneRoot
	f.Resumable = f.Resumable || x.ResumeCopies
	if x.DropTurns > 0 {
		b.dropTurns(x.DropTurns)
	}
	if x.DropFrom > 0 {
		b.dropFrom(x.DropFrom)
	}
	if x.Totals != nil {
		f.Totals, f.BeforeTotals = x.Totals, b.Requests.Len()
	}
	if x.Run != nil {
		f.Runs = append(f.Runs, *x.Run)
	}
	if x.Child != "" {
		f.Children = append(f.Children, x.Child)
	}
	if x.Key != "" {
		b.addKey(HashKey(x.Key))
	}
}

// IsEmpty reports whether no record says that the file holds a session.
func (b *Builder) IsEmpty(ref *adapter.Ref) bool {
	return b.Messages.Len() == 0 && !b.billed && b.Facts.FirstAny == 0 && b.Facts.Created == 0 && ref.Created == 0
}

// CompleteReport adds what the builder counted to the adapter's report, and
// returns it.
func (b *Builder) CompleteReport(r *session.Report) *session.Report {
	r.Injected, r.UnknownTypes = b.injected, b.unknown
	r.FormatVersion, r.NaiveTimes = b.Facts.FormatVersion, b.naive
	return r
}

// HasSink reports whether the builder keeps messages.
func (b *Builder) HasSink() bool { return b.options.Sink != nil }
