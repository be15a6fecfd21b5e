package cli

import "github.com/spf13/cobra"

// threadsChanges are the changes that need no more than a thread.
func (a *app) threadsChanges() []*cobra.Command {
	var out []*cobra.Command
	for _, c := range []struct {
		op, name, short string
		show            func([]byte) error
	}{
		{"threads.unrollback", "unrollback", "Show everything that rollbacks of a thread hid", a.printThread},
		{"threads.resume", "resume", "Resume a thread: set its status to active and make it the active thread", a.printThread},
		{"threads.archive", "archive", "Archive a thread and deactivate it", a.printThread},
		{"threads.unarchive", "unarchive", "Set an archived thread's status to active", a.printThread},
		{"threads.delete", "delete", "Delete a thread; its messages stay in the session's history", a.done("deleted")},
		{"threads.setActive", "set-active", "Make a thread the session's active one", a.done("it is the active thread")},
		{"threads.unsubscribe", "unsubscribe", "Deactivate a thread if it is active", a.done("it is not the active thread")},
	} {
		v := a.verb(c.op, byThread, &cobra.Command{
			Use:     c.name + " <session-id> <thread-id>",
			Short:   c.short,
			Example: "  heddle threads " + c.name + " s1 plan-b",
		}, c.show)
		v.once()
		out = append(out, v.cmd)
	}
	return out
}

func (a *app) threadsRecord() *cobra.Command {
	return a.recordVerb("threads.record", byThread, &cobra.Command{
		Use:   "record <session-id> <thread-id> [file|-]...",
		Short: "Append messages to a thread and so to its session",
		Long:  "Appends messages to a thread and so to its session.\n" + recordHelp,
		Example: "  heddle threads record s1 plan-b --user 'Try it without the cache.' --assistant 'Done.'\n" +
			"  heddle threads record s1 plan-b messages.jsonl",
	}, a.printThread)
}

func (a *app) threadsRollback() *cobra.Command {
	v := a.verb("threads.rollback", byThread, &cobra.Command{
		Use:   "rollback <session-id> <thread-id>",
		Short: "Set the boundary of what a thread shows",
		Long: "Sets the boundary of what a thread shows. --keep, --message-id and --uuid show everything before it,\n" +
			"including what earlier rollbacks hid, and hide everything after it. --count hides that many visible messages\n" +
			"from the end and changes nothing else. Nothing is removed, messages recorded later are visible, and threads\n" +
			"unrollback shows everything again.",
		Example: "  heddle threads rollback s1 plan-b --count 2\n" +
			"  heddle threads rollback s1 plan-b --keep 4",
	}, a.printThread)
	v.number("count", "count", 0, "hide the last `N` visible messages")
	v.selecting()
	v.once()
	return v.cmd
}

func (a *app) threadsCompact() *cobra.Command {
	v := a.verb("threads.compact", byThread, &cobra.Command{
		Use:   "compact <session-id> [thread-id]",
		Short: "Roll back the active thread, by default to nothing",
		Long:  "Rolls back a thread: by default the active one, and by default to nothing.",
		Example: "  heddle threads compact s1\n" +
			"  heddle threads compact s1 plan-b --keep 2",
	}, a.printThread)
	v.cmd.Args = takes(1, 2)
	v.number("count", "count", 0, "hide the last `N` visible messages")
	v.selecting()
	v.once()
	return v.cmd
}

func (a *app) threadsClearActive() *cobra.Command {
	v := a.verb("threads.clearActive", bySession, &cobra.Command{
		Use:     "clear-active <session-id>",
		Short:   "Deactivate a session's active thread",
		Example: "  heddle threads clear-active s1",
	}, a.done("no thread is active"))
	v.once()
	return v.cmd
}

func (a *app) threadsClear() *cobra.Command {
	return a.clearing("threads.clear", "clear all threads", &cobra.Command{
		Use:     "clear",
		Short:   "Delete all threads of all sessions and print their number",
		Example: "  heddle threads clear --yes",
	})
}
