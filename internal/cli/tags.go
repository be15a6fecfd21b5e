package cli

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// tagCommand is heddle tag, which changes the tags of one session.
func tagCommand(a *app.App) *cobra.Command {
	var remove, asJSON bool
	cmd := &cobra.Command{
		Use:   "tag <session> <tag>...",
		Short: "Give a session tags, by which list, search and cost filter",
		Long: "Adds tags to a session, or with --remove removes them. They are kept in the store; the agent's own files do\n" +
			"not change. A tag is text of at most 128 bytes without control characters. In a pipe every tag that the\n" +
			"session then has in the store is a line. Tags of agent-mux runs and of recordings cannot be removed.\n\n" +
			"--tag of list, search, import and cost selects by tags; cost --group-by tag adds up by them.",
		Example: "  heddle tag last fix-parser\n" +
			"  heddle tag claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e review 'release 2'\n" +
			"  heddle tag last review --remove",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeTagging(a, cmd, args, typed)
		},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage.Error{Err: usage.Misuse("tag needs a session and a tag"), Hint: cmd.UseLine()}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			options := heddle.TagOptions{Add: args[1:]}
			if remove {
				options = heddle.TagOptions{Remove: args[1:]}
			}
			run, err := sessions.On(a, args[:1], func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.SessionTags, error) {
				return h.Sessions.Tag(ctx, ref, options)
			})
			if err != nil {
				return err
			}
			return app.PrintResult(a, asJSON, run, app.With(a, printSessionTags))
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "remove the tags instead")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

// printSessionTags prints the tags of one session.
func printSessionTags(a *app.App, s *heddle.SessionTags) error {
	text := ""
	if a.Streams.Terminal {
		text = terminal.Line(s.UnifiedID) + ": " + terminal.Or(terminal.Line(strings.Join(s.Tags, ", ")), "no tags") + "\n"
	} else {
		for _, t := range s.Tags {
			text += terminal.Fields(t)
		}
	}
	_, err := io.WriteString(a.Streams.Out, text)
	return err
}

// tagsCommand is heddle tags, which lists all tags.
func tagsCommand(a *app.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tags",
		Short: "List all tags and how many sessions have each",
		Long: "Lists all tags: those that heddle tag gave, those of agent-mux runs, and those of recordings. In a pipe every\n" +
			"tag is a line of tag and number of sessions, separated by a tab.",
		Example: "  heddle tags\n" +
			"  heddle tags --json | jq -r '.[].tag'",
		Args: usage.Takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			list := func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.TagCount], error) {
				return h.Sessions.Tags(ctx)
			}
			return app.PrintResult(a, asJSON, list, app.With(a, printTags))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

// printTags prints a table of tags, or lines into a pipe.
func printTags(a *app.App, list *heddle.List[heddle.TagCount]) error {
	t := terminal.Table{Columns: []terminal.Column{{Name: "TAG"}, {Name: "SESSIONS", Right: true}}}
	var b strings.Builder
	for _, tag := range list.Items {
		t.Rows = append(t.Rows, []string{tag.Tag, terminal.Grouped(tag.SessionCount)})
		b.WriteString(terminal.Fields(tag.Tag, strconv.FormatInt(tag.SessionCount, 10)))
	}
	switch {
	case !a.Streams.Terminal:
		_, err := io.WriteString(a.Streams.Out, b.String())
		return err
	case len(t.Rows) == 0:
		a.Note("no tags; heddle tag gives a session one\n")
		return nil
	}
	return t.Print(a.Streams)
}

// completeTagging offers a session, then tags.
func completeTagging(a *app.App, cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return complete.For(a).Pair(cmd, nil, typed)
	}
	return complete.AllTags(a), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
