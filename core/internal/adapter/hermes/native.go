package hermes

import (
	"github.com/heddle-dev/heddle/core/internal/adapter/hermes/facts"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Name is the agent's name and that of its mount, which is $HERMES_HOME, by
// default ~/.hermes.
const Name = facts.Name

// The places inside a home. The mount is one; profiles/<name> are others.
const (
	profilesFolder   = "/profiles"
	databaseName     = "state.db"
	databaseSuffix   = ".db"
	factsName        = "memory_store.db"
	sessionsFolder   = "/sessions"
	snapshotPrefix   = "session_"
	snapshotSuffix   = ".json"
	transcriptSuffix = ".jsonl"
	memoriesFolder   = "/memories"
)

// Limits of what is read at once.
const (
	sessionPage     = 1000              // session rows of one query
	indexPage       = 4096              // message ids of one query
	messageBatch    = 16                // messages in memory together
	maxFileBytes    = scan.MaxLineBytes // bytes of a snapshot
	maxMemoryBytes  = 1 << 20           // bytes of a memory file
	headBytes       = 16 << 10          // bytes of a snapshot that show its time
	maxDatabases    = 16                // databases of a home without state.db
	carriedGapUnits = 2 * unitsPerSec   // between rows that one compaction wrote
)

// Tables.
const (
	tableSessions = "sessions"
	tableMessages = "messages"
	tableUsage    = "session_model_usage"
	tableSchema   = "schema_version"
)

// memoryTables are names under which the older description's separate table
// of memory entries may exist; no version that was seen has one. An FTS5 table
// keeps its texts in a real table, as columns c0, c1, ….
const memoryTables = "memory_fts_content memories_fts_content memories memory memory_entries"

// What ended a session, as far as it says what a child session is.
const (
	endCompression = "compression"
	endBranched    = "branched"
)

// Sources with a meaning of their own.
const (
	sourceSubagent = "subagent"
	sourceCron     = "cron"
)

// Statuses of a recorded cost.
const (
	costActual   = "actual"
	costIncluded = "included"
)

// jsonMark comes before content that is a list of blocks.
const jsonMark = "\x00json:"

// Texts that Hermes puts in a user's place. A summary may have the message
// that followed it merged into it, after the end mark's line.
var (
	summaryPrefixes = []string{"[CONTEXT COMPACTION", "[CONTEXT SUMMARY]", "[PRIOR CONTEXT"}
	noticePrefixes  = []string{"[Your active task list was preserved across context compression]",
		"[ASYNC DELEGATION BATCH COMPLETE", "[IMPORTANT: Background process", "[Continuing toward your standing goal]"}
)

const summaryEnd = "--- END OF CONTEXT SUMMARY"

func hasPrefixOf(s string, list []string) bool {
	for _, p := range list {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// splitSummary cuts what follows a summary's end mark off it.
func splitSummary(s string) (summary, rest string) {
	i := text.LastIndex(s, summaryEnd)
	if i < 0 {
		return s, ""
	}
	_, rest, _ = text.Cut(s[i:], "\n")
	return strings.TrimRight(s[:i], "\n"), strings.Trim(rest, "\n")
}

// plainTitle drops the number that Hermes gives a continuation's title:
// "Fix rounding #2" after "Fix rounding".
func plainTitle(title, before string) string {
	rest, ok := strings.CutPrefix(title, before)
	if !ok || before == "" {
		return title
	}
	n, ok := strings.CutPrefix(rest, " #")
	if !ok || n == "" {
		return title
	}
	for i := 0; i < len(n); i++ {
		if n[i] < '0' || n[i] > '9' {
			return title
		}
	}
	return before
}

func isSnapshot(path string) bool   { return strings.HasSuffix(path, snapshotSuffix) }
func isTranscript(path string) bool { return strings.HasSuffix(path, transcriptSuffix) }
