package store

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

func ThreadsCommand(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "threads",
		Short: "Branch the conversation of a session in the store",
		Long: "Threads are branches of one session's conversation. Each has a name, a status and its own messages, which\n" +
			"are part of the session's history too. A session has at most one active thread.\n\n" +
			"In a pipe a thread is a line of id, updatedAt, messages, visible messages, status, active or empty, and name,\n" +
			"separated by tabs. --json prints the whole result.",
		Args: usage.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(threadsStart(a), threadsList(a), threadsLoaded(a), threadsGet(a), threadsRead(a), threadsMessages(a),
		threadsRecord(a), threadsFork(a), threadsRollback(a), threadsCompact(a), threadsRename(a), threadsMetadata(a),
		threadsStatus(a), threadsActive(a), threadsClearActive(a), threadsCount(a), threadsClear(a))
	cmd.AddCommand(threadsChanges(a)...)
	return cmd
}

// threadLine is a thread in a pipe.
func threadLine(t *heddle.StoredThread) string {
	return terminal.Fields(t.ThreadID, terminal.FormatTime(t.UpdatedAt), strconv.FormatInt(t.MessageCount, 10), strconv.FormatInt(t.VisibleMessageCount, 10),
		string(t.Status), activeText(t), t.Name)
}

func activeText(t *heddle.StoredThread) string {
	if t.Active {
		return "active"
	}
	return ""
}

// shownCount renders how many of a thread's messages are shown.
func shownCount(t *heddle.StoredThread) string {
	if t.VisibleMessageCount == t.MessageCount {
		return terminal.Grouped(t.MessageCount)
	}
	return terminal.Grouped(t.VisibleMessageCount) + " of " + terminal.Grouped(t.MessageCount)
}

// printThread prints a thread after a change.
func printThread(a *app.App, t *heddle.StoredThread) error {
	text := threadLine(t)
	if a.Streams.Terminal {
		active := ""
		if t.Active {
			active = ", the active thread"
		}
		text = fmt.Sprintf("%s: %s, %s%s\n", a.Bold(terminal.Line(t.ThreadID)), t.Status, shownMessages(t), active)
	}
	_, err := a.Streams.Out.Write([]byte(text))
	return err
}

func shownMessages(t *heddle.StoredThread) string {
	if t.VisibleMessageCount == t.MessageCount {
		return terminal.Messages(t.MessageCount)
	}
	return shownCount(t) + " messages shown"
}

// printThreadDetails shows all that is known of a thread.
func printThreadDetails(a *app.App, t *heddle.StoredThread) error {
	if !a.Streams.Terminal {
		_, err := a.Streams.Out.Write([]byte(threadLine(t)))
		return err
	}
	return a.PrintPairs(threadPairs(t, time.Now()))
}

func threadPairs(t *heddle.StoredThread, now time.Time) [][2]string {
	status := string(t.Status)
	if t.Active {
		status += ", the session's active thread"
	}
	return [][2]string{{"thread", t.ThreadID}, {"session", t.SessionID}, {"name", t.Name}, {"status", status}, {"messages", shownCount(t)},
		{"parent", t.ParentThreadID}, {"created", terminal.Ago(t.CreatedAt, now)}, {"updated", terminal.Ago(t.UpdatedAt, now)},
		{"archived", terminal.Ago(t.ArchivedAt, now)}, {"metadata", string(t.Metadata)}}
}

// printThreads prints a table, or a line for each thread.
func printThreads(a *app.App, list []heddle.StoredThread) error {
	if !a.Streams.Terminal {
		w := bufio.NewWriter(a.Streams.Out)
		for i := range list {
			w.WriteString(threadLine(&list[i]))
		}
		return w.Flush()
	}
	if len(list) == 0 {
		a.Note("no threads\n")
		return nil
	}
	now := time.Now()
	t := terminal.Table{Columns: []terminal.Column{{Name: "UPDATED"}, {Name: "MESSAGES", Right: true, Drop: 2}, {Name: "STATUS"}, {Name: "ACTIVE", Drop: 1},
		{Name: "ID", Soft: sessions.LongID}, {Name: "NAME"}}}
	for i := range list {
		x := &list[i]
		t.Rows = append(t.Rows, []string{terminal.Ago(x.UpdatedAt, now), shownCount(x), string(x.Status), activeText(x), x.ThreadID, terminal.Or(x.Name, "-")})
	}
	return t.Print(a.Streams)
}

func threadsStart(a *app.App) *cobra.Command {
	var o heddle.ThreadStartOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "start <session-id>",
		Short: "Create a thread and make it the active one",
		Long:  "Creates a thread and makes it the session's active one. The session is created if necessary.",
		Example: "  heddle threads start s1 --id plan-b --name 'Another way'\n" +
			"  heddle threads start s1 --parent plan-b --metadata '{\"ticket\":17}' --json | jq -r .threadId",
	})
	v.naming = sessions.WholeID
	v.textFlag("id", &o.ThreadID, "its `id` (default: a new one)")
	v.addThreadFlags(&o.Name, &o.ParentThreadID, &o.Metadata)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, threadsOf(&o, (*heddle.Threads).Start), app.With(a, printThread))
}

// addThreadFlags adds the flags of what makes a thread.
func (v *verb) addThreadFlags(name, parent *string, metadata *heddle.JSON) {
	v.textFlag("name", name, "its `name` (default: the id)")
	v.textFlag("parent", parent, "its parent `thread`")
	v.objectFlag("metadata", metadata, "metadata of your own, a `JSON` object")
}

func threadsFork(a *app.App) *cobra.Command {
	var o heddle.ThreadForkOptions
	v := newVerb(a, byThread, &cobra.Command{
		Use:   "fork <session-id> <thread-id>",
		Short: "Create a thread that begins with another thread's visible messages",
		Long:  "Creates a thread that begins with another thread's visible messages. The session's own history and\ncount do not change.",
		Example: "  heddle threads fork s1 plan-b --new-id plan-c --name 'A third way'\n" +
			"  heddle threads fork s1 plan-b --json | jq -r .threadId",
	})
	v.textFlag("new-id", &o.NewThreadID, "the fork's `id` (default: a new one)")
	v.addThreadFlags(&o.Name, &o.ParentThreadID, &o.Metadata)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, ofThread(&o, (*heddle.Threads).Fork), app.With(a, printThread))
}

func threadsRename(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	v := newVerb(a, append(byThread[:2:2], "name"), &cobra.Command{
		Use:     "rename <session-id> <thread-id> <name>",
		Short:   "Set a thread's name",
		Example: "  heddle threads rename s1 plan-b 'Without the cache'",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.Rename(ctx, words[0], words[1], words[2], o)
	}, app.With(a, printThread))
}

func threadsMetadata(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	var metadata heddle.JSON
	v := newVerb(a, byThread, &cobra.Command{
		Use:     "metadata <session-id> <thread-id> --set <json>",
		Short:   "Merge members into a thread's metadata; null removes one",
		Example: "  heddle threads metadata s1 plan-b --set '{\"ticket\":17,\"owner\":null}'",
	})
	v.objectFlag("set", &metadata, "the members to merge, a `JSON` object")
	v.addRetryFlags(&o.RequestID, &o.Expect)
	v.checks = append(v.checks, func() error {
		if metadata == nil {
			return usage.Misuse("give the members: --set JSON")
		}
		return nil
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.UpdateMetadata(ctx, words[0], words[1], metadata, o)
	}, app.With(a, printThread))
}

func threadsStatus(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	v := newVerb(a, append(byThread[:2:2], "status"), &cobra.Command{
		Use:   "status <session-id> <thread-id> active|paused|completed",
		Short: "Set a thread's status without activating it",
		Long:  "Sets a thread's status. The session's active thread stays the same; threads resume and\nthreads set-active change it, and threads archive archives a thread.",
		Example: "  heddle threads status s1 plan-b paused\n" +
			"  heddle threads status s1 plan-b completed --json",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.SetStatus(ctx, words[0], words[1], words[2], o)
	}, app.With(a, printThread))
}

// threadsChanges are the changes that need no more than a thread.
func threadsChanges(a *app.App) []*cobra.Command {
	return []*cobra.Command{
		threadChange(a, "unrollback", "Show everything that rollbacks of a thread hid", (*heddle.Threads).Unrollback, app.With(a, printThread)),
		threadChange(a, "resume", "Resume a thread: set its status to active and make it the active thread", (*heddle.Threads).Resume, app.With(a, printThread)),
		threadChange(a, "archive", "Archive a thread and deactivate it", (*heddle.Threads).Archive, app.With(a, printThread)),
		threadChange(a, "unarchive", "Set an archived thread's status to active", (*heddle.Threads).Unarchive, app.With(a, printThread)),
		threadChange(a, "delete", "Delete a thread; its messages stay in the session's history",
			withoutResult((*heddle.Threads).Delete), sayDone[struct{}](a, "deleted")),
		threadChange(a, "set-active", "Make a thread the session's active one",
			withoutResult((*heddle.Threads).SetActive), sayDone[struct{}](a, "it is the active thread")),
		threadChange(a, "unsubscribe", "Deactivate a thread if it is active",
			(*heddle.Threads).Unsubscribe, sayDone[*heddle.ThreadUnsubscribed](a, "it is not the active thread")),
	}
}

// threadMethod is a method of the typed client that changes one thread.
type threadMethod[T any] = func(threads *heddle.Threads, ctx context.Context, sessionID, threadID string, options ...heddle.ChangeOptions) (T, error)

// withoutResult returns a method that has only an error with an empty result.
func withoutResult(change func(*heddle.Threads, context.Context, string, string, ...heddle.ChangeOptions) error) threadMethod[struct{}] {
	return func(threads *heddle.Threads, ctx context.Context, sessionID, threadID string, options ...heddle.ChangeOptions) (struct{}, error) {
		return struct{}{}, change(threads, ctx, sessionID, threadID, options...)
	}
}

// threadChange makes a command that changes one thread.
func threadChange[T any](a *app.App, name, short string, change threadMethod[T], show func(T) error) *cobra.Command {
	var o heddle.ChangeOptions
	v := newVerb(a, byThread, &cobra.Command{
		Use:     name + " <session-id> <thread-id>",
		Short:   short,
		Example: "  heddle threads " + name + " s1 plan-b",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, ofThread(&o, change), show)
}

func threadsRecord(a *app.App) *cobra.Command {
	return recordVerb(a, byThread, &cobra.Command{
		Use:   "record <session-id> <thread-id> [file|-]...",
		Short: "Append messages to a thread and so to its session",
		Long:  "Appends messages to a thread and so to its session.\n" + recordHelp,
		Example: "  heddle threads record s1 plan-b --user 'Try it without the cache.' --assistant 'Done.'\n" +
			"  heddle threads record s1 plan-b messages.jsonl",
	}, app.With(a, printThread), func(ctx context.Context, h *heddle.Heddle, words []string, messages []heddle.JSON, change heddle.ChangeOptions) (*heddle.StoredThread, error) {
		return h.Threads.Record(ctx, words[0], words[1], messages, change)
	})
}

func threadsRollback(a *app.App) *cobra.Command {
	var o heddle.ThreadRollbackOptions
	v := newVerb(a, byThread, &cobra.Command{
		Use:   "rollback <session-id> <thread-id>",
		Short: "Set the boundary of what a thread shows",
		Long: "Sets the boundary of what a thread shows. --keep, --message-id and --uuid show everything before it,\n" +
			"including what earlier rollbacks hid, and hide everything after it. --count hides that many visible messages\n" +
			"from the end and changes nothing else. Nothing is removed, messages recorded later are visible, and threads\n" +
			"unrollback shows everything again.",
		Example: "  heddle threads rollback s1 plan-b --count 2\n" +
			"  heddle threads rollback s1 plan-b --keep 4",
	})
	v.optionalFlag("count", &o.Count, "hide the last `N` visible messages")
	v.addBoundaryFlags(&o.VisibleMessageCount, &o.MessageID, &o.UUID)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, ofThread(&o, (*heddle.Threads).Rollback), app.With(a, printThread))
}

func threadsCompact(a *app.App) *cobra.Command {
	var o heddle.ThreadCompactOptions
	v := newVerb(a, byThread, &cobra.Command{
		Use:   "compact <session-id> [thread-id]",
		Short: "Roll back the active thread, by default to nothing",
		Long:  "Rolls back a thread: by default the active one, and by default to nothing.",
		Example: "  heddle threads compact s1\n" +
			"  heddle threads compact s1 plan-b --keep 2",
	})
	v.cmd.Args = usage.Takes(1, 2)
	v.optionalFlag("count", &o.Count, "hide the last `N` visible messages")
	v.addBoundaryFlags(&o.VisibleMessageCount, &o.MessageID, &o.UUID)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		if len(words) > 1 {
			o.ThreadID = words[1]
		}
		return h.Threads.Compact(ctx, words[0], o)
	}, app.With(a, printThread))
}

func threadsClearActive(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "clear-active <session-id>",
		Short:   "Deactivate a session's active thread",
		Example: "  heddle threads clear-active s1",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return v.printsDone(func(ctx context.Context, h *heddle.Heddle, words []string) error {
		return h.Threads.ClearActive(ctx, words[0], o)
	}, "no thread is active")
}

func threadsClear(a *app.App) *cobra.Command {
	return clearVerb(a, "clear all threads", &cobra.Command{
		Use:     "clear",
		Short:   "Delete all threads of all sessions and print their number",
		Example: "  heddle threads clear --yes",
	}, func(ctx context.Context, h *heddle.Heddle) (int64, error) { return h.Threads.Clear(ctx) })
}
