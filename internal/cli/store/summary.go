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
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredSummary, error) {
		return h.Store.Summarize(ctx, words[0], o)
	}, app.With(a, printSummary))
}

func storeSummary(a *app.App) *cobra.Command {
	var o heddle.ReadOptions
	v := newVerb(a, bySession, &cobra.Command{
		Use:     "summary <session-id>",
		Short:   "Show a session's stored summary",
		Example: "  heddle store summary s1",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredSummary, error) {
		return h.Store.GetSummary(ctx, words[0], o)
	}, app.With(a, printSummary))
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
