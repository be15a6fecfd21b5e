package store

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

func threadsList(a *app.App) *cobra.Command {
	var o heddle.ReadOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "list <session-id>",
		Short: "List a session's threads, last updated first",
		Example: "  heddle threads list s1\n" +
			"  heddle threads list s1 --json | jq -r '.[].threadId'",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, threadsOf(&o, (*heddle.Threads).List), func(list *heddle.List[heddle.StoredThread]) error { return printThreads(a, list.Items) })
}

func threadsLoaded(a *app.App) *cobra.Command {
	var o heddle.ThreadsLoadedOptions
	var status string
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "loaded <session-id>",
		Short: "List a session's threads with filters, and name the active one",
		Example: "  heddle threads loaded s1 --no-archived --status active\n" +
			"  heddle threads loaded s1 --json | jq -r .activeThreadId",
	})
	v.negatedFlag("no-archived", &o.IncludeArchived, "omit archived threads")
	v.nameFlag("thread", &o.ThreadID, "only the thread with this `id`", complete.For(a).Thread)
	v.textFlag("status", &status, "only threads of this `status`: active, paused, completed or archived", complete.ThreadStatuses...)
	v.numberFlag("limit", &o.Limit, 0, "show at most `N` threads (default: all)")
	v.addAtFlag(&o.At)
	v.whenGiven("status", func() error {
		o.Status = heddle.ThreadStatus(status)
		return usage.RefuseEmpty(v.cmd, "status")
	})
	return printsResult(v, threadsOf(&o, (*heddle.Threads).Loaded), func(loaded *heddle.LoadedThreads) error { return printThreads(a, loaded.Threads) })
}

func threadsGet(a *app.App) *cobra.Command {
	var o heddle.ReadOptions
	v := newVerb(a, byThread, &cobra.Command{
		Use:     "get <session-id> <thread-id>",
		Short:   "Show a thread's metadata",
		Example: "  heddle threads get s1 plan-b",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, ofThread(&o, (*heddle.Threads).Get), app.With(a, printThreadDetails))
}

func threadsRead(a *app.App) *cobra.Command {
	var o heddle.ThreadReadOptions
	v := newVerb(a, byThread, &cobra.Command{
		Use:   "read <session-id> <thread-id>",
		Short: "Show a thread, with --messages also its visible messages",
		Example: "  heddle threads read s1 plan-b --messages\n" +
			"  heddle threads read s1 plan-b --messages --json | jq -r '.messages[].content'",
	})
	v.cmd.Flags().BoolVar(&o.IncludeMessages, "messages", false, "include its visible messages")
	v.addAtFlag(&o.At)
	return printsResult(v, ofThread(&o, (*heddle.Threads).Read), app.With(a, printThreadContent))
}

func printThreadContent(a *app.App, c *heddle.ThreadContent) error {
	if err := printThreadDetails(a, c.Thread); err != nil || c.Messages == nil {
		return err
	}
	if a.Streams.Terminal {
		if _, err := a.Streams.Out.Write([]byte("\n")); err != nil {
			return err
		}
	}
	return printMessages(a, c.Messages)
}

func threadsMessages(a *app.App) *cobra.Command {
	var o heddle.StoreMessagesOptions
	v := newVerb(a, byThread, &cobra.Command{
		Use:   "messages <session-id> <thread-id>",
		Short: "Show a thread's messages in the order they were recorded",
		Example: "  heddle threads messages s1 plan-b --limit 20\n" +
			"  heddle threads messages s1 plan-b --hidden --json | jq length",
	})
	v.addPagingFlags(&o)
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.List[heddle.JSON], error) {
		return h.Threads.Messages(ctx, words[0], words[1], heddle.ThreadMessagesOptions(o))
	}, app.With(a, printMessageList))
}

func threadsActive(a *app.App) *cobra.Command {
	var o heddle.ReadOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "active <session-id>",
		Short:   "Print the id of a session's active thread",
		Long:    "Prints the id of a session's active thread, or nothing if it has none.",
		Example: "  heddle threads active s1",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, threadsOf(&o, (*heddle.Threads).Active), app.With(a, printActiveThread))
}

// printActiveThread prints the id of the active thread; empty means no active thread.
func printActiveThread(a *app.App, id string) error {
	if id != "" {
		return a.PrintLine(id)
	}
	if a.Streams.Terminal {
		a.Note("no thread is active\n")
	}
	return nil
}

func threadsCount(a *app.App) *cobra.Command {
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "count <session-id>",
		Short:   "Count a session's threads",
		Example: "  heddle threads count s1",
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (int64, error) {
		return h.Threads.Count(ctx, words[0])
	}, a.PrintNumber)
}
