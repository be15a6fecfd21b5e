package gemini

import (
	"bytes"
	"strings"

	"github.com/heddle-dev/heddle/core/internal/drift"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

// Fields of a message, wherever it is.
const (
	fID = iota
	fTime
	fType
	fContent
	fDisplay
	fThoughts
	fTokens
	fModel
	fCalls
	fRole
	fParts
	fText
	fMetadata
	fUsage
	messageFields

	// Fields of a line of a log.
	fSession = iota - 1
	fStart
	fUpdated
	fSummary
	fKind
	fDirs
	fMessages
	fRewind
	fSet
	fSetMessages
	fSetUpdated
	fSetSummary
	fSetKind
	fSetDirs
	lineFields
)

var fieldNames = [lineFields]string{
	fID: "id", fTime: "timestamp", fType: "type", fContent: "content", fDisplay: "displayContent", fThoughts: "thoughts",
	fTokens: "tokens", fModel: "model", fCalls: "toolCalls", fRole: "role", fParts: "parts", fText: "text",
	fMetadata: "usageMetadata", fUsage: "usage",
	fSession: "sessionId", fStart: "startTime", fUpdated: "lastUpdated", fSummary: "summary", fKind: "kind", fDirs: "directories",
	fMessages: "messages", fRewind: "$rewindTo", fSet: "$set", fSetMessages: "$set.messages", fSetUpdated: "$set.lastUpdated",
	fSetSummary: "$set.summary", fSetKind: "$set.kind", fSetDirs: "$set.directories",
}

var (
	linePaths    = scan.CompilePaths(fieldNames[:]...)
	messagePaths = scan.CompilePaths(fieldNames[:messageFields]...)
)

// Texts that the CLI puts into the place of the user or the model.
const (
	contextID    = "d04923d38bb0f6017037e74183378ef4" // of that message, in every session
	compressMark = "First, reason in your scratchpad" // the request for a summary, 0.4
	// Files that a prompt refers to are put after it.
	filesMark = "--- Content from referenced files ---"
)

// acks are the canned replies to context.
var acks = [...]string{"Got it. Thanks for the additional context!", "Got it. Thanks for the context!"}

// importMark starts the id of the notice in front of imported messages.
const importMark = "import-"

var (
	tokensMark  = []byte(`"tokens"`)
	sessionMark = []byte(`"sessionId"`)
	agentMark   = []byte(`"agentId"`)
	usageMark   = []byte(`"usage`)
	importedAt  = []byte(`"` + importMark)
	setMark     = []byte(`"$set"`)
)

// shortLine is below what is worth a search.
const shortLine = 512

// maySpend reports whether a line may matter to the spend projection. Results of
// tools, which make up most of a log, do not.
func maySpend(b []byte) bool {
	if len(b) < shortLine || bytes.Contains(b[:shortLine], setMark) {
		return true
	}
	for _, mark := range [...][]byte{tokensMark, sessionMark, usageMark, importedAt} {
		if bytes.Contains(b, mark) {
			return true
		}
	}
	return false
}

// kindOf returns what a message is by its type, or by the role that checkpoints
// and the described layout have; ok is false for an unknown one.
func kindOf(v []scan.Value) (k kind, name string, ok bool) {
	t := v[fType]
	if !t.Exists() {
		t = v[fRole]
	}
	switch name = t.String(); name {
	case "user":
		return user, name, true
	case "gemini", "model", "assistant":
		return model, name, true
	case "info", "warning", "error":
		return notice, name, true
	case "system":
		return injected, name, true
	case "tool", "function":
		return carrier, name, true
	}
	return 0, name, false
}

// counts maps the names of token counts, in the CLI's own records, in those of
// the API, and in likely ones of the described layout.
var counts = []struct {
	slot  int
	names string
}{
	{0, " input promptTokenCount input_tokens inputTokens "},
	{1, " output candidatesTokenCount output_tokens outputTokens "},
	{2, " cached cachedContentTokenCount cached_tokens cachedTokens "},
	{3, " thoughts thoughtsTokenCount "},
	{4, " tool toolUsePromptTokenCount "},
	{5, " total totalTokenCount "},
}

// tokensOf reads the tokens of a message. Input includes what came from the
// cache, output excludes thinking. Tokens of tool prompts are counted beside
// the input, where the total says so.
func tokensOf(v scan.Value) *session.TokenUsage {
	var n [6]int64
	v.EachMember(func(key, e scan.Value) bool {
		name := " " + key.String() + " "
		for _, c := range counts {
			if strings.Contains(c.names, name) {
				e, _ = drift.NumberIn(e)
				if x, ok := e.Int(); ok && x >= 0 {
					n[c.slot] = x
				}
			}
		}
		return true
	})
	input, output, cached, thoughts, tool := n[0], n[1], n[2], n[3], n[4]
	if n[5]-input-output-thoughts >= tool {
		input += tool
	}
	cached = min(cached, input)
	u := &session.TokenUsage{InputTokens: input - cached, CachedTokens: cached, OutputTokens: output + thoughts, ThinkingTokens: thoughts}
	if u.Zero() {
		return nil
	}
	return u
}

// joinParagraphs adds a text after a blank line.
func joinParagraphs(text, more string) string {
	if text == "" || more == "" {
		return text + more
	}
	return text + "\n\n" + more
}
