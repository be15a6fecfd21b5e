package cli

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

func (a *app) threadsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "threads",
		Short: "Branch the conversation of a session in the store",
		Long: "Threads are branches of one session's conversation. Each has a name, a status and its own messages, which\n" +
			"are part of the session's history too. A session has at most one active thread.\n\n" +
			"In a pipe a thread is a line of id, updatedAt, messages, visible messages, status, active or empty, and name,\n" +
			"separated by tabs. --json prints the whole result.",
		Args: subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.threadsStart(), a.threadsList(), a.threadsLoaded(), a.threadsGet(), a.threadsRead(), a.threadsMessages(),
		a.threadsRecord(), a.threadsFork(), a.threadsRollback(), a.threadsCompact(), a.threadsRename(), a.threadsMetadata(),
		a.threadsStatus(), a.threadsActive(), a.threadsClearActive(), a.threadsCount(), a.threadsClear())
	cmd.AddCommand(a.threadsChanges()...)
	return cmd
}

// threadLine is a thread in a pipe.
func threadLine(t *heddle.StoredThread) string {
	return fields(t.ThreadID, formatTime(t.UpdatedAt), strconv.FormatInt(t.MessageCount, 10), strconv.FormatInt(t.VisibleMessageCount, 10),
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
		return grouped(t.MessageCount)
	}
	return grouped(t.VisibleMessageCount) + " of " + grouped(t.MessageCount)
}

// printThread prints a thread after a change.
func (a *app) printThread(t *heddle.StoredThread) error {
	text := threadLine(t)
	if a.streams.Terminal {
		active := ""
		if t.Active {
			active = ", the active thread"
		}
		text = fmt.Sprintf("%s: %s, %s%s\n", a.bold(printable(oneField(t.ThreadID))), t.Status, shownMessages(t), active)
	}
	_, err := a.streams.Out.Write([]byte(text))
	return err
}

func shownMessages(t *heddle.StoredThread) string {
	if t.VisibleMessageCount == t.MessageCount {
		return messages(t.MessageCount)
	}
	return shownCount(t) + " messages shown"
}

// printThreadDetails shows all that is known of a thread.
func (a *app) printThreadDetails(t *heddle.StoredThread) error {
	if !a.streams.Terminal {
		_, err := a.streams.Out.Write([]byte(threadLine(t)))
		return err
	}
	return a.printPairs(threadPairs(t, time.Now()))
}

func threadPairs(t *heddle.StoredThread, now time.Time) [][2]string {
	status := string(t.Status)
	if t.Active {
		status += ", the session's active thread"
	}
	return [][2]string{{"thread", t.ThreadID}, {"session", t.SessionID}, {"name", t.Name}, {"status", status}, {"messages", shownCount(t)},
		{"parent", t.ParentThreadID}, {"created", ago(t.CreatedAt, now)}, {"updated", ago(t.UpdatedAt, now)},
		{"archived", ago(t.ArchivedAt, now)}, {"metadata", string(t.Metadata)}}
}

// printThreads prints a table, or a line for each thread.
func (a *app) printThreads(list []heddle.StoredThread) error {
	if !a.streams.Terminal {
		w := bufio.NewWriter(a.streams.Out)
		for i := range list {
			w.WriteString(threadLine(&list[i]))
		}
		return w.Flush()
	}
	if len(list) == 0 {
		a.note("no threads\n")
		return nil
	}
	now := time.Now()
	t := table{columns: []column{{name: "UPDATED"}, {name: "MESSAGES", right: true, drop: 2}, {name: "STATUS"}, {name: "ACTIVE", drop: 1},
		{name: "ID", soft: longID}, {name: "NAME"}}}
	for i := range list {
		x := &list[i]
		t.rows = append(t.rows, []string{ago(x.UpdatedAt, now), shownCount(x), string(x.Status), activeText(x), x.ThreadID, or(x.Name, "-")})
	}
	return t.print(a.streams)
}

func (a *app) threadsStart() *cobra.Command {
	var o heddle.ThreadStartOptions
	v := a.verb(bySession, &cobra.Command{
		Use:   "start <session-id>",
		Short: "Create a thread and make it the active one",
		Long:  "Creates a thread and makes it the session's active one. The session is created if necessary.",
		Example: "  heddle threads start s1 --id plan-b --name 'Another way'\n" +
			"  heddle threads start s1 --parent plan-b --metadata '{\"ticket\":17}' --json | jq -r .threadId",
	})
	v.naming = wholeID
	v.textFlag("id", &o.ThreadID, "its `id` (default: a new one)")
	v.addThreadFlags(&o.Name, &o.ParentThreadID, &o.Metadata)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.Start(ctx, words[0], o)
	}, a.printThread)
}

// addThreadFlags adds the flags of what makes a thread.
func (v *verb) addThreadFlags(name, parent *string, metadata *heddle.JSON) {
	v.textFlag("name", name, "its `name` (default: the id)")
	v.textFlag("parent", parent, "its parent `thread`")
	v.objectFlag("metadata", metadata, "metadata of your own, a `JSON` object")
}

func (a *app) threadsFork() *cobra.Command {
	var o heddle.ThreadForkOptions
	v := a.verb(byThread, &cobra.Command{
		Use:   "fork <session-id> <thread-id>",
		Short: "Create a thread that begins with another thread's visible messages",
		Long:  "Creates a thread that begins with another thread's visible messages. The session's own history and\ncount do not change.",
		Example: "  heddle threads fork s1 plan-b --new-id plan-c --name 'A third way'\n" +
			"  heddle threads fork s1 plan-b --json | jq -r .threadId",
	})
	v.textFlag("new-id", &o.NewThreadID, "the fork's `id` (default: a new one)")
	v.addThreadFlags(&o.Name, &o.ParentThreadID, &o.Metadata)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.Fork(ctx, words[0], words[1], o)
	}, a.printThread)
}

func (a *app) threadsRename() *cobra.Command {
	var o heddle.ChangeOptions
	v := a.verb(append(byThread[:2:2], "name"), &cobra.Command{
		Use:     "rename <session-id> <thread-id> <name>",
		Short:   "Set a thread's name",
		Example: "  heddle threads rename s1 plan-b 'Without the cache'",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.Rename(ctx, words[0], words[1], words[2], o)
	}, a.printThread)
}

func (a *app) threadsMetadata() *cobra.Command {
	var o heddle.ChangeOptions
	var metadata heddle.JSON
	v := a.verb(byThread, &cobra.Command{
		Use:     "metadata <session-id> <thread-id> --set <json>",
		Short:   "Merge members into a thread's metadata; null removes one",
		Example: "  heddle threads metadata s1 plan-b --set '{\"ticket\":17,\"owner\":null}'",
	})
	v.objectFlag("set", &metadata, "the members to merge, a `JSON` object")
	v.addRetryFlags(&o.RequestID, &o.Expect)
	v.checks = append(v.checks, func() error {
		if metadata == nil {
			return misuse("give the members: --set JSON")
		}
		return nil
	})
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.UpdateMetadata(ctx, words[0], words[1], metadata, o)
	}, a.printThread)
}

func (a *app) threadsStatus() *cobra.Command {
	var o heddle.ChangeOptions
	v := a.verb(append(byThread[:2:2], "status"), &cobra.Command{
		Use:   "status <session-id> <thread-id> active|paused|completed",
		Short: "Set a thread's status without activating it",
		Long:  "Sets a thread's status. The session's active thread stays the same; threads resume and\nthreads set-active change it, and threads archive archives a thread.",
		Example: "  heddle threads status s1 plan-b paused\n" +
			"  heddle threads status s1 plan-b completed --json",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredThread, error) {
		return h.Threads.SetStatus(ctx, words[0], words[1], words[2], o)
	}, a.printThread)
}
