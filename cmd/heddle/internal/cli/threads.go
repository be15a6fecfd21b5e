package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"
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

// thread is what is shown of a thread.
type thread struct {
	ThreadID, SessionID, Name, Status, ParentThreadID string
	CreatedAt, UpdatedAt, ArchivedAt                  string
	Active                                            bool
	MessageCount, VisibleMessageCount                 int64
	Metadata                                          json.RawMessage
}

// line is a thread in a pipe.
func (t *thread) line() string {
	return fields(t.ThreadID, t.UpdatedAt, strconv.FormatInt(t.MessageCount, 10), strconv.FormatInt(t.VisibleMessageCount, 10),
		t.Status, t.activity(), t.Name)
}

func (t *thread) activity() string {
	if t.Active {
		return "active"
	}
	return ""
}

// shown renders how many of a thread's messages are shown.
func (t *thread) shown() string {
	if t.VisibleMessageCount == t.MessageCount {
		return grouped(t.MessageCount)
	}
	return grouped(t.VisibleMessageCount) + " of " + grouped(t.MessageCount)
}

// printThread says where a thread stands after a change.
func (a *app) printThread(body []byte) error {
	var t thread
	if err := json.Unmarshal(body, &t); err != nil {
		return err
	}
	text := t.line()
	if a.streams.Terminal {
		active := ""
		if t.Active {
			active = ", the active thread"
		}
		text = fmt.Sprintf("%s: %s, %s%s\n", a.bold(printable(oneField(t.ThreadID))), t.Status, t.shownMessages(), active)
	}
	_, err := a.streams.Out.Write([]byte(text))
	return err
}

func (t *thread) shownMessages() string {
	if t.VisibleMessageCount == t.MessageCount {
		return messages(t.MessageCount)
	}
	return t.shown() + " messages shown"
}

// printThreadDetails shows all that is known of a thread.
func (a *app) printThreadDetails(body []byte) error {
	var t thread
	if err := json.Unmarshal(body, &t); err != nil {
		return err
	}
	if !a.streams.Terminal {
		_, err := a.streams.Out.Write([]byte(t.line()))
		return err
	}
	return a.printPairs(t.pairs(time.Now()))
}

func (t *thread) pairs(now time.Time) [][2]string {
	status := t.Status
	if t.Active {
		status += ", the session's active thread"
	}
	return [][2]string{{"thread", t.ThreadID}, {"session", t.SessionID}, {"name", t.Name}, {"status", status}, {"messages", t.shown()},
		{"parent", t.ParentThreadID}, {"created", agoText(t.CreatedAt, now)}, {"updated", agoText(t.UpdatedAt, now)},
		{"archived", agoText(t.ArchivedAt, now)}, {"metadata", string(t.Metadata)}}
}

// printThreads prints a table, or a line for each thread.
func (a *app) printThreads(list []thread) error {
	if !a.streams.Terminal {
		w := bufio.NewWriter(a.streams.Out)
		for i := range list {
			w.WriteString(list[i].line())
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
		t.rows = append(t.rows, []string{agoText(x.UpdatedAt, now), x.shown(), x.Status, x.activity(), x.ThreadID, or(x.Name, "-")})
	}
	return t.print(a.streams)
}

func (a *app) threadsStart() *cobra.Command {
	v := a.verb("threads.start", bySession, &cobra.Command{
		Use:   "start <session-id>",
		Short: "Create a thread and make it the active one",
		Long:  "Creates a thread and makes it the session's active one. The session is created if necessary.",
		Example: "  heddle threads start s1 --id plan-b --name 'Another way'\n" +
			"  heddle threads start s1 --parent plan-b --metadata '{\"ticket\":17}' --json | jq -r .threadId",
	}, a.printThread)
	v.text("id", "threadId", "its `id` (default: a new one)")
	v.newThread()
	v.once()
	return v.cmd
}

// newThread are the flags of what makes a thread.
func (v *verb) newThread() {
	v.text("name", "name", "its `name` (default: the id)")
	v.text("parent", "parentThreadId", "its parent `thread`")
	v.object("metadata", "metadata", "metadata of your own, a `JSON` object")
}

func (a *app) threadsFork() *cobra.Command {
	v := a.verb("threads.fork", byThread, &cobra.Command{
		Use:   "fork <session-id> <thread-id>",
		Short: "Create a thread that begins with another thread's visible messages",
		Long:  "Creates a thread that begins with another thread's visible messages. The session's own history and\ncount do not change.",
		Example: "  heddle threads fork s1 plan-b --new-id plan-c --name 'A third way'\n" +
			"  heddle threads fork s1 plan-b --json | jq -r .threadId",
	}, a.printThread)
	v.text("new-id", "newThreadId", "the fork's `id` (default: a new one)")
	v.newThread()
	v.once()
	return v.cmd
}

func (a *app) threadsRename() *cobra.Command {
	v := a.verb("threads.rename", append(byThread[:2:2], "name"), &cobra.Command{
		Use:     "rename <session-id> <thread-id> <name>",
		Short:   "Set a thread's name",
		Example: "  heddle threads rename s1 plan-b 'Without the cache'",
	}, a.printThread)
	v.once()
	return v.cmd
}

func (a *app) threadsMetadata() *cobra.Command {
	v := a.verb("threads.updateMetadata", byThread, &cobra.Command{
		Use:     "metadata <session-id> <thread-id> --set <json>",
		Short:   "Merge members into a thread's metadata; null removes one",
		Example: "  heddle threads metadata s1 plan-b --set '{\"ticket\":17,\"owner\":null}'",
	}, a.printThread)
	v.object("set", "metadata", "the members to merge, a `JSON` object")
	v.once()
	v.run = func(req map[string]any) error {
		if req["metadata"] == nil {
			return misuse("give the members: --set JSON")
		}
		return v.call(v.op, req)
	}
	return v.cmd
}

func (a *app) threadsStatus() *cobra.Command {
	v := a.verb("threads.setStatus", append(byThread[:2:2], "status"), &cobra.Command{
		Use:   "status <session-id> <thread-id> active|paused|completed",
		Short: "Set a thread's status without activating it",
		Long:  "Sets a thread's status. The session's active thread stays the same; threads resume and\nthreads set-active change it, and threads archive archives a thread.",
		Example: "  heddle threads status s1 plan-b paused\n" +
			"  heddle threads status s1 plan-b completed --json",
	}, a.printThread)
	v.once()
	return v.cmd
}
