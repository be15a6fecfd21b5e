// Package drift counts what a newer version of an agent may have changed: answers without
// tokens or times, kinds of blocks that no rule knows, and the like. Each agent has a row
// of what its versions are known to write.
package drift

import (
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/session"
)

// Kind is what is counted.
type Kind string

// The kinds.
const (
	AnswersWithoutUsage Kind = "answersWithoutUsage"
	AnswersWithoutTime  Kind = "answersWithoutTime"
	UnknownRecords      Kind = "unknownRecords"
	UnknownBlocks       Kind = "unknownBlocks"
	UnknownMembers      Kind = "unknownMembers"
	MissingMembers      Kind = "missingMembers"
	UnknownUsage        Kind = "unknownUsageMembers"
	UnknownTools        Kind = "unknownTools"
	MissingParents      Kind = "missingParents"
	UnknownTags         Kind = "unknownTags"
	MissingColumns      Kind = "missingColumns"
	UnreadFiles         Kind = "unreadFiles"
	UnreachableTexts    Kind = "unreachableTexts"
	NewerVersions       Kind = "newerVersions"
	TextNumbers         Kind = "numbersAsText"
	EpochTimes          Kind = "epochTimes"
)

// nouns are the kinds for people, in the order in which they are said. A newer version
// alone changes nothing, and what is only written in another form is read all the same.
var nouns = [...]struct {
	kind      Kind
	one, many string
}{
	{AnswersWithoutUsage, "answer without tokens", "answers without tokens"},
	{AnswersWithoutTime, "answer without a time", "answers without a time"},
	{UnknownRecords, "unknown record", "unknown records"},
	{UnknownBlocks, "unknown block", "unknown blocks"},
	{UnknownUsage, "unknown member of usage", "unknown members of usage"},
	{UnknownTools, "call of an unknown tool with a path", "calls of unknown tools with a path"},
	{MissingParents, "record without a parent", "records without a parent"},
	{UnknownTags, "prompt that begins with an unknown tag", "prompts that begin with an unknown tag"},
	{MissingColumns, "session without a column of its database", "sessions without a column of their database"},
	{UnreachableTexts, "text on no branch", "texts on no branch"},
}

// item is what is counted: a kind and, where it has names, which.
type item struct {
	kind Kind
	name string
}

// Counts is what was counted. A nil Counts drops everything. It is not safe for
// concurrent use.
type Counts struct {
	// Deep says that every record is examined, which costs a second look at it.
	Deep  bool
	items map[item]int64
}

// maxNames bounds how many names of all kinds are kept, and maxNameBytes their lengths:
// files are not trusted.
const (
	maxNames     = 200
	maxNameBytes = 60
)

// Add counts n of a kind under a name, which may be empty.
func (c *Counts) Add(kind Kind, name string, n int64) {
	if c == nil || n == 0 {
		return
	}
	if c.items == nil {
		c.items = map[item]int64{}
	}
	for len(name) > maxNameBytes || name != "" && name[len(name)-1] >= 0xC0 { // no character is cut in two
		name = name[:min(len(name)-1, maxNameBytes)]
	}
	at := item{kind, name}
	if _, known := c.items[at]; !known && len(c.items) >= maxNames {
		at.name = ""
	}
	c.items[at] += n
}

// HasAny reports whether something was counted.
func (c *Counts) HasAny() bool { return c != nil && len(c.items) > 0 }

// Reset forgets what was counted.
func (c *Counts) Reset() {
	if c != nil {
		clear(c.items)
	}
}

// Rows returns what was counted, by kind and name, under a version.
func (c *Counts) Rows(version string) []session.DriftCount {
	if c == nil || len(c.items) == 0 {
		return nil
	}
	out := make([]session.DriftCount, 0, len(c.items))
	for at, n := range c.items {
		out = append(out, session.DriftCount{Kind: string(at.kind), Name: at.name, Version: version, Count: n})
	}
	SortRows(out)
	return out
}

// SortRows sorts rows by version, kind and name.
func SortRows(rows []session.DriftCount) {
	order.SortStable(rows, func(i, j int) bool {
		a, b := &rows[i], &rows[j]
		if a.Version != b.Version {
			return IsNewer(b.Version, a.Version) || !IsNewer(a.Version, b.Version) && a.Version < b.Version
		}
		if a.Kind != b.Kind {
			return a.Kind < b.Kind
		}
		return a.Name < b.Name
	})
}

// MergeRows adds rows to others, which are sorted by then.
func MergeRows(into, rows []session.DriftCount) []session.DriftCount {
next:
	for _, r := range rows {
		for i := range into {
			if o := &into[i]; o.Kind == r.Kind && o.Name == r.Name && o.Version == r.Version {
				o.Count += r.Count
				continue next
			}
		}
		into = append(into, r)
	}
	SortRows(into)
	return into
}
