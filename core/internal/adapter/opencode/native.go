package opencode

import (
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode/facts"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Name is the agent's name and the name of its mount, which is the folder
// ~/.local/share/opencode.
const Name = facts.Name

// The places of the four stores, see FORMAT.md.
const (
	databaseStem  = "opencode" // of its file's name; builds of a channel add a dash and its name
	databaseExt   = ".db"
	storageRoot   = Name + "/storage"
	projectRoot   = Name + "/project"
	projectSuffix = "/storage/session"
	fileSuffix    = ".json"
)

// Limits of what is read at once.
const (
	maxInfoBytes = 1 << 20           // bytes of a session file that Discover reads
	maxFileBytes = scan.MaxLineBytes // bytes of any other JSON file
	sessionPage  = 1000              // session rows of one query
	indexPage    = 4096              // message ids of one query
	messageBatch = 16                // messages whose rows are in memory together
	spendBatch   = 128               // the same when their parts are not read
	partPage     = 64                // part rows of one query
	taskPage     = 256               // task parts of one query
	maxTogether  = 4096              // rows of one query for messages by their ids
	maxParents   = 64                // parents whose task parts Discover looks through
)

// Part types (part.type). Types that are neither here nor bookkeeping are
// Unknown.
const (
	typeText       = "text"
	typeReasoning  = "reasoning"
	typeTool       = "tool"
	typeInvocation = "tool-invocation" // 0.1
	typeFile       = "file"
	typeStepStart  = "step-start"
	typeStepFinish = "step-finish"
	typeCompaction = "compaction"
	typeSubtask    = "subtask"
	typeRetry      = "retry"
)

// isKnown reports whether a part type is one that this version knows: those
// above and bookkeeping.
func isKnown(t string) bool {
	switch t {
	case typeText, typeReasoning, typeTool, typeInvocation, typeFile, typeStepStart, typeStepFinish,
		typeCompaction, typeSubtask, typeRetry, "patch", "snapshot", "agent", "source-url":
		return true
	}
	return false
}

// Tools and errors with a meaning of their own.
const (
	toolTask     = "task"
	errorAborted = "MessageAbortedError"
)

// Titles that OpenCode gives until it finds a better one; a time follows.
var placeholderTitles = []string{"New session - ", "Child session - "}

// Marks around what a title says beside its text.
const (
	forkMark     = " (fork #"
	subagentMark = " (@"
	subagentEnd  = " subagent)"
)

// givenTitle drops placeholders: "New session - 2026-11-20T17:24:27.415Z", also
// with a fork's number after it.
func givenTitle(s string) string {
	for _, prefix := range placeholderTitles {
		rest, ok := strings.CutPrefix(s, prefix)
		if !ok {
			continue
		}
		if i := text.LastIndex(rest, forkMark); i >= 0 {
			rest = rest[:i]
		}
		if _, _, isTime := session.ParseTime(rest); isTime {
			return ""
		}
	}
	return s
}

// namesSubagent reports whether a child's title is one that the task tool
// gives: "Count files (@general subagent)".
func namesSubagent(title string) bool {
	return strings.HasSuffix(title, subagentEnd) && text.Index(title, subagentMark) >= 0
}

// The versions at which the meaning of numbers changed, as major*1000+minor.
const (
	versionSource      = 0     // 0.0.0-…: built from source, no release
	versionSteps       = 1_000 // from here on a message is one model call, not a turn
	versionInputBare   = 1_001 // from here on tokens.input is without cache reads
	versionOutputSplit = 1_003 // from here on tokens.output is without reasoning
	versionUnknown     = 1 << 30
)

// parseVersion reads "1.18.33" as 1018; what is not a released version counts as
// the newest.
func parseVersion(s string) int64 {
	major, rest, ok := text.Cut(s, ".")
	minor, _, _ := text.Cut(rest, ".")
	a, okA := parseDigits(major)
	b, okB := parseDigits(minor)
	v := a*1000 + b
	if !ok || !okA || !okB || v == versionSource {
		return versionUnknown
	}
	return v
}

func parseDigits(s string) (n int64, ok bool) {
	if s == "" || len(s) > 6 {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, true
}

// countOf reads a number of tokens. Negative ones, which some providers'
// figures led to, count as none.
func countOf(v scan.Value) int64 {
	v, _ = drift.NumberIn(v)
	n, ok := v.Int()
	if !ok {
		n, _ = v.ScaledDecimal(0)
	}
	return max(n, 0)
}

// millisTime reads a time in milliseconds since the epoch, also one in a text.
func millisTime(v scan.Value) session.Time {
	if v.Kind() == scan.String {
		t, _ := adapter.TimeOf(v)
		return t
	}
	n, ok := v.Int()
	if !ok {
		n, _ = v.ScaledDecimal(0)
	}
	return session.TimeOfMillis(n)
}

// costOf reads a recorded cost. OpenCode writes 0 both for what is free and
// for what it knows no price of, so 0 is no statement.
func costOf(v scan.Value) *session.Money {
	v, _ = drift.NumberIn(v)
	n, ok := v.ScaledDecimal(session.MoneyScale)
	if !ok || n <= 0 {
		return nil
	}
	m := session.Money(n)
	return &m
}
