// Package adapter is the contract between the catalog and the ten agents'
// file formats. An adapter knows three things: where its sessions are
// (Discover), when one was last written to (Updated), and how to walk one
// (Walk). It turns native records into Records, in file order; everything
// else (summary, spend, search, reading) is a projection of that one walk,
// written once for all agents in core/internal/transcript.
package adapter

import (
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Adapter reads one agent's sessions. Implementations are stateless: all
// state of an operation is in Env and Index. They never write, never panic on
// any bytes, and return everything readable: a defect goes to the Env or, in a
// walk, to the Outlet, and is an error only where nothing can be returned.
type Adapter interface {
	// Name is the agent's name, which is also the name of its mount.
	Name() string
	// Discover finds the agent's sessions without opening their files, and
	// reads the small side files (titles, indexes) that every projection
	// needs. A mount that does not exist is an empty Index, not an error.
	Discover(env *Env) (*Index, error)
	// Updated returns the time of a session's last record by reading no more
	// than the tail of its file, and absent when the tail does not show it.
	Updated(env *Env, ix *Index, ref *Ref) (session.Time, error)
	// Walk passes a session's records to out in the order they were recorded,
	// copied and inherited ones included (marked so). Only what want asks
	// for needs to be filled. The Record, its Facts and its Usage may be reused
	// by the adapter; its strings and slices may be kept, unless want lends
	// them. What cannot be read goes to out too, and never to env. An error of
	// out ends the walk and is returned.
	Walk(env *Env, ix *Index, ref *Ref, want Want, out Outlet) error
}

// Mounted is the optional power of an adapter whose sessions lie in more than
// one place.
type Mounted interface {
	// Mounts names all mounts of the agent, the preferred one first.
	Mounts() []string
}

// MountsOf names the mounts that an adapter reads.
func MountsOf(a Adapter) []string {
	if m, ok := a.(Mounted); ok {
		return m.Mounts()
	}
	return []string{a.Name()}
}

// Sifter is the optional power of an adapter to show a session's raw bytes
// cheaply: a search first asks whether the words can be in them at all.
type Sifter interface {
	// Sift calls look with chunks of the session's stored bytes, cut
	// between records (see SiftFile for records that are too long), until look
	// returns false: every byte from which Walk takes visible text or a title
	// is shown at least once, as it is stored. Other bytes may be shown too.
	// A text of its own, such as a title that Discover read from a side file,
	// is shown as a JSON string: quotes that are not escaped mark names. The
	// bytes are valid during the call only.
	Sift(env *Env, ix *Index, ref *Ref, look func(raw []byte) bool) error
}

// Searcher is the optional power of an adapter whose database can look through
// its own texts. It only proposes: what it names is walked and matched like any
// other session.
type Searcher interface {
	// Propose returns the native ids of the sessions that may hold all the
	// words; ok is false when the database cannot decide (other tables, words
	// that are too short), and every session is then walked.
	Propose(env *Env, ix *Index, words []string) (ids []string, ok bool, err error)
}

// MemoryLister is the optional power of an adapter whose agent keeps memory
// entries beside its sessions: notes that outlive a session. They are not
// sessions; a search shows them when asked.
type MemoryLister interface {
	// Memories visits every entry: a stable id, a title, the text and its
	// time (absent when unknown).
	Memories(env *Env, visit func(m Memory) error) error
}

// Finder is the optional power of an adapter to report whether its agent is
// there, where the existence of a mount's folder does not prove it.
type Finder interface {
	Found(h *host.Host) (bool, error)
}

// Memory is one entry of an agent's memory.
type Memory struct {
	_ [0]func() // never compared

	ID    string
	Path  string // where it is
	Title string
	Text  string
	Time  session.Time
}

// Ref locates one session.
type Ref struct {
	ID       string       // native session id
	Path     string       // "mount/dir/file"; for a database the file, the id says the rest
	Size     int64        // bytes; 0 for database rows
	ModTime  session.Time // file time: an upper bound of the last record's time, last resort for the rest
	Updated  session.Time // time of the last record, when Discover knows it (databases)
	Created  session.Time // time of the first record, when Discover knows it
	Subagent bool         // known to be a subagent's session without opening it
	Parent   string       // native id of the parent session, when the place names it
	Archived bool
	// Alternates are other places of the same session, to be read when the
	// adapter's Walk merges them; the preferred place is Path.
	Alternates []string
}

// Want says what a projection needs; an adapter may fill more, never less.
type Want struct {
	Prompts bool // Text of prompts (titles)
	Text    bool // all visible text: Text, Thinking, ToolCalls, ToolResult, Attachments
	Usage   bool // usage records
	Raw     bool // Raw of every record
	Times   bool // the time of every record of the session's own, not only of the first and the last
	// Match, when set, is a cheap test of a record's stored bytes: of records
	// that fail it no texts need be decoded, only their place, role, kind, and
	// the ids and names of tool calls. Walks with and without it visit the
	// same messages. An adapter may ignore it.
	Match func(raw []byte) bool
	// Lend says that the outlet releases the texts of a record when Record returns:
	// Text, Thinking, Input and Output may be in memory that is used again,
	// and JSON among them need not be canonical as long as it holds the same
	// texts. An adapter may ignore it.
	Lend bool
	// LendKeys says that the outlet releases a record's UsageKey when Record returns.
	// An adapter may ignore it.
	LendKeys bool
}

// UsageOnly reports whether a walk needs requests and facts alone: no prompts,
// no texts and no raw records.
func (w Want) UsageOnly() bool { return w.Usage && !w.Prompts && !w.Text && !w.Raw }

// Kind says what a Record is.
type Kind uint8

// The kinds of records.
const (
	// Message is a message or a fragment of one.
	Message Kind = iota
	// Usage is usage that is separate from its message.
	Usage
	// Meta carries facts about the session (see Facts) and nothing visible.
	Meta
	// Injected is context that the user did not type: environment blocks, reminders,
	// attachments, system prompts, side bookkeeping with a place in the tree.
	// It is no message, but it is counted, and it links the tree.
	Injected
	// Ignored is a known bookkeeping record without a place in the tree.
	Ignored
	// Unknown is a record of a type this version does not know; Type names it.
	Unknown
)

// Record is one normalized native record.
type Record struct {
	Kind   Kind
	Path   string // file that holds it, when not the Ref's Path
	Line   int64  // 1-based; 0 when the source has no lines
	Offset int64  // bytes from the start of the file

	// Place in the session.
	ID     string // the agent's id of the record; unique within a walk
	Parent string // id of the record it follows; used when Facts.Tree is set
	Merge  string // fragments with the same non-empty Merge are one message: one API message
	Time   session.Time
	Naive  bool   // Time had no zone and was read as UTC
	Copied bool   // repeats a record of another session, by local marks
	Origin string // native id of that session, "" when unknown
	Aside  bool   // a subagent's record inside the main file: not visible, its usage counts as a subagent's
	Branch bool   // never on the current branch (removed or rewound away), regardless of the tree
	Place  int64  // running number of the record in its history, from 1, where the agent numbers them: see Facts.DropFrom
	Type   string // Message: agent-sdk type when not the role's own; Unknown: the native type

	// Content of a message fragment.
	Role        session.Role
	Special     string // session.Message.Kind
	Prompt      bool   // typed by a person or an SDK caller: opens a turn
	Typed       bool   // the record itself says that a person typed the prompt
	Text        string // one or more blocks, joined by a blank line
	Thinking    string
	ToolCalls   []session.ToolCall
	ToolResult  *session.ToolResult
	Attachments []session.Attachment
	Compaction  *session.Compaction
	Model       string

	// Usage of the API message (Message or Usage records). Records with the
	// same UsageKey describe the same request: the maximum of each number
	// counts once. A Usage record whose Merge names a message shows there too.
	Usage    *session.TokenUsage
	Stated   bool   // the record states its tokens, though they may be none
	UsageKey string // origin key: the agent's message, response or entry id
	// UsageAgent is the agent whose key it is, when that is not the walked one:
	// a request that the store copied is the one its agent recorded.
	UsageAgent string
	USD        *session.Money // recorded for this request
	Computed   bool           // USD is by Heddle's price table, not the agent's
	// Terms say on which terms the request was made (package terms); "" is the standard.
	Terms string
	// Source is that of the request, where the record names it apart from Facts.Source.
	Source *session.Span

	Facts *Facts // Meta; may be on any other kind as well
	Raw   []byte // original bytes of the record, when wanted
}

// RetainTexts makes the texts of a record that are lent (Want.Lend) outlive the bytes
// that hold them: they are valid as room says. Without a room they are
// the record's own already.
func (r *Record) RetainTexts(room *scan.Room) {
	if room == nil {
		return
	}
	r.Text, r.Thinking = room.KeepText(r.Text), room.KeepText(r.Thinking)
	for i := range r.ToolCalls {
		r.ToolCalls[i].Input = room.KeepBytes(r.ToolCalls[i].Input)
	}
	if r.ToolResult != nil {
		r.ToolResult.Output = room.KeepBytes(r.ToolResult.Output)
	}
}

// Facts are statements about the whole session; later ones win, empty fields
// say nothing.
type Facts struct {
	UserTitle  string // a name set by the user
	AgentTitle string // a title made by the agent
	Cwd        string // the first one wins
	Folder     string // where the prompts from here on were given; it may change
	Model      string // the model in force from here on
	// Source is the repository, branch, commit and version of the agent from here on; it has no folder.
	Source     *session.Span
	Created    session.Time
	Updated    session.Time
	ForkedFrom string
	ParentID   string // parent of a subagent or child session
	Subagent   bool
	Archived   bool
	Superseded string // native id of the longer copy, when the marks name it
	// RepeatedElsewhere: Superseded is the same session from another machine.
	RepeatedElsewhere bool
	Machine           string  // where the session comes from, when it says so
	FormatVersion     string  // the agent's version that wrote the record
	Tree              bool    // Parent links form a tree: only the current branch is visible
	OneRoot           bool    // with Tree: a second prompt without a parent rewinds to before the first; without it, it begins another conversation in the same file
	Leaf              string  // id of the current branch's last record
	ResumeCopies      bool    // this version resumed by copying into a new file: longer copies supersede this one
	Child             string  // native id of a subagent's session started here
	ClearTitle        bool    // forget earlier titles
	DropTurns         int64   // the last n turns recorded so far were rewound: they leave the current branch
	DropFrom          int64   // what was recorded so far with this Place or a later one was rewound: it leaves the current branch
	Run               *Run    // a run of the agent that ended here
	Totals            *Totals // what the agent itself has counted for the session up to here, by model; later ones replace earlier ones
	Key               string  // a copy-stable key of a record (message id): what longer copies repeat, for formats without usage keys
}

// Run is one query to an agent, as the store recorded it.
type Run struct {
	_ [0]func() // never compared

	ID        string // of the query
	Agent     string
	SessionID string // the agent's own id, "" when it is not known
	Model     string
	Began     session.Time
	Copied    bool // a fork repeats it
}

// Totals is an agent's own running totals of a session, by model.
type Totals struct {
	Models []ModelTotal
	Rest   bool // they are what is left beyond the requests already
}

// ModelTotal is an agent's own running total of one model in a session. It may
// hold requests that no record shows.
type ModelTotal struct {
	Model string
	Usage session.TokenUsage
	USD   session.Money
}

// Env is what an operation gives an adapter.
type Env struct {
	Host  *host.Host
	Agent string
	// Cache holds the bytes of the file that was sifted last; nil when the
	// session is not sifted before it is walked.
	Cache *ReadCache
	// Long is the walk's turn with long lines, where walks run at once; else nil.
	Long *Turn
	// DefectLog receives what Discover, Updated, Sift and Memories could not
	// read. A walk reports to its Outlet instead.
	DefectLog
}
