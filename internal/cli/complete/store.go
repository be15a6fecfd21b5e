package complete

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

// KeepOrder offers what is there in its order, and no file names.
const KeepOrder = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder

// Stored offers for each argument what it may be.
func (c completer) Stored(members []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, words []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(words) >= len(members) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		switch members[len(words)] {
		case "sessionId":
			return storedSessions(c.app), KeepOrder
		case "threadId":
			return storedThreads(c.app, words[0]), KeepOrder
		case "status":
			return ThreadStatuses[:3], KeepOrder
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// Thread offers the threads of the session that is named.
func (c completer) Thread(_ *cobra.Command, words []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(words) == 0 {
		return nil, KeepOrder
	}
	return storedThreads(c.app, words[0]), KeepOrder
}

// AnyStored offers sessions for any number of arguments.
func (c completer) AnyStored(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return storedSessions(c.app), KeepOrder
}

// storedSessions lists the newest sessions of the store.
func storedSessions(a *app.App) []string {
	list := app.FetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (StoredList, error) {
		return h.Store.List(ctx, heddle.StoreListOptions{Limit: app.Newest})
	})
	var out []string
	for _, s := range app.ItemsOf(list) {
		out = append(out, cobra.CompletionWithDesc(s.SessionID, terminal.Messages(s.MessageCount)+", "+terminal.Ago(s.UpdatedAt, time.Now())))
	}
	return out
}

// StoredList is a list of sessions in the store's form.
type StoredList = *heddle.List[heddle.StoredSession]

// ThreadStatuses are the statuses that a thread may have.
var ThreadStatuses = []string{"active", "paused", "completed", "archived"}

// storedThreads lists the threads of a session for completion.
func storedThreads(a *app.App, sessionID string) []string {
	list := app.FetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.StoredThread], error) {
		return h.Threads.List(ctx, sessionID)
	})
	var out []string
	for i, t := range app.ItemsOf(list) {
		if i == app.Newest {
			break
		}
		out = append(out, cobra.CompletionWithDesc(t.ThreadID, t.Name+", "+terminal.Ago(t.UpdatedAt, time.Now())))
	}
	return out
}
