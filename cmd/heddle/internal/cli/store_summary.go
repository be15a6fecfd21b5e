package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) storeSummarize() *cobra.Command {
	v := a.verb("store.summarize", bySession, &cobra.Command{
		Use:   "summarize <session-id>",
		Short: "Store a summary of a session",
		Long: "Stores a summary of a session: the text given, else one that quotes the user's first message and the agent's\n" +
			"latest output. No model is called.",
		Example: "  heddle store summarize s1\n" +
			"  heddle store summarize s1 --content 'Fixed the date parser.' --generated-by me",
	}, a.printSummary)
	v.text("content", "content", "the summary's `text` (default: derived)")
	v.text("summary", "summary", "another name for --content, which has precedence: the `text`")
	v.text("generated-by", "generatedBy", "the `author` of the summary (default: heddle)")
	v.once()
	return v.cmd
}

func (a *app) storeSummary() *cobra.Command {
	v := a.verb("store.getSummary", bySession, &cobra.Command{
		Use:     "summary <session-id>",
		Short:   "Show a session's stored summary",
		Example: "  heddle store summary s1",
	}, a.printSummary)
	v.past()
	return v.cmd
}

// printSummary prints a summary, which may be null: its text, and on a
// terminal where it comes from.
func (a *app) printSummary(body []byte) error {
	var s *struct {
		Content, GeneratedAt, GeneratedBy string
		MessageCount                      int64
	}
	if err := json.Unmarshal(body, &s); err != nil {
		return err
	}
	if s == nil {
		if a.streams.Terminal {
			a.note("no summary\n")
		}
		return nil
	}
	if err := a.printText(strings.TrimSuffix(s.Content, "\n") + "\n"); err != nil || !a.streams.Terminal {
		return err
	}
	_, err := fmt.Fprintf(a.streams.Out, "(%s, by %s, of %s)\n", agoText(s.GeneratedAt, time.Now()), printable(oneField(s.GeneratedBy)), messages(s.MessageCount))
	return err
}
