package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
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
	return printsResult(v, ofSession(&o, (*heddle.Store).Fork), app.With(a, printStored))
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
	return printsResult(v, ofSession(&o, (*heddle.Store).Revert), app.With(a, printStored))
}

func storeUnrevert(a *app.App) *cobra.Command {
	var o heddle.ChangeOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "unrevert <session-id>",
		Short:   "Show all messages of a session again",
		Example: "  heddle store unrevert s1",
	})
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, ofSession(&o, (*heddle.Store).Unrevert), app.With(a, printStored))
}

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
	return printsResult(v, ofSession(&o, (*heddle.Store).Share), app.With(a, printShare))
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
	return printsResult(v, ofSession(&o, (*heddle.Store).GetShare), app.With(a, printShare))
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

func storeSummarize(a *app.App) *cobra.Command {
	var o heddle.SummarizeOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:   "summarize <session-id>",
		Short: "Store a summary of a session",
		Long: "Stores a summary of a session: the text given, else one that quotes the user's first message and the agent's\n" +
			"latest output. No model is called.",
		Example: "  heddle store summarize s1\n" +
			"  heddle store summarize s1 --content 'Fixed the date parser.' --generated-by me",
	})
	v.textFlag("content", &o.Content, "the summary's `text` (default: derived)")
	v.textFlag("summary", &o.Summary, "another name for --content, which has precedence: the `text`")
	v.textFlag("generated-by", &o.GeneratedBy, "the `author` of the summary (default: heddle)")
	v.addRetryFlags(&o.RequestID, &o.Expect)
	return printsResult(v, ofSession(&o, (*heddle.Store).Summarize), app.With(a, printSummary))
}

func storeSummary(a *app.App) *cobra.Command {
	var o heddle.ReadOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "summary <session-id>",
		Short:   "Show a session's stored summary",
		Example: "  heddle store summary s1",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, ofSession(&o, (*heddle.Store).GetSummary), app.With(a, printSummary))
}

// printSummary prints the text of a summary, and on a terminal its origin; nil
// is no summary.
func printSummary(a *app.App, s *heddle.StoredSummary) error {
	if s == nil {
		if a.Streams.Terminal {
			a.Note("no summary\n")
		}
		return nil
	}
	if err := a.PrintText(strings.TrimSuffix(s.Content, "\n") + "\n"); err != nil || !a.Streams.Terminal {
		return err
	}
	_, err := fmt.Fprintf(a.Streams.Out, "(%s, by %s, of %s)\n", terminal.Ago(s.GeneratedAt, time.Now()), terminal.Line(s.GeneratedBy), terminal.Messages(s.MessageCount))
	return err
}
