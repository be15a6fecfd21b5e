package cli

import (
	"bufio"
	"encoding/json"
	"strconv"
	"time"

	"github.com/heddle-dev/heddle/core"
	"github.com/spf13/cobra"
)

// metadata are the flags of what sets a session's metadata.
func (v *verb) metadata() {
	v.text("adapter", "adapter", "the `agent` that runs it", core.AgentNames()...)
	v.text("model", "model", "its `model`")
	v.text("cwd", "cwd", "its working `folder`")
	v.number("message-limit", "messageLimit", 0, "allow at most `N` messages (0 = no limit)")
	v.object("extra", "extra", "merge this `JSON` object into the session's extra; null removes a member")
	v.time("updated-at", "updatedAt", "the `time` of its last update (default: now)")
}

func (a *app) storeRegister() *cobra.Command {
	v := a.verb("store.register", bySession, &cobra.Command{
		Use:   "register <session-id>",
		Short: "Create a session, unless it exists",
		Example: "  heddle store register s1 --adapter claude --model claude-opus-4-6 --cwd \"$PWD\"\n" +
			"  heddle store register s1 --extra '{\"team\":\"core\"}' --expect 0",
	}, a.printStored)
	v.cmd.ValidArgsFunction = cobra.NoFileCompletions
	v.metadata()
	v.time("created-at", "createdAt", "the `time` of its creation (default: now)")
	v.once()
	return v.cmd
}

func (a *app) storeUpdate() *cobra.Command {
	v := a.verb("store.update", bySession, &cobra.Command{
		Use:   "update <session-id>",
		Short: "Set a session's metadata",
		Long:  "Sets a session's metadata; fields that are not given do not change. The session is created if necessary.",
		Example: "  heddle store update s1 --model claude-opus-4-6 --message-limit 1000\n" +
			"  heddle store update s1 --extra '{\"team\":null}'",
	}, a.printStored)
	v.metadata()
	v.once()
	return v.cmd
}

func (a *app) storeGet() *cobra.Command {
	v := a.verb("store.get", bySession, &cobra.Command{
		Use:   "get <session-id>",
		Short: "Show a session's metadata",
		Example: "  heddle store get s1\n" +
			"  heddle store get s1 --at 3 --json | jq .messageCount",
	}, a.printDetails)
	v.past()
	return v.cmd
}

// listing makes a command that lists sessions in the store's form.
func (a *app) listing(op string, cmd *cobra.Command, none string) *verb {
	v := a.verb(op, nil, cmd, func(body []byte) error { return a.printStoredList(body, none) })
	v.text("adapter", "adapter", "only sessions of this `agent`", core.AgentNames()...)
	v.text("model", "model", "only sessions of this `model`")
	v.text("cwd", "cwd", "only sessions of this working `folder`")
	v.since("only sessions updated at or after this `time`: 2026-07-01, an RFC 3339 time, or an age such as 7d, 12h")
	v.number("limit", "limit", 0, "show at most `N` sessions (default: all)")
	return v
}

func (a *app) storeList() *cobra.Command {
	return a.listing("store.list", &cobra.Command{
		Use:   "list",
		Short: "List the store's sessions, last updated first",
		Example: "  heddle store list --since 7d --adapter claude\n" +
			"  heddle store list --json | jq -r '.[].sessionId'",
	}, "no sessions in the store match").cmd
}

func (a *app) storeNativeSessions() *cobra.Command {
	return a.listing("store.nativeSessions", &cobra.Command{
		Use:   "native-sessions",
		Short: "List the sessions in the agents' own files",
		Long:  "Lists the sessions in the agents' own files, in the store's format; without such files, those of the store.",
		Example: "  heddle store native-sessions --adapter codex --limit 20\n" +
			"  heddle store native-sessions --json | jq -r '.[].sessionId'",
	}, "no sessions found; run heddle agents to see which folders were searched").cmd
}

// printStoredList prints a table, or a line for each session.
func (a *app) printStoredList(body []byte, none string) error {
	var list []stored
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	if a.streams.Terminal && len(list) == 0 {
		a.note("%s\n", none)
		return nil
	}
	if !a.streams.Terminal {
		w := bufio.NewWriter(a.streams.Out)
		for i := range list {
			w.WriteString(list[i].line())
		}
		return w.Flush()
	}
	now := time.Now()
	t := table{columns: []column{{name: "UPDATED"}, {name: "MESSAGES", right: true, drop: 2}, {name: "ADAPTER", drop: 1},
		{name: "MODEL", drop: 3, most: 28}, {name: "ID", soft: longID}, {name: "CWD"}}}
	for i := range list {
		s := &list[i]
		t.rows = append(t.rows, []string{agoText(s.UpdatedAt, now), grouped(s.MessageCount), or(s.Adapter, "-"), or(s.Model, "-"),
			s.SessionID, or(homely(s.Cwd), "-")})
	}
	return t.print(a.streams)
}

func (a *app) storeCount() *cobra.Command {
	v := a.verb("store.messageCount", bySession, &cobra.Command{
		Use:   "count [session-id]",
		Short: "Count a session's messages, or all sessions",
		Long:  "Counts the messages recorded in a session, including hidden ones; 0 if the session does not exist. Without\na session it counts the sessions.",
		Example: "  heddle store count\n" +
			"  heddle store count s1",
	}, a.printNumber)
	v.cmd.Args = takes(0, 1)
	v.also = map[string][]string{"store.sessionCount": nil}
	v.run = func(req map[string]any) error {
		if len(req) == 0 {
			return v.call("store.sessionCount", req)
		}
		return v.call(v.op, req)
	}
	return v.cmd
}

func (a *app) storeDelete() *cobra.Command {
	var ids []string
	var yes bool
	v := a.verb("store.delete", nil, &cobra.Command{
		Use:   "delete <session-id>...",
		Short: "Delete sessions with their threads",
		Long: "Deletes sessions with their threads. A session that does not exist is ignored; forks keep their messages. On a\n" +
			"terminal, deleting several sessions at once needs --yes.",
		Example: "  heddle store delete s1\n" +
			"  heddle store delete s1 s2 s3 --yes",
	}, nil)
	v.members = append(v.members, "sessionId")
	v.cmd.Args = func(_ *cobra.Command, words []string) error {
		if ids = words; len(words) == 0 {
			return takes(1, 1)(v.cmd, words)
		}
		return nil
	}
	v.cmd.ValidArgsFunction = a.completeAnyStored
	v.cmd.Flags().BoolVar(&yes, "yes", false, "delete several sessions without confirmation")
	v.once()
	v.run = func(req map[string]any) error {
		if len(ids) > 1 && len(req) > 0 {
			return misuse("--expect and --request-id need exactly one session")
		}
		if len(ids) > 1 && a.streams.InTerm {
			if err := confirmed(yes, "delete "+strconv.Itoa(len(ids))+" sessions"); err != nil {
				return err
			}
		}
		return a.holding(func(ask ask) error {
			for _, id := range ids {
				req["sessionId"] = id
				v.show = a.done("deleted " + id)
				res, err := ask(v.op, req)
				if err == nil {
					err = v.print(res.Body)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return v.cmd
}

func (a *app) storeClear() *cobra.Command {
	return a.clearing("store.clear", "clear all sessions", &cobra.Command{
		Use:     "clear",
		Short:   "Delete all sessions of the store and print their number",
		Example: "  heddle store clear --yes",
	})
}

// clearing makes a command that removes everything: always with --yes.
func (a *app) clearing(op, what string, cmd *cobra.Command) *cobra.Command {
	var yes bool
	v := a.verb(op, nil, cmd, a.printNumber)
	v.cmd.Flags().BoolVar(&yes, "yes", false, "confirm; without this flag nothing is deleted")
	v.run = func(req map[string]any) error {
		if err := confirmed(yes, what); err != nil {
			return err
		}
		return v.call(op, req)
	}
	return v.cmd
}
