package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

// keepOrder offers what is there in its order, and no file names.
const keepOrder = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder

// completeStored offers for each argument what it may be.
func (a *app) completeStored(members []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, words []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(words) >= len(members) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		switch members[len(words)] {
		case "sessionId":
			return a.storedSessions(), keepOrder
		case "threadId":
			return a.storedThreads(words[0]), keepOrder
		case "status":
			return threadStatuses[:3], keepOrder
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeThread offers the threads of the session that is named.
func (a *app) completeThread(_ *cobra.Command, words []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(words) == 0 {
		return nil, keepOrder
	}
	return a.storedThreads(words[0]), keepOrder
}

// completeAnyStored offers sessions for any number of arguments.
func (a *app) completeAnyStored(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return a.storedSessions(), keepOrder
}

// storedSessions lists the newest sessions of the store.
func (a *app) storedSessions() []string {
	list := fetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (storedList, error) {
		return h.Store.List(ctx, heddle.StoreListOptions{Limit: newest})
	})
	var out []string
	for _, s := range itemsOf(list) {
		out = append(out, cobra.CompletionWithDesc(s.SessionID, messages(s.MessageCount)+", "+ago(s.UpdatedAt, time.Now())))
	}
	return out
}
