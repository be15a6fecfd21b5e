package cli

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
)

// completeAgents offers the agents' names.
func (a *app) completeAgents(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var list []struct{ Agent string }
	a.quietly("agents.list", map[string]any{}, &list)
	out := make([]string, 0, len(list))
	for _, g := range list {
		out = append(out, g.Agent)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeSession offers the agents' names, then the ids of the newest
// sessions of the one named.
func (a *app) completeSession(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return a.completeAgents(cmd, args, typed)
	}
	var list []struct{ SessionID, Title string }
	a.quietly("sessions.list", map[string]any{"agent": args[0], "limit": 50}, &list)
	out := make([]string, 0, len(list))
	for _, s := range list {
		out = append(out, cobra.CompletionWithDesc(s.SessionID, s.Title))
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// quietly runs an operation for completion: nothing may be printed but the
// answers.
func (a *app) quietly(op string, req map[string]any, out any) {
	silent := *a
	silent.streams.Err = io.Discard
	if body, err := silent.call(op, req); err == nil {
		_ = json.Unmarshal(body, out)
	}
}
