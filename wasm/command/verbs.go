//go:build wasip1

package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/core/session"
)

// verb is one command of the program.
type verb struct {
	name  string // its words
	words string // its arguments, for help
	about string
	flags []flag
	do    func(c *command, words []string, given flags) ([]byte, error)
}

// Flags that several verbs have. A field is the request's.
var (
	strictFlag   = flag{name: "strict", field: "strict", about: "fail on any unreadable record"}
	agentFlag    = flag{name: "agent", field: "agent", kind: text, about: "only this agent's sessions"}
	limitFlag    = flag{name: "limit", field: "limit", kind: number, about: "at most this number; 0 is all"}
	subagentFlag = flag{name: "subagents", field: "subagents", about: "include subagents' sessions"}

	// by the activity of sessions
	activityFlags = []flag{
		{name: "since", field: "activeSince", kind: moment, about: "active at or after a date, a time or an age such as 7d"},
		{name: "until", field: "activeUntil", kind: moment, about: "active at or before this time; a date includes its day"},
		{name: "created-since", field: "since", kind: moment, about: "created at or after this time"},
		{name: "created-until", field: "until", kind: moment, about: "created at or before this time"},
		{name: "edited", field: "edited", kind: text, about: "only sessions that edited this file"},
		{name: "failed", field: "failed", about: "only sessions with a failed tool call"},
	}
	// by the time of requests and messages
	rangeFlags = []flag{
		{name: "since", field: "since", kind: moment, about: "at or after a date, a time or an age such as 7d"},
		{name: "until", field: "until", kind: moment, about: "at or before this time; a date includes its day"},
		{name: "created-since", field: "createdSince", kind: moment, about: "of sessions created at or after this time"},
		{name: "created-until", field: "createdUntil", kind: moment, about: "of sessions created at or before this time"},
	}
	filterFlags = []flag{
		{name: "model", field: "model", kind: text, about: "only sessions in which this model answered"},
		{name: "tag", field: "tags", kind: texts, about: "only sessions with this tag; repeatable"},
		{name: "cwd", field: "cwd", kind: text, about: "only sessions of this working folder"},
		{name: "under", field: "under", kind: text, about: "only sessions of this folder or below it"},
		{name: "origin", field: "origin", kind: text, about: "only what comes from this machine; - is what has no name"},
	}
	contentFlags = []flag{
		strictFlag,
		{name: "branch", field: "branch", kind: text, about: "the branch that ends in the message with this id"},
		{name: "raw", field: "raw", about: "include the original text of the records"},
		{name: "tool-output", field: "toolOutput", about: "include each tool's output in its call"},
		{name: "redact", field: "redact", about: "replace secrets, home folders and addresses"},
	}
	formatFlag = flag{name: "format", field: "format", kind: text, about: "json, jsonl or markdown"}
)

// join is one list of several.
func join(lists ...[]flag) (all []flag) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// verbs are the commands, named as the command line names them.
var verbs = []verb{
	{"sessions list", "[agent]", "List sessions, newest first", join([]flag{limitFlag, subagentFlag, strictFlag,
		{name: "sort", field: "sort", kind: text, about: "date, cost or turns"},
		{name: "direction", field: "sortDirection", kind: text, about: "asc or desc"},
		{name: "superseded", field: "superseded", about: "include sessions that a longer copy supersedes"}}, activityFlags, filterFlags), list},
	{"sessions show", "<session>", "Show one session", join([]flag{formatFlag}, contentFlags), show},
	{"sessions search", "<words>...", "Find sessions by title and text, best first", join([]flag{agentFlag, limitFlag, subagentFlag, strictFlag,
		{name: "role", field: "role", kind: text, about: "only messages of user, assistant, system or tool"},
		{name: "tool", field: "tool", kind: text, about: "only calls of this tool and their results"},
		{name: "offset", field: "offset", kind: number, about: "skip this number of sessions"},
		{name: "hits", field: "hits", kind: number, about: "at most this number of messages of a session; 3 by default"},
		{name: "sort", field: "sort", kind: text, about: "relevance, date or cost"},
		{name: "regex", field: "regex", about: "search for one regular expression (RE2)"},
		{name: "memories", field: "memories", about: "also search the agents' memory entries"}}, activityFlags, filterFlags), search},
	{"sessions export", "<session>", "Write one session as json, jsonl or markdown", join([]flag{formatFlag}, contentFlags), export},
	{"sessions diff", "<session> <session>", "Compare two sessions message by message", []flag{strictFlag,
		{name: "text-edits", field: "textEdits", about: "include the words that changed"}}, diff},
	{"cost", "", "Add up tokens and money, counting each request once", join([]flag{agentFlag, strictFlag,
		{name: "group-by", field: "groupBy", kind: text, about: "agent, model, tier, day, tag, cwd, session or origin"},
		{name: "by", field: "groupBy", kind: text, about: "the same as --group-by"}}, rangeFlags, filterFlags), report(rpc.OpSessionsTotalCost)},
	{"stats", "", "Count tool calls, failures, models, edited files and hours", join([]flag{agentFlag, limitFlag, strictFlag}, rangeFlags, filterFlags),
		report(rpc.OpSessionsStats)},
	{"doctor", "[agent]", "Check which records can be read", nil, doctor},
	{"agents", "", "List the agents and what of them is here", nil, report(rpc.OpAgentsList)},
	{"version", "", "Print the version of the engine", nil, report(rpc.OpVersion)},
	{"call", "<operation> [request | -]", "Run an operation on a JSON request", nil, callOperation},
}

// short are the verbs that have a name without sessions, and other names.
var short = map[string]string{"list": "sessions list", "show": "sessions show", "search": "sessions search", "export": "sessions export",
	"get": "sessions show", "sessions get": "sessions show", "sessions cost": "cost", "cost report": "cost", "sessions stats": "stats", "sessions doctor": "doctor"}

// findVerb returns the verb that the first words name, and the words after it.
func findVerb(args []string) (*verb, []string, error) {
	for n := min(2, len(args)); n > 0; n-- {
		name := strings.Join(args[:n], " ")
		if long, ok := short[name]; ok {
			name = long
		}
		for i := range verbs {
			if verbs[i].name == name {
				return &verbs[i], args[n:], nil
			}
		}
	}
	return nil, nil, misuse("unknown command %q", strings.Join(args[:min(2, len(args))], " "))
}

func list(c *command, words []string, given flags) ([]byte, error) {
	if err := takes(words, 0, 1); err != nil {
		return nil, err
	}
	if len(words) > 0 {
		given["agent"] = session.TextJSON(words[0])
	}
	return line(c.call(rpc.OpSessionsList, given.request()))
}

func search(c *command, words []string, given flags) ([]byte, error) {
	if len(words) == 0 && given["tool"] == nil {
		return nil, misuse("give the words to search for, or --tool")
	}
	given["text"] = session.TextJSON(strings.Join(words, " "))
	if given["hits"] == nil {
		given["hits"] = []byte("3")
	}
	return line(c.call(rpc.OpSessionsSearch, given.request()))
}

func show(c *command, words []string, given flags) ([]byte, error) {
	if given["format"] != nil {
		return export(c, words, given)
	}
	return line(c.onSession(rpc.OpSessionsGet, words, given))
}

func export(c *command, words []string, given flags) ([]byte, error) {
	if given["json"] != nil {
		if given["format"] != nil {
			return nil, misuse("--json and --format cannot be used together: --format json is the indented form")
		}
		return line(c.onSession(rpc.OpSessionsGet, words, given))
	}
	if given["format"] == nil {
		given["format"] = session.TextJSON("json")
	}
	return c.onSession(rpc.OpSessionsExport, words, given)
}

func diff(c *command, words []string, given flags) ([]byte, error) {
	if err := takes(words, 2, 2); err != nil {
		return nil, err
	}
	for i, field := range []string{"a", "b"} {
		ref, err := c.resolve(words[i : i+1])
		if err != nil {
			return nil, err
		}
		given[field] = ref.request()
	}
	return line(c.call(rpc.OpSessionsDiff, given.request()))
}

func doctor(c *command, words []string, given flags) ([]byte, error) {
	if err := takes(words, 0, 1); err != nil {
		return nil, err
	}
	if len(words) > 0 {
		given["agent"] = session.TextJSON(words[0])
	}
	return line(c.call(rpc.OpSessionsDoctor, given.request()))
}

// report is a verb without arguments.
func report(op rpc.Op) func(*command, []string, flags) ([]byte, error) {
	return func(c *command, words []string, given flags) ([]byte, error) {
		if err := takes(words, 0, 0); err != nil {
			return nil, err
		}
		return line(c.call(op, given.request()))
	}
}

// callOperation runs any operation that reads.
func callOperation(c *command, words []string, _ flags) ([]byte, error) {
	if err := takes(words, 1, 2); err != nil {
		return nil, err
	}
	op, ok := rpc.OpByName(words[0])
	if !ok {
		return nil, misuse("no operation is called %q", words[0])
	}
	if op.Changes() {
		return nil, fault.New(fault.Unsupported, "this program has no store and changes nothing").WithOp(words[0]).
			WithHint("use the command line, or a host that grants a store")
	}
	request := []byte("{}")
	switch {
	case len(words) == 2 && words[1] == "-":
		var err error
		if request, err = io.ReadAll(os.Stdin); err != nil {
			return nil, err
		}
	case len(words) == 2:
		request = []byte(words[1])
	}
	return line(c.call(op, request))
}

// takes checks the number of words.
func takes(words []string, least, most int) error {
	switch {
	case len(words) < least:
		return misuse("an argument is missing")
	case len(words) > most:
		return misuse("unexpected argument %q", words[most])
	}
	return nil
}

// line ends a body as the command line does.
func line(body []byte, err error) ([]byte, error) { return append(body, '\n'), err }

func isHelp(word string) bool { return word == "help" || word == "--help" || word == "-h" }

// usage lists the verbs.
func usage() string {
	var b strings.Builder
	b.WriteString("Reads the sessions in the folders that the runtime grants, and prints JSON.\n\n")
	for i := range verbs {
		fmt.Fprintf(&b, "  %-38s %s\n", strings.TrimSpace(verbs[i].name+" "+verbs[i].words), verbs[i].about)
	}
	return b.String() + "\nA session is agent:id, the beginning of an id, last or last-2. --help after a command lists its flags;\n" +
		"--quiet prints no notes. Days are those of UTC. list, show, search and export need no sessions before them.\n"
}

// help lists the flags of a verb.
func (v *verb) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", v.about, strings.TrimSpace(v.name+" "+v.words))
	for _, f := range v.flags {
		fmt.Fprintf(&b, "  %-26s %s\n", "--"+f.name+f.kind.example(), f.about)
	}
	return b.String()
}
