package cursor

import (
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor/facts"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Name is the agent's name and that of its first mount, which is ~/.cursor.
const Name = facts.Name

// The other mounts: ~/.cursor-server and the IDE's User folder.
const (
	serverMount = "cursor-server"
	userMount   = "cursor-user"
)

// Places below the mounts.
const (
	globalPath     = userMount + "/globalStorage/state.vscdb"
	workspacesPath = userMount + "/workspaceStorage"
	trackingPath   = Name + "/ai-tracking/ai-code-tracking.db"
	describedPath  = Name + "/sessions/sessions.db"
)

// Keys of state.vscdb. The keys with a prefix are found by the range of
// keys from it to the same text with ';' for the last ':'.
const (
	composerPrefix = "composerData:"
	bubblePrefix   = "bubbleId:"
	blobPrefix     = "agentKv:blob:"
	draftID        = "empty-state-draft"
)

// Limits of what is read at once.
const (
	maxSideBytes = 1 << 20           // bytes of meta.json and workspace.json
	maxTextBytes = 64 << 20          // bytes of a text transcript
	bubbleBatch  = 16                // bubbles in memory together
	blobBatch    = 16                // message blobs in memory together
	rowPage      = 1000              // rows of one query
	maxTurns     = 100_000           // turns of a root that are looked at for times
	leastMillis  = 1_000_000_000_000 // 2001: less is a span, not a time
)

// Names that Cursor gives until there is a better one.
func givenTitle(s string) string {
	switch s {
	case "New Agent", "New Chat", "New Composer", "Untitled":
		return ""
	}
	return s
}

// namedModel drops the name that stands for "Cursor's own choice".
func namedModel(s string) string {
	if s == "default" || s == "auto" {
		return ""
	}
	return s
}

// parseMoment reads a time: a text, or milliseconds as a number or as digits.
func parseMoment(v scan.Value) session.Time {
	if v.Kind() == scan.String {
		s := v.String()
		if t, _, ok := session.ParseTime(s); ok {
			return t
		}
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < leastMillis {
			return 0
		}
		return session.TimeOfMillis(n)
	}
	n, ok := v.Int()
	if !ok {
		n, _ = v.ScaledDecimal(0)
	}
	if n < leastMillis {
		return 0
	}
	return session.TimeOfMillis(n)
}

// countOf reads a number of tokens, also one in a text.
func countOf(v scan.Value) int64 {
	v, _ = drift.NumberIn(v)
	n, ok := v.Int()
	if !ok {
		n, _ = v.ScaledDecimal(0)
	}
	return max(n, 0)
}

// folderOf reads a file: or vscode-remote: address.
func folderOf(uri string) string {
	_, rest, ok := text.Cut(uri, "://")
	if !ok {
		return ""
	}
	i := strings.IndexByte(rest, '/')
	if i < 0 {
		return ""
	}
	path := unescapePercent(rest[i:])
	if len(path) > 2 && path[2] == ':' {
		path = path[1:] // /c:/Users
	}
	return path
}

// unescapePercent replaces %41 by A.
func unescapePercent(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(n))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// mungePath makes the name of a project's folder of a path.
func mungePath(path string) string {
	out := []byte(strings.TrimLeft(path, "/"))
	for i, c := range out {
		if c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' {
			out[i] = '-'
		}
	}
	return string(out)
}

var months = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

const timestampOpen, timestampClose = "<timestamp>", "</timestamp>"

// stampOf reads the time that some builds put before a prompt:
// "<timestamp>Monday, Aug 10, 2026, 9:16 AM (UTC+2)</timestamp>".
func stampOf(s string) session.Time {
	_, s, _ = text.Cut(s, timestampOpen)
	s, _, ok := text.Cut(s, timestampClose)
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == 0x202f || r == '(' || r == ')' })
	if !ok || len(parts) < 6 || len(parts[1]) < 3 {
		return 0
	}
	month := 0
	for i, m := range months {
		if parts[1][:3] == m {
			month = i + 1
		}
	}
	hour, minute, _ := text.Cut(parts[4], ":")
	day, _ := strconv.Atoi(parts[2])
	h, err := strconv.Atoi(hour)
	if err != nil || month == 0 || h > 12 || h < 1 {
		return 0
	}
	if h %= 12; parts[5] == "PM" {
		h += 12
	}
	two := func(n int) string { return string([]byte{byte('0' + n/10%10), byte('0' + n%10)}) }
	zone := "Z"
	if len(parts) > 6 {
		zone = zoneOf(parts[6])
	}
	t, _, ok := session.ParseTime(parts[3] + "-" + two(month) + "-" + two(day) + "T" + two(h) + ":" + minute + ":00" + zone)
	if !ok {
		return 0
	}
	return t
}

// zoneOf reads "UTC", "UTC+2" or "UTC-3:30".
func zoneOf(s string) string {
	s = strings.TrimPrefix(s, "UTC")
	if s == "" {
		return "Z"
	}
	hours, minutes, _ := text.Cut(s[1:], ":")
	if len(hours) == 1 {
		hours = "0" + hours
	}
	if minutes == "" {
		minutes = "00"
	}
	return s[:1] + hours + ":" + minutes
}
