// Package complete offers what the shells complete, and lets nothing out that they would expand.
package complete

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// Flag offers fixed values for a flag, or nothing, instead of file names.
func Flag(cmd *cobra.Command, flag string, values ...string) {
	usage.Must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)))
}

// From offers for a flag what the newest sessions have.
func From(a *app.App, cmd *cobra.Command, flag string, values func(*heddle.SessionSummary) []string) {
	usage.Must(cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		agent := ""
		if len(args) > 0 && cmd.Name() == "list" {
			agent = args[0]
		}
		var out []string
		seen := map[string]bool{"": true}
		for _, s := range Newest(a, agent) {
			for _, v := range values(&s) {
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}))
}

// Newest lists the newest sessions of an agent, or of all.
func Newest(a *app.App, agent string) []heddle.SessionSummary {
	list := app.FetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.SessionSummary], error) {
		return h.Sessions.List(ctx, heddle.ListOptions{Agent: heddle.Agent(agent), Limit: app.Newest})
	})
	return app.ItemsOf(list)
}

// completer offers what an argument may be.
type completer struct{ app *app.App }

// For returns the completer of a run.
func For(a *app.App) completer { return completer{a} }

// Agents offers the agents' names.
func (c completer) Agents(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return core.AgentNames(), cobra.ShellCompDirectiveNoFileComp
}

// Session offers the agents' names, then the ids of the newest
// sessions of the one named; after "agent:" the ids in that form.
func (c completer) Session(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const keep = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	switch {
	case len(args) == 0 && strings.Contains(typed, ":"):
		return c.unified(typed), keep
	case len(args) == 0:
		return append(core.AgentNames(), "last"), keep
	case len(args) > 1 || strings.Contains(args[0], ":"):
		return nil, keep
	}
	var out []string
	for _, s := range Newest(c.app, args[0]) {
		out = append(out, cobra.CompletionWithDesc(s.SessionID, s.Title))
	}
	return out, keep
}

// Pair offers unified ids, for both sides of a comparison.
func (c completer) Pair(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const keep = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	if len(args) > 1 {
		return nil, keep
	}
	if strings.Contains(typed, ":") {
		return c.unified(typed), keep
	}
	var out []string
	for _, name := range core.AgentNames() {
		out = append(out, name+":")
	}
	return append(out, "last"), keep | cobra.ShellCompDirectiveNoSpace
}

func (c completer) unified(typed string) []string {
	agent, _, _ := strings.Cut(typed, ":")
	var out []string
	for _, s := range Newest(c.app, agent) {
		out = append(out, cobra.CompletionWithDesc(s.UnifiedID, s.Title))
	}
	return out
}

// Branch offers the branches of the session that is named.
func (c completer) Branch(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var out []string
	if len(args) > 0 {
		for _, b := range branchesOf(c.app, args) {
			out = append(out, b.LeafID)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// branchesOf lists the branches of the session that arguments name.
func branchesOf(a *app.App, args []string) []heddle.Branch {
	run, err := sessions.On(a, args, func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.Session, error) {
		return h.Sessions.Get(ctx, ref)
	})
	if err != nil {
		return nil
	}
	found := app.FetchQuietly(a, run)
	if found == nil {
		return nil
	}
	return found.Branches
}

// AllTags lists all tags, without notes.
func AllTags(a *app.App) (out []string) {
	list := app.FetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.TagCount], error) {
		return h.Sessions.Tags(ctx)
	})
	for _, t := range app.ItemsOf(list) {
		out = append(out, t.Tag)
	}
	return out
}

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
