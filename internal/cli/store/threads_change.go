package store

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

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
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (T, error) {
		return change(h.Threads, ctx, words[0], words[1], o)
	}, show)
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
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.Rollback(ctx, words[0], words[1], o)
	}, app.With(a, printThread))
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
