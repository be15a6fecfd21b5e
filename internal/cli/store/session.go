package store

import (
	"bufio"
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// addMetadataFlags adds the flags of what sets a session's metadata.
func (v *verb) addMetadataFlags(o *heddle.UpdateOptions) {
	v.textFlag("adapter", &o.Adapter, "the `agent` that runs it", core.AgentNames()...)
	v.textFlag("model", &o.Model, "its `model`")
	v.textFlag("cwd", &o.CWD, "its working `folder`")
	v.optionalFlag("message-limit", &o.MessageLimit, "allow at most `N` messages (0 = no limit)")
	v.objectFlag("extra", &o.Extra, "merge this `JSON` object into the session's extra; null removes a member")
	v.timeFlag("updated-at", &o.UpdatedAt, "the `time` of its last update (default: now)")
	v.addRetryFlags(&o.RequestID, &o.Expect)
}

func storeRegister(a *app.App) *cobra.Command {
	var o heddle.UpdateOptions
	var createdAt time.Time
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "register <session-id>",
		Short: "Create a session, unless it exists",
		Example: "  heddle store register s1 --adapter claude --model claude-opus-4-6 --cwd \"$PWD\"\n" +
			"  heddle store register s1 --extra '{\"team\":\"core\"}' --expect 0",
	})
	v.cmd.ValidArgsFunction = cobra.NoFileCompletions
	v.naming = sessions.NewID
	v.addMetadataFlags(&o)
	v.timeFlag("created-at", &createdAt, "the `time` of its creation (default: now)")
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredSession, error) {
		return h.Store.Register(ctx, words[0], heddle.RegisterOptions{
			CreatedAt: createdAt, Adapter: o.Adapter, Model: o.Model, CWD: o.CWD, UpdatedAt: o.UpdatedAt,
			MessageLimit: o.MessageLimit, Extra: o.Extra, RequestID: o.RequestID, Expect: o.Expect,
		})
	}, app.With(a, printStored))
}

func storeUpdate(a *app.App) *cobra.Command {
	var o heddle.UpdateOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "update <session-id>",
		Short: "Set a session's metadata",
		Long:  "Sets a session's metadata; fields that are not given do not change. The session is created if necessary.",
		Example: "  heddle store update s1 --model claude-opus-4-6 --message-limit 1000\n" +
			"  heddle store update s1 --extra '{\"team\":null}'",
	})
	v.naming = sessions.WholeID
	v.addMetadataFlags(&o)
	return printsResult(v, ofSession(&o, (*heddle.Store).Update), app.With(a, printStored))
}

func storeGet(a *app.App) *cobra.Command {
	var o heddle.ReadOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "get <session-id>",
		Short: "Show a session's metadata",
		Example: "  heddle store get s1\n" +
			"  heddle store get s1 --at 3 --json | jq .messageCount",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, ofSession(&o, (*heddle.Store).Get), app.With(a, printDetails))
}

// listVerb makes a command that lists sessions in the store's form; none is
// what it says when there are no sessions.
func listVerb(a *app.App, cmd *cobra.Command, list func(context.Context, *heddle.Heddle, heddle.StoreListOptions) (complete.StoredList, error), none string) *cobra.Command {
	var o heddle.StoreListOptions
	v := newVerb(a, nil, cmd)
	v.textFlag("adapter", &o.Adapter, "only sessions of this `agent`", core.AgentNames()...)
	v.textFlag("model", &o.Model, "only sessions of this `model`")
	v.textFlag("cwd", &o.CWD, "only sessions of this working `folder`")
	v.textFlag("origin", &o.Origin, "only sessions from this `machine`; - is those without a name")
	v.whenGiven("origin", func() error {
		if o.Origin == "" {
			return filter.ErrNoOrigin
		}
		return nil
	})
	v.addSinceFlags(&o.Since, "only sessions updated at or after this `time`: 2026-07-01, an RFC 3339 time, or an age such as 7d, 12h")
	v.numberFlag("limit", &o.Limit, 0, "show at most `N` sessions (default: all)")
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, _ []string) (complete.StoredList, error) {
		return list(ctx, h, o)
	},
		func(list complete.StoredList) error { return printStoredList(a, list.Items, none) })
}

func storeList(a *app.App) *cobra.Command {
	return listVerb(a, &cobra.Command{
		Use:   "list",
		Short: "List the store's sessions, last updated first",
		Example: "  heddle store list --since 7d --adapter claude\n" +
			"  heddle store list --json | jq -r '.[].sessionId'",
	}, func(ctx context.Context, h *heddle.Heddle, o heddle.StoreListOptions) (complete.StoredList, error) {
		return h.Store.List(ctx, o)
	}, "no sessions in the store match")
}

func storeNativeSessions(a *app.App) *cobra.Command {
	return listVerb(a, &cobra.Command{
		Use:   "native-sessions",
		Short: "List the sessions in the agents' own files",
		Long:  "Lists the sessions in the agents' own files, in the store's format; without such files, those of the store.",
		Example: "  heddle store native-sessions --adapter codex --limit 20\n" +
			"  heddle store native-sessions --json | jq -r '.[].sessionId'",
	}, func(ctx context.Context, h *heddle.Heddle, o heddle.StoreListOptions) (complete.StoredList, error) {
		return h.Store.NativeSessions(ctx, o)
	}, "no sessions found; run heddle agents to see which folders were searched")
}

// printStoredList prints a table, or a line for each session.
func printStoredList(a *app.App, list []heddle.StoredSession, none string) error {
	if a.Streams.Terminal && len(list) == 0 {
		a.Note("%s\n", none)
		return nil
	}
	if !a.Streams.Terminal {
		w := bufio.NewWriter(a.Streams.Out)
		for i := range list {
			w.WriteString(storedLine(&list[i]))
		}
		return w.Flush()
	}
	now := time.Now()
	t := terminal.Table{Columns: []terminal.Column{{Name: "UPDATED"}, {Name: "MESSAGES", Right: true, Drop: 2}, {Name: "ADAPTER", Drop: 1},
		{Name: "MODEL", Drop: 3, Most: 28}, {Name: "ID", Soft: sessions.LongID}, {Name: "CWD"}}}
	for i := range list {
		s := &list[i]
		t.Rows = append(t.Rows, []string{terminal.Ago(s.UpdatedAt, now), terminal.Grouped(s.MessageCount), terminal.Or(s.Adapter, "-"), terminal.Or(s.Model, "-"),
			s.SessionID, terminal.Or(terminal.Homely(s.CWD), "-")})
	}
	return t.Print(a.Streams)
}

func storeCount(a *app.App) *cobra.Command {
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "count [session-id]",
		Short: "Count a session's messages, or all sessions",
		Long:  "Counts the messages recorded in a session, including hidden ones; 0 if the session does not exist. Without\na session it counts the sessions.",
		Example: "  heddle store count\n" +
			"  heddle store count s1",
	})
	v.cmd.Args = usage.Takes(0, 1)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (int64, error) {
		if len(words) == 0 {
			return h.Store.SessionCount(ctx)
		}
		return h.Store.MessageCount(ctx, words[0])
	}, a.PrintNumber)
}

func storeDelete(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	var yes bool
	v := newVerb(a, nil, &cobra.Command{
		Use:   "delete <session-id>...",
		Short: "Delete sessions with their threads",
		Long: "Deletes sessions with their threads. A session that does not exist is ignored; forks keep their messages. On a\n" +
			"terminal, deleting several sessions at once needs --yes.",
		Example: "  heddle store delete s1\n" +
			"  heddle store delete s1 s2 s3 --yes",
	})
	v.cmd.Args = func(_ *cobra.Command, words []string) error {
		if len(words) == 0 {
			return usage.Takes(1, 1)(v.cmd, words)
		}
		return nil
	}
	v.cmd.ValidArgsFunction = complete.For(a).AnyStored
	v.cmd.Flags().BoolVar(&yes, "yes", false, "delete several sessions without confirmation")
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return v.onRun(func(ids []string) error {
		if len(ids) > 1 && (o.Expect != nil || v.cmd.Flags().Changed("request-id")) {
			return usage.Misuse("--expect and --request-id need exactly one session")
		}
		if len(ids) > 1 && a.Streams.InTerm {
			if err := usage.Confirmed(yes, "delete "+strconv.Itoa(len(ids))+" sessions"); err != nil {
				return err
			}
		}
		return a.WithClient(func(c *app.Client) error {
			for _, id := range ids {
				if err := c.Store.Delete(a.Ctx, id, o); err != nil {
					return err
				}
				if !v.asJSON {
					a.NoteDone("deleted " + id)
				} else if err := a.PrintJSON(c.Engine.Last.Body); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func storeClear(a *app.App) *cobra.Command {
	return clearVerb(a, "clear all sessions", &cobra.Command{
		Use:     "clear",
		Short:   "Delete all sessions of the store and print their number",
		Example: "  heddle store clear --yes",
	}, func(ctx context.Context, h *heddle.Heddle) (int64, error) { return h.Store.Clear(ctx) })
}

// clearVerb makes a command that removes everything: always with --yes.
func clearVerb(a *app.App, what string, cmd *cobra.Command, remove app.Operation[int64]) *cobra.Command {
	var yes bool
	v := newVerb(a, nil, cmd)
	v.cmd.Flags().BoolVar(&yes, "yes", false, "confirm; without this flag nothing is deleted")
	return v.onRun(func([]string) error {
		if err := usage.Confirmed(yes, what); err != nil {
			return err
		}
		return app.PrintResult(a, v.asJSON, remove, a.PrintNumber)
	})
}
