package cli

import "github.com/spf13/cobra"

// topics are pages of heddle help that are about no command.
func topics() []*cobra.Command {
	var out []*cobra.Command
	for _, t := range helpTopics {
		out = append(out, &cobra.Command{Use: t.name, Short: t.short, Long: t.text})
	}
	return out
}

// helpTopics are additional help topics; commands without Run are listed as such.
var helpTopics = []struct{ name, short, text string }{
	{"references", "Explain how to name a session", `How to name a session:

    claude:d0c0308c-9f39-4637-83a7-815cd195b3e0   the agent and the whole id
    claude d0c0308c-9f39-4637-83a7-815cd195b3e0   the same in two words
    claude:d0c0                                   the beginning of an id
    d0c0                                          without the agent, 4 characters or more
    last                                          the newest session, as heddle list shows it
    last-2                                        the second one before it
    codex:last                                    Codex's newest session
    heddle:trip                                   a session of the store

A whole id wins over last, and last wins over the beginning of an id. When
several sessions match, the command names them on stderr and ends with status
2. When none does, it names similar ones and ends with status 3.

show, export, diff, resume and fork without a session let you choose one on
a terminal: type to filter the list, the arrow keys move, Enter chooses, Esc
or Ctrl-C ends the command with status 130.

heddle store and heddle threads accept the same names for sessions of the
store, with or without heddle:. Commands that create or delete a session
accept whole ids, last and last-N only, and store register and store delete
whole ids only.
`},
	{"filters", "Explain time ranges and filters", `Time ranges, of list, search, import, export --all, cost, stats, store push and sync:

    --since 2026-11-01       from the beginning of that day
    --until 2026-11-07       to the end of that day
    --since 7d               the last 168 hours; 12h, 2w and 1d12h are ages too
    --since 2026-11-01T09:00:00Z
    --today --yesterday --week --month
    --created-since --created-until
    --timezone Europe/Berlin

heddle cost counts the requests made in the range, and heddle stats the messages,
however old their sessions are, so adjacent ranges add up to the whole. All other commands select the
sessions in which something happened in the range. --created-since and
--created-until select sessions by their beginning, in every command.

Days are those of the system's time zone, or of --timezone. A week begins on
Monday.

Other filters: --agent, --model, --cwd and --tag (repeatable: any of the
tags). --cwd . is this folder; --under . also selects the folders below it.
Lists have a default limit; a note says when it cut the list, and --limit 0
shows all.

--git-branch, --repo and --agent-version select by what agents recorded of the
repository and of themselves, and --origin by the machine of a copy: list,
search, export --all, cost, stats, store push and sync.

heddle list, search, export --all, store push and sync also select by what a
session did. --edited src/parser.go: it edited a file whose path ends so;
--edited ./parser.go is the file in this folder, and --edited src/ any file
below src. Edits that failed do not count, those of subagents do.
--failed: a tool call failed or was refused, or the last message is an error.
`},
	{"formats", "Explain the forms of output", `What commands print:

    on a terminal   tables as wide as the terminal, ages, colours, bars
    in a pipe       one item on each line, fields separated by tabs, never cut;
                    times are RFC 3339; each command's help names the fields
    --json          the result of the operation as JSON, on every command; an error is a line of JSON on
                    standard error

show and export write one session:

    markdown        for reading; the default of show
    json            the session, indented by 2; the default of export
    jsonl           a line about the session, then a line for each message
    html            a page that needs no other file; only of export

export --all -d DIR writes a file for each session, and index.jsonl; of pages
also index.html, which searches them.

Results go to stdout, everything else to stderr. Control characters, bidi
overrides and invisible characters from session files are escaped before they
are printed on a terminal. Exported files keep them.
`},
	{"environment", "Explain the environment variables", `Environment variables:

    HEDDLE_PRICES       a file with your own prices, as --prices
    HEDDLE_WASM         a file that a sandbox runs instead of the embedded core.wasm
    HEDDLE_PAGER        the pager of show on a terminal, before PAGER; empty or cat: none
    PAGER               the same for all programs (default: less -FRX)
    NO_COLOR            no colours; TERM=dumb also turns off the choice of a session
    TZ                  the time zone of days
    XDG_DATA_HOME       where heddle/heddle.db is, the store's file
    NATS_CONTEXT, NATS_URL, NATS_USER, NATS_PASSWORD, NATS_TOKEN, NATS_CREDS,
    NATS_NKEY, NATS_CERT, NATS_KEY, NATS_CA
                        who connects to a store on NATS, as in the nats command

Agents move their own folders with CLAUDE_CONFIG_DIR, CODEX_HOME, COPILOT_HOME,
XDG_DATA_HOME (OpenCode), PI_CODING_AGENT_DIR, PI_CODING_AGENT_SESSION_DIR and
HERMES_HOME; Heddle follows them. --home DIR ignores all of them.
`},
	{"exit-codes", "Explain the exit codes", `Exit codes:

    0  success, including a search that finds nothing
    1  failure: something could not be read, run or written, or took longer than
       --timeout; store check found problems; not everything was imported or
       copied by store pull, push or sync
    2  usage: an unknown or invalid command, flag, argument or export format
    3  not found: no such agent, session, thread or message
    4  parse error: the file exists but cannot be read as a session; with
       --strict, not all of it
  124  heddle run: the query took longer than --query-timeout
  129, 130, 143
       ended by SIGHUP, Ctrl-C or SIGTERM

sessions resume --run and sessions fork --run end with the exit status of the
agent's own program.

Lines on stderr that start with "note:" explain why a result is incomplete; the
exit status is 0 then. --quiet suppresses them.`},
	{"safety", "Explain what Heddle reads, writes and sends", `What Heddle reads, writes and sends:

Agents' files are only read, and nothing is created beside them. What Heddle
keeps is in the store: one file that only its owner can read. export --all
writes files and folders that only their owner can read.

Nothing is sent anywhere, except to a store at an address that you name:
--store nats://host/team, store pull, push and sync. Heddle runs an agent only
when you ask for it: run, chat, record, resume --run and fork --run. A pager
runs for show on a terminal. blame, and --repo with a folder, run git, so that
the repository starts nothing and nothing is fetched.

Session files are written by programs and by models, and may contain anything.
Text from them is escaped before a terminal shows it, completion offers only
words that no shell expands, and names of exported files contain only plain
letters and digits of titles.

Sessions often contain secrets: keys that a tool printed, for example. Look at
an export before you share it. --redact replaces what rules find; with store
policy --redact the store takes nothing else, and store erase leaves no byte.
`},
}
