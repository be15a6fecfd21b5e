package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/heddle-dev/heddle/core/rpc/internal/schema"
)

// pyNote is what the docstring of a method has beside the table's sentences.
type pyNote struct {
	doc     string // in place of the operation's doc, which speaks of the wire form
	more    string // further paragraphs, separated by empty lines
	example string
}

// pyNotes are the notes by namespace and name of a method.
var pyNotes = map[string]pyNote{
	".agents": {example: "for a in h.agents():\n    print(a.agent, a.found, a.session_count)"},
	"sessions.list": {
		doc:     "Summaries of one agent's sessions, or of all agents', the last updated first.",
		more:    "since and until bound when a session began, active_since and active_until when anything happened in it. An agent that fails in a call for all agents is one of the result's diagnostics, and the sessions of the others are returned. When limit leaves sessions out, the result's at_most says how many match at most, by the names of files.",
		example: "for s in h.sessions.list(\"claude\", active_since=\"7d\", limit=20):\n    print(s.updated_at, s.title)",
	},
	"sessions.get": {
		doc:     "One session with its messages: get(\"claude\", id), get(\"claude:id\"), or get(summary).",
		more:    "The session's report says what was skipped while reading, and its diagnostics which side files could not be read.",
		example: "session = h.sessions.get(h.sessions.list(limit=1)[0])\nfor m in session.messages:\n    print(m.role, m.content)",
	},
	"sessions.import_": {
		more:    "Name one session, import_(\"claude:id\") or import_(\"claude\", id), or copy all that match: import_(all=True, since=...).",
		example: "report = h.sessions.import_(all=True, since=\"30d\", dry_run=True)\nprint(report.imported, report.updated, report.unchanged)",
	},
	"sessions.export": {
		doc:     "One session as text, Markdown unless format says another: export(\"claude\", id), or export(\"claude:id\").",
		more:    "json is the session, canonical, indented by 2; jsonl is a header line, then one message a line; html is a page of one file. The result is a str that also has report and diagnostics.",
		example: "Path(\"session.md\").write_text(h.sessions.export(\"claude:4f1c…\"), encoding=\"utf-8\")",
	},
	"sessions.search": {
		doc:     "Sessions whose title and visible text match, best first, each with where it matches.",
		more:    "The result's page says how many there are in all. An unknown agent is an empty list, and so is no match.",
		example: "found = h.sessions.search('parser \"off by one\" -draft', active_since=\"2026-07-01\")\nfor s in found:\n    print(s.relevance_score, s.title, s.hits[0].snippet)\nprint(len(found), \"of\", found.page.total)",
	},
	"sessions.search_all": {
		doc:     "The same search page by page: limit sessions a page, at least one page, timeout for each.",
		more:    "Every page searches again: sessions that change meanwhile may move from one page to another.",
		example: "for page in h.sessions.search_all(\"parser\", limit=20):\n    for s in page:\n        print(s.title)",
	},
	"sessions.total_cost": {
		doc:     "Tokens and money of all matching sessions of one agent, or of all agents.",
		more:    "A request that several sessions repeat (forks, resumes, copies) counts once, for the session created first. since and until bound the time of each request, so that days and weeks add up; created_since and created_until bound the beginning of its session. What has no price is in unpriced, and never 0 USD.",
		example: "cost = h.sessions.total_cost(since=timedelta(days=7), group_by=\"model\")\nprint(cost.total_usd, cost.source, cost.price_table)\nfor model, group in cost.breakdowns.items():\n    print(model, group.total_usd, group.output_tokens)",
	},
	"sessions.stats": {
		doc:     "What the matching sessions did: the tools that they called and how often these failed, the models that answered, the files that were edited, and the hours and weekdays of their messages.",
		more:    "It counts what sessions show: messages of the current branch, without those that a fork or a longer copy repeats. What subagents did counts for the session that started them, except its messages and times. since and until bound the time of each message, as in total_cost.",
		example: "stats = h.sessions.stats(since=\"30d\")\nfor tool in stats.tools:\n    print(tool.name, tool.calls, tool.failures)",
	},
	"sessions.diff": {
		example: "diff = h.sessions.diff(\"claude:4f1c…\", (\"codex\", \"019f…\"))\nprint(diff.stats)\nfor o in diff.operations:\n    print(o.type, o.message_a and o.message_a.content, o.message_b and o.message_b.content)",
	},
	"sessions.render_diff": {
		doc:     "What two sessions share and where they differ, as text: unified unless format says another.",
		example: "print(h.sessions.render_diff(a, b, format=\"side-by-side\", width=160))",
	},
	"sessions.doctor": {
		doc:     "Reads every session file completely, of one agent or of all, and reports what it found.",
		more:    "The report has bytes, records, what was skipped and why, types that this version does not know and format versions of each file, and a summary by agent.",
		example: "for file in h.sessions.doctor(problems=True).files:\n    print(file.path, file.error or file.report)",
	},
	"sessions.command": {
		doc:     "The agent's own command that continues a session, or with action=\"fork\" a copy of it. Nothing is run.",
		more:    "Paths in argv are this machine's own. With a prompt the command runs one turn without a terminal.",
		example: "c = h.sessions.command(\"claude:4f1c…\", action=\"fork\")\nsubprocess.run(c.argv, cwd=c.cwd)",
	},
	"ids.resolve_native_id": {
		doc:  "Splits a unified id, or that of a session, at its first colon.",
		more: "None when there is no colon or the agent is unknown.",
	},
	"store.revert": {
		doc:     "Sets the boundary of what a session shows, which one argument names.",
		more:    "Everything before it is shown, including what earlier reverts hid, and everything after it is hidden. Nothing is removed, and what is recorded afterwards is visible.",
		example: "h.store.revert(\"trip\", visible_message_count=2)",
	},
	"threads.rollback": {
		doc:     "Sets the boundary of what a thread shows, which one argument names.",
		more:    "Everything before it is shown, including what earlier rollbacks hid, and everything after it is hidden. count hides that many visible messages from the end, and changes nothing else. What the session hides stays hidden, and what is recorded afterwards is visible.",
		example: "h.threads.rollback(\"trip\", thread, count=1)",
	},
	"messages.normalize": {
		doc:     "Makes a message of one record that an agent printed.",
		more:    "It has camelCase names, the text of nested content as content, and the category of an error. A record that is unknown, or no message of its own, becomes a message of type raw, with the original in raw.",
		example: "h.messages.normalize({\"type\": \"assistant\", \"message\": {\"content\": [{\"type\": \"text\", \"text\": \"Hi\"}]}})",
	},
	"messages.parse_stop_reason": {
		doc:  "Reads why an agent stopped, as agents write it.",
		more: "The result is end_turn, max_tokens, stop_sequence, refusal, tool_use_stop or unknown_stop.",
	},
	"messages.parse_permission_mode": {
		doc:  "Reads a permission mode in either spelling.",
		more: "The result is default, accept_edits, bypass_permissions, plan or dont_ask; anything else is default.",
	},
	"messages.make_request_id": {doc: "Draws an id for a request, a UUID."},
	"store.record":             {example: "h.store.record(\"trip\", [\n    {\"type\": \"user\", \"content\": \"Two days in Porto\"},\n    {\"type\": \"assistant\", \"content\": \"Start at the river.\"},\n])"},
	"store.update":             {more: "None inside extra removes a member."},
	"store.fork":               {example: "fork = h.store.fork(\"trip\", \"trip-by-train\", at=h.store.get(\"trip\").position)"},
	"store.check":              {example: "for problem in h.store.check():\n    print(problem.session_id, problem.position, problem.message)"},
	"store.events":             {example: "page = h.store.events(\"trip\")\nwhile page.events:\n    for event in page.events:\n        print(event.seq, event.kind)\n    page = h.store.events(\"trip\", page.next)"},
	"threads.start":            {example: "thread = h.threads.start(\"trip\", name=\"By train\")\nh.threads.record(\"trip\", thread, {\"type\": \"user\", \"content\": \"Which line?\"})"},
}

// pyWidth is where the lines of a docstring end.
const pyWidth = 100

// writePyDocstring writes what help() shows of a method: what it does, an
// example, its arguments and its errors.
func writePyDocstring(b *bytes.Buffer, op schema.Op, name string, params []pyParam) {
	note := pyNotes[schema.MethodOf(op).Namespace+"."+name]
	doc := note.doc
	if doc == "" {
		doc = strings.TrimSuffix(pyNull(pyText(op.Doc)), " Pure.") // the class says it
	}
	summary, rest := pyFirstSentence(doc)
	text := &strings.Builder{}
	for _, paragraph := range strings.Split(rest+"\n\n"+note.more+"\n\n"+pyBoundNote(op), "\n\n") {
		if paragraph != "" {
			text.WriteString("\n" + pyWrap(paragraph, "        ", "        "))
		}
	}
	if note.example != "" {
		text.WriteString("\n            " + strings.ReplaceAll(note.example, "\n", "\n            ") + "\n")
	}
	if len(params) > 0 {
		text.WriteString("\n        Args:\n")
		for _, p := range params {
			text.WriteString(pyWrap(p.name+": "+p.doc, "            ", "                "))
		}
	}
	if codes := pyCodeList(op); codes != "" {
		text.WriteString("\n        Raises:\n" + pyWrap("HeddleError: Its code is "+codes+".", "            ", "                "))
	}
	if text.Len() > 0 {
		text.WriteString("        ")
		summary += "\n"
	}
	fmt.Fprintf(b, "        \"\"\"%s%s\"\"\"\n", summary, text)
}

// pyEnumValues lists the values of an enum; empty for another type.
func pyEnumValues(name string) string {
	var values []string
	for _, e := range schema.Enums {
		for _, v := range e.Values {
			if e.Name == name {
				values = append(values, v.Value)
			}
		}
	}
	return strings.Join(values, ", ")
}

// pyBoundNote explains the bounds of a time, where a request has them.
func pyBoundNote(op schema.Op) string {
	for _, f := range schema.RequestOf(op).Fields {
		if isBound(f) {
			return "A bound is a datetime, a date (a day of zone), or an age: timedelta(days=7) and \"7d\" are counted back from now."
		}
	}
	return ""
}

// pyFirstSentence splits a text after its first sentence; one that is too long
// for a line ends at its colon.
func pyFirstSentence(text string) (first, rest string) {
	first, rest, found := strings.Cut(text, ". ")
	if found {
		first += "."
	}
	if head, tail, found := strings.Cut(first, ": "); found && len(first) > pyWidth {
		return head + ".", strings.TrimSpace(strings.ToUpper(tail[:1]) + tail[1:] + " " + rest)
	}
	return first, rest
}

// pyCodeList names the codes that an operation can fail with.
func pyCodeList(op schema.Op) string {
	codes := op.Errors
	if len(codes) < 2 {
		return strings.Join(codes, "")
	}
	last := len(codes) - 1
	return strings.Join(codes[:last], ", ") + " or " + codes[last]
}

var wireNull = regexp.MustCompile(`\b[Nn]ull\b`)

// pyNull spells null as Python does.
func pyNull(text string) string { return wireNull.ReplaceAllString(text, "None") }

// pyWrap breaks a text into lines; indent is that of the first line, hanging
// that of the others.
func pyWrap(text, indent, hanging string) string {
	b := &strings.Builder{}
	line := indent
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case len([]rune(line))+1+len([]rune(word)) > pyWidth:
			fmt.Fprintln(b, line)
			line = hanging + word
		default:
			line += " " + word
		}
	}
	fmt.Fprintln(b, line)
	return b.String()
}
