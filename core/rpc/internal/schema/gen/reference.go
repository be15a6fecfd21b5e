package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// operationReference renders docs/operations.md, the operation table for people.
func operationReference() []byte {
	b := &bytes.Buffer{}
	b.WriteString(referenceHead)
	var families []string
	rows := map[string]string{}
	for _, o := range schema.Ops {
		family, _, _ := strings.Cut(o.Name, ".")
		if rows[family] == "" {
			families = append(families, family)
		}
		rows[family] += fmt.Sprintf("| %d | [`%s`](#%s) | %s |\n", o.ID, o.Name, headingAnchor(o.Name), firstSentence(o.Doc))
	}
	for _, family := range families {
		fmt.Fprintf(b, "\n**%s**\n\n| no. | operation | |\n|---|---|---|\n%s", family, rows[family])
	}
	for _, o := range schema.Ops {
		refOp(b, o)
	}
	b.WriteString("\n## Types\n\nA member marked *optional* is omitted when it is zero, empty or absent.\n")
	for _, t := range describedTypes() {
		fmt.Fprintf(b, "\n### %s\n\n%s\n\n| field | type | meaning |\n|---|---|---|\n", t.Name, t.Doc)
		for _, f := range t.Fields {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", f.Name, refType(f), refDoc(f))
		}
	}
	b.WriteString("\n## Enums\n")
	for _, e := range schema.Enums {
		fmt.Fprintf(b, "\n### %s\n\n%s\n\n| value | meaning |\n|---|---|\n", e.Name, e.Doc)
		for _, v := range e.Values {
			fmt.Fprintf(b, "| `%s` | %s |\n", v.Value, v.Doc)
		}
	}
	b.WriteString(referenceErrors)
	for _, c := range fault.Codes() {
		meaning, ok := codeDocs[c]
		if !ok {
			exitWithError(fmt.Errorf("no meaning for the error code %s", c))
		}
		fmt.Fprintf(b, "| `%s` | %s |\n", c, meaning)
	}
	return b.Bytes()
}

// describedTypes lists the types that are no operation's request.
func describedTypes() []schema.Type {
	var out []schema.Type
next:
	for _, t := range schema.Requests {
		for _, o := range schema.Ops {
			if o.Request == t.Name {
				continue next
			}
		}
		out = append(out, t)
	}
	return append(append([]schema.Type{}, schema.Types...), out...)
}

const referenceErrors = `
## Errors

An error has a code, the operation, a message, a place (mount-relative path, 1-based line, byte offset; omitted
where they do not apply) and a hint: what to run or change next. Codes are the same strings everywhere and are
never renamed.

` + "```json" + `
{"code": "PARSE_ERROR", "line": 12, "message": "…", "offset": 40960, "op": "sessions.get", "path": "claude/projects/-work/8c7e.jsonl"}
` + "```" + `

| code | meaning |
|---|---|
`

var codeDocs = map[fault.Code]string{
	fault.AgentNotFound:       "The agent is not supported.",
	fault.SessionNotFound:     "No session with that id exists.",
	fault.ThreadNotFound:      "No thread with that id exists in the store.",
	fault.MessageNotFound:     "No message with that id exists in the session.",
	fault.ParseError:          "Stored data cannot be read, or with `strict` not all of it.",
	fault.InvalidArgument:     "The request is invalid.",
	fault.InvalidSelector:     "A selector is malformed or selects nothing.",
	fault.InvalidExportFormat: "The export format is unknown.",
	fault.MessageLimitReached: "The session has reached its greatest number of messages.",
	fault.Conflict:            "Another writer wrote first, or holds a lock.",
	fault.PermissionDenied:    "The host refuses this file or folder, or a link leaves its mount.",
	fault.LimitExceeded:       "A limit was reached; the message names it.",
	fault.Unsupported:         "The host does not grant a power that this needs; the hint names it.",
	fault.Timeout:             "The deadline was exceeded, or the caller cancelled.",
	fault.Complete:            "The subscription or run has already ended.",
	fault.BadRef:              "A file, folder or reference does not exist.",
	fault.IO:                  "The operating system failed to read or write.",
	fault.Internal:            "A defect of Heddle itself.",
}

const referenceHead = `<!-- Generated from core/rpc/internal/schema by ` + "`make generate`" + `. Do not edit. -->
# Operations

Go, the command line, WebAssembly, JavaScript and Python run these operations, with the same names and
fields, and return the same bytes.

A request is one JSON object. An unknown field, or a value of the wrong type, is INVALID_ARGUMENT. A field
that is omitted or null has its default: an empty string, 0, false or no filter, unless the table names
another.

A result is canonical JSON (members in byte order, no spaces) or, where the operation says so, text. The response
header explains what a result is missing: ` + "`diagnostics`" + ` for the call, ` + "`report`" + ` for the session that was read.

| type | on the wire |
|---|---|
| ` + "`string` `bool`" + ` | as in JSON |
| ` + "`int`" + ` | a whole number of 64 bits, exact |
| ` + "`time`" + ` | RFC 3339 in UTC with milliseconds; requests also accept other offsets, and a bare date: the day in the request's ` + "`zone`" + `, by default in UTC |
| ` + "`money`" + ` | US dollars, an exact decimal number |
| ` + "`ratio`" + ` | a number from 0 to 1 with at most six decimal places |
| ` + "`index`" + ` | an int for which 0 is not the same as absent |
| ` + "`flag`" + ` | a bool for which false is not the same as absent |
| ` + "`json`" + ` | any JSON value |
| ` + "`[]T` `map[string]T`" + ` | a list; an object with free keys |
`

func refOp(b *bytes.Buffer, o schema.Op) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", o.Name, o.Doc)
	t := requestType(o.Request)
	if len(t.Fields) == 0 {
		b.WriteString("The request has no fields.\n\n")
	} else {
		fmt.Fprintf(b, "`%s`: %s\n\n| field | type | default | meaning |\n|---|---|---|---|\n", t.Name, t.Doc)
		for _, f := range t.Fields {
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.Name, linkTypes(f.Type), refDefault(f), refDoc(f))
		}
		b.WriteByte('\n')
	}
	result := linkTypes(o.Result)
	switch o.Result {
	case "text":
		result = "text, UTF-8"
	case "none":
		result = "`null`"
	}
	if o.Null {
		result += " or `null`"
	}
	fmt.Fprintf(b, "Result: %s.\n\n", result)
	errors := append([]string{}, o.Errors...)
	if len(errors) == 0 {
		errors = append(errors, "no specific codes")
	}
	fmt.Fprintf(b, "Errors: %s.\n\n", strings.Join(errors, ", "))
	fmt.Fprintf(b, "```json\n%s\n```\n", requestExample(o, t))
}

// samples are the values that example requests are made of.
var samples = map[string]string{
	"id":    `"12.0"`,
	"agent": `"claude"`, "sessionId": `"8c7e3f52-6f0d-4a5f-9a35-1b0e5c1d2f00"`, "nativeSessionId": `"8c7e3f52-6f0d-4a5f-9a35-1b0e5c1d2f00"`,
	"unifiedId": `"claude:8c7e3f52-6f0d-4a5f-9a35-1b0e5c1d2f00"`, "since": `"2026-07-01"`, "limit": "20", "sort": `"cost"`, "format": `"markdown"`,
	"toolOutput": "true", "text": `"parser \"off by one\" -draft"`, "groupBy": `"model"`, "action": `"fork"`,
	"a":        `{"agent": "claude", "sessionId": "8c7e3f52-6f0d-4a5f-9a35-1b0e5c1d2f00"}`,
	"b":        `{"unifiedId": "codex:019f1f0a-7cb0-7222-a4dd-fc71bc245557"}`,
	"messages": `[{"type": "user", "content": "Where is the parser?"}]`, "threadId": `"experiment"`, "metadata": `{"colour": "blue"}`,
	"message": `{"type": "result", "stop_reason": "end_turn"}`, "value": `"end_turn"`, "name": `"experiment"`, "status": `"paused"`,
	"visibleMessageCount": "12", "paths": `["src/parser.go"]`, "lines": `["\tdepth := len(stack)"]`,
}

// examples are the requests whose fields do not all go together.
var examples = map[string]string{
	"store.import": `{"snapshot": {"version": 1, "sessionId": "talk", "metadata": {"createdAt": "2026-07-01T09:00:00.000Z"}, ` +
		`"messages": [{"type": "user", "content": "Where is the parser?"}], "exportedAt": "2026-07-02T09:00:00.000Z"}}`,
	"messages.normalizeText": `{"text": "{\"type\":\"thread.started\",\"thread_id\":\"019f1f0a-7cb0-7222-a4dd-fc71bc245557\"}\n"}`,
	"sessions.import":        `{"all": true, "agent": "claude", "since": "2026-07-01"}`,
	"sessions.tag":           `{"agent": "claude", "sessionId": "8c7e3f52-6f0d-4a5f-9a35-1b0e5c1d2f00", "add": ["fix-parser"]}`,
}

// requestExample renders a request with the sample of every field that has one. A
// session is named once.
func requestExample(o schema.Op, t schema.Type) string {
	if e, ok := examples[o.Name]; ok {
		return e
	}
	var members []string
	named := false
	for _, f := range t.Fields {
		sample, ok := samples[f.Name]
		if (f.Name == "unifiedId" || f.Name == "ref") && named {
			continue
		}
		if f.Name == "sessionId" {
			named = true
		}
		if ok {
			members = append(members, fmt.Sprintf("%q: %s", f.Name, sample))
		} else if !f.Optional {
			exitWithError(fmt.Errorf("%s: no sample for the required field %s", o.Name, f.Name))
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func requestType(name string) schema.Type {
	for _, t := range schema.Requests {
		if t.Name == name {
			return t
		}
	}
	exitWithError(fmt.Errorf("no request type %s", name))
	return schema.Type{}
}

func refType(f schema.Field) string {
	if f.Optional {
		return linkTypes(f.Type) + ", optional"
	}
	return linkTypes(f.Type)
}

func refDefault(f schema.Field) string {
	switch {
	case !f.Optional:
		return "required"
	case f.Default != "":
		return f.Default
	}
	return ""
}

func refDoc(f schema.Field) string {
	s := f.Doc
	if f.Unit != "" {
		s += " In " + f.Unit + "."
	}
	return strings.ReplaceAll(s, "|", "\\|")
}

// linkTypes renders a type with links to the types of the table.
func linkTypes(t string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(t, "map[string]"), "[]")
	prefix := strings.TrimSuffix(t, name)
	for _, known := range describedTypes() {
		if known.Name == name {
			return linkTo(prefix, name)
		}
	}
	if isEnum(name) {
		return linkTo(prefix, name)
	}
	return "`" + t + "`"
}

func linkTo(prefix, name string) string {
	if prefix != "" {
		prefix = "`" + prefix + "`"
	}
	target := headingAnchor(name)
	for _, o := range schema.Ops {
		if headingAnchor(o.Name) == target {
			target += "-1" // the second heading of that spelling
			break
		}
	}
	return prefix + "[" + name + "](#" + target + ")"
}

// headingAnchor is the fragment a heading gets where Markdown is shown.
func headingAnchor(heading string) string {
	return strings.ReplaceAll(strings.ToLower(heading), ".", "")
}

func firstSentence(doc string) string {
	if i := strings.Index(doc, ". "); i >= 0 {
		return doc[:i+1]
	}
	return doc
}
