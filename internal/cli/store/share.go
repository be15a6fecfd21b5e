package store

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
)

func storeShare(a *app.App) *cobra.Command {
	var o heddle.ShareOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "share <session-id>",
		Short: "Share a session, replacing an active share",
		Long: "Creates a share of a session, replacing an active one, and prints its id. A share is a mark for other\n" +
			"programs: Heddle sends nothing anywhere. store get-share shows it.",
		Example: "  heddle store share s1\n" +
			"  heddle store share s1 --id for-review --json",
	})
	v.textFlag("id", &o.ShareID, "the share's `id` (default: a new one)")
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredShare, error) {
		return h.Store.Share(ctx, words[0], o)
	}, app.With(a, printShare))
}

func storeGetShare(a *app.App) *cobra.Command {
	var o heddle.ReadOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "get-share <session-id>",
		Short:   "Show a session's share, active or revoked",
		Long:    "Shows a session's share, active or revoked; in a pipe a line of id, status, createdAt and revokedAt, or no line.",
		Example: "  heddle store get-share s1",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredShare, error) {
		return h.Store.GetShare(ctx, words[0], o)
	}, app.With(a, printShare))
}

func storeUnshare(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "unshare <session-id>",
		Short:   "Revoke a session's active share",
		Example: "  heddle store unshare s1",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return v.printsDone(func(ctx context.Context, h *heddle.Heddle, words []string) error {
		return h.Store.Unshare(ctx, words[0], o)
	}, "no longer shared")
}

// printShare prints a share; nil prints no share.
func printShare(a *app.App, s *heddle.StoredShare) error {
	var text string
	switch now := time.Now(); {
	case s == nil && a.Streams.Terminal:
		a.Note("never shared\n")
		return nil
	case s == nil:
		return nil
	case !a.Streams.Terminal:
		text = terminal.Fields(s.ShareID, string(s.Status), terminal.FormatTime(s.CreatedAt), terminal.FormatTime(s.RevokedAt))
	case !s.RevokedAt.IsZero():
		text = fmt.Sprintf("%s: %s %s\n", a.Bold(terminal.Line(s.ShareID)), s.Status, terminal.Ago(s.RevokedAt, now))
	default:
		text = fmt.Sprintf("%s: %s, made %s\n", a.Bold(terminal.Line(s.ShareID)), s.Status, terminal.Ago(s.CreatedAt, now))
	}
	_, err := a.Streams.Out.Write([]byte(text))
	return err
}
