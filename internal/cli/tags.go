package cli

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
)

// tagCommand is heddle tag, which changes the tags of one session.
func (a *app) tagCommand() *cobra.Command {
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
		ValidArgsFunction: a.completeTagging,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError{misuse("tag needs a session and a tag"), cmd.UseLine()}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			options := heddle.TagOptions{Add: args[1:]}
			if remove {
				options = heddle.TagOptions{Remove: args[1:]}
			}
			run, err := onSession(a, args[:1], func(ctx context.Context, h *heddle.Heddle, ref heddle.Ref) (*heddle.SessionTags, error) {
				return h.Sessions.Tag(ctx, ref, options)
			})
			if err != nil {
				return err
			}
			return printResult(a, asJSON, run, a.printSessionTags)
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "remove the tags instead")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

// printSessionTags prints the tags of one session.
func (a *app) printSessionTags(s *heddle.SessionTags) error {
	text := ""
	if a.streams.Terminal {
		text = printable(oneField(s.UnifiedID)) + ": " + or(printable(oneField(strings.Join(s.Tags, ", "))), "no tags") + "\n"
	} else {
		for _, t := range s.Tags {
			text += fields(t)
		}
	}
	_, err := io.WriteString(a.streams.Out, text)
	return err
}

// tagsCommand is heddle tags, which lists all tags.
func (a *app) tagsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tags",
		Short: "List all tags and how many sessions have each",
		Long: "Lists all tags: those that heddle tag gave, those of agent-mux runs, and those of recordings. In a pipe every\n" +
			"tag is a line of tag and number of sessions, separated by a tab.",
		Example: "  heddle tags\n" +
			"  heddle tags --json | jq -r '.[].tag'",
		Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			list := func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.TagCount], error) {
				return h.Sessions.Tags(ctx)
			}
			return printResult(a, asJSON, list, a.printTags)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

// printTags prints a table of tags, or lines into a pipe.
func (a *app) printTags(list *heddle.List[heddle.TagCount]) error {
	t := table{columns: []column{{name: "TAG"}, {name: "SESSIONS", right: true}}}
	var b strings.Builder
	for _, tag := range list.Items {
		t.rows = append(t.rows, []string{tag.Tag, grouped(tag.SessionCount)})
		b.WriteString(fields(tag.Tag, strconv.FormatInt(tag.SessionCount, 10)))
	}
	switch {
	case !a.streams.Terminal:
		_, err := io.WriteString(a.streams.Out, b.String())
		return err
	case len(t.rows) == 0:
		a.note("no tags; heddle tag gives a session one\n")
		return nil
	}
	return t.print(a.streams)
}

// completeTagging offers a session, then tags.
func (a *app) completeTagging(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return a.completePair(cmd, nil, typed)
	}
	return a.allTags(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// allTags lists all tags, without notes.
func (a *app) allTags() (out []string) {
	list := fetchQuietly(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.TagCount], error) {
		return h.Sessions.Tags(ctx)
	})
	for _, t := range itemsOf(list) {
		out = append(out, t.Tag)
	}
	return out
}

// tagWords are the tags of a session as a part of its headline.
func tagWords(tags []string) string {
	if len(tags) == 0 {
		return ""
	}
	return " #" + strings.Join(tags, " #")
}
