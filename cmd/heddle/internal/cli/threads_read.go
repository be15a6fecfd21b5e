package cli

import (
	"encoding/json"
	"time"

	"github.com/spf13/cobra"
)

// threadStatuses are the statuses that a thread may have.
var threadStatuses = []string{"active", "paused", "completed", "archived"}

func (a *app) threadsList() *cobra.Command {
	v := a.verb("threads.list", bySession, &cobra.Command{
		Use:   "list <session-id>",
		Short: "List a session's threads, last updated first",
		Example: "  heddle threads list s1\n" +
			"  heddle threads list s1 --json | jq -r '.[].threadId'",
	}, func(body []byte) error {
		var list []thread
		if err := json.Unmarshal(body, &list); err != nil {
			return err
		}
		return a.printThreads(list)
	})
	v.past()
	return v.cmd
}

func (a *app) threadsLoaded() *cobra.Command {
	v := a.verb("threads.loaded", bySession, &cobra.Command{
		Use:   "loaded <session-id>",
		Short: "List a session's threads with filters, and name the active one",
		Example: "  heddle threads loaded s1 --no-archived --status active\n" +
			"  heddle threads loaded s1 --json | jq -r .activeThreadId",
	}, func(body []byte) error {
		var loaded struct{ Threads []thread }
		if err := json.Unmarshal(body, &loaded); err != nil {
			return err
		}
		return a.printThreads(loaded.Threads)
	})
	v.yes("no-archived", "includeArchived", false, "omit archived threads")
	v.name("thread", "threadId", "only the thread with this `id`", a.completeThread)
	v.text("status", "status", "only threads of this `status`: active, paused, completed or archived", threadStatuses...)
	v.number("limit", "limit", 0, "show at most `N` threads (default: all)")
	v.past()
	return v.cmd
}

func (a *app) threadsGet() *cobra.Command {
	v := a.verb("threads.get", byThread, &cobra.Command{
		Use:     "get <session-id> <thread-id>",
		Short:   "Show a thread's metadata",
		Example: "  heddle threads get s1 plan-b",
	}, a.printThreadDetails)
	v.past()
	return v.cmd
}

func (a *app) threadsRead() *cobra.Command {
	v := a.verb("threads.read", byThread, &cobra.Command{
		Use:   "read <session-id> <thread-id>",
		Short: "Show a thread, with --messages also its visible messages",
		Example: "  heddle threads read s1 plan-b --messages\n" +
			"  heddle threads read s1 plan-b --messages --json | jq -r '.messages[].content'",
	}, a.printThreadContent)
	v.yes("messages", "includeMessages", true, "include its visible messages")
	v.past()
	return v.cmd
}

func (a *app) printThreadContent(body []byte) error {
	var c struct{ Thread, Messages json.RawMessage }
	if err := json.Unmarshal(body, &c); err != nil {
		return err
	}
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
	v := a.verb("threads.messages", byThread, &cobra.Command{
		Use:   "messages <session-id> <thread-id>",
		Short: "Show a thread's messages in the order they were recorded",
		Example: "  heddle threads messages s1 plan-b --limit 20\n" +
			"  heddle threads messages s1 plan-b --hidden --json | jq length",
	}, a.printMessages)
	v.paging()
	v.past()
	return v.cmd
}

func (a *app) threadsActive() *cobra.Command {
	v := a.verb("threads.active", bySession, &cobra.Command{
		Use:     "active <session-id>",
		Short:   "Print the id of a session's active thread",
		Long:    "Prints the id of a session's active thread, or nothing if it has none.",
		Example: "  heddle threads active s1",
	}, func(body []byte) error {
		if string(body) != "null" {
			return a.printNumber(body)
		}
		if a.streams.Terminal {
			a.note("no thread is active\n")
		}
		return nil
	})
	v.past()
	return v.cmd
}

func (a *app) threadsCount() *cobra.Command {
	return a.verb("threads.count", bySession, &cobra.Command{
		Use:     "count <session-id>",
		Short:   "Count a session's threads",
		Example: "  heddle threads count s1",
	}, a.printNumber).cmd
}

// storedThreads lists the threads of a session for completion.
func (a *app) storedThreads(sessionID string) []string {
	var list []thread
	a.quietly("threads.list", map[string]any{"sessionId": sessionID}, &list)
	var out []string
	for i, t := range list {
		if i == newest {
			break
		}
		out = append(out, cobra.CompletionWithDesc(t.ThreadID, t.Name+", "+agoText(t.UpdatedAt, time.Now())))
	}
	return out
}
