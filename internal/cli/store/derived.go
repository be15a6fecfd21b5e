package store

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
)

func storeFork(a *app.App) *cobra.Command {
	var o heddle.StoreForkOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "fork <session-id>",
		Short: "Create a session that begins with another session's messages",
		Long: "Creates a session that begins with another session's messages and metadata. They are shared, not copied, so a\n" +
			"fork costs the same for any length, and deleting the source does not change it. A share is not inherited.",
		Example: "  heddle store fork s1 --new-id s2\n" +
			"  heddle store fork s1 --at 5 --no-hidden --extra '{\"why\":\"another attempt\"}'",
	})
	v.textFlag("new-id", &o.NewSessionID, "the fork's `id` (default: a new one)")
	v.negatedFlag("no-hidden", &o.IncludeHidden, "omit hidden messages instead of keeping them hidden")
	v.objectFlag("extra", &o.Extra, "merge this `JSON` object into the copied extra")
	v.addAtFlag(&o.At)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredSession, error) {
		return h.Store.Fork(ctx, words[0], o)
	}, app.With(a, printStored))
}

func storeRevert(a *app.App) *cobra.Command {
	var o heddle.RevertOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "revert <session-id>",
		Short: "Set the boundary of what a session shows",
		Long: "Sets the boundary of what a session shows, with one of --keep, --message-id and --uuid: everything\n" +
			"before it is shown, including what earlier reverts hid, and everything after it is hidden. Nothing is removed,\n" +
			"messages recorded later are visible, and store unrevert shows everything again.",
		Example: "  heddle store revert s1 --keep 4\n" +
			"  heddle store revert s1 --uuid 6f1d7c1e-58a2-4a6f-9a55-0c5fd8a2b0aa",
	})
	v.addBoundaryFlags(&o.VisibleMessageCount, &o.MessageID, &o.UUID)
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredSession, error) {
		return h.Store.Revert(ctx, words[0], o)
	}, app.With(a, printStored))
}

func storeUnrevert(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "unrevert <session-id>",
		Short:   "Show all messages of a session again",
		Example: "  heddle store unrevert s1",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredSession, error) {
		return h.Store.Unrevert(ctx, words[0], o)
	}, app.With(a, printStored))
}
