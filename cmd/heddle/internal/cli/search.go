package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
)

// searchOptions are the flags of sessions search.
type searchOptions struct {
	filters
	agent, role, tool, sort                    string
	limit, offset, hits                        int64
	regex, subagents, memories, strict, asJSON bool
	cut                                        bool // at the default limit, of which nobody thought
}

func (a *app) searchCommand() *cobra.Command {
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
			"matching messages, cwd, title and the first match, separated by tabs.\n\n" + activityHelp,
		Example: "  heddle sessions search parser off by one\n" +
			"  heddle sessions search '\"date parser\" -draft' --agent claude --month\n" +
			"  heddle sessions search --role user -- -draft parser\n" +
			"  heddle sessions search --tool Bash --json | jq -r '.[].unifiedId'\n" +
			"  heddle sessions search --regex 'retry(ing)? +\\d+' --role assistant",
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.cut = !cmd.Flags().Changed("limit")
			return a.search(strings.Join(args, " "), &o)
		},
	}
	cmd.SetFlagErrorFunc(searchFlagError)
	f := cmd.Flags()
	f.StringVar(&o.agent, "agent", "", "only this `agent`'s sessions")
	o.filters.lists(a, cmd)
	f.StringVar(&o.role, "role", "", "only text of messages of this `role`: user, assistant, system or tool")
	f.StringVar(&o.tool, "tool", "", "only calls of this `tool` and their results; words are then optional")
	f.Int64Var(&o.limit, "limit", session.DefaultSearchLimit, "show at most `N` sessions (0 = all)")
	f.Int64Var(&o.offset, "offset", 0, "skip the best `N` sessions")
	f.Int64Var(&o.hits, "hits", 3, "show at most `N` matching messages of a session")
	f.StringVar(&o.sort, "sort", "relevance", "sort by this `key`: relevance, date (of the last update) or cost")
	f.BoolVar(&o.regex, "regex", false, "search for one regular expression (RE2)")
	f.BoolVar(&o.subagents, "subagents", false, "also search subagents' sessions")
	f.BoolVar(&o.memories, "memories", false, "also search the agents' memory entries")
	f.BoolVar(&o.strict, "strict", false, "fail on any unreadable record")
	f.BoolVar(&o.asJSON, "json", false, "print the result as a JSON array")
	complete(cmd, "sort", "relevance", "date", "cost")
	complete(cmd, "role", "user", "assistant", "system", "tool")
	complete(cmd, "agent", core.AgentNames()...)
	for _, flag := range []string{"tool", "limit", "offset", "hits"} {
		complete(cmd, flag)
	}
	return cmd
}

// searchFlagError explains what happens to a word that begins with -.
func searchFlagError(cmd *cobra.Command, err error) error {
	err = flagError(cmd, err)
	var u usageError
	if errors.As(err, &u) && strings.Contains(err.Error(), "unknown") {
		u.hint = "put -- before words that must not occur: heddle sessions search -- -draft parser"
		return u
	}
	return err
}

func (a *app) search(text string, o *searchOptions) error {
	if strings.TrimSpace(text) == "" && o.tool == "" {
		return usageError{errors.New("give the words to search for, or --tool"), "heddle sessions search parser off by one"}
	}
	if o.limit < 0 || o.hits < 1 || o.offset < 0 {
		return misuse("--hits must be 1 or more, --limit and --offset 0 or more")
	}
	req := map[string]any{"text": text, "limit": limited(o.limit), "offset": o.offset, "hits": o.hits, "sort": o.sort, "regex": o.regex,
		"subagents": o.subagents, "memories": o.memories, "strict": o.strict}
	now := time.Now()
	put(req, "agent", o.agent)
	put(req, "role", o.role)
	put(req, "tool", o.tool)
	if err := a.filter(&o.filters, req, now, false); err != nil {
		return err
	}
	res, err := a.answer("sessions.search", req)
	if err != nil {
		return err
	}
	if o.agent != "" && !slices.Contains(core.AgentNames(), o.agent) {
		a.note("note: unknown agent %q; heddle agents lists the agents\n", o.agent)
	}
	var list []found
	if err := json.Unmarshal(res.Body, &list); err != nil {
		return err
	}
	if o.asJSON {
		err = a.printJSON(res.Body)
	} else {
		err = a.printFound(list, now)
	}
	if err == nil && (a.streams.Terminal && !o.asJSON || o.cut) {
		a.printPage(res.Header, len(list), o.cut)
	}
	return err
}

// found is what the search prints of a result.
type found struct {
	summary
	Kind           string
	RelevanceScore json.Number
	HitCount       int64
	Hits           []hit
}

type hit struct {
	Field, Role, Snippet string
	MessageIndex         *int64
	Ranges               []struct{ Start, End int }
}

// place renders where a hit is: "#12 user" or "title".
func (h *hit) place() string {
	s := h.Field
	switch {
	case s == "content" && h.Role != "":
		s = h.Role
	case s == "toolCall":
		s = "tool call"
	case s == "toolResult":
		s = "tool result"
	}
	if h.MessageIndex != nil {
		s = "#" + strconv.FormatInt(*h.MessageIndex, 10) + " " + s
	}
	return s
}

// printFound prints results with their hits on a terminal; into a pipe
// tab-separated lines: unifiedId, score, updatedAt, hits, cwd, title, and the
// first snippet.
func (a *app) printFound(list []found, now time.Time) error {
	w := bufio.NewWriter(a.streams.Out)
	for i := range list {
		s := &list[i]
		if a.streams.Terminal {
			a.printResult(w, s, now)
			continue
		}
		snippet := ""
		if len(s.Hits) > 0 {
			snippet = s.Hits[0].Snippet
		}
		w.WriteString(fields(s.UnifiedID, s.RelevanceScore.String(), s.UpdatedAt, strconv.FormatInt(s.HitCount, 10), s.Cwd, s.Title, snippet))
	}
	return w.Flush()
}

func (a *app) printResult(w *bufio.Writer, s *found, now time.Time) {
	kind := ""
	if s.Kind != "" {
		kind = s.Kind + " · "
	}
	fmt.Fprintf(w, "%s\n  %s\n  %s%s · %s\n", a.bold(printable(oneField(named(s.Title)))), printable(oneField(s.UnifiedID)), kind, ago(s.UpdatedAt, now), s.dollars())
	for i := range s.Hits {
		h := &s.Hits[i]
		head := "  " + h.place() + ": "
		room := 0
		if a.streams.Width > 0 {
			room = max(a.streams.Width-runewidth.StringWidth(head), minRoom)
		}
		w.WriteString(head + a.marked(h, room) + "\n")
	}
	if more := s.HitCount - int64(len(s.Hits)); more > 0 {
		fmt.Fprintf(w, "  … and %d more\n", more)
	}
	w.WriteByte('\n')
}

// marked renders a snippet with its matches in colour, cut to room columns
// around the first match; 0 = nothing is cut.
func (a *app) marked(h *hit, room int) string {
	text := []rune(printable(oneField(h.Snippet)))
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
		start, end := max(r.Start, at), min(r.End, to)
		if start >= end || !a.streams.Color {
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

// window chooses the stretch of a snippet that is shown: from the beginning
// when the first match fits in, else with a third of the room before it.
func window(text []rune, h *hit, room int) (from, to int) {
	room -= 2 // an ellipsis at either end
	if len(h.Ranges) > 0 {
		end := min(max(h.Ranges[0].End, 0), len(text))
		start := min(max(h.Ranges[0].Start, 0), end)
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
func (a *app) printPage(header []byte, shown int, cut bool) {
	var h struct {
		Page struct{ Total, NextOffset int64 }
	}
	if json.Unmarshal(header, &h) != nil {
		return
	}
	switch {
	case h.Page.Total == 0 && a.streams.Terminal:
		a.note("nothing found\n")
	case h.Page.NextOffset > 0 && cut:
		a.note("note: showing %s of %s; --limit 0 shows all, --offset %d shows the next\n", grouped(int64(shown)), grouped(h.Page.Total), h.Page.NextOffset)
	case h.Page.NextOffset > 0:
		a.note("showing %s of %s sessions; --offset %d shows the next\n", grouped(int64(shown)), grouped(h.Page.Total), h.Page.NextOffset)
	}
}
