package store

import (
	"bytes"

	"github.com/heddle-dev/heddle/core/internal/normalize"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// messageNames are the members of messages that have a meaning (docs/messages.md).
var messageNames = []string{
	"attachments", "category", "content", "contentBlocks", "costSource", "costUsd", "cwd", "delta", "durationApiMs", "durationMs", "endedBy", "errorInfo", "errorType",
	"exitCode", "id", "interrupted", "isError", "kind", "messageId", "model", "modelUsage", "modelUsageSinceLastResult", "numTurns", "origin",
	"parallel", "parentId", "parentToolUseId", "partial", "partialUsage", "permissionDenials", "queryId", "raw", "reason", "resume", "retryAfter", "role", "sessionId", "stopReason",
	"stopReasonAtom", "subtype", "systemInfo", "thinking", "threadId", "timestamp", "toolCalls", "toolInput", "toolName", "toolResult", "toolUseId",
	"totalCostUsd", "totalUsage", "type", "usage", "usageSource", "uuid",
}

// snapshotNames are those of snapshots, summaries, shares and forks.
var snapshotNames = []string{"archivedAt", "createdAt", "exportedAt", "forkedAt", "generatedAt", "generatedBy", "messageCount", "parentSessionId",
	"revokedAt", "shareId", "updatedAt", "visibleMessageCount"}

// knownName returns a member's name as it is read: a known one with underscores gets its name in camel case.
func knownName(key string) string {
	if name := normalize.CamelCase(key); name != key && (hasName(messageNames, name) || hasName(snapshotNames, name)) {
		return name
	}
	return key
}

func hasName(list []string, name string) bool {
	for i := range list {
		if list[i] == name {
			return true
		}
	}
	return false
}

// withUnderscores returns a name in camel case as the specification writes it.
func withUnderscores(name string) string {
	var b []byte
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			b = append(b, '_')
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return string(b)
}

// getEither finds a member under its name in camel case or with underscores.
func getEither(v scan.Value, key string) scan.Value {
	if e := v.Get(key); e.Exists() {
		return e
	}
	return v.Get(withUnderscores(key))
}

// camelMembers renames the members of an object, and returns the object itself
// when no member needs it. A member whose new name is in use keeps its own.
func camelMembers(v scan.Value) []byte {
	rename := func(k string) string {
		if name := knownName(k); name != k && !v.Get(name).Exists() {
			return name
		}
		return k
	}
	renamed := false
	v.EachMember(func(key, _ scan.Value) bool {
		k := key.String()
		renamed = rename(k) != k
		return !renamed
	})
	if !renamed {
		return v.Raw()
	}
	b := []byte{'{'}
	v.EachMember(func(key, e scan.Value) bool {
		b = member{rename(key.String()), e}.appendTo(b)
		return true
	})
	return append(b, '}')
}

// withKnownNames returns a message whose members have the names that are read.
func withKnownNames(message session.JSON) session.JSON {
	if bytes.IndexByte(message, '_') < 0 { // as most have none
		return message
	}
	v, err := scan.Parse(message)
	if err != nil || v.Kind() != scan.Object {
		return message
	}
	return camelMembers(v)
}

// UnreadMembers says of messages which members are read by nobody although they look like others: a
// name with a slip, or what an agent wrote where a message was expected.
func UnreadMembers(messages []session.JSON) (says []string) {
	for i, m := range messages {
		v, err := scan.Parse(m)
		if err != nil {
			continue
		}
		v.EachMember(func(key, e scan.Value) bool {
			name := key.String()
			meant := nearestName(name)
			switch {
			case hasName(messageNames, knownName(name)):
				return true
			case name == "message" && e.Kind() == scan.Object && !v.Get("content").Exists():
				meant = "messages.normalize makes a message of what an agent wrote"
			case meant == "":
				return true
			default:
				meant += "?"
			}
			says = append(says, "message "+text.FormatInt(int64(i))+": not read: "+name+"; "+meant)
			return len(says) < maxSaid
		})
		if len(says) >= maxSaid {
			break
		}
	}
	return says
}

// maxSaid bounds what is said of the members of one request.
const maxSaid = 10

// nearestName returns the known name that a name may have been meant to be; empty without one.
func nearestName(name string) string {
	if len(name) > 2*len("modelUsageSinceLastResult") {
		return ""
	}
	bare := bareName(name)
	for _, known := range messageNames {
		most := len(known) / 5 // of short names any other is near
		if d := len(known) - len(bare); d > most || -d > most {
			continue
		}
		if editDistance(bare, bareName(known)) <= most {
			return known
		}
	}
	return ""
}

// bareName returns a name in lower case without what parts its words.
func bareName(name string) string {
	var b []byte
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		case c != '_' && c != '-' && c != ' ':
			b = append(b, c)
		}
	}
	return string(b)
}

// editDistance counts the bytes to insert, remove or replace that make a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
