package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/internal/cli/app"
	"github.com/heddle-dev/heddle/internal/cli/complete"
	"github.com/heddle-dev/heddle/internal/cli/filter"
	"github.com/heddle-dev/heddle/internal/cli/sessions"
	"github.com/heddle-dev/heddle/internal/cli/terminal"
	"github.com/heddle-dev/heddle/internal/cli/usage"
)

// searchOptions are the flags of sessions search.
type searchOptions struct {
	filter.Flags
	agent, role, tool, sort                    string
	limit, offset, hits                        int64
	regex, subagents, memories, strict, asJSON bool
	redact, allBranches                        bool
	cut                                        bool // at the default limit, which the user did not choose
}

func searchCommand(a *app.App) *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search <words>...",
		Short: "Find sessions by title and text, best first",
		Long: "Finds the sessions whose title and text contain all of the words, in any order and ignoring case.\n\n" +
			"  word         must occur, possibly inside a longer word\n" +
			"  \"two words\"  must occur together; quote them for the shell as well: '\"two words\"'\n" +
			"  -word        must not occur; quote the whole search, 'parser -draft', or put -- before its words:\n" +
			"               otherwise -word is read as a flag\n\n" +
			"Search reads the files themselves; there is no index. An unknown agent finds nothing. A terminal shows each\n" +
			"session with its first matches; in a pipe every session is a line of unifiedId, score, updatedAt, number of\n" +
			"matching messages, cwd, title and the first match, separated by tabs.\n\n" +
			"When no session has all of the words, the best of those that have some are shown, marked partial, and how many\n" +
			"may have each word is said. The id of a session, or 8 or more characters of its beginning, finds it.\n\n" + filter.ActivityHelp,
		Example: "  heddle search parser off by one\n" +
			"  heddle search '\"date parser\" -draft' --agent claude --month\n" +
			"  heddle search --role user -- -draft parser\n" +
			"  heddle search --tool Bash --json | jq -r '.[].unifiedId'\n" +
			"  heddle search --regex 'retry(ing)? +\\d+' --role assistant",
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.cut = !cmd.Flags().Changed("limit")
			if err := usage.RefuseEmpty(cmd, "sort"); err != nil {
				return err
			}
			return search(a, strings.Join(args, " "), &o)
		},
	}
	cmd.SetFlagErrorFunc(searchFlagError)
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.Flags.AddActivity(a, cmd)
	o.Flags.AddOrigin(a, cmd, filter.OriginHelp)
	o.Flags.AddSource(a, cmd)
	o.Flags.AddActions(cmd)
	f.StringVar(&o.role, "role", "", "only text of messages of this `role`: user, assistant, system or tool")
	f.StringVar(&o.tool, "tool", "", "only calls of this `tool` and their results; words are then optional")
	f.Int64Var(&o.limit, "limit", session.DefaultSearchLimit, "show at most `N` sessions (0 = all)")
	f.Int64Var(&o.offset, "offset", 0, "skip the best `N` sessions")
	f.Int64Var(&o.hits, "hits", 3, "show at most `N` matching messages of a session")
	f.StringVar(&o.sort, "sort", "relevance", "sort by this `key`: relevance, date (of the last update) or cost")
	f.BoolVar(&o.regex, "regex", false, "search for one regular expression (RE2)")
	f.BoolVar(&o.subagents, "subagents", false, "also search subagents' sessions")
	f.BoolVar(&o.allBranches, "all-branches", false, "also search branches that were left")
	f.BoolVar(&o.memories, "memories", false, "also search the agents' memory entries")
	f.BoolVar(&o.redact, "redact", false, "search the texts without secrets, home folders and e-mail addresses, and show no others")
	a.RedactFlags = append(a.RedactFlags, &o.redact)
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.asJSON, "json", false, "print the result as a JSON array")
	complete.Flag(cmd, "sort", "relevance", "date", "cost")
	complete.Flag(cmd, "role", "user", "assistant", "system", "tool")
	complete.Flag(cmd, "agent", core.AgentNames()...)
	for _, flag := range []string{"tool", "limit", "offset", "hits"} {
		complete.Flag(cmd, flag)
	}
	return cmd
}

// searchFlagError explains what happens to a word that begins with -.
func searchFlagError(cmd *cobra.Command, err error) error {
	err = usage.FlagError(cmd, err)
	var u usage.Error
	if errors.As(err, &u) && u.Hint == "" && strings.Contains(err.Error(), "unknown") {
		u.Hint = "put -- before words that must not occur: heddle search -- -draft parser"
		return u
	}
	return err
}

func search(a *app.App, text string, o *searchOptions) error {
	if strings.TrimSpace(text) == "" && o.tool == "" {
		return usage.Error{Err: errors.New("give the words to search for, or --tool"), Hint: "heddle search parser off by one"}
	}
	if o.limit < 0 || o.hits < 1 || o.offset < 0 {
		return usage.Misuse("--hits must be 1 or more, --limit and --offset 0 or more")
	}
	now := time.Now()
	chosen, err := filter.Select(a, &o.Flags, now, false)
	if err != nil {
		return err
	}
	options := heddle.SearchOptions{
		Agent: heddle.Agent(o.agent), Role: heddle.Role(o.role), Tool: o.tool, Limit: requestLimit(o.limit), Offset: o.offset, Hits: o.hits,
		Sort: heddle.SearchSort(o.sort), Regex: o.regex, Subagents: o.subagents, AllBranches: o.allBranches, Memories: o.memories, Strict: o.strict, Redact: o.redact, Partial: true,
		ActiveSince: chosen.Since, ActiveUntil: chosen.Until, Since: chosen.CreatedSince, Until: chosen.CreatedUntil,
		Zone: chosen.Zone, Model: chosen.Model, Tags: chosen.Tags, Cwd: chosen.Cwd, Under: chosen.Under, Origin: chosen.Origin,
		GitBranches: chosen.Branches, Repositories: chosen.Repositories, AgentVersions: chosen.Versions, Edited: chosen.Edited, Failed: chosen.Failed,
	}
	found, body, err := app.FetchResult(a, func(ctx context.Context, h *heddle.Heddle) (*heddle.List[heddle.SessionSummary], error) {
		return h.Sessions.SearchPage(ctx, text, options)
	})
	if err != nil {
		return err
	}
	if o.agent != "" && !slices.Contains(core.AgentNames(), o.agent) {
		a.Note("note: unknown agent %q; heddle agents lists the agents\n", o.agent)
	}
	if o.asJSON {
		err = a.PrintJSON(body)
	} else {
		err = printFound(a, found.Items, now)
	}
	if err == nil && (a.Streams.Terminal && !o.asJSON || o.cut) {
		printPage(a, found, o.cut)
	}
	return err
}

// printFound prints results with their hits on a terminal; into a pipe
// tab-separated lines: unifiedId, score, updatedAt, hits, cwd, title, and the
// first snippet.
func printFound(a *app.App, list []heddle.SessionSummary, now time.Time) error {
	w := bufio.NewWriter(a.Streams.Out)
	for i := range list {
		s := &list[i]
		if a.Streams.Terminal {
			printFoundSession(a, w, s, now)
			continue
		}
		snippet := ""
		if len(s.Hits) > 0 {
			snippet = s.Hits[0].Snippet
		}
		columns := []string{s.UnifiedID, formatScore(s.RelevanceScore), terminal.FormatTime(s.UpdatedAt), strconv.FormatInt(s.HitCount, 10), s.Cwd, s.Title, snippet}
		if s.Partial {
			columns = append(columns, "partial")
		}
		w.WriteString(terminal.Fields(columns...))
	}
	return w.Flush()
}

// formatScore renders a relevance as the engine does.
func formatScore(relevance *float64) string {
	if relevance == nil {
		return ""
	}
	return strconv.FormatFloat(*relevance, 'f', -1, 64)
}

func printFoundSession(a *app.App, w *bufio.Writer, s *heddle.SessionSummary, now time.Time) {
	kind := ""
	if s.Kind != "" {
		kind = s.Kind + " · "
	}
	if s.Partial {
		kind += "partial: not all of the words · "
	}
	fmt.Fprintf(w, "%s\n  %s\n  %s%s · %s\n", a.Bold(terminal.Line(terminal.Named(s.Title))), terminal.Line(s.UnifiedID), kind, terminal.Ago(s.UpdatedAt, now), terminal.CostOf(s.Cost))
	for i := range s.Hits {
		h := &s.Hits[i]
		head := "  " + sessions.HitPlace(h) + ": "
		room := 0
		if a.Streams.Width > 0 {
			room = max(a.Streams.Width-runewidth.StringWidth(head), terminal.MinRoom)
		}
		w.WriteString(head + marked(a, h, room) + "\n")
	}
	if more := s.HitCount - int64(len(s.Hits)); more > 0 {
		fmt.Fprintf(w, "  … and %d more\n", more)
	}
	w.WriteByte('\n')
}

// marked renders a snippet with its matches in colour, cut to room columns
// around the first match; 0 = nothing is cut.
func marked(a *app.App, h *heddle.SearchHit, room int) string {
	text := []rune(terminal.Line(h.Snippet))
	from, to := 0, len(text)
	if room > 0 && runewidth.StringWidth(string(text)) > room {
		from, to = window(text, h, room)
	}
	var b strings.Builder
	if from > 0 {
		b.WriteRune('…')
	}
	at := from
	for _, r := range h.Ranges {
		start, end := max(int(r.Start), at), min(int(r.End), to)
		if start >= end || !a.Streams.Color {
			continue
		}
		b.WriteString(string(text[at:start]) + "\x1b[33m" + string(text[start:end]) + "\x1b[0m")
		at = end
	}
	b.WriteString(string(text[at:to]))
	if to < len(text) {
		b.WriteRune('…')
	}
	return b.String()
}

// window chooses the part of a snippet that is shown: from the beginning
// when the first match fits in, else with a third of the room before it.
func window(text []rune, h *heddle.SearchHit, room int) (from, to int) {
	room -= 2 // an ellipsis at either end
	if len(h.Ranges) > 0 {
		end := min(max(int(h.Ranges[0].End), 0), len(text))
		start := min(max(int(h.Ranges[0].Start), 0), end)
		if runewidth.StringWidth(string(text[:end])) > room {
			for from = start; from > 0 && runewidth.StringWidth(string(text[from-1:start])) <= room/3; {
				from--
			}
		}
	}
	used := 0
	for to = from; to < len(text); to++ {
		if used += runewidth.RuneWidth(text[to]); used > room {
			break
		}
	}
	return from, to
}

// printPage says how much of a longer result was shown. A result that was cut
// at the default limit says so in pipes as well.
func printPage(a *app.App, found *heddle.List[heddle.SessionSummary], cut bool) {
	shown := int64(len(found.Items))
	switch {
	case found.Total == 0 && a.Streams.Terminal:
		a.Note("nothing found\n")
	case found.Next > 0 && cut:
		a.Note("note: showing %s of %s; --limit 0 shows all, --offset %d shows the next\n", terminal.Grouped(shown), terminal.Grouped(found.Total), found.Next)
	case found.Next > 0:
		a.Note("showing %s of %s sessions; --offset %d shows the next\n", terminal.Grouped(shown), terminal.Grouped(found.Total), found.Next)
	}
}
