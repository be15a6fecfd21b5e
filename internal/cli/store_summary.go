package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

func (a *app) storeSummarize() *cobra.Command {
	var o heddle.SummarizeOptions
	v := a.verb(bySession, &cobra.Command{
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
	}, a.printSummary)
}

func (a *app) storeSummary() *cobra.Command {
	var o heddle.ReadOptions
	v := a.verb(bySession, &cobra.Command{
		Use:     "summary <session-id>",
		Short:   "Show a session's stored summary",
		Example: "  heddle store summary s1",
	})
	v.addAtFlag(&o.At)
	return printsResult(v, func(ctx context.Context, h *heddle.Heddle, words []string) (*heddle.StoredSummary, error) {
		return h.Store.GetSummary(ctx, words[0], o)
	}, a.printSummary)
}

// printSummary prints the text of a summary, and on a terminal its origin; nil
// is no summary.
func (a *app) printSummary(s *heddle.StoredSummary) error {
	if s == nil {
		if a.streams.Terminal {
			a.note("no summary\n")
		}
		return nil
	}
	if err := a.printText(strings.TrimSuffix(s.Content, "\n") + "\n"); err != nil || !a.streams.Terminal {
		return err
	}
	_, err := fmt.Fprintf(a.streams.Out, "(%s, by %s, of %s)\n", ago(s.GeneratedAt, time.Now()), printable(oneField(s.GeneratedBy)), messages(s.MessageCount))
	return err
}
