package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

// threadStatuses are the statuses that a thread may have.
var threadStatuses = []string{"active", "paused", "completed", "archived"}

func (a *app) threadsList() *cobra.Command {
	var o heddle.ReadOptions
	v := a.verb(bySession, &cobra.Command{
		Use:   "list <session-id>",
		Short: "List a session's threads, last updated first",
		Example: "  heddle threads list s1\n" +
			"  heddle threads list s1 --json | jq -r '.[].threadId'",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.List[heddle.StoredThread], error) {
		return h.Threads.List(ctx, words[0], o)
	}, func(list *heddle.List[heddle.StoredThread]) error { return a.printThreads(list.Items) })
}

func (a *app) threadsLoaded() *cobra.Command {
	var o heddle.ThreadsLoadedOptions
	var status string
	v := a.verb(bySession, &cobra.Command{
		Use:   "loaded <session-id>",
		Short: "List a session's threads with filters, and name the active one",
		Example: "  heddle threads loaded s1 --no-archived --status active\n" +
			"  heddle threads loaded s1 --json | jq -r .activeThreadId",
	})
	v.negatedFlag("no-archived", &o.IncludeArchived, "omit archived threads")
	v.nameFlag("thread", &o.ThreadID, "only the thread with this `id`", a.completeThread)
	v.textFlag("status", &status, "only threads of this `status`: active, paused, completed or archived", threadStatuses...)
	v.numberFlag("limit", &o.Limit, 0, "show at most `N` threads (default: all)")
	v.addAtFlag(&o.At)
	v.whenGiven("status", func() error {
		o.Status = heddle.ThreadStatus(status)
		return refuseEmpty(v.cmd, "status")
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.LoadedThreads, error) {
		return h.Threads.Loaded(ctx, words[0], o)
	}, func(loaded *heddle.LoadedThreads) error { return a.printThreads(loaded.Threads) })
}

func (a *app) threadsGet() *cobra.Command {
	var o heddle.ReadOptions
	v := a.verb(byThread, &cobra.Command{
		Use:     "get <session-id> <thread-id>",
		Short:   "Show a thread's metadata",
		Example: "  heddle threads get s1 plan-b",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.Get(ctx, words[0], words[1], o)
	}, a.printThreadDetails)
}

func (a *app) threadsRead() *cobra.Command {
	var o heddle.ThreadReadOptions
	v := a.verb(byThread, &cobra.Command{
		Use:   "read <session-id> <thread-id>",
		Short: "Show a thread, with --messages also its visible messages",
		Example: "  heddle threads read s1 plan-b --messages\n" +
			"  heddle threads read s1 plan-b --messages --json | jq -r '.messages[].content'",
	})
	v.cmd.Flags().BoolVar(&o.IncludeMessages, "messages", false, "include its visible messages")
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.ThreadContent, error) {
		return h.Threads.Read(ctx, words[0], words[1], o)
	}, a.printThreadContent)
}

func (a *app) printThreadContent(c *heddle.ThreadContent) error {
	if err := a.printThreadDetails(c.Thread); err != nil || c.Messages == nil {
		return err
	}
	if a.streams.Terminal {
		if _, err := a.streams.Out.Write([]byte("\n")); err != nil {
			return err
		}
	}
	return a.printMessages(c.Messages)
}

func (a *app) threadsMessages() *cobra.Command {
	var o heddle.StoreMessagesOptions
	v := a.verb(byThread, &cobra.Command{
		Use:   "messages <session-id> <thread-id>",
		Short: "Show a thread's messages in the order they were recorded",
		Example: "  heddle threads messages s1 plan-b --limit 20\n" +
			"  heddle threads messages s1 plan-b --hidden --json | jq length",
	})
	v.addPagingFlags(&o)
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.List[heddle.JSON], error) {
		return h.Threads.Messages(ctx, words[0], words[1], heddle.ThreadMessagesOptions(o))
	}, a.printMessageList)
}

func (a *app) threadsActive() *cobra.Command {
	var o heddle.ReadOptions
	v := a.verb(bySession, &cobra.Command{
		Use:     "active <session-id>",
		Short:   "Print the id of a session's active thread",
		Long:    "Prints the id of a session's active thread, or nothing if it has none.",
		Example: "  heddle threads active s1",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (string, error) {
		return h.Threads.Active(ctx, words[0], o)
	}, a.printActiveThread)
}

// printActiveThread prints the id of the active thread; empty means no active thread.
func (a *app) printActiveThread(id string) error {
	if id != "" {
		return a.printLine(id)
	}
	if a.streams.Terminal {
		a.note("no thread is active\n")
	}
	return nil
}

func (a *app) threadsCount() *cobra.Command {
	v := a.verb(bySession, &cobra.Command{
		Use:     "count <session-id>",
		Short:   "Count a session's threads",
		Example: "  heddle threads count s1",
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (int64, error) {
		return h.Threads.Count(ctx, words[0])
	}, a.printNumber)
}

// storedThreads lists the threads of a session for completion.
func (a *app) storedThreads(sessionID string) []string {
	list := fetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.StoredThread], error) {
		return h.Threads.List(ctx, sessionID)
	})
	var out []string
	for i, t := range itemsOf(list) {
		if i == newest {
			break
		}
		out = append(out, cobra.CompletionWithDesc(t.ThreadID, t.Name+", "+ago(t.UpdatedAt, time.Now())))
	}
	return out
}
